//! The program in our own typed IR: arenas and ids, without lifetimes and without LLVM's API.
//!
//! It holds what clang emits for C and C++. Constructs that are carried but not interpreted are
//! [`InstKind::Unsupported`], so that an execution that reaches them ends in an unknown verdict.

mod constant;
mod debug;
mod function;
mod inst;
mod print;
mod reserved;
mod types;

pub use constant::{Const, ConstId};
pub use debug::{DebugType, DebugTypeId, DebugVar, DebugVarId, Encoding, FileId, Loc, LocId, Member};
pub use function::{
    Block, BlockId, FuncId, Function, Global, GlobalId, InstId, Linkage, Param, ParamAttrs, Region,
};
pub use inst::{
    ArithFlags, AtomicRmwOp, BinOp, Callee, CastOp, Clause, FBinOp, FcmpPred, GepTerm, IcmpPred, Inst,
    InstKind, Intrinsic, Ordering, Value, operands, operands_mut,
};
pub use reserved::{
    CONTRACT, FILE_LOCAL, ORIGINAL, OUTSIDE, PROMISE, REQUIRED, SETJMP, contracted, file_local_name,
    is_reserved, is_reserved_label, is_reserved_variable, outside_words, plain_name,
};
pub use types::{FloatKind, Layout, Type, TypeId, Types};

use indexmap::IndexMap;
use std::collections::BTreeMap;

/// A processor whose instructions are modelled.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Processor {
    /// x86 with registers of 32 bits, and x87 for floating point.
    X86_32,
    /// x86 with registers of 64 bits, and SSE2.
    X86_64,
}

/// Properties of the target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// LLVM's target triple, as written in the module; may be empty.
    pub triple: String,
    /// Width of a pointer in bits (address space 0).
    pub pointer_bits: u32,
    /// Whether the highest byte of an integer has the lowest address.
    pub big_endian: bool,
    /// Determines results of undefined operations that no check covers; `None` makes them arbitrary.
    pub processor: Option<Processor>,
    /// Maximum size of an allocated object in bytes; larger requests get a null pointer.
    pub max_object: u64,
}

impl Target {
    /// A target of this pointer width with no other known properties.
    pub fn plain(pointer_bits: u32) -> Target {
        Target {
            triple: String::new(),
            pointer_bits,
            big_endian: false,
            processor: None,
            max_object: ptrdiff_max(pointer_bits),
        }
    }
}

/// How a callee finds its variable arguments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArgumentList {
    /// x86-64 of System V: some are in registers, which the callee saves, the others on the stack.
    Registers,
    /// All are on the stack.
    Stack,
    /// Only the models find them: the target has rules of its own.
    Foreign,
}

/// Maximum pointer difference, which is also the largest size that libraries allocate (C's `PTRDIFF_MAX`).
pub fn ptrdiff_max(pointer_bits: u32) -> u64 {
    (u64::MAX >> 1) >> (64 - pointer_bits.clamp(1, 64))
}

/// A function in the text of a program.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SourceFunction {
    /// Source file, as debug information names it.
    pub file: String,
    /// Its line.
    pub line: u32,
    /// Its name.
    pub name: String,
}

/// A linked program.
#[derive(Clone, Debug)]
pub struct Program {
    /// What the target fixes.
    pub target: Target,
    /// All types with their layout.
    pub types: Types,
    /// All constants.
    pub consts: Vec<Const>,
    /// Global variables.
    pub globals: Vec<Global>,
    /// Functions, declared and defined.
    pub functions: Vec<Function>,
    /// Functions by name.
    pub function_names: IndexMap<String, FuncId>,
    /// Source files, as debug information names them.
    pub files: Vec<String>,
    /// Source places.
    pub locs: Vec<Loc>,
    /// Source variables.
    pub vars: Vec<DebugVar>,
    /// Source types.
    pub debug_types: Vec<DebugType>,
    /// `llvm.global_ctors` in the order in which they run before the entry function.
    pub constructors: Vec<FuncId>,
    /// `llvm.global_dtors` in the order in which they run after it.
    pub destructors: Vec<FuncId>,
    /// Functions of the inputs with a body, those that nothing reaches included, where debug information tells their places.
    pub defined: Vec<SourceFunction>,
    /// Places where the sources turn checks off, with the names that CBMC has for these.
    pub unchecked: BTreeMap<LocId, Vec<String>>,
    /// How callees find variable arguments.
    pub argument_list: ArgumentList,
    /// Whether reads of variable arguments have the types that the source says: nothing has optimised them.
    pub typed_arguments: bool,
    /// Warnings about how the program was read, one line each.
    pub warnings: Vec<String>,
}

impl Program {
    /// A program with nothing in it.
    pub fn new(target: Target) -> Program {
        Program {
            target,
            types: Types::default(),
            consts: Vec::new(),
            globals: Vec::new(),
            functions: Vec::new(),
            function_names: IndexMap::new(),
            files: Vec::new(),
            locs: Vec::new(),
            vars: Vec::new(),
            debug_types: Vec::new(),
            constructors: Vec::new(),
            destructors: Vec::new(),
            defined: Vec::new(),
            unchecked: BTreeMap::new(),
            argument_list: ArgumentList::Stack,
            typed_arguments: false,
            warnings: Vec::new(),
        }
    }

    /// The function of that name.
    pub fn function(&self, name: &str) -> Option<FuncId> {
        self.function_names.get(name).copied()
    }

    /// Whether a function has that name: its symbol, its name in the source, or the one that goto-cc gives it as static.
    pub fn is_named(&self, f: FuncId, name: &str) -> bool {
        let function = self.func(f);
        let file = |loc: LocId| self.files.get(self.locs[loc.index()].file.index());
        name == function.name
            || name == function.source_name
            || name.starts_with(FILE_LOCAL)
                && function
                    .loc
                    .and_then(file)
                    .is_some_and(|file| file_local_name(file, &function.source_name) == name)
    }

    /// Whether the program itself has a weak compare-exchange (LangRef, "cmpxchg"), which may fail though the values are equal.
    pub fn exchanges_weakly(&self) -> bool {
        let own = self.functions.iter().filter(|f| !f.model);
        own.flat_map(|f| &f.insts).any(|inst| matches!(inst.kind, InstKind::CmpXchg { weak: true, .. }))
    }

    /// The function itself.
    pub fn func(&self, f: FuncId) -> &Function {
        &self.functions[f.index()]
    }

    /// The global itself.
    pub fn global(&self, g: GlobalId) -> &Global {
        &self.globals[g.index()]
    }

    /// Whether a variable is only declared, and its type does not determine its size: an array of unknown length, an
    /// incomplete type, or an object that C++ compilers create and declare as a pointer (Itanium C++ ABI, 5.1.4:
    /// virtual tables, `typeid` names).
    pub fn extent_is_unknown(&self, g: &Global) -> bool {
        let made = ["_ZTV", "_ZTT", "_ZTI", "_ZTS", "_ZTC"].iter().any(|start| g.name.starts_with(start));
        g.init.is_none() && (made || self.types.open_ended(g.ty))
    }

    /// Adds device memory.
    pub fn add_region(&mut self, region: Region) {
        let byte = self.types.insert(Type::Int(8), Layout { store_size: 1, alloc_size: 1, align: 1 });
        let size = Layout { store_size: region.size, alloc_size: region.size, align: 1 };
        let ty = self.types.insert(Type::Array { elem: byte, count: region.size }, size);
        self.globals.push(Global {
            name: format!("region@{:#x}", region.start),
            ty,
            init: None,
            constant: false,
            thread_local: false,
            align: 1,
            linkage: Linkage::External,
            var: None,
            model: false,
            region: Some(region),
        });
    }

    /// Device memory.
    pub fn regions(&self) -> impl Iterator<Item = (GlobalId, Region)> + '_ {
        let regions = self.globals.iter().enumerate();
        regions.filter_map(|(i, g)| Some((GlobalId::new(i), g.region?)))
    }

    /// Whether the program names a function that says what runs when it ends.
    pub fn registers_ends(&self) -> bool {
        let names = ["atexit", "on_exit", "at_quick_exit", "__cxa_atexit", "__cxa_thread_atexit"];
        names.iter().any(|name| self.function(name).is_some())
    }

    /// The models' `errno`, if it is used.
    pub fn errno(&self) -> Option<GlobalId> {
        self.globals.iter().position(|g| g.model && g.name == "__bmc_errno").map(GlobalId::new)
    }

    /// The constant itself.
    pub fn constant(&self, c: ConstId) -> &Const {
        &self.consts[c.index()]
    }
}
