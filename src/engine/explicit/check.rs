//! The states of a program as a system to be searched, and what the search means for the program.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use super::canon::{Canon, Form, Walk, new_store};
use super::schedules::Schedules;
use super::search::{self, Outcome, Paths, Successors, System, breadth_first, depth_first};
use super::store::{Budget, Full, HashStore, StateId, StateStore, Stats, StoreWorker, TreeStore};
use crate::base::Bits;
use crate::engine::record::Recorder;
use crate::engine::trace::{Detail, Event, Party, Step, Trace};
use crate::engine::verdict::{Cause, Proof, Replayed, Run, Verdict, Violation};
use crate::machine::{
    Access, Environment, Image, Machine, ObjId, Origin, Reduction, Schedule, Snapshot, Stop,
};
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
    /// Whether to go on after a violation and list every violated check once.
    pub all: bool,
    /// Most switches from a thread that could go on to another one; tried from none on.
    pub context_bound: Option<u32>,
    /// In which order.
    pub order: Order,
    /// Whether to keep a hash of each state only.
    pub hash_compaction: bool,
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

/// Evidence that every state was visited and none of its transitions was cut short. Only the search makes it.
pub struct Explored {
    pub(super) omission: f64,
}

impl Explored {
    /// Upper bound of the probability that a state was taken for another one and left out; 0 where states are compared.
    pub fn omission(&self) -> f64 {
        self.omission
    }
}

/// What ends the search early.
enum End {
    /// The transition of that number violates a check.
    Violation {
        check: Check,
        loc: Option<LocId>,
        transition: u32,
        detail: Box<Detail>,
    },
    Unknown(Cause),
}

/// A violation that was found: what and where, and the transition of a state that shows it.
struct Found {
    check: Check,
    loc: Option<LocId>,
    at: Option<StateId>,
    transition: u32,
    detail: Detail,
}

/// A program with all its runs.
struct Runs<'i, 'p> {
    image: &'i Image<'p>,
    options: &'i Options,
    scheduler: Option<FuncId>,
    /// Names the store to what keeps ids of its parts.
    store: u32,
    /// Most switches from a thread that could go on to another one, and whether that left something out.
    bound: Option<u32>,
    cut: AtomicBool,
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

/// A state from which a search goes on.
#[derive(Clone)]
struct State {
    snapshot: Box<Snapshot>,
    /// What the scheduler does there, where that is known.
    schedule: Option<Arc<Schedule>>,
    course: Course,
}

/// What of the past decides how a search with a bound of switches goes on.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Course {
    /// Where the activation lies of the thread that ran last.
    last: ObjId,
    /// Switches from threads that could go on.
    switches: u32,
}

impl Course {
    /// What it is after this thread has run.
    fn after(self, schedule: &Schedule, way: usize) -> Course {
        let next = schedule.resumes(way);
        let can_go_on = (0..schedule.ways()).any(|i| schedule.resumes(i) == self.last);
        Course { last: next, switches: self.switches + u32::from(next != self.last && can_go_on) }
    }
}

/// A state that waits, with what its store needs to tell others from it.
struct Waiting<P> {
    state: State,
    walk: Arc<Walk>,
    pending: P,
}

/// How a transition ends.
enum Reached {
    /// In a state; `near`: the machine knows what was written since the transition began.
    State {
        near: bool,
        course: Course,
    },
    /// The program has ended.
    Nothing,
    Violation(Check, Option<LocId>),
    Unknown(Cause),
}

/// How to go on with the transitions of a state.
enum Next {
    /// With the next one; `moved`: the machine was made to load a state meanwhile.
    On { moved: bool },
    /// Not at all.
    Enough,
}

/// Explores a program. The second part of the answer are the figures.
pub fn check(program: &Program, options: &Options, progress: &Progress) -> (Verdict, Figures) {
    let unknown = |cause| (Verdict::Unknown(cause), Figures::default());
    if let Some(loc) = uses_arguments(program, options.entry) {
        return unknown(Cause::Unsupported { what: "arguments of the entry function".to_owned(), loc });
    }
    let scheduler = program.function("__bmc_scheduler").filter(|&f| program.func(f).is_defined());
    let image = match Image::new(program, options.checks) {
        Ok(image) => image,
        Err(fault) => return unknown(cause(fault, None)),
    };
    let mut figures = Figures::default();
    let bounds = match options.context_bound {
        Some(most) => (0..=most).map(Some).collect(),
        None => vec![None],
    };
    for bound in bounds {
        let runs = Runs {
            image: &image,
            options,
            scheduler,
            store: new_store(),
            bound,
            cut: AtomicBool::new(false),
            found: Mutex::default(),
            steps: Arc::default(),
            undecided: Default::default(),
            unordered: Default::default(),
        };
        if let Err(fault) = runs.start() {
            return (Verdict::Unknown(cause(fault, None)), figures);
        }
        let limit = options.memory.map_or(usize::MAX, |m| usize::try_from(m).unwrap_or(usize::MAX));
        let budget = Budget::new(limit);
        let (verdict, last) = if options.hash_compaction {
            match HashStore::new(&budget) {
                Ok(store) => runs.search(&store, progress),
                Err(_) => return (Verdict::Unknown(Cause::Memory), figures),
            }
        } else {
            match TreeStore::new(&budget) {
                Ok(store) => runs.search(&store, progress),
                Err(_) => return (Verdict::Unknown(Cause::Memory), figures),
            }
        };
        figures = last;
        // A search that was cut may leave out what another one finds.
        if !(runs.cut.load(Relaxed) && matches!(verdict, Verdict::True(_))) {
            return (verdict, figures);
        }
    }
    (Verdict::Unknown(Cause::Contexts(options.context_bound.unwrap_or(0))), figures)
}

/// Where the entry function uses what it is given, which may be anything.
pub(super) fn uses_arguments(program: &Program, entry: FuncId) -> Option<Option<LocId>> {
    let insts = &program.func(entry).insts;
    let uses = |kind: &InstKind| {
        let mut found = false;
        let mut look = |v: Value| found |= matches!(v, Value::Arg(_));
        match kind {
            InstKind::DebugValue { .. } | InstKind::DebugDeclare { .. } => {}
            InstKind::Phi(incoming) => incoming.iter().for_each(|(_, v)| look(*v)),
            kind => operands(kind, look),
        }
        found
    };
    insts.iter().find(|inst| uses(&inst.kind)).map(|inst| inst.loc)
}

/// Why there is no answer, for what the machine does not go on after.
pub(super) fn cause(fault: Fault, loc: Option<LocId>) -> Cause {
    match fault {
        Fault::Exhausted(Resource::Memory) => Cause::Memory,
        Fault::Exhausted(Resource::Time) => Cause::Timeout,
        Fault::Undefined(check) => Cause::Undefined { check, loc },
        Fault::Unsupported(what) => Cause::Unsupported { what: what.to_string(), loc },
        other => Cause::Unsupported { what: other.to_string(), loc },
    }
}

impl<'i, 'p> Runs<'i, 'p> {
    /// Visits all states.
    fn search<S: StateStore>(&self, store: &S, progress: &Progress) -> (Verdict, Figures) {
        let Progress { states, transitions, expanded, depth } = progress;
        [states, transitions, expanded].into_iter().for_each(|n| n.store(0, Relaxed));
        depth.store(0, Relaxed);
        let options = search::Options {
            threads: self.options.threads,
            deadline: self.options.deadline,
            cancel: self.options.stop.as_deref(),
            paths: true,
            progress: Some(progress),
            ..search::Options::default()
        };
        let outcome = match self.options.order {
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
            let Found { check, loc, at, transition, .. } = *found;
            let (mut trace, numbers) = self.trace(paths, at, transition);
            if found.detail.parties.is_some() {
                // Each of the two accesses is allowed; that both are next is what is wrong.
                let event = Event::Violation(check, found.detail.clone());
                let thread = trace.steps.last().map_or(0, |s| s.thread);
                trace.steps.push(Step {
                    loc,
                    func: self.options.entry,
                    depth: 0,
                    inside: None,
                    thread,
                    event,
                });
            }
            let run = Run::Choices { reduction: self.options.reduction, numbers };
            Violation { check, loc, trace, replayed: Replayed::Machine, run }
        };
        let found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        if !found.is_empty() {
            return Verdict::False(found.iter().map(violation).collect());
        }
        // More time or memory would not help.
        let undecided = |cause| Verdict::Unknown(self.undecided.get().cloned().unwrap_or(cause));
        match outcome.end {
            search::End::Complete => match self.undecided.get().or(self.unordered.get()) {
                Some(cause) => Verdict::Unknown(cause.clone()),
                None => Verdict::True(Proof::explored(Explored { omission })),
            },
            search::End::Stopped(End::Violation { check, loc, transition, detail }, at) => {
                Verdict::False(vec![violation(&Found { check, loc, at, transition, detail: *detail })])
            }
            search::End::Stopped(End::Unknown(cause), _) => Verdict::Unknown(cause),
            // Who watches the process asks for an end when its memory is used up.
            search::End::Full(Full::Limit { .. } | Full::System { .. } | Full::Ids)
            | search::End::Limit(search::Limit::Cancelled) => undecided(Cause::Memory),
            search::End::Limit(_) => undecided(Cause::Timeout),
        }
    }

    /// The program before its first step.
    fn start(&self) -> Result<Machine<'i, 'p>, Fault> {
        let environment = Environment {
            asks: true,
            malloc_may_fail: self.options.malloc_may_fail,
            ..Environment::default()
        };
        let mut machine = Machine::new(self.image, self.options.entry, &["program".to_owned()], environment)?;
        machine.interruptible(self.options.reduction);
        machine.races.on = self.scheduler.is_some() && self.options.checks.contains(Check::Race);
        machine.put_away();
        Ok(machine)
    }

    /// What the scheduler does in the state that the machine is in, put away, and whether the machine was made to load a
    /// state to find out.
    fn schedule(
        &self,
        machine: &mut Machine<'i, 'p>,
        schedules: &mut Schedules,
    ) -> (Option<Arc<Schedule>>, bool) {
        let Some(scheduler) = self.scheduler else { return (None, false) };
        match schedules.find(machine) {
            Some(schedule) => (Some(schedule), false),
            None => (machine.plan(scheduler).map(|schedule| schedules.add(machine, schedule)), true),
        }
    }

    /// Takes all transitions of a state, one for every sequence of choices, in their order, until `each` has enough. The
    /// machine has loaded the state.
    fn transitions(
        &self,
        machine: &mut Machine<'i, 'p>,
        from: &State,
        mut each: impl FnMut(&mut Machine<'i, 'p>, &[u32], Reached) -> Result<Next, search::Stop<End>>,
    ) -> Result<(), search::Stop<End>> {
        let mut clean = true;
        let ways = from.schedule.as_ref().map_or(1, |s| s.ways());
        // States within a transition, each with the choices made so far, of which the last one is to be given.
        let mut open: Vec<(Snapshot, Vec<u32>)> = Vec::new();
        let mut way = 0;
        let mut course = from.course;
        loop {
            machine.environment.inputs.clear();
            let choices = if let Some((inside, choices)) = open.pop() {
                machine.restore(&inside);
                clean = false;
                let chosen = *choices.last().expect("a choice was made");
                machine.environment.inputs.push_back(Bits::new(64, chosen.into()));
                choices
            } else if way < ways {
                if let (Some(bound), Some(schedule)) = (self.bound, &from.schedule) {
                    course = from.course.after(schedule, way);
                    if course.switches > bound {
                        self.cut.store(true, Relaxed);
                        way += 1;
                        continue;
                    }
                }
                if clean {
                    machine.undo(&from.snapshot);
                } else {
                    machine.restore(&from.snapshot);
                    clean = true;
                }
                way += 1;
                match (&from.schedule, self.scheduler) {
                    (Some(schedule), _) => machine.follow(schedule, way - 1),
                    (None, Some(scheduler)) => machine.schedule(scheduler),
                    (None, None) => machine.resume(),
                }
                if ways > 1 { vec![way as u32 - 1] } else { Vec::new() }
            } else {
                return Ok(());
            };
            machine.environment.max_steps = Some(machine.steps + self.options.max_steps);
            let stop = machine.run();
            machine.environment.asked.clear();
            let reached = match stop {
                Stop::Choice(count) => {
                    let here = machine.snapshot();
                    for chosen in (0..count).rev() {
                        let mut choices = choices.clone();
                        choices.push(chosen);
                        open.push((here.clone(), choices));
                    }
                    continue;
                }
                Stop::Interrupted => {
                    machine.put_away();
                    Reached::State { near: clean, course }
                }
                Stop::ThreadEnded => {
                    machine.drop_thread();
                    Reached::State { near: clean, course }
                }
                Stop::Exited(_) | Stop::Aborted | Stop::Over | Stop::Cut => Reached::Nothing,
                Stop::Fault(Fault::Violation(check), loc) => Reached::Violation(check, loc),
                Stop::Fault(fault, loc) => Reached::Unknown(cause(fault, loc)),
            };
            match each(machine, &choices, reached)? {
                Next::On { moved } => clean &= !moved,
                Next::Enough => return Ok(()),
            }
        }
    }

    /// The run to a transition of a state, and its choices.
    fn trace(&self, paths: Option<&Paths>, at: Option<StateId>, last: u32) -> (Trace, Vec<u32>) {
        let path = at.and_then(|at| Some(paths?.to(at))).unwrap_or_default();
        let numbers = path.iter().map(|(_, transition)| *transition).skip(1).chain([last]);
        let mut recorder = Recorder::new(self.image);
        let mut all = Vec::new();
        if let Ok(mut machine) = self.start() {
            let mut schedules = Schedules::default();
            let mut course = Course::default();
            for number in numbers {
                let (schedule, _) = self.schedule(&mut machine, &mut schedules);
                let from = State { snapshot: Box::new(machine.snapshot()), schedule, course };
                let Some((choices, next)) = self.choices(&mut machine, &from, number) else { break };
                self.record(&mut machine, &from.snapshot, &choices, &mut recorder);
                all.extend(choices);
                course = next;
            }
        }
        (recorder.trace(), all)
    }

    /// The choices of a transition, and the course after it.
    fn choices(
        &self,
        machine: &mut Machine<'i, 'p>,
        from: &State,
        number: u32,
    ) -> Option<(Vec<u32>, Course)> {
        let mut count = 0;
        let mut found = None;
        machine.restore(&from.snapshot);
        // A stop is where the path ends.
        let _ = self.transitions(machine, from, |_, choices, reached| {
            if count == number {
                let course = match reached {
                    Reached::State { course, .. } => course,
                    _ => from.course,
                };
                found = Some((choices.to_vec(), course));
                return Ok(Next::Enough);
            }
            count += 1;
            Ok(Next::On { moved: false })
        });
        found
    }

    /// Takes a transition again, watched.
    fn record(
        &self,
        machine: &mut Machine<'i, 'p>,
        from: &Snapshot,
        choices: &[u32],
        recorder: &mut Recorder<'i, 'p>,
    ) {
        machine.environment.inputs = choices.iter().map(|&c| Bits::new(64, c.into())).collect();
        machine.environment.asked.clear();
        machine.environment.max_steps = None;
        machine.restore(from);
        match self.scheduler {
            Some(scheduler) => machine.schedule(scheduler),
            None => machine.resume(),
        }
        recorder.sync(machine);
        loop {
            match recorder.step(machine) {
                None => {}
                Some(Stop::Interrupted) => return machine.put_away(),
                Some(Stop::ThreadEnded) => return machine.drop_thread(),
                Some(_) => return,
            }
        }
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
                Origin::Global(g) => self.image.program.global(g).name.clone(),
                Origin::Heap(_) => "heap object".to_owned(),
                _ => "local object".to_owned(),
            };
            (name, Some(o.bytes.len() as u64), o.loc)
        });
        let parties = Some(Box::new([party(first), party(second)]));
        let detail = Detail { object, parties, ..Detail::default() };
        Some(Found { check: Check::Race, loc: first.loc, at: Some(at), transition: first.transition, detail })
    }

    /// A violation: the end of the search, unless all are wanted.
    fn violated(&self, found: Found) -> Result<(), search::Stop<End>> {
        if !self.options.all {
            let Found { check, loc, transition, detail, .. } = found;
            let detail = Box::new(detail);
            return Err(search::Stop::Error(End::Violation { check, loc, transition, detail }));
        }
        let mut all = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        if all.iter().all(|f| (f.check, f.loc) != (found.check, found.loc)) {
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
        let (machine, canon, schedules) = scratch;
        // Most transitions change nothing that the scheduler reads.
        let last = from.and_then(|from| from.state.schedule.as_ref());
        let written = || machine.memory.written().map(|(id, _)| id);
        let same =
            last.is_some_and(|s| s.is_apart(written()) || s.holds(machine)) || self.scheduler.is_none();
        let (own, loaded);
        let schedule = if same {
            loaded = false;
            last
        } else {
            (own, loaded) = self.schedule(machine, schedules);
            own.as_ref()
        };
        let ignored = schedule.map_or(&[][..], |s| s.overwritten());
        let near = from.filter(|_| same && !loaded).map(|from| &from.walk);
        canon.context = self.bound.map(|_| (course.last, course.switches));
        let (form, walk) = canon.form(machine, near, ignored, |part| out.intern(part))?;
        let state = |worker: &S::Worker<'_>| {
            // Counts of owners are changed for new states only: all threads would write to the same ones.
            let schedule = schedule.map(Arc::clone);
            let state = State { snapshot: Box::new(machine.snapshot()), schedule, course };
            Waiting { state, walk: Arc::clone(walk), pending: worker.pending() }
        };
        match (form, from) {
            (Form::Changed(len, changes), Some(from)) => {
                out.push_changed(transition, &from.pending, len, changes, state)?;
            }
            (Form::Changed(..), None) => unreachable!("nothing is near"),
            (Form::Whole(leaves), _) => out.push(transition, leaves, state)?,
        }
        Ok(loaded)
    }
}

impl<'i, 'p, S: StateStore> System<S> for Runs<'i, 'p> {
    type Error = End;
    type Scratch = Scratch<'i, 'p>;
    type State = Waiting<S::Pending>;

    fn scratch(&self) -> Scratch<'i, 'p> {
        Scratch {
            machine: self.start().expect("it was started before"),
            canon: Canon::new(self.image, self.store),
            schedules: Schedules::default(),
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
        machine.restore(&waiting.state.snapshot);
        machine.races.clear();
        self.transitions(machine, &waiting.state, |machine, _, reached| {
            let mut moved = false;
            match reached {
                Reached::State { near, course } => {
                    let from = near.then_some(waiting);
                    let scratch = (&mut *machine, &mut *canon, &mut *schedules);
                    moved = self.push(scratch, from, (transition, course), out)?;
                }
                Reached::Nothing => {}
                Reached::Violation(check, loc) => {
                    let detail = Detail::default();
                    self.violated(Found { check, loc, at: Some(id), transition, detail })?;
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
        if let Some(loc) = machine.races.unordered.take() {
            let what = "races where threads communicate without order".to_owned();
            let _ = self.unordered.set(Cause::Unsupported { what, loc });
        }
        match self.race(machine, &waiting.state, id) {
            Some(found) => self.violated(found),
            None => Ok(()),
        }
    }

    fn heap(waiting: &Waiting<S::Pending>) -> usize {
        waiting.state.snapshot.own_bytes() + waiting.walk.own_bytes() + S::pending_heap(&waiting.pending)
    }
}
