//! Tests of the pages in Chromium: `tests/it`. They need the feature `chromium`, so that the other
//! tests need nothing but Rust; `scripts/browser-test.sh` installs the browser and runs them.

#![forbid(unsafe_code)]
