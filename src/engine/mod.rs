//! Engines: from a program and a bound to a verdict.

pub mod bmc;
pub mod course;
pub mod explicit;
pub mod final_state;
pub mod record;
pub mod trace;
pub mod verdict;
