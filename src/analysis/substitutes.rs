//! Functions of the models that take the place of others in programs that need more of them. The front end links them into such
//! programs alone (`frontend/link_models.rs`).

use crate::program::{Callee, Const, FuncId, InstKind, Program};

/// What is called, and what is called instead where it is there.
const SUBSTITUTES: [(&str, &str); 5] = [
    // What leaves a function that promises to throw nothing.
    ("__clang_call_terminate", "__bmc_exception_escapes"),
    ("__bmc_new_fails", "__bmc_new_is_handled"),
    ("__bmc_cancellation_point", "__bmc_cancels_here"),
    ("__bmc_optional_cancellation_point", "__bmc_may_cancel_here"),
    ("__bmc_waits_for_ever", "__bmc_may_cancel_who_waits"),
];

/// Puts them in their places.
pub fn apply(program: &mut Program) {
    replace_abort(program);
    for (name, other) in SUBSTITUTES {
        let other = program.function(other).filter(|f| program.func(*f).is_defined());
        if let (Some(f), Some(other)) = (program.function(name), other) {
            calls_other(program, f, other);
        }
    }
}

/// Where a handler of the program's end or of signals may run at `abort`, ours takes its place, but not that of the program's own.
fn replace_abort(program: &mut Program) {
    let known = |name: &str| program.function(name).map(|f| (f, program.func(f)));
    let library = known("abort").filter(|(_, f)| f.model || !f.is_defined());
    let ours = known("__bmc_handler_aborts").filter(|(_, f)| f.is_defined());
    if let (Some((f, _)), Some((ours, _))) = (library, ours) {
        calls_other(program, f, ours);
        let own = program.consts.iter_mut().filter(|c| **c == Const::Func(f));
        own.for_each(|c| *c = Const::Func(ours));
    }
}

/// Calls of a function are calls of another one.
pub(super) fn calls_other(program: &mut Program, f: FuncId, other: FuncId) {
    let calls = program.functions.iter_mut().flat_map(|g| &mut g.insts);
    for inst in calls {
        if let InstKind::Call { callee, .. } = &mut inst.kind
            && *callee == Callee::Direct(f)
        {
            *callee = Callee::Direct(other);
        }
    }
}
