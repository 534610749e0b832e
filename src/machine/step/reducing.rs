//! What a step tells the reductions, and where they interrupt it.

use crate::machine::reduction::{Reduction, Reductions, Transition, View};
use crate::machine::state::{Mode, ObjId};
use crate::machine::step::{Machine, Step};
use crate::program::Ordering;

impl<'p> Machine<'_, 'p> {
    /// Makes the machine stop where other threads may run.
    pub fn interruptible(&mut self, reduction: Reduction) {
        self.reductions.transition = Transition::first(reduction, self.steps);
    }

    /// The reductions, and what they see.
    #[inline]
    pub(super) fn reducing(&mut self) -> (&mut Reductions, View<'_, 'p>) {
        let Machine { image, memory, frame, steps, reductions, .. } = self;
        (reductions, View { image, memory, frame, steps: *steps })
    }

    /// A visible action: interrupts unless it is the transition's first.
    #[inline]
    pub(in crate::machine) fn act(&mut self) -> Step<()> {
        Ok(self.reductions.transition.act(self.steps)?)
    }

    /// An object is accessed.
    #[inline]
    pub(in crate::machine) fn visible(&mut self, id: ObjId, mode: Mode) -> Step<()> {
        let (reductions, view) = self.reducing();
        Ok(reductions.visible(&view, id, mode)?)
    }

    /// Something is to be chosen.
    pub(in crate::machine) fn chooses(&mut self) -> Step<()> {
        Ok(self.reductions.transition.chooses(self.frame.atomic)?)
    }

    /// The number of heap objects changes.
    pub(in crate::machine) fn counts_objects(&mut self) -> Step<()> {
        let (reductions, view) = self.reducing();
        Ok(reductions.counts_objects(&view)?)
    }

    /// Control leaves a block.
    #[inline]
    pub(in crate::machine) fn branches(&mut self, to: u32) -> Step<()> {
        Ok(self.reductions.transition.branches(self.steps, to <= self.frame.pc)?)
    }

    /// A transition begins.
    pub(in crate::machine) fn begin(&mut self) {
        self.reductions.begin(self.steps, self.memory.count());
    }

    /// An access by the operation that runs; `atomic`: whether an atomic one orders what it tells.
    #[inline]
    pub(in crate::machine) fn note(
        &mut self,
        place: (ObjId, usize),
        size: u64,
        write: bool,
        atomic: Option<bool>,
    ) {
        let (reductions, view) = self.reducing();
        reductions.note(&view, place, size, write, atomic);
    }

    /// An atomic access of the program, with its order; `to`: the object to which what it reads or writes leads.
    #[inline]
    pub(in crate::machine) fn note_order(&self, place: (ObjId, usize), order: Ordering, to: ObjId) {
        self.reductions.note_order(&self.view(), place, order, to);
    }

    /// An object ends by `free`.
    pub(in crate::machine) fn note_end(&mut self, object: ObjId) {
        let (reductions, view) = self.reducing();
        reductions.note_end(&view, object);
    }

    /// A thread learns of another one what happens in no order with it.
    pub(in crate::machine) fn unordered(&mut self) {
        let (reductions, view) = self.reducing();
        reductions.unordered(&view);
    }
}
