//! Checks a program by a search through its sets of states, and makes a verdict of it.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use super::concretise::{Concrete, concretise};
use super::data::{DataSet, Queries, QueryStatistics, is_included, normalise};
use super::expand::{End, Expander};
use super::visited::{Entry, Visited, Way};
use crate::base::{Bits, is_late};
use crate::engine::explicit::canon::{Canon, Form, new_store};
use crate::engine::explicit::schedules::Schedules;
use crate::engine::explicit::store::{Budget, Full, StateId, StateStore, Stats, StoreWorker, TreeStore};
use crate::engine::explicit::transition_system::{State, SwitchContext, TransitionSystem, cause};
use crate::engine::explicit::{All, Options, Progress};
use crate::engine::record::Recorder;
use crate::engine::verdict::{Cause, Fault, Halted, Replayed, Verdict, Violation};
use crate::ilr::Term;
use crate::machine::{self, Image, Machine, ObjId, Reduction, SharedGlobals, Stop, Told};
use crate::program::{LocId, Program};
use crate::property::Check;
use crate::rewrite::Builder;
use crate::semantics::{self, Unsupported};
use crate::smt::{Limits, SmtError, Solver};

/// Evidence that every set of states was visited. Only the search makes it.
#[derive(Clone, Copy, Debug)]
pub struct Closed(());

/// Statistics of a search.
#[derive(Clone, Default, Debug)]
pub struct Figures {
    /// Distinct sets of states.
    pub sets: u64,
    /// Transitions between them.
    pub transitions: u64,
    /// Sets that were found to be parts of known ones.
    pub included: u64,
    /// Sets that waiting ones were joined with.
    pub merged: u64,
    /// Operations executed.
    pub steps: u64,
    /// Largest distance of a set from the first one.
    pub depth: u32,
    /// Terms made.
    pub terms: u64,
    /// Questions about terms.
    pub queries: QueryStatistics,
    /// Statistics of the store of controls.
    pub store: Stats,
}

/// Most sets of one control that a new one is compared with at once.
const COMPARED: usize = 32;
/// Most ways to a set.
const MOST_WAYS: usize = 16;
/// Sets between two looks at the clock.
const CLOCK_INTERVAL: u64 = 16;

/// Why a search ends before it is complete.
enum Early {
    Violated(Box<FoundViolation>),
    Unknown(Cause),
    /// An assumption about the owner of a variable is wrong.
    Conflict,
    Failed(Fault),
}

impl From<SmtError> for Early {
    fn from(error: SmtError) -> Early {
        Early::Failed(Fault::Solver(error))
    }
}

impl From<Full> for Early {
    fn from(_: Full) -> Early {
        Early::Unknown(Cause::Memory(Halted::in_sets()))
    }
}

/// A violation with what its run is told.
struct FoundViolation {
    check: Check,
    loc: Option<LocId>,
    numbers: Vec<u128>,
}

/// Makes solvers.
pub type Solvers = Arc<dyn Fn() -> Box<dyn Solver> + Send + Sync>;

fn fresh(solvers: &Solvers) -> Box<dyn Fn() -> Box<dyn Solver>> {
    let solvers = Arc::clone(solvers);
    Box::new(move || solvers())
}

/// Checks a program. Inputs are symbolic; allocation, threads and the like are chosen by the search.
///
/// # Errors
/// A failure of a solver, or of our own: the concrete machine does not show a violation that was found.
pub fn check(
    program: &Program,
    options: &Options,
    solvers: &Solvers,
    progress: &Progress,
) -> Result<(Verdict, Figures), Fault> {
    let unknown = |cause| Ok((Verdict::Unknown(cause), Figures::default()));
    if let Some(inst) = machine::pointer_from_outside(program, options.entry) {
        return unknown(cause(semantics::Fault::Unsupported(Unsupported::EntryPointer), inst.loc));
    }
    if options.checks.contains(Check::Race) && machine::scheduler(program).is_some() {
        let what = "races between threads with symbolic values".to_owned();
        return unknown(Cause::Unsupported { what, loc: None });
    }
    let image = match Image::telling(program, options.checks) {
        Ok(image) => image,
        Err(fault) => return unknown(cause(fault, None)),
    };
    let mut owners =
        (options.reduction == Reduction::Full).then(|| Arc::new(SharedGlobals::hopeful(program)));
    loop {
        let system = || TransitionSystem::new(&image, options, None, Vec::new()).assuming(owners.clone());
        let searched = system().with_symbolic_inputs();
        if let Err(fault) = searched.start() {
            return unknown(cause(fault, None));
        }
        let (verdict, figures) = search(&searched, solvers, progress)?;
        let found = matches!(&verdict, Searched::Violated(_));
        if let Some(wrong) = owners.as_ref().filter(|o| o.conflict() && !found) {
            owners = Some(Arc::new(wrong.corrected(program)));
            continue;
        }
        let verdict = match verdict {
            Searched::Complete(closed) => searched.proven(All::Sets(closed), 0.0),
            Searched::Unknown(cause) => Verdict::Unknown(cause),
            Searched::Violated(all) => {
                let exact = system().with_exact_inputs().with_told_undefined();
                let shown: Result<Vec<Violation>, Fault> =
                    all.into_iter().map(|found| replay(&exact, found)).collect();
                Verdict::False(shown?)
            }
        };
        // The runs without arguments are a part of all runs.
        let verdict = match (verdict, program.func(options.entry).use_of_argument(|_| true)) {
            (Verdict::True(_), Some(inst)) => {
                let what = "arguments of the entry function".to_owned();
                Verdict::Unknown(Cause::Unsupported { what, loc: inst.loc })
            }
            (verdict, _) => verdict,
        };
        return Ok((verdict, figures));
    }
}

/// What a search has found.
enum Searched {
    Complete(Closed),
    Violated(Vec<FoundViolation>),
    Unknown(Cause),
}

/// A search under way.
struct Search<'s, 'i, 'p> {
    system: &'s TransitionSystem<'i, 'p>,
    worker: <TreeStore as StateStore>::Worker<'s>,
    canon: Canon<'i, 'p>,
    schedules: Schedules,
    visited: Visited,
    queue: VecDeque<usize>,
    figures: Figures,
    /// The first thing that was not followed.
    undecided: Option<Cause>,
    found: Vec<FoundViolation>,
    progress: &'s Progress,
}

fn search(
    system: &TransitionSystem<'_, '_>,
    solvers: &Solvers,
    progress: &Progress,
) -> Result<(Searched, Figures), Fault> {
    let Progress { states, transitions, expanded, depth } = progress;
    [states, transitions, expanded].into_iter().for_each(|n| n.store(0, Relaxed));
    depth.store(0, Relaxed);
    let options = system.options;
    let limit = options.memory.map_or(usize::MAX, |m| usize::try_from(m).unwrap_or(usize::MAX));
    let budget = Budget::new(limit);
    let Ok(store) = TreeStore::new(&budget) else {
        return Ok((Searched::Unknown(Cause::Memory(Halted::in_sets())), Figures::default()));
    };
    let mut queries = Queries::new(fresh(solvers));
    queries.limits =
        Limits { deadline: options.deadline, stop: options.stop.clone(), ..queries.limits.clone() };
    let mut search = Search {
        system,
        worker: store.worker(),
        canon: Canon::new(system.image, new_store()),
        schedules: system.schedules(),
        visited: Visited::default(),
        queue: VecDeque::new(),
        figures: Figures::default(),
        undecided: None,
        found: Vec::new(),
        progress,
    };
    let mut machine = system.start().expect("it was started before");
    let end = search.explore(&mut machine, &mut queries);
    search.figures.steps = machine.findings.executed;
    search.figures.queries = queries.statistics.clone();
    search.figures.terms = machine.symbols().domain.terms.len() as u64;
    let Search { figures, undecided, mut found, worker, .. } = search;
    drop(worker);
    let figures = Figures { store: store.stats(), ..figures };
    let searched = match end {
        Err(Early::Failed(fault)) => return Err(fault),
        Err(Early::Violated(first)) => {
            found.push(*first);
            Searched::Violated(found)
        }
        _ if !found.is_empty() => Searched::Violated(found),
        // More time would not help.
        Err(Early::Unknown(cause)) => Searched::Unknown(undecided.unwrap_or(cause)),
        Err(Early::Conflict) => {
            let what = "variables that threads share".to_owned();
            Searched::Unknown(Cause::Unsupported { what, loc: None })
        }
        Ok(closed) => undecided.map_or(Searched::Complete(closed), Searched::Unknown),
    };
    Ok((searched, figures))
}

impl<'i, 'p> Search<'_, 'i, 'p> {
    /// Visits all sets.
    fn explore(&mut self, machine: &mut Machine<'i, 'p>, queries: &mut Queries) -> Result<Closed, Early> {
        self.arrive(machine, queries, None, false)?;
        while let Some(number) = self.queue.pop_front() {
            self.figures.depth = self.visited.entries[number].depth;
            self.progress.expanded.fetch_add(1, Relaxed);
            self.progress.depth.fetch_max(self.figures.depth, Relaxed);
            let options = self.system.options;
            if (number as u64).is_multiple_of(CLOCK_INTERVAL) && is_late(options.deadline) {
                return Err(Early::Unknown(Cause::Timeout(Halted::in_sets())));
            }
            if options.stop.as_ref().is_some_and(|stop| stop.load(Relaxed)) {
                return Err(Early::Unknown(Cause::Memory(Halted::in_sets())));
            }
            self.expand(machine, queries, number)?;
            if self.system.owners.as_ref().is_some_and(|o| o.conflict()) {
                return Err(Early::Conflict);
            }
        }
        Ok(Closed(()))
    }

    /// Follows the transitions of a set.
    fn expand(
        &mut self,
        machine: &mut Machine<'i, 'p>,
        queries: &mut Queries,
        number: usize,
    ) -> Result<(), Early> {
        let entry = &mut self.visited.entries[number];
        let Some(state) = entry.state.take() else { return Ok(()) };
        let (path, unsure) = (entry.data.path.clone(), entry.unsure);
        let mut expander = Expander { system: self.system, queries };
        expander.transitions(machine, (&state, &path, unsure), |machine, queries, end, unsure| {
            self.figures.transitions += 1;
            self.progress.transitions.fetch_add(1, Relaxed);
            match end {
                End::States => {
                    if std::mem::take(&mut machine.findings.may_have_lost) {
                        let what = "a heap object that may still be pointed to decides".to_owned();
                        self.leave_open(Cause::Unsupported { what, loc: None });
                    }
                    self.arrive(machine, queries, Some(number), unsure)
                }
                End::TooMany => {
                    let what = "a symbolic value that decides in too many ways".to_owned();
                    let loc = machine.loc();
                    self.leave_open(Cause::Unsupported { what, loc });
                    Ok(())
                }
                End::Stopped(Stop::Fault(semantics::Fault::Violation(check), loc)) => {
                    self.violation(machine, queries, number, (check, loc, unsure))
                }
                End::Stopped(Stop::Fault(fault, loc)) => {
                    match cause(fault, loc) {
                        cause @ (Cause::Undefined { .. } | Cause::Unsupported { .. }) => {
                            self.leave_open(cause)
                        }
                        cause => return Err(Early::Unknown(cause)),
                    }
                    Ok(())
                }
                // The run has ended, or there is no such run.
                End::Stopped(_) => Ok(()),
            }
        })
    }

    fn leave_open(&mut self, cause: Cause) {
        self.undecided.get_or_insert(cause);
    }

    /// A violation: finds the inputs of a run that shows it.
    fn violation(
        &mut self,
        machine: &mut Machine<'i, 'p>,
        queries: &mut Queries,
        number: usize,
        (check, loc, unsure): (Check, Option<LocId>, bool),
    ) -> Result<(), Early> {
        if self.found.iter().any(|f| (f.check, f.loc) == (check, loc)) {
            return Ok(());
        }
        let symbols = machine.symbols();
        let course = Arc::clone(&symbols.course);
        let terms = &mut symbols.domain.terms;
        let from = (number, &course.told[..], &course.path[..]);
        match concretise(terms, queries, &self.visited.entries, from)? {
            Concrete::Numbers(numbers) => {
                let found = FoundViolation { check, loc, numbers };
                if self.system.options.all {
                    self.found.push(found);
                    return Ok(());
                }
                Err(Early::Violated(Box::new(found)))
            }
            Concrete::None if !unsure => {
                Err(Early::Failed(Fault::Replay(format!("no inputs lead to {}", check.words()))))
            }
            Concrete::None | Concrete::Unknown => {
                self.leave_open(Cause::Solver("a question about a path was not answered".to_owned()));
                Ok(())
            }
        }
    }

    /// The machine is in a set of states, to which a transition from another one has led.
    fn arrive(
        &mut self,
        machine: &mut Machine<'i, 'p>,
        queries: &mut Queries,
        parent: Option<usize>,
        unsure: bool,
    ) -> Result<(), Early> {
        let (schedule, _) = self.system.schedule(machine, &mut self.schedules);
        let ignored = schedule.as_ref().map_or(&[][..], |s| s.overwritten());
        let course = Arc::clone(&machine.symbols().course);
        let (mut control, order) = self.control(machine, ignored)?;
        let raw = DataSet { cells: machine.cells(order.iter().copied()), path: course.path.clone() };
        let symbols = machine.symbols();
        let normal = normalise(&mut symbols.domain.terms, raw.clone());
        let constants = normal.cells.iter().any(|&cell| symbols.domain.terms.is_const(cell));
        machine.set_cells(order.iter().copied(), &normal.cells);
        let mut cells = normal.cells.clone();
        if constants {
            // They belong to control now.
            let order;
            (control, order) = self.control(machine, ignored)?;
            cells = machine.cells(order.into_iter());
        }
        let data = DataSet { cells, path: normal.path };
        if data.path.contains(&machine.symbols().domain.terms.ff()) {
            if !unsure {
                self.leave_open(Cause::Solver("a path that was possible is not any more".to_owned()));
            }
            return Ok(());
        }
        if self.is_known(machine, queries, control, &data)? {
            self.figures.included += 1;
            return Ok(());
        }
        let told: Box<[Told]> = course.told.as_slice().into();
        let way = parent.map(|from| Way { from, told, raw, cells: normal.cells.into() });
        let symbols = machine.symbols();
        if let Some(waiting) = self.visited.waiting(control, &data.cells)
            && waiting.ways.len() < MOST_WAYS
            && let Some(way) = way
        {
            waiting.data.path = joined(&mut symbols.domain.terms, &waiting.data.path, &data.path);
            waiting.unsure |= unsure;
            waiting.ways.push(way);
            self.figures.merged += 1;
            return Ok(());
        }
        let snapshot = Box::new(machine.snapshot());
        let state = State { snapshot, schedule, context: SwitchContext::default() };
        let depth = parent.map_or(0, |p| self.visited.entries[p].depth + 1);
        let ways = way.into_iter().collect();
        let entry = Entry { ways, data, state: Some(state), unsure, depth };
        let number = self.visited.add(control, entry);
        self.queue.push_back(number);
        self.figures.sets += 1;
        self.progress.states.fetch_add(1, Relaxed);
        Ok(())
    }

    /// The machine's control, and the nodes in the order of its canonical form.
    fn control(
        &mut self,
        machine: &Machine<'i, 'p>,
        ignored: &[ObjId],
    ) -> Result<(StateId, Vec<ObjId>), Full> {
        let worker = &mut self.worker;
        let (form, numbering) = self.canon.form(machine, None, ignored, |part| worker.intern(part))?;
        let Form::Whole(leaves) = form else { unreachable!("nothing is near") };
        let (control, _) = worker.insert_leaves(leaves)?;
        let globals = self.system.image.variables().iter().copied();
        let order = globals.chain(numbering.order().iter().copied());
        Ok((control, order.filter(|id| !ignored.contains(id)).collect()))
    }

    /// Whether all states of a set were visited or wait.
    fn is_known(
        &mut self,
        machine: &mut Machine<'i, 'p>,
        queries: &mut Queries,
        control: StateId,
        data: &DataSet,
    ) -> Result<bool, Early> {
        let mut others: Vec<&DataSet> = Vec::new();
        for entry in self.visited.of(control) {
            if entry.data == *data {
                return Ok(true);
            }
            if others.len() < COMPARED {
                others.push(&entry.data);
            }
        }
        let symbols = machine.symbols();
        Ok(!others.is_empty() && is_included(&mut symbols.domain.terms, queries, data, &others)?)
    }
}

/// The conjuncts of a path that holds where one of two others does.
fn joined(b: &mut Builder, one: &[Term], other: &[Term]) -> Vec<Term> {
    let (mut both, mut rest): (Vec<Term>, Vec<Term>) = one.iter().partition(|&t| other.contains(t));
    let of_other: Vec<Term> = other.iter().copied().filter(|t| !both.contains(t)).collect();
    let left = b.and_all(rest.drain(..));
    let right = b.and_all(of_other);
    let either = b.or(left, right);
    if b.as_bool(either) != Some(true) {
        both.push(either);
    }
    both
}

/// Executes the run of a violation on the machine with known values.
fn replay(exact: &TransitionSystem<'_, '_>, found: FoundViolation) -> Result<Violation, Fault> {
    let FoundViolation { check, loc, numbers } = found;
    let failed = |why: String| Fault::Replay(format!("{}: {why}", check.words()));
    let mut machine = exact.start().map_err(|fault| failed(fault.to_string()))?;
    let mut recorder = Recorder::new(exact.image);
    machine.environment.inputs = numbers.iter().map(|&n| Bits::from_u128(128, n)).collect();
    let stop = loop {
        match exact.scheduler {
            Some(scheduler) => machine.schedule(scheduler),
            None => machine.resume(),
        }
        machine.environment.max_steps = None;
        recorder.sync(&machine);
        let stop = loop {
            if let Some(stop) = recorder.step(&mut machine) {
                break stop;
            }
        };
        match stop {
            Stop::Interrupted => machine.put_away(),
            Stop::ThreadEnded => machine.drop_thread(),
            stop => break stop,
        }
    };
    match stop {
        Stop::Fault(semantics::Fault::Violation(shown), place) if shown == check && place == loc => {
            let record = recorder.record(&machine);
            let run = exact.run_of(numbers, None);
            Ok(Violation { check, loc, record, replayed: Replayed::Machine, run })
        }
        stop => Err(failed(format!("the machine stops with {stop:?}"))),
    }
}
