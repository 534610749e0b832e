//! Functions that an indirect call can reach if nothing is known about its pointer.

use rustc_hash::FxHashMap;

use crate::program::{
    Callee, Const, FloatKind, FuncId, Function, InstId, InstKind, Program, Type, TypeId, Value,
};

/// The part of a type that decides whether an argument can be passed: LLVM's pointers have no pointee type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Shape {
    Void,
    Int(u32),
    Float(FloatKind),
    Ptr,
    Other(TypeId),
    /// A constant of unknown type; matches everything.
    Any,
}

impl Shape {
    fn of(p: &Program, ty: TypeId) -> Shape {
        match p.types.get(ty) {
            Type::Void => Shape::Void,
            Type::Int(w) => Shape::Int(*w),
            Type::Float(k) => Shape::Float(*k),
            Type::Ptr(_) => Shape::Ptr,
            _ => Shape::Other(ty),
        }
    }

    fn of_value(p: &Program, f: &Function, v: Value) -> Shape {
        match v {
            Value::Inst(i) => Shape::of(p, f.inst(i).ty),
            Value::Arg(n) => Shape::of(p, f.params[n as usize].ty),
            Value::Const(c) => match p.constant(c) {
                Const::Int(b) => Shape::Int(b.width()),
                Const::Float(k, _) => Shape::Float(*k),
                Const::Null(_) | Const::Global(_) | Const::Func(_) | Const::BlockAddress(..) => Shape::Ptr,
                Const::Zero(t) | Const::Undef(t) | Const::Poison(t) | Const::Expr(t, _) => Shape::of(p, *t),
                Const::Aggregate(t, _) | Const::Bytes(t, _) => Shape::of(p, *t),
                Const::Unsupported(..) => Shape::Any,
            },
        }
    }

    fn matches(&self, other: &Shape) -> bool {
        self == other || *self == Shape::Any || *other == Shape::Any
    }
}

/// Type of a call or function in terms of shapes.
struct Signature {
    ret: Shape,
    params: Vec<Shape>,
    vararg: bool,
}

/// Functions whose address is taken, and the candidates among them for each call type.
#[derive(Clone, Debug)]
pub struct IndirectTargets {
    address_taken: Vec<FuncId>,
    /// Candidates by call type, for calls without variadic arguments; for these the type alone decides.
    by_type: FxHashMap<TypeId, Vec<FuncId>>,
}

impl IndirectTargets {
    /// Collects the functions whose address is taken, that is, those in constants of the program. (The callee of a
    /// direct call is not a constant.)
    pub fn new(p: &Program) -> IndirectTargets {
        let mut taken = vec![false; p.functions.len()];
        for c in &p.consts {
            if let Const::Func(f) = c {
                taken[f.index()] = true;
            }
        }
        let address_taken = (0..taken.len()).filter(|f| taken[*f]).map(FuncId::new).collect();
        let mut targets = IndirectTargets { address_taken, by_type: FxHashMap::default() };
        for f in &p.functions {
            for i in &f.insts {
                if let InstKind::Call { callee: Callee::Indirect(_), fn_ty, .. } = &i.kind
                    && !targets.by_type.contains_key(fn_ty)
                    && let Some(s) = Signature::of_type(p, *fn_ty)
                    && !s.vararg
                {
                    let found = targets.select(p, &s);
                    targets.by_type.insert(*fn_ty, found);
                }
            }
        }
        targets
    }

    /// Functions whose address is taken.
    pub fn address_taken(&self) -> &[FuncId] {
        &self.address_taken
    }

    /// Functions that the indirect call `call` of `caller` can reach by its type, in the program's order. Empty unless
    /// `call` is an indirect call. A call with a variadic type (clang also emits it for unprototyped pointers) reaches
    /// every function whose parameters fit the given arguments.
    pub fn candidates(&self, p: &Program, caller: &Function, call: InstId) -> Vec<FuncId> {
        let InstKind::Call { callee: Callee::Indirect(_), args, fn_ty, .. } = &caller.inst(call).kind else {
            return Vec::new();
        };
        if let Some(found) = self.by_type.get(fn_ty) {
            return found.clone();
        }
        match Signature::of_call(p, caller, args, *fn_ty) {
            Some(s) => self.select(p, &s),
            None => self.address_taken.clone(),
        }
    }

    fn select(&self, p: &Program, call: &Signature) -> Vec<FuncId> {
        self.address_taken
            .iter()
            .copied()
            .filter(|f| call.fits(&Signature::of_function(p, p.func(*f))))
            .collect()
    }
}

impl Signature {
    fn of_type(p: &Program, ty: TypeId) -> Option<Signature> {
        let Type::Function { ret, params, vararg } = p.types.get(ty) else { return None };
        let params = params.iter().map(|t| Shape::of(p, *t)).collect();
        Some(Signature { ret: Shape::of(p, *ret), params, vararg: *vararg })
    }

    /// Signature of a call with all given arguments, including those beyond the type's.
    fn of_call(p: &Program, caller: &Function, args: &[Value], ty: TypeId) -> Option<Signature> {
        let mut s = Signature::of_type(p, ty)?;
        let more = args.iter().skip(s.params.len()).map(|a| Shape::of_value(p, caller, *a));
        s.params.extend(more);
        Some(s)
    }

    fn of_function(p: &Program, f: &Function) -> Signature {
        let params = f.params.iter().map(|a| Shape::of(p, a.ty)).collect();
        Signature { ret: Shape::of(p, f.ret), params, vararg: f.vararg }
    }

    /// Whether a call with this signature may reach a function with that one. A result may be ignored, otherwise
    /// results must be equal. Parameters must be pairwise equal. Their numbers must be equal unless one side is
    /// variadic; then the call must pass at least the named parameters.
    fn fits(&self, f: &Signature) -> bool {
        let ret = self.ret == Shape::Void || self.ret.matches(&f.ret);
        let count = if self.vararg || f.vararg {
            self.params.len() >= f.params.len()
        } else {
            self.params.len() == f.params.len()
        };
        ret && count && self.params.iter().zip(&f.params).all(|(a, b)| a.matches(b))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::tests_util::ProgramBuilder;

    #[test]
    fn signatures_choose_candidates() {
        let mut b = ProgramBuilder::new();
        let f1 = b.declare("f1", "i32(i32)");
        let f2 = b.declare("f2", "void(ptr,i64)");
        let f3 = b.declare("f3", "i32(ptr,...)");
        let f4 = b.declare("f4", "i32(i32)");
        let f5 = b.declare("f5", "ptr(i32)");
        for f in [f1, f2, f3, f5] {
            b.take_address(f);
        }
        let cases: [(&str, &[&str], &[FuncId]); 8] = [
            ("i32(i32)", &["i32"], &[f1]),
            // The result is not used.
            ("void(i32)", &["i32"], &[f1, f5]),
            ("i32(i64)", &["i64"], &[]),
            ("void(ptr,i64)", &["ptr", "i64"], &[f2, f3]),
            ("i32(ptr)", &["ptr"], &[f3]),
            ("i32(ptr,...)", &["ptr", "i32"], &[f3]),
            // Unprototyped: by the arguments.
            ("i32(...)", &["i32"], &[f1]),
            ("i32(...)", &["ptr", "i32", "i32"], &[f3]),
        ];
        for (ty, args, expected) in cases {
            let caller = b.caller(ty, args);
            let p = &b.program;
            let targets = IndirectTargets::new(p);
            assert_eq!(targets.address_taken(), [f1, f2, f3, f5]);
            let call = InstId::new(0);
            assert_eq!(targets.candidates(p, p.func(caller), call), expected, "{ty} {args:?}");
            assert!(targets.candidates(p, p.func(caller), InstId::new(1)).is_empty());
        }
        assert_eq!(b.program.func(f4).name, "f4");
    }
}
