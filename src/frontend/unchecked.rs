//! Leaves out the checks of overflow and of reads that the source turns off.
//!
//! A check of overflow is left out where the sanitizer's own data places it: it jumps to where no overflow leads. The operation
//! wraps, as in a program that is compiled without the check. A read whose pointer is not to be checked yields any value for the
//! bytes that cannot be read, as for CBMC. All other checks stay.

use super::dialect;
use crate::program::{
    BlockId, Callee, Const, FuncId, Function, InstId, InstKind, Layout, ParamAttrs, Program, Type, Value,
};

/// Handlers of overflows. They serve signed and unsigned operations.
const HANDLERS: [&str; 4] = ["add_overflow", "sub_overflow", "mul_overflow", "negate_overflow"];

/// What a read of so many bits becomes where pointers are not checked.
const PEEKS: [(u32, &str); 4] =
    [(8, "__bmc_peek8"), (16, "__bmc_peek16"), (32, "__bmc_peek32"), (64, "__bmc_peek64")];

/// Leaves out what is off for sure.
pub(super) fn leave_out(program: &mut Program) {
    if program.unchecked.is_empty() {
        return;
    }
    leave_out_overflow(program);
    leave_out_reads(program);
}

/// Reads of integers without a check of their pointers, by functions of the models.
fn leave_out_reads(program: &mut Program) {
    let models: Vec<(u32, FuncId)> = (0..program.functions.len())
        .map(FuncId::new)
        .filter(|&f| program.func(f).model)
        .filter_map(|f| {
            let (bits, _) = PEEKS.iter().find(|(_, name)| program.func(f).name == *name)?;
            Some((*bits, f))
        })
        .collect();
    let mut reads = Vec::new();
    for (f, function) in program.functions.iter().enumerate().filter(|(_, function)| !function.model) {
        for (i, inst) in function.insts.iter().enumerate() {
            let InstKind::Load { ptr, volatile: false, atomic: None, .. } = inst.kind else { continue };
            let Type::Int(bits) = *program.types.get(inst.ty) else { continue };
            let is_off = inst
                .loc
                .and_then(|loc| program.unchecked.get(&loc))
                .is_some_and(|names| dialect::turns_off(&names.join(","), "pointer"));
            let model = models.iter().find(|(of, _)| *of == bits);
            // CBMC checks an index into a variable by its bounds, which is a check of its own.
            if is_off
                && let Some(&(_, model)) = model
                && !is_of_variable(function, ptr)
            {
                reads.push((f, InstId::new(i), model, ptr));
            }
        }
    }
    for (f, inst, model, ptr) in reads {
        let (ret, params) =
            (program.func(model).ret, program.func(model).params.iter().map(|p| p.ty).collect());
        let fn_ty = program.types.insert(Type::Function { ret, params, vararg: false }, Layout::default());
        let (callee, args, attrs) = (Callee::Direct(model), vec![ptr], vec![ParamAttrs::default()]);
        program.functions[f].insts[inst.index()].kind =
            InstKind::Call { callee, args, attrs, fn_ty, noreturn: false };
    }
}

/// Whether a pointer is that of a variable, or of a part of one.
fn is_of_variable(function: &Function, mut ptr: Value) -> bool {
    loop {
        let Value::Inst(i) = ptr else { return matches!(ptr, Value::Const(_)) };
        match function.inst(i).kind {
            InstKind::Gep { base, .. } => ptr = base,
            InstKind::Alloca { .. } => return true,
            _ => return false,
        }
    }
}

fn leave_out_overflow(program: &mut Program) {
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
