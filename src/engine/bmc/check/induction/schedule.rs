//! When induction is tried: where a round ends at its bound, and where one goes on for long.

use super::attempt::{Attempt, Came, Proven};
use crate::base::Stopwatch;
use crate::base::effort::SECOND;
use crate::engine::bmc::check::recheck::recheck;
use crate::engine::bmc::check::{Accepted, Budget, Grounds, Options, Rechecked, Spent};
use crate::engine::bmc::ledger::EvalOptions;
use crate::engine::bmc::policy::ProofOutline;
use crate::engine::bmc::policy::induction::Cuts;
use crate::engine::verdict::{Fault, Proof, Threading};
use crate::program::Program;
use crate::property::Check;
use crate::smt::Solver;
use std::collections::VecDeque;

/// Most iterations that are assumed.
const MOST_ASSUMED: u32 = 3;

/// Effort that an attempt may take at least, after the first ones.
const LEAST: u64 = SECOND;

/// Effort that the first attempt may take at least; the least doubles with each.
const FIRST: u64 = SECOND / 4;

/// Number of attempts that are made whatever rounds have taken.
const FREE: u32 = 4;

/// How much more an attempt that follows strays may take than one that does not.
const FOLLOWING: u64 = 2;

/// Effort that the second check of a proof may take: so many times that of finding it, and at least so much.
const RECHECK: u64 = 4;

const LEAST_RECHECK: u64 = 5 * SECOND;

/// Effort that attempts may take whatever rounds have taken, where no bound is known to suffice.
const FREE_EFFORT: u64 = 8 * SECOND;

/// The attempts of one check: each number of iterations is assumed once, and gets more turns where its effort was spent.
pub struct Schedule<'a> {
    program: &'a Program,
    make_solver: &'a dyn Fn() -> Box<dyn Solver>,
    /// Effort of all rounds that have ended.
    effort_of_rounds: u64,
    /// Effort of all attempts, with their second checks.
    effort: u64,
    /// Number of attempts so far.
    attempts: u32,
    next: VecDeque<Queued<'a>>,
    spent: Spent,
    /// What the proof stands on, once there is one.
    grounds: Option<Grounds>,
    /// Whether proofs are checked once more, and what came of it.
    recheck: bool,
    rechecked: Rechecked,
}

/// What waits for a turn.
struct Queued<'a> {
    /// The number of iterations to assume.
    k: u32,
    /// The attempt with them, where one was begun.
    begun: Option<Box<Attempt<'a>>>,
}

impl<'a> Schedule<'a> {
    /// Nothing tried yet.
    pub fn new(
        program: &'a Program,
        options: &Options,
        make_solver: &'a dyn Fn() -> Box<dyn Solver>,
    ) -> Schedule<'a> {
        let wanted = options.induction && !options.eval.assumptions.flat && options.eval.target.is_none();
        // One iteration that violates nothing may say something of a measure; those behind it do not.
        let most = if options.eval.checks.contains(Check::Termination) { 1 } else { MOST_ASSUMED };
        let all = 0..if wanted { most + 1 } else { 0 };
        let next = all.map(|k| Queued { k, begun: None }).collect();
        Schedule {
            program,
            make_solver,
            effort_of_rounds: 0,
            effort: 0,
            attempts: 0,
            next,
            spent: Spent::default(),
            recheck: options.recheck,
            rechecked: Rechecked::default(),
            grounds: None,
        }
    }

    /// Whether something can be tried and nothing was.
    pub fn is_fresh(&self) -> bool {
        self.attempts == 0 && self.is_open()
    }

    /// Notes what a round has cost.
    pub fn add_effort(&mut self, of_round: u64) {
        self.effort_of_rounds += of_round;
    }

    /// What all rounds and attempts have cost so far.
    pub fn all_effort(&self) -> u64 {
        self.effort_of_rounds + self.effort
    }

    /// What the attempts took.
    pub fn spent(&self) -> Spent {
        let mut all = self.spent;
        self.next.iter().filter_map(|w| w.begun.as_ref()).for_each(|a| all.add(a.solver()));
        all
    }

    /// The second checks.
    pub fn rechecked(&self) -> &Rechecked {
        &self.rechecked
    }

    /// What the proof stands on, where an attempt has come to one.
    pub fn take_grounds(&mut self) -> Option<Grounds> {
        self.grounds.take()
    }

    /// Whether there is something left to try.
    pub fn is_open(&self) -> bool {
        !self.next.is_empty()
    }

    /// Tries once more, with half of the effort that everything has cost so far, the round that goes on included, where attempts
    /// have not taken more than rounds; these are to be cut at first. `may_suffice`: a bound is known that no run goes beyond.
    ///
    /// # Errors
    /// When a solver misbehaves.
    pub fn attempt(
        &mut self,
        options: &EvalOptions,
        cuts: Cuts,
        (of_round, may_suffice): (u64, bool),
    ) -> Result<Option<Proof>, Fault> {
        if cuts.is_empty() {
            return Ok(None);
        }
        let least = LEAST.min(FIRST << self.attempts.min(32));
        let of_rounds = self.effort_of_rounds + of_round;
        let left = of_rounds.saturating_sub(self.effort);
        let is_free = !may_suffice && self.effort < FREE_EFFORT;
        if !is_free && self.attempts >= FREE && left < least {
            return Ok(None);
        }
        let Some(Queued { k, begun }) = self.next.pop_front() else { return Ok(None) };
        self.attempts += 1;
        let half = (of_rounds + self.effort) / 2;
        let most = if is_free { half } else { left.min(half) }.max(least);
        // What rounds have learned since then, an attempt would have to learn again.
        let begun = begun.filter(|attempt| attempt.asked().learned == options.learned);
        let anew = |options: &EvalOptions, cuts: &Cuts| {
            Box::new(Attempt::new(self.program, options.clone(), cuts.clone(), k, (self.make_solver)()))
        };
        let mut attempt = begun.unwrap_or_else(|| anew(options, &cuts));
        let mut came = self.turn(&mut attempt, most)?;
        if matches!(came, Came::Deferred) {
            // The invariants do not exclude strays, but these may not matter.
            let took = attempt.effort();
            let mut options = options.clone();
            options.learned.followed.at = None;
            self.spent.add(attempt.solver());
            attempt = anew(&options, &cuts);
            came = match self.turn(&mut attempt, most.min((FOLLOWING * took).max(FIRST)))? {
                // More effort would not help: what is followed may lead to every object.
                Came::Late => Came::Deferred,
                other => other,
            };
        }
        if matches!(came, Came::Late) {
            tracing::info!("no proof by induction with the effort so far, {k} iterations assumed");
            // One other number takes turns with it.
            self.next.insert(self.next.len().min(1), Queued { k, begun: Some(attempt) });
            return Ok(None);
        }
        self.spent.add(attempt.solver());
        match came {
            Came::Proven(proven) => self.accept(*proven, &attempt),
            Came::Late | Came::Deferred => Ok(None),
            Came::Open(why) => {
                tracing::info!("no proof by induction, {k} iterations assumed: {why}");
                // With a larger bound, fewer loops are cut.
                if attempt.asked().bound < options.bound {
                    self.next.push_back(Queued { k, begun: None });
                }
                Ok(None)
            }
        }
    }

    /// The proof that an attempt has come to, where the second check accepts it.
    fn accept(&mut self, proven: Proven, attempt: &Attempt<'a>) -> Result<Option<Proof>, Fault> {
        let Proven { evidence, cuts, invariants, grounds, outline } = proven;
        let k = attempt.assumed();
        tracing::info!(
            "{} loops and {} functions by induction, {k} iterations assumed",
            cuts.loops.len(),
            cuts.functions.len()
        );
        for known in &invariants {
            let of = &self.program.func(known.func).source_name;
            tracing::info!("{} of {of}: {}", known.claimed.word(), known.expression);
        }
        // The second check knows no threads.
        let checked = match self.recheck && attempt.asked().learned.shared.is_none() {
            true => match self.check_again(attempt.asked(), outline, attempt.effort())? {
                None => return Ok(None),
                accepted => accepted,
            },
            false => None,
        };
        let race_free =
            attempt.asked().learned.shared.is_some() && !attempt.asked().checks.contains(Check::Race);
        let threads = Threading { race_free, ..Threading::default() };
        self.grounds = Some(grounds);
        Ok(Some(Proof::inductive(evidence, checked, k, invariants, threads)))
    }

    /// A turn of an attempt with so much effort.
    fn turn(&mut self, attempt: &mut Attempt<'a>, most: u64) -> Result<Came, Fault> {
        let (watch, before) = (Stopwatch::start(), attempt.effort());
        let came = attempt.turn(most);
        let took = attempt.effort() - before;
        self.effort += took;
        self.spent.induction += watch.seconds();
        let (k, bound) = (attempt.assumed(), attempt.asked().bound);
        tracing::debug!(
            k,
            bound,
            effort = took,
            of_all = attempt.effort(),
            seconds = watch.seconds(),
            "attempt"
        );
        came
    }

    /// The second check of a proof that took so much effort to find: evidence where it accepts.
    fn check_again(
        &mut self,
        options: &EvalOptions,
        outline: ProofOutline,
        took: u64,
    ) -> Result<Option<Accepted>, Fault> {
        let watch = Stopwatch::start();
        let mut budget = Budget::new((took * RECHECK).max(LEAST_RECHECK));
        let mut solver = (self.make_solver)();
        let answer = recheck(self.program, options, outline, &mut *solver, &mut budget);
        self.effort += budget.spent(&*solver);
        self.spent.add(&*solver);
        self.spent.recheck += watch.seconds();
        match answer? {
            Ok(accepted) => {
                self.rechecked.accepted += 1;
                Ok(Some(accepted))
            }
            Err(why) => {
                tracing::info!("the second check rejects the proof: {why}");
                self.rechecked.rejected.push(why);
                Ok(None)
            }
        }
    }
}
