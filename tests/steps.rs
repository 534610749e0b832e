//! Runs the formula of steps (`--encoding steps`) on the programs of `tests/steps` and compares the verdicts with those that their
//! headers state (`tests/common/cases.rs` tells what a header is). The tests of each program:
//!
//! - `verdict::PATH`: the verdicts that the header states.
//! - `choices::PATH`: a violation's file of choices leads `bmc run` to it.
//! - `agreement::PATH`, of `tests/threads`: what the formula of steps decides is what the headers state. It may leave it open.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[path = "common/cases.rs"]
#[allow(dead_code, reason = "what other tests use")]
mod cases;
#[path = "common/named.rs"]
#[allow(dead_code, reason = "what other tests use")]
mod named;

use named::Kind;

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn verdicts(name: &str) -> Result<(), String> {
    cases::check_runs(&cases::runs(&folder("tests/steps"), name)?)
}

fn choices(name: &str) -> Result<(), String> {
    let runs = cases::runs(&folder("tests/steps"), name)?;
    runs.iter().filter(|job| cases::has_choices(job)).try_for_each(|job| cases::follow_choices(job, &[]))
}

/// Counterexamples that the machine does not confirm.
const OPEN: [&str; 2] = ["own/file_after_close.c", "own/keys_again.c"];

fn is_comparable(job: &cases::Job) -> bool {
    cases::is_for_others(job) && !job.has_option(&["--all"]) && !OPEN.contains(&job.name.as_str())
}

fn agreement(name: &str) -> Result<(), String> {
    let flags = ["--encoding", "steps", "--bound", "3", "--timeout", "4"];
    let mut runs = cases::runs(&folder("tests/threads"), name)?.into_iter().filter(is_comparable);
    runs.try_for_each(|job| cases::check_or_open(job, &flags))
}

fn main() -> ExitCode {
    let kinds = [
        Kind {
            name: "verdict",
            programs: || cases::programs(&folder("tests/steps"), 15, |_| true),
            test: verdicts,
        },
        Kind {
            name: "choices",
            programs: || cases::programs(&folder("tests/steps"), 8, cases::has_choices),
            test: choices,
        },
        Kind {
            name: "agreement",
            programs: || cases::programs(&folder("tests/threads"), 80, is_comparable),
            test: agreement,
        },
    ];
    named::run(&kinds, &[]).exit_code()
}
