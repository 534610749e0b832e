//! C expressions over the variables of a state: parsed and typed once, evaluated in any state of a machine.
//!
//! All that computes without side effects is understood: constants of integers, characters and enumerations, variables,
//! members, indices, `*`, `&`, `->`, `sizeof`, casts, and every operator but assignment and the comma. Types and conversions
//! are C's. What C leaves undefined, what depends on bits that were never set or on where objects lie has no value: the answer
//! is [`Why`]. Floating-point values are shown, but not computed with.
//!
//! Where names come from is the business of who asks ([`Names`]): propositions know the globals of a program, a session of the
//! debugger what is visible where the run is.

mod eval;
mod lex;
mod parse;
mod types;

use crate::machine::{ObjId, Reg};
use crate::program::{DebugTypeId, GlobalId};

pub use parse::parse;
pub use types::truth;

/// What is wrong with an expression, and where: a column from 0.
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
    /// An address, of what.
    Pointer(Option<DebugTypeId>),
}

/// Operators with one operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Unary {
    /// `!` of a truth value.
    Not,
    Negative,
    Complement,
    /// A conversion to the expression's type.
    Convert,
}

/// Operators with two operands; their types are the same but for shifts.
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
    /// As many bits as its type has.
    Constant(u64),
    Read(Place),
    /// Also of an array that is used as a value.
    Address(Place),
    /// A pointer and a number of elements of so many bytes; within an array of so many, if that is known.
    Offset {
        parts: Box<[Expression; 2]>,
        size: u64,
        count: Option<u64>,
    },
    /// Of two pointers, in elements of so many bytes.
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

/// Where a variable is.
#[derive(Clone, PartialEq, Debug)]
pub enum Base {
    /// In that of a global variable.
    Global(GlobalId),
    /// In an object.
    Object(ObjId),
    /// In registers, a scalar each.
    Registers(Vec<Reg>),
    /// Where a pointer leads.
    Target(Box<Expression>),
}

/// What has a place: a variable or a part of one.
#[derive(Clone, PartialEq, Debug)]
pub struct Place {
    /// The whole.
    pub base: Base,
    /// Distance from its start, in bits.
    pub offset: u64,
    /// Width of a bit-field.
    pub bits: Option<u64>,
    /// Its type.
    pub ty: Option<DebugTypeId>,
}

/// What a text means.
#[derive(Clone, PartialEq, Debug)]
pub enum Operand {
    /// A value.
    Value(Expression),
    /// What has a place, and may be an array or a structure.
    Place(Place),
}

/// Where names come from.
pub trait Names {
    /// The variable that a name means.
    ///
    /// # Errors
    /// In words, where it cannot be used.
    fn variable(&mut self, name: &str) -> Result<Option<(Base, Option<DebugTypeId>)>, String>;

    /// That there is no such variable, in words.
    fn unknown(&self, name: &str) -> String;
}

/// Why an expression has no value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// Bits that were never set decide.
    NotDefined,
    /// Where objects lie decides.
    Addresses,
    /// C does not define it.
    Undefined(&'static str),
    /// It is not understood.
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
