//! Import of intrinsics, by name.

use crate::program::Intrinsic;

/// Meaning of an `llvm.*` function. Type suffixes (`.i32`, `.p0.i64`) are ignored.
pub(super) fn intrinsic(name: &str) -> Intrinsic {
    let Some(full) = name.strip_prefix("llvm.") else { return Intrinsic::Other(name.to_string()) };
    let mut base = full;
    loop {
        if let Some(found) = by_base_name(base) {
            return found;
        }
        match base.rsplit_once('.') {
            Some((shorter, _)) => base = shorter,
            None => return Intrinsic::Other(name.to_string()),
        }
    }
}

/// Operations of `llvm.vector.reduce.*` on integers.
const REDUCTIONS: &[&str] = &["add", "mul", "and", "or", "xor", "smax", "smin", "umax", "umin"];

/// Floating-point intrinsics.
const FLOAT: &[&str] = &[
    "acos",
    "asin",
    "atan",
    "canonicalize",
    "ceil",
    "copysign",
    "cos",
    "cosh",
    "exp",
    "exp10",
    "exp2",
    "fabs",
    "floor",
    "fma",
    "fmuladd",
    "fptosi.sat",
    "fptoui.sat",
    "frexp",
    "get.rounding",
    "is.fpclass",
    "ldexp",
    "llrint",
    "llround",
    "log",
    "log10",
    "log2",
    "lrint",
    "lround",
    "maximum",
    "maxnum",
    "minimum",
    "minnum",
    "nearbyint",
    "pow",
    "powi",
    "rint",
    "round",
    "roundeven",
    "set.rounding",
    "sin",
    "sinh",
    "sqrt",
    "tan",
    "tanh",
    "trunc",
    "vector.reduce.fadd",
    "vector.reduce.fmul",
    "vector.reduce.fmax",
    "vector.reduce.fmin",
    "vector.reduce.fmaximum",
    "vector.reduce.fminimum",
    "convert.from.fp16",
    "convert.to.fp16",
];

fn by_base_name(base: &str) -> Option<Intrinsic> {
    if let Some(op) = base.strip_prefix("vector.reduce.")
        && REDUCTIONS.contains(&op)
    {
        return Some(Intrinsic::VectorReduce(op.to_string()));
    }
    let constrained = base.strip_prefix("experimental.constrained.");
    if FLOAT.contains(&base) || constrained.is_some_and(|operation| !operation.contains('.')) {
        return Some(Intrinsic::Float(base.to_string()));
    }
    Some(match base {
        "memcpy" | "memcpy.inline" => Intrinsic::Memcpy,
        "memmove" => Intrinsic::Memmove,
        "memset" | "memset.inline" => Intrinsic::Memset,
        "sadd.with.overflow" => Intrinsic::SaddWithOverflow,
        "uadd.with.overflow" => Intrinsic::UaddWithOverflow,
        "ssub.with.overflow" => Intrinsic::SsubWithOverflow,
        "usub.with.overflow" => Intrinsic::UsubWithOverflow,
        "smul.with.overflow" => Intrinsic::SmulWithOverflow,
        "umul.with.overflow" => Intrinsic::UmulWithOverflow,
        "sadd.sat" => Intrinsic::SaddSat,
        "uadd.sat" => Intrinsic::UaddSat,
        "ssub.sat" => Intrinsic::SsubSat,
        "usub.sat" => Intrinsic::UsubSat,
        "sshl.sat" => Intrinsic::SshlSat,
        "ushl.sat" => Intrinsic::UshlSat,
        "ctpop" => Intrinsic::Ctpop,
        "ctlz" => Intrinsic::Ctlz,
        "cttz" => Intrinsic::Cttz,
        "bswap" => Intrinsic::Bswap,
        "bitreverse" => Intrinsic::Bitreverse,
        "fshl" => Intrinsic::Fshl,
        "fshr" => Intrinsic::Fshr,
        "smax" => Intrinsic::Smax,
        "smin" => Intrinsic::Smin,
        "umax" => Intrinsic::Umax,
        "umin" => Intrinsic::Umin,
        "abs" => Intrinsic::Abs,
        "scmp" => Intrinsic::Scmp,
        "ucmp" => Intrinsic::Ucmp,
        "expect"
        | "expect.with.probability"
        | "launder.invariant.group"
        | "strip.invariant.group"
        | "ssa.copy"
        | "threadlocal.address"
        | "annotation"
        | "ptr.annotation"
        | "arithmetic.fence" => Intrinsic::Identity,
        "assume" => Intrinsic::Assume,
        "objectsize" => Intrinsic::Objectsize,
        "is.constant" => Intrinsic::IsConstant,
        "lifetime.start" => Intrinsic::LifetimeStart,
        "lifetime.end" => Intrinsic::LifetimeEnd,
        "stacksave" => Intrinsic::Stacksave,
        "stackrestore" => Intrinsic::Stackrestore,
        "va_start" => Intrinsic::VaStart,
        "va_end" => Intrinsic::VaEnd,
        "va_copy" => Intrinsic::VaCopy,
        "trap" | "ubsantrap" | "debugtrap" => Intrinsic::Trap,
        "ptrmask" => Intrinsic::Ptrmask,
        "frameaddress" => Intrinsic::Frameaddress,
        "returnaddress" => Intrinsic::Returnaddress,
        // The result of `invariant.start` is used only by `invariant.end`.
        "donothing"
        | "prefetch"
        | "invariant.start"
        | "invariant.end"
        | "var.annotation"
        | "sideeffect"
        | "pseudoprobe"
        | "experimental.noalias.scope.decl"
        | "dbg.label"
        | "codeview.annotation"
        | "pcmarker"
        | "instrprof.increment"
        | "instrprof.increment.step"
        | "instrprof.cover" => Intrinsic::Nop,
        _ => return None,
    })
}
