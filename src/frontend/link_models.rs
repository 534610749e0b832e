//! Links those parts of the environment models that a program needs.

use rustc_hash::FxHashSet;

use super::llvm::{Context, Linkage, Module, Value, ValueKind};
use super::models;

/// Functions of the models that engines call, each with the functions that make it necessary; `*` matches any rest of a
/// name. The first one is called when the entry function returns, the second when a thread is interrupted, the others where memory
/// is written or freed while a contract is checked, and in calls that are replaced by contracts.
const CALLED: [(&str, &[&str]); 18] = [
    (
        "__bmc_run_exit_handlers",
        &["atexit", "at_quick_exit", "on_exit", "__cxa_atexit", "__cxa_thread_atexit"],
    ),
    (
        "__bmc_scheduler",
        &[
            "pthread_*",
            "sched_yield",
            "thrd_*",
            "mtx_*",
            "cnd_*",
            "tss_*",
            "call_once",
            "sem_*",
            "_ZNSt6thread*",
            "_ZNSt18condition_variable*",
            "__bmc_wait_*",
            "__bmc_notify",
            "_ZNSt11this_thread*",
        ],
    ),
    // Behind calls that may throw.
    ("__bmc_exception_select", &EXCEPTIONS),
    ("__bmc_exception_landed", &EXCEPTIONS),
    ("__bmc_exception_selector", &EXCEPTIONS),
    ("__bmc_exception_resume", &EXCEPTIONS),
    ("__bmc_exception_escapes", &["__clang_call_terminate"]),
    ("__bmc_handler_aborts", &["_ZSt13set_terminatePFvvE"]),
    ("__bmc_contract_wrote", &["__bmc_contract_begin", "__bmc_promise_begin"]),
    ("__bmc_contract_freed", &["__bmc_contract_begin", "__bmc_promise_begin"]),
    ("__bmc_contract_called", &["__bmc_contract_begin", "__bmc_promise_begin"]),
    ("__bmc_promise_uses_variable", &["__bmc_promise_begin"]),
    ("__bmc_promise_changes", &["__bmc_promise_begin"]),
    ("__bmc_promise_changes_library", &["__bmc_promise_begin"]),
    ("__bmc_peek8", &[super::dialect::UNCHECKED_READS]),
    ("__bmc_peek16", &[super::dialect::UNCHECKED_READS]),
    ("__bmc_peek32", &[super::dialect::UNCHECKED_READS]),
    ("__bmc_peek64", &[super::dialect::UNCHECKED_READS]),
];

/// What a program that may throw names, one of them.
const EXCEPTIONS: [&str; 5] = ["__gxx_personality_v0", "__cxa_*", "_Zn*", "_ZSt*", "_ZNSt*"];

/// Whether a name matches a list of [`CALLED`].
fn is_listed(name: &str, list: &[&str]) -> bool {
    list.iter().any(|entry| match entry.strip_suffix('*') {
        Some(start) => name.starts_with(start),
        None => name == *entry,
    })
}

/// What was linked from the models.
#[derive(Default)]
pub(super) struct Linked {
    /// Names of all symbols defined by the models.
    pub(super) symbols: FxHashSet<String>,
    /// Functions to import although the program does not call them.
    pub(super) roots: Vec<&'static str>,
}

/// Links the models that `program` (or the engine, through `roots`) names without defining them, and what those need.
/// `Err` is a warning that they do not fit.
pub(super) fn link(context: &Context, program: Module, roots: &[&str]) -> Result<Linked, String> {
    let layout = program.data_layout();
    let bits = layout.pointer_size(0) * 8;
    if !matches!(bits, 32 | 64) {
        return Err(format!("the C library is not modelled for {:?}", program.triple()));
    }
    let module = context
        .parse_lazily("models", models::bitcode(bits, layout.big_endian()))
        .map_err(|e| format!("models: {e}"))?;
    module.set_target_of(program);
    let named: FxHashSet<String> = symbols(program).map(Value::name).collect();
    let stays: FxHashSet<String> =
        symbols(program).filter(|v| takes_precedence(*v)).map(Value::name).collect();
    let mut linked = Linked::default();
    let is_own = |name: &String| stays.contains(name) && !name.starts_with("__bmc_");
    for (called, by) in CALLED {
        if named.iter().any(|name| is_listed(name, by) && !is_own(name)) {
            linked.roots.push(called);
        }
    }
    for symbol in symbols(module).filter(|v| !v.is_declaration()).collect::<Vec<_>>() {
        let name = symbol.name();
        if name.starts_with("llvm.") {
            continue;
        }
        let local = matches!(symbol.linkage(), Linkage::LLVMInternalLinkage | Linkage::LLVMPrivateLinkage);
        if local && named.contains(&name) {
            // Otherwise LLVM would choose a name, and its origin could not be determined.
            symbol.set_name(&format!("{name}.model"));
        } else if !local
            && !named.contains(&name)
            && !roots.iter().chain(&linked.roots).any(|root| *root == name)
        {
            symbol.set_linkage(Linkage::LLVMInternalLinkage);
        }
        if local || !stays.contains(&name) {
            linked.symbols.insert(symbol.name());
        }
    }
    // The linker takes a local symbol, and reads its body, only if a linked entity uses it.
    if !program.link(module) {
        let said = context.take_messages().into_iter().find(|(error, _)| *error);
        return Err(format!("models: {}", said.map_or("cannot be linked".to_string(), |(_, text)| text)));
    }
    context.take_messages();
    Ok(linked)
}

fn symbols(module: Module) -> impl Iterator<Item = Value> {
    module.functions().chain(module.globals()).chain(module.aliases()).chain(module.ifuncs())
}

/// Whether the program's own definition takes precedence over a weak one of the models.
fn takes_precedence(v: Value) -> bool {
    let indirect =
        matches!(v.kind(), ValueKind::LLVMGlobalAliasValueKind | ValueKind::LLVMGlobalIFuncValueKind);
    (indirect || !v.is_declaration())
        && !matches!(
            v.linkage(),
            Linkage::LLVMAvailableExternallyLinkage
                | Linkage::LLVMLinkOnceAnyLinkage
                | Linkage::LLVMLinkOnceODRLinkage
                | Linkage::LLVMLinkOnceODRAutoHideLinkage
        )
}
