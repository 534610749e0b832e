//! What reductions see of a state.

use crate::machine::code::Image;
use crate::machine::state::{Frame, Memory};
use crate::program::LocId;

/// A state, seen from outside.
#[derive(Clone, Copy)]
pub(in crate::machine) struct View<'a, 'p> {
    /// The program made ready.
    pub image: &'a Image<'p>,
    /// Objects, and the activations that are not running.
    pub memory: &'a Memory,
    /// The activation that runs.
    pub frame: &'a Frame,
    /// Operations executed on the way here.
    pub steps: u64,
}

impl<'a> View<'a, '_> {
    /// The place of the operation that is executed; within a model of the library, of the call that led there.
    pub fn loc(&self) -> Option<LocId> {
        self.loc_of(self.frame)
    }

    /// The same of an activation; nothing where only models are active, as when the library ends a thread.
    pub fn loc_of(&self, frame: &'a Frame) -> Option<LocId> {
        let frame = self.users(frame);
        if self.image.program.func(frame.func).model {
            return None;
        }
        self.image.code(frame.func).locs.get(frame.pc as usize).copied().flatten()
    }

    /// The first activation among one and its callers that is the user's.
    pub fn users(&self, mut frame: &'a Frame) -> &'a Frame {
        while self.image.program.func(frame.func).model
            && let Some(caller) = self.memory.parked(frame.caller)
        {
            frame = caller;
        }
        frame
    }
}
