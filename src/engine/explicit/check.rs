//! The states of a program as a system to be searched, and what the search means for the program.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

use super::canon::Canon;
use super::search::{self, Outcome, Paths, Successors, System, breadth_first};
use super::store::{Budget, Full, StateId, StateStore, Stats, TreeStore};
use crate::base::Bits;
use crate::engine::trace::{Detail, Event, Step, Trace};
use crate::engine::verdict::{Cause, Proof, Replayed, Verdict, Violation};
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
    /// Number of threads of ours that search.
    pub threads: usize,
    /// When to give up.
    pub deadline: Option<Instant>,
    /// Raised by the caller to end the search.
    pub stop: Option<Arc<AtomicBool>>,
    /// Most memory for states, in bytes.
    pub memory: Option<u64>,
    /// Whether allocation may fail.
    pub malloc_may_fail: bool,
    /// Most operations of one transition.
    pub max_steps: u64,
}

/// Figures of a search.
#[derive(Clone, Copy, Default, Debug)]
pub struct Figures {
    /// Distinct states.
    pub states: u64,
    /// Transitions between them.
    pub transitions: u64,
    /// Operations executed.
    pub steps: u64,
    /// Transitions on the longest of the shortest ways to a state.
    pub depth: u32,
    /// How they are stored.
    pub store: Stats,
}

/// How far a search is.
pub use super::search::Progress;

/// Evidence that every state was visited and none of its transitions was cut short. Only the search makes it.
pub struct Explored(());

/// What ends the search early.
enum End {
    /// The transition of that number violates a check.
    Violation {
        check: Check,
        loc: Option<LocId>,
        transition: u32,
    },
    Unknown(Cause),
}

/// A program with all its runs.
struct Runs<'i, 'p> {
    image: &'i Image<'p>,
    options: &'i Options,
    scheduler: Option<FuncId>,
    steps: std::sync::atomic::AtomicU64,
    /// The first undefined behaviour that no check covers. Other runs may still violate a check.
    undefined: std::sync::OnceLock<Cause>,
}

/// What a thread of ours keeps between states.
struct Scratch<'i, 'p> {
    machine: Machine<'i, 'p>,
    canon: Canon<'i, 'p>,
}

/// How a transition ends.
enum Reached {
    /// In a state.
    State,
    /// The program has ended.
    Nothing,
    Violation(Check, Option<LocId>),
    Unknown(Cause),
}

/// Explores a program. The second part of the answer are the figures.
pub fn check(program: &Program, options: &Options, progress: &Progress) -> (Verdict, Figures) {
    let unknown = |cause| (Verdict::Unknown(cause), Figures::default());
    if let Some(loc) = uses_arguments(program, options.entry) {
        return unknown(Cause::Unsupported { what: "arguments of the entry function".to_owned(), loc });
    }
    let scheduler = program.function("__bmc_scheduler").filter(|&f| program.func(f).is_defined());
    if scheduler.is_some() && options.checks.contains(Check::Race) {
        return unknown(Cause::Unsupported { what: "the check for races".to_owned(), loc: None });
    }
    let image = match Image::new(program, options.checks) {
        Ok(image) => image,
        Err(fault) => return unknown(cause(fault, None)),
    };
    let limit = options.memory.map_or(usize::MAX, |m| usize::try_from(m).unwrap_or(usize::MAX));
    let Ok(store) = TreeStore::new(&Budget::new(limit)) else { return unknown(Cause::Memory) };
    let runs = Runs { image: &image, options, scheduler, steps: 0.into(), undefined: Default::default() };
    if let Err(fault) = runs.start() {
        return unknown(cause(fault, None));
    }
    let search = search::Options {
        threads: options.threads,
        deadline: options.deadline,
        cancel: options.stop.as_deref(),
        paths: true,
        progress: Some(progress),
        ..search::Options::default()
    };
    let outcome = breadth_first(&store, &runs, &search);
    let figures = Figures {
        states: outcome.states,
        transitions: outcome.transitions,
        steps: runs.steps.load(Relaxed),
        depth: outcome.depth,
        store: store.stats(),
    };
    (verdict(&runs, outcome), figures)
}

fn verdict(runs: &Runs<'_, '_>, outcome: Outcome<End>) -> Verdict {
    match outcome.end {
        search::End::Complete => match runs.undefined.get() {
            Some(cause) => Verdict::Unknown(cause.clone()),
            None => Verdict::True(Proof::explored(Explored(()))),
        },
        search::End::Stopped(End::Violation { check, loc, transition }, at) => {
            let trace = runs.trace(outcome.paths.as_ref(), at, transition, check, loc);
            Verdict::False(vec![Violation { check, loc, trace, replayed: Replayed::Machine }])
        }
        search::End::Stopped(End::Unknown(cause), _) => Verdict::Unknown(cause),
        search::End::Full(Full::Limit { .. } | Full::System { .. } | Full::Ids) => {
            Verdict::Unknown(Cause::Memory)
        }
        search::End::Limit(_) => Verdict::Unknown(Cause::Timeout),
    }
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
        Fault::Undefined(check) => Cause::Undefined { check, loc },
        Fault::Unsupported(what) => Cause::Unsupported { what: what.to_string(), loc },
        other => Cause::Unsupported { what: other.to_string(), loc },
    }
}

impl<'i, 'p> Runs<'i, 'p> {
    /// The program before its first step.
    fn start(&self) -> Result<Machine<'i, 'p>, Fault> {
        let environment = Environment {
            asks: true,
            malloc_may_fail: self.options.malloc_may_fail,
            ..Environment::default()
        };
        let mut machine = Machine::new(self.image, self.options.entry, &["program".to_owned()], environment)?;
        machine.interruptible(self.options.reduction);
        machine.put_away();
        Ok(machine)
    }

    /// Takes all transitions of a state, one for every sequence of choices, in their order, until `each` has enough.
    fn transitions(
        &self,
        machine: &mut Machine<'i, 'p>,
        from: &Snapshot,
        mut each: impl FnMut(&mut Machine<'i, 'p>, &[u32], Reached) -> Result<bool, search::Stop<End>>,
    ) -> Result<(), search::Stop<End>> {
        // States within the transition, each with the choices made so far, of which the last one is to be given.
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
                    machine.restore(from);
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
            self.steps.fetch_add(machine.steps - before, Relaxed);
            let reached = match stop {
                Stop::Choice(count) => {
                    let here = machine.snapshot();
                    for chosen in (0..count).rev() {
                        let mut choices = choices.clone();
                        choices.push(chosen);
                        open.push((Some(here.clone()), choices));
                    }
                    continue;
                }
                Stop::Interrupted => {
                    machine.put_away();
                    Reached::State
                }
                Stop::ThreadEnded => {
                    machine.drop_thread();
                    Reached::State
                }
                Stop::Exited(_) | Stop::Aborted | Stop::Over => Reached::Nothing,
                Stop::Fault(Fault::Violation(check), loc) => Reached::Violation(check, loc),
                Stop::Fault(fault, loc) => Reached::Unknown(cause(fault, loc)),
            };
            if !each(machine, &choices, reached)? {
                break;
            }
        }
        Ok(())
    }

    /// The run to a transition of a state, told by its choices.
    fn trace(
        &self,
        paths: Option<&Paths>,
        at: Option<StateId>,
        last: u32,
        check: Check,
        loc: Option<LocId>,
    ) -> Trace {
        let path = at.and_then(|at| Some(paths?.to(at))).unwrap_or_default();
        let numbers = path.iter().map(|(_, transition)| *transition).skip(1).chain([last]);
        let mut steps = Vec::new();
        let step = |event| Step { loc, func: self.options.entry, depth: 0, inside: None, event };
        if let Ok(mut machine) = self.start() {
            let mut from = machine.snapshot();
            for number in numbers {
                let mut count = 0;
                let mut next = None;
                // A stop is where the path ends.
                let _ = self.transitions(&mut machine, &from, |machine, choices, _| {
                    if count == number {
                        let input = |&c| Event::Input("choice".to_owned(), Bits::new(32, u32::into(c)));
                        steps.extend(choices.iter().map(|c| step(input(c))));
                        next = Some(machine.snapshot());
                    }
                    count += 1;
                    Ok(next.is_none())
                });
                match next {
                    Some(snapshot) => from = snapshot,
                    None => break,
                }
            }
        }
        steps.push(step(Event::Violation(check, Detail::default())));
        Trace { steps }
    }

    /// Hands a state over.
    fn push<S: StateStore>(
        machine: &Machine<'i, 'p>,
        canon: &mut Canon<'i, 'p>,
        transition: u32,
        out: &mut Successors<'_, S, Snapshot>,
    ) -> Result<(), Full> {
        let mut leaves = Vec::with_capacity(64);
        canon.parts(machine, |part| -> Result<(), Full> {
            leaves.push(out.intern(part)?);
            Ok(())
        })?;
        out.push(transition, &leaves, |_| machine.snapshot())
    }
}

impl<'i, 'p, S: StateStore> System<S> for Runs<'i, 'p> {
    type Error = End;
    type Scratch = Scratch<'i, 'p>;
    type State = Snapshot;

    fn scratch(&self) -> Scratch<'i, 'p> {
        Scratch { machine: self.start().expect("it was started before"), canon: Canon::new(self.image) }
    }

    fn initial(
        &self,
        scratch: &mut Scratch<'i, 'p>,
        out: &mut Successors<'_, S, Snapshot>,
    ) -> Result<(), search::Stop<End>> {
        Ok(Runs::push(&scratch.machine, &mut scratch.canon, 0, out)?)
    }

    fn expand(
        &self,
        scratch: &mut Scratch<'i, 'p>,
        _: StateId,
        state: &Snapshot,
        out: &mut Successors<'_, S, Snapshot>,
    ) -> Result<(), search::Stop<End>> {
        let Scratch { machine, canon } = scratch;
        let mut transition = 0;
        self.transitions(machine, state, |machine, _, reached| {
            match reached {
                Reached::State => Runs::push(machine, canon, transition, out)?,
                Reached::Nothing => {}
                Reached::Violation(check, loc) => {
                    return Err(search::Stop::Error(End::Violation { check, loc, transition }));
                }
                Reached::Unknown(cause @ Cause::Undefined { .. }) => {
                    // The first one counts.
                    let _ = self.undefined.set(cause);
                }
                Reached::Unknown(cause) => return Err(search::Stop::Error(End::Unknown(cause))),
            }
            transition += 1;
            Ok(true)
        })
    }

    fn heap(state: &Snapshot) -> usize {
        state.own_bytes()
    }
}
