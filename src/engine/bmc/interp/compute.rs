//! Values of instructions without effects, and of constant expressions.

use super::Interp;
use crate::base::Bits;
use crate::engine::bmc::ledger::{Step, Stop};
use crate::engine::bmc::memory::Unrepresentable;
use crate::engine::bmc::state::{State, Val};
use crate::ilr::Term;
use crate::program::{ArithFlags, BinOp, CastOp, FloatKind, GepTerm, InstId, InstKind, LocId, Type, TypeId};
use crate::property::Check;
use crate::semantics;
use crate::semantics::Raised;
use smallvec::SmallVec;

impl Interp<'_> {
    /// Value of an instruction without effects; of a constant expression likewise.
    pub fn compute(
        &mut self,
        state: &mut State,
        id: InstId,
        kind: &InstKind,
        ty: TypeId,
        loc: Option<LocId>,
    ) -> Step<Val> {
        Ok(match kind {
            InstKind::Binary { op, flags, a, b } => {
                let (x, y) = (self.operand(state, *a)?, self.operand(state, *b)?);
                let (op, flags) = (*op, *flags);
                self.lanes2(state, x, y, &mut |e, s, x, y| {
                    if let (Val::Int(x), Val::Int(y)) = (&x, &y) {
                        return e.binary(s, id, op, flags, *x, *y, loc).map(Val::Int);
                    }
                    let (x, y) = (e.memory.int_of(&mut e.ledger, &x)?, e.memory.int_of(&mut e.ledger, &y)?);
                    e.binary(s, id, op, flags, x, y, loc).map(Val::Int)
                })?
            }
            InstKind::Icmp { pred, a, b } => {
                let (x, y) = (self.operand(state, *a)?, self.operand(state, *b)?);
                let (pred, operands) = (*pred, [*a, *b]);
                let func = self.ledger.program.func(state.frame.func);
                let checked = self.ledger.options.checks.contains(Check::PointerCompare)
                    && !func.model
                    && func.orders_pointers(self.ledger.program, pred, operands);
                self.lanes2(state, x, y, &mut |e, s, x, y| {
                    if checked {
                        e.memory.check_order(&mut e.ledger, s, &x, &y, loc)?;
                    }
                    let t = e.memory.compare(&mut e.ledger, s, pred, &x, &y)?;
                    Ok(Val::Int(e.ledger.d.terms.bool_to_bv(t)))
                })?
            }
            InstKind::Cast { op, flags, v } => {
                let from = match op {
                    CastOp::Fptrunc | CastOp::Fpext | CastOp::Fptoui | CastOp::Fptosi => {
                        Some(self.float_kind_of(state, *v)?)
                    }
                    _ => None,
                };
                let v = self.operand(state, *v)?;
                self.cast(state, id, *op, *flags, v, from, ty, loc)?
            }
            InstKind::Select { c, a, b } => {
                let c = self.operand(state, *c)?;
                let (x, y) = (self.operand(state, *a)?, self.operand(state, *b)?);
                match c {
                    Val::Int(c) => {
                        let c = self.ledger.d.terms.bv_to_bool(c);
                        self.memory.choose(&mut self.ledger, c, &x, &y)?
                    }
                    other => {
                        let cs = other.parts().clone();
                        let (x, y) = (x.parts().clone(), y.parts().clone());
                        let mut out = Vec::with_capacity(cs.len());
                        for (c, (x, y)) in cs.iter().zip(x.iter().zip(y.iter())) {
                            let c = self.ledger.d.terms.bv_to_bool(c.int());
                            out.push(self.memory.choose(&mut self.ledger, c, x, y)?);
                        }
                        Val::Agg(out.into())
                    }
                }
            }
            InstKind::Freeze(v) => {
                let value = self.operand(state, *v)?;
                match self.poisoned(state, *v) {
                    Some(poisoned) => {
                        let before = self.ledger.log.0.len();
                        let any = self.unknown(state, ty)?;
                        self.ledger.log_only(before, poisoned);
                        self.memory.choose(&mut self.ledger, poisoned, &any, &value)?
                    }
                    None => value,
                }
            }
            InstKind::ExtractValue { agg, indices } => {
                let mut v = self.operand(state, *agg)?;
                for &i in indices {
                    v = v.parts()[i as usize].clone();
                }
                v
            }
            InstKind::InsertValue { agg, v, indices } => {
                let whole = self.operand(state, *agg)?;
                let v = self.operand(state, *v)?;
                insert(&whole, v, indices)
            }
            InstKind::ExtractElement { vec, index } => {
                let (v, i) = (self.operand(state, *vec)?, self.operand(state, *index)?.int());
                let parts = v.parts().clone();
                if let Some(k) = self.ledger.d.terms.as_u64(i) {
                    match parts.get(k as usize) {
                        Some(v) => v.clone(),
                        None => self.unknown(state, ty)?,
                    }
                } else {
                    let mut result = self.unknown(state, ty)?;
                    for (k, v) in parts.iter().enumerate() {
                        let here = self.at_index(i, k);
                        result = self.memory.choose(&mut self.ledger, here, v, &result)?;
                    }
                    result
                }
            }
            InstKind::InsertElement { vec, v, index } => {
                let whole = self.operand(state, *vec)?;
                let v = self.operand(state, *v)?;
                let i = self.operand(state, *index)?.int();
                let mut out = Vec::new();
                for (k, old) in whole.parts().clone().iter().enumerate() {
                    let here = self.at_index(i, k);
                    out.push(self.memory.choose(&mut self.ledger, here, &v, old)?);
                }
                Val::Agg(out.into())
            }
            InstKind::ShuffleVector { a, b, mask } => {
                let (x, y) = (self.operand(state, *a)?, self.operand(state, *b)?);
                let (x, y) = (x.parts().clone(), y.parts().clone());
                let program = self.ledger.program;
                let elem = match program.types.get(ty) {
                    Type::Vector { elem, .. } => *elem,
                    _ => return Err(Stop::Unsupported("shuffle of scalable vectors".to_owned())),
                };
                let mut out = Vec::with_capacity(mask.len());
                for m in mask {
                    out.push(match m {
                        Some(k) if (*k as usize) < x.len() => x[*k as usize].clone(),
                        Some(k) => y[*k as usize - x.len()].clone(),
                        None => self.unknown(state, elem)?,
                    });
                }
                Val::Agg(out.into())
            }
            InstKind::Gep { base, offset, terms, .. } => {
                let base = self.operand(state, *base)?;
                self.gep(state, base, *offset, terms)?
            }
            InstKind::FBinary { op, a, b } => {
                let (x, y) = (self.operand(state, *a)?, self.operand(state, *b)?);
                let fk = self.float_kind(ty)?;
                let op = *op;
                self.lanes2(state, x, y, &mut |e, _, x, y| e.float_binary(op, fk, x.int(), y.int()))?
            }
            InstKind::Fneg(v) => {
                let v = self.operand(state, *v)?;
                let fk = self.float_kind(ty)?;
                self.lanes1(v, &mut |e, v| e.float_negate(fk, v.int()))?
            }
            InstKind::Fcmp { pred, a, b } => {
                let fk = self.float_kind_of(state, *a)?;
                let (x, y) = (self.operand(state, *a)?, self.operand(state, *b)?);
                let pred = *pred;
                self.lanes2(state, x, y, &mut |e, _, x, y| e.float_compare(pred, fk, x.int(), y.int()))?
            }
            InstKind::LandingPad { .. } | InstKind::Resume(_) => {
                return Err(Stop::Unsupported("an exception".to_owned()));
            }
            InstKind::Unsupported { what, .. } => return Err(Stop::Unsupported(what.clone())),
            _ => return Err(Stop::Unsupported("constant expression".to_owned())),
        })
    }

    fn at_index(&mut self, i: Term, k: usize) -> Term {
        let w = self.ledger.d.terms.width(i);
        let k = self.ledger.d.terms.bv(w, k as u64);
        self.ledger.d.terms.eq(i, k)
    }

    /// Applies a scalar operation to scalars, or lane by lane.
    pub fn lanes2(
        &mut self,
        state: &mut State,
        x: Val,
        y: Val,
        f: &mut dyn FnMut(&mut Self, &mut State, Val, Val) -> Step<Val>,
    ) -> Step<Val> {
        match (&x, &y) {
            (Val::Agg(p), Val::Agg(q)) => {
                let (p, q) = (p.clone(), q.clone());
                let mut out = Vec::with_capacity(p.len());
                for (x, y) in p.iter().zip(q.iter()) {
                    out.push(f(self, state, x.clone(), y.clone())?);
                }
                Ok(Val::Agg(out.into()))
            }
            _ => f(self, state, x, y),
        }
    }

    /// Applies a scalar operation to a scalar, or lane by lane.
    pub fn lanes1(&mut self, x: Val, f: &mut dyn FnMut(&mut Self, Val) -> Step<Val>) -> Step<Val> {
        match &x {
            Val::Agg(p) => {
                let mut out = Vec::with_capacity(p.len());
                for x in p.clone().iter() {
                    out.push(f(self, x.clone())?);
                }
                Ok(Val::Agg(out.into()))
            }
            _ => f(self, x),
        }
    }

    #[allow(clippy::too_many_arguments, reason = "an instruction's parts")]
    fn binary(
        &mut self,
        state: &mut State,
        id: InstId,
        op: BinOp,
        flags: ArithFlags,
        x: Term,
        y: Term,
        loc: Option<LocId>,
    ) -> Step<Term> {
        if matches!(op, BinOp::Udiv | BinOp::Sdiv | BinOp::Urem | BinOp::Srem)
            && !self.ledger.options.checks.contains(Check::DivisionByZero)
        {
            // The processor traps: the run ends there.
            let w = self.ledger.d.terms.width(y);
            let zero = self.ledger.d.terms.bv(w, 0);
            let nonzero = self.ledger.d.terms.ne(y, zero);
            self.memory.end_unless(&mut self.ledger, state, nonzero)?;
        }
        if matches!(op, BinOp::Sdiv | BinOp::Srem)
            && !self.ledger.options.checks.contains(Check::DivisionOverflow)
        {
            let w = self.ledger.d.terms.width(y);
            if semantics::division_traps(self.ledger.program.target.processor, flags, w) {
                let (least, minus_one) = (Bits::signed_min(w), Bits::ones(w));
                let (least, minus_one) =
                    (self.ledger.d.terms.constant(&least), self.ledger.d.terms.constant(&minus_one));
                let (a, b) = (self.ledger.d.terms.ne(x, least), self.ledger.d.terms.ne(y, minus_one));
                let fine = self.ledger.d.terms.or(a, b);
                self.memory.end_unless(&mut self.ledger, state, fine)?;
            }
        }
        let mut raised = Raised::on(self.ledger.options.checks, self.ledger.program.target.processor);
        let t = semantics::binary(&mut self.ledger.d, op, flags, &x, &y, &mut raised);
        self.raise_flags(state, id, raised, loc)?;
        let t = self.memory.of_address(&mut self.ledger, op, x, y)?.unwrap_or(t);
        self.settle(state, id, t)
    }

    /// Records what an operation raised; violated flags only where they matter for certain.
    fn raise_flags(
        &mut self,
        state: &mut State,
        id: InstId,
        mut raised: Raised<Term>,
        loc: Option<LocId>,
    ) -> Step<()> {
        let certain = raised.is_empty() || state.frame.info.is_decisive(id);
        if certain {
            return self.raise(state, raised, loc);
        }
        for (check, violated) in raised.take() {
            if semantics::makes_poison(check) {
                self.poison(state, id, check, violated, loc);
            } else {
                self.ledger.violate(state, loc, check, violated)?;
            }
        }
        Ok(())
    }

    fn gep(&mut self, state: &mut State, base: Val, offset: i64, terms: &[GepTerm]) -> Step<Val> {
        if let Val::Agg(lanes) = &base {
            // A vector of pointers moved by constants or by vectors of indices.
            let mut out = Vec::new();
            for (k, lane) in lanes.clone().iter().enumerate() {
                out.push(self.gep_lane(state, lane.clone(), offset, terms, Some(k))?);
            }
            return Ok(Val::Agg(out.into()));
        }
        self.gep_lane(state, base, offset, terms, None)
    }

    fn gep_lane(
        &mut self,
        state: &mut State,
        base: Val,
        offset: i64,
        terms: &[GepTerm],
        lane: Option<usize>,
    ) -> Step<Val> {
        let width = self.ledger.width();
        let p = self.memory.pointer(&mut self.ledger, state, base)?;
        let mut indices: SmallVec<[(Term, u64); 2]> = SmallVec::new();
        for t in terms {
            let index = match (self.operand(state, t.index)?, lane) {
                (Val::Int(i), _) => i,
                (Val::Agg(lanes), Some(k)) => lanes[k].int(),
                _ => return Err(Stop::Unsupported("vector of addresses".to_owned())),
            };
            indices.push((index, t.scale));
        }
        let (delta, _) = semantics::gep_delta(&mut self.ledger.d, offset, &indices, width);
        Ok(Val::Ptr(p.add(&mut self.ledger.d.terms, delta)))
    }

    #[allow(clippy::too_many_arguments, reason = "an instruction's parts")]
    fn cast(
        &mut self,
        state: &mut State,
        id: InstId,
        op: CastOp,
        flags: ArithFlags,
        v: Val,
        from: Option<FloatKind>,
        ty: TypeId,
        loc: Option<LocId>,
    ) -> Step<Val> {
        let program = self.ledger.program;
        if op == CastOp::Bitcast {
            return self.bitcast(state, v, ty);
        }
        let to = match program.types.get(ty) {
            Type::Vector { elem, .. } => *elem,
            _ => ty,
        };
        if let Val::Agg(lanes) = &v {
            let mut out = Vec::new();
            for lane in lanes.clone().iter() {
                out.push(self.cast(state, id, op, flags, lane.clone(), from, to, loc)?);
            }
            return Ok(Val::Agg(out.into()));
        }
        match op {
            CastOp::Trunc | CastOp::Zext | CastOp::Sext => {
                let Type::Int(w) = program.types.get(to) else {
                    return Err(Stop::Unsupported("cast to a non-integer".to_owned()));
                };
                let x = self.memory.int_of(&mut self.ledger, &v)?;
                let mut raised = Raised::on(self.ledger.options.checks, self.ledger.program.target.processor);
                let t = semantics::int_cast(&mut self.ledger.d, op, flags, &x, *w, &mut raised);
                let t = t.ok_or_else(|| Stop::Unsupported("cast".to_owned()))?;
                self.raise_flags(state, id, raised, loc)?;
                Ok(Val::Int(self.settle(state, id, t)?))
            }
            CastOp::Ptrtoint => {
                let Type::Int(w) = program.types.get(to) else {
                    return Err(Stop::Unsupported("cast to a non-integer".to_owned()));
                };
                // Who only reports a violation passes wide operands by their addresses, and ends.
                let reports = state.frame.info.only_reports(state.frame.block);
                let t = match &v {
                    Val::Ptr(p) if reports => {
                        let t = self.memory.space.fixed_int(&mut self.ledger.d.terms, p);
                        t.ok_or(Unrepresentable::AddressSpace)?
                    }
                    _ => self.memory.shown(&mut self.ledger, state, &v)?,
                };
                Ok(Val::Int(if *w < self.ledger.width() {
                    self.ledger.d.terms.extract(t, *w - 1, 0)
                } else {
                    self.ledger.d.terms.resize_zext(t, *w)
                }))
            }
            CastOp::Inttoptr => {
                let t = v.int();
                let w = self.ledger.width();
                let t = if self.ledger.d.terms.width(t) > w {
                    self.ledger.d.terms.extract(t, w - 1, 0)
                } else {
                    self.ledger.d.terms.resize_zext(t, w)
                };
                Ok(Val::Ptr(self.memory.ptr_made_of(&mut self.ledger, state, t)?))
            }
            CastOp::Addrspacecast => Ok(v),
            _ => self.float_cast(state, id, op, flags, v.int(), from, to, loc),
        }
    }

    /// The same bits as another type.
    fn bitcast(&mut self, state: &mut State, v: Val, ty: TypeId) -> Step<Val> {
        let program = self.ledger.program;
        match (&v, program.types.get(ty)) {
            (Val::Ptr(_), Type::Ptr(_)) => return Ok(v),
            (Val::Int(_), Type::Int(_) | Type::Float(_)) => return Ok(v),
            _ => {}
        }
        // Through memory's order of bytes, as LangRef defines it.
        let whole = match &v {
            Val::Agg(lanes) => {
                let mut whole: Option<Term> = None;
                for lane in lanes.clone().iter() {
                    let t = self.memory.int_of(&mut self.ledger, lane)?;
                    let big = self.memory.space.big_endian;
                    let b = &mut self.ledger.d.terms;
                    whole = Some(match whole {
                        None => t,
                        Some(w) if big => b.concat(w, t),
                        Some(w) => b.concat(t, w),
                    });
                }
                whole.ok_or_else(|| Stop::Unsupported("empty vector".to_owned()))?
            }
            scalar => self.memory.int_of(&mut self.ledger, scalar)?,
        };
        match program.types.get(ty) {
            Type::Vector { elem, count } => {
                let bits = self.ledger.d.terms.width(whole) / count;
                let mut out = Vec::new();
                for i in 0..*count {
                    let k = if self.memory.space.big_endian { count - 1 - i } else { i };
                    let t = self.ledger.d.terms.extract(whole, (k + 1) * bits - 1, k * bits);
                    out.push(match program.types.get(*elem) {
                        Type::Ptr(_) => Val::Ptr(self.memory.ptr_of(&mut self.ledger, state, t)?),
                        _ => Val::Int(t),
                    });
                }
                Ok(Val::Agg(out.into()))
            }
            Type::Ptr(_) => Ok(Val::Ptr(self.memory.ptr_made_of(&mut self.ledger, state, whole)?)),
            _ => Ok(Val::Int(whole)),
        }
    }
}

/// An aggregate with another element.
fn insert(whole: &Val, v: Val, indices: &[u32]) -> Val {
    match indices.split_first() {
        None => v,
        Some((&i, rest)) => {
            let mut parts = whole.parts().to_vec();
            parts[i as usize] = insert(&parts[i as usize], v, rest);
            Val::Agg(parts.into())
        }
    }
}
