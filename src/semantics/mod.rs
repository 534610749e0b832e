//! What instructions compute and which checks they raise, written once over a value domain.
//!
//! A function of this layer takes the domain, the operands and a [`Sink`], and returns the result. Aggregates,
//! pointers, memory and control belong to the engines. Undefined results follow these rules:
//!
//! - Signed and unsigned overflow wraps around, whether or not its check is on (as with `-fwrapv`).
//! - Over-shifts, INT_MIN / -1 and conversions out of range yield, if their check is off, what the target's instruction
//!   computes (`undefined.rs`). If there is no such instruction or the user requests arbitrary values, the result is
//!   arbitrary.
//! - Other undefined results in LLVM (division by zero, violated `exact`, `disjoint`, `nneg`, `trunc nuw/nsw`, bit counts
//!   of zero) are arbitrary values, one per execution, if their check is off. If it is on, the caller ends the violating
//!   runs ([`Sink::enabled`]), so the value does not matter.
//!
//! So operations know no poison: one that would yield poison yields an arbitrary value. Who carries poison notes which
//! registers are poison because of a flag, and raises the flag's check where they are used (`poison.rs` says where).

mod calls;
mod concrete;
mod domain;
mod fault;
mod float;
mod hypercalls;
mod integer;
mod intrinsic;
mod natives;
mod poison;
mod scalar;
mod sink;
mod symbolic;
mod synchronization;
mod ubsan;
mod undefined;
mod unmodelled;
mod variadic;

pub use calls::call_fits;
pub use concrete::Concrete;
pub use domain::Domain;
pub use fault::{Fault, FloatOperation, Invalid, NULL_PAGE, Resource, Unsupported};
pub use float::{
    ScalarType, fcmp, float_atomic_rmw, float_binary, float_cast, float_intrinsic, float_neg, float_reduce,
    math_function,
};
pub use hypercalls::{
    AllocatedBy, Block, Done, End, Extent, FreedBy, Host, Missing, NO_MEMORY, NewForm, hypercall,
};
pub use integer::{atomic_rmw, binary, gep_delta, gep_sum, icmp, int_cast};
pub use intrinsic::{intrinsic, vector_reduce, with_overflow};
pub use natives::{Native, SystemCall, ThreadCall, is_standard_cxx, natives};
pub use poison::{Poisons, decisive, is_scalar, makes_poison, may_matter, poisons};
pub use scalar::{Scalar, Scalars};
pub use sink::{Raised, Sink};
pub use symbolic::Symbolic;
pub use synchronization::Synchronization;
pub use ubsan::raise_ubsan;
pub use undefined::division_traps;
pub use variadic::{NO_REGISTERS, VariadicCall, argument_read};
