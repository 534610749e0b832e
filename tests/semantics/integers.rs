//! Integer instructions and intrinsics.

use bmc::internals::base::Bits;
use bmc::internals::ilr::eval::{Evaluator, Model};
use bmc::internals::ilr::{Sort, Term, Value};
use bmc::internals::program::{ArithFlags, AtomicRmwOp, BinOp, CastOp, IcmpPred, Intrinsic};
use bmc::internals::property::{Check, CheckSet};
use bmc::internals::semantics::{
    Concrete, Domain, Raised, Sink, Symbolic, atomic_rmw, binary, gep_delta, gep_sum, icmp, int_cast,
    intrinsic, vector_reduce, with_overflow,
};
use num_bigint::BigInt;

use crate::native::{Function, run};
use crate::values::{Random, tuples};

const WIDTHS: [u32; 12] = [1, 3, 8, 13, 16, 32, 33, 64, 100, 128, 272, 512];

/// An operation with what its name does not say.
#[derive(Clone, Debug)]
enum Operation {
    Binary(BinOp, ArithFlags),
    Icmp(IcmpPred),
    /// To that width.
    Cast(CastOp, ArithFlags, u32),
    /// The value (false) or the flag (true) of `with.overflow`.
    Overflow(Intrinsic, bool),
    /// Name after `llvm.`, number of integer operands, value of the flag operand, width of the result if it is
    /// not the operands'.
    Call(Intrinsic, &'static str, usize, Option<bool>, Option<u32>),
    /// Of three lanes.
    Reduce(&'static str),
    Rmw(AtomicRmwOp),
    /// `[7 x i32]` array stepped by the first index, its element by the second; pointers have 64 bits.
    Gep,
}

#[derive(Clone, Debug)]
struct Case {
    op: Operation,
    width: u32,
}

const PREDICATES: [(IcmpPred, &str); 10] = [
    (IcmpPred::Eq, "eq"),
    (IcmpPred::Ne, "ne"),
    (IcmpPred::Ugt, "ugt"),
    (IcmpPred::Uge, "uge"),
    (IcmpPred::Ult, "ult"),
    (IcmpPred::Ule, "ule"),
    (IcmpPred::Sgt, "sgt"),
    (IcmpPred::Sge, "sge"),
    (IcmpPred::Slt, "slt"),
    (IcmpPred::Sle, "sle"),
];

const RMW: [(AtomicRmwOp, &str); 13] = [
    (AtomicRmwOp::Xchg, "xchg"),
    (AtomicRmwOp::Add, "add"),
    (AtomicRmwOp::Sub, "sub"),
    (AtomicRmwOp::And, "and"),
    (AtomicRmwOp::Nand, "nand"),
    (AtomicRmwOp::Or, "or"),
    (AtomicRmwOp::Xor, "xor"),
    (AtomicRmwOp::Max, "max"),
    (AtomicRmwOp::Min, "min"),
    (AtomicRmwOp::Umax, "umax"),
    (AtomicRmwOp::Umin, "umin"),
    (AtomicRmwOp::UincWrap, "uinc_wrap"),
    (AtomicRmwOp::UdecWrap, "udec_wrap"),
];

const OVERFLOW: [(Intrinsic, &str); 6] = [
    (Intrinsic::SaddWithOverflow, "sadd"),
    (Intrinsic::UaddWithOverflow, "uadd"),
    (Intrinsic::SsubWithOverflow, "ssub"),
    (Intrinsic::UsubWithOverflow, "usub"),
    (Intrinsic::SmulWithOverflow, "smul"),
    (Intrinsic::UmulWithOverflow, "umul"),
];

const REDUCE: [&str; 9] = ["add", "mul", "and", "or", "xor", "smax", "smin", "umax", "umin"];

fn cases() -> Vec<Case> {
    let none = ArithFlags::default();
    let (nuw, nsw) = (ArithFlags { nuw: true, ..none }, ArithFlags { nsw: true, ..none });
    let both = ArithFlags { nuw: true, nsw: true, ..none };
    let exact = ArithFlags { exact: true, ..none };
    let disjoint = ArithFlags { disjoint: true, ..none };
    let nneg = ArithFlags { nneg: true, ..none };
    let mut all = Vec::new();
    for width in WIDTHS {
        let mut add = |op: Operation| all.push(Case { op, width });
        for op in [BinOp::Add, BinOp::Sub, BinOp::Mul, BinOp::Shl] {
            for flags in [none, nuw, nsw, both] {
                add(Operation::Binary(op, flags));
            }
        }
        for op in [BinOp::Udiv, BinOp::Sdiv, BinOp::Lshr, BinOp::Ashr] {
            add(Operation::Binary(op, none));
            add(Operation::Binary(op, exact));
        }
        for op in [BinOp::Urem, BinOp::Srem, BinOp::And, BinOp::Or, BinOp::Xor] {
            add(Operation::Binary(op, none));
        }
        add(Operation::Binary(BinOp::Or, disjoint));
        for (pred, _) in PREDICATES {
            add(Operation::Icmp(pred));
        }
        for to in WIDTHS {
            if to < width {
                for flags in [none, nuw, nsw, both] {
                    add(Operation::Cast(CastOp::Trunc, flags, to));
                }
            } else if to > width {
                add(Operation::Cast(CastOp::Zext, none, to));
                add(Operation::Cast(CastOp::Zext, nneg, to));
                add(Operation::Cast(CastOp::Sext, none, to));
            }
        }
        for (which, _) in OVERFLOW {
            add(Operation::Overflow(which.clone(), false));
            add(Operation::Overflow(which, true));
        }
        use Operation::Call;
        add(Call(Intrinsic::SaddSat, "sadd.sat", 2, None, None));
        add(Call(Intrinsic::UaddSat, "uadd.sat", 2, None, None));
        add(Call(Intrinsic::SsubSat, "ssub.sat", 2, None, None));
        add(Call(Intrinsic::UsubSat, "usub.sat", 2, None, None));
        add(Call(Intrinsic::SshlSat, "sshl.sat", 2, None, None));
        add(Call(Intrinsic::UshlSat, "ushl.sat", 2, None, None));
        add(Call(Intrinsic::Ctpop, "ctpop", 1, None, None));
        add(Call(Intrinsic::Bitreverse, "bitreverse", 1, None, None));
        for flag in [false, true] {
            add(Call(Intrinsic::Ctlz, "ctlz", 1, Some(flag), None));
            add(Call(Intrinsic::Cttz, "cttz", 1, Some(flag), None));
            add(Call(Intrinsic::Abs, "abs", 1, Some(flag), None));
        }
        if width % 16 == 0 {
            add(Call(Intrinsic::Bswap, "bswap", 1, None, None));
        }
        // LLVM 19 cannot compile the others: they divide by the width, for which it finds no function.
        if width <= 128 || width.is_power_of_two() {
            add(Call(Intrinsic::Fshl, "fshl", 3, None, None));
            add(Call(Intrinsic::Fshr, "fshr", 3, None, None));
        }
        add(Call(Intrinsic::Smax, "smax", 2, None, None));
        add(Call(Intrinsic::Smin, "smin", 2, None, None));
        add(Call(Intrinsic::Umax, "umax", 2, None, None));
        add(Call(Intrinsic::Umin, "umin", 2, None, None));
        add(Call(Intrinsic::Scmp, "scmp", 2, None, Some(8)));
        add(Call(Intrinsic::Ucmp, "ucmp", 2, None, Some(8)));
        for op in REDUCE {
            add(Operation::Reduce(op));
        }
        if matches!(width, 8 | 16 | 32 | 64) {
            for (op, _) in RMW {
                add(Operation::Rmw(op));
            }
        }
        add(Operation::Gep);
    }
    all
}

impl Case {
    fn args(&self) -> Vec<u32> {
        let count = match &self.op {
            Operation::Cast(..) => 1,
            Operation::Call(_, _, count, ..) => *count,
            Operation::Reduce(_) => 3,
            _ => 2,
        };
        vec![self.width; count]
    }

    fn ret(&self) -> u32 {
        match &self.op {
            Operation::Icmp(_) | Operation::Overflow(_, true) => 1,
            Operation::Cast(_, _, to) => *to,
            Operation::Call(.., Some(to)) => *to,
            Operation::Gep => 64,
            _ => self.width,
        }
    }

    fn function(&self) -> Function {
        let w = self.width;
        let mut declares = Vec::new();
        let body = match &self.op {
            Operation::Binary(op, flags) => {
                format!("  %r = {}{} i{w} %a0, %a1", format!("{op:?}").to_lowercase(), words(*flags))
            }
            Operation::Icmp(pred) => {
                let name = PREDICATES.iter().find(|p| p.0 == *pred).unwrap().1;
                format!("  %r = icmp {name} i{w} %a0, %a1")
            }
            Operation::Cast(op, flags, to) => {
                format!("  %r = {}{} i{w} %a0 to i{to}", format!("{op:?}").to_lowercase(), words(*flags))
            }
            Operation::Overflow(which, flag) => {
                let name = OVERFLOW.iter().find(|o| o.0 == *which).unwrap().1;
                let name = format!("{{i{w}, i1}} @llvm.{name}.with.overflow.i{w}");
                declares.push(format!("{name}(i{w}, i{w})"));
                let part = u32::from(*flag);
                format!("  %s = call {name}(i{w} %a0, i{w} %a1)\n  %r = extractvalue {{i{w}, i1}} %s, {part}")
            }
            Operation::Call(_, name, count, flag, to) => {
                let result = to.unwrap_or(w);
                let suffix = if to.is_some() { format!("i{result}.i{w}") } else { format!("i{w}") };
                let mut types = vec![format!("i{w}"); *count];
                let mut args: Vec<String> = (0..*count).map(|k| format!("i{w} %a{k}")).collect();
                if let Some(flag) = flag {
                    types.push("i1".into());
                    args.push(format!("i1 {flag}"));
                }
                declares.push(format!("i{result} @llvm.{name}.{suffix}({})", types.join(", ")));
                format!("  %r = call i{result} @llvm.{name}.{suffix}({})", args.join(", "))
            }
            Operation::Reduce(op) => {
                declares.push(format!("i{w} @llvm.vector.reduce.{op}.v3i{w}(<3 x i{w}>)"));
                let mut text = String::new();
                for k in 0..3 {
                    let before = if k == 0 { "poison".into() } else { format!("%v{}", k - 1) };
                    text += &format!("  %v{k} = insertelement <3 x i{w}> {before}, i{w} %a{k}, i32 {k}\n");
                }
                text + &format!("  %r = call i{w} @llvm.vector.reduce.{op}.v3i{w}(<3 x i{w}> %v2)")
            }
            Operation::Rmw(op) => {
                let name = RMW.iter().find(|o| o.0 == *op).unwrap().1;
                format!(
                    "  %m = alloca i{w}\n  store i{w} %a0, ptr %m\n  %old = atomicrmw {name} ptr %m, i{w} %a1 \
                     seq_cst\n  %r = load i{w}, ptr %m"
                )
            }
            Operation::Gep => format!(
                "  %p = inttoptr i64 1000 to ptr\n  %q = getelementptr [7 x i32], ptr %p, i{w} %a0, i{w} %a1\n  \
                 %n = ptrtoint ptr %q to i64\n  %r = sub i64 %n, 1000"
            ),
        };
        Function { args: self.args(), ret: self.ret(), body, declares }
    }

    fn eval<D: Domain>(&self, d: &mut D, args: &[D::Bv], sink: &mut impl Sink<D::Bool>) -> D::Bv {
        match &self.op {
            Operation::Binary(op, flags) => binary(d, *op, *flags, &args[0], &args[1], sink),
            Operation::Icmp(pred) => {
                let holds = icmp(d, *pred, &args[0], &args[1]);
                d.bool_to_bv(&holds)
            }
            Operation::Cast(op, flags, to) => int_cast(d, *op, *flags, &args[0], *to, sink).unwrap(),
            Operation::Overflow(which, part) => {
                let (value, flag) = with_overflow(d, which, &args[0], &args[1]).unwrap();
                if *part { d.bool_to_bv(&flag) } else { value }
            }
            Operation::Call(which, _, _, flag, _) => {
                let mut args = args.to_vec();
                if let Some(flag) = flag {
                    args.push(d.int(1, u64::from(*flag)));
                }
                intrinsic(d, which, &args, self.ret(), sink).unwrap()
            }
            Operation::Reduce(op) => vector_reduce(d, op, args).unwrap(),
            Operation::Rmw(op) => atomic_rmw(d, *op, &args[0], &args[1]).unwrap(),
            Operation::Gep => gep_delta(d, 0, &[(args[0].clone(), 28), (args[1].clone(), 4)], 64).0,
        }
    }

    /// The checks that these operands violate, by exact arithmetic.
    fn violations(&self, args: &[Bits]) -> Vec<Check> {
        let w = self.width;
        let (s, u): (Vec<BigInt>, Vec<BigInt>) = args.iter().map(|a| (signed(a), unsigned(a))).unzip();
        let zero = BigInt::ZERO;
        let half = BigInt::from(1) << (w - 1);
        let is_signed = |v: &BigInt| *v >= -&half && *v < half;
        let is_unsigned = |v: &BigInt| *v >= zero && *v < &half * 2;
        let mut found = Vec::new();
        let mut note = |check: Check, violated: bool| {
            if violated {
                found.push(check);
            }
        };
        match &self.op {
            Operation::Binary(op, flags) => {
                let over = u[1] >= BigInt::from(w);
                let exact = |f: &dyn Fn(&BigInt, &BigInt) -> BigInt| (f(&s[0], &s[1]), f(&u[0], &u[1]));
                let results = match op {
                    BinOp::Add => Some(exact(&|a, b| a + b)),
                    BinOp::Sub => Some(exact(&|a, b| a - b)),
                    BinOp::Mul => Some(exact(&|a, b| a * b)),
                    BinOp::Shl if !over => {
                        let n = args[1].to_u64().unwrap();
                        Some((&s[0] << n, &u[0] << n))
                    }
                    _ => None,
                };
                if let Some((s, u)) = results {
                    note(Check::SignedOverflow, flags.nsw && !is_signed(&s));
                    note(Check::UnsignedOverflow, flags.nuw && !is_unsigned(&u));
                }
                match op {
                    BinOp::Shl | BinOp::Lshr | BinOp::Ashr => {
                        note(Check::Shift, over);
                        if flags.exact && !over {
                            let low = (BigInt::from(1) << args[1].to_u64().unwrap()) - 1;
                            note(Check::Poison, &u[0] & low != zero);
                        }
                    }
                    BinOp::Udiv | BinOp::Urem | BinOp::Sdiv | BinOp::Srem => {
                        let by_zero = u[1] == zero;
                        note(Check::DivisionByZero, by_zero);
                        let (a, b) = if matches!(op, BinOp::Sdiv | BinOp::Srem) {
                            note(Check::DivisionOverflow, s[0] == -&half && s[1] == BigInt::from(-1));
                            (&s[0], &s[1])
                        } else {
                            (&u[0], &u[1])
                        };
                        note(Check::Poison, flags.exact && !by_zero && a % b != zero);
                    }
                    BinOp::Or => note(Check::Poison, flags.disjoint && &u[0] & &u[1] != zero),
                    _ => {}
                }
            }
            Operation::Cast(op, flags, to) => {
                let limit = BigInt::from(1) << (*to - 1);
                note(Check::Poison, flags.nneg && s[0] < zero);
                if *op == CastOp::Trunc {
                    note(Check::Poison, flags.nsw && (s[0] >= limit || s[0] < -&limit));
                    note(Check::Poison, flags.nuw && u[0] >= limit * 2);
                }
            }
            Operation::Call(which, _, _, flag, _) => match which {
                Intrinsic::Ctlz | Intrinsic::Cttz => {
                    note(Check::InvalidValue, *flag == Some(true) && u[0] == zero);
                }
                Intrinsic::Abs => note(Check::SignedOverflow, *flag == Some(true) && s[0] == -half),
                Intrinsic::SshlSat | Intrinsic::UshlSat => note(Check::Shift, u[1] >= BigInt::from(w)),
                _ => {}
            },
            _ => {}
        }
        found.sort();
        found.dedup();
        found
    }
}

fn words(flags: ArithFlags) -> String {
    let ArithFlags { nuw, nsw, exact, disjoint, nneg, lane: _ } = flags;
    [(nuw, " nuw"), (nsw, " nsw"), (exact, " exact"), (disjoint, " disjoint"), (nneg, " nneg")]
        .iter()
        .filter(|f| f.0)
        .map(|f| f.1)
        .collect()
}

fn unsigned(a: &Bits) -> BigInt {
    a.to_big().into()
}

fn signed(a: &Bits) -> BigInt {
    let value = unsigned(a);
    if a.is_negative() { value - (BigInt::from(1) << a.width()) } else { value }
}

/// The checks of a list whose condition holds, and whether all conditions are known.
fn holding<B>(raised: &Raised<B>, mut holds: impl FnMut(&B) -> bool) -> Vec<Check> {
    let mut checks: Vec<Check> = raised.list().iter().filter(|r| holds(&r.1)).map(|r| r.0).collect();
    checks.sort();
    checks.dedup();
    checks
}

/// A case over variables, with its checks on and off.
struct Open {
    d: Symbolic,
    vars: Vec<Term>,
    on: (Term, Raised<Term>),
    off: Term,
}

impl Open {
    fn new(case: &Case) -> Open {
        let mut d = Symbolic::new();
        let vars: Vec<Term> =
            (0..case.args().len()).map(|k| d.terms.var(&format!("a{k}"), Sort::Bv(case.args()[k]))).collect();
        let mut raised = Raised::new(CheckSet::all());
        let on = case.eval(&mut d, &vars, &mut raised);
        let off = case.eval(&mut d, &vars, &mut Raised::new(CheckSet::EMPTY));
        Open { d, vars, on: (on, raised), off }
    }
}

/// Whether the value is arbitrary when this is violated and its check is off.
fn leaves_open(checks: &[Check]) -> bool {
    checks.iter().any(|c| !matches!(c, Check::SignedOverflow | Check::UnsignedOverflow))
}

#[test]
fn agree_with_llvm_and_each_other() {
    let cases = cases();
    let functions: Vec<Function> = cases.iter().map(Case::function).collect();
    let mut random = Random(0x5eed);
    let mut queries = Vec::new();
    for (i, case) in cases.iter().enumerate() {
        for args in tuples(&mut random, &case.args(), 40) {
            // Native code may trap, or do anything, where a check is violated; overflow wraps in ours.
            if case.violations(&args).is_empty() {
                queries.push((i, args));
            }
        }
    }
    let results = run("integers", &functions, &queries);
    let mut open: Option<(usize, Open)> = None;
    for ((i, args), result) in queries.iter().zip(&results) {
        let case = &cases[*i];
        let place = || format!("{case:?} of {args:?}");
        let mut known = Concrete::new();
        for set in [CheckSet::all(), CheckSet::EMPTY] {
            let mut raised = Raised::new(set);
            assert_eq!(case.eval(&mut known, args, &mut raised), *result, "{}", place());
            assert!(raised.is_empty() && known.given().is_empty(), "{}", place());

            let mut d = Symbolic::new();
            let constants: Vec<Term> = args.iter().map(|a| d.constant(a)).collect();
            let mut raised = Raised::new(set);
            let value = case.eval(&mut d, &constants, &mut raised);
            assert_eq!(d.as_const(&value).as_ref(), Some(result), "{}", place());
            assert!(raised.is_empty() && d.unspecified_values().is_empty(), "{}", place());
        }
        let case_open = match &mut open {
            Some((at, open)) if at == i => open,
            other => &mut other.insert((*i, Open::new(case))).1,
        };
        let mut model = Model::new();
        for (&v, a) in case_open.vars.iter().zip(args) {
            model.set(v, Value::Bits(a.clone()));
        }
        let mut eval = Evaluator::new(case_open.d.terms.store(), &model);
        assert_eq!(eval.bits(case_open.on.0), *result, "{}", place());
        assert_eq!(eval.bits(case_open.off), *result, "{}", place());
        assert_eq!(holding(&case_open.on.1, |&c| eval.bool(c)), [], "{}", place());
    }
    assert!(queries.len() > 100_000, "{} queries", queries.len());
}

#[test]
fn checks_are_raised_exactly_when_violated() {
    let mut random = Random(0xc0ffee);
    let mut violated = 0;
    for case in cases() {
        let open = Open::new(&case);
        let arbitrary = Bits::from_limbs(case.ret(), &[0x0123_4567_89ab_cdef; 8]);
        for args in tuples(&mut random, &case.args(), 40) {
            let expected = case.violations(&args);
            if expected.is_empty() {
                continue;
            }
            violated += 1;
            let place = || format!("{case:?} of {args:?}");
            let mut raised = Raised::new(CheckSet::all());
            case.eval(&mut Concrete::new(), &args, &mut raised);
            assert_eq!(holding(&raised, |&c| c), expected, "{}", place());

            let mut model = Model::new();
            for (&v, a) in open.vars.iter().zip(&args) {
                model.set(v, Value::Bits(a.clone()));
            }
            let unspecified = open.d.unspecified_values().to_vec();
            for v in unspecified {
                model.set(v, Value::Bits(arbitrary.clone()));
            }
            let mut eval = Evaluator::new(open.d.terms.store(), &model);
            assert_eq!(holding(&open.on.1, |&c| eval.bool(c)), expected, "{}", place());

            // With the checks off: overflow wraps as without flags, all else is any value.
            let off = eval.bits(open.off);
            let mut known = Concrete::replaying(vec![arbitrary.clone(); 3]);
            assert_eq!(case.eval(&mut known, &args, &mut Raised::new(CheckSet::EMPTY)), off, "{}", place());
            if leaves_open(&expected) {
                assert_eq!(off, arbitrary, "{}", place());
            } else if let Operation::Binary(op, _) = case.op {
                let plain = Case { op: Operation::Binary(op, ArithFlags::default()), width: case.width };
                let wrapped = plain.eval(&mut Concrete::new(), &args, &mut Raised::new(CheckSet::EMPTY));
                assert_eq!(off, wrapped, "{}", place());
            }
        }
    }
    assert!(violated > 10_000, "{violated} violations");
}

/// [`gep_delta`] over variables, evaluated where they have these values.
fn gep_of_variables(offset: i64, terms: &[(Bits, u64)], width: u32) -> (Bits, bool) {
    let mut d = Symbolic::new();
    let mut model = Model::new();
    let mut open = Vec::new();
    for (k, (index, scale)) in terms.iter().enumerate() {
        let v = d.terms.var(&format!("i{k}"), Sort::Bv(index.width()));
        model.set(v, Value::Bits(index.clone()));
        open.push((v, *scale));
    }
    let (delta, inexact) = gep_delta(&mut d, offset, &open, width);
    assert_eq!(gep_sum(&mut d, offset, &open, width), delta);
    let mut eval = Evaluator::new(d.terms.store(), &model);
    (eval.bits(delta), eval.bool(inexact))
}

#[test]
fn address_computations_are_exact_or_say_so() {
    let mut random = Random(7);
    for width in [16, 32, 64] {
        for (i, j) in [(8, 64), (32, 32), (64, 13), (128, 16)] {
            for args in tuples(&mut random, &[i, j], 200) {
                let shift = random.below(width as usize) as u32;
                let offset = (random.next() as i64) >> (64 - width) >> shift;
                let scales = [[1, 4, 24, 1 << 15, u64::MAX >> (64 - width)][random.below(5)], 8];
                let mut d = Concrete::new();
                let terms: Vec<(Bits, u64)> = args.iter().cloned().zip(scales).collect();
                let (delta, inexact) = gep_delta(&mut d, offset, &terms, width);
                assert_eq!(gep_sum(&mut d, offset, &terms, width), delta, "{offset} + {terms:?}");
                let (open_delta, open_inexact) = gep_of_variables(offset, &terms, width);
                assert_eq!((open_delta, open_inexact), (delta.clone(), inexact), "{offset} + {terms:?}");
                let sum: BigInt = terms.iter().map(|(a, s)| signed(a) * s).sum::<BigInt>() + offset;
                let low: BigInt = ((sum.clone() % (BigInt::from(1) << width)) + (BigInt::from(1) << width))
                    % (BigInt::from(1) << width);
                assert_eq!(unsigned(&delta), low, "{offset} + {terms:?}");
                // The partial results count too, so the flag may be set for a sum that fits again.
                assert!(inexact || signed(&delta) == sum, "{offset} + {terms:?}");
                let half = BigInt::from(1) << (width - 1);
                let small = |v: &BigInt| *v >= -&half && *v < half;
                let parts: Vec<BigInt> = terms.iter().map(|(a, s)| signed(a) * s).collect();
                let steps = [parts[0].clone(), parts[1].clone(), &parts[0] + offset, sum];
                // A scale that the width cannot represent is right for no index but zero.
                let scaled = |a: &Bits, s: u64| a.is_zero() || BigInt::from(s) < half;
                let fit =
                    terms.iter().all(|(a, s)| small(&signed(a)) && scaled(a, *s)) && steps.iter().all(small);
                assert_eq!(inexact, !fit, "{offset} + {terms:?}");
            }
        }
    }
}
