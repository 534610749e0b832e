//! The explorer: takes states in the weak topological order of the unrolled program, so that those that meet at a point merge
//! before it is executed. It knows no instruction: what one does is the interpreter's, how far runs are followed the policy's.

mod control;
mod merge;
mod settle;
mod visit;

use crate::base::{effort, is_late};
use crate::engine::bmc::interp::{Interp, Oracle};
use crate::engine::bmc::ledger::{EvalOptions, Kind, Stop, Visits};
use crate::engine::bmc::policy::Policy;
use crate::engine::bmc::state::{State, compare};
use crate::ilr::Term;
use crate::program::{LocId, Program};
use merge::mergeable;
use std::cell::Cell;
use std::cmp::Ordering;
use std::rc::Rc;
use std::sync::atomic;

/// Most terms to make, as a limit of memory.
const MOST_TERMS: usize = 1 << 31;

/// Instructions between two looks at the limits, and terms asked for: an instruction may ask for many.
const POLL: u32 = 1024;

const POLL_REQUESTS: u64 = 1 << 16;

/// States that wait for their turn.
#[derive(Default)]
struct Waiting {
    /// In their order, the next one last.
    queue: Vec<State>,
    /// States that go on when all others are done.
    parked: Vec<State>,
}

/// The evaluator.
pub struct Eval<'p> {
    /// What instructions do, with memory and what comes of them.
    pub vm: Interp<'p>,
    /// How far runs are followed.
    pub policy: Policy<'p>,
    /// Effort at which to pause; [`Eval::resume`] goes on.
    pub pause: Option<u64>,
    /// Effort of those who answer questions of the policy.
    pub answering: Rc<Cell<u64>>,
    /// Instructions executed.
    pub steps: u64,
    /// Where runs come to goals of coverage, if there are any.
    pub visits: Option<Box<Visits>>,
    /// When some check that does not count is violated.
    elsewhere: Option<Term>,
    waiting: Waiting,
    stopping: bool,
    poll: Poll,
}

/// When to look at the limits.
struct Poll {
    /// Instructions since the last look.
    instructions: u32,
    /// Terms asked for at the next look.
    requests: u64,
    /// A limit was seen to be reached.
    due: bool,
}

impl<'p> Eval<'p> {
    /// An evaluator at the start of the program.
    pub fn new(program: &'p Program, options: EvalOptions, oracle: Option<Oracle>) -> Eval<'p> {
        Eval {
            vm: Interp::new(program, options, oracle),
            policy: Policy::default(),
            pause: None,
            answering: Rc::default(),
            steps: 0,
            visits: None,
            elsewhere: None,
            waiting: Waiting::default(),
            stopping: false,
            poll: Poll { instructions: 0, requests: POLL_REQUESTS, due: false },
        }
    }

    /// Runs everything within the bound.
    pub fn run(&mut self) -> Outcome {
        let (mut state, started) = self.vm.start();
        self.settle(&state);
        match started {
            Ok(()) => {
                self.push_constructors(&mut state);
                self.waiting.queue.push(state);
            }
            Err(stop) => self.end(&state, None, stop),
        }
        self.resume()
    }

    /// Continues after [`Outcome::Stopped`].
    pub fn resume(&mut self) -> Outcome {
        while let Some(state) = self.waiting.queue.pop().or_else(|| self.waiting.parked.pop()) {
            self.execute(state);
            if self.stopping {
                return Outcome::Stopped;
            }
            if self.poll.due {
                self.poll.due = false;
                if let Some(outcome) = self.limit() {
                    return outcome;
                }
            }
        }
        Outcome::Complete(Completed(()))
    }

    /// Effort so far.
    pub fn effort(&self) -> u64 {
        self.steps * effort::INSTRUCTION
            + self.vm.ledger.d.terms.requests() * effort::REQUEST
            + self.vm.ledger.d.terms.len() as u64 * effort::MADE
            + self.vm.ledger.d.terms.visited() * effort::VISIT
            + self.answering.get()
    }

    /// Why the evaluation has to return now.
    fn limit(&self) -> Option<Outcome> {
        let options = &self.vm.ledger.options;
        if options.stop.as_ref().is_some_and(|s| s.load(atomic::Ordering::Relaxed)) {
            return Some(Outcome::Stopped);
        }
        if self.vm.ledger.d.terms.len() > MOST_TERMS {
            return Some(Outcome::Memory);
        }
        if is_late(options.deadline) {
            return Some(Outcome::Deadline);
        }
        self.pause.is_some_and(|most| self.effort() >= most).then_some(Outcome::Paused)
    }

    /// Puts a state where its turn will come, merging it with one that waits at the same point.
    fn push(&mut self, state: State) {
        let mut low = 0;
        let mut high = self.waiting.queue.len();
        while low < high {
            let mid = (low + high) / 2;
            match compare(&state, &self.waiting.queue[mid]) {
                Ordering::Less => low = mid + 1,
                Ordering::Greater => high = mid,
                Ordering::Equal => {
                    if mergeable(&state, &self.waiting.queue[mid]) {
                        self.merge_into(mid, state);
                        return;
                    }
                    // Another caller's activation at the same place: order by identity.
                    match state.frame.entry.ctx.cmp(&self.waiting.queue[mid].frame.entry.ctx) {
                        Ordering::Less => low = mid + 1,
                        _ => high = mid,
                    }
                }
            }
        }
        self.waiting.queue.insert(low, state);
    }

    fn merge_into(&mut self, place: usize, mut state: State) {
        // What threads share is no longer in the states.
        if state.thread.concurrent != self.waiting.queue[place].thread.concurrent {
            let Eval { vm, waiting, .. } = &mut *self;
            vm.become_concurrent(&mut state, None);
            vm.become_concurrent(&mut waiting.queue[place], None);
            self.settle(&state);
        }
        let info = state.frame.info.clone();
        let keep = (state.frame.at == self.vm.phis_at(&state)).then(|| info.live_in(state.frame.block));
        let paths = (self.waiting.queue[place].path.clone(), state.path.clone());
        let target = &mut self.waiting.queue[place];
        // Waiting first: its values are the earlier ones.
        let (terms, space) = (&mut self.vm.ledger.d.terms, &mut self.vm.memory.space);
        if let Err(reason) = merge::merge(terms, space, target, state, keep) {
            let lost = self.waiting.queue.remove(place);
            let either = self.vm.ledger.d.terms.or(paths.0.term(), paths.1.term());
            self.vm.ledger.oblige(&lost, Kind::Unsupported(reason.words().to_owned()), either, None);
            self.settle(&lost);
        }
    }

    /// Whether another state has to go before this one.
    fn must_wait(&self, state: &State) -> bool {
        match self.waiting.queue.last() {
            None => false,
            Some(next) => compare(state, next) != Ordering::Less,
        }
    }

    /// A state ends.
    fn end(&mut self, state: &State, loc: Option<LocId>, stop: Stop) {
        if let Stop::Unsupported(what) = stop {
            self.vm.ledger.unsupported(state, loc, what);
            self.settle(state);
        }
    }

    /// Executes a state until it ends, or others have to go first.
    fn execute(&mut self, mut state: State) {
        loop {
            if !state.thread.locks.perhaps.is_empty() {
                state.thread.locks = state.thread.locks.settled(&mut self.vm.ledger.d.terms, &state.path);
            }
            let (id, inst) = self.vm.current(&state);
            self.steps += 1;
            self.poll.instructions += 1;
            let requests = self.vm.ledger.d.terms.requests();
            if self.poll.instructions >= POLL || requests >= self.poll.requests {
                self.poll =
                    Poll { instructions: 0, requests: requests + POLL_REQUESTS, due: self.limit().is_some() };
                if self.poll.due {
                    self.steps -= 1;
                    // What has run so long may run forever: the others go first then, unmerged.
                    if self.waiting.queue.is_empty() {
                        self.waiting.queue.push(state);
                    } else {
                        self.waiting.parked.push(state);
                    }
                    return;
                }
            }
            self.vm.ledger.serial = 0;
            if state.frame.iterations.last().is_some_and(|it| it.arrived) {
                let arrived = self.policy.arrive(&mut self.vm, &mut state);
                self.settle(&state);
                if let Err(stop) = arrived {
                    return self.end(&state, inst.loc, stop);
                }
            }
            if self.visits.is_some() {
                self.visit(&mut state, id);
            }
            let flow = self.vm.instruction(&mut state, id, inst);
            self.settle(&state);
            for started in std::mem::take(&mut self.vm.started) {
                self.push(started);
            }
            match flow.and_then(|flow| self.go_on(&mut state, flow)) {
                Ok(Went::Next) => state.top().at += 1,
                Ok(Went::Moved) => {
                    if !self.stopping && self.must_wait(&state) {
                        return self.push(state);
                    }
                }
                Err(stop) => return self.end(&state, inst.loc, stop),
            }
            if self.stopping {
                return;
            }
        }
    }
}

/// Where a state has gone.
enum Went {
    /// Nowhere: the next instruction of the block follows.
    Next,
    /// To another place; others may have to go first.
    Moved,
}

/// Evidence that an evaluation followed every run within the bound to its end. Only the evaluator makes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Completed(());

/// How an evaluation ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Every run within the bound was followed to its end.
    Complete(Completed),
    /// The deadline passed.
    Deadline,
    /// Too many terms.
    Memory,
    /// A replay has found its violation, or somebody outside asked to stop.
    Stopped,
    /// The effort of [`Eval::pause`] is spent.
    Paused,
}
