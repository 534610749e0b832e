//! Runs the explicit-state engine on the programs of `tests/threads` and compares the verdicts with those that their headers
//! state (`tests/common/cases.rs` tells what a header is). The tests of each program:
//!
//! - `verdict::PATH`: the verdicts at every level of reduction.
//! - `choices::PATH`, of a sample: a violation's file of choices leads `bmc run` to it.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[path = "common/cases.rs"]
#[allow(dead_code, reason = "what other tests use")]
mod cases;
#[path = "common/named.rs"]
mod named;

use named::Kind;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/threads")
}

fn verdicts(name: &str) -> Result<(), String> {
    let levels = ["none", "tau", "tau-plus", "full"].map(|level| (level, vec!["--reduce", level]));
    cases::check_runs(&cases::at_levels(cases::runs(&folder(), name)?, &levels))
}

fn choices(name: &str) -> Result<(), String> {
    let runs = cases::runs(&folder(), name)?;
    let job = runs.iter().find(|job| cases::has_choices(job)).ok_or("no violation with choices")?;
    cases::follow_choices(job, &["--engine", "explicit"])
}

fn main() -> ExitCode {
    let kinds = [
        Kind { name: "verdict", programs: || cases::programs(&folder(), 80, |_| true), test: verdicts },
        Kind {
            name: "choices",
            programs: || {
                let sampled = |job: &cases::Job| cases::has_choices(job) && named::in_sample(&job.name, 5);
                cases::programs(&folder(), 5, sampled)
            },
            test: choices,
        },
    ];
    named::run(&kinds, &[]).exit_code()
}
