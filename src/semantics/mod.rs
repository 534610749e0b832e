//! What the instructions compute and which checks they raise, written once over a value domain.
//!
//! A function of this layer takes the domain, the operands and a [`Sink`], and returns the result. Aggregates,
//! pointers, memory and control are the engines' own. Undefined results follow one rule:
//!
//! * signed and unsigned overflow wraps around, whether or not its check is on (as `-fwrapv` has it);
//! * what LLVM leaves undefined otherwise (over-shift, division by zero, INT_MIN / -1, promises by `exact`,
//!   `disjoint`, `nneg`, `trunc nuw/nsw`, bit counts of zero) is an arbitrary value, one per execution, while its
//!   check is off. While it is on, the caller ends the violating runs ([`Sink::enabled`]), so any value will do.
//!
//! So poison is never carried on: an instruction that would produce it yields such a value, and `freeze` is the
//! identity. As any use of poison yields what some arbitrary value would, this admits every behaviour of a program
//! whose checks hold, and fewer than LLVM only for poison used more than once (LangRef lets `undef` differ by use).

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
pub use ubsan::{raise_ubsan, ubsan_causes};
pub use undefined::division_traps;
