//! `bmc`: a bounded model checker for LLVM bitcode. ARCHITECTURE.md explains the layers.

pub mod analysis;
pub mod base;
pub mod frontend;
pub mod ilr;
pub mod program;
pub mod rewrite;
pub mod smt;
