#!/bin/sh
# Installs the compilers of the assignment on Debian or Ubuntu, and the user that runs programs.
set -eu
export DEBIAN_FRONTEND=noninteractive
apt-get update
apt-get install -y --no-install-recommends \
    g++ gcc make python3 util-linux ${JAVA-openjdk-17-jdk-headless}
rm -rf /var/lib/apt/lists/*
id grader >/dev/null 2>&1 || useradd --create-home grader
