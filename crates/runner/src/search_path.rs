//! Where programs are looked for.

use std::env;
use std::ffi::OsString;

/// PATH where there is none, as in the environment of cron.
pub const USUAL_PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// PATH, or the usual one where that is unset or empty.
pub fn search_path() -> OsString {
    let path = env::var_os("PATH").filter(|path| !path.is_empty());
    path.unwrap_or_else(|| USUAL_PATH.into())
}
