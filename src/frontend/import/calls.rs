//! Import of calls, including intrinsics and debug intrinsics.

use super::{Importer, functions::Body, intrinsics::intrinsic};
use crate::frontend::assembly::is_comment;
use crate::frontend::environment::is_full_barrier;
use crate::frontend::llvm::{self, FUNCTION_INDEX, MetadataKind, Opcode, ValueKind};
use crate::program::{Callee, InstKind, Intrinsic, Ordering, Value};

/// Operand bundles without effect on the semantics here.
const IGNORED_BUNDLES: &[&str] = &["kcfi", "ptrauth", "align", "nonnull", "dereferenceable", "noundef"];

impl Importer<'_> {
    /// Whether an instruction is a debug intrinsic without information.
    pub(super) fn is_dropped(&self, inst: llvm::Value) -> bool {
        debug_kind(inst).is_some_and(|kind| self.debug_operand(inst, kind).is_none())
    }

    /// The value or address that a debug intrinsic describes.
    fn debug_operand(&self, inst: llvm::Value, kind: Debug) -> Option<llvm::Value> {
        if matches!(kind, Debug::Label) {
            return None;
        }
        let expression = inst.operand(2).metadata();
        if !self.plain_expressions.contains(&expression) {
            return None;
        }
        let wrapped = inst.operand(0);
        let node = wrapped.metadata().kind();
        match node {
            MetadataKind::LLVMConstantAsMetadataMetadataKind
            | MetadataKind::LLVMLocalAsMetadataMetadataKind => {
                let value = wrapped.metadata_operands().first().copied().flatten()?;
                // The compiler lost track of the variable; promotion marks its end by `undef`.
                let lost = value.kind() == ValueKind::LLVMPoisonValueKind;
                (!lost || value.as_instruction()).then_some(value)
            }
            _ => None,
        }
    }

    /// Imports a call, invoke or `callbr`.
    pub(super) fn call(&mut self, inst: llvm::Value, body: &Body<'_>) -> InstKind {
        if let Some(kind) = debug_kind(inst)
            && let Some(operand) = self.debug_operand(inst, kind)
        {
            let var = self.local_variable(inst.operand(1).metadata(), body.function);
            let v = self.value(operand);
            return match kind {
                Debug::Declare => InstKind::DebugDeclare { var, addr: v },
                _ => InstKind::DebugValue { var, v },
            };
        }
        let called = inst.called_value().expect("a call calls something");
        if called.kind() == ValueKind::LLVMInlineAsmValueKind
            && let Some(kind) = self.known_assembly(inst, called)
        {
            return kind;
        }
        let fn_ty = self.ty(inst.called_type());
        let odd_bundle = inst.bundle_tags().into_iter().find(|t| !IGNORED_BUNDLES.contains(&t.as_str()));
        let count = inst.arg_count();
        let args: Vec<Value> = (0..count)
            .map(|i| {
                let arg = inst.operand(i);
                if !arg.is_metadata() {
                    return self.value(arg);
                }
                let ty = self.ty(arg.ty());
                Value::Const(self.unsupported_value(ty, "metadata"))
            })
            .collect();
        let callee = match self.callee(called) {
            // The bundles of an assumption only add further assumptions.
            Callee::Intrinsic(i) if i == crate::program::Intrinsic::Assume => Callee::Intrinsic(i),
            callee => match odd_bundle {
                Some(tag) => {
                    let what = format!("call with operand bundle {tag:?}");
                    return InstKind::Unsupported { what, succs: Vec::new() };
                }
                None => callee,
            },
        };
        let direct = match callee {
            Callee::Direct(f) => Some(f),
            _ => None,
        };
        let attrs = (1..=count).map(|i| self.arg_attrs(inst, i, direct)).collect();
        let noreturn = inst.call_attribute(FUNCTION_INDEX, self.attributes.noreturn).is_some()
            || direct.is_some_and(|f| self.program.func(f).noreturn);
        InstKind::Call { callee, args, attrs, fn_ty, noreturn }
    }

    /// A template without instructions and without an output in a register changes nothing. A full barrier is a fence.
    fn known_assembly(&mut self, inst: llvm::Value, called: llvm::Value) -> Option<InstKind> {
        let (text, constraints) = (called.asm_text(), called.asm_constraints());
        let outputs = constraints.split(',').any(|c| c.starts_with('=') && !c.starts_with("=*"));
        if outputs {
            return None;
        }
        if is_full_barrier(&text) {
            return Some(InstKind::Fence(Ordering::SeqCst));
        }
        if !is_comment(&text) {
            return None;
        }
        let callee = Callee::Intrinsic(Intrinsic::Nop);
        let fn_ty = self.ty(inst.called_type());
        Some(InstKind::Call { callee, args: Vec::new(), attrs: Vec::new(), fn_ty, noreturn: false })
    }

    fn callee(&mut self, called: llvm::Value) -> Callee {
        if called.as_instruction() {
            return Callee::Indirect(self.value(called));
        }
        match called.kind() {
            ValueKind::LLVMInlineAsmValueKind => {
                Callee::Asm(format!("{} ({})", called.asm_text(), called.asm_constraints()))
            }
            ValueKind::LLVMFunctionValueKind => {
                let name = called.name();
                if name.starts_with("llvm.") {
                    Callee::Intrinsic(intrinsic(&name))
                } else {
                    Callee::Direct(self.function(called))
                }
            }
            ValueKind::LLVMGlobalAliasValueKind => match super::alias_function(called) {
                Some(f) => Callee::Direct(self.function(f)),
                None => Callee::Indirect(self.value(called)),
            },
            _ => Callee::Indirect(self.value(called)),
        }
    }
}

#[derive(Clone, Copy)]
enum Debug {
    Declare,
    Value,
    Label,
}

fn debug_kind(inst: llvm::Value) -> Option<Debug> {
    if inst.opcode() != Opcode::LLVMCall {
        return None;
    }
    let called = inst.called_value()?;
    if called.kind() != ValueKind::LLVMFunctionValueKind || called.intrinsic_id() == 0 {
        return None;
    }
    match called.name().as_str() {
        "llvm.dbg.declare" => Some(Debug::Declare),
        "llvm.dbg.value" | "llvm.dbg.assign" => Some(Debug::Value),
        "llvm.dbg.label" => Some(Debug::Label),
        _ => None,
    }
}
