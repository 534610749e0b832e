//! `bmc run`: executes a program on the concrete machine.

use std::sync::Arc;
use std::time::Instant;

use super::args::RunArgs;
use super::config;
use super::console::say;
use super::exit::{FALSE, UNKNOWN};
use super::host::Host;
use crate::base::Bits;
use crate::machine::{self, Environment, Image, Machine, Reduction, SharedGlobals, Stop};
use crate::program::Program;
use crate::property::{Check, CheckSet};
use crate::semantics::Fault;
use crate::verify::{Followed, ProgramOptions, place};

/// The status of a program that aborts, as shells report it.
const ABORTED: i32 = 134;

/// Executes; the result is the exit code: the program's, 134 when it aborts, 10 for a violation, 20 when it does what is
/// not interpreted.
///
/// # Errors
/// In words: a mistake in options or inputs.
pub fn run(options: &RunArgs) -> Result<i32, String> {
    let named = options.source.checks()?;
    let followed = match &options.choices {
        Some(path) => Followed::read(path)?,
        None => Followed::default(),
    };
    // What a counterexample was found with holds for its run.
    let checks = named.or(followed.checks).unwrap_or_else(CheckSet::c_default);
    let source = &options.source;
    // Choices are those of the program that was searched, whose output was not wanted.
    let output = options.choices.is_none();
    let options_of_program = ProgramOptions { output, ..config::program(source) };
    let name = &options_of_program.entry;
    let mut program = options_of_program.load(&source.inputs, name, checks, 1, Vec::new())?;
    if let (None, Some(most)) = (source.max_object, followed.max_object) {
        program.target.max_object = most;
    }
    let entry = program.function(name).ok_or(format!("function {name} is not defined"))?;
    followed.fits(&program)?;
    let script = followed.script(&program)?;
    let image = match &script {
        Some(script) => Image::following(&program, checks, &script.tables),
        None if followed.told_undefined => Image::telling(&program, checks),
        None => Image::new(&program, checks),
    };
    let image = image.map_err(|fault| fault.to_string())?;
    let name =
        source.inputs.first().or(source.all_of.as_ref()).map_or(String::new(), |p| p.display().to_string());
    let arguments: Vec<String> = std::iter::once(name).chain(options.arguments.iter().cloned()).collect();
    let told = script.is_some() || followed.reduction.is_some();
    let system = !told && !options.interactive;
    let environment = Environment {
        inputs: followed.numbers.clone().into(),
        asks: followed.reduction.is_some(),
        malloc_may_fail: followed.malloc_may_fail,
        spurious_wakeups: followed.spurious_wakeups,
        propositions: followed.propositions.clone(),
        script: script.map(Box::new),
        system: if system { Some(Box::new(Host::new())) } else { None },
        max_steps: options.max_steps,
        ..Environment::default()
    };
    let mut machine =
        Machine::new(&image, entry, &arguments, environment).map_err(|fault| fault.to_string())?;
    let scheduler = machine::scheduler(&program);
    let free = scheduler.is_some() && machine.environment.script.is_none();
    let reduction = followed.reduction.or(free.then(Reduction::default));
    if let Some(reduction) = reduction {
        machine.interruptible(reduction);
        machine.reductions.exact_inputs = followed.exact_inputs;
        machine.reductions.told_undefined = followed.told_undefined;
        // As in the search that wrote the choices: what a library function is said to access is a point of interrupt.
        machine.reductions.races.on =
            followed.reduction.is_some() && scheduler.is_some() && checks.contains(Check::Race);
        let owned =
            followed.owned.as_ref().map(|list| SharedGlobals::assuming(&program, list.iter().copied()));
        machine.reductions.shared_globals = owned.map(Arc::new);
        machine.put_away();
        machine.let_next_go_on(&Stop::Interrupted, scheduler);
    }
    if options.interactive {
        return super::debug::interact(&image, machine, scheduler);
    }
    let start = Instant::now();
    let stop = loop {
        machine.reductions.races.clear();
        let stop = if told { machine.run_script(scheduler) } else { machine.run() };
        if reduction.is_none() || !machine.let_next_go_on(&stop, scheduler) {
            break stop;
        }
    };
    if !followed.ways.is_empty() && matches!(stop, Stop::Choice(_)) {
        return Ok(race(&program, &mut machine, &followed.ways));
    }
    // The output of the program appears before the messages about it.
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
        // Only a search makes inputs symbolic.
        Stop::Question(_) | Stop::Interrupted | Stop::ThreadEnded => {
            say("threads are not executed");
            UNKNOWN
        }
        // What is left in a register may be a variable's: the engine that wrote the script knows.
        Stop::Fault(_, loc) if machine.findings.leaks && machine.environment.script.is_some() => {
            say(format!("{}{}", place(&program, loc), Fault::Violation(Check::Leak)));
            FALSE
        }
        Stop::Fault(Fault::Violation(Check::Race), _) => tell_race(&program, &machine),
        Stop::Fault(fault, loc) => {
            say(format!("{}{fault}", place(&program, loc)));
            if matches!(fault, Fault::Violation(_)) { FALSE } else { UNKNOWN }
        }
    })
}

/// Continues with each of some choices and reports whether two of them race. Returns the exit code.
fn race(program: &Program, machine: &mut Machine<'_, '_>, ways: &[Vec<Bits>]) -> i32 {
    let here = machine.snapshot();
    machine.reductions.races.on = true;
    machine.reductions.races.clear();
    for (number, way) in (0..).zip(ways) {
        machine.restore(&here);
        machine.reductions.races.transition = number;
        machine.environment.inputs = way.clone().into();
        // How the way ends makes no difference.
        machine.run();
    }
    tell_race(program, machine)
}

/// Reports the two accesses that race, as far as there are any. Returns the exit code.
fn tell_race(program: &Program, machine: &Machine<'_, '_>) -> i32 {
    let Some((first, second)) = machine.reductions.races.found() else {
        say("no race is there");
        return UNKNOWN;
    };
    let (first, second) = (place(program, first.loc), place(program, second.loc));
    say(format!("{first}{}", Fault::Violation(Check::Race)));
    say(format!("{second}the other access"));
    FALSE
}
