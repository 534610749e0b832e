//! k-induction over the bounded evaluation: loops that no bound suffices for are cut.
//!
//! The combined case of A. F. Donaldson, L. Haller, D. Kroening, P. Rümmer, "Software Verification Using k-Induction"
//! (SAS 2011). A loop that is cut is evaluated like this: `k` iterations as they are; then everything that the loop changes
//! is forgotten, which stands for any later iteration; `k` iterations that neither violate anything nor leave the loop; one
//! more in which everything is checked and from which the loop may be left; there the evaluation ends.
//!
//! **Why a refuted evaluation is a proof.** Take a run with a first violation (of a check or of a fact that is claimed of
//! a loop's head). Each time it goes through a loop that is cut, it leaves or violates in some iteration `n`. For `n < k` the
//! first iterations cover that. Otherwise give the forgotten values those of head `n - k`: all that is assumed holds, as it
//! concerns what lies before the first violation, and the violation would satisfy its condition. As `n - k` can be 0, the state
//! at the cut stands for every head of the visit, head 0 included; `parts.rs` says for each part of a state why it does.
//! Only facts about the run itself are assumed ([`Kind::is_of_run`]). That an evaluation reaches a bound or something that it does not
//! support depends on what it knows there: the same iteration may be evaluated without it where it is checked. So these stay
//! obligations in all iterations.
//! What is assumed of a later time must not bear on an earlier one: a variable in the path says whether the run is followed
//! beyond the place where things are forgotten, and a violation before it does not ask for that.
//!
//! Recursive functions are cut at their calls, see `recursion.rs`.

mod forget;
mod parts;
mod recursion;

pub use recursion::Recursion;

use crate::analysis::LoopId;
use crate::engine::bmc::interp::Interp;
use crate::engine::bmc::ledger::{Step, Stop};
use crate::engine::bmc::state::{Frame, State, Val};
use crate::ilr::Term;
use crate::program::{BlockId, DebugVarId, FuncId, InstId, LocId};
use crate::property::Check;
use indexmap::IndexMap;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// What is cut.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Cuts {
    /// Loops.
    pub loops: BTreeSet<(FuncId, LoopId)>,
    /// Functions, where they call themselves.
    pub functions: BTreeSet<FuncId>,
}

impl Cuts {
    /// Whether nothing is.
    pub fn is_empty(&self) -> bool {
        self.loops.is_empty() && self.functions.is_empty()
    }
}

/// Iterations after which a loop is cut rather than followed any longer, where none are assumed.
const LEAST_CUT: u32 = 256;

/// Something that is forgotten, and that is one value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Place {
    /// A phi of the head.
    Register(InstId),
    /// Bytes of an object.
    Cell {
        /// Identity of the object.
        object: u128,
        /// First byte.
        off: u64,
        /// Bytes.
        size: u32,
    },
    /// A parameter, by number from 0.
    Parameter(u32),
    /// What a function returns.
    Result,
}

/// What one iteration of a loop, or one call of a recursive function, changes, as far as it is known.
#[derive(Clone, Default, Debug)]
pub struct Changes {
    pub cells: BTreeSet<(u128, u64, u32)>,
    /// Objects that are forgotten as a whole, with the bytes of an element.
    pub arrays: BTreeMap<u128, u32>,
    /// Objects that the pointers in places can lead to.
    pub targets: BTreeMap<Place, BTreeMap<u128, Option<u64>>>,
    /// Source variables that are looked at for leaks.
    pub variables: BTreeSet<DebugVarId>,
    /// Phis that may be poison by flags whose check is off.
    pub poison: BTreeMap<(InstId, Check), Option<LocId>>,
}

/// A scalar about which facts are claimed.
#[derive(Clone, Debug)]
pub struct ScalarSlot {
    /// Where it is.
    pub place: Place,
    /// For a pointer: the object that it points into; the scalar is the offset.
    pub object: Option<u128>,
    /// What it is when the loop is entered, or the function called from outside of its recursion.
    pub entry: Term,
    /// The variable that stands for it.
    pub head: Term,
}

/// An array that is forgotten as a whole, and about whose elements facts are claimed.
#[derive(Clone, Debug)]
pub struct ArraySlot {
    /// The object whose bytes it is.
    pub object: u128,
    /// What it is when the loop is entered.
    pub entry: Term,
    /// The variable that stands for it.
    pub head: Term,
}

/// A time of the run, and the scalars then.
#[derive(Clone, Debug)]
pub struct Moment {
    /// When it is reached.
    pub path: Term,
    /// The scalars, in the order of the slots.
    pub values: Vec<Term>,
    /// The arrays, in the order of theirs; none where there are none.
    pub arrays: Vec<Term>,
}

impl Moment {
    /// A time with its scalars and no arrays.
    pub fn new(path: Term, values: Vec<Term>) -> Moment {
        Moment { path, values, arrays: Vec::new() }
    }
}

/// Of what facts are claimed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spot {
    /// The head of a loop.
    Loop(LoopId),
    /// The start of a function's activations.
    Entry,
    /// Their end.
    Return,
}

/// Where facts are claimed, for one time that a run goes through a loop that is cut or calls a recursive function.
pub struct Instance {
    /// Function.
    pub func: FuncId,
    /// Which place in it.
    pub spot: Spot,
    /// When it is come to from outside: the facts are to be shown of what the scalars are then.
    pub entered: Term,
    /// Scalars.
    pub slots: Vec<ScalarSlot>,
    /// Arrays, of loops only; none where one of them changes its shape.
    pub arrays: Vec<ArraySlot>,
    /// Scalars that do not change.
    pub fixed: Vec<Term>,
    /// Source variables of some of them.
    pub fixed_names: Vec<(Term, String)>,
    /// Source variables of arrays where facts are assumed.
    pub array_names: Vec<(Term, String)>,
    /// When else the facts are to be shown, and of what.
    pub backs: Vec<Moment>,
    /// When they are assumed.
    pub uses: Vec<Moment>,
}

impl Instance {
    /// A place without slots, uses and times at which facts are shown.
    pub fn new(func: FuncId, spot: Spot, entered: Term) -> Instance {
        Instance {
            func,
            spot,
            entered,
            slots: Vec::new(),
            arrays: Vec::new(),
            fixed: Vec::new(),
            fixed_names: Vec::new(),
            array_names: Vec::new(),
            backs: Vec::new(),
            uses: Vec::new(),
        }
    }

    /// The variables of the slots.
    pub fn heads(&self) -> Vec<Term> {
        self.slots.iter().map(|s| s.head).collect()
    }
}

/// A visit of a loop that is cut: one time that a run goes through it.
pub struct Visit {
    pub instance: Instance,
    /// Head 0: the state that enters the loop.
    pub entry: State,
    /// The state at the cut, after forgetting; none before it.
    pub head: Option<State>,
    /// Terms that there were at the entry: their variables stand for the same as long as the visit lasts.
    pub begun: usize,
    /// Variables for initial bytes of objects that there were then, but that were read for the first time later.
    pub initial: Vec<Term>,
    /// What was forgotten, and the variables for it.
    pub values: Vec<(Place, Val)>,
}

/// What an inductive evaluation knows and finds out.
#[derive(Default)]
pub struct Induction {
    pub k: u32,
    pub cuts: Cuts,
    pub changes: HashMap<u128, Changes>,
    /// Whether more changes than are known were seen.
    pub grown: bool,
    /// Loops that are not cut, and were not followed to their end.
    pub endure: BTreeSet<(FuncId, LoopId)>,
    /// Why nothing can be concluded.
    pub failed: Option<String>,
    /// What holds before the first violation.
    pub assumptions: Vec<Term>,
    pub visits: IndexMap<u128, Visit>,
    pub recursions: IndexMap<u128, Recursion>,
}

impl Induction {
    /// Whether a loop is cut.
    pub fn cuts(&self, func: FuncId, of: LoopId) -> bool {
        self.cuts.loops.contains(&(func, of))
    }

    /// Whether a loop that is not cut is to be, after that many iterations: the more are assumed, the later.
    pub fn is_long(&self, iterations: u32) -> bool {
        iterations == LEAST_CUT << (3 * self.k)
    }

    /// Iterations that are assumed to violate nothing.
    pub fn assumed(&self) -> u32 {
        self.k
    }

    fn assumes(&self, frame: &Frame, level: usize) -> bool {
        let it = &frame.iterations[level];
        (self.k..2 * self.k).contains(&it.count) && self.cuts(frame.func, it.of)
    }

    /// Whether a state is in an iteration that is assumed to violate nothing.
    pub fn is_assumed(&self, state: &State) -> bool {
        let mut frame = (self.k > 0).then_some(&state.frame);
        while let Some(f) = frame {
            if (0..f.iterations.len()).any(|level| self.assumes(f, level)) {
                return true;
            }
            frame = f.parent.as_ref();
        }
        false
    }

    /// All of which facts are claimed.
    pub fn instances(&self) -> Vec<&Instance> {
        let calls = self.recursions.values().flat_map(|r| [&r.entry, &r.exit]);
        self.visits.values().map(|v| &v.instance).chain(calls).collect()
    }

    /// Notes why nothing can be concluded; the first reason stays.
    pub fn fail(&mut self, why: impl Into<String>) {
        self.failed.get_or_insert(why.into());
    }
}

/// Induction's work on states, with the interpreter that it is done by.
pub struct Cutter<'a, 'p> {
    /// The interpreter.
    pub vm: &'a mut Interp<'p>,
}

impl Induction {
    /// Ends a state that leaves a loop in an iteration that is assumed to go on.
    pub fn leave_assumed(&self, state: &State, to: BlockId) -> Step<()> {
        let loops = &state.frame.info.loops;
        let leaves = |level: usize| !loops.contains(state.frame.iterations[level].of, to);
        let ends = (0..state.frame.iterations.len()).any(|l| leaves(l) && self.assumes(&state.frame, l));
        if ends { Err(Stop::End) } else { Ok(()) }
    }

    /// Marks the loops from a level on as entered.
    pub fn enter_cut(&mut self, state: &mut State, from: usize, to: BlockId) {
        let info = state.frame.info.clone();
        for level in from..state.frame.iterations.len() {
            let of = state.frame.iterations[level].of;
            if !self.cuts(state.frame.func, of) {
                continue;
            }
            if info.loops.head(of) != to {
                self.fail("a loop is entered elsewhere than at its head");
            }
            state.top().iterations[level].arrived = true;
        }
    }

    /// What is to be done at the head of a loop that is cut, for all runs that enter it or come to it for the first time after
    /// the first iterations.
    pub fn arrive(&mut self, vm: &mut Interp<'_>, state: &mut State) -> Step<()> {
        let it = state.top().iterations.last_mut().expect("it was looked at");
        it.arrived = false;
        let count = it.count;
        if count == 0 {
            Cutter { vm }.note_entry(self, state)?;
        }
        if count == self.k { Cutter { vm }.forget(self, state) } else { Ok(()) }
    }

    /// What is to be done when an iteration of a loop that is cut is over.
    pub fn close_iteration(&mut self, vm: &mut Interp<'_>, state: &mut State, from: BlockId) -> Step<()> {
        let info = state.frame.info.clone();
        let Some(of) = info.loops.headed_by(state.frame.block) else { return Ok(()) };
        if !self.cuts(state.frame.func, of) || !info.loops.contains(of, from) {
            return Ok(());
        }
        let count = state.frame.iterations.last().expect("it is in a loop").count;
        if count == self.k + 1 {
            Cutter { vm }.compare_iteration(self, state)?;
        }
        if count > 2 * self.k { Err(Stop::End) } else { Ok(()) }
    }
}
