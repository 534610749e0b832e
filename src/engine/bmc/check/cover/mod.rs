//! Coverage: which goals runs reach. A goal is an obligation that is no violation: its condition is that a state comes to it, on any
//! of its visits, on a run that meets no obligation before. Models of these conditions are runs, which the machine executes: what
//! it comes to is reached. That no run reaches a goal needs what a proof needs: all runs were followed, and the condition has no
//! model.

mod ask;
mod chase;
mod induct;
mod marks;
mod suite;

use super::again::Again;
use super::{LADDER, Options, Progress, Round, SLICE, Spent};
use crate::base::effort::{self, SECOND};
use crate::engine::bmc::explore::{Completed, Outcome};
use crate::engine::bmc::ledger::Visits;
use crate::engine::goals::Goals;
use crate::engine::record::Record;
use crate::engine::verdict::{Cause, Fault, Proof, Replayed};
use crate::machine::script::Tables;
use crate::program::{FuncId, Program};
use crate::smt::{Limits, Reason, Solver};
pub use induct::cover_by_induction;

use ask::{Asked, Persistence};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The bound and the effort from which on, where no bound is given, another one is tried only if the last one has reached something.
const ENOUGH: (u32, u64) = (16, 10 * SECOND);

/// Evidence that no run reaches a goal.
#[derive(Clone, Copy, Debug)]
pub struct NoRun(());

impl NoRun {
    /// All runs were followed to their ends, and none of them comes to the goal.
    fn followed(_complete: Completed, _nothing: NothingCut) -> NoRun {
        NoRun(())
    }

    /// The program is proven in which it is a violation.
    fn forbidden(_proof: &Proof) -> NoRun {
        NoRun(())
    }
}

/// Evidence that no run goes on where it was not followed.
#[derive(Clone, Copy, Debug)]
struct NothingCut(());

/// What is known of a goal.
#[derive(Clone, Debug)]
pub enum Status {
    /// A run reaches it.
    Reached,
    /// No run does.
    Unreached(NoRun),
    /// Neither was shown.
    Unknown(Cause),
}

/// A run that was executed, and the goals that it reaches.
#[derive(Clone, Debug)]
pub struct CoveringRun {
    /// The goals, in their order.
    pub reached: Vec<u32>,
    /// The run.
    pub record: Record,
    /// What leads a machine along it.
    pub script: Arc<Tables>,
    /// What has executed it.
    pub replayed: Replayed,
}

/// What is known of all goals.
#[derive(Debug)]
pub struct Covered {
    /// By goal.
    pub status: Vec<Status>,
    /// Few runs that together reach all goals that are reached.
    pub runs: Vec<CoveringRun>,
    /// Bound of the last round.
    pub bound: u32,
    /// Functions without a body that were called.
    pub undefined: Vec<FuncId>,
    /// Seconds of the solvers.
    pub spent: Spent,
}

/// What has been reached so far.
struct Tally {
    goals: Arc<Goals>,
    reached: Vec<bool>,
    runs: Vec<CoveringRun>,
}

impl Tally {
    fn new(goals: &Arc<Goals>) -> Tally {
        Tally { goals: Arc::clone(goals), reached: vec![false; goals.all.len()], runs: Vec::new() }
    }

    fn is_reached(&self, goal: u32) -> bool {
        self.reached[goal as usize]
    }

    fn count(&self) -> usize {
        self.reached.iter().filter(|reached| **reached).count()
    }

    fn add(&mut self, run: CoveringRun) {
        run.reached.iter().for_each(|&goal| self.reached[goal as usize] = true);
        self.runs.push(run);
    }
}

/// Why goals are neither reached nor known to be reached by no run, where everything was followed.
type Left = BTreeMap<u32, Cause>;

/// How a round ends.
enum RoundEnd {
    /// All runs were followed.
    Complete(NoRun, Left),
    /// Not all were: why.
    Cut(Cause),
    /// It has to be done again, with what it was found to need.
    Again,
}

/// Finds out which goals runs reach, with about so much effort at most.
///
/// # Errors
/// A fault of our own: a run that does not reach on the machine what it should, a solver that misbehaves.
pub fn cover(
    program: &Program,
    options: &Options,
    (goals, most): (&Arc<Goals>, Option<u64>),
    make_solver: &dyn Fn() -> Box<dyn Solver>,
    progress: &mut dyn FnMut(&Progress),
) -> Result<Covered, Fault> {
    let mut tally = Tally::new(goals);
    let bounds = options.bound.map_or(LADDER.to_vec(), |bound| vec![bound]);
    let mut covered = Covered {
        status: Vec::new(),
        runs: Vec::new(),
        bound: 0,
        undefined: Vec::new(),
        spent: Spent::default(),
    };
    let (mut end, mut complete, mut again, mut effort) = (None, None, Again::default(), 0u64);
    let mut bounds = bounds.into_iter().peekable();
    while let Some(bound) = bounds.peek().copied() {
        let before = tally.count();
        // Strays are followed everywhere.
        let learned = again.learned(true).without_threads();
        let mut round = Round::new(program, options, (bound, complete, learned), make_solver());
        let reached = tally.reached.iter().copied();
        round.eval.visits = Some(Box::new(Visits::new(goals, reached)));
        let ended = round.search(&mut tally, effort::left(most, effort), progress)?;
        effort += round.effort();
        covered.spent.add(&**round.solver.borrow());
        covered.undefined.clone_from(&round.eval.vm.undefined);
        covered.bound = bound;
        tracing::debug!(bound, reached = tally.count(), of = goals.all.len(), "coverage");
        let goes_on = effort::left(most, effort) != Some(0);
        if matches!(ended, RoundEnd::Again) && goes_on {
            again.extend(std::mem::take(&mut round.findings.again));
            continue;
        }
        bounds.next();
        let goes_on = goes_on
            && matches!(ended, RoundEnd::Cut(Cause::Bound { .. }))
            && tally.count() < goals.all.len()
            && (bound < ENOUGH.0 || effort < ENOUGH.1 || tally.count() > before);
        end = Some(ended);
        if !goes_on {
            break;
        }
        complete = Some(bound);
    }
    covered.status = (0..goals.all.len() as u32)
        .map(|goal| match &end {
            _ if tally.is_reached(goal) => Status::Reached,
            Some(RoundEnd::Complete(no_run, left)) => {
                left.get(&goal).map_or(Status::Unreached(*no_run), |cause| Status::Unknown(cause.clone()))
            }
            Some(RoundEnd::Cut(cause)) => Status::Unknown(cause.clone()),
            // The effort does not suffice for another round.
            Some(RoundEnd::Again) | None => Status::Unknown(Cause::Solver(Reason::Effort.to_string())),
        })
        .collect();
    covered.runs = suite::choose(tally.runs, goals.all.len());
    Ok(covered)
}

impl Round<'_, '_> {
    /// Follows runs, and looks for those that reach goals, with about so much effort at most.
    fn search(
        &mut self,
        tally: &mut Tally,
        most: Option<u64>,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<RoundEnd, Fault> {
        let mut slice = SLICE.min(most.unwrap_or(SLICE));
        let mut outcome = self.evaluate(slice, progress);
        loop {
            match outcome {
                Outcome::Paused => {
                    match self.ask(tally, Persistence::Short(slice), progress)? {
                        Asked::Done(_) => {}
                        Asked::Cut(cause) => return Ok(RoundEnd::Cut(cause)),
                        Asked::Again => return Ok(RoundEnd::Again),
                    }
                    let left = effort::left(most, self.effort());
                    // Where all is reached, nothing is left to be looked for.
                    if left == Some(0) || tally.count() == tally.goals.all.len() {
                        return Ok(RoundEnd::Cut(self.cause_of(Reason::Effort)));
                    }
                    slice = (2 * slice).min(left.unwrap_or(u64::MAX));
                    self.eval.pause = Some(self.eval.effort() + slice);
                    outcome = self.eval.resume();
                }
                Outcome::Complete(completed) => {
                    // A part is for the question whether all were followed.
                    let patience = self.patience(effort::left(most, self.effort()).map(|left| left / 3 * 2));
                    let left = match self.ask(tally, patience, progress)? {
                        Asked::Done(left) => left,
                        Asked::Cut(cause) => return Ok(RoundEnd::Cut(cause)),
                        Asked::Again => return Ok(RoundEnd::Again),
                    };
                    let all = tally.count() == tally.goals.all.len();
                    if !all {
                        let left = effort::left(most, self.effort());
                        self.find_unfit(&Limits { effort: left, clocked: true, ..self.limits() })?;
                        if !self.findings.again.is_empty() {
                            return Ok(RoundEnd::Again);
                        }
                    }
                    let most = effort::left(most, self.effort());
                    let nothing = if all { Ok(NothingCut(())) } else { self.nothing_cut(most)? };
                    return Ok(match nothing {
                        Ok(nothing) => RoundEnd::Complete(NoRun::followed(completed, nothing), left),
                        Err(cause) => RoundEnd::Cut(cause),
                    });
                }
                Outcome::Deadline => return Ok(RoundEnd::Cut(Cause::Timeout(self.halted()))),
                Outcome::Memory | Outcome::Stopped => {
                    return Ok(RoundEnd::Cut(Cause::Memory(self.halted())));
                }
            }
        }
    }

    /// How hard to ask when the evaluation is complete: without end, where no other round follows.
    fn patience(&self, most: Option<u64>) -> Persistence {
        if self.options.bound.is_some() { Persistence::Endless(most) } else { Persistence::Long(most) }
    }
}
