//! Work that a thread does again and again, until it is dropped.

use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

#[derive(Debug)]
pub struct Repeated {
    end: Option<Sender<()>>,
    /// `None` if there was no thread to be had: then nothing is done.
    thread: Option<JoinHandle<()>>,
}

impl Repeated {
    /// Does the work after each pause; the thread has this name.
    pub fn every(pause: Duration, name: &str, mut work: impl FnMut() + Send + 'static) -> Self {
        let (end, ended) = channel::<()>();
        let thread = thread::Builder::new().name(name.to_string()).spawn(move || {
            while ended.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
                work();
            }
        });
        Repeated { end: Some(end), thread: thread.ok() }
    }
}

impl Drop for Repeated {
    fn drop(&mut self) {
        drop(self.end.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
