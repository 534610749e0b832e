//! A larger bound instead of a hard question. Where runs go on beyond the bound, refuting its checks proves nothing. So before much is
//! spent on them, larger bounds are evaluated, and the first one that no run goes beyond is solved instead.

use super::again::Again;
use super::{CONFLICTS, GLANCE, LADDER, Progress, Report, Round, Spent, Tries};
use crate::engine::bmc::explore::Outcome;
use crate::engine::bmc::ledger::Kind;
use crate::engine::verdict::{Cause, Fault, Verdict};
use crate::smt::{Limits, Solver};

/// The search for a bound that suffices, in all rounds of a check.
pub(super) struct Deeper<'a> {
    make_solver: &'a dyn Fn() -> Box<dyn Solver>,
    /// Whether the bound is given: then that one is to be decided.
    is_given: bool,
    /// Whether a bound that suffices was found.
    is_found: bool,
    /// The largest bound that was tried.
    tried: u32,
    /// Effort of all that were.
    effort: u64,
    /// Seconds of their solvers.
    spent: Spent,
}

impl<'a> Deeper<'a> {
    /// Nothing tried yet.
    pub fn new(make_solver: &'a dyn Fn() -> Box<dyn Solver>, is_given: bool) -> Deeper<'a> {
        Deeper { make_solver, is_given, is_found: false, tried: 0, effort: 0, spent: Spent::default() }
    }

    /// What was tried has to be done again, as rounds do more now.
    pub fn start_again(&mut self) {
        (self.is_found, self.tried, self.effort) = (false, 0, 0);
    }

    /// The next bound to try, above that of a round.
    fn next(&self, above: u32) -> Option<u32> {
        let bound = LADDER.into_iter().find(|&bound| bound > above.max(self.tried));
        bound.filter(|_| !self.is_given && !self.is_found)
    }

    /// Whether a bound is given or known that no run goes beyond.
    pub fn may_suffice(&self) -> bool {
        self.is_given || self.is_found
    }

    /// Seconds of the solvers.
    pub fn spent(&self) -> Spent {
        self.spent
    }
}

impl Round<'_, '_> {
    /// Whether a larger bound may be tried.
    pub(super) fn can_go_deeper(&self, tries: &Tries<'_>) -> bool {
        self.findings.found.is_empty() && tries.deeper.next(self.bound).is_some()
    }

    /// Whether no run goes on beyond the bound, as far as that is cheap to find out. Evaluation is complete.
    pub(super) fn suffices(&mut self) -> Result<bool, Fault> {
        let effort = GLANCE.max(self.effort());
        let limits = Limits { conflicts: Some(CONFLICTS), effort: Some(effort), ..self.limits() };
        Ok(self.reachable(&Kind::is_bound, &limits)?.is_none())
    }

    /// What a round with a larger bound came to that suffices, where one is found with as much effort as this one has taken.
    ///
    /// # Errors
    /// As [`check`](super::check).
    pub(super) fn go_deeper(
        &self,
        progress: &mut dyn FnMut(&Progress),
        tries: &mut Tries<'_>,
    ) -> Result<Option<(Report, Again)>, Fault> {
        let most = GLANCE.max(self.effort());
        while let Some(bound) = tries.deeper.next(self.bound)
            && tries.deeper.effort < most
        {
            let deeper = &mut tries.deeper;
            deeper.tried = bound;
            let learned = self.eval.vm.ledger.options.learned.clone();
            let solver = (deeper.make_solver)();
            let mut round = Round::new(self.program, self.options, (bound, self.complete, learned), solver);
            let outcome = round.evaluate(most - deeper.effort, progress);
            let suffices = matches!(outcome, Outcome::Complete(_)) && round.suffices()?;
            deeper.effort += round.effort();
            tracing::debug!(bound, suffices, effort = round.effort(), "larger bound");
            if !suffices {
                deeper.spent.add(&**round.solver.borrow());
                if !matches!(outcome, Outcome::Complete(_)) {
                    return Ok(None);
                }
                continue;
            }
            deeper.is_found = true;
            let solver = round.solver.clone();
            let found = round.run(outcome, true, progress, tries)?;
            tries.deeper.spent.add(&**solver.borrow());
            let is_bound = matches!(found.0.verdict, Verdict::Unknown(Cause::Bound { .. }));
            return Ok((!is_bound).then_some(found));
        }
        Ok(None)
    }
}
