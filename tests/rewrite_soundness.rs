//! Soundness of all rewrite rules: random terms over all operators are made twice, plainly in a
//! `TermStore` and through a `Builder`, and must have the same value under random models; so must what the last stage
//! makes of the latter.
//!
//! The generator uses few variables, special constants and many shared operands, so that rules
//! fire. `BMC_SOUNDNESS_ROUNDS` multiplies the number of terms.

#[path = "rewrite/random.rs"]
mod random;

use std::collections::HashMap;

use bmc::internals::base::Bits;
use bmc::internals::ilr::eval::{Evaluator, Model};
use bmc::internals::ilr::text::{parse, print};
use bmc::internals::ilr::{Op, Sort, Term, TermStore, Value, visit::cone};
use bmc::internals::rewrite::{Builder, KnownBits};
use random::Random;
use smallvec::SmallVec;

/// The same term plainly and simplified.
type Pair = (Term, Term);

struct Generator {
    random: Random,
    plain: TermStore,
    builder: Builder,
    pool: Vec<(Sort, Pair)>,
    /// Widths that new bit-vector terms may have.
    widths: Vec<u32>,
    arrays: Vec<Sort>,
    heap: u32,
    /// Declared regions: name and width of the variable that places each, start and size.
    regions: Vec<(String, u32, Pair, Pair)>,
}

impl Generator {
    fn new(seed: u64, widths: &[u32]) -> Generator {
        let mut random = Random(seed);
        let w = widths[random.below(widths.len())];
        let e = [1, 8, w][random.below(3)];
        let mut all = vec![w, 1, 8.min(w * 2), w + 1, w * 2, e];
        all.sort_unstable();
        all.dedup();
        Generator {
            random,
            plain: TermStore::default(),
            builder: Builder::new(),
            pool: Vec::new(),
            widths: all,
            arrays: vec![Sort::Array { index: w, elem: e }, Sort::Array { index: w, elem: 8 }],
            heap: w,
            regions: Vec::new(),
        }
    }

    /// Declares regions of the heap's addresses, and makes addresses in and around them.
    fn declare(&mut self) {
        let w = self.heap;
        let low = w / 2;
        for i in 0..3 {
            let (name, width) = (format!("r{i}"), w - 2 - 1);
            let sort = Sort::Bv(width);
            let (x, y) = (self.plain.var(&name, sort), self.builder.var(&name, sort));
            let (x, y) = (self.plain.mk_zext(x, w), self.builder.zext(y, w));
            let (k, l) = (self.plain.bv(w, 1), self.builder.bv(w, 1));
            let (x, y) = (self.plain.mk(Op::Shl, &[x, k]), self.builder.shl(y, l));
            let (k, l) = (self.plain.bv(w, 1 << low), self.builder.bv(w, 1 << low));
            let start = (self.plain.mk(Op::Add, &[x, k]), self.builder.add(y, l));
            let size = if self.random.one_in(3) {
                // One to four, by a variable.
                let (x, y) = (self.plain.var("n", Sort::Bv(2)), self.builder.var("n", Sort::Bv(2)));
                let (x, y) = (self.plain.mk_zext(x, w), self.builder.zext(y, w));
                let (k, l) = (self.plain.bv(w, 1), self.builder.bv(w, 1));
                (self.plain.mk(Op::Add, &[x, k]), self.builder.add(y, l))
            } else {
                let n = 1 + self.random.next() % 6;
                (self.plain.bv(w, n), self.builder.bv(w, n))
            };
            self.builder.declare_region(start.1, size.1);
            self.regions.push((name, width, start, size));
            self.pool.push((Sort::Bv(w), start));
            let heap = self.pick(Sort::Heap(w));
            let heap = (
                self.plain.mk(Op::HeapMalloc, &[heap.0, start.0, size.0]),
                self.builder.heap_malloc(heap.1, start.1, size.1),
            );
            self.pool.push((Sort::Heap(w), heap));
        }
    }

    /// One more address in or around regions.
    fn address(&mut self) -> Pair {
        let w = self.heap;
        let start = self.regions[self.random.below(self.regions.len())].2;
        let by = if self.random.one_in(3) {
            let (x, y) = (self.plain.var("n", Sort::Bv(2)), self.builder.var("n", Sort::Bv(2)));
            match self.random.one_in(2) {
                true => (self.plain.mk_zext(x, w), self.builder.zext(y, w)),
                false => (self.plain.mk_sext(x, w), self.builder.sext(y, w)),
            }
        } else {
            let n = (self.random.next() % 8).wrapping_sub(1);
            (self.plain.bv(w, n), self.builder.bv(w, n))
        };
        let op = if self.random.one_in(6) { Op::Sub } else { Op::Add };
        let one = (self.plain.mk(op, &[start.0, by.0]), self.builder.apply(op, &[start.1, by.1]));
        if !self.random.one_in(3) {
            return one;
        }
        let (c, other) = (self.pick(Sort::Bool), self.bv(w));
        (self.plain.mk(Op::Ite, &[c.0, one.0, other.0]), self.builder.ite(c.1, one.1, other.1))
    }

    /// Places the regions so that they do not overlap; whether that went well.
    fn place(&mut self, p: &mut Model, b: &mut Model) -> bool {
        let (w, n) = (self.heap, self.random.bits(2));
        p.set(self.plain.var("n", Sort::Bv(2)), Value::Bits(n.clone()));
        b.set(self.builder.var("n", Sort::Bv(2)), Value::Bits(n));
        for _ in 0..200 {
            let near = self.random.next();
            for (name, width, ..) in self.regions.clone() {
                // Mostly neighbours.
                let value = match self.random.below(3) {
                    0 => self.random.bits(width),
                    _ => Bits::new(width, near.wrapping_add(self.random.next() % 8)),
                };
                p.set(self.plain.var(&name, Sort::Bv(width)), Value::Bits(value.clone()));
                b.set(self.builder.var(&name, Sort::Bv(width)), Value::Bits(value));
            }
            let mut values = Evaluator::new(&self.plain, p);
            let ranges: Vec<(u128, u128)> = self
                .regions
                .iter()
                .map(|(_, _, start, size)| {
                    let number = |v: &Value| v.bits().to_u128().unwrap();
                    let (start, size) = (number(values.eval(start.0)), number(values.eval(size.0)));
                    (start, start + size)
                })
                .collect();
            let inside = ranges.iter().all(|r| r.1 <= 1 << w);
            let apart = |i: usize, j: usize| ranges[i].1 <= ranges[j].0 || ranges[j].1 <= ranges[i].0;
            if inside && (0..ranges.len()).all(|i| (0..i).all(|j| apart(i, j))) {
                return true;
            }
        }
        false
    }

    fn width(&mut self) -> u32 {
        self.widths[self.random.below(self.widths.len())]
    }

    fn var(&mut self, sort: Sort) -> Pair {
        let name = format!("{}{}", ["x", "y", "z"][self.random.below(3)], sort);
        (self.plain.var(&name, sort), self.builder.var(&name, sort))
    }

    fn constant(&mut self, w: u32) -> Pair {
        let k = self.random.bits(w);
        (self.plain.constant(&k), self.builder.constant(&k))
    }

    /// A term of the sort: mostly one made before.
    fn pick(&mut self, sort: Sort) -> Pair {
        if let Sort::Bv(w) = sort
            && self.random.one_in(4)
        {
            return self.constant(w);
        }
        let known: Vec<Pair> = self.pool.iter().filter(|p| p.0 == sort).map(|p| p.1).collect();
        if known.is_empty() || self.random.one_in(6) {
            return match sort {
                Sort::Heap(w) => (self.plain.mk_heap_empty(w), self.builder.heap_empty(w)),
                Sort::Array { index, elem } if self.random.one_in(3) => {
                    let k = self.constant(elem);
                    (self.plain.mk_const_array(index, k.0), self.builder.const_array(index, k.1))
                }
                Sort::Bool if self.random.one_in(8) => {
                    let b = self.random.one_in(2);
                    (self.plain.bool(b), self.builder.bool(b))
                }
                _ => self.var(sort),
            };
        }
        let from = if self.random.one_in(2) { known.len().saturating_sub(6) } else { 0 };
        known[from + self.random.below(known.len() - from)]
    }

    fn bv(&mut self, w: u32) -> Pair {
        self.pick(Sort::Bv(w))
    }

    /// Makes one more term.
    fn step(&mut self) -> Pair {
        let op = Op::ALL[4 + self.random.below(Op::ALL.len() - 4)];
        let w = self.width();
        let array = self.arrays[self.random.below(self.arrays.len())];
        let Sort::Array { index, elem } = array else { unreachable!() };
        let args: Vec<Pair> = match op {
            Op::Var | Op::False | Op::True | Op::Const | Op::HeapEmpty => return self.var(Sort::Bool),
            Op::Not => vec![self.pick(Sort::Bool)],
            Op::And | Op::Or | Op::Xor => vec![self.pick(Sort::Bool), self.pick(Sort::Bool)],
            Op::Eq | Op::Ite => {
                let sort = match self.random.below(8) {
                    0 => Sort::Bool,
                    1 => array,
                    2 if op == Op::Ite => Sort::Heap(self.heap),
                    _ => Sort::Bv(w),
                };
                let (a, b) = (self.pick(sort), self.pick(sort));
                if op == Op::Eq { vec![a, b] } else { vec![self.pick(Sort::Bool), a, b] }
            }
            Op::BvNot | Op::Neg | Op::Popcount | Op::Ctlz | Op::Cttz | Op::Bitreverse => vec![self.bv(w)],
            Op::Bswap => {
                let bytes: Vec<u32> = self.widths.iter().copied().filter(|w| w % 8 == 0).collect();
                match bytes.len() {
                    0 => return self.var(Sort::Bool),
                    n => {
                        let w = bytes[self.random.below(n)];
                        vec![self.bv(w)]
                    }
                }
            }
            Op::Zext | Op::Sext => {
                let x = self.bv(w);
                let to = w + [0, 1, 3, w, 64][self.random.below(5)];
                let to = self.widths.iter().copied().find(|&v| v >= to).unwrap_or(to);
                return if op == Op::Zext {
                    let p = if to == w { x.0 } else { self.plain.mk_zext(x.0, to) };
                    (p, self.builder.zext(x.1, to))
                } else {
                    let p = if to == w { x.0 } else { self.plain.mk_sext(x.0, to) };
                    (p, self.builder.sext(x.1, to))
                };
            }
            Op::Extract => {
                let sort = self.any_bv_sort();
                let x = self.pick(sort);
                let w = sort.width().unwrap();
                let n = self.width().min(w);
                let lo = match self.random.below(3) {
                    0 => 0,
                    1 => w - n,
                    _ => self.random.below((w - n + 1) as usize) as u32,
                };
                let (hi, lo) = (lo + n - 1, lo);
                return (self.plain.mk_extract(x.0, hi, lo), self.builder.extract(x.1, hi, lo));
            }
            Op::Concat => {
                let v = self.width();
                vec![self.bv(w), self.bv(v)]
            }
            Op::Select => vec![self.pick(array), self.bv(index)],
            Op::Store => vec![self.pick(array), self.bv(index), self.bv(elem)],
            Op::ConstArray => {
                let v = self.bv(elem);
                return (self.plain.mk_const_array(index, v.0), self.builder.const_array(index, v.1));
            }
            Op::Fill => vec![self.pick(array), self.bv(index), self.bv(index), self.bv(elem)],
            Op::Copy => {
                vec![self.pick(array), self.bv(index), self.pick(array), self.bv(index), self.bv(index)]
            }
            Op::LoadLe | Op::LoadBe => {
                let memory = Sort::Array { index, elem: 8 };
                let (m, p) = (self.pick(memory), self.bv(index));
                let bits = 8 << self.random.below(3);
                return (self.plain.mk_load(op, m.0, p.0, bits), self.builder.load(op, m.1, p.1, bits));
            }
            Op::StoreLe | Op::StoreBe => {
                let bits = 8 << self.random.below(3);
                vec![self.pick(Sort::Array { index, elem: 8 }), self.bv(index), self.bv(bits)]
            }
            Op::HeapMalloc | Op::ValidAccess | Op::Allocatable => {
                let h = self.heap;
                vec![self.pick(Sort::Heap(h)), self.bv(h), self.bv(h)]
            }
            Op::HeapFree | Op::ValidFree => {
                let h = self.heap;
                vec![self.pick(Sort::Heap(h)), self.bv(h)]
            }
            _ => vec![self.bv(w), self.bv(w)],
        };
        let plain: Vec<Term> = args.iter().map(|a| a.0).collect();
        let built: Vec<Term> = args.iter().map(|a| a.1).collect();
        (self.plain.mk(op, &plain), self.builder.apply(op, &built))
    }

    fn any_bv_sort(&mut self) -> Sort {
        let known: Vec<Sort> = self.pool.iter().map(|p| p.0).filter(|s| s.width().is_some()).collect();
        match known.len() {
            0 => Sort::Bv(self.width()),
            n => known[self.random.below(n)],
        }
    }

    /// One random model for both stores.
    fn models(&mut self) -> (Model, Model) {
        let (mut p, mut b) = (Model::new(), Model::new());
        let mut sorts: Vec<Sort> = self.widths.iter().map(|&w| Sort::Bv(w)).collect();
        sorts.extend([8, 16, 32].map(Sort::Bv));
        sorts.push(Sort::Bool);
        sorts.extend(self.arrays.clone());
        sorts.extend(self.pool.iter().map(|p| p.0).filter(|s| s.width().is_some()).collect::<Vec<_>>());
        sorts.sort_unstable();
        sorts.dedup();
        for sort in sorts {
            for name in ["x", "y", "z"] {
                let name = format!("{name}{sort}");
                let value = self.random.value(sort);
                p.set(self.plain.var(&name, sort), value.clone());
                b.set(self.builder.var(&name, sort), value);
            }
        }
        (p, b)
    }
}

fn check(seed: u64, widths: &[u32], steps: usize) {
    check_with(Generator::new(seed, widths), seed, steps);
}

fn check_with(mut g: Generator, seed: u64, steps: usize) {
    for _ in 0..steps {
        let regions = !g.regions.is_empty();
        let pair = if regions && g.random.one_in(3) { g.address() } else { g.step() };
        let sort = g.plain.sort(pair.0);
        assert_eq!(sort, g.builder.sort(pair.1), "seed {seed}: sort of {:?}", g.plain.op(pair.0));
        if sort.width().is_none_or(|w| w <= 260) {
            g.pool.push((sort, pair));
        }
    }
    let mut analyses = HashMap::new();
    for (sort, (_, y)) in &g.pool {
        if sort.width().is_some_and(|w| w <= 64) {
            let facts = g.builder.known_bits(*y).expect("narrow");
            analyses.insert(*y, (facts, g.builder.value_set(*y, 64)));
        }
    }
    check_text(seed, &g.plain);
    check_text(seed, g.builder.store());
    let (reducing, reduced) = check_reduced(seed, &g);
    for _ in 0..6 {
        let (mut p, mut b) = g.models();
        if !g.regions.is_empty() && !g.place(&mut p, &mut b) {
            continue;
        }
        let (mut plain, mut built) = (Evaluator::new(&g.plain, &p), Evaluator::new(g.builder.store(), &b));
        let named = b.iter().map(|(var, value)| {
            let name = g.builder.name(var);
            (reducing.known_var(name), value)
        });
        let mut r = Model::new();
        named.for_each(|(var, value)| var.into_iter().for_each(|var| r.set(var, value.clone())));
        let mut last = Evaluator::new(&reducing, &r);
        for ((sort, (x, y)), z) in g.pool.iter().zip(&reduced) {
            let (v, w) = (plain.eval(*x).clone(), built.eval(*y).clone());
            let u = last.eval(*z);
            assert!(
                *u == w,
                "seed {seed}: {w:?} of {} becomes {u:?} of {}",
                show(&g.builder, *y, 5),
                show(&reducing, *z, 8)
            );
            if sort.width().is_some_and(|w| w <= 64) {
                let value = w.bits().limbs()[0];
                check_analyses(seed, &analyses[y], value, &g.builder, *y);
            }
            if v != w {
                // Operands come first in the pool, so theirs were equal: the fault is in this step.
                let args: Vec<Term> = g.plain.args(*x).to_vec();
                let shown: Vec<String> = args
                    .iter()
                    .map(|a| {
                        let twin = g.pool.iter().find(|q| q.1.0 == *a).map(|q| q.1.1);
                        let v = plain.eval(*a).clone();
                        format!("{v:?} built as {}", twin.map_or("leaf".into(), |t| show(&g.builder, t, 4)))
                    })
                    .collect();
                panic!(
                    "seed {seed}: {:?} of sort {sort} is {v:?}, simplified {w:?} as {}\n{}",
                    g.plain.op(*x),
                    show(&g.builder, *y, 5),
                    shown.join("\n")
                );
            }
        }
    }
}

/// What the last stage makes of all terms, and that it leaves nothing of what it is for.
fn check_reduced(seed: u64, g: &Generator) -> (Builder, Vec<Term>) {
    let mut reducing = g.builder.reducing();
    let terms: Vec<Term> = g.pool.iter().map(|p| p.1.1).collect();
    let reduced = reducing.import(&g.builder, &terms);
    for t in cone(&reducing, &reduced) {
        let gone = matches!(
            reducing.op(t),
            Op::Uaddo
                | Op::Saddo
                | Op::Usubo
                | Op::Ssubo
                | Op::Umulo
                | Op::Smulo
                | Op::Popcount
                | Op::Ctlz
                | Op::Cttz
                | Op::Bswap
                | Op::Bitreverse
                | Op::LoadLe
                | Op::LoadBe
                | Op::StoreLe
                | Op::StoreBe
        );
        assert!(!gone, "seed {seed}: {} is left", show(&reducing, t, 3));
    }
    (reducing, reduced)
}

type Analyses = (KnownBits, Option<SmallVec<[u64; 8]>>);

/// The value of a term must be among those that the analyses of its structure allow.
fn check_analyses(seed: u64, (f, candidates): &Analyses, value: u64, s: &TermStore, t: Term) {
    let w = s.width(t);
    let top = 64 - w;
    let signed = (value << top) as i64 >> top;
    let needed = 65 - (if signed < 0 { !signed } else { signed } as u64).leading_zeros();
    let fine = f.admits(value)
        && needed <= f.signed_bits
        && candidates.as_ref().is_none_or(|c| c.binary_search(&value).is_ok());
    assert!(fine, "seed {seed}: {value} is not in {f:?} {candidates:?} of {}", show(s, t, 5));
}

/// Printing, parsing and printing again changes nothing.
fn check_text(seed: u64, store: &TermStore) {
    let roots: Vec<Term> = (0..store.len()).rev().step_by(7).map(|i| store.at(i)).collect();
    let text = print(store, &roots);
    let mut copy = TermStore::default();
    let parsed = parse(&mut copy, &text).unwrap_or_else(|e| panic!("seed {seed}: {e} in\n{text}"));
    assert_eq!(text, print(&copy, &parsed), "seed {seed}");
}

/// The top of a term, for messages.
fn show(s: &TermStore, t: Term, depth: u32) -> String {
    match s.op(t) {
        Op::Const => format!("{:?}", s.as_bits(t).unwrap()),
        Op::Var => s.name(t).to_owned(),
        op if depth == 0 => format!("({op:?} ..)"),
        op => {
            let args: Vec<String> = s.args(t).iter().map(|&a| show(s, a, depth - 1)).collect();
            let range = match op {
                Op::Extract => format!("{:?}", s.extract_range(t)),
                _ => String::new(),
            };
            format!("({op:?}{range}:{} {})", s.sort(t), args.join(" "))
        }
    }
}

fn rounds(n: u64) -> u64 {
    let factor = std::env::var("BMC_SOUNDNESS_ROUNDS").ok().and_then(|s| s.parse().ok()).unwrap_or(1);
    n * factor
}

#[test]
fn small_widths() {
    for seed in 0..rounds(3000) {
        check(seed, &[1, 2, 3, 4, 5, 6, 7, 8], 60);
    }
}

#[test]
fn common_widths() {
    for seed in 0..rounds(1000) {
        check(1 << 32 | seed, &[8, 16, 32, 64], 60);
    }
}

#[test]
fn wide() {
    for seed in 0..rounds(500) {
        check(2 << 32 | seed, &[33, 63, 65, 127, 128], 60);
    }
}

#[test]
fn regions() {
    for seed in 0..rounds(2000) {
        let seed = 3 << 32 | seed;
        let mut g = Generator::new(seed, &[6, 8, 12, 32, 64]);
        g.declare();
        check_with(g, seed, 60);
    }
}

/// The greatest and the least of many values, constants among them, in both orders: what comparisons of these are
/// simplified to.
#[test]
fn choices_by_order_keep_their_order() {
    let mut random = Random(0x0dde);
    let mut decided = 0;
    for _ in 0..400 {
        let w = 1 + random.below(4) as u32;
        let (mut plain, mut builder) = (TermStore::default(), Builder::new());
        let names = ["a", "b", "c"];
        let mut pool: Vec<Pair> =
            names.iter().map(|n| (plain.var(n, Sort::Bv(w)), builder.var(n, Sort::Bv(w)))).collect();
        let vars = pool.clone();
        for k in 0..3 {
            let value = Bits::new(w, random.below(1 << w) as u64 + k);
            pool.push((plain.constant(&value), builder.constant(&value)));
        }
        for _ in 0..12 {
            let (x, y) = (pool[random.below(pool.len())], pool[random.below(pool.len())]);
            let signed = random.below(3) > 0;
            let op = if signed { Op::Slt } else { Op::Ult };
            let less = (plain.mk(op, &[x.0, y.0]), builder.apply(op, &[x.1, y.1]));
            let arms = if random.below(2) == 0 { (x, y) } else { (y, x) };
            pool.push((
                plain.mk(Op::Ite, &[less.0, arms.0.0, arms.1.0]),
                builder.apply(Op::Ite, &[less.1, arms.0.1, arms.1.1]),
            ));
        }
        let mut questions = Vec::new();
        for _ in 0..40 {
            let (x, y) = (pool[random.below(pool.len())], pool[random.below(pool.len())]);
            let op = [Op::Slt, Op::Ult, Op::Sle, Op::Ule][random.below(4)];
            let made = builder.apply(op, &[x.1, y.1]);
            decided += usize::from(builder.as_bool(made).is_some());
            questions.push((plain.mk(op, &[x.0, y.0]), made));
        }
        for _ in 0..40 {
            let (mut one, mut other) = (Model::new(), Model::new());
            for &(p, b) in &vars {
                let value = Bits::new(w, random.below(1 << w) as u64);
                one.set(p, Value::Bits(value.clone()));
                other.set(b, Value::Bits(value));
            }
            let mut values = Evaluator::new(&plain, &one);
            let mut simplified = Evaluator::new(builder.store(), &other);
            for &(p, b) in &questions {
                assert_eq!(values.bool(p), simplified.bool(b), "{}", print(&plain, &[p]));
            }
        }
    }
    assert!(decided > 2000, "{decided}");
}
