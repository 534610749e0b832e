//! Floating point: folded where it is concrete.

use super::eval::{Eval, Step, Stop};
use super::state::State;
use super::value::Val;
use crate::ilr::Term;
use crate::program::{CastOp, FBinOp, FcmpPred, FloatKind, LocId, Type, TypeId, Value};

fn symbolic() -> Stop {
    Stop::Unsupported("floating point on values that are not constant".to_owned())
}

impl Eval<'_> {
    /// Format of a floating-point type or of a vector's elements.
    pub(super) fn float_kind(&self, ty: TypeId) -> Step<FloatKind> {
        match self.program.types.get(ty) {
            Type::Float(kind) => Ok(*kind),
            Type::Vector { elem, .. } => self.float_kind(*elem),
            _ => Err(Stop::Unsupported("floating-point operation on another type".to_owned())),
        }
    }

    pub(super) fn float_kind_of(&self, _state: &State, _v: Value) -> Step<FloatKind> {
        Err(symbolic())
    }

    pub(super) fn float_binary(&mut self, _op: FBinOp, _kind: FloatKind, _x: Term, _y: Term) -> Step<Val> {
        Err(symbolic())
    }

    pub(super) fn float_compare(
        &mut self,
        _pred: FcmpPred,
        _kind: FloatKind,
        _x: Term,
        _y: Term,
    ) -> Step<Val> {
        Err(symbolic())
    }

    pub(super) fn float_cast(&mut self, _op: CastOp, _x: Term, _to: TypeId) -> Step<Val> {
        Err(symbolic())
    }

    pub(super) fn float_intrinsic(
        &mut self,
        _state: &mut State,
        _name: &str,
        _values: &[Val],
        _ty: TypeId,
        _loc: Option<LocId>,
    ) -> Step<Val> {
        Err(symbolic())
    }
}
