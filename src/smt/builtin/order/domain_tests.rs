//! Small domains.

use super::super::tests::{holds as satisfies, rng};
use super::super::{Builtin, refine};
use super::*;
use crate::smt::{Answer, Limits};

const WIDTH: u32 = 12;

/// Random formulas over variables that are compared and occasionally added.
struct Formulas<R> {
    s: TermStore,
    random: R,
    vectors: Vec<Term>,
    truths: Vec<Term>,
    order: [Op; 2],
}

impl<R: FnMut() -> u64> Formulas<R> {
    fn new(mut random: R) -> Formulas<R> {
        let mut s = TermStore::default();
        let vectors = (0..2 + random() % 4).map(|i| s.var(&format!("x{i}"), Sort::Bv(WIDTH))).collect();
        let truths = (0..2).map(|i| s.var(&format!("p{i}"), Sort::Bool)).collect();
        let order = [[Op::Slt, Op::Sle], [Op::Ult, Op::Ule], [Op::Slt, Op::Ult]][(random() % 3) as usize];
        Formulas { s, random, vectors, truths, order }
    }

    fn below(&mut self, n: usize) -> usize {
        ((self.random)() % n as u64) as usize
    }

    fn vector(&mut self) -> Term {
        match self.below(12) {
            0 => {
                let near = self.below(7) as i64 - 3;
                let values = [near, near, near, 2047, -2048, 17];
                let i = self.below(values.len());
                self.s.constant(&Bits::from_i64(WIDTH, values[i]))
            }
            _ => {
                let i = self.below(self.vectors.len());
                self.vectors[i]
            }
        }
    }

    fn truth(&mut self) -> Term {
        let i = self.below(self.truths.len());
        self.truths[i]
    }

    fn step(&mut self, adds: bool) {
        let (a, b, p, q) = (self.vector(), self.vector(), self.truth(), self.truth());
        match self.below(9) {
            0 | 1 => {
                let chosen = self.s.mk(Op::Ite, &[p, a, b]);
                self.vectors.push(chosen);
            }
            2 | 3 => {
                let i = self.below(2);
                let op = self.order[i];
                let less = self.s.mk(op, &[a, b]);
                self.truths.push(less);
            }
            4 => {
                let same = self.s.mk(Op::Eq, &[a, b]);
                self.truths.push(same);
            }
            5 if adds => {
                let sum = self.s.mk(Op::Add, &[a, b]);
                self.vectors.push(sum);
            }
            6 => {
                let not = self.s.mk(Op::Not, &[p]);
                self.truths.push(not);
            }
            n => {
                let both = self.s.mk(if n == 7 { Op::And } else { Op::Or }, &[p, q]);
                self.truths.push(both);
            }
        }
    }
}

#[test]
fn small_domains_change_no_answer() {
    let (mut narrowed, mut restarted, mut sat, mut unsat) = (0, 0, 0, 0);
    for seed in 0..1500 {
        let mut f = Formulas::new(rng(seed + 1));
        let (mut small, mut whole) = (Builtin::new(), Builtin::new());
        whole.blaster.orders.turn_off();
        let mut asserted = Vec::new();
        for query in 0..4 {
            for _ in 0..20 {
                f.step(seed % 3 == 0 && query > 1);
            }
            let t = f.truth();
            let assumptions = [f.truth(), f.truth()];
            small.add(t);
            whole.add(t);
            asserted.push(t);
            let answer = small.decide(&f.s, &assumptions, &Limits::default());
            assert_eq!(answer, whole.decide(&f.s, &assumptions, &Limits::default()), "seed {seed}");
            if answer == Answer::Sat {
                sat += 1;
                let (values, found) = small.model.as_ref().expect("a model");
                let model = refine::model(&f.s, small.blaster.bits(), values, found);
                let all: Vec<Term> = asserted.iter().chain(&assumptions).copied().collect();
                assert!(satisfies(&f.s, &model, &all), "seed {seed}");
            } else {
                unsat += 1;
            }
            narrowed += usize::from(!small.blaster.orders.given.is_empty());
        }
        restarted += usize::from(small.restarts > 0);
    }
    assert!(
        narrowed > 1000 && restarted > 50 && sat > 500 && unsat > 500,
        "{narrowed} {restarted} {sat} {unsat}"
    );
}

#[test]
fn windows_have_what_a_class_needs() {
    let class = |variables, constants: &[i64], signed, unsigned| Class {
        variables,
        constants: constants.iter().map(|&c| Bits::from_i64(8, c)).collect(),
        signed,
        unsigned,
        ..Class::default()
    };
    let least =
        |class: &Class, is_signed| (1..8).find(|&bits| holds(class, 8, Window { bits, signed: is_signed }));
    assert_eq!(least(&class(4, &[], true, false), false), Some(2));
    assert_eq!(least(&class(5, &[], false, true), false), Some(3));
    assert_eq!(least(&class(5, &[], false, true), true), None);
    // Three values below 0 and three above 5.
    assert_eq!(least(&class(3, &[0, 5], true, false), true), Some(5));
    assert_eq!(least(&class(3, &[0, 5], true, false), false), None);
    // Nothing is less than 0.
    assert_eq!(least(&class(3, &[0, 4], false, true), false), Some(3));
    assert_eq!(least(&class(3, &[0, 5], false, true), false), Some(4));
    assert_eq!(least(&class(1, &[-1], false, true), false), None);
    assert_eq!(least(&class(1, &[], true, true), false), None);
}
