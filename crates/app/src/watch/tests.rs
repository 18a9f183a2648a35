//! Tests of the page of a match.
