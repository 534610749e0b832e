//! `bmc INPUT...`: the main job, and `--replay`.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use super::args::Args;
use super::console::{Volume, leave, say};
use super::emit::Emit;
use super::exit::FAULT;
use super::results::Results;
use super::{config, fault};
use crate::report::witness::Format;
use crate::verify::{self, Error, Loaded, Observer, Progress, Report, io_words};

/// What a command does while runs are looked for.
pub(super) struct Watching {
    pub volume: Volume,
    pub results: Results,
    pub emits: Vec<Emit>,
    pub bound: Option<u32>,
}

impl Observer for Watching {
    fn warning(&self, text: &str) {
        self.volume.warn(text);
    }

    fn loaded(&self, program: &Loaded) -> Result<(), String> {
        self.emits.iter().try_for_each(|emit| emit.before(program, self.bound))
    }

    fn progress_every(&self) -> Option<Duration> {
        self.volume.progress_every()
    }

    fn progress(&self, progress: &Progress) {
        self.volume.progress(progress);
    }

    fn overdue(&self, report: Report) {
        for emit in &self.emits {
            if let Err(error) = emit.unfinished(&report) {
                say(error);
            }
        }
        leave(self.results.give_up(&report));
    }

    fn finished(&self) {
        self.volume.clear();
    }
}

/// The format that the name of a witness asks for.
fn witness_format(path: &Path) -> Result<Format, String> {
    match path.extension().and_then(|e| e.to_str()) {
        Some("yml" | "yaml") => Ok(Format::Waypoints),
        Some("graphml") => Ok(Format::Automaton),
        _ => Err(format!("--witness {}: expected a name that ends in .yml or .graphml", path.display())),
    }
}

/// Checks the program; the result is the exit code.
///
/// # Errors
/// In words: a mistake in options or inputs.
pub fn run(args: &Args) -> Result<i32, String> {
    let emits = args.emit.iter().map(|text| Emit::parse(text)).collect::<Result<Vec<_>, _>>()?;
    let config = config::of(args, &emits)?;
    let witnesses = args.witness.iter().map(|path| Ok((path, witness_format(path)?)));
    let witnesses = witnesses.collect::<Result<Vec<_>, String>>()?;
    if !witnesses.is_empty() {
        verify::only_c(&args.source.inputs, &config.program, "--witness")?;
    }
    let results = Results::of(args);
    let watching = Watching {
        volume: Volume::of(args.quiet, args.verbose > 0),
        results: results.clone(),
        emits: emits.clone(),
        bound: args.bound,
    };
    let (inputs, observer) = (&args.source.inputs, Arc::new(watching));
    let done = match &args.replay {
        Some(witness) => verify::replay_observed(inputs, witness, config, observer),
        None => verify::verify_observed(inputs, config, observer),
    };
    let report = match done {
        Ok(report) => report,
        Err(Error::Mistake(words)) => return Err(words),
        Err(Error::Fault(fault)) => {
            fault::tell(&fault, args.fault_dir.as_deref());
            return Ok(FAULT);
        }
    };
    if let Some(why) = report.no_certificate() {
        say(format!("no certificate is written: {why}"));
    }
    for (path, format) in witnesses {
        let Some(text) = report.witness(format).map_err(|error| error.to_string())? else { continue };
        std::fs::write(path, text).map_err(|error| format!("{}: {}", path.display(), io_words(&error)))?;
    }
    if report.is_of_engine() {
        emits.iter().try_for_each(|emit| emit.after(&report))?;
    }
    let code = results.conclude(&report)?;
    // Millions of terms are given back faster by the system.
    std::mem::forget(report);
    Ok(code)
}
