//! Executes a run once and records it. Of a long run the start and the end are recorded; in between only inputs are noted, and
//! states are kept from which the end can be executed again.

use std::time::Instant;

use super::{Record, Recorder, Step};
use crate::base::is_late;
use crate::machine::{Machine, ObjId, Snapshot, Stop};
use crate::semantics::{Fault, Resource};

/// Operations of a long run that are recorded: at its start and at its end. A run of at most twice as many is recorded from
/// its start to its end.
const TOLD: (u64, u64) = (500_000, 2_000_000);

/// Operations between two looks at the clock.
const SLICE: u64 = 50_000_000;

/// Operations between two states that are kept.
const INTERVAL: u64 = 10_000_000;

/// Operations whose inputs are noted one by one.
const WATCHED: u64 = 100_000_000;

/// A run that was executed.
pub struct Followed<'i, 'p> {
    /// Why the machine does not go on.
    pub stop: Stop,
    /// The machine at the end.
    pub machine: Machine<'i, 'p>,
    /// What it has done.
    pub recorder: Recorder<'i, 'p>,
}

fn late() -> Stop {
    Stop::Fault(Fault::Exhausted(Resource::Time), None)
}

/// Whether a machine has stopped because it was to make so many operations only.
fn is_pause(stop: &Stop) -> bool {
    matches!(stop, Stop::Fault(Fault::Exhausted(Resource::Steps), _))
}

/// Executes so many operations, or to the end.
pub fn run_to(machine: &mut Machine<'_, '_>, to: u64, deadline: Option<Instant>) -> Stop {
    loop {
        machine.environment.max_steps = Some(to.min(machine.steps + SLICE));
        let stop = machine.run();
        machine.environment.max_steps = None;
        if !is_pause(&stop) || machine.steps >= to {
            return stop;
        }
        if is_late(deadline) {
            return late();
        }
    }
}

/// Records the start of a run; the reason when the machine does not go on.
pub fn record_start<'i, 'p>(machine: &mut Machine<'i, 'p>, recorder: &mut Recorder<'i, 'p>) -> Option<Stop> {
    record_to(machine, recorder, TOLD.0)
}

/// Executes so many operations, or to the end, and records them; the reason when the machine does not go on. What is
/// recorded of a run is counted, so it ends by itself and not by the clock.
fn record_to<'i, 'p>(
    machine: &mut Machine<'i, 'p>,
    recorder: &mut Recorder<'i, 'p>,
    to: u64,
) -> Option<Stop> {
    while machine.steps < to {
        if let Some(stop) = recorder.step(machine) {
            return Some(stop);
        }
    }
    None
}

/// Records the end of a run of so many operations whose start is recorded. `states` are some that the run comes to.
pub fn record_end<'i, 'p>(
    machine: &mut Machine<'i, 'p>,
    recorder: &mut Recorder<'i, 'p>,
    (last, inputs): (u64, Vec<(u64, Step)>),
    states: &[(Snapshot, usize)],
) {
    let (head, tail) = TOLD;
    let before = machine.steps;
    let from = if last > 2 * (head + tail) { last - tail } else { before };
    let near = states.iter().filter(|s| before < s.0.steps() && s.0.steps() <= from);
    if let Some((state, asked)) = near.max_by_key(|s| s.0.steps()) {
        machine.restore(state);
        machine.environment.asked.truncate(*asked);
    }
    if from > before {
        run_to(machine, from, None);
        let inputs = inputs.into_iter().filter(|i| i.0 <= from).map(|i| i.1).collect();
        recorder.sync(machine);
        recorder.skipped(machine, machine.steps - before, inputs);
    }
    // The operation that stops the run may not count.
    record_to(machine, recorder, last + 1);
}

/// Executes a run from its start to its end.
pub fn follow<'i, 'p>(
    mut machine: Machine<'i, 'p>,
    mut recorder: Recorder<'i, 'p>,
    deadline: Option<Instant>,
) -> Followed<'i, 'p> {
    if let Some(stop) = record_start(&mut machine, &mut recorder) {
        return Followed { stop, machine, recorder };
    }
    let start = (machine.snapshot(), machine.environment.asked.len());
    let mut states: Vec<(Snapshot, usize)> = Vec::new();
    let mut inputs = Vec::new();
    // Another one notes the inputs, as the end may be recorded from the start on.
    let mut watcher = recorder.at_input(start.1);
    let asks = machine.environment.script.as_ref().is_some_and(|s| !s.tables.values.is_empty());
    let stop = loop {
        let to = machine.steps + INTERVAL;
        let stop = if asks && machine.steps < WATCHED {
            pass_to(&mut machine, &mut watcher, to, &mut inputs)
        } else {
            let asked = machine.environment.asked.len();
            let stop = run_to(&mut machine, to, deadline);
            if machine.environment.asked.len() > asked {
                recorder.misses_inputs();
            }
            stop
        };
        if !is_pause(&stop) {
            break stop;
        }
        if machine.steps >= SLICE && is_late(deadline) {
            break late();
        }
        // The one before the last is far enough from the end.
        if states.len() == 2 {
            states.remove(0);
        }
        states.push((machine.snapshot(), machine.environment.asked.len()));
    };
    let last = machine.steps;
    machine.restore(&start.0);
    machine.environment.asked.truncate(start.1);
    (machine.findings.leaks, machine.findings.culprit) = (false, ObjId::NONE);
    record_end(&mut machine, &mut recorder, (last, inputs), &states);
    Followed { stop, machine, recorder }
}

/// Executes so many operations, or to the end, and notes inputs.
fn pass_to<'i, 'p>(
    machine: &mut Machine<'i, 'p>,
    recorder: &mut Recorder<'i, 'p>,
    to: u64,
    inputs: &mut Vec<(u64, Step)>,
) -> Stop {
    while machine.steps < to {
        if let Some(stop) = recorder.pass(machine, inputs) {
            return stop;
        }
    }
    Stop::Fault(Fault::Exhausted(Resource::Steps), None)
}

/// Executes a run as long as `watch` says before each operation, and records its start; of the rest only inputs. The result tells why
/// the machine does not go on, if it does not.
pub fn record_onwards<'i, 'p>(
    mut machine: Machine<'i, 'p>,
    mut recorder: Recorder<'i, 'p>,
    mut watch: impl FnMut(&Machine<'i, 'p>) -> bool,
) -> (Option<Stop>, Machine<'i, 'p>, Record) {
    let mut stop = None;
    while stop.is_none() && machine.steps < TOLD.0 && watch(&machine) {
        stop = recorder.step(&mut machine);
    }
    let before = machine.steps;
    if stop.is_none() && before >= TOLD.0 {
        let mut watcher = recorder.at_input(machine.environment.asked.len());
        let mut inputs = Vec::new();
        while stop.is_none() && watch(&machine) {
            stop = watcher.pass(&mut machine, &mut inputs);
        }
        let inputs = inputs.into_iter().map(|i| i.1).collect();
        recorder.sync(&machine);
        recorder.skipped(&machine, machine.steps - before, inputs);
    }
    let record = recorder.record(&machine);
    (stop, machine, record)
}
