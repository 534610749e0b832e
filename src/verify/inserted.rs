//! What a witness' calls brought into a program, in its instructions ([`waypoints`]). It may read what the program has and changes
//! nothing, and what is violated there is no violation of the program.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::analysis::waypoints;
use crate::program::{Callee, FuncId, Function, Inst, InstId, InstKind, Intrinsic, LocId, Program, Value};
use crate::property;

/// What it may call; these move the witness on, or check what it claims.
const STEPS: [&str; 4] = ["__bmc_passes", "__bmc_avoids", "__bmc_invariant", waypoints::END];

/// Whether an instruction only computes, reads, or writes a variable that was inserted, which debuggers do not know.
fn is_harmless(program: &Program, func: &Function, known: &FxHashSet<InstId>, inst: &Inst) -> bool {
    use InstKind as K;
    match &inst.kind {
        K::Store { ptr: Value::Inst(slot), .. } => {
            matches!(func.inst(*slot).kind, K::Alloca { .. }) && !known.contains(slot)
        }
        K::Call { callee: Callee::Direct(f), .. } => {
            let f = program.func(*f);
            f.model && STEPS.contains(&f.name.as_str()) || property::handler(&f.name).is_some()
        }
        K::Call { callee: Callee::Intrinsic(which), .. } => !matches!(
            which,
            Intrinsic::Memcpy
                | Intrinsic::Memmove
                | Intrinsic::Memset
                | Intrinsic::Assume
                | Intrinsic::Stacksave
                | Intrinsic::Stackrestore
                | Intrinsic::VaStart
                | Intrinsic::VaEnd
                | Intrinsic::VaCopy
                | Intrinsic::Other(_)
        ),
        K::Store { .. }
        | K::Call { .. }
        | K::CmpXchg { .. }
        | K::AtomicRmw { .. }
        | K::Fence(_)
        | K::VaArg(_)
        | K::DebugValue { .. }
        | K::DebugDeclare { .. }
        | K::IndirectBr { .. }
        | K::InvokeEnd { .. }
        | K::Ret(_)
        | K::LandingPad { .. }
        | K::Resume(_)
        | K::Unsupported { .. } => false,
        _ => true,
    }
}

/// The instructions of a function that were inserted.
///
/// # Errors
/// In words: they change something.
fn of_function(program: &Program, func: &Function) -> Result<Vec<InstId>, String> {
    let known = func.insts.iter().filter_map(|i| match i.kind {
        InstKind::DebugDeclare { addr: Value::Inst(slot), .. } => Some(slot),
        _ => None,
    });
    let known: FxHashSet<InstId> = known.collect();
    let found = waypoints::instructions(program, func);
    let harmful = found.iter().map(|&i| func.inst(i)).find(|inst| !is_harmless(program, func, &known, inst));
    match harmful {
        None => Ok(found),
        Some(inst) => {
            let place = inst.loc.map(|loc| format!(" in line {}", program.locs[loc.index()].line));
            Err(format!("what is to hold{} has effects", place.unwrap_or_default()))
        }
    }
}

/// Gives what was inserted places of its own, from the one that is returned on.
///
/// # Errors
/// In words: it changes something.
pub fn set_apart(program: &mut Program) -> Result<usize, String> {
    let first = program.locs.len();
    let mut copies: FxHashMap<LocId, LocId> = FxHashMap::default();
    for f in 0..program.functions.len() {
        let func = program.func(FuncId::new(f));
        if func.model {
            continue;
        }
        for i in of_function(program, func)? {
            let Some(loc) = program.functions[f].inst(i).loc else { continue };
            let (locs, unchecked) = (&mut program.locs, &mut program.unchecked);
            let copy = *copies.entry(loc).or_insert_with(|| {
                locs.push(locs[loc.index()]);
                let copy = LocId::new(locs.len() - 1);
                if let Some(names) = unchecked.get(&loc).cloned() {
                    unchecked.insert(copy, names);
                }
                copy
            });
            program.functions[f].insts[i.index()].loc = Some(copy);
        }
    }
    Ok(first)
}
