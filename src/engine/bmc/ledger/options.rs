//! What an evaluation is to do.

use super::threads::Shared;
use crate::engine::verdict::Consistency;
use crate::program::{FuncId, GlobalId, InstId, Program};
use crate::property::CheckSet;
use crate::rewrite::RuleSet;
use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

impl EvalOptions {
    /// The bound of a function's recursion, or of its loop at a line.
    pub fn bound_for(&self, program: &Program, func: FuncId, line: Option<u32>) -> u32 {
        let mut best = self.bound;
        for (name, at, bound) in &self.bound_at {
            if program.is_named(func, name) {
                match at {
                    None => best = *bound,
                    Some(_) if *at == line => return *bound,
                    Some(_) => {}
                }
            }
        }
        best
    }
}

/// What is assumed of memory and of the program's surroundings.
#[derive(Clone, Copy, Default, Debug)]
pub struct Assumptions {
    /// Whether `malloc` and its relatives may return null.
    pub malloc_may_fail: bool,
    /// Whether pointers that the entry function is given may be null.
    pub null_arguments: bool,
    /// Whether memory is one array over all addresses instead of a graph of objects.
    pub flat: bool,
    /// What the accesses of threads may do.
    pub consistency: Consistency,
    /// Whether a wait for a condition variable ends only after a signal.
    pub no_spurious_wakeups: bool,
}

/// What an evaluation is to do.
#[derive(Clone, Debug)]
pub struct EvalOptions {
    /// Function that starts the program.
    pub entry: FuncId,
    /// Iterations of a loop and activations of a recursive function that symbolic decisions may ask for.
    pub bound: u32,
    /// Bounds of single functions or loops: function name, line of the loop (any, when `None`), bound.
    pub bound_at: Vec<(String, Option<u32>, u32)>,
    /// Checks that are made.
    pub checks: CheckSet,
    /// What is assumed of memory and of the surroundings.
    pub assumptions: Assumptions,
    /// When to give up.
    pub deadline: Option<Instant>,
    /// Raised from outside to end the evaluation.
    pub stop: Option<Arc<AtomicBool>>,
    /// The violations that count, when not all do.
    pub target: Option<Target>,
    /// What earlier rounds have found to be needed.
    pub learned: Learned,
    /// What is turned off.
    pub off: TurnedOff,
}

/// What makes formulas smaller and is turned off, so that answers with and without it can be compared.
#[derive(Clone, Default, Debug)]
pub struct TurnedOff {
    /// Rewrite rules. A replay has all of them: it must come down to constants.
    pub rules: RuleSet,
    /// Whether pairs of accesses that the creation of a thread orders are left out of what threads share.
    pub pruning: bool,
}

/// What a round does that others were found to need.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Learned {
    /// What is done about reads of pointers that nothing has determined.
    pub followed: Followed,
    /// The objects whose arrays have bytes as elements.
    pub bytewise: Bytewise,
    /// What threads share, where threads are followed.
    pub shared: Option<Shared>,
    /// Whether loops beside other threads are followed as long as they go on.
    pub endures: bool,
}

impl Learned {
    /// The same where threads are not followed.
    pub fn without_threads(self) -> Learned {
        Learned { shared: None, ..self }
    }
}

/// Objects, by their identity, whose arrays have bytes as elements, whatever they are accessed as first: accesses of other sizes, or
/// copies between objects with other elements, could not be represented.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Bytewise {
    /// These.
    pub objects: Arc<BTreeSet<u128>>,
    /// All of them.
    pub all: bool,
}

/// The instructions whose strays are followed. A stray is a pointer that an invalid read yields while no check covers it, one made
/// of bytes that nobody has written, once the program compares addresses, or a null pointer that was moved. It may lead to every
/// object, so it costs much to follow one. Runs end at other strays, as deferred. By default all are followed.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Followed {
    /// The instructions; all where there is no set.
    pub at: Option<Arc<HashSet<(FuncId, InstId)>>>,
    /// Whether bytes that nobody has written are strays before the program compares addresses, too.
    pub from_start: bool,
}

/// The violations that count. Runs that violate something else first are ignored.
#[derive(Clone, Debug)]
pub struct Target {
    /// The places where they do, by number; anywhere without. What is lost at the program's end has no place.
    pub places: Option<Arc<[bool]>>,
    /// They do once this variable of 32 bits has this value.
    pub reached: Option<(GlobalId, u32)>,
}
