//! What the instructions compute and which checks they raise, written once over a value domain.
//!
//! A function of this layer takes the domain, the operands and a [`Sink`], and returns the result. Aggregates,
//! pointers, memory and control are the engines' own. Undefined results follow one rule:
//!
//! * signed and unsigned overflow wraps around, whether or not its check is on (as `-fwrapv` has it);
//! * over-shifts, INT_MIN / -1 and conversions out of range are, while their check is off, what the target's instruction
//!   computes (`undefined.rs`), where there is such an instruction and the user does not ask for any value;
//! * what LLVM leaves undefined otherwise (division by zero, promises by `exact`, `disjoint`, `nneg`, `trunc nuw/nsw`,
//!   bit counts of zero) is an arbitrary value, one per execution, while its check is off. While it is on, the caller ends
//!   the violating runs ([`Sink::enabled`]), so any value will do.
//!
//! So this layer has no poison: an instruction that would produce it yields such a value. The bounded engine notes beside the
//! values which registers are poison by a flag, and raises the flag's check where they are used.

mod concrete;
mod domain;
mod fault;
mod float;
mod integer;
mod intrinsic;
mod natives;
mod scalar;
mod sink;
mod symbolic;
mod ubsan;
mod undefined;

pub use concrete::Concrete;
pub use domain::Domain;
pub use fault::{Fault, FloatOperation, Invalid, Resource, Unsupported};
pub use float::{
    ScalarType, fcmp, float_atomic_rmw, float_binary, float_cast, float_intrinsic, float_neg, float_reduce,
    math_function,
};
pub use integer::{atomic_rmw, binary, gep_delta, gep_sum, icmp, int_cast};
pub use intrinsic::{intrinsic, vector_reduce, with_overflow};
pub use natives::{Native, SystemCall, ThreadCall, is_standard_cxx, natives};
pub use scalar::{Scalar, Scalars};
pub use sink::{Raised, Sink};
pub use symbolic::Symbolic;
pub use ubsan::raise_ubsan;
pub use undefined::division_traps;
