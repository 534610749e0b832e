//! Values as operands: registers and constants.

use super::{Lowered, Lowering};
use crate::machine::code::{Op, Operand};
use crate::program::{Const, ConstId, FloatKind, Type, TypeId, Value};

impl Lowering<'_> {
    /// The operands of the scalars of a value; a constant may be of any type that has so many.
    pub(super) fn row(&mut self, v: Value, count: u32) -> Lowered<Vec<Operand>> {
        Ok(match v {
            Value::Inst(i) => (0..count).map(|k| Operand::reg(self.registers.first[i.index()] + k)).collect(),
            Value::Arg(i) => {
                let first = self.registers.params[i as usize];
                (0..count).map(|k| Operand::reg(first + k)).collect()
            }
            Value::Const(c) => {
                let piece = self.constants.row(self.program, c)?;
                if piece.count != count {
                    return Err("a constant of another type".to_owned());
                }
                if self.told && self.is_open(c) {
                    return Ok(piece.range().map(|n| self.asked(n)).collect());
                }
                piece.range().map(|n| Operand::constant(n as u32)).collect()
            }
        })
    }

    /// Whether a part of a constant is undefined.
    pub(super) fn is_open(&self, c: ConstId) -> bool {
        match self.program.constant(c) {
            Const::Undef(_) | Const::Poison(_) => true,
            Const::Aggregate(_, parts) => parts.iter().any(|&part| self.is_open(part)),
            _ => false,
        }
    }

    /// A constant's scalar, asked for where it is undefined.
    pub(super) fn asked(&mut self, number: usize) -> Operand {
        let reg = &self.constants.pool[number];
        if reg.is_defined() {
            return Operand::constant(number as u32);
        }
        let (dst, width) = (self.code.regs, reg.width());
        self.code.regs += 1;
        self.push(Op::Unknown { dst, width });
        Operand::reg(dst)
    }

    pub(super) fn one(&mut self, v: Value) -> Lowered<Operand> {
        Ok(self.row(v, 1)?[0])
    }

    /// The type of a value, where it can be told.
    pub(super) fn ty(&self, v: Value) -> Option<TypeId> {
        match v {
            Value::Inst(i) => Some(self.f.inst(i).ty),
            Value::Arg(i) => Some(self.f.params[i as usize].ty),
            Value::Const(c) => match self.program.constant(c) {
                Const::Null(ty)
                | Const::Zero(ty)
                | Const::Undef(ty)
                | Const::Poison(ty)
                | Const::Aggregate(ty, _)
                | Const::Bytes(ty, _)
                | Const::Expr(ty, _)
                | Const::Unsupported(ty, _) => Some(*ty),
                Const::Int(_)
                | Const::Float(..)
                | Const::Global(_)
                | Const::Func(_)
                | Const::BlockAddress(..) => None,
            },
        }
    }

    /// The number of scalars of a value.
    pub(super) fn count_of(&mut self, v: Value) -> Lowered<u32> {
        match self.ty(v) {
            Some(ty) => self.count(ty),
            None => Ok(1),
        }
    }

    pub(super) fn all(&mut self, v: Value) -> Lowered<Vec<Operand>> {
        let count = self.count_of(v)?;
        self.row(v, count)
    }

    pub(super) fn float_kind(&self, v: Value) -> Lowered<FloatKind> {
        if let Value::Const(c) = v
            && let Const::Float(kind, _) = self.program.constant(c)
        {
            return Ok(*kind);
        }
        let ty = self.ty(v).ok_or("a floating-point operation on another type")?;
        self.float_of(ty)
    }

    pub(super) fn float_of(&self, ty: TypeId) -> Lowered<FloatKind> {
        match self.program.types.get(ty) {
            Type::Float(kind) => Ok(*kind),
            Type::Vector { elem, .. } => self.float_of(*elem),
            _ => Err("a floating-point operation on another type".to_owned()),
        }
    }
}
