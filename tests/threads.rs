//! Runs the explicit-state engine on the programs of `tests/threads` and compares the verdicts with those that their headers
//! state (`tests/common/cases.rs` tells what a header is). The tests of each program:
//!
//! - `verdict::PATH`: the verdicts at every level of reduction.
//! - `bounded::PATH`: what the bounded engine decides is what the headers state.
//! - `unpruned::PATH`, of a sample: so is what it decides where nothing is left out of the formula.
//! - `events::PATH`, of `tests/events`: the verdicts of the bounded engine on programs whose inputs are too wide for the other.
//! - `sets::PATH`, of a sample: what the symbolic engine decides is what the headers state.
//! - `symbolic::PATH`, of `tests/symbolic`: the verdicts of the symbolic engine, and of the explicit one where inputs are narrow.
//! - `shown::PATH`: a violation's file of choices that the symbolic engine has written leads `bmc run` to it.
//! - `choices::PATH`, of a sample: a violation's file of choices leads `bmc run` to it.
//! - `schedules::PATH`, of `tests/events`: so does one with a schedule of the bounded engine.

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

fn events_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/events")
}

fn events(name: &str) -> Result<(), String> {
    cases::check_runs(&cases::runs(&events_folder(), name)?)
}

fn schedules(name: &str) -> Result<(), String> {
    let runs = cases::runs(&events_folder(), name)?;
    runs.iter().filter(|job| cases::has_choices(job)).try_for_each(|job| cases::follow_choices(job, &[]))
}

/// Counterexamples of the bounded engine that the machine does not confirm.
const OPEN: [&str; 2] = ["condition/two_mutexes.c", "own/file_after_close.c"];

fn is_for_both(job: &cases::Job) -> bool {
    cases::is_for_others(job) && !OPEN.contains(&job.name.as_str())
}

/// What the bounded engine decides of a program is what its header says. It may leave it open.
fn bounded_with(name: &str, further: &[&str]) -> Result<(), String> {
    let flags = [&["--engine", "bmc", "--bound", "4", "--timeout", "4"], further].concat();
    let mut runs = cases::runs(&folder(), name)?.into_iter().filter(is_for_both);
    runs.try_for_each(|job| cases::check_or_open(job, &flags))
}

fn bounded(name: &str) -> Result<(), String> {
    bounded_with(name, &[])
}

fn unpruned(name: &str) -> Result<(), String> {
    bounded_with(name, &["--no-prune"])
}

fn sets(name: &str) -> Result<(), String> {
    let flags = ["--engine", "symbolic", "--timeout", "4"];
    let mut runs = cases::runs(&folder(), name)?.into_iter().filter(cases::is_for_others);
    runs.try_for_each(|job| cases::check_or_open(job, &flags))
}

fn symbolic_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/symbolic")
}

fn symbolic(name: &str) -> Result<(), String> {
    cases::check_runs(&cases::runs(&symbolic_folder(), name)?)
}

fn is_for_workers(job: &cases::Job) -> bool {
    job.run.flags.iter().any(|flag| flag == "symbolic") && !job.has_option(&["-j"])
}

/// Workers find what one finds, and each time a run that shows it.
fn workers(name: &str) -> Result<(), String> {
    let runs = cases::runs(&symbolic_folder(), name)?.into_iter().filter(is_for_workers);
    let runs = runs.map(|mut job| {
        job.run.flags.extend(["-j", "3"].map(str::to_owned));
        job
    });
    cases::check_runs(&runs.collect::<Vec<_>>())
}

/// Whether a violation has a last state to which choices lead.
fn is_shown(job: &cases::Job) -> bool {
    cases::has_choices(job) && !job.has_option(&["--ltl"])
}

fn shown(name: &str) -> Result<(), String> {
    let runs = cases::runs(&symbolic_folder(), name)?;
    runs.iter().filter(|job| is_shown(job)).try_for_each(|job| cases::follow_choices(job, &[]))
}

fn main() -> ExitCode {
    let kinds = [
        Kind { name: "verdict", programs: || cases::programs(&folder(), 80, |_| true), test: verdicts },
        Kind { name: "events", programs: || cases::programs(&events_folder(), 8, |_| true), test: events },
        Kind { name: "bounded", programs: || cases::programs(&folder(), 80, is_for_both), test: bounded },
        Kind {
            name: "sets",
            programs: || {
                let sampled = |job: &cases::Job| cases::is_for_others(job) && named::in_sample(&job.name, 6);
                cases::programs(&folder(), 12, sampled)
            },
            test: sets,
        },
        Kind {
            name: "symbolic",
            programs: || cases::programs(&symbolic_folder(), 10, |_| true),
            test: symbolic,
        },
        Kind {
            name: "workers",
            programs: || cases::programs(&symbolic_folder(), 10, is_for_workers),
            test: workers,
        },
        Kind { name: "shown", programs: || cases::programs(&symbolic_folder(), 2, is_shown), test: shown },
        Kind {
            name: "unpruned",
            programs: || {
                cases::programs(&folder(), 20, |job| is_for_both(job) && named::in_sample(&job.name, 4))
            },
            test: unpruned,
        },
        Kind {
            name: "choices",
            programs: || {
                let sampled = |job: &cases::Job| cases::has_choices(job) && named::in_sample(&job.name, 5);
                cases::programs(&folder(), 5, sampled)
            },
            test: choices,
        },
        Kind {
            name: "schedules",
            programs: || cases::programs(&events_folder(), 8, cases::has_choices),
            test: schedules,
        },
    ];
    named::run(&kinds, &[]).exit_code()
}
