//! States that a machine goes back to.

use std::sync::Arc;

use crate::machine::environment::script::Script;
use crate::machine::reduction::Watch;
use crate::machine::state::Frame;
use crate::machine::state::Reg;
use crate::machine::state::{Kept, ObjId};
use crate::machine::step::Machine;
use crate::program::FuncId;

/// A state of a program that can be gone back to. It shares what does not change.
#[derive(Clone, Debug)]
pub struct Snapshot {
    memory: Kept,
    frame: Frame,
    watch: Watch,
    interrupted: ObjId,
    slot: ObjId,
    blurred: bool,
    wide: bool,
    ending: bool,
    pending: Arc<Vec<(FuncId, Vec<Reg>)>>,
    status: i32,
    propositions: u64,
    mover: u32,
    steps: u64,
    script: Option<Box<Script>>,
}

impl Snapshot {
    /// Operations up to here.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Roughly the bytes that it does not share with others.
    pub fn own_bytes(&self) -> usize {
        self.memory.own_bytes()
    }
}

impl Machine<'_, '_> {
    /// The state as it is.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot {
            memory: self.memory.save(),
            frame: self.frame.clone(),
            watch: self.watch,
            interrupted: self.interrupted,
            slot: self.slot,
            blurred: self.blurred,
            wide: self.wide,
            ending: self.ending,
            pending: self.pending.clone(),
            status: self.status,
            propositions: self.propositions,
            mover: self.mover,
            steps: self.steps,
            script: self.environment.script.clone(),
        }
    }

    /// Goes back to a state.
    pub fn restore(&mut self, to: &Snapshot) {
        self.memory.restore(&to.memory);
        self.back_to(to);
    }

    /// Goes back to the state that it went to last by [`Machine::restore`], which is this one.
    pub fn undo(&mut self, to: &Snapshot) {
        self.memory.undo(&to.memory);
        self.back_to(to);
    }

    fn back_to(&mut self, to: &Snapshot) {
        self.reach.published();
        self.frame.clone_from(&to.frame);
        self.watch = to.watch;
        self.interrupted = to.interrupted;
        self.slot = to.slot;
        self.blurred = to.blurred;
        self.wide = to.wide;
        self.ending = to.ending;
        if !Arc::ptr_eq(&self.pending, &to.pending) {
            self.pending = Arc::clone(&to.pending);
        }
        self.status = to.status;
        self.propositions = to.propositions;
        self.mover = to.mover;
        self.steps = to.steps;
        self.environment.script.clone_from(&to.script);
    }
}
