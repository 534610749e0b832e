//! Runs with random schedules and inputs, for violations that lie deep in a large space of states.
//!
//! Three ways to choose the next thread take turns: any; mostly the one that ran last; and by priorities that change at a few
//! random moments, which finds a violation that needs `d` orders among `k` steps of `n` threads with a probability of at least
//! 1 / (n k^(d-1)) (PCT: Burckhardt et al., "A randomized scheduler with probabilistic guarantees of finding bugs", ASPLOS 2010).
//! What they find is a run as any other of the machine; what they do not find says nothing.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering::Relaxed;

use super::schedules::Schedules;
use super::transition_system::TransitionSystem;
use crate::base::{Bits, Random, is_late, part_of};
use crate::engine::record::{Record, Recorder};
use crate::engine::verdict::{Replayed, Violation};
use crate::machine::{Machine, Schedule, Stop};
use crate::program::LocId;
use crate::property::Check;
use crate::semantics::Fault;

/// Effort of all walks: operations, and those of each transition ([`TRANSITION`], [`PLANNED`]).
const MOST: u64 = 40_000_000;
/// Effort of a single walk.
const MOST_OF_ONE: u64 = 2_000_000;
/// A transition in operations: putting threads away, and finding the schedule.
const TRANSITION: u64 = 40;
/// A schedule that is not known, in operations by the square of its ways.
const PLANNED: u64 = 3;
/// A walk counts as so much at least: it has to be set up.
const LEAST_OF_ONE: u64 = 3_000;
/// So many walks and one: where all meet what is not supported, others will.
const ALL_STOPPED: u32 = 63;
/// The number of the first thread.
const FIRST: u32 = 0;
/// Transitions that a walk takes back because the run ended there.
const MOST_RETRIES: u32 = 24;
/// A transition that is taken back, in operations.
const RETRY: u64 = 4_000;
/// So many transitions of one thread while others could go on: it may wait for them.
const PATIENCE: u32 = 64;
/// The same for the first thread where it goes first: it may create many.
const PATIENCE_WITH_FIRST: u32 = 1_024;

/// A run that violates a check.
pub(super) struct Walk {
    pub check: Check,
    pub loc: Option<LocId>,
    /// What was chosen in each transition: the thread, if there were several, and inputs.
    pub choices: Vec<Vec<u32>>,
}

impl Walk {
    /// Executes it again and writes down what happens.
    pub(super) fn violation(&self, system: &TransitionSystem<'_, '_>) -> Violation {
        let mut recorder = Recorder::new(system.image);
        let mut record = Record::default();
        if let Ok(mut machine) = system.start() {
            for chosen in &self.choices {
                let from = machine.snapshot();
                system.record(&mut machine, &from, chosen, &mut recorder);
            }
            record = recorder.record(&machine);
        }
        let run = system.run(self.choices.concat(), None);
        Violation { check: self.check, loc: self.loc, record, replayed: Replayed::Machine, run }
    }
}

/// How a walk chooses the next thread.
#[derive(Clone, Copy)]
enum Manner {
    Any,
    /// Another one than the last in one of so many cases.
    Stay(u64),
    /// The one with the highest priority; this many changes.
    Priorities(u32),
}

/// The scheduler of a walk. Threads are their numbers.
struct Chooser {
    random: Random,
    manner: Manner,
    /// By thread. The larger goes first.
    priorities: BTreeMap<u32, u64>,
    /// The transitions at which the running thread's priority falls.
    changes: Vec<u32>,
    /// One of the threads that are created first goes last.
    last_of_all: Option<u32>,
    /// Falls with each change.
    lowest: u64,
    last: Option<u32>,
    /// Transitions that the last one has taken in a row.
    row: u32,
    /// The first thread, which creates the others, goes on as long as it can.
    creates_all: bool,
    /// Threads that go on only where no others can: the program would end, or an assumption fail.
    held: Vec<(u32, Held)>,
}

/// For how long a thread does not go on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Held {
    Once,
    Always,
}

impl Chooser {
    fn new(seed: u64, number: u32, length: u32) -> Chooser {
        let mut random = Random::new(seed);
        let manner = match number % 4 {
            0 => Manner::Any,
            1 => Manner::Stay(8),
            2 => Manner::Stay(32),
            _ => Manner::Priorities(number / 16 % 4),
        };
        let count = if let Manner::Priorities(count) = manner { count } else { 0 };
        let last_of_all = (number / 8 % 2 == 1).then_some(FIRST + 1 + number / 16 % 4);
        let changes = (0..count).map(|_| random.below(u64::from(length.max(1))) as u32).collect();
        Chooser {
            random,
            manner,
            priorities: BTreeMap::new(),
            changes,
            last_of_all,
            lowest: 1 << 32,
            last: None,
            row: 0,
            creates_all: number / 4 % 2 == 1,
            held: Vec::new(),
        }
    }

    fn priority(&mut self, thread: u32) -> u64 {
        if self.last_of_all == Some(thread) {
            return 0;
        }
        let random = &mut self.random;
        *self.priorities.entry(thread).or_insert_with(|| (1 << 32) + (random.next_u64() >> 2))
    }

    /// The choice at a transition with this number.
    fn next(&mut self, schedule: &Schedule, number: u32) -> usize {
        let all = 0..schedule.ways();
        let is_free = |way: &usize| !self.held.iter().any(|(thread, _)| *thread == schedule.thread(*way));
        let mut ways: Vec<usize> = all.clone().filter(is_free).collect();
        if ways.is_empty() {
            ways = all.collect();
        }
        self.held.retain(|(_, held)| *held == Held::Always);
        let way = self.among(schedule, &ways, number);
        let thread = schedule.thread(way);
        self.row = if Some(thread) == self.last { self.row + 1 } else { 0 };
        self.last = Some(thread);
        way
    }

    /// One of these.
    fn among(&mut self, schedule: &Schedule, ways: &[usize], number: u32) -> usize {
        let any = ways[self.random.below(ways.len() as u64) as usize];
        if self.creates_all {
            let first = ways.iter().find(|&&way| schedule.thread(way) == FIRST);
            if let Some(&first) = first.filter(|_| self.row < PATIENCE_WITH_FIRST) {
                return first;
            }
            self.creates_all = number == 0;
        }
        let same = ways.iter().find(|&&way| Some(schedule.thread(way)) == self.last);
        match (self.manner, same) {
            (Manner::Stay(cases), Some(&same)) if self.random.below(cases) != 0 && self.row < PATIENCE => {
                same
            }
            (Manner::Any | Manner::Stay(_), _) => any,
            (Manner::Priorities(_), _) => {
                if let Some(last) =
                    self.last.filter(|_| self.changes.contains(&number) || self.row >= PATIENCE)
                {
                    self.lowest -= 1;
                    self.priorities.insert(last, self.lowest);
                    self.row = 0;
                }
                let of: Vec<(u64, usize)> =
                    ways.iter().map(|&way| (self.priority(schedule.thread(way)), way)).collect();
                of.into_iter().max().map_or(any, |(_, way)| way)
            }
        }
    }

    /// The last transition is taken back: the thread goes on later.
    fn take_back(&mut self, held: Held) {
        self.held.extend(self.last.map(|thread| (thread, held)));
    }

    /// A choice among so many.
    fn choose(&mut self, count: u32) -> u32 {
        let any = self.random.below(count.max(1).into()) as u32;
        match self.random.below(4) {
            0 => any.min(self.random.below(3) as u32).min(count.saturating_sub(1)),
            _ => any,
        }
    }

    /// A value of a wide input.
    fn value(&mut self) -> u32 {
        let any = self.random.next_u64() as u32;
        match self.random.below(8) {
            0 => 0,
            1 => 1,
            2 => u32::MAX,
            3 => i32::MAX as u32,
            4 => any % 4,
            5 => any % 16,
            6 => any % 1024,
            _ => any,
        }
    }
}

/// Looks for a violation until the effort is spent, or one of so many parts of the time that is left.
pub(super) fn find(system: &TransitionSystem<'_, '_>, parts: u32) -> Option<Walk> {
    let options = system.options;
    let end = part_of(options.deadline, parts);
    let mut schedules = system.schedules();
    let (mut effort, mut length, mut stopped) = (0, 0, 0);
    for number in 0.. {
        let stopped_by_others = options.stop.as_ref().is_some_and(|stop| stop.load(Relaxed));
        if is_late(end) || stopped_by_others || effort >= MOST {
            return None;
        }
        let machine = system.start().ok()?;
        let chooser = Chooser::new(0x77a1_6b5a ^ u64::from(number), number, length);
        let choices = Vec::new();
        let mut walker =
            Walker { system, machine, chooser, choices, effort: 0, retries: 0, is_stopped: false };
        let found = walker.walk(&mut schedules);
        if found.is_some() {
            return found;
        }
        effort += walker.effort.max(LEAST_OF_ONE);
        length = length.max(walker.choices.len() as u32);
        stopped += u32::from(walker.is_stopped);
        if stopped > number && number >= ALL_STOPPED {
            return None;
        }
    }
    None
}

/// A walk that goes on.
struct Walker<'s, 'i, 'p> {
    system: &'s TransitionSystem<'i, 'p>,
    machine: Machine<'i, 'p>,
    chooser: Chooser,
    /// In each transition.
    choices: Vec<Vec<u32>>,
    effort: u64,
    /// Transitions that were taken back.
    retries: u32,
    /// It has met what is not supported.
    is_stopped: bool,
}

impl<'i, 'p> Walker<'_, 'i, 'p> {
    /// Goes on to an end.
    fn walk(&mut self, schedules: &mut Schedules) -> Option<Walk> {
        while self.effort < MOST_OF_ONE {
            let before = self.machine.steps;
            let from = self.machine.snapshot();
            let (ways, stop, chosen) = self.transition(schedules);
            self.effort += self.machine.steps - before + TRANSITION;
            let asked = chosen.len() > usize::from(ways > 1);
            self.choices.push(chosen);
            match stop {
                Stop::Interrupted => self.machine.put_away(),
                Stop::ThreadEnded => self.machine.drop_thread(),
                Stop::Fault(Fault::Violation(check), loc) if !self.machine.findings.may_have_lost => {
                    let repeated = self.again();
                    let same =
                        matches!(repeated, Some(Stop::Fault(Fault::Violation(found), _)) if found == check);
                    return same.then(|| Walk { check, loc, choices: std::mem::take(&mut self.choices) });
                }
                // Other threads may go first, or other inputs lead on.
                Stop::Cut | Stop::Exited(_) | Stop::Over
                    if (ways > 1 || (asked && matches!(stop, Stop::Cut))) && self.retries < MOST_RETRIES =>
                {
                    self.retries += 1;
                    self.effort += RETRY;
                    self.choices.pop();
                    if !matches!(stop, Stop::Cut) {
                        self.chooser.take_back(Held::Always);
                    } else if !asked {
                        self.chooser.take_back(Held::Once);
                    }
                    self.machine.restore(&from);
                }
                Stop::Fault(..) => {
                    self.is_stopped = true;
                    return None;
                }
                _ => return None,
            }
        }
        None
    }

    /// A transition of random choice. Returns in how many ways the schedule goes on, why it stopped, and what was chosen.
    fn transition(&mut self, schedules: &mut Schedules) -> (usize, Stop, Vec<u32>) {
        let Walker { system, machine, chooser, choices, effort, .. } = self;
        let (schedule, is_new) = system.schedule(machine, schedules);
        let mut chosen = Vec::new();
        machine.environment.inputs.clear();
        let mut ways = 1;
        match (&schedule, system.scheduler) {
            (Some(schedule), _) if schedule.ways() > 0 => {
                ways = schedule.ways();
                *effort += if is_new { PLANNED * (ways * ways) as u64 } else { 0 };
                let way = chooser.next(schedule, choices.len() as u32);
                if ways > 1 {
                    chosen.push(way as u32);
                }
                schedule.follow(machine, way);
            }
            (_, Some(scheduler)) => machine.schedule(scheduler),
            (_, None) => machine.resume(),
        }
        machine.environment.max_steps = Some(machine.steps + system.options.max_steps.min(MOST_OF_ONE));
        (ways, run(machine, chooser, &mut chosen), chosen)
    }

    /// Executes the choices from the start, as others will follow them. Returns why the last transition stopped.
    fn again(&self) -> Option<Stop> {
        let mut machine = self.system.start().ok()?;
        let mut last = Stop::Interrupted;
        for chosen in &self.choices {
            machine.environment.inputs = chosen.iter().map(|&c| Bits::new(64, c.into())).collect();
            self.system.begin(&mut machine);
            machine.environment.max_steps = None;
            last = machine.run();
            match last {
                Stop::Interrupted => machine.put_away(),
                Stop::ThreadEnded => machine.drop_thread(),
                _ => break,
            }
        }
        Some(last)
    }
}

/// Goes on with random inputs.
fn run(machine: &mut Machine<'_, '_>, chooser: &mut Chooser, chosen: &mut Vec<u32>) -> Stop {
    loop {
        let next = match machine.run() {
            Stop::Choice(u32::MAX) => chooser.value(),
            Stop::Choice(count) => chooser.choose(count),
            stop => return stop,
        };
        chosen.push(next);
        machine.environment.inputs.push_back(Bits::new(64, next.into()));
    }
}
