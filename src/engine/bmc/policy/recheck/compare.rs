//! What differs between two states, part by part: where it may not differ, that is shown.

use super::Checker;
use super::Recheck;
use crate::analysis::WriteSet;
use crate::engine::bmc::ledger::Step;
use crate::engine::bmc::policy::Differs;
use crate::engine::bmc::state::{
    Activation, Content, Frame, Memory, Notes, ObjId, ObjState, Origin, Ptr, State, Times, Val,
};
use crate::ilr::Term;
use crate::program::DebugVarId;
use imbl::ordmap::DiffItem;
use std::collections::BTreeMap;
use std::rc::Rc;

impl Checker<'_, '_> {
    /// Shows that a later head of a loop differs from an earlier one only in what may differ.
    ///
    /// The patterns are exhaustive: whoever adds a part to a state says here what may become of it.
    pub fn show_same_states(
        &mut self,
        check: &mut Recheck<'_>,
        differs: &Differs,
        written: &WriteSet,
        from: &State,
        to: &State,
    ) -> Step<()> {
        // Paths only get longer, and what led to the first cut holds of all that comes after it. Events are only counted.
        let State { path: _, frame, memory, heap, events: _, ending, thread: _ } = from;
        if heap.is_some() || to.heap.is_some() {
            check.reject("flat memory");
        }
        if *ending != to.ending {
            check.reject("exit handlers begin to run in a loop");
        }
        self.show_same_frames(check, differs, frame, to);
        self.show_same_memory(check, differs, written, memory, to, false)
    }

    fn show_same_frames(&mut self, check: &mut Recheck<'_>, differs: &Differs, from: &Frame, to: &State) {
        // Position follows from the context and the block; counts only serve bounds; poison is shown where phis are, as other
        // live registers are older than the loop.
        let Frame { func, info, parent, entry, regs, block, at: _, iterations: _, locals, notes } = from;
        let Activation { ctx, depth: _, args, varargs, path: _, recursion: _, from_call: _, atomic: _ } =
            entry;
        let Notes { vars, poison: _ } = notes;
        let now = &to.frame;
        let same_caller = match (parent, &now.parent) {
            (None, None) => true,
            (Some(p), Some(q)) => Rc::ptr_eq(p, q),
            (None, Some(_)) | (Some(_), None) => false,
        };
        if *func != now.func || *ctx != now.entry.ctx || *block != now.block || !same_caller {
            check.reject("an iteration ends in another activation");
        }
        if **args != *now.entry.args || *varargs != now.entry.varargs {
            check.reject("arguments differ");
        }
        if *locals != now.locals {
            check.reject("local objects differ");
        }
        let phis = self.phis_of(to);
        for &i in info.live_in(*block).iter().filter(|i| !phis.contains(i)) {
            match (&regs[i.index()], &now.regs[i.index()]) {
                (Some(x), Some(y)) => {
                    self.show_same(check, to, x, y, "a register differs that is older than a loop")
                }
                (None, None) => {}
                (None, Some(_)) | (Some(_), None) => check.reject("a register is not there any more"),
            }
        }
        let kept = |of: &[(DebugVarId, Val)]| -> BTreeMap<DebugVarId, Val> {
            of.iter().filter(|v| !differs.variables.contains(&v.0)).cloned().collect()
        };
        if kept(vars) != kept(&now.notes.vars) {
            check.reject("a source variable differs");
        }
    }

    /// Shows that two values are the same on a state's runs.
    fn show_same(&mut self, check: &mut Recheck<'_>, state: &State, x: &Val, y: &Val, what: &str) {
        let differ = self.differ(x, y);
        let cond = self.vm.ledger.d.terms.and(state.path.term(), differ);
        check.show(&mut self.vm.ledger.d.terms, cond, what, None);
    }

    /// When two values differ; true where that is not plain.
    fn differ(&mut self, x: &Val, y: &Val) -> Term {
        if x == y {
            return self.vm.ledger.d.terms.ff();
        }
        match (x, y) {
            (Val::Int(p), Val::Int(q))
                if self.vm.ledger.d.terms.sort(*p) == self.vm.ledger.d.terms.sort(*q) =>
            {
                self.vm.ledger.d.terms.ne(*p, *q)
            }
            (Val::Ptr(p), Val::Ptr(q)) => self.pointers_differ(p, q),
            _ => self.vm.ledger.d.terms.tt(),
        }
    }

    fn pointers_differ(&mut self, p: &Ptr, q: &Ptr) -> Term {
        let b = &mut self.vm.ledger.d.terms;
        let mut same = b.ff();
        for x in &p.cases {
            for y in q.cases.iter().filter(|y| y.obj == x.obj) {
                let offsets = b.eq(x.off, y.off);
                let both = b.and_all([x.cond, y.cond, offsets]);
                same = b.or(same, both);
            }
        }
        b.not(same)
    }

    /// Shows that memory differs only in what may differ. With `inner`, local objects may have been made since, as what is called
    /// next cannot come to them.
    pub fn show_same_memory(
        &mut self,
        check: &mut Recheck<'_>,
        differs: &Differs,
        written: &WriteSet,
        from: &Memory,
        to: &State,
        inner: bool,
    ) -> Step<()> {
        for o in from.diff(&to.memory) {
            self.show_same_object(check, differs, written, o, (from, to), inner)?;
        }
        Ok(())
    }

    fn show_same_object(
        &mut self,
        check: &mut Recheck<'_>,
        differs: &Differs,
        written: &WriteSet,
        o: ObjId,
        (from, to): (&Memory, &State),
        inner: bool,
    ) -> Step<()> {
        let path = to.path.term();
        let local = matches!(self.vm.memory.space.info(o).origin, Origin::Stack { .. } | Origin::Argument(_));
        let (x, y) = match (from.get(o), to.memory.get(o)) {
            (None, None) => return Ok(()),
            (None, Some(new)) => {
                // Made since; one that ended before stays ended.
                if from.times(o).is_some() {
                    check.reject("an object lives again");
                } else if !(inner && local) {
                    let cond = self.vm.ledger.d.terms.and(path, new.live);
                    check.show(&mut self.vm.ledger.d.terms, cond, "an object is made that stays", None);
                }
                return Ok(());
            }
            (Some(old), None) => {
                let cond = self.vm.ledger.d.terms.and(path, old.live);
                check.show(&mut self.vm.ledger.d.terms, cond, "an object ends that was there before", None);
                return Ok(());
            }
            (Some(x), Some(y)) => (x.clone(), y.clone()),
        };
        // Exhaustive, as above; the content is compared below.
        let ObjState { live, content: _, born, ended } = &x;
        let same_times = |p: &Times, q: &Times| p == q;
        if *live != y.live {
            let b = &mut self.vm.ledger.d.terms;
            let other = b.xor(*live, y.live);
            let cond = b.and(path, other);
            check.show(b, cond, "an object ends or begins that was there before", None);
        }
        if !same_times(born, &y.born) || !same_times(ended, &y.ended) {
            check.reject("an object begins or ends once more");
        }
        if self.vm.ledger.d.terms.as_bool(*live) == Some(false) {
            return Ok(());
        }
        let key = self.vm.memory.space.info(o).key;
        if differs.arrays.contains_key(&key) {
            return self.foreseen(check, written, o);
        }
        let Some(places) = self.places_of_difference(check, o, &x, &y)? else { return Ok(()) };
        let (mut x, mut y) = (x, y);
        let mut all_same = true;
        for (off, size) in places {
            let (old, new) = (self.read(o, &mut x, off, size)?, self.read(o, &mut y, off, size)?);
            if old == new {
                continue;
            }
            all_same = false;
            // What may differ covers a place where its cells do together.
            let bytes = off..off + u64::from(size);
            let covered = |byte: u64| {
                differs.cells.iter().any(|&(of, at, n)| of == key && (at..at + u64::from(n)).contains(&byte))
            };
            if !bytes.clone().all(covered) {
                self.show_same(check, to, &old, &new, "bytes differ that the proof takes to be the same");
            }
        }
        if all_same { Ok(()) } else { self.foreseen(check, written, o) }
    }

    /// An object differs: the set of writes has to have it.
    fn foreseen(&mut self, check: &mut Recheck<'_>, written: &WriteSet, o: ObjId) -> Step<()> {
        if !check.may_write(written, o) {
            check.reject("an unforeseen write");
        }
        Ok(())
    }

    /// Places in which two contents of an object may differ, apart from each other; none where they are compared already.
    fn places_of_difference(
        &mut self,
        check: &mut Recheck<'_>,
        o: ObjId,
        x: &ObjState,
        y: &ObjState,
    ) -> Step<Option<Vec<(u64, u32)>>> {
        let mut x = x.clone();
        let (p, q) = match (&x.content, &y.content) {
            (Content::Cells { cells: p, base: a }, Content::Cells { cells: q, base: b }) => {
                if a != b {
                    check.reject("bytes that nobody wrote since begin anew");
                    return Ok(None);
                }
                (p, q)
            }
            (Content::Cells { .. }, &Content::Array { elem, .. }) => {
                // What was only read may have become an array for that.
                self.as_array(o, &mut x, elem)?;
                self.arrays_same(check, &x, y);
                return Ok(None);
            }
            (Content::Array { .. }, Content::Array { .. } | Content::Cells { .. }) => {
                self.arrays_same(check, &x, y);
                return Ok(None);
            }
        };
        let mut ranges: Vec<(u64, u32)> = Vec::new();
        for item in p.diff(q) {
            match item {
                DiffItem::Add(&at, cell) | DiffItem::Remove(&at, cell) => ranges.push((at, cell.size)),
                DiffItem::Update { old: (&at, old), new: (_, new) } => {
                    ranges.extend([(at, old.size), (at, new.size)]);
                }
            }
        }
        Ok(Some(ranges))
    }

    fn arrays_same(&mut self, check: &mut Recheck<'_>, x: &ObjState, y: &ObjState) {
        let same = match (&x.content, &y.content) {
            (Content::Array { term: p, elem: m }, Content::Array { term: q, elem: n }) => p == q && m == n,
            _ => false,
        };
        if !same {
            check.reject("an array differs that the proof takes to be the same");
        }
    }
}
