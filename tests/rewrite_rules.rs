//! Rules of the builder as one-liners: the left side is made through the builder and printed.
//! An entry whose sides are equal is a near miss: the rules must leave it alone.

#[path = "rewrite/rules.rs"]
mod rules;

use bmc::internals::ilr::eval::{Evaluator, Model};
use bmc::internals::ilr::text::print;
use bmc::internals::ilr::{Sort, TermStore};
use bmc::internals::rewrite::Builder;
use rules::{build, expand, read, tree};

fn check(table: &[(&str, &str)]) {
    let mut wrong = String::new();
    for (lhs, rhs) in table {
        let mut plain = TermStore::default();
        let t = read(&mut plain, lhs);
        let mut b = Builder::new();
        let built = build(&mut b, &plain, t);
        if tree(&b, built) != expand(rhs) {
            wrong += &format!("{lhs}\n  built    {}\n  expected {}\n", tree(&b, built), expand(rhs));
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn boolean() {
    check(&[
        ("(not bool (not bool p))", "p"),
        ("(and bool p q)", "(and bool p q)"),
        ("(and bool q p)", "(and bool p q)"),
        ("(and bool p p)", "p"),
        ("(and bool p (not bool p))", "false"),
        ("(and bool p true)", "p"),
        ("(or bool p (not bool p))", "true"),
        ("(or bool p false)", "p"),
        ("(xor bool p p)", "false"),
        ("(xor bool (not bool p) q)", "(not bool (xor bool p q))"),
        ("(xor bool (xor bool p q) p)", "q"),
        // absorption, resolution and substitution
        ("(or bool p (and bool p q))", "p"),
        ("(and bool p (or bool p q))", "p"),
        ("(and bool p (or bool (not bool p) q))", "(and bool p q)"),
        ("(or bool (and bool g p) (and bool g (not bool p)))", "g"),
        ("(or bool (and bool (and bool g p) q) (and bool (and bool g p) (not bool q)))", "(and bool p g)"),
        ("(or bool (and bool p (not bool q)) (and bool (not bool p) q))", "(xor bool p q)"),
        // three ways joined again
        (
            "(or bool (or bool (and bool (and bool g p) q) (and bool g (not bool p))) (and bool (and bool g p) (not bool q)))",
            "g",
        ),
        // literals over one term
        ("(and bool (eq bool x 1:i8) (eq bool x 2:i8))", "false"),
        ("(and bool (not bool (eq bool x 1:i8)) (eq bool x 2:i8))", "(eq bool x 2:i8)"),
        ("(and bool (ult bool x 3:i8) (ult bool x 5:i8))", "(ult bool x 3:i8)"),
        ("(and bool (ult bool x 6:i8) (not bool (ult bool x 5:i8)))", "(eq bool x 5:i8)"),
        ("(and bool (ult bool x 3:i8) (ult bool y 5:i8))", "(and bool (ult bool x 3:i8) (ult bool y 5:i8))"),
    ]);
}

#[test]
fn ite() {
    check(&[
        ("(ite i8 p x x)", "x"),
        ("(ite i8 (not bool p) x y)", "(ite i8 p y x)"),
        ("(ite i8 p (ite i8 p x y) z)", "(ite i8 p x z)"),
        ("(ite i8 p x (ite i8 p y z))", "(ite i8 p x z)"),
        ("(ite i8 p (ite i8 q x y) y)", "(ite i8 (and bool p q) x y)"),
        ("(ite i8 p (ite i8 q x y) z)", "(ite i8 p (ite i8 q x y) z)"),
        ("(ite i8 (and bool p q) (ite i8 p x y) z)", "(ite i8 (and bool p q) x z)"),
        ("(ite bool p true q)", "(not bool (and bool (not bool p) (not bool q)))"),
        ("(ite bool p q false)", "(and bool p q)"),
        ("(ite bool p q (not bool q))", "(not bool (xor bool p q))"),
        ("(ite bool p (and bool p q) r)", "(ite bool p q r)"),
        ("(eq bool (ite i8 p 1:i8 2:i8) 1:i8)", "p"),
        ("(eq bool (ite i8 p 1:i8 2:i8) 2:i8)", "(not bool p)"),
        ("(eq bool (ite i8 p 1:i8 2:i8) 3:i8)", "false"),
        ("(ult bool (ite i8 p 1:i8 2:i8) 2:i8)", "p"),
        ("(add i8 (ite i8 p 1:i8 2:i8) 3:i8)", "(ite i8 p 4:i8 5:i8)"),
        (
            "(bvand i32 (ite i32 p 1:i32 0:i32) (ite i32 q 1:i32 0:i32))",
            "(ite i32 (and bool p q) 1:i32 0:i32)",
        ),
    ]);
}

#[test]
fn arithmetic() {
    check(&[
        ("(add i8 x 0:i8)", "x"),
        ("(add i8 1:i8 x)", "(add i8 x 1:i8)"),
        ("(add i8 (add i8 x 250:i8) 10:i8)", "(add i8 x 4:i8)"),
        ("(add i8 (add i8 x 1:i8) (add i8 y 2:i8))", "(add i8 (add i8 x y) 3:i8)"),
        ("(sub i8 x 3:i8)", "(add i8 x 253:i8)"),
        ("(sub i8 x x)", "0:i8"),
        ("(sub i8 (add i8 x y) x)", "y"),
        ("(sub i8 (add i8 x y) (add i8 x z))", "(sub i8 y z)"),
        ("(sub i8 x y)", "(sub i8 x y)"),
        ("(neg i8 (neg i8 x))", "x"),
        ("(mul i8 x 8:i8)", "(shl i8 x 3:i8)"),
        ("(mul i8 x 6:i8)", "(mul i8 x 6:i8)"),
        ("(mul i8 x 255:i8)", "(neg i8 x)"),
        ("(udiv i8 x 4:i8)", "(zext i8 (extract i6 x 7 2))"),
        ("(urem i8 x 4:i8)", "(zext i8 (extract i2 x 1 0))"),
        ("(udiv i8 x x)", "(ite i8 (eq bool x 0:i8) 255:i8 1:i8)"),
        ("(sdiv i8 x 128:i8)", "(ite i8 (eq bool x 128:i8) 1:i8 0:i8)"),
        ("(srem i8 x 255:i8)", "0:i8"),
        ("(saddo bool x 1:i8)", "(eq bool x 127:i8)"),
        ("(uaddo bool x 1:i8)", "(eq bool x 255:i8)"),
        ("(smulo bool (sext i16 x) (sext i16 y))", "false"),
        ("(saddo bool (sext i16 x) (sext i16 y))", "false"),
        ("(saddo bool x y)", "(saddo bool x y)"),
    ]);
}

#[test]
fn bits() {
    check(&[
        ("(bvand i8 x 255:i8)", "x"),
        ("(bvand i8 x 15:i8)", "(zext i8 (extract i4 x 3 0))"),
        ("(bvand i8 x 5:i8)", "(bvand i8 x 5:i8)"),
        ("(bvxor i8 x 255:i8)", "(bvnot i8 x)"),
        ("(bvor i8 x (bvnot i8 x))", "255:i8"),
        ("(shl i8 x 0:i8)", "x"),
        ("(shl i8 x 8:i8)", "0:i8"),
        ("(ashr i8 x 200:i8)", "(sext i8 (extract i1 x 7 7))"),
        ("(zext i32 (zext i16 x))", "(zext i32 x)"),
        ("(sext i32 (zext i16 x))", "(zext i32 x)"),
        ("(extract i8 (zext i32 x) 7 0)", "x"),
        ("(extract i8 (zext i32 x) 15 8)", "0:i8"),
        ("(extract i8 (add i32 (zext i32 x) (zext i32 y)) 7 0)", "(add i8 x y)"),
        ("(concat i16 (extract i8 w 15 8) (extract i8 w 7 0))", "(extract i16 w 15 0)"),
        (
            "(concat i15 (extract i8 w 15 8) (extract i7 w 6 0))",
            "(concat i15 (extract i8 w 15 8) (extract i7 w 6 0))",
        ),
    ]);
    check(&[
        ("(bvor i16 (shl i16 (zext i16 x) 8:i16) (zext i16 y))", "(concat i16 x y)"),
        ("(bswap i32 (bswap i32 w))", "w"),
        ("(popcount i8 7:i8)", "3:i8"),
    ]);
}

#[test]
fn comparisons() {
    check(&[
        ("(eq bool (add i8 x 1:i8) 3:i8)", "(eq bool x 2:i8)"),
        ("(eq bool (add i8 x 1:i8) (add i8 x 2:i8))", "false"),
        ("(eq bool (add i8 x y) (add i8 z x))", "(eq bool y z)"),
        ("(eq bool (zext i16 x) 300:i16)", "false"),
        ("(eq bool (zext i16 x) 200:i16)", "(eq bool x 200:i8)"),
        ("(eq bool (zext i16 x) (zext i16 y))", "(eq bool x y)"),
        ("(eq bool (mul i8 x 3:i8) 6:i8)", "(eq bool x 2:i8)"),
        ("(eq bool (mul i8 x 6:i8) 6:i8)", "(eq bool (mul i8 x 6:i8) 6:i8)"),
        ("(eq bool (shl i8 x 2:i8) 3:i8)", "false"),
        ("(ult bool x 0:i8)", "false"),
        ("(ult bool x 1:i8)", "(eq bool x 0:i8)"),
        ("(ule bool x y)", "(not bool (ult bool y x))"),
        ("(ult bool 3:i8 x)", "(not bool (ult bool x 4:i8))"),
        ("(slt bool (zext i16 x) 0:i16)", "false"),
        ("(slt bool (zext i16 x) 100:i16)", "(ult bool x 100:i8)"),
        ("(slt bool (sext i16 x) 100:i16)", "(slt bool x 100:i8)"),
        ("(slt bool (sext i16 x) 1000:i16)", "true"),
        ("(ult bool (add i8 x 1:i8) x)", "(eq bool x 255:i8)"),
        ("(slt bool x y)", "(slt bool x y)"),
        // eq-sums
        ("(eq bool (add i8 (add i8 x y) z) (add i8 (add i8 z y) x))", "true"),
        ("(eq bool (add i8 (add i8 x y) z) (add i8 (add i8 y x) (add i8 z 3:i8)))", "false"),
    ]);
}

#[test]
fn arrays() {
    check(&[
        ("(select i8 (store [i8 -> i8] a x y) x)", "y"),
        ("(select i8 (store [i8 -> i8] a 1:i8 y) 2:i8)", "(select i8 a 2:i8)"),
        (
            "(select i8 (store [i8 -> i8] a (add i8 x 1:i8) y) (add i8 x 3:i8))",
            "(select i8 a (add i8 x 3:i8))",
        ),
        ("(select i8 (store [i8 -> i8] a x y) z)", "(select i8 (store [i8 -> i8] a x y) z)"),
        ("(select i8 (const_array [i8 -> i8] x) y)", "x"),
        ("(store [i8 -> i8] (store [i8 -> i8] a x y) x z)", "(store [i8 -> i8] a x z)"),
        ("(select i8 (fill [i8 -> i8] a 10:i8 5:i8 x) 12:i8)", "x"),
        ("(select i8 (fill [i8 -> i8] a 10:i8 5:i8 x) 15:i8)", "(select i8 a 15:i8)"),
        ("(select i8 (copy [i8 -> i8] a 10:i8 (const_array [i8 -> i8] x) 0:i8 5:i8) 14:i8)", "x"),
        ("(select i8 (ite [i8 -> i8] p (store [i8 -> i8] a 1:i8 x) a) 2:i8)", "(select i8 a 2:i8)"),
        (
            "(select i8 (ite [i8 -> i8] p (store [i8 -> i8] a 1:i8 x) a) 1:i8)",
            "(ite i8 p x (select i8 a 1:i8))",
        ),
        ("(load_le i32 (store_le [i32 -> i8] m 8:i32 w) 8:i32)", "w"),
        ("(load_le i16 (store_le [i32 -> i8] m 8:i32 w) 10:i32)", "(extract i16 w 31 16)"),
        ("(load_be i16 (store_be [i32 -> i8] m 8:i32 w) 10:i32)", "(extract i16 w 15 0)"),
        ("(load_le i32 (store_le [i32 -> i8] m 8:i32 w) 12:i32)", "(load_le i32 m 12:i32)"),
        (
            "(load_le i32 (store_le [i32 -> i8] m 8:i32 w) 10:i32)",
            "(load_le i32 (store_le [i32 -> i8] m 8:i32 w) 10:i32)",
        ),
    ]);
}

#[test]
fn heaps() {
    check(&[
        ("(valid_access bool h x y)", "false"),
        ("(valid_free bool (heap_malloc heap8 h x y) x)", "true"),
        ("(valid_free bool (heap_free heap8 (heap_malloc heap8 h x y) x) z)", "false"),
        ("(valid_free bool (heap_free heap8 (heap_malloc heap8 h 16:i8 y) 32:i8) 16:i8)", "true"),
        ("(valid_access bool (heap_malloc heap8 h 16:i8 8:i8) 20:i8 4:i8)", "true"),
        ("(valid_access bool (heap_malloc heap8 h 16:i8 8:i8) 21:i8 4:i8)", "false"),
        ("(valid_access bool (ite heap8 p (heap_malloc heap8 h 16:i8 8:i8) h) 16:i8 8:i8)", "p"),
        // adjacent objects do not overlap
        ("(allocatable bool (heap_malloc heap8 h 16:i8 8:i8) 24:i8 4:i8)", "true"),
        ("(allocatable bool (heap_malloc heap8 h 16:i8 8:i8) 23:i8 4:i8)", "false"),
        ("(allocatable bool (heap_free heap8 (heap_malloc heap8 h 16:i8 8:i8) 16:i8) 23:i8 4:i8)", "true"),
        ("(allocatable bool h 0:i8 4:i8)", "false"),
    ]);
}

/// Terms a million levels deep are built, simplified, analysed, evaluated, printed and read.
#[test]
fn deep_terms() {
    const DEPTH: usize = 1_000_000;
    let mut b = Builder::new();
    let (x, y) = (b.var("x", Sort::Bv(8)), b.var("y", Sort::Bv(8)));
    let c = b.var("c", Sort::Bv(8));
    let (mut sum, mut choice, mut path) = (x, x, b.tt());
    let mut memory = b.var("a", Sort::Array { index: 32, elem: 8 });
    for i in 0..DEPTH {
        sum = match i % 4 {
            0 => b.add(sum, y),
            1 => b.bvxor(sum, x),
            2 => b.mul(sum, y),
            _ => b.sub(y, sum),
        };
        if i % 10 == 0 {
            let k = b.bv(8, i as u64 / 10 % 251);
            let e = b.eq(c, k);
            choice = b.ite(e, sum, choice);
            let v = b.var(&format!("p{i}"), Sort::Bool);
            path = b.and(path, v);
            let at = b.bv(32, i as u64);
            memory = b.store_elem(memory, at, k);
        }
    }
    let at = b.bv(32, 10);
    let low = b.select(memory, at);
    assert_eq!(b.as_u64(low), Some(1));
    let zero = b.bv(8, 0);
    let test = b.eq(choice, zero);
    let all = b.and(path, test);
    let cut = b.extract(choice, 3, 0);
    assert!(b.known_bits(cut).is_some());
    assert_eq!(b.value_set(choice, 8), None);
    let model = Model::new();
    let mut evaluator = Evaluator::new(b.store(), &model);
    assert!(!evaluator.bool(all));
    evaluator.bits(cut);
    let text = print(b.store(), &[all, cut, memory]);
    let mut copy = TermStore::default();
    let roots = bmc::internals::ilr::text::parse(&mut copy, &text).expect("reads back");
    assert_eq!(text, print(&copy, &roots));
}
