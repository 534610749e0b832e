//! Which conditions solvers have refuted.

use crate::engine::bmc::ledger::Obligation;
use crate::ilr::Term;
use crate::rewrite::Builder;
use crate::smt::Refutation;
use rustc_hash::FxHashSet;

/// Evidence that solvers refuted every obligation of an evaluation.
#[derive(Clone, Copy, Debug)]
pub struct Refuted(());

/// The conditions of an evaluation that were refuted so far.
#[derive(Default)]
pub struct Refutations(FxHashSet<Term>);

impl Refutations {
    /// Notes conditions of which, as was just found out, none has a model.
    pub fn add(&mut self, conditions: &[Term], _by: &Refutation) {
        self.0.extend(conditions);
    }

    /// Whether a condition has no model, as far as is known.
    pub fn has(&self, b: &Builder, condition: Term) -> bool {
        b.as_bool(condition) == Some(false) || self.0.contains(&condition)
    }

    /// Evidence, if no obligation is left.
    pub fn all(&self, b: &Builder, obligations: &[Obligation]) -> Option<Refuted> {
        let refuted = |o: &Obligation| self.has(b, o.cond);
        obligations.iter().all(refuted).then_some(Refuted(()))
    }
}
