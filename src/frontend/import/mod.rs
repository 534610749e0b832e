//! Copies the reachable part of a verified LLVM module into a [`Program`].

mod calls;
mod constants;
mod debug;
mod functions;
mod globals;
mod instructions;
mod intrinsics;
mod types;

use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};

use super::llvm::{self, Context, DataLayout, Module};
use crate::program::{
    BlockId, Const, ConstId, DebugTypeId, DebugVarId, FileId, FuncId, GlobalId, InstId, LocId, Processor,
    Program, SourceFunction, Target, TypeId, ptrdiff_max,
};

/// Numbers of the attribute kinds that are read.
struct AttributeKinds {
    byval: u32,
    sret: u32,
    readonly: u32,
    readnone: u32,
    align: u32,
    signext: u32,
    zeroext: u32,
    noreturn: u32,
    nounwind: u32,
    memory: u32,
}

/// State of one import.
struct Importer<'a> {
    context: &'a Context,
    module: Module,
    layout: DataLayout,
    program: Program,
    /// Names of the symbols defined by our models.
    models: &'a FxHashSet<String>,
    attributes: AttributeKinds,
    /// Debug expressions that do not change the value.
    plain_expressions: [llvm::Metadata; 2],

    types: FxHashMap<llvm::Type, TypeId>,
    consts: FxHashMap<llvm::Value, ConstId>,
    funcs: FxHashMap<llvm::Value, FuncId>,
    globals: FxHashMap<llvm::Value, GlobalId>,
    /// Functions and globals whose contents are still to be imported.
    func_work: VecDeque<(llvm::Value, FuncId)>,
    global_work: VecDeque<(llvm::Value, GlobalId)>,
    /// Numbers of the blocks of each function, in order.
    blocks: FxHashMap<llvm::Value, FxHashMap<llvm::Block, BlockId>>,

    files: FxHashMap<String, FileId>,
    locs: FxHashMap<llvm::Metadata, Option<LocId>>,
    vars: FxHashMap<llvm::Metadata, DebugVarId>,
    debug_types: FxHashMap<llvm::Metadata, Option<DebugTypeId>>,
    subprograms: FxHashMap<llvm::Metadata, FuncId>,
    /// Variables declared in a function's outermost scope, whose parameter numbers are read at the end.
    maybe_params: Vec<(llvm::Metadata, DebugVarId)>,

    /// Instructions and parameters of the current function.
    insts: FxHashMap<llvm::Value, InstId>,
    args: FxHashMap<llvm::Value, u32>,
    /// Whether accesses of the program, and those of the current function, are preceded by their alignment
    /// requirements.
    marks_alignment: (bool, bool),
}

/// Imports everything that the functions named in `roots` reach, with constructors and destructors. Names in `roots`
/// that the module does not have are ignored. With `alignment`, each access of the program that requires an alignment
/// is preceded by an instruction that states it, [`crate::program::Intrinsic::Aligned`].
pub(super) fn import(
    context: &Context,
    module: Module,
    roots: &[&str],
    models: &FxHashSet<String>,
    alignment: bool,
) -> Program {
    module.set_new_debug_format(false);
    let layout = module.data_layout();
    let kind = llvm::attribute_kind;
    let mut importer = Importer {
        context,
        module,
        layout,
        program: Program::new(Target {
            triple: module.triple(),
            pointer_bits: layout.pointer_size(0) * 8,
            big_endian: layout.big_endian(),
            processor: processor(module),
            max_object: ptrdiff_max(layout.pointer_size(0) * 8),
        }),
        models,
        attributes: AttributeKinds {
            byval: kind("byval"),
            sret: kind("sret"),
            readonly: kind("readonly"),
            readnone: kind("readnone"),
            align: kind("align"),
            signext: kind("signext"),
            zeroext: kind("zeroext"),
            noreturn: kind("noreturn"),
            nounwind: kind("nounwind"),
            memory: kind("memory"),
        },
        plain_expressions: context.plain_expressions(module),
        types: FxHashMap::default(),
        consts: FxHashMap::default(),
        funcs: FxHashMap::default(),
        globals: FxHashMap::default(),
        func_work: VecDeque::new(),
        global_work: VecDeque::new(),
        blocks: FxHashMap::default(),
        files: FxHashMap::default(),
        locs: FxHashMap::default(),
        vars: FxHashMap::default(),
        debug_types: FxHashMap::default(),
        subprograms: FxHashMap::default(),
        maybe_params: Vec::new(),
        insts: FxHashMap::default(),
        args: FxHashMap::default(),
        marks_alignment: (alignment, false),
    };
    for root in roots {
        importer.root(root);
    }
    importer.program.constructors = importer.structors("llvm.global_ctors", false);
    importer.program.destructors = importer.structors("llvm.global_dtors", true);
    importer.import_pending();
    importer.name_aliases();
    importer.number_params();
    importer.program.defined = importer.defined();
    importer.program
}

impl Importer<'_> {
    /// The functions of the inputs that have a body and a place.
    fn defined(&self) -> Vec<SourceFunction> {
        let own = self.module.functions().filter(|f| !f.is_declaration() && !self.models.contains(&f.name()));
        let mut all: Vec<SourceFunction> = own.filter_map(|f| self.place_of(f)).collect();
        all.sort();
        all.dedup();
        all
    }

    /// Imports the contents of all functions and globals found so far, and of those that they reach.
    fn import_pending(&mut self) {
        loop {
            if let Some((value, id)) = self.func_work.pop_front() {
                self.fill_function(value, id);
            } else if let Some((value, id)) = self.global_work.pop_front() {
                self.fill_global(value, id);
            } else {
                break;
            }
        }
    }

    fn root(&mut self, name: &str) {
        if let Some(f) = self.module.function(name) {
            self.function(f);
        } else if let Some(alias) = self.module.alias(name)
            && let Some(f) = alias_function(alias)
        {
            self.function(f);
        }
    }

    /// Aliases of imported functions become further names of them.
    fn name_aliases(&mut self) {
        for alias in self.module.aliases() {
            if let Some(f) = alias_function(alias)
                && let Some(&id) = self.funcs.get(&f)
            {
                self.program.function_names.entry(alias.name()).or_insert(id);
            }
        }
    }

    fn add_const(&mut self, c: Const) -> ConstId {
        let id = ConstId::new(self.program.consts.len());
        self.program.consts.push(c);
        id
    }
}

/// The function to which an alias refers, unless there is an offset.
pub(super) fn alias_function(alias: llvm::Value) -> Option<llvm::Value> {
    let mut v = alias;
    while v.kind() == llvm::ValueKind::LLVMGlobalAliasValueKind {
        v = v.aliasee();
    }
    (v.kind() == llvm::ValueKind::LLVMFunctionValueKind).then_some(v)
}

/// The processor for which a module is compiled, if it is a known one and no function uses other instructions to
/// convert floating point.
fn processor(module: Module) -> Option<Processor> {
    let triple = module.triple();
    let (processor, others) = match triple.split('-').next()? {
        "x86_64" | "amd64" => (Processor::X86_64, ["+avx512f", "+avx10", "-sse2", "+soft-float"]),
        "i386" | "i486" | "i586" | "i686" => (Processor::X86_32, ["+sse", "+avx", "-x87", "+soft-float"]),
        _ => return None,
    };
    let differs = |f: llvm::Value| {
        let features = f.text_attribute("target-features");
        features.is_some_and(|list| list.split(',').any(|word| others.iter().any(|o| word.starts_with(o))))
    };
    (!module.functions().any(differs)).then_some(processor)
}
