//! The bounded model checker: bounded evaluation with path merging, obligations, deepening.

mod access;
mod arguments;
mod call;
mod check;
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
mod replay;
mod state;
mod straight;
mod strings;
mod undefined;
mod value;

pub use induction::Inducted;

pub use check::{Completed, Options, Progress, Refuted, Report, check};
pub use eval::Target;
pub use grounds::{Grounds, Purpose, Question, Stated};
pub use obligation::Kind;
pub use replay::words;
