//! Storage of states: concurrent, growing, within a memory limit.
//!
//! A state is a sequence of *parts*, byte strings of any length. Equal parts are stored once and named by a
//! [`LeafId`]; a state is named by a [`StateId`], and equal states have equal ids. Ids stay valid for as long as the
//! store exists. [`TreeStore`] is exact; [`HashStore`] keeps a hash of each state instead and may take a new state
//! for a known one, with a probability that it tells.

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
    /// A part of a state: one byte string, stored once. Equal strings have equal ids.
    LeafId
}

crate::typed_id! {
    /// A state. With one worker the ids are 0, 1, 2, ... in the order of insertion; with several there are gaps.
    StateId
}

/// A new leaf at a position of a state's sequence of parts.
pub type Change = (u32, LeafId);

/// A set of states that several threads fill at once.
pub trait StateStore: Sync {
    /// What one thread needs to insert.
    type Worker<'s>: StoreWorker<Pending = Self::Pending>
    where
        Self: 's;

    /// What to keep of a state in order to get its parts back.
    type Pending: Send;

    /// A worker for one thread. Workers are cheap, but not so cheap as to make one per state.
    fn worker(&self) -> Self::Worker<'_>;

    /// Replaces `leaves` by the parts of a state.
    fn recall(&self, pending: &Self::Pending, leaves: &mut Vec<LeafId>);

    /// Replaces `bytes` by the bytes of a part.
    fn leaf(&self, leaf: LeafId, bytes: &mut Vec<u8>);

    /// The parts of a state, `None` where the store does not keep them.
    fn parts(&self, state: StateId) -> Option<Vec<Vec<u8>>>;

    /// Figures; exact while there is no worker, otherwise behind by at most 256 insertions of each.
    fn stats(&self) -> Stats;

    /// The memory that the store and what goes with it may use.
    fn budget(&self) -> &std::sync::Arc<Budget>;

    /// Upper bound of the probability that some state was taken for another one; 0 for an exact store.
    fn omission_probability(&self) -> f64;

    /// Bytes that a pending state occupies besides its own value.
    fn pending_heap(pending: &Self::Pending) -> usize;

    /// A number that no id of a state reaches. Smaller numbers need not be ids where there were several workers.
    fn id_bound(&self) -> usize;
}

/// Inserts states for one thread.
pub trait StoreWorker {
    /// See [`StateStore::Pending`].
    type Pending;

    /// The id of a part, which is stored unless it is known. Fails when memory or ids are used up.
    fn intern(&mut self, part: &[u8]) -> Result<LeafId, Full>;

    /// The id of a state and whether it is new. After a failure nothing is known of the state.
    fn insert_leaves(&mut self, leaves: &[LeafId]) -> Result<(StateId, bool), Full>;

    /// The state with `len` parts that has the leaves `changes`, sorted by position, and otherwise those of `from`.
    /// Costs what changed and not what exists. Positions from the length of `from` on must all be among the changes.
    fn insert_changed(
        &mut self,
        from: &Self::Pending,
        len: usize,
        changes: &[Change],
    ) -> Result<(StateId, bool), Full>;

    /// What to keep of the state that was inserted last in order to get its parts back.
    fn pending(&self) -> Self::Pending;

    /// Interns all parts and inserts the state.
    fn insert(&mut self, parts: &[&[u8]]) -> Result<(StateId, bool), Full> {
        let leaves = parts.iter().map(|p| self.intern(p)).collect::<Result<Vec<_>, _>>()?;
        self.insert_leaves(&leaves)
    }
}

/// Figures of a store.
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
    /// Bytes in use by everything on the store's budget.
    pub bytes: usize,
    /// The most bytes that were in use at once.
    pub peak: usize,
    /// Fraction of the hash tables' cells that is used, 0 to 1.
    pub load: f64,
}

impl Stats {
    /// Bytes per state, 0 without states.
    pub fn bytes_per_state(&self) -> f64 {
        if self.states == 0 { 0.0 } else { self.bytes as f64 / self.states as f64 }
    }
}
