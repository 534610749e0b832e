//! What each [`Native`] does, written once for all engines: over a [`Host`], which is an engine at a call.
//!
//! A host offers what the engines have in common: to choose, to assume, to allocate, to access memory, to end the run. What
//! only one engine can do has a method here too, which refuses by default; [`Missing`] lists these.

use super::Native;
use super::natives::{SystemCall, ThreadCall};
use crate::program::{Function, plain_name};
use crate::property::{Check, CheckSet, Handler};

/// The error number of an allocation that fails (`ENOMEM` of Linux).
pub const NO_MEMORY: u64 = 12;

/// How a run goes on after a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Done<V> {
    /// Behind the call, which has this result.
    Value(V),
    /// Behind the call; a result that its type asks for is any value.
    Nothing,
    /// Elsewhere: the host has moved control.
    Moved,
}

/// How a call ends a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The program ends at once, and nobody asks for its status.
    Error,
    /// The program ends as by `abort`.
    Abort,
    /// The program does not end, but nobody asks how the run goes on.
    GivenUp,
}

/// The function that a heap object comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AllocatedBy {
    /// `malloc`.
    Malloc,
    /// `calloc`: the bytes are zero.
    Calloc,
    /// `aligned_alloc` and its relatives.
    AlignedAlloc,
    /// `posix_memalign`.
    PosixMemalign,
    /// `operator new`.
    New(NewForm),
    /// A verifier's word, which does not fail where memory may be short.
    Verifier {
        /// Whether the bytes are zero.
        zero: bool,
    },
    /// The caller of a function whose contract is checked. It does not fail, and pointers in it come from outside.
    Caller,
}

/// A form of `operator new`. What it allocates is for the same form of `operator delete`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NewForm {
    /// For arrays.
    pub array: bool,
    /// With an alignment as argument.
    pub aligned: bool,
}

impl NewForm {
    /// Whether a form has that name.
    pub fn is_name(name: &str) -> bool {
        let both = [false, true];
        let mut forms = both.iter().flat_map(|&array| both.map(|aligned| NewForm { array, aligned }));
        forms.any(|form| form.name() == name)
    }

    /// Name of the form.
    pub fn name(self) -> &'static str {
        match (self.array, self.aligned) {
            (false, false) => "new",
            (true, false) => "new[]",
            (false, true) => "aligned new",
            (true, true) => "aligned new[]",
        }
    }
}

/// The function that ends a heap object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FreedBy<V> {
    /// `free`.
    Free,
    /// `operator delete`, with the size that the caller states.
    Delete(NewForm, Option<V>),
}

/// Blocks of bytes that a call copies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block<V> {
    /// Where they go.
    pub to: V,
    /// Where they are.
    pub from: V,
    /// How many bytes.
    pub size: V,
    /// Whether source and target must not overlap.
    pub apart: bool,
}

/// What of an object [`Host::extent`] asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// Its size.
    Size,
    /// How far the pointer is from its start.
    Offset,
}

/// What calls may ask for and an engine does not have. A run that comes there ends, and the verdict is `UNKNOWN`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Missing {
    /// In every engine: a function whose effect is known to nobody here, by name.
    Function(String),
    /// In every engine: a verifier's name without a meaning.
    Reserved(String),
    /// In every engine: a case that the model of a library function leaves out, in its words.
    Model(String),
    /// In every engine: what follows a call that the C++ library does not allow.
    Precondition,
    /// In the bounded engine, and on a machine without a system: the operating system.
    System,
    /// In the bounded engine, and on a machine that is not interrupted: threads.
    Threads,
}

impl std::fmt::Display for Missing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Missing::Function(name) | Missing::Reserved(name) | Missing::Model(name) => name,
            Missing::Precondition => "a call that the C++ library does not allow",
            Missing::System => "the operating system",
            Missing::Threads => "threads",
        })
    }
}

/// Numbers of Linux's signals that the machine or `assert` sends, and the checks that make each of these cases a violation.
const SENT_BY_MACHINE: &[(u32, &[Check])] = &[
    (4, &[Check::Trap, Check::Unreachable, Check::InvalidCall]),
    (5, &[Check::Trap]),
    (6, &[Check::Assert]),
    (7, ACCESSES),
    (8, &[Check::DivisionByZero, Check::DivisionOverflow]),
    (11, ACCESSES),
];
const ACCESSES: &[Check] = &[
    Check::InvalidRead,
    Check::InvalidWrite,
    Check::NullDeref,
    Check::UseAfterFree,
    Check::UseAfterReturn,
    Check::InvalidCall,
];

/// Signals that may come for what is not checked, the lowest bit for the number 1.
fn unchecked_signals(checks: CheckSet) -> u64 {
    let unchecked = |needed: &[Check]| needed.iter().any(|&check| !checks.contains(check));
    let signals = SENT_BY_MACHINE.iter().filter(|(_, needed)| unchecked(needed));
    signals.fold(0, |set, (number, _)| set | 1 << (number - 1))
}

/// An engine at a call of a [`Native`].
pub trait Host {
    /// A scalar: a number or a pointer.
    type Value: Clone;
    /// Why a run does not go on.
    type Stop;

    // Arguments and results.

    /// The argument of that number.
    ///
    /// # Errors
    /// When the call passes fewer.
    fn argument(&mut self, number: usize) -> Result<Self::Value, Self::Stop>;
    /// A number of so many bits.
    fn number(&mut self, width: u32, value: u64) -> Self::Value;
    /// Whether a number is zero on all runs.
    fn is_zero(&mut self, value: &Self::Value) -> Result<bool, Self::Stop>;
    /// A size that is a product; more than there can be where it does not fit.
    fn product(&mut self, count: &Self::Value, each: &Self::Value) -> Result<Self::Value, Self::Stop>;

    // Ends of runs.

    /// A violation, where its check is on.
    ///
    /// # Errors
    /// Where the violation ends the run.
    fn violate(&mut self, check: Check) -> Result<(), Self::Stop>;
    /// Only runs go on on which the value is not zero; the others violate the check, if there is one.
    ///
    /// # Errors
    /// When no run goes on.
    fn require(&mut self, holds: &Self::Value, check: Option<Check>) -> Result<(), Self::Stop>;
    /// Ends the run, with the checks of that end.
    fn end(&mut self, how: End) -> Self::Stop;
    /// The program exits with a status.
    ///
    /// # Errors
    /// When nothing runs after that.
    fn exit(&mut self, status: &Self::Value) -> Result<Done<Self::Value>, Self::Stop>;
    /// Ends the run as not interpreted.
    fn missing(&mut self, what: Missing) -> Self::Stop;

    // What the program does not determine.

    /// Any value of the call's result type; `truth`: any truth value.
    ///
    /// # Errors
    /// When the host does not follow all values.
    fn any(&mut self, truth: bool) -> Result<Done<Self::Value>, Self::Stop>;
    /// Any value of the call's result type, but the one that the function has had for the same arguments before.
    ///
    /// # Errors
    /// As [`Host::any`].
    fn apply(&mut self) -> Result<Done<Self::Value>, Self::Stop>;
    /// Any number below `count`, in the width of that.
    ///
    /// # Errors
    /// As [`Host::any`].
    fn choose(&mut self, count: &Self::Value) -> Result<Self::Value, Self::Stop>;
    /// The bytes there become any.
    ///
    /// # Errors
    /// As [`Host::any`]; when the bytes cannot be written.
    fn havoc(&mut self, p: &Self::Value, size: &Self::Value) -> Result<(), Self::Stop>;

    /// The bytes there, which are read next, become any where they are those of a device that gives any value.
    ///
    /// # Errors
    /// As [`Host::havoc`].
    fn refresh(&mut self, p: &Self::Value, size: &Self::Value) -> Result<(), Self::Stop>;

    // Memory. Errors are violations and what is not interpreted.

    /// A new heap object, or null.
    fn allocate(
        &mut self,
        by: AllocatedBy,
        size: &Self::Value,
        align: Option<&Self::Value>,
    ) -> Result<Self::Value, Self::Stop>;
    /// A heap object of that size with what another one holds, which ends.
    fn reallocate(&mut self, p: &Self::Value, size: &Self::Value) -> Result<Self::Value, Self::Stop>;
    /// `posix_memalign(out, align, size)`, whose result is an error number.
    fn allocate_to(
        &mut self,
        out: &Self::Value,
        align: &Self::Value,
        size: &Self::Value,
    ) -> Result<Done<Self::Value>, Self::Stop>;
    /// A new object that ends with the caller.
    fn local(&mut self, size: &Self::Value) -> Result<Self::Value, Self::Stop>;
    /// Ends a heap object.
    fn free(&mut self, by: FreedBy<Self::Value>, p: &Self::Value) -> Result<(), Self::Stop>;
    /// Copies bytes.
    fn copy(&mut self, block: &Block<Self::Value>) -> Result<(), Self::Stop>;
    /// Sets bytes to the low bits of a number.
    fn fill(&mut self, to: &Self::Value, byte: &Self::Value, size: &Self::Value) -> Result<(), Self::Stop>;
    /// The bytes there can be read, or be written.
    fn accessible(&mut self, p: &Self::Value, size: &Self::Value, write: bool) -> Result<(), Self::Stop>;
    /// Whether the bytes there could be read, or be written, as a truth value; nothing is violated. Null has none, not even
    /// zero bytes.
    fn is_accessible(
        &mut self,
        p: &Self::Value,
        size: &Self::Value,
        write: bool,
    ) -> Result<Self::Value, Self::Stop>;
    /// Whether two pointers lead into one object, at whatever place; so do any two that lead into none.
    fn same_object(&mut self, p: &Self::Value, q: &Self::Value) -> Result<Self::Value, Self::Stop>;
    /// Whether a pointer leads into a heap object, which may have ended.
    fn is_heap(&mut self, p: &Self::Value) -> Result<Self::Value, Self::Stop>;
    /// Whether a pointer leads into an object that a caller gives, which may have ended, or into a variable of the program outside
    /// of functions.
    fn is_given(&mut self, p: &Self::Value) -> Result<Self::Value, Self::Stop>;
    /// Whether bytes that can be read are known to be the same on all runs that come here.
    fn is_known(&mut self, p: &Self::Value, size: &Self::Value) -> Result<bool, Self::Stop>;
    /// A value follows that is any of several though each run has only one.
    ///
    /// # Errors
    /// Where such values are not followed.
    fn guess(&mut self) -> Result<(), Self::Stop>;
    /// A size or an offset, in the width of a pointer; zero where there is no object.
    fn extent(&mut self, p: &Self::Value, which: Extent) -> Result<Self::Value, Self::Stop>;
    /// The string there, if it is known.
    fn text(&mut self, p: &Self::Value) -> Result<Option<String>, Self::Stop>;

    // What engines differ in.

    /// What a report of the undefined-behaviour sanitizer means.
    ///
    /// # Errors
    /// When it is a violation.
    fn report(&mut self, handler: Handler) -> Result<(), Self::Stop>;
    /// Number of the thread's activations.
    ///
    /// # Errors
    /// Where they are not known.
    fn activations(&mut self) -> Result<u64, Self::Stop>;
    /// The variable with the clauses of the call that an activation is in, from 0 for the innermost one; null if it has none.
    ///
    /// # Errors
    /// Where activations are not known.
    fn clauses(&mut self, level: &Self::Value) -> Result<Self::Value, Self::Stop>;
    /// The checks that are on.
    fn checks(&self) -> CheckSet;
    /// Whether the program is executed with output.
    fn executes(&mut self) -> bool;
    /// Whether there is an operating system.
    fn has_system(&mut self) -> bool;
    /// Writes to a descriptor: how many bytes were written, in 64 bits.
    ///
    /// # Errors
    /// When the bytes cannot be read.
    fn output(
        &mut self,
        fd: &Self::Value,
        p: &Self::Value,
        size: &Self::Value,
    ) -> Result<Self::Value, Self::Stop>;
    /// A call of the operating system.
    ///
    /// # Errors
    /// Where there is none.
    fn system(&mut self, what: SystemCall) -> Result<Done<Self::Value>, Self::Stop> {
        let _ = what;
        Err(self.missing(Missing::System))
    }
    /// From here on the proposition of that name holds, or does not.
    ///
    /// # Errors
    /// When its name is not known.
    fn proposition(&mut self, name: &Self::Value, holds: &Self::Value) -> Result<(), Self::Stop>;
    /// A section that no other thread interrupts begins or ends.
    ///
    /// # Errors
    /// When another thread may run before.
    fn atomic_section(&mut self, begins: bool) -> Result<(), Self::Stop>;
    /// What threads are made of.
    ///
    /// # Errors
    /// When another thread goes on; [`Missing::Threads`].
    fn thread(&mut self, what: ThreadCall) -> Result<Done<Self::Value>, Self::Stop>;
}

/// The form that the second and third argument of `__bmc_new` and `__bmc_delete` tell.
fn new_form<H: Host>(host: &mut H) -> Result<NewForm, H::Stop> {
    let (array, aligned) = (host.argument(1)?, host.argument(2)?);
    Ok(NewForm { array: !host.is_zero(&array)?, aligned: !host.is_zero(&aligned)? })
}

/// Does what a call of `f` means.
///
/// # Errors
/// Why the run does not go on behind the call.
pub fn hypercall<H: Host>(host: &mut H, native: &Native, f: &Function) -> Result<Done<H::Value>, H::Stop> {
    let value = match native {
        Native::Error => {
            host.violate(Check::ReachError)?;
            return Err(host.end(End::Error));
        }
        Native::AssertFail => {
            host.violate(Check::Assert)?;
            return Err(host.end(End::Abort));
        }
        Native::Precondition => {
            host.violate(Check::Assert)?;
            return Err(host.missing(Missing::Precondition));
        }
        Native::Abort => return Err(host.end(End::Abort)),
        Native::EndPath => return Err(host.end(End::GivenUp)),
        Native::Exit => {
            let status = host.argument(0)?;
            return host.exit(&status);
        }
        Native::Assert => {
            let holds = host.argument(0)?;
            host.require(&holds, Some(Check::Assert))?;
            return Ok(Done::Nothing);
        }
        Native::Assume => {
            let holds = host.argument(0)?;
            host.require(&holds, None)?;
            return Ok(Done::Nothing);
        }
        Native::Nop => return Ok(Done::Nothing),
        Native::Unsupported => {
            let p = host.argument(0)?;
            let text = host.text(&p)?.unwrap_or_else(|| "the model of a library function".to_owned());
            return Err(host.missing(Missing::Model(text)));
        }
        Native::Reserved => return Err(host.missing(Missing::Reserved(plain_name(&f.name).to_owned()))),
        Native::Foreign => return Err(host.missing(Missing::Function(f.source_name.clone()))),

        Native::Nondet => return host.any(false),
        Native::NondetBool => return host.any(true),
        Native::Uninterpreted => return host.apply(),
        Native::Choose => {
            let count = host.argument(0)?;
            host.choose(&count)?
        }
        Native::Havoc => {
            let (p, size) = (host.argument(0)?, host.argument(1)?);
            host.havoc(&p, &size)?;
            return Ok(Done::Nothing);
        }
        Native::Known => {
            let (p, size) = (host.argument(0)?, host.argument(1)?);
            let known = host.is_known(&p, &size)?;
            host.number(32, known.into())
        }
        Native::Guess => {
            host.guess()?;
            return Ok(Done::Nothing);
        }
        Native::Refresh => {
            let (p, size) = (host.argument(0)?, host.argument(1)?);
            host.refresh(&p, &size)?;
            return Ok(Done::Nothing);
        }

        Native::Malloc => {
            let size = host.argument(0)?;
            host.allocate(AllocatedBy::Malloc, &size, None)?
        }
        Native::Calloc => {
            let (count, each) = (host.argument(0)?, host.argument(1)?);
            let size = host.product(&count, &each)?;
            host.allocate(AllocatedBy::Calloc, &size, None)?
        }
        Native::AlignedAlloc => {
            let (align, size) = (host.argument(0)?, host.argument(1)?);
            host.allocate(AllocatedBy::AlignedAlloc, &size, Some(&align))?
        }
        Native::PosixMemalign => {
            let (out, align, size) = (host.argument(0)?, host.argument(1)?, host.argument(2)?);
            return host.allocate_to(&out, &align, &size);
        }
        Native::New => {
            let form = new_form(host)?;
            let (size, align) = (host.argument(0)?, host.argument(3)?);
            let align = if host.is_zero(&align)? { None } else { Some(&align) };
            host.allocate(AllocatedBy::New(form), &size, align)?
        }
        Native::Allocate => {
            let (size, zero) = (host.argument(0)?, host.argument(1)?);
            let zero = !host.is_zero(&zero)?;
            host.allocate(AllocatedBy::Verifier { zero }, &size, None)?
        }
        Native::Given => {
            let size = host.argument(0)?;
            host.allocate(AllocatedBy::Caller, &size, None)?
        }
        Native::Realloc => {
            let (p, size) = (host.argument(0)?, host.argument(1)?);
            host.reallocate(&p, &size)?
        }
        Native::Reallocarray => {
            let (p, count, each) = (host.argument(0)?, host.argument(1)?, host.argument(2)?);
            let size = host.product(&count, &each)?;
            host.reallocate(&p, &size)?
        }
        Native::Alloca => {
            let size = host.argument(0)?;
            host.local(&size)?
        }
        Native::Free => {
            let p = host.argument(0)?;
            host.free(FreedBy::Free, &p)?;
            return Ok(Done::Nothing);
        }
        Native::Delete { sized } => {
            let form = new_form(host)?;
            let p = host.argument(0)?;
            let size = if *sized { Some(host.argument(3)?) } else { None };
            host.free(FreedBy::Delete(form, size), &p)?;
            return Ok(Done::Nothing);
        }

        Native::Memcpy | Native::Memmove => {
            let (to, from, size) = (host.argument(0)?, host.argument(1)?, host.argument(2)?);
            let block = Block { to, from, size, apart: *native == Native::Memcpy };
            host.copy(&block)?;
            block.to
        }
        Native::Memset => {
            let (to, byte, size) = (host.argument(0)?, host.argument(1)?, host.argument(2)?);
            host.fill(&to, &byte, &size)?;
            to
        }
        Native::CheckRead | Native::CheckWrite => {
            let (p, size) = (host.argument(0)?, host.argument(1)?);
            host.accessible(&p, &size, *native == Native::CheckWrite)?;
            return Ok(Done::Nothing);
        }
        Native::IsAccessible { write } => {
            let (p, size) = (host.argument(0)?, host.argument(1)?);
            host.is_accessible(&p, &size, *write)?
        }
        Native::SameObject => {
            let (p, q) = (host.argument(0)?, host.argument(1)?);
            host.same_object(&p, &q)?
        }
        Native::IsHeap => {
            let p = host.argument(0)?;
            host.is_heap(&p)?
        }
        Native::IsGiven => {
            let p = host.argument(0)?;
            host.is_given(&p)?
        }
        Native::ObjectSize | Native::Offset => {
            let p = host.argument(0)?;
            let which = if *native == Native::Offset { Extent::Offset } else { Extent::Size };
            host.extent(&p, which)?
        }

        Native::Ubsan(handler) => {
            host.report(*handler)?;
            return Ok(Done::Nothing);
        }
        Native::Executes => {
            let executes = host.executes();
            host.number(32, executes.into())
        }
        Native::UncheckedSignals => {
            let signals = unchecked_signals(host.checks());
            host.number(64, signals)
        }
        Native::HasSystem => {
            let here = host.has_system();
            host.number(32, here.into())
        }
        Native::Output => {
            let (fd, p, size) = (host.argument(0)?, host.argument(1)?, host.argument(2)?);
            host.output(&fd, &p, &size)?
        }
        Native::System(what) => return host.system(*what),
        Native::Activations => {
            let count = host.activations()?;
            host.number(32, count)
        }
        Native::Clauses => {
            let level = host.argument(0)?;
            host.clauses(&level)?
        }
        Native::Proposition => {
            let (name, holds) = (host.argument(0)?, host.argument(1)?);
            host.proposition(&name, &holds)?;
            return Ok(Done::Nothing);
        }
        Native::AtomicSection { begins } => {
            host.atomic_section(*begins)?;
            return Ok(Done::Nothing);
        }
        Native::Fails(check) => {
            host.violate(*check)?;
            return Ok(Done::Nothing);
        }
        Native::Thread(what) => return host.thread(*what),
    };
    Ok(Done::Value(value))
}
