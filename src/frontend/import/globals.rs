//! Import of global variables, constructors and destructors.

use super::{Importer, alias_function};
use crate::frontend::llvm::{self, Linkage as LlvmLinkage};
use crate::program::{FuncId, Global, GlobalId, Linkage};

/// The linkage of a global value.
pub(super) fn linkage(v: llvm::Value) -> Linkage {
    match v.linkage() {
        LlvmLinkage::LLVMInternalLinkage | LlvmLinkage::LLVMPrivateLinkage => Linkage::Internal,
        LlvmLinkage::LLVMLinkOnceAnyLinkage
        | LlvmLinkage::LLVMLinkOnceODRLinkage
        | LlvmLinkage::LLVMLinkOnceODRAutoHideLinkage
        | LlvmLinkage::LLVMWeakAnyLinkage
        | LlvmLinkage::LLVMWeakODRLinkage
        | LlvmLinkage::LLVMExternalWeakLinkage => Linkage::Weak,
        _ => Linkage::External,
    }
}

/// The symbol, or a made-up one if there is none.
pub(super) fn name_or(v: llvm::Value, kind: &str, number: usize) -> String {
    match v.name() {
        name if name.is_empty() => format!("{kind}#{number}"),
        name => name,
    }
}

impl Importer<'_> {
    /// The id of a global variable; its initial value is imported later.
    pub(super) fn global(&mut self, v: llvm::Value) -> GlobalId {
        if let Some(&id) = self.globals.get(&v) {
            return id;
        }
        let id = GlobalId::new(self.program.globals.len());
        let ty = self.ty(v.value_type());
        let name = name_or(v, "global", id.index());
        let align = match v.alignment() {
            0 => self.program.types.layout(ty).align,
            given => given,
        };
        let var = self.global_variable(v);
        let model = self.models.contains(&name);
        self.program.globals.push(Global {
            name,
            ty,
            init: None,
            constant: v.global_constant(),
            thread_local: v.thread_local(),
            align,
            linkage: linkage(v),
            var,
            model,
            region: None,
        });
        self.globals.insert(v, id);
        self.global_work.push_back((v, id));
        id
    }

    /// Imports the initial value of a global variable.
    pub(super) fn fill_global(&mut self, v: llvm::Value, id: GlobalId) {
        // Initialised from outside, so it has any value, like a declaration.
        if v.externally_initialized() {
            return;
        }
        if let Some(init) = v.initializer() {
            let init = self.constant(init);
            self.program.globals[id.index()].init = Some(init);
        }
    }

    /// The functions of `llvm.global_ctors` or `llvm.global_dtors`, by priority.
    pub(super) fn structors(&mut self, name: &str, descending: bool) -> Vec<FuncId> {
        let Some(init) = self.module.global(name).and_then(llvm::Value::initializer) else {
            return Vec::new();
        };
        let mut all = Vec::new();
        let mut i = 0;
        while let Some(entry) = init.const_element(i) {
            i += 1;
            if let (Some(priority), Some(f)) = (entry.const_element(0), entry.const_element(1))
                && priority.kind() == llvm::ValueKind::LLVMConstantIntValueKind
            {
                match alias_function(f) {
                    Some(f) => all.push((priority.const_low_bits(), f)),
                    None if f.kind() == llvm::ValueKind::LLVMConstantPointerNullValueKind => {}
                    None => self.program.warnings.push(format!("{name} names something not a function")),
                }
            }
        }
        all.sort_by_key(|(priority, _)| *priority);
        if descending {
            all.reverse();
        }
        all.into_iter().map(|(_, f)| self.function(f)).collect()
    }
}
