//! The semantics against LLVM: every operation is compiled by clang-19 without optimisation and run on edge values
//! and random ones; the domain of known values, the domain of terms over constants and the same over variables,
//! evaluated under a model, must agree with it. When a check is violated is told by wide integers.

// The formats and what native code does of `fmuladd` are those of this processor family.
#[cfg(target_arch = "x86_64")]
mod floats;
mod integers;
mod native;
#[cfg(target_arch = "x86_64")]
mod undefined;
mod values;
