//! `bmc run`: a program executed on the concrete machine.

use std::time::Instant;

use super::args::RunArgs;
use super::choices::Followed;
use super::host::Host;
use super::run::{FALSE, UNKNOWN, one_line, sanitizers, say};
use crate::frontend;
use crate::machine::{Environment, Image, Machine, Reduction, Stop};
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
    let followed = match &options.choices {
        Some(path) => Followed::read(path)?,
        None => Followed::default(),
    };
    // What a counterexample was found with holds for its run.
    let checks = match (&options.check, followed.checks) {
        (None, Some(checks)) => checks,
        _ => checks,
    };
    let program = load(options, checks)?;
    let entry =
        program.function(&options.entry).ok_or(format!("function {} is not defined", options.entry))?;
    followed.fits(&program)?;
    let script = followed.script(&program)?;
    let image = match &script {
        Some(script) => Image::following(&program, checks, &script.tables),
        None => Image::new(&program, checks),
    };
    let image = image.map_err(|fault| fault.to_string())?;
    let name = options.inputs[0].display().to_string();
    let arguments: Vec<String> = std::iter::once(name).chain(options.arguments.iter().cloned()).collect();
    let told = script.is_some() || followed.reduction.is_some();
    let system = !told && !options.interactive;
    let environment = Environment {
        inputs: followed.numbers.clone().into(),
        asks: followed.reduction.is_some(),
        malloc_may_fail: followed.malloc_may_fail,
        script: script.map(Box::new),
        system: if system { Some(Box::new(Host::new())) } else { None },
        max_steps: options.max_steps,
        ..Environment::default()
    };
    let mut machine =
        Machine::new(&image, entry, &arguments, environment).map_err(|fault| fault.to_string())?;
    let scheduler = program.function("__bmc_scheduler").filter(|&f| program.func(f).is_defined());
    let reduction =
        followed.reduction.or((options.interactive && scheduler.is_some()).then(Reduction::default));
    if let Some(reduction) = reduction {
        machine.interruptible(reduction);
        machine.put_away();
        machine.let_next_go_on(&Stop::Interrupted, scheduler);
    }
    if options.interactive {
        return super::debug::interact(&image, machine, scheduler);
    }
    let start = Instant::now();
    let stop = loop {
        let stop = machine.run();
        if reduction.is_none() || !machine.let_next_go_on(&stop, scheduler) {
            break stop;
        }
    };
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
        Stop::Over | Stop::Cut => {
            say("the run ends where an assumption fails");
            0
        }
        Stop::Choice(_) => {
            say("the choices end before the run");
            UNKNOWN
        }
        Stop::Interrupted | Stop::ThreadEnded => {
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
pub(super) fn place(program: &Program, loc: Option<LocId>) -> String {
    let Some(loc) = loc else { return String::new() };
    let loc = &program.locs[loc.index()];
    format!("{}:{}: ", program.files[loc.file.index()], loc.line)
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
