//! Stores that wait, while a script is followed that says when others see them.

use std::collections::VecDeque;

use crate::machine::state::{ObjId, Reg};

/// The stores that wait (total store order).
#[derive(Clone, Default, Debug)]
pub struct StoreBuffers {
    /// Whether stores may wait.
    pub are_used: bool,
    /// The last store, which may begin to wait.
    pub last: Option<WaitingStore>,
    /// Those of each thread, by creation, in their order.
    pub of: Vec<VecDeque<WaitingStore>>,
}

/// A store that others do not see.
#[derive(Clone, Debug)]
pub struct WaitingStore {
    /// The object.
    pub object: ObjId,
    /// Its first byte.
    pub at: usize,
    /// What is stored, of all bytes.
    pub value: Reg,
    /// What is there for other threads, while this one runs.
    pub before: Reg,
}
