//! What a contract does not say about a function that is replaced by it (`src/frontend/dialect/promise.rs`).
//!
//! A check of a contract lets a function change static variables of functions, and what belongs to the C library. Those that the
//! function shares with what remains of the program change in each replaced call. And it takes objects that are said to be fresh for
//! others than the variables that the function uses: whether they are is asked at each call. Both follow from the function itself,
//! where the inputs have it; where they do not, its contract is all that is known of it.

use super::CallGraph;
use super::frame::{self, Watched, call};
use crate::base::Bits;
use crate::program::{
    Callee, Const, ConstId, FILE_LOCAL, FuncId, Function, GlobalId, Inst, InstId, InstKind, PROMISE, Program,
    Value, operands,
};
use crate::semantics::{Native, natives};
use rustc_hash::FxHashSet;

/// What is looked for instead of violations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Probe {
    /// A run that comes to a call of this function that is as its contract requires.
    Called(String),
    /// A run that goes on behind such a call.
    Kept(String),
}

/// Where functions are registered that `exit` calls.
const REGISTERS: [&str; 4] = ["atexit", "at_quick_exit", "on_exit", "__cxa_atexit"];

/// The variable of the library that a replaced call may change.
const ERRNO: &str = "__bmc_errno";

/// Functions of the models that calls are made of.
struct Models {
    variable: FuncId,
    changes: FuncId,
    library: FuncId,
}

/// Prepares a program in which functions are replaced by their contracts. Nothing where there are none. `checked` tells whether
/// the entry checks a contract, so that all writes are watched.
///
/// # Errors
/// In words: what this does not support.
pub fn prepare(
    program: &mut Program,
    entry: &str,
    checked: bool,
    probe: Option<&Probe>,
) -> Result<(), String> {
    let all: Vec<FuncId> = (0..program.functions.len()).map(FuncId::new).collect();
    let promises: Vec<(FuncId, String)> = all
        .into_iter()
        .filter(|f| program.func(*f).is_defined())
        .filter_map(|f| Some((f, replaced(&program.func(f).name)?.to_owned())))
        .collect();
    if promises.is_empty() {
        return Ok(());
    }
    if program.function("__bmc_scheduler").is_some_and(|f| program.func(f).is_defined()) {
        return Err("--use-contract: programs with threads are not supported".to_owned());
    }
    let named = |name: &str| program.function(name).ok_or_else(|| format!("{name} is missing in the models"));
    let models = Models {
        variable: named("__bmc_promise_uses_variable")?,
        changes: named("__bmc_promise_changes")?,
        library: named("__bmc_promise_changes_library")?,
    };
    let graph = CallGraph::new(program);
    let starts: Vec<FuncId> = [&program.constructors[..], &program.destructors[..]]
        .concat()
        .into_iter()
        .chain(program.function(entry))
        .collect();
    let remaining = graph.reachable(&starts);
    let shared = variables(program, &remaining);
    let at_exit = !program.destructors.is_empty()
        || remaining.iter().any(|f| REGISTERS.contains(&program.func(*f).name.as_str()));
    let natives = natives(program);
    let mut additions = Vec::new();
    for (promise, function) in promises.iter().filter(|(promise, _)| remaining.contains(promise)) {
        let own = originals(program, &graph, &promises, function);
        let exits = own.iter().any(|f| matches!(natives[f.index()], Some(Native::Exit)));
        let clauses = graph.reachable(&[*promise]);
        let changes = variables(program, &own);
        let used: FxHashSet<GlobalId> = changes.union(&variables(program, &clauses)).copied().collect();
        let mut calls: Vec<(FuncId, Option<GlobalId>)> = Vec::new();
        if exits && at_exit {
            calls.push((models.library, None));
        }
        for g in sorted(&used) {
            let global = program.global(g);
            // Literals have no names in the source.
            if (!global.model && !global.name.contains('#')) || global.name == ERRNO {
                calls.push((models.variable, Some(g)));
            }
        }
        for g in sorted(&changes.intersection(&shared).copied().collect()) {
            let global = program.global(g);
            if global.constant || global.is_outside_of_functions() || is_own(&global.name) {
                continue;
            }
            let known = !global.model || global.name == ERRNO;
            calls.push(if known { (models.changes, Some(g)) } else { (models.library, None) });
        }
        additions.push((*promise, calls));
    }
    let watched: Vec<FuncId> = promises.iter().map(|(promise, _)| *promise).collect();
    let watched = graph.reachable(&watched);
    for (promise, calls) in additions {
        add(program, promise, &calls);
    }
    for (promise, function) in &promises {
        probe_for(program, *promise, probe, function);
        let promise = &mut program.functions[promise.index()];
        promise.source_name = format!("contract of {function}");
        // What goes wrong there is told at the call.
        promise.model = true;
    }
    if checked { Ok(()) } else { frame::watch(program, Watched::Only(&watched)) }
}

/// The function whose place another one takes.
fn replaced(name: &str) -> Option<&str> {
    // The linker puts numbers behind names that it has seen before.
    name.strip_prefix(PROMISE).map(|name| name.split_once('.').map_or(name, |(name, _)| name))
}

/// Whether a variable belongs to what checks contracts.
fn is_own(name: &str) -> bool {
    name.starts_with("__bmc_contract_")
}

/// The functions that a replaced one calls, itself included, none of them replaced.
fn originals(
    program: &Program,
    graph: &CallGraph,
    promises: &[(FuncId, String)],
    function: &str,
) -> Vec<FuncId> {
    let mut names: FxHashSet<&str> = FxHashSet::default();
    names.insert(function);
    loop {
        let of = |f: &Function| names.contains(f.source_name.as_str()) || names.contains(f.name.as_str());
        let all = (0..program.functions.len()).map(FuncId::new);
        let starts: Vec<FuncId> =
            all.filter(|f| of(program.func(*f)) && program.func(*f).is_defined()).collect();
        let reached = graph.reachable(&starts);
        let before = names.len();
        names.extend(promises.iter().filter(|(p, _)| reached.contains(p)).map(|(_, name)| name.as_str()));
        if names.len() == before {
            return reached;
        }
    }
}

fn sorted(globals: &FxHashSet<GlobalId>) -> Vec<GlobalId> {
    let mut all: Vec<GlobalId> = globals.iter().copied().collect();
    all.sort_unstable();
    all
}

/// The variables that functions name, and those that the initial values of these name.
fn variables(program: &Program, functions: &[FuncId]) -> FxHashSet<GlobalId> {
    let mut work: Vec<ConstId> = Vec::new();
    let mut seen: FxHashSet<ConstId> = FxHashSet::default();
    let mut found: FxHashSet<GlobalId> = FxHashSet::default();
    for f in functions {
        for inst in &program.func(*f).insts {
            constants(&inst.kind, &mut work);
        }
    }
    while let Some(constant) = work.pop() {
        if !seen.insert(constant) {
            continue;
        }
        match program.constant(constant) {
            Const::Aggregate(_, parts) => work.extend(parts),
            Const::Expr(_, kind) => constants(kind, &mut work),
            Const::Global(g) => {
                if found.insert(*g) {
                    work.extend(program.global(*g).init);
                }
            }
            Const::Int(_)
            | Const::Float(..)
            | Const::Null(_)
            | Const::Zero(_)
            | Const::Undef(_)
            | Const::Poison(_)
            | Const::Bytes(..)
            | Const::Func(_)
            | Const::BlockAddress(..)
            | Const::Unsupported(..) => {}
        }
    }
    found
}

fn constants(kind: &InstKind, into: &mut Vec<ConstId>) {
    let mut take = |v: Value| {
        if let Value::Const(c) = v {
            into.push(c);
        }
    };
    if let InstKind::Phi(incoming) = kind {
        incoming.iter().for_each(|(_, v)| take(*v));
    }
    operands(kind, take);
}

/// Puts calls behind that of `__bmc_promise_uses`.
fn add(program: &mut Program, promise: FuncId, calls: &[(FuncId, Option<GlobalId>)]) {
    let Some(place) = program.function("__bmc_promise_uses") else { return };
    for block in 0..program.func(promise).blocks.len() {
        let old = std::mem::take(&mut program.functions[promise.index()].blocks[block].insts);
        let mut new = Vec::with_capacity(old.len());
        for id in old {
            new.push(id);
            let inst = program.func(promise).inst(id);
            let here = matches!(&inst.kind, InstKind::Call { callee: Callee::Direct(f), .. } if *f == place);
            let loc = inst.loc;
            for (callee, global) in calls.iter().filter(|_| here) {
                let mut args = Vec::new();
                if let Some(g) = global {
                    program.consts.push(Const::Global(*g));
                    args.push(Value::Const(ConstId::new(program.consts.len() - 1)));
                }
                if program.func(*callee).params.len() == 2 {
                    let size = global.map_or(0, |g| program.types.layout(program.global(g).ty).store_size);
                    program.consts.push(Const::Int(Bits::new(program.target.pointer_bits, size)));
                    args.push(Value::Const(ConstId::new(program.consts.len() - 1)));
                }
                let kind = call(program, *callee, args);
                let ty = program.func(*callee).ret;
                let function = &mut program.functions[promise.index()];
                function.insts.push(Inst { kind, ty, loc });
                new.push(InstId::new(function.insts.len() - 1));
            }
        }
        program.functions[promise.index()].blocks[block].insts = new;
    }
}

/// Makes an assertion of the place that is looked for.
fn probe_for(program: &mut Program, promise: FuncId, probe: Option<&Probe>, function: &str) {
    let (place, of) = match probe {
        Some(Probe::Called(of)) => ("__bmc_promise_called", of),
        Some(Probe::Kept(of)) => ("__bmc_promise_kept", of),
        None => return,
    };
    let name = of.rsplit_once(':').map_or(of.as_str(), |(_, name)| name);
    let is_it = name == function || name.starts_with(FILE_LOCAL) && name.ends_with(&format!("_{function}"));
    let Some(place) = program.function(place).filter(|_| is_it) else { return };
    program.consts.push(Const::Int(Bits::new(32, 1)));
    let yes = Value::Const(ConstId::new(program.consts.len() - 1));
    for inst in &mut program.functions[promise.index()].insts {
        match &mut inst.kind {
            InstKind::Call { callee: Callee::Direct(f), args, .. } if *f == place => *args = vec![yes],
            _ => {}
        }
    }
}
