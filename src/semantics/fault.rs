//! Reasons for which an execution cannot continue. The caller that knows the place adds it.

use crate::program::{FloatKind, is_reserved};
use crate::property::Check;

/// Addresses below are those of the null page.
pub const NULL_PAGE: u64 = 4096;

/// What stops an execution. Only a [`Fault::Violation`] is a statement about the program. All others make the verdict
/// unknown if they are reachable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The program violates a check.
    Violation(Check),
    /// The program has undefined behaviour whose check is off.
    Undefined(Check),
    /// The program uses an unsupported construct.
    Unsupported(Unsupported),
    /// The program is ill-formed in a way that the front end does not check.
    Invalid(Invalid),
    /// A limit was reached.
    Exhausted(Resource),
}

/// An unsupported construct.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Unsupported {
    /// A floating-point operation on values that are not constant.
    SymbolicFloat(FloatOperation),
    /// A floating-point format.
    FloatFormat(FloatKind),
    /// A floating-point intrinsic, by its name after `llvm.`.
    FloatIntrinsic(Box<str>),
    /// Another intrinsic, by name.
    Intrinsic(Box<str>),
    /// An instruction, by name.
    Instruction(Box<str>),
    /// Inline assembly, with its text.
    Assembly(Box<str>),
    /// A function without a body and with unknown effect, by name.
    ExternalFunction(Box<str>),
    /// A reserved name of a verifier that is not supported.
    Reserved(Box<str>),
    /// What a model or an engine lacks, in words.
    Stated(Box<str>),
    /// A type, as written.
    Type(Box<str>),
    /// Contents of a variable that is only declared, by its name.
    Declared(Box<str>),
    /// Size of a variable that is only declared, by its name.
    Extent(Box<str>),
    /// A decision that another run may take in another way.
    Undecided(Box<str>),
    /// An input with too many values to try each, by its source.
    WideInput(Box<str>),
    /// A pointer argument of the entry function, to unknown memory.
    EntryPointer,
}

/// Kinds of floating-point operations, for messages.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloatOperation {
    /// Remainder.
    Arithmetic,
    /// An intrinsic or library function.
    Function,
}

/// A defect of a program.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Invalid {
    /// Operands whose types do not fit the operation.
    OperandTypes,
    /// A call with too few arguments.
    MissingArgument,
}

/// A limited resource.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Resource {
    /// Time.
    Time,
    /// Memory.
    Memory,
    /// Number of steps of one execution.
    Steps,
    /// Number or size of objects.
    Objects,
}

impl Unsupported {
    /// The fault for a construct that the program only carries by name: an instruction, or a verifier's name.
    pub fn construct(what: &str) -> Unsupported {
        let named = what.split(' ').any(is_reserved);
        if named { Unsupported::Reserved(what.into()) } else { Unsupported::Instruction(what.into()) }
    }
}

impl std::fmt::Display for Unsupported {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Unsupported::SymbolicFloat(op) => {
                let what = match op {
                    FloatOperation::Arithmetic => "arithmetic",
                    FloatOperation::Function => "function",
                };
                write!(f, "floating-point {what} on a value that is not constant")
            }
            Unsupported::FloatFormat(kind) => write!(f, "floating-point format {kind:?}"),
            Unsupported::FloatIntrinsic(name) => write!(f, "floating-point function llvm.{name}"),
            Unsupported::Intrinsic(name) => write!(f, "intrinsic {name}"),
            Unsupported::Instruction(name) => write!(f, "instruction {name}"),
            Unsupported::Assembly(text) => write!(f, "inline assembly '{text}'"),
            Unsupported::ExternalFunction(name) => write!(f, "function {name} without a body"),
            Unsupported::Reserved(name) | Unsupported::Stated(name) => f.write_str(name),
            Unsupported::Type(name) => write!(f, "type {name}"),
            Unsupported::Declared(name) => write!(f, "contents of the declared-only object {name}"),
            Unsupported::Extent(name) => write!(f, "the extent of {name}, which is only declared"),
            Unsupported::Undecided(what) => write!(f, "{what} decides"),
            Unsupported::EntryPointer => write!(f, "a pointer as argument of the entry function"),
            Unsupported::WideInput(name) => {
                write!(f, "{name}: too many values to try each; the other engines treat them as one")
            }
        }
    }
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Fault::Violation(check) => f.write_str(check.words()),
            Fault::Undefined(check) => {
                write!(f, "undefined behaviour that no check covers: {}", check.words())
            }
            Fault::Unsupported(what) => write!(f, "not supported: {what}"),
            Fault::Invalid(Invalid::OperandTypes) => f.write_str("operands of types that do not fit"),
            Fault::Invalid(Invalid::MissingArgument) => f.write_str("a call with too few arguments"),
            Fault::Exhausted(resource) => {
                let what = match resource {
                    Resource::Time => "time",
                    Resource::Memory => "memory",
                    Resource::Steps => "steps",
                    Resource::Objects => "objects",
                };
                write!(f, "limit of {what} reached")
            }
        }
    }
}

impl std::error::Error for Fault {}

impl From<Unsupported> for Fault {
    fn from(what: Unsupported) -> Fault {
        Fault::Unsupported(what)
    }
}
