//! What has to be shown.

use crate::ilr::Term;
use crate::program::{FuncId, LocId};
use crate::property::Check;

/// What an obligation is about.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// A check of the program.
    Check(Check),
    /// A loop is left at the bound.
    LoopBound {
        /// Function.
        func: FuncId,
        /// Place of the loop.
        loc: Option<LocId>,
    },
    /// A recursion is left at the bound.
    RecursionBound {
        /// Function.
        func: FuncId,
    },
    /// A loop in which nothing changes, where it matters that runs end.
    Endless,
    /// Something that is not supported.
    Unsupported(String),
    /// Undefined behaviour that no enabled check covers, after which nothing can be said.
    Undefined(Check),
}

/// One obligation: no run satisfies the condition.
#[derive(Clone, Debug)]
pub struct Obligation {
    /// What it is about.
    pub kind: Kind,
    /// Path condition and violation.
    pub cond: Term,
    /// Place.
    pub loc: Option<LocId>,
}
