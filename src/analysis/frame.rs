//! Makes a program whose entry checks the contract of a function tell what that function writes and frees.
//!
//! Behind each write, and behind each release of memory, stands a call of a function of `models/contract.c`, which asserts that
//! the contract allows it. The target of the access counts, and not whether the value differs. An access that is a violation in
//! itself has ended the run before.

use super::effects::effect;
use crate::base::Bits;
use crate::program::{
    CONTRACT, Callee, Const, ConstId, FuncId, Function, Inst, InstId, InstKind, Intrinsic, Layout, PROMISE,
    ParamAttrs, Program, Type, Value, contracted,
};
use crate::semantics::{Native, natives};

/// Functions of the models that are called.
struct Checks {
    wrote: FuncId,
    freed: FuncId,
    called: FuncId,
}

/// What an instruction does to memory that others know.
enum Act {
    /// Writes so many bytes there.
    Writes(Value, Size),
    /// Frees that.
    Frees(Value),
    /// Does what is not known here.
    Calls,
}

/// A number of bytes.
#[derive(Clone, Copy)]
enum Size {
    Known(u64),
    Given(Value),
}

/// Prepares a program for the harness of a contract: variables hold anything at first, nothing runs before the harness or
/// behind it, and every write is checked.
///
/// # Errors
/// In words: what the check of a contract does not support.
pub fn prepare(program: &mut Program, harness: &str) -> Result<(), String> {
    let function = contracted(harness).unwrap_or_default();
    let is_it = |f: &Function| f.source_name == function || f.name == function;
    let defined = program.functions.iter().any(|f| is_it(f) && f.is_defined());
    // The other harness does not call it.
    if harness.starts_with(CONTRACT) && !defined {
        return Err(format!("function `{function}` is not defined"));
    }
    for global in program.globals.iter_mut().filter(|g| !g.model) {
        // Literals and the data of sanitizers have no names in the source.
        if global.constant || global.name.contains('#') {
            continue;
        }
        if global.thread_local {
            return Err(format!("--check-contract: the variable `{}` of a thread", global.name));
        }
        global.init = None;
    }
    program.constructors.clear();
    program.destructors.clear();
    if let Some(harness) = program.function(harness) {
        program.functions[harness.index()].source_name = format!("contract of {function}");
    }
    watch(program, Watched::All)
}

/// Functions whose writes are told of.
#[derive(Clone, Copy)]
pub(super) enum Watched<'a> {
    All,
    Only(&'a [FuncId]),
}

/// Puts calls behind what functions write and free.
///
/// # Errors
/// In words: the models do not fit.
pub(super) fn watch(program: &mut Program, watched: Watched<'_>) -> Result<(), String> {
    let named = |name: &str| program.function(name).ok_or_else(|| format!("{name} is missing in the models"));
    let checks = Checks {
        wrote: named("__bmc_contract_wrote")?,
        freed: named("__bmc_contract_freed")?,
        called: named("__bmc_contract_called")?,
    };
    let natives = natives(program);
    let indirect = program.consts.iter().any(|constant| match constant {
        Const::Func(f) => natives[f.index()].as_ref().is_some_and(changes_memory),
        _ => false,
    });
    for f in (0..program.functions.len()).map(FuncId::new) {
        let name = &program.func(f).name;
        let own = name.starts_with("__bmc_contract_")
            || name.starts_with("__bmc_promise_") && !name.starts_with(PROMISE)
            || name == "__CPROVER_is_fresh";
        let wanted = match watched {
            Watched::All => true,
            Watched::Only(functions) => functions.contains(&f),
        };
        if wanted && !own {
            watch_function(program, f, &natives, &checks, indirect);
        }
    }
    Ok(())
}

fn changes_memory(native: &Native) -> bool {
    let effect = effect(native);
    !effect.writes.is_empty() || effect.frees.is_some()
}

/// Puts calls behind what a function does.
fn watch_function(
    program: &mut Program,
    f: FuncId,
    natives: &[Option<Native>],
    checks: &Checks,
    indirect: bool,
) {
    for block in 0..program.func(f).blocks.len() {
        let old = std::mem::take(&mut program.functions[f.index()].blocks[block].insts);
        let mut new = Vec::with_capacity(old.len());
        for id in old {
            new.push(id);
            for act in acts(program, f, id, natives, indirect) {
                let loc = program.func(f).inst(id).loc;
                let (callee, args) = match act {
                    Act::Writes(to, size) => (checks.wrote, vec![to, bytes(program, size)]),
                    Act::Frees(p) => (checks.freed, vec![p]),
                    Act::Calls => (checks.called, Vec::new()),
                };
                let kind = call(program, callee, args);
                let ty = program.func(callee).ret;
                let function = &mut program.functions[f.index()];
                let made = InstId::new(function.insts.len());
                function.insts.push(Inst { kind, ty, loc });
                new.push(made);
            }
        }
        program.functions[f.index()].blocks[block].insts = new;
    }
}

/// What an instruction does to memory. The match is exhaustive on purpose: an author of a new instruction must state it.
fn acts(program: &Program, f: FuncId, id: InstId, natives: &[Option<Native>], indirect: bool) -> Vec<Act> {
    let function = program.func(f);
    let inst = function.inst(id);
    let size = |ty| Size::Known(program.types.layout(ty).store_size);
    let acts = match &inst.kind {
        InstKind::Store { ptr, ty, .. } | InstKind::CmpXchg { ptr, ty, .. } => {
            vec![Act::Writes(*ptr, size(*ty))]
        }
        InstKind::AtomicRmw { ptr, .. } => vec![Act::Writes(*ptr, size(inst.ty))],
        // A list of arguments is one object, so one byte stands for it.
        InstKind::VaArg(list) => vec![Act::Writes(*list, Size::Known(1))],
        InstKind::Call { callee: Callee::Intrinsic(which), args, .. } => match which {
            Intrinsic::Memcpy | Intrinsic::Memmove | Intrinsic::Memset => match args[..] {
                [to, _, size, ..] if is_word(program, function, size) => {
                    vec![Act::Writes(to, Size::Given(size))]
                }
                [_, _, _, ..] => vec![Act::Calls],
                _ => Vec::new(),
            },
            Intrinsic::VaStart | Intrinsic::VaCopy | Intrinsic::VaEnd => {
                args.first().map(|&list| Act::Writes(list, Size::Known(1))).into_iter().collect()
            }
            _ => Vec::new(),
        },
        InstKind::Call { callee: Callee::Direct(g), args, .. } => match &natives[g.index()] {
            Some(native) => of_native(program, native, args),
            None => Vec::new(),
        },
        InstKind::Call { callee: Callee::Indirect(_), .. } if indirect => vec![Act::Calls],
        InstKind::Call { .. }
        | InstKind::Alloca { .. }
        | InstKind::Binary { .. }
        | InstKind::FBinary { .. }
        | InstKind::Fneg(_)
        | InstKind::Icmp { .. }
        | InstKind::Fcmp { .. }
        | InstKind::Cast { .. }
        | InstKind::Select { .. }
        | InstKind::Freeze(_)
        | InstKind::ExtractValue { .. }
        | InstKind::InsertValue { .. }
        | InstKind::ExtractElement { .. }
        | InstKind::InsertElement { .. }
        | InstKind::ShuffleVector { .. }
        | InstKind::Gep { .. }
        | InstKind::Load { .. }
        | InstKind::Fence(_)
        | InstKind::Phi(_)
        | InstKind::DebugValue { .. }
        | InstKind::DebugDeclare { .. }
        | InstKind::Br(_)
        | InstKind::CondBr { .. }
        | InstKind::Switch { .. }
        | InstKind::IndirectBr { .. }
        | InstKind::InvokeEnd { .. }
        | InstKind::Ret(_)
        | InstKind::Unreachable
        | InstKind::LandingPad { .. }
        | InstKind::Resume(_)
        | InstKind::Unsupported { .. } => Vec::new(),
    };
    acts.into_iter().filter(|act| !matches!(act, Act::Writes(to, _) if is_local(function, *to))).collect()
}

/// Whether an operand has the width of a size.
fn is_word(program: &Program, function: &Function, v: Value) -> bool {
    let width = program.target.pointer_bits;
    match v {
        Value::Inst(i) => *program.types.get(function.inst(i).ty) == Type::Int(width),
        Value::Arg(n) => *program.types.get(function.params[n as usize].ty) == Type::Int(width),
        Value::Const(c) => matches!(program.constant(c), Const::Int(bits) if bits.width() == width),
    }
}

fn of_native(program: &Program, native: &Native, args: &[Value]) -> Vec<Act> {
    let size = match native {
        Native::Memcpy | Native::Memmove | Native::Memset => args.get(2).copied().map(Size::Given),
        Native::Havoc => args.get(1).copied().map(Size::Given),
        // What a device gives, the function does not write.
        Native::Refresh => None,
        // A pointer.
        _ => Some(Size::Known(u64::from(program.target.pointer_bits / 8))),
    };
    let effect = effect(native);
    let writes = effect.writes.iter().filter_map(|&n| Some(Act::Writes(*args.get(n)?, size?)));
    writes.chain(effect.frees.and_then(|n| args.get(n)).map(|&p| Act::Frees(p))).collect()
}

/// Whether an address is one in a local object of the function itself.
fn is_local(function: &Function, mut address: Value) -> bool {
    loop {
        address = match address {
            Value::Inst(i) => match &function.inst(i).kind {
                InstKind::Gep { base, .. } => *base,
                kind => return matches!(kind, InstKind::Alloca { .. }),
            },
            Value::Arg(n) => return function.params[n as usize].attrs.byval.is_some(),
            Value::Const(_) => return false,
        };
    }
}

/// A number of bytes as an operand.
fn bytes(program: &mut Program, size: Size) -> Value {
    match size {
        Size::Given(value) => value,
        Size::Known(bytes) => {
            let constant = Const::Int(Bits::new(program.target.pointer_bits, bytes));
            program.consts.push(constant);
            Value::Const(ConstId::new(program.consts.len() - 1))
        }
    }
}

/// A call.
pub(super) fn call(program: &mut Program, callee: FuncId, args: Vec<Value>) -> InstKind {
    let function = program.func(callee);
    let (ret, params) = (function.ret, function.params.iter().map(|p| p.ty).collect());
    let attrs = vec![ParamAttrs::default(); args.len()];
    let fn_ty = program.types.insert(Type::Function { ret, params, vararg: false }, Layout::default());
    InstKind::Call { callee: Callee::Direct(callee), args, attrs, fn_ty, noreturn: false }
}
