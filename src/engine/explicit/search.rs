//! Exhaustive search: breadth first on several threads, or depth first on one.

use std::sync::atomic::{
    AtomicBool, AtomicU8, AtomicU32, AtomicU64,
    Ordering::{Acquire, Relaxed, Release},
};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use crate::base::{is_late, turns};

use super::queue::{Handle, Levels};
use super::store::{Change, Full, LeafId, PerState, StateId, StateStore, StoreWorker};

/// Number of states between two checks of the clock.
const CLOCK_INTERVAL: u64 = 16;

/// A system to be searched: states with their successors.
pub trait System<S: StateStore>: Sync {
    /// Reason for which a search stops: a violation, or something the system cannot do.
    type Error: Send;
    /// Data that a thread keeps between states.
    type Scratch;
    /// What a waiting state is expanded from. [`StoreWorker::pending`] if the parts describe the state completely;
    /// something of the system's own if they are a canonical form and the state itself has to be kept.
    type State: Send;

    /// Called once by each thread.
    fn scratch(&self) -> Self::Scratch;

    /// Pushes the initial states.
    fn initial(
        &self,
        scratch: &mut Self::Scratch,
        out: &mut Successors<'_, S, Self::State>,
    ) -> Result<(), Stop<Self::Error>>;

    /// Pushes the successors of a state. Called once for each visited state. An error ends the search; the [`Outcome`]
    /// contains the state and how it was reached.
    fn expand(
        &self,
        scratch: &mut Self::Scratch,
        id: StateId,
        state: &Self::State,
        out: &mut Successors<'_, S, Self::State>,
    ) -> Result<(), Stop<Self::Error>>;

    /// Heap memory that a waiting state owns, in bytes; it counts against the memory limit.
    fn heap(state: &Self::State) -> usize;
}

/// Reason for which the expansion of a state was not completed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop<E> {
    /// No room for successors.
    Full(Full),
    /// An error of the system.
    Error(E),
}

impl<E> From<Full> for Stop<E> {
    fn from(full: Full) -> Stop<E> {
        Stop::Full(full)
    }
}

/// A successor of the last expanded state.
#[derive(Debug)]
pub struct Successor<T> {
    /// Its id.
    pub id: StateId,
    /// Argument of [`Successors::push`].
    pub choice: u32,
    /// Whether it was not stored before.
    pub new: bool,
    /// For expanding it; `None` if it is known and only new states are wanted.
    pub state: Option<T>,
}

/// Receiver of the successors of a state.
pub struct Successors<'a, S: StateStore, T> {
    store: &'a S,
    worker: S::Worker<'a>,
    found: Vec<Successor<T>>,
    /// Whether known states are wanted, too.
    all: bool,
}

impl<'a, S: StateStore, T> Successors<'a, S, T> {
    /// The store, for reading.
    pub fn store(&self) -> &'a S {
        self.store
    }

    /// Id of a part.
    pub fn intern(&mut self, part: &[u8]) -> Result<LeafId, Full> {
        self.worker.intern(part)
    }

    /// Adds a successor with these parts. `choice` labels the step for paths, such as the number of the transition.
    /// `state` is called if the successor is to be expanded.
    pub fn push(
        &mut self,
        choice: u32,
        leaves: &[LeafId],
        state: impl FnOnce(&S::Worker<'a>) -> T,
    ) -> Result<(), Full> {
        let (id, new) = self.worker.insert_leaves(leaves)?;
        self.found(choice, id, new, state);
        Ok(())
    }

    /// Adds a successor with `len` parts that differs from a known state in `changes`; see
    /// [`StoreWorker::insert_changed`].
    pub fn push_changed(
        &mut self,
        choice: u32,
        from: &S::Pending,
        len: usize,
        changes: &[Change],
        state: impl FnOnce(&S::Worker<'a>) -> T,
    ) -> Result<(), Full> {
        let (id, new) = self.worker.insert_changed(from, len, changes)?;
        self.found(choice, id, new, state);
        Ok(())
    }

    fn found(&mut self, choice: u32, id: StateId, new: bool, state: impl FnOnce(&S::Worker<'a>) -> T) {
        let state = (new || self.all).then(|| state(&self.worker));
        self.found.push(Successor { id, choice, new, state });
    }
}

/// Expands states for one thread. Other searches are built on it, with [`PerState`] for their marks.
pub struct Expander<'a, S: StateStore, Y: System<S>> {
    system: &'a Y,
    scratch: Y::Scratch,
    out: Successors<'a, S, Y::State>,
}

impl<'a, S: StateStore, Y: System<S>> Expander<'a, S, Y> {
    /// `all` tells whether known successors may have to be expanded as well.
    pub fn new(store: &'a S, system: &'a Y, all: bool) -> Expander<'a, S, Y> {
        let out = Successors { store, worker: store.worker(), found: Vec::new(), all };
        Expander { system, scratch: system.scratch(), out }
    }

    /// The initial states.
    pub fn initial(&mut self) -> Result<&mut Vec<Successor<Y::State>>, Stop<Y::Error>> {
        self.out.found.clear();
        self.system.initial(&mut self.scratch, &mut self.out)?;
        Ok(&mut self.out.found)
    }

    /// The successors of a state.
    pub fn expand(
        &mut self,
        id: StateId,
        state: &Y::State,
    ) -> Result<&mut Vec<Successor<Y::State>>, Stop<Y::Error>> {
        self.out.found.clear();
        self.system.expand(&mut self.scratch, id, state, &mut self.out)?;
        Ok(&mut self.out.found)
    }
}

/// Limits and outputs of a search.
#[derive(Clone, Copy, Debug, Default)]
pub struct SearchOptions<'a> {
    /// Number of threads; 0 means 1.
    pub threads: usize,
    /// Stops when this number of states was found; a few more may have been.
    pub states: Option<u64>,
    /// Expands only states at a smaller distance from an initial state (depth first: with a shorter path).
    pub depth: Option<u32>,
    /// Stop at this time.
    pub deadline: Option<Instant>,
    /// Stop when this is true.
    pub cancel: Option<&'a AtomicBool>,
    /// Records how each state was reached, at 8 bytes per state.
    pub paths: bool,
    /// Receives the progress of the search; all counters must be zero initially.
    pub progress: Option<&'a Progress>,
}

/// Progress of a search; lags behind by what the threads are working on.
#[derive(Debug, Default)]
pub struct Progress {
    /// Distinct states found.
    pub states: AtomicU64,
    /// Transitions taken.
    pub transitions: AtomicU64,
    /// States expanded.
    pub expanded: AtomicU64,
    /// Distance from the initial states (depth first: maximum path length).
    pub depth: AtomicU32,
}

/// The limit that ended a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// [`SearchOptions::states`].
    States,
    /// [`SearchOptions::depth`]: some states at that depth were not expanded.
    Depth,
    /// [`SearchOptions::deadline`].
    Time,
    /// [`SearchOptions::cancel`].
    Cancelled,
}

/// Evidence that a search visited every reachable state. Only the search makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Visited(());

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SearchEnd<E> {
    /// All reachable states were visited (up to [`StateStore::omission_probability`]).
    Complete(Visited),
    /// The system stopped the search while this state was expanded, or at an initial state.
    Stopped(E, Option<StateId>),
    /// No more room.
    Full(Full),
    /// A limit was reached.
    Limit(Limit),
}

/// Result of a search.
#[derive(Debug)]
pub struct Outcome<E> {
    /// How it ended.
    pub end: SearchEnd<E>,
    /// Distinct states found.
    pub states: u64,
    /// Transitions taken.
    pub transitions: u64,
    /// States expanded.
    pub expanded: u64,
    /// Maximum distance of a state from the initial ones (depth first: path length), as far as was searched.
    pub depth: u32,
    /// How states were reached, if [`SearchOptions::paths`] requested it.
    pub paths: Option<Paths>,
}

/// How each state was first reached. After a breadth-first search these are shortest paths.
#[derive(Debug)]
pub struct Paths(PerState<AtomicU64>);

impl Paths {
    /// Stores the predecessor plus one in the lower half, the choice in the upper half.
    fn record(&self, state: StateId, from: Option<StateId>, choice: u32) -> Result<(), Full> {
        let from = from.map_or(0, |f| f.0 + 1);
        self.0.slot(state)?.store(u64::from(from) | u64::from(choice) << 32, Relaxed);
        Ok(())
    }

    /// The path from an initial state to a state that the search found: each state with the choice that led to it.
    pub fn to(&self, state: StateId) -> Vec<(StateId, u32)> {
        let mut path = Vec::new();
        let mut next = Some(state);
        while let Some(state) = next {
            let word = self.0.get(state).map_or(0, |s| s.load(Relaxed));
            path.push((state, (word >> 32) as u32));
            next = (word as u32).checked_sub(1).map(StateId);
        }
        path.reverse();
        path
    }
}

/// A waiting state, its predecessor, and the length of the path to it.
struct StackEntry<T> {
    id: StateId,
    state: T,
    from: Option<StateId>,
    choice: u32,
    depth: u32,
}

/// Element of the queue.
type Item<T> = (StateId, T);

/// State shared by the threads of a search.
struct Search<'a, S: StateStore, Y: System<S>> {
    store: &'a S,
    system: &'a Y,
    options: &'a SearchOptions<'a>,
    paths: Option<Paths>,
    /// Used if the caller passes none.
    own: Progress,
    /// The first reason to end.
    end: Mutex<Option<SearchEnd<Y::Error>>>,
    ended: AtomicBool,
}

/// Counts that a thread has not reported yet.
#[derive(Default)]
struct Unreported {
    states: u64,
    transitions: u64,
    expanded: u64,
}

impl<'a, S: StateStore, Y: System<S>> Search<'a, S, Y> {
    fn new(store: &'a S, system: &'a Y, options: &'a SearchOptions<'a>) -> Self {
        // States that are already stored would not be visited.
        assert_eq!(store.stats().inserts, 0, "a search begins with an empty store");
        Search {
            store,
            system,
            options,
            paths: options.paths.then(|| Paths(PerState::new(store.budget()))),
            own: Progress::default(),
            end: Mutex::new(None),
            ended: AtomicBool::new(false),
        }
    }

    fn progress(&self) -> &Progress {
        self.options.progress.unwrap_or(&self.own)
    }

    fn end(&self, why: SearchEnd<Y::Error>) {
        let mut end = self.end.lock().unwrap_or_else(PoisonError::into_inner);
        // A result of the system takes precedence over a limit that another thread reached meanwhile.
        if end.is_none()
            || matches!(
                (&*end, &why),
                (Some(SearchEnd::Limit(_) | SearchEnd::Full(_)), SearchEnd::Stopped(..))
            )
        {
            *end = Some(why);
        }
        self.ended.store(true, Release);
    }

    fn stop(&self, why: Stop<Y::Error>, at: Option<StateId>) {
        self.end(match why {
            Stop::Full(full) => SearchEnd::Full(full),
            Stop::Error(error) => SearchEnd::Stopped(error, at),
        });
    }

    /// Reports progress; returns the number of states found.
    fn report(&self, unreported: &mut Unreported) -> u64 {
        let Unreported { states, transitions, expanded } = std::mem::take(unreported);
        let progress = self.progress();
        progress.transitions.fetch_add(transitions, Relaxed);
        progress.expanded.fetch_add(expanded, Relaxed);
        progress.states.fetch_add(states, Relaxed) + states
    }

    /// Reports progress and ends the search at a limit; returns whether to continue.
    fn check_limits(&self, unreported: &mut Unreported) -> bool {
        let found = self.report(unreported);
        let SearchOptions { states, deadline, cancel, .. } = self.options;
        if states.is_some_and(|most| found >= most) {
            self.end(SearchEnd::Limit(Limit::States));
        } else if cancel.is_some_and(|c| c.load(Relaxed)) {
            self.end(SearchEnd::Limit(Limit::Cancelled));
        } else if is_late(*deadline) {
            self.end(SearchEnd::Limit(Limit::Time));
        }
        !self.ended.load(Acquire)
    }

    fn outcome(self) -> Outcome<Y::Error> {
        let Progress { states, transitions, expanded, depth } = self.progress();
        let [states, transitions, expanded] = [states, transitions, expanded].map(|c| c.load(Relaxed));
        let depth = depth.load(Relaxed);
        let end = self
            .end
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner)
            .unwrap_or(SearchEnd::Complete(Visited(())));
        Outcome { end, states, transitions, expanded, depth, paths: self.paths }
    }

    fn record(&self, state: StateId, from: Option<StateId>, choice: u32) -> Result<(), Full> {
        self.paths.as_ref().map_or(Ok(()), |p| p.record(state, from, choice))
    }

    /// The initial states that are to be expanded.
    fn first(
        &self,
        expander: &mut Expander<'_, S, Y>,
        unreported: &mut Unreported,
    ) -> Result<Vec<StackEntry<Y::State>>, Stop<Y::Error>> {
        let mut first = Vec::new();
        for Successor { id, choice, new, state } in expander.initial()?.drain(..) {
            unreported.states += u64::from(new);
            if let Some(state) = state {
                self.record(id, None, choice)?;
                first.push(StackEntry { id, state, from: None, choice, depth: 0 });
            }
        }
        Ok(first)
    }

    /// One thread of the breadth-first search.
    fn work(&self, levels: &Levels<Item<Y::State>>) {
        let mut queue = levels.handle();
        let mut expander = Expander::new(self.store, self.system, false);
        let mut unreported = Unreported::default();
        loop {
            match queue.take() {
                Ok(Some((level, items))) => {
                    self.progress().depth.fetch_max(level, Relaxed);
                    if self.options.depth.is_some_and(|most| level >= most) {
                        self.end(SearchEnd::Limit(Limit::Depth));
                    } else {
                        self.chunk(items, &mut queue, &mut expander, &mut unreported);
                    }
                }
                Ok(None) => break,
                Err(full) => self.end(SearchEnd::Full(full)),
            }
            if self.ended.load(Acquire) {
                levels.close();
                break;
            }
        }
        self.report(&mut unreported);
    }

    /// Expands states until the search ends.
    fn chunk(
        &self,
        items: Vec<Item<Y::State>>,
        queue: &mut Handle<'_, Item<Y::State>>,
        expander: &mut Expander<'_, S, Y>,
        unreported: &mut Unreported,
    ) {
        for (id, state) in items {
            let done = expander.expand(id, &state).and_then(|found| {
                unreported.expanded += 1;
                unreported.transitions += found.len() as u64;
                for Successor { id: next, choice, state, .. } in found.drain(..) {
                    if let Some(state) = state {
                        unreported.states += 1;
                        self.record(next, Some(id), choice)?;
                        queue.push((next, state))?;
                    }
                }
                Ok(())
            });
            if let Err(stop) = done {
                self.stop(stop, Some(id));
            }
            if self.ended.load(Acquire)
                || unreported.expanded >= CLOCK_INTERVAL && !self.check_limits(unreported)
            {
                break;
            }
        }
    }
}

/// Visits all reachable states breadth first, level by level, on [`SearchOptions::threads`] threads. With one thread,
/// the order and the outcome are deterministic. With several, any of the stops at the same distance may be reported.
/// The store must be empty.
pub fn breadth_first<S: StateStore, Y: System<S>>(
    store: &S,
    system: &Y,
    options: &SearchOptions<'_>,
) -> Outcome<Y::Error> {
    let search = Search::new(store, system, options);
    let threads = options.threads.max(1);
    let mut unreported = Unreported::default();
    let first = search.first(&mut Expander::new(store, system, false), &mut unreported).and_then(|first| {
        let first = first.into_iter().map(|f| (f.id, f.state)).collect();
        Ok(Levels::new(threads, store.budget(), |(_, state)| Y::heap(state), first)?)
    });
    search.report(&mut unreported);
    match first {
        Err(stop) => search.stop(stop, None),
        Ok(levels) => std::thread::scope(|scope| {
            for _ in 1..threads {
                let seat = turns::seat();
                let (search, levels) = (&search, &levels);
                scope.spawn(move || {
                    if let Some(seat) = seat {
                        seat.take();
                    }
                    search.work(levels);
                });
            }
            search.work(&levels);
        }),
    }
    search.outcome()
}

/// Visits all reachable states depth first on one thread, taking the successors of a state in order. A depth limit cuts
/// paths, so that even states near the initial ones may be missed. The store must be empty.
pub fn depth_first<S: StateStore, Y: System<S>>(
    store: &S,
    system: &Y,
    options: &SearchOptions<'_>,
) -> Outcome<Y::Error> {
    let search = Search::new(store, system, options);
    let mut unreported = Unreported::default();
    match descend(&search, &mut unreported) {
        Ok(false) => {}
        Ok(true) => search.end(SearchEnd::Limit(Limit::Depth)),
        Err((stop, at)) => search.stop(stop, at),
    }
    search.report(&mut unreported);
    search.outcome()
}

type Stopped<E> = (Stop<E>, Option<StateId>);

/// The depth-first search itself; returns whether paths were cut.
fn descend<S: StateStore, Y: System<S>>(
    search: &Search<'_, S, Y>,
    unreported: &mut Unreported,
) -> Result<bool, Stopped<Y::Error>> {
    let at = |state| move |full: Full| (Stop::Full(full), state);
    let budget = search.store.budget();
    let visited: PerState<AtomicU8> = PerState::new(budget);
    let mut charge = budget.charge(0).map_err(at(None))?;
    // Bytes of the stack: charged to the budget, and owned by its elements.
    let (mut charged, mut heap) = (0, 0);
    let mut cut = false;
    let mut expander = Expander::new(search.store, search.system, true);
    let first = search.first(&mut expander, unreported).map_err(|stop| (stop, None))?;
    heap += first.iter().map(|f| Y::heap(&f.state)).sum::<usize>();
    let mut stack: Vec<StackEntry<Y::State>> = first.into_iter().rev().collect();
    while let Some(StackEntry { id, state, from, choice, depth }) = stack.pop() {
        heap -= Y::heap(&state);
        if visited.slot(id).map_err(at(Some(id)))?.swap(1, Relaxed) == 1 {
            continue;
        }
        search.record(id, from, choice).map_err(at(Some(id)))?;
        search.progress().depth.fetch_max(depth, Relaxed);
        if search.options.depth.is_some_and(|most| depth >= most) {
            cut = true;
            continue;
        }
        let found = expander.expand(id, &state).map_err(|stop| (stop, Some(id)))?;
        unreported.expanded += 1;
        unreported.transitions += found.len() as u64;
        for Successor { id: next, choice, new, state } in found.drain(..).rev() {
            unreported.states += u64::from(new);
            let known = visited.get(next).is_some_and(|v| v.load(Relaxed) == 1);
            if let (false, Some(state)) = (known, state) {
                heap += Y::heap(&state);
                stack.push(StackEntry { id: next, state, from: Some(id), choice, depth: depth + 1 });
            }
        }
        let bytes = stack.capacity() * size_of::<StackEntry<Y::State>>() + heap;
        if bytes > charged {
            charge.add(bytes - charged).map_err(at(Some(id)))?;
            charged = bytes;
        }
        if unreported.expanded >= CLOCK_INTERVAL && !search.check_limits(unreported) {
            break;
        }
    }
    Ok(cut)
}
