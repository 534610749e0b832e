//! What a machine exchanges with its surroundings: inputs and choices, the script of a run, the operating system.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use self::script::Script;
use crate::base::Bits;
use crate::program::FuncId;

mod poison;
pub mod script;
mod symbols;
mod system;
mod waiting_stores;

pub(in crate::machine) use poison::{Poison, Poisoned};
pub use symbols::{Course, Symbols, Told};
pub use system::System;
pub(in crate::machine) use waiting_stores::StoreBuffers;
pub use waiting_stores::WaitingStore;

/// What a machine exchanges with its surroundings.
#[derive(Default)]
pub struct Environment<'e> {
    /// Inputs to come; after them zeros, or [`Stop::Choice`] where it `asks`.
    pub inputs: VecDeque<Bits>,
    /// Whether the machine stands for all runs: it stops where an input is missing, and where something decides that one
    /// run has in one way and another in another way: undefined values, addresses.
    pub asks: bool,
    /// Whether allocation may fail; chosen where it `asks`.
    pub malloc_may_fail: bool,
    /// Whether a wait for a condition variable may end without a signal (POSIX, `pthread_cond_wait`).
    pub spurious_wakeups: bool,
    /// The inputs that were asked for: by what, and the value.
    pub asked: Vec<(String, Bits)>,
    /// Where input comes from and output goes to; without it, input is chosen and output forgotten.
    pub system: Option<Box<dyn System + 'e>>,
    /// Where the run was described before: all that the program does not determine, in place of `inputs`.
    pub script: Option<Box<Script>>,
    /// Values that uninterpreted functions have had, by their arguments.
    pub applications: FxHashMap<(FuncId, Vec<Bits>), Bits>,
    /// Most steps of the run.
    pub max_steps: Option<u64>,
    /// The propositions that the program is asked for, at most 64.
    pub propositions: Vec<String>,
}
