//! The search through sets of states: it takes them one after the other, and keeps what it finds.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use rustc_hash::FxHashMap;

use super::check::Asked;
use super::concretise::{Concrete, concretise, concretise_cycle};
use super::data::{Queries, QueryStatistics, apart};
use super::follow::{Follower, Origin, Taken};
use super::parallel;
use super::show::FoundViolation;
use super::temporal::{Cycles, Temporal};
use super::visited::{Entry, Visited, Waiting};
use crate::base::{effort, is_late};
use crate::engine::explicit::ltl::replay::Move;
use crate::engine::explicit::store::{Budget, Full, StateStore, Stats, TreeStore};
use crate::engine::explicit::transition_system::TransitionSystem;
use crate::engine::explicit::{All, Options, Progress};
use crate::engine::verdict::{Cause, Fault, Halted};
use crate::ltl::Empty;
use crate::machine::Told;
use crate::program::LocId;
use crate::property::Check;
use crate::rewrite::Builder;
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

/// What is known in a search.
pub(super) struct Search<'s, 'i, 'p> {
    pub(super) system: &'s TransitionSystem<'i, 'p>,
    pub(super) visited: Visited,
    pub(super) queue: VecDeque<usize>,
    pub(super) figures: Figures,
    /// The first thing that was not followed.
    undecided: Option<Cause>,
    found: Vec<FoundViolation>,
    pub(super) temporal: Option<Temporal<'s>>,
    pub(super) visiting: Visiting,
    /// Effort of a question whether two sets are equal.
    pub(super) patience: u64,
    pub(super) progress: &'s Progress,
    /// Who is told, once, that there are ever more sets at one place.
    pub(super) grows: Option<&'s dyn Fn(LocId)>,
    /// Number of sets at each place, until that is told.
    pub(super) of_place: FxHashMap<LocId, u32>,
}

/// Questions as the options of a search limit them.
pub(super) fn new_queries(solvers: &Solvers, options: &Options) -> Queries {
    let solvers = Arc::clone(solvers);
    let mut queries = Queries::new(Box::new(move || solvers()));
    queries.limits =
        Limits { deadline: options.deadline, stop: options.stop.clone(), ..queries.limits.clone() };
    queries
}

pub(super) fn search(
    system: &TransitionSystem<'_, '_>,
    (temporal, Asked { visiting, grows, .. }): (Option<Temporal<'_>>, Asked<'_>),
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
    let property = temporal.as_ref().map(|graph| graph.property);
    let queries = new_queries(solvers, options);
    let mut follower =
        Follower::new(system, (&store, property), queries, progress).expect("it was started before");
    let mut search = Search {
        system,
        visited: Visited::default(),
        queue: VecDeque::new(),
        figures: Figures::default(),
        undecided: None,
        found: Vec::new(),
        temporal,
        visiting,
        patience: PATIENCE,
        progress,
        grows,
        of_place: FxHashMap::default(),
    };
    let end = search.explore(&mut follower, (&store, solvers));
    let Search { mut figures, undecided, mut found, .. } = search;
    figures.transitions = progress.transitions.load(Relaxed);
    figures.add(&mut follower);
    drop(follower);
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

impl Figures {
    /// Adds those of a worker.
    pub(super) fn join(&mut self, worker: &Figures) {
        self.steps += worker.steps;
        self.terms += worker.terms;
        self.queries.add(&worker.queries);
    }

    /// Adds what somebody who follows transitions has done.
    pub(super) fn add(&mut self, follower: &mut Follower<'_, '_, '_>) {
        self.steps += follower.machine.findings.executed;
        self.terms += follower.machine.symbols().domain.terms.len() as u64;
        self.queries.add(&follower.queries.statistics);
    }
}

impl<'s, 'i, 'p> Search<'s, 'i, 'p> {
    /// Visits all sets.
    fn explore(
        &mut self,
        follower: &mut Follower<'s, 'i, 'p>,
        (store, solvers): (&'s TreeStore, &Solvers),
    ) -> Result<All, Early> {
        let first = follower.start()?;
        let Follower { machine, queries, .. } = follower;
        if let Some(added) = self.store((&mut machine.symbols().domain.terms, queries), None, *first)? {
            self.wait(added, machine.snapshot());
        }
        if self.system.options.threads > 1 {
            parallel::explore(self, follower, (store, solvers))?;
        } else {
            self.explore_alone(follower)?;
        }
        let closed = Closed(());
        let Follower { machine, queries, .. } = follower;
        match self.cycles((&mut machine.symbols().domain.terms, queries))? {
            Some(empty) => Ok(All::SetCycles(closed, empty)),
            None if self.temporal.is_none() => Ok(All::Sets(closed)),
            None => Err(Early::Unknown(no_run())),
        }
    }

    /// Visits the sets one after the other.
    pub(super) fn explore_alone(&mut self, follower: &mut Follower<'s, 'i, 'p>) -> Result<(), Early> {
        while let Some((number, waiting)) = self.next()? {
            let Entry { data, unsure, .. } = &self.visited.entries[number];
            let (path, unsure) = (data.path.clone(), *unsure);
            let from = Origin { state: &waiting.state, path: &path, unsure };
            follower.follow(from, &mut |machine, queries, outcome| {
                let terms = &mut machine.symbols().domain.terms;
                if let Some(added) = self.take((terms, queries), number, outcome)? {
                    self.wait(added, machine.snapshot());
                }
                Ok(())
            })?;
            let Follower { machine, queries, .. } = follower;
            self.followed((&mut machine.symbols().domain.terms, queries))?;
        }
        Ok(())
    }

    /// The next set that waits.
    pub(super) fn next(&mut self) -> Result<Option<(usize, Waiting)>, Early> {
        while let Some(number) = self.queue.pop_front() {
            if (number as u64).is_multiple_of(CLOCK_INTERVAL) {
                self.limits()?;
            }
            let entry = &mut self.visited.entries[number];
            self.figures.depth = self.figures.depth.max(entry.depth);
            self.progress.expanded.fetch_add(1, Relaxed);
            self.progress.depth.fetch_max(entry.depth, Relaxed);
            if let Some(waiting) = entry.waiting.take() {
                return Ok(Some((number, waiting)));
            }
        }
        Ok(None)
    }

    /// Whether the search has to end.
    pub(super) fn limits(&self) -> Result<(), Early> {
        limits(self.system.options).map_err(Early::Unknown)
    }

    /// All transitions of a set were followed.
    pub(super) fn followed(&mut self, asked: (&mut Builder, &mut Queries)) -> Result<(), Early> {
        if self.temporal.as_mut().is_some_and(|graph| graph.is_due()) {
            self.cycles(asked)?;
        }
        Ok(())
    }

    /// Looks for a run that violates the property, if one is given. The evidence that there is none among the sets so far.
    fn cycles(&mut self, (terms, queries): (&mut Builder, &mut Queries)) -> Result<Option<Empty>, Early> {
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

    pub(super) fn leave_open(&mut self, cause: Cause) {
        self.undecided.get_or_insert(cause);
    }

    /// A violation: finds the inputs of a run that shows it.
    pub(super) fn violation(
        &mut self,
        (terms, queries): (&mut Builder, &mut Queries),
        from: usize,
        (check, loc, unsure): (Check, Option<LocId>, bool),
        taken: &Taken,
    ) -> Result<(), Early> {
        if self.is_found(check, loc) {
            return Ok(());
        }
        let from = (from, &taken.path[..], &[&taken.told[..]][..]);
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

    /// Two accesses of a set's transitions race if both can happen in one of its states.
    pub(super) fn race(
        &mut self,
        (terms, queries): (&mut Builder, &mut Queries),
        from: usize,
        loc: Option<LocId>,
        [first, second]: &[Taken; 2],
    ) -> Result<(), Early> {
        if self.is_found(Check::Race, loc) {
            return Ok(());
        }
        let own = |term| second.told.contains(&Told::Input(term));
        let mut conditions = first.path.clone();
        conditions.extend(apart(terms, &second.path, own, 1));
        let copied = |what: &Told| what.renamed(|t| apart(terms, &[t], |_| true, 1)[0]);
        let told: Vec<Told> = second.told.iter().map(copied).collect();
        let ways = [&first.told[..], &told];
        match concretise(terms, queries, &self.visited.entries, (from, &conditions, &ways))? {
            Concrete::Numbers(numbers, rows) => {
                let either = <[Vec<u128>; 2]>::try_from(rows).ok().map(Box::new);
                self.found(FoundViolation { check: Check::Race, loc, numbers, either })
            }
            Concrete::None => Ok(()),
            Concrete::Lost | Concrete::Unknown => {
                self.leave_open(Cause::Solver("a question about a race was not answered".to_owned()));
                Ok(())
            }
        }
    }
}
