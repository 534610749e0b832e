//! Comparison of two heads of a loop, part by part of a state.
//!
//! The state at a cut stands for *every* head of the visit, from the entry on: head 0 is the state that enters the loop, head
//! `n` the one after `n` iterations. Let `H` be the set of states that differ from the state at the cut only in what is
//! havocked there. Two comparisons show that all heads before the first violation are in `H`:
//!
//! 1. The state at the cut, before anything is havocked, is head `k`; [`Cutter::compare_heads`] compares it with head 0 and
//!    whatever differs is havocked, too. So head 0 is in `H`.
//! 2. One iteration is evaluated from `H`; what it leaves is compared with the cut, and whatever differs is havocked in the
//!    next evaluation, until nothing is new. So if head `n` is in `H`, head `n + 1` is.
//!
//! Without the first comparison, what only the first `k` iterations change (a flag, a state of a protocol, an object that
//! is freed once) would be fixed at its value after them, and candidates would be proven of head 0 and of iterations that
//! never start there.
//!
//! What happens to each part of a state that differs between the two heads:
//!
//! | part | at a cut |
//! |---|---|
//! | path | The decisions that led to head `k` hold of every run that comes to a later iteration. |
//! | phis of the head | All are havocked. For pointers, the targets of both heads are kept. |
//! | other live registers | They are computed before the loop; a difference ends the attempt. |
//! | arguments, variable arguments, calling frames | The loop cannot change them; a difference ends the attempt. |
//! | bytes of objects | Cells, or whole arrays, are havocked. For pointers, the targets of both heads are kept. |
//! | liveness, births and ends of objects | A difference ends the attempt, unless the object is alive at neither head. |
//! | local objects of the frame | A difference ends the attempt. |
//! | pointers to objects that head 0 does not have | End the attempt. |
//! | initial bytes in what is havocked (where `uninitialised` is checked) | An obligation: none may be there. |
//! | poison of phis | An obligation; of checks that are off, poison of any condition is assumed. |
//! | variables watched for leaks | A difference removes the variable as a root, which only makes more leaks. |
//! | flags of the library's models | They are global objects like all others. |
//! | whether exit handlers run | A difference ends the attempt. |
//! | whether there are other threads | If there are at a later head, there are at each. |
//! | sections that nobody interrupts, locks | A cut in a section, or a difference of locks, ends the attempt. |
//! | the allocation state of flat memory | Flat memory is left to bounds. |

use super::Cutter;
use super::{Changes, Induction};
use crate::engine::bmc::ledger::Step;
use crate::engine::bmc::memory::Access;
use crate::engine::bmc::state::{
    Activation, Content, Frame, Memory, Notes, ObjId, ObjState, Origin, State, ThreadState, Val,
};
use crate::program::DebugVarId;
use imbl::ordmap::DiffItem;
use std::rc::Rc;

/// Variables that do not hold the same at two times.
fn differing_variables(from: &[(DebugVarId, Val)], to: &[(DebugVarId, Val)]) -> Vec<DebugVarId> {
    let only_in = |x: &[(DebugVarId, Val)], y: &[(DebugVarId, Val)]| -> Vec<DebugVarId> {
        x.iter().filter(|v| !y.contains(v)).map(|v| v.0).collect()
    };
    [only_in(from, to), only_in(to, from)].concat()
}

impl Cutter<'_, '_> {
    /// Notes everything in which a later head of a visit differs from an earlier one.
    ///
    /// The patterns are exhaustive: whoever adds a part to a state decides here what a cut does about it.
    pub fn compare_heads(
        &mut self,
        induction: &mut Induction,
        key: u128,
        from: &State,
        to: &State,
    ) -> Step<()> {
        // Paths only get longer; the number of events only serves to see that nothing happens.
        let State { path: _, frame, memory, heap, events: _, ending, thread } = from;
        let b = &mut self.vm.ledger.d.terms;
        let locks = [from, to].map(|state| state.thread.locks.settled(b, &state.path));
        if locks[0] != locks[1] {
            induction.fail("a loop takes a lock or gives it back");
        }
        if !locks[0].perhaps.is_empty() {
            induction.fail("locks that are held on some ways only");
        }
        self.compare_threads(induction, key, thread, &to.thread);
        if heap.is_some() || to.heap.is_some() {
            induction.fail("a loop is cut in flat memory");
        }
        if *ending != to.ending {
            induction.fail("a loop begins to run exit handlers");
        }
        self.compare_frames(induction, key, frame, to);
        self.compare_memory(induction, key, memory, to, false)
    }

    fn compare_threads(
        &mut self,
        induction: &mut Induction,
        key: u128,
        from: &ThreadState,
        to: &ThreadState,
    ) {
        // Locks are compared on their paths; that others have ended remains so.
        let ThreadState { number: _, concurrent, section, locks: _, joined: _ } = from;
        if section.is_some() || to.section.is_some() {
            induction.fail("a loop is cut that nobody interrupts");
        }
        if *concurrent != to.concurrent {
            let changes = induction.changes.entry(key).or_default();
            induction.grown |= !std::mem::replace(&mut changes.concurrent, true);
        }
    }

    fn compare_frames(&mut self, induction: &mut Induction, key: u128, from: &Frame, later: &State) {
        let phis = self.phis(later);
        let to = &later.frame;
        // The same activation at the same place: what follows from its position is equal. Counts of iterations and of
        // recursion only serve bounds. Poison is looked at where phis are, see `poison_at_head`.
        let Frame { func: _, info, parent, entry, regs, block, at: _, iterations: _, locals, notes } = from;
        let Activation { ctx, depth: _, args, varargs, path: _, recursion: _, from_call: _, atomic: _ } =
            entry;
        let Notes { vars, poison: _ } = notes;
        let same_parent = match (parent, &to.parent) {
            (None, None) => true,
            (Some(p), Some(q)) => Rc::ptr_eq(p, q),
            _ => false,
        };
        if *ctx != to.entry.ctx || *block != to.block || !same_parent {
            induction.fail("a loop changes the frame that it runs in");
        }
        if *args != to.entry.args || *varargs != to.entry.varargs {
            induction.fail("a loop changes arguments");
        }
        if *locals != to.locals {
            induction.fail("a loop makes local objects that stay");
        }
        let is_phi = |i| phis.iter().any(|p| p.0 == i);
        let live = info.live_in(*block);
        if live.iter().any(|&i| !is_phi(i) && regs[i.index()] != to.regs[i.index()]) {
            induction.fail("a loop changes a register of before");
        }
        let differ = differing_variables(vars, &to.notes.vars);
        let known = &mut induction.changes.entry(key).or_default().variables;
        for var in differ {
            induction.grown |= known.insert(var);
        }
    }

    /// Finds out in what memory differs from what it was where places were havocked. With `inner`, local objects may
    /// have been made since, as what is called next cannot come to them.
    pub fn compare_memory(
        &mut self,
        induction: &mut Induction,
        key: u128,
        head: &Memory,
        state: &State,
        inner: bool,
    ) -> Step<()> {
        let mut changes = induction.changes.remove(&key).unwrap_or_default();
        let before = (changes.cells.len(), changes.arrays.len());
        let differ = head.diff(&state.memory);
        let result = differ
            .into_iter()
            .try_for_each(|o| self.compare_object(induction, &mut changes, o, (head, state), inner));
        induction.grown |= before != (changes.cells.len(), changes.arrays.len());
        induction.changes.insert(key, changes);
        result
    }

    fn compare_object(
        &mut self,
        induction: &mut Induction,
        changes: &mut Changes,
        o: ObjId,
        (head, state): (&Memory, &State),
        inner: bool,
    ) -> Step<()> {
        let ff = self.vm.ledger.d.terms.ff();
        let to_threads = self.vm.ledger.modular().is_some();
        let key = self.vm.memory.space.info(o).key;
        let local = head.times(o).is_none()
            && matches!(self.vm.memory.space.info(o).origin, Origin::Stack { .. } | Origin::Argument(_));
        let (x, y) = match (head.get(o), state.memory.get(o)) {
            (None, None) => return Ok(()),
            (None, Some(new)) if new.live == ff => return Ok(()),
            (None, Some(_)) if inner && local => return Ok(()),
            // What the library keeps of a thread that an iteration creates is met as a number only.
            (None, Some(_)) if self.vm.memory.space.info(o).origin == Origin::Library && to_threads => {
                return Ok(());
            }
            (None, Some(_)) => {
                induction.fail("objects are made that stay");
                return Ok(());
            }
            (Some(old), None) if old.live == ff => return Ok(()),
            (Some(_), None) => {
                induction.fail("objects are ended that were made before");
                return Ok(());
            }
            (Some(x), Some(y)) => (x.clone(), y.clone()),
        };
        // Exhaustive, as above; the content is compared below.
        let ObjState { live, content: _, born, ended } = &x;
        if *live != y.live {
            induction.fail("objects are ended that were made before");
            return Ok(());
        }
        if *live == ff {
            return Ok(());
        }
        if *born != y.born || *ended != y.ended {
            induction.fail("objects begin or end once more");
            return Ok(());
        }
        match self.differing_cells(o, &x, &y)? {
            Ok(cells) => changes.cells.extend(cells.into_iter().map(|(off, size)| (key, off, size))),
            Err(elem) => {
                changes.arrays.entry(key).or_insert(elem);
            }
        }
        Ok(())
    }

    /// Cells in which two contents of an object differ, or the bytes of an element where they are arrays.
    fn differing_cells(
        &mut self,
        o: ObjId,
        x: &ObjState,
        y: &ObjState,
    ) -> Step<Result<Vec<(u64, u32)>, u32>> {
        let (p, q) = match (&x.content, &y.content) {
            (Content::Array { term: p, .. }, Content::Array { term: q, .. }) if p == q => {
                return Ok(Ok(Vec::new()));
            }
            (Content::Cells { .. }, &Content::Array { term: q, elem }) => {
                // What was only read may have become an array for that.
                let mut same = x.clone();
                Access {
                    b: &mut self.vm.ledger.d.terms,
                    space: &mut self.vm.memory.space,
                    obj: o,
                    state: &mut same,
                }
                .become_array(elem)?;
                return match same.content {
                    Content::Array { term, .. } if term == q => Ok(Ok(Vec::new())),
                    _ => Ok(Err(elem)),
                };
            }
            (_, Content::Array { elem, .. }) | (Content::Array { elem, .. }, _) => return Ok(Err(*elem)),
            (Content::Cells { cells: p, base: a }, Content::Cells { cells: q, base: b }) => {
                if a != b {
                    return Ok(Err(1));
                }
                (p, q)
            }
        };
        let mut ranges: Vec<(u64, u32)> = Vec::new();
        for item in p.diff(q) {
            match item {
                DiffItem::Add(&at, cell) | DiffItem::Remove(&at, cell) => ranges.push((at, cell.size)),
                DiffItem::Update { old: (&at, x), new: (_, y) } => {
                    ranges.extend([(at, x.size), (at, y.size)]);
                }
            }
        }
        let (mut x, mut y) = (x.clone(), y.clone());
        let mut changed = Vec::new();
        for (off, size) in ranges {
            if self.at(o, &mut x, off, size)? != self.at(o, &mut y, off, size)? {
                changed.push((off, size));
            }
        }
        Ok(Ok(changed))
    }
}
