//! Unfolds, asks the solver for longer and longer runs, and turns its answers into a verdict.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use super::formula::Steps;
use super::graph::{Graph, Problem};
use super::maker::Maker;
use super::ops::WEAK;
use super::replay::{Plan, Shown, execute};
use super::unfold::{Grain, Unfolding, unfold};
use crate::engine::verdict::{Cause, Disagreement, Fault, Halted, Proof, Stage, Threading, Verdict};
use crate::ilr::Term;
use crate::machine::Image;
use crate::machine::script::Tables;
use crate::program::{FuncId, Program};
use crate::property::{Check, CheckSet};
use crate::rewrite::Builder;
use crate::smt::{Answer, Limits, Reason, Solver, Statistics};

/// The first bound, where none is given.
const FIRST_BOUND: u32 = 2;

/// The greatest one.
const LAST_BOUND: u32 = 1 << 10;

/// What to check, and within which limits.
pub struct Options {
    /// The entry function.
    pub entry: FuncId,
    /// Checks whose violations are reported.
    pub checks: CheckSet,
    /// Limit of loop iterations and recursion depth; raised step by step without.
    pub bound: Option<u32>,
    /// What a step is.
    pub grain: Grain,
    /// Whether allocation may fail.
    pub malloc_may_fail: bool,
    /// Whether all atomic accesses are taken for sequentially consistent.
    pub sequential: bool,
    /// Time at which it gives up.
    pub deadline: Option<Instant>,
    /// Raised by the caller to stop.
    pub stop: Option<Arc<AtomicBool>>,
}

/// Sizes of the last formula.
#[derive(Clone, Default, Debug)]
pub struct Sizes {
    /// Threads of the unfolded program.
    pub threads: usize,
    /// Nodes of all threads.
    pub nodes: usize,
    /// Steps of the longest run that was asked for.
    pub steps: usize,
    /// Steps that no run exceeds.
    pub most_steps: usize,
    /// Distinct terms.
    pub terms: usize,
    /// What the solver tells.
    pub solver: Statistics,
}

/// The answer, and what was asked.
pub struct Report {
    /// The answer.
    pub verdict: Verdict,
    /// The last bound.
    pub bound: u32,
    /// Its sizes.
    pub sizes: Sizes,
    /// The terms, and what a run satisfies that violates a check in the last number of steps.
    pub formula: Option<(Builder, Term)>,
}

/// Evidence that all runs within the bound were refuted, that none goes beyond it, and that all of the program is encoded.
#[derive(Clone, Copy, Debug)]
pub struct Exhausted {
    threads: Threading,
    bound: u32,
}

impl Exhausted {
    /// What a proof takes for granted of threads.
    pub fn threading(&self) -> Threading {
        self.threads
    }

    /// The bound that sufficed.
    pub fn bound(&self) -> u32 {
        self.bound
    }
}

/// Checks a program.
///
/// # Errors
/// When the solver fails, or the machine does not confirm a violation.
pub fn check(
    program: &Program,
    options: &Options,
    solver: &dyn Fn() -> Box<dyn Solver>,
) -> Result<Report, Fault> {
    let image = match Image::following(program, options.checks, &Tables::default()) {
        Ok(image) => image,
        Err(fault) => {
            let cause = Cause::Unsupported { what: fault.to_string(), loc: None };
            return Ok(Report::unknown(cause, 0, Sizes::default()));
        }
    };
    let mut bound = options.bound.unwrap_or(FIRST_BOUND);
    loop {
        let how = Unfolding {
            entry: options.entry,
            checks: options.checks,
            bound,
            grain: options.grain,
            malloc_may_fail: options.malloc_may_fail,
            deadline: options.deadline,
        };
        let report = round(&image, options, &how, solver)?;
        let beyond = matches!(report.verdict, Verdict::Unknown(Cause::Bound { .. }));
        if !beyond || options.bound.is_some() || bound >= LAST_BOUND {
            return Ok(report);
        }
        bound *= 2;
    }
}

impl Report {
    fn unknown(cause: Cause, bound: u32, sizes: Sizes) -> Report {
        Report { verdict: Verdict::Unknown(cause), bound, sizes, formula: None }
    }
}

fn halted(bound: u32, stage: Stage) -> Halted {
    Halted { stage: Some(stage), bound: Some(bound), complete: None }
}

/// Why there is no answer where a problem can be reached.
fn cause(problem: &Problem, bound: u32) -> Cause {
    match problem.clone() {
        Problem::Violation(check, loc) | Problem::Undefined(check, loc) => Cause::Undefined { check, loc },
        Problem::Unsupported(what, loc) => Cause::Unsupported { what, loc },
        Problem::Bound(what, loc) => Cause::Bound { bound, what, loc },
        Problem::Over => Cause::Endless(None),
    }
}

/// A round with one bound.
fn round(
    image: &Image<'_>,
    options: &Options,
    how: &Unfolding,
    solver: &dyn Fn() -> Box<dyn Solver>,
) -> Result<Report, Fault> {
    let unsupported = |what: String| Cause::Unsupported { what, loc: None };
    let unfolded = match unfold(image, how) {
        Ok(Some(unfolded)) => unfolded,
        Ok(None) => {
            let cause = Cause::Timeout(halted(how.bound, Stage::Evaluation));
            return Ok(Report::unknown(cause, how.bound, Sizes::default()));
        }
        Err(what) => return Ok(Report::unknown(unsupported(what), how.bound, Sizes::default())),
    };
    let (mut make, mut graph) = (unfolded.make, unfolded.graph);
    let most = graph.measure();
    tracing::debug!("{graph:#?}");
    let steps = match Steps::new(&mut make, &graph) {
        Ok(steps) => steps,
        Err(what) => return Ok(Report::unknown(unsupported(what), how.bound, Sizes::default())),
    };
    let asked = make.d.terms.ff();
    let mut round =
        Round { image, options, how, make, graph, steps, solver: solver(), asserted: Vec::new(), asked };
    let verdict = round.verdict(most)?;
    let sizes = Sizes {
        threads: round.graph.strands.len(),
        nodes: round.graph.nodes.len(),
        steps: round.steps.depth(),
        most_steps: most,
        terms: round.make.d.terms.len(),
        solver: round.solver.statistics(),
    };
    let mut builder = round.make.d.terms;
    let all = builder.and_all(round.asserted.iter().copied().chain([round.asked]));
    let formula = Some((builder, all));
    Ok(Report { verdict, bound: how.bound, sizes, formula })
}

struct Round<'a, 'i, 'p> {
    image: &'i Image<'p>,
    options: &'a Options,
    how: &'a Unfolding,
    make: Maker<'i, 'p>,
    graph: Graph,
    steps: Steps,
    solver: Box<dyn Solver>,
    /// What was asserted.
    asserted: Vec<Term>,
    /// What a run satisfies that violates a check: the last question about that, or the one that was answered by a run.
    asked: Term,
}

impl Round<'_, '_, '_> {
    fn ask(&mut self, question: Term) -> Result<Answer, Fault> {
        let limits =
            Limits { deadline: self.options.deadline, stop: self.options.stop.clone(), ..Limits::default() };
        for fact in std::mem::take(&mut self.steps.facts) {
            self.solver.assert(&mut self.make.d.terms, fact)?;
            self.asserted.push(fact);
        }
        Ok(self.solver.check(&mut self.make.d.terms, &[question], &limits)?)
    }

    fn gave_up(&self, reason: &Reason) -> Verdict {
        Verdict::Unknown(match reason {
            Reason::Deadline | Reason::Effort => Cause::Timeout(halted(self.how.bound, Stage::Solving)),
            Reason::Stopped | Reason::Memory => Cause::Memory(halted(self.how.bound, Stage::Solving)),
            other => Cause::Solver(other.to_string()),
        })
    }

    fn verdict(&mut self, most: usize) -> Result<Verdict, Fault> {
        let ff = self.make.d.terms.ff();
        let mut depth = 1;
        loop {
            let depth_now = depth.min(most);
            while self.steps.depth() < depth_now {
                self.steps.step(&mut self.make, &self.graph);
                if crate::base::is_late(self.options.deadline) {
                    return Ok(Verdict::Unknown(Cause::Timeout(halted(self.how.bound, Stage::Evaluation))));
                }
            }
            let violated =
                self.steps.reached(&mut self.make, &self.graph, |p| matches!(p, Problem::Violation(..)));
            self.asked = violated;
            if violated != ff {
                match self.ask(violated)? {
                    Answer::Sat => return self.confirm(),
                    Answer::Unsat(_) => {}
                    Answer::Unknown(reason) => return Ok(self.gave_up(&reason)),
                }
            }
            if depth_now == most {
                break;
            }
            if depth_now >= 4 {
                let moves = self.steps.moves(&mut self.make);
                match self.ask(moves)? {
                    Answer::Sat => {}
                    Answer::Unsat(_) => break,
                    Answer::Unknown(reason) => return Ok(self.gave_up(&reason)),
                }
            }
            depth *= 2;
        }
        if self.options.checks.contains(Check::Deadlock)
            && let Some(stuck) = self.steps.stuck(&mut self.make, &self.graph)
        {
            match self.ask(stuck)? {
                Answer::Sat => match self.deadlock()? {
                    Some(found) => {
                        self.asked = stuck;
                        return Ok(found);
                    }
                    None => {
                        self.make.doubt(Some(Check::Deadlock), "whether threads wait for each other forever")
                    }
                },
                Answer::Unsat(_) => {}
                Answer::Unknown(reason) => return Ok(self.gave_up(&reason)),
            }
        }
        let is_open = |p: &Problem| !matches!(p, Problem::Violation(..) | Problem::Over);
        let open = self.steps.reached(&mut self.make, &self.graph, is_open);
        if open != ff {
            match self.ask(open)? {
                Answer::Sat => return self.open(),
                Answer::Unsat(_) => {}
                Answer::Unknown(reason) => return Ok(self.gave_up(&reason)),
            }
        }
        Ok(self.proven())
    }

    /// The proof, unless something of the program was left out.
    fn proven(&self) -> Verdict {
        let checks = self.options.checks;
        for (check, what) in &self.make.doubts {
            let counts = match check {
                Some(check) => checks.contains(*check),
                None => !self.options.sequential && self.graph.strands.len() > 1,
            };
            if counts {
                return Verdict::Unknown(Cause::Unsupported { what: (*what).to_owned(), loc: None });
            }
        }
        for check in [Check::Uninit, Check::Termination, Check::Ltl] {
            if checks.contains(check) {
                let what = format!("--check {} with --encoding steps", check.name());
                return Verdict::Unknown(Cause::Unsupported { what, loc: None });
            }
        }
        let several = self.graph.strands.len() > 1;
        let threads = Threading {
            sequential: several && self.make.doubts.contains(&(None, WEAK)),
            race_free: several,
            ..Threading::default()
        };
        Verdict::True(Proof::stepped(Exhausted { threads, bound: self.how.bound }))
    }

    /// Why there is no answer: a problem of the model.
    fn open(&mut self) -> Result<Verdict, Fault> {
        let model = self.solver.model(&mut self.make.d.terms)?;
        let mut values = crate::ilr::eval::Evaluator::new(self.make.d.terms.store(), &model);
        let problems = self.graph.problems.iter().zip(self.steps.problems());
        let found = problems
            .filter(|(p, term)| !matches!(p, Problem::Violation(..) | Problem::Over) && values.bool(**term))
            .map(|(p, _)| cause(p, self.how.bound))
            // A larger bound helps where nothing else is open.
            .min_by_key(|c| matches!(c, Cause::Bound { .. }));
        Ok(Verdict::Unknown(found.unwrap_or(Cause::Solver("a model without a problem".to_owned()))))
    }

    /// Executes a run in which no thread goes on; nothing if the machine shows no deadlock.
    fn deadlock(&mut self) -> Result<Option<Verdict>, Fault> {
        let model = self.solver.model(&mut self.make.d.terms)?;
        let promised = Problem::Violation(Check::Deadlock, None);
        let plan = Plan::of((&self.make, &self.graph), &self.steps, &model, Some(promised));
        let shown = plan.map(|plan| execute(self.image, self.options.entry, &plan));
        Ok(match shown {
            Some(Shown::Confirmed(violation)) => Some(Verdict::False(vec![*violation])),
            Some(Shown::Else(..)) | None => None,
        })
    }

    /// Executes the run of a model on the machine.
    fn confirm(&mut self) -> Result<Verdict, Fault> {
        let model = self.solver.model(&mut self.make.d.terms)?;
        let Some(plan) = Plan::of((&self.make, &self.graph), &self.steps, &model, None) else {
            return Err(Fault::Replay("the model shows no run to a violation".to_owned()));
        };
        let promised = format!("{:?}", plan.promised);
        match execute(self.image, self.options.entry, &plan) {
            Shown::Confirmed(violation) => Ok(Verdict::False(vec![*violation])),
            // What is an address among such values is a matter of where objects lie, which the formula does not know.
            Shown::Else(..) if !self.make.unset.is_empty() || !self.make.first.is_empty() => {
                let what = "a run that depends on values that nobody has set".to_owned();
                Ok(Verdict::Unknown(Cause::Unsupported { what, loc: None }))
            }
            Shown::Else(machine, run) => {
                let evaluator = "the formula has a model".to_owned();
                Err(Fault::Disagreement(Box::new(Disagreement { promised, machine, evaluator, run })))
            }
        }
    }
}
