//! An attempt to prove a program by induction: evaluate until no more changes are found, keep the candidate invariants that
//! hold, refute the obligations.

use super::acsl;
use super::candidates::{Candidate, Stage, candidates};
use super::export::export;
use crate::base::effort::SECOND;
use crate::base::is_late;
use crate::engine::bmc::check::{Budget, Grounds, Purpose, Question};
use crate::engine::bmc::explore::{Completed, Eval, Outcome};
use crate::engine::bmc::ledger::{EvalOptions, Kind};
use crate::engine::bmc::policy::ProofOutline;
use crate::engine::bmc::policy::induction::{Changes, Cuts, Induction};
use crate::engine::verdict::{Fault, Invariant};
use crate::ilr::Term;
use crate::ilr::eval::Evaluator;
use crate::program::Program;
use crate::smt::{Answer, Reason, Refutation, Solver};
use std::collections::HashMap;
use std::rc::Rc;

/// Most evaluations until all changes are known.
const MOST_PASSES: u32 = 24;

/// Conflicts that a question about all candidates may cost, and about a single one.
const CONFLICTS: u64 = 40_000;

const CONFLICTS_ONE: u64 = 2_000;

/// Effort that the search for a smaller proof may take.
const FEWER: u64 = 3 * SECOND / 10;

/// Evidence that no run has a first violation.
#[derive(Clone, Debug)]
pub struct Inducted((Completed, Refutation));

/// How an attempt ended.
pub enum Attempt {
    /// Nothing can be violated.
    Proven {
        /// The evidence.
        evidence: Inducted,
        /// What was cut.
        cuts: Cuts,
        /// What was used of them, as far as it can be said in C.
        invariants: Vec<Invariant>,
        /// What was asked.
        grounds: Box<Grounds>,
        /// The proof as data, for the second check.
        outline: Box<ProofOutline>,
    },
    /// The effort was spent, or the time was up.
    Late,
    /// Nothing is known, for this reason.
    Open(String),
    /// Nothing is known, because runs come to strays that were not followed.
    Deferred,
}

/// Tries to prove a program with some loops and functions cut, and others that turn out to need it, with `k` iterations
/// assumed.
///
/// # Errors
/// When a solver misbehaves.
pub fn attempt(
    program: &Program,
    options: &EvalOptions,
    mut cuts: Cuts,
    k: u32,
    solver: &mut dyn Solver,
    budget: &mut Budget,
) -> Result<Attempt, Fault> {
    let mut changes: HashMap<u128, Changes> = HashMap::new();
    for _ in 0..MOST_PASSES {
        let mut eval = Eval::new(program, options.clone(), None);
        eval.policy.induction =
            Some(Box::new(Induction { k, cuts: cuts.clone(), changes, ..Induction::default() }));
        eval.pause = Some(budget.left(solver));
        let outcome = eval.run();
        budget.add(&eval, 0);
        let induction = eval.policy.induction.take().expect("it was put there");
        if matches!(outcome, Outcome::Paused | Outcome::Deadline) {
            return Ok(Attempt::Late);
        }
        let Outcome::Complete(completed) = outcome else {
            return Ok(Attempt::Open(format!("the evaluation ends early: {outcome:?}")));
        };
        if let Some(why) = induction.failed {
            return Ok(Attempt::Open(why));
        }
        let before = cuts.clone();
        cuts.loops.extend(induction.endure.iter().copied());
        if eval.vm.ledger.obligations.iter().any(|o| o.kind.is_bound()) {
            cuts.loops.extend(eval.policy.long_loops.iter().copied());
            cuts.functions.extend(eval.policy.long_functions.iter().copied());
        }
        if induction.grown || cuts != before {
            changes = induction.changes;
            continue;
        }
        if k > 0 && cuts.loops.is_empty() {
            return Ok(Attempt::Open("no loop is cut, so that nothing more is assumed".to_owned()));
        }
        return prove((eval, completed), &induction, solver, budget, cuts);
    }
    Ok(Attempt::Open("there are always more changes".to_owned()))
}

fn prove(
    (mut eval, completed): (Eval<'_>, Completed),
    induction: &Induction,
    solver: &mut dyn Solver,
    budget: &mut Budget,
    cuts: Cuts,
) -> Result<Attempt, Fault> {
    let instances = induction.instances();
    let b = &mut eval.vm.ledger.d.terms;
    for &t in &induction.assumptions {
        solver.assert(b, t)?;
    }
    let mut open: Vec<Candidate> = Vec::new();
    let (mut why, mut deferred) = (String::new(), false);
    let conditions: Vec<Term> = eval.vm.ledger.obligations.iter().map(|o| o.cond).collect();
    for stage in [Stage::Linear, Stage::Conditional, Stage::Elements] {
        let before = eval.effort();
        let b = &mut eval.vm.ledger.d.terms;
        let wanted: Vec<Term> =
            conditions.iter().copied().chain(open.iter().map(|c: &Candidate| c.broken)).collect();
        let more = candidates(b, induction, stage, &wanted);
        if more.is_empty() && stage > Stage::Linear {
            continue;
        }
        tracing::debug!(
            "induction with {} assumed, {stage:?}: {} loops and {} functions cut, {} instances, {} claims, {} obligations",
            induction.k,
            cuts.loops.len(),
            cuts.functions.len(),
            instances.len(),
            more.len(),
            eval.vm.ledger.obligations.len()
        );
        for candidate in &more {
            solver.assert(b, candidate.holds)?;
        }
        open.extend(more);
        budget.add(&eval, before);
        if !houdini(&mut eval, solver, budget, &mut open)? {
            return Ok(Attempt::Late);
        }
        let b = &mut eval.vm.ledger.d.terms;
        for candidate in &open {
            tracing::debug!("instance {}: {}", candidate.of, candidate.conjecture.text(b));
        }
        let mut assumed: Vec<Term> = open.iter().map(|c| c.on).collect();
        assumed.push(b.or_all(conditions.iter().copied()));
        let limits = budget.limits(&eval, solver, None);
        let b = &mut eval.vm.ledger.d.terms;
        why = match solver.check(b, &assumed, &limits)? {
            Answer::Unsat(refutation) => {
                fewer(&mut eval, solver, budget, &mut open)?;
                let say = |c: &Candidate| {
                    acsl::invariant(
                        eval.vm.ledger.program,
                        &eval.vm.memory.space,
                        &eval.vm.ledger.d.terms,
                        instances[c.of],
                        &c.conjecture,
                    )
                };
                let mut invariants: Vec<Invariant> = Vec::new();
                for known in open.iter().filter_map(say) {
                    if !invariants.contains(&known) {
                        invariants.push(known);
                    }
                }
                let outline = Box::new(export(&mut eval, induction, &cuts, &open));
                let grounds = Box::new(grounds(&eval, &outline, &induction.assumptions, &open));
                let evidence = Inducted((completed, refutation));
                return Ok(Attempt::Proven { evidence, cuts, invariants, outline, grounds });
            }
            Answer::Sat => {
                let model = solver.model(b)?;
                let mut values = Evaluator::new(b.store(), &model);
                let hits = eval.vm.ledger.obligations.iter().filter(|o| values.bool(o.cond));
                let hit = hits.min_by_key(|o| matches!(o.kind, Kind::Deferred(..)));
                deferred = hit.is_some_and(|o| matches!(o.kind, Kind::Deferred(..)));
                format!("a violation is left: {:?}", hit.map(|o| (&o.kind, o.loc)))
            }
            Answer::Unknown(Reason::Deadline | Reason::Effort) => return Ok(Attempt::Late),
            Answer::Unknown(reason) => reason.to_string(),
        };
    }
    Ok(if deferred { Attempt::Deferred } else { Attempt::Open(why) })
}

/// The questions of a proof with these invariants: with all of them assumed, none is broken, and no obligation is violated.
fn grounds(eval: &Eval<'_>, outline: &ProofOutline, assumptions: &[Term], open: &[Candidate]) -> Grounds {
    let mut assumed = assumptions.to_vec();
    assumed.extend(open.iter().flat_map(|c| [c.holds, c.on]));
    let mut ask = Vec::new();
    let broken: Vec<Term> = open.iter().map(|c| c.broken).collect();
    if !broken.is_empty() {
        ask.push(Question { purpose: Purpose::Candidates, assumed: assumed.clone(), any: broken });
    }
    let any: Vec<Term> = eval.vm.ledger.obligations.iter().map(|o| o.cond).collect();
    if !any.is_empty() {
        ask.push(Question { purpose: Purpose::Obligations, assumed, any });
    }
    let mut grounds = Grounds::new(ask, &eval.vm.ledger.obligations);
    grounds.terms = Some(Rc::clone(&outline.terms));
    grounds
}

/// Drops candidates until those that are left are inductive together (C. Flanagan, K. R. M. Leino, "Houdini", FME 2001).
/// False when the effort is spent.
fn houdini(
    eval: &mut Eval<'_>,
    solver: &mut dyn Solver,
    budget: &Budget,
    open: &mut Vec<Candidate>,
) -> Result<bool, Fault> {
    // Candidates that are not decided all at once are asked about one by one.
    let mut single = false;
    while !open.is_empty() {
        if budget.left(solver) == 0 || is_late(eval.vm.ledger.options.deadline) {
            return Ok(false);
        }
        let on: Vec<Term> = open.iter().map(|c| c.on).collect();
        if !single {
            let limits = budget.limits(eval, solver, Some(CONFLICTS));
            let b = &mut eval.vm.ledger.d.terms;
            let mut assumed = on;
            assumed.push(b.or_all(open.iter().map(|c| c.broken)));
            match solver.check(b, &assumed, &limits)? {
                Answer::Unsat(_) => return Ok(true),
                Answer::Sat => drop_broken(eval, solver, open)?,
                Answer::Unknown(_) => single = true,
            }
            continue;
        }
        let before = open.len();
        for i in (0..open.len()).rev() {
            let mut assumed: Vec<Term> = open.iter().map(|c| c.on).collect();
            assumed.push(open[i].broken);
            let limits = budget.limits(eval, solver, Some(CONFLICTS_ONE));
            let answer = solver.check(&mut eval.vm.ledger.d.terms, &assumed, &limits)?;
            if !matches!(answer, Answer::Unsat(_)) {
                open.remove(i);
            }
        }
        if open.len() == before {
            return Ok(true);
        }
    }
    Ok(true)
}

/// Drops invariants that a proof does not need, as long as that is cheap to find out.
fn fewer(
    eval: &mut Eval<'_>,
    solver: &mut dyn Solver,
    budget: &Budget,
    open: &mut Vec<Candidate>,
) -> Result<(), Fault> {
    let before = solver.effort();
    let obligations: Vec<Term> = eval.vm.ledger.obligations.iter().map(|o| o.cond).collect();
    let mut size = open.len().div_ceil(2);
    while size > 0 {
        let mut from = 0;
        while from < open.len() {
            if solver.effort() - before >= FEWER {
                return Ok(());
            }
            let others = open.iter().enumerate().filter(|(i, _)| !(from..from + size).contains(i));
            let others: Vec<&Candidate> = others.map(|(_, c)| c).collect();
            let limits = budget.limits(eval, solver, Some(CONFLICTS_ONE));
            let b = &mut eval.vm.ledger.d.terms;
            let mut assumed: Vec<Term> = others.iter().map(|c| c.on).collect();
            assumed.push(b.or_all(others.iter().map(|c| c.broken).chain(obligations.iter().copied())));
            let answer = solver.check(b, &assumed, &limits)?;
            if matches!(answer, Answer::Unsat(_)) {
                open.drain(from..(from + size).min(open.len()));
            } else {
                from += size;
            }
        }
        size /= 2;
    }
    Ok(())
}

/// Drops the candidates that the last model breaks.
fn drop_broken(eval: &mut Eval<'_>, solver: &mut dyn Solver, open: &mut Vec<Candidate>) -> Result<(), Fault> {
    let model = solver.model(&mut eval.vm.ledger.d.terms)?;
    let mut values = Evaluator::new(eval.vm.ledger.d.terms.store(), &model);
    let before = open.len();
    open.retain(|c| !values.bool(c.broken));
    if open.len() == before {
        return Err(Fault::Replay("a model breaks none of the claims that it should".to_owned()));
    }
    Ok(())
}
