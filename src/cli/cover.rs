//! `bmc --cover GOALS INPUT...`: which places of a program runs reach.

use std::sync::Arc;

use super::args::{Args, Format};
use super::check::Watching;
use super::console::{Volume, print, say};
use super::emit::{Emit, Kind};
use super::results::Results;
use super::{config, exit, fault};
use crate::report::TraceLength;
use crate::verify::{self, Error};

/// Looks for runs that reach the goals; the result is the exit code.
///
/// # Errors
/// In words: a mistake in options or inputs.
pub fn run(args: &Args) -> Result<i32, String> {
    let emits = args.emit.iter().map(|text| Emit::parse(text)).collect::<Result<Vec<_>, _>>()?;
    if let Some(emit) = emits.iter().find(|e| !e.is_of_program() && e.kind != Kind::Harness) {
        return Err(format!("--emit {}: not with --cover", emit.name()));
    }
    if emits.iter().any(|emit| emit.kind == Kind::Harness && emit.path.is_none()) {
        return Err("--emit harness: --cover needs a path, for a file for each test".to_owned());
    }
    if matches!(args.format, Format::Sarif | Format::Junit) {
        return Err("--cover: text and JSON only".to_owned());
    }
    if let Some(option) = args.source.contract_option() {
        return Err(format!("--cover: not with {option}"));
    }
    let config = config::of(args, &emits)?;
    let watching = Watching {
        volume: Volume::of(args.quiet, args.verbose > 0),
        results: Results::of(args),
        emits: emits.clone(),
        bound: args.bound,
    };
    let done = verify::cover_observed(&args.source.inputs, &args.cover, config, Arc::new(watching));
    let report = match done {
        Ok(report) => report,
        Err(Error::Mistake(words)) => return Err(words),
        Err(Error::Fault(fault)) => {
            fault::tell(&fault, args.fault_dir.as_deref());
            return Ok(exit::FAULT);
        }
    };
    emits.iter().try_for_each(|emit| emit.tests(&report))?;
    let length = if args.verbose > 0 { TraceLength::Full } else { TraceLength::Short };
    if args.format == Format::Json {
        print(report.json() + "\n");
        say(report.line());
    } else {
        print(format_args!("{}{}\n", report.text(length), report.line()));
    }
    Ok(exit::of(report.outcome()))
}
