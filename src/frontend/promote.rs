//! Promotion of local scalars to registers that keeps what traces and checks need.
//!
//! `mem2reg` alone would turn an uninitialised variable into `undef`, which may differ at each use, and would drop the
//! places of assignments. So before it runs:
//! - such a variable gets one unknown but fixed value where its lifetime begins, and
//! - each store becomes a debug value with the store's place;
//! - a variable whose address is taken is held in memory: `mem2reg` repeats, and would promote it once the pointer
//!   variables that hold its address are gone, and with it the end of its lifetime;
//! - so are all variables of a function that calls `setjmp`.

use rustc_hash::FxHashMap;

use crate::program::SETJMP;

use super::llvm::{
    Builder, Context, FUNCTION_INDEX, Metadata, Module, Opcode, TypeKind, Value, ValueKind, attribute_kind,
};

/// Splits coroutines into functions that begin, resume and destroy them, over a frame on the heap (LLVM, "Coroutines in LLVM"); `Err` is
/// LLVM's message. Clang leaves that to passes which it runs at every level of optimisation.
pub(super) fn split_coroutines(module: Module) -> Result<(), String> {
    match module.function("llvm.coro.id") {
        Some(_) => module.run_passes("coro-early,cgscc(coro-split),coro-cleanup"),
        None => Ok(()),
    }
}

/// Promotes all functions; `Err` is LLVM's message. With `marks`, a call that does nothing stays where a local was read or written, so
/// that each statement has an instruction.
pub(super) fn promote(context: &Context, module: Module, marks: bool) -> Result<(), String> {
    module.set_new_debug_format(false);
    let expressions = context.plain_expressions(module);
    let builder = Builder::new(context, module, expressions[0]);
    let (mut assignments, mut unknown, mut held) = (Vec::new(), Vec::new(), Vec::new());
    let optnone = attribute_kind("optnone");
    for function in module.functions() {
        // Passes skip such functions, and clang's `-O0` marks all functions so.
        function.remove_attribute(FUNCTION_INDEX, optnone);
        super::literals::mark(context, function, &builder);
        if marks {
            mark_accesses(function, &builder);
        }
        held.extend(prepare(function, &builder, expressions[0], &mut assignments, &mut unknown));
    }
    module.set_new_debug_format(true);
    for a in assignments {
        let value = match a.at.opcode() {
            Opcode::LLVMStore => a.at.operand(0),
            // The variable's lifetime ends.
            _ => builder.undef(a.at.operand(1).allocated_type()),
        };
        builder.debug_value(value, a.variable, a.location, a.at);
    }
    module.run_passes("function(mem2reg)")?;
    held.into_iter().for_each(Value::erase);
    // Most of them belonged to variables that are always assigned first.
    for value in unknown.into_iter().filter(|v| v.users().next().is_none()) {
        value.erase();
    }
    Ok(())
}

/// Leaves a call that does nothing at each access to a local that will be promoted.
fn mark_accesses(function: Value, builder: &Builder) {
    let locals = function.blocks().flat_map(|b| b.insts());
    let locals = locals.filter(|i| i.opcode() == Opcode::LLVMAlloca && promotable(*i));
    let accesses: Vec<Value> = locals
        .flat_map(|local| local.users().collect::<Vec<_>>())
        .filter(|user| matches!(user.opcode(), Opcode::LLVMLoad | Opcode::LLVMStore))
        .filter(|user| user.debug_location().is_some())
        .collect();
    accesses.into_iter().for_each(|access| builder.nothing(access));
}

/// A store to a source variable, or the end of its lifetime.
struct Assignment {
    at: Value,
    variable: Metadata,
    location: Metadata,
}

fn prepare(
    function: Value,
    builder: &Builder,
    plain: Metadata,
    assignments: &mut Vec<Assignment>,
    unknown: &mut Vec<Value>,
) -> Vec<Value> {
    let (mut objects, mut others) = (Vec::new(), Vec::new());
    let mut starts = Vec::new();
    // What becomes of its variables depends on where a jump comes from.
    let returns_twice = function.blocks().flat_map(|b| b.insts()).any(|inst| {
        inst.opcode() == Opcode::LLVMCall && called_name(inst).is_some_and(|n| SETJMP.contains(&n.as_str()))
    });
    let mut declares: FxHashMap<Value, Vec<Value>> = FxHashMap::default();
    for inst in function.blocks().flat_map(|b| b.insts()) {
        match inst.opcode() {
            Opcode::LLVMAlloca if !returns_twice && promotable(inst) => objects.push(inst),
            Opcode::LLVMAlloca => others.push(inst),
            Opcode::LLVMCall => match called_name(inst) {
                Some(name) if name.starts_with("llvm.lifetime.start") => starts.push((inst, inst.operand(1))),
                Some(name) if name == "llvm.dbg.declare" && inst.operand(2).metadata() == plain => {
                    if let Some(Some(object)) = inst.operand(0).metadata_operands().first() {
                        declares.entry(*object).or_default().push(inst);
                    }
                }
                _ => {}
            },
            _ => {}
        }
    }
    for object in objects {
        let mut places: Vec<Value> = starts.iter().filter(|s| s.1 == object).map(|s| s.0).collect();
        if places.is_empty() {
            places.push(object);
        }
        for place in places {
            if !stored_next(object, place) {
                unknown.push(builder.store_unknown(object, object.allocated_type(), place).operand(0));
            }
        }
        let Some(declares) = declares.get(&object) else { continue };
        let stores: Vec<Value> = object.users().filter(|u| u.opcode() == Opcode::LLVMStore).collect();
        let ends: Vec<Value> = object
            .users()
            .filter(|u| {
                u.opcode() == Opcode::LLVMCall
                    && called_name(*u).is_some_and(|n| n.starts_with("llvm.lifetime.end"))
            })
            .collect();
        for declare in declares {
            let variable = declare.operand(1).metadata();
            for store in &stores {
                if let Some(location) = store.debug_location().or_else(|| declare.debug_location()) {
                    assignments.push(Assignment { at: *store, variable, location });
                }
            }
            // The leak check needs the place where a pointer is lost.
            for &end in
                ends.iter().filter(|_| object.allocated_type().kind() == TypeKind::LLVMPointerTypeKind)
            {
                if let Some(location) = end.debug_location().or_else(|| declare.debug_location()) {
                    assignments.push(Assignment { at: end, variable, location });
                }
            }
            declare.erase();
        }
    }
    others.into_iter().map(|object| builder.volatile_load(object)).collect()
}

fn called_name(call: Value) -> Option<String> {
    let called = call.called_value()?;
    (!called.as_instruction() && called.kind() == ValueKind::LLVMFunctionValueKind).then(|| called.name())
}

/// Whether the first use of the object after the instruction, within its block, reads or writes it.
fn used_next(object: Value, after: Value) -> bool {
    std::iter::successors(after.next(), |i| i.next())
        .find(|i| (0..i.operand_count()).any(|n| i.operand(n) == object))
        .is_some_and(|i| matches!(i.opcode(), Opcode::LLVMStore | Opcode::LLVMLoad))
}

/// Whether the first use of the object after the instruction, within its block, is a store to it.
fn stored_next(object: Value, after: Value) -> bool {
    std::iter::successors(after.next(), |i| i.next())
        .find(|i| (0..i.operand_count()).any(|n| i.operand(n) == object))
        .is_some_and(|i| i.opcode() == Opcode::LLVMStore)
}

/// Whether `mem2reg` will promote the object: a scalar, used by plain loads and stores only.
fn promotable(alloca: Value) -> bool {
    let ty = alloca.allocated_type();
    let scalar = !matches!(
        ty.kind(),
        TypeKind::LLVMArrayTypeKind
            | TypeKind::LLVMStructTypeKind
            | TypeKind::LLVMScalableVectorTypeKind
            | TypeKind::LLVMTargetExtTypeKind
    );
    // A dynamic count is never promoted.
    let count = alloca.operand(0);
    let one = !count.as_instruction()
        && count.kind() == ValueKind::LLVMConstantIntValueKind
        && count.const_low_bits() == 1;
    scalar
        && one
        && alloca.users().all(|user| {
            if !user.as_instruction() {
                return false;
            }
            match user.opcode() {
                Opcode::LLVMLoad => !user.volatile() && user.ty() == ty,
                Opcode::LLVMStore => {
                    !user.volatile() && user.operand(0) != alloca && user.operand(0).ty() == ty
                }
                Opcode::LLVMCall => called_name(user).is_some_and(|n| {
                    n.starts_with("llvm.lifetime.start")
                        || n.starts_with("llvm.lifetime.end") && !used_next(alloca, user)
                }),
                _ => false,
            }
        })
}
