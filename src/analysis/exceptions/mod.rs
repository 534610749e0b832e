//! Exceptions become ordinary control flow, which all engines know.
//!
//! A call that an exception leaves returns, with the exception *in flight*: a variable of the thread in `models/exceptions.c` that
//! is not null. Behind each call that may throw, the program looks at it, and goes on where the exception lands, or returns, too.
//! The models decide what is caught where (Itanium C++ ABI, "Exception Handling"); the tables of clauses are constants of the
//! program. Whether there is a handler at all they see in the activations, each of which knows its call ([`Function::pads`]).
//!
//! The end of a thread by `pthread_exit`, `thrd_exit` or `pthread_cancel` flies, too, where a program has landing pads (`models/unwinding.c`).

mod landing;
mod lower;
mod throwing;

use super::edit::refuse;
use super::substitutes::calls_other;
use crate::program::{FuncId, GlobalId, Program};

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

/// The same where it flies on behind a landing pad, and where a thread may end so.
const FLIES_ON: [&str; 2] = ["__bmc_exception_resume", "__bmc_exception_flies_on"];

/// The function of the models that calls another one and goes on, whether that has thrown or not.
const ATTEMPTS: &str = "__bmc_attempt";

/// Functions that the pass calls.
const CALLED: [&str; 4] = [
    "__bmc_exception_select",
    "__bmc_exception_landed",
    "__bmc_exception_selector",
    "__bmc_exception_resume",
];

/// The function of the models that ends a thread without destructors.
const EXITS: &str = "__bmc_exit_thread";

/// What takes the place of it and of the last function of [`CALLED`] where destructors may have to run.
const UNWINDS: [&str; 2] = ["__bmc_exit_flies", "__bmc_exit_resumes"];

/// Replaces landing pads and what leads there.
pub fn lower(program: &mut Program) {
    let known = |name: &str| program.function(name).filter(|f| program.func(*f).is_defined());
    let in_flight = program.globals.iter().position(|g| g.model && g.name == "__bmc_in_flight");
    let lands = known("__bmc_handler_aborts").is_some()
        || program.functions.iter().any(|f| f.invokes().next().is_some());
    let exits = known(EXITS).filter(|_| lands);
    let unwinds = UNWINDS.map(known);
    let ([Some(select), Some(landed), Some(selector), Some(resume)], Some(in_flight)) =
        (CALLED.map(known), in_flight.map(GlobalId::new))
    else {
        // Nobody would notice what is thrown.
        if let Some(f) = known(FLIES) {
            refuse(program, f, "an exception without what follows it");
        }
        if let Some(f) = exits {
            refuse(program, f, UNFOLLOWED_EXIT);
        }
        return;
    };
    let mut flight = Flight { in_flight, select, landed, selector, resume };
    let pads = landing::tables(program);
    match (exits, unwinds) {
        (Some(exits), [Some(flies), Some(resumes)]) => {
            calls_other(program, exits, flies);
            calls_other(program, resume, resumes);
            flight.resume = resumes;
            landing::attempts(program, ATTEMPTS);
        }
        (Some(exits), _) => refuse(program, exits, UNFOLLOWED_EXIT),
        (None, _) => {}
    }
    let [resumes, flies_on] = FLIES_ON;
    let attempt = program.function(ATTEMPTS);
    let throwing = throwing::throwing(program, &[FLIES, resumes, flies_on], attempt);
    for f in (0..program.functions.len()).map(FuncId::new).filter(|f| attempt != Some(*f)) {
        lower::function(program, f, (&flight, &throwing, &pads));
    }
}

/// Why the end of a thread is not followed.
const UNFOLLOWED_EXIT: &str = "the end of a thread where destructors or handlers may have to run";
