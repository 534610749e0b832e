//! A larger bound instead of a hard question. Where runs go on beyond the bound, refuting its checks proves nothing. So before much is
//! spent on them, larger bounds are evaluated, and the first one that no run goes beyond is solved instead.

use super::again::Again;
use super::{CONFLICTS, EASY, GLANCE, LADDER, Progress, Report, Round, Spent, Tries};
use crate::engine::bmc::explore::Outcome;
use crate::engine::bmc::ledger::Kind;
use crate::engine::verdict::{Cause, Fault, Verdict};
use crate::smt::{Answer, Limits, Solver};

/// The search for a bound that suffices, in all rounds of a check.
pub(super) struct Deeper<'a> {
    make_solver: &'a dyn Fn() -> Box<dyn Solver>,
    /// Whether the bound is given: then that one is to be decided.
    is_given: bool,
    /// Whether a bound that suffices was found.
    is_found: bool,
    /// The largest bound whose evaluation came to its end.
    tried: u32,
    /// Effort that did not suffice to evaluate the next one.
    short: u64,
    /// Effort of all that were.
    effort: u64,
    /// Seconds of their solvers.
    spent: Spent,
}

impl<'a> Deeper<'a> {
    /// Nothing tried yet.
    pub fn new(make_solver: &'a dyn Fn() -> Box<dyn Solver>, is_given: bool) -> Deeper<'a> {
        Deeper {
            make_solver,
            is_given,
            is_found: false,
            tried: 0,
            short: 0,
            effort: 0,
            spent: Spent::default(),
        }
    }

    /// What was tried has to be done again, as rounds do more now.
    pub fn start_again(&mut self) {
        (self.is_found, self.tried, self.short, self.effort) = (false, 0, 0, 0);
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
        self.suffices_within(effort)
    }

    fn suffices_within(&mut self, effort: u64) -> Result<bool, Fault> {
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
        self.try_bounds(GLANCE.max(self.effort()), false, progress, tries)
    }

    /// The same, where it is found and answered with little effort.
    ///
    /// # Errors
    /// As [`check`](super::check).
    pub(super) fn go_little_deeper(
        &self,
        progress: &mut dyn FnMut(&Progress),
        tries: &mut Tries<'_>,
    ) -> Result<Option<(Report, Again)>, Fault> {
        if !self.can_go_deeper(tries) { Ok(None) } else { self.try_bounds(EASY, true, progress, tries) }
    }

    /// Whether what is open is answered with so much effort.
    fn is_answered(&mut self, effort: u64) -> Result<bool, Fault> {
        let (_, conds) = self.open();
        let any = self.eval.vm.ledger.d.terms.or_all(conds);
        let limits = Limits { conflicts: Some(CONFLICTS), effort: Some(effort), ..self.limits() };
        Ok(!matches!(self.question(&[any], &limits)?, Answer::Unknown(_)))
    }

    fn try_bounds(
        &self,
        most: u64,
        easy: bool,
        progress: &mut dyn FnMut(&Progress),
        tries: &mut Tries<'_>,
    ) -> Result<Option<(Report, Again)>, Fault> {
        while let Some(bound) = tries.deeper.next(self.bound)
            && let available = most.saturating_sub(tries.deeper.effort)
            && available > 2 * tries.deeper.short
        {
            let deeper = &mut tries.deeper;
            let learned = self.eval.vm.ledger.options.learned.clone();
            let solver = (deeper.make_solver)();
            let mut round = Round::new(self.program, self.options, (bound, self.complete, learned), solver);
            let outcome = round.evaluate(available, progress);
            let is_complete = matches!(outcome, Outcome::Complete(_));
            let suffices =
                is_complete && round.suffices_within(if easy { most } else { GLANCE.max(round.effort()) })?;
            let is_answered = !suffices || !easy || round.is_answered(most)?;
            deeper.effort += round.effort();
            tracing::debug!(bound, is_complete, suffices, effort = round.effort(), "larger bound");
            if !suffices || !is_answered {
                deeper.spent.add(&**round.solver.borrow());
                if !is_complete || !is_answered {
                    deeper.short = if is_complete { 0 } else { available };
                    return Ok(None);
                }
                (deeper.tried, deeper.short) = (bound, 0);
                continue;
            }
            (deeper.tried, deeper.is_found) = (bound, true);
            let solver = round.solver.clone();
            let found = round.run(outcome, true, progress, tries)?;
            tries.deeper.spent.add(&**solver.borrow());
            let is_bound = matches!(found.0.verdict, Verdict::Unknown(Cause::Bound { .. }));
            return Ok((!is_bound).then_some(found));
        }
        Ok(None)
    }
}
