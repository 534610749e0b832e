//! C expressions over the variables of a state: parsed and typed once, evaluated in any state of a machine.
//!
//! The language has everything without side effects: integer, character and enumeration constants, variables, members,
//! indices, `*`, `&`, `->`, `sizeof`, casts, and all operators except assignment and comma. Types and conversions are
//! those of C. An expression has no value if C leaves it undefined, or if it depends on uninitialised bits or on the
//! addresses of objects; [`Why`] states the reason. Floating-point values can be shown, but not used in computations.
//!
//! The caller resolves names ([`Names`]): propositions see the globals of a program, a debugger session sees what is
//! visible at the current place of the run.

mod eval;
mod lex;
mod parse;
mod symbolic;
mod types;

use crate::machine::{ObjId, Reg};
use crate::program::{DebugTypeId, GlobalId};

pub use parse::parse;
pub use symbolic::Conditions;
pub use types::truth;

/// An error in an expression, with its column from 0.
pub type Mistake = (usize, String);

/// The type of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Type {
    /// An integer of up to 64 bits.
    Int {
        /// Width.
        bits: u32,
        /// Two's complement.
        signed: bool,
    },
    /// An address; the pointee type, if known.
    Pointer(Option<DebugTypeId>),
}

/// Unary operators.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Unary {
    /// `!` of a truth value.
    Not,
    Negative,
    Complement,
    /// Conversion to the expression's type.
    Convert,
}

/// Binary operators; the operands have equal types except for shifts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Binary {
    LogicOr,
    LogicAnd,
    Or,
    Xor,
    And,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    Shl,
    Shr,
    Add,
    Sub,
    Mul,
    Div,
    Rem,
}

#[derive(Clone, PartialEq, Debug)]
enum Kind {
    /// A constant with as many bits as its type.
    Constant(u64),
    Read(Place),
    /// An address; also that of an array used as a value.
    Address(Place),
    /// A pointer, a number of elements and their size in bytes; also the length of the array, if known.
    Offset {
        parts: Box<[Expression; 2]>,
        size: u64,
        count: Option<u64>,
    },
    /// Difference of two pointers in elements of this size in bytes.
    Distance(Box<[Expression; 2]>, u64),
    Unary(Unary, Box<Expression>),
    Binary(Binary, Box<[Expression; 2]>),
    Conditional(Box<[Expression; 3]>),
}

/// A value with its type.
#[derive(Clone, PartialEq, Debug)]
pub struct Expression {
    kind: Kind,
    /// The type of its value.
    pub ty: Type,
}

/// Location of a variable.
#[derive(Clone, PartialEq, Debug)]
pub enum Base {
    /// A global variable.
    Global(GlobalId),
    /// An object.
    Object(ObjId),
    /// Registers, one scalar each.
    Registers(Vec<Reg>),
    /// The target of a pointer.
    Target(Box<Expression>),
}

/// An lvalue: a variable or a part of one.
#[derive(Clone, PartialEq, Debug)]
pub struct Place {
    /// The location that contains it.
    pub base: Base,
    /// Offset from the start of the location, in bits.
    pub offset: u64,
    /// Width of a bit-field.
    pub bits: Option<u64>,
    /// Its type.
    pub ty: Option<DebugTypeId>,
}

/// Result of parsing an expression.
#[derive(Clone, PartialEq, Debug)]
pub enum Operand {
    /// A value.
    Value(Expression),
    /// An lvalue, which may be an array or a structure.
    Place(Place),
}

/// Resolves names.
pub trait Names {
    /// The variable that a name refers to.
    ///
    /// # Errors
    /// An error message, if it cannot be used.
    fn variable(&mut self, name: &str) -> Result<Option<(Base, Option<DebugTypeId>)>, String>;

    /// The error message for an unknown variable.
    fn unknown(&self, name: &str) -> String;
}

/// Reason for which an expression has no value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// It depends on uninitialised bits.
    NotDefined,
    /// It depends on the addresses of objects.
    Addresses,
    /// C leaves it undefined.
    Undefined(&'static str),
    /// It is not supported.
    Unsupported(&'static str),
}

impl std::fmt::Display for Why {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Why::NotDefined => "a value that is not defined",
            Why::Addresses => "that depends on where objects lie in memory",
            Why::Undefined(what) | Why::Unsupported(what) => what,
        })
    }
}
