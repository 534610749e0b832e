//! Functions to [`Code`]: registers are numbered, types resolved to scalars, phis made moves on edges.

use std::collections::HashMap;

use rustc_hash::FxHashMap;

use crate::machine::code::constants::Constants;
use crate::machine::code::{Call, Cases, Code, Debug, Kind, Leaf, Op, Operand, Piece, Step, Target};
use crate::program::{
    BlockId, Callee, CastOp, Const, ConstId, FloatKind, FuncId, Function, Inst, InstId, InstKind, Intrinsic,
    LocId, Program, Type, TypeId, Value,
};
use crate::semantics::{Scalar, ScalarType};

/// Most scalars of one value.
const MAX_LEAVES: u64 = 1 << 14;

/// The scalars of a type, in order.
///
/// # Errors
/// In words, for types that have no value or none that is interpreted.
pub fn leaves(program: &Program, ty: TypeId) -> Result<Vec<Leaf>, String> {
    let mut all = Vec::new();
    add_leaves(program, ty, 0, &mut all)?;
    Ok(all)
}

fn add_leaves(program: &Program, ty: TypeId, offset: u64, all: &mut Vec<Leaf>) -> Result<(), String> {
    let types = &program.types;
    let bytes = types.layout(ty).store_size as u32;
    let mut one = |width, kind| all.push(Leaf { offset, bytes, width, kind });
    match types.get(ty) {
        Type::Void => {}
        Type::Int(width) => one(*width, Kind::Int),
        Type::Float(kind) => one(kind.bits(), Kind::Float(*kind)),
        Type::Ptr(_) => one(program.target.pointer_bits, Kind::Pointer),
        Type::Vector { elem, count } => {
            let inner = types.layout(*elem).store_size;
            if let Type::Int(bits) = types.get(*elem)
                && u64::from(*bits) != inner * 8
            {
                // In memory without gaps, bit by bit; as a value each element is a scalar.
                return packed(*bits, *count, offset, all);
            }
            for i in 0..u64::from(*count) {
                add_leaves(program, *elem, offset + i * inner, all)?;
            }
        }
        Type::Array { elem, count } => {
            let step = types.layout(*elem).alloc_size;
            if *count > MAX_LEAVES {
                return Err("an array value of that size".to_owned());
            }
            for i in 0..*count {
                add_leaves(program, *elem, offset + i * step, all)?;
            }
        }
        Type::Struct { fields, offsets, .. } => {
            for (field, at) in fields.iter().zip(offsets) {
                add_leaves(program, *field, offset + at, all)?;
            }
        }
        other => return Err(format!("a value of type {other:?}")),
    }
    if all.len() as u64 > MAX_LEAVES {
        return Err("a value of so many parts".to_owned());
    }
    Ok(())
}

/// The elements of a vector whose bits lie side by side in memory: marked by zero bytes.
fn packed(bits: u32, count: u32, offset: u64, all: &mut Vec<Leaf>) -> Result<(), String> {
    all.extend((0..count).map(|_| Leaf { offset, bytes: 0, width: bits, kind: Kind::Int }));
    Ok(())
}

/// Lowers a function; `scripted`: undefined operands are asked for.
pub fn lower(program: &Program, constants: &mut Constants, func: FuncId, scripted: bool) -> Code {
    let f = program.func(func);
    let mut lowering = Lowering {
        program,
        constants,
        f,
        code: Code::default(),
        first: vec![0; f.insts.len()],
        params: Vec::new(),
        counts: FxHashMap::default(),
        blocks: vec![u32::MAX; f.blocks.len()],
        fixes: Vec::new(),
        scripted,
        at: (InstId::new(0), None),
    };
    lowering.number();
    lowering.blocks();
    lowering.code
}

struct Lowering<'a> {
    program: &'a Program,
    constants: &'a mut Constants,
    f: &'a Function,
    code: Code,
    /// First register of every instruction's result.
    first: Vec<u32>,
    /// First register of every parameter.
    params: Vec<u32>,
    /// Number of scalars by type.
    counts: FxHashMap<TypeId, Result<u32, String>>,
    /// Where each block begins.
    blocks: Vec<u32>,
    /// Operations whose targets are edges still: from, and the targets in their order.
    fixes: Vec<(usize, BlockId, Vec<BlockId>)>,
    scripted: bool,
    /// The instruction that is lowered, and its place.
    at: (InstId, Option<LocId>),
}

type Lowered<T> = Result<T, String>;

impl<'a> Lowering<'a> {
    fn count(&mut self, ty: TypeId) -> Lowered<u32> {
        let program = self.program;
        self.counts.entry(ty).or_insert_with(|| leaves(program, ty).map(|l| l.len() as u32)).clone()
    }

    fn leaves(&self, ty: TypeId) -> Lowered<Vec<Leaf>> {
        leaves(self.program, ty)
    }

    fn number(&mut self) {
        let mut next = 0;
        for param in &self.f.params {
            self.params.push(next);
            let leaves = self.leaves(param.ty).unwrap_or_default();
            next += leaves.len() as u32;
            self.code.params.push(leaves);
        }
        for (i, inst) in self.f.insts.iter().enumerate() {
            self.first[i] = next;
            next += self.count(inst.ty).unwrap_or(0);
        }
        self.code.regs = next;
        self.code.results.clone_from(&self.first);
    }

    /// Keeps a debug record whose value is known.
    fn record(&mut self, id: InstId, v: Value) {
        let row = match v {
            Value::Const(c) => {
                let Ok(piece) = self.constants.row(self.program, c) else { return };
                let piece = if self.is_open(c) { Piece::default() } else { piece };
                piece.range().map(|n| Operand::constant(n as u32)).collect()
            }
            v => self.all(v).unwrap_or_default(),
        };
        let pc = self.code.ops.len() as u32;
        self.code.debug.push(Debug { pc, inst: id, row, ty: self.ty(v) });
    }

    fn emit(&mut self, op: Op, inst: &Inst) {
        debug_assert!(inst.loc == self.at.1);
        self.push(op);
    }

    fn push(&mut self, op: Op) {
        self.code.ops.push(op);
        self.code.locs.push(self.at.1);
        self.code.insts.push(self.at.0);
    }

    fn blocks(&mut self) {
        let f = self.f;
        for (b, block) in f.blocks.iter().enumerate() {
            self.blocks[b] = self.code.ops.len() as u32;
            for &id in &block.insts {
                let inst = f.inst(id);
                let before = (self.code.ops.len(), self.fixes.len());
                self.at = (id, inst.loc);
                if let Err(what) = self.inst(BlockId::new(b), id, inst) {
                    self.code.ops.truncate(before.0);
                    self.code.locs.truncate(before.0);
                    self.code.insts.truncate(before.0);
                    self.fixes.truncate(before.1);
                    self.emit(Op::Unsupported(what.into()), inst);
                }
            }
        }
        self.edges();
    }

    /// Puts the places of blocks, or of the moves before them, into branches.
    fn edges(&mut self) {
        let mut known: HashMap<(BlockId, BlockId), u32> = HashMap::new();
        for (at, from, targets) in std::mem::take(&mut self.fixes) {
            let places: Vec<u32> = targets
                .iter()
                .map(|&to| match known.get(&(from, to)) {
                    Some(&place) => place,
                    None => {
                        let place = self.edge(from, to, at);
                        known.insert((from, to), place);
                        place
                    }
                })
                .collect();
            match &mut self.code.ops[at] {
                Op::Jump(to) => *to = places[0],
                Op::Branch { then, other, .. } => (*then, *other) = (places[0], places[1]),
                Op::Switch { cases, .. } => {
                    cases.default = places[0];
                    cases.cases.iter_mut().zip(&places[1..]).for_each(|(case, &place)| case.1 = place);
                }
                Op::IndirectBranch { blocks, .. } => {
                    blocks.iter_mut().zip(&places).for_each(|(block, &place)| block.1 = place);
                }
                other => unreachable!("{other:?} has no targets"),
            }
        }
    }

    /// Where control goes on an edge: the moves of the phis, then the block.
    fn edge(&mut self, from: BlockId, to: BlockId, at: usize) -> u32 {
        let f = self.f;
        let mut moves: Vec<(u32, Operand)> = Vec::new();
        let mut wrong = None;
        let place = self.code.ops.len() as u32;
        self.at = (self.code.insts[at], self.code.locs[at]);
        for &id in &f.block(to).insts {
            let InstKind::Phi(incoming) = &f.inst(id).kind else { break };
            let Some((_, v)) = incoming.iter().find(|(b, _)| *b == from) else { continue };
            match self.count(f.inst(id).ty).and_then(|n| self.row(*v, n)) {
                Ok(row) => moves.extend(row.into_iter().zip(self.first[id.index()]..).map(|(v, d)| (d, v))),
                Err(what) => wrong = Some(what),
            }
        }
        moves.retain(|&(d, v)| v != Operand::reg(d));
        if moves.is_empty() && wrong.is_none() {
            return self.blocks[to.index()];
        }
        if let Some(what) = wrong {
            self.push(Op::Unsupported(what.into()));
            return place;
        }
        // All at once: what is written before it is read goes through a register of its own.
        let mut extra = Vec::new();
        for i in 0..moves.len() {
            let written = moves[..i].iter().any(|m| Operand::reg(m.0) == moves[i].1);
            if written {
                let spare = self.code.regs + extra.len() as u32;
                extra.push((spare, moves[i].1));
                moves[i].1 = Operand::reg(spare);
            }
        }
        self.code.regs += extra.len() as u32;
        for (dst, v) in extra.into_iter().chain(moves) {
            self.push(Op::Move { dst, v });
        }
        self.push(Op::Jump(self.blocks[to.index()]));
        place
    }

    // Operands.

    /// The operands of the scalars of a value; a constant may be of any type that has so many.
    fn row(&mut self, v: Value, count: u32) -> Lowered<Vec<Operand>> {
        Ok(match v {
            Value::Inst(i) => (0..count).map(|k| Operand::reg(self.first[i.index()] + k)).collect(),
            Value::Arg(i) => {
                let first = self.params[i as usize];
                (0..count).map(|k| Operand::reg(first + k)).collect()
            }
            Value::Const(c) => {
                let piece = self.constants.row(self.program, c)?;
                if piece.count != count {
                    return Err("a constant of another type".to_owned());
                }
                if self.scripted && self.is_open(c) {
                    return Ok(piece.range().map(|n| self.asked(n)).collect());
                }
                piece.range().map(|n| Operand::constant(n as u32)).collect()
            }
        })
    }

    /// Whether a part of a constant is undefined.
    fn is_open(&self, c: ConstId) -> bool {
        match self.program.constant(c) {
            Const::Undef(_) | Const::Poison(_) => true,
            Const::Aggregate(_, parts) => parts.iter().any(|&part| self.is_open(part)),
            _ => false,
        }
    }

    /// A constant's scalar, asked for where it is undefined.
    fn asked(&mut self, number: usize) -> Operand {
        let reg = &self.constants.pool[number];
        if reg.is_defined() {
            return Operand::constant(number as u32);
        }
        let (dst, width) = (self.code.regs, reg.width());
        self.code.regs += 1;
        self.push(Op::Unknown { dst, width });
        Operand::reg(dst)
    }

    fn one(&mut self, v: Value) -> Lowered<Operand> {
        Ok(self.row(v, 1)?[0])
    }

    /// The type of a value, where it can be told.
    fn ty(&self, v: Value) -> Option<TypeId> {
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
    fn count_of(&mut self, v: Value) -> Lowered<u32> {
        match self.ty(v) {
            Some(ty) => self.count(ty),
            None => Ok(1),
        }
    }

    fn all(&mut self, v: Value) -> Lowered<Vec<Operand>> {
        let count = self.count_of(v)?;
        self.row(v, count)
    }

    fn float_kind(&self, v: Value) -> Lowered<FloatKind> {
        if let Value::Const(c) = v
            && let Const::Float(kind, _) = self.program.constant(c)
        {
            return Ok(*kind);
        }
        let ty = self.ty(v).ok_or("a floating-point operation on another type")?;
        self.float_of(ty)
    }

    fn float_of(&self, ty: TypeId) -> Lowered<FloatKind> {
        match self.program.types.get(ty) {
            Type::Float(kind) => Ok(*kind),
            Type::Vector { elem, .. } => self.float_of(*elem),
            _ => Err("a floating-point operation on another type".to_owned()),
        }
    }

    /// Lane by lane.
    fn lanes(
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

    fn inst(&mut self, block: BlockId, id: InstId, inst: &Inst) -> Lowered<()> {
        let dst = self.first[id.index()];
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
                        None if self.scripted => {
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
                    self.code.steps.push(Step { index, scale: term.scale });
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
            InstKind::Unsupported { what, .. } => Err(what.clone()),
        }
    }

    /// The one scalar of a type.
    fn scalar(&self, ty: TypeId) -> Lowered<Leaf> {
        match self.leaves(ty)?[..] {
            [leaf] if leaf.bytes > 0 => Ok(leaf),
            _ => Err("an atomic access of that type".to_owned()),
        }
    }

    /// First scalar and number of scalars of a component.
    fn part(&mut self, mut ty: TypeId, indices: &[u32]) -> Lowered<(u32, u32)> {
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

    fn cast(
        &mut self,
        inst: &Inst,
        dst: u32,
        op: CastOp,
        flags: crate::program::ArithFlags,
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

    fn intrinsic(&mut self, inst: &Inst, dst: u32, which: &Intrinsic, args: &[Value]) -> Lowered<()> {
        if matches!(which, Intrinsic::Nop | Intrinsic::VaEnd) {
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
                self.emit(Op::Own { dst, global }, inst);
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
