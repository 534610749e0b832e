//! Checks a program from Rust: `cargo run --example embed FILE.c [BOUND]` prints the run that violates a check, and the verdict.

use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use bmc::{
    Bounded, Config, Engine, Error, Limits, Loaded, Observer, Outcome, Progress, TraceLength, verify_observed,
};

/// Tells what happens while the check runs.
struct Narrator;

impl Observer for Narrator {
    fn warning(&self, text: &str) {
        eprintln!("warning: {text}");
    }

    fn loaded(&self, program: &Loaded) -> Result<(), String> {
        eprintln!("{} functions have a body", program.control_flow().len());
        Ok(())
    }

    fn progress_every(&self) -> Option<Duration> {
        Some(Duration::from_secs(1))
    }

    fn progress(&self, progress: &Progress) {
        eprintln!("{progress}");
    }
}

/// Checks a program within a bound; the result is for people, and ends in the verdict.
pub fn check(file: &str, bound: Option<u32>) -> Result<String, Error> {
    let config = Config {
        engine: Engine::Bounded(Bounded { bound, ..Bounded::default() }),
        limits: Limits { timeout: Some(Duration::from_secs(60)), ..Limits::default() },
        ..Config::default()
    };
    let report = verify_observed([file], config, Arc::new(Narrator))?;
    let mut text = report.text(TraceLength::Short);
    match report.outcome() {
        Outcome::True => text += "no run violates a check\n",
        Outcome::False => {
            for found in report.violations() {
                let (file, line) = found.place.unwrap_or_default();
                text += &format!("{file}:{line}: {}\n", found.check.words());
            }
        }
        Outcome::Unknown => text += "there is no answer\n",
    }
    Ok(text + &report.line())
}

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let Some(file) = arguments.next() else {
        eprintln!("usage: embed FILE.c [BOUND]");
        return ExitCode::FAILURE;
    };
    match check(&file, arguments.next().and_then(|text| text.parse().ok())) {
        Ok(text) => {
            println!("{text}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
