#!/bin/sh
# Installs the compilers of the assignment on Debian or Ubuntu, and the user that runs programs.
# JAVA names the package of Java; JAVA= installs none.
set -eu
if ! command -v apt-get >/dev/null; then
    echo "install.sh: there is no apt-get here; install g++, gcc, make, python3, a JDK and setpriv" \
        "(util-linux) in the way of this system, and add a user named grader" >&2
    exit 1
fi
export DEBIAN_FRONTEND=noninteractive
apt-get update
if [ -z "${JAVA+set}" ]; then
    JAVA=openjdk-17-jdk-headless
    # Later systems have later ones alone.
    apt-cache show "$JAVA" >/dev/null 2>&1 || JAVA=default-jdk-headless
fi
# A name or nothing.
# shellcheck disable=SC2086
apt-get install -y --no-install-recommends g++ gcc make python3 util-linux $JAVA
rm -rf /var/lib/apt/lists/*
id grader >/dev/null 2>&1 || useradd --create-home grader
