//! Signals of others, which may come at any moment.
//!
//! Before each access of the program to memory that a handler may know stands a call of a function of `models/signals.c`, which runs
//! handlers of any signals there. A handler can tell no other moments apart; but a loop may access nothing and never end, so it has such a
//! call in any case. A function of the library runs as a whole, and so does what a witness asks.

use rustc_hash::FxHashSet;

use super::frame::call;
use super::{is_named, waypoints};
use crate::base::Bits;
use crate::program::{
    Callee, Const, ConstId, FuncId, Function, Inst, InstId, InstKind, Intrinsic, Program, Value, operands,
};
use crate::semantics::{Native, natives};

/// The model that is called. It is a root of what is linked.
pub const ARRIVE: &str = "__bmc_signals_arrive";

/// Lets signals come in a program with this entry function, whose name may follow that of its file.
pub fn prepare(program: &mut Program, entry: &str) {
    let come = program.globals.iter().position(|g| g.model && g.name == "__bmc_signals_come");
    let arrive = program.function(ARRIVE).filter(|&f| program.func(f).is_defined());
    // Without a handler there is nothing to follow.
    let (Some(come), Some(arrive)) = (come, arrive) else { return };
    program.consts.push(Const::Int(Bits::new(32, 1)));
    program.globals[come].init = Some(ConstId::new(program.consts.len() - 1));
    let natives = natives(program);
    for f in (0..program.functions.len()).map(FuncId::new) {
        let function = program.func(f);
        if function.model || !function.is_defined() {
            continue;
        }
        let is_entry = is_named(function, entry);
        let known = known_variables(function);
        let inserted: FxHashSet<InstId> = waypoints::instructions(program, function).into_iter().collect();
        let mut before: FxHashSet<InstId> = FxHashSet::default();
        for (b, block) in function.blocks.iter().enumerate() {
            let others = before.len();
            for &i in &block.insts {
                let is_end = is_entry && matches!(function.inst(i).kind, InstKind::Ret(_));
                if is_end || !inserted.contains(&i) && can_tell(program, function, i, &known, &natives) {
                    before.insert(i);
                }
            }
            // Each loop has a block that leads to itself or to one before.
            let last = block.insts[block.insts.len() - 1];
            let back = function.inst(last).kind.successors().iter().any(|to| to.index() <= b);
            if back && before.len() == others {
                before.insert(last);
            }
        }
        insert(program, f, &before, arrive);
    }
}

/// Puts a call before some instructions of a function.
fn insert(program: &mut Program, f: FuncId, before: &FxHashSet<InstId>, callee: FuncId) {
    let kind = call(program, callee, Vec::new());
    let ty = program.func(callee).ret;
    let function = &mut program.functions[f.index()];
    for block in &mut function.blocks {
        let old = std::mem::take(&mut block.insts);
        for id in old {
            if before.contains(&id) {
                let loc = function.insts[id.index()].loc;
                block.insts.push(InstId::new(function.insts.len()));
                function.insts.push(Inst { kind: kind.clone(), ty, loc });
            }
            block.insts.push(id);
        }
    }
}

/// The variable of the function that an address is in, as far as the function computes it from there without a choice.
fn variable(function: &Function, mut address: Value) -> Option<InstId> {
    loop {
        let Value::Inst(i) = address else { return None };
        match &function.inst(i).kind {
            InstKind::Gep { base, .. } => address = *base,
            InstKind::Alloca { .. } => return Some(i),
            _ => return None,
        }
    }
}

/// Variables of a function whose address others may get.
fn known_variables(function: &Function) -> FxHashSet<InstId> {
    let mut known = FxHashSet::default();
    for inst in &function.insts {
        let mut escapes = |v: Value| known.extend(variable(function, v));
        match &inst.kind {
            InstKind::Load { .. } | InstKind::AtomicRmw { .. } => {}
            InstKind::Store { v, .. } => escapes(*v),
            InstKind::CmpXchg { new, .. } => escapes(*new),
            // What is computed from it counts where it is used.
            InstKind::Gep { .. } => {}
            InstKind::Phi(incoming) => incoming.iter().for_each(|(_, v)| escapes(*v)),
            InstKind::Call { callee: Callee::Intrinsic(which), .. } if only_accesses(which) => {}
            kind => operands(kind, escapes),
        }
    }
    known
}

/// Whether an intrinsic does no more with its operands than access memory there.
fn only_accesses(which: &Intrinsic) -> bool {
    matches!(
        which,
        Intrinsic::Memcpy
            | Intrinsic::Memmove
            | Intrinsic::Memset
            | Intrinsic::LifetimeStart
            | Intrinsic::LifetimeEnd
    )
}

/// Whether a handler may run before an instruction with another effect than behind it.
fn can_tell(
    program: &Program,
    function: &Function,
    i: InstId,
    known: &FxHashSet<InstId>,
    natives: &[Option<Native>],
) -> bool {
    let is_own = |v: &Value| variable(function, *v).is_some_and(|variable| !known.contains(&variable));
    match &function.inst(i).kind {
        InstKind::Load { ptr: Value::Const(c), .. } => {
            !matches!(program.constant(*c), Const::Global(g) if program.global(*g).constant)
        }
        InstKind::Load { ptr, .. } | InstKind::Store { ptr, .. } => !is_own(ptr),
        InstKind::AtomicRmw { .. } | InstKind::CmpXchg { .. } | InstKind::VaArg(_) => true,
        InstKind::Call { callee, args, .. } => match callee {
            Callee::Direct(g) => match &natives[g.index()] {
                Some(native) => !is_silent(native),
                None => program.func(*g).model || !program.func(*g).is_defined(),
            },
            Callee::Intrinsic(Intrinsic::Memset) => !is_own(&args[0]),
            Callee::Intrinsic(Intrinsic::Memcpy | Intrinsic::Memmove) => !args[..2].iter().all(is_own),
            Callee::Intrinsic(_) => false,
            Callee::Indirect(_) | Callee::Asm(_) => true,
        },
        _ => false,
    }
}

/// Whether a call of it neither reads nor changes what a handler knows.
fn is_silent(native: &Native) -> bool {
    native.is_nondet()
        || matches!(
            native,
            Native::Assert | Native::Assume | Native::AssertFail | Native::Nop | Native::Ubsan(_)
        )
}
