//! Pointers read from objects that are only declared: what defines such an object may have set them to anything,
//! also to what is no part of the program, so that nothing is known of an access through them.

use super::eval::{Eval, Step};
use super::obligation::Kind;
use super::state::State;
use super::value::{ObjId, Ptr};
use crate::ilr::{Op, Term};
use crate::program::LocId;

/// Most terms that are looked at for the origin of an address.
const LOOK_LIMIT: u32 = 1000;

impl Eval<'_> {
    /// Notes the parts of a pointer just read that are the initial content of declared objects.
    pub(super) fn note_foreign(&mut self, t: Term) {
        if self.declared.is_empty() {
            return;
        }
        let mut work = vec![t];
        let mut looked = 0;
        while let Some(t) = work.pop() {
            looked += 1;
            if self.foreign.contains_key(&t) {
                continue;
            }
            if looked > LOOK_LIMIT {
                // Not looked through: it may be.
                self.foreign.extend(self.some_declared().map(|o| (t, o)));
                continue;
            }
            let b = &self.d.terms;
            if b.op(t) == Op::Ite {
                work.extend([b.arg(t, 1), b.arg(t, 2)]);
            } else if let Some(o) = self.initial_content(t, 0) {
                self.foreign.insert(t, o);
            }
        }
    }

    /// To name one where it is not known which.
    fn some_declared(&self) -> Option<ObjId> {
        self.declared.iter().copied().min()
    }

    /// The declared object whose initial content a term is, or may be.
    fn initial_content(&self, t: Term, depth: u32) -> Option<ObjId> {
        if depth > 8 {
            return self.some_declared();
        }
        let b = &self.d.terms;
        let mut inner = t;
        let mut address = None;
        for _ in 0..LOOK_LIMIT {
            match b.op(inner) {
                Op::Var => break,
                Op::LoadLe | Op::LoadBe => {
                    address = b.as_u64(b.arg(inner, 1));
                    inner = b.arg(inner, 0);
                }
                Op::Ite => {
                    // Bytes put together: those of one branch tell enough.
                    let [x, y] = [b.arg(inner, 1), b.arg(inner, 2)];
                    return self.initial_content(x, depth + 1).or_else(|| self.initial_content(y, depth + 1));
                }
                Op::Concat | Op::Extract | Op::Select | Op::Store | Op::StoreLe | Op::StoreBe => {
                    inner = b.arg(inner, 0);
                }
                _ => return None,
            }
        }
        let declared = |o: &ObjId| self.declared.contains(o);
        if let Some(flat) = &self.flat {
            let o = address.map(|a| self.space.object_at(a));
            return o.filter(|o| flat.initial.contains(&inner) && declared(o));
        }
        let cells = self.space.undef_cells.iter().filter(|(_, v)| **v == inner).map(|(c, _)| c.obj);
        let arrays = self.space.undef_arrays.iter().filter(|(_, v)| v.0 == inner).map(|(c, _)| c.0);
        cells.chain(arrays).find(declared)
    }

    /// Runs that follow a pointer from a declared object end, as unsupported.
    pub(super) fn must_be_own(&mut self, state: &mut State, p: &Ptr, loc: Option<LocId>) -> Step<()> {
        if self.foreign.is_empty() {
            return Ok(());
        }
        let mut any = self.d.terms.ff();
        let mut object = None;
        for c in &p.cases {
            let from = self.foreign_when(c.off, &mut object, 0);
            let here = self.d.terms.and(c.cond, from);
            any = self.d.terms.or(any, here);
        }
        let here = self.d.terms.and(state.path.term(), any);
        if self.d.terms.as_bool(here) == Some(false) {
            return Ok(());
        }
        let name = object.map_or(String::new(), |o| format!(" {}", self.global_name(o)));
        let what = format!("contents of the declared-only object{name}, used as an address");
        let loc = loc.filter(|_| !self.program.func(state.frame.func).model);
        self.oblige(state, Kind::Unsupported(what), here, loc);
        let own = self.d.terms.not(any);
        self.assume(state, own)
    }

    /// When an offset is that of an address read from a declared object.
    fn foreign_when(&mut self, t: Term, object: &mut Option<ObjId>, depth: u32) -> Term {
        if let Some(&o) = self.foreign.get(&t) {
            object.get_or_insert(o);
            return self.d.terms.tt();
        }
        let b = &mut self.d.terms;
        if depth < 64 {
            match b.op(t) {
                Op::Ite => {
                    let (c, x, y) = (b.arg(t, 0), b.arg(t, 1), b.arg(t, 2));
                    let x = self.foreign_when(x, object, depth + 1);
                    let y = self.foreign_when(y, object, depth + 1);
                    return self.d.terms.ite(c, x, y);
                }
                Op::Add | Op::Sub => {
                    let (x, y) = (b.arg(t, 0), b.arg(t, 1));
                    let x = self.foreign_when(x, object, depth + 1);
                    let y = self.foreign_when(y, object, depth + 1);
                    return self.d.terms.or(x, y);
                }
                _ => {}
            }
            return self.d.terms.ff();
        }
        if self.d.terms.is_const(t) {
            return self.d.terms.ff();
        }
        if object.is_none() {
            *object = self.some_declared();
        }
        self.d.terms.tt()
    }

    fn global_name(&self, o: ObjId) -> &str {
        match self.space.info(o).origin {
            super::memory::Origin::Global(g) => &self.program.global(g).name,
            _ => "",
        }
    }
}
