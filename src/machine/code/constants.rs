//! The program's constants as registers.

use std::collections::HashMap;

use rustc_hash::FxHashMap;

use crate::base::{Bits, word};
use crate::machine::code::layout::leaves;
use crate::machine::code::{Operand, Piece};
use crate::machine::state::{Devices, Reg, compute};
use crate::program::{CastOp, Const, ConstId, InstKind, Program, TypeId, Value};
use crate::property::CheckSet;
use crate::semantics::{Raised, Scalar};

/// Constants that code uses, each computed once.
#[derive(Clone, Default, Debug)]
pub struct Constants {
    /// The registers.
    pub pool: Vec<Reg>,
    rows: FxHashMap<ConstId, Result<Piece, String>>,
    undefined: HashMap<u32, Operand>,
    /// Pointers to the starts of globals and of functions.
    pub globals: Vec<Reg>,
    /// See `globals`.
    pub functions: Vec<Reg>,
    /// Device memory.
    pub devices: Devices,
}

impl Constants {
    /// The scalars of a constant.
    ///
    /// # Errors
    /// In words, for what is not interpreted.
    pub fn row(&mut self, program: &Program, c: ConstId) -> Result<Piece, String> {
        if let Some(known) = self.rows.get(&c) {
            return known.clone();
        }
        let row = self.compute(program, c).map(|regs| {
            let start = self.pool.len() as u32;
            let count = regs.len() as u32;
            self.pool.extend(regs);
            Piece { start, count }
        });
        self.rows.insert(c, row.clone());
        row
    }

    /// An undefined scalar.
    pub fn undefined(&mut self, width: u32) -> Operand {
        let pool = &mut self.pool;
        *self.undefined.entry(width).or_insert_with(|| {
            pool.push(Reg::undefined(width));
            Operand::constant(pool.len() as u32 - 1)
        })
    }

    /// The scalars of a constant, in order.
    ///
    /// # Errors
    /// As [`Constants::row`].
    pub fn compute(&self, program: &Program, c: ConstId) -> Result<Vec<Reg>, String> {
        let width = program.target.pointer_bits;
        Ok(match program.constant(c) {
            Const::Int(bits) | Const::Float(_, bits) => vec![Reg::of(Scalar::of(bits))],
            Const::Null(ty) | Const::Zero(ty) => leaves(program, *ty)?
                .iter()
                .map(|leaf| Reg::of(Scalar::of(&Bits::zero(leaf.width))))
                .collect(),
            Const::Undef(ty) | Const::Poison(ty) => {
                leaves(program, *ty)?.iter().map(|leaf| Reg::undefined(leaf.width)).collect()
            }
            Const::Aggregate(_, parts) => {
                let mut all = Vec::new();
                for &part in parts {
                    all.extend(self.compute(program, part)?);
                }
                all
            }
            Const::Bytes(_, bytes) => bytes.iter().map(|&b| Reg::int(8, b.into())).collect(),
            Const::Global(g) => vec![self.globals[g.index()].clone()],
            Const::Func(f) => vec![self.functions[f.index()].clone()],
            Const::BlockAddress(f, block) => {
                // Inside the function's object, which has no bytes.
                let start = &self.functions[f.index()];
                let address = word::add(width, start.value.low(), block.index() as u64 + 1);
                vec![Reg::pointer(width, address, start.object)]
            }
            Const::Expr(ty, kind) => vec![self.expression(program, *ty, kind)?],
            Const::Unsupported(_, what) => return Err(what.clone()),
        })
    }

    fn expression(&self, program: &Program, ty: TypeId, kind: &InstKind) -> Result<Reg, String> {
        let operand = |v: Value| match v {
            Value::Const(c) => match &self.compute(program, c)?[..] {
                [one] => Ok(one.clone()),
                _ => Err("a constant expression over aggregates".to_owned()),
            },
            Value::Inst(_) | Value::Arg(_) => Err("a constant expression over variables".to_owned()),
        };
        let mut raised = Raised::on(CheckSet::EMPTY, program.target.processor);
        match kind {
            InstKind::Gep { base, offset, terms, .. } => {
                let base = operand(*base)?;
                let steps = terms
                    .iter()
                    .map(|t| Ok((operand(t.index)?, t.scale)))
                    .collect::<Result<Vec<_>, String>>()?;
                Ok(compute::gep(&base, *offset, &steps, false, false).0)
            }
            InstKind::Cast { op, flags, v } => {
                let width = match leaves(program, ty)?[..] {
                    [leaf] => leaf.width,
                    _ => return Err("a constant expression of that type".to_owned()),
                };
                let v = operand(*v)?;
                let made = compute::cast(*op, *flags, &v, width, &mut raised)
                    .ok_or_else(|| format!("a constant expression of {op:?}"))?;
                Ok(match op {
                    CastOp::Inttoptr => self.devices.pointer(&made).unwrap_or(made),
                    CastOp::Ptrtoint => self.devices.number(made),
                    _ => made,
                })
            }
            InstKind::Binary { op, flags, a, b } => {
                Ok(compute::binary(*op, *flags, &operand(*a)?, &operand(*b)?, &mut raised))
            }
            InstKind::Icmp { pred, a, b } => Ok(compute::icmp(*pred, &operand(*a)?, &operand(*b)?)),
            InstKind::Select { c, a, b } => {
                let c = operand(*c)?;
                operand(if c.value.is_zero() { *b } else { *a })
            }
            other => Err(format!("a constant expression of {other:?}")),
        }
    }
}
