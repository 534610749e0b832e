//! Leaves out the overflow checks that the source turns off.
//!
//! A check is left out where the sanitizer's own data places it: it jumps to where no overflow leads. The operation wraps, as
//! in a program that is compiled without the check. All other checks stay.

use super::dialect;
use crate::program::{BlockId, Callee, Const, Function, InstKind, Program, Value};

/// Handlers of overflows. They serve signed and unsigned operations.
const HANDLERS: [&str; 4] = ["add_overflow", "sub_overflow", "mul_overflow", "negate_overflow"];

/// Leaves out what is off for sure.
pub(super) fn leave_out(program: &mut Program) {
    if program.unchecked.is_empty() {
        return;
    }
    let mut jumps = Vec::new();
    for (f, function) in program.functions.iter().enumerate() {
        let off: Vec<bool> =
            function.blocks.iter().map(|block| is_off(program, function, &block.insts)).collect();
        for block in &function.blocks {
            let Some(&end) = block.insts.last() else { continue };
            let InstKind::CondBr { then, other, .. } = function.inst(end).kind else { continue };
            let is_off = |block: BlockId| off[block.index()];
            match (is_off(then), is_off(other)) {
                (false, true) => jumps.push((f, end, then)),
                (true, false) => jumps.push((f, end, other)),
                _ => {}
            }
        }
    }
    for (f, inst, to) in jumps {
        program.functions[f].insts[inst.index()].kind = InstKind::Br(to);
    }
}

/// Whether instructions do nothing but to report an overflow that the source does not want to know of.
fn is_off(program: &Program, function: &Function, insts: &[crate::program::InstId]) -> bool {
    let [before @ .., call, end] = insts else { return false };
    if !matches!(function.inst(*end).kind, InstKind::Unreachable)
        || !before.iter().all(|&i| matches!(function.inst(i).kind, InstKind::Cast { .. }))
    {
        return false;
    }
    let InstKind::Call { callee: Callee::Direct(g), args, .. } = &function.inst(*call).kind else {
        return false;
    };
    let name = program.func(*g).name.strip_prefix("__ubsan_handle_").and_then(|n| n.strip_suffix("_abort"));
    if !name.is_some_and(|name| HANDLERS.contains(&name)) {
        return false;
    }
    let described = args.first().and_then(|&data| description(program, data));
    described.is_some_and(|(mark, signed)| {
        dialect::turns_off(mark, if signed { "signed-overflow" } else { "unsigned-overflow" })
    })
}

/// What a handler's data says: the mark of its place, and whether its type is signed. The data is a place (file, line,
/// column) and the address of a type (kind, with 0 for integers; twice the logarithm of the width, plus the sign; name).
fn description(program: &Program, data: Value) -> Option<(&str, bool)> {
    let Value::Const(data) = data else { return None };
    let Const::Aggregate(_, parts) = content(program, program.constant(data))? else { return None };
    let [place, ty] = &parts[..] else { return None };
    let Const::Aggregate(_, place) = program.constant(*place) else { return None };
    let Const::Bytes(_, file) = content(program, program.constant(*place.first()?))? else { return None };
    let (_, mark) = dialect::unmarked(std::str::from_utf8(file.strip_suffix(&[0])?).ok()?);
    let Const::Aggregate(_, ty) = content(program, program.constant(*ty))? else { return None };
    let number = |i: usize| match program.constant(*ty.get(i)?) {
        Const::Int(bits) => bits.to_u64(),
        Const::Zero(_) => Some(0),
        _ => None,
    };
    (number(0)? == 0).then_some((mark?, number(1)? & 1 == 1))
}

/// The initial content of the global variable whose address a constant is.
fn content<'p>(program: &'p Program, address: &Const) -> Option<&'p Const> {
    let Const::Global(g) = address else { return None };
    program.global(*g).init.map(|init| program.constant(init))
}
