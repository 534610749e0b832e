//! SMT-LIB v2 as text: writing ILR, reading scripts, and the s-expressions that solvers answer with.

mod apply;
pub mod dialogue;
pub mod lower;
mod make;
mod names;
pub mod read;
pub mod sexpr;
pub mod simplify;
pub mod solve;
mod sorts;
mod standard;
pub mod write;

#[cfg(test)]
mod tests;
