//! Effects on memory of the functions that the engines implement natively.

use crate::semantics::{Native, ThreadCall};

/// Object that a call makes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Made {
    /// No object.
    Nothing,
    /// A local object of the calling function.
    Local,
    /// A heap object.
    Heap,
    /// A heap object in which there may be any pointers.
    Given,
}

/// Effect of a call on memory. Arguments are numbered from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effect {
    /// Arguments that point to the memory it writes.
    pub writes: &'static [usize],
    /// Argument that points to the object it frees.
    pub frees: Option<usize>,
    /// Object that it makes.
    pub makes: Made,
    /// Destination and source of a copy.
    pub copies: Option<(usize, usize)>,
    /// Argument that it returns.
    pub yields: Option<usize>,
}

/// Effect of a native function. Calls that the bounded evaluation does not support end it, and so write nothing.
pub fn effect(native: &Native) -> Effect {
    let none = Effect { writes: &[], frees: None, makes: Made::Nothing, copies: None, yields: None };
    let heap = Effect { makes: Made::Heap, ..none };
    match native {
        Native::Malloc | Native::Calloc | Native::AlignedAlloc | Native::New | Native::Allocate => heap,
        Native::Given => Effect { makes: Made::Given, ..none },
        Native::Realloc | Native::Reallocarray => Effect { frees: Some(0), ..heap },
        Native::PosixMemalign => Effect { writes: &[0], ..heap },
        Native::Alloca => Effect { makes: Made::Local, ..none },
        Native::Free | Native::Delete { .. } => Effect { frees: Some(0), ..none },
        Native::Memcpy | Native::Memmove => {
            Effect { writes: &[0], copies: Some((0, 1)), yields: Some(0), ..none }
        }
        Native::Memset => Effect { writes: &[0], yields: Some(0), ..none },
        Native::Havoc | Native::Refresh => Effect { writes: &[0], ..none },
        Native::Error
        | Native::AssertFail
        | Native::Precondition
        | Native::Assert
        | Native::Assume
        | Native::Nondet
        | Native::NondetBool
        | Native::Uninterpreted
        | Native::Abort
        | Native::EndPath
        | Native::AtomicSection { .. }
        | Native::Nop
        | Native::Ubsan(_)
        | Native::Exit
        | Native::Unsupported
        | Native::ObjectSize
        | Native::Offset
        | Native::CheckRead
        | Native::CheckWrite
        | Native::IsAccessible { .. }
        | Native::SameObject
        | Native::IsHeap
        | Native::IsGiven
        | Native::Choose
        | Native::Known
        | Native::Guess
        | Native::Executes
        | Native::UncheckedSignals
        | Native::Output
        | Native::HasSystem
        | Native::System(_)
        | Native::Proposition
        | Native::Activations
        | Native::Clauses
        | Native::Foreign
        | Native::Reserved
        | Native::Fails(_) => none,
        Native::Thread(call) => match call {
            ThreadCall::AtomicBegin
            | ThreadCall::AtomicEnd
            | ThreadCall::Private
            | ThreadCall::Reads
            | ThreadCall::Writes
            | ThreadCall::MayRace
            | ThreadCall::Unordered
            | ThreadCall::Defined
            | ThreadCall::MakeFrame
            | ThreadCall::Resume
            | ThreadCall::Runs
            | ThreadCall::Interrupted
            | ThreadCall::Yield
            | ThreadCall::End
            | ThreadCall::MakeObject
            | ThreadCall::FreeObject
            | ThreadCall::EndProgram
            | ThreadCall::MayWake
            | ThreadCall::Events
            | ThreadCall::Wanted
            | ThreadCall::Start
            | ThreadCall::Await
            | ThreadCall::IsThread
            | ThreadCall::UnknownMisuse
            | ThreadCall::Sync
            | ThreadCall::Deadlock => none,
        },
    }
}
