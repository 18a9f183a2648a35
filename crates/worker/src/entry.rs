//! The functions that JavaScript calls, and those that it provides.

#![allow(unsafe_code, reason = "WebAssembly passes addresses; there is no safe form")]

use analysis::Resources;
use analysis::api::{Caller, respond};
use std::cell::{Cell, RefCell};
use std::panic;

mod page {
    #[link(wasm_import_module = "page")]
    unsafe extern "C" {
        /// Milliseconds since any moment.
        pub safe fn milliseconds() -> f64;
        /// Takes a response or a part of one, in UTF-8.
        pub fn send(text: *const u8, bytes: usize);
        /// Takes the text of an error of this program, after which it does not run any more.
        pub fn fail(text: *const u8, bytes: usize);
    }
}

thread_local! {
    /// What JavaScript has written, or is writing.
    static RESERVED: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static RESOURCES: Cell<Option<Resources>> = const { Cell::new(None) };
}

fn resources() -> Resources {
    RESOURCES.get().unwrap_or_default()
}

/// Tells JavaScript what goes wrong. Called once, before anything else.
#[unsafe(no_mangle)]
pub extern "C" fn start() {
    panic::set_hook(Box::new(|info| {
        let text = info.to_string();
        // SAFETY: the text lives until the call returns, which copies it.
        unsafe { page::fail(text.as_ptr(), text.len()) };
    }));
}

/// The address of memory that JavaScript fills before its next call.
#[unsafe(no_mangle)]
pub extern "C" fn reserve(bytes: usize) -> *mut u8 {
    RESERVED.with_borrow_mut(|reserved| {
        *reserved = vec![0; bytes];
        reserved.as_mut_ptr()
    })
}

/// Answers the request that was written.
#[unsafe(no_mangle)]
pub extern "C" fn ask() {
    let request = RESERVED.take();
    respond(&resources(), &String::from_utf8_lossy(&request), &mut Page);
}

/// Takes over the file that was written: 0 for a book, 1 for results (WDL) and 2 for distances
/// (DTC), 3 and 4 for those of cursed wins. False if it is damaged, or no such file.
#[unsafe(no_mangle)]
pub extern "C" fn load(file: u32) -> bool {
    let bytes: &'static [u8] = RESERVED.take().leak();
    let known = resources();
    let taken = match file {
        0 => Some(known.with_book(bytes)),
        1 => known.with_larger_wdl(bytes).ok(),
        2 => known.with_larger_dtc(bytes).ok(),
        3 => known.with_cursed_wdl(bytes).ok(),
        4 => known.with_cursed_dtc(bytes).ok(),
        _ => None,
    };
    let is_taken = taken.is_some();
    RESOURCES.set(taken.or(Some(known)));
    is_taken
}

/// The page as the caller of its requests. It stops a search by ending the worker.
struct Page;

impl Caller for Page {
    fn milliseconds(&self) -> f64 {
        page::milliseconds()
    }

    fn is_stopped(&self) -> bool {
        false
    }

    fn send(&mut self, part: String) {
        // SAFETY: the text lives until the call returns, which copies it.
        unsafe { page::send(part.as_ptr(), part.len()) };
    }
}
