//! The search.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use rustc_hash::FxHashSet;

use super::canon::Canon;
use crate::base::Bits;
use crate::engine::trace::{Detail, Event, Step, Trace};
use crate::engine::verdict::{Cause, Proof, Verdict, Violation};
use crate::machine::{Environment, Image, Machine, Reduction, Snapshot, Stop};
use crate::program::{FuncId, InstKind, LocId, Program, Value, operands};
use crate::property::{Check, CheckSet};
use crate::semantics::{Fault, Resource};

/// What to check, and how far to go.
pub struct Options {
    /// The entry function.
    pub entry: FuncId,
    /// What counts as a violation.
    pub checks: CheckSet,
    /// Which interrupts are left out.
    pub reduction: Reduction,
    /// When to give up.
    pub deadline: Option<Instant>,
    /// Raised by the caller to end the search.
    pub stop: Option<Arc<AtomicBool>>,
    /// Whether allocation may fail.
    pub malloc_may_fail: bool,
    /// Most operations of one transition.
    pub max_steps: u64,
}

/// How far the search is.
#[derive(Clone, Copy, Default, Debug)]
pub struct Progress {
    /// States visited.
    pub states: u64,
    /// Transitions between them.
    pub transitions: u64,
    /// Operations executed.
    pub steps: u64,
    /// States whose successors are not known yet.
    pub waiting: usize,
    /// Transitions on the way to the state that is looked at.
    pub depth: u32,
}

/// Evidence that every state was visited and none of its transitions was cut short. Only the search makes it.
pub struct Explored(());

/// A state to be explored.
struct Waiting {
    snapshot: Snapshot,
    /// Its number.
    state: u32,
    depth: u32,
}

/// How a state was reached first.
struct Origin {
    /// From this state; itself for the initial one.
    from: u32,
    /// By these choices.
    choices: Box<[u32]>,
}

/// What ends the search early.
enum End {
    Violation { check: Check, loc: Option<LocId>, choices: Vec<u32>, from: u32 },
    Unknown(Cause),
}

struct Search<'i, 'p> {
    image: &'i Image<'p>,
    options: &'i Options,
    scheduler: Option<FuncId>,
    canon: Canon<'i, 'p>,
    visited: FxHashSet<Box<[u8]>>,
    origins: Vec<Origin>,
    waiting: VecDeque<Waiting>,
    progress: Progress,
}

/// Explores a program. The second part of the answer are the figures.
pub fn check(
    program: &Program,
    options: &Options,
    progress: &mut dyn FnMut(&Progress),
) -> (Verdict, Progress) {
    let image = match Image::new(program, options.checks) {
        Ok(image) => image,
        Err(fault) => return (Verdict::Unknown(cause(fault, None)), Progress::default()),
    };
    let scheduler = program.function("__bmc_scheduler").filter(|&f| program.func(f).is_defined());
    let mut search = Search {
        image: &image,
        options,
        scheduler,
        canon: Canon::new(&image),
        visited: FxHashSet::default(),
        origins: Vec::new(),
        waiting: VecDeque::new(),
        progress: Progress::default(),
    };
    let verdict = match search.run(progress) {
        Ok(explored) => Verdict::True(Proof::explored(explored)),
        Err(End::Unknown(cause)) => Verdict::Unknown(cause),
        Err(End::Violation { check, loc, choices, from }) => {
            let path = search.path(from, choices);
            let trace = search.trace(&path, check, loc);
            Verdict::False(vec![Violation { check, loc, trace }])
        }
    };
    (verdict, search.progress)
}

/// Where the entry function uses what it is given, which may be anything.
fn uses_arguments(program: &Program, entry: FuncId) -> Option<Option<LocId>> {
    let insts = &program.func(entry).insts;
    let uses = |kind: &InstKind| {
        let mut found = false;
        let mut look = |v: Value| found |= matches!(v, Value::Arg(_));
        match kind {
            InstKind::Phi(incoming) => incoming.iter().for_each(|(_, v)| look(*v)),
            kind => operands(kind, look),
        }
        found
    };
    insts.iter().find(|inst| uses(&inst.kind)).map(|inst| inst.loc)
}

/// Why there is no answer, for what the machine does not go on after.
fn cause(fault: Fault, loc: Option<LocId>) -> Cause {
    match fault {
        Fault::Exhausted(Resource::Memory) => Cause::Memory,
        Fault::Exhausted(Resource::Time) => Cause::Timeout,
        Fault::Unsupported(what) => Cause::Unsupported { what: what.to_string(), loc },
        other => Cause::Unsupported { what: other.to_string(), loc },
    }
}

impl<'i> Search<'i, '_> {
    fn run(&mut self, progress: &mut dyn FnMut(&Progress)) -> Result<Explored, End> {
        let malloc_may_fail = self.options.malloc_may_fail;
        let environment = Environment { asks: true, malloc_may_fail, ..Environment::default() };
        if let Some(loc) = uses_arguments(self.image.program, self.options.entry) {
            let what = "arguments of the entry function".to_owned();
            return Err(End::Unknown(Cause::Unsupported { what, loc }));
        }
        let mut machine = Machine::new(self.image, self.options.entry, &["program".to_owned()], environment)
            .map_err(|fault| End::Unknown(cause(fault, None)))?;
        machine.interruptible(self.options.reduction);
        machine.put_away();
        self.found(&machine, 0, Vec::new(), 0);
        while let Some(waiting) = self.waiting.pop_front() {
            self.progress.waiting = self.waiting.len();
            self.progress.depth = waiting.depth;
            if self.progress.states.is_multiple_of(1024) {
                progress(&self.progress);
            }
            self.limits()?;
            self.successors(&mut machine, &waiting)?;
        }
        Ok(Explored(()))
    }

    fn limits(&self) -> Result<(), End> {
        let stopped = self.options.stop.as_ref().is_some_and(|s| s.load(Ordering::Relaxed));
        if stopped || self.options.deadline.is_some_and(|d| Instant::now() >= d) {
            return Err(End::Unknown(Cause::Timeout));
        }
        Ok(())
    }

    /// All transitions of a state: one for every sequence of choices.
    fn successors(&mut self, machine: &mut Machine<'i, '_>, waiting: &Waiting) -> Result<(), End> {
        // States within the transition, each with the choices made so far and the one to be made.
        let mut open: Vec<(Option<Snapshot>, Vec<u32>)> = vec![(None, Vec::new())];
        while let Some((inside, choices)) = open.pop() {
            machine.environment.inputs.clear();
            match &inside {
                Some(snapshot) => {
                    machine.restore(snapshot);
                    let chosen = *choices.last().expect("a choice was made");
                    machine.environment.inputs.push_back(Bits::new(64, chosen.into()));
                }
                None => {
                    machine.restore(&waiting.snapshot);
                    match self.scheduler {
                        Some(scheduler) => machine.schedule(scheduler),
                        None => machine.resume(),
                    }
                }
            }
            let before = machine.steps;
            machine.environment.max_steps = Some(before + self.options.max_steps);
            let stop = machine.run();
            machine.environment.asked.clear();
            self.progress.steps += machine.steps - before;
            match stop {
                Stop::Choice(count) => {
                    let here = machine.snapshot();
                    for chosen in (0..count).rev() {
                        let mut choices = choices.clone();
                        choices.push(chosen);
                        open.push((Some(here.clone()), choices));
                    }
                    continue;
                }
                Stop::Interrupted => machine.put_away(),
                Stop::ThreadEnded => machine.drop_thread(),
                Stop::Exited(_) | Stop::Aborted | Stop::Over => {
                    self.progress.transitions += 1;
                    continue;
                }
                Stop::Fault(Fault::Violation(check), loc) => {
                    return Err(End::Violation { check, loc, choices, from: waiting.state });
                }
                Stop::Fault(fault, loc) => return Err(End::Unknown(cause(fault, loc))),
            }
            self.progress.transitions += 1;
            self.found(machine, waiting.state, choices, waiting.depth + 1);
        }
        Ok(())
    }

    /// A state was reached; it is explored later if it is a new one.
    fn found(&mut self, machine: &Machine<'i, '_>, from: u32, choices: Vec<u32>, depth: u32) {
        let form = self.canon.parts(machine).concat();
        if !self.visited.insert(form.into()) {
            return;
        }
        let state = self.origins.len() as u32;
        self.origins.push(Origin { from, choices: choices.into() });
        self.progress.states += 1;
        self.waiting.push_back(Waiting { snapshot: machine.snapshot(), state, depth });
    }

    /// The choices of every transition from the initial state to one, and then these.
    fn path(&self, mut state: u32, last: Vec<u32>) -> Vec<Vec<u32>> {
        let mut path = vec![last];
        while state != 0 {
            let origin = &self.origins[state as usize];
            path.push(origin.choices.to_vec());
            state = origin.from;
        }
        path.reverse();
        path
    }

    /// The run along a path, told by its choices.
    fn trace(&self, path: &[Vec<u32>], check: Check, loc: Option<LocId>) -> Trace {
        let mut steps = Vec::new();
        let step = |event| Step { loc, func: self.options.entry, depth: 0, inside: None, event };
        for choices in path {
            for &chosen in choices {
                steps.push(step(Event::Input("choice".to_owned(), Bits::new(32, chosen.into()))));
            }
        }
        steps.push(step(Event::Violation(check, Detail::default())));
        Trace { steps }
    }
}
