//! Accesses that may race, as they are made; [`races`](super::races) says when they do.

use super::shared::range;
use super::{MemoryModel, Mode};
use crate::engine::bmc::ledger::{How, Ledger, RaceAccess, RaceKind};
use crate::engine::bmc::state::{ObjId, Origin, Ptr, PtrCase, State};
use crate::ilr::Term;
use crate::program::{InstKind, LocId, Ordering};
use crate::property::Check;

/// How the running instruction accesses memory.
enum Atomicity {
    Plain,
    /// Whether that orders what it tells.
    Atomic(bool),
}

fn atomicity(l: &Ledger<'_>, state: &State) -> Atomicity {
    let func = l.program.func(state.frame.func);
    let insts = &func.block(state.frame.block).insts;
    let both = |order: Ordering| order.acquires() && order.releases();
    match insts.get(state.frame.at).map(|&id| &func.inst(id).kind) {
        Some(InstKind::Load { atomic: Some(order), .. }) => Atomicity::Atomic(order.acquires()),
        Some(InstKind::Store { atomic: Some(order), .. }) => Atomicity::Atomic(order.releases()),
        Some(InstKind::AtomicRmw { order, .. }) => Atomicity::Atomic(both(*order)),
        Some(InstKind::CmpXchg { orders, .. }) => Atomicity::Atomic(both(orders[0]) && orders[1].acquires()),
        _ => Atomicity::Plain,
    }
}

impl MemoryModel {
    /// Notes an access where a condition holds, if threads share what it accesses.
    pub fn note_racing(
        &self,
        l: &mut Ledger<'_>,
        state: &mut State,
        (c, cond): (&PtrCase, Term),
        size: Term,
        mode: Mode,
        loc: Option<LocId>,
    ) {
        // The library's own: nobody else has a name for it, but as what is handed back.
        let own = match self.space.info(c.obj).origin {
            Origin::Global(g) => l.program.global(g).model,
            Origin::Library => true,
            _ => false,
        } && l.program.func(state.frame.func).model;
        let (atomic, ordered) = match atomicity(l, state) {
            Atomicity::Plain => (false, true),
            Atomicity::Atomic(ordered) => (true, ordered),
        };
        let exchanged = l.threads.accesses.exchanged.filter(|_| mode == Mode::Write);
        let cond = exchanged.map_or(cond, |exchanged| l.d.terms.and(cond, exchanged));
        let atomic = atomic || own || state.frame.entry.atomic;
        if l.modular().is_some() {
            return l.note_locked(state, c.obj, range(l, c.off, size), mode == Mode::Write, atomic);
        }
        let how = RaceKind { write: mode == Mode::Write, atomic, open: false, ends: false };
        let within = own && state.frame.entry.atomic;
        if !within && self.add_racing(l, state, (c, cond), size, how, loc) && !ordered {
            l.tell_without_order(state, loc);
        }
    }

    /// Notes that an object ends by `free`, which writes all of it (C11, 7.22.3p2).
    pub fn note_freed(
        &mut self,
        l: &mut Ledger<'_>,
        state: &mut State,
        (o, cond): (ObjId, Term),
        loc: Option<LocId>,
    ) {
        if !state.thread.concurrent || !l.options.checks.contains(Check::Race) {
            return;
        }
        let guessed = self.is_guessed(l, cond);
        l.note_use_as(state, (o, How::Writes, None), guessed);
        if l.modular().is_some() {
            return l.note_locked(state, o, None, true, state.frame.entry.atomic);
        }
        let (off, size) = (l.d.terms.bv(self.space.width, 0), self.space.info(o).size);
        let how = RaceKind { write: true, atomic: state.frame.entry.atomic, open: false, ends: true };
        self.add_racing(l, state, (&PtrCase { cond, obj: o, off }, cond), size, how, loc);
    }

    /// The library accesses what it was handed, not atomically; it may do so or not (`open`).
    pub fn note_given(
        &mut self,
        l: &mut Ledger<'_>,
        state: &mut State,
        p: &Ptr,
        size: Term,
        (mode, open): (Mode, bool),
    ) {
        if !state.thread.concurrent || !l.options.checks.contains(Check::Race) {
            return;
        }
        // The section of the caller, if it is in one.
        let atomic = l.user_frame(state).entry.atomic;
        let how = RaceKind { write: mode == Mode::Write, atomic, open, ends: false };
        for c in &p.cases {
            if self.is_own(l, c.obj) {
                continue;
            }
            let bytes = range(l, c.off, size);
            let guessed = self.is_guessed(l, c.off);
            l.note_use_as(state, (c.obj, mode.into(), bytes.clone()), guessed);
            if l.modular().is_some() {
                l.note_locked(state, c.obj, bytes, mode == Mode::Write, atomic);
                continue;
            }
            self.add_racing(l, state, (c, c.cond), size, how, None);
        }
    }

    /// Whether threads share what is accessed, so that the access was noted.
    fn add_racing(
        &self,
        l: &mut Ledger<'_>,
        state: &mut State,
        (c, cond): (&PtrCase, Term),
        size: Term,
        how: RaceKind,
        loc: Option<LocId>,
    ) -> bool {
        let bytes = range(l, c.off, size);
        if self.space.info(c.obj).constant || !self.is_shared(l, state, c.obj, bytes.as_ref()) {
            return false;
        }
        let when = l.d.terms.and(state.path.term(), cond);
        // What a section has not written itself it has read.
        let is_fixed =
            state.thread.section.as_ref().is_none_or(|s| s.cells.values().all(|c| c.known == c.written));
        let point = l.access_point(state);
        let (object, offset, place) = (c.obj, c.off, l.place(state, loc));
        let access = RaceAccess { point, object, offset, size, when, how, is_fixed, place };
        l.threads.accesses.racing.push(access);
        true
    }
}
