//! The states of a program as a system to be searched, and what the search means for the program.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use super::canon::{Canon, Form, new_store};
use super::runs::{Course, Known, Next, Reached, Runs, State, cause};
use super::schedules::Schedules;
use super::search::{self, Outcome, Paths, Successors, System, breadth_first, depth_first};
use super::store::{Budget, Full, HashStore, StateId, StateStore, Stats, StoreWorker, TreeStore};
use crate::engine::record::{Detail, Event, Party, Record, Recorder, Step};
use crate::engine::verdict::{Cause, Halted, Replayed, Run, Verdict, Violation};
use crate::ltl::Empty;
use crate::machine::script::Site;
use crate::machine::{self, Access, Image, Machine, Origin, Owners, Reduction};
use crate::program::{FuncId, LocId, Program};
use crate::property::{Check, CheckSet};
use crate::semantics::{Fault, Unsupported};

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
    /// Whether to go on after a violation and list every violated check once.
    pub all: bool,
    /// Most switches from a thread that could go on to another one; tried from none on.
    pub context_bound: Option<u32>,
    /// In which order.
    pub order: Order,
    /// Whether to keep a hash of each state only.
    pub hash_compaction: bool,
    /// Whether atomic accesses are taken for sequentially consistent, whatever their orders are.
    pub sequential: bool,
}

/// In which order states are visited.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Order {
    /// Those that are reached by fewer transitions first.
    #[default]
    BreadthFirst,
    /// Successors first; on one thread.
    DepthFirst,
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

/// Evidence that nothing was left out by a search.
#[derive(Clone, Copy, Debug)]
pub enum All {
    /// Of states.
    States(search::Visited),
    /// Of cycles of states and of an automaton.
    Cycles(Empty),
}

/// Evidence that every state was visited and none of its transitions was cut short.
pub struct Explored {
    #[expect(dead_code, reason = "its existence is the evidence")]
    pub(super) all: All,
    pub(super) omission: f64,
    pub(super) sequential: bool,
}

impl Explored {
    /// Upper bound of the probability that a state was taken for another one and left out; 0 where states are compared.
    pub fn omission(&self) -> f64 {
        self.omission
    }

    /// Whether it holds of sequentially consistent runs only.
    pub fn sequential(&self) -> bool {
        self.sequential
    }
}

/// What ends the search early.
enum End {
    Violation(Box<Found>),
    /// What was assumed of variables is wrong.
    Conflict,
    Unknown(Cause),
}

/// A violation that was found: what and where, and the transition of a state that shows it.
struct Found {
    check: Check,
    loc: Option<LocId>,
    /// Where the place is not known, the instruction of the user's program.
    site: Option<Site>,
    at: Option<StateId>,
    transition: u32,
    /// The other transition of the state, with which this one races.
    other: Option<u32>,
    detail: Detail,
}

/// The search of a program's states.
struct Search<'i, 'p> {
    runs: Runs<'i, 'p>,
    /// Names the store to what keeps ids of its parts.
    store: u32,
    /// The violated checks, where all are wanted.
    found: Mutex<Vec<Found>>,
    steps: Arc<AtomicU64>,
    /// The first undefined behaviour that no check covers, or the first thing that is not supported. Other runs may still
    /// violate a check.
    undecided: std::sync::OnceLock<Cause>,
    /// Where threads told each other something without order, first: then no race found is no proof.
    unordered: std::sync::OnceLock<Cause>,
}

/// What a thread of ours keeps between states.
struct Scratch<'i, 'p> {
    machine: Machine<'i, 'p>,
    canon: Canon<'i, 'p>,
    schedules: Schedules,
    /// Operations executed by all.
    steps: Arc<AtomicU64>,
}

impl Drop for Scratch<'_, '_> {
    fn drop(&mut self) {
        self.steps.fetch_add(self.machine.executed, Relaxed);
    }
}

/// A state that waits, with what its store needs to tell others from it.
struct Waiting<P> {
    known: Known,
    pending: P,
}

/// States that searches may find before a wrong assumption about variables ends them, all together; then none is made.
const WASTE: u64 = 200_000;

/// Explores a program. The second part of the answer are the figures.
pub fn check(program: &Program, options: &Options, progress: &Progress) -> (Verdict, Figures) {
    if let Some(inst) = machine::pointer_from_outside(program, options.entry) {
        let cause = cause(Fault::Unsupported(Unsupported::EntryPointer), inst.loc);
        return (Verdict::Unknown(cause), Figures::default());
    }
    let (verdict, figures) = explore(program, options, progress);
    match (verdict, program.func(options.entry).use_of_argument(|_| true)) {
        (verdict @ Verdict::False(_), _) | (verdict, None) => (verdict, figures),
        // The runs without arguments are some of all.
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
    // What one thread uses is not seen by others; only here: a formula may look at it.
    let mut owners = (options.reduction == Reduction::Full).then(|| Arc::new(Owners::hopeful(program)));
    let mut wasted = 0;
    let mut bounds = bounds.into_iter().peekable();
    while let Some(&bound) = bounds.peek() {
        let search = Search {
            runs: Runs::new(&image, options, bound, Vec::new()).assuming(owners.clone()),
            store: new_store(),
            found: Mutex::default(),
            steps: Arc::default(),
            undecided: Default::default(),
            unordered: Default::default(),
        };
        if let Err(fault) = search.runs.start() {
            return (Verdict::Unknown(cause(fault, None)), figures);
        }
        let limit = options.memory.map_or(usize::MAX, |m| usize::try_from(m).unwrap_or(usize::MAX));
        let budget = Budget::new(limit);
        let (verdict, last) = if options.hash_compaction {
            match HashStore::new(&budget) {
                Ok(store) => search.search(&store, progress),
                Err(_) => return (Verdict::Unknown(Cause::Memory(Halted::exploring())), figures),
            }
        } else {
            match TreeStore::new(&budget) {
                Ok(store) => search.search(&store, progress),
                Err(_) => return (Verdict::Unknown(Cause::Memory(Halted::exploring())), figures),
            }
        };
        figures = last;
        // Violations are those of real runs, but races are of what is next at once.
        let certain = |v: &Violation| v.check != Check::Race;
        let found = matches!(&verdict, Verdict::False(found) if !options.all && found.iter().all(certain));
        if let Some(wrong) = owners.as_ref().filter(|o| o.conflict() && !found) {
            wasted += figures.states;
            let next = if wasted < WASTE { wrong.corrected(program) } else { Owners::assuming(program, []) };
            owners = Some(Arc::new(next));
            continue;
        }
        bounds.next();
        // A search that was cut may leave out what another one finds.
        if !(search.runs.cut.load(Relaxed) && matches!(verdict, Verdict::True(_))) {
            return (verdict, figures);
        }
    }
    (Verdict::Unknown(Cause::Contexts(options.context_bound.unwrap_or(0))), figures)
}

impl<'i, 'p> Search<'i, 'p> {
    /// Visits all states.
    fn search<S: StateStore>(&self, store: &S, progress: &Progress) -> (Verdict, Figures) {
        let Progress { states, transitions, expanded, depth } = progress;
        [states, transitions, expanded].into_iter().for_each(|n| n.store(0, Relaxed));
        depth.store(0, Relaxed);
        let options = search::Options {
            threads: self.runs.options.threads,
            deadline: self.runs.options.deadline,
            cancel: self.runs.options.stop.as_deref(),
            paths: true,
            progress: Some(progress),
            ..search::Options::default()
        };
        let outcome = match self.runs.options.order {
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

    fn verdict(&self, outcome: Outcome<End>, omission: f64) -> Verdict {
        let paths = outcome.paths.as_ref();
        let violation = |found: &Found| {
            let Found { check, loc, at, transition, other, .. } = *found;
            let (mut record, run) = self.record(paths, at, (transition, other));
            if found.detail.parties.is_some() {
                // Each of the two accesses is allowed; that both are next is what is wrong.
                let event = Event::Violation(check, found.detail.clone());
                if let (Some(last), Some((name, ..))) = (&mut record.last, &found.detail.object) {
                    last.culprit = last.objects.iter().position(|o| o.name == *name);
                }
                let thread = record.steps.last().map_or(0, |s| s.thread);
                record.steps.push(Step {
                    loc,
                    func: self.runs.options.entry,
                    depth: 0,
                    inside: None,
                    thread,
                    shown: true,
                    event,
                });
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
            search::End::Complete(visited) => match self.undecided.get().or(self.unordered.get()) {
                Some(cause) => Verdict::Unknown(cause.clone()),
                None => self.runs.proven(All::States(visited), omission),
            },
            search::End::Stopped(End::Violation(found), at) => {
                Verdict::False(vec![violation(&Found { at, ..*found })])
            }
            search::End::Stopped(End::Unknown(cause), _) => Verdict::Unknown(cause),
            // Another search follows.
            search::End::Stopped(End::Conflict, _) => {
                let what = "variables that threads share".to_owned();
                undecided(Cause::Unsupported { what, loc: None })
            }
            // Who watches the process asks for an end when its memory is used up.
            search::End::Full(Full::Limit { .. } | Full::System { .. } | Full::Ids)
            | search::End::Limit(search::Limit::Cancelled) => undecided(Cause::Memory(Halted::exploring())),
            search::End::Limit(_) => undecided(Cause::Timeout(Halted::exploring())),
        }
    }

    /// The run to a transition of a state, and its choices; for a race up to the state, and then those of either transition.
    fn record(
        &self,
        paths: Option<&Paths>,
        at: Option<StateId>,
        (last, other): (u32, Option<u32>),
    ) -> (Record, Run) {
        let path = at.and_then(|at| Some(paths?.to(at))).unwrap_or_default();
        let mut steps = path.iter().map(|(_, transition)| *transition).skip(1).chain([last]).peekable();
        let mut recorder = Recorder::new(self.runs.image);
        let (mut all, mut before) = (Vec::new(), 0);
        let mut either = None;
        let mut record = Record::default();
        let mut both = None;
        if let Ok(mut machine) = self.runs.start() {
            let mut schedules = self.runs.schedules();
            let mut course = Course::default();
            while let Some(number) = steps.next() {
                let (schedule, _) = self.runs.schedule(&mut machine, &mut schedules);
                let from = State { snapshot: Box::new(machine.snapshot()), schedule, course };
                let Some((choices, next)) = self.runs.choices(&mut machine, &from, number) else { break };
                before = all.len();
                all.extend_from_slice(&choices);
                if steps.peek().is_none() && other.is_some() {
                    let other = other.and_then(|other| self.runs.choices(&mut machine, &from, other));
                    // Both accesses are next in this state.
                    machine.restore(&from.snapshot);
                    both = Some(Box::new(recorder.last(&machine)));
                    either = other.map(|(other, _)| Box::new([choices.clone(), other]));
                }
                self.runs.record(&mut machine, &from.snapshot, &choices, &mut recorder);
                course = next;
            }
            record = recorder.record(&machine);
            record.last = both.or(record.last);
        }
        if either.is_some() {
            all.truncate(before);
        }
        let run = Run::Choices {
            reduction: self.runs.options.reduction,
            numbers: all,
            either,
            propositions: Vec::new(),
            owned: self.runs.owners.as_ref().map(|o| o.variables().collect()),
        };
        (record, run)
    }

    /// The two accesses of the transitions of a state that race, if there are such. The machine is made to load the state.
    fn race(&self, machine: &mut Machine<'i, 'p>, state: &State, at: StateId) -> Option<Found> {
        machine.races.found()?;
        machine.restore(&state.snapshot);
        let (first, second) = machine.races.found()?;
        let party = |access: &Access| Party {
            write: access.write,
            atomic: access.atomic,
            size: access.size,
            loc: access.loc,
            thread: machine.beginning(access.thread),
        };
        let object = machine.memory.get(first.object).map(|o| {
            let name = match o.origin {
                Origin::Global(g) => self.runs.image.program.global(g).name.clone(),
                Origin::Heap(_) => "heap object".to_owned(),
                _ => "local object".to_owned(),
            };
            (name, Some(o.bytes.len() as u64), o.loc)
        });
        let parties = Some(Box::new([party(first), party(second)]));
        let detail = Detail { object, parties, ..Detail::default() };
        let (transition, other) = (first.transition, Some(second.transition));
        Some(Found {
            check: Check::Race,
            loc: first.loc,
            site: None,
            at: Some(at),
            transition,
            other,
            detail,
        })
    }

    /// A violation: the end of the search, unless all are wanted.
    fn violated(&self, found: Found) -> Result<(), search::Stop<End>> {
        if !self.runs.options.all {
            return Err(search::Stop::Error(End::Violation(Box::new(found))));
        }
        let mut all = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        if all.iter().all(|f| (f.check, f.loc, f.site) != (found.check, found.loc, found.site)) {
            all.push(found);
        }
        Ok(())
    }

    /// Hands the state over that the machine is in; whether the machine was made to load one. `from` is the state that is
    /// expanded, if the machine still knows what was written since.
    fn push<S: StateStore>(
        &self,
        scratch: (&mut Machine<'i, 'p>, &mut Canon<'i, 'p>, &mut Schedules),
        from: Option<&Waiting<S::Pending>>,
        (transition, course): (u32, Course),
        out: &mut Successors<'_, S, Waiting<S::Pending>>,
    ) -> Result<bool, Full> {
        let intern = |out: &mut Successors<'_, S, _>, part: &[u8]| out.intern(part);
        self.runs.meet(scratch, from.map(|f| &f.known), course, out, intern, |out, form, known| {
            let state = |worker: &S::Worker<'_>| Waiting { known: known(), pending: worker.pending() };
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

impl<'i, 'p, S: StateStore> System<S> for Search<'i, 'p> {
    type Error = End;
    type Scratch = Scratch<'i, 'p>;
    type State = Waiting<S::Pending>;

    fn scratch(&self) -> Scratch<'i, 'p> {
        Scratch {
            machine: self.runs.start().expect("it was started before"),
            canon: Canon::new(self.runs.image, self.store),
            schedules: self.runs.schedules(),
            steps: Arc::clone(&self.steps),
        }
    }

    fn initial(
        &self,
        scratch: &mut Scratch<'i, 'p>,
        out: &mut Successors<'_, S, Waiting<S::Pending>>,
    ) -> Result<(), search::Stop<End>> {
        let Scratch { machine, canon, schedules, .. } = scratch;
        self.push((machine, canon, schedules), None, (0, Course::default()), out)?;
        Ok(())
    }

    fn expand(
        &self,
        scratch: &mut Scratch<'i, 'p>,
        id: StateId,
        waiting: &Waiting<S::Pending>,
        out: &mut Successors<'_, S, Waiting<S::Pending>>,
    ) -> Result<(), search::Stop<End>> {
        let Scratch { machine, canon, schedules, .. } = scratch;
        let mut transition = 0;
        machine.restore(&waiting.known.state.snapshot);
        machine.races.clear();
        self.runs.transitions(machine, &waiting.known.state, |machine, _, reached| {
            let mut moved = false;
            match reached {
                Reached::State { near, course } => {
                    let from = near.then_some(waiting);
                    let scratch = (&mut *machine, &mut *canon, &mut *schedules);
                    if std::mem::take(&mut scratch.0.may_have_lost) {
                        let what = "a heap object that may still be pointed to decides".to_owned();
                        let _ = self.undecided.set(Cause::Unsupported { what, loc: None });
                    }
                    moved = self.push(scratch, from, (transition, course), out)?;
                }
                Reached::Ended | Reached::Nothing => {}
                Reached::Violation(check, loc) => {
                    let detail = Detail::default();
                    let site = machine.user_site().filter(|_| loc.is_none());
                    self.violated(Found { check, loc, site, at: Some(id), transition, other: None, detail })?;
                }
                Reached::Unknown(cause @ (Cause::Undefined { .. } | Cause::Unsupported { .. })) => {
                    // The first one counts.
                    let _ = self.undecided.set(cause);
                }
                Reached::Unknown(cause) => return Err(search::Stop::Error(End::Unknown(cause))),
            }
            transition += 1;
            machine.races.transition = transition;
            Ok(Next::On { moved })
        })?;
        if self.runs.owners.as_ref().is_some_and(|o| o.conflict()) {
            return Err(search::Stop::Error(End::Conflict));
        }
        if let Some(loc) = machine.races.unordered.take() {
            let what = "races where threads communicate without order".to_owned();
            let _ = self.unordered.set(Cause::Unsupported { what, loc });
        }
        if let Some((first, _)) = machine.races.open() {
            let what = "calls of two threads that the library need not keep from racing".to_owned();
            let _ = self.unordered.set(Cause::Unsupported { what, loc: first.loc });
        }
        match self.race(machine, &waiting.known.state, id) {
            Some(found) => self.violated(found),
            None => Ok(()),
        }
    }

    fn heap(waiting: &Waiting<S::Pending>) -> usize {
        waiting.known.own_bytes() + S::pending_heap(&waiting.pending)
    }
}
