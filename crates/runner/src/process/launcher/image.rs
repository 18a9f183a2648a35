//! The program, its words and its environment as `execve` takes them, made before a fork: after it,
//! no memory may be allocated.

use std::ffi::{CString, OsString};
use std::os::unix::ffi::OsStringExt;
use std::{io, ptr};

#[derive(Debug)]
pub(crate) struct Image {
    program: CString,
    /// Each begins with the program or a name, and ends with a null pointer. They point into the
    /// texts below.
    words: Vec<*const libc::c_char>,
    environment: Vec<*const libc::c_char>,
    _texts: Vec<CString>,
}

// SAFETY: the pointers are to texts on the heap that this value owns and never changes.
unsafe impl Send for Image {}

impl Image {
    /// # Errors
    /// A text holds a zero byte.
    pub(crate) fn new(
        program: OsString,
        args: Vec<OsString>,
        environment: Vec<(OsString, OsString)>,
    ) -> io::Result<Self> {
        let mut texts = vec![zero_ended(program.clone())?];
        for arg in args {
            texts.push(zero_ended(arg)?);
        }
        let words = texts.len();
        for variable in environment {
            texts.push(zero_ended(assignment(variable))?);
        }
        Ok(Image {
            program: zero_ended(program)?,
            words: null_ended(&texts[..words]),
            environment: null_ended(&texts[words..]),
            _texts: texts,
        })
    }

    /// The calling process becomes the program. A name without a slash is searched for in PATH, and
    /// a script without a first line for the system is run by `sh`.
    ///
    /// # Errors
    /// Always, if it returns.
    pub(crate) fn execute(&self) -> io::Error {
        // SAFETY: the three are lists as `execvpe` takes them, ended by a null pointer.
        unsafe {
            libc::execvpe(self.program.as_ptr(), self.words.as_ptr(), self.environment.as_ptr());
        }
        io::Error::last_os_error()
    }
}

fn null_ended(texts: &[CString]) -> Vec<*const libc::c_char> {
    let pointers = texts.iter().map(|text| text.as_ptr());
    pointers.chain([ptr::null()]).collect::<Vec<_>>()
}

fn assignment((mut name, value): (OsString, OsString)) -> OsString {
    name.push("=");
    name.push(value);
    name
}

fn zero_ended(text: OsString) -> io::Result<CString> {
    CString::new(text.into_vec()).map_err(io::Error::from)
}
