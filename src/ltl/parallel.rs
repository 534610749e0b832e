//! Nested depth-first search on several threads: CNDFS (Evangelista, Laarman, Petrucci, van de Pol, "Improved multi-core
//! nested depth-first search", ATVA 2012).
//!
//! Reasons for this algorithm: it works on the fly, takes linear time per thread, and finds counterexamples as early as
//! the sequential search, unlike OWCTY. MAP is quadratic in accepting states. Bloemen's union-find search needs no
//! degeneralised graph, but several hundred lines of lock-free code. The machine that computes successors dominates the
//! cost of searching programs. Successors are computed once and shared by all threads, so revisiting a state costs
//! little.
//!
//! Each thread runs its own nested search. Global colours tell the other threads which states need no search any more:
//!
//! - *cyan* (of one thread): on the path of its outer search;
//! - *blue* (of all): some outer search has left it. **All successors of a blue state are blue, or cyan for a thread
//!   that has not left them yet**;
//! - *red* (of all): **no accepting cycle goes through it**, except ones that were reported. The states that an inner
//!   search visits become red when the whole inner search is complete, and only after all accepting states among them
//!   are red. Each of these has a thread of its own whose inner search decides it. Waiting for that thread replaces the
//!   postorder, which several outer searches together do not have. Waiting terminates: a thread waits only for
//!   accepting states that its inner search has reached. So a cycle of waiting threads would be an accepting cycle
//!   through their states, which are cyan for their threads, and one of the inner searches would have reached its own
//!   path (section 4 of the paper).
//!
//! When all threads have finished, every reachable state is blue and every reachable accepting state is red, so there
//! is no accepting cycle.
//!
//! For several acceptance sets, the graph is copied (Choueka 1974): the level of a state counts the sets visited in order
//! since the last time that all were visited. A state at the highest level is accepting.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hash};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Mutex, PoisonError};

use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::{Emptiness, Empty, Graph, Lasso, Marks};
use crate::base::Random;

/// A state with its level.
type LevelState<S> = (S, u32);

const BLUE: u8 = 1;
const RED: u8 = 2;

/// Maps between which states are divided, so that threads seldom meet.
const SHARDS: usize = 64;

type ColourMap<S> = HashMap<LevelState<S>, u8, FxBuildHasher>;

struct Shared<S, E> {
    colours: Vec<Mutex<ColourMap<S>>>,
    /// A thread has found a cycle or has failed.
    over: AtomicBool,
    end: Mutex<Option<Result<Lasso<S>, E>>>,
}

impl<S: Clone + Eq + Hash, E> Shared<S, E> {
    fn map(&self, node: &LevelState<S>) -> std::sync::MutexGuard<'_, ColourMap<S>> {
        let hash = FxBuildHasher.hash_one(node);
        self.colours[(hash >> 32) as usize % SHARDS].lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn has(&self, node: &LevelState<S>, colour: u8) -> bool {
        self.map(node).get(node).is_some_and(|c| c & colour != 0)
    }

    fn add(&self, node: &LevelState<S>, colour: u8) {
        *self.map(node).entry(node.clone()).or_default() |= colour;
    }

    fn end(&self, why: Result<Lasso<S>, E>) {
        let mut end = self.end.lock().unwrap_or_else(PoisonError::into_inner);
        // An accepting cycle is one whatever else failed.
        if end.is_none() || why.is_ok() {
            *end = Some(why);
        }
        self.over.store(true, SeqCst);
    }
}

/// A state on the path of a search, with its remaining edges.
struct PathEntry<S> {
    node: LevelState<S>,
    edges: std::vec::IntoIter<LevelState<S>>,
}

/// Reason for which a thread's search ends early.
enum Halt<S, E> {
    Found(Lasso<S>),
    Failed(E),
    /// Another thread has ended the search.
    Over,
}

/// Result of a part of a thread's search.
type Part<G, T> = Result<T, Halt<<G as Graph>::State, <G as Graph>::Error>>;

struct Worker<'s, G: Graph> {
    graph: G,
    shared: &'s Shared<G::State, G::Error>,
    sets: u32,
    cyan: FxHashSet<LevelState<G::State>>,
    /// Chooses the first edge of each state; the first thread takes edges as they come.
    random: Option<Random>,
    out: Vec<(Marks, G::State)>,
}

/// Searches with several threads; each makes its own view of the graph.
///
/// # Errors
/// As the graphs'; one that another thread has caused counts only where no accepting cycle is found.
pub fn parallel_nested_dfs<G>(
    threads: usize,
    view: impl Fn() -> G + Sync,
) -> Result<Emptiness<G::State>, G::Error>
where
    G: Graph,
    G::State: Send + Sync,
    G::Error: Send,
{
    let colours = (0..SHARDS).map(|_| Mutex::new(FxHashMap::default())).collect();
    let shared = Shared { colours, over: AtomicBool::new(false), end: Mutex::new(None) };
    std::thread::scope(|scope| {
        for number in 0..threads {
            let (shared, view) = (&shared, &view);
            let run = move || {
                let graph = view();
                let sets = graph.sets();
                let random = (number > 0).then(|| Random::new(number as u64));
                let mut worker =
                    Worker { graph, shared, sets, cyan: FxHashSet::default(), random, out: Vec::new() };
                match worker.run() {
                    Ok(()) | Err(Halt::Over) => {}
                    Err(Halt::Found(lasso)) => shared.end(Ok(lasso)),
                    Err(Halt::Failed(error)) => shared.end(Err(error)),
                }
            };
            scope.spawn(run);
        }
    });
    // A thread that ends without a result has gone through all that the others left.
    match shared.end.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(end) => end.map(Emptiness::Lasso),
        None => Ok(Emptiness::Empty(Empty(()))),
    }
}

impl<G: Graph> Worker<'_, G> {
    fn run(&mut self) -> Part<G, ()> {
        let roots = self.graph.initial().map_err(Halt::Failed)?;
        for root in roots {
            let root = (root, 0);
            if !self.shared.has(&root, BLUE) {
                self.outer(root)?;
            }
        }
        Ok(())
    }

    fn accepting(&self, node: &LevelState<G::State>) -> bool {
        node.1 == self.sets
    }

    fn step(&mut self, node: LevelState<G::State>) -> Part<G, PathEntry<G::State>> {
        if self.shared.over.load(SeqCst) {
            return Err(Halt::Over);
        }
        self.out.clear();
        self.graph.successors(&node.0, &mut self.out).map_err(Halt::Failed)?;
        let from = if self.accepting(&node) { 0 } else { node.1 };
        let sets = self.sets;
        let level = |marks: Marks| (from..sets).find(|s| !marks.has(*s)).unwrap_or(sets);
        let mut edges: Vec<LevelState<G::State>> =
            self.out.drain(..).map(|(marks, s)| (s, level(marks))).collect();
        if let Some(random) = self.random.as_mut().filter(|_| !edges.is_empty()) {
            let first = random.below(edges.len() as u64) as usize;
            edges.rotate_left(first);
        }
        Ok(PathEntry { node, edges: edges.into_iter() })
    }

    fn outer(&mut self, root: LevelState<G::State>) -> Part<G, ()> {
        self.cyan.insert(root.clone());
        let mut path = vec![self.step(root)?];
        while let Some(step) = path.last_mut() {
            if let Some(next) = step.edges.next() {
                if self.cyan.contains(&next) {
                    if step.node.1 == self.sets || next.1 == self.sets {
                        return Err(Halt::Found(close(&path, vec![next])));
                    }
                } else if !self.shared.has(&next, BLUE) {
                    self.cyan.insert(next.clone());
                    let step = self.step(next)?;
                    path.push(step);
                }
                continue;
            }
            let node = step.node.clone();
            self.shared.add(&node, BLUE);
            if self.accepting(&node) {
                self.inner(&node, &path)?;
            }
            self.cyan.remove(&node);
            path.pop();
        }
        Ok(())
    }

    /// Searches for a way from an accepting state back into the path.
    fn inner(&mut self, seed: &LevelState<G::State>, outer: &[PathEntry<G::State>]) -> Part<G, ()> {
        let mut seen: FxHashSet<LevelState<G::State>> = FxHashSet::default();
        seen.insert(seed.clone());
        let mut path = vec![self.step(seed.clone())?];
        while let Some(step) = path.last_mut() {
            let Some(next) = step.edges.next() else {
                path.pop();
                continue;
            };
            if self.cyan.contains(&next) {
                let back = path.iter().skip(1).map(|s| s.node.clone()).chain([next]).collect();
                return Err(Halt::Found(close(outer, back)));
            }
            if !self.shared.has(&next, RED) && seen.insert(next.clone()) {
                let step = self.step(next)?;
                path.push(step);
            }
        }
        for node in seen.iter().filter(|n| n.1 == self.sets && *n != seed) {
            while !self.shared.has(node, RED) {
                if self.shared.over.load(SeqCst) {
                    return Err(Halt::Over);
                }
                std::thread::yield_now();
            }
        }
        seen.iter().for_each(|node| self.shared.add(node, RED));
        Ok(())
    }
}

/// The lasso of an outer path and of states that lead from its end back into it.
fn close<S: Clone + Eq>(path: &[PathEntry<S>], mut back: Vec<LevelState<S>>) -> Lasso<S> {
    let entry = back.pop().expect("a state of the path");
    let mut prefix: Vec<LevelState<S>> = path.iter().map(|s| s.node.clone()).collect();
    let at = prefix.iter().rposition(|s| *s == entry).expect("the cycle meets the path");
    let mut cycle = prefix.split_off(at);
    cycle.extend(back);
    let states = |nodes: Vec<LevelState<S>>| nodes.into_iter().map(|n| n.0).collect();
    Lasso { prefix: states(prefix), cycle: states(cycle) }
}
