//! Where a thread lets others run: the partial-order reductions that need no search.
//!
//! A transition is what one thread does from one interrupt to the next. Each holds at most one action that other threads
//! can see: a second one is preceded by an interrupt, loads included (both theses forgot these somewhere: with `X=1;Y=1`
//! beside `a=X;b=Y`, loads that are passed lose the outcome a=0, b=1). What only the thread itself can reach is not
//! seen.

use rustc_hash::FxHashSet;

use std::sync::Arc;

use crate::machine::state::{Memory, Mode, Node, ObjId, Origin};
use crate::machine::step::{Machine, Step, Stop};
use crate::program::{FuncId, Program};
use crate::property::Check;

/// Which interrupts are left out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Reduction {
    /// None: one before every operation.
    None,
    /// Between operations of a block that do not access memory (tau, DIVINE 3, section 6.2.1).
    Tau,
    /// Between operations that do not access memory, loops only now and then interrupted (tau+, section 6.2.2).
    TauPlus,
    /// Between operations that do not access memory that others can reach.
    #[default]
    Full,
}

/// Operations after which a loop without visible actions is interrupted, so that transitions end.
const PATIENCE: u64 = 4096;

/// Steps of a turn of a thread, where nobody says which one goes on.
const TURN: u64 = 1024;

/// The library's function that chooses the thread that goes on.
const SCHEDULER: &str = "__bmc_scheduler";

/// The function that chooses the thread that goes on, where the program has threads.
pub fn scheduler(program: &Program) -> Option<FuncId> {
    program.function(SCHEDULER).filter(|&f| program.func(f).is_defined())
}

/// What is known of the transition.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::machine) struct Watch {
    /// Whether there is anything to interrupt for.
    pub on: bool,
    /// Whether every operation counts as visible.
    pub each: bool,
    reduction: Reduction,
    /// Whether there were ever more threads than the first.
    pub(in crate::machine) threads: bool,
    /// Whether something was chosen in the transition.
    pub(in crate::machine) chose: bool,
    /// The step of its visible action; 0 when there was none.
    pub(in crate::machine) acted: u64,
    /// The step before its first one.
    begun: u64,
    /// Where its thread's activation was put away.
    pub(in crate::machine) thread: ObjId,
    /// Objects with smaller numbers were there before it.
    pub(in crate::machine) old: usize,
}

/// The objects that other threads can reach, once that is asked for.
#[derive(Default)]
pub(in crate::machine) struct Reach {
    known: bool,
    /// By object: the number of the last search that reached it.
    marks: Vec<u32>,
    searches: u32,
    open: Vec<ObjId>,
}

impl Reach {
    /// A pointer was stored: what others can reach may have become more.
    pub fn published(&mut self) {
        self.known = false;
    }

    /// Whether some of the objects `from` lead there.
    fn contains(&mut self, id: ObjId, memory: &Memory, from: &[ObjId]) -> bool {
        if !self.known {
            self.known = true;
            self.searches += 1;
            self.marks.resize(memory.count(), 0);
            let Reach { marks, searches, open, .. } = self;
            let mut reached = |to: ObjId, open: &mut Vec<ObjId>| {
                if marks.get(to.index()).is_some_and(|m| m != searches) {
                    marks[to.index()] = *searches;
                    open.push(to);
                }
            };
            from.iter().for_each(|&to| reached(to, open));
            while let Some(id) = open.pop() {
                memory.edges(id, true, &mut |to| reached(to, open));
            }
        }
        self.marks.get(id.index()) == Some(&self.searches)
    }
}

impl Machine<'_, '_> {
    /// Makes the machine stop where other threads may run.
    pub fn interruptible(&mut self, reduction: Reduction) {
        self.watch = Watch {
            on: true,
            each: reduction == Reduction::None,
            reduction,
            begun: self.steps,
            ..Watch::default()
        };
    }

    /// A visible action: interrupts unless it is the transition's first.
    pub(in crate::machine) fn act(&mut self) -> Step<()> {
        if self.watch.acted != 0 && self.watch.acted != self.steps {
            return Err(Stop::Interrupted);
        }
        self.watch.acted = self.steps;
        Ok(())
    }

    /// An object is accessed.
    #[inline]
    pub(in crate::machine) fn visible(&mut self, id: ObjId, mode: Mode) -> Step<()> {
        if !self.watch.on || self.frame.atomic {
            match &mut self.planning {
                Some(planning) => planning.accessed(id),
                None if self.owners.is_some() => {
                    self.owns(id, mode);
                }
                None => {}
            }
            return Ok(());
        }
        self.maybe_visible(id, mode)
    }

    fn maybe_visible(&mut self, id: ObjId, mode: Mode) -> Step<()> {
        let Some(object) = self.memory.get(id) else { return Ok(()) };
        if object.constant || self.is_alone() {
            return Ok(());
        }
        if self.watch.reduction == Reduction::Full {
            let seen = match object.origin {
                Origin::Global(_) => !self.owns(id, mode),
                _ => self.others_reach(id),
            };
            if !seen {
                return Ok(());
            }
        }
        self.act()
    }

    /// Whether nobody is there who could see anything.
    fn is_alone(&self) -> bool {
        self.owners.is_some() && !self.watch.threads
    }

    /// Whether the object is a variable that is taken for this thread's; that it accesses it is noted.
    fn owns(&self, id: ObjId, mode: Mode) -> bool {
        let (Some(owners), Some(Origin::Global(g))) = (&self.owners, self.memory.origin(id)) else {
            return false;
        };
        let assumed = owners.is_assumed(g);
        if assumed && self.watch.threads {
            owners.note(g, self.watch.thread, mode == Mode::Write);
        }
        assumed
    }

    /// Something is to be chosen. A transition has one choice: of one with many there were exponentially many, although they
    /// may lead to few states. An operation has one at most, as it is done again after an interrupt.
    pub(in crate::machine) fn chooses(&mut self) -> Step<()> {
        if self.watch.on && self.watch.chose && !self.frame.atomic {
            return Err(Stop::Interrupted);
        }
        Ok(())
    }

    /// The number of heap objects changes: the end of the program sees how many there are, where that is checked.
    pub(in crate::machine) fn counts_objects(&mut self) -> Step<()> {
        let counted = self.watch.on && !self.frame.atomic && self.image.checks.contains(Check::LeakAtExit);
        if counted && !self.is_alone() { self.act() } else { Ok(()) }
    }

    /// Whether other threads can get to an object: all that globals lead to, as every thread that does not run is reached from
    /// the library's table.
    pub(in crate::machine) fn others_reach(&mut self, id: ObjId) -> bool {
        self.reach.contains(id, &self.memory, self.image.variables())
    }

    /// Control leaves a block.
    pub(in crate::machine) fn branches(&mut self, to: u32) -> Step<()> {
        match self.watch.reduction {
            Reduction::None => Ok(()),
            Reduction::Tau => self.act(),
            Reduction::TauPlus | Reduction::Full => {
                if to <= self.frame.pc && self.steps - self.watch.begun > PATIENCE {
                    return Err(Stop::Interrupted);
                }
                Ok(())
            }
        }
    }

    /// Puts the running activation away.
    pub fn put_away(&mut self) {
        let frame = std::mem::replace(&mut self.frame, crate::machine::Frame::nowhere());
        let frame = self.stow(frame, false);
        if self.slot == ObjId::NONE {
            self.interrupted = self.memory.park(frame);
        } else {
            // The library knows it already.
            self.memory.park_at(std::mem::take(&mut self.slot), frame);
        }
    }

    /// Drops the running activation with its callers: its thread has ended.
    pub fn drop_thread(&mut self) {
        self.drop_activations();
        self.interrupted = ObjId::NONE;
        let slot = std::mem::take(&mut self.slot);
        // What was noted of this thread is of no other one.
        if slot != ObjId::NONE && self.owners.is_none() {
            self.memory.release(slot);
        }
    }

    pub(in crate::machine) fn drop_activations(&mut self) {
        self.end_own();
        loop {
            for id in std::mem::take(&mut self.frame.locals) {
                self.memory.end(id);
            }
            match self.memory.unpark(self.frame.caller) {
                Some(caller) => self.frame = Arc::unwrap_or_clone(caller),
                None => break,
            }
        }
        self.frame = crate::machine::Frame::nowhere();
    }

    /// Calls the scheduler, which resumes some thread.
    pub fn schedule(&mut self, scheduler: FuncId) {
        self.frame = self.activate(scheduler, Vec::new());
        self.frame.atomic = true;
        self.begin();
    }

    /// Lets the next thread go on where one was interrupted or has ended; whether the run has stopped for that.
    pub fn let_next_go_on(&mut self, stop: &Stop, scheduler: Option<FuncId>) -> bool {
        match stop {
            Stop::Interrupted if self.interrupted == ObjId::NONE => self.put_away(),
            Stop::Interrupted => {}
            Stop::ThreadEnded => self.drop_thread(),
            _ => return false,
        }
        match scheduler {
            Some(scheduler) => self.schedule(scheduler),
            None => self.resume(),
        }
        true
    }

    /// Which of so many threads goes on where nobody says: each after some steps. A waiting loop comes to its end so.
    pub(in crate::machine) fn turn(&self, count: u64) -> Option<u64> {
        let program = self.image.program;
        let told =
            self.environment.asks || self.environment.script.is_some() || !self.environment.inputs.is_empty();
        if told || program.func(self.frame.func).name != SCHEDULER {
            return None;
        }
        let mixed = (self.steps / TURN).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        Some(mixed % count.max(1))
    }

    /// A transition begins.
    pub(in crate::machine) fn begin(&mut self) {
        self.watch.acted = 0;
        self.watch.chose = false;
        self.watch.begun = self.steps;
        self.watch.old = self.memory.count();
        self.reach.published();
    }
}

impl Memory {
    /// The objects and activations that a node names; `all`: also what registers name that may not be read any more.
    fn edges(&self, id: ObjId, all: bool, visit: &mut dyn FnMut(ObjId)) {
        match self.node(id) {
            Some(Node::Live(object)) => object.pointers.values().for_each(|&to| visit(to)),
            Some(Node::Frame(frame)) => {
                let readable = frame.readable().filter(|_| !all);
                let regs = readable.chain(frame.registers().filter(|_| all)).map(|r| r.object);
                let rest = frame.locals.iter().copied().chain([frame.caller, frame.varargs, frame.own]);
                regs.chain(rest).filter(|&to| to.is_one()).for_each(visit);
            }
            Some(Node::Dead(_)) | None => {}
        }
    }

    /// All nodes that some lead to, these included; `all`: also by registers that may not be read any more.
    pub fn closure(&self, from: impl Iterator<Item = ObjId>, all: bool) -> FxHashSet<ObjId> {
        let mut reached: FxHashSet<ObjId> = from.collect();
        let mut open: Vec<ObjId> = reached.iter().copied().collect();
        while let Some(id) = open.pop() {
            self.edges(id, all, &mut |to| {
                if reached.insert(to) {
                    open.push(to);
                }
            });
        }
        reached
    }
}
