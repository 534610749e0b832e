//! Which candidate invariants hold together.

use super::candidates::Candidate;
use crate::base::effort::SECOND;
use crate::base::is_late;
use crate::engine::bmc::check::Budget;
use crate::engine::bmc::explore::Eval;
use crate::engine::verdict::Fault;
use crate::ilr::Term;
use crate::ilr::eval::Evaluator;
use crate::smt::{Answer, Reason, Solver};

/// Conflicts that a question about all candidates may cost, and about a single one.
const CONFLICTS: u64 = 40_000;

const CONFLICTS_ONE: u64 = 2_000;

/// Effort that the search for a smaller proof may take.
const FEWER: u64 = 3 * SECOND / 10;

/// Candidates, of which those that are not inductive are dropped (C. Flanagan, K. R. M. Leino, "Houdini", FME 2001).
#[derive(Default)]
pub struct Houdini {
    /// Those that are left.
    pub open: Vec<Candidate>,
    /// A pass in which they are asked about one by one, as they are not decided all at once.
    single: Option<Pass>,
}

/// A pass from the last candidate to the first.
struct Pass {
    /// How many are still to be asked about.
    left: usize,
    /// Whether any was dropped.
    dropped: bool,
}

impl Houdini {
    /// Adds candidates.
    pub fn extend(&mut self, more: Vec<Candidate>) {
        self.open.extend(more);
        self.single = None;
    }

    /// Drops candidates until those that are left are inductive together. False when the effort is spent; the next call goes on.
    ///
    /// # Errors
    /// When the solver misbehaves.
    pub fn reduce(
        &mut self,
        eval: &mut Eval<'_>,
        solver: &mut dyn Solver,
        budget: &Budget,
    ) -> Result<bool, Fault> {
        while !self.open.is_empty() {
            if budget.left(solver) == 0 || is_late(eval.vm.ledger.options.deadline) {
                return Ok(false);
            }
            match &mut self.single {
                None => {
                    let limits = budget.limits(eval, solver, Some(CONFLICTS));
                    let b = &mut eval.vm.ledger.d.terms;
                    let mut assumed: Vec<Term> = self.open.iter().map(|c| c.on).collect();
                    assumed.push(b.or_all(self.open.iter().map(|c| c.broken)));
                    match solver.check(b, &assumed, &limits)? {
                        Answer::Unsat(_) => return Ok(true),
                        Answer::Sat => self.drop_broken(eval, solver)?,
                        Answer::Unknown(Reason::Effort | Reason::Deadline) => return Ok(false),
                        Answer::Unknown(_) => {
                            self.single = Some(Pass { left: self.open.len(), dropped: false });
                        }
                    }
                }
                Some(Pass { left: 0, dropped: false }) => return Ok(true),
                Some(pass @ Pass { left: 0, .. }) => {
                    *pass = Pass { left: self.open.len(), dropped: false };
                }
                Some(pass) => {
                    let i = pass.left - 1;
                    let mut assumed: Vec<Term> = self.open.iter().map(|c| c.on).collect();
                    assumed.push(self.open[i].broken);
                    let limits = budget.limits(eval, solver, Some(CONFLICTS_ONE));
                    match solver.check(&mut eval.vm.ledger.d.terms, &assumed, &limits)? {
                        Answer::Unsat(_) => {}
                        Answer::Unknown(Reason::Effort | Reason::Deadline) => return Ok(false),
                        Answer::Sat | Answer::Unknown(_) => {
                            self.open.remove(i);
                            pass.dropped = true;
                        }
                    }
                    pass.left = i;
                }
            }
        }
        Ok(true)
    }

    /// Drops candidates that a proof does not need which refutes `goals`, as long as that is cheap to find out.
    ///
    /// # Errors
    /// When the solver misbehaves.
    pub fn fewer(
        &mut self,
        eval: &mut Eval<'_>,
        goals: &[Term],
        solver: &mut dyn Solver,
        budget: &Budget,
    ) -> Result<(), Fault> {
        let before = solver.effort();
        let mut size = self.open.len().div_ceil(2);
        while size > 0 {
            let mut from = 0;
            while from < self.open.len() {
                if solver.effort() - before >= FEWER {
                    return Ok(());
                }
                let others = self.open.iter().enumerate().filter(|(i, _)| !(from..from + size).contains(i));
                let others: Vec<&Candidate> = others.map(|(_, c)| c).collect();
                let limits = budget.limits(eval, solver, Some(CONFLICTS_ONE));
                let b = &mut eval.vm.ledger.d.terms;
                let mut assumed: Vec<Term> = others.iter().map(|c| c.on).collect();
                assumed.push(b.or_all(others.iter().map(|c| c.broken).chain(goals.iter().copied())));
                let answer = solver.check(b, &assumed, &limits)?;
                if matches!(answer, Answer::Unsat(_)) {
                    self.open.drain(from..(from + size).min(self.open.len()));
                } else {
                    from += size;
                }
            }
            size /= 2;
        }
        Ok(())
    }

    /// Drops the candidates that the last model breaks.
    fn drop_broken(&mut self, eval: &mut Eval<'_>, solver: &mut dyn Solver) -> Result<(), Fault> {
        let model = solver.model(&mut eval.vm.ledger.d.terms)?;
        let mut values = Evaluator::new(eval.vm.ledger.d.terms.store(), &model);
        let before = self.open.len();
        self.open.retain(|c| !values.bool(c.broken));
        if self.open.len() == before {
            return Err(Fault::Replay("a model breaks none of the claims that it should".to_owned()));
        }
        Ok(())
    }
}
