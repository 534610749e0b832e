//! Runs the second check of a proof by induction and asks the solver for its conditions.

use super::Budget;
use crate::engine::bmc::explore::{Completed, Eval, Outcome};
use crate::engine::bmc::ledger::EvalOptions;
use crate::engine::bmc::policy::ProofOutline;
use crate::engine::bmc::policy::recheck::Checker;
use crate::engine::bmc::policy::recheck::Recheck;
use crate::engine::verdict::Fault;
use crate::ilr::eval::Evaluator;
use crate::program::Program;
use crate::property::Check;
use crate::smt::{Answer, Reason, Refutation, Solver};
use std::rc::Rc;

/// Conflicts that the question about everything at once may cost.
const TOGETHER: u64 = 5_000;

/// Why a proof is not accepted that takes too much effort to check.
const LATE: &str = "it is not decided in time";

/// Evidence that a second check has accepted a proof.
#[derive(Clone, Debug)]
pub struct Accepted((Completed, Refutation));

/// Checks a proof once more: evidence, or why it is not accepted.
///
/// # Errors
/// When a solver misbehaves.
pub fn recheck(
    program: &Program,
    options: &EvalOptions,
    outline: ProofOutline,
    solver: &mut dyn Solver,
    budget: &mut Budget,
) -> Result<Result<Accepted, String>, Fault> {
    if options.assumptions.flat || options.target.is_some() {
        return Ok(Err("flat memory, or a violation that is looked for".to_owned()));
    }
    if options.checks.contains(Check::Termination) && !outline.functions.is_empty() {
        return Ok(Err("nothing is known of how deep functions call themselves".to_owned()));
    }
    let mut eval = Eval::new(program, options.clone(), None);
    eval.policy.recheck = Some(Box::new(Recheck::new(program, options.entry, Rc::new(outline))));
    eval.pause = Some(budget.left(solver));
    let outcome = eval.run();
    budget.add(&eval, 0);
    let mut check = eval.policy.recheck.take().expect("it was put there");
    if let Some(why) = check.rejected {
        return Ok(Err(why));
    }
    if outcome == Outcome::Paused {
        return Ok(Err(LATE.to_owned()));
    }
    let Outcome::Complete(completed) = outcome else {
        return Ok(Err(format!("its evaluation ends early: {outcome:?}")));
    };
    Checker { vm: &mut eval.vm }.instances(&mut check);
    let b = &mut eval.vm.ledger.d.terms;
    for &fact in &check.conditions.facts {
        solver.assert(b, fact)?;
    }
    let any = b.or_all(check.conditions.shown.iter().map(|s| s.cond));
    let limits = budget.limits(&eval, solver, Some(TOGETHER));
    let mut answer = solver.check(&mut eval.vm.ledger.d.terms, &[any], &limits)?;
    if answer == Answer::Unknown(Reason::ConflictLimit) {
        // One after the other: what was shown helps to show the next.
        for shown in &check.conditions.shown {
            let limits = budget.limits(&eval, solver, None);
            let b = &mut eval.vm.ledger.d.terms;
            answer = solver.check(b, &[shown.cond], &limits)?;
            if !matches!(answer, Answer::Unsat(_)) {
                break;
            }
            let never = b.not(shown.cond);
            solver.assert(b, never)?;
        }
    }
    Ok(match answer {
        Answer::Unsat(refutation) => Ok(Accepted((completed, refutation))),
        Answer::Sat => {
            let b = &mut eval.vm.ledger.d.terms;
            let model = solver.model(b)?;
            let mut values = Evaluator::new(b.store(), &model);
            let hit = check.conditions.shown.iter().find(|s| values.bool(s.cond));
            Err(hit.map_or_else(String::new, |s| match s.loc {
                Some(loc) => format!("{}, line {}", s.what, program.locs[loc.index()].line),
                None => s.what.clone(),
            }))
        }
        Answer::Unknown(Reason::Effort | Reason::Deadline) => Err(LATE.to_owned()),
        Answer::Unknown(reason) => Err(reason.to_string()),
    })
}
