//! Tests of data sets against enumeration of all values.

use std::collections::BTreeSet;

use super::cone::Cone;
use super::words::{Words, all_hold};
use super::{DataSet, Found, Queries, is_included, normalise};
use crate::base::{Bits, Random};
use crate::ilr::eval::{Evaluator, Model};
use crate::ilr::text::print as print_terms;
use crate::ilr::{Op, Sort, Term, Value};
use crate::rewrite::Builder;
use crate::smt::builtin::Builtin;

/// Number of sets that the normal form is tested with.
const SETS: u64 = 20_000;
/// Number of pairs and unions that inclusion is tested with.
const PAIRS: u64 = 1_200;
/// Number of questions.
const QUESTIONS: u64 = 1_000;
/// Most bits of all variables together.
const BITS: u32 = 8;

/// Makes random terms.
struct Generator {
    random: Random,
    variables: Vec<Term>,
    /// A variable that is a truth value.
    truth: Option<Term>,
}

impl Generator {
    /// A generator over some new variables with this prefix.
    fn new(b: &mut Builder, seed: u64, prefix: &str) -> Generator {
        let mut random = Random::new(seed);
        let count = 1 + random.below(4);
        let mut bits = 0;
        let mut variables = Vec::new();
        for i in 0..count {
            let width = 1 + random.below(3) as u32;
            bits += width;
            if bits <= BITS {
                variables.push(b.var(&format!("{prefix}{width}_{i}"), Sort::Bv(width)));
            }
        }
        let truth = (random.below(4) == 0).then(|| b.var(&format!("{prefix}0_0"), Sort::Bool));
        Generator { random, variables, truth }
    }

    fn one_of<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.random.below(of.len() as u64) as usize]
    }

    /// A term resized to a width in a random way.
    fn fit(&mut self, b: &mut Builder, t: Term, width: u32) -> Term {
        match (b.width(t).cmp(&width), self.random.below(2)) {
            (std::cmp::Ordering::Equal, _) => t,
            (std::cmp::Ordering::Less, 0) => b.zext(t, width),
            (std::cmp::Ordering::Less, _) => b.sext(t, width),
            (std::cmp::Ordering::Greater, 0) => b.trunc(t, width),
            (std::cmp::Ordering::Greater, _) => {
                let w = b.width(t);
                b.extract(t, w - 1, w - width)
            }
        }
    }

    fn bits(&mut self, b: &mut Builder, width: u32, depth: u32) -> Term {
        if depth == 0 || self.random.below(6) == 0 {
            if self.random.below(4) == 0 {
                let value = self.random.next_u64();
                return b.bv(width, value);
            }
            let variables = self.variables.clone();
            let v = self.one_of(&variables);
            return self.fit(b, v, width);
        }
        let d = depth - 1;
        match self.random.below(12) {
            0 => {
                let c = self.truth(b, d);
                let (x, y) = (self.bits(b, width, d), self.bits(b, width, d));
                b.ite(c, x, y)
            }
            1 => {
                let x = self.bits(b, width, d);
                let op = self.one_of(&[Op::Neg, Op::BvNot, Op::Popcount, Op::Ctlz, Op::Bitreverse]);
                b.apply(op, &[x])
            }
            2 if width > 1 => {
                let low = 1 + self.random.below(u64::from(width) - 1) as u32;
                let (x, y) = (self.bits(b, width - low, d), self.bits(b, low, d));
                b.concat(x, y)
            }
            3 => {
                let other = 1 + self.random.below(4) as u32;
                let x = self.bits(b, other, d);
                self.fit(b, x, width)
            }
            4..=7 => {
                let (x, y) = (self.bits(b, width, d), self.bits(b, width, d));
                let op = self.one_of(&[Op::Add, Op::Sub, Op::BvXor, Op::Add, Op::Mul]);
                b.apply(op, &[x, y])
            }
            _ => {
                let (x, y) = (self.bits(b, width, d), self.bits(b, width, d));
                let op = self.one_of(&[
                    Op::Mul,
                    Op::Udiv,
                    Op::Urem,
                    Op::Sdiv,
                    Op::Srem,
                    Op::Shl,
                    Op::Lshr,
                    Op::Ashr,
                    Op::BvAnd,
                    Op::BvOr,
                ]);
                b.apply(op, &[x, y])
            }
        }
    }

    fn truth(&mut self, b: &mut Builder, depth: u32) -> Term {
        let d = depth.saturating_sub(1);
        if let Some(t) = self.truth
            && self.random.below(6) == 0
        {
            return t;
        }
        match self.random.below(10) {
            0 if depth > 0 => {
                let t = self.truth(b, d);
                b.not(t)
            }
            1 | 2 if depth > 0 => {
                let (x, y) = (self.truth(b, d), self.truth(b, d));
                let op = self.one_of(&[Op::And, Op::Or, Op::Xor]);
                b.apply(op, &[x, y])
            }
            3 => {
                let width = 1 + self.random.below(3) as u32;
                let (x, y) = (self.bits(b, width, d), self.bits(b, width, d));
                let op = self.one_of(&[Op::Uaddo, Op::Saddo, Op::Usubo, Op::Ssubo, Op::Umulo, Op::Smulo]);
                b.apply(op, &[x, y])
            }
            _ => {
                let width = 1 + self.random.below(3) as u32;
                let (x, y) = (self.bits(b, width, d), self.bits(b, width, d));
                let op = self.one_of(&[Op::Eq, Op::Ult, Op::Ule, Op::Slt, Op::Sle, Op::Eq]);
                b.apply(op, &[x, y])
            }
        }
    }

    /// A set with cells of these widths; half of them look like states of programs.
    fn set(&mut self, b: &mut Builder, widths: &[u32]) -> DataSet {
        let like_program = self.random.below(2) == 0;
        let depth = if like_program { 1 } else { self.random.below(5) as u32 };
        let cells: Vec<Term> = widths.iter().map(|&w| self.bits(b, w, depth)).collect();
        let mut path = Vec::new();
        for _ in 0..self.random.below(4) {
            let t = if like_program {
                let (x, k) = (self.one_of(&cells), self.random.next_u64());
                let w = b.width(x);
                let y = match self.random.below(3) {
                    0 => self.bits(b, w, 1),
                    _ => b.bv(w, k),
                };
                let op = self.one_of(&[Op::Eq, Op::Ult, Op::Ule, Op::Slt, Op::Sle]);
                let t = b.apply(op, &[x, y]);
                if self.random.below(2) == 0 { b.not(t) } else { t }
            } else {
                self.truth(b, depth.min(3))
            };
            path.push(t);
        }
        DataSet { cells, path }
    }

    fn widths(&mut self) -> Vec<u32> {
        (0..1 + self.random.below(4)).map(|_| 1 + self.random.below(4) as u32).collect()
    }
}

/// All models of some variables.
fn models(b: &Builder, variables: &[Term]) -> Vec<Model> {
    let mut all = vec![Model::new()];
    for &v in variables {
        let width = b.sort(v).width();
        let count = 1u64 << width.unwrap_or(1);
        let mut next = Vec::new();
        for m in &all {
            for k in 0..count {
                let mut m = m.clone();
                m.set(v, width.map_or(Value::Bool(k == 1), |w| Value::Bits(Bits::new(w, k))));
                next.push(m);
            }
        }
        all = next;
    }
    all
}

/// All vectors of a set.
fn vectors(b: &Builder, set: &DataSet) -> BTreeSet<Vec<u64>> {
    let cone = Cone::of(b, set.path.iter().chain(&set.cells));
    let variables: Vec<Term> = cone.variables().iter().map(|&v| cone.node(v as usize).term).collect();
    let mut words = Words::default();
    let mut all = BTreeSet::new();
    for m in models(b, &variables) {
        if all_hold(b, &cone, &mut words, &m, &set.path) {
            let value = |&t: &Term| words.value(b, &cone, &m, cone.place(t)).expect("narrow");
            all.insert(set.cells.iter().map(value).collect());
        }
    }
    all
}

fn shown(b: &Builder, set: &DataSet) -> String {
    let list = |of: &[Term]| print_terms(b, of);
    format!("cells {}\npath {}", list(&set.cells), list(&set.path))
}

fn queries() -> Queries {
    Queries::new(Box::new(|| Box::new(Builtin::new())))
}

#[test]
fn words_agree_with_the_evaluator() {
    let mut b = Builder::new();
    for seed in 0..400 {
        let mut g = Generator::new(&mut b, seed, "x");
        let t = g.bits(&mut b, 4, 5);
        let c = g.truth(&mut b, 4);
        let cone = Cone::of(&b, [&t, &c]);
        let mut words = Words::default();
        for m in models(&b, &g.variables).iter().take(40) {
            words.clear();
            let mut evaluator = Evaluator::new(&b, m);
            for u in [t, c] {
                let word = words.value(&b, &cone, m, cone.place(u));
                let expected = match evaluator.eval(u) {
                    Value::Bool(v) => u64::from(*v),
                    Value::Bits(v) => v.limbs()[0],
                    other => panic!("{other:?}"),
                };
                assert_eq!(word, Some(expected), "{}", print_terms(&b, &[u]));
            }
        }
    }
}

#[test]
fn normal_forms_keep_sets() {
    let mut b = Builder::new();
    let (mut done, mut idempotent) = (0, 0);
    let mut seed = 0;
    while done < SETS {
        seed += 1;
        if seed % 256 == 0 {
            b = Builder::new();
        }
        let mut g = Generator::new(&mut b, seed, "x");
        let widths = g.widths();
        let set = g.set(&mut b, &widths);
        let expected = vectors(&b, &set);
        if expected.is_empty() {
            continue;
        }
        let normal = normalise(&mut b, set.clone());
        let found = vectors(&b, &normal);
        assert!(expected == found, "seed {seed}\n{}\nbecomes\n{}", shown(&b, &set), shown(&b, &normal));
        done += 1;
        idempotent += u64::from(normalise(&mut b, normal.clone()) == normal);
    }
    assert!(idempotent * 1000 >= SETS * 995, "{idempotent} of {SETS} are stable");
}

#[test]
fn names_do_not_matter() {
    let mut b = Builder::new();
    let (mut done, mut equal) = (0, 0);
    let mut seed = 1 << 20;
    while done < SETS {
        seed += 1;
        if seed % 256 == 0 {
            b = Builder::new();
        }
        let mut g = Generator::new(&mut b, seed, "x");
        let widths = g.widths();
        let set = g.set(&mut b, &widths);
        if vectors(&b, &set).is_empty() {
            continue;
        }
        done += 1;
        // The same set over variables of other names and ages, with the conjuncts in another order.
        let mut map = Vec::new();
        for (i, v) in g.truth.into_iter().chain(g.variables.iter().rev().copied()).enumerate() {
            let sort = b.sort(v);
            map.push((v, b.var(&format!("y{sort}_{}_{i}", seed % 7), sort)));
        }
        let cone = Cone::of(&b, set.cells.iter().chain(&set.path));
        let cells = cone.substitute(&mut b, &set.cells, &map);
        let mut path = cone.substitute(&mut b, &set.path, &map);
        path.reverse();
        let one = normalise(&mut b, set.clone());
        let two = normalise(&mut b, DataSet { cells, path });
        equal += u64::from(one == two);
    }
    assert!(equal * 100 >= SETS * 95, "{equal} of {SETS} are equal");
}

#[test]
fn inclusion_is_that_of_vectors() {
    let mut b = Builder::new();
    let mut q = queries();
    let (mut included, mut missed) = (0, 0);
    let mut seed = 1 << 21;
    for _ in 0..PAIRS {
        seed += 1;
        if seed % 128 == 0 {
            (b, q) = (Builder::new(), queries());
        }
        let mut g = Generator::new(&mut b, seed, "x");
        let widths = g.widths();
        let mut new = g.set(&mut b, &widths);
        let mut old = vec![related(&mut b, &mut g, &new, &widths)];
        for _ in 0..g.random.below(3) {
            // The union of two parts of a set.
            let part = old[0].clone();
            let c = g.truth(&mut b, 2);
            old[0].path.push(c);
            let mut other = part;
            other.path.push(b.not(c));
            old.push(other);
        }
        let values = vectors(&b, &new);
        let mut all = BTreeSet::new();
        let mut empty = values.is_empty();
        for o in &old {
            let values = vectors(&b, o);
            empty |= values.is_empty();
            all.extend(values);
        }
        if empty {
            continue;
        }
        if g.random.below(4) > 0 {
            new = normalise(&mut b, new);
            old = old.into_iter().map(|o| normalise(&mut b, o)).collect();
        }
        let olds: Vec<&DataSet> = old.iter().collect();
        let answer = is_included(&mut b, &mut q, &new, &olds).expect("a solver");
        let expected = values.is_subset(&all);
        assert!(!answer || expected, "seed {seed}\n{}\nin {:?}", shown(&b, &new), shown(&b, &old[0]));
        included += u64::from(expected);
        missed += u64::from(expected && !answer);
    }
    assert!(included * 4 > PAIRS && missed * 100 <= included, "{missed} of {included} are missed");
}

/// A set that may include another.
fn related(b: &mut Builder, g: &mut Generator, new: &DataSet, widths: &[u32]) -> DataSet {
    let mut old = new.clone();
    match g.random.below(6) {
        0 => return g.set(b, widths),
        // Anything.
        1 => {
            let fresh = |b: &mut Builder, (i, &w): (usize, &u32)| b.var(&format!("z{w}_{i}"), Sort::Bv(w));
            old.cells = widths.iter().enumerate().map(|x| fresh(b, x)).collect();
            old.path.clear();
        }
        2 => drop(old.path.pop()),
        // More general in one input.
        3 => {
            let v = g.variables[0];
            let sort = b.sort(v);
            let (z, Sort::Bv(w)) = (b.var(&format!("z{sort}"), sort), sort) else { return old };
            let t = g.bits(b, w, 1);
            let t = b.bvxor(z, t);
            let cone = Cone::of(b, old.cells.iter().chain(&old.path));
            old.cells = cone.substitute(b, &old.cells, &[(v, t)]);
            old.path = cone.substitute(b, &old.path, &[(v, t)]);
        }
        // A disjunction.
        4 => {
            for c in &mut old.path {
                let other = g.truth(b, 2);
                *c = b.or(*c, other);
            }
        }
        _ => {
            let c = g.truth(b, 2);
            old.path.push(c);
        }
    }
    old
}

#[test]
fn answers_are_right() {
    let mut b = Builder::new();
    let mut q = queries();
    for seed in 1 << 22..(1 << 22) + QUESTIONS {
        if seed % 128 == 0 {
            (b, q) = (Builder::new(), queries());
        }
        let mut g = Generator::new(&mut b, seed, "x");
        let path: Vec<Term> = (0..1 + g.random.below(4)).map(|_| g.truth(&mut b, 3)).collect();
        let extra: Vec<Term> = (0..1 + g.random.below(2)).map(|_| g.truth(&mut b, 3)).collect();
        let all: Vec<Term> = path.iter().chain(&extra).copied().collect();
        let possible = |b: &Builder, terms: &[Term]| {
            let set = DataSet { cells: Vec::new(), path: terms.to_vec() };
            !vectors(b, &set).is_empty()
        };
        let holds = possible(&b, &path);
        assert_eq!(q.satisfiable(&mut b, &path).expect("a solver"), Some(holds), "seed {seed}");
        if holds {
            let both = possible(&b, &all);
            assert_eq!(q.consistent(&mut b, &path, &extra).expect("a solver"), Some(both), "seed {seed}");
        }
        match q.model(&mut b, &all).expect("a solver") {
            Found::Model(m) => {
                let mut evaluator = Evaluator::new(&b, &m);
                assert!(all.iter().all(|&t| evaluator.bool(t)), "seed {seed}");
                let cone = Cone::of(&b, &all);
                assert!(cone.variables().iter().all(|&v| m.get(cone.node(v as usize).term).is_some()));
            }
            Found::None => assert!(!possible(&b, &all), "seed {seed}"),
            Found::Unknown => panic!("unknown for seed {seed}"),
        }
    }
}

/// Normal forms of small sets of 8 and 128 bits.
#[test]
fn what_normal_forms_look_like() {
    for width in [8, 128] {
        let mut b = Builder::new();
        let [x, y, z] = ["x", "y", "z"].map(|n| b.var(n, Sort::Bv(width)));
        let [d0, d1] = [0, 1].map(|n| b.var(&format!("d{width}!{n}"), Sort::Bv(width)));
        let [three, five] = [3, 5].map(|k| b.bv(width, k));
        // Solved for y, and the sum with an input that occurs once is an input.
        let (sum, minus) = (b.add(y, three), b.sub(x, z));
        let is = b.eq(sum, five);
        let set = normalise(&mut b, DataSet { cells: vec![y, minus], path: vec![is] });
        let two = b.bv(width, 2);
        assert_eq!(set, DataSet { cells: vec![two, d0], path: vec![] });
        // z may be chosen so that x is below it, unless x is the greatest value.
        let less = b.ult(x, z);
        let set = normalise(&mut b, DataSet { cells: vec![x], path: vec![less] });
        let ones = b.constant(&Bits::ones(width));
        let not = b.ne(d0, ones);
        assert_eq!(set, DataSet { cells: vec![d0], path: vec![not] });
        // What the path says nothing about in the cells is left out.
        let (product, square) = (b.mul(y, z), b.mul(y, y));
        let other = b.ult(square, product);
        let small = b.ult(x, five);
        let set = normalise(&mut b, DataSet { cells: vec![x], path: vec![other, small] });
        let small = b.ult(d0, five);
        assert_eq!(set, DataSet { cells: vec![d0], path: vec![small] });
        // Both bounds leave one value.
        let below = b.ult(three, x);
        let set = normalise(&mut b, DataSet { cells: vec![x, y, z, y], path: vec![below, less, small] });
        assert_eq!(set.cells.len(), 4);
        let above = b.ult(x, five);
        let set = normalise(&mut b, DataSet { cells: vec![x, y, z, y], path: vec![below, above] });
        let four = b.bv(width, 4);
        if width <= 64 {
            assert_eq!(set, DataSet { cells: vec![four, d0, d1, d0], path: vec![] });
        }
        let mut q = queries();
        let all = DataSet { cells: vec![x, y, z, y], path: vec![] };
        assert!(is_included(&mut b, &mut q, &set, &[&all]).expect("a solver"));
        assert!(!is_included(&mut b, &mut q, &all, &[&set]).expect("a solver"));
    }
}

/// What holds of inputs that no cell shows decides whether a set has any vectors.
#[test]
fn conditions_of_hidden_inputs_count() {
    let mut b = Builder::new();
    let [x, y, h] = ["x", "y", "h"].map(|name| b.var(name, Sort::Bv(3)));
    let square = b.mul(h, h);
    let any = DataSet { cells: vec![x], path: vec![] };
    // Squares of numbers of three bits are 0, 1 and 4.
    for value in 0..8 {
        let number = b.bv(3, value);
        let condition = b.eq(square, number);
        let set = DataSet { cells: vec![y], path: vec![condition] };
        let included = is_included(&mut b, &mut queries(), &any, &[&set]).expect("a solver");
        assert_eq!(included, [0, 1, 4].contains(&value), "{value}");
    }
}
