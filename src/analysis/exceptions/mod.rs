//! Exceptions become ordinary control flow, which all engines know.
//!
//! A call that an exception leaves returns, with the exception *in flight*: a variable of the thread in `models/exceptions.c` that
//! is not null. Behind each call that may throw, the program looks at it, and goes on where the exception lands, or returns, too.
//! The models decide what is caught where (Itanium C++ ABI, "Exception Handling"); the tables of clauses are constants of the
//! program. Whether there is a handler at all they see in the activations, each of which knows its call ([`Function::pads`]).

mod landing;
mod lower;
mod throwing;

use super::unwinding::refuse;
use crate::program::{Callee, Const, FuncId, GlobalId, InstKind, Program};

/// What stands for exceptions in the models.
#[derive(Clone, Copy)]
struct Flight {
    /// The exception in flight.
    in_flight: GlobalId,
    /// `int select(table)`: whether it lands at a call with these clauses.
    select: FuncId,
    /// `void *landed()`: it lands; the exception for the landing pad.
    landed: FuncId,
    /// `int selector()`: which clause it was.
    selector: FuncId,
    /// `void resume(exception)`: it flies on.
    resume: FuncId,
}

/// The function of the models behind which an exception is in flight; whoever calls it may throw.
const FLIES: &str = "__bmc_exception_flies";

/// The function of the models that calls another one and goes on, whether that has thrown or not.
const ATTEMPTS: &str = "__bmc_attempt";

/// Functions that the pass calls.
const CALLED: [&str; 4] = [
    "__bmc_exception_select",
    "__bmc_exception_landed",
    "__bmc_exception_selector",
    "__bmc_exception_resume",
];

/// Replaces landing pads and what leads there.
pub fn lower(program: &mut Program) {
    replace_abort(program);
    let known = |name: &str| program.function(name).filter(|f| program.func(*f).is_defined());
    let in_flight = program.globals.iter().position(|g| g.model && g.name == "__bmc_in_flight");
    let ([Some(select), Some(landed), Some(selector), Some(resume)], Some(in_flight)) =
        (CALLED.map(known), in_flight.map(GlobalId::new))
    else {
        // Nobody would notice what is thrown.
        if let Some(f) = known(FLIES) {
            refuse(program, f, "an exception without what follows it".to_owned());
        }
        return;
    };
    let flight = Flight { in_flight, select, landed, selector, resume };
    let escapes = known("__bmc_exception_escapes");
    if let (Some(f), Some(escapes)) = (program.function("__clang_call_terminate"), escapes) {
        ends_in(program, f, escapes);
    }
    let pads = landing::tables(program);
    let attempt = program.function(ATTEMPTS);
    let throwing = throwing::throwing(program, &[FLIES, "__bmc_exception_resume"], attempt);
    for f in (0..program.functions.len()).map(FuncId::new).filter(|f| attempt != Some(*f)) {
        lower::function(program, f, (&flight, &throwing, &pads));
    }
}

/// Where a handler of the program's end or of signals may run at `abort`, ours takes its place, but not that of the program's own.
fn replace_abort(program: &mut Program) {
    let known = |name: &str| program.function(name).map(|f| (f, program.func(f)));
    let library = known("abort").filter(|(_, f)| f.model || !f.is_defined());
    let ours = known("__bmc_handler_aborts").filter(|(_, f)| f.is_defined());
    if let (Some((f, _)), Some((ours, _))) = (library, ours) {
        ends_in(program, f, ours);
        let own = program.consts.iter_mut().filter(|c| **c == Const::Func(f));
        own.for_each(|c| *c = Const::Func(ours));
    }
}

/// Our own takes the place of a function that is called: of clang's behind what leaves a function that promises to throw nothing, of
/// `abort` where a handler of the program's end may call it.
fn ends_in(program: &mut Program, f: FuncId, other: FuncId) {
    let calls = program.functions.iter_mut().flat_map(|g| &mut g.insts);
    for inst in calls {
        if let InstKind::Call { callee, .. } = &mut inst.kind
            && *callee == Callee::Direct(f)
        {
            *callee = Callee::Direct(other);
        }
    }
}
