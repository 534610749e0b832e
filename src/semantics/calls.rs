//! Whether a call fits the function that it reaches.

use crate::program::{Function, InstId, InstKind, Program, Type, TypeId, Types, Value, operands};

/// Whether machines pass the arguments and the result of a call as the function that it reaches takes and returns them. Signs, and
/// what pointers lead to, make no difference, and nor does a result that nobody uses. Calls of models and by models fit.
pub fn call_fits(program: &Program, caller: &Function, call: InstId, f: &Function) -> bool {
    let inst = caller.inst(call);
    let InstKind::Call { args, attrs, fn_ty, .. } = &inst.kind else { return true };
    let types = &program.types;
    let Type::Function { params: passed, .. } = types.get(*fn_ty) else { return true };
    if caller.model || f.model {
        return true;
    }
    // A call without a prototype has a parameter for each of its arguments.
    let count = passed.len() >= f.params.len() && (f.vararg || args.len() == f.params.len());
    let pairs = passed.iter().zip(&f.params).enumerate();
    let mut arguments =
        pairs.map(|(i, (&ty, param))| match (attrs.get(i).and_then(|a| a.byval), param.attrs.byval) {
            (None, None) => alike(types, ty, param.ty),
            (Some(a), Some(b)) => types.layout(a).alloc_size == types.layout(b).alloc_size,
            _ => false,
        });
    let void = matches!(types.get(inst.ty), Type::Void);
    count
        && arguments.all(|fits| fits)
        && (void || alike(types, inst.ty, f.ret) || !is_used(caller, Value::Inst(call)))
}

/// Whether values of both types lie in registers and on the stack alike.
fn alike(types: &Types, a: TypeId, b: TypeId) -> bool {
    if a == b {
        return true;
    }
    match (types.get(a), types.get(b)) {
        (Type::Ptr(_), Type::Ptr(_)) => true,
        (&Type::Int(width), Type::Ptr(_)) => types.layout(b).alloc_size * 8 == u64::from(width),
        (Type::Ptr(_), &Type::Int(width)) => types.layout(a).alloc_size * 8 == u64::from(width),
        (&Type::Vector { elem: a, count: m }, &Type::Vector { elem: b, count: n }) => {
            m == n && alike(types, a, b)
        }
        (&Type::Array { elem: a, count: m }, &Type::Array { elem: b, count: n }) => {
            m == n && alike(types, a, b)
        }
        (Type::Struct { fields: a, .. }, Type::Struct { fields: b, .. }) => {
            a.len() == b.len() && a.iter().zip(b).all(|(&a, &b)| alike(types, a, b))
        }
        _ => false,
    }
}

/// Whether an instruction of the function computes with a value.
fn is_used(f: &Function, value: Value) -> bool {
    f.insts.iter().any(|inst| {
        let mut used = false;
        match &inst.kind {
            InstKind::Phi(incoming) => used = incoming.iter().any(|(_, v)| *v == value),
            kind => operands(kind, |v| used |= v == value),
        }
        used
    })
}
