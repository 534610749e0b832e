//! The outline of a proof by induction: what it cuts and which invariants it uses, as data, without how they were found.
//! `recheck` proves the outline once more.
//!
//! Objects, visits of loops and calls are named by their position in the run, so that another evaluation finds the same
//! ones. Terms are those of a store of their own. Their variables are listed in [`ProofOutline::rigid`], or stand for places that
//! an entry of the outline lists.

use crate::analysis::LoopId;
use crate::ilr::{Term, TermStore};
use crate::program::{DebugVarId, FuncId, InstId};
use crate::property::Check;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The outline of a proof.
#[derive(Default)]
pub struct ProofOutline {
    /// Iterations of each loop that are assumed to violate nothing.
    pub assumed: u32,
    /// Loops that are cut.
    pub loops: BTreeSet<(FuncId, LoopId)>,
    /// Functions whose recursion is cut.
    pub functions: BTreeSet<FuncId>,
    /// The invariants of the heads of loops, by visit.
    pub visits: BTreeMap<u128, Heads>,
    /// The contracts of activations, by the call from outside of the recursion.
    pub calls: BTreeMap<u128, Activations>,
    /// Terms.
    pub terms: Rc<TermStore>,
    /// Variables of the terms that have one value in the whole run, and what they stand for.
    pub rigid: Vec<(Term, Rigid)>,
}

/// What a variable stands for that has one value in the whole run. Objects are named by their keys.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rigid {
    /// What the run gets at a position.
    Input(u128),
    /// Where an object begins, as the program sees it.
    Place(u128),
    /// Initial bytes of an object in one of its lifetimes, as a scalar.
    Bytes {
        /// The object.
        object: u128,
        /// Which of its lifetimes.
        lifetime: u64,
        /// Offset of the first byte.
        off: u64,
        /// Number of bytes.
        size: u32,
    },
    /// Initial bytes of an object in one of its lifetimes, as an array.
    Array {
        /// The object.
        object: u128,
        /// Which of its lifetimes.
        lifetime: u64,
        /// Bytes of an element.
        elem: u32,
    },
}

/// A value of a state.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Where {
    /// A register of the running function.
    Register(InstId),
    /// Bytes of an object: which, from which on, how many.
    Cell(u128, u64, u32),
    /// An argument of the running function, by number from 0.
    Argument(u32),
    /// What a function returns.
    Result,
}

/// Objects that a pointer leads to, each with the offset where it is the only one.
pub type Targets = BTreeMap<u128, Option<u64>>;

/// What may differ from one state to the next. All else does not.
#[derive(Clone, Default, Debug)]
pub struct Differs {
    /// Scalars in memory.
    pub cells: BTreeSet<(u128, u64, u32)>,
    /// Objects all of whose bytes may differ, with the bytes of an element.
    pub arrays: BTreeMap<u128, u32>,
    /// Where the pointers at some places lead. What is at other places is a number.
    pub targets: BTreeMap<Where, Targets>,
    /// Source variables.
    pub variables: BTreeSet<DebugVarId>,
    /// Registers that may be poison by flags whose check is off.
    pub poison: BTreeSet<(InstId, Check)>,
}

/// A scalar that terms are about: the value of a place, or the offset where it is a pointer.
#[derive(Clone, Copy, Debug)]
pub struct Scalar {
    /// Where.
    pub at: Where,
    /// Whether it is a pointer's offset into its only object.
    pub pointer: bool,
    /// The variable that stands for it.
    pub now: Term,
    /// The term for what it is when the loop is entered.
    pub entry: Term,
}

/// The bytes of an object that terms are about.
#[derive(Clone, Copy, Debug)]
pub struct Bytes {
    /// The object.
    pub object: u128,
    /// The variable that stands for them.
    pub now: Term,
    /// The term for what they are when the loop is entered.
    pub entry: Term,
}

/// Something that holds.
#[derive(Clone, Debug)]
pub struct Statement {
    /// The condition.
    pub holds: Term,
    /// A variable for whose every value it does.
    pub each: Option<Term>,
    /// Some of these values that are worth looking at.
    pub values: Vec<Term>,
}

/// A measure of the scalars of a loop.
#[derive(Clone, Copy, Debug)]
pub struct Rank {
    /// The number.
    pub measure: Term,
    /// Whether it is a signed one.
    pub signed: bool,
}

/// What holds at every head of a visit of a loop.
#[derive(Clone, Default, Debug)]
pub struct Heads {
    /// What may differ from head to head.
    pub differs: Differs,
    /// Scalars.
    pub scalars: Vec<Scalar>,
    /// Arrays.
    pub arrays: Vec<Bytes>,
    /// Terms for values that do not change, with where they are.
    pub fixed: Vec<(Term, Where)>,
    /// What holds.
    pub statements: Vec<Statement>,
    /// Measures of which the first that changes gets less from head to head, where the loop has to end.
    pub ranks: Vec<Rank>,
}

/// What holds of all activations of a function within a call from outside.
#[derive(Clone, Default, Debug)]
pub struct Activations {
    /// What may differ from the start of one to that of another, and from start to end.
    pub differs: Differs,
    /// Scalars at the start.
    pub start: Vec<Scalar>,
    /// What holds then.
    pub requires: Vec<Statement>,
    /// Scalars at the end.
    pub end: Vec<Scalar>,
    /// What holds then, of the scalars of the start and of the end.
    pub ensures: Vec<Statement>,
}
