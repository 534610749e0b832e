//! Storage of states: concurrent, growing, within a memory limit.
//!
//! A state is a sequence of *parts*, which are byte strings of any length. Equal parts are stored once and identified
//! by a [`LeafId`]; equal states have the same [`StateId`]. Ids stay valid as long as the store exists. [`TreeStore`]
//! is exact. [`HashStore`] keeps only a hash of each state, and may mistake a new state for a known one with a
//! probability that it reports.

mod arena;
mod budget;
mod compact;
mod hash;
mod leaves;
mod table;
mod tree;

#[cfg(test)]
pub(in crate::engine::explicit) mod tests;

pub use arena::PerState;
pub use budget::{Budget, Charge, Full};
pub use compact::HashStore;
#[cfg(test)]
pub use compact::omission_bound;
pub use tree::{TreeStore, TreeWorker};

crate::typed_id! {
    /// Id of a part, a byte string that is stored once. Equal strings have equal ids.
    LeafId
}

crate::typed_id! {
    /// Id of a state. With one worker, ids are 0, 1, 2, ... in the order of insertion; with several, there are gaps.
    StateId
}

/// A new leaf at a position in a state's sequence of parts.
pub type Change = (u32, LeafId);

/// A set of states that several threads fill concurrently.
pub trait StateStore: Sync {
    /// State that one thread needs for insertions.
    type Worker<'s>: StoreWorker<Pending = Self::Pending>
    where
        Self: 's;

    /// What must be kept of a state to recover its parts.
    type Pending: Send;

    /// Makes a worker for one thread. Workers are cheap, but too expensive to make one per state.
    fn worker(&self) -> Self::Worker<'_>;

    /// Replaces `leaves` by the parts of a state.
    fn recall(&self, pending: &Self::Pending, leaves: &mut Vec<LeafId>);

    /// Replaces `bytes` by the bytes of a part.
    fn leaf(&self, leaf: LeafId, bytes: &mut Vec<u8>);

    /// The parts of a state; `None` if the store does not keep them.
    fn parts(&self, state: StateId) -> Option<Vec<Vec<u8>>>;

    /// Statistics. They are exact while there is no worker; otherwise each lags by at most 256 insertions per worker.
    fn stats(&self) -> Stats;

    /// The memory budget of the store and everything charged to it.
    fn budget(&self) -> &std::sync::Arc<Budget>;

    /// Upper bound on the probability that some state was mistaken for another one; 0 for an exact store.
    fn omission_probability(&self) -> f64;

    /// Heap memory of a pending state, in bytes.
    fn pending_heap(pending: &Self::Pending) -> usize;

    /// Upper bound of all state ids. With several workers, not all smaller numbers are ids.
    fn id_bound(&self) -> usize;
}

/// Inserts states on behalf of one thread.
pub trait StoreWorker {
    /// See [`StateStore::Pending`].
    type Pending;

    /// Id of a part, which is stored if it is new. Fails when memory or ids are exhausted.
    fn intern(&mut self, part: &[u8]) -> Result<LeafId, Full>;

    /// Id of a state, and whether it is new. After a failure the state may or may not be stored.
    fn insert_leaves(&mut self, leaves: &[LeafId]) -> Result<(StateId, bool), Full>;

    /// Inserts the state with `len` parts that has the leaves `changes`, sorted by position, and otherwise those of
    /// `from`. The cost depends on the number of changes, not of parts. Positions beyond the length of `from` must all
    /// be among the changes.
    fn insert_changed(
        &mut self,
        from: &Self::Pending,
        len: usize,
        changes: &[Change],
    ) -> Result<(StateId, bool), Full>;

    /// What must be kept of the last inserted state to recover its parts.
    fn pending(&self) -> Self::Pending;

    /// Interns all parts and inserts the state.
    fn insert(&mut self, parts: &[&[u8]]) -> Result<(StateId, bool), Full> {
        let leaves = parts.iter().map(|p| self.intern(p)).collect::<Result<Vec<_>, _>>()?;
        self.insert_leaves(&leaves)
    }
}

/// Statistics of a store.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Stats {
    /// Distinct states.
    pub states: u64,
    /// Distinct parts.
    pub leaves: u64,
    /// Distinct inner nodes of the trees, roots excluded.
    pub nodes: u64,
    /// Insertions of states, new or known.
    pub inserts: u64,
    /// Bytes in use by everything charged to the store's budget.
    pub bytes: usize,
    /// Maximum number of bytes in use at once.
    pub peak: usize,
    /// Load factor of the hash tables, 0 to 1.
    pub load: f64,
}

impl Stats {
    /// Bytes per state, 0 without states.
    pub fn bytes_per_state(&self) -> f64 {
        if self.states == 0 { 0.0 } else { self.bytes as f64 / self.states as f64 }
    }
}
