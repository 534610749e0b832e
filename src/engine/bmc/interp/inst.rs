//! Instructions.

use super::{Flow, Interp};
use crate::engine::bmc::ledger::{Kind, Step, Stop};
use crate::engine::bmc::state::{State, Val};
use crate::ilr::Term;
use crate::program::{BlockId, Const, Inst, InstId, InstKind, LocId, Value};
use crate::property::Check;
use crate::semantics;
use std::rc::Rc;

impl Interp<'_> {
    /// Executes one instruction.
    pub fn instruction(&mut self, state: &mut State, id: InstId, inst: &Inst) -> Step<Flow> {
        let section = self.meets_threads(state, &inst.kind, inst.loc)?;
        let flow = self.execute(state, id, inst)?;
        if section {
            self.settle_section(state);
        }
        Ok(flow)
    }

    fn execute(&mut self, state: &mut State, id: InstId, inst: &Inst) -> Step<Flow> {
        let loc = inst.loc;
        if !state.frame.notes.poison.is_empty() {
            self.carry_poison(state, id, inst)?;
        }
        let value = match &inst.kind {
            InstKind::Load { ptr, .. } => {
                let p = self.operand(state, *ptr)?;
                let p = self.memory.pointer(&mut self.ledger, state, p)?;
                self.argument_read(state, &p, inst)?;
                self.memory.load(&mut self.ledger, state, id, &p, inst.ty, loc)?
            }
            InstKind::Store { ptr, v, ty, .. } => {
                let v = self.operand(state, *v)?;
                let p = self.operand(state, *ptr)?;
                let p = self.memory.pointer(&mut self.ledger, state, p)?;
                self.memory.store(&mut self.ledger, state, &p, &v, *ty, loc)?;
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
                let p = self.memory.pointer(&mut self.ledger, state, p)?;
                let old = self.memory.load(&mut self.ledger, state, id, &p, *ty, loc)?;
                let same = self.memory.equal(&mut self.ledger, state, &old, &expected)?;
                let stored = self.memory.choose(&mut self.ledger, same, &new, &old)?;
                self.ledger.threads.accesses.exchanged = Some(same);
                let done = self.memory.store(&mut self.ledger, state, &p, &stored, *ty, loc);
                self.ledger.threads.accesses.exchanged = None;
                done?;
                let flag = Val::Int(self.ledger.d.terms.bool_to_bv(same));
                Val::Agg(Rc::from([old, flag]))
            }
            InstKind::AtomicRmw { op, ptr, v, .. } => {
                let v = self.operand(state, *v)?;
                let p = self.operand(state, *ptr)?;
                let p = self.memory.pointer(&mut self.ledger, state, p)?;
                let old = self.memory.load(&mut self.ledger, state, id, &p, inst.ty, loc)?;
                let (x, y) =
                    (self.memory.int_of(&mut self.ledger, &old)?, self.memory.int_of(&mut self.ledger, &v)?);
                let new = match (&v, semantics::atomic_rmw(&mut self.ledger.d, *op, &x, &y)) {
                    (Val::Ptr(_), _) => v.clone(),
                    (_, Some(t)) => Val::Int(t),
                    (_, None) => return Err(Stop::Unsupported("atomicrmw on floating point".to_owned())),
                };
                self.memory.store(&mut self.ledger, state, &p, &new, inst.ty, loc)?;
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
                    Value::Const(c) => Some(self.ledger.program.constant(*c)),
                    _ => None,
                };
                if let Some(Const::Undef(_)) = constant {
                    // The variable has ended.
                    state.top().notes.vars.retain(|x| x.0 != *var);
                    return Ok(Flow::Next);
                }
                if self.ledger.follows_variables() {
                    let v = self.operand(state, *v)?;
                    let vars = &mut state.top().notes.vars;
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
            InstKind::Br(to) | InstKind::InvokeEnd { normal: to, .. } => return Ok(Flow::Jump(*to)),
            InstKind::CondBr { c, then, other } => {
                let v = self.operand(state, *c)?;
                let bit = v.int();
                self.check_decides(state, bit, loc)?;
                let yes = self.ledger.d.terms.bv_to_bool(bit);
                let no = self.ledger.d.terms.not(yes);
                let ways = vec![(yes, *then), (no, *other)];
                return Ok(Flow::Branch { ways, constant: matches!(c, Value::Const(_)) });
            }
            InstKind::Switch { v, default, cases } => {
                let constant = matches!(v, Value::Const(_));
                let x = self.operand(state, *v)?.int();
                self.check_decides(state, x, loc)?;
                let mut ways: Vec<(Term, BlockId)> = Vec::new();
                let mut none = self.ledger.d.terms.tt();
                for (c, to) in cases {
                    let k = self.constant_value(state, *c)?.int();
                    let here = self.ledger.d.terms.eq(x, k);
                    let not = self.ledger.d.terms.not(here);
                    none = self.ledger.d.terms.and(none, not);
                    match ways.iter_mut().find(|w| w.1 == *to) {
                        Some(way) => way.0 = self.ledger.d.terms.or(way.0, here),
                        None => ways.push((here, *to)),
                    }
                }
                match ways.iter_mut().find(|w| w.1 == *default) {
                    Some(way) => way.0 = self.ledger.d.terms.or(way.0, none),
                    None => ways.push((none, *default)),
                }
                return Ok(Flow::Branch { ways, constant });
            }
            InstKind::IndirectBr { addr, dests } => return self.indirect_branch(state, *addr, dests, loc),
            InstKind::Ret(v) => {
                let v = match v {
                    Some(v) => Some(self.operand(state, *v)?),
                    None => None,
                };
                return Ok(Flow::Return(v));
            }
            InstKind::Unreachable => {
                let tt = self.ledger.d.terms.tt();
                self.ledger.violate(state, loc, Check::Unreachable, tt)?;
                if self.ledger.must_end() {
                    let cond = state.path.term();
                    self.ledger.oblige(state, Kind::Undefined(Check::Unreachable), cond, loc);
                }
                self.memory.given_up(&mut self.ledger, state)?;
                return Err(Stop::End);
            }
            InstKind::LandingPad { .. } | InstKind::Resume(_) => {
                return Err(Stop::Unsupported("an exception".to_owned()));
            }
            InstKind::Unsupported { what, .. } => return Err(Stop::Unsupported(what.clone())),
            kind => self.compute(state, id, kind, inst.ty, loc)?,
        };
        state.top().regs[id.index()] = Some(value);
        Ok(Flow::Next)
    }

    /// A branch to the address of a block. Any other address than one of `dests` is undefined.
    pub fn indirect_branch(
        &mut self,
        state: &mut State,
        address: Value,
        dests: &[BlockId],
        loc: Option<LocId>,
    ) -> Step<Flow> {
        let p = self.operand(state, address)?;
        let p = self.memory.pointer(&mut self.ledger, state, p)?;
        let here = self.memory.functions[state.frame.func.index()];
        let mut ways: Vec<(Term, BlockId)> = Vec::with_capacity(dests.len());
        let mut any = self.ledger.d.terms.ff();
        for &to in dests {
            if ways.iter().any(|w| w.1 == to) {
                continue;
            }
            let mut cond = self.ledger.d.terms.ff();
            for c in &p.cases {
                // In the flat model, an address out of memory has lost what it is of.
                let start = match self.memory.space.is_area(c.obj) {
                    true => self.memory.start_address(&mut self.ledger, here)?,
                    false if c.obj == here => self.ledger.d.terms.bv(self.memory.space.width, 0),
                    false => continue,
                };
                let b = &mut self.ledger.d.terms;
                let k = b.bv(self.memory.space.width, to.index() as u64 + 1);
                let place = b.add(start, k);
                let same = b.eq(c.off, place);
                let both = b.and(c.cond, same);
                cond = b.or(cond, both);
            }
            any = self.ledger.d.terms.or(any, cond);
            ways.push((cond, to));
        }
        let none = self.ledger.d.terms.not(any);
        self.ledger.violate(state, loc, Check::InvalidCall, none)?;
        if !self.ledger.options.checks.contains(Check::InvalidCall) {
            let undefined = self.ledger.d.terms.and(state.path.term(), none);
            self.ledger.oblige(state, Kind::Undefined(Check::InvalidCall), undefined, loc);
        }
        Ok(Flow::Branch { ways, constant: false })
    }

    /// Looks for lost objects at the head of a loop, where the run has just come.
    pub fn lost_after_iteration(&mut self, state: &State, decided: bool) -> Step<()> {
        let f = self.ledger.program.func(state.frame.func);
        // What variables hold from here on is told by records that follow.
        let mut here = state.clone();
        loop {
            let id = f.block(here.frame.block).insts[here.frame.at];
            let inst = f.inst(id);
            if !matches!(inst.kind, InstKind::DebugValue { .. } | InstKind::DebugDeclare { .. }) {
                break;
            }
            self.instruction(&mut here, id, inst)?;
            here.top().at += 1;
        }
        self.memory.look_for_lost(&mut self.ledger, &here, true, decided)
    }
}
