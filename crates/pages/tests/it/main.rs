//! The server over real sockets, with requests written by hand.

mod client;
mod events;
mod life;
mod limits;
mod opening;
mod parts;
mod refusals;
