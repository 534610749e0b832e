//! Local variables across a jump: what is not volatile and has changed since `setjmp` was called is indeterminate (C11 7.13.2.1p3),
//! and those whose blocks the call is in live again, no others.

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
    /// `int lives(local, size)`: 1, else 0.
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

/// A local variable that lives only in a part of its function.
pub(super) struct Scoped {
    local: Local,
    /// An instruction that begins or ends its life.
    marks: InstKind,
}

/// The local variables of a function that live only in a part of it.
pub(super) fn scoped(program: &Program, f: FuncId) -> Vec<Scoped> {
    let function = program.func(f);
    let marks = |local: InstId| {
        function.insts.iter().map(|inst| &inst.kind).find(|kind| match kind {
            InstKind::Call {
                callee: Callee::Intrinsic(Intrinsic::LifetimeStart | Intrinsic::LifetimeEnd),
                args,
                ..
            } => args.get(1) == Some(&Value::Inst(local)),
            _ => false,
        })
    };
    let all = function.block(BlockId::new(0)).insts.iter();
    all.filter_map(|&at| {
        let InstKind::Alloca { ty, .. } = function.inst(at).kind else { return None };
        Some(Scoped { local: Local { at, ty, loc: function.inst(at).loc }, marks: marks(at)?.clone() })
    })
    .collect()
}

impl Scoped {
    fn mark(&self, edit: &mut Editor<'_>, which: Intrinsic) -> InstId {
        let mut mark = self.marks.clone();
        if let InstKind::Call { callee, .. } = &mut mark {
            *callee = Callee::Intrinsic(which);
        }
        edit.inst(mark, edit.types.void, self.local.loc)
    }

    /// It does not live where the function begins: the machine begins a life where it makes the variable.
    pub(super) fn begins_ended(&self, edit: &mut Editor<'_>) {
        let end = self.mark(edit, Intrinsic::LifetimeEnd);
        if let Some((block, at)) = edit.place(self.local.at) {
            edit.insts(block).insert(at + 1, end);
        }
    }

    /// Keeps whether it lives.
    pub(super) fn keep(&self, edit: &mut Editor<'_>, models: LocalModels, lived: Value) -> [InstId; 2] {
        let int = edit.types.int;
        let lives = self.local.lives(edit, models);
        [lives, edit.store(lived, (Value::Inst(lives), int), self.local.loc)]
    }

    /// The block that lets it live where it has lived, and no longer where it has not, and leads on.
    pub(super) fn settle(
        &self,
        edit: &mut Editor<'_>,
        models: LocalModels,
        (lived, on): (Value, BlockId),
    ) -> BlockId {
        let (int, void, loc) = (edit.types.int, edit.types.void, self.local.loc);
        let [begin, end] = [Intrinsic::LifetimeStart, Intrinsic::LifetimeEnd].map(|which| {
            let marks = self.mark(edit, which);
            let branch = edit.inst(InstKind::Br(on), void, None);
            edit.block(vec![marks, branch])
        });
        let (lives, before) = (self.local.lives(edit, models), edit.load(lived, int, loc));
        let zero = edit.constant(Const::Int(Bits::new(32, 0)));
        let other = edit.choice(Vec::new(), [Value::Inst(before), zero], (end, begin));
        edit.choice(vec![lives, before], [Value::Inst(lives), Value::Inst(before)], (on, other))
    }
}

impl Local {
    /// The call that tells whether it lives: 1, else 0.
    fn lives(&self, edit: &mut Editor<'_>, models: LocalModels) -> InstId {
        let size = self.size(edit);
        edit.call_of(models.lives, vec![Value::Inst(self.at), size], self.loc)
    }

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
        let (bit, void) = (edit.types.bit, edit.types.void);
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
        let lives = self.lives(edit, models);
        let zero = edit.constant(Const::Int(Bits::new(32, 0)));
        edit.choice(vec![lives], [Value::Inst(lives), zero], (on, forget))
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
