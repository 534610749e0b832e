//! Constants.

use super::{BlockId, FloatKind, FuncId, GlobalId, InstKind, TypeId};
use crate::base::Bits;

crate::typed_id! {
    /// A constant of [`super::Program::consts`].
    ConstId
}

/// A constant value; aliases are resolved to their targets.
#[derive(Clone, PartialEq, Debug)]
pub enum Const {
    /// Integer of any width.
    Int(Bits),
    /// Floating point by its bits.
    Float(FloatKind, Bits),
    /// The null pointer.
    Null(TypeId),
    /// All zero, of any first-class type.
    Zero(TypeId),
    /// `undef`: any value, possibly another at each use.
    Undef(TypeId),
    /// `poison`.
    Poison(TypeId),
    /// Array, structure or vector by its elements.
    Aggregate(TypeId, Vec<ConstId>),
    /// Array or vector of 8-bit integers.
    Bytes(TypeId, Vec<u8>),
    /// Address of a global variable.
    Global(GlobalId),
    /// Address of a function.
    Func(FuncId),
    /// `blockaddress`.
    BlockAddress(FuncId, BlockId),
    /// Constant expression: an instruction over constants.
    Expr(TypeId, Box<InstKind>),
    /// An unsupported constant, with its name.
    Unsupported(TypeId, String),
}
