//! `bmc`: a bounded model checker for LLVM bitcode. ARCHITECTURE.md explains the layers.

// The decision trees of the rewrite rules name it.
extern crate alloc;

pub mod analysis;
pub mod base;
pub mod cli;
pub mod engine;
pub mod expression;
pub mod frontend;
pub mod ilr;
pub mod ltl;
pub mod machine;
pub mod program;
pub mod property;
pub mod report;
pub mod rewrite;
pub mod semantics;
pub mod smt;
pub mod witness;
