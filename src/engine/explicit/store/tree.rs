//! States as trees of shared parts ("recursive collapse": P. Ročkai, "Model Checking Software", section 3.6, and
//! A. Laarman, J. van de Pol, M. Weber, "Parallel Recursive State Compression for Free").
//!
//! Inner nodes are pairs of ids. The number of parts alone determines the shape: the left child of a tree of n parts
//! has the largest power of two below n of them. So ids need no tags, and states of different lengths share equal parts
//! at the same positions. Two states that differ in one part of n share all but about log2(n) nodes.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use super::arena::{Arena, Slots};
use super::budget::{Budget, Full};
use super::leaves::{LeafWriter, Leaves};
use super::table::{Index, View};
use super::{Change, LeafId, StateId, StateStore, Stats, StoreWorker, hash};

/// Number of indices that a thread claims at once.
const BATCH: u32 = 256;
/// Number of pairs that a worker caches.
const KNOWN: usize = 1024;

/// Counters to which threads report occasionally.
#[derive(Debug, Default)]
pub(super) struct Counters {
    states: AtomicU64,
    leaves: AtomicU64,
    nodes: AtomicU64,
    inserts: AtomicU64,
}

/// Counts that a thread has not reported yet.
#[derive(Debug, Default)]
pub(super) struct Counts {
    /// New states.
    pub(super) states: u64,
    /// New leaves.
    pub(super) leaves: u64,
    /// New inner nodes.
    pub(super) nodes: u64,
    /// Insertions.
    pub(super) inserts: u64,
}

impl Counters {
    /// Adds these counts to those of the store.
    pub(super) fn report(&self, counts: &mut Counts) {
        let Counts { states, leaves, nodes, inserts } = std::mem::take(counts);
        self.states.fetch_add(states, Relaxed);
        self.leaves.fetch_add(leaves, Relaxed);
        self.nodes.fetch_add(nodes, Relaxed);
        self.inserts.fetch_add(inserts, Relaxed);
    }

    /// The statistics, for tables with `used` of `cells` cells.
    pub(super) fn stats(&self, budget: &Budget, loads: &[(usize, usize)]) -> Stats {
        let (used, cells) = loads.iter().fold((0, 0), |(u, c), (used, cells)| (u + used, c + cells));
        Stats {
            states: self.states.load(Relaxed),
            leaves: self.leaves.load(Relaxed),
            nodes: self.nodes.load(Relaxed),
            inserts: self.inserts.load(Relaxed),
            bytes: budget.used(),
            peak: budget.peak(),
            load: used as f64 / cells as f64,
        }
    }
}

/// A state: its number of parts and the two children of its tree; with one part `left` is the leaf.
#[derive(Debug, Default)]
struct Root {
    left: AtomicU32,
    right: AtomicU32,
    len: AtomicU32,
}

/// Number of parts in the left child of a tree of `len` > 1.
fn split(len: u32) -> u32 {
    1 << (len - 1).ilog2()
}

fn pair(left: u32, right: u32) -> u64 {
    u64::from(left) | u64::from(right) << 32
}

/// An exact store of states, compressed as trees.
#[derive(Debug)]
pub struct TreeStore {
    budget: Arc<Budget>,
    leaves: Leaves,
    /// Pairs of ids.
    nodes: Arena<AtomicU64>,
    node_index: Index,
    roots: Arena<Root>,
    root_index: Index,
    counters: Counters,
}

impl TreeStore {
    /// An empty store, which takes about 100 KiB.
    pub fn new(budget: &Arc<Budget>) -> Result<TreeStore, Full> {
        Ok(TreeStore {
            budget: budget.clone(),
            leaves: Leaves::new(budget)?,
            nodes: Arena::new(budget),
            node_index: Index::new(budget)?,
            roots: Arena::new(budget),
            root_index: Index::new(budget)?,
            counters: Counters::default(),
        })
    }

    /// The children of an inner node.
    fn children(&self, node: u32) -> (u32, u32) {
        let word = self.nodes.at(node).load(Relaxed);
        (word as u32, (word >> 32) as u32)
    }

    /// A state's children and number of parts.
    fn root(&self, state: StateId) -> (u32, u32, u32) {
        let root = self.roots.at(state.0);
        (root.left.load(Relaxed), root.right.load(Relaxed), root.len.load(Relaxed))
    }

    /// Appends the leaves of a tree of `len` parts.
    fn unfold(&self, node: u32, len: u32, leaves: &mut Vec<LeafId>) {
        if len == 1 {
            return leaves.push(LeafId(node));
        }
        let (left, right) = self.children(node);
        self.unfold(left, split(len), leaves);
        self.unfold(right, len - split(len), leaves);
    }

    /// Number of parts of a state.
    pub fn len_of(&self, state: StateId) -> usize {
        self.root(state).2 as usize
    }

    /// Replaces `leaves` by the parts of a state.
    pub fn leaves_of(&self, state: StateId, leaves: &mut Vec<LeafId>) {
        leaves.clear();
        let (left, right, len) = self.root(state);
        match len {
            0 => {}
            1 => leaves.push(LeafId(left)),
            _ => {
                self.unfold(left, split(len), leaves);
                self.unfold(right, len - split(len), leaves);
            }
        }
    }
}

impl StateStore for TreeStore {
    type Worker<'s> = TreeWorker<'s>;
    type Pending = StateId;

    fn worker(&self) -> TreeWorker<'_> {
        TreeWorker {
            store: self,
            leaves: self.leaves.writer(),
            nodes: (self.node_index.view(), Slots::default()),
            roots: (self.root_index.view(), Slots::default()),
            known: Box::new([(u64::MAX, 0); KNOWN]),
            level: Vec::new(),
            counts: Counts::default(),
            last: StateId(u32::MAX),
        }
    }

    fn recall(&self, pending: &StateId, leaves: &mut Vec<LeafId>) {
        self.leaves_of(*pending, leaves);
    }

    fn leaf(&self, leaf: LeafId, bytes: &mut Vec<u8>) {
        self.leaves.read(leaf, bytes);
    }

    fn parts(&self, state: StateId) -> Option<Vec<Vec<u8>>> {
        let mut leaves = Vec::new();
        self.leaves_of(state, &mut leaves);
        let part = |leaf: LeafId| {
            let mut bytes = Vec::new();
            self.leaf(leaf, &mut bytes);
            bytes
        };
        Some(leaves.into_iter().map(part).collect())
    }

    fn stats(&self) -> Stats {
        let loads = [self.leaves.load(), self.node_index.load(), self.root_index.load()];
        self.counters.stats(&self.budget, &loads)
    }

    fn budget(&self) -> &Arc<Budget> {
        &self.budget
    }

    fn omission_probability(&self) -> f64 {
        0.0
    }

    fn pending_heap(_: &StateId) -> usize {
        0
    }

    fn id_bound(&self) -> usize {
        self.roots.bound()
    }
}

/// Inserts states into a [`TreeStore`] for one thread.
#[derive(Debug)]
pub struct TreeWorker<'s> {
    store: &'s TreeStore,
    leaves: LeafWriter,
    nodes: (View, Slots),
    roots: (View, Slots),
    /// Cache of pairs and their nodes.
    known: Box<[(u64, u32); KNOWN]>,
    /// One level of the tree under construction.
    level: Vec<u32>,
    counts: Counts,
    last: StateId,
}

impl TreeWorker<'_> {
    /// The inner node with these children.
    #[inline]
    fn node(&mut self, left: u32, right: u32) -> Result<u32, Full> {
        let TreeStore { nodes, node_index, .. } = self.store;
        let (view, slots) = &mut self.nodes;
        let word = pair(left, right);
        let hash = hash::word(word);
        let known = &mut self.known[hash as usize % KNOWN];
        if known.0 == word {
            return Ok(known.1);
        }
        let (id, new) = node_index.find_or_insert(
            view,
            hash,
            |id| nodes.at(id).load(Relaxed) == word,
            || {
                let id = nodes.slot(slots, 1, BATCH)?;
                nodes.at(id).store(word, Relaxed);
                Ok(id)
            },
        )?;
        if new {
            slots.consume(1);
            self.counts.nodes += 1;
        }
        *known = (word, id);
        Ok(id)
    }

    fn insert_root(&mut self, left: u32, right: u32, len: u32) -> Result<(StateId, bool), Full> {
        let TreeStore { roots, root_index, counters, .. } = self.store;
        let (view, slots) = &mut self.roots;
        let (id, new) = root_index.find_or_insert(
            view,
            hash::word_and(pair(left, right), len),
            |id| {
                let root = roots.at(id);
                root.left.load(Relaxed) == left
                    && root.right.load(Relaxed) == right
                    && root.len.load(Relaxed) == len
            },
            || {
                let id = roots.slot(slots, 1, BATCH)?;
                let root = roots.at(id);
                root.left.store(left, Relaxed);
                root.right.store(right, Relaxed);
                root.len.store(len, Relaxed);
                Ok(id)
            },
        )?;
        if new {
            slots.consume(1);
            self.counts.states += 1;
        }
        self.counts.inserts += 1;
        if self.counts.inserts == 256 {
            counters.report(&mut self.counts);
        }
        self.last = StateId(id);
        Ok((StateId(id), new))
    }

    /// Builds the tree of parts `start .. start + len` of a new state. `old` is the old state's tree at `start`;
    /// `changes` are those in the range.
    fn build(&mut self, start: u32, len: u32, old: Option<Old>, changes: &[Change]) -> Result<u32, Full> {
        if len == 1 {
            return Ok(match (changes, old) {
                ([(_, leaf)], _) => leaf.0,
                ([], Some(old)) => old.first_leaf(self.store),
                _ => panic!("part {start} of a changed state is given never or twice"),
            });
        }
        match old {
            Some(Old::Node { node, len: old_len }) if changes.is_empty() && old_len == len => Ok(node),
            _ => {
                let (left, right) = self.build_children(start, len, old, changes)?;
                self.node(left, right)
            }
        }
    }

    /// The two children of the tree that [`TreeWorker::build`] makes.
    fn build_children(
        &mut self,
        start: u32,
        len: u32,
        old: Option<Old>,
        changes: &[Change],
    ) -> Result<(u32, u32), Full> {
        let middle = start + split(len);
        let (old_left, old_right) = match old {
            Some(old) => old.cut(self.store, split(len)),
            None => (None, None),
        };
        let (first, second) = changes.split_at(changes.partition_point(|(at, _)| *at < middle));
        Ok((
            self.build(start, split(len), old_left, first)?,
            self.build(middle, start + len - middle, old_right, second)?,
        ))
    }
}

/// A tree of at least one part of a known state.
#[derive(Clone, Copy)]
enum Old {
    /// An inner node, or a leaf where `len` is 1.
    Node { node: u32, len: u32 },
    /// A whole state; if it has one part, `left` is the leaf.
    Root { left: u32, right: u32, len: u32 },
}

impl Old {
    /// Splits into the tree of the first `len` parts (a power of two) and that of the rest, as far as they exist.
    fn cut(mut self, store: &TreeStore, len: u32) -> (Option<Old>, Option<Old>) {
        loop {
            let ((left, right), old_len) = match self {
                Old::Node { len: old_len, .. } | Old::Root { len: old_len, .. } if old_len <= len => {
                    return (Some(self), None);
                }
                Old::Node { node, len } => (store.children(node), len),
                Old::Root { left, right, len } => ((left, right), len),
            };
            let left = Old::Node { node: left, len: split(old_len) };
            if split(old_len) == len {
                return (Some(left), Some(Old::Node { node: right, len: old_len - len }));
            }
            self = left;
        }
    }

    fn first_leaf(self, store: &TreeStore) -> u32 {
        match self.cut(store, 1).0 {
            Some(Old::Node { node, .. }) => node,
            Some(Old::Root { left, .. }) => left,
            None => unreachable!("a tree has a first leaf"),
        }
    }
}

impl StoreWorker for TreeWorker<'_> {
    type Pending = StateId;

    fn intern(&mut self, part: &[u8]) -> Result<LeafId, Full> {
        let (leaf, new) = self.store.leaves.intern(&mut self.leaves, part)?;
        self.counts.leaves += u64::from(new);
        Ok(leaf)
    }

    fn insert_leaves(&mut self, leaves: &[LeafId]) -> Result<(StateId, bool), Full> {
        let len = u32::try_from(leaves.len()).map_err(|_| Full::Ids)?;
        let mut level = std::mem::take(&mut self.level);
        level.clear();
        level.extend(leaves.iter().map(|l| l.0));
        // Pairing neighbours, with an odd one kept for the next level, yields the shape that `split` describes.
        while level.len() > 2 {
            let pairs = level.len() / 2;
            for i in 0..pairs {
                level[i] = self.node(level[2 * i], level[2 * i + 1])?;
            }
            if level.len() % 2 == 1 {
                level[pairs] = level[level.len() - 1];
            }
            level.truncate(level.len().div_ceil(2));
        }
        let child = |i: usize| level.get(i).copied().unwrap_or(0);
        let (left, right) = (child(0), child(1));
        self.level = level;
        self.insert_root(left, right, len)
    }

    fn insert_changed(
        &mut self,
        from: &StateId,
        len: usize,
        changes: &[Change],
    ) -> Result<(StateId, bool), Full> {
        let len = u32::try_from(len).map_err(|_| Full::Ids)?;
        assert!(changes.last().is_none_or(|(at, _)| *at < len), "a change behind the end of the state");
        let (left, right, old_len) = self.store.root(*from);
        let old = (old_len > 0).then_some(Old::Root { left, right, len: old_len });
        let (left, right) = match len {
            0 => (0, 0),
            1 => (self.build(0, 1, old, changes)?, 0),
            _ => self.build_children(0, len, old, changes)?,
        };
        self.insert_root(left, right, len)
    }

    fn pending(&self) -> StateId {
        self.last
    }
}

impl Drop for TreeWorker<'_> {
    fn drop(&mut self) {
        let TreeStore { leaves, nodes, node_index, roots, root_index, counters, .. } = self.store;
        leaves.retire(&mut self.leaves);
        node_index.retire(&mut self.nodes.0);
        nodes.return_slots(&mut self.nodes.1);
        root_index.retire(&mut self.roots.0);
        roots.return_slots(&mut self.roots.1);
        counters.report(&mut self.counts);
    }
}
