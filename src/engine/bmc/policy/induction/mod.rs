//! k-induction over the bounded evaluation: loops that no bound suffices for are cut.
//!
//! The combined case of A. F. Donaldson, L. Haller, D. Kroening, P. Rümmer, "Software Verification Using k-Induction"
//! (SAS 2011). A loop that is cut is evaluated in four steps:
//!
//! 1. `k` iterations as they are (the base case);
//! 2. havoc: everything that the loop changes is replaced by fresh variables, so that the state stands for the head of any
//!    later iteration;
//! 3. `k` iterations of which it is assumed that they violate nothing and do not leave the loop (the induction hypothesis);
//! 4. one more iteration, in which everything is checked and from which the loop may be left (the step). There the evaluation
//!    ends.
//!
//! **Why a refuted evaluation is a proof.** Take a run with a first violation, of a check or of a candidate invariant of a loop's
//! head. Each visit of a cut loop is left, or meets the violation, in some iteration `n`. If `n < k`, the first iterations cover
//! the visit. Otherwise give the havocked values those of head `n - k`. Everything that is assumed then holds, as it concerns
//! what lies before the first violation, and the violation satisfies its condition. As `n - k` can be 0, the state at the cut
//! has to stand for every head of the visit, head 0 included; `parts.rs` shows this for each part of a state.
//!
//! Only facts about the run itself are assumed ([`Kind::is_of_run`]). Whether an evaluation reaches a bound or something
//! unsupported depends on what it knows at that point: the same iteration may be evaluated without it where it is checked. So
//! these stay obligations in all iterations.
//!
//! An assumption about a later time must not exclude an earlier violation. So a variable in the path says whether the run goes
//! on beyond the havoc, and a violation before the havoc does not require it.
//!
//! Recursive functions are cut at their calls, see `recursion.rs`.

mod havoc;
mod parts;
mod recursion;
mod threads;

pub use recursion::Recursion;
pub use threads::invariants_of_threads;

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

/// A place that is havocked and holds one value.
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
    /// Objects that are havocked as a whole, with the bytes of an element.
    pub arrays: BTreeMap<u128, u32>,
    /// Objects that the pointers in places can lead to.
    pub targets: BTreeMap<Place, BTreeMap<u128, Option<u64>>>,
    /// Source variables that are looked at for leaks.
    pub variables: BTreeSet<DebugVarId>,
    /// Phis that may be poison by flags whose check is off.
    pub poison: BTreeMap<(InstId, Check), Option<LocId>>,
    /// Whether there may be other threads at later heads.
    pub concurrent: bool,
}

/// A scalar that candidate invariants are about.
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

/// An array that is havocked as a whole, and whose elements candidate invariants are about.
#[derive(Clone, Debug)]
pub struct ArraySlot {
    /// The object whose bytes it is.
    pub object: u128,
    /// What it is when the loop is entered.
    pub entry: Term,
    /// The variable that stands for it.
    pub head: Term,
}

/// A point of a run, with the values of slots there.
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

/// Where candidate invariants are to hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spot {
    /// The head of a loop.
    Loop(LoopId),
    /// The start of a function's activations.
    Entry,
    /// Their end.
    Return,
    /// Wherever a thread may see what threads share.
    Shared,
}

/// The place of candidate invariants, for one visit of a loop that is cut or one call of a recursive function from outside.
pub struct Instance {
    /// Function.
    pub func: FuncId,
    /// Which place in it.
    pub spot: Spot,
    /// When the place is reached from outside. The candidates have to hold for the scalars' values then.
    pub entered: Term,
    /// Scalars.
    pub slots: Vec<ScalarSlot>,
    /// Arrays, of loops only; none where one of them changes its shape.
    pub arrays: Vec<ArraySlot>,
    /// Scalars that do not change.
    pub fixed: Vec<Term>,
    /// Source variables of some of them.
    pub fixed_names: Vec<(Term, String)>,
    /// Source variables of arrays where candidates are assumed.
    pub array_names: Vec<(Term, String)>,
    /// The other times at which the candidates have to hold.
    pub backs: Vec<Moment>,
    /// The times at which they are assumed.
    pub uses: Vec<Moment>,
}

impl Instance {
    /// An instance without slots and times.
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
    /// The state at the cut, after the havoc; none before it.
    pub head: Option<State>,
    /// Terms that there were at the entry: their variables stand for the same as long as the visit lasts.
    pub begun: usize,
    /// Variables for initial bytes of objects that there were then, but that were read for the first time later.
    pub initial: Vec<Term>,
    /// What was havocked, and the variables for it.
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
    /// The places of invariants of what threads share.
    pub shared: Vec<Instance>,
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

    /// All instances: of visits, then start and end of each recursion, then of what threads share.
    pub fn instances(&self) -> Vec<&Instance> {
        let calls = self.recursions.values().flat_map(|r| [&r.entry, &r.exit]);
        self.visits.values().map(|v| &v.instance).chain(calls).chain(&self.shared).collect()
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
        if count == self.k { Cutter { vm }.havoc(self, state) } else { Ok(()) }
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
