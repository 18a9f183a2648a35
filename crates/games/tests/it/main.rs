//! Laws of the rules of the games, whatever their code looks like: the choices of
//! `docs/RULES.md`, published counts, and laws that every game keeps.

mod amazons_laws;
mod amazons_rules;
mod checkers_rules;
mod conformance;
mod loa_rules;
mod perft;
