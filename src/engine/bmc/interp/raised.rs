//! What operations raise: violated checks and unspecified values.

use super::Interp;
use crate::engine::bmc::ledger::Step;
use crate::engine::bmc::state::{InputId, State};
use crate::ilr::{Sort, Term};
use crate::program::{InstId, LocId};
use crate::property::Check;
use crate::semantics::Raised;
use smallvec::SmallVec;

impl Interp<'_> {
    /// Records what an operation raised.
    pub fn raise(&mut self, state: &State, mut raised: Raised<Term>, loc: Option<LocId>) -> Step<()> {
        if raised.is_empty() {
            return Ok(());
        }
        for (check, violated) in raised.take() {
            self.ledger.violate(state, loc, check, violated)?;
        }
        Ok(())
    }

    /// Gives unspecified values that an operation made their identity.
    pub fn settle(&mut self, state: &mut State, id: InstId, t: Term) -> Step<Term> {
        let count = self.ledger.d.unspecified_values().len();
        if count == self.unspecified_seen {
            return Ok(t);
        }
        let fresh: SmallVec<[Term; 2]> =
            self.ledger.d.unspecified_values()[self.unspecified_seen..].iter().copied().collect();
        self.unspecified_seen = count;
        let mut result = t;
        for var in fresh {
            let Sort::Bv(w) = self.ledger.d.terms.sort(var) else { continue };
            self.ledger.serial += 1;
            let known =
                self.ledger.input(state, id, InputId::Unspecified(self.ledger.serial), w, "unspecified");
            result = crate::rewrite::substitute(&mut self.ledger.d.terms, result, var, known);
        }
        Ok(result)
    }

    /// A decision on a value that depends on initial bytes, when that is asked for.
    pub fn check_decides(&mut self, state: &State, t: Term, loc: Option<LocId>) -> Step<()> {
        if !self.ledger.options.checks.contains(Check::Uninit)
            || self.ledger.d.terms.is_const(t) && !self.ledger.is_replay()
        {
            return Ok(());
        }
        let undefined = self.ledger.undefined_when(t);
        self.ledger.violate(state, loc, Check::Uninit, undefined)
    }
}
