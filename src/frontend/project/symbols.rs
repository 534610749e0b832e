//! The symbols of a module: what it defines, what each of them refers to.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::frontend::FrontendError;
use crate::frontend::definitions::source_file;
use crate::frontend::llvm::{Context, Linkage, Module, Value, ValueKind};
use crate::frontend::module::{File, parse};
use crate::program::{FILE_LOCAL, file_local_name};

/// How a module has a symbol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Binding {
    /// Defined for all modules.
    Strong,
    /// Defined, unless another module does it better.
    Weak,
    /// Defined in each module that uses it, alike.
    Inline,
    /// Defined for this module alone.
    Local,
    /// Only declared.
    Declared,
}

/// A symbol of a module.
#[derive(Debug)]
pub(super) struct Symbol {
    pub(super) name: String,
    pub(super) kind: Binding,
    /// Source file of a function, where it is known.
    pub(super) file: Option<String>,
    /// Numbers of the symbols that its definition refers to.
    pub(super) refers: Vec<usize>,
}

/// The symbols of a module.
#[derive(Debug, Default)]
pub(super) struct Symbols {
    pub(super) all: Vec<Symbol>,
    pub(super) by_name: FxHashMap<String, usize>,
}

impl Symbol {
    /// Whether the module defines it.
    pub(super) fn is_defined(&self) -> bool {
        self.kind != Binding::Declared
    }

    /// Whether goto-cc gives this name to it.
    pub(super) fn is_local_as(&self, name: &str) -> bool {
        let file = self.file.as_ref().filter(|_| self.kind == Binding::Local && name.starts_with(FILE_LOCAL));
        file.is_some_and(|file| file_local_name(file, &self.name) == name)
    }
}

impl Symbols {
    /// The symbols of a file.
    pub(super) fn of(file: &File) -> Result<Symbols, FrontendError> {
        let context = Context::new();
        let module = parse(&context, file)?;
        let values: Vec<Value> = symbols(module).collect();
        let numbers: FxHashMap<Value, usize> = values.iter().enumerate().map(|(i, v)| (*v, i)).collect();
        let mut symbols = Symbols::default();
        for value in &values {
            let defined = is_defined(*value);
            let name = value.name();
            let kind = if !defined { Binding::Declared } else { kind(value.linkage()) };
            let body = defined && value.kind() == ValueKind::LLVMFunctionValueKind;
            let file = body.then(|| source_file(*value)).flatten();
            let refers = if defined { references(*value, &numbers) } else { Vec::new() };
            symbols.by_name.insert(name.clone(), symbols.all.len());
            symbols.all.push(Symbol { name, kind, file, refers });
        }
        Ok(symbols)
    }

    /// A symbol by its name.
    pub(super) fn get(&self, name: &str) -> Option<&Symbol> {
        self.by_name.get(name).map(|i| &self.all[*i])
    }
}

fn symbols(module: Module) -> impl Iterator<Item = Value> {
    module.functions().chain(module.globals()).chain(module.aliases()).chain(module.ifuncs())
}

fn is_indirect(value: Value) -> bool {
    matches!(value.kind(), ValueKind::LLVMGlobalAliasValueKind | ValueKind::LLVMGlobalIFuncValueKind)
}

fn is_defined(value: Value) -> bool {
    is_indirect(value) || !value.is_declaration()
}

fn kind(linkage: Linkage) -> Binding {
    match linkage {
        Linkage::LLVMExternalLinkage | Linkage::LLVMDLLExportLinkage | Linkage::LLVMAppendingLinkage => {
            Binding::Strong
        }
        Linkage::LLVMInternalLinkage | Linkage::LLVMPrivateLinkage => Binding::Local,
        Linkage::LLVMAvailableExternallyLinkage
        | Linkage::LLVMLinkOnceAnyLinkage
        | Linkage::LLVMLinkOnceODRLinkage
        | Linkage::LLVMLinkOnceODRAutoHideLinkage => Binding::Inline,
        _ => Binding::Weak,
    }
}

/// The symbols that the definition of a symbol refers to.
fn references(of: Value, numbers: &FxHashMap<Value, usize>) -> Vec<usize> {
    let mut work: Vec<Value> = Vec::new();
    if of.kind() == ValueKind::LLVMFunctionValueKind {
        for inst in of.blocks().flat_map(|block| block.insts()) {
            work.extend((0..inst.operand_count()).map(|i| inst.operand(i)));
        }
    } else if is_indirect(of) {
        work.push(of.operand(0));
    } else if of.kind() == ValueKind::LLVMGlobalVariableValueKind {
        work.extend(of.initializer());
    }
    let mut seen: FxHashSet<Value> = FxHashSet::default();
    let mut found = Vec::new();
    while let Some(value) = work.pop() {
        if !is_compound(value.kind()) && !numbers.contains_key(&value) || !seen.insert(value) {
            continue;
        }
        match numbers.get(&value) {
            Some(number) => found.push(*number),
            None if value.kind() == ValueKind::LLVMBlockAddressValueKind => {
                work.push(value.block_address().0)
            }
            None => work.extend((0..value.operand_count()).map(|i| value.operand(i))),
        }
    }
    found.sort_unstable();
    found
}

/// Whether a constant may have symbols in it.
fn is_compound(kind: ValueKind) -> bool {
    matches!(
        kind,
        ValueKind::LLVMConstantExprValueKind
            | ValueKind::LLVMConstantArrayValueKind
            | ValueKind::LLVMConstantStructValueKind
            | ValueKind::LLVMConstantVectorValueKind
            | ValueKind::LLVMBlockAddressValueKind
    )
}
