//! Replay of a violation by the choices of a lasso, without stored states, canonical forms or automata of the search.

use super::property::{Letter, Property};
use super::state_graph::Edge;
use crate::base::Bits;
use crate::engine::explicit::canon::{Canon, new_store};
use crate::engine::explicit::store::LeafId;
use crate::engine::explicit::transition_system::{Flow, State, SwitchContext, TransitionSystem};
use crate::engine::record::{Detail, Event, Record, Recorder};
use crate::engine::verdict::{Fault, Run};
use crate::ltl::Word;
use crate::machine::{Machine, Stop};
use crate::property::Check;

/// How a transition of a run is chosen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Move {
    /// By its number among those of its state.
    Number(u32),
    /// By what the run is told in it.
    Told(Vec<u128>),
    /// A run that has ended stays in its state.
    Stays,
}

impl From<&Edge> for Move {
    fn from(edge: &Edge) -> Move {
        if edge.number == Edge::NONE { Move::Stays } else { Move::Number(edge.number) }
    }
}

/// A run during its execution.
struct Replay<'r, 'i, 'p> {
    system: &'r TransitionSystem<'i, 'p>,
    property: &'r Property,
    machine: Machine<'i, 'p>,
    /// The program has ended.
    ended: bool,
    valuation: u64,
    /// Threads that were enabled in the state before the last transition, and the thread that moved.
    enabled: u64,
    mover: u32,
    recorder: Recorder<'i, 'p>,
    /// All choices so far.
    taken: Vec<u128>,
}

fn fault<T>(what: impl Into<String>) -> Result<T, Fault> {
    Err(Fault::Replay(what.into()))
}

/// Executes a lasso. Returns its trace and run after checking that the run repeats for ever, is fair if only fair runs
/// count, and violates the property by its definition.
///
/// # Errors
/// If one of these checks fails.
pub fn lasso(
    system: &TransitionSystem<'_, '_>,
    property: &Property,
    prefix: &[Move],
    cycle: &[Move],
) -> Result<(Record, Run), Fault> {
    let mut replay = Replay::new(system, property)?;
    let mut word = Word { prefix: Vec::new(), cycle: Vec::new() };
    for next in prefix {
        word.prefix.push(replay.valuation);
        replay.take(next)?;
    }
    replay.record_event(Event::Cycle);
    let begin = replay.form();
    // The threads that are treated fairly.
    let mut served = 0;
    for next in cycle {
        word.cycle.push(replay.valuation);
        replay.take(next)?;
        served |= !replay.enabled | if replay.ended { u64::MAX } else { 1 << replay.mover.min(63) };
    }
    if word.cycle.is_empty() || replay.form() != begin || replay.valuation != word.cycle[0] {
        return fault("the run does not come back to the state where its cycle begins");
    }
    if property.fair && served != u64::MAX {
        return fault("a thread is neglected in a run that is to be fair");
    }
    if !property.is_violated_by(&word) {
        return fault("the run satisfies the property");
    }
    let detail = Detail { text: Some(property.text().to_owned()), ..Detail::default() };
    replay.record_event(Event::Violation(Check::Ltl, detail));
    Ok(replay.finish())
}

/// Executes a run up to the violation of a check.
///
/// # Errors
/// If the run does not violate the check.
pub fn path(
    system: &TransitionSystem<'_, '_>,
    property: &Property,
    numbers: &[u32],
    check: Check,
) -> Result<(Record, Run), Fault> {
    let mut replay = Replay::new(system, property)?;
    let Some((last, before)) = numbers.split_last() else { return fault("no transition") };
    for &number in before {
        replay.take(&Move::Number(number))?;
    }
    match replay.execute(&Move::Number(*last))? {
        Stop::Fault(crate::semantics::Fault::Violation(found), loc) if found == check => {
            let (mut record, run) = replay.finish();
            record.end(system.options.entry, check, loc);
            Ok((record, run))
        }
        _ => fault(format!("the run does not violate {check}")),
    }
}

impl<'r, 'i, 'p> Replay<'r, 'i, 'p> {
    fn new(system: &'r TransitionSystem<'i, 'p>, property: &'r Property) -> Result<Self, Fault> {
        let machine = system.start().map_err(|f| Fault::Replay(f.to_string()))?;
        let mut replay = Replay {
            system,
            property,
            machine,
            ended: false,
            valuation: 0,
            enabled: 0,
            mover: 0,
            recorder: Recorder::new(system.image),
            taken: Vec::new(),
        };
        replay.label(true);
        Ok(replay)
    }

    fn finish(self) -> (Record, Run) {
        (self.recorder.record(&self.machine), self.system.run_of(self.taken, None))
    }

    fn record_event(&mut self, event: Event) {
        self.recorder.note(self.system.options.entry, event);
    }

    /// Evaluates the propositions and records changes.
    fn label(&mut self, first: bool) {
        // The value of an undefined proposition did not matter, so it counts as false.
        let Letter { holds: now, open } = self.property.letter(&self.machine);
        let names = self.property.names().iter().enumerate();
        let changed: Vec<(String, bool)> = names
            .filter(|(i, _)| (first || (now ^ self.valuation) >> i & 1 == 1) && open >> i & 1 == 0)
            .map(|(i, name)| (name.clone(), now >> i & 1 == 1))
            .collect();
        changed.into_iter().for_each(|(name, holds)| self.record_event(Event::Proposition(name, holds)));
        self.valuation = now;
    }

    /// Form by which states are compared.
    fn form(&mut self) -> Option<Vec<Vec<u8>>> {
        if self.ended {
            return None;
        }
        let (schedule, _) = self.system.schedule(&mut self.machine, &mut self.system.schedules());
        let ignored = schedule.as_ref().map_or(&[][..], |s| s.overwritten());
        let mut parts = Vec::new();
        let mut intern = |part: &[u8]| {
            parts.push(part.to_vec());
            Ok::<_, std::convert::Infallible>(LeafId::new(parts.len() - 1))
        };
        // Uses the ids of an unused store, so that no part counts as known.
        let Ok(_) =
            Canon::new(self.system.image, new_store()).form(&self.machine, None, ignored, &mut intern);
        Some(parts)
    }

    /// Finds the choices of a transition by enumeration; this also executes the scheduler.
    fn choices(&mut self, from: &State, number: u32) -> Option<Vec<u32>> {
        let mut count = 0;
        let mut found = None;
        let mut enabled = 0;
        let Ok(()) = self.system.transitions(&mut self.machine, from, |machine, choices, _| {
            enabled |= 1 << machine.threads.mover.min(63);
            if count == number {
                found = Some(choices.to_vec());
            }
            count += 1;
            Ok::<_, std::convert::Infallible>(Flow::Continue { moved: false })
        });
        self.enabled = enabled;
        found
    }

    /// Executes a transition with its choices given in advance.
    fn execute(&mut self, next: &Move) -> Result<Stop, Fault> {
        let snapshot = Box::new(self.machine.snapshot());
        self.machine.restore(&snapshot);
        let mut from = State { snapshot, schedule: None, context: SwitchContext::default() };
        let choices: Vec<u128> = match next {
            Move::Number(number) => {
                let Some(choices) = self.choices(&from, *number) else {
                    return fault("there is no such transition");
                };
                choices.into_iter().map(u128::from).collect()
            }
            Move::Told(told) => {
                (from.schedule, _) = self.system.schedule(&mut self.machine, &mut self.system.schedules());
                self.enabled = from.enabled();
                told.clone()
            }
            Move::Stays => return fault("the run ends elsewhere"),
        };
        let machine = &mut self.machine;
        machine.restore(&from.snapshot);
        machine.environment.inputs = choices.iter().map(|&c| Bits::from_u128(128, c)).collect();
        machine.environment.max_steps = None;
        self.system.begin(machine);
        self.recorder.sync(machine);
        let stop = loop {
            if let Some(stop) = self.recorder.step(machine) {
                break stop;
            }
        };
        machine.environment.asked.clear();
        self.mover = machine.threads.mover;
        self.taken.extend(choices);
        Ok(stop)
    }

    fn take(&mut self, next: &Move) -> Result<(), Fault> {
        if self.ended && *next == Move::Stays {
            self.record_event(Event::Stays);
            return Ok(());
        }
        if self.ended {
            return fault("the run has ended");
        }
        match self.execute(next)? {
            Stop::Interrupted => self.machine.put_away(),
            Stop::ThreadEnded => self.machine.drop_thread(),
            Stop::Exited(_) | Stop::Aborted | Stop::Over => self.ended = true,
            stop => return fault(format!("the run stops with {stop:?}")),
        }
        self.label(false);
        Ok(())
    }
}
