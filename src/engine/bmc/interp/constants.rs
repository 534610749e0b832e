//! Constants and initial values of globals.

use super::Interp;
use crate::engine::bmc::ledger::{Step, Stop};
use crate::engine::bmc::memory::Shape;
use crate::engine::bmc::state::{InputId, ObjId, Ptr, PtrCase, State, Val};
use crate::ilr::Term;
use crate::program::{Const, ConstId, InstKind, Type, TypeId, Value};

impl Interp<'_> {
    /// A constant's value, and whether it is the same at every use.
    pub fn constant(&mut self, state: &mut State, c: ConstId) -> Step<(Val, bool)> {
        let program = self.ledger.program;
        let width = self.ledger.width();
        Ok(match program.constant(c) {
            Const::Int(bits) | Const::Float(_, bits) => (Val::Int(self.ledger.d.terms.constant(bits)), true),
            Const::Null(_) => (Val::Ptr(Ptr::null(&mut self.ledger.d.terms, width)), true),
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
                    bytes.iter().map(|&x| Val::Int(self.ledger.d.terms.bv(8, u64::from(x)))).collect();
                (Val::Agg(out.into()), true)
            }
            Const::Global(g) => {
                (Val::Ptr(self.memory.object_ptr(&mut self.ledger, self.memory.globals[g.index()])?), true)
            }
            Const::Func(f) => {
                let zero = self.ledger.d.terms.bv(width, 0);
                (Val::Ptr(Ptr::to(&self.ledger.d.terms, self.memory.functions[f.index()], zero)), true)
            }
            Const::BlockAddress(f, block) => {
                // Addresses inside the function's object, never accessed as memory.
                let off = self.ledger.d.terms.bv(width, block.index() as u64 + 1);
                (Val::Ptr(Ptr::to(&self.ledger.d.terms, self.memory.functions[f.index()], off)), true)
            }
            Const::Expr(ty, kind) => {
                let kind: &InstKind = kind;
                (self.compute(state, crate::program::InstId::new(0), kind, *ty, None)?, true)
            }
            Const::Unsupported(_, what) => return Err(Stop::Unsupported(what.clone())),
        })
    }

    /// Zero of any first-class type.
    pub fn zero(&mut self, ty: TypeId) -> Step<Val> {
        let program = self.ledger.program;
        let width = self.ledger.width();
        Ok(match program.types.get(ty) {
            Type::Int(w) => Val::Int(self.ledger.d.terms.bv(*w, 0)),
            Type::Float(kind) => Val::Int(self.ledger.d.terms.bv(kind.bits(), 0)),
            Type::Ptr(_) => Val::Ptr(Ptr::null(&mut self.ledger.d.terms, width)),
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
    pub fn unknown(&mut self, state: &mut State, ty: TypeId) -> Step<Val> {
        let program = self.ledger.program;
        let width = self.ledger.width();
        let (elem, count) = match program.types.get(ty) {
            Type::Int(w) => return Ok(Val::Int(self.unknown_bits(state, *w))),
            Type::Float(kind) => return Ok(Val::Int(self.unknown_bits(state, kind.bits()))),
            Type::Ptr(_) => {
                let t = self.unknown_bits(state, width);
                // An address that no object has: nobody may rely on what it happens to be.
                return Ok(Val::Ptr(Ptr::to(&self.ledger.d.terms, ObjId::NULL, t)));
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
        let f = self.ledger.program.func(state.frame.func);
        let block = f.block(state.frame.block);
        let at = block.insts[state.frame.at.min(block.insts.len() - 1)];
        self.ledger.serial += 1;
        self.ledger.input(state, at, InputId::Undefined(self.ledger.serial), width, "undef")
    }

    /// Writes a global's initial value.
    pub fn initialise(&mut self, state: &mut State, o: ObjId, off: u64, c: ConstId, ty: TypeId) -> Step<()> {
        let program = self.ledger.program;
        match program.constant(c) {
            Const::Zero(_) | Const::Undef(_) | Const::Poison(_) | Const::Null(_) => Ok(()),
            Const::Aggregate(aty, parts) => {
                let Shape::Parts(places) = self.memory.shape(&self.ledger, *aty)? else {
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
                    let v = Val::Int(self.ledger.d.terms.bv(8, u64::from(byte)));
                    let place = self.initial_place(o, off + i as u64)?;
                    self.memory.store_scalar(&mut self.ledger, state, &[place], 0, 1, &v)?;
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
        let off = self.ledger.d.terms.bv(self.memory.space.width, off);
        let start = self.memory.object_ptr(&mut self.ledger, o)?;
        Ok(start.add(&mut self.ledger.d.terms, off).cases[0])
    }

    fn initial_scalar(&mut self, state: &mut State, o: ObjId, off: u64, v: &Val, ty: TypeId) -> Step<()> {
        let place = self.initial_place(o, off)?;
        self.memory.store_to(&mut self.ledger, state, &[place], 0, v, ty)
    }

    /// Value of a constant; kept where it does not depend on the state.
    pub fn constant_value(&mut self, state: &mut State, c: ConstId) -> Step<Val> {
        if let Some(v) = &self.const_vals[c.index()] {
            return Ok(v.clone());
        }
        let (v, fixed) = self.constant(state, c)?;
        if fixed {
            self.const_vals[c.index()] = Some(v.clone());
        }
        Ok(v)
    }

    /// Value of an operand.
    pub fn operand(&mut self, state: &mut State, v: Value) -> Step<Val> {
        match v {
            Value::Inst(i) => state.frame.regs[i.index()]
                .clone()
                .ok_or_else(|| Stop::Unsupported("use of a value before its definition".to_owned())),
            Value::Arg(i) => state
                .frame
                .entry
                .args
                .get(i as usize)
                .cloned()
                .ok_or_else(|| Stop::Unsupported("call with too few arguments".to_owned())),
            Value::Const(c) => self.constant_value(state, c),
        }
    }
}
