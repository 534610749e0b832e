//! Engines: from a program and a bound to a verdict.

pub mod bmc;
pub mod explicit;
pub mod record;
pub mod verdict;
