//! Which registers of an activation can still be read. What is left in others is no part of a state: two activations that
//! differ in nothing else go on in the same way (elimination of dead variables).

use super::{Code, Op, Operand};
use crate::program::Intrinsic;

/// Words of all sets of a function, at most; a larger one keeps all registers.
const MOST_WORDS: usize = 1 << 22;

/// The live registers before each operation of a function, as sets of bits.
#[derive(Clone, Debug, Default)]
pub struct Live {
    /// Words of one set; 0 where all registers are taken for live.
    words: usize,
    sets: Vec<u64>,
}

impl Live {
    /// Computes the sets: the least ones that contain what an operation reads and what its successors need and it does
    /// not write.
    pub fn of(code: &Code) -> Live {
        let words = (code.regs as usize).div_ceil(64);
        let count = code.ops.len();
        if words * (count + 1) > MOST_WORDS {
            return Live::default();
        }
        let mut sets = vec![0u64; words * (count + 1)];
        let mut set = vec![0u64; words];
        let mut changed = true;
        while changed {
            changed = false;
            for (pc, op) in code.ops.iter().enumerate().rev() {
                set.fill(0);
                successors(op, pc, &mut |to| {
                    let other = &sets[to * words..][..words];
                    set.iter_mut().zip(other).for_each(|(s, o)| *s |= o);
                });
                let (first, written) = results(op);
                (first..first + written).for_each(|r| set[r as usize / 64] &= !(1 << (r % 64)));
                operands(op, code, &mut |operand| {
                    if let Ok(r) = operand.get() {
                        set[r / 64] |= 1 << (r % 64);
                    }
                });
                let old = &mut sets[pc * words..][..words];
                if *old != set[..] {
                    old.copy_from_slice(&set);
                    changed = true;
                }
            }
        }
        Live { words, sets }
    }

    /// Calls `visit` with the live registers before an operation, or those that the operation, a call, leaves live when it
    /// has not given its result yet. Returns false where all are.
    pub fn each(&self, code: &Code, pc: usize, calls: bool, mut visit: impl FnMut(usize)) -> bool {
        if self.words == 0 {
            return false;
        }
        let at = if calls { pc + 1 } else { pc };
        let (first, written) = if calls { results(&code.ops[pc]) } else { (0, 0) };
        for (i, &word) in self.sets[at * self.words..][..self.words].iter().enumerate() {
            let mut rest = word;
            while rest != 0 {
                let r = i * 64 + rest.trailing_zeros() as usize;
                rest &= rest - 1;
                if !(first as usize..(first + written) as usize).contains(&r) {
                    visit(r);
                }
            }
        }
        true
    }
}

/// Where control can go on in the activation.
fn successors(op: &Op, pc: usize, visit: &mut dyn FnMut(usize)) {
    match op {
        Op::Jump(to) => visit(*to as usize),
        Op::Branch { then, other, .. } => {
            visit(*then as usize);
            visit(*other as usize);
        }
        Op::Switch { cases, .. } => {
            cases.cases.iter().for_each(|c| visit(c.1 as usize));
            visit(cases.default as usize);
        }
        Op::IndirectBranch { blocks, .. } => blocks.iter().for_each(|b| visit(b.1 as usize)),
        Op::Return(_) | Op::Unreachable => {}
        _ => visit(pc + 1),
    }
}

/// The registers that are certainly written: the first one and how many. Fewer is no mistake.
fn results(op: &Op) -> (u32, u32) {
    match op {
        Op::Binary { dst, .. }
        | Op::Icmp { dst, .. }
        | Op::Cast { dst, .. }
        | Op::FloatBinary { dst, .. }
        | Op::FloatNeg { dst, .. }
        | Op::FloatCompare { dst, .. }
        | Op::FloatCast { dst, .. }
        | Op::Select { dst, .. }
        | Op::Freeze { dst, .. }
        | Op::Move { dst, .. }
        | Op::ExtractElement { dst, .. }
        | Op::Gep { dst, .. }
        | Op::Load { dst, .. }
        | Op::Alloca { dst, .. }
        | Op::ReadModifyWrite { dst, .. }
        | Op::Unknown { dst, .. }
        | Op::ThreadLocal { dst, .. } => (*dst, 1),
        Op::CompareExchange { dst, .. } => (*dst, 2),
        Op::Recast { dst, widths, .. } => (*dst, widths.len() as u32),
        Op::InsertElement { dst, sources, .. } => (*dst, sources.len() as u32),
        Op::LoadParts { dst, leaves, .. } | Op::VaArg { dst, leaves, .. } => (*dst, leaves.len() as u32),
        Op::Call { dst, call } => (*dst, call.result.len() as u32),
        Op::Intrinsic { dst, which, .. } if has_flag(which) => (*dst, 2),
        _ => (0, 0),
    }
}

/// Whether the result is a number and whether it overflowed.
fn has_flag(which: &Intrinsic) -> bool {
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

/// All that an operation reads, or more.
fn operands(op: &Op, code: &Code, visit: &mut dyn FnMut(Operand)) {
    match op {
        Op::Binary { a, b, .. }
        | Op::Icmp { a, b, .. }
        | Op::FloatBinary { a, b, .. }
        | Op::FloatCompare { a, b, .. } => [a, b].into_iter().for_each(|&o| visit(o)),
        Op::Cast { v, .. }
        | Op::FloatNeg { v, .. }
        | Op::FloatCast { v, .. }
        | Op::Freeze { v, .. }
        | Op::Move { v, .. }
        | Op::Switch { v, .. } => visit(*v),
        Op::Select { c, a, b, .. } => [c, a, b].into_iter().for_each(|&o| visit(o)),
        Op::Recast { sources, .. } => sources.iter().for_each(|&o| visit(o)),
        Op::ExtractElement { sources, index, .. } => {
            sources.iter().chain([index]).for_each(|&o| visit(o));
        }
        Op::InsertElement { sources, v, index, .. } => {
            sources.iter().chain([v, index]).for_each(|&o| visit(o));
        }
        Op::Gep { base, steps, .. } => {
            visit(*base);
            code.steps[steps.range()].iter().for_each(|s| visit(s.index));
        }
        Op::Load { ptr, .. } | Op::LoadParts { ptr, .. } | Op::Lifetime { ptr, .. } => visit(*ptr),
        Op::Store { ptr, v, .. } | Op::ReadModifyWrite { ptr, v, .. } => {
            [ptr, v].into_iter().for_each(|&o| visit(o));
        }
        Op::StoreParts { ptr, sources, .. } => sources.iter().chain([ptr]).for_each(|&o| visit(o)),
        Op::Alloca { count, .. } => visit(*count),
        Op::CompareExchange { ptr, operands, .. } => {
            operands.iter().chain([ptr]).for_each(|&o| visit(o));
        }
        Op::Call { call, .. } => {
            call.args.iter().for_each(|&o| visit(o));
            if let super::Target::Indirect(pointer) = call.target {
                visit(pointer);
            }
        }
        Op::Intrinsic { args, .. } => args.iter().for_each(|&o| visit(o)),
        Op::VaArg { list, .. } => visit(*list),
        Op::Branch { c, .. } => visit(*c),
        Op::IndirectBranch { address, .. } => visit(*address),
        Op::Return(row) => row.iter().for_each(|&o| visit(o)),
        Op::ThreadLocal { .. } | Op::Unknown { .. } | Op::Jump(_) | Op::Unreachable | Op::Unsupported(_) => {}
    }
}
