//! Links what a program needs of our models of its environment.

use rustc_hash::FxHashSet;

use super::llvm::{Context, Linkage, Module, Value, ValueKind};
use super::models;

/// What engines call themselves, and which functions give it something to do: those of a name or, before a `*`, whose
/// names begin so. The first one is called when the entry function returns, the second where a thread is interrupted.
const CALLED: [(&str, &[&str]); 2] = [
    ("__bmc_run_exit_handlers", &["atexit", "at_quick_exit", "on_exit", "__cxa_atexit"]),
    (
        "__bmc_scheduler",
        &["pthread_*", "sched_yield", "thrd_*", "mtx_*", "cnd_*", "tss_*", "call_once", "sem_*"],
    ),
];

/// Whether a name is one of a list of [`CALLED`].
fn is_listed(name: &str, list: &[&str]) -> bool {
    list.iter().any(|entry| match entry.strip_suffix('*') {
        Some(start) => name.starts_with(start),
        None => name == *entry,
    })
}

/// What came from the models.
#[derive(Default)]
pub(super) struct Linked {
    /// Names of all symbols that they define.
    pub(super) symbols: FxHashSet<String>,
    /// Functions to import although the program does not call them.
    pub(super) roots: Vec<&'static str>,
}

/// Links the models that `program` (or the engine, by `roots`) names without defining them, and what those
/// need. `Err` is a warning: they do not fit.
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
    let stays: FxHashSet<String> = symbols(program).filter(|v| stays(*v)).map(Value::name).collect();
    let mut linked = Linked::default();
    for (called, by) in CALLED {
        if named.iter().any(|name| is_listed(name, by) && !stays.contains(name)) {
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
            // LLVM would choose a name itself, and we could not tell whose it is.
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
    // The linker takes a local symbol, and reads its body, only if something that it has taken uses it.
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

/// Whether the program's own definition is the one that counts beside a weak one of the models.
fn stays(v: Value) -> bool {
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
