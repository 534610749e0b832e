//! Floating point: folded where it is concrete.

use super::Interp;
use crate::engine::bmc::ledger::{Step, Stop};
use crate::engine::bmc::state::{State, Val};
use crate::ilr::Term;
use crate::program::{
    ArithFlags, CastOp, Const, FBinOp, FcmpPred, FloatKind, FuncId, Inst, InstId, LocId, Type, TypeId, Value,
};
use crate::semantics;
use crate::semantics::{Raised, ScalarType, Unsupported};

impl From<Unsupported> for Stop {
    fn from(what: Unsupported) -> Stop {
        Stop::Unsupported(what.to_string())
    }
}

impl Interp<'_> {
    /// Format of a floating-point type or of a vector's elements.
    pub fn float_kind(&self, ty: TypeId) -> Step<FloatKind> {
        match self.ledger.program.types.get(ty) {
            Type::Float(kind) => Ok(*kind),
            Type::Vector { elem, .. } => self.float_kind(*elem),
            _ => Err(Stop::Unsupported("floating-point operation on another type".to_owned())),
        }
    }

    /// Format of a floating-point operand.
    pub fn float_kind_of(&self, state: &State, v: Value) -> Step<FloatKind> {
        let f = self.ledger.program.func(state.frame.func);
        match v {
            Value::Inst(i) => self.float_kind(f.inst(i).ty),
            Value::Arg(i) => self.float_kind(f.params[i as usize].ty),
            Value::Const(c) => match self.ledger.program.constant(c) {
                Const::Float(kind, _) => Ok(*kind),
                Const::Zero(ty)
                | Const::Undef(ty)
                | Const::Poison(ty)
                | Const::Aggregate(ty, _)
                | Const::Expr(ty, _) => self.float_kind(*ty),
                _ => Err(Stop::Unsupported("floating-point operation on another type".to_owned())),
            },
        }
    }

    /// An arithmetic operation on two scalars.
    pub fn float_binary(&mut self, op: FBinOp, kind: FloatKind, x: Term, y: Term) -> Step<Val> {
        Ok(Val::Int(semantics::float_binary(&mut self.ledger.d, kind, op, &x, &y)?))
    }

    /// A scalar with the other sign.
    pub fn float_negate(&mut self, kind: FloatKind, x: Term) -> Step<Val> {
        Ok(Val::Int(semantics::float_neg(&mut self.ledger.d, kind, &x)?))
    }

    /// A comparison of two scalars, as one bit.
    pub fn float_compare(&mut self, pred: FcmpPred, kind: FloatKind, x: Term, y: Term) -> Step<Val> {
        let t = semantics::fcmp(&mut self.ledger.d, kind, pred, &x, &y)?;
        Ok(Val::Int(self.ledger.d.terms.bool_to_bv(t)))
    }

    /// A conversion from or to floating point; `from` is the operand's format when it has one.
    #[allow(clippy::too_many_arguments, reason = "an instruction's parts")]
    pub fn float_cast(
        &mut self,
        state: &mut State,
        id: InstId,
        op: CastOp,
        flags: ArithFlags,
        x: Term,
        from: Option<FloatKind>,
        to: TypeId,
        loc: Option<LocId>,
    ) -> Step<Val> {
        let from = match from {
            Some(kind) => ScalarType::Float(kind),
            None => ScalarType::Int(self.ledger.d.terms.width(x)),
        };
        let to = match self.ledger.program.types.get(to) {
            Type::Float(kind) => ScalarType::Float(*kind),
            Type::Int(w) => ScalarType::Int(*w),
            _ => return Err(Stop::Unsupported("conversion to another type".to_owned())),
        };
        let mut raised = Raised::on(self.ledger.options.checks, self.ledger.program.target.processor);
        let t = semantics::float_cast(&mut self.ledger.d, op, flags, &x, from, to, &mut raised)?;
        self.raise(state, raised, loc)?;
        Ok(Val::Int(self.settle(state, id, t)?))
    }

    /// An intrinsic on floating-point numbers.
    #[allow(clippy::too_many_arguments, reason = "an instruction's parts")]
    pub fn float_intrinsic(
        &mut self,
        state: &mut State,
        id: InstId,
        name: &str,
        values: &[Val],
        kind: FloatKind,
        ty: TypeId,
        loc: Option<LocId>,
    ) -> Step<Val> {
        let program = self.ledger.program;
        if let Type::Vector { elem, count } = program.types.get(ty) {
            let mut out = Vec::new();
            for i in 0..*count as usize {
                let lane: Vec<Val> = values.iter().map(|v| v.lane(i)).collect();
                out.push(self.float_intrinsic(state, id, name, &lane, kind, *elem, loc)?);
            }
            return Ok(Val::Agg(out.into()));
        }
        let width = match program.types.get(ty) {
            Type::Float(kind) => kind.bits(),
            Type::Int(w) => *w,
            _ => return Err(Stop::Unsupported(format!("llvm.{name} of that type"))),
        };
        let mut operands = Vec::new();
        for v in values {
            operands.push(self.memory.int_of(&mut self.ledger, v)?);
        }
        let mut raised = Raised::on(self.ledger.options.checks, self.ledger.program.target.processor);
        let t = semantics::float_intrinsic(&mut self.ledger.d, name, kind, &operands, width, &mut raised)?;
        self.raise(state, raised, loc)?;
        Ok(Val::Int(self.settle(state, id, t)?))
    }

    /// The result of a function of `math.h` that IEEE 754 fixes; `None` for any other function.
    pub fn math_call(
        &mut self,
        state: &mut State,
        id: InstId,
        inst: &Inst,
        func: FuncId,
        values: &[Val],
    ) -> Step<Option<Val>> {
        let program = self.ledger.program;
        let f = program.func(func);
        let kind = |ty| match program.types.get(ty) {
            Type::Float(kind) => Some(*kind),
            _ => None,
        };
        let Some(kind) = f.params.first().and_then(|p| kind(p.ty)) else { return Ok(None) };
        // A call through a pointer may want another type.
        if f.ret != inst.ty {
            return Ok(None);
        }
        if let (Some(name), Type::Float(_) | Type::Int(_)) =
            (semantics::math_function(&f.name), program.types.get(inst.ty))
        {
            return self.float_intrinsic(state, id, name, values, kind, inst.ty, inst.loc).map(Some);
        }
        match (f.name.as_str(), values, program.types.get(inst.ty)) {
            ("fmod" | "fmodf" | "fmodl", [a, b], Type::Float(_)) => {
                let (a, b) =
                    (self.memory.int_of(&mut self.ledger, a)?, self.memory.int_of(&mut self.ledger, b)?);
                self.float_binary(FBinOp::Frem, kind, a, b).map(Some)
            }
            _ => Ok(None),
        }
    }
}
