//! Functions of the models that take the place of others in programs that need more of them. The front end links them into such
//! programs alone (`frontend/link_models.rs`).

use super::edit::Editor;
use super::is_named;
use crate::program::{BlockId, Callee, Const, FuncId, InstKind, Program, Type};

/// What is called, and what is called instead where it is there.
const SUBSTITUTES: [(&str, &str); 5] = [
    // What leaves a function that promises to throw nothing.
    ("__clang_call_terminate", "__bmc_exception_escapes"),
    ("__bmc_new_fails", "__bmc_new_is_handled"),
    ("__bmc_cancellation_point", "__bmc_cancels_here"),
    ("__bmc_optional_cancellation_point", "__bmc_may_cancel_here"),
    ("__bmc_waits_for_ever", "__bmc_may_cancel_who_waits"),
];

/// Told what the entry function returns.
const TOLD: &str = "__bmc_main_returns";

/// Puts them in their places, in a program with this entry function, whose name may follow that of its file.
pub fn apply(program: &mut Program, entry: &str) {
    replace_abort(program);
    tell_status(program, entry);
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

/// Tells what the entry function returns where handlers of the program's end want to know. What another function of that name tells
/// does not last: the end of the program tells again.
fn tell_status(program: &mut Program, entry: &str) {
    let Some(told) = program.function(TOLD).filter(|f| program.func(*f).is_defined()) else { return };
    let functions = (0..program.functions.len()).map(FuncId::new);
    let named: Vec<FuncId> = functions.filter(|f| is_named(program.func(*f), entry)).collect();
    if named.iter().all(|f| *program.types.get(program.func(*f).ret) == Type::Int(32)) {
        named.into_iter().for_each(|f| tell_returns(program, f, told));
    }
}

/// Calls a function before each return of another one, with what that returns.
fn tell_returns(program: &mut Program, f: FuncId, told: FuncId) {
    let mut edit = Editor::new(program, f);
    for b in (0..edit.program.func(f).blocks.len()).map(BlockId::new) {
        let (kind, loc) = {
            let last = edit.program.func(f).terminator(b);
            (last.kind.clone(), last.loc)
        };
        if let InstKind::Ret(Some(status)) = kind {
            let call = edit.call_of(told, vec![status], loc);
            let insts = edit.insts(b);
            insts.insert(insts.len() - 1, call);
        }
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
