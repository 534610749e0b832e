//! Instructions as operations.

use super::{Lowered, Lowering};
use crate::machine::code::{Call, Cases, Kind, Leaf, Op, Operand, Piece, ScaledIndex, Target};
use crate::program::{
    ArithFlags, BlockId, Callee, CastOp, Const, Inst, InstId, InstKind, Intrinsic, Type, TypeId, Value,
};
use crate::semantics::{Scalar, ScalarType};

impl Lowering<'_> {
    /// Lane by lane.
    pub(super) fn lanes(
        &mut self,
        inst: &Inst,
        dst: u32,
        operands: &[Value],
        make: impl Fn(u32, &[Operand]) -> Op,
    ) -> Lowered<()> {
        let count = self.count(inst.ty)?;
        let rows = operands.iter().map(|&v| self.row(v, count)).collect::<Lowered<Vec<_>>>()?;
        for k in 0..count {
            let lane: Vec<Operand> = rows.iter().map(|row| row[k as usize]).collect();
            self.emit(make(dst + k, &lane), inst);
        }
        Ok(())
    }

    pub(super) fn inst(&mut self, block: BlockId, id: InstId, inst: &Inst) -> Lowered<()> {
        let dst = self.registers.first[id.index()];
        match &inst.kind {
            InstKind::Phi(_) | InstKind::Fence(_) => Ok(()),
            InstKind::DebugValue { v, .. } | InstKind::DebugDeclare { addr: v, .. } => {
                self.record(id, *v);
                Ok(())
            }
            InstKind::Binary { op, flags, a, b } => self.lanes(inst, dst, &[*a, *b], |dst, v| Op::Binary {
                op: *op,
                flags: *flags,
                dst,
                a: v[0],
                b: v[1],
            }),
            InstKind::FBinary { op, a, b } => {
                let kind = self.float_of(inst.ty)?;
                self.lanes(inst, dst, &[*a, *b], |dst, v| Op::FloatBinary {
                    op: *op,
                    kind,
                    dst,
                    a: v[0],
                    b: v[1],
                })
            }
            InstKind::Fneg(v) => {
                let kind = self.float_of(inst.ty)?;
                self.lanes(inst, dst, &[*v], |dst, v| Op::FloatNeg { kind, dst, v: v[0] })
            }
            InstKind::Icmp { pred, a, b } => {
                let orders = !self.f.model && self.f.orders_pointers(self.program, *pred, [*a, *b]);
                self.lanes(inst, dst, &[*a, *b], |dst, v| Op::Icmp {
                    pred: *pred,
                    orders,
                    dst,
                    a: v[0],
                    b: v[1],
                })
            }
            InstKind::Fcmp { pred, a, b } => {
                let kind = self.float_kind(*a).or_else(|_| self.float_kind(*b))?;
                self.lanes(inst, dst, &[*a, *b], |dst, v| Op::FloatCompare {
                    pred: *pred,
                    kind,
                    dst,
                    a: v[0],
                    b: v[1],
                })
            }
            InstKind::Cast { op, flags, v } => self.cast(inst, dst, *op, *flags, *v),
            InstKind::Select { c, a, b } => {
                let count = self.count(inst.ty)?;
                let (a, b) = (self.row(*a, count)?, self.row(*b, count)?);
                let conditions = self.count_of(*c)?;
                let c = self.row(*c, conditions)?;
                for k in 0..count as usize {
                    let c = if conditions == 1 { c[0] } else { c[k] };
                    self.emit(Op::Select { dst: dst + k as u32, c, a: a[k], b: b[k] }, inst);
                }
                Ok(())
            }
            InstKind::Freeze(v) => self.lanes(inst, dst, &[*v], |dst, v| Op::Freeze { dst, v: v[0] }),
            InstKind::ExtractValue { agg, indices } => {
                let ty = self.ty(*agg).ok_or("a part of a scalar")?;
                let (at, _) = self.part(ty, indices)?;
                let row = self.all(*agg)?;
                let count = self.count(inst.ty)?;
                for k in 0..count {
                    self.emit(Op::Move { dst: dst + k, v: row[(at + k) as usize] }, inst);
                }
                Ok(())
            }
            InstKind::InsertValue { agg, v, indices } => {
                let (at, part) = self.part(inst.ty, indices)?;
                let count = self.count(inst.ty)?;
                let row = self.row(*agg, count)?;
                let new = self.row(*v, part)?;
                for k in 0..count {
                    let v = if k >= at && k < at + part { new[(k - at) as usize] } else { row[k as usize] };
                    self.emit(Op::Move { dst: dst + k, v }, inst);
                }
                Ok(())
            }
            InstKind::ExtractElement { vec, index } => {
                let sources = self.all(*vec)?.into();
                let index = self.one(*index)?;
                self.emit(Op::ExtractElement { dst, sources, index }, inst);
                Ok(())
            }
            InstKind::InsertElement { vec, v, index } => {
                let count = self.count(inst.ty)?;
                let sources = self.row(*vec, count)?.into();
                let (v, index) = (self.one(*v)?, self.one(*index)?);
                self.emit(Op::InsertElement { dst, sources, v, index }, inst);
                Ok(())
            }
            InstKind::ShuffleVector { a, b, mask } => {
                let mut all = self.all(*a)?;
                let lanes = all.len() as u32;
                all.extend(self.row(*b, lanes)?);
                let width = match self.leaves(inst.ty)?.first() {
                    Some(leaf) => leaf.width,
                    None => return Ok(()),
                };
                for (k, lane) in mask.iter().enumerate() {
                    let v = match lane {
                        Some(lane) => all[*lane as usize],
                        None if self.told => {
                            let dst = self.code.regs;
                            self.code.regs += 1;
                            self.push(Op::Unknown { dst, width });
                            Operand::reg(dst)
                        }
                        None => self.constants.undefined(width),
                    };
                    self.emit(Op::Move { dst: dst + k as u32, v }, inst);
                }
                Ok(())
            }
            InstKind::Gep { base, offset, terms, inbounds, nuw, .. } => {
                let start = self.code.steps.len() as u32;
                let base = self.one(*base)?;
                for term in terms {
                    let index = self.one(term.index)?;
                    self.code.steps.push(ScaledIndex { index, scale: term.scale });
                }
                let steps = Piece { start, count: terms.len() as u32 };
                let op = Op::Gep { dst, base, offset: *offset, steps, inbounds: *inbounds, nuw: *nuw };
                self.emit(op, inst);
                Ok(())
            }
            InstKind::Load { ptr, atomic, .. } => {
                let ptr = self.one(*ptr)?;
                let leaves = self.leaves(inst.ty)?;
                let size = self.program.types.layout(inst.ty).store_size;
                let op = match leaves[..] {
                    [Leaf { bytes, width, .. }] if bytes > 0 => {
                        Op::Load { dst, ptr, bytes, width, atomic: *atomic }
                    }
                    _ => Op::LoadParts { dst, ptr, size, leaves: leaves.into() },
                };
                self.emit(op, inst);
                Ok(())
            }
            InstKind::Store { ptr, v, ty, atomic, .. } => {
                let ptr = self.one(*ptr)?;
                let leaves = self.leaves(*ty)?;
                let sources = self.row(*v, leaves.len() as u32)?;
                let size = self.program.types.layout(*ty).store_size;
                let op = match leaves[..] {
                    [leaf] if leaf.bytes > 0 => {
                        Op::Store { ptr, v: sources[0], bytes: leaf.bytes, atomic: *atomic }
                    }
                    _ => Op::StoreParts { ptr, size, leaves: leaves.into(), sources: sources.into() },
                };
                self.emit(op, inst);
                Ok(())
            }
            InstKind::Alloca { ty, count, .. } => {
                let count = self.one(*count)?;
                let size = self.program.types.layout(*ty).alloc_size;
                self.emit(Op::Alloca { dst, count, size }, inst);
                Ok(())
            }
            InstKind::CmpXchg { ptr, expected, new, ty, orders, .. } => {
                let leaf = self.scalar(*ty)?;
                let ptr = self.one(*ptr)?;
                let operands = Box::new([self.one(*expected)?, self.one(*new)?]);
                let Leaf { bytes, width, .. } = leaf;
                let op = Op::CompareExchange { dst, ptr, operands, bytes, width, orders: *orders };
                self.emit(op, inst);
                Ok(())
            }
            InstKind::AtomicRmw { op, ptr, v, order } => {
                let leaf = self.scalar(inst.ty)?;
                let float = match leaf.kind {
                    Kind::Float(kind) => Some(kind),
                    Kind::Int | Kind::Pointer => None,
                };
                let (ptr, v) = (self.one(*ptr)?, self.one(*v)?);
                let bytes = leaf.bytes;
                self.emit(Op::ReadModifyWrite { op: *op, float, dst, ptr, v, bytes, order: *order }, inst);
                Ok(())
            }
            InstKind::Call { callee, args, attrs, noreturn, .. } => {
                let target = match callee {
                    Callee::Intrinsic(which) => return self.intrinsic(inst, dst, which, args),
                    Callee::Asm(text) if text.trim().is_empty() && self.count(inst.ty)? == 0 => return Ok(()),
                    Callee::Asm(_) => return Err("inline assembly".to_owned()),
                    Callee::Direct(f) => Target::Direct(*f),
                    Callee::Indirect(v) => Target::Indirect(self.one(*v)?),
                };
                let (mut scalars, mut shapes) = (Vec::new(), Vec::new());
                for (i, &arg) in args.iter().enumerate() {
                    let row = self.all(arg)?;
                    shapes.push((row.len() as u32, attrs.get(i).and_then(|a| a.byval)));
                    scalars.extend(row);
                }
                let result = self.leaves(inst.ty)?;
                let call = Call { target, args: scalars, shapes, result, ty: inst.ty, noreturn: *noreturn };
                self.emit(Op::Call { dst, call: Box::new(call) }, inst);
                Ok(())
            }
            InstKind::VaArg(list) => {
                let list = self.one(*list)?;
                let leaves = self.leaves(inst.ty)?.into();
                let size = self.program.types.layout(inst.ty).alloc_size;
                self.emit(Op::VaArg { dst, list, size, leaves }, inst);
                Ok(())
            }
            InstKind::Br(to) => {
                self.fixes.push((self.code.ops.len(), block, vec![*to]));
                self.emit(Op::Jump(0), inst);
                Ok(())
            }
            InstKind::CondBr { c, then, other } => {
                let c = self.one(*c)?;
                self.fixes.push((self.code.ops.len(), block, vec![*then, *other]));
                self.emit(Op::Branch { c, then: 0, other: 0 }, inst);
                Ok(())
            }
            InstKind::Switch { v, default, cases } => {
                let v = self.one(*v)?;
                let mut targets = vec![*default];
                let mut values = Vec::new();
                for &(c, to) in cases {
                    let Const::Int(bits) = self.program.constant(c) else {
                        return Err("a case that is no integer".to_owned());
                    };
                    values.push((Scalar::of(bits), 0));
                    targets.push(to);
                }
                self.fixes.push((self.code.ops.len(), block, targets));
                self.emit(Op::Switch { v, cases: Box::new(Cases { cases: values, default: 0 }) }, inst);
                Ok(())
            }
            InstKind::IndirectBr { addr, dests } => {
                let address = self.one(*addr)?;
                let blocks = dests.iter().map(|b| (b.index() as u32 + 1, 0)).collect();
                self.fixes.push((self.code.ops.len(), block, dests.clone()));
                self.emit(Op::IndirectBranch { address, blocks }, inst);
                Ok(())
            }
            InstKind::InvokeEnd { normal, .. } => {
                // Exceptions are unsupported where they are thrown.
                self.fixes.push((self.code.ops.len(), block, vec![*normal]));
                self.emit(Op::Jump(0), inst);
                Ok(())
            }
            InstKind::Ret(v) => {
                let row = match v {
                    Some(v) => {
                        let count = self.count(self.f.ret)?;
                        self.row(*v, count)?
                    }
                    None => Vec::new(),
                };
                self.emit(Op::Return(row.into()), inst);
                Ok(())
            }
            InstKind::Unreachable => {
                self.emit(Op::Unreachable, inst);
                Ok(())
            }
            InstKind::LandingPad { .. } | InstKind::Resume(_) => Err("an exception".to_owned()),
            InstKind::Unsupported { what, .. } => Err(what.clone()),
        }
    }

    /// The one scalar of a type.
    pub(super) fn scalar(&self, ty: TypeId) -> Lowered<Leaf> {
        match self.leaves(ty)?[..] {
            [leaf] if leaf.bytes > 0 => Ok(leaf),
            _ => Err("an atomic access of that type".to_owned()),
        }
    }

    /// First scalar and number of scalars of a component.
    pub(super) fn part(&mut self, mut ty: TypeId, indices: &[u32]) -> Lowered<(u32, u32)> {
        let program = self.program;
        let mut at = 0;
        for &index in indices {
            match program.types.get(ty) {
                Type::Struct { fields, .. } => {
                    for &field in &fields[..index as usize] {
                        at += self.count(field)?;
                    }
                    ty = fields[index as usize];
                }
                Type::Array { elem, .. } | Type::Vector { elem, .. } => {
                    at += index * self.count(*elem)?;
                    ty = *elem;
                }
                _ => return Err("a part of a scalar".to_owned()),
            }
        }
        Ok((at, self.count(ty)?))
    }

    pub(super) fn cast(
        &mut self,
        inst: &Inst,
        dst: u32,
        op: CastOp,
        flags: ArithFlags,
        v: Value,
    ) -> Lowered<()> {
        let to = self.leaves(inst.ty)?;
        match op {
            CastOp::Fptrunc
            | CastOp::Fpext
            | CastOp::Fptoui
            | CastOp::Fptosi
            | CastOp::Uitofp
            | CastOp::Sitofp => {
                let row = self.row(v, to.len() as u32)?;
                for (k, (leaf, v_k)) in to.iter().zip(row).enumerate() {
                    let from = match op {
                        CastOp::Uitofp | CastOp::Sitofp => ScalarType::Int(0),
                        _ => ScalarType::Float(self.float_kind(v)?),
                    };
                    let into = match leaf.kind {
                        Kind::Float(kind) => ScalarType::Float(kind),
                        Kind::Int | Kind::Pointer => ScalarType::Int(leaf.width),
                    };
                    let types = Box::new((from, into));
                    self.emit(Op::FloatCast { op, flags, dst: dst + k as u32, v: v_k, types }, inst);
                }
                Ok(())
            }
            CastOp::Bitcast | CastOp::Addrspacecast => {
                let sources = self.all(v)?;
                if sources.len() == to.len() {
                    for (k, v) in sources.into_iter().enumerate() {
                        self.emit(Op::Move { dst: dst + k as u32, v }, inst);
                    }
                    return Ok(());
                }
                if self.program.target.big_endian {
                    return Err("a bitcast of vectors on a big-endian target".to_owned());
                }
                let widths = to.iter().map(|leaf| leaf.width).collect();
                self.emit(Op::Recast { dst, sources: sources.into(), widths }, inst);
                Ok(())
            }
            _ => {
                let row = self.row(v, to.len() as u32)?;
                for (k, (leaf, v)) in to.iter().zip(row).enumerate() {
                    self.emit(Op::Cast { op, flags, dst: dst + k as u32, v, width: leaf.width }, inst);
                }
                Ok(())
            }
        }
    }

    pub(super) fn intrinsic(
        &mut self,
        inst: &Inst,
        dst: u32,
        which: &Intrinsic,
        args: &[Value],
    ) -> Lowered<()> {
        if *which == Intrinsic::Nop {
            return Ok(());
        }
        if let (Intrinsic::LifetimeStart | Intrinsic::LifetimeEnd, [_, object]) = (which, args) {
            let ptr = self.one(*object)?;
            self.emit(Op::Lifetime { ptr, starts: *which == Intrinsic::LifetimeStart }, inst);
            return Ok(());
        }
        if *which == Intrinsic::Identity {
            if let Value::Const(c) = args[0]
                && let Const::Global(global) = *self.program.constant(c)
                && self.program.globals[global.index()].thread_local
            {
                self.emit(Op::ThreadLocal { dst, global }, inst);
                return Ok(());
            }
            return self.lanes(inst, dst, &args[..1], |dst, v| Op::Move { dst, v: v[0] });
        }
        let to = self.leaves(inst.ty)?;
        let float = match (which, args.first()) {
            (Intrinsic::Float(_), Some(&v)) => Some(self.float_kind(v).or_else(|_| self.float_of(inst.ty))?),
            _ => None,
        };
        let vector = matches!(self.program.types.get(inst.ty), Type::Vector { .. });
        let rows = args.iter().map(|&v| self.all(v)).collect::<Lowered<Vec<_>>>()?;
        let single = matches!(which, Intrinsic::VectorReduce(_)) || !vector;
        if single {
            let width = to.first().map_or(0, |leaf| leaf.width);
            if to.len() > 2 || (to.len() == 2) != is_with_overflow(which) {
                return Err(format!("intrinsic {which:?} of that type"));
            }
            let args = rows.concat().into();
            self.emit(Op::Intrinsic { dst, which: Box::new(which.clone()), args, float, width }, inst);
            return Ok(());
        }
        for (k, leaf) in to.iter().enumerate() {
            let args = rows.iter().map(|row| if row.len() == 1 { row[0] } else { row[k] }).collect();
            let op = Op::Intrinsic {
                dst: dst + k as u32,
                which: Box::new(which.clone()),
                args,
                float,
                width: leaf.width,
            };
            self.emit(op, inst);
        }
        Ok(())
    }
}

fn is_with_overflow(which: &Intrinsic) -> bool {
    matches!(
        which,
        Intrinsic::SaddWithOverflow
            | Intrinsic::UaddWithOverflow
            | Intrinsic::SsubWithOverflow
            | Intrinsic::UsubWithOverflow
            | Intrinsic::SmulWithOverflow
            | Intrinsic::UmulWithOverflow
    )
}
