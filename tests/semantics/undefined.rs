//! What the processor computes where C leaves the result open, for operations whose check is off: both data models are
//! compiled by clang without optimisation and run, and all domains agree with that.

use bmc::internals::base::Bits;
use bmc::internals::ilr::eval::{Evaluator, Model};
use bmc::internals::ilr::{Sort, Value};
use bmc::internals::program::{ArithFlags, BinOp, CastOp, FloatKind, Processor};
use bmc::internals::property::CheckSet;
use bmc::internals::semantics::{
    Concrete, Domain, Raised, Scalar, ScalarType, Scalars, Symbolic, binary, division_traps, float_cast,
};

use crate::native::{Function, Platform, run_on};
use crate::values::{Random, edges};

#[derive(Clone, Debug)]
enum Case {
    Shift(BinOp, u32),
    /// Of the least number by -1.
    Divide(BinOp, u32),
    Convert(FloatKind, CastOp, u32),
}

/// Bits of a format, and its name in LLVM's language.
fn format(kind: FloatKind) -> (u32, &'static str) {
    match kind {
        FloatKind::Single => (32, "float"),
        FloatKind::Double => (64, "double"),
        FloatKind::X87 => (80, "x86_fp80"),
        other => panic!("{other:?} is not tried"),
    }
}

impl Case {
    fn function(&self) -> Function {
        let lower = |op: &dyn std::fmt::Debug| format!("{op:?}").to_lowercase();
        let (args, ret, body) = match self {
            Case::Shift(op, w) | Case::Divide(op, w) => {
                (vec![*w, *w], *w, format!("  %r = {} i{w} %a0, %a1", lower(op)))
            }
            Case::Convert(kind, op, w) => {
                let (bits, name) = format(*kind);
                let cast =
                    format!("  %f = bitcast i{bits} %a0 to {name}\n  %r = {} {name} %f to i{w}", lower(op));
                (vec![bits], *w, cast)
            }
        };
        Function { args, ret, body, declares: Vec::new() }
    }

    fn eval<D: Domain>(&self, d: &mut D, args: &[D::Bv], processor: Processor) -> D::Bv {
        let mut sink = Raised::on(CheckSet::EMPTY, Some(processor));
        let flags = ArithFlags::default();
        let value = match self {
            Case::Shift(op, _) | Case::Divide(op, _) => binary(d, *op, flags, &args[0], &args[1], &mut sink),
            Case::Convert(kind, op, w) => {
                let (from, to) = (ScalarType::Float(*kind), ScalarType::Int(*w));
                float_cast(d, *op, flags, &args[0], from, to, &mut sink).expect("a format that we know")
            }
        };
        assert!(sink.is_empty());
        value
    }
}

fn cases(processor: Processor) -> Vec<Case> {
    let wide = processor == Processor::X86_64;
    let mut all = Vec::new();
    let widths = [1, 2, 4, 5, 7, 8, 13, 16, 17, 31, 32, 33, 47, 63, 64, 65, 100, 127, 128];
    for width in widths.into_iter().filter(|&w| wide || w <= 64) {
        all.extend([BinOp::Shl, BinOp::Lshr, BinOp::Ashr].map(|op| Case::Shift(op, width)));
        // With registers of 32 bits wide quotients are made by a function of a library that may be missing here.
        let divides = !division_traps(Some(processor), ArithFlags::default(), width) && (wide || width < 32);
        if divides {
            all.extend([BinOp::Sdiv, BinOp::Srem].map(|op| Case::Divide(op, width)));
        }
    }
    for kind in [FloatKind::Single, FloatKind::Double, FloatKind::X87] {
        for width in [8, 16, 32, 64] {
            all.extend([CastOp::Fptosi, CastOp::Fptoui].map(|op| Case::Convert(kind, op, width)));
        }
    }
    all
}

/// Numbers in a format: around the limits of all integer types, NaNs, the infinities, any.
fn numbers(kind: FloatKind, random: &mut Random) -> Vec<Bits> {
    let mut list =
        vec![0.0, 0.5, 0.999, 1.0, 1.5, 300.0, 40000.0, 70000.5, f64::NAN, f64::INFINITY, f64::MAX];
    for power in [7, 8, 15, 16, 31, 32, 62, 63, 64, 65, 90, 1000] {
        let limit = 2f64.powi(power);
        let ulp = limit * f64::EPSILON;
        list.extend([limit, limit - 0.5, limit - 1.0, limit + 0.5, limit + 1.0, limit - ulp, limit + ulp]);
    }
    for _ in 0..60 {
        list.push(f64::from_bits(random.next()));
        list.push(random.next() as f64 / (1u64 << random.below(40)) as f64);
    }
    let both: Vec<f64> = list.iter().flat_map(|&x| [x, -x]).collect();
    let double = |x: f64| Bits::new(64, x.to_bits());
    both.into_iter()
        .map(|x| match kind {
            FloatKind::Single => Bits::new(32, u64::from((x as f32).to_bits())),
            FloatKind::Double => double(x),
            _ => {
                let (from, to) = (ScalarType::Float(FloatKind::Double), ScalarType::Float(kind));
                let mut sink = Raised::new(CheckSet::all());
                let flags = ArithFlags::default();
                float_cast(&mut Concrete::new(), CastOp::Fpext, flags, &double(x), from, to, &mut sink)
                    .expect("a conversion between formats")
            }
        })
        .collect()
}

fn queries(cases: &[Case]) -> Vec<(usize, Vec<Bits>)> {
    let mut random = Random(0x517);
    let mut all = Vec::new();
    for (i, case) in cases.iter().enumerate() {
        match case {
            Case::Shift(_, w) => {
                for a in edges(*w) {
                    all.extend(edges(*w).into_iter().map(|b| (i, vec![a.clone(), b])));
                    all.push((i, vec![a, random.short(*w)]));
                }
                for _ in 0..40 {
                    all.push((i, vec![random.bits(*w), random.bits(*w)]));
                }
            }
            Case::Divide(_, w) => all.push((i, vec![Bits::signed_min(*w), Bits::ones(*w)])),
            Case::Convert(kind, ..) => {
                all.extend(numbers(*kind, &mut random).into_iter().map(|a| (i, vec![a])));
            }
        }
    }
    all
}

fn agree(platform: Platform, processor: Processor) {
    let cases = cases(processor);
    let functions: Vec<Function> = cases.iter().map(Case::function).collect();
    let queries = queries(&cases);
    assert!(queries.len() > 10_000, "{}", queries.len());
    let Some(results) = run_on(platform, "undefined", &functions, &queries) else {
        println!("skipped: programs for {platform:?} do not run here");
        return;
    };
    let mut wrong = Vec::new();
    let mut open: Option<(usize, Symbolic, Vec<bmc::internals::ilr::Term>, bmc::internals::ilr::Term)> = None;
    for ((i, args), result) in queries.iter().zip(&results) {
        let case = &cases[*i];
        let mut known = Concrete::new();
        let first = case.eval(&mut known, args, processor);
        let mut scalars = Scalars::default();
        let row: Vec<Scalar> = args.iter().map(Scalar::of).collect();
        let second = case.eval(&mut scalars, &row, processor).to_bits();
        assert!(known.given().is_empty() && !scalars.unspecified, "{case:?} of {args:?} is open");
        if open.as_ref().is_none_or(|o| o.0 != *i) {
            let mut d = Symbolic::new();
            let vars: Vec<_> = (0..)
                .zip(args)
                .map(|(k, a): (u32, _)| d.terms.var(&format!("a{k}"), Sort::Bv(a.width())))
                .collect();
            let term = case.eval(&mut d, &vars, processor);
            assert!(
                d.unspecified_values().is_empty() || matches!(case, Case::Divide(..)),
                "{case:?} is open"
            );
            open = Some((*i, d, vars, term));
        }
        let (_, d, vars, term) = open.as_ref().expect("it was made");
        let mut model = Model::new();
        for (&v, a) in vars.iter().zip(args) {
            model.set(v, Value::Bits(a.clone()));
        }
        let third = Evaluator::new(d.terms.store(), &model).bits(*term);
        if [&first, &second, &third] != [result; 3] {
            wrong.push(format!("{case:?} of {args:?}: native {result:?}, {first:?}, {second:?}, {third:?}"));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {}:\n{}",
        wrong.len(),
        queries.len(),
        wrong[..wrong.len().min(40)].join("\n")
    );
}

#[test]
fn unchecked_operations_compute_what_x86_64_does() {
    agree(Platform::Native, Processor::X86_64);
}

#[test]
fn unchecked_operations_compute_what_i386_does() {
    agree(Platform::Small, Processor::X86_32);
}
