//! The search through sets of states: it takes them one after the other, and keeps what it finds.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use super::concretise::{Concrete, concretise, concretise_cycle};
use super::data::{Queries, QueryStatistics, apart};
use super::expand::{End, Expander};
use super::show::FoundViolation;
use super::temporal::{Cycles, Temporal};
use super::visited::Visited;
use crate::base::{effort, is_late};
use crate::engine::explicit::canon::{Canon, new_store};
use crate::engine::explicit::ltl::replay::Move;
use crate::engine::explicit::schedules::Schedules;
use crate::engine::explicit::store::{Budget, Full, StateStore, Stats, TreeStore};
use crate::engine::explicit::transition_system::{TransitionSystem, cause};
use crate::engine::explicit::{All, Options, Progress};
use crate::engine::verdict::{Cause, Fault, Halted};
use crate::ilr::Term;
use crate::ltl::Empty;
use crate::machine::{Machine, Stop, Told};
use crate::program::LocId;
use crate::property::Check;
use crate::semantics;
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

/// The first effort of a question whether two sets are equal; twice as much after each that was not answered.
const PATIENCE: u64 = effort::SECOND / 1000;
/// Sets between two looks at the clock.
const CLOCK_INTERVAL: u64 = 16;

/// Why a search ends before it is complete.
pub(super) enum Early {
    Violated(Box<FoundViolation>),
    /// A run that violates a formula: what it is told to its cycle, and in it.
    Cycle([Vec<Move>; 2]),
    /// No run was found along a path of sets, some of which stand for their parts.
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

/// Whether a search has to end.
///
/// # Errors
/// Why.
fn limits(options: &Options) -> Result<(), Cause> {
    if is_late(options.deadline) {
        return Err(Cause::Timeout(Halted::in_sets()));
    }
    // The watchdog stops the search when the process exhausts its memory.
    if options.stop.as_ref().is_some_and(|stop| stop.load(Relaxed)) {
        return Err(Cause::Memory(Halted::in_sets()));
    }
    Ok(())
}

/// Makes solvers.
pub type Solvers = Arc<dyn Fn() -> Box<dyn Solver> + Send + Sync>;

fn fresh(solvers: &Solvers) -> Box<dyn Fn() -> Box<dyn Solver>> {
    let solvers = Arc::clone(solvers);
    Box::new(move || solvers())
}

/// Why a path of sets that violates a formula does not decide.
pub(super) fn no_run() -> Cause {
    Cause::Solver("no run was found along a cycle of sets that violates the property".to_owned())
}

/// What a search has found.
pub(super) enum Searched {
    Complete(All),
    Violated(Vec<FoundViolation>),
    Cycle([Vec<Move>; 2]),
    Inexact,
    Unknown(Cause),
}

/// A search under way.
pub(super) struct Search<'s, 'i, 'p> {
    pub(super) system: &'s TransitionSystem<'i, 'p>,
    pub(super) worker: <TreeStore as StateStore>::Worker<'s>,
    pub(super) canon: Canon<'i, 'p>,
    pub(super) schedules: Schedules,
    pub(super) visited: Visited,
    pub(super) queue: VecDeque<usize>,
    pub(super) figures: Figures,
    /// The first thing that was not followed.
    pub(super) undecided: Option<Cause>,
    pub(super) found: Vec<FoundViolation>,
    pub(super) temporal: Option<Temporal<'s>>,
    pub(super) visiting: Visiting,
    /// Effort of a question whether two sets are equal.
    pub(super) patience: u64,
    pub(super) progress: &'s Progress,
}

pub(super) fn search(
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
            if (number as u64).is_multiple_of(CLOCK_INTERVAL) {
                limits(self.system.options).map_err(Early::Unknown)?;
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

    /// Looks for a run that violates the property, if one is given. The evidence that there is none among the sets so far.
    fn cycles(
        &mut self,
        machine: &mut Machine<'i, 'p>,
        queries: &mut Queries,
    ) -> Result<Option<Empty>, Early> {
        let Some(graph) = &self.temporal else { return Ok(None) };
        let (prefix, cycle) = match graph.cycles(&|| limits(self.system.options)) {
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
        // Nobody knows which threads are neglected by a transition from here.
        let unscheduled = self.temporal.as_ref().is_some_and(|graph| graph.property.fair)
            && self.system.scheduler.is_some()
            && state.schedule.is_none();
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
                    if unscheduled {
                        let what = "fairness where it is not known before which thread goes on".to_owned();
                        self.leave_open(Cause::Unsupported { what, loc: None });
                        return Ok(());
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

    pub(super) fn leave_open(&mut self, cause: Cause) {
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
            Concrete::None | Concrete::Lost if !unsure => {
                Err(Early::Failed(Fault::Replay(format!("no inputs lead to {}", check.words()))))
            }
            Concrete::None | Concrete::Lost | Concrete::Unknown => {
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
            .map(|(a, b)| (a.loc, a.course.clone().unwrap_or_default(), b.course.clone().unwrap_or_default()))
            .collect();
        for (loc, first, second) in pairs {
            if self.is_found(Check::Race, loc) {
                continue;
            }
            let terms = &mut machine.symbols().domain.terms;
            let own = |term: Term| second.told.contains(&Told::Input(term));
            let mut conditions = first.path.clone();
            conditions.extend(apart(terms, &second.path, own, 1));
            let copied = |what: &Told| what.renamed(|t| apart(terms, &[t], |_| true, 1)[0]);
            let told: Vec<Told> = second.told.iter().map(copied).collect();
            let ways = [&first.told[..], &told];
            match concretise(terms, queries, &self.visited.entries, (number, &conditions, &ways))? {
                Concrete::Numbers(numbers, rows) => {
                    let either = <[Vec<u128>; 2]>::try_from(rows).ok().map(Box::new);
                    self.found(FoundViolation { check: Check::Race, loc, numbers, either })?;
                }
                Concrete::None => {}
                Concrete::Lost | Concrete::Unknown => {
                    self.leave_open(Cause::Solver("a question about a race was not answered".to_owned()));
                }
            }
        }
        Ok(())
    }
}
