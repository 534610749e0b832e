//! What becomes of obligations and new objects that a step has noted.

use super::Eval;
use crate::engine::bmc::ledger::{Kind, Obligation, Pending, Step};
use crate::engine::bmc::state::State;
use crate::ilr::Term;
use crate::program::LocId;
use crate::property::Check;

impl Eval<'_> {
    /// Settles what a state's step has noted.
    pub fn settle(&mut self, state: &State) {
        if !self.vm.ledger.pending.is_empty() {
            for noted in std::mem::take(&mut self.vm.ledger.pending) {
                match noted {
                    Pending::Object(o) => self.policy.object(&self.vm, state, o),
                    Pending::Obligation(obligation) => self.add(state, obligation),
                }
            }
        }
        self.stopping |= self.policy.gave_up();
    }

    fn add(&mut self, state: &State, mut obligation: Obligation) {
        if let Kind::Check(check) = obligation.kind {
            match self.counted(state, check, obligation.loc, obligation.cond) {
                Ok(counted) => obligation.cond = counted,
                Err(_) => obligation.kind = Kind::Unsupported("the value of a monitor".to_owned()),
            }
            if self.vm.ledger.d.terms.as_bool(obligation.cond) == Some(false) {
                return;
            }
        }
        let Some(obligation) = self.policy.obligation(&mut self.vm, state, obligation) else { return };
        if self.vm.ledger.is_replay()
            && let Kind::Check(_) = obligation.kind
        {
            self.stopping = true;
        }
        self.vm.ledger.obligations.push(obligation);
    }

    /// When a violation counts, where not all do: at the target, and first on its run. Others are met in their order.
    fn counted(&mut self, state: &State, check: Check, loc: Option<LocId>, cond: Term) -> Step<Term> {
        let Some(target) = self.vm.ledger.options.target.clone() else { return Ok(cond) };
        let placed = match (&target.places, loc) {
            (None, _) => true,
            (Some(places), Some(loc)) => places.get(loc.index()) == Some(&true),
            (Some(_), None) => false,
        };
        let lost = matches!(check, Check::Leak | Check::LeakAtExit);
        let reached = match placed || lost {
            true => self.vm.memory.is_global(&mut self.vm.ledger, state, target.reached)?,
            false => self.vm.ledger.d.terms.ff(),
        };
        let b = &mut self.vm.ledger.d.terms;
        let before = self.elsewhere.unwrap_or_else(|| b.ff());
        let not_before = b.not(before);
        let first = b.and(cond, not_before);
        let counted = b.and(first, reached);
        let other = b.not(reached);
        let other = b.and(first, other);
        self.elsewhere = Some(b.or(before, other));
        Ok(counted)
    }
}
