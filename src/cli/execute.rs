//! `bmc run`: a program executed on the concrete machine.

use std::path::Path;
use std::time::Instant;

use super::args::RunArgs;
use super::emit::io_words;
use super::host::Host;
use super::run::{FALSE, UNKNOWN, one_line, sanitizers, say};
use crate::base::Bits;
use crate::frontend;
use crate::machine::{Environment, Image, Machine, Stop};
use crate::program::{LocId, Program};
use crate::property::{Check, CheckSet};
use crate::semantics::Fault;

/// The status of a program that aborts, as shells tell it.
const ABORTED: i32 = 134;

/// Executes; the result is the exit code: the program's, 134 when it aborts, 10 for a violation, 20 when it does what is
/// not interpreted.
///
/// # Errors
/// In words: a mistake in options or inputs.
pub fn run(options: &RunArgs) -> Result<i32, String> {
    let checks = match &options.check {
        Some(list) => CheckSet::parse(list).map_err(|error| format!("--check: {error}"))?,
        None => CheckSet::c_default(),
    };
    let inputs = match &options.choices {
        Some(path) => choices(path)?,
        None => Vec::new(),
    };
    let program = load(options, checks)?;
    let entry =
        program.function(&options.entry).ok_or(format!("function {} is not defined", options.entry))?;
    let image = Image::new(&program, checks).map_err(|fault| fault.to_string())?;
    let name = options.inputs[0].display().to_string();
    let arguments: Vec<String> = std::iter::once(name).chain(options.arguments.iter().cloned()).collect();
    let environment = Environment {
        inputs: inputs.into(),
        system: Some(Box::new(Host::new())),
        max_steps: options.max_steps,
        ..Environment::default()
    };
    let mut machine =
        Machine::new(&image, entry, &arguments, environment).map_err(|fault| fault.to_string())?;
    let start = Instant::now();
    let stop = machine.run();
    // What was written is to be seen before what is said about it.
    machine.environment.system = None;
    if options.stats {
        let seconds = start.elapsed().as_secs_f64();
        say(format!(
            "{} steps in {seconds:.3} s, {:.1} million a second",
            machine.steps,
            machine.steps as f64 / seconds / 1e6
        ));
    }
    Ok(match stop {
        Stop::Exited(status) => status & 0xff,
        Stop::Aborted => ABORTED,
        Stop::Over => {
            say("the run ends where an assumption fails");
            0
        }
        Stop::Interrupted | Stop::ThreadEnded | Stop::Choice(_) => {
            say("threads are not executed");
            UNKNOWN
        }
        Stop::Fault(fault, loc) => {
            say(format!("{}{fault}", place(&program, loc)));
            if matches!(fault, Fault::Violation(_)) { FALSE } else { UNKNOWN }
        }
    })
}

/// `FILE:LINE: `, where the place is known.
fn place(program: &Program, loc: Option<LocId>) -> String {
    let Some(loc) = loc else { return String::new() };
    let loc = &program.locs[loc.index()];
    format!("{}:{}: ", program.files[loc.file.index()], loc.line)
}

/// The numbers of a file: one a word; what follows a `#` on its line says what they are.
fn choices(path: &Path) -> Result<Vec<Bits>, String> {
    let shown = path.display();
    let text = std::fs::read_to_string(path).map_err(|error| format!("{shown}: {}", io_words(&error)))?;
    let mut numbers = Vec::new();
    for (line, content) in (1..).zip(text.lines()) {
        let words = content.split('#').next().unwrap_or_default();
        for word in words.split_whitespace() {
            let value = Bits::from_decimal(128, word);
            numbers.push(value.ok_or_else(|| format!("{shown}:{line}: `{word}` is no number"))?);
        }
    }
    Ok(numbers)
}

fn load(options: &RunArgs, checks: CheckSet) -> Result<Program, String> {
    let frontend_options = frontend::Options {
        pointer_bits: options.model,
        include_dirs: options.include.clone(),
        defines: options.define.clone(),
        std: options.std.clone(),
        entry: options.entry.clone(),
        roots: vec!["__bmc_run_exit_handlers".to_owned()],
        ubsan: sanitizers(checks),
        promote: !checks.contains(Check::Uninit),
        ..frontend::Options::default()
    };
    frontend::load(&options.inputs, &frontend_options).map_err(|error| one_line(&error.to_string()))
}
