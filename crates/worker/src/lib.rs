//! The engine in a page: WebAssembly that a worker of the page loads
//! (`crates/pages/assets/worker.js`).
//!
//! | function | job |
//! |---|---|
//! | `reserve(bytes)` | memory for a text or a file, which JavaScript fills |
//! | `ask()` | answers the request in that memory, by calls of `send` |
//! | `load(file)` | takes over a book or a larger endgame table that lies there |
//!
//! JavaScript provides `milliseconds()`, `send(text, bytes)` and `fail(text, bytes)`. That is all,
//! so the functions are written by hand: no generator of bindings has to be built, and what a
//! browser loads is this file. A worker answers one request after the other; to stop a search, a
//! page ends its worker.

#[cfg(target_family = "wasm")]
mod entry;
