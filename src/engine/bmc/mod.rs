//! The bounded model checker: bounded evaluation with path merging, obligations, deepening.

mod access;
mod arguments;
mod call;
mod check;
pub mod claimed;
mod compare;
mod consts;
mod control;
mod eval;
mod events;
mod facts;
mod flat;
mod float;
mod foreign;
mod grounds;
mod induction;
mod inst;
mod intrinsic;
mod leak;
mod lives;
mod log;
mod memory;
mod merge;
mod native;
mod obligation;
mod path;
mod poison;
mod pvec;
mod recheck;
mod replay;
mod seen;
mod state;
mod straight;
mod strings;
mod undefined;
mod value;
mod variable;

pub use induction::{Attempt, Cuts, Inducted, attempt};
pub use recheck::{Accepted, recheck};

pub use check::{Completed, Options, Progress, Rechecked, Refuted, Report, check};
pub use eval::{EvalOptions, Target};
pub use grounds::{Grounds, Purpose, Question, Stated};
pub use obligation::Kind;
pub use replay::words;
