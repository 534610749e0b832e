//! Runs the formula of steps (`--encoding steps`) on the programs of `tests/steps` and compares the verdicts with those that their
//! headers state (`tests/common/cases.rs` tells what a header is). The tests of each program:
//!
//! - `verdict::PATH`: the verdicts that the header states.
//! - `choices::PATH`: a violation's file of choices leads `bmc run` to it.
//! - `formula::PATH`: the emitted formula states a status that fits the verdict, and that `bmc solve` finds, too.
//! - `agreement::PATH`, of `tests/threads`, and `sequential::PATH`, of `tests/programs`: what the formula of steps decides is what
//!   the headers state. It may leave it open.

use std::fs;
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

fn formulas(name: &str) -> Result<(), String> {
    let temporary = tempfile::tempdir().expect("a folder for temporary files");
    let script = temporary.path().join("steps.smt2");
    let has_answer = |job: &cases::Job| job.is_certainly("TRUE") || job.is_certainly("FALSE");
    for job in cases::runs(&folder("tests/steps"), name)?.into_iter().filter(has_answer) {
        let mut emit = job.bmc();
        emit.args(job.files()).args(&job.run.flags).arg("--emit").arg(format!("smt2={}", script.display()));
        emit.output().expect("the binary was built with this test");
        let text = fs::read_to_string(&script).map_err(|error| format!("{:?}: {error}", job.run.flags))?;
        let wanted = if job.is_certainly("TRUE") { "unsat" } else { "sat" };
        let stated = text.contains(&format!("(set-info :status {wanted})"));
        let solved =
            job.bmc().arg("solve").arg(&script).output().expect("the binary was built with this test");
        let solved = String::from_utf8_lossy(&solved.stdout).trim().to_owned();
        if !stated || solved != wanted {
            return Err(format!("{:?}: stated: {stated}, solved: {solved}, not {wanted}", job.run.flags));
        }
    }
    Ok(())
}

/// What the formula of steps does not take.
const FOREIGN: [&str; 9] = [
    "--all",
    "--certificate",
    "--cover",
    "--engine",
    "--format",
    "--memory",
    "--replay",
    "--undefined",
    "--vacuity",
];

fn is_comparable(job: &cases::Job) -> bool {
    cases::is_for_others(job) && !job.has_option(&FOREIGN)
}

fn agree(place: &str, name: &str, timeout: &str) -> Result<(), String> {
    let flags = ["--encoding", "steps", "--bound", "3", "--timeout", timeout];
    let mut runs = cases::runs(&folder(place), name)?.into_iter().filter(is_comparable);
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
            name: "formula",
            programs: || cases::programs(&folder("tests/steps"), 15, |_| true),
            test: formulas,
        },
        Kind {
            name: "agreement",
            programs: || cases::programs(&folder("tests/threads"), 80, is_comparable),
            test: |name| agree("tests/threads", name, "4"),
        },
        Kind {
            name: "sequential",
            programs: || cases::programs(&folder("tests/programs"), 300, is_comparable),
            test: |name| agree("tests/programs", name, "2"),
        },
    ];
    named::run(&kinds, &[]).exit_code()
}
