//! From a program to a verdict: evaluate, refute or satisfy the obligations, replay, deepen.

mod budget;
mod concrete_run;
mod grounds;
mod induction;
mod recheck;
mod refuted;
mod replay;
mod script;
mod strays;

pub use budget::Budget;
pub use concrete_run::Executed;
pub use grounds::{DischargedObligation, Grounds, Purpose, Question};
pub use induction::{Attempt, Inducted, attempt};
pub use recheck::{Accepted, recheck};
pub use refuted::Refuted;
pub use replay::describe;

use self::budget::Patience;
use self::concrete_run::execute;
use crate::base::effort::{self, SECOND};
use crate::base::{Stopwatch, is_late};
use crate::engine::bmc::explore::{Eval, Outcome};
use crate::engine::bmc::ledger::{At, EvalOptions, Followed, Kind, Obligation};
use crate::engine::bmc::memory::LAYOUT;
use crate::engine::bmc::policy::induction::Cuts;
use crate::engine::verdict::{
    Cause, Disagreement, Fault, Halted, Proof, Replayed, Run, Stage, Verdict, Violation,
};
use crate::ilr::Term;
use crate::ilr::eval::{Evaluator, Model};
use crate::program::{FuncId, Program};
use crate::property::Check;
use crate::smt::{Answer, Limits, Reason, Refutation, Solver};
use induction::Schedule;
use refuted::Refutations;
use replay::{Promise, ReplayOutcome, on_machine, replay};
use std::cell::RefCell;
use std::collections::HashSet;
use std::rc::Rc;
use strays::Strays;

/// What to check and how far.
#[derive(Clone)]
pub struct Options {
    /// What each evaluation is to do; its bound is that of the round.
    pub eval: EvalOptions,
    /// Bound of loops and recursion; deepening without one.
    pub bound: Option<u32>,
    /// Whether to look for every violated check instead of the first.
    pub all: bool,
    /// Whether to try induction where no bound suffices.
    pub induction: bool,
    /// Whether to check its proofs once more.
    pub recheck: bool,
}

/// What is going on, for people who wait.
#[derive(Clone, Debug)]
pub struct Progress {
    /// What is being done, with which bound, and which was complete.
    pub halted: Halted,
    /// Instructions evaluated in it.
    pub steps: u64,
    /// Obligations not yet decided.
    pub open: usize,
    /// Terms made.
    pub terms: usize,
}

/// Seconds of all solvers of a check, and of its attempts at induction.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub struct Spent {
    /// Making circuits and clauses.
    pub encode: f64,
    /// In the SAT solver, or waiting for another solver.
    pub search: f64,
    /// In attempts at induction, with what their solvers take.
    pub induction: f64,
    /// In second checks of its proofs, with what their solvers take.
    pub recheck: f64,
}

/// What became of proofs by induction in the second check.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Rechecked {
    /// Number of proofs that were accepted.
    pub accepted: u32,
    /// Why others were not.
    pub rejected: Vec<String>,
}

impl Spent {
    /// Adds what a solver took that is not used any more.
    pub fn add(&mut self, solver: &dyn Solver) {
        let statistics = solver.statistics();
        self.encode += statistics.encode_seconds;
        self.search += statistics.solve_seconds;
    }
}

/// Figures of one round.
pub struct Figures {
    /// Bound.
    pub bound: u32,
    /// Effort, in the units of [`effort`](crate::base::effort); without that of attempts at induction.
    pub effort: u64,
    /// Instructions evaluated.
    pub steps: u64,
    /// Applications asked of the builder, repeated ones included.
    pub requests: u64,
    /// Terms.
    pub terms: usize,
    /// Obligations.
    pub obligations: usize,
    /// Figures of the solver; its seconds are [`Report::spent`]'s.
    pub solver: crate::smt::Statistics,
}

/// The verdict and what is to be said besides.
pub struct Report {
    /// The verdict.
    pub verdict: Verdict,
    /// Functions without a body that were called.
    pub undefined: Vec<FuncId>,
    /// Figures of the last round.
    pub round: Figures,
    /// Where the time of all rounds went.
    pub spent: Spent,
    /// The second checks of proofs by induction.
    pub rechecked: Rechecked,
    /// The last round's formula: the builder and the conditions of its checks.
    pub formula: Option<(crate::rewrite::Builder, Vec<Term>)>,
    /// What the verdict stands on, if it is TRUE and not from a single execution.
    pub grounds: Option<Grounds>,
}

/// Bounds of the rounds without a given bound.
const LADDER: [u32; 12] = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 4096];

/// Conflicts that the question whether a path has runs may cost.
const FEASIBLE_CONFLICTS: u64 = 300;

/// Effort that it may take to ask whether a path has runs.
const FEASIBLE_EFFORT: u64 = SECOND / 2;

/// Conflicts that the search for a smaller counterexample may cost.
const WISH_CONFLICTS: u64 = 2000;

/// Effort of evaluation after which what was found so far is looked at.
const SLICE: u64 = SECOND + SECOND / 2;

/// Effort of the first look at what is open where induction can be tried: a proof is cheap where a formula is large.
const GLANCE: u64 = SECOND / 4;

/// Conflicts that a question may cost before something else is tried.
const CONFLICTS: u64 = 20_000;

/// Checks a program.
///
/// # Errors
/// A fault of our own: a counterexample that does not replay, a solver that misbehaves.
pub fn check(
    program: &Program,
    options: &Options,
    make_solver: &dyn Fn() -> Box<dyn Solver>,
    progress: &mut dyn FnMut(&Progress),
) -> Result<Report, Fault> {
    let given = options.bound.map(|b| vec![b]);
    let bounds = given.unwrap_or_else(|| LADDER.to_vec());
    let mut inductions = Schedule::new(program, options, make_solver);
    let mut last = None;
    let mut spent = Spent::default();
    let mut bounds = bounds.into_iter();
    let mut next = bounds.next();
    let mut strays = Strays::default();
    while let Some(bound) = next {
        let complete = last.as_ref().map(|report: &Report| report.round.bound);
        let followed = strays.followed(options.all);
        let round = Round::new(program, options, (bound, complete, followed), make_solver());
        let (solver, watch) = (round.solver.clone(), Stopwatch::start());
        let (mut report, more) = round.run(progress, &mut inductions)?;
        spent.add(&**solver.borrow());
        inductions.add_effort(report.round.effort);
        let of_solver = solver.borrow().effort();
        tracing::debug!(bound, effort = report.round.effort, of_solver, seconds = watch.seconds(), "round");
        report.spent = inductions.spent();
        report.spent.encode += spent.encode;
        report.spent.search += spent.search;
        report.rechecked = inductions.rechecked().clone();
        if !more.is_empty() {
            tracing::debug!(bound, places = more.at.len(), more.from_start, "strays are followed");
            strays.extend(more);
            continue;
        }
        next = bounds.next();
        if !matches!(report.verdict, Verdict::Unknown(Cause::Bound { .. })) {
            return Ok(with_rejected(report));
        }
        last = Some(report);
    }
    Ok(with_rejected(last.expect("there is a bound")))
}

/// Says of an unknown verdict that there is a proof, if it was not accepted.
fn with_rejected(mut report: Report) -> Report {
    if let Verdict::Unknown(cause) = &report.verdict
        && let Some(why) = report.rechecked.rejected.last()
    {
        let cause = Cause::Rejected { why: why.clone(), otherwise: Box::new(cause.clone()) };
        report.verdict = Verdict::Unknown(cause);
    }
    report
}

/// What solving what is open came to.
enum Look {
    /// The round ends so.
    Ends(Verdict),
    /// Nothing is open any more.
    Settled,
    /// Something is.
    Open,
}

/// What became of the search for a run that the machine can execute.
enum Executable {
    /// It has this model, and what was asked for.
    Run(Term, Model),
    /// There is none.
    No,
    /// The solver gave up.
    Unknown(Reason),
}

/// What the replay of a model's run came to.
enum Confirmed {
    /// A violation that was not known.
    Violation(Violation),
    /// What was found before; or it stays open whether an uninitialised value matters, which then is not found out.
    Nothing,
    /// The time was up.
    Late,
    /// Strays have to be followed from the start.
    Again,
}

impl Confirmed {
    fn of(found: Option<Violation>) -> Confirmed {
        found.map_or(Confirmed::Nothing, Confirmed::Violation)
    }
}

/// What a round has found so far.
#[derive(Default)]
struct Findings {
    /// Violations, in the order in which they were found.
    found: Vec<Violation>,
    /// What `found` covers.
    listed: HashSet<(Check, At)>,
    /// Conditions of obligations that no run violates before a violation that is listed.
    settled: HashSet<Term>,
    /// Number of obligations already looked at.
    seen: usize,
    /// Where strays are met that have to be followed.
    strays: Strays,
}

/// One round: all bounds the same.
struct Round<'p, 'o> {
    program: &'p Program,
    options: &'o Options,
    eval: Eval<'p>,
    solver: Rc<RefCell<Box<dyn Solver>>>,
    bound: u32,
    /// The bound of the round before.
    complete: Option<u32>,
    stage: Stage,
    /// Conditions known to have no model.
    refuted: Refutations,
    findings: Findings,
    /// Questions that were answered with unsat.
    questions: Rc<RefCell<Vec<Question>>>,
}

impl<'p, 'o> Round<'p, 'o> {
    fn new(
        program: &'p Program,
        options: &'o Options,
        (bound, complete, followed): (u32, Option<u32>, Followed),
        solver: Box<dyn Solver>,
    ) -> Round<'p, 'o> {
        let eval_options = EvalOptions { bound, followed, ..options.eval.clone() };
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

    fn limits(&self) -> Limits {
        Limits {
            deadline: self.options.eval.deadline,
            stop: self.options.eval.stop.clone(),
            ..Limits::default()
        }
    }

    fn run(
        mut self,
        progress: &mut dyn FnMut(&Progress),
        inductions: &mut Schedule<'_>,
    ) -> Result<(Report, Strays), Fault> {
        let mut executed = false;
        let mut verdict = match self.decide(progress, inductions, &mut executed) {
            Ok(verdict) => verdict,
            Err(fault) if self.findings.found.is_empty() => return Err(fault),
            Err(fault) => return Err(Fault::After { found: self.findings.found, fault: Box::new(fault) }),
        };
        if matches!(verdict, Verdict::Unknown(Cause::Bound { .. }))
            && let Some(proven) = self.induct(progress, inductions)?
        {
            verdict = proven;
        }
        let grounds = match &verdict {
            Verdict::True(_) if executed => None,
            Verdict::True(proof) if proof.assumed().is_some() => inductions.take_grounds(),
            Verdict::True(_) => Some(Grounds::new(self.questions.take(), &self.eval.vm.ledger.obligations)),
            _ => None,
        };
        let conds = self.checks().map(|o| o.cond).collect();
        let report = Report {
            verdict,
            undefined: self.eval.vm.undefined.clone(),
            round: Figures {
                bound: self.bound,
                effort: self.effort(),
                steps: self.eval.steps,
                requests: self.eval.vm.ledger.d.terms.requests(),
                terms: self.eval.vm.ledger.d.terms.len(),
                obligations: self.eval.vm.ledger.obligations.len(),
                solver: self.solver.borrow().statistics(),
            },
            spent: Spent::default(),
            rechecked: Rechecked::default(),
            formula: Some((std::mem::take(&mut self.eval.vm.ledger.d.terms), conds)),
            grounds,
        };
        if matches!(report.verdict, Verdict::Unknown(Cause::Timeout(_) | Cause::Memory(_))) {
            // Who has no time left does not want to wait until states, and the solver that it holds, are given back part by part.
            std::mem::forget(self.eval);
        }
        Ok((report, self.findings.strays))
    }

    /// Effort so far.
    fn effort(&self) -> u64 {
        self.eval.effort() - self.eval.answering.get() + self.solver.borrow().effort()
    }

    /// What goes on too long to be followed.
    fn cuts(&self) -> Cuts {
        Cuts {
            loops: self.eval.policy.long_loops.clone(),
            functions: self.eval.policy.long_functions.clone(),
        }
    }

    /// Another attempt at a proof by induction, where nothing was found.
    fn induct(
        &mut self,
        progress: &mut dyn FnMut(&Progress),
        inductions: &mut Schedule<'_>,
    ) -> Result<Option<Verdict>, Fault> {
        if !self.findings.found.is_empty() {
            return Ok(None);
        }
        self.begin(Stage::Induction, progress);
        Ok(inductions.attempt(&self.eval.vm.ledger.options, self.cuts(), self.effort())?.map(Verdict::True))
    }

    fn checks(&self) -> impl Iterator<Item = &Obligation> {
        self.eval.vm.ledger.obligations.iter().filter(|o| matches!(o.kind, Kind::Check(_)))
    }

    fn decide(
        &mut self,
        progress: &mut dyn FnMut(&Progress),
        inductions: &mut Schedule<'_>,
        executed: &mut bool,
    ) -> Result<Verdict, Fault> {
        let mut slice = SLICE;
        self.begin(Stage::Evaluation, progress);
        self.eval.pause = Some(slice);
        let mut outcome = self.eval.run();
        let completed = loop {
            let early = outcome == Outcome::Paused;
            let is_fresh = inductions.is_fresh() && !self.cuts().is_empty();
            let effort = if is_fresh { GLANCE } else { slice };
            let mut patience = Patience { conflicts: CONFLICTS, effort };
            loop {
                let more = self.findings.found.is_empty() && inductions.is_open() && !self.cuts().is_empty();
                match self.look((early || more).then_some(patience), progress)? {
                    Look::Ends(verdict) => return Ok(verdict),
                    Look::Settled => break,
                    Look::Open if early => break,
                    Look::Open => {}
                }
                if let Some(verdict) = self.induct(progress, inductions)? {
                    return Ok(verdict);
                }
                patience = patience.doubled();
            }
            match outcome {
                Outcome::Paused => {
                    if let Some(verdict) = self.induct(progress, inductions)? {
                        return Ok(verdict);
                    }
                    self.begin(Stage::Evaluation, progress);
                    // Where evaluation is slow, there may be one long run only.
                    if slice == SLICE {
                        match execute(self.program, self.options) {
                            Some(concrete_run::Ended::Violated(found)) => {
                                return Ok(Verdict::False(vec![*found]));
                            }
                            Some(concrete_run::Ended::Well(end)) => {
                                *executed = true;
                                return Ok(Verdict::True(Proof::executed(end, self.bound)));
                            }
                            None => {}
                        }
                    }
                    slice *= 2;
                    self.eval.pause = Some(self.eval.effort() + slice);
                    outcome = self.eval.resume();
                }
                Outcome::Complete(evidence) => break evidence,
                Outcome::Deadline => return Ok(self.cut(Cause::Timeout(self.halted()))),
                Outcome::Memory | Outcome::Stopped => return Ok(self.cut(Cause::Memory(self.halted()))),
            }
        };
        self.begin(Stage::Solving, progress);
        if !self.findings.found.is_empty() {
            return Ok(Verdict::False(std::mem::take(&mut self.findings.found)));
        }
        // Every check holds on every run that was followed; now what was not followed.
        if let Some(cause) = self.find_strays()? {
            return Ok(Verdict::Unknown(cause));
        }
        // A larger bound does not end what repeats itself.
        if let Some(cause) = self.reachable(&|k| *k == Kind::Endless)? {
            return Ok(Verdict::Unknown(cause));
        }
        let limited = |k: &Kind| matches!(k, Kind::LoopBound { .. } | Kind::RecursionBound { .. });
        let other = |k: &Kind| matches!(k, Kind::Unsupported(_) | Kind::Undefined(_));
        if let Some(cause) = self.reachable(&limited)? {
            return Ok(Verdict::Unknown(cause));
        }
        if let Some(cause) = self.reachable(&other)? {
            return Ok(Verdict::Unknown(cause));
        }
        Ok(match self.refuted.all(&self.eval.vm.ledger.d.terms, &self.eval.vm.ledger.obligations) {
            Some(refuted) => Verdict::True(Proof::new(completed, refuted, self.bound)),
            None => Verdict::Unknown(Cause::Solver("an obligation was left undecided".to_owned())),
        })
    }

    /// What is known when the round cannot go on.
    fn cut(&mut self, cause: Cause) -> Verdict {
        if self.findings.found.is_empty() {
            Verdict::Unknown(cause)
        } else {
            Verdict::False(std::mem::take(&mut self.findings.found))
        }
    }

    /// Solves what is open, as long as the patience lasts.
    fn look(
        &mut self,
        patience: Option<Patience>,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Look, Fault> {
        let before = self.solver.borrow().effort();
        loop {
            let (open, conds) = self.open();
            self.begin(Stage::Solving, progress);
            self.findings.seen = self.eval.vm.ledger.obligations.len();
            if open.is_empty() {
                return Ok(Look::Settled);
            }
            let any = self.eval.vm.ledger.d.terms.or_all(conds.iter().copied());
            let spent = self.solver.borrow().effort() - before;
            let limits = Limits {
                conflicts: patience.map(|p| p.conflicts),
                effort: effort::left(patience.map(|p| p.effort), spent),
                ..self.limits()
            };
            let answer = self.solver.borrow_mut().check(&mut self.eval.vm.ledger.d.terms, &[any], &limits)?;
            match answer {
                Answer::Unsat(refutation) => {
                    self.findings.settled.extend(open);
                    self.note_refuted(conds, &refutation);
                    return Ok(Look::Settled);
                }
                Answer::Sat => {
                    let model = self.solver.borrow_mut().model(&mut self.eval.vm.ledger.d.terms)?;
                    let (any, model) = match self.executable(any, &model, &limits)? {
                        Executable::Run(any, model) => (any, model),
                        Executable::No => {
                            self.leave_to_places(&open, &model);
                            continue;
                        }
                        Executable::Unknown(Reason::ConflictLimit | Reason::Effort) if patience.is_some() => {
                            return Ok(Look::Open);
                        }
                        Executable::Unknown(reason) => {
                            return Ok(Look::Ends(self.cut(self.cause_of(reason))));
                        }
                    };
                    let model = self.smaller(any, model)?;
                    self.begin(Stage::Replay, progress);
                    match self.confirm(&model)? {
                        Confirmed::Violation(violation) => {
                            self.findings.found.push(violation);
                            if !self.options.all {
                                return Ok(Look::Ends(Verdict::False(std::mem::take(
                                    &mut self.findings.found,
                                ))));
                            }
                        }
                        Confirmed::Nothing => {}
                        // The round counts for nothing.
                        Confirmed::Again => {
                            let cause = Cause::Undefined { check: Check::InvalidRead, loc: None };
                            return Ok(Look::Ends(Verdict::Unknown(cause)));
                        }
                        Confirmed::Late => {
                            return Ok(Look::Ends(self.cut(Cause::Timeout(self.halted()))));
                        }
                    }
                }
                Answer::Unknown(Reason::ConflictLimit | Reason::Effort) if patience.is_some() => {
                    return Ok(Look::Open);
                }
                Answer::Unknown(reason) => return Ok(Look::Ends(self.cut(self.cause_of(reason)))),
            }
        }
    }

    /// Remembers conditions of obligations that a solver has refuted together.
    fn note_refuted(&mut self, any: Vec<Term>, by: &Refutation) {
        self.refuted.add(&any, by);
        let question = Question { purpose: Purpose::Obligations, assumed: Vec::new(), any };
        self.questions.borrow_mut().push(question);
    }

    /// What may be violated and is not decided: the obligations' conditions, and when that happens on runs that violate
    /// nothing before that is listed. Obligations are in an order that all runs follow.
    fn open(&mut self) -> (Vec<Term>, Vec<Term>) {
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

    /// A model in which objects lie where the machine has them.
    fn executable(&mut self, any: Term, model: &Model, limits: &Limits) -> Result<Executable, Fault> {
        let fixed = self.eval.vm.memory.at_fixed(&mut self.eval.vm.ledger);
        let b = &mut self.eval.vm.ledger.d.terms;
        if b.as_bool(fixed) == Some(true) {
            return Ok(Executable::Run(any, model.clone()));
        }
        let any = b.and(any, fixed);
        let mut solver = self.solver.borrow_mut();
        Ok(match solver.check(b, &[any], limits)? {
            Answer::Sat => Executable::Run(any, solver.model(b)?),
            Answer::Unsat(_) => Executable::No,
            Answer::Unknown(reason) => Executable::Unknown(reason),
        })
    }

    /// Nothing that is open is violated where objects lie at their fixed addresses: where other places matter, the answer is
    /// unknown. One is that holds in the model.
    fn leave_to_places(&mut self, open: &[Term], model: &Model) {
        let (space, b) = (&mut self.eval.vm.memory.space, &self.eval.vm.ledger.d.terms);
        let mut values = Evaluator::new(b.store(), model);
        for o in &mut self.eval.vm.ledger.obligations {
            if matches!(o.kind, Kind::Check(_))
                && open.contains(&o.cond)
                && (space.depends_on_place(b, o.cond) || values.bool(o.cond))
            {
                o.kind = Kind::Unsupported(LAYOUT.to_owned());
            }
        }
    }

    /// A model that keeps sizes small, where there is one.
    fn smaller(&mut self, any: Term, model: Model) -> Result<Model, Fault> {
        let wishes = self.eval.vm.ledger.wishes.clone();
        let mut values = Evaluator::new(self.eval.vm.ledger.d.terms.store(), &model);
        if wishes.iter().all(|&wish| values.bool(wish)) {
            return Ok(model);
        }
        let all = self.eval.vm.ledger.d.terms.and_all(wishes.iter().copied());
        let limits = Limits { conflicts: Some(WISH_CONFLICTS), ..self.limits() };
        match self.solver.borrow_mut().check(&mut self.eval.vm.ledger.d.terms, &[any, all], &limits)? {
            Answer::Sat => {}
            Answer::Unsat(_) | Answer::Unknown(_) => return Ok(model),
        }
        Ok(self.solver.borrow_mut().model(&mut self.eval.vm.ledger.d.terms)?)
    }

    /// Replays the run that a model describes.
    fn confirm(&mut self, model: &Model) -> Result<Confirmed, Fault> {
        let promised: Vec<Promise> = {
            let mut values = Evaluator::new(self.eval.vm.ledger.d.terms.store(), model);
            let all = self.eval.vm.ledger.obligations.iter();
            let all = all.filter_map(|o| match o.kind {
                Kind::Check(check) if values.bool(o.cond) => Some(Promise { check, loc: o.loc, at: o.at }),
                _ => None,
            });
            all.collect()
        };
        let deadline = self.options.eval.deadline;
        let (machine, script) = on_machine(self.program, &self.eval, model, &promised, deadline);
        let own = |eval: &Eval<'_>| replay(self.program, eval, model, deadline);
        let (machine, own) = match machine {
            ReplayOutcome::Confirmed(found) => return Ok(Confirmed::of(self.note_found(found, &promised))),
            ReplayOutcome::Undecided(why, mut record) => match own(&self.eval) {
                Ok((check, loc)) => {
                    record.end(self.options.eval.entry, check, loc);
                    let replayed = Replayed::Evaluator(why);
                    let run = Run::Script(script.tables);
                    let found = Violation { check, loc, record, replayed, run };
                    return Ok(Confirmed::of(self.note_found(found, &promised)));
                }
                // Neither has come to an end.
                Err(Fault::Replay(_)) if is_late(deadline) => {
                    return Ok(Confirmed::Late);
                }
                Err(fault) => (format!("it cannot say: {why}"), Err(fault)),
            },
            ReplayOutcome::Different(story, _) => (story, own(&self.eval)),
        };
        // The replay computes with values where the evaluation has masks of all that may depend on others.
        if matches!(own, Err(Fault::Replay(_))) && promised.iter().all(|p| p.check == Check::Uninit) {
            let open =
                |o: &Obligation| promised.iter().any(|p| o.kind == Kind::Check(p.check) && o.at == p.at);
            for o in self.eval.vm.ledger.obligations.iter_mut().filter(|o| open(o)) {
                o.kind = Kind::Unsupported("a decision on a value that may be uninitialised".to_owned());
            }
            return Ok(Confirmed::Nothing);
        }
        if self.follow_from_start() {
            return Ok(Confirmed::Again);
        }
        let promised: Vec<String> = promised.iter().map(|p| describe(self.program, p.check, p.loc)).collect();
        let evaluator =
            own.map_or_else(|fault| fault.to_string(), |(check, loc)| describe(self.program, check, loc));
        Err(Fault::Disagreement(Box::new(Disagreement {
            promised: promised.join("; "),
            machine,
            evaluator,
            run: script.tables.text(self.program),
        })))
    }

    /// Lists a violation, where it is a new one. The replay stops at the first one of its run, which is the first that the
    /// model promises.
    fn note_found(&mut self, violation: Violation, promised: &[Promise]) -> Option<Violation> {
        let (check, loc) = (violation.check, violation.loc);
        // What it is may depend on an address, and be found by another obligation, too.
        let known = loc.is_some() && self.findings.found.iter().any(|v| (v.check, v.loc) == (check, loc));
        let new: Vec<&Promise> =
            promised.iter().filter(|p| !self.findings.listed.contains(&(p.check, p.at))).collect();
        let exact = new.iter().find(|p| (p.check, p.loc) == (check, loc));
        let same = exact.or_else(|| new.iter().find(|p| p.is(self.program, check, loc)));
        // Another end than the one that was asked for is not found by asking again.
        if let Some(asked) = same.or_else(|| new.first()) {
            self.findings.listed.insert((asked.check, asked.at));
        }
        let is_listed = same.is_none() && promised.iter().any(|p| p.is(self.program, check, loc));
        (!known && !is_listed).then_some(violation)
    }

    /// The first of some obligations that can be reached.
    fn reachable(&mut self, which: &dyn Fn(&Kind) -> bool) -> Result<Option<Cause>, Fault> {
        let open: Vec<Obligation> =
            self.eval.vm.ledger.obligations.iter().filter(|o| which(&o.kind)).cloned().collect();
        if open.is_empty() {
            return Ok(None);
        }
        let any = self.eval.vm.ledger.d.terms.or_all(open.iter().map(|o| o.cond));
        let limits = self.limits();
        let answer = self.solver.borrow_mut().check(&mut self.eval.vm.ledger.d.terms, &[any], &limits)?;
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

    fn cause(&self, o: &Obligation) -> Cause {
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

    fn cause_of(&self, reason: Reason) -> Cause {
        match reason {
            Reason::Deadline => Cause::Timeout(self.halted()),
            Reason::Memory | Reason::Stopped => Cause::Memory(self.halted()),
            other => Cause::Solver(other.to_string()),
        }
    }

    /// What is being done, should a limit end it.
    fn halted(&self) -> Halted {
        Halted { stage: Some(self.stage), bound: Some(self.bound), complete: self.complete }
    }

    /// Begins with something else, and says so.
    fn begin(&mut self, stage: Stage, progress: &mut dyn FnMut(&Progress)) {
        self.stage = stage;
        progress(&Progress {
            halted: self.halted(),
            steps: self.eval.steps,
            open: self.eval.vm.ledger.obligations.len() - self.findings.seen,
            terms: self.eval.vm.ledger.d.terms.len(),
        });
    }
}
