//! Poison of integer flags (LangRef, "Poison Values"): carried along in the registers of a frame until it is used
//! where that is undefined, or forgotten. It does not enter memory or other functions: passing it on counts as a use.

use super::Interp;
use crate::engine::bmc::ledger::{Kind, Step};
use crate::engine::bmc::state::Val;
use crate::engine::bmc::state::{Origins, Poison, State, add_poison};
use crate::ilr::Term;
use crate::program::{Inst, InstId, InstKind, LocId, Type, Value};
use crate::property::Check;
use crate::semantics::{self, Poisons};
use smallvec::SmallVec;

impl Interp<'_> {
    fn is_scalar(&self, state: &State, of: InstId) -> bool {
        let program = self.ledger.program;
        semantics::is_scalar(&program.types, program.func(state.frame.func).inst(of).ty)
    }

    /// Notes that a flag's promise does not hold under a condition.
    pub fn poison(&mut self, state: &mut State, of: InstId, check: Check, cond: Term, loc: Option<LocId>) {
        if self.ledger.d.terms.as_bool(cond) == Some(false) {
            return;
        }
        let exact = self.is_scalar(state, of);
        state.top().notes.poison.push(Poison { of, check, cond, exact, loc });
    }

    fn gather(&mut self, state: &State, to: &mut Origins, v: Value, of: InstId, when: Option<Term>) {
        let Value::Inst(i) = v else { return };
        let exact = self.is_scalar(state, i);
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
        let gives = !matches!(self.ledger.program.types.get(inst.ty), Type::Void);
        let mut values: SmallVec<[(Value, Poisons); 4]> = SmallVec::new();
        semantics::poisons(&inst.kind, gives, |v, does| values.push((v, does)));
        let bit = match &inst.kind {
            InstKind::Select { c, .. } => match self.operand(state, *c)? {
                Val::Int(bit) => Some(self.ledger.d.terms.bv_to_bool(bit)),
                _ => None,
            },
            _ => None,
        };
        let (mut found, mut used) = (Origins::new(), Origins::new());
        for (v, does) in values {
            let when = match (does, bit) {
                (Poisons::ResultIf(true), yes) => yes,
                (Poisons::ResultIf(false), Some(yes)) => Some(self.ledger.d.terms.not(yes)),
                _ => None,
            };
            let to = if does == Poisons::Run { &mut used } else { &mut found };
            self.gather(state, to, v, id, when);
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
