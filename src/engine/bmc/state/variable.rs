//! What the variables of formulas stand for, and the identities of what instructions ask for and make.

use crate::ilr::{Sort, Term};
use crate::machine::script::Ask;
use crate::rewrite::Builder;

/// What a variable of the evaluation stands for: the mark that its store keeps with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum VarKind {
    /// Any other: inputs, guards and claims of proofs.
    Other,
    /// An undefined operand.
    Undefined,
    /// Initial bytes of an object, which the program has to write before it uses them.
    Initial,
    /// Initial bytes of a global variable that is only declared: it is defined elsewhere.
    Declared,
    /// Initial bytes of all addresses, in the flat memory model.
    Memory,
    /// Where an object begins, as the program sees it.
    Place,
    /// A value that induction havocs where it cuts a loop or a call.
    Havocked,
    /// That a run goes on beyond a cut.
    Beyond,
}

impl VarKind {
    const ALL: [VarKind; 8] = [
        VarKind::Other,
        VarKind::Undefined,
        VarKind::Initial,
        VarKind::Declared,
        VarKind::Memory,
        VarKind::Place,
        VarKind::Havocked,
        VarKind::Beyond,
    ];

    /// The variable of that name, of this kind.
    pub fn var(self, b: &mut Builder, name: &str, sort: Sort) -> Term {
        b.marked_var(name, sort, self as u8)
    }

    /// The kind of a variable.
    pub fn of(b: &Builder, var: Term) -> VarKind {
        VarKind::ALL[usize::from(b.store().mark(var))]
    }
}

/// What an instruction asks for or makes. Together with the position of the instruction in the run it is the identity of an
/// input, an object or an activation. Numbers tell apart what one instruction has several of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InputId {
    /// The value that a function of the environment returns or chooses.
    Value,
    /// An object that is allocated.
    Allocation,
    /// Whether allocation fails.
    Fails,
    /// A local object.
    Local,
    /// Another lifetime of a local object.
    Lifetime,
    /// The address of a heap object in the flat memory model.
    Address,
    /// The area of variable arguments.
    VariableArguments,
    /// The copy of an argument that is passed by value, by its number.
    ByValue(u32),
    /// An argument of the entry function.
    Argument,
    /// A string of `argv`, by its number.
    ArgumentString(u32),
    /// What an invalid read that is not checked yields.
    InvalidRead(u32),
    /// Bytes that become any ones.
    Havoc(u32),
    /// A result that the operation leaves open.
    Unspecified(u32),
    /// An undefined operand.
    Undefined(u32),
    /// The activation that a call makes.
    Activation,
    /// An activation that no call instruction makes.
    Handler,
}

impl InputId {
    /// A number of its own.
    pub fn number(self) -> u64 {
        let (kind, n) = match self {
            InputId::Value => (0, 0),
            InputId::Allocation => (1, 0),
            InputId::Fails => (2, 0),
            InputId::Local => (3, 0),
            InputId::Lifetime => (4, 0),
            InputId::Address => (5, 0),
            InputId::VariableArguments => (6, 0),
            InputId::ByValue(n) => (7, n),
            InputId::Argument => (8, 0),
            InputId::ArgumentString(n) => (9, n),
            InputId::InvalidRead(n) => (10, n),
            InputId::Havoc(n) => (11, n),
            InputId::Unspecified(n) => (12, n),
            InputId::Undefined(n) => (13, n),
            InputId::Activation => (14, 0),
            InputId::Handler => (15, 0),
        };
        kind << 32 | u64::from(n)
    }

    /// What the machine asks its script for at such an event; `None` where it does not ask.
    pub fn ask(self) -> Option<Ask> {
        match self {
            InputId::Value => Some(Ask::Value),
            InputId::Fails => Some(Ask::Fails),
            InputId::Undefined(_) => Some(Ask::Undefined),
            InputId::Unspecified(_) => Some(Ask::Unspecified),
            InputId::Havoc(_) => Some(Ask::Bytes),
            InputId::InvalidRead(_) => Some(Ask::Beyond),
            InputId::Allocation
            | InputId::Local
            | InputId::Lifetime
            | InputId::Address
            | InputId::VariableArguments
            | InputId::ByValue(_)
            | InputId::Argument
            | InputId::ArgumentString(_)
            | InputId::Activation
            | InputId::Handler => None,
        }
    }

    /// The kind of the variable for such an input.
    pub fn kind(self) -> VarKind {
        match self {
            InputId::Undefined(_) => VarKind::Undefined,
            _ => VarKind::Other,
        }
    }
}
