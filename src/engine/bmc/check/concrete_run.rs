//! Programs with a single run are executed by the machine, which is forty times as fast as the evaluation on a loop of millions
//! of iterations. Execution stops where the program reads an input, or where runs could differ.

use super::Options;
use crate::engine::record::{Recorder, record_end, record_start, run_to};
use crate::engine::verdict::{Replayed, Run, Violation};
use crate::machine;
use crate::machine::{Environment, Image, Machine, Reduction, Stop};
use crate::program::Program;
use crate::property::Check;
use crate::semantics::{Fault, Resource};

/// Operations between two states that are kept.
const INTERVAL: u64 = 50_000_000;

/// Evidence that a program has a single run, which the machine has executed to its end.
#[derive(Clone, Copy, Debug)]
pub struct Executed(());

/// How the only run ends.
pub enum Ended {
    /// With a violation.
    Violated(Box<Violation>),
    /// Without one.
    Well(Executed),
}

/// Executes the program. `None` if it has other runs, or if this run does not decide the verdict.
pub fn execute(program: &Program, options: &Options) -> Option<Ended> {
    let elsewhere = [Check::Leak, Check::LeakAtExit, Check::Race, Check::Ltl];
    let plain = program.func(options.eval.entry).params.is_empty()
        && !options.eval.assumptions.flat
        && !options.eval.assumptions.malloc_may_fail
        && !options.all
        && !elsewhere.iter().any(|&check| options.eval.checks.contains(check))
        && options.eval.target.is_none()
        && machine::scheduler(program).is_none();
    if !plain {
        return None;
    }
    let image = Image::new(program, options.eval.checks).ok()?;
    let start = || {
        let environment = Environment { asks: true, ..Environment::default() };
        Machine::new(&image, options.eval.entry, &[], environment).ok()
    };
    let mut machine = start()?;
    // The record of the end starts at the state before the last one, which is far enough from the end.
    let (mut early, mut late) = (machine.snapshot(), machine.snapshot());
    let stop = loop {
        let to = machine.steps + INTERVAL;
        let stop = run_to(&mut machine, to, options.eval.deadline);
        if !matches!(stop, Stop::Fault(Fault::Exhausted(Resource::Steps), _)) {
            break stop;
        }
        early = std::mem::replace(&mut late, machine.snapshot());
    };
    let (check, loc) = match stop {
        Stop::Exited(_) | Stop::Aborted | Stop::Over => return Some(Ended::Well(Executed(()))),
        Stop::Fault(Fault::Violation(check), loc) => (check, loc),
        _ => return None,
    };
    let last = machine.steps;
    let mut machine = start()?;
    let mut recorder = Recorder::new(&image);
    record_start(&mut machine, &mut recorder);
    record_end(&mut machine, &mut recorder, (last, Vec::new()), &[(early, 0)]);
    let run = Run::Choices {
        reduction: Reduction::default(),
        spurious_wakeups: false,
        exact_inputs: false,
        told_undefined: false,
        numbers: Vec::new(),
        either: None,
        propositions: Vec::new(),
        owned: None,
    };
    let record = recorder.record(&machine);
    Some(Ended::Violated(Box::new(Violation { check, loc, record, replayed: Replayed::Machine, run })))
}
