#!/bin/sh
# Vocareum runs /voc/scripts/grade.sh in /voc/work, the student's folder, and reads the two files
# that $vocareumGradeFile and $vocareumReportFile name.
set -eu
: "${vocareumGradeFile:?is set by Vocareum}" "${vocareumReportFile:?is set by Vocareum}"
export vocareumGradeFile vocareumReportFile
exec python3 "$(dirname "$0")/grade.py"
