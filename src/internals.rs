//! Parts of the layers that the tests and benchmarks of this repository use. No interface: it changes with the layers.
//!
//! A part that is not named here and that nothing uses is dead code to the compiler.

pub mod analysis {
    pub use crate::analysis::{LoopForest, LoopId, Site, WriteSet, Writes};
}

pub mod base {
    pub use crate::base::Bits;
}

pub mod engine {
    pub mod bmc {
        pub use crate::engine::bmc::{
            Assumptions, Attempt, Budget, Came, Cuts, EvalOptions, Learned, ProofOutline, TurnedOff, recheck,
        };
    }

    pub mod explicit {
        pub use crate::engine::explicit::{Options, Progress, Walks};

        pub mod ltl {
            pub use crate::engine::explicit::ltl::{Kripke, Property, check, states, steps};
        }

        pub mod search {
            pub use crate::engine::explicit::search::{
                SearchEnd, SearchOptions, Stop, Successors, System, breadth_first,
            };
        }

        pub mod store {
            pub use crate::engine::explicit::store::{
                Budget, HashStore, LeafId, StateId, StateStore, StoreWorker, TreeStore,
            };
        }
    }

    pub mod verdict {
        pub use crate::engine::verdict::Verdict;
    }
}

pub mod frontend {
    pub use crate::frontend::{FrontendError, Options, Sanitizer, load};
}

pub mod ilr {
    pub use crate::ilr::{ArrayValue, HeapValue, Op, Sort, Term, TermStore, Value};

    pub mod eval {
        pub use crate::ilr::eval::{Evaluator, Model};
    }

    pub mod text {
        pub use crate::ilr::text::{parse, parse_term, print};
    }

    pub mod visit {
        pub use crate::ilr::visit::cone;
    }
}

pub mod ltl {
    pub use crate::ltl::{
        Automaton, Cube, Edge, Formula, Formulas, Guard, Limits, Marks, Product, State, System, TooLarge,
        Word, parallel_nested_dfs, parse, print, simplify, translate, violations,
    };

    pub mod emptiness {
        pub use crate::ltl::emptiness::{Emptiness, Graph, Lasso, by_components, nested_dfs};
    }

    pub mod hoa {
        pub use crate::ltl::hoa::*;
    }
}

pub mod machine {
    pub use crate::machine::Reduction;
}

pub mod program {
    pub use crate::program::{
        ArithFlags, AtomicRmwOp, BinOp, CastOp, FBinOp, FcmpPred, FloatKind, FuncId, IcmpPred, InstId,
        InstKind, Intrinsic, Processor, Program, Value,
    };
}

pub mod property {
    pub use crate::property::{Check, CheckSet};
}

pub mod rewrite {
    pub use crate::rewrite::{Builder, KnownBits, RULES, RuleSet};
}

pub mod semantics {
    pub use crate::semantics::{
        Concrete, Domain, Raised, Scalar, ScalarType, Scalars, Sink, Symbolic, Unsupported, atomic_rmw,
        binary, division_traps, fcmp, float_binary, float_cast, float_intrinsic, float_neg, float_reduce,
        gep_delta, gep_sum, icmp, int_cast, intrinsic, vector_reduce, with_overflow,
    };
}

pub mod smt {
    pub use crate::smt::{Answer, Checked, CrossChecked, Limits, Logged, Reason, SmtError, Solver};

    pub mod builtin {
        pub use crate::smt::builtin::Builtin;
    }

    pub mod process {
        pub use crate::smt::process::{Portfolio, ProcessSolver, Profile};
    }

    pub mod smtlib {
        pub use crate::smt::smtlib::read;

        pub mod simplify {
            pub use crate::smt::smtlib::simplify::simplify;
        }

        pub mod write {
            pub use crate::smt::smtlib::write::{Status, Writer, constant_text};
        }
    }
}
