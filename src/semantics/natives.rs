//! Functions that the engines implement themselves: the hypercalls of the models, what verifiers agree on,
//! allocation and block operations. A definition in the program wins where it can mean something else.

use super::unmodelled::is_unmodelled;
use crate::program::{FILE_LOCAL, Function, OUTSIDE, Program, is_reserved, plain_name};
use crate::property::{Check, Handler, handler};

/// A function with a meaning of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Native {
    /// `reach_error`, `__VERIFIER_error`: the call is the violation.
    Error,
    /// `__assert_fail` and its relatives.
    AssertFail,
    /// A call that the C++ library does not allow: a failed assertion, but what it means is undefined.
    Precondition,
    /// Violation when the first argument is zero.
    Assert,
    /// Only runs with a nonzero first argument go on.
    Assume,
    /// Any value of the result type.
    Nondet,
    /// Any truth value, in the result type's width.
    NondetBool,
    /// A function that is not defined: any value, but the same for the same arguments.
    Uninterpreted,
    /// `malloc(size)`; the name is for messages.
    Malloc,
    /// `calloc(count, size)`.
    Calloc,
    /// `realloc(p, size)`.
    Realloc,
    /// `reallocarray(p, count, size)`.
    Reallocarray,
    /// `free(p)`.
    Free,
    /// `__bmc_new(size, array, aligned, align)`: `operator new`; 0 is the alignment of all that `malloc` gives.
    New,
    /// `__bmc_delete(p, array, aligned)`: `operator delete`.
    Delete {
        /// `__bmc_delete_sized(p, array, aligned, size)`.
        sized: bool,
    },
    /// `aligned_alloc(align, size)`, `memalign`.
    AlignedAlloc,
    /// `posix_memalign(out, align, size)`.
    PosixMemalign,
    /// `alloca(size)` as a function.
    Alloca,
    /// `memcpy(to, from, size)`.
    Memcpy,
    /// `memmove(to, from, size)`.
    Memmove,
    /// `memset(to, byte, size)`.
    Memset,
    /// `abort` and its relatives.
    Abort,
    /// `__bmc_end_path()`: the run is over, without what is checked at a program's end.
    EndPath,
    /// Begins or ends a section that no other thread interrupts, as verifiers have it.
    AtomicSection {
        /// Whether it begins.
        begins: bool,
    },
    /// No effect.
    Nop,
    /// A call of clang's undefined-behaviour sanitizer.
    Ubsan(Handler),
    /// `__bmc_exit(status)`.
    Exit,
    /// `__bmc_unsupported(what)`.
    Unsupported,
    /// `__bmc_object_size(p)`.
    ObjectSize,
    /// `__bmc_offset(p)`.
    Offset,
    /// `__bmc_check_read(p, size)`.
    CheckRead,
    /// `__bmc_check_write(p, size)`.
    CheckWrite,
    /// `__bmc_readable(p, size)` and `__bmc_writable(p, size)`: whether an access would be valid.
    IsAccessible {
        /// Whether it writes.
        write: bool,
    },
    /// `__bmc_same_object(p, q)`.
    SameObject,
    /// `__bmc_is_heap(p)`.
    IsHeap,
    /// `__bmc_is_given(p)`.
    IsGiven,
    /// `__bmc_given(size)`.
    Given,
    /// `__CPROVER_allocate(size, zero)`, which does not fail.
    Allocate,
    /// `__bmc_havoc(p, size)`.
    Havoc,
    /// Whether bytes are the same on all runs.
    Known,
    /// `__bmc_guess()`: a value follows that is any of several though each run has only one.
    Guess,
    /// Bytes that are about to be read become any where they are those of a device that gives any value.
    Refresh,
    /// `__bmc_choose(count)`.
    Choose,
    /// `__bmc_executes()`.
    Executes,
    /// `__bmc_unchecked_signals()`: signals that the machine may send for what is not checked.
    UncheckedSignals,
    /// `__bmc_output(fd, p, size)`.
    Output,
    /// `__bmc_system()`.
    HasSystem,
    /// A call of the operating system.
    System(SystemCall),
    /// `__bmc_proposition(name, holds)`: from here on the proposition of that name holds, or does not.
    Proposition,
    /// `__bmc_activations()`: number of activations of the thread.
    Activations,
    /// `__bmc_clauses(n)`: the clauses of the call that activation `n` is in, from 0 for the innermost one; null if it has none.
    Clauses,
    /// A call of the library that is a violation.
    Fails(Check),
    /// What threads are made of.
    Thread(ThreadCall),
    /// Known, but outside of what the engine interprets: threads, jumps.
    Foreign,
    /// A name of a verifier's that has no meaning here.
    Reserved,
}

/// Calls of the operating system under a program that is executed; their results are Linux's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SystemCall {
    /// `__bmc_sys_open(name, flags, mode)`.
    Open,
    /// `__bmc_sys_read(fd, p, size)`.
    Read,
    /// `__bmc_sys_close(fd)`.
    Close,
    /// `__bmc_sys_seek(fd, offset, from)`.
    Seek,
    /// `__bmc_sys_remove(name)`.
    Remove,
    /// `__bmc_sys_rename(from, to)`.
    Rename,
}

/// Calls by which the thread library, which is a model, is built on an engine (DiVM, table of hypercalls).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ThreadCall {
    /// `__bmc_make_frame(f, argument)`: an activation of a function, put away.
    MakeFrame,
    /// `__bmc_resume(frame)`: it goes on, the caller does not.
    Resume,
    /// `__bmc_runs(number)`: the thread of that number is the one that is resumed next.
    Runs,
    /// `__bmc_interrupted()`: the activation that was interrupted last.
    Interrupted,
    /// `__bmc_yield()`: interrupts.
    Yield,
    /// `__bmc_end_thread()`: interrupts for good.
    End,
    /// `__bmc_atomic_begin()`: until the caller returns or says so, no interrupt.
    AtomicBegin,
    /// `__bmc_atomic_end()`.
    AtomicEnd,
    /// `__bmc_private()`: as the beginning, but nothing that follows can be seen by other threads.
    Private,
    /// `__bmc_obj_make(size)`: an object of the library.
    MakeObject,
    /// `__bmc_obj_free(p)`: the library needs it no longer.
    FreeObject,
    /// `__bmc_defined(p, size)`: whether no bit there is undefined.
    Defined,
    /// `__bmc_reads(p, size)`, for the check of races: the library reads there, and not atomically.
    Reads,
    /// `__bmc_writes(p, size)`: it writes there.
    Writes,
    /// `__bmc_may_race(p, changes)`: the library may access there what it keeps.
    MayRace,
    /// `__bmc_unordered()`: the thread learns of others what happens in no order with it.
    Unordered,
    /// `__bmc_end_program()`: as when the entry function returns 0.
    EndProgram,
    /// `__bmc_wanted()`: where the activation is put away that goes on next; null where that is the scheduler's choice.
    Wanted,
    /// `__bmc_events()`: how threads are followed.
    Events,
    /// `__bmc_start(f, thread)`: another thread begins with a function.
    Start,
    /// `__bmc_await(how, needed)`: waits, and does not go on unless it may wake without a signal.
    Await,
    /// `__bmc_is_thread(p)`: whether the library keeps a thread there.
    IsThread,
    /// `__bmc_sync(what, object, with)`: what a thread does with what others wait for.
    Sync,
    /// `__bmc_unknown_misuse()`: whether a call is misuse depends on other threads.
    UnknownMisuse,
    /// `__bmc_may_wake()`: whether who waits for a condition variable may wake without a signal.
    MayWake,
    /// `__bmc_deadlock(frame)`: threads wait for each other; that is where one of them is.
    Deadlock,
}

/// What a function means by its name; `None` for an ordinary one.
fn native(f: &Function) -> Option<Native> {
    // A C++ program may declare a verifier's functions as its own.
    let plain = plain_name(&f.name);
    let is_verifiers =
        is_reserved(plain) || !f.is_defined() && (plain.starts_with("nondet") || plain == "reach_error");
    let name = if is_verifiers { plain } else { f.name.as_str() };
    let free = !f.is_defined() || f.model;
    // These mean the same whatever body the program gives them.
    let always = match name {
        "reach_error" | "__VERIFIER_error" => Some(Native::Error),
        "__bmc_assume" => Some(Native::Assume),
        "__bmc_assert" => Some(Native::Assert),
        "__bmc_end_path" => Some(Native::EndPath),
        "__bmc_exit" => Some(Native::Exit),
        "__bmc_unsupported" => Some(Native::Unsupported),
        "__bmc_object_size" => Some(Native::ObjectSize),
        "__bmc_offset" => Some(Native::Offset),
        "__bmc_check_read" => Some(Native::CheckRead),
        "__bmc_check_write" => Some(Native::CheckWrite),
        "__bmc_readable" => Some(Native::IsAccessible { write: false }),
        "__bmc_writable" => Some(Native::IsAccessible { write: true }),
        "__bmc_same_object" => Some(Native::SameObject),
        "__bmc_is_heap" => Some(Native::IsHeap),
        "__bmc_given" => Some(Native::Given),
        "__bmc_is_given" => Some(Native::IsGiven),
        "__bmc_havoc" => Some(Native::Havoc),
        "__bmc_known" => Some(Native::Known),
        "__bmc_guess" => Some(Native::Guess),
        "__bmc_refresh" => Some(Native::Refresh),
        "__bmc_abort" => Some(Native::Abort),
        "__bmc_uncaught" => Some(Native::Fails(Check::UncaughtException)),
        "__bmc_terminates" => Some(Native::Fails(Check::Terminate)),
        "__bmc_activations" => Some(Native::Activations),
        "__bmc_clauses" => Some(Native::Clauses),
        "__bmc_choose" => Some(Native::Choose),
        "__bmc_executes" => Some(Native::Executes),
        "__bmc_unchecked_signals" => Some(Native::UncheckedSignals),
        "__bmc_output" => Some(Native::Output),
        "__bmc_system" => Some(Native::HasSystem),
        "__bmc_sys_open" => Some(Native::System(SystemCall::Open)),
        "__bmc_sys_read" => Some(Native::System(SystemCall::Read)),
        "__bmc_sys_close" => Some(Native::System(SystemCall::Close)),
        "__bmc_sys_seek" => Some(Native::System(SystemCall::Seek)),
        "__bmc_sys_remove" => Some(Native::System(SystemCall::Remove)),
        "__bmc_sys_rename" => Some(Native::System(SystemCall::Rename)),
        "__bmc_proposition" => Some(Native::Proposition),
        "__bmc_runs" => Some(Native::Thread(ThreadCall::Runs)),
        "__bmc_make_frame" => Some(Native::Thread(ThreadCall::MakeFrame)),
        "__bmc_resume" => Some(Native::Thread(ThreadCall::Resume)),
        "__bmc_interrupted" => Some(Native::Thread(ThreadCall::Interrupted)),
        "__bmc_yield" => Some(Native::Thread(ThreadCall::Yield)),
        "__bmc_end_thread" => Some(Native::Thread(ThreadCall::End)),
        "__bmc_atomic_begin" => Some(Native::Thread(ThreadCall::AtomicBegin)),
        "__bmc_atomic_end" => Some(Native::Thread(ThreadCall::AtomicEnd)),
        "__bmc_private" => Some(Native::Thread(ThreadCall::Private)),
        "__bmc_obj_make" => Some(Native::Thread(ThreadCall::MakeObject)),
        "__bmc_obj_free" => Some(Native::Thread(ThreadCall::FreeObject)),
        "__bmc_defined" => Some(Native::Thread(ThreadCall::Defined)),
        "__bmc_reads" => Some(Native::Thread(ThreadCall::Reads)),
        "__bmc_writes" => Some(Native::Thread(ThreadCall::Writes)),
        "__bmc_may_race" => Some(Native::Thread(ThreadCall::MayRace)),
        "__bmc_unordered" => Some(Native::Thread(ThreadCall::Unordered)),
        "__bmc_wanted" => Some(Native::Thread(ThreadCall::Wanted)),
        "__bmc_events" => Some(Native::Thread(ThreadCall::Events)),
        "__bmc_start" => Some(Native::Thread(ThreadCall::Start)),
        "__bmc_is_thread" => Some(Native::Thread(ThreadCall::IsThread)),
        "__bmc_await" => Some(Native::Thread(ThreadCall::Await)),
        "__bmc_sync" => Some(Native::Thread(ThreadCall::Sync)),
        "__bmc_unknown_misuse" => Some(Native::Thread(ThreadCall::UnknownMisuse)),
        "__bmc_may_wake" => Some(Native::Thread(ThreadCall::MayWake)),
        "__bmc_end_program" => Some(Native::Thread(ThreadCall::EndProgram)),
        "__bmc_misuse" => Some(Native::Fails(Check::ThreadMisuse)),
        "__bmc_deadlock" => Some(Native::Thread(ThreadCall::Deadlock)),
        "__bmc_new" => Some(Native::New),
        "__bmc_delete" => Some(Native::Delete { sized: false }),
        "__bmc_delete_sized" => Some(Native::Delete { sized: true }),
        _ if name.starts_with(OUTSIDE) => Some(Native::Nondet),
        _ => None,
    };
    if always.is_some() {
        return always;
    }
    if let Some(rest) = handler(name) {
        return Some(Native::Ubsan(rest));
    }
    if !free {
        return None;
    }
    let found = match name {
        "__assert_fail"
        | "__assert"
        | "__assert_rtn"
        | "__assert_func"
        | "_assert"
        | "_wassert"
        | "__assert_perror_fail" => Native::AssertFail,
        "_ZSt21__glibcxx_assert_failPKciS0_S0_" => Native::Precondition,
        "__VERIFIER_assert"
        | "__CPROVER_assert"
        | "__ESBMC_assert"
        | "__llbmc_assert"
        | "_llbmc_assert"
        | "__ikos_assert"
        | "assert"
        | "__SEA_assert"
        | "llbmc_assert"
        | "sassert"
        | "__CPROVER_precondition"
        | "__CPROVER_postcondition" => Native::Assert,
        "__VERIFIER_assume" | "__CPROVER_assume" | "__ESBMC_assume" | "__llbmc_assume" | "_llbmc_assume"
        | "__SEA_assume" | "__ikos_assume" | "llbmc_assume" | "assume" => Native::Assume,
        "malloc" => Native::Malloc,
        "calloc" => Native::Calloc,
        "realloc" => Native::Realloc,
        "reallocarray" => Native::Reallocarray,
        "free" | "cfree" => Native::Free,
        "aligned_alloc" | "memalign" => Native::AlignedAlloc,
        "posix_memalign" => Native::PosixMemalign,
        "alloca" | "__builtin_alloca" => Native::Alloca,
        "memcpy" => Native::Memcpy,
        "memmove" => Native::Memmove,
        "memset" => Native::Memset,
        "abort" => Native::Abort,
        // The bytes become any.
        "__VERIFIER_nondet_memory" | "__CPROVER_havoc_slice" => Native::Havoc,
        // Of these, and of allocation, CBMC speaks in words of its own.
        "__CPROVER_r_ok" => Native::IsAccessible { write: false },
        "__CPROVER_w_ok" | "__CPROVER_rw_ok" => Native::IsAccessible { write: true },
        "__CPROVER_same_object" => Native::SameObject,
        "__CPROVER_DYNAMIC_OBJECT" => Native::IsHeap,
        "__CPROVER_OBJECT_SIZE" => Native::ObjectSize,
        "__CPROVER_POINTER_OFFSET" => Native::Offset,
        "__CPROVER_allocate" => Native::Allocate,
        "__CPROVER_deallocate" => Native::Free,
        // What traces of counterexamples are to tell, and what a test suite is to reach.
        "__CPROVER_input" | "__CPROVER_output" | "__CPROVER_printf" | "__CPROVER_cover" => Native::Nop,
        "__VERIFIER_atomic_begin" | "__CPROVER_atomic_begin" | "__ESBMC_atomic_begin" => {
            Native::AtomicSection { begins: true }
        }
        "__VERIFIER_atomic_end" | "__CPROVER_atomic_end" | "__ESBMC_atomic_end" => {
            Native::AtomicSection { begins: false }
        }
        "__ESBMC_yield" => Native::Nop,
        _ if is_nondet(name) && (f.source_name.ends_with("_bool") || f.source_name.ends_with("__Bool")) => {
            Native::NondetBool
        }
        _ if is_nondet(name) => Native::Nondet,
        _ if name.starts_with("__CPROVER_uninterpreted_") && !f.is_defined() => Native::Uninterpreted,
        _ if is_foreign(name) && !f.is_defined() => Native::Foreign,
        // A static function whose body is removed has the name that goto-cc gives it.
        _ if is_reserved(name) && !name.starts_with(FILE_LOCAL) && !f.is_defined() => Native::Reserved,
        _ if is_of_klee_or_seahorn(name) && !f.is_defined() => Native::Reserved,
        _ => return None,
    };
    Some(found)
}

impl Native {
    /// Whether it yields any value.
    pub fn is_nondet(&self) -> bool {
        matches!(self, Native::Nondet | Native::NondetBool | Native::Uninterpreted)
    }
}

/// Names under which programs ask for any value.
fn is_nondet(name: &str) -> bool {
    let rest = name.trim_start_matches('_');
    rest.starts_with("VERIFIER_nondet")
        || rest.starts_with("nondet")
        || rest.starts_with("llbmc_nondef")
        || rest.starts_with("llbmc_nondet")
        || rest.starts_with("SEA_nondet")
        || rest.starts_with("SMACK_nondet")
        || rest.starts_with("ESBMC_nondet")
        || rest.starts_with("CPROVER_nondet")
        || rest.starts_with("unknown")
        || rest.starts_with("ikos_nondet")
        || rest.strip_prefix("nd").is_some_and(|tail| tail.chars().all(|c| c.is_ascii_digit()))
}

/// Functions of KLEE and SeaHorn. Those that have a meaning here are models. SeaHorn's prefix alone is too common.
fn is_of_klee_or_seahorn(name: &str) -> bool {
    const SEAHORN: [&str; 10] = [
        "sea_is_alloc",
        "sea_is_modified",
        "sea_is_mod",
        "sea_reset_modified",
        "sea_tracking_on",
        "sea_tracking_off",
        "sea_set_shadowmem",
        "sea_get_shadowmem",
        "sea_free",
        "sea_branch_sentinel",
    ];
    name.starts_with("klee_") || SEAHORN.contains(&name)
}

/// Functions whose effect a sequential evaluation without jumps cannot have.
fn is_foreign(name: &str) -> bool {
    name.starts_with("pthread_")
        || name.starts_with("thrd_")
        || name.starts_with("mtx_")
        || name.starts_with("cnd_")
        || matches!(
            name,
            "setjmp" | "_setjmp" | "__sigsetjmp" | "sigsetjmp" | "longjmp" | "siglongjmp" | "fork" | "vfork"
        )
        || name.starts_with("exec")
        || name.starts_with("__cxa_")
        || name.starts_with("_Unwind_")
        || name == "__dynamic_cast"
        || is_standard_cxx(name)
}

/// Whether a symbol belongs to C++'s standard library (Itanium ABI): what it does is not left open.
pub fn is_standard_cxx(name: &str) -> bool {
    let Some(rest) = name.strip_prefix("_Z") else { return false };
    let rest = rest.strip_prefix('N').unwrap_or(rest);
    let rest = rest.trim_start_matches(['r', 'V', 'K']);
    let namespaces = ["St", "Sa", "Ss", "Sb", "Si", "So", "Sd", "9__gnu_cxx", "10__cxxabiv1", "TVSt", "TTSt"];
    namespaces.iter().any(|n| rest.starts_with(n))
}

/// The meaning of every function of a program.
pub fn natives(program: &Program) -> Vec<Option<Native>> {
    let of = |f: &Function| match native(f) {
        None if is_unmodelled(program, f) => Some(Native::Foreign),
        found => found,
    };
    program.functions.iter().map(of).collect()
}
