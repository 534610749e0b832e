//! The bounded model checker: bounded evaluation with path merging, obligations, deepening.

mod access;
mod call;
mod consts;
mod eval;
mod float;
mod inst;
mod intrinsic;
mod leak;
mod memory;
mod merge;
mod native;
mod natives;
mod obligation;
mod path;
mod pvec;
mod state;
mod undefined;
mod value;
