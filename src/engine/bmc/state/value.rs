//! Values of the bounded evaluation.

use crate::ilr::Term;
use crate::rewrite::Builder;
use smallvec::{SmallVec, smallvec};
use std::rc::Rc;

crate::typed_id! {
    /// An object of the run; [`ObjId::NULL`] holds the addresses that belong to none.
    ObjId
}

impl ObjId {
    /// The place of the null pointer and of addresses outside all objects: base 0, never accessible.
    pub const NULL: ObjId = ObjId::first();

    const fn first() -> ObjId {
        ObjId(0)
    }
}

/// A pointer: which object it points into under which condition, at which byte offset.
///
/// Conditions exclude each other and, on the path on which the value was computed, one holds.
/// An object occurs once. Offsets are as wide as a pointer, signed, modulo its width, so that
/// address arithmetic is exact: address = base of the object + offset.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ptr {
    /// At least one case.
    pub cases: SmallVec<[PtrCase; 1]>,
}

/// One possible target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PtrCase {
    /// When.
    pub cond: Term,
    /// Where to.
    pub obj: ObjId,
    /// How far from its start, in bytes.
    pub off: Term,
}

/// A first-class value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Val {
    /// Integer, or floating point by its bits.
    Int(Term),
    /// Pointer.
    Ptr(Ptr),
    /// Structure, array or vector.
    Agg(Rc<[Val]>),
}

impl Ptr {
    /// The pointer to one place.
    pub fn to(b: &Builder, obj: ObjId, off: Term) -> Ptr {
        Ptr { cases: smallvec![PtrCase { cond: b.tt(), obj, off }] }
    }

    /// The null pointer.
    pub fn null(b: &mut Builder, width: u32) -> Ptr {
        let zero = b.bv(width, 0);
        Ptr::to(b, ObjId::NULL, zero)
    }

    /// The only case, when there is one.
    pub fn single(&self) -> Option<PtrCase> {
        (self.cases.len() == 1).then(|| self.cases[0])
    }

    /// The pointer moved by some bytes.
    pub fn add(&self, b: &mut Builder, delta: Term) -> Ptr {
        let cases = self.cases.iter().map(|c| PtrCase { off: b.add(c.off, delta), ..*c }).collect();
        Ptr { cases }
    }

    /// The pointer without the cases that no run on a path has.
    pub fn on_path(self, b: &mut Builder, path: Term) -> Ptr {
        if self.cases.len() < 2 {
            return self;
        }
        let mut cases = self.cases.clone();
        cases.retain(|c| {
            let here = b.and(path, c.cond);
            b.as_bool(here) != Some(false)
        });
        match &mut cases[..] {
            // The path has no run.
            [] => return self,
            [only] => only.cond = b.tt(),
            _ => {}
        }
        Ptr { cases }
    }

    /// `p` when the condition holds, else `q`.
    pub fn ite(b: &mut Builder, cond: Term, p: &Ptr, q: &Ptr) -> Ptr {
        match b.as_bool(cond) {
            Some(true) => return p.clone(),
            Some(false) => return q.clone(),
            None => {}
        }
        if p == q {
            return p.clone();
        }
        let other = b.not(cond);
        let mut cases: SmallVec<[PtrCase; 1]> = SmallVec::new();
        for x in &p.cases {
            let here = b.and(cond, x.cond);
            match q.cases.iter().find(|y| y.obj == x.obj) {
                None => cases.push(PtrCase { cond: here, ..*x }),
                Some(y) => {
                    let there = b.and(other, y.cond);
                    let off = b.ite(cond, x.off, y.off);
                    cases.push(PtrCase { cond: b.or(here, there), obj: x.obj, off });
                }
            }
        }
        for y in q.cases.iter().filter(|y| p.cases.iter().all(|x| x.obj != y.obj)) {
            cases.push(PtrCase { cond: b.and(other, y.cond), ..*y });
        }
        let ff = b.ff();
        cases.retain(|c| c.cond != ff);
        Ptr { cases }
    }
}

impl Val {
    /// The integer term.
    ///
    /// # Panics
    /// For another kind of value: the importer gives every operand its type.
    pub fn int(&self) -> Term {
        match self {
            Val::Int(t) => *t,
            other => panic!("integer expected, found {other:?}"),
        }
    }

    /// A scalar, without the cases of a pointer that no run on a path has.
    pub fn on_path(self, b: &mut Builder, path: Term) -> Val {
        match self {
            Val::Ptr(p) => Val::Ptr(p.on_path(b, path)),
            other => other,
        }
    }

    /// Lane `i` of a vector; a scalar operand is the same in every lane.
    pub fn lane(&self, i: usize) -> Val {
        match self {
            Val::Agg(parts) => parts[i].clone(),
            scalar => scalar.clone(),
        }
    }

    /// Components of an aggregate.
    ///
    /// # Panics
    /// As for [`Val::int`].
    pub fn parts(&self) -> &Rc<[Val]> {
        match self {
            Val::Agg(parts) => parts,
            other => panic!("aggregate expected, found {other:?}"),
        }
    }
}
