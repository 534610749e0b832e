//! Checks a program by a search through its sets of states, and makes a verdict of it.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use rustc_hash::FxHashMap;

use super::concretise::{Concrete, concretise, concretise_cycle};
use super::data::{DataSet, Queries, QueryStatistics, apart, is_included, normalise};
use super::expand::{End, Expander};
use super::show::{FoundViolation, show};
use super::temporal::{Cycles, Part, Step, Temporal};
use super::visited::{Entry, Visited, Way};
use crate::base::{effort, is_late};
use crate::engine::explicit::canon::{Canon, Form, new_store};
use crate::engine::explicit::ltl::replay::{self, Move};
use crate::engine::explicit::ltl::{Letter, Property};
use crate::engine::explicit::schedules::Schedules;
use crate::engine::explicit::store::{Budget, Full, StateId, StateStore, Stats, StoreWorker, TreeStore};
use crate::engine::explicit::transition_system::{State, SwitchContext, TransitionSystem, cause};
use crate::engine::explicit::{All, Options, Progress};
use crate::engine::verdict::{Cause, Fault, Halted, Replayed, Verdict, Violation};
use crate::ilr::Term;
use crate::ltl::Empty;
use crate::machine::{self, Image, Machine, ObjId, Reduction, SharedGlobals, Stop, Told};
use crate::program::{LocId, Program};
use crate::property::Check;
use crate::rewrite::Builder;
use crate::semantics::{self, Unsupported};
use crate::smt::{Limits, SmtError, Solver};

/// Evidence that every set of states was visited. Only the search makes it.
#[derive(Clone, Copy, Debug)]
pub struct Closed(());

/// Which sets count as visited.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Visiting {
    /// Those that known ones contain together.
    #[default]
    Included,
    /// Those equal to a known one, as far as is found out in a time that grows with each question that was not answered (SymDIVINE's
    /// thesis, algorithm 4).
    Equal,
    /// None: symbolic execution (the thesis' algorithm 3).
    Never,
}

/// What is asked of a program.
#[derive(Clone, Copy, Default)]
pub struct Asked<'p> {
    /// A property that all runs have to have.
    pub property: Option<&'p Property>,
    /// Which sets count as visited; with a property, those that it needs.
    pub visiting: Visiting,
}

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
/// The first effort of a question whether two sets are equal; twice as much after each that was not answered.
const PATIENCE: u64 = effort::SECOND / 1000;
/// Most ways to a set.
const MOST_WAYS: usize = 16;
/// Sets between two looks at the clock.
const CLOCK_INTERVAL: u64 = 16;

/// Why a search ends before it is complete.
enum Early {
    Violated(Box<FoundViolation>),
    /// A run that violates a formula: what it is told to its cycle, and in it.
    Cycle([Vec<Move>; 2]),
    /// A path of sets that only stand for others of which they are a part has no run.
    Inexact,
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
    Asked { property, visiting }: Asked<'_>,
    solvers: &Solvers,
    progress: &Progress,
) -> Result<(Verdict, Figures), Fault> {
    let unknown = |cause| Ok((Verdict::Unknown(cause), Figures::default()));
    if let Some(inst) = machine::pointer_from_outside(program, options.entry) {
        return unknown(cause(semantics::Fault::Unsupported(Unsupported::EntryPointer), inst.loc));
    }
    if property.is_some() && options.checks.contains(Check::Race) && machine::scheduler(program).is_some() {
        let what = "the check for races beside a formula".to_owned();
        return unknown(Cause::Unsupported { what, loc: None });
    }
    let image = match Image::telling(program, options.checks) {
        Ok(image) => image,
        Err(fault) => return unknown(cause(fault, None)),
    };
    // Whose a variable is does not matter where formulas speak of it.
    let mut owners = (options.reduction == Reduction::Full && property.is_none())
        .then(|| Arc::new(SharedGlobals::hopeful(program)));
    let asked = property.map_or_else(Vec::new, |p| p.asked.clone());
    let mut exact = false;
    loop {
        let system = || {
            let system = TransitionSystem::new(&image, options, None, asked.clone()).assuming(owners.clone());
            if property.is_some() { system.telling_singly() } else { system }
        };
        let searched = system().with_symbolic_inputs();
        if let Err(fault) = searched.start() {
            return unknown(cause(fault, None));
        }
        let temporal = property.map(|property| Temporal::new(property, exact));
        let (verdict, figures) = search(&searched, (temporal, visiting), solvers, progress)?;
        if matches!(verdict, Searched::Inexact) && !exact {
            exact = true;
            continue;
        }
        let found = matches!(&verdict, Searched::Violated(_));
        if let Some(wrong) = owners.as_ref().filter(|o| o.conflict() && !found) {
            owners = Some(Arc::new(wrong.corrected(program)));
            continue;
        }
        let verdict = match verdict {
            Searched::Complete(all) => searched.proven(all, 0.0),
            Searched::Unknown(cause) => Verdict::Unknown(cause),
            Searched::Inexact => Verdict::Unknown(no_run()),
            Searched::Cycle([prefix, cycle]) => {
                let property = property.expect("a property is violated");
                let exact = system().with_exact_inputs().with_told_undefined();
                let (record, run) = replay::lasso(&exact, property, &prefix, &cycle)?;
                let replayed = Replayed::Machine;
                Verdict::False(vec![Violation { check: Check::Ltl, loc: None, record, replayed, run }])
            }
            Searched::Violated(all) => {
                let exact = system().with_exact_inputs().with_told_undefined();
                let shown: Result<Vec<Violation>, Fault> =
                    all.into_iter().map(|found| show(&exact, found)).collect();
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

/// Why a path of sets that violates a formula does not decide.
fn no_run() -> Cause {
    Cause::Solver("no run was found along a cycle of sets that violates the property".to_owned())
}

/// What a search has found.
enum Searched {
    Complete(All),
    Violated(Vec<FoundViolation>),
    Cycle([Vec<Move>; 2]),
    Inexact,
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
    temporal: Option<Temporal<'s>>,
    visiting: Visiting,
    /// Effort of a question whether two sets are equal.
    patience: u64,
    progress: &'s Progress,
}

/// How a set is reached.
struct Arrival {
    parent: Option<usize>,
    /// The thread that has moved.
    mover: u32,
    letter: Letter,
    /// Whether its path may be one of no run.
    unsure: bool,
}

fn search(
    system: &TransitionSystem<'_, '_>,
    (temporal, visiting): (Option<Temporal<'_>>, Visiting),
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
        temporal,
        visiting,
        patience: PATIENCE,
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
        Err(Early::Cycle(moves)) => Searched::Cycle(moves),
        _ if !found.is_empty() => Searched::Violated(found),
        Err(Early::Inexact) => Searched::Inexact,
        // More time would not help.
        Err(Early::Unknown(cause)) => Searched::Unknown(undecided.unwrap_or(cause)),
        Err(Early::Conflict) => {
            let what = "variables that threads share".to_owned();
            Searched::Unknown(Cause::Unsupported { what, loc: None })
        }
        Ok(all) => undecided.map_or(Searched::Complete(all), Searched::Unknown),
    };
    Ok((searched, figures))
}

impl<'i, 'p> Search<'_, 'i, 'p> {
    /// Visits all sets.
    fn explore(&mut self, machine: &mut Machine<'i, 'p>, queries: &mut Queries) -> Result<All, Early> {
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
            if self.temporal.as_mut().is_some_and(|graph| graph.is_due()) {
                self.cycles(machine, queries)?;
            }
        }
        let closed = Closed(());
        match self.cycles(machine, queries)? {
            Some(empty) => Ok(All::SetCycles(closed, empty)),
            None if self.temporal.is_none() => Ok(All::Sets(closed)),
            None => Err(Early::Unknown(no_run())),
        }
    }

    /// Looks for a run that violates the property, if there is one. Without cycles of sets so far there is none.
    fn cycles(
        &mut self,
        machine: &mut Machine<'i, 'p>,
        queries: &mut Queries,
    ) -> Result<Option<Empty>, Early> {
        let Some(graph) = &self.temporal else { return Ok(None) };
        let (prefix, cycle) = match graph.cycles(self.system.options) {
            Cycles::None(empty) => {
                if let Some(cause) = graph.undefined() {
                    self.undecided.get_or_insert(cause.clone());
                }
                return Ok(Some(empty));
            }
            Cycles::Lasso(prefix, cycle) => (prefix, cycle),
            Cycles::Halted(cause) => return Err(Early::Unknown(cause)),
        };
        let terms = &mut machine.symbols().domain.terms;
        let found = concretise_cycle(terms, queries, (&self.visited.entries, graph), (&prefix, &cycle))?;
        match found {
            Some(turns) => {
                let moves = |told: Option<Vec<u128>>| told.map_or(Move::Stays, Move::Told);
                Err(Early::Cycle(turns.map(|rows| rows.into_iter().map(moves).collect())))
            }
            None if graph.exact => {
                self.leave_open(no_run());
                Ok(None)
            }
            None => Err(Early::Inexact),
        }
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
        machine.reductions.races.clear();
        let mut expander = Expander { system: self.system, queries, cuts: self.temporal.is_none() };
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
                End::Stopped(Stop::Exited(_) | Stop::Aborted | Stop::Over) => {
                    self.ends(machine, queries, number, unsure)
                }
                // There is no such run.
                End::Stopped(_) => Ok(()),
            }
        })?;
        // Where that is wrong, a transition has gone on behind the accesses that it had to stop before.
        if self.system.owners.as_ref().is_some_and(|o| o.conflict()) {
            return Err(Early::Conflict);
        }
        if machine.reductions.races.on { self.races(machine, queries, number) } else { Ok(()) }
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
        if self.is_found(check, loc) {
            return Ok(());
        }
        let symbols = machine.symbols();
        let course = Arc::clone(&symbols.course);
        let terms = &mut symbols.domain.terms;
        let from = (number, &course.path[..], &[&course.told[..]][..]);
        match concretise(terms, queries, &self.visited.entries, from)? {
            Concrete::Numbers(mut numbers, rows) => {
                numbers.extend(rows.into_iter().flatten());
                self.found(FoundViolation { check, loc, numbers, either: None })
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

    fn is_found(&self, check: Check, loc: Option<LocId>) -> bool {
        self.found.iter().any(|f| (f.check, f.loc) == (check, loc))
    }

    fn found(&mut self, found: FoundViolation) -> Result<(), Early> {
        if !self.system.options.all {
            return Err(Early::Violated(Box::new(found)));
        }
        self.found.push(found);
        Ok(())
    }

    /// Looks for two accesses of a set's transitions that race in one of its states.
    fn races(
        &mut self,
        machine: &mut Machine<'i, 'p>,
        queries: &mut Queries,
        number: usize,
    ) -> Result<(), Early> {
        if let Some(loc) = machine.reductions.races.unordered.take() {
            let what = "races where threads communicate without order".to_owned();
            self.leave_open(Cause::Unsupported { what, loc });
        }
        if let Some((first, _)) = machine.reductions.races.open() {
            let what = "calls of two threads that the library need not keep from racing".to_owned();
            let loc = first.loc;
            self.leave_open(Cause::Unsupported { what, loc });
        }
        let pairs: Vec<_> = machine
            .reductions
            .races
            .pairs(false)
            .filter_map(|(a, b)| Some((a.loc, a.course.clone()?, b.course.clone()?)))
            .collect();
        for (loc, first, second) in pairs {
            if self.is_found(Check::Race, loc) {
                continue;
            }
            let terms = &mut machine.symbols().domain.terms;
            let own = |term: Term| second.told.contains(&Told::Input(term));
            let mut conditions = first.path.clone();
            conditions.extend(apart(terms, &second.path, own, 1));
            let mut told = Vec::new();
            for what in &second.told {
                told.push(match *what {
                    Told::Input(input) => Told::Input(apart(terms, &[input], |_| true, 1)[0]),
                    choice @ Told::Choice(_) => choice,
                });
            }
            let ways = [&first.told[..], &told];
            match concretise(terms, queries, &self.visited.entries, (number, &conditions, &ways))? {
                Concrete::Numbers(numbers, rows) => {
                    let either = <[Vec<u128>; 2]>::try_from(rows).ok().map(Box::new);
                    self.found(FoundViolation { check: Check::Race, loc, numbers, either })?;
                }
                Concrete::None => {}
                Concrete::Unknown => {
                    self.leave_open(Cause::Solver("a question about a race was not answered".to_owned()));
                }
            }
        }
        Ok(())
    }

    /// The run has ended; its propositions stay as they are.
    fn ends(
        &mut self,
        machine: &mut Machine<'i, 'p>,
        queries: &mut Queries,
        from: usize,
        unsure: bool,
    ) -> Result<(), Early> {
        let Some(graph) = &mut self.temporal else { return Ok(()) };
        let parts = graph.parts(machine, queries)?;
        let mover = machine.threads.mover;
        let course = Arc::clone(&machine.symbols().course);
        for part in parts {
            let number = match graph.end(part.letter) {
                Some(number) => number,
                None => {
                    graph.add_end(part.letter);
                    let (data, ways) = (DataSet::default(), Vec::new());
                    self.visited.add_end(Entry {
                        ways,
                        data,
                        state: None,
                        unsure,
                        depth: self.figures.depth + 1,
                    })
                }
            };
            let path = [&course.path[..], &part.conditions].concat();
            let data = DataSet { cells: Vec::new(), path };
            graph.connect((from, number), mover, Step { told: course.told.as_slice().into(), data });
        }
        Ok(())
    }

    /// The machine is in a set of states, to which a transition from another one has led. Each part of it whose states agree on the
    /// propositions is stored.
    fn arrive(
        &mut self,
        machine: &mut Machine<'i, 'p>,
        queries: &mut Queries,
        parent: Option<usize>,
        unsure: bool,
    ) -> Result<(), Early> {
        let mover = machine.threads.mover;
        let Some(graph) = &self.temporal else {
            return self.store(
                machine,
                queries,
                Arrival { parent, mover, letter: Letter::default(), unsure },
            );
        };
        let parts = graph.parts(machine, queries)?;
        if parent.is_none() && parts.len() != 1 {
            let what = "a proposition that inputs decide before the first step".to_owned();
            return Err(Early::Unknown(Cause::Unsupported { what, loc: None }));
        }
        let here = (parts.len() > 1).then(|| machine.snapshot());
        for part in parts {
            if let Some(here) = &here {
                machine.restore(here);
                part.conditions.iter().for_each(|&condition| machine.symbols().assume(condition));
            }
            let Part { letter, unsure: of_part, .. } = part;
            self.store(machine, queries, Arrival { parent, mover, letter, unsure: unsure || of_part })?;
        }
        Ok(())
    }

    /// Stores the machine's set of states, if it is new.
    fn store(
        &mut self,
        machine: &mut Machine<'i, 'p>,
        queries: &mut Queries,
        Arrival { parent, mover, letter, unsure }: Arrival,
    ) -> Result<(), Early> {
        let (schedule, _) = self.system.schedule(machine, &mut self.schedules);
        if self.temporal.as_ref().is_some_and(|graph| graph.property.fair)
            && self.system.scheduler.is_some()
            && schedule.is_none()
        {
            let what = "fairness where it is not known before which thread goes on".to_owned();
            self.leave_open(Cause::Unsupported { what, loc: None });
            return Ok(());
        }
        let ignored = schedule.as_ref().map_or(&[][..], |s| s.overwritten());
        let course = Arc::clone(&machine.symbols().course);
        let (mut control, first) = self.control(machine, ignored)?;
        let raw = DataSet { cells: machine.cells(first.iter().copied()), path: course.path.clone() };
        let symbols = machine.symbols();
        let normal = normalise(&mut symbols.domain.terms, raw.clone());
        let constants = normal.cells.iter().any(|&cell| symbols.domain.terms.is_const(cell));
        // The cells that stay symbolic, as the transition left them, in the order of the control that they belong to.
        let mut left = raw.cells.clone();
        let mut places = Places::default();
        if constants && self.temporal.is_some() {
            places = Places::of(machine, &first, (&raw.cells, &normal.cells));
        }
        machine.set_cells(first.iter().copied(), &normal.cells);
        let mut cells = normal.cells.clone();
        if constants {
            // They belong to control now.
            let second;
            (control, second) = self.control(machine, ignored)?;
            left = places.in_order(&second);
            cells = machine.cells(second.into_iter());
        }
        let data = DataSet { cells, path: normal.path };
        if data.path.contains(&machine.symbols().domain.terms.ff()) {
            if !unsure {
                self.leave_open(Cause::Solver("a path that was possible is not any more".to_owned()));
            }
            return Ok(());
        }
        let told: Box<[Told]> = course.told.as_slice().into();
        let step = || Step { told: told.clone(), data: DataSet { cells: left, path: raw.path.clone() } };
        if let Some(known) = self.known(machine, queries, control, (&data, letter))? {
            self.figures.included += 1;
            if let (Some(graph), Some(from)) = (&mut self.temporal, parent) {
                graph.connect((from, known), mover, step());
            }
            return Ok(());
        }
        let symbols = machine.symbols();
        if self.temporal.is_none()
            && self.visiting == Visiting::Included
            && let Some(from) = parent
            && let Some(waiting) = self.visited.waiting(control, &data.cells)
            && waiting.ways.len() < MOST_WAYS
        {
            waiting.data.path = joined(&mut symbols.domain.terms, &waiting.data.path, &data.path);
            waiting.unsure |= unsure;
            waiting.ways.push(Way { from, told, raw, cells: normal.cells.into() });
            self.figures.merged += 1;
            return Ok(());
        }
        let snapshot = Box::new(machine.snapshot());
        let state = State { snapshot, schedule, context: SwitchContext::default() };
        if let Some(graph) = &mut self.temporal {
            graph.add(letter, state.enabled());
            if let Some(from) = parent {
                graph.connect((from, self.visited.entries.len()), mover, step());
            }
        }
        let depth = parent.map_or(0, |p| self.visited.entries[p].depth + 1);
        let way = parent.map(|from| Way { from, told, raw, cells: normal.cells.into() });
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

    /// A set that was visited or waits, and stands for another one; where there are several, one of them.
    fn known(
        &mut self,
        machine: &mut Machine<'i, 'p>,
        queries: &mut Queries,
        control: StateId,
        (data, letter): (&DataSet, Letter),
    ) -> Result<Option<usize>, Early> {
        let graph = self.temporal.as_ref();
        if self.visiting == Visiting::Never {
            return Ok(None);
        }
        let mut others: Vec<(usize, &DataSet)> = Vec::new();
        for number in self.visited.of(control) {
            if graph.is_some_and(|graph| graph.letter(number) != letter) {
                continue;
            }
            let entry = &self.visited.entries[number];
            if entry.data == *data {
                return Ok(Some(number));
            }
            if others.len() < COMPARED {
                others.push((number, &entry.data));
            }
        }
        let Some(&(first, _)) = others.first() else { return Ok(None) };
        let terms = &mut machine.symbols().domain.terms;
        if self.visiting == Visiting::Equal {
            let limits = queries.limits.clone();
            for (number, other) in others {
                queries.limits.effort = Some(self.patience);
                let open = queries.statistics.unknown;
                let equal = is_included(terms, queries, data, &[other])?
                    && is_included(terms, queries, other, &[data])?;
                queries.limits = limits.clone();
                if equal {
                    return Ok(Some(number));
                }
                if queries.statistics.unknown > open {
                    self.patience = self.patience.saturating_mul(2);
                }
            }
            return Ok(None);
        }
        let Some(graph) = graph else {
            let others: Vec<&DataSet> = others.into_iter().map(|(_, other)| other).collect();
            return Ok(is_included(terms, queries, data, &others)?.then_some(first));
        };
        // One set stands for it: a cycle goes through sets, not through parts of several ones.
        for (number, other) in others {
            if is_included(terms, queries, data, &[other])?
                && (!graph.exact || is_included(terms, queries, other, &[data])?)
            {
                return Ok(Some(number));
            }
        }
        Ok(None)
    }
}

/// Where the cells of a state lie that stay symbolic.
#[derive(Default)]
struct Places {
    /// Those of no node, which come first.
    first: Vec<Term>,
    of_node: FxHashMap<ObjId, Vec<Term>>,
}

impl Places {
    /// Of the cells of some nodes, as a transition left them, those that have not become constants.
    fn of(machine: &mut Machine<'_, '_>, nodes: &[ObjId], (left, normal): (&[Term], &[Term])) -> Places {
        let mut next = left.iter().zip(normal);
        let none = machine.cells(std::iter::empty()).len();
        let terms = |machine: &mut Machine<'_, '_>, some: Vec<(&Term, &Term)>| {
            let terms = &machine.symbols().domain.terms;
            some.into_iter().filter(|(_, now)| !terms.is_const(**now)).map(|(left, _)| *left).collect()
        };
        let first = next.by_ref().take(none).collect();
        let first = terms(machine, first);
        let mut of_node = FxHashMap::default();
        for &node in nodes {
            let count = machine.cells(std::iter::once(node)).len() - none;
            let own = next.by_ref().take(count).collect();
            of_node.insert(node, terms(machine, own));
        }
        Places { first, of_node }
    }

    fn in_order(&self, nodes: &[ObjId]) -> Vec<Term> {
        let of_nodes = nodes.iter().filter_map(|node| self.of_node.get(node)).flatten();
        self.first.iter().chain(of_nodes).copied().collect()
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
