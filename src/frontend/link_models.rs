//! Links those parts of the environment models that a program needs.

use rustc_hash::FxHashSet;

use super::llvm::{Context, Linkage, Module, Value, ValueKind};
use super::models;

/// Functions of the models that engines call, or that take the places of others (`analysis/substitutes.rs`), each with the functions
/// that make it necessary; `*` matches any rest of a name. The first one is called when the entry function returns, the second when a thread is interrupted, the others where memory
/// is written or freed while a contract is checked, and in calls that are replaced by contracts.
const CALLED: [(&str, &[&str]); 29] = [
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
    // Behind calls that may jump, and at calls of setjmp.
    ("__bmc_jump_mark", &JUMPS),
    ("__bmc_jump_site", &JUMPS),
    ("__bmc_jump_landed", &JUMPS),
    ("__bmc_jump_keep", &JUMPS),
    ("__bmc_jump_lives", &JUMPS),
    ("__bmc_jump_forget", &JUMPS),
    (
        "__bmc_handler_aborts",
        &[SETS_TERMINATE, "signal", "sigaction", "bsd_signal", "ssignal", "__sysv_signal", "sysv_signal"],
    ),
    ("__bmc_new_is_handled", &[SETS_NEW_HANDLER]),
    ("__bmc_main_returns", &["on_exit"]),
    ("__bmc_cancels_here", &[CANCELS]),
    ("__bmc_may_cancel_here", &[CANCELS]),
    ("__bmc_may_cancel_who_waits", &[CANCELS]),
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

/// `std::set_terminate`.
const SETS_TERMINATE: &str = "_ZSt13set_terminatePFvvE";

/// `std::set_new_handler`.
const SETS_NEW_HANDLER: &str = "_ZSt15set_new_handlerPFvvE";

/// What a program that may throw names, one of them.
const EXCEPTIONS: [&str; 5] = ["__gxx_personality_v0", "__cxa_*", "_Zn*", "_ZSt*", "_ZNSt*"];

/// What a program that may jump names, one of them.
const JUMPS: [&str; 8] =
    ["setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp", "longjmp", "_longjmp", "siglongjmp", "__longjmp_chk"];

/// The function that asks a thread to end.
const CANCELS: &str = "pthread_cancel";

/// Functions that end a thread.
const ENDS: [&str; 3] = ["pthread_exit", "thrd_exit", CANCELS];

/// What a program names that has landing pads, or a handler of its end, which no thread may leave so.
const PERSONALITIES: [&str; 3] = ["__gxx_personality_*", "__gcc_personality_*", SETS_TERMINATE];

/// Functions of the models that follow the end of a thread from one landing pad to the next, where a program has both.
const UNWINDING: [&str; 6] = [
    "__bmc_exit_flies",
    "__bmc_exit_resumes",
    "__bmc_exception_select",
    "__bmc_exception_landed",
    "__bmc_exception_selector",
    "__bmc_exception_resume",
];

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

/// Objects of the C++ library that functions of the models in C take and never look at.
const OBJECTS: [&str; 3] = ["_ZSt4cout", "_ZSt4cerr", "_ZSt4clog"];

/// Links the models that `program` (or the engine, through `roots`) names without defining them, and what those need.
/// `Err` is a warning that they do not fit. Where the `output` of C++ is wanted, functions that discard it are not enough.
pub(super) fn link(
    context: &Context,
    program: Module,
    roots: &[&str],
    output: bool,
) -> Result<Linked, String> {
    let layout = program.data_layout();
    let bits = layout.pointer_size(0) * 8;
    if !matches!(bits, 32 | 64) {
        return Err(format!("the C library is not modelled for {:?}", program.triple()));
    }
    let parse = |bitcode| context.parse_lazily("models", bitcode).map_err(|e| format!("models: {e}"));
    let module = parse(models::bitcode(bits, layout.big_endian()))?;
    let named: FxHashSet<String> = symbols(program).map(Value::name).collect();
    let stays: FxHashSet<String> =
        symbols(program).filter(|v| takes_precedence(*v)).map(Value::name).collect();
    let mut linked = Linked::default();
    forward_nothrow(program, &stays, named.contains(SETS_NEW_HANDLER));
    let is_own = |name: &String| stays.contains(name) && !name.starts_with("__bmc_");
    let names = |list: &[&str]| named.iter().any(|name| is_listed(name, list) && !is_own(name));
    for (called, by) in CALLED {
        if names(by) {
            linked.roots.push(called);
        }
    }
    if names(&ENDS) && names(&PERSONALITIES) {
        for called in UNWINDING {
            if !linked.roots.contains(&called) {
                linked.roots.push(called);
            }
        }
    }
    // Names of streams are all in this namespace.
    let may_stream = named.iter().any(|name| name.starts_with("_Z") && name.contains("St"));
    if let Some(bitcode) = models::cxx_bitcode(&program.triple()).filter(|_| may_stream) {
        let cxx = parse(bitcode)?;
        if needs_cxx(program, cxx, module, roots, output) {
            link_module(context, program, cxx, roots, &mut linked)?;
        }
    }
    // Models in C++ use these forms, too.
    forward_sized(program, &stays);
    link_module(context, program, module, roots, &mut linked)?;
    forward_arrays(program, &stays);
    Ok(linked)
}

/// What the names of forms of `operator new` and `operator delete` with an alignment end in.
const ALIGNED: &str = "St11align_val_t";

/// Where a program replaces `operator new`, the library's forms that do not throw call it (C++, `[new.delete.single]`). So they do where
/// a handler of exhausted memory may throw.
fn forward_nothrow(program: Module, own: &FxHashSet<String>, handled: bool) {
    for size in ["m", "j"] {
        for (kind, plain, forwards) in [
            ("_Znw", &["_Znw"][..], "__bmc_new_or_null"),
            ("_Zna", &["_Zna", "_Znw"], "__bmc_new_array_or_null"),
        ] {
            // Those with an alignment have no model, which is found where they are called.
            for (align, model) in [("", forwards), (ALIGNED, "aligned operator new that does not throw")] {
                let replaced =
                    handled || plain.iter().any(|plain| own.contains(&format!("{plain}{size}{align}")));
                let form = program.function(&format!("{kind}{size}{align}RKSt9nothrow_t"));
                if let Some(form) = form.filter(|form| replaced && form.is_declaration()) {
                    form.set_name(model);
                }
            }
        }
    }
}

/// Where a program replaces `operator delete`, the library's forms with a size call it.
fn forward_sized(program: Module, own: &FxHashSet<String>) {
    for (kind, plain, model) in
        [("_ZdlPv", &["_ZdlPv"][..], "delete"), ("_ZdaPv", &["_ZdaPv", "_ZdlPv"], "delete_array")]
    {
        for (align, aligned) in [("", ""), (ALIGNED, "aligned_")] {
            let replaced = plain.iter().any(|plain| own.contains(&format!("{plain}{align}")));
            for size in ["m", "j"] {
                let form = program.function(&format!("{kind}{size}{align}"));
                if let Some(form) = form.filter(|form| replaced && form.is_declaration()) {
                    form.set_name(&format!("__bmc_forward_{aligned}{model}"));
                }
            }
        }
    }
}

/// Where a program replaces `operator new` and `operator delete` but not those of arrays, the library's call the program's.
fn forward_arrays(program: Module, own: &FxHashSet<String>) {
    for (plain, array) in [("_Znwm", "_Znam"), ("_Znwj", "_Znaj"), ("_ZdlPv", "_ZdaPv")] {
        for align in ["", ALIGNED] {
            let [plain, array] = [plain, array].map(|name| format!("{name}{align}"));
            if own.contains(&plain)
                && !own.contains(&array)
                && let (Some(plain), Some(array)) = (program.function(&plain), program.function(&array))
            {
                array.replace_all_uses_with(plain);
            }
        }
    }
}

/// Whether a program needs models in C++: what it names is not all modelled in C, too. Then functions that only those bodies
/// use are gone that the models in C take the place of.
fn needs_cxx(program: Module, cxx: Module, c: Module, roots: &[&str], output: bool) -> bool {
    let names = |module| symbols(module).filter(|v| is_shared(*v)).map(Value::name).collect();
    let (whole, simple): (FxHashSet<String>, FxHashSet<String>) = (names(cxx), names(c));
    let wanted = |name: &str| {
        let class = ["_ZNSt8ios_base", "_ZNKSt8ios_base"].iter().any(|class| name.starts_with(class));
        let known = simple.contains(name) || OBJECTS.contains(&name);
        (class || whole.contains(name)) && !known
    };
    if output {
        return symbols(program).any(|v| !takes_precedence(v) && whole.contains(&v.name()));
    }
    if !symbols(program).any(|v| wanted(&v.name())) {
        return false;
    }
    let bodies: Vec<Value> = program.functions().filter(|f| !f.is_declaration()).collect();
    for body in bodies.into_iter().filter(|f| is_copy(*f) && simple.contains(&f.name())) {
        let name = body.name();
        body.set_name("");
        body.replace_all_uses_with(program.declare_like(&name, body));
        body.delete_function();
    }
    let unused = |f: &Value| {
        !takes_precedence(*f)
            && !f.is_declaration()
            && f.users().next().is_none()
            && !roots.contains(&f.name().as_str())
    };
    loop {
        let gone: Vec<Value> = program.functions().filter(unused).collect();
        if gone.is_empty() {
            break;
        }
        gone.into_iter().for_each(Value::delete_function);
    }
    symbols(program).any(|v| v.users().next().is_some() && wanted(&v.name()))
}

/// Whether a body is one that the program has beside the library's.
fn is_copy(v: Value) -> bool {
    v.linkage() == Linkage::LLVMAvailableExternallyLinkage
}

/// Whether a definition of the models is one that a program calls, and not a copy of what a header defines.
fn is_shared(v: Value) -> bool {
    !v.is_declaration() && !is_local(v) && !is_inline(v)
}

fn is_local(v: Value) -> bool {
    matches!(v.linkage(), Linkage::LLVMInternalLinkage | Linkage::LLVMPrivateLinkage)
}

/// Whether each file that uses a definition has one of its own.
fn is_inline(v: Value) -> bool {
    matches!(v.linkage(), Linkage::LLVMLinkOnceAnyLinkage | Linkage::LLVMLinkOnceODRLinkage)
}

/// Names of what is the same object in all files: tables and types of classes, and what the end of a function that throws
/// nothing is known by.
fn has_identity(name: &str) -> bool {
    ["_ZTV", "_ZTI", "_ZTS", "_ZTT", "_ZTC", "__clang_call_terminate"]
        .iter()
        .any(|start| name.starts_with(start))
}

/// Links what the program names of a module of models.
fn link_module(
    context: &Context,
    program: Module,
    module: Module,
    roots: &[&str],
    linked: &mut Linked,
) -> Result<(), String> {
    module.set_target_of(program);
    let named: FxHashSet<String> = symbols(program).map(Value::name).collect();
    let stays: FxHashSet<String> =
        symbols(program).filter(|v| takes_precedence(*v)).map(Value::name).collect();
    for symbol in symbols(module).filter(|v| !v.is_declaration()).collect::<Vec<_>>() {
        let name = symbol.name();
        if name.starts_with("llvm.") {
            continue;
        }
        if !matches!(symbol.kind(), ValueKind::LLVMGlobalAliasValueKind | ValueKind::LLVMGlobalIFuncValueKind)
        {
            symbol.leave_comdat();
        }
        // The program's copies of what headers define stay its own.
        if is_inline(symbol) && !has_identity(&name) {
            symbol.set_linkage(Linkage::LLVMInternalLinkage);
        }
        let local = is_local(symbol);
        if local && named.contains(&name) {
            // Otherwise LLVM would choose a name, and its origin could not be determined.
            symbol.set_name(&format!("{name}.model"));
        } else if !local
            && !named.contains(&name)
            && !roots.iter().chain(&linked.roots).any(|root| *root == name)
        {
            let linkage = match has_identity(&name) {
                true => Linkage::LLVMLinkOnceODRLinkage,
                false => Linkage::LLVMInternalLinkage,
            };
            symbol.set_linkage(linkage);
        }
        if local || !stays.contains(&name) {
            linked.symbols.insert(symbol.name());
        }
    }
    // The linker takes a local symbol or an inline one, and reads its body, only if a linked entity uses it.
    if !program.link(module) {
        let said = context.take_messages().into_iter().find(|(error, _)| *error);
        return Err(format!("models: {}", said.map_or("cannot be linked".to_string(), |(_, text)| text)));
    }
    context.take_messages();
    Ok(())
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
