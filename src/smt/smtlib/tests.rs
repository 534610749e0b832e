//! Writing and reading against evaluation.

use super::write::Status;
use super::{read, write};
use crate::ilr::eval::{Evaluator, Model};
use crate::ilr::{Op, Sort, Term, TermStore, Value};
use crate::rewrite::Builder;
use crate::smt::builtin::Builtin;
use crate::smt::builtin::tests::{Generator, assignment, holds, rng};
use crate::smt::{Limits, Solver};

fn written(store: &TermStore, terms: &[Term]) -> String {
    let mut text = String::new();
    write::script(&mut text, store, terms, Status::Unknown).expect("expressible");
    text
}

/// Whether some comparison of arrays, which filled and copied ones do not have, is in the cone.
fn compares_arrays(store: &TermStore, t: Term) -> bool {
    crate::ilr::visit::cone(store, &[t])
        .iter()
        .any(|&t| store.op(t) == Op::Eq && matches!(store.sort(store.arg(t, 0)), Sort::Array { .. }))
}

/// The formulas that fix the constants of a script to a model of the source.
fn fixed(b: &mut Builder, store: &TermStore, model: &Model) -> Vec<Term> {
    let mut formulas = Vec::new();
    for (var, value) in model.iter() {
        let image = b.var(store.name(var), store.sort(var));
        match value {
            Value::Bool(value) => formulas.push(if *value { image } else { b.not(image) }),
            Value::Bits(bits) => {
                let k = b.constant(bits);
                formulas.push(b.eq(image, k));
            }
            Value::Array(array) => {
                for i in 0..1 << array.index_width() {
                    let i = crate::base::Bits::new(array.index_width(), i);
                    let (at, element) = (b.constant(&i), b.constant(array.select(&i)));
                    let read = b.select(image, at);
                    formulas.push(b.eq(read, element));
                }
            }
            Value::Heap(_) => unreachable!("no heap constants are made"),
        }
    }
    formulas
}

/// Under any values of the constants, the text read back holds (with some values of the writer's own
/// constants) just when the source does.
fn round_trips(seed: u64, rounds: usize, sorts: &[Sort], widest: u32, heaps: bool) {
    let (mut yes, mut no) = (0, 0);
    for round in 0..rounds {
        let mut g = Generator::new(rng(seed + round as u64), sorts, widest);
        g.heaps = heaps;
        (0..40).for_each(|_| g.step());
        let t = g.formula();
        if compares_arrays(&g.s, t) {
            continue;
        }
        let text = written(&g.s, &[t]);
        assert_eq!(text, written(&g.s, &[t]), "the text is determined by the terms");
        let mut b = Builder::new();
        let script = read::script(&mut b, &text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        let mut solver = Builtin::new();
        for &t in &script.queries()[0].assertions {
            solver.assert(&mut b, t).expect("an assertion");
        }
        for _ in 0..4 {
            let count = (0u64..).take_while(|&n| assignment(&g.s, &g.variables, 1 << n).is_some()).count();
            let n = g.below(1 << count) as u64;
            let model = assignment(&g.s, &g.variables, n).expect("in range");
            let expected = if holds(&g.s, &model, &[t]) { "sat" } else { "unsat" };
            let fixed = fixed(&mut b, &g.s, &model);
            let answer = solver.check(&mut b, &fixed, &Limits::default()).expect("an answer");
            assert_eq!(answer.word(), expected, "seed {}\n{text}", seed + round as u64);
            if expected == "sat" { yes += 1 } else { no += 1 }
        }
    }
    assert!(yes > rounds / 4 && no > rounds / 4, "{yes} hold, {no} do not");
}

#[test]
fn vectors_come_back() {
    use Sort::{Bool, Bv};
    round_trips(100, 150, &[Bool, Bv(3), Bv(3)], 6, false);
    round_trips(300, 100, &[Bool, Bool, Bv(1), Bv(2), Bv(5)], 13, false);
}

#[test]
fn arrays_come_back() {
    use Sort::{Array, Bool, Bv};
    let bits = Array { index: 2, elem: 1 };
    round_trips(500, 200, &[Bool, Bv(2), Bv(2), bits, bits], 4, false);
    round_trips(800, 200, &[Bool, Bv(2), Bv(2), Array { index: 2, elem: 2 }], 5, false);
}

#[test]
fn memories_and_heaps_come_back() {
    use Sort::{Array, Bool, Bv};
    round_trips(1100, 40, &[Bool, Bv(1), Array { index: 1, elem: 8 }], 16, false);
    round_trips(1200, 200, &[Bool, Bv(3), Bv(3), Bv(3)], 5, true);
}

#[test]
fn the_text_is_linear_in_the_terms() {
    let mut s = TermStore::default();
    let mut x = s.var("x", Sort::Bv(32));
    for _ in 0..10_000 {
        x = s.mk(Op::Add, &[x, x]);
        x = s.mk(Op::BvNot, &[x]);
    }
    let zero = s.bv(32, 0);
    let t = s.mk(Op::Eq, &[x, zero]);
    let text = written(&s, &[t]);
    assert!(text.len() < 20_000 * 60, "{} bytes", text.len());
    let mut b = Builder::new();
    read::script(&mut b, &text).expect("what was written");
}

#[test]
fn functions_have_their_standard_meaning() {
    for (text, expected) in [
        ("(bvsmod #xd #x4)", "#x1"),
        ("(bvsmod #x3 #xc)", "#xf"),
        ("(bvsmod #xd #xc)", "#xd"),
        ("(bvsmod #xd #x0)", "#xd"),
        ("(bvsdiv #xd #x0)", "#x1"),
        ("(bvsdiv #x3 #x0)", "#xf"),
        ("(bvsrem #xd #x4)", "#xd"),
        ("(bvsrem #xd #x0)", "#xd"),
        ("(bvudiv #xd #x0)", "#xf"),
        ("(bvnand #b1100 #b1010)", "#x7"),
        ("(bvnor #b1100 #b1010)", "#x1"),
        ("(bvxnor #b1100 #b1010)", "#x9"),
        ("(bvcomp #x3 #x3)", "#b1"),
        ("(bvadd #x1 #x2 #x3 #x4)", "#xa"),
        ("(concat #x1 #x2 #b11)", "#b0001001011"),
        ("((_ repeat 3) #b10)", "#b101010"),
        ("((_ rotate_left 1) #b1001)", "#x3"),
        ("((_ rotate_right 5) #b1001)", "#xc"),
        ("((_ rotate_left 4) #b1001)", "#x9"),
        ("((_ zero_extend 0) #b1001)", "#x9"),
        ("((_ sign_extend 2) #b1001)", "#b111001"),
        ("((_ extract 2 1) #b1001)", "#b00"),
        ("(_ bv300 9)", "#b100101100"),
        ("(bvredor #b0010)", "#b1"),
        ("(bvredand #b1110)", "#b0"),
        ("(ite (bvsge #xf #x1) #x1 #x2)", "#x2"),
        ("(ite (bvnego #x8) #x1 #x2)", "#x1"),
        ("(ite (bvsdivo #x8 #xf) #x1 #x2)", "#x1"),
        ("(ite (distinct #x1 #x2 #x1) #x1 #x2)", "#x2"),
        ("(ite (= #x1 #x1 #x1) #x1 #x2)", "#x1"),
        ("(ite (=> true false false) #x1 #x2)", "#x1"),
        ("(ite (xor true true true) #x1 #x2)", "#x1"),
        ("(let ((x #x1) (y #x2)) (let ((x y) (y x)) (bvsub x y)))", "#x1"),
        ("(select (store ((as const (Array (_ BitVec 2) (_ BitVec 4))) #x7) #b01 #x3) #b01)", "#x3"),
        ("(! (bvadd |x y| #x1) :named z)", "#x6"),
        ("(bvredxor #b1011)", "#b1"),
        ("(bvxnor #b1100 #b1010 #b0001)", "#x7"),
        ("(ext_rotate_left #b1001 #x5)", "#x3"),
        ("(ext_rotate_right #b1001 #x1)", "#xc"),
        ("((_ repeat 5) #b01)", "#b0101010101"),
        ("(ite (=> false false false) #x1 #x2)", "#x1"),
        ("(ite (distinct true false true) #x1 #x2)", "#x2"),
        ("(let ((|x y| #x1)) (bvadd |x y| #x1))", "#x2"),
    ] {
        let mut b = Builder::new();
        let five = b.bv(4, 5);
        let x = b.var("x y", Sort::Bv(4));
        let t = read::term(&mut b, text, &[x]).unwrap_or_else(|e| panic!("{text}: {e}"));
        let mut model = Model::new();
        model.set(x, Value::Bits(b.as_bits(five).expect("a constant")));
        assert_eq!(Evaluator::new(b.store(), &model).bits(t).to_smtlib(), expected, "{text}");
    }
}

#[test]
fn scripts_are_carried_out() {
    let mut b = Builder::new();
    let text = "
        (set-logic QF_ABV) ; a comment (
        (set-info :source |many
          lines|)
        (define-sort word () (_ BitVec 8))
        (declare-const x word) (declare-fun |a b| () Bool)
        (define-fun twice ((y word) (x Bool)) word (ite x (bvadd y y) y))
        (assert (! (= (twice x |a b|) #x04) :named first))
        (set-info :status sat) (check-sat)
        (push 1) (declare-const y word) (assert (not first)) (set-info :status unsat) (check-sat) (pop 1)
        (declare-const y word)
        (check-sat-assuming ((= y x) |a b|))
        (get-model) (exit) (nonsense";
    let script = read::script(&mut b, text).expect("a script");
    let found: Vec<(usize, Option<Status>)> =
        script.queries().iter().map(|q| (q.assertions.len(), q.status)).collect();
    assert_eq!(found, [(1, Some(Status::Sat)), (2, Some(Status::Unsat)), (3, None)]);
    assert_eq!(script.constants.len(), 3);
}

#[test]
fn mistakes_have_a_place() {
    for (text, expected) in [
        ("(assert\n  (= x #x1))", "2:6: unknown symbol `x`"),
        ("(declare-const x Int)", "1:18: expected Bool, (_ BitVec N) or an array of bit-vectors"),
        ("(declare-fun f (Bool) Bool)", "1:16: uninterpreted functions are not supported"),
        ("(assert (bvadd #x1 #x11))", "1:9: wrong number or sorts of arguments of `bvadd`"),
        ("(assert #x1)", "1:9: expected a formula, not a term of sort i4"),
        ("(assert (forall ((x Bool)) x))", "1:9: unsupported or malformed `forall`"),
        ("(assert (frob true))", "1:9: unknown function `frob`, or a wrong number of arguments or indices"),
        ("(check-sat", "1:1: this parenthesis is not closed"),
        ("(check-sat))", "1:12: a closing parenthesis too many"),
        ("(assert |x)", "1:9: this bar has no partner"),
        ("(assert (= #b #b1))", "1:12: a literal without digits"),
        ("(pop 1)", "1:1: no such number of levels is open"),
        ("(declare-const x Bool)(declare-const x Bool)", "1:38: `x` is declared twice"),
        ("(assert ((_ extract 4 0) #b1001))", "1:9: no bits 4 to 0 in a vector of 4"),
        ("(declare-datatypes ((p 0)) (((q))))", "1:1: unsupported or malformed command `declare-datatypes`"),
        (
            "(declare-const x (Array Bool Bool))",
            "1:18: expected Bool, (_ BitVec N) or an array of bit-vectors",
        ),
        (
            "(define-sort A (I E) (Array I E))\n(declare-const x (A (_ BitVec 2) (A (_ BitVec 2) (_ BitVec 2))))",
            "2:18: expected Bool, (_ BitVec N) or an array of bit-vectors",
        ),
        (
            "(define-sort A (X) X) (declare-const x (A))",
            "1:40: expected Bool, (_ BitVec N) or an array of bit-vectors",
        ),
        ("(declare-const x (_ BitVec 0))", "1:18: expected Bool, (_ BitVec N) or an array of bit-vectors"),
        ("(declare-const x (_ BitVec 99999999))", "1:18: more than 4194304 bits are not supported"),
        (
            "(assert (= #b1 ((_ repeat 4194305) #b1)))",
            "1:16: the result of `repeat` has more than 4194304 bits, which is not supported",
        ),
        (
            "(assert ((_ repeat 0) #b1))",
            "1:9: unknown function `repeat`, or a wrong number of arguments or indices",
        ),
        ("(define-fun f ((x Bool)) Bool x)(assert (f #b1))", "1:41: wrong number or sorts of arguments"),
        ("(define-fun f ((x Bool)) Bool x)(assert f)", "1:41: `f` needs arguments"),
        ("(define-fun f ((x Bool)) Bool (! x :named y))", "1:31: a named term must not have parameters"),
        ("(define-fun f () Bool #b1)", "1:23: this has sort i1, not bool"),
        ("(define-const f Bool #b1)", "1:22: this has sort i1, not bool"),
        ("(declare-const x Bool)(reset-assertions)(assert x)", "1:49: unknown symbol `x`"),
        ("(push 1)(declare-const x Bool)(pop 1)(assert x)", "1:46: unknown symbol `x`"),
        ("(assert (=> true))", "1:9: unknown function `=>`, or a wrong number of arguments or indices"),
        ("(assert (bvult #x1 #x2 #x3))", "1:9: wrong number or sorts of arguments of `bvult`"),
        ("(assert (= #x1 #x1 #x11))", "1:9: wrong number or sorts of arguments of `=`"),
        ("(assert (let ((x true) (y x)) y))", "1:27: unknown symbol `x`"),
        ("check-sat", "1:1: expected a command in parentheses"),
    ] {
        let error = read::script(&mut Builder::new(), text).expect_err(text);
        assert_eq!(error.to_string(), expected, "{text}");
    }
}

#[test]
fn deep_terms_are_read() {
    let depth = 100_000;
    let mut text = String::from("(declare-const x (_ BitVec 8))(assert (= x ");
    text.push_str(&"(bvnot (bvadd x ".repeat(depth));
    text.push('x');
    text.push_str(&"))".repeat(depth));
    text.push_str("))");
    read::script(&mut Builder::new(), &text).expect("deep nesting");
    let mut text = String::from("(declare-const x0 (_ BitVec 8))(assert ");
    for i in 0..depth {
        text.push_str(&format!("(let ((x{} (bvadd x{i} x0))) ", i + 1));
    }
    text.push_str(&format!("(= x{depth} x0){})", ")".repeat(depth)));
    read::script(&mut Builder::new(), &text).expect("deep lets");
}

/// Every function of two vectors, over all values of three bits, against the definition in integers.
#[test]
fn functions_over_all_values() {
    type Wide = fn(i64, i64, i64, i64) -> i64;
    // The unsigned values, then the signed ones. Predicates yield 0 and 1.
    let table: &[(&str, Wide)] = &[
        ("bvadd", |x, y, _, _| x + y),
        ("bvsub", |x, y, _, _| x - y),
        ("bvmul", |x, y, _, _| x * y),
        ("bvudiv", |x, y, _, _| if y == 0 { 7 } else { x / y }),
        ("bvurem", |x, y, _, _| if y == 0 { x } else { x % y }),
        ("bvsdiv", |_, _, s, t| if t == 0 { if s < 0 { 1 } else { -1 } } else { s / t }),
        ("bvsrem", |_, _, s, t| if t == 0 { s } else { s % t }),
        ("bvsmod", |_, _, s, t| if t == 0 { s } else { (s % t + t) % t }),
        ("bvshl", |x, y, _, _| x << y),
        ("bvlshr", |x, y, _, _| x >> y),
        ("bvashr", |_, y, s, _| s >> y),
        ("bvand", |x, y, _, _| x & y),
        ("bvor", |x, y, _, _| x | y),
        ("bvxor", |x, y, _, _| x ^ y),
        ("bvnand", |x, y, _, _| !(x & y)),
        ("bvnor", |x, y, _, _| !(x | y)),
        ("bvxnor", |x, y, _, _| !(x ^ y)),
        ("bvcomp", |x, y, _, _| i64::from(x == y)),
        ("ext_rotate_left", |x, y, _, _| x << (y % 3) | x >> (3 - y % 3)),
        ("ext_rotate_right", |x, y, _, _| x >> (y % 3) | x << (3 - y % 3)),
        ("=", |x, y, _, _| i64::from(x == y)),
        ("distinct", |x, y, _, _| i64::from(x != y)),
        ("bvult", |x, y, _, _| i64::from(x < y)),
        ("bvule", |x, y, _, _| i64::from(x <= y)),
        ("bvugt", |x, y, _, _| i64::from(x > y)),
        ("bvuge", |x, y, _, _| i64::from(x >= y)),
        ("bvslt", |_, _, s, t| i64::from(s < t)),
        ("bvsle", |_, _, s, t| i64::from(s <= t)),
        ("bvsgt", |_, _, s, t| i64::from(s > t)),
        ("bvsge", |_, _, s, t| i64::from(s >= t)),
        ("bvuaddo", |x, y, _, _| i64::from(x + y > 7)),
        ("bvsaddo", |_, _, s, t| i64::from(!(-4..4).contains(&(s + t)))),
        ("bvusubo", |x, y, _, _| i64::from(x < y)),
        ("bvssubo", |_, _, s, t| i64::from(!(-4..4).contains(&(s - t)))),
        ("bvumulo", |x, y, _, _| i64::from(x * y > 7)),
        ("bvsmulo", |_, _, s, t| i64::from(!(-4..4).contains(&(s * t)))),
        ("bvsdivo", |_, _, s, t| i64::from(t != 0 && s / t > 3)),
    ];
    for (name, function) in table {
        let mut store = TermStore::default();
        let [x, y] = ["x", "y"].map(|name| store.var(name, Sort::Bv(3)));
        let t = read::term(&mut store, &format!("({name} x y)"), &[x, y]).expect(name);
        let mut b = Builder::new();
        let simple = b.import(&store, &[t])[0];
        for (i, j) in (0..8).flat_map(|i| (0..8).map(move |j| (i, j))) {
            let signed = |v: i64| if v < 4 { v } else { v - 8 };
            let expected = function(i, j, signed(i), signed(j));
            let plain = value(&store, t, [("x", i), ("y", j)]);
            let simple = value(b.store(), simple, [("x", i), ("y", j)]);
            let width = store.sort(t).width().unwrap_or(1);
            assert_eq!(plain, expected & ((1 << width) - 1), "{name} {i} {j}");
            assert_eq!(simple, plain, "{name} {i} {j}, simplified");
        }
    }
}

/// The value of a term under values of constants of three bits.
fn value(store: &TermStore, t: Term, values: [(&str, i64); 2]) -> i64 {
    let mut model = Model::new();
    for (name, value) in values {
        if let Some(var) = store.known_var(name) {
            model.set(var, Value::Bits(crate::base::Bits::new(3, value as u64)));
        }
    }
    match Evaluator::new(store, &model).eval(t) {
        Value::Bool(value) => i64::from(*value),
        other => other.bits().to_u64().expect("a short vector") as i64,
    }
}
