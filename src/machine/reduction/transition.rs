//! Where a thread lets others run: the partial-order reductions that need no search.
//!
//! A transition is what one thread does from one interrupt to the next. Each holds at most one action that other threads
//! can see: a second one is preceded by an interrupt, loads included (both theses forgot these somewhere: with `X=1;Y=1`
//! beside `a=X;b=Y`, loads that are passed lose the outcome a=0, b=1). What only the thread itself can reach is not
//! seen.

use super::Interrupted;
use crate::machine::state::ObjId;

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

/// What is known of the transition.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::machine) struct Transition {
    /// Whether there is anything to interrupt for.
    pub on: bool,
    /// Whether every operation counts as visible.
    pub each: bool,
    /// Which interrupts are left out.
    pub reduction: Reduction,
    /// Whether there were ever more threads than the first.
    pub threads: bool,
    /// Whether a transition is told one thing at most, as where there are threads.
    pub singly: bool,
    /// Whether something was chosen in the transition.
    pub chose: bool,
    /// The step of its visible action; 0 when there was none.
    pub acted: u64,
    /// The step before its first one.
    begun: u64,
    /// Where its thread's activation was put away.
    pub thread: ObjId,
    /// Objects with smaller numbers were there before it.
    pub old: usize,
}

impl Transition {
    /// The first transition of a machine that is interrupted, after so many steps.
    pub fn first(reduction: Reduction, steps: u64) -> Transition {
        Transition {
            on: true,
            each: reduction == Reduction::None,
            reduction,
            begun: steps,
            ..Transition::default()
        }
    }

    /// The next transition begins, after so many steps and with so many objects.
    pub fn begin(&mut self, steps: u64, objects: usize) {
        self.acted = 0;
        self.chose = false;
        self.begun = steps;
        self.old = objects;
    }

    /// A visible action at a step: interrupts unless it is the transition's first.
    #[inline]
    pub fn act(&mut self, step: u64) -> Result<(), Interrupted> {
        if self.acted != 0 && self.acted != step {
            return Err(Interrupted);
        }
        self.acted = step;
        Ok(())
    }

    /// Something is to be chosen. A transition has one choice: of one with many there were exponentially many, although
    /// they may lead to few states. An operation has one at most, as it is done again after an interrupt.
    pub fn chooses(&self, atomic: bool) -> Result<(), Interrupted> {
        if self.on && self.chose && !atomic { Err(Interrupted) } else { Ok(()) }
    }

    /// Control leaves a block, at a step; `back`: to an operation that is not behind this one.
    pub fn branches(&mut self, step: u64, back: bool) -> Result<(), Interrupted> {
        match self.reduction {
            Reduction::None => Ok(()),
            Reduction::Tau => self.act(step),
            Reduction::TauPlus | Reduction::Full => {
                if back && step - self.begun > PATIENCE {
                    Err(Interrupted)
                } else {
                    Ok(())
                }
            }
        }
    }
}
