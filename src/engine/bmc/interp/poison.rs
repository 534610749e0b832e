//! Poison of integer flags (LangRef, "Poison Values"): carried along in the registers of a frame until it is used
//! where that is undefined, or forgotten. It does not enter memory or other functions: passing it on counts as a use.

use super::Interp;
use crate::engine::bmc::ledger::{Kind, Step};
use crate::engine::bmc::state::Val;
use crate::engine::bmc::state::{Origins, Poison, State, add_poison};
use crate::ilr::Term;
use crate::program::{BinOp, Callee, Inst, InstId, InstKind, LocId, Type, TypeId, Value, operands};
use crate::property::Check;
use smallvec::SmallVec;

impl Interp<'_> {
    fn is_scalar(&self, ty: TypeId) -> bool {
        matches!(self.ledger.program.types.get(ty), Type::Int(_) | Type::Ptr(_) | Type::Float(_))
    }

    /// Notes that a flag's promise does not hold under a condition.
    pub fn poison(&mut self, state: &mut State, of: InstId, check: Check, cond: Term, loc: Option<LocId>) {
        if self.ledger.d.terms.as_bool(cond) == Some(false) {
            return;
        }
        let exact = self.is_scalar(self.ledger.program.func(state.frame.func).inst(of).ty);
        state.top().notes.poison.push(Poison { of, check, cond, exact, loc });
    }

    fn gather(&mut self, state: &State, to: &mut Origins, v: Value, of: InstId, when: Option<Term>) {
        let Value::Inst(i) = v else { return };
        let exact = self.is_scalar(self.ledger.program.func(state.frame.func).inst(i).ty);
        for p in state.frame.notes.poison.iter().filter(|p| p.of == i) {
            add_poison(&mut self.ledger.d.terms, to, p, of, when, exact);
        }
    }

    /// When a value is poison, whether or not for certain.
    pub fn poisoned(&mut self, state: &State, v: Value) -> Option<Term> {
        let mut found = Origins::new();
        self.gather(state, &mut found, v, InstId::new(0), None);
        found.into_iter().map(|p| p.cond).reduce(|x, y| self.ledger.d.terms.or(x, y))
    }

    /// Poison that an instruction's result gets from its operands. Uses that are undefined are reported.
    pub fn carry_poison(&mut self, state: &mut State, id: InstId, inst: &Inst) -> Step<()> {
        let mut found = Origins::new();
        let mut used = Origins::new();
        match &inst.kind {
            InstKind::Phi(_)
            | InstKind::Freeze(_)
            | InstKind::DebugValue { .. }
            | InstKind::DebugDeclare { .. } => return Ok(()),
            InstKind::Select { c, a, b } => {
                self.gather(state, &mut found, *c, id, None);
                match self.operand(state, *c)? {
                    Val::Int(bit) => {
                        let yes = self.ledger.d.terms.bv_to_bool(bit);
                        let no = self.ledger.d.terms.not(yes);
                        self.gather(state, &mut found, *a, id, Some(yes));
                        self.gather(state, &mut found, *b, id, Some(no));
                    }
                    _ => {
                        self.gather(state, &mut found, *a, id, None);
                        self.gather(state, &mut found, *b, id, None);
                    }
                }
            }
            InstKind::Binary { op: BinOp::Udiv | BinOp::Sdiv | BinOp::Urem | BinOp::Srem, a, b, .. } => {
                self.gather(state, &mut found, *a, id, None);
                self.gather(state, &mut used, *b, id, None);
            }
            kind => {
                let passes = match kind {
                    InstKind::Store { .. }
                    | InstKind::Load { .. }
                    | InstKind::Alloca { .. }
                    | InstKind::VaArg(_)
                    | InstKind::CmpXchg { .. }
                    | InstKind::AtomicRmw { .. } => false,
                    InstKind::Call { callee: Callee::Intrinsic(_), .. } => {
                        !matches!(self.ledger.program.types.get(inst.ty), Type::Void)
                    }
                    InstKind::Call { .. } => false,
                    _ => !kind.is_terminator(),
                };
                let mut values: SmallVec<[Value; 4]> = SmallVec::new();
                operands(kind, |v| values.push(v));
                let to = if passes { &mut found } else { &mut used };
                for v in values {
                    self.gather(state, to, v, id, None);
                }
            }
        }
        let top = state.top();
        top.notes.poison.retain(|p| p.of != id);
        top.notes.poison.extend(found);
        for p in used {
            if p.exact {
                self.ledger.violate(state, p.loc, p.check, p.cond)?;
            } else {
                let cond = self.ledger.d.terms.and(state.path.term(), p.cond);
                self.ledger.oblige(state, Kind::Undefined(p.check), cond, p.loc);
            }
        }
        Ok(())
    }

    /// Poison that the phis of a block get on the way to it.
    pub fn carry_into_phis(&mut self, state: &mut State, phis: &[(InstId, Value)]) {
        let mut all: Vec<Poison> = Vec::new();
        for &(id, v) in phis {
            let mut found = Origins::new();
            self.gather(state, &mut found, v, id, None);
            all.extend(found);
        }
        let top = state.top();
        top.notes.poison.retain(|p| phis.iter().all(|phi| phi.0 != p.of));
        top.notes.poison.extend(all);
    }
}
