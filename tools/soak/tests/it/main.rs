//! Small runs of each command, and the proof that broken promises are found.

#![cfg(target_os = "linux")]

mod damage;
mod faults;
mod games;
mod late;
mod legality;
mod support;
