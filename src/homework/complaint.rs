//! One line on standard error for each thing that is wrong.

use std::fmt::Display;
use std::io::{Write, stderr};

/// Says what is wrong; the program's name leads, as users know it from other tools. A standard
/// error that is closed or full is no reason to fail.
pub fn complain(what: &dyn Display) {
    let _ = writeln!(stderr(), "homework: {what}");
}
