//! Pages for one user on one machine: a server on the loopback address.

#![forbid(unsafe_code)]
