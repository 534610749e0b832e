//! Local variables across a jump: what is not volatile and has changed since `setjmp` was called is indeterminate (C11 7.13.2.1p3).

use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use super::reachable;
use crate::analysis::edit::Editor;
use crate::base::Bits;
use crate::program::{
    BlockId, Callee, Const, FuncId, Function, IcmpPred, InstId, InstKind, Intrinsic, LocId, Program, Type,
    TypeId, Value,
};

/// Functions of the models.
#[derive(Clone, Copy)]
pub(super) struct LocalModels {
    /// `void keep(to, local, size)`: its content, where it lives.
    pub(super) keep: FuncId,
    /// `int lives(local, size)`
    pub(super) lives: FuncId,
    /// `void forget(local, kept, size)`: bytes that differ are indeterminate.
    pub(super) forget: FuncId,
}

/// A local variable that may change, and be read behind a call of `setjmp`.
pub(super) struct Local {
    at: InstId,
    pub(super) ty: TypeId,
    loc: Option<LocId>,
}

/// Variables of more scalars than this are compared by bytes.
const MOST_SCALARS: usize = 64;

/// The local variables of a function that may be written and read in blocks that follow some blocks.
pub(super) fn changing(program: &Program, f: FuncId, behind: &[BlockId]) -> Vec<Local> {
    let function = program.func(f);
    let later = reachable(program, f, behind);
    let all = function.block(BlockId::new(0)).insts.iter();
    let locals = all.filter_map(|&at| match function.inst(at).kind {
        InstKind::Alloca { ty, count: Value::Const(one), .. } => {
            let one = matches!(program.constant(one), Const::Int(n) if n.to_u64() == Some(1));
            one.then_some(Local { at, ty, loc: function.inst(at).loc })
        }
        _ => None,
    });
    locals.filter(|local| is_changing(program, function, local.at, &later)).collect()
}

fn is_changing(program: &Program, function: &Function, local: InstId, later: &FxHashSet<BlockId>) -> bool {
    let (mut written, mut read, mut all_volatile) = (false, false, None);
    for (b, block) in function.blocks.iter().enumerate() {
        let later = later.contains(&BlockId::new(b));
        for &i in &block.insts {
            match &function.inst(i).kind {
                InstKind::DebugDeclare { var, addr } if *addr == Value::Inst(local) => {
                    if program.vars[var.index()].volatile {
                        return false;
                    }
                }
                InstKind::Load { ptr, volatile, .. } if *ptr == Value::Inst(local) => {
                    read |= later;
                    all_volatile = Some(all_volatile.unwrap_or(true) && *volatile);
                }
                InstKind::Store { ptr, v, volatile, .. }
                    if *ptr == Value::Inst(local) && *v != Value::Inst(local) =>
                {
                    written |= later;
                    all_volatile = Some(all_volatile.unwrap_or(true) && *volatile);
                }
                InstKind::Call {
                    callee: Callee::Intrinsic(Intrinsic::LifetimeStart | Intrinsic::LifetimeEnd),
                    ..
                } => {}
                kind => {
                    // Its address goes elsewhere.
                    let mut used = false;
                    crate::program::operands(kind, |v| used |= v == Value::Inst(local));
                    written |= used;
                    read |= used;
                }
            }
        }
    }
    written && read && all_volatile != Some(true)
}

impl Local {
    fn size(&self, edit: &mut Editor<'_>) -> Value {
        let size = edit.program.types.layout(self.ty).store_size;
        let bits = edit.program.target.pointer_bits;
        edit.constant(Const::Int(Bits::new(bits, size)))
    }

    /// The call that keeps its content.
    pub(super) fn keep(&self, edit: &mut Editor<'_>, models: LocalModels, kept: Value) -> InstId {
        let size = self.size(edit);
        edit.call_of(models.keep, vec![kept, Value::Inst(self.at), size], self.loc)
    }

    /// The block that makes it indeterminate where it has changed, and leads on.
    pub(super) fn forget(
        &self,
        edit: &mut Editor<'_>,
        models: LocalModels,
        (kept, on): (Value, BlockId),
    ) -> BlockId {
        let (bit, int, void) = (edit.types.bit, edit.types.int, edit.types.void);
        let mut scalars = Vec::new();
        let mut insts = Vec::new();
        if collect(edit.program, self.ty, 0, &mut scalars) {
            for (at, ty) in scalars {
                let [now, then] =
                    [Value::Inst(self.at), kept].map(|base| self.part(edit, base, at, &mut insts));
                let [a, b] = [now, then].map(|ptr| edit.load(ptr, ty, self.loc));
                let kind = InstKind::Icmp { pred: IcmpPred::Ne, a: Value::Inst(a), b: Value::Inst(b) };
                let differs = edit.inst(kind, bit, self.loc);
                let any = edit.constant(Const::Undef(ty));
                let any = edit.inst(InstKind::Freeze(any), ty, self.loc);
                let kind =
                    InstKind::Select { c: Value::Inst(differs), a: Value::Inst(any), b: Value::Inst(a) };
                let value = edit.inst(kind, ty, self.loc);
                let store = edit.store(now, (Value::Inst(value), ty), self.loc);
                insts.extend([a, b, differs, any, value, store]);
            }
        } else {
            let size = self.size(edit);
            insts.push(edit.call_of(models.forget, vec![Value::Inst(self.at), kept, size], self.loc));
        }
        insts.push(edit.inst(InstKind::Br(on), void, None));
        let forget = edit.block(insts);
        let size = self.size(edit);
        let lives = edit.call_of(models.lives, vec![Value::Inst(self.at), size], self.loc);
        debug_assert_eq!(edit.program.func(models.lives).ret, int);
        let zero = edit.constant(Const::Int(Bits::new(32, 0)));
        let ended = InstKind::Icmp { pred: IcmpPred::Eq, a: Value::Inst(lives), b: zero };
        let ended = edit.inst(ended, bit, None);
        let branch =
            edit.inst(InstKind::CondBr { c: Value::Inst(ended), then: on, other: forget }, void, None);
        edit.block(vec![lives, ended, branch])
    }

    /// The address of a part.
    fn part(&self, edit: &mut Editor<'_>, base: Value, at: u64, insts: &mut Vec<InstId>) -> Value {
        if at == 0 {
            return base;
        }
        let (offset, terms) = (at as i64, SmallVec::new());
        let kind = InstKind::Gep { base, offset, terms, inbounds: true, nusw: false, nuw: false };
        let part = edit.inst(kind, edit.types.pointer, self.loc);
        insts.push(part);
        Value::Inst(part)
    }
}

/// The scalars of a type with their places, integers for floating-point numbers; whether there are few enough.
fn collect(program: &mut Program, ty: TypeId, at: u64, scalars: &mut Vec<(u64, TypeId)>) -> bool {
    match program.types.get(ty).clone() {
        Type::Int(_) | Type::Ptr(_) => scalars.push((at, ty)),
        Type::Array { elem, count } => {
            let size = program.types.layout(elem).alloc_size;
            if count > MOST_SCALARS as u64 {
                return false;
            }
            return (0..count).all(|n| collect(program, elem, at + n * size, scalars));
        }
        Type::Struct { fields, offsets, .. } => {
            let mut parts = fields.into_iter().zip(offsets);
            return parts.all(|(ty, offset)| collect(program, ty, at + offset, scalars));
        }
        // As they are compared by bits.
        Type::Float(kind) => {
            let layout = program.types.layout(ty);
            scalars.push((at, program.types.insert(Type::Int(kind.bits()), layout)));
        }
        _ => return false,
    }
    scalars.len() <= MOST_SCALARS
}
