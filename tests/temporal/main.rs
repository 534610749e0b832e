//! Properties of infinite runs of programs. The programs here have their formulas and verdicts in their headers
//! (`tests/common/cases.rs` tells what a header is) and are run at every level of reduction, with one thread and two:
//! test `verdict::PATH`. What the symbolic engine decides of them is the same: test `sets::PATH`. Random programs and
//! formulas are compared with a tableau.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[path = "../common/cases.rs"]
#[allow(dead_code, reason = "what other tests use")]
mod cases;
#[path = "../common/named.rs"]
#[allow(dead_code, reason = "what other tests use")]
mod named;
mod random;
#[path = "../common/splitmix.rs"]
#[allow(dead_code)]
mod splitmix;
mod tableau;
#[path = "../ltl/tree.rs"]
#[allow(dead_code)]
mod tree;

use named::Kind;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/temporal")
}

fn verdicts(name: &str) -> Result<(), String> {
    let levels = [("tau", "1"), ("tau-plus", "2"), ("full", "1"), ("full", "2")]
        .map(|(level, threads)| (level, vec!["--reduce", level, "-j", threads]));
    cases::check_runs(&cases::at_levels(cases::runs(&folder(), name)?, &levels))
}

/// Whether the header states an answer that does not depend on the engine.
fn is_for_both(job: &cases::Job) -> bool {
    cases::is_decided(job) && !job.has_option(&["--engine", "-j", "--all", "--search"])
}

/// What the symbolic engine decides of a program is what its header says. It may leave it open.
fn sets(name: &str) -> Result<(), String> {
    let flags = ["--engine", "symbolic", "--timeout", "6", "-j", "2"];
    let mut runs = cases::runs(&folder(), name)?.into_iter().filter(is_for_both);
    runs.try_for_each(|job| cases::check_or_open(job, &flags))
}

fn main() -> ExitCode {
    let verdict =
        Kind { name: "verdict", programs: || cases::programs(&folder(), 10, |_| true), test: verdicts };
    let sets = Kind { name: "sets", programs: || cases::programs(&folder(), 8, is_for_both), test: sets };
    let brute_force = random::reductions_and_searches_agree_with_brute_force;
    named::run(&[verdict, sets], &[("reductions_and_searches_agree_with_brute_force", brute_force)])
        .exit_code()
}
