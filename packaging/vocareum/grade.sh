#!/bin/sh
# Vocareum runs /voc/scripts/grade.sh in /voc/work, the student's folder, and reads the two files
# that $vocareumGradeFile and $vocareumReportFile name. The criteria of the rubric are those of the
# scheme: checks, "depth 4".
set -eu
scripts=$(cd "$(dirname "$0")" && pwd)
: "${vocareumGradeFile:?is set by Vocareum}" "${vocareumReportFile:?is set by Vocareum}"
export vocareumGradeFile vocareumReportFile
# A course may have its own user for this; the name is only shown to the student.
exec sh "$scripts/grader/grade.sh" "${VOC_WORK:-$PWD}" "${VOC_NAME:-submission}" \
    "$vocareumGradeFile:$vocareumReportFile" --to vocareum
