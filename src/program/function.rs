//! Functions, blocks and globals.

use std::collections::BTreeMap;

use super::{
    Const, ConstId, DebugVarId, IcmpPred, Inst, InstKind, LocId, Program, Type, TypeId, Value, operands,
};

crate::typed_id! {
    /// A function of [`super::Program::functions`].
    FuncId
}
crate::typed_id! {
    /// A global variable of [`super::Program::globals`].
    GlobalId
}
crate::typed_id! {
    /// A block of a function; block 0 is its entry.
    BlockId
}
crate::typed_id! {
    /// An instruction of a function.
    InstId
}

/// Visibility at link time, as far as it matters after linking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Linkage {
    /// Defined or declared for other modules.
    External,
    /// Private to its module.
    Internal,
    /// Another definition may replace it.
    Weak,
}

/// Attributes of a parameter or argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ParamAttrs {
    /// The callee receives a copy of the object of this type.
    pub byval: Option<TypeId>,
    /// The pointer receives a structure result.
    pub sret: Option<TypeId>,
    /// The callee does not write through it (`readonly` or `readnone`).
    pub readonly: bool,
    /// Alignment in bytes, 0 when not given.
    pub align: u64,
    /// Sign-extended by the caller.
    pub signext: bool,
    /// Zero-extended by the caller.
    pub zeroext: bool,
}

/// A parameter.
#[derive(Clone, PartialEq, Debug)]
pub struct Param {
    /// Type.
    pub ty: TypeId,
    /// IR name; may be empty.
    pub name: String,
    /// Attributes.
    pub attrs: ParamAttrs,
}

/// A basic block: its instructions in order; the last one is the terminator.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Block {
    /// IR name; may be empty.
    pub name: String,
    /// Instructions in order.
    pub insts: Vec<InstId>,
}

/// A function, declared or defined.
#[derive(Clone, PartialEq, Debug)]
pub struct Function {
    /// Linker symbol.
    pub name: String,
    /// Name in the source (demangled scope left out), the symbol when unknown.
    pub source_name: String,
    /// Result type.
    pub ret: TypeId,
    /// Parameters.
    pub params: Vec<Param>,
    /// Takes further arguments.
    pub vararg: bool,
    /// Blocks; empty for a declaration.
    pub blocks: Vec<Block>,
    /// Instructions of all blocks.
    pub insts: Vec<Inst>,
    /// Visibility.
    pub linkage: Linkage,
    /// Never returns.
    pub noreturn: bool,
    /// No exception leaves it.
    pub nounwind: bool,
    /// Neither writes memory nor has other effects (`memory(none)` or `memory(read)`).
    pub readonly: bool,
    /// Where it is declared in the source.
    pub loc: Option<LocId>,
    /// Part of our own environment models rather than of the user's program.
    pub model: bool,
    /// Calls that an exception leaves for a landing pad, with the variables that hold the clauses; see `crate::analysis::exceptions`.
    pub pads: BTreeMap<InstId, GlobalId>,
}

impl Function {
    /// Whether it has a body.
    pub fn is_defined(&self) -> bool {
        !self.blocks.is_empty()
    }

    /// Whether it is C's `main`, which receives the command line.
    pub fn is_main(&self) -> bool {
        self.name == "main"
    }

    /// The calls that [`InstKind::InvokeEnd`] follows, each with its landing pad.
    pub fn invokes(&self) -> impl Iterator<Item = (InstId, BlockId)> + '_ {
        let pairs = self.blocks.iter().flat_map(|block| block.insts.windows(2));
        pairs.filter_map(|pair| match self.inst(pair[1]).kind {
            InstKind::InvokeEnd { unwind, .. } => Some((pair[0], unwind)),
            _ => None,
        })
    }

    /// The calls that an exception leaves for a landing pad, before and after `crate::analysis::exceptions`.
    pub fn guarded_calls(&self) -> impl Iterator<Item = InstId> + '_ {
        self.pads.keys().copied().chain(self.invokes().map(|(call, _)| call))
    }

    /// The instruction itself.
    pub fn inst(&self, i: InstId) -> &Inst {
        &self.insts[i.index()]
    }

    /// The block itself.
    pub fn block(&self, b: BlockId) -> &Block {
        &self.blocks[b.index()]
    }

    /// The terminator of a block.
    pub fn terminator(&self, b: BlockId) -> &Inst {
        self.inst(*self.block(b).insts.last().expect("a block ends in a terminator"))
    }

    /// Whether a comparison orders pointers.
    pub fn orders_pointers(&self, program: &Program, pred: IcmpPred, operands: [Value; 2]) -> bool {
        let pointer = |ty| matches!(program.types.get(ty), Type::Ptr(_));
        let is = |v: Value| match v {
            Value::Inst(i) => pointer(self.inst(i).ty),
            Value::Arg(i) => pointer(self.params[i as usize].ty),
            Value::Const(c) => {
                matches!(program.constant(c), Const::Global(_) | Const::Func(_) | Const::Null(_))
            }
        };
        !matches!(pred, IcmpPred::Eq | IcmpPred::Ne) && operands.into_iter().any(is)
    }

    /// The first instruction that uses one of these arguments. Storing one in a variable that is never read does not
    /// count.
    pub fn use_of_argument(&self, which: impl Fn(u32) -> bool) -> Option<&Inst> {
        let each = |kind: &InstKind, look: &mut dyn FnMut(Value)| match kind {
            InstKind::DebugValue { .. } | InstKind::DebugDeclare { .. } => {}
            InstKind::Phi(incoming) => incoming.iter().for_each(|(_, v)| look(*v)),
            kind => operands(kind, look),
        };
        let mut read = vec![false; self.insts.len()];
        for inst in &self.insts {
            let mut look = |v: Value| {
                if let Value::Inst(id) = v {
                    read[id.index()] = true;
                }
            };
            match &inst.kind {
                InstKind::Store { v, .. } => look(*v),
                kind => each(kind, &mut look),
            }
        }
        let kept = |ptr: &Value| match ptr {
            Value::Inst(id) => matches!(self.inst(*id).kind, InstKind::Alloca { .. }) && !read[id.index()],
            _ => false,
        };
        let uses = |kind: &InstKind| {
            let mut found = false;
            match kind {
                InstKind::Store { ptr, volatile: false, .. } if kept(ptr) => {}
                kind => each(kind, &mut |v| found |= matches!(v, Value::Arg(n) if which(n))),
            }
            found
        };
        self.insts.iter().find(|inst| uses(&inst.kind))
    }
}

/// A global variable.
#[derive(Clone, PartialEq, Debug)]
pub struct Global {
    /// Linker symbol.
    pub name: String,
    /// Type of the value.
    pub ty: TypeId,
    /// Initial value; `None` when only declared.
    pub init: Option<ConstId>,
    /// Never written.
    pub constant: bool,
    /// One instance per thread.
    pub thread_local: bool,
    /// Alignment in bytes.
    pub align: u64,
    /// Visibility.
    pub linkage: Linkage,
    /// The source variable.
    pub var: Option<DebugVarId>,
    /// Part of our own environment models.
    pub model: bool,
    /// Device memory, which has this address and which the program names by numbers.
    pub region: Option<Region>,
}

/// Device memory at an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Region {
    /// Address of its first byte.
    pub start: u64,
    /// Its bytes, at least one.
    pub size: u64,
    /// Whether each read gives any value. Otherwise it is memory that holds any bytes at first.
    pub any: bool,
}

impl Region {
    /// The address behind its last byte.
    pub fn end(self) -> u64 {
        self.start + self.size
    }

    /// Of things in regions, the one whose region an address lies in, or just behind whose region it lies where no other one begins.
    pub fn find<T: Copy>(all: &[(T, Region)], address: u64) -> Option<T> {
        let within = |last: u64| {
            let holds = |r: &Region| r.start <= address && address - r.start < r.size + last;
            all.iter().find(|(_, region)| holds(region)).map(|(thing, _)| *thing)
        };
        within(0).or_else(|| within(1))
    }
}

impl Global {
    /// Whether it is a variable of the program that no function has for itself. LLVM calls a static variable of a function
    /// `FUNCTION.VARIABLE`, and puts numbers behind names that it has seen before.
    pub fn is_outside_of_functions(&self) -> bool {
        let in_function = |name: &str| {
            name.split_once('.').is_some_and(|(_, rest)| !rest.starts_with(|c: char| c.is_ascii_digit()))
        };
        let local = self.linkage == Linkage::Internal && in_function(&self.name);
        !self.model && !local
    }
}
