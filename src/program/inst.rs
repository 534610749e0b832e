//! Instructions (LangRef of LLVM 19).

use smallvec::SmallVec;

use super::{BlockId, ConstId, DebugVarId, FuncId, InstId, LocId, ParamAttrs, TypeId};

/// An operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// Result of an instruction of the same function.
    Inst(InstId),
    /// Parameter number, from 0.
    Arg(u32),
    /// Constant.
    Const(ConstId),
}

/// An instruction with its result type and place.
#[derive(Clone, PartialEq, Debug)]
pub struct Inst {
    /// What it does.
    pub kind: InstKind,
    /// Type of the result; void when there is none.
    pub ty: TypeId,
    /// Source place.
    pub loc: Option<LocId>,
}

/// Integer operations.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the names are LangRef's")]
pub enum BinOp {
    Add,
    Sub,
    Mul,
    Udiv,
    Sdiv,
    Urem,
    Srem,
    Shl,
    Lshr,
    Ashr,
    And,
    Or,
    Xor,
}

/// Flags of arithmetic and casts. A flag that the instruction does not have is false.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[allow(missing_docs, reason = "the names are LangRef's")]
pub struct ArithFlags {
    pub nuw: bool,
    pub nsw: bool,
    pub exact: bool,
    pub disjoint: bool,
    pub nneg: bool,
    /// Not an LLVM flag: the operation is applied to each lane of a vector; processors have other instructions for
    /// this.
    pub lane: bool,
}

/// Floating-point operations.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the names are LangRef's")]
pub enum FBinOp {
    Fadd,
    Fsub,
    Fmul,
    Fdiv,
    Frem,
}

/// Integer and pointer comparisons.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the names are LangRef's")]
pub enum IcmpPred {
    Eq,
    Ne,
    Ugt,
    Uge,
    Ult,
    Ule,
    Sgt,
    Sge,
    Slt,
    Sle,
}

/// Floating-point comparisons.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the names are LangRef's")]
pub enum FcmpPred {
    False,
    Oeq,
    Ogt,
    Oge,
    Olt,
    Ole,
    One,
    Ord,
    Uno,
    Ueq,
    Ugt,
    Uge,
    Ult,
    Ule,
    Une,
    True,
}

/// Conversions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the names are LangRef's")]
pub enum CastOp {
    Trunc,
    Zext,
    Sext,
    Fptrunc,
    Fpext,
    Fptoui,
    Fptosi,
    Uitofp,
    Sitofp,
    Ptrtoint,
    Inttoptr,
    Bitcast,
    Addrspacecast,
}

/// Operations of `atomicrmw`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the names are LangRef's")]
pub enum AtomicRmwOp {
    Xchg,
    Add,
    Sub,
    And,
    Nand,
    Or,
    Xor,
    Max,
    Min,
    Umax,
    Umin,
    Fadd,
    Fsub,
    Fmax,
    Fmin,
    UincWrap,
    UdecWrap,
}

impl AtomicRmwOp {
    /// The operation on integers that computes the new value of the old one and the operand, if it is one instruction.
    pub fn binary(self) -> Option<BinOp> {
        Some(match self {
            AtomicRmwOp::Add => BinOp::Add,
            AtomicRmwOp::Sub => BinOp::Sub,
            AtomicRmwOp::And => BinOp::And,
            AtomicRmwOp::Or => BinOp::Or,
            AtomicRmwOp::Xor => BinOp::Xor,
            _ => return None,
        })
    }
}

/// One variable index of an address computation: `scale` bytes times the sign-extended (or
/// truncated) index.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GepTerm {
    /// The index.
    pub index: Value,
    /// Bytes per step.
    pub scale: u64,
}

/// Target of a call.
#[derive(Clone, PartialEq, Debug)]
pub enum Callee {
    /// A function by name.
    Direct(FuncId),
    /// A function pointer.
    Indirect(Value),
    /// An `llvm.*` intrinsic.
    Intrinsic(Intrinsic),
    /// Inline assembly, with its text.
    Asm(String),
}

/// Intrinsics by meaning; operand and result types stand in the call.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names are LangRef's")]
pub enum Intrinsic {
    Memcpy,
    Memmove,
    Memset,
    SaddWithOverflow,
    UaddWithOverflow,
    SsubWithOverflow,
    UsubWithOverflow,
    SmulWithOverflow,
    UmulWithOverflow,
    SaddSat,
    UaddSat,
    SsubSat,
    UsubSat,
    SshlSat,
    UshlSat,
    Ctpop,
    Ctlz,
    Cttz,
    Bswap,
    Bitreverse,
    Fshl,
    Fshr,
    Smax,
    Smin,
    Umax,
    Umin,
    Abs,
    Scmp,
    Ucmp,
    /// Value of the first operand (`expect`, `expect.with.probability`, `launder/strip.invariant.group`,
    /// `ssa.copy`, `threadlocal.address`, `annotation`, `ptr.annotation`, `arithmetic.fence`).
    Identity,
    Assume,
    Objectsize,
    IsConstant,
    LifetimeStart,
    LifetimeEnd,
    Stacksave,
    Stackrestore,
    VaStart,
    VaEnd,
    VaCopy,
    /// `trap`, `ubsantrap`, `debugtrap`.
    Trap,
    Ptrmask,
    /// `vector.reduce.OP`, by the name after `reduce.`: add, mul, and, or, xor, smax, smin, umax, umin.
    VectorReduce(String),
    Frameaddress,
    Returnaddress,
    /// Without meaning for us: `donothing`, `prefetch`, `invariant.*`, `var.annotation`, `sideeffect`,
    /// `experimental.noalias.scope.decl`, `dbg.label`, ...
    Nop,
    /// Not an LLVM intrinsic: the first operand is an address that the next access requires to be a multiple of the
    /// second operand.
    Aligned,
    /// Floating-point intrinsic, by the name after `llvm.` without type suffixes (`fabs`, `fmuladd`, `sqrt`,
    /// `is.fpclass`, ...).
    Float(String),
    /// Any other, by full name.
    Other(String),
}

/// Memory orderings of atomic accesses; LLVM's `unordered` is `Monotonic` here.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the names are LangRef's")]
pub enum Ordering {
    Monotonic,
    Acquire,
    Release,
    AcqRel,
    SeqCst,
}

impl Ordering {
    /// Whether a release that stored the value happens before everything after this access.
    pub fn acquires(self) -> bool {
        matches!(self, Ordering::Acquire | Ordering::AcqRel | Ordering::SeqCst)
    }

    /// Whether everything before this access happens before what follows an acquire that reads its value.
    pub fn releases(self) -> bool {
        matches!(self, Ordering::Release | Ordering::AcqRel | Ordering::SeqCst)
    }
}

/// Operation of an instruction. Volatile accesses are marked; `atomic` is the ordering of an atomic one.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs, reason = "the fields are LangRef's operands")]
pub enum InstKind {
    /// Integer operation, also on vectors.
    Binary { op: BinOp, flags: ArithFlags, a: Value, b: Value },
    /// Floating-point operation, also on vectors.
    FBinary { op: FBinOp, a: Value, b: Value },
    /// Floating-point negation.
    Fneg(Value),
    /// Integer or pointer comparison, also on vectors.
    Icmp { pred: IcmpPred, a: Value, b: Value },
    /// Floating-point comparison, also on vectors.
    Fcmp { pred: FcmpPred, a: Value, b: Value },
    /// Conversion to the instruction's type.
    Cast { op: CastOp, flags: ArithFlags, v: Value },
    /// Choice; the condition may be a vector.
    Select { c: Value, a: Value, b: Value },
    /// `freeze`.
    Freeze(Value),
    /// Component of an aggregate.
    ExtractValue { agg: Value, indices: SmallVec<[u32; 2]> },
    /// Aggregate with a component replaced.
    InsertValue { agg: Value, v: Value, indices: SmallVec<[u32; 2]> },
    /// Element of a vector.
    ExtractElement { vec: Value, index: Value },
    /// Vector with an element replaced.
    InsertElement { vec: Value, v: Value, index: Value },
    /// Elements of the two vectors in mask order; `None` is poison.
    ShuffleVector { a: Value, b: Value, mask: Vec<Option<u32>> },
    /// Address computation, lowered to bytes: base + offset + sum of the terms.
    Gep { base: Value, offset: i64, terms: SmallVec<[GepTerm; 2]>, inbounds: bool, nusw: bool, nuw: bool },
    /// Load of the instruction's type.
    Load { ptr: Value, align: u64, volatile: bool, atomic: Option<Ordering> },
    /// Store.
    Store { ptr: Value, v: Value, ty: TypeId, align: u64, volatile: bool, atomic: Option<Ordering> },
    /// New stack object of `count` times the type's allocation size.
    Alloca { ty: TypeId, count: Value, align: u64 },
    /// Compare and exchange; the result is {old value, success}. The orderings are those of success and of failure.
    CmpXchg { ptr: Value, expected: Value, new: Value, ty: TypeId, weak: bool, orders: [Ordering; 2] },
    /// Read-modify-write; the result is the old value.
    AtomicRmw { op: AtomicRmwOp, ptr: Value, v: Value, order: Ordering },
    /// Memory fence.
    Fence(Ordering),
    /// Value by predecessor.
    Phi(Vec<(BlockId, Value)>),
    /// Call; `attrs` are the call site's and the callee's joined.
    Call { callee: Callee, args: Vec<Value>, attrs: Vec<ParamAttrs>, fn_ty: TypeId, noreturn: bool },
    /// `va_arg` of the instruction's type.
    VaArg(Value),
    /// The variable has this value from here on (`dbg.value` without an expression).
    DebugValue { var: DebugVarId, v: Value },
    /// The variable lives in the object (`dbg.declare`).
    DebugDeclare { var: DebugVarId, addr: Value },

    /// Jump.
    Br(BlockId),
    /// Two-way branch.
    CondBr { c: Value, then: BlockId, other: BlockId },
    /// Branch by value.
    Switch { v: Value, default: BlockId, cases: Vec<(ConstId, BlockId)> },
    /// Branch to a block address.
    IndirectBr { addr: Value, dests: Vec<BlockId> },
    /// Ends a block after the call before it, which with it is LangRef's `invoke`: on to `normal` when the call
    /// returns. Only an exception that the call throws leads to `unwind`.
    InvokeEnd { normal: BlockId, unwind: BlockId },
    /// Return.
    Ret(Option<Value>),
    /// `unreachable`.
    Unreachable,
    /// Where an exception lands (LangRef, "landingpad"): {exception, selector}. `crate::analysis::exceptions` replaces it.
    LandingPad {
        /// What is caught or filtered here, in this order.
        clauses: Vec<Clause>,
        /// Whether all other exceptions land here, too.
        cleanup: bool,
    },
    /// The exception of a landing pad flies on (LangRef, "resume"). `crate::analysis::exceptions` replaces it.
    Resume(Value),
    /// An uninterpreted instruction (callbr, ...), with its name and, for a terminator, its
    /// successors.
    Unsupported { what: String, succs: Vec<BlockId> },
}

/// A clause of a landing pad.
#[derive(Clone, PartialEq, Debug)]
pub enum Clause {
    /// Exceptions of the type with this information are caught; all where it is null.
    Catch(ConstId),
    /// Exceptions land here whose types are none of these.
    Filter(Vec<ConstId>),
}

impl InstKind {
    /// Successor blocks in order, with repetitions; empty unless this is a terminator.
    pub fn successors(&self) -> SmallVec<[BlockId; 2]> {
        match self {
            InstKind::Br(b) => SmallVec::from_slice(&[*b]),
            InstKind::CondBr { then, other, .. } => SmallVec::from_slice(&[*then, *other]),
            InstKind::Switch { default, cases, .. } => {
                std::iter::once(*default).chain(cases.iter().map(|c| c.1)).collect()
            }
            InstKind::IndirectBr { dests, .. } => dests.iter().copied().collect(),
            InstKind::InvokeEnd { normal, unwind } => SmallVec::from_slice(&[*normal, *unwind]),
            InstKind::Unsupported { succs, .. } => succs.iter().copied().collect(),
            _ => SmallVec::new(),
        }
    }

    /// Whether it ends a block.
    pub fn is_terminator(&self) -> bool {
        match self {
            InstKind::Br(_)
            | InstKind::CondBr { .. }
            | InstKind::Switch { .. }
            | InstKind::IndirectBr { .. }
            | InstKind::InvokeEnd { .. }
            | InstKind::Ret(_)
            | InstKind::Resume(_)
            | InstKind::Unreachable => true,
            InstKind::Unsupported { succs, .. } => !succs.is_empty(),
            _ => false,
        }
    }
}

/// The operands that an instruction computes with, as what `$borrow` and `$iter` make references to them; phis and debug records
/// compute nothing.
macro_rules! each_operand {
    ($kind:expr, $each:expr, $iter:ident, $($borrow:tt)+) => {
        match $kind {
            InstKind::Binary { a, b, .. }
            | InstKind::FBinary { a, b, .. }
            | InstKind::Icmp { a, b, .. }
            | InstKind::Fcmp { a, b, .. }
            | InstKind::ShuffleVector { a, b, .. } => [a, b].into_iter().for_each($each),
            InstKind::Fneg(v)
            | InstKind::Resume(v)
            | InstKind::Freeze(v)
            | InstKind::VaArg(v)
            | InstKind::Cast { v, .. }
            | InstKind::ExtractValue { agg: v, .. }
            | InstKind::Load { ptr: v, .. }
            | InstKind::Alloca { count: v, .. }
            | InstKind::Switch { v, .. }
            | InstKind::IndirectBr { addr: v, .. }
            | InstKind::CondBr { c: v, .. } => $each(v),
            InstKind::Select { c, a, b } => [c, a, b].into_iter().for_each($each),
            InstKind::InsertValue { agg, v, .. } => [agg, v].into_iter().for_each($each),
            InstKind::ExtractElement { vec, index } => [vec, index].into_iter().for_each($each),
            InstKind::InsertElement { vec, v, index } => [vec, v, index].into_iter().for_each($each),
            InstKind::Gep { base, terms, .. } => {
                $each(base);
                terms.$iter().for_each(|t| $each($($borrow)+ t.index));
            }
            InstKind::Store { ptr, v, .. } | InstKind::AtomicRmw { ptr, v, .. } => {
                [ptr, v].into_iter().for_each($each)
            }
            InstKind::CmpXchg { ptr, expected, new, .. } => [ptr, expected, new].into_iter().for_each($each),
            InstKind::Call { callee, args, .. } => {
                if let Callee::Indirect(v) = callee {
                    $each(v);
                }
                args.$iter().for_each($each);
            }
            InstKind::Ret(v) => v.$iter().for_each($each),
            InstKind::Phi(_)
            | InstKind::Fence(_)
            | InstKind::DebugValue { .. }
            | InstKind::DebugDeclare { .. }
            | InstKind::Br(_)
            | InstKind::InvokeEnd { .. }
            | InstKind::LandingPad { .. }
            | InstKind::Unreachable
            | InstKind::Unsupported { .. } => {}
        }
    };
}

/// Calls `each` on the operands that an instruction computes with.
pub fn operands(kind: &InstKind, mut each: impl FnMut(Value)) {
    let mut each = |v: &Value| each(*v);
    each_operand!(kind, each, iter, &)
}

/// The same, to change them.
pub fn operands_mut(kind: &mut InstKind, mut each: impl FnMut(&mut Value)) {
    each_operand!(kind, each, iter_mut, &mut)
}
