//! A violation is executed again: the choices of a lasso, without states, canonical forms or automata of the search.

use super::property::{Letter, Property};
use super::space::Edge;
use crate::base::Bits;
use crate::engine::explicit::canon::{Canon, new_store};
use crate::engine::explicit::runs::{Course, Next, Runs, State};
use crate::engine::explicit::store::LeafId;
use crate::engine::record::{Detail, Event, Record, Recorder};
use crate::engine::verdict::{Fault, Run};
use crate::ltl::Word;
use crate::machine::{Machine, Stop};
use crate::property::Check;

/// A run as it is executed.
struct Replay<'r, 'i, 'p> {
    runs: &'r Runs<'i, 'p>,
    property: &'r Property,
    machine: Machine<'i, 'p>,
    /// The program has ended.
    ended: bool,
    valuation: u64,
    /// Numbers of the threads that can move, in the state before the last transition, and of the one that did.
    enabled: u64,
    mover: u32,
    recorder: Recorder<'i, 'p>,
    /// All choices.
    taken: Vec<u32>,
}

fn fault<T>(what: impl Into<String>) -> Result<T, Fault> {
    Err(Fault::Replay(what.into()))
}

/// Executes a lasso; the run, when it is what the search says: one that goes on for ever in the same way, fair if only fair
/// ones count, and that violates the property by its definition.
///
/// # Errors
/// When it is not.
pub fn lasso(
    runs: &Runs<'_, '_>,
    property: &Property,
    prefix: &[Edge],
    cycle: &[Edge],
) -> Result<(Record, Run), Fault> {
    let mut replay = Replay::new(runs, property)?;
    let mut word = Word { prefix: Vec::new(), cycle: Vec::new() };
    for edge in prefix {
        word.prefix.push(replay.valuation);
        replay.take(edge.number)?;
    }
    replay.tell(Event::Cycle);
    let begin = replay.form();
    // The threads that are not neglected.
    let mut served = 0;
    for edge in cycle {
        word.cycle.push(replay.valuation);
        replay.take(edge.number)?;
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
    replay.tell(Event::Violation(Check::Ltl, detail));
    Ok(replay.told())
}

/// Executes a run to the violation of a check.
///
/// # Errors
/// When it does not violate it.
pub fn path(
    runs: &Runs<'_, '_>,
    property: &Property,
    numbers: &[u32],
    check: Check,
) -> Result<(Record, Run), Fault> {
    let mut replay = Replay::new(runs, property)?;
    let Some((last, before)) = numbers.split_last() else { return fault("no transition") };
    for number in before {
        replay.take(*number)?;
    }
    match replay.execute(*last)? {
        Stop::Fault(crate::semantics::Fault::Violation(found), loc) if found == check => {
            let (mut record, run) = replay.told();
            record.end(runs.options.entry, check, loc);
            Ok((record, run))
        }
        _ => fault(format!("the run does not violate {check}")),
    }
}

impl<'r, 'i, 'p> Replay<'r, 'i, 'p> {
    fn new(runs: &'r Runs<'i, 'p>, property: &'r Property) -> Result<Self, Fault> {
        let machine = runs.start().map_err(|f| Fault::Replay(f.to_string()))?;
        let mut replay = Replay {
            runs,
            property,
            machine,
            ended: false,
            valuation: 0,
            enabled: 0,
            mover: 0,
            recorder: Recorder::new(runs.image),
            taken: Vec::new(),
        };
        replay.label(true);
        Ok(replay)
    }

    fn told(self) -> (Record, Run) {
        let run = Run::Choices {
            reduction: self.runs.options.reduction,
            numbers: self.taken,
            either: None,
            propositions: self.property.asked.clone(),
            owned: None,
        };
        (self.recorder.record(&self.machine), run)
    }

    fn tell(&mut self, event: Event) {
        self.recorder.note(self.runs.options.entry, event);
    }

    /// Finds out which propositions hold, and tells what has changed.
    fn label(&mut self, first: bool) {
        // What is undecided decided nothing: it may as well not hold.
        let Letter { holds: now, open } = self.property.letter(&self.machine);
        let names = self.property.names().iter().enumerate();
        let changed: Vec<(String, bool)> = names
            .filter(|(i, _)| (first || (now ^ self.valuation) >> i & 1 == 1) && open >> i & 1 == 0)
            .map(|(i, name)| (name.clone(), now >> i & 1 == 1))
            .collect();
        changed.into_iter().for_each(|(name, holds)| self.tell(Event::Proposition(name, holds)));
        self.valuation = now;
    }

    /// What the state is compared by.
    fn form(&mut self) -> Option<Vec<Vec<u8>>> {
        if self.ended {
            return None;
        }
        let (schedule, _) = self.runs.schedule(&mut self.machine, &mut self.runs.schedules());
        let ignored = schedule.as_ref().map_or(&[][..], |s| s.overwritten());
        let mut parts = Vec::new();
        let mut intern = |part: &[u8]| {
            parts.push(part.to_vec());
            Ok::<_, std::convert::Infallible>(LeafId::new(parts.len() - 1))
        };
        // With ids of no store, so that nothing is taken for known.
        let Ok(_) = Canon::new(self.runs.image, new_store()).form(&self.machine, None, ignored, &mut intern);
        Some(parts)
    }

    /// The choices of a transition, by enumeration: the scheduler is executed, too.
    fn choices(&mut self, from: &State, number: u32) -> Option<Vec<u32>> {
        let mut count = 0;
        let mut found = None;
        let mut enabled = 0;
        let Ok(()) = self.runs.transitions(&mut self.machine, from, |machine, choices, _| {
            enabled |= 1 << machine.mover.min(63);
            if count == number {
                found = Some(choices.to_vec());
            }
            count += 1;
            Ok::<_, std::convert::Infallible>(Next::On { moved: false })
        });
        self.enabled = enabled;
        found
    }

    /// Takes a transition with its choices given in advance.
    fn execute(&mut self, number: u32) -> Result<Stop, Fault> {
        let snapshot = Box::new(self.machine.snapshot());
        self.machine.restore(&snapshot);
        let from = State { snapshot, schedule: None, course: Course::default() };
        let Some(choices) = self.choices(&from, number) else { return fault("there is no such transition") };
        let machine = &mut self.machine;
        machine.restore(&from.snapshot);
        machine.environment.inputs = choices.iter().map(|c| Bits::new(64, u64::from(*c))).collect();
        machine.environment.max_steps = None;
        match self.runs.scheduler {
            Some(scheduler) => machine.schedule(scheduler),
            None => machine.resume(),
        }
        self.recorder.sync(machine);
        let stop = loop {
            if let Some(stop) = self.recorder.step(machine) {
                break stop;
            }
        };
        machine.environment.asked.clear();
        self.mover = machine.mover;
        self.taken.extend(choices);
        Ok(stop)
    }

    fn take(&mut self, number: u32) -> Result<(), Fault> {
        if self.ended || number == Edge::NONE {
            return if self.ended && number == Edge::NONE {
                self.tell(Event::Stays);
                Ok(())
            } else {
                fault("the run ends elsewhere")
            };
        }
        match self.execute(number)? {
            Stop::Interrupted => self.machine.put_away(),
            Stop::ThreadEnded => self.machine.drop_thread(),
            Stop::Exited(_) | Stop::Aborted | Stop::Over => self.ended = true,
            _ => return fault("the run stops"),
        }
        self.label(false);
        Ok(())
    }
}
