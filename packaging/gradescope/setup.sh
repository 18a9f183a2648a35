#!/bin/sh
# Gradescope runs this once, as root, when the image is built.
exec sh /autograder/source/install.sh
