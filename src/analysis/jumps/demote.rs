//! Values that more than one block uses go to memory, so that a block needs nothing of those before it.

use rustc_hash::FxHashMap;

use crate::analysis::edit::Editor;
use crate::program::{BlockId, InstId, InstKind, Value, operands, operands_mut};

/// Keeps all values of a function that leave their block in variables of their own, and has no phis.
pub(super) fn function(edit: &mut Editor<'_>) {
    phis(edit);
    let blocks = edit.program.func(edit.f).blocks.len();
    let mut home: FxHashMap<InstId, BlockId> = FxHashMap::default();
    for b in (0..blocks).map(BlockId::new) {
        home.extend(edit.insts(b).iter().map(|i| (*i, b)));
    }
    // The variables of the first block are there for the whole activation.
    let first = BlockId::new(0);
    let function = edit.program.func(edit.f);
    home.retain(|i, b| !(*b == first && matches!(function.inst(*i).kind, InstKind::Alloca { .. })));
    let mut slots: FxHashMap<InstId, Value> = FxHashMap::default();
    for b in (0..blocks).map(BlockId::new) {
        for i in edit.insts(b).clone() {
            let mut used = Vec::new();
            each(&edit.program.func(edit.f).inst(i).kind, |v| used.push(v));
            for v in used {
                if let Value::Inst(from) = v
                    && home.get(&from).is_some_and(|home| *home != b)
                    && !slots.contains_key(&from)
                {
                    let ty = edit.program.func(edit.f).inst(from).ty;
                    slots.insert(from, edit.local(ty));
                }
            }
        }
    }
    for b in (0..blocks).map(BlockId::new) {
        let mut insts = Vec::new();
        for i in edit.insts(b).clone() {
            let inst = edit.program.func(edit.f).inst(i).clone();
            let mut kind = inst.kind;
            let mut value = |v: &mut Value| {
                if let Value::Inst(from) = *v
                    && let Some(&slot) = slots.get(&from)
                    && home[&from] != b
                {
                    let ty = edit.program.func(edit.f).inst(from).ty;
                    let load = edit.load(slot, ty, inst.loc);
                    insts.push(load);
                    *v = Value::Inst(load);
                }
            };
            match &mut kind {
                InstKind::DebugValue { v, .. } | InstKind::DebugDeclare { addr: v, .. } => value(v),
                kind => operands_mut(kind, value),
            }
            edit.program.functions[edit.f.index()].insts[i.index()].kind = kind;
            insts.push(i);
            if let Some(&slot) = slots.get(&i) {
                insts.push(edit.store(slot, (Value::Inst(i), inst.ty), inst.loc));
            }
        }
        // What `local` has added stands before.
        *edit.insts(b) = insts;
    }
}

/// Each phi becomes a read of a variable that the blocks before write.
fn phis(edit: &mut Editor<'_>) {
    for b in 0..edit.program.func(edit.f).blocks.len() {
        for i in edit.insts(BlockId::new(b)).clone() {
            let inst = edit.program.func(edit.f).inst(i).clone();
            let InstKind::Phi(incoming) = inst.kind else { continue };
            let slot = edit.local(inst.ty);
            let load = edit.load(slot, inst.ty, inst.loc);
            let load = edit.program.func(edit.f).inst(load).kind.clone();
            edit.program.functions[edit.f.index()].insts[i.index()].kind = load;
            for (from, v) in incoming {
                let store = edit.store(slot, (v, inst.ty), inst.loc);
                let insts = edit.insts(from);
                let last = insts.len() - 1;
                insts.insert(last, store);
            }
        }
    }
}

fn each(kind: &InstKind, mut look: impl FnMut(Value)) {
    match kind {
        InstKind::DebugValue { v, .. } | InstKind::DebugDeclare { addr: v, .. } => look(*v),
        kind => operands(kind, look),
    }
}
