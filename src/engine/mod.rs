//! Engines: from a program and a bound to a verdict.

pub mod bmc;
pub mod explicit;
pub mod goals;
pub mod record;
pub mod steps;
pub mod symbolic;
pub mod verdict;
