#!/usr/bin/env bash
# Takes pictures of each page, light and dark, into docs/images.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
mkdir -p docs/images
SCREENSHOTS=docs/images scripts/browser-test.sh pictures
