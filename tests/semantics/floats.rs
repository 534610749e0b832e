//! Floating-point instructions, conversions and intrinsics.

use bmc::internals::base::Bits;
use bmc::internals::ilr::eval::{Evaluator, Model};
use bmc::internals::ilr::{Sort, Value};
use bmc::internals::program::{ArithFlags, CastOp, FBinOp, FcmpPred, FloatKind};
use bmc::internals::property::{Check, CheckSet};
use bmc::internals::semantics::{
    Concrete, Domain, Raised, ScalarType, Sink, Symbolic, Unsupported, fcmp, float_binary, float_cast,
    float_intrinsic, float_neg, float_reduce,
};

use crate::native::{Function, run};
use crate::values::{Random, edges};

/// Formats with their names in LLVM's language and their suffix in names of intrinsics.
const KINDS: [(FloatKind, &str, &str); 6] = [
    (FloatKind::Half, "half", "f16"),
    (FloatKind::Bfloat, "bfloat", "bf16"),
    (FloatKind::Single, "float", "f32"),
    (FloatKind::Double, "double", "f64"),
    (FloatKind::X87, "x86_fp80", "f80"),
    (FloatKind::Quad, "fp128", "f128"),
];

const BINARY: [FBinOp; 5] = [FBinOp::Fadd, FBinOp::Fsub, FBinOp::Fmul, FBinOp::Fdiv, FBinOp::Frem];

const PREDICATES: [FcmpPred; 16] = [
    FcmpPred::False,
    FcmpPred::Oeq,
    FcmpPred::Ogt,
    FcmpPred::Oge,
    FcmpPred::Olt,
    FcmpPred::Ole,
    FcmpPred::One,
    FcmpPred::Ord,
    FcmpPred::Uno,
    FcmpPred::Ueq,
    FcmpPred::Ugt,
    FcmpPred::Uge,
    FcmpPred::Ult,
    FcmpPred::Ule,
    FcmpPred::Une,
    FcmpPred::True,
];

const WIDTHS: [u32; 8] = [1, 8, 13, 32, 33, 64, 100, 128];

#[derive(Clone, Debug)]
enum Operation {
    Binary(FBinOp),
    Neg,
    Compare(FcmpPred),
    /// To that type.
    Cast(CastOp, ScalarType),
    /// Name after `llvm.`, number of operands of the format.
    Function(&'static str, usize),
    /// Of two lanes, after a start value.
    Reduce(&'static str),
    /// `llvm.is.fpclass` with that mask.
    Class(u32),
    /// `fptosi.sat`, `lround` and the like, to an integer of that width.
    ToInteger(&'static str, u32),
    /// With an exponent of 32 bits.
    Ldexp,
}

#[derive(Clone, Debug)]
struct Case {
    op: Operation,
    from: ScalarType,
}

fn kind_of(t: ScalarType) -> Option<FloatKind> {
    match t {
        ScalarType::Float(kind) => Some(kind),
        ScalarType::Int(_) => None,
    }
}

fn width_of(t: ScalarType) -> u32 {
    match t {
        ScalarType::Float(kind) => kind.bits(),
        ScalarType::Int(width) => width,
    }
}

fn type_name(t: ScalarType) -> String {
    match t {
        ScalarType::Float(kind) => KINDS.iter().find(|k| k.0 == kind).unwrap().1.to_owned(),
        ScalarType::Int(width) => format!("i{width}"),
    }
}

fn suffix(kind: FloatKind) -> &'static str {
    KINDS.iter().find(|k| k.0 == kind).unwrap().2
}

fn cases() -> Vec<Case> {
    let mut all = Vec::new();
    for (kind, ..) in KINDS {
        let from = ScalarType::Float(kind);
        let mut add = |op: Operation| all.push(Case { op, from });
        // What native code does of these formats is another format's operation, rounded twice or of x87's
        // functions for Quad: not what LLVM's language says.
        let (small, quad) = (kind.bits() == 16, kind == FloatKind::Quad);
        for op in BINARY {
            if !(quad && op == FBinOp::Frem) {
                add(Operation::Binary(op));
            }
        }
        add(Operation::Neg);
        add(Operation::Function("fabs", 1));
        add(Operation::Function("copysign", 2));
        for pred in PREDICATES {
            add(Operation::Compare(pred));
        }
        for bit in 0..10 {
            add(Operation::Class(1 << bit));
        }
        for mask in [0, 0x3, 0x204, 0x1f8, 0x264, 0x3ff] {
            add(Operation::Class(mask));
        }
        for width in WIDTHS {
            add(Operation::Cast(CastOp::Fptosi, ScalarType::Int(width)));
            add(Operation::Cast(CastOp::Fptoui, ScalarType::Int(width)));
            add(Operation::ToInteger("fptosi.sat", width));
            add(Operation::ToInteger("fptoui.sat", width));
        }
        if !quad {
            for name in ["sqrt", "floor", "ceil", "trunc", "round", "roundeven", "rint", "nearbyint"] {
                add(Operation::Function(name, 1));
            }
            add(Operation::Function("minnum", 2));
            add(Operation::Function("maxnum", 2));
        }
        if !quad && !small {
            add(Operation::Function("fma", 3));
            add(Operation::Function("fmuladd", 3));
            add(Operation::Ldexp);
            for name in ["lround", "llround", "lrint", "llrint"] {
                add(Operation::ToInteger(name, 64));
            }
        }
        if matches!(kind, FloatKind::Single | FloatKind::Double) {
            add(Operation::Function("minimum", 2));
            add(Operation::Function("maximum", 2));
            for op in ["fadd", "fmul", "fmax", "fmin"] {
                add(Operation::Reduce(op));
            }
        }
        for (to, ..) in KINDS {
            if to.bits() > kind.bits() {
                add(Operation::Cast(CastOp::Fpext, ScalarType::Float(to)));
            } else if to.bits() < kind.bits() && (to != FloatKind::Bfloat || kind == FloatKind::Single) {
                add(Operation::Cast(CastOp::Fptrunc, ScalarType::Float(to)));
            }
        }
        for width in WIDTHS {
            if kind != FloatKind::Bfloat || width <= 16 {
                for op in [CastOp::Sitofp, CastOp::Uitofp] {
                    all.push(Case { op: Operation::Cast(op, from), from: ScalarType::Int(width) });
                }
            }
        }
    }
    all
}

impl Case {
    fn args(&self) -> Vec<ScalarType> {
        match &self.op {
            Operation::Binary(_) | Operation::Compare(_) => vec![self.from; 2],
            Operation::Function(_, count) => vec![self.from; *count],
            Operation::Reduce("fadd" | "fmul") => vec![self.from; 3],
            Operation::Reduce(_) => vec![self.from; 2],
            Operation::Ldexp => vec![self.from, ScalarType::Int(32)],
            _ => vec![self.from],
        }
    }

    fn ret(&self) -> ScalarType {
        match &self.op {
            Operation::Compare(_) | Operation::Class(_) => ScalarType::Int(1),
            Operation::Cast(_, to) => *to,
            Operation::ToInteger(_, width) => ScalarType::Int(*width),
            _ => self.from,
        }
    }

    fn function(&self) -> Function {
        let (args, ret) = (self.args(), self.ret());
        let mut body = String::new();
        let mut operands = Vec::new();
        for (k, &t) in args.iter().enumerate() {
            if kind_of(t).is_some() {
                body += &format!("  %x{k} = bitcast i{} %a{k} to {}\n", width_of(t), type_name(t));
                operands.push(format!("{} %x{k}", type_name(t)));
            } else {
                operands.push(format!("{} %a{k}", type_name(t)));
            }
        }
        let t = type_name(self.from);
        let mut declares = Vec::new();
        let mut call = |name: String, immediate: &str| {
            let types: Vec<String> = args.iter().map(|&t| type_name(t)).collect();
            let more = if immediate.is_empty() { "" } else { ", i32" };
            declares.push(format!("{} @llvm.{name}({}{more})", type_name(ret), types.join(", ")));
            format!("call {} @llvm.{name}({}{immediate})", type_name(ret), operands.join(", "))
        };
        let suffix_of_from = kind_of(self.from).map_or("", suffix);
        let value = match &self.op {
            Operation::Binary(op) => format!("{} {t} %x0, %x1", format!("{op:?}").to_lowercase()),
            Operation::Neg => format!("fneg {t} %x0"),
            Operation::Compare(pred) => format!("fcmp {} {t} %x0, %x1", format!("{pred:?}").to_lowercase()),
            Operation::Cast(op, to) => {
                format!("{} {} to {}", format!("{op:?}").to_lowercase(), operands[0], type_name(*to))
            }
            Operation::Function(name, _) => call(format!("{name}.{suffix_of_from}"), ""),
            Operation::Class(mask) => call(format!("is.fpclass.{suffix_of_from}"), &format!(", i32 {mask}")),
            Operation::ToInteger(name, width) => call(format!("{name}.i{width}.{suffix_of_from}"), ""),
            Operation::Reduce(op) => {
                let start = args.len() - 2;
                body += &format!("  %v0 = insertelement <2 x {t}> poison, {t} %x{start}, i32 0\n");
                body += &format!("  %v1 = insertelement <2 x {t}> %v0, {t} %x{}, i32 1\n", start + 1);
                let name = format!("{t} @llvm.vector.reduce.{op}.v2{suffix_of_from}");
                let first = if start == 1 { format!("{t}, ") } else { String::new() };
                declares.push(format!("{name}({first}<2 x {t}>)"));
                let first = if start == 1 { format!("{t} %x0, ") } else { String::new() };
                format!("call {name}({first}<2 x {t}> %v1)")
            }
            Operation::Ldexp => call(format!("ldexp.{suffix_of_from}.i32"), ""),
        };
        if kind_of(ret).is_some() {
            body += &format!("  %y = {value}\n  %r = bitcast {} %y to i{}", type_name(ret), width_of(ret));
        } else {
            body += &format!("  %r = {value}");
        }
        let args = args.into_iter().map(width_of).collect();
        Function { args, ret: width_of(ret), body, declares }
    }

    fn eval<D: Domain>(
        &self,
        d: &mut D,
        args: &[D::Bv],
        sink: &mut impl Sink<D::Bool>,
    ) -> Result<D::Bv, Unsupported> {
        let width = width_of(self.ret());
        let kind = kind_of(self.from);
        match &self.op {
            Operation::Binary(op) => float_binary(d, kind.unwrap(), *op, &args[0], &args[1]),
            Operation::Neg => float_neg(d, kind.unwrap(), &args[0]),
            Operation::Compare(pred) => {
                let holds = fcmp(d, kind.unwrap(), *pred, &args[0], &args[1])?;
                Ok(d.bool_to_bv(&holds))
            }
            Operation::Cast(op, to) => {
                float_cast(d, *op, ArithFlags::default(), &args[0], self.from, *to, sink)
            }
            Operation::Function(name, _) | Operation::ToInteger(name, _) => {
                float_intrinsic(d, name, kind.unwrap(), args, width, sink)
            }
            Operation::Reduce(op) => {
                let (start, lanes) = args.split_at(args.len() - 2);
                float_reduce(d, op, kind.unwrap(), start.first(), lanes)
            }
            Operation::Ldexp => float_intrinsic(d, "ldexp", kind.unwrap(), args, width, sink),
            Operation::Class(mask) => {
                let mask = d.int(32, u64::from(*mask));
                float_intrinsic(d, "is.fpclass", kind.unwrap(), &[args[0].clone(), mask], width, sink)
            }
        }
    }

    /// Whether the domain of terms does it without knowing the operands.
    fn works_on_terms(&self) -> bool {
        !matches!(self.op, Operation::Binary(FBinOp::Frem) | Operation::Function("fma", _))
    }
}

/// Bits of exponent and of fraction; x87's explicit leading bit counts to neither.
fn layout(kind: FloatKind) -> (u32, u32) {
    match kind {
        FloatKind::Half => (5, 10),
        FloatKind::Bfloat => (8, 7),
        FloatKind::Single => (8, 23),
        FloatKind::Double => (11, 52),
        FloatKind::X87 => (15, 63),
        FloatKind::Quad | FloatKind::PpcDouble => (15, 112),
    }
}

/// The value of these parts.
fn assemble(kind: FloatKind, negative: bool, exponent: &Bits, fraction: &Bits) -> Bits {
    let sign = Bits::new(1, u64::from(negative));
    let top = sign.concat(exponent);
    let top =
        if kind == FloatKind::X87 { top.concat(&Bits::new(1, u64::from(!exponent.is_zero()))) } else { top };
    top.concat(fraction)
}

fn parts(kind: FloatKind, a: &Bits) -> (Bits, Bits) {
    let (e, f) = layout(kind);
    (a.extract(a.width() - 2, a.width() - 1 - e), a.extract(f - 1, 0))
}

fn is_nan(kind: FloatKind, a: &Bits) -> bool {
    let (exponent, fraction) = parts(kind, a);
    exponent.is_ones() && !fraction.is_zero()
}

fn is_signalling(kind: FloatKind, a: &Bits) -> bool {
    is_nan(kind, a) && !a.bit(layout(kind).1 - 1)
}

/// Zeros, infinities, NaNs, ends of the ranges, small integers and halves, ends of the integer types.
fn float_edges(kind: FloatKind) -> Vec<Bits> {
    let (e, f) = layout(kind);
    let bias = (1u64 << (e - 1)) - 1;
    let exponent = |n: u64| Bits::new(e, n);
    let fraction = |n: u64| Bits::new(f, n);
    let top = Bits::power_of_two(f, f - 1);
    let mut shapes = vec![
        (exponent(0), fraction(0)),
        (exponent(0), fraction(1)),
        (exponent(0), Bits::ones(f)),
        (exponent(1), fraction(0)),
        (exponent(1), fraction(1)),
        (Bits::ones(e), fraction(0)),
        (Bits::ones(e), top.clone()),
        (Bits::ones(e), fraction(1)),
        (Bits::ones(e).sub(&Bits::one(e)), Bits::ones(f)),
        (exponent(bias), fraction(0)),
        (exponent(bias), fraction(1)),
        (exponent(bias), top.clone()),
        (exponent(bias - 1), fraction(0)),
        (exponent(bias - 1), Bits::ones(f)),
        (exponent(bias - 2), top.clone()),
        (exponent(bias + 1), Bits::power_of_two(f, f - 2)),
        (exponent(bias + 1), fraction(0)),
        (exponent(bias + u64::from(f)), fraction(1)),
        (exponent(bias + u64::from(f) - 1), fraction(1)),
    ];
    for width in WIDTHS {
        for n in [width - 1, width] {
            if u64::from(n) <= bias {
                shapes.push((exponent(bias + u64::from(n)), fraction(0)));
                shapes.push((exponent(bias + u64::from(n) - 1), Bits::ones(f)));
            }
        }
    }
    shapes.iter().flat_map(|(e, f)| [false, true].map(|negative| assemble(kind, negative, e, f))).collect()
}

fn random_float(random: &mut Random, kind: FloatKind) -> Bits {
    let (e, f) = layout(kind);
    let fraction = match random.below(3) {
        0 => random.bits(f),
        1 => random.short(f),
        // Few digits, so that results are exact or tie.
        _ => random.bits(f).shl_by(f - (f / 2).min(6)),
    };
    let bias = (1u64 << (e - 1)) - 1;
    let exponent = match random.below(3) {
        0 => random.bits(e),
        1 => Bits::new(e, bias + random.next() % 8 - 4),
        _ => Bits::new(e, bias + random.next() % (2 * u64::from(f)).min(bias) - u64::from(f).min(bias) / 2),
    };
    assemble(kind, random.next() & 1 == 1, &exponent, &fraction)
}

fn tuples(random: &mut Random, case: &Case) -> Vec<Vec<Bits>> {
    let types = case.args();
    let edge = |t: ScalarType| match t {
        ScalarType::Float(kind) => float_edges(kind),
        ScalarType::Int(width) => edges(width),
    };
    let edges: Vec<Vec<Bits>> = types.iter().map(|&t| edge(t)).collect();
    let mut result: Vec<Vec<Bits>> = Vec::new();
    if types.len() == 1 {
        result.extend(edges[0].iter().map(|a| vec![a.clone()]));
    }
    // All pairs of the first: zeros, least and greatest, infinities, NaNs, ones.
    if let [a, b] = &edges[..] {
        for x in &a[..a.len().min(20)] {
            result.extend(b[..b.len().min(20)].iter().map(|y| vec![x.clone(), y.clone()]));
        }
    }
    let count = if types.len() == 1 { 60 } else { 250 };
    for _ in 0..count {
        let tuple = types.iter().zip(&edges).map(|(&t, edges)| match (random.below(2), t) {
            (0, _) => edges[random.below(edges.len())].clone(),
            (_, ScalarType::Float(kind)) => random_float(random, kind),
            (_, ScalarType::Int(width)) => random.short(width),
        });
        result.push(tuple.collect());
    }
    // What native code makes of signalling NaNs differs by operation and format.
    let signalling = |args: &[Bits]| {
        args.iter().zip(&types).any(|(a, &t)| kind_of(t).is_some_and(|kind| is_signalling(kind, a)))
    };
    let keeps = matches!(case.op, Operation::Compare(_) | Operation::Class(_));
    let wide = width_of(case.from) > 16;
    result.retain(|args| (keeps && wide) || !signalling(args));
    // The C library may return either zero.
    if matches!(case.op, Operation::Function("minnum" | "maxnum", _) | Operation::Reduce("fmax" | "fmin")) {
        let zero = |a: &Bits| a.extract(a.width() - 2, 0).is_zero();
        result.retain(|args| !args.iter().all(zero));
    }
    result
}

#[test]
fn agree_with_native_code() {
    let cases = cases();
    let functions: Vec<Function> = cases.iter().map(Case::function).collect();
    let mut random = Random(0xf10a7);
    let mut queries = Vec::new();
    let mut out_of_range = 0;
    for (i, case) in cases.iter().enumerate() {
        for args in tuples(&mut random, case) {
            let mut raised = Raised::new(CheckSet::all());
            case.eval(&mut Concrete::new(), &args, &mut raised).unwrap();
            match raised.list() {
                [] => queries.push((i, args)),
                [(Check::FloatCast, true)] => out_of_range += 1,
                other => panic!("{case:?} of {args:?} raises {other:?}"),
            }
        }
    }
    let results = run("floats", &functions, &queries);
    for ((i, args), result) in queries.iter().zip(&results) {
        let case = &cases[*i];
        let place = || format!("{case:?} of {args:?}");
        let same = |value: &Bits| {
            value == result || kind_of(case.ret()).is_some_and(|k| is_nan(k, value) && is_nan(k, result))
        };
        let mut d = Concrete::new();
        let value = case.eval(&mut d, args, &mut Raised::new(CheckSet::EMPTY)).unwrap();
        assert!(same(&value) && d.given().is_empty(), "{}: {value:?}, natively {result:?}", place());

        let mut d = Symbolic::new();
        let constants: Vec<_> = args.iter().map(|a| d.constant(a)).collect();
        let again = case.eval(&mut d, &constants, &mut Raised::new(CheckSet::all())).unwrap();
        assert_eq!(d.as_const(&again).as_ref(), Some(&value), "{}", place());

        let mut d = Symbolic::new();
        let mut model = Model::new();
        let mut vars = Vec::new();
        for (k, a) in args.iter().enumerate() {
            let v = d.terms.var(&format!("a{k}"), Sort::Bv(a.width()));
            model.set(v, Value::Bits(a.clone()));
            vars.push(v);
        }
        match case.eval(&mut d, &vars, &mut Raised::new(CheckSet::all())) {
            Ok(t) => {
                let found = Evaluator::new(d.terms.store(), &model).bits(t);
                assert!(case.works_on_terms() && same(&found), "{}: {found:?}, natively {result:?}", place());
                // What is no number has the same bits, too.
                assert_eq!(found, value, "{}", place());
            }
            Err(e) => {
                assert!(!case.works_on_terms() && matches!(e, Unsupported::SymbolicFloat(_)), "{}", place())
            }
        }
    }
    assert!(queries.len() > 50_000 && out_of_range > 1000, "{} queries, {out_of_range}", queries.len());
}

#[test]
fn out_of_range_conversions_are_told_by_the_saturating_ones() {
    let mut random = Random(3);
    for (kind, ..) in KINDS {
        for width in WIDTHS {
            for (op, name) in [(CastOp::Fptosi, "fptosi.sat"), (CastOp::Fptoui, "fptoui.sat")] {
                let case =
                    Case { op: Operation::Cast(op, ScalarType::Int(width)), from: ScalarType::Float(kind) };
                let wide = Case {
                    op: Operation::ToInteger(if op == CastOp::Fptosi { name } else { "fptosi.sat" }, 40_000),
                    from: case.from,
                };
                for args in tuples(&mut random, &case) {
                    let mut raised = Raised::new(CheckSet::all());
                    case.eval(&mut Concrete::new(), &args, &mut raised).unwrap();
                    // Every finite value fits 40,000 bits.
                    let exact =
                        wide.eval(&mut Concrete::new(), &args, &mut Raised::new(CheckSet::EMPTY)).unwrap();
                    let finite = !parts(kind, &args[0]).0.is_ones();
                    let low = exact.trunc(width);
                    let back = if op == CastOp::Fptosi { low.sext(40_000) } else { low.zext(40_000) };
                    assert_eq!(raised.is_empty(), finite && back == exact, "{case:?} of {args:?}");
                }
            }
        }
    }
}

#[test]
fn wide_integers_round_as_their_top_bits() {
    let mut random = Random(4);
    for (kind, ..) in KINDS {
        for _ in 0..500 {
            // A value of few bits more than the precision, moved up by a power of two.
            let small = random.short(120);
            let shift = random.below(80) as u32;
            let from = |a: &Bits, t: FloatKind| {
                float_cast(
                    &mut Concrete::new(),
                    CastOp::Sitofp,
                    ArithFlags::default(),
                    a,
                    ScalarType::Int(a.width()),
                    ScalarType::Float(t),
                    &mut Raised::new(CheckSet::EMPTY),
                )
                .unwrap()
            };
            let wide = from(&small.sext(200).shl_by(shift), kind);
            let exponent = Bits::new(32, u64::from(shift));
            let scaled = float_intrinsic(
                &mut Concrete::new(),
                "ldexp",
                kind,
                &[from(&small, kind), exponent],
                kind.bits(),
                &mut Raised::new(CheckSet::EMPTY),
            )
            .unwrap();
            assert_eq!(wide, scaled, "{kind:?} {small:?} {shift}");
        }
    }
}
