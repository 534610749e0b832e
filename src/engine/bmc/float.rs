//! Floating point: folded where it is concrete.

use super::eval::{Eval, Step, Stop};
use super::state::State;
use super::value::Val;
use crate::ilr::Term;
use crate::program::{FBinOp, FcmpPred, FloatKind, LocId, Type, TypeId, Value};

impl Eval<'_> {
    /// Format of a floating-point type or of a vector's elements.
    pub(super) fn float_kind(&self, ty: TypeId) -> Step<FloatKind> {
        match self.program.types.get(ty) {
            Type::Float(kind) => Ok(*kind),
            Type::Vector { elem, .. } => self.float_kind(*elem),
            _ => Err(Stop::Unsupported("floating-point operation on another type".to_owned())),
        }
    }
}
