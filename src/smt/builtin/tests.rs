//! Tests of circuits and of the whole solver against direct computation.

use super::Builtin;
use super::aig::Lit;
use super::blast::Blaster;
use super::refine::{self, Values};
use crate::base::{Bits, Random};
use crate::ilr::eval::{Evaluator, Model};
use crate::ilr::{ArrayValue, Op, Sort, Term, TermStore, Value};
use crate::smt::{Answer, Limits};

/// The unary and binary bit-vector operators and their meaning; a truth value is one bit.
fn reference(op: Op, a: &Bits, b: &Bits) -> Bits {
    let truth = |v: bool| Bits::new(1, u64::from(v));
    let w = a.width();
    match op {
        Op::BvNot => a.not(),
        Op::Neg => a.neg(),
        Op::Popcount => Bits::new(w, u64::from(a.count_ones())),
        Op::Ctlz => Bits::new(w, u64::from(a.leading_zeros())),
        Op::Cttz => Bits::new(w, u64::from(a.trailing_zeros())),
        Op::BvAnd => a.and(b),
        Op::BvOr => a.or(b),
        Op::BvXor => a.xor(b),
        Op::Add => a.add(b),
        Op::Sub => a.sub(b),
        Op::Mul => a.mul(b),
        Op::Udiv => a.udiv(b),
        Op::Sdiv => a.sdiv(b),
        Op::Urem => a.urem(b),
        Op::Srem => a.srem(b),
        Op::Shl => a.shl(b),
        Op::Lshr => a.lshr(b),
        Op::Ashr => a.ashr(b),
        Op::Eq => truth(a == b),
        Op::Ult => truth(a.ult(b)),
        Op::Ule => truth(a.ule(b)),
        Op::Slt => truth(a.slt(b)),
        Op::Sle => truth(a.sle(b)),
        Op::Uaddo => truth(a.uaddo(b)),
        Op::Saddo => truth(a.saddo(b)),
        Op::Usubo => truth(a.usubo(b)),
        Op::Ssubo => truth(a.ssubo(b)),
        Op::Umulo => truth(a.umulo(b)),
        Op::Smulo => truth(a.smulo(b)),
        other => panic!("{other:?} is not listed"),
    }
}

const UNARY: [Op; 5] = [Op::BvNot, Op::Neg, Op::Popcount, Op::Ctlz, Op::Cttz];
const BINARY: [Op; 24] = [
    Op::BvAnd,
    Op::BvOr,
    Op::BvXor,
    Op::Add,
    Op::Sub,
    Op::Mul,
    Op::Udiv,
    Op::Sdiv,
    Op::Urem,
    Op::Srem,
    Op::Shl,
    Op::Lshr,
    Op::Ashr,
    Op::Eq,
    Op::Ult,
    Op::Ule,
    Op::Slt,
    Op::Sle,
    Op::Uaddo,
    Op::Saddo,
    Op::Usubo,
    Op::Ssubo,
    Op::Umulo,
    Op::Smulo,
];

fn value(values: &Values, lits: &[Lit]) -> Bits {
    values.bits(lits)
}

fn blasted(s: &TermStore, roots: &[Term]) -> Blaster {
    let mut blaster = Blaster::default();
    blaster.blast(s, roots, &Limits::default()).expect("no limits");
    blaster
}

/// Each operator over two variables, and with either operand constant, at all values of small widths and
/// at random and extreme ones of large widths.
#[test]
fn operators_agree_with_values() {
    let mut random = rng(1);
    for width in [1u32, 2, 3, 4, 5, 8, 13, 32, 64, 128] {
        let mut s = TermStore::default();
        let (x, y) = (s.var("x", Sort::Bv(width)), s.var("y", Sort::Bv(width)));
        let terms: Vec<(Op, Term)> = UNARY
            .iter()
            .map(|&op| (op, s.mk(op, &[x])))
            .chain(BINARY.iter().map(|&op| (op, Term::clone(&x))).collect::<Vec<_>>())
            .collect();
        let terms: Vec<(Op, Term)> = terms
            .into_iter()
            .map(|(op, t)| if UNARY.contains(&op) { (op, t) } else { (op, s.mk(op, &[x, y])) })
            .collect();
        let roots: Vec<Term> = terms.iter().map(|t| t.1).collect();
        let blaster = blasted(&s, &roots);
        let samples: Vec<(Bits, Bits)> = if width <= 4 {
            let all = 0..1u64 << width;
            all.clone()
                .flat_map(|a| all.clone().map(move |b| (Bits::new(width, a), Bits::new(width, b))))
                .collect()
        } else {
            (0..60).map(|_| (sample(&mut random, width), sample(&mut random, width))).collect()
        };
        for (i, (a, b)) in samples.iter().enumerate() {
            let values = Values::new(&blaster.aig, |n| {
                let of = |t: Term, v: &Bits| {
                    blaster.bits().of(t).iter().position(|l| l.node() == n).map(|k| v.bit(k as u32))
                };
                of(x, a).or_else(|| of(y, b)).expect("an input of x or y")
            });
            for &(op, t) in &terms {
                assert_eq!(value(&values, blaster.bits().of(t)), reference(op, a, b), "{op:?} {a:?} {b:?}");
            }
            if width > 4 && i > 12 {
                continue;
            }
            // The same with a constant on either side.
            for &op in &BINARY {
                for left in [true, false] {
                    let k = s.constant(if left { a } else { b });
                    let t = if left { s.mk(op, &[k, y]) } else { s.mk(op, &[x, k]) };
                    let (var, v) = if left { (y, b) } else { (x, a) };
                    let blaster = blasted(&s, &[t, var]);
                    let values = Values::new(&blaster.aig, |n| {
                        let k = blaster
                            .bits()
                            .of(var)
                            .iter()
                            .position(|l| l.node() == n)
                            .expect("a bit of the variable");
                        v.bit(k as u32)
                    });
                    assert_eq!(
                        value(&values, blaster.bits().of(t)),
                        reference(op, a, b),
                        "{op:?} {a:?} {b:?} const"
                    );
                }
            }
        }
    }
}

/// Products with every constant, those with a short inverse among them.
#[test]
fn products_with_constants() {
    let mut random = rng(7);
    for width in [5u32, 8, 64, 70] {
        for i in 0..256 {
            let small = Bits::new(width, i);
            let factors = [small.inverse(), small.neg().inverse(), Some(small)];
            for factor in factors.into_iter().flatten() {
                let mut s = TermStore::default();
                let x = s.var("x", Sort::Bv(width));
                let k = s.constant(&factor);
                let t = s.mk(Op::Mul, &[x, k]);
                let blaster = blasted(&s, &[t, x]);
                for _ in 0..4 {
                    let a = sample(&mut random, width);
                    let values = Values::new(&blaster.aig, |n| {
                        let place = blaster.bits().of(x).iter().position(|l| l.node() == n);
                        a.bit(place.expect("a bit of x") as u32)
                    });
                    assert_eq!(value(&values, blaster.bits().of(t)), a.mul(&factor), "{a:?} * {factor:?}");
                }
            }
        }
    }
}

/// Random numbers of a seed.
pub(in crate::smt) fn rng(seed: u64) -> impl FnMut() -> u64 {
    let mut random = Random::new(seed);
    move || random.next_u64()
}

/// A random value; extreme and small values are more frequent.
fn sample(random: &mut impl FnMut() -> u64, width: u32) -> Bits {
    match random() % 8 {
        0 => Bits::zero(width),
        1 => Bits::ones(width),
        2 => Bits::signed_min(width),
        3 => Bits::signed_max(width),
        4 => Bits::new(width, random() % 16),
        _ => {
            let limbs: Vec<u64> = (0..width.div_ceil(64)).map(|_| random()).collect();
            Bits::from_limbs(width, &limbs)
        }
    }
}

/// Makes random terms from a fixed set of variables.
pub(in crate::smt) struct Generator<R> {
    pub(in crate::smt) s: TermStore,
    random: R,
    pub(in crate::smt) variables: Vec<Term>,
    pool: Vec<Term>,
    /// Widest bit-vector.
    widest: u32,
    pub(in crate::smt) heaps: bool,
}

impl<R: FnMut() -> u64> Generator<R> {
    pub(in crate::smt) fn new(random: R, sorts: &[Sort], widest: u32) -> Generator<R> {
        let mut s = TermStore::default();
        let variables: Vec<Term> =
            sorts.iter().enumerate().map(|(i, &sort)| s.var(&format!("v{i}"), sort)).collect();
        let mut pool = variables.clone();
        pool.extend([s.bool(true), s.bool(false)]);
        Generator { s, random, variables, pool, widest, heaps: false }
    }

    pub(in crate::smt) fn below(&mut self, n: usize) -> usize {
        ((self.random)() % n as u64) as usize
    }

    /// Some term of the sort, more often a new one; a constant if there is none.
    fn pick(&mut self, sort: Sort) -> Term {
        for _ in 0..12 {
            let n = self.pool.len();
            let i = self.below(n).max(self.below(n));
            if self.s.sort(self.pool[i]) == sort {
                return self.pool[i];
            }
        }
        match sort {
            Sort::Bool => self.s.bool((self.random)().is_multiple_of(2)),
            Sort::Bv(w) => {
                let value = sample(&mut self.random, w);
                self.s.constant(&value)
            }
            Sort::Array { index, elem } => {
                let value = self.pick(Sort::Bv(elem));
                self.s.mk_const_array(index, value)
            }
            Sort::Heap(w) => self.s.mk_heap_empty(w),
        }
    }

    fn any(&mut self, wanted: impl Fn(Sort) -> bool) -> Option<Term> {
        let all: Vec<Term> = self.pool.iter().copied().filter(|&t| wanted(self.s.sort(t))).collect();
        (!all.is_empty()).then(|| {
            let i = self.below(all.len());
            all[i]
        })
    }

    pub(in crate::smt) fn step(&mut self) {
        let made = match self.below(if self.heaps { 14 } else { 11 }) {
            0 => {
                let op = [Op::And, Op::Or, Op::Xor, Op::Eq][self.below(4)];
                let args = [self.pick(Sort::Bool), self.pick(Sort::Bool)];
                self.s.mk(op, &args)
            }
            1 => {
                let a = self.pick(Sort::Bool);
                self.s.mk(Op::Not, &[a])
            }
            2 | 3 => {
                let Some(a) = self.any(|s| s.width().is_some()) else { return };
                let b = self.pick(self.s.sort(a));
                let op = BINARY[self.below(BINARY.len())];
                self.s.mk(op, &[a, b])
            }
            4 => {
                let Some(a) = self.any(|s| s.width().is_some()) else { return };
                let w = self.s.width(a);
                match self.below(8) {
                    0 => self.s.mk_extract(a, w - 1, self_low(&mut self.random, w)),
                    1 => self.s.mk_extract(a, self_low(&mut self.random, w), 0),
                    2 if w < self.widest => {
                        self.s.mk_zext(a, w + 1 + self_low(&mut self.random, self.widest - w))
                    }
                    3 if w < self.widest => {
                        self.s.mk_sext(a, w + 1 + self_low(&mut self.random, self.widest - w))
                    }
                    4 => self.s.mk(Op::Bitreverse, &[a]),
                    5 if w.is_multiple_of(8) => self.s.mk(Op::Bswap, &[a]),
                    n => self.s.mk(UNARY[n % UNARY.len()], &[a]),
                }
            }
            5 => {
                let widest = self.widest;
                let Some(a) = self.any(|s| s.width().is_some_and(|w| w < widest)) else { return };
                let room = widest - self.s.width(a);
                let Some(b) = self.any(|s| s.width().is_some_and(|w| w <= room)) else { return };
                self.s.mk(Op::Concat, &[a, b])
            }
            6 => {
                let n = self.below(self.pool.len());
                let a = self.pool[n];
                let args = [self.pick(Sort::Bool), a, self.pick(self.s.sort(a))];
                self.s.mk(Op::Ite, &args)
            }
            kind @ 7..=10 => {
                let Some(a) = self.any(|s| matches!(s, Sort::Array { .. })) else { return };
                let Sort::Array { index, elem } = self.s.sort(a) else { return };
                let at = self.pick(Sort::Bv(index));
                match (kind, self.below(4)) {
                    (7 | 8, 0) if elem == 8 && self.widest >= 16 => {
                        let op = [Op::LoadLe, Op::LoadBe][self.below(2)];
                        self.s.mk_load(op, a, at, 16)
                    }
                    (7 | 8, _) => self.s.mk(Op::Select, &[a, at]),
                    (9, 0) if elem == 8 && self.widest >= 16 => {
                        let op = [Op::StoreLe, Op::StoreBe][self.below(2)];
                        let v = self.pick(Sort::Bv(16));
                        self.s.mk(op, &[a, at, v])
                    }
                    (9, _) => {
                        let v = self.pick(Sort::Bv(elem));
                        self.s.mk(Op::Store, &[a, at, v])
                    }
                    (_, 0) => {
                        let args = [a, at, self.pick(Sort::Bv(index)), self.pick(Sort::Bv(elem))];
                        self.s.mk(Op::Fill, &args)
                    }
                    (_, 1) => {
                        let src = self.pick(self.s.sort(a));
                        let args = [a, at, src, self.pick(Sort::Bv(index)), self.pick(Sort::Bv(index))];
                        self.s.mk(Op::Copy, &args)
                    }
                    (_, 2) => {
                        let b = self.pick(self.s.sort(a));
                        self.s.mk(Op::Eq, &[a, b])
                    }
                    _ => {
                        let v = self.pick(Sort::Bv(elem));
                        self.s.mk_const_array(index, v)
                    }
                }
            }
            kind => {
                let heap = self.pick(Sort::Heap(3));
                let (p, n) = (self.pick(Sort::Bv(3)), self.pick(Sort::Bv(3)));
                match (kind, self.below(3)) {
                    (11, 0) => self.s.mk(Op::HeapFree, &[heap, p]),
                    (11 | 12, _) => self.s.mk(Op::HeapMalloc, &[heap, p, n]),
                    (_, 0) => self.s.mk(Op::ValidAccess, &[heap, p, n]),
                    (_, 1) => self.s.mk(Op::ValidFree, &[heap, p]),
                    _ => self.s.mk(Op::Allocatable, &[heap, p, n]),
                }
            }
        };
        self.pool.push(made);
    }

    /// A bool term, likely of some depth.
    pub(in crate::smt) fn formula(&mut self) -> Term {
        let a = self.pick(Sort::Bool);
        if (self.random)().is_multiple_of(2) { a } else { self.s.mk(Op::Not, &[a]) }
    }
}

fn self_low(random: &mut impl FnMut() -> u64, w: u32) -> u32 {
    (random() % u64::from(w)) as u32
}

/// The `n`-th assignment of the variables; `None` when there are no more.
pub(in crate::smt) fn assignment(s: &TermStore, variables: &[Term], n: u64) -> Option<Model> {
    let mut model = Model::new();
    let mut rest = n;
    let mut take = |w: u32| {
        let v = rest & ((1 << w) - 1);
        rest >>= w;
        v
    };
    for &v in variables {
        let value = match s.sort(v) {
            Sort::Bool => Value::Bool(take(1) == 1),
            Sort::Bv(w) => Value::Bits(Bits::new(w, take(w))),
            Sort::Array { index, elem } => {
                let mut a = ArrayValue::constant(index, Bits::zero(elem));
                for i in 0..1 << index {
                    a.store(&Bits::new(index, i), Bits::new(elem, take(elem)));
                }
                Value::Array(a)
            }
            Sort::Heap(_) => return None,
        };
        model.set(v, value);
    }
    (rest == 0).then_some(model)
}

pub(in crate::smt) fn holds(s: &TermStore, model: &Model, terms: &[Term]) -> bool {
    let mut evaluator = Evaluator::new(s, model);
    terms.iter().all(|&t| evaluator.bool(t))
}

/// Random formulas over few bits: incremental checks under assumptions against enumeration.
fn against_enumeration(seed: u64, rounds: usize, sorts: &[Sort], widest: u32, heaps: bool) {
    let (mut sat, mut unsat) = (0, 0);
    for round in 0..rounds {
        let mut g = Generator::new(rng(seed + round as u64), sorts, widest);
        g.heaps = heaps;
        let mut solver = Builtin::new();
        // Reads expanded fully, by default, or not at all.
        solver.blaster.arrays.expand_stores = round % 3 == 0;
        if round % 3 == 2 {
            solver.blaster.arrays.eager_left = 0;
        }
        let mut asserted = Vec::new();
        for query in 0..4 {
            for _ in 0..15 {
                g.step();
            }
            if query > 0 {
                let t = g.formula();
                solver.add(t);
                asserted.push(t);
            }
            let assumptions: Vec<Term> = (0..g.below(4)).map(|_| g.formula()).collect();
            let all: Vec<Term> = asserted.iter().chain(&assumptions).copied().collect();
            let answer = solver.decide(&g.s, &assumptions, &Limits::default());
            match answer {
                Answer::Sat => {
                    sat += 1;
                    let (values, found) = solver.model.as_ref().expect("a model");
                    let model = refine::model(&g.s, solver.blaster.bits(), values, found);
                    assert!(holds(&g.s, &model, &all), "seed {} query {query}", seed + round as u64);
                }
                Answer::Unsat(_) => {
                    unsat += 1;
                    let model = (0..)
                        .map_while(|n| assignment(&g.s, &g.variables, n))
                        .find(|model| holds(&g.s, model, &all));
                    assert!(model.is_none(), "seed {} query {query}: {model:?}", seed + round as u64);
                }
                Answer::Unknown(why) => panic!("{why}"),
            }
        }
    }
    assert!(sat > rounds / 4 && unsat > rounds / 8, "{sat} satisfiable, {unsat} not");
}

#[test]
fn vectors_against_enumeration() {
    use Sort::{Bool, Bv};
    against_enumeration(1000, 120, &[Bool, Bv(3), Bv(3)], 6, false);
    against_enumeration(2000, 60, &[Bool, Bv(4), Bv(4)], 8, false);
    against_enumeration(3000, 60, &[Bv(1), Bv(2), Bv(5)], 13, false);
}

#[test]
fn arrays_against_enumeration() {
    use Sort::{Array, Bool, Bv};
    let bits = Array { index: 2, elem: 1 };
    against_enumeration(4000, 120, &[Bool, Bv(2), bits, bits], 4, false);
    against_enumeration(
        5000,
        100,
        &[Bool, Bv(1), Array { index: 1, elem: 2 }, Array { index: 1, elem: 2 }],
        4,
        false,
    );
    against_enumeration(6000, 60, &[Bool, Bv(2), Bv(2), Array { index: 2, elem: 2 }], 5, false);
}

#[test]
fn memories_against_enumeration() {
    use Sort::{Array, Bool, Bv};
    against_enumeration(7000, 6, &[Bool, Bv(1), Array { index: 1, elem: 8 }], 16, false);
}

#[test]
fn heaps_against_enumeration() {
    use Sort::{Bool, Bv};
    against_enumeration(8000, 100, &[Bool, Bv(3), Bv(3), Bv(3)], 5, true);
}
