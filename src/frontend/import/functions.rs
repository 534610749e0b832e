//! Import of functions: signature, attributes, blocks.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::{
    Importer,
    globals::{linkage, name_or},
};
use crate::frontend::llvm::{self, FUNCTION_INDEX};
use crate::program::{
    Block, BlockId, FuncId, Function, InstKind, Param, ParamAttrs, Type, Value, is_reserved_label,
};

impl Importer<'_> {
    /// The id of a function; its body is imported later.
    pub(super) fn function(&mut self, v: llvm::Value) -> FuncId {
        if let Some(&id) = self.funcs.get(&v) {
            return id;
        }
        let id = FuncId::new(self.program.functions.len());
        let ty = self.ty(v.value_type());
        let Type::Function { ret, params, vararg } = self.program.types.get(ty).clone() else {
            unreachable!("a function's value type is a function type");
        };
        let params = params
            .into_iter()
            .zip(v.params())
            .zip(1..)
            .map(|((ty, p), i)| Param { ty, name: p.name(), attrs: self.param_attrs(v, i) })
            .collect();
        let name = name_or(v, "function", id.index());
        let memory = v.attribute(FUNCTION_INDEX, self.attributes.memory).map(llvm::Attribute::int);
        // Two bits for each kind of memory: 1 read, 2 written.
        let readonly = memory.is_some_and(|m| m & 0b10_1010_1010 == 0);
        let noreturn = v.attribute(FUNCTION_INDEX, self.attributes.noreturn).is_some();
        let nounwind = v.attribute(FUNCTION_INDEX, self.attributes.nounwind).is_some();
        let function = Function {
            source_name: name.clone(),
            ret,
            params,
            vararg,
            blocks: Vec::new(),
            insts: Vec::new(),
            linkage: linkage(v),
            noreturn,
            nounwind,
            readonly,
            loc: None,
            model: self.models.contains(&name),
            pads: BTreeMap::new(),
            name: name.clone(),
        };
        self.program.functions.push(function);
        self.program.function_names.insert(name, id);
        self.funcs.insert(v, id);
        self.describe_function(v, id);
        self.func_work.push_back((v, id));
        id
    }

    fn param_attrs(&mut self, f: llvm::Value, index: u32) -> ParamAttrs {
        let kinds = &self.attributes;
        let has = |kind| f.attribute(index, kind).is_some();
        let byval = f.attribute(index, kinds.byval).and_then(llvm::Attribute::type_value);
        let sret = f.attribute(index, kinds.sret).and_then(llvm::Attribute::type_value);
        ParamAttrs {
            readonly: has(kinds.readonly) || has(kinds.readnone),
            align: f.attribute(index, kinds.align).map_or(0, llvm::Attribute::int),
            signext: has(kinds.signext),
            zeroext: has(kinds.zeroext),
            byval: byval.map(|t| self.ty(t)),
            sret: sret.map(|t| self.ty(t)),
        }
    }

    /// Attributes of a call's argument (index from 1), of both the call and the called function.
    pub(super) fn arg_attrs(&mut self, call: llvm::Value, index: u32, callee: Option<FuncId>) -> ParamAttrs {
        let kinds = &self.attributes;
        let has = |kind| call.call_attribute(index, kind).is_some();
        let byval = call.call_attribute(index, kinds.byval).and_then(llvm::Attribute::type_value);
        let sret = call.call_attribute(index, kinds.sret).and_then(llvm::Attribute::type_value);
        let align = call.call_attribute(index, kinds.align).map_or(0, llvm::Attribute::int);
        let (readonly, signext, zeroext) =
            (has(kinds.readonly) || has(kinds.readnone), has(kinds.signext), has(kinds.zeroext));
        let (byval, sret) = (byval.map(|t| self.ty(t)), sret.map(|t| self.ty(t)));
        let param = callee.and_then(|f| self.program.func(f).params.get(index as usize - 1));
        let own = param.map(|p| p.attrs).unwrap_or_default();
        ParamAttrs {
            byval: byval.or(own.byval),
            sret: sret.or(own.sret),
            readonly: readonly || own.readonly,
            align: align.max(own.align),
            signext: signext || own.signext,
            zeroext: zeroext || own.zeroext,
        }
    }

    /// Numbers of a function's blocks, in order.
    pub(super) fn block_numbers(&mut self, f: llvm::Value) -> &FxHashMap<llvm::Block, BlockId> {
        self.blocks
            .entry(f)
            .or_insert_with(|| f.blocks().enumerate().map(|(i, b)| (b, BlockId::new(i))).collect())
    }

    /// Imports the body of a function.
    pub(super) fn fill_function(&mut self, v: llvm::Value, id: FuncId) {
        if v.is_declaration() {
            return;
        }
        self.block_numbers(v);
        let numbers = self.blocks.remove(&v).unwrap_or_default();
        self.args = v.params().into_iter().zip(0..).collect();
        self.marks_alignment.1 = self.marks_alignment.0 && !self.models.contains(&v.name());
        self.number_insts(v);
        let mut blocks = Vec::with_capacity(numbers.len());
        let mut body = Body { insts: Vec::new(), numbers: &numbers, function: id };
        for block in v.blocks() {
            let first = body.insts.len();
            for inst in block.insts() {
                self.instruction(inst, &mut body);
            }
            if is_reserved_label(&block.name()) {
                body.mark(first, BlockId::new(blocks.len()), &block.name());
            }
            let insts = (first..body.insts.len()).map(crate::program::InstId::new).collect();
            blocks.push(Block { name: block.name(), insts });
        }
        let insts = std::mem::take(&mut body.insts);
        self.blocks.insert(v, numbers);
        let function = &mut self.program.functions[id.index()];
        function.blocks = blocks;
        function.insts = insts;
    }

    /// An operand of any kind.
    pub(super) fn value(&mut self, v: llvm::Value) -> Value {
        if let Some(&id) = self.insts.get(&v) {
            return Value::Inst(id);
        }
        if let Some(&n) = self.args.get(&v) {
            return Value::Arg(n);
        }
        Value::Const(self.constant(v))
    }
}

/// The function body under construction.
pub(super) struct Body<'a> {
    /// Instructions so far.
    pub(super) insts: Vec<crate::program::Inst>,
    /// Ids of the blocks.
    pub(super) numbers: &'a FxHashMap<llvm::Block, BlockId>,
    /// The function.
    pub(super) function: FuncId,
}

impl Body<'_> {
    /// Marks a label that a verifier gives a meaning: its first instruction, among those numbered from `first` on,
    /// becomes an uninterpreted one.
    fn mark(&mut self, first: usize, block: BlockId, label: &str) {
        let skipped = |kind: &InstKind| {
            matches!(kind, InstKind::Phi(_) | InstKind::DebugValue { .. } | InstKind::DebugDeclare { .. })
        };
        let loc = self.insts[first..].iter().find_map(|inst| inst.loc);
        let Some(inst) = self.insts[first..].iter_mut().find(|inst| !skipped(&inst.kind)) else { return };
        let mut succs: Vec<BlockId> = inst.kind.successors().into_iter().collect();
        if inst.kind.is_terminator() && succs.is_empty() {
            // It has no successor, but a terminator needs one.
            succs.push(block);
        }
        inst.kind = InstKind::Unsupported { what: format!("label {label}"), succs };
        inst.loc = inst.loc.or(loc);
    }
}
