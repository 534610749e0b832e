//! Search over everything reachable: breadth first on several threads, or depth first on one.

use std::sync::atomic::{
    AtomicBool, AtomicU8, AtomicU32, AtomicU64,
    Ordering::{Acquire, Relaxed, Release},
};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use crate::base::is_late;

use super::queue::{Handle, Levels};
use super::store::{Change, Full, LeafId, PerState, StateId, StateStore, StoreWorker};

/// States between two looks at the clock.
const LOOK: u64 = 16;

/// What is searched: states with their successors.
pub trait System<S: StateStore>: Sync {
    /// Why a search stops: a violation, say, or something that the system cannot do.
    type Error: Send;
    /// What a thread keeps between states.
    type Scratch;
    /// What a state is expanded from, while it waits. [`StoreWorker::pending`] where the parts tell everything;
    /// something of the system's own where they are a canonical form and the state itself has to be kept.
    type State: Send;

    /// Called once by each thread.
    fn scratch(&self) -> Self::Scratch;

    /// Pushes the initial states.
    fn initial(
        &self,
        scratch: &mut Self::Scratch,
        out: &mut Successors<'_, S, Self::State>,
    ) -> Result<(), Stop<Self::Error>>;

    /// Pushes the successors of a state. Called once for each state that is visited. An error ends the search; the
    /// state and how it was reached are in the [`Outcome`].
    fn expand(
        &self,
        scratch: &mut Self::Scratch,
        id: StateId,
        state: &Self::State,
        out: &mut Successors<'_, S, Self::State>,
    ) -> Result<(), Stop<Self::Error>>;

    /// Bytes that a waiting state owns besides its own value; they count against the memory limit.
    fn heap(state: &Self::State) -> usize;
}

/// Why a state was not expanded to the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop<E> {
    /// There is no room for its successors.
    Full(Full),
    /// The system says so.
    Error(E),
}

impl<E> From<Full> for Stop<E> {
    fn from(full: Full) -> Stop<E> {
        Stop::Full(full)
    }
}

/// A successor of the state that was expanded last.
#[derive(Debug)]
pub struct Successor<T> {
    /// Its id.
    pub id: StateId,
    /// What [`Successors::push`] was told.
    pub choice: u32,
    /// It was not stored before.
    pub new: bool,
    /// For expanding it; `None` where it is not new and only new ones are wanted.
    pub state: Option<T>,
}

/// Where a [`System`] puts the successors of a state.
pub struct Successors<'a, S: StateStore, T> {
    store: &'a S,
    worker: S::Worker<'a>,
    found: Vec<Successor<T>>,
    /// Known states are of interest, too.
    all: bool,
}

impl<'a, S: StateStore, T> Successors<'a, S, T> {
    /// For reading what is stored.
    pub fn store(&self) -> &'a S {
        self.store
    }

    /// The id of a part.
    pub fn intern(&mut self, part: &[u8]) -> Result<LeafId, Full> {
        self.worker.intern(part)
    }

    /// Adds a successor with these parts. `choice` is for the path: the number of the transition among those of its
    /// state, say. `state` is called if the state is to be expanded.
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

    /// Adds a successor of `len` parts which differs by `changes` from a known state; see
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

/// Expands states for one thread. Searches other than those here are built on it, with [`PerState`] for their marks.
pub struct Expander<'a, S: StateStore, Y: System<S>> {
    system: &'a Y,
    scratch: Y::Scratch,
    out: Successors<'a, S, Y::State>,
}

impl<'a, S: StateStore, Y: System<S>> Expander<'a, S, Y> {
    /// `all` is whether also successors that are not new may have to be expanded.
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

/// How far to search and what to keep.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options<'a> {
    /// Number of threads; 0 is taken for 1.
    pub threads: usize,
    /// Stop when so many states were found; a few more may have been.
    pub states: Option<u64>,
    /// Expand only states with a shorter distance (depth-first: path) from an initial one.
    pub depth: Option<u32>,
    /// Stop at this time.
    pub deadline: Option<Instant>,
    /// Stop when this is true.
    pub cancel: Option<&'a AtomicBool>,
    /// Remember how each state was reached, for 8 bytes a state.
    pub paths: bool,
    /// Where to tell how far the search is; all zero before.
    pub progress: Option<&'a Progress>,
}

/// How far a search is. Behind the truth by what the threads are working on.
#[derive(Debug, Default)]
pub struct Progress {
    /// Distinct states found.
    pub states: AtomicU64,
    /// Transitions taken.
    pub transitions: AtomicU64,
    /// States expanded.
    pub expanded: AtomicU64,
    /// Distance from the initial states (depth-first: greatest length of a path).
    pub depth: AtomicU32,
}

/// Which limit ended a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// [`Options::states`].
    States,
    /// [`Options::depth`]: some states at that depth were not expanded.
    Depth,
    /// [`Options::deadline`].
    Time,
    /// [`Options::cancel`].
    Cancelled,
}

/// Evidence that a search has visited every state that can be reached. Only the search makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Visited(());

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End<E> {
    /// Everything reachable was visited (up to [`StateStore::omission_probability`]).
    Complete(Visited),
    /// The system stopped it when this state was expanded, or at an initial state.
    Stopped(E, Option<StateId>),
    /// There was no more room.
    Full(Full),
    /// A limit was reached.
    Limit(Limit),
}

/// The result of a search.
#[derive(Debug)]
pub struct Outcome<E> {
    /// How it ended.
    pub end: End<E>,
    /// Distinct states found.
    pub states: u64,
    /// Transitions taken.
    pub transitions: u64,
    /// States expanded.
    pub expanded: u64,
    /// Greatest distance of a state from the initial ones (depth-first: length of a path), as far as was searched.
    pub depth: u32,
    /// How states were reached, where [`Options::paths`] asked for it.
    pub paths: Option<Paths>,
}

/// How each state was first reached. After a breadth-first search these are shortest paths.
#[derive(Debug)]
pub struct Paths(PerState<AtomicU64>);

impl Paths {
    /// Predecessor plus one in the lower half, choice in the upper one.
    fn record(&self, state: StateId, from: Option<StateId>, choice: u32) -> Result<(), Full> {
        let from = from.map_or(0, |f| f.0 + 1);
        self.0.slot(state)?.store(u64::from(from) | u64::from(choice) << 32, Relaxed);
        Ok(())
    }

    /// The states on the way to a state that the search found, from an initial one, each with the choice that led
    /// to it.
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

/// A state that waits to be expanded, its predecessor, and the length of the path to it.
struct Waiting<T> {
    id: StateId,
    state: T,
    from: Option<StateId>,
    choice: u32,
    depth: u32,
}

/// What the queue holds.
type Item<T> = (StateId, T);

/// What the threads of a search share.
struct Search<'a, S: StateStore, Y: System<S>> {
    store: &'a S,
    system: &'a Y,
    options: &'a Options<'a>,
    paths: Option<Paths>,
    /// Used where the caller wants none.
    own: Progress,
    /// The first reason to end.
    end: Mutex<Option<End<Y::Error>>>,
    ended: AtomicBool,
}

/// What a thread has not yet told.
#[derive(Default)]
struct Told {
    states: u64,
    transitions: u64,
    expanded: u64,
}

impl<'a, S: StateStore, Y: System<S>> Search<'a, S, Y> {
    fn new(store: &'a S, system: &'a Y, options: &'a Options<'a>) -> Self {
        // Known initial states would not be visited.
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

    fn end(&self, why: End<Y::Error>) {
        let mut end = self.end.lock().unwrap_or_else(PoisonError::into_inner);
        // What the system found matters more than a limit that another thread hit meanwhile.
        if end.is_none() || matches!((&*end, &why), (Some(End::Limit(_) | End::Full(_)), End::Stopped(..))) {
            *end = Some(why);
        }
        self.ended.store(true, Release);
    }

    fn stop(&self, why: Stop<Y::Error>, at: Option<StateId>) {
        self.end(match why {
            Stop::Full(full) => End::Full(full),
            Stop::Error(error) => End::Stopped(error, at),
        });
    }

    /// Tells of progress; the number of states that were found.
    fn tell(&self, told: &mut Told) -> u64 {
        let Told { states, transitions, expanded } = std::mem::take(told);
        let progress = self.progress();
        progress.transitions.fetch_add(transitions, Relaxed);
        progress.expanded.fetch_add(expanded, Relaxed);
        progress.states.fetch_add(states, Relaxed) + states
    }

    /// Tells of progress and ends the search at a limit; whether to go on.
    fn look(&self, told: &mut Told) -> bool {
        let found = self.tell(told);
        let Options { states, deadline, cancel, .. } = self.options;
        if states.is_some_and(|most| found >= most) {
            self.end(End::Limit(Limit::States));
        } else if cancel.is_some_and(|c| c.load(Relaxed)) {
            self.end(End::Limit(Limit::Cancelled));
        } else if is_late(*deadline) {
            self.end(End::Limit(Limit::Time));
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
            .unwrap_or(End::Complete(Visited(())));
        Outcome { end, states, transitions, expanded, depth, paths: self.paths }
    }

    fn record(&self, state: StateId, from: Option<StateId>, choice: u32) -> Result<(), Full> {
        self.paths.as_ref().map_or(Ok(()), |p| p.record(state, from, choice))
    }

    /// The initial states that are to be expanded.
    fn first(
        &self,
        expander: &mut Expander<'_, S, Y>,
        told: &mut Told,
    ) -> Result<Vec<Waiting<Y::State>>, Stop<Y::Error>> {
        let mut first = Vec::new();
        for Successor { id, choice, new, state } in expander.initial()?.drain(..) {
            told.states += u64::from(new);
            if let Some(state) = state {
                self.record(id, None, choice)?;
                first.push(Waiting { id, state, from: None, choice, depth: 0 });
            }
        }
        Ok(first)
    }

    /// One thread of the breadth-first search.
    fn work(&self, levels: &Levels<Item<Y::State>>) {
        let mut queue = levels.handle();
        let mut expander = Expander::new(self.store, self.system, false);
        let mut told = Told::default();
        loop {
            match queue.take() {
                Ok(Some((level, items))) => {
                    self.progress().depth.fetch_max(level, Relaxed);
                    if self.options.depth.is_some_and(|most| level >= most) {
                        self.end(End::Limit(Limit::Depth));
                    } else {
                        self.chunk(items, &mut queue, &mut expander, &mut told);
                    }
                }
                Ok(None) => break,
                Err(full) => self.end(End::Full(full)),
            }
            if self.ended.load(Acquire) {
                levels.close();
                break;
            }
        }
        self.tell(&mut told);
    }

    /// Expands states until the search ends.
    fn chunk(
        &self,
        items: Vec<Item<Y::State>>,
        queue: &mut Handle<'_, Item<Y::State>>,
        expander: &mut Expander<'_, S, Y>,
        told: &mut Told,
    ) {
        for (id, state) in items {
            let done = expander.expand(id, &state).and_then(|found| {
                told.expanded += 1;
                told.transitions += found.len() as u64;
                for Successor { id: next, choice, state, .. } in found.drain(..) {
                    if let Some(state) = state {
                        told.states += 1;
                        self.record(next, Some(id), choice)?;
                        queue.push((next, state))?;
                    }
                }
                Ok(())
            });
            if let Err(stop) = done {
                self.stop(stop, Some(id));
            }
            if self.ended.load(Acquire) || told.expanded >= LOOK && !self.look(told) {
                break;
            }
        }
    }
}

/// Visits everything reachable breadth first, level by level, on [`Options::threads`] threads. With one thread the
/// order, and so the outcome, is always the same; with several, of the stops at one distance any may come out.
/// The store is to hold no state before.
pub fn breadth_first<S: StateStore, Y: System<S>>(
    store: &S,
    system: &Y,
    options: &Options<'_>,
) -> Outcome<Y::Error> {
    let search = Search::new(store, system, options);
    let threads = options.threads.max(1);
    let mut told = Told::default();
    let first = search.first(&mut Expander::new(store, system, false), &mut told).and_then(|first| {
        let first = first.into_iter().map(|f| (f.id, f.state)).collect();
        Ok(Levels::new(threads, store.budget(), |(_, state)| Y::heap(state), first)?)
    });
    search.tell(&mut told);
    match first {
        Err(stop) => search.stop(stop, None),
        Ok(levels) => std::thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(|| search.work(&levels));
            }
            search.work(&levels);
        }),
    }
    search.outcome()
}

/// Visits everything reachable depth first, on one thread; the successors of a state in their order. A
/// limit of the depth cuts paths, so that even states near the initial ones may be left out. The store is to hold no
/// state before.
pub fn depth_first<S: StateStore, Y: System<S>>(
    store: &S,
    system: &Y,
    options: &Options<'_>,
) -> Outcome<Y::Error> {
    let search = Search::new(store, system, options);
    let mut told = Told::default();
    match descend(&search, &mut told) {
        Ok(false) => {}
        Ok(true) => search.end(End::Limit(Limit::Depth)),
        Err((stop, at)) => search.stop(stop, at),
    }
    search.tell(&mut told);
    search.outcome()
}

type Stopped<E> = (Stop<E>, Option<StateId>);

/// The depth-first search itself; whether paths were cut.
fn descend<S: StateStore, Y: System<S>>(
    search: &Search<'_, S, Y>,
    told: &mut Told,
) -> Result<bool, Stopped<Y::Error>> {
    let at = |state| move |full: Full| (Stop::Full(full), state);
    let budget = search.store.budget();
    let visited: PerState<AtomicU8> = PerState::new(budget);
    let mut charge = budget.charge(0).map_err(at(None))?;
    // Bytes of the stack: charged, and owned by its elements.
    let (mut charged, mut heap) = (0, 0);
    let mut cut = false;
    let mut expander = Expander::new(search.store, search.system, true);
    let first = search.first(&mut expander, told).map_err(|stop| (stop, None))?;
    heap += first.iter().map(|f| Y::heap(&f.state)).sum::<usize>();
    let mut stack: Vec<Waiting<Y::State>> = first.into_iter().rev().collect();
    while let Some(Waiting { id, state, from, choice, depth }) = stack.pop() {
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
        told.expanded += 1;
        told.transitions += found.len() as u64;
        for Successor { id: next, choice, new, state } in found.drain(..).rev() {
            told.states += u64::from(new);
            let known = visited.get(next).is_some_and(|v| v.load(Relaxed) == 1);
            if let (false, Some(state)) = (known, state) {
                heap += Y::heap(&state);
                stack.push(Waiting { id: next, state, from: Some(id), choice, depth: depth + 1 });
            }
        }
        let bytes = stack.capacity() * size_of::<Waiting<Y::State>>() + heap;
        if bytes > charged {
            charge.add(bytes - charged).map_err(at(Some(id)))?;
            charged = bytes;
        }
        if told.expanded >= LOOK && !search.look(told) {
            break;
        }
    }
    Ok(cut)
}
