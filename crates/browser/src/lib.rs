//! Tests of the pages in Chromium: `tests/it`. They are run by `scripts/browser-test.sh`.

#![forbid(unsafe_code)]
