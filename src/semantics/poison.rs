//! Poison (LangRef, "Poison Values"): what a value that breaks a flag's promise does where it is used. It stays in the
//! registers of an activation: to store it, to pass it to a function and to return it count as uses that are undefined.

use crate::program::{BinOp, Callee, Function, InstKind, Type, TypeId, Types, Value, operands};
use crate::property::Check;

/// Whether a check is one of flags, whose violation makes poison and is undefined only where that is used.
pub fn makes_poison(check: Check) -> bool {
    matches!(check, Check::SignedOverflow | Check::UnsignedOverflow | Check::Poison)
}

/// Whether a value of a type is poison as a whole, and not in lanes or components that are not told apart.
pub fn is_scalar(types: &Types, ty: TypeId) -> bool {
    matches!(types.get(ty), Type::Int(_) | Type::Ptr(_) | Type::Float(_))
}

/// What poison of an operand does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Poisons {
    /// It makes the result poison.
    Result,
    /// It makes the result poison where the condition of the `select` is so.
    ResultIf(bool),
    /// It is undefined behaviour.
    Run,
}

/// Tells what poison does in each operand of an instruction; `gives`: whether that has a result. Phis and `freeze` are the
/// caller's.
pub fn poisons(kind: &InstKind, gives: bool, mut each: impl FnMut(Value, Poisons)) {
    match kind {
        InstKind::Phi(_)
        | InstKind::Freeze(_)
        | InstKind::DebugValue { .. }
        | InstKind::DebugDeclare { .. } => {}
        InstKind::Select { c, a, b } => {
            each(*c, Poisons::Result);
            each(*a, Poisons::ResultIf(true));
            each(*b, Poisons::ResultIf(false));
        }
        InstKind::Binary { op: BinOp::Udiv | BinOp::Sdiv | BinOp::Urem | BinOp::Srem, a, b, .. } => {
            each(*a, Poisons::Result);
            each(*b, Poisons::Run);
        }
        kind => {
            let passes = match kind {
                InstKind::Store { .. }
                | InstKind::Load { .. }
                | InstKind::Alloca { .. }
                | InstKind::VaArg(_)
                | InstKind::CmpXchg { .. }
                | InstKind::AtomicRmw { .. } => false,
                InstKind::Call { callee: Callee::Intrinsic(_), .. } => gives,
                InstKind::Call { .. } => false,
                _ => !kind.is_terminator(),
            };
            operands(kind, |v| each(v, if passes { Poisons::Result } else { Poisons::Run }));
        }
    }
}

/// Whether a poison result of each instruction is undefined behaviour for certain: its own block goes on to use it where
/// poison may not be used, or to pass it on to memory or another function. Optimisers compute values ahead of the place
/// that needs them, where poison does no harm.
pub fn decisive(f: &Function) -> Vec<bool> {
    let mut result = vec![false; f.insts.len()];
    // Of each instruction: its block, and how many calls that block has up to and with it.
    let mut home = vec![(usize::MAX, 0); f.insts.len()];
    for (b, block) in f.blocks.iter().enumerate() {
        let mut calls = 0;
        for &id in &block.insts {
            calls += usize::from(may_not_return(&f.inst(id).kind));
            home[id.index()] = (b, calls);
        }
    }
    for (b, block) in f.blocks.iter().enumerate() {
        for &id in block.insts.iter().rev() {
            let kind = &f.inst(id).kind;
            let passes = result[id.index()];
            let calls = home[id.index()].1 - usize::from(may_not_return(kind));
            let mut mark = |v: Value| {
                // With a call between the two, the run may never come to the use.
                if let Value::Inst(i) = v
                    && home[i.index()] == (b, calls)
                {
                    result[i.index()] = true;
                }
            };
            match kind {
                InstKind::CondBr { .. }
                | InstKind::Switch { .. }
                | InstKind::IndirectBr { .. }
                | InstKind::Store { .. }
                | InstKind::Load { .. }
                | InstKind::CmpXchg { .. }
                | InstKind::AtomicRmw { .. }
                | InstKind::Ret(_)
                | InstKind::Call { callee: Callee::Direct(_) | Callee::Indirect(_), .. } => {
                    operands(kind, mark)
                }
                InstKind::Binary { op: BinOp::Udiv | BinOp::Sdiv | BinOp::Urem | BinOp::Srem, b, .. } => {
                    mark(*b);
                    if passes {
                        operands(kind, mark);
                    }
                }
                InstKind::Select { c, .. } if passes => mark(*c),
                InstKind::Select { .. } | InstKind::Freeze(_) => {}
                _ if passes => operands(kind, mark),
                _ => {}
            }
        }
    }
    result
}

/// Whether a poison result of each instruction may be undefined behaviour: some use of it, or of what is computed from it, is one
/// where poison may not be used.
pub fn may_matter(f: &Function) -> Vec<bool> {
    let mut result = vec![false; f.insts.len()];
    let all = || f.blocks.iter().flat_map(|block| block.insts.iter().rev().copied());
    loop {
        let mut changed = false;
        for id in all() {
            let kind = &f.inst(id).kind;
            let passes = result[id.index()];
            let mut mark = |v: Value, matters: bool| {
                if let Value::Inst(i) = v
                    && matters
                    && !result[i.index()]
                {
                    result[i.index()] = true;
                    changed = true;
                }
            };
            match kind {
                InstKind::Phi(incoming) => incoming.iter().for_each(|(_, v)| mark(*v, passes)),
                InstKind::Freeze(_) => {}
                kind => poisons(kind, true, |v, does| mark(v, passes || does == Poisons::Run)),
            }
        }
        if !changed {
            return result;
        }
    }
}

fn may_not_return(kind: &InstKind) -> bool {
    matches!(kind, InstKind::Call { callee: Callee::Direct(_) | Callee::Indirect(_) | Callee::Asm(_), .. })
}
