//! What has to be shown.

use crate::ilr::Term;
use crate::program::{FuncId, InstId, LocId};
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
    /// A stray pointer that this instruction reads or uses and that is not followed.
    Deferred(FuncId, InstId),
    /// Undefined behaviour that no enabled check covers, after which nothing can be said.
    Undefined(Check),
}

impl Kind {
    /// Whether the condition is that a run goes on beyond the bound.
    pub fn is_bound(&self) -> bool {
        matches!(self, Kind::LoopBound { .. } | Kind::RecursionBound { .. })
    }

    /// Whether the condition is a fact about the run alone, so that another evaluation of the same part of the run finds it,
    /// too. Whether a bound is reached or something is not supported depends on what the evaluation knows there, and so
    /// does which bits may come from initial bytes.
    pub fn is_of_run(&self) -> bool {
        match self {
            Kind::Check(check) => *check != Check::Uninit,
            Kind::LoopBound { .. }
            | Kind::RecursionBound { .. }
            | Kind::Endless
            | Kind::Unsupported(_)
            | Kind::Deferred(..)
            | Kind::Undefined(_) => false,
        }
    }
}

/// What tells violations of one kind apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum At {
    /// A place of the source.
    Place(LocId),
    /// Where there is none, an instruction of the user's program.
    Inst(FuncId, InstId),
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
    /// The place, or else the instruction.
    pub at: At,
    /// When it is met: the thread, after so many points of all threads.
    pub moment: (usize, usize),
}
