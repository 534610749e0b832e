//! Hash compaction: the store remembers only a hash of each state's parts.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::arena::{Arena, Slots};
use super::budget::{Budget, Full};
use super::leaves::{LeafWriter, Leaves};
use super::table::{COMPARED_BITS, Index, View};
use super::tree::{Counters, Counts};
use super::{Change, LeafId, StateId, StateStore, Stats, StoreWorker, hash};

/// Number of indices that a thread claims at once.
const BATCH: u32 = 256;

/// Number of hash bits in which two states must agree to be identified: those in the table plus one word.
pub const HASH_BITS: u32 = COMPARED_BITS + 64;

/// Upper bound on the probability that at least one of `inserts` insertions mistook a new state for one of at most
/// `states` stored ones, assuming random hashes. Each insertion errs with probability at most `states` /
/// 2^[`HASH_BITS`].
pub fn omission_bound(states: u64, inserts: u64) -> f64 {
    (states as f64 * inserts as f64 / 2f64.powi(HASH_BITS as i32)).min(1.0)
}

/// A lossy store. Parts are stored exactly, but only a hash of each state. So a pending state holds its list of parts,
/// and states cannot be read back.
#[derive(Debug)]
pub struct HashStore {
    budget: Arc<Budget>,
    leaves: Leaves,
    hashes: Arena<AtomicU64>,
    index: Index,
    counters: Counters,
}

impl HashStore {
    /// An empty store.
    pub fn new(budget: &Arc<Budget>) -> Result<HashStore, Full> {
        Ok(HashStore {
            budget: budget.clone(),
            leaves: Leaves::new(budget)?,
            hashes: Arena::new(budget),
            index: Index::new(budget)?,
            counters: Counters::default(),
        })
    }
}

/// A state that waits for its expansion.
#[derive(Clone, Debug)]
pub struct PendingHash {
    /// Its parts.
    pub leaves: Box<[LeafId]>,
}

impl StateStore for HashStore {
    type Worker<'s> = HashWorker<'s>;
    type Pending = PendingHash;

    fn worker(&self) -> HashWorker<'_> {
        HashWorker {
            store: self,
            leaves: self.leaves.writer(),
            view: self.index.view(),
            slots: Slots::default(),
            last: Vec::new(),
            counts: Counts::default(),
        }
    }

    fn recall(&self, pending: &PendingHash, leaves: &mut Vec<LeafId>) {
        leaves.clear();
        leaves.extend_from_slice(&pending.leaves);
    }

    fn leaf(&self, leaf: LeafId, bytes: &mut Vec<u8>) {
        self.leaves.read(leaf, bytes);
    }

    fn parts(&self, _: StateId) -> Option<Vec<Vec<u8>>> {
        None
    }

    fn stats(&self) -> Stats {
        self.counters.stats(&self.budget, &[self.leaves.load(), self.index.load()])
    }

    fn budget(&self) -> &Arc<Budget> {
        &self.budget
    }

    fn omission_probability(&self) -> f64 {
        let Stats { states, inserts, .. } = self.stats();
        omission_bound(states, inserts)
    }

    fn pending_heap(pending: &PendingHash) -> usize {
        size_of_val(&*pending.leaves)
    }

    fn id_bound(&self) -> usize {
        self.hashes.bound()
    }
}

/// One thread's worker of a [`HashStore`].
#[derive(Debug)]
pub struct HashWorker<'s> {
    store: &'s HashStore,
    leaves: LeafWriter,
    view: View,
    slots: Slots,
    /// Parts of the last inserted state.
    last: Vec<LeafId>,
    counts: Counts,
}

impl HashWorker<'_> {
    fn insert_last(&mut self) -> Result<(StateId, bool), Full> {
        let HashStore { hashes, index, counters, .. } = self.store;
        let (in_table, word) = hash::wide(self.last.iter().map(|l| l.0));
        let (id, new) = index.find_or_insert(
            &mut self.view,
            in_table,
            |id| hashes.at(id).load(Relaxed) == word,
            || {
                let id = hashes.slot(&mut self.slots, 1, BATCH)?;
                hashes.at(id).store(word, Relaxed);
                Ok(id)
            },
        )?;
        if new {
            self.slots.consume(1);
            self.counts.states += 1;
        }
        self.counts.inserts += 1;
        if self.counts.inserts == 256 {
            counters.report(&mut self.counts);
        }
        Ok((StateId(id), new))
    }
}

impl StoreWorker for HashWorker<'_> {
    type Pending = PendingHash;

    fn intern(&mut self, part: &[u8]) -> Result<LeafId, Full> {
        let (leaf, new) = self.store.leaves.intern(&mut self.leaves, part)?;
        self.counts.leaves += u64::from(new);
        Ok(leaf)
    }

    fn insert_leaves(&mut self, leaves: &[LeafId]) -> Result<(StateId, bool), Full> {
        self.last.clear();
        self.last.extend_from_slice(leaves);
        self.insert_last()
    }

    fn insert_changed(
        &mut self,
        from: &PendingHash,
        len: usize,
        changes: &[Change],
    ) -> Result<(StateId, bool), Full> {
        let kept = from.leaves.len().min(len);
        self.last.clear();
        self.last.extend_from_slice(&from.leaves[..kept]);
        for (at, leaf) in changes {
            match (*at as usize).cmp(&self.last.len()) {
                std::cmp::Ordering::Less => self.last[*at as usize] = *leaf,
                std::cmp::Ordering::Equal => self.last.push(*leaf),
                std::cmp::Ordering::Greater => {
                    panic!("part {} of a changed state is missing", self.last.len())
                }
            }
        }
        assert_eq!(self.last.len(), len, "all parts of a changed state are given");
        self.insert_last()
    }

    fn pending(&self) -> PendingHash {
        PendingHash { leaves: self.last.as_slice().into() }
    }
}

impl Drop for HashWorker<'_> {
    fn drop(&mut self) {
        let HashStore { leaves, hashes, index, counters, .. } = self.store;
        leaves.retire(&mut self.leaves);
        index.retire(&mut self.view);
        hashes.return_slots(&mut self.slots);
        counters.report(&mut self.counts);
    }
}
