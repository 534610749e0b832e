//! A round: its state, what is open in it, and what is said where it ends.

use super::again::Again;
use super::refuted::Refutations;
use super::{Options, Progress, Purpose, Question};
use crate::base::effort::SECOND;
use crate::engine::bmc::explore::{Eval, Outcome};
use crate::engine::bmc::ledger::{At, EvalOptions, Kind, Learned, Obligation};
use crate::engine::bmc::policy::induction::Cuts;
use crate::engine::verdict::{Cause, Fault, Halted, Stage, Verdict, Violation};
use crate::ilr::Term;
use crate::ilr::eval::Evaluator;
use crate::program::{FuncId, Program};
use crate::property::Check;
use crate::smt::{Answer, Limits, Reason, Refutation, Solver};
use std::cell::RefCell;
use std::collections::HashSet;
use std::rc::Rc;

/// Conflicts that the question whether a path has runs may cost.
const FEASIBLE_CONFLICTS: u64 = 300;

/// Effort that it may take to ask whether a path has runs.
const FEASIBLE_EFFORT: u64 = SECOND / 2;

/// What a round has found so far.
#[derive(Default)]
pub(super) struct Findings {
    /// Violations, in the order in which they were found.
    pub(super) found: Vec<Violation>,
    /// What `found` covers.
    pub(super) listed: HashSet<(Check, At)>,
    /// Conditions of obligations that no run violates before a violation that is listed.
    pub(super) settled: HashSet<Term>,
    /// Number of obligations already looked at.
    pub(super) seen: usize,
    /// What the round has to do that it has not done.
    pub(super) again: Again,
}

/// One round: all bounds the same.
pub(super) struct Round<'p, 'o> {
    pub(super) program: &'p Program,
    pub(super) options: &'o Options,
    pub(super) eval: Eval<'p>,
    pub(super) solver: Rc<RefCell<Box<dyn Solver>>>,
    pub(super) bound: u32,
    /// The bound of the round before.
    pub(super) complete: Option<u32>,
    pub(super) stage: Stage,
    /// Conditions known to have no model.
    pub(super) refuted: Refutations,
    pub(super) findings: Findings,
    /// Questions that were answered with unsat.
    pub(super) questions: Rc<RefCell<Vec<Question>>>,
}

impl<'p, 'o> Round<'p, 'o> {
    /// A round at its start.
    pub(super) fn new(
        program: &'p Program,
        options: &'o Options,
        (bound, complete, learned): (u32, Option<u32>, Learned),
        solver: Box<dyn Solver>,
    ) -> Round<'p, 'o> {
        let eval_options = EvalOptions { bound, learned, ..options.eval.clone() };
        let solver = Rc::new(RefCell::new(solver));
        let mut eval = Eval::new(program, eval_options, None);
        let (asked, stop, deadline) = (solver.clone(), options.eval.stop.clone(), options.eval.deadline);
        let answering = Rc::clone(&eval.answering);
        let questions: Rc<RefCell<Vec<Question>>> = Rc::default();
        let without_runs = Rc::clone(&questions);
        eval.policy.feasible = Some(Box::new(move |b, path, effort| {
            let conflicts = Some(FEASIBLE_CONFLICTS * effort);
            let effort = Some(FEASIBLE_EFFORT);
            let limits = Limits { deadline, effort, stop: stop.clone(), conflicts, ..Limits::default() };
            let mut solver = asked.borrow_mut();
            let before = solver.effort();
            let answer = solver.check(b, &[path], &limits);
            answering.set(answering.get() + (solver.effort() - before));
            // A failing solver is noticed when the obligations are solved.
            match answer {
                Ok(Answer::Unsat(_)) => {
                    let question = Question { purpose: Purpose::Path, assumed: Vec::new(), any: vec![path] };
                    without_runs.borrow_mut().push(question);
                    Some(false)
                }
                Ok(Answer::Sat) => Some(true),
                Ok(Answer::Unknown(_)) | Err(_) => None,
            }
        }));
        Round {
            program,
            options,
            eval,
            solver,
            bound,
            complete,
            stage: Stage::Evaluation,
            refuted: Refutations::default(),
            findings: Findings::default(),
            questions,
        }
    }

    /// The limits of the whole check.
    pub(super) fn limits(&self) -> Limits {
        Limits {
            deadline: self.options.eval.deadline,
            stop: self.options.eval.stop.clone(),
            ..Limits::default()
        }
    }

    /// Begins to evaluate, with this effort until it pauses.
    pub(super) fn evaluate(&mut self, effort: u64, progress: &mut dyn FnMut(&Progress)) -> Outcome {
        self.begin(Stage::Evaluation, progress);
        self.eval.pause = Some(effort);
        self.eval.run()
    }

    /// Effort so far.
    pub(super) fn effort(&self) -> u64 {
        self.eval.effort() - self.eval.answering.get() + self.solver.borrow().effort()
    }

    /// What goes on too long to be followed.
    pub(super) fn cuts(&self) -> Cuts {
        Cuts {
            loops: self.eval.policy.long_loops.clone(),
            functions: self.eval.policy.long_functions.clone(),
        }
    }

    /// Whether runs may go on beyond the bound.
    pub(super) fn has_bounds(&self) -> bool {
        self.eval.vm.ledger.obligations.iter().any(|o| o.kind.is_bound())
    }

    /// The obligations that are checks.
    pub(super) fn checks(&self) -> impl Iterator<Item = &Obligation> {
        self.eval.vm.ledger.obligations.iter().filter(|o| matches!(o.kind, Kind::Check(_)))
    }

    /// What is known when the round cannot go on.
    pub(super) fn cut(&mut self, cause: Cause) -> Verdict {
        if self.findings.found.is_empty() {
            Verdict::Unknown(cause)
        } else {
            Verdict::False(std::mem::take(&mut self.findings.found))
        }
    }

    /// Remembers conditions of obligations that a solver has refuted together.
    pub(super) fn note_refuted(&mut self, any: Vec<Term>, by: &Refutation) {
        self.refuted.add(&any, by);
        let assumed = self.eval.vm.ledger.threads.consistent.into_iter().collect();
        let question = Question { purpose: Purpose::Obligations, assumed, any };
        self.questions.borrow_mut().push(question);
    }

    /// What may be violated and is not decided: the obligations' conditions, and when that happens on runs that violate
    /// nothing before that is listed. Obligations are in an order that all runs follow.
    pub(super) fn open(&mut self) -> (Vec<Term>, Vec<Term>) {
        let b = &mut self.eval.vm.ledger.d.terms;
        let mut listed_before = b.ff();
        let (mut open, mut conds) = (Vec::new(), Vec::new());
        for o in &self.eval.vm.ledger.obligations {
            let Kind::Check(check) = o.kind else { continue };
            if self.findings.listed.contains(&(check, o.at)) {
                listed_before = b.or(listed_before, o.cond);
            } else if !self.findings.settled.contains(&o.cond) {
                let not_before = b.not(listed_before);
                open.push(o.cond);
                conds.push(b.and(o.cond, not_before));
            }
        }
        (open, conds)
    }

    /// The first of some obligations that can be reached.
    pub(super) fn reachable(
        &mut self,
        which: &dyn Fn(&Kind) -> bool,
        limits: &Limits,
    ) -> Result<Option<Cause>, Fault> {
        let open: Vec<Obligation> =
            self.eval.vm.ledger.obligations.iter().filter(|o| which(&o.kind)).cloned().collect();
        if open.is_empty() {
            return Ok(None);
        }
        let any = self.eval.vm.ledger.d.terms.or_all(open.iter().map(|o| o.cond));
        let answer = self.question(&[any], limits)?;
        match answer {
            Answer::Unsat(refutation) => {
                self.note_refuted(open.iter().map(|o| o.cond).collect(), &refutation);
                Ok(None)
            }
            Answer::Sat => {
                let model = self.solver.borrow_mut().model(&mut self.eval.vm.ledger.d.terms)?;
                let mut values = Evaluator::new(self.eval.vm.ledger.d.terms.store(), &model);
                let hit = open.iter().find(|o| values.bool(o.cond)).unwrap_or(&open[0]);
                Ok(Some(self.cause(hit)))
            }
            Answer::Unknown(reason) => Ok(Some(self.cause_of(reason))),
        }
    }

    /// What is said where an obligation can be violated that is no check.
    pub(super) fn cause(&self, o: &Obligation) -> Cause {
        let name = |f: FuncId| self.program.func(f).source_name.clone();
        match &o.kind {
            Kind::LoopBound { func, loc } => {
                let line = loc.map(|l| self.program.locs[l.index()].line);
                let bound = self.eval.vm.ledger.options.bound_for(self.program, *func, line);
                Cause::Bound { bound, what: format!("loop in {}", name(*func)), loc: loc.or(o.loc) }
            }
            Kind::RecursionBound { func } => {
                let bound = self.eval.vm.ledger.options.bound_for(self.program, *func, None);
                Cause::Bound { bound, what: format!("recursion of {}", name(*func)), loc: o.loc }
            }
            Kind::Unsupported(what) => Cause::Unsupported { what: what.clone(), loc: o.loc },
            Kind::Endless => Cause::Endless(o.loc),
            Kind::Undefined(check) => Cause::Undefined { check: *check, loc: o.loc },
            Kind::Deferred(..) => Cause::Undefined { check: Check::InvalidRead, loc: o.loc },
            Kind::Check(check) => Cause::Undefined { check: *check, loc: o.loc },
        }
    }

    /// What is said where the solver gave up.
    pub(super) fn cause_of(&self, reason: Reason) -> Cause {
        match reason {
            Reason::Deadline => Cause::Timeout(self.halted()),
            Reason::Memory | Reason::Stopped => Cause::Memory(self.halted()),
            other => Cause::Solver(other.to_string()),
        }
    }

    /// What is being done, should a limit end it.
    pub(super) fn halted(&self) -> Halted {
        Halted { stage: Some(self.stage), bound: Some(self.bound), complete: self.complete }
    }

    /// Begins with something else, and says so.
    pub(super) fn begin(&mut self, stage: Stage, progress: &mut dyn FnMut(&Progress)) {
        self.stage = stage;
        progress(&Progress {
            halted: self.halted(),
            steps: self.eval.steps,
            open: self.eval.vm.ledger.obligations.len() - self.findings.seen,
            terms: self.eval.vm.ledger.d.terms.len(),
        });
    }
}
