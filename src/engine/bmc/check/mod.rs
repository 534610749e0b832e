//! From a program to a verdict: evaluate, refute or satisfy the obligations, replay, deepen.

mod again;
mod budget;
mod concrete_run;
mod counterexample;
mod cover;
mod deeper;
mod grounds;
mod induction;
mod recheck;
mod refuted;
mod replay;
mod round;
mod schedule;
mod script;
mod strays;

pub use budget::Budget;
pub use concrete_run::Executed;
pub use cover::{Covered, CoveringRun, Status, cover, cover_by_induction};
pub use grounds::{DischargedObligation, Grounds, Purpose, Question};
pub use induction::{Attempt, Came, Inducted};
pub use recheck::{Accepted, recheck};
pub use refuted::Refuted;
pub use replay::describe;

use self::budget::Patience;
use self::concrete_run::execute;
use crate::base::Stopwatch;
use crate::base::effort::{self, SECOND};
use crate::engine::bmc::explore::Outcome;
use crate::engine::bmc::ledger::{EvalOptions, Kind, Learned, Shared};
use crate::engine::verdict::{Cause, Consistency, Fault, Halted, Proof, Stage, Verdict};
use crate::ilr::Term;
use crate::program::{FuncId, Program};
use crate::property::Check;
use crate::smt::{Answer, Limits, Reason, Solver};
use again::Again;
use counterexample::{Confirmed, Executable};
use deeper::Deeper;
use induction::Schedule;
use round::Round;

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
    /// Whether to follow threads.
    pub threads: bool,
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
    /// Effort of all rounds and of all attempts at induction.
    pub effort: u64,
    /// The second checks of proofs by induction.
    pub rechecked: Rechecked,
    /// The last round's formula: the builder and the conditions of its checks.
    pub formula: Option<(crate::rewrite::Builder, Vec<Term>)>,
    /// What the verdict stands on, if it is TRUE and not from a single execution.
    pub grounds: Option<Grounds>,
}

/// Bounds of the rounds without a given bound.
const LADDER: [u32; 12] = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 4096];

/// Effort of evaluation after which what was found so far is looked at.
const SLICE: u64 = SECOND + SECOND / 2;

/// Effort of the first look at what is open where induction or a larger bound can be tried, which are cheap where a formula is
/// large.
const GLANCE: u64 = SECOND / 4;

/// Effort of all larger bounds together that are tried before the first attempt at induction, and of the answer for the one that
/// suffices.
const EASY: u64 = SECOND / 16;

/// Conflicts that a question may cost before something else is tried.
const CONFLICTS: u64 = 20_000;

/// Checks that no thread alone can violate.
const OF_ALL_THREADS: [Check; 6] =
    [Check::Deadlock, Check::Leak, Check::LeakAtExit, Check::Uninit, Check::Termination, Check::Ltl];

/// What a look may cost at first where the bound suffices: other ways help less.
const PATIENT: Patience = Patience { conflicts: 4 * CONFLICTS, effort: 2 * SLICE };

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
    let mut tries = Tries {
        inductions: Schedule::new(program, options, make_solver),
        deeper: Deeper::new(make_solver, options.bound.is_some()),
    };
    let mut last = None;
    let mut spent = Spent::default();
    let mut bounds = bounds.into_iter();
    let mut next = bounds.next();
    let mut again = Again::default();
    while let Some(bound) = next {
        let complete = last.as_ref().map(|report: &Report| report.round.bound);
        let learned = again.learned(options.all);
        let learned = if options.threads { learned } else { learned.without_threads() };
        let mut round = Round::new(program, options, (bound, complete, learned), make_solver());
        let (solver, watch) = (round.solver.clone(), Stopwatch::start());
        let outcome = round.evaluate(SLICE, progress);
        let (mut report, more) = round.run(outcome, false, progress, &mut tries)?;
        spent.add(&**solver.borrow());
        let Tries { inductions, deeper } = &mut tries;
        inductions.add_effort(report.round.effort);
        let of_solver = solver.borrow().effort();
        tracing::debug!(bound, effort = report.round.effort, of_solver, seconds = watch.seconds(), "round");
        report.effort = inductions.all_effort();
        report.spent = inductions.spent();
        report.spent.encode += spent.encode + deeper.spent().encode;
        report.spent.search += spent.search + deeper.spent().search;
        report.rechecked = inductions.rechecked().clone();
        if !more.is_empty() {
            tracing::debug!(bound, ?more, "again");
            again.extend(more);
            tries.deeper.start_again();
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

/// What else is tried in a round, over all rounds.
struct Tries<'a> {
    inductions: Schedule<'a>,
    deeper: Deeper<'a>,
}

/// How a round was decided.
enum Decided {
    /// By this verdict.
    Here(Verdict),
    /// By a round with a larger bound.
    Deeper(Box<(Report, Again)>),
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

impl Round<'_, '_> {
    /// Goes on from where the evaluation has come to; `suffices` where no run goes on beyond the bound.
    fn run(
        mut self,
        outcome: Outcome,
        suffices: bool,
        progress: &mut dyn FnMut(&Progress),
        tries: &mut Tries<'_>,
    ) -> Result<(Report, Again), Fault> {
        let mut executed = false;
        let mut verdict = match self.decide((outcome, suffices), progress, tries, &mut executed) {
            Ok(Decided::Here(verdict)) => verdict,
            Ok(Decided::Deeper(found)) => {
                tries.inductions.add_effort(self.effort());
                return Ok(*found);
            }
            Err(fault) if self.findings.found.is_empty() => return Err(fault),
            Err(fault) => return Err(Fault::After { found: self.findings.found, fault: Box::new(fault) }),
        };
        if matches!(verdict, Verdict::Unknown(Cause::Bound { .. })) {
            // A proof for all iterations takes longer than a few iterations, where there are no more.
            if let Some(found) = self.go_little_deeper(progress, tries)? {
                tries.inductions.add_effort(self.effort());
                return Ok(found);
            }
            if let Some(proven) = self.induct(progress, tries)? {
                verdict = proven;
            }
        }
        let grounds = match &verdict {
            Verdict::True(_) if executed => None,
            Verdict::True(proof) if proof.assumed().is_some() => tries.inductions.take_grounds(),
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
            effort: 0,
            rechecked: Rechecked::default(),
            formula: Some((std::mem::take(&mut self.eval.vm.ledger.d.terms), conds)),
            grounds,
        };
        if matches!(report.verdict, Verdict::Unknown(Cause::Timeout(_) | Cause::Memory(_))) {
            // Who has no time left does not want to wait until states, and the solver that it holds, are given back part by part.
            std::mem::forget(self.eval);
        }
        Ok((report, self.findings.again))
    }

    /// Another attempt at a proof by induction, where nothing was found.
    fn induct(
        &mut self,
        progress: &mut dyn FnMut(&Progress),
        tries: &mut Tries<'_>,
    ) -> Result<Option<Verdict>, Fault> {
        let mut options = self.eval.vm.ledger.options.clone();
        let of_all = OF_ALL_THREADS.iter().any(|&check| options.checks.contains(check));
        let interleaves = options.assumptions.consistency != Consistency::StoreOrder;
        if !self.findings.found.is_empty() || self.has_threads() && (of_all || !interleaves) {
            return Ok(None);
        }
        self.begin(Stage::Induction, progress);
        let shared = self.has_threads().then(Shared::of_each_alone);
        options.learned = Learned { shared, ..options.learned };
        let effort = (self.effort(), tries.deeper.may_suffice());
        Ok(tries.inductions.attempt(&options, self.cuts(), effort)?.map(Verdict::True))
    }

    fn decide(
        &mut self,
        (mut outcome, mut suffices): (Outcome, bool),
        progress: &mut dyn FnMut(&Progress),
        tries: &mut Tries<'_>,
        executed: &mut bool,
    ) -> Result<Decided, Fault> {
        let mut slice = SLICE;
        let mut closed = None;
        let completed = loop {
            let early = outcome == Outcome::Paused;
            if self.has_threads() && closed.is_none() {
                // Before all threads are followed, what one reads may be anything.
                if early {
                    slice *= 2;
                    self.eval.pause = Some(self.eval.effort() + slice);
                    outcome = self.eval.resume();
                    continue;
                }
                if matches!(outcome, Outcome::Deadline) {
                    return Ok(Decided::Here(self.cut(Cause::Timeout(self.halted()))));
                }
                if matches!(outcome, Outcome::Memory | Outcome::Stopped) {
                    return Ok(Decided::Here(self.cut(Cause::Memory(self.halted()))));
                }
                closed = match self.close_threads() {
                    Ok(evidence) => Some(evidence),
                    Err(cause) => return Ok(Decided::Here(Verdict::Unknown(cause))),
                };
            }
            suffices |= !early && !self.has_bounds();
            let is_fresh = tries.inductions.is_fresh() && !self.cuts().is_empty();
            let can_go_deeper = !early && !suffices && self.can_go_deeper(tries);
            let effort = if is_fresh || can_go_deeper { GLANCE } else { slice };
            let mut patience = if suffices { PATIENT } else { Patience { conflicts: CONFLICTS, effort } };
            loop {
                let more =
                    self.findings.found.is_empty() && tries.inductions.is_open() && !self.cuts().is_empty();
                let can_go_deeper = !early && !suffices && self.can_go_deeper(tries);
                match self.look((early || more || can_go_deeper).then_some(patience), progress)? {
                    Look::Ends(verdict) => return Ok(Decided::Here(verdict)),
                    Look::Settled => break,
                    Look::Open if early => break,
                    Look::Open => {}
                }
                if can_go_deeper {
                    suffices = self.suffices()?;
                    if suffices {
                        patience = PATIENT;
                        continue;
                    }
                    // Where this bound took long, a larger one takes longer.
                    let takes_long = self.effort() > SECOND && tries.inductions.is_fresh();
                    if takes_long && let Some(verdict) = self.induct(progress, tries)? {
                        return Ok(Decided::Here(verdict));
                    }
                    if let Some(found) = self.go_deeper(progress, tries)? {
                        return Ok(Decided::Deeper(Box::new(found)));
                    }
                }
                if let Some(verdict) = self.induct(progress, tries)? {
                    return Ok(Decided::Here(verdict));
                }
                patience = patience.doubled();
            }
            match outcome {
                Outcome::Paused => {
                    if let Some(verdict) = self.induct(progress, tries)? {
                        return Ok(Decided::Here(verdict));
                    }
                    self.begin(Stage::Evaluation, progress);
                    // Where evaluation is slow, there may be one long run only.
                    if slice == SLICE {
                        match execute(self.program, self.options) {
                            Some(concrete_run::Ended::Violated(found)) => {
                                return Ok(Decided::Here(Verdict::False(vec![*found])));
                            }
                            Some(concrete_run::Ended::Well(end)) => {
                                *executed = true;
                                let proof = Proof::executed(end, self.bound);
                                return Ok(Decided::Here(Verdict::True(proof)));
                            }
                            None => {}
                        }
                    }
                    slice *= 2;
                    self.eval.pause = Some(self.eval.effort() + slice);
                    outcome = self.eval.resume();
                }
                Outcome::Complete(evidence) => break evidence,
                Outcome::Deadline => return Ok(Decided::Here(self.cut(Cause::Timeout(self.halted())))),
                Outcome::Memory | Outcome::Stopped => {
                    return Ok(Decided::Here(self.cut(Cause::Memory(self.halted()))));
                }
            }
        };
        let closed = match closed {
            Some(closed) => closed,
            None => match self.close_threads() {
                Ok(closed) => closed,
                Err(cause) => return Ok(Decided::Here(Verdict::Unknown(cause))),
            },
        };
        self.begin(Stage::Solving, progress);
        if !self.findings.found.is_empty() {
            return Ok(Decided::Here(Verdict::False(std::mem::take(&mut self.findings.found))));
        }
        // Every check holds on every run that was followed; now what was not followed.
        if let Some(cause) = self.find_strays()? {
            return Ok(Decided::Here(Verdict::Unknown(cause)));
        }
        let limits = self.limits();
        if let Some(cause) = self.find_unfit(&limits)? {
            return Ok(Decided::Here(Verdict::Unknown(cause)));
        }
        if let Some(cause) = self.find_cut_short(&limits)? {
            return Ok(Decided::Here(Verdict::Unknown(cause)));
        }
        // A larger bound does not end what repeats itself.
        if let Some(cause) = self.reachable(&|k| *k == Kind::Endless, &limits)? {
            return Ok(Decided::Here(Verdict::Unknown(cause)));
        }
        let other = |k: &Kind| matches!(k, Kind::Unsupported(_) | Kind::Undefined(_));
        if let Some(cause) = self.reachable(&Kind::is_bound, &limits)? {
            return Ok(Decided::Here(Verdict::Unknown(cause)));
        }
        if let Some(cause) = self.reachable(&other, &limits)? {
            return Ok(Decided::Here(Verdict::Unknown(cause)));
        }
        Ok(Decided::Here(
            match self.refuted.all(&self.eval.vm.ledger.d.terms, &self.eval.vm.ledger.obligations) {
                Some(refuted) => Verdict::True(Proof::new(completed, refuted, closed, self.bound)),
                None => Verdict::Unknown(Cause::Solver("an obligation was left undecided".to_owned())),
            },
        ))
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
            let b = &mut self.eval.vm.ledger.d.terms;
            let any = b.or_all(conds.iter().copied());
            let represented = self.eval.vm.ledger.threads.represented.unwrap_or_else(|| b.tt());
            let any = b.and(any, represented);
            let spent = self.solver.borrow().effort() - before;
            let limits = Limits {
                conflicts: patience.map(|p| p.conflicts),
                effort: effort::left(patience.map(|p| p.effort), spent),
                ..self.limits()
            };
            let answer = self.question(&[any], &limits)?;
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
                    let model = self.simpler(any, model)?;
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
}
