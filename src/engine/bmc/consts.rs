//! Constants and initial values of globals.

use super::eval::{Eval, Step, Stop};
use super::state::State;
use super::value::{ObjId, Ptr, PtrCase, Val};
use super::variable::InputId;
use crate::ilr::Term;
use crate::program::{Const, ConstId, InstKind, Type, TypeId};

impl Eval<'_> {
    /// A constant's value, and whether it is the same at every use.
    pub(super) fn constant(&mut self, state: &mut State, c: ConstId) -> Step<(Val, bool)> {
        let program = self.program;
        let width = self.width();
        Ok(match program.constant(c) {
            Const::Int(bits) | Const::Float(_, bits) => (Val::Int(self.d.terms.constant(bits)), true),
            Const::Null(_) => (Val::Ptr(Ptr::null(&mut self.d.terms, width)), true),
            Const::Zero(ty) => (self.zero(*ty)?, true),
            Const::Undef(ty) | Const::Poison(ty) => (self.unknown(state, *ty)?, false),
            Const::Aggregate(_, parts) => {
                let mut fixed = true;
                let mut out = Vec::with_capacity(parts.len());
                for &p in parts {
                    let (v, f) = self.constant(state, p)?;
                    fixed &= f;
                    out.push(v);
                }
                (Val::Agg(out.into()), fixed)
            }
            Const::Bytes(_, bytes) => {
                let out: Vec<Val> =
                    bytes.iter().map(|&x| Val::Int(self.d.terms.bv(8, u64::from(x)))).collect();
                (Val::Agg(out.into()), true)
            }
            Const::Global(g) => (Val::Ptr(self.object_ptr(self.globals[g.index()])?), true),
            Const::Func(f) => {
                let zero = self.d.terms.bv(width, 0);
                (Val::Ptr(Ptr::to(&self.d.terms, self.functions[f.index()], zero)), true)
            }
            Const::BlockAddress(f, block) => {
                // Addresses inside the function's object, never accessed as memory.
                let off = self.d.terms.bv(width, block.index() as u64 + 1);
                (Val::Ptr(Ptr::to(&self.d.terms, self.functions[f.index()], off)), true)
            }
            Const::Expr(ty, kind) => {
                let kind: &InstKind = kind;
                (self.compute(state, crate::program::InstId::new(0), kind, *ty, None)?, true)
            }
            Const::Unsupported(_, what) => return Err(Stop::Unsupported(what.clone())),
        })
    }

    /// Zero of any first-class type.
    pub(super) fn zero(&mut self, ty: TypeId) -> Step<Val> {
        let program = self.program;
        let width = self.width();
        Ok(match program.types.get(ty) {
            Type::Int(w) => Val::Int(self.d.terms.bv(*w, 0)),
            Type::Float(kind) => Val::Int(self.d.terms.bv(kind.bits(), 0)),
            Type::Ptr(_) => Val::Ptr(Ptr::null(&mut self.d.terms, width)),
            Type::Vector { elem, count } => {
                let v = self.zero(*elem)?;
                Val::Agg(vec![v; *count as usize].into())
            }
            Type::Array { elem, count } => {
                let v = self.zero(*elem)?;
                Val::Agg(vec![v; *count as usize].into())
            }
            Type::Struct { fields, .. } => {
                let mut out = Vec::with_capacity(fields.len());
                for &f in fields {
                    out.push(self.zero(f)?);
                }
                Val::Agg(out.into())
            }
            other => return Err(Stop::Unsupported(format!("constant of type {other:?}"))),
        })
    }

    /// Any value of a type: `undef`, or the result of what we know nothing about.
    pub(super) fn unknown(&mut self, state: &mut State, ty: TypeId) -> Step<Val> {
        let program = self.program;
        let width = self.width();
        let (elem, count) = match program.types.get(ty) {
            Type::Int(w) => return Ok(Val::Int(self.unknown_bits(state, *w))),
            Type::Float(kind) => return Ok(Val::Int(self.unknown_bits(state, kind.bits()))),
            Type::Ptr(_) => {
                let t = self.unknown_bits(state, width);
                // An address that no object has: nobody may rely on what it happens to be.
                return Ok(Val::Ptr(Ptr::to(&self.d.terms, ObjId::NULL, t)));
            }
            Type::Vector { elem, count } => (*elem, u64::from(*count)),
            Type::Array { elem, count } => (*elem, *count),
            Type::Struct { fields, .. } => {
                let mut out = Vec::new();
                for &f in fields {
                    out.push(self.unknown(state, f)?);
                }
                return Ok(Val::Agg(out.into()));
            }
            other => return Err(Stop::Unsupported(format!("value of type {other:?}"))),
        };
        let mut out = Vec::new();
        for _ in 0..count {
            out.push(self.unknown(state, elem)?);
        }
        Ok(Val::Agg(out.into()))
    }

    fn unknown_bits(&mut self, state: &mut State, width: u32) -> Term {
        let f = self.program.func(state.frame.func);
        let block = f.block(state.frame.block);
        let at = block.insts[state.frame.at.min(block.insts.len() - 1)];
        self.serial += 1;
        self.input(state, at, InputId::Undefined(self.serial), width, "undef")
    }

    /// Writes a global's initial value.
    pub(super) fn initialise(
        &mut self,
        state: &mut State,
        o: ObjId,
        off: u64,
        c: ConstId,
        ty: TypeId,
    ) -> Step<()> {
        let program = self.program;
        match program.constant(c) {
            Const::Zero(_) | Const::Undef(_) | Const::Poison(_) | Const::Null(_) => Ok(()),
            Const::Aggregate(aty, parts) => {
                let super::access::Shape::Parts(places) = self.shape(*aty)? else {
                    let (v, _) = self.constant(state, c)?;
                    return self.initial_scalar(state, o, off, &v, ty);
                };
                for (&p, (at, pty)) in parts.iter().zip(places) {
                    self.initialise(state, o, off + at, p, pty)?;
                }
                Ok(())
            }
            Const::Bytes(_, bytes) => {
                for (i, &byte) in bytes.iter().enumerate().filter(|b| *b.1 != 0) {
                    let v = Val::Int(self.d.terms.bv(8, u64::from(byte)));
                    let place = self.initial_place(o, off + i as u64)?;
                    self.store_scalar(state, &[place], 0, 1, &v)?;
                }
                Ok(())
            }
            _ => {
                let (v, _) = self.constant(state, c)?;
                self.initial_scalar(state, o, off, &v, ty)
            }
        }
    }

    fn initial_place(&mut self, o: ObjId, off: u64) -> Step<PtrCase> {
        let off = self.d.terms.bv(self.space.width, off);
        let start = self.object_ptr(o)?;
        Ok(start.add(&mut self.d.terms, off).cases[0])
    }

    fn initial_scalar(&mut self, state: &mut State, o: ObjId, off: u64, v: &Val, ty: TypeId) -> Step<()> {
        let place = self.initial_place(o, off)?;
        self.store_to(state, &[place], 0, v, ty)
    }
}
