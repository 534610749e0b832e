//! Properties of runs: kinds of checks, sets of them, property files, sanitizer calls.

mod check;
mod cprover;
mod file;
mod set;
mod ubsan;

pub use check::Check;
pub use cprover::may_be_off;
pub use file::{PropertyError, parse_property};
pub use set::{CheckSet, UnknownCheck};
pub use ubsan::{Handler, handler, report_of_value, reports};
