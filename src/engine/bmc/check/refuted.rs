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

    /// Evidence, if no obligation is left.
    pub fn all(&self, b: &Builder, obligations: &[Obligation]) -> Option<Refuted> {
        let refuted = |o: &Obligation| b.as_bool(o.cond) == Some(false) || self.0.contains(&o.cond);
        obligations.iter().all(refuted).then_some(Refuted(()))
    }
}
