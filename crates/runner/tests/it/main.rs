//! Untrusted programs as processes: what they cost, what they reach, how they end.
//!
//! Tests hold on any machine and at any load: limits are CPU time, and waiting has no deadline but
//! a very late one.

#![cfg(target_os = "linux")]

mod hostile;
