//! The semantics against LLVM: every operation is compiled by clang-19 without optimisation and run on edge values
//! and random ones; the domain of known values, the domain of terms over constants and the same over variables,
//! evaluated under a model, must agree with it. When a check is violated is told by wide integers.

mod floats;
mod integers;
mod native;
mod values;
