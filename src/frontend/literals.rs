//! Lifetimes of compound literals, which clang does not mark.
//!
//! A literal lives as long as its enclosing block, which is the debug scope of the literal's first use. A lifetime
//! begins where control enters the scope at an instruction inside, and ends where control leaves the scope. Without
//! debug information, or in inlined code, a literal lives as long as its function.

use rustc_hash::FxHashMap;

use super::llvm::{Block, Builder, Context, Metadata, MetadataKind, Opcode, Value};

/// Name that clang gives to the object of a literal.
const NAME: &str = ".compoundliteral";

/// Maximum number of rounds that place marks at the ends of blocks.
const ROUNDS: usize = 8;

/// Whether control can come from inside or from outside of a scope.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct ControlSources {
    inside: bool,
    outside: bool,
}

/// Marks the lifetimes of a function's compound literals.
pub(super) fn mark(context: &Context, function: Value, builder: &Builder) {
    let Some(entry) = function.blocks().next() else { return };
    let literals: Vec<Value> =
        entry.insts().filter(|i| i.opcode() == Opcode::LLVMAlloca && i.name().starts_with(NAME)).collect();
    for literal in literals {
        // Marks are placed for one literal at a time, because they change the code in which the next one is placed.
        if let Some(marks) = places(context, function, literal) {
            for (at, starts) in marks {
                builder.lifetime(literal, at, starts);
            }
        }
    }
}

/// Scope of an instruction, unless it was inlined.
fn scope(inst: Value) -> Option<Result<Metadata, ()>> {
    let (_, _, scope, inlined) = inst.debug_location()?.location();
    Some(if inlined.is_none() { Ok(scope) } else { Err(()) })
}

/// The scope around a scope.
fn parent(context: &Context, scope: Metadata) -> Option<Metadata> {
    let block = scope.is(MetadataKind::LLVMDILexicalBlockMetadataKind)
        || scope.is(MetadataKind::LLVMDILexicalBlockFileMetadataKind);
    let operands = context.as_value(scope).metadata_operands();
    if block { operands.get(1).copied().flatten().map(Value::metadata) } else { None }
}

/// Instructions before which a lifetime of the literal begins (true) or ends (false).
fn places(context: &Context, function: Value, literal: Value) -> Option<Vec<(Value, bool)>> {
    let blocks: Vec<Block> = function.blocks().collect();
    let uses = |i: &Value| (0..i.operand_count()).any(|n| i.operand(n) == literal);
    let first = blocks.iter().flat_map(|b| b.insts()).filter(uses).find_map(scope)?;
    let mut home = first.ok()?;
    while home.is(MetadataKind::LLVMDILexicalBlockFileMetadataKind) {
        home = parent(context, home)?;
    }
    if !home.is(MetadataKind::LLVMDILexicalBlockMetadataKind) {
        return None;
    }
    // For each block: the instructions with known scope, and whether they are inside.
    let mut known: FxHashMap<Metadata, bool> = FxHashMap::default();
    let mut located: Vec<Vec<(Value, bool)>> = Vec::new();
    for block in &blocks {
        let mut here = Vec::new();
        for inst in block.insts() {
            let Some(scope) = scope(inst) else { continue };
            let start = scope.ok()?;
            let inside = *known.entry(start).or_insert_with(|| {
                std::iter::successors(Some(start), |s| parent(context, *s)).any(|s| s == home)
            });
            here.push((inst, inside));
        }
        located.push(here);
    }
    let number: FxHashMap<Block, usize> = blocks.iter().enumerate().map(|(i, b)| (*b, i)).collect();
    let mut preds: Vec<Vec<usize>> = vec![Vec::new(); blocks.len()];
    for (i, block) in blocks.iter().enumerate() {
        for next in block.insts().last()?.successors() {
            preds[*number.get(&next)?].push(i);
        }
    }
    // Blocks at whose end a lifetime begins because control continues inside from there.
    let mut early = vec![false; blocks.len()];
    for _ in 0..ROUNDS {
        let from = flow(&located, &preds, &early);
        let mut more = false;
        for (i, here) in located.iter().enumerate() {
            let mixed = from[i].inside && from[i].outside;
            if !mixed || !here.first().is_some_and(|f| f.1) {
                continue;
            }
            for &p in &preds[i] {
                let end = after(&located[p], from[p], early[p]);
                if end.outside {
                    if end.inside {
                        return None;
                    }
                    (early[p], more) = (true, true);
                }
            }
        }
        if !more {
            return Some(marks(&blocks, &located, &from, &early));
        }
    }
    None
}

fn marks(
    blocks: &[Block],
    located: &[Vec<(Value, bool)>],
    from: &[ControlSources],
    early: &[bool],
) -> Vec<(Value, bool)> {
    let mut out = Vec::new();
    for (i, here) in located.iter().enumerate() {
        let mut before = from[i];
        for &(inst, inside) in here {
            if if inside { before.outside } else { before.inside } {
                out.push((inst, inside));
            }
            before = ControlSources { inside, outside: !inside };
        }
        if let (true, Some(last)) = (early[i], blocks[i].insts().last()) {
            out.push((last, true));
        }
    }
    out
}

/// Possible sources of control after a block.
fn after(here: &[(Value, bool)], before: ControlSources, early: bool) -> ControlSources {
    match (early, here.last()) {
        (true, _) => ControlSources { inside: true, outside: false },
        (_, Some(&(_, inside))) => ControlSources { inside, outside: !inside },
        (_, None) => before,
    }
}

/// Possible sources of control at the start of each block.
fn flow(located: &[Vec<(Value, bool)>], preds: &[Vec<usize>], early: &[bool]) -> Vec<ControlSources> {
    let mut from = vec![ControlSources::default(); located.len()];
    from[0].outside = true;
    loop {
        let mut changed = false;
        for i in 0..located.len() {
            let mut all = from[i];
            for &p in &preds[i] {
                let end = after(&located[p], from[p], early[p]);
                all =
                    ControlSources { inside: all.inside || end.inside, outside: all.outside || end.outside };
            }
            changed |= all != from[i];
            from[i] = all;
        }
        if !changed {
            return from;
        }
    }
}
