//! The program made ready: an [`Image`] has functions as [`Code`], constants as registers and the memory before the first
//! step. It knows states only as data; nothing here runs.
//!
//! A [`Code`] is what the machine executes: operations over numbered registers, one scalar each. Aggregates and vectors are
//! rows of registers, so that taking them apart costs nothing.

mod constants;
mod image;
mod inputs;
mod layout;
mod live;
mod lower;
mod named;

pub use image::Image;
pub use inputs::WideInputs;
pub(in crate::machine) use inputs::{MOST, MOST_CHOICES, choices, intervals};
pub use live::Live;

use crate::program::{
    ArithFlags, AtomicRmwOp, BinOp, CastOp, FBinOp, FcmpPred, FloatKind, FuncId, Function, GlobalId,
    IcmpPred, InstId, Intrinsic, LocId, Ordering, TypeId,
};
use crate::semantics::{self, Scalar, ScalarType};
use std::sync::OnceLock;

/// A register or a constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Operand(u32);

/// The bit that tells constants from registers.
const CONSTANT: u32 = 1 << 31;

impl Operand {
    /// A register of the frame.
    pub fn reg(number: u32) -> Operand {
        debug_assert!(number < CONSTANT);
        Operand(number)
    }

    /// A constant of the image.
    pub fn constant(number: u32) -> Operand {
        debug_assert!(number < CONSTANT);
        Operand(number | CONSTANT)
    }

    /// The number of the register, or that of the constant as the error.
    #[inline]
    pub fn get(self) -> Result<usize, usize> {
        if self.0 & CONSTANT == 0 { Ok(self.0 as usize) } else { Err((self.0 & !CONSTANT) as usize) }
    }
}

/// A scalar part of a type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Leaf {
    /// Where it lies in memory, from the start of the whole.
    pub offset: u64,
    /// Bytes that it takes there.
    pub bytes: u32,
    /// Bits that it has.
    pub width: u32,
    /// What it is.
    pub kind: Kind,
}

/// Kinds of scalars.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Integer.
    Int,
    /// Pointer.
    Pointer,
    /// Floating point.
    Float(FloatKind),
}

/// A piece of a table of a [`Code`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Piece {
    /// Where it begins.
    pub start: u32,
    /// How many there are.
    pub count: u32,
}

impl Piece {
    /// As a range of indices.
    #[inline]
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..(self.start + self.count) as usize
    }
}

/// Whom a call calls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// This function.
    Direct(FuncId),
    /// The function that the pointer leads to.
    Indirect(Operand),
}

/// A variable index of an address computation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScaledIndex {
    /// The index.
    pub index: Operand,
    /// Bytes for each.
    pub scale: u64,
}

/// Values and where they lead.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cases {
    /// In the program's order.
    pub cases: Vec<(Scalar, u32)>,
    /// Otherwise.
    pub default: u32,
}

/// A call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    /// Whom.
    pub target: Target,
    /// The scalars of all arguments, one after the other.
    pub args: Vec<Operand>,
    /// Of each argument: its scalars, and the type of the object that is copied for it.
    pub shapes: Vec<(u32, Option<TypeId>)>,
    /// The scalars of the result.
    pub result: Vec<Leaf>,
    /// Type of the result.
    pub ty: TypeId,
    /// Declared not to return.
    pub noreturn: bool,
}

/// An operation. `dst` is the register, or the first of the registers, of the result.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs, reason = "the fields are those of the instructions")]
pub enum Op {
    Binary {
        op: BinOp,
        flags: ArithFlags,
        dst: u32,
        a: Operand,
        b: Operand,
    },
    Icmp {
        pred: IcmpPred,
        /// Asks for the order of pointers, in what the user wrote.
        orders: bool,
        dst: u32,
        a: Operand,
        b: Operand,
    },
    Cast {
        op: CastOp,
        flags: ArithFlags,
        dst: u32,
        v: Operand,
        width: u32,
    },
    FloatBinary {
        op: FBinOp,
        kind: FloatKind,
        dst: u32,
        a: Operand,
        b: Operand,
    },
    FloatNeg {
        kind: FloatKind,
        dst: u32,
        v: Operand,
    },
    FloatCompare {
        pred: FcmpPred,
        kind: FloatKind,
        dst: u32,
        a: Operand,
        b: Operand,
    },
    FloatCast {
        op: CastOp,
        flags: ArithFlags,
        dst: u32,
        v: Operand,
        types: Box<(ScalarType, ScalarType)>,
    },
    Select {
        dst: u32,
        c: Operand,
        a: Operand,
        b: Operand,
    },
    Freeze {
        dst: u32,
        v: Operand,
    },
    /// An undefined operand; only where a script is followed, which knows it.
    Unknown {
        dst: u32,
        width: u32,
    },
    Move {
        dst: u32,
        v: Operand,
    },
    /// The bits of all sources, lowest first, as those of all results.
    Recast {
        dst: u32,
        sources: Box<[Operand]>,
        widths: Box<[u32]>,
    },
    ExtractElement {
        dst: u32,
        sources: Box<[Operand]>,
        index: Operand,
    },
    /// The results lie side by side.
    InsertElement {
        dst: u32,
        sources: Box<[Operand]>,
        v: Operand,
        index: Operand,
    },
    Gep {
        dst: u32,
        base: Operand,
        offset: i64,
        steps: Piece,
        inbounds: bool,
        nuw: bool,
    },
    Load {
        dst: u32,
        ptr: Operand,
        bytes: u32,
        width: u32,
        atomic: Option<Ordering>,
    },
    Store {
        ptr: Operand,
        v: Operand,
        bytes: u32,
        atomic: Option<Ordering>,
    },
    LoadParts {
        dst: u32,
        ptr: Operand,
        size: u64,
        leaves: Box<[Leaf]>,
    },
    StoreParts {
        ptr: Operand,
        size: u64,
        leaves: Box<[Leaf]>,
        sources: Box<[Operand]>,
    },
    Alloca {
        dst: u32,
        count: Operand,
        size: u64,
    },
    /// A local object begins or ends.
    Lifetime {
        ptr: Operand,
        starts: bool,
    },
    CompareExchange {
        dst: u32,
        ptr: Operand,
        operands: Box<[Operand; 2]>,
        bytes: u32,
        width: u32,
        /// When it succeeds, when it fails.
        orders: [Ordering; 2],
    },
    ReadModifyWrite {
        op: AtomicRmwOp,
        float: Option<FloatKind>,
        dst: u32,
        ptr: Operand,
        v: Operand,
        bytes: u32,
        order: Ordering,
    },
    Call {
        dst: u32,
        call: Box<Call>,
    },
    Intrinsic {
        dst: u32,
        which: Box<Intrinsic>,
        args: Box<[Operand]>,
        float: Option<FloatKind>,
        width: u32,
    },
    /// The address of the running thread's variable.
    ThreadLocal {
        dst: u32,
        global: GlobalId,
    },
    VaArg {
        dst: u32,
        list: Operand,
        size: u64,
        leaves: Box<[Leaf]>,
    },

    Jump(u32),
    Branch {
        c: Operand,
        then: u32,
        other: u32,
    },
    Switch {
        v: Operand,
        cases: Box<Cases>,
    },
    IndirectBranch {
        address: Operand,
        blocks: Box<[(u32, u32)]>,
    },
    Return(Box<[Operand]>),
    Unreachable,
    Unsupported(Box<str>),
}

/// A function.
#[derive(Clone, Debug, Default)]
pub struct Code {
    /// In order; control begins with the first one.
    pub ops: Vec<Op>,
    /// Of every operation: its place in the source.
    pub locs: Vec<Option<LocId>>,
    /// Of every operation: the instruction that it is a part of.
    pub insts: Vec<InstId>,
    /// How many registers an activation has.
    pub regs: u32,
    /// The scalars of each parameter; their registers are the first ones.
    pub params: Vec<Vec<Leaf>>,
    /// Indices of address computations.
    pub steps: Vec<ScaledIndex>,
    /// Its wide inputs.
    pub wide_inputs: WideInputs,
    /// What is found out of it when it is first asked for.
    pub analyses: Analyses,
    /// Of every instruction: the first register of its result.
    pub results: Vec<u32>,
    /// What is known of source variables, in the order of the operations.
    pub debug: Vec<Debug>,
}

/// Analyses of a [`Code`].
#[derive(Clone, Debug, Default)]
pub struct Analyses {
    live: OnceLock<Live>,
    decisive: OnceLock<Box<[bool]>>,
    /// By instruction: whether the poison of its result may matter.
    mattering: OnceLock<Box<[bool]>>,
}

impl Code {
    /// The registers that can still be read before each operation.
    #[inline]
    pub fn live(&self) -> &Live {
        self.analyses.live.get_or_init(|| Live::of(self))
    }

    /// Whether the poison of an instruction's result certainly matters; `f` is the function.
    pub fn is_decisive(&self, f: &Function, inst: InstId) -> bool {
        self.analyses.decisive.get_or_init(|| semantics::decisive(f).into())[inst.index()]
    }

    /// Whether the poison of an instruction's result may matter; `f` is the function.
    pub fn may_matter(&self, f: &Function, inst: InstId) -> bool {
        self.analyses.mattering.get_or_init(|| semantics::may_matter(f).into())[inst.index()]
    }
}

/// A debug record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Debug {
    /// The operation that it comes before.
    pub pc: u32,
    /// The record.
    pub inst: InstId,
    /// The scalars of its value or address.
    pub row: Vec<Operand>,
    /// Its type, where it is known.
    pub ty: Option<TypeId>,
}
