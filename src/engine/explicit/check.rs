//! Checks a program by searching its states, and turns the result of the search into a verdict.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use super::canon::{Canon, Form, new_store};
use super::schedules::Schedules;
use super::search::{self, Outcome, Paths, Successors, System, breadth_first, depth_first};
use super::store::{Budget, Full, HashStore, StateId, StateStore, Stats, StoreWorker, TreeStore};
use super::transition_system::{
    Flow, State, StoredState, SwitchContext, TransitionEnd, TransitionSystem, cause,
};
use super::walks;
use crate::engine::record::{Detail, Record, Recorder, racing};
use crate::engine::symbolic::Closed;
use crate::engine::verdict::{Cause, Halted, Replayed, Run, Threading, Verdict, Violation};
use crate::ltl::Empty;
use crate::machine::script::Site;
use crate::machine::{self, Image, Machine, Reduction, SharedGlobals};
use crate::program::{FuncId, LocId, Program};
use crate::property::{Check, CheckSet};
use crate::semantics::{Fault, Unsupported};

/// What to check, and within which limits.
pub struct Options {
    /// The entry function.
    pub entry: FuncId,
    /// Checks whose violations are reported.
    pub checks: CheckSet,
    /// Which interrupts are left out.
    pub reduction: Reduction,
    /// Number of worker threads of the search.
    pub threads: usize,
    /// Time at which the search gives up.
    pub deadline: Option<Instant>,
    /// Raised by the caller to stop the search.
    pub stop: Option<Arc<AtomicBool>>,
    /// Maximum memory for states, in bytes.
    pub memory: Option<u64>,
    /// Whether allocation may fail.
    pub malloc_may_fail: bool,
    /// Whether a wait for a condition variable may end without a signal.
    pub spurious_wakeups: bool,
    /// Maximum number of operations of one transition.
    pub max_steps: u64,
    /// Whether to continue after a violation and list every violated check once.
    pub all: bool,
    /// Maximum number of preemptive context switches; the search tries all bounds from zero up to it.
    pub context_bound: Option<u32>,
    /// Order of the search.
    pub order: Order,
    /// Whether to store only a hash of each state.
    pub hash_compaction: bool,
    /// When random walks look for violations of programs with threads.
    pub walks: Walks,
    /// Whether to treat all atomic accesses as sequentially consistent, whatever their orders.
    pub sequential: bool,
}

/// Order in which states are visited.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Order {
    /// By number of transitions from the initial state.
    #[default]
    BreadthFirst,
    /// Depth first, on one worker thread.
    DepthFirst,
}

/// When random walks look for violations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Walks {
    /// Once, after the first states of a search.
    Between,
    /// In place of a search.
    Only,
    /// Not at all.
    Never,
}

/// Statistics of a search.
#[derive(Clone, Copy, Default, Debug)]
pub struct Figures {
    /// Distinct states.
    pub states: u64,
    /// Transitions between the states.
    pub transitions: u64,
    /// Operations executed.
    pub steps: u64,
    /// Maximum distance of a state from the initial one.
    pub depth: u32,
    /// Statistics of the store.
    pub store: Stats,
}

/// Progress of a search.
pub use super::search::Progress;

/// Evidence that a search was exhaustive.
#[derive(Clone, Copy, Debug)]
pub enum All {
    /// All states were visited.
    States(search::Visited),
    /// All cycles of states and automaton were considered.
    Cycles(Empty),
    /// All sets of states were visited.
    Sets(Closed),
    /// The same, and all cycles of sets and automaton were considered.
    SetCycles(Closed, Empty),
}

/// Evidence that every state was visited and no transition was cut short.
pub struct Explored {
    /// The evidence of the search.
    #[expect(dead_code, reason = "its existence is the evidence")]
    pub(super) all: All,
    /// Probability that a state was left out.
    pub(super) omission: f64,
    /// What is taken for granted of threads.
    pub(super) threads: Threading,
}

impl Explored {
    /// Upper bound on the probability that a state was mistaken for another one and omitted; 0 if states are compared
    /// exactly.
    pub fn omission(&self) -> f64 {
        self.omission
    }

    /// What is taken for granted of threads.
    pub fn threading(&self) -> Threading {
        self.threads
    }
}

/// Reason for which the search ends early.
enum EarlyEnd {
    Violation(Box<FoundViolation>),
    /// An assumption about the owner of a variable is wrong.
    Conflict,
    Unknown(Cause),
}

/// A violation: its check and place, and the transition of a state that shows it.
struct FoundViolation {
    check: Check,
    loc: Option<LocId>,
    /// Instruction of the user's program, if the place is unknown.
    site: Option<Site>,
    at: Option<StateId>,
    transition: u32,
    /// Number of the other transition of the state that takes part in the race.
    other: Option<u32>,
    detail: Detail,
}

/// The search through a program's states.
struct ProgramSearch<'i, 'p> {
    system: TransitionSystem<'i, 'p>,
    /// Identifies the store in caches of part ids.
    store: u32,
    /// Violated checks, if all are to be listed.
    found: Mutex<Vec<FoundViolation>>,
    steps: Arc<AtomicU64>,
    /// The first undefined behaviour that no check covers, or the first unsupported construct. Other runs may still
    /// violate a check.
    undecided: std::sync::OnceLock<Cause>,
    /// First place where threads communicate without order; then the absence of races is not proven.
    unordered: std::sync::OnceLock<Cause>,
}

/// Data that a worker thread keeps between states.
struct Scratch<'i, 'p> {
    machine: Machine<'i, 'p>,
    canon: Canon<'i, 'p>,
    schedules: Schedules,
    /// Operations executed by all worker threads.
    steps: Arc<AtomicU64>,
}

impl Drop for Scratch<'_, '_> {
    fn drop(&mut self) {
        self.steps.fetch_add(self.machine.findings.executed, Relaxed);
    }
}

/// A waiting state, with what its store needs to compare it with others.
struct WaitingState<P> {
    known: StoredState,
    pending: P,
}

/// Maximum number of states, over all attempts, in searches that a wrong assumption about variables ends. Beyond it, no
/// assumptions are made.
const WASTED_STATES: u64 = 200_000;

/// States before random walks: most searches that end soon have fewer.
const BEFORE_WALKS: u64 = 20_000;
/// Of so many parts of the time that is left, walks between have one.
const PARTS: u32 = 4;

/// Explores a program. Returns the verdict and statistics.
pub fn check(program: &Program, options: &Options, progress: &Progress) -> (Verdict, Figures) {
    if let Some(inst) = machine::pointer_from_outside(program, options.entry) {
        let cause = cause(Fault::Unsupported(Unsupported::EntryPointer), inst.loc);
        return (Verdict::Unknown(cause), Figures::default());
    }
    let (verdict, figures) = explore(program, options, progress);
    match (verdict, program.func(options.entry).use_of_argument(|_| true)) {
        (verdict @ Verdict::False(_), _) | (verdict, None) => (verdict, figures),
        // The runs without arguments are a subset of all runs.
        (_, Some(inst)) => {
            let what = "arguments of the entry function".to_owned();
            (Verdict::Unknown(Cause::Unsupported { what, loc: inst.loc }), figures)
        }
    }
}

fn explore(program: &Program, options: &Options, progress: &Progress) -> (Verdict, Figures) {
    let unknown = |cause| (Verdict::Unknown(cause), Figures::default());
    let image = match Image::new(program, options.checks) {
        Ok(image) => image,
        Err(fault) => return unknown(cause(fault, None)),
    };
    let mut figures = Figures::default();
    let bounds = match options.context_bound {
        Some(most) => (0..=most).map(Some).collect(),
        None => vec![None],
    };
    // Other threads do not observe the variables of one thread. This holds only here: an LTL formula may observe them.
    let mut owners =
        (options.reduction == Reduction::Full).then(|| Arc::new(SharedGlobals::hopeful(program)));
    let mut wasted = 0;
    let mut bounds = bounds.into_iter().peekable();
    // Races are looked for between the transitions of a state, which a walk does not have.
    let walked = !options.checks.iter().all(|check| check == Check::Race)
        && machine::scheduler(program).is_some()
        && options.context_bound.is_none()
        && !options.all;
    let walk = |parts| {
        let none = Arc::new(SharedGlobals::assuming(program, []));
        let system =
            TransitionSystem::new(&image, options, None, Vec::new()).assuming(Some(none)).with_exact_inputs();
        walks::find(&system, parts).map(|walk| Verdict::False(vec![walk.violation(&system)]))
    };
    if options.walks == Walks::Only {
        let found = if walked { walk(1) } else { None };
        let late = || Verdict::Unknown(Cause::Timeout(Halted::exploring()));
        return (found.unwrap_or_else(late), figures);
    }
    let mut walks_left = walked && options.walks == Walks::Between;
    while let Some(&bound) = bounds.peek() {
        let search = ProgramSearch {
            system: TransitionSystem::new(&image, options, bound, Vec::new()).assuming(owners.clone()),
            store: new_store(),
            found: Mutex::default(),
            steps: Arc::default(),
            undecided: Default::default(),
            unordered: Default::default(),
        };
        if let Err(fault) = search.system.start() {
            return (Verdict::Unknown(cause(fault, None)), figures);
        }
        let most = walks_left.then_some(BEFORE_WALKS);
        let limit = options.memory.map_or(usize::MAX, |m| usize::try_from(m).unwrap_or(usize::MAX));
        let budget = Budget::new(limit);
        let (verdict, last) = if options.hash_compaction {
            match HashStore::new(&budget) {
                Ok(store) => search.search(&store, progress, most),
                Err(_) => return (Verdict::Unknown(Cause::Memory(Halted::exploring())), figures),
            }
        } else {
            match TreeStore::new(&budget) {
                Ok(store) => search.search(&store, progress, most),
                Err(_) => return (Verdict::Unknown(Cause::Memory(Halted::exploring())), figures),
            }
        };
        figures = last;
        // All violations are real, but a race is reported only if both accesses are enabled in one state.
        let certain = |v: &Violation| v.check != Check::Race;
        let found = matches!(&verdict, Verdict::False(found) if !options.all && found.iter().all(certain));
        if let Some(wrong) = owners.as_ref().filter(|o| o.conflict() && !found) {
            wasted += figures.states;
            let next = if wasted < WASTED_STATES {
                wrong.corrected(program)
            } else {
                SharedGlobals::assuming(program, [])
            };
            owners = Some(Arc::new(next));
            continue;
        }
        if walks_left && matches!(verdict, Verdict::Unknown(_)) {
            walks_left = false;
            if let Some(found) = walk(PARTS) {
                return (found, figures);
            }
            if figures.states >= BEFORE_WALKS {
                continue;
            }
        }
        bounds.next();
        // A bounded search may have omitted what another search finds.
        if !(search.system.cut.load(Relaxed) && matches!(verdict, Verdict::True(_))) {
            return (verdict, figures);
        }
    }
    (Verdict::Unknown(Cause::Contexts(options.context_bound.unwrap_or(0))), figures)
}

impl<'i, 'p> ProgramSearch<'i, 'p> {
    /// Visits all states, or `most` of them.
    fn search<S: StateStore>(&self, store: &S, progress: &Progress, most: Option<u64>) -> (Verdict, Figures) {
        let Progress { states, transitions, expanded, depth } = progress;
        [states, transitions, expanded].into_iter().for_each(|n| n.store(0, Relaxed));
        depth.store(0, Relaxed);
        let options = search::SearchOptions {
            threads: self.system.options.threads,
            states: most,
            deadline: self.system.options.deadline,
            cancel: self.system.options.stop.as_deref(),
            paths: true,
            progress: Some(progress),
            ..search::SearchOptions::default()
        };
        let outcome = match self.system.options.order {
            Order::BreadthFirst => breadth_first(store, self, &options),
            Order::DepthFirst => depth_first(store, self, &options),
        };
        let figures = Figures {
            states: outcome.states,
            transitions: outcome.transitions,
            steps: self.steps.load(Relaxed),
            depth: outcome.depth,
            store: store.stats(),
        };
        (self.verdict(outcome, store.omission_probability()), figures)
    }

    fn verdict(&self, outcome: Outcome<EarlyEnd>, omission: f64) -> Verdict {
        let paths = outcome.paths.as_ref();
        let violation = |found: &FoundViolation| {
            let FoundViolation { check, loc, at, transition, other, .. } = *found;
            let (mut record, run) = self.record(paths, at, (transition, other));
            if found.detail.parties.is_some() {
                record.end_in_race(self.system.options.entry, loc, &found.detail);
            }
            Violation { check, loc, record, replayed: Replayed::Machine, run }
        };
        let found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        if !found.is_empty() {
            return Verdict::False(found.iter().map(violation).collect());
        }
        // More time or memory would not help.
        let undecided = |cause| Verdict::Unknown(self.undecided.get().cloned().unwrap_or(cause));
        match outcome.end {
            search::SearchEnd::Complete(visited) => match self.undecided.get().or(self.unordered.get()) {
                Some(cause) => Verdict::Unknown(cause.clone()),
                None => self.system.proven(All::States(visited), omission),
            },
            search::SearchEnd::Stopped(EarlyEnd::Violation(found), at) => {
                Verdict::False(vec![violation(&FoundViolation { at, ..*found })])
            }
            search::SearchEnd::Stopped(EarlyEnd::Unknown(cause), _) => Verdict::Unknown(cause),
            // Another search follows.
            search::SearchEnd::Stopped(EarlyEnd::Conflict, _) => {
                let what = "variables that threads share".to_owned();
                undecided(Cause::Unsupported { what, loc: None })
            }
            // The watchdog stops the search when the process exhausts its memory.
            search::SearchEnd::Full(Full::Limit { .. } | Full::System { .. } | Full::Ids)
            | search::SearchEnd::Limit(search::Limit::Cancelled) => {
                undecided(Cause::Memory(Halted::exploring()))
            }
            search::SearchEnd::Limit(_) => undecided(Cause::Timeout(Halted::exploring())),
        }
    }

    /// Record and choices of the run to a transition of a state. For a race, they lead to the state, followed by the
    /// choices of either transition.
    fn record(
        &self,
        paths: Option<&Paths>,
        at: Option<StateId>,
        (last, other): (u32, Option<u32>),
    ) -> (Record, Run) {
        let path = at.and_then(|at| Some(paths?.to(at))).unwrap_or_default();
        let mut steps = path.iter().map(|(_, transition)| *transition).skip(1).chain([last]).peekable();
        let mut recorder = Recorder::new(self.system.image);
        let (mut all, mut before) = (Vec::new(), 0);
        let mut either = None;
        let mut record = Record::default();
        let mut both = None;
        if let Ok(mut machine) = self.system.start() {
            let mut schedules = self.system.schedules();
            let mut context = SwitchContext::default();
            while let Some(number) = steps.next() {
                let (schedule, _) = self.system.schedule(&mut machine, &mut schedules);
                let from = State { snapshot: Box::new(machine.snapshot()), schedule, context };
                let Some((choices, next)) = self.system.choices(&mut machine, &from, number) else { break };
                before = all.len();
                all.extend_from_slice(&choices);
                if steps.peek().is_none() && other.is_some() {
                    let other = other.and_then(|other| self.system.choices(&mut machine, &from, other));
                    // Both accesses are enabled in this state.
                    machine.restore(&from.snapshot);
                    both = Some(Box::new(recorder.last(&machine)));
                    either = other.map(|(other, _)| Box::new([choices.clone(), other]));
                }
                self.system.record(&mut machine, &from.snapshot, &choices, &mut recorder);
                context = next;
            }
            record = recorder.record(&machine);
            record.last = both.or(record.last);
        }
        if either.is_some() {
            all.truncate(before);
        }
        (record, self.system.run(all, either))
    }

    /// Finds two transitions of a state whose accesses race. The machine loads the state.
    fn race(&self, machine: &mut Machine<'i, 'p>, state: &State, at: StateId) -> Option<FoundViolation> {
        machine.reductions.races.found()?;
        machine.restore(&state.snapshot);
        let (first, second) = machine.reductions.races.found()?;
        let detail = racing(self.system.image.program, machine, (first, second));
        let (transition, other) = (first.transition, Some(second.transition));
        Some(FoundViolation {
            check: Check::Race,
            loc: first.loc,
            site: None,
            at: Some(at),
            transition,
            other,
            detail,
        })
    }

    /// Handles a violation: ends the search unless all are to be listed.
    fn report_violation(&self, found: FoundViolation) -> Result<(), search::Stop<EarlyEnd>> {
        if !self.system.options.all {
            return Err(search::Stop::Error(EarlyEnd::Violation(Box::new(found))));
        }
        let mut all = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        if all.iter().all(|f| (f.check, f.loc, f.site) != (found.check, found.loc, found.site)) {
            all.push(found);
        }
        Ok(())
    }

    /// Passes on the state that the machine is in. Returns whether the machine had to load another state. `from` is the
    /// state being expanded, if the machine still knows what was written since.
    fn push<S: StateStore>(
        &self,
        scratch: (&mut Machine<'i, 'p>, &mut Canon<'i, 'p>, &mut Schedules),
        from: Option<&WaitingState<S::Pending>>,
        (transition, context): (u32, SwitchContext),
        out: &mut Successors<'_, S, WaitingState<S::Pending>>,
    ) -> Result<bool, Full> {
        let intern = |out: &mut Successors<'_, S, _>, part: &[u8]| out.intern(part);
        self.system.canonicalize(scratch, from.map(|f| &f.known), context, out, intern, |out, form, known| {
            let state = |worker: &S::Worker<'_>| WaitingState { known: known(), pending: worker.pending() };
            match (form, from) {
                (Form::Changed(len, changes), Some(from)) => {
                    out.push_changed(transition, &from.pending, len, changes, state)
                }
                (Form::Changed(..), None) => unreachable!("nothing is near"),
                (Form::Whole(leaves), _) => out.push(transition, leaves, state),
            }
        })
    }
}

impl<'i, 'p, S: StateStore> System<S> for ProgramSearch<'i, 'p> {
    type Error = EarlyEnd;
    type Scratch = Scratch<'i, 'p>;
    type State = WaitingState<S::Pending>;

    fn scratch(&self) -> Scratch<'i, 'p> {
        Scratch {
            machine: self.system.start().expect("it was started before"),
            canon: Canon::new(self.system.image, self.store),
            schedules: self.system.schedules(),
            steps: Arc::clone(&self.steps),
        }
    }

    fn initial(
        &self,
        scratch: &mut Scratch<'i, 'p>,
        out: &mut Successors<'_, S, WaitingState<S::Pending>>,
    ) -> Result<(), search::Stop<EarlyEnd>> {
        let Scratch { machine, canon, schedules, .. } = scratch;
        self.push((machine, canon, schedules), None, (0, SwitchContext::default()), out)?;
        Ok(())
    }

    fn expand(
        &self,
        scratch: &mut Scratch<'i, 'p>,
        id: StateId,
        waiting: &WaitingState<S::Pending>,
        out: &mut Successors<'_, S, WaitingState<S::Pending>>,
    ) -> Result<(), search::Stop<EarlyEnd>> {
        let Scratch { machine, canon, schedules, .. } = scratch;
        let mut transition = 0;
        machine.restore(&waiting.known.state.snapshot);
        machine.reductions.races.clear();
        self.system.transitions(machine, &waiting.known.state, |machine, _, reached| {
            let mut moved = false;
            match reached {
                TransitionEnd::State { near, context } => {
                    let from = near.then_some(waiting);
                    let scratch = (&mut *machine, &mut *canon, &mut *schedules);
                    if std::mem::take(&mut scratch.0.findings.may_have_lost) {
                        let what = "a heap object that may still be pointed to decides".to_owned();
                        let _ = self.undecided.set(Cause::Unsupported { what, loc: None });
                    }
                    moved = self.push(scratch, from, (transition, context), out)?;
                }
                TransitionEnd::Ended | TransitionEnd::Infeasible => {}
                TransitionEnd::Violation(check, loc) => {
                    let detail = Detail::default();
                    let site = machine.user_site().filter(|_| loc.is_none());
                    self.report_violation(FoundViolation {
                        check,
                        loc,
                        site,
                        at: Some(id),
                        transition,
                        other: None,
                        detail,
                    })?;
                }
                TransitionEnd::Unknown(cause @ (Cause::Undefined { .. } | Cause::Unsupported { .. })) => {
                    // The first one counts.
                    let _ = self.undecided.set(cause);
                }
                TransitionEnd::Unknown(cause) => return Err(search::Stop::Error(EarlyEnd::Unknown(cause))),
            }
            transition += 1;
            machine.reductions.races.transition = transition;
            Ok(Flow::Continue { moved })
        })?;
        if self.system.owners.as_ref().is_some_and(|o| o.conflict()) {
            return Err(search::Stop::Error(EarlyEnd::Conflict));
        }
        if let Some(loc) = machine.reductions.races.unordered.take() {
            let what = "races where threads communicate without order".to_owned();
            let _ = self.unordered.set(Cause::Unsupported { what, loc });
        }
        if let Some((first, _)) = machine.reductions.races.open() {
            let what = "calls of two threads that the library need not keep from racing".to_owned();
            let _ = self.unordered.set(Cause::Unsupported { what, loc: first.loc });
        }
        match self.race(machine, &waiting.known.state, id) {
            Some(found) => self.report_violation(found),
            None => Ok(()),
        }
    }

    fn heap(waiting: &WaitingState<S::Pending>) -> usize {
        waiting.known.own_bytes() + S::pending_heap(&waiting.pending)
    }
}
