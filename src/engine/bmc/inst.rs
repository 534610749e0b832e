//! Instructions.

use std::rc::Rc;

use smallvec::SmallVec;

use super::eval::{Eval, Flow, Step, Stop};
use super::memory::{Base, ObjInfo, Origin};
use super::obligation::Kind;
use super::state::State;
use super::value::{ObjId, Val};
use super::variable::InputId;
use crate::base::Bits;
use crate::ilr::{Sort, Term};
use crate::program::{
    BinOp, BlockId, Callee, CastOp, Const, GepTerm, Inst, InstId, InstKind, Intrinsic, LocId, Type, TypeId,
    Value,
};
use crate::property::Check;
use crate::semantics::{self, Raised};

impl Eval<'_> {
    /// Executes one instruction.
    pub(super) fn instruction(&mut self, state: &mut State, id: InstId, inst: &Inst) -> Step<Flow> {
        let loc = inst.loc;
        if !state.frame.poison.is_empty() {
            self.carry_poison(state, id, inst)?;
        }
        let value = match &inst.kind {
            InstKind::Load { ptr, .. } => {
                let p = self.operand(state, *ptr)?;
                let p = self.pointer(state, p)?;

                self.load(state, id, &p, inst.ty, loc)?
            }
            InstKind::Store { ptr, v, ty, .. } => {
                let v = self.operand(state, *v)?;
                let p = self.operand(state, *ptr)?;
                let p = self.pointer(state, p)?;
                self.store(state, &p, &v, *ty, loc)?;
                return Ok(Flow::Next);
            }
            InstKind::Alloca { ty, count, align } => {
                let p = self.alloca(state, id, *ty, *count, loc)?;
                self.align(state, &p, *align)?;
                p
            }
            InstKind::CmpXchg { ptr, expected, new, ty, .. } => {
                let expected = self.operand(state, *expected)?;
                let new = self.operand(state, *new)?;
                let p = self.operand(state, *ptr)?;
                let p = self.pointer(state, p)?;
                let old = self.load(state, id, &p, *ty, loc)?;
                let same = self.equal(state, &old, &expected)?;
                let stored = self.choose(same, &new, &old)?;
                self.store(state, &p, &stored, *ty, loc)?;
                let flag = Val::Int(self.d.terms.bool_to_bv(same));
                Val::Agg(Rc::from([old, flag]))
            }
            InstKind::AtomicRmw { op, ptr, v, .. } => {
                let v = self.operand(state, *v)?;
                let p = self.operand(state, *ptr)?;
                let p = self.pointer(state, p)?;
                let old = self.load(state, id, &p, inst.ty, loc)?;
                let (x, y) = (self.int_of(&old)?, self.int_of(&v)?);
                let new = match (&v, semantics::atomic_rmw(&mut self.d, *op, &x, &y)) {
                    (Val::Ptr(_), _) => v.clone(),
                    (_, Some(t)) => Val::Int(t),
                    (_, None) => return Err(Stop::Unsupported("atomicrmw on floating point".to_owned())),
                };
                self.store(state, &p, &new, inst.ty, loc)?;
                old
            }
            InstKind::Call { callee, args, attrs, noreturn, .. } => {
                return self.call(state, id, inst, callee, args, attrs, *noreturn);
            }
            InstKind::VaArg(list) => {
                let list = self.operand(state, *list)?;
                self.va_arg(state, id, list, inst.ty, loc)?
            }
            InstKind::DebugValue { var, v } => {
                let constant = match v {
                    Value::Const(c) => Some(self.program.constant(*c)),
                    _ => None,
                };
                if let Some(Const::Undef(_)) = constant {
                    // The variable has ended.
                    state.top().vars.retain(|x| x.0 != *var);
                    return Ok(Flow::Next);
                }
                if self.follows_variables() {
                    let v = self.operand(state, *v)?;
                    let vars = &mut state.top().vars;
                    match vars.iter_mut().find(|x| x.0 == *var) {
                        Some(known) => known.1 = v,
                        None => vars.push((*var, v)),
                    }
                }
                // An optimiser may leave the record before the value's computation.
                return Ok(Flow::Next);
            }
            InstKind::DebugDeclare { .. } | InstKind::Fence(_) => return Ok(Flow::Next),
            // What throws is unsupported, so the call has returned.
            InstKind::Br(to) | InstKind::InvokeEnd { normal: to, .. } => return self.go(state, *to),
            InstKind::CondBr { c, then, other } => {
                let v = self.operand(state, *c)?;
                let bit = v.int();
                self.check_decides(state, bit, loc)?;
                let yes = self.d.terms.bv_to_bool(bit);
                let no = self.d.terms.not(yes);
                return self.branch(state, &[(yes, *then), (no, *other)], matches!(c, Value::Const(_)));
            }
            InstKind::Switch { v, default, cases } => {
                let constant = matches!(v, Value::Const(_));
                let x = self.operand(state, *v)?.int();
                self.check_decides(state, x, loc)?;
                let mut ways: Vec<(Term, BlockId)> = Vec::new();
                let mut none = self.d.terms.tt();
                for (c, to) in cases {
                    let k = self.constant_value(state, *c)?.int();
                    let here = self.d.terms.eq(x, k);
                    let not = self.d.terms.not(here);
                    none = self.d.terms.and(none, not);
                    match ways.iter_mut().find(|w| w.1 == *to) {
                        Some(way) => way.0 = self.d.terms.or(way.0, here),
                        None => ways.push((here, *to)),
                    }
                }
                match ways.iter_mut().find(|w| w.1 == *default) {
                    Some(way) => way.0 = self.d.terms.or(way.0, none),
                    None => ways.push((none, *default)),
                }
                return self.branch(state, &ways, constant);
            }
            InstKind::IndirectBr { addr, dests } => return self.indirect_branch(state, *addr, dests, loc),
            InstKind::Ret(v) => {
                let v = match v {
                    Some(v) => Some(self.operand(state, *v)?),
                    None => None,
                };
                return self.pop_frame(state, v);
            }
            InstKind::Unreachable => {
                let tt = self.d.terms.tt();
                self.violate(state, loc, Check::Unreachable, tt)?;
                if self.must_end() {
                    let cond = state.path.term();
                    self.oblige(state, Kind::Undefined(Check::Unreachable), cond, loc);
                }
                self.given_up(state)?;
                return Err(Stop::End);
            }
            InstKind::Unsupported { what, .. } => return Err(Stop::Unsupported(what.clone())),
            kind => self.compute(state, id, kind, inst.ty, loc)?,
        };
        state.top().regs[id.index()] = Some(value);
        Ok(Flow::Next)
    }

    /// Value of an instruction without effects; of a constant expression likewise.
    pub(super) fn compute(
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
                    let (x, y) = (e.int_of(&x)?, e.int_of(&y)?);
                    e.binary(s, id, op, flags, x, y, loc).map(Val::Int)
                })?
            }
            InstKind::Icmp { pred, a, b } => {
                let (x, y) = (self.operand(state, *a)?, self.operand(state, *b)?);
                let (pred, operands) = (*pred, [*a, *b]);
                let func = self.program.func(state.frame.func);
                let checked = self.options.checks.contains(Check::PointerCompare)
                    && !func.model
                    && func.orders_pointers(self.program, pred, operands);
                self.lanes2(state, x, y, &mut |e, s, x, y| {
                    if checked {
                        e.check_order(s, &x, &y, loc)?;
                    }
                    let t = e.compare(s, pred, &x, &y)?;
                    Ok(Val::Int(e.d.terms.bool_to_bv(t)))
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
                        let c = self.d.terms.bv_to_bool(c);
                        self.choose(c, &x, &y)?
                    }
                    other => {
                        let cs = other.parts().clone();
                        let (x, y) = (x.parts().clone(), y.parts().clone());
                        let mut out = Vec::with_capacity(cs.len());
                        for (c, (x, y)) in cs.iter().zip(x.iter().zip(y.iter())) {
                            let c = self.d.terms.bv_to_bool(c.int());
                            out.push(self.choose(c, x, y)?);
                        }
                        Val::Agg(out.into())
                    }
                }
            }
            InstKind::Freeze(v) => {
                let value = self.operand(state, *v)?;
                match self.poisoned(state, *v) {
                    Some(poisoned) => {
                        let any = self.unknown(state, ty)?;
                        self.choose(poisoned, &any, &value)?
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
                if let Some(k) = self.d.terms.as_u64(i) {
                    match parts.get(k as usize) {
                        Some(v) => v.clone(),
                        None => self.unknown(state, ty)?,
                    }
                } else {
                    let mut result = self.unknown(state, ty)?;
                    for (k, v) in parts.iter().enumerate() {
                        let here = self.at_index(i, k);
                        result = self.choose(here, v, &result)?;
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
                    out.push(self.choose(here, &v, old)?);
                }
                Val::Agg(out.into())
            }
            InstKind::ShuffleVector { a, b, mask } => {
                let (x, y) = (self.operand(state, *a)?, self.operand(state, *b)?);
                let (x, y) = (x.parts().clone(), y.parts().clone());
                let program = self.program;
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
            InstKind::Unsupported { what, .. } => return Err(Stop::Unsupported(what.clone())),
            _ => return Err(Stop::Unsupported("constant expression".to_owned())),
        })
    }

    fn at_index(&mut self, i: Term, k: usize) -> Term {
        let w = self.d.terms.width(i);
        let k = self.d.terms.bv(w, k as u64);
        self.d.terms.eq(i, k)
    }

    /// Applies a scalar operation to scalars, or lane by lane.
    pub(super) fn lanes2(
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
    pub(super) fn lanes1(&mut self, x: Val, f: &mut dyn FnMut(&mut Self, Val) -> Step<Val>) -> Step<Val> {
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

    /// `x` when the condition holds, else `y`.
    pub(super) fn choose(&mut self, c: Term, x: &Val, y: &Val) -> Step<Val> {
        self.space
            .ite(&mut self.d.terms, c, x, y)
            .ok_or_else(|| Stop::Unsupported(super::memory::Trouble::AddressSpace.words().to_owned()))
    }

    #[allow(clippy::too_many_arguments, reason = "an instruction's parts")]
    fn binary(
        &mut self,
        state: &mut State,
        id: InstId,
        op: BinOp,
        flags: crate::program::ArithFlags,
        x: Term,
        y: Term,
        loc: Option<LocId>,
    ) -> Step<Term> {
        if matches!(op, BinOp::Udiv | BinOp::Sdiv | BinOp::Urem | BinOp::Srem)
            && !self.options.checks.contains(Check::DivisionByZero)
        {
            // The processor traps: the run ends there.
            let w = self.d.terms.width(y);
            let zero = self.d.terms.bv(w, 0);
            let nonzero = self.d.terms.ne(y, zero);
            self.end_unless(state, nonzero)?;
        }
        if matches!(op, BinOp::Sdiv | BinOp::Srem) && !self.options.checks.contains(Check::DivisionOverflow) {
            let w = self.d.terms.width(y);
            if semantics::division_traps(self.program.target.processor, flags, w) {
                let (least, minus_one) = (Bits::signed_min(w), Bits::ones(w));
                let (least, minus_one) = (self.d.terms.constant(&least), self.d.terms.constant(&minus_one));
                let (a, b) = (self.d.terms.ne(x, least), self.d.terms.ne(y, minus_one));
                let fine = self.d.terms.or(a, b);
                self.end_unless(state, fine)?;
            }
        }
        let mut raised = Raised::on(self.options.checks, self.program.target.processor);
        let t = semantics::binary(&mut self.d, op, flags, &x, &y, &mut raised);
        self.raise_flags(state, id, raised, loc)?;
        let t = self.of_address(op, x, y)?.unwrap_or(t);
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
            if matches!(check, Check::SignedOverflow | Check::UnsignedOverflow | Check::Poison) {
                self.poison(state, id, check, violated, loc);
            } else {
                self.violate(state, loc, check, violated)?;
            }
        }
        Ok(())
    }

    /// Records what an operation raised.
    pub(super) fn raise(&mut self, state: &State, mut raised: Raised<Term>, loc: Option<LocId>) -> Step<()> {
        if raised.is_empty() {
            return Ok(());
        }
        for (check, violated) in raised.take() {
            self.violate(state, loc, check, violated)?;
        }
        Ok(())
    }

    /// Gives unspecified values that an operation made their identity.
    pub(super) fn settle(&mut self, state: &mut State, id: InstId, t: Term) -> Step<Term> {
        let count = self.d.unspecified_values().len();
        if count == self.unspecified_seen {
            return Ok(t);
        }
        let fresh: SmallVec<[Term; 2]> =
            self.d.unspecified_values()[self.unspecified_seen..].iter().copied().collect();
        self.unspecified_seen = count;
        let mut result = t;
        for var in fresh {
            let Sort::Bv(w) = self.d.terms.sort(var) else { continue };
            self.serial += 1;
            let known = self.input(state, id, InputId::Unspecified(self.serial), w, "unspecified");
            result = crate::rewrite::substitute(&mut self.d.terms, result, var, known);
        }
        Ok(result)
    }

    /// Only runs in which the condition holds go on.
    pub(super) fn assume(&mut self, state: &mut State, cond: Term) -> Step<()> {
        state.path = state.path.and(&mut self.d.terms, cond);
        if self.d.terms.as_bool(state.path.term()) == Some(false) { Err(Stop::End) } else { Ok(()) }
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
        let width = self.width();
        let p = self.pointer(state, base)?;
        let mut indices: SmallVec<[(Term, u64); 2]> = SmallVec::new();
        for t in terms {
            let index = match (self.operand(state, t.index)?, lane) {
                (Val::Int(i), _) => i,
                (Val::Agg(lanes), Some(k)) => lanes[k].int(),
                _ => return Err(Stop::Unsupported("vector of addresses".to_owned())),
            };
            indices.push((index, t.scale));
        }
        let (delta, _) = semantics::gep_delta(&mut self.d, offset, &indices, width);
        Ok(Val::Ptr(p.add(&mut self.d.terms, delta)))
    }

    #[allow(clippy::too_many_arguments, reason = "an instruction's parts")]
    fn cast(
        &mut self,
        state: &mut State,
        id: InstId,
        op: CastOp,
        flags: crate::program::ArithFlags,
        v: Val,
        from: Option<crate::program::FloatKind>,
        ty: TypeId,
        loc: Option<LocId>,
    ) -> Step<Val> {
        let program = self.program;
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
                let x = self.int_of(&v)?;
                let mut raised = Raised::on(self.options.checks, self.program.target.processor);
                let t = semantics::int_cast(&mut self.d, op, flags, &x, *w, &mut raised);
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
                        let t = self.space.fixed_int(&mut self.d.terms, p);
                        t.ok_or(super::memory::Trouble::AddressSpace)?
                    }
                    _ => self.shown(state, &v)?,
                };
                Ok(Val::Int(if *w < self.width() {
                    self.d.terms.extract(t, *w - 1, 0)
                } else {
                    self.d.terms.resize_zext(t, *w)
                }))
            }
            CastOp::Inttoptr => {
                let t = v.int();
                let w = self.width();
                let t = if self.d.terms.width(t) > w {
                    self.d.terms.extract(t, w - 1, 0)
                } else {
                    self.d.terms.resize_zext(t, w)
                };
                Ok(Val::Ptr(self.ptr_made_of(state, t)?))
            }
            CastOp::Addrspacecast => Ok(v),
            _ => self.float_cast(state, id, op, flags, v.int(), from, to, loc),
        }
    }

    /// The same bits as another type.
    fn bitcast(&mut self, state: &mut State, v: Val, ty: TypeId) -> Step<Val> {
        let program = self.program;
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
                    let t = self.int_of(lane)?;
                    let big = self.space.big_endian;
                    let b = &mut self.d.terms;
                    whole = Some(match whole {
                        None => t,
                        Some(w) if big => b.concat(w, t),
                        Some(w) => b.concat(t, w),
                    });
                }
                whole.ok_or_else(|| Stop::Unsupported("empty vector".to_owned()))?
            }
            scalar => self.int_of(scalar)?,
        };
        match program.types.get(ty) {
            Type::Vector { elem, count } => {
                let bits = self.d.terms.width(whole) / count;
                let mut out = Vec::new();
                for i in 0..*count {
                    let k = if self.space.big_endian { count - 1 - i } else { i };
                    let t = self.d.terms.extract(whole, (k + 1) * bits - 1, k * bits);
                    out.push(match program.types.get(*elem) {
                        Type::Ptr(_) => Val::Ptr(self.ptr_of(state, t)?),
                        _ => Val::Int(t),
                    });
                }
                Ok(Val::Agg(out.into()))
            }
            Type::Ptr(_) => Ok(Val::Ptr(self.ptr_made_of(state, whole)?)),
            _ => Ok(Val::Int(whole)),
        }
    }

    /// Asks for the alignment of a new object.
    pub(super) fn align(&mut self, state: &mut State, p: &Val, align: u64) -> Step<()> {
        let Val::Ptr(p) = p else { return Ok(()) };
        for c in p.cases.iter().filter(|c| c.obj != ObjId::NULL) {
            if self.space.is_area(c.obj) {
                self.flat_align(state, c, align)?;
            } else {
                self.space.align(c.obj, align);
            }
        }
        Ok(())
    }

    fn alloca(
        &mut self,
        state: &mut State,
        id: InstId,
        ty: TypeId,
        count: Value,
        loc: Option<LocId>,
    ) -> Step<Val> {
        let width = self.width();
        let each = self.program.types.layout(ty).alloc_size;
        let n = self.operand(state, count)?.int();
        let n = self.d.terms.resize_zext(n, width.max(self.d.terms.width(n)));
        let n = if self.d.terms.width(n) > width { self.d.terms.extract(n, width - 1, 0) } else { n };
        let each = self.d.terms.bv(width, each);
        let size = self.d.terms.mul(n, each);
        let info = ObjInfo {
            origin: Origin::Stack { func: state.frame.func, ty },
            size,
            size_const: self.d.terms.as_u64(size),
            constant: false,
            loc,
            key: state.frame.key(id, InputId::Local),
        };
        let o = self.make_object(state, info, Base::Undef(0));
        if state.frame.info.has_lifetime(id)
            && let Some(object) = state.memory.get_mut(o)
        {
            // Its first life is still to begin.
            object.live = self.d.terms.ff();
            object.born.clear();
        }
        // An area whose size was found to be a constant is still one of the block that saved the stack.
        let f = self.program.func(state.frame.func);
        let earlier = &f.block(state.frame.block).insts[..state.frame.at];
        let saved = |&i: &InstId| {
            let callee = match &f.inst(i).kind {
                InstKind::Call { callee, .. } => callee,
                _ => return false,
            };
            matches!(callee, Callee::Intrinsic(Intrinsic::Stacksave))
        };
        let dynamic =
            state.frame.block.index() != 0 || !matches!(count, Value::Const(_)) || earlier.iter().any(saved);
        let top = state.top();
        top.stack.push(o);
        if dynamic {
            top.dynamic.push(o);
        }
        Ok(Val::Ptr(self.object_ptr(o)?))
    }

    /// A decision on a value that depends on initial bytes, when that is asked for.
    fn check_decides(&mut self, state: &State, t: Term, loc: Option<LocId>) -> Step<()> {
        if !self.options.checks.contains(Check::Uninit) || self.d.terms.is_const(t) && !self.is_replay() {
            return Ok(());
        }
        let undefined = self.undefined_when(t);
        self.violate(state, loc, Check::Uninit, undefined)
    }
}

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
