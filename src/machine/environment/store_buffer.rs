//! Stores that wait, while a script is followed that says when others see them.

use std::collections::VecDeque;

use crate::machine::state::{ObjId, Reg};
use crate::program::{FuncId, LocId};

/// What a thread has stored that others do not see yet.
#[derive(Clone, Default, Debug)]
pub struct StoreBuffer {
    /// Stores that it has ever held.
    pub stored: u64,
    /// Those that wait, in their order.
    pub waiting: VecDeque<Waiting>,
}

/// A store that waits.
#[derive(Clone, Debug)]
pub struct Waiting {
    /// The object.
    pub object: ObjId,
    /// Its first byte.
    pub at: usize,
    /// What is stored, of all bytes.
    pub value: Reg,
    /// Where it was stored.
    pub place: (FuncId, Option<LocId>),
    /// What is there for other threads, while this one runs.
    pub before: Reg,
}
