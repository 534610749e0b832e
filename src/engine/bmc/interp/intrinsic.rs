//! `llvm.*` intrinsics and variable arguments.

use super::Interp;
use crate::engine::bmc::ledger::{Step, Stop};
use crate::engine::bmc::state::{ObjId, Ptr, State, Val};
use crate::ilr::Term;
use crate::program::{Inst, InstId, Intrinsic, LocId, Type, TypeId, Value};
use crate::property::Check;
use crate::semantics;
use crate::semantics::Raised;
use std::rc::Rc;

impl Interp<'_> {
    /// Result of an intrinsic's call, when it has one.
    pub fn intrinsic(
        &mut self,
        state: &mut State,
        id: InstId,
        inst: &Inst,
        which: &Intrinsic,
        args: &[Value],
    ) -> Step<Option<Val>> {
        let loc = inst.loc;
        match which {
            Intrinsic::Nop => return Ok(None),
            Intrinsic::LifetimeStart | Intrinsic::LifetimeEnd => {
                self.lifetime(state, id, args[1], *which == Intrinsic::LifetimeStart)?;
                return Ok(None);
            }
            _ => {}
        }
        let mut values = Vec::with_capacity(args.len());
        for &a in args {
            values.push(self.operand(state, a)?);
        }
        let value = match which {
            Intrinsic::Identity => match self.thread_local(state, args[0])? {
                Some(own) => own,
                None => values.swap_remove(0),
            },
            Intrinsic::Assume => {
                let holds = self.ledger.d.terms.bv_to_bool(values[0].int());
                let fails = self.ledger.d.terms.not(holds);
                self.ledger.violate(state, loc, Check::InvalidValue, fails)?;
                self.ledger.assume(state, holds)?;
                return Ok(None);
            }
            Intrinsic::Aligned => {
                let p = self.memory.pointer(&mut self.ledger, state, values[0].clone())?;
                self.memory.must_be_own(&mut self.ledger, state, &p, loc)?;
                let address = self.memory.int_of(&mut self.ledger, &Val::Ptr(p))?;
                let b = &mut self.ledger.d.terms;
                let below = b.as_u64(values[1].int()).map_or(0, |align| align - 1);
                let below = b.bv(b.width(address), below);
                let rest = b.bvand(address, below);
                let zero = b.bv(b.width(address), 0);
                let fails = b.ne(rest, zero);
                self.ledger.violate(state, loc, Check::Misaligned, fails)?;
                return Ok(None);
            }
            Intrinsic::Trap => {
                let tt = self.ledger.d.terms.tt();
                self.ledger.violate(state, loc, Check::Trap, tt)?;
                self.memory.aborted(&mut self.ledger, state)?;
                return Err(Stop::End);
            }
            Intrinsic::Memcpy | Intrinsic::Memmove => {
                let (to, from) = (
                    self.memory.pointer(&mut self.ledger, state, values[0].clone())?,
                    self.memory.pointer(&mut self.ledger, state, values[1].clone())?,
                );
                let len = self.as_size(values[2].int());
                if *which == Intrinsic::Memcpy {
                    self.memory.check_overlap(&mut self.ledger, state, &to, &from, len, loc)?;
                }
                self.memory.copy_bytes(&mut self.ledger, state, &to, &from, len, loc)?;
                return Ok(None);
            }
            Intrinsic::Memset => {
                let to = self.memory.pointer(&mut self.ledger, state, values[0].clone())?;
                let len = self.as_size(values[2].int());
                self.memory.fill_bytes(&mut self.ledger, state, &to, values[1].int(), len, loc)?;
                return Ok(None);
            }
            Intrinsic::SaddWithOverflow
            | Intrinsic::UaddWithOverflow
            | Intrinsic::SsubWithOverflow
            | Intrinsic::UsubWithOverflow
            | Intrinsic::SmulWithOverflow
            | Intrinsic::UmulWithOverflow => {
                let (x, y) = (values[0].clone(), values[1].clone());
                let mut flags = Vec::new();
                let result = self.lanes2(state, x, y, &mut |e, _, x, y| {
                    let (x, y) = (x.int(), y.int());
                    let (t, o) = semantics::with_overflow(&mut e.ledger.d, which, &x, &y)
                        .ok_or_else(|| Stop::Unsupported("intrinsic".to_owned()))?;
                    flags.push(Val::Int(e.ledger.d.terms.bool_to_bv(o)));
                    Ok(Val::Int(t))
                })?;
                let flag = match &result {
                    Val::Agg(_) => Val::Agg(flags.into()),
                    _ => flags.swap_remove(0),
                };
                Val::Agg(Rc::from([result, flag]))
            }
            Intrinsic::VectorReduce(op) => {
                let lanes: Vec<Term> = values[0].parts().iter().map(Val::int).collect();
                let t = semantics::vector_reduce(&mut self.ledger.d, op, &lanes)
                    .ok_or_else(|| Stop::Unsupported(format!("llvm.vector.reduce.{op}")))?;
                Val::Int(t)
            }
            Intrinsic::IsConstant => Val::Int(self.ledger.d.terms.bv(1, 0)),
            Intrinsic::Objectsize => self.object_size(state, &values, inst.ty)?,
            Intrinsic::Stacksave => {
                // What is saved is the time: areas of dynamic size that begin later end at the restore.
                let now = self.ledger.d.terms.bv(self.memory.space.width, self.memory.clock);
                Val::Ptr(Ptr::to(&self.ledger.d.terms, ObjId::NULL, now))
            }
            Intrinsic::Stackrestore => {
                if let Val::Ptr(p) = &values[0]
                    && let Some(c) = p.single()
                {
                    self.memory.end_dynamic(&mut self.ledger, state, c.off);
                }
                return Ok(None);
            }
            Intrinsic::VaStart => {
                let p = self.memory.pointer(&mut self.ledger, state, values[0].clone())?;
                self.va_start(state, &p, loc)?;
                return Ok(None);
            }
            Intrinsic::VaEnd => {
                let p = self.memory.pointer(&mut self.ledger, state, values[0].clone())?;
                self.va_end(state, &p, loc)?;
                return Ok(None);
            }
            Intrinsic::VaCopy => {
                let (to, from) = (
                    self.memory.pointer(&mut self.ledger, state, values[0].clone())?,
                    self.memory.pointer(&mut self.ledger, state, values[1].clone())?,
                );
                let size = self.va_list_size();
                let len = self.ledger.d.terms.bv(self.memory.space.width, size);
                self.memory.copy_bytes(&mut self.ledger, state, &to, &from, len, loc)?;
                return Ok(None);
            }
            Intrinsic::Ptrmask => {
                let t = self.memory.int_of(&mut self.ledger, &values[0])?;
                let mask = self.ledger.d.terms.resize_zext(values[1].int(), self.memory.space.width);
                let low = self.ledger.d.terms.bvnot(mask);
                let drop = self.ledger.d.terms.bvand(t, low);
                let delta = self.ledger.d.terms.neg(drop);
                let p = self.memory.pointer(&mut self.ledger, state, values[0].clone())?;
                Val::Ptr(p.add(&mut self.ledger.d.terms, delta))
            }
            Intrinsic::Frameaddress | Intrinsic::Returnaddress => self.unknown(state, inst.ty)?,
            Intrinsic::Float(name) => {
                let kind = match args.first() {
                    Some(&a) => self.float_kind_of(state, a).or_else(|_| self.float_kind(inst.ty))?,
                    None => self.float_kind(inst.ty)?,
                };
                self.float_intrinsic(state, id, name, &values, kind, inst.ty, loc)?
            }
            Intrinsic::Other(name) => return Err(Stop::Unsupported(format!("intrinsic {name}"))),
            _ => self.integer_intrinsic(state, id, which, &values, inst.ty, loc)?,
        };
        Ok(Some(value))
    }

    /// An integer in the width of sizes.
    pub fn as_size(&mut self, t: Term) -> Term {
        let w = self.memory.space.width;
        if self.ledger.d.terms.width(t) > w {
            self.ledger.d.terms.extract(t, w - 1, 0)
        } else {
            self.ledger.d.terms.resize_zext(t, w)
        }
    }

    fn integer_intrinsic(
        &mut self,
        state: &mut State,
        id: InstId,
        which: &Intrinsic,
        values: &[Val],
        ty: TypeId,
        loc: Option<LocId>,
    ) -> Step<Val> {
        let program = self.ledger.program;
        if let Type::Vector { elem, count } = program.types.get(ty) {
            let mut out = Vec::new();
            for i in 0..*count as usize {
                let lane: Vec<Val> = values.iter().map(|v| v.lane(i)).collect();
                out.push(self.integer_intrinsic(state, id, which, &lane, *elem, loc)?);
            }
            return Ok(Val::Agg(out.into()));
        }
        let Type::Int(width) = program.types.get(ty) else {
            return Err(Stop::Unsupported("intrinsic of that type".to_owned()));
        };
        let mut operands = Vec::new();
        for v in values {
            operands.push(self.memory.int_of(&mut self.ledger, v)?);
        }
        let mut raised = Raised::on(self.ledger.options.checks, self.ledger.program.target.processor);
        let t = semantics::intrinsic(&mut self.ledger.d, which, &operands, *width, &mut raised)
            .ok_or_else(|| Stop::Unsupported(format!("intrinsic {which:?}")))?;
        self.raise(state, raised, loc)?;
        Ok(Val::Int(self.settle(state, id, t)?))
    }

    /// `llvm.objectsize`: what is left of the object, when that is known.
    fn object_size(&mut self, state: &mut State, values: &[Val], ty: TypeId) -> Step<Val> {
        let Type::Int(w) = self.ledger.program.types.get(ty) else {
            return Err(Stop::Unsupported("objectsize".to_owned()));
        };
        let p = self.memory.pointer(&mut self.ledger, state, values[0].clone())?;
        let least = values.get(1).is_some_and(|v| self.ledger.d.terms.as_u64(v.int()) == Some(1));
        let unknown = if least { 0 } else { u64::MAX };
        let b = &mut self.ledger.d.terms;
        let t = match p.single() {
            Some(c) if c.obj != ObjId::NULL && !self.memory.partial.contains_key(&c.obj) => {
                match (self.memory.space.info(c.obj).size_const, b.as_u64(c.off)) {
                    (Some(size), Some(off)) if off <= size => b.bv(*w, size - off),
                    _ => b.bv(*w, unknown),
                }
            }
            _ => b.bv(*w, unknown),
        };
        Ok(Val::Int(t))
    }
}
