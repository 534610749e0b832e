//! Polynomials modulo a power of two, for comparing terms. Bit-level solvers find products of variables hard. Terms
//! that are sums of the same products have equal normal forms here.
//!
//! An equation holds if both sides are the same polynomial under all decisions on conditionals.
//! Counters that change under conditions and merge where paths meet are conditionals between sums. To decide an
//! equation between them, the search splits on the condition of the last conditional, again and again, until the
//! difference is zero. Operands are older than their terms, so decisions on terms newer than everything left are
//! irrelevant and are dropped. Thus the search can remember which differences vanish, and the merges of successive
//! iterations cost little each.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::Builder;
use crate::ilr::visit::cone;
use crate::ilr::{Op, Term};

/// Limits on the size of polynomials.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Maximum number of products of a polynomial.
    pub products: usize,
    /// Maximum number of factors of a product.
    pub factors: usize,
    /// Maximum number of decisions on conditionals.
    pub decisions: u32,
}

/// Limits for the rewrite rule, which is tried on every new equation.
const RULE: Limits = Limits { products: 96, factors: 4, decisions: 256 };
/// Maximum nesting of products.
const MOST_DEPTH: u32 = 8;
/// Maximum number of terms of a condition that are inspected.
const MOST_CONDITION: u32 = 64;
/// Maximum width of a selector for which excluding all values but one selects the last.
const WIDEST_SELECTOR: u32 = 4;
/// Maximum number of remembered differences.
const MOST_KNOWN: usize = 1 << 16;

/// A sum of products of terms, each with a factor that is not zero, modulo 2^`width`. A term stands for its low bits.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Polynomial {
    width: u32,
    products: BTreeMap<Vec<Term>, u64>,
}

/// Assumed values of conditions, in the order of the assumptions.
pub type Decisions = Vec<(Term, bool)>;

/// Differences under decisions, and whether each is zero.
pub(super) type Known = FxHashMap<(Polynomial, Decisions), bool>;

/// Value of a condition under decisions.
enum Decided {
    Is(bool),
    /// Open; depends on this condition, among others.
    By(Term),
}

impl Polynomial {
    /// The zero polynomial, of at most 64 bits.
    pub fn zero(width: u32) -> Polynomial {
        Polynomial { width, products: BTreeMap::new() }
    }

    /// Polynomial of the low `width` bits of a term that has at least as many; `None` if it is too large.
    pub fn of(b: &Builder, t: Term, width: u32, limits: Limits) -> Option<Polynomial> {
        Polynomial::zero(width).same(b, t, 0, limits)
    }

    /// Adds a multiple of another polynomial.
    pub fn plus(&mut self, other: &Polynomial, factor: u64, limits: Limits) -> Option<()> {
        for (product, x) in &other.products {
            self.add(product, x.wrapping_mul(factor));
        }
        (self.products.len() <= limits.products).then_some(())
    }

    /// The sum as a term; `None` if a product has several factors.
    pub fn linear(&self, b: &mut Builder) -> Option<Term> {
        let mut sum = b.bv(self.width, 0);
        for (product, &factor) in &self.products {
            let factor = b.bv(self.width, factor);
            let part = match product[..] {
                [] => factor,
                [t] => {
                    // Variables may be wider than the sum.
                    let t = if b.width(t) > self.width { b.extract(t, self.width - 1, 0) } else { t };
                    b.mul(factor, t)
                }
                _ => return None,
            };
            sum = b.add(sum, part);
        }
        Some(sum)
    }

    /// Quotient by `n`, if `n` divides every coefficient, taken as a signed number.
    pub fn divided(&self, n: u64) -> Option<Polynomial> {
        let n = i64::try_from(n).ok().filter(|&n| n > 0)?;
        let mut result = Polynomial::zero(self.width);
        for (product, &factor) in &self.products {
            let factor = self.signed(factor);
            (factor % n == 0).then(|| result.add(product, (factor / n) as u64))?;
        }
        Some(result)
    }

    /// Least absolute coefficient (signed) of the products that contain `variable`; `None` if no product does.
    pub fn least_factor(&self, b: &Builder, variable: Term) -> Option<u64> {
        let has = |product: &[Term]| {
            product.iter().any(|&t| cone(b.store(), &[t]).binary_search(&variable).is_ok())
        };
        let with = self.products.iter().filter(|(product, _)| has(product));
        with.map(|(_, &factor)| self.signed(factor).unsigned_abs()).min()
    }

    fn signed(&self, factor: u64) -> i64 {
        let unused = 64 - self.width;
        (factor << unused) as i64 >> unused
    }

    fn add(&mut self, product: &[Term], factor: u64) {
        let mask = u64::MAX >> (64 - self.width);
        let sum = self.products.get(product).copied().unwrap_or(0).wrapping_add(factor) & mask;
        if sum == 0 {
            self.products.remove(product);
        } else {
            self.products.insert(product.to_vec(), sum);
        }
    }

    /// Adds a multiple of the low bits of a term; `None` if the result is too large.
    fn accumulate(&mut self, b: &Builder, t: Term, factor: u64, depth: u32, limits: Limits) -> Option<()> {
        let mut stack = vec![(t, factor)];
        while let Some((t, c)) = stack.pop() {
            if self.products.len() + stack.len() > limits.products {
                return None;
            }
            if let Some(k) = b.as_u64(t) {
                self.add(&[], k.wrapping_mul(c));
                continue;
            }
            let args = b.args(t);
            match b.op(t) {
                Op::Add => stack.extend([(args[0], c), (args[1], c)]),
                Op::Sub => stack.extend([(args[0], c), (args[1], c.wrapping_neg())]),
                Op::Neg => stack.push((args[0], c.wrapping_neg())),
                Op::BvNot => {
                    self.add(&[], c.wrapping_neg());
                    stack.push((args[0], c.wrapping_neg()));
                }
                Op::Mul if b.as_u64(args[1]).is_some() => {
                    stack.push((args[0], c.wrapping_mul(b.as_u64(args[1])?)));
                }
                Op::Mul if depth < MOST_DEPTH => {
                    let (x, y) = (
                        self.same(b, args[0], depth + 1, limits)?,
                        self.same(b, args[1], depth + 1, limits)?,
                    );
                    self.plus(&x.times(&y, limits)?, c, limits)?;
                }
                Op::Shl if b.as_u64(args[1]).is_some_and(|n| n < 64) => {
                    stack.push((args[0], c << b.as_u64(args[1])?));
                }
                // Low bits of a wider term.
                Op::Extract if b.extract_range(t).1 == 0 && b.width(t) >= self.width => {
                    stack.push((args[0], c))
                }
                Op::Sext | Op::Zext if b.width(args[0]) >= self.width => stack.push((args[0], c)),
                Op::Concat if b.width(args[1]) >= self.width => stack.push((args[1], c)),
                // Low bits over zeros: a multiple of the upper operand.
                Op::Concat
                    if b.as_u64(args[1]) == Some(0)
                        && b.op(args[0]) == Op::Extract
                        && b.extract_range(args[0]).1 == 0
                        && b.width(b.arg(args[0], 0)) >= self.width =>
                {
                    stack.push((b.arg(args[0], 0), c << b.width(args[1])));
                }
                _ => self.add(&[t], c),
            }
        }
        (self.products.len() <= limits.products).then_some(())
    }

    /// Polynomial of a term, with this width.
    fn same(&self, b: &Builder, t: Term, depth: u32, limits: Limits) -> Option<Polynomial> {
        let mut p = Polynomial::zero(self.width);
        p.accumulate(b, t, 1, depth, limits)?;
        Some(p)
    }

    /// Product of two polynomials.
    pub fn times(&self, other: &Polynomial, limits: Limits) -> Option<Polynomial> {
        let mut result = Polynomial::zero(self.width);
        for (p, x) in &self.products {
            for (q, y) in &other.products {
                let mut product = [p.as_slice(), q.as_slice()].concat();
                product.sort_unstable();
                result.add(&product, x.wrapping_mul(*y));
                if result.products.len() > limits.products || product.len() > limits.factors {
                    return None;
                }
            }
        }
        Some(result)
    }

    /// This polynomial with conditionals replaced by one of their arms.
    fn with(&self, b: &Builder, chosen: &FxHashMap<Term, Term>, limits: Limits) -> Option<Polynomial> {
        let mut result = Polynomial::zero(self.width);
        for (product, &factor) in &self.products {
            match product[..] {
                [t] if chosen.contains_key(&t) => result.accumulate(b, chosen[&t], factor, 0, limits)?,
                _ if product.iter().any(|t| chosen.contains_key(t)) => {
                    let mut whole = Polynomial::zero(self.width);
                    whole.add(&[], factor);
                    for t in product {
                        let factor = self.same(b, *chosen.get(t).unwrap_or(t), 0, limits)?;
                        whole = whole.times(&factor, limits)?;
                    }
                    result.plus(&whole, 1, limits)?;
                }
                _ => result.add(product, factor),
            }
            if result.products.len() > limits.products {
                return None;
            }
        }
        Some(result)
    }
}

impl Builder {
    /// The decisions under which a polynomial is not certainly zero, each with the resulting polynomial; `None` if
    /// there are too many or the polynomial becomes too large.
    pub fn cases(&self, p: Polynomial, limits: Limits) -> Option<Vec<(Decisions, Polynomial)>> {
        let mut left = limits.decisions;
        let mut open = vec![(Decisions::new(), p)];
        let mut cases = Vec::new();
        while let Some((decisions, p)) = open.pop() {
            let (p, by) = self.decided(p, &decisions, limits, &mut left)?;
            if p.products.is_empty() {
                continue;
            }
            let Some(by) = by else {
                cases.push((decisions, p));
                continue;
            };
            left = left.checked_sub(1)?;
            for value in [true, false] {
                let decisions = decisions.iter().copied().chain([(by, value)]).collect();
                open.push((decisions, p.clone()));
            }
        }
        Some(cases)
    }

    /// Resolves the conditionals that decisions determine. Also returns the condition that the last remaining
    /// conditional depends on.
    fn decided(
        &self,
        mut p: Polynomial,
        decisions: &Decisions,
        limits: Limits,
        left: &mut u32,
    ) -> Option<(Polynomial, Option<Term>)> {
        loop {
            let mut chosen = FxHashMap::default();
            let mut open: Option<(Term, Term)> = None;
            for &t in p.products.keys().flatten().filter(|&&t| self.op(t) == Op::Ite) {
                match self.decide(self.arg(t, 0), decisions, &mut { MOST_CONDITION })? {
                    Decided::Is(value) => {
                        chosen.insert(t, self.arg(t, if value { 1 } else { 2 }));
                    }
                    Decided::By(by) => open = open.max(Some((t, by))),
                }
            }
            if chosen.is_empty() {
                return Some((p, open.map(|(_, by)| by)));
            }
            *left = left.checked_sub(1)?;
            p = p.with(self, &chosen, limits)?;
        }
    }

    /// Whether two terms, one of them a sum or a product, are equal for all values of their variables. Widths up to 64.
    pub(super) fn equal_polynomials(&mut self, x: Term, y: Term) -> bool {
        let Some(width) = self.sort(x).width() else { return false };
        let computes = |s: &Builder, t| matches!(s.op(t), Op::Add | Op::Sub | Op::Mul | Op::Neg);
        if width > 64 || !(computes(self, x) || computes(self, y)) || self.as_u64(y).is_some() {
            return false;
        }
        let mut difference = Polynomial::zero(width);
        let made = difference
            .accumulate(self, x, 1, 0, RULE)
            .and_then(|()| difference.accumulate(self, y, u64::MAX, 0, RULE));
        if made.is_none() {
            return false;
        }
        let mut known = std::mem::take(&mut self.differences);
        if known.len() > MOST_KNOWN {
            known.clear();
        }
        let mut left = RULE.decisions;
        let vanishes = self.vanishes(difference, Vec::new(), &mut known, &mut left);
        self.differences = known;
        vanishes == Some(true)
    }

    /// `None` when there are too many decisions.
    fn vanishes(
        &self,
        p: Polynomial,
        mut decisions: Decisions,
        known: &mut Known,
        left: &mut u32,
    ) -> Option<bool> {
        let (p, by) = self.decided(p, &decisions, RULE, left)?;
        if p.products.is_empty() {
            return Some(true);
        }
        let Some(by) = by else { return Some(false) };
        let newest = p.products.keys().flatten().max().copied();
        decisions.retain(|&(t, _)| Some(t) < newest);
        let key = (p, decisions);
        if let Some(&vanishes) = known.get(&key) {
            return Some(vanishes);
        }
        *left = left.checked_sub(1)?;
        let mut both = true;
        for value in [false, true] {
            let decisions = key.1.iter().copied().chain([(by, value)]).collect();
            both = both && self.vanishes(key.0.clone(), decisions, known, left)?;
        }
        known.insert(key, both);
        Some(both)
    }

    /// `None` when the condition is too large.
    fn decide(&self, c: Term, decisions: &Decisions, left: &mut u32) -> Option<Decided> {
        *left = left.checked_sub(1)?;
        if let Some(&(_, value)) = decisions.iter().find(|d| d.0 == c) {
            return Some(Decided::Is(value));
        }
        let args = self.args(c);
        Some(match self.op(c) {
            Op::False => Decided::Is(false),
            Op::True => Decided::Is(true),
            Op::Not => match self.decide(args[0], decisions, left)? {
                Decided::Is(value) => Decided::Is(!value),
                by => by,
            },
            op @ (Op::And | Op::Or) => {
                // The value of an operand that makes the other one matter.
                let neutral = op == Op::And;
                match (self.decide(args[0], decisions, left)?, self.decide(args[1], decisions, left)?) {
                    (Decided::Is(a), _) if a != neutral => Decided::Is(a),
                    (_, Decided::Is(b)) if b != neutral => Decided::Is(b),
                    (Decided::Is(_), other) | (other, Decided::Is(_)) => other,
                    (Decided::By(a), Decided::By(b)) => Decided::By(a.max(b)),
                }
            }
            Op::Xor => {
                match (self.decide(args[0], decisions, left)?, self.decide(args[1], decisions, left)?) {
                    (Decided::Is(a), Decided::Is(b)) => Decided::Is(a != b),
                    (Decided::Is(_), by) | (by, Decided::Is(_)) => by,
                    (Decided::By(a), Decided::By(b)) => Decided::By(a.max(b)),
                }
            }
            Op::Eq if self.op(args[1]) == Op::Const => {
                self.selected(args[0], args[1], decisions).map_or(Decided::By(c), Decided::Is)
            }
            _ => Decided::By(c),
        })
    }

    /// Whether a term is a constant, as far as decisions about other constants show.
    fn selected(&self, x: Term, k: Term, decisions: &Decisions) -> Option<bool> {
        let others = decisions.iter().filter(|d| {
            self.op(d.0) == Op::Eq
                && self.arg(d.0, 0) == x
                && self.arg(d.0, 1) != k
                && self.op(self.arg(d.0, 1)) == Op::Const
        });
        let mut excluded = 0u64;
        for &(_, is) in others {
            if is {
                return Some(false);
            }
            excluded += 1;
        }
        let width = self.width(x);
        (width <= WIDEST_SELECTOR && excluded == (1 << width) - 1).then_some(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Bits, Random};
    use crate::ilr::eval::{Evaluator, Model};
    use crate::ilr::{Sort, Value};

    const WIDTH: u32 = 3;

    /// Counters that two programs change under conditions in the same or nearly the same way.
    struct Pair<R> {
        b: Builder,
        random: R,
        values: Vec<Term>,
        conditions: Vec<Term>,
        counters: Vec<(Term, Term)>,
    }

    impl<R: FnMut() -> u64> Pair<R> {
        fn new(mut random: R) -> Pair<R> {
            let mut b = Builder::new();
            let values: Vec<Term> = (0..2).map(|i| b.var(&format!("x{i}"), Sort::Bv(WIDTH))).collect();
            let (p, s) = (b.var("p", Sort::Bool), b.var("s", Sort::Bv(2)));
            let cases = [0, 1, 2, 3].map(|k| {
                let k = b.bv(2, k);
                b.eq(s, k)
            });
            let less = b.ult(values[0], values[1]);
            let both = b.and(cases[1], p);
            let conditions = vec![p, cases[0], cases[1], cases[2], cases[3], less, both];
            let zero = b.bv(WIDTH, random() % 2);
            let counters = vec![(zero, zero), (values[1], values[1])];
            Pair { b, random, values, conditions, counters }
        }

        fn below(&mut self, n: usize) -> usize {
            ((self.random)() % n as u64) as usize
        }

        /// Adds one statement to both programs. The second one expresses it differently, and sometimes changes it.
        fn step(&mut self) {
            let (i, j) = (self.below(self.counters.len()), self.below(self.counters.len()));
            let (k, n) = (self.below(self.conditions.len()), self.below(2));
            let (c, x) = (self.conditions[k], self.values[n]);
            let ((a, b), (d, e)) = (self.counters[i], self.counters[j]);
            let slips = self.below(12) == 0;
            let t = &mut self.b;
            let by = if slips { t.neg(x) } else { x };
            let shape = self.below(6);
            let t = &mut self.b;
            let new = match shape {
                0 => {
                    let (more, zero) = (t.add(a, x), t.constant(&Bits::zero(WIDTH)));
                    let step = t.ite(c, by, zero);
                    (t.ite(c, more, a), t.add(b, step))
                }
                1 => {
                    let not = t.not(c);
                    (t.ite(c, a, d), t.ite(not, e, b))
                }
                2 => {
                    let (less, more) = (t.sub(e, by), t.add(x, b));
                    (t.add(a, d), t.add(less, more))
                }
                3 => {
                    let sum = t.add(d, x);
                    let (l, r) = (t.mul(b, e), t.mul(by, b));
                    (t.mul(a, sum), t.add(l, r))
                }
                4 => {
                    // A switch whose cases are tested in different orders.
                    let cases: Vec<Term> = self.conditions[1..4].to_vec();
                    let (one, other) = (t.add(a, x), t.add(x, b));
                    let (last, same) = (t.add(d, x), t.add(e, by));
                    let switch = |t: &mut Builder, rest, parts: Vec<(Term, Term)>| {
                        parts.into_iter().fold(rest, |rest, (case, value)| t.ite(case, value, rest))
                    };
                    let parts = cases.iter().copied().zip([one, d, a]).collect();
                    let forwards = switch(t, last, parts);
                    let parts = cases.iter().copied().zip([other, e, b]).rev().collect();
                    let backwards = switch(t, same, parts);
                    let (sum, rest) = (t.add(forwards, x), t.add(x, backwards));
                    (sum, rest)
                }
                _ => {
                    let minus = t.neg(e);
                    (t.sub(a, d), t.add(minus, b))
                }
            };
            let to = self.below(4);
            if to < self.counters.len() { self.counters[to] = new } else { self.counters.push(new) }
        }
    }

    #[test]
    fn what_is_called_equal_is_equal() {
        let (mut equal, mut different) = (0, 0);
        for seed in 0..1200u64 {
            let mut random = Random::new(seed);
            let mut pair = Pair::new(move || random.next_u64());
            for _ in 0..6 {
                pair.step();
            }
            for (x, y) in pair.counters.clone() {
                if x == y || !pair.b.equal_polynomials(x, y) {
                    different += usize::from(x != y);
                    continue;
                }
                equal += 1;
                for n in 0..1u64 << (2 * WIDTH + 3) {
                    let mut model = Model::new();
                    let (p, s) = (pair.b.var("p", Sort::Bool), pair.b.var("s", Sort::Bv(2)));
                    model.set(p, Value::Bool(n & 1 == 1));
                    model.set(s, Value::Bits(Bits::new(2, n >> 1 & 3)));
                    model.set(pair.values[0], Value::Bits(Bits::new(WIDTH, n >> 3 & 7)));
                    model.set(pair.values[1], Value::Bits(Bits::new(WIDTH, n >> 6 & 7)));
                    let mut values = Evaluator::new(pair.b.store(), &model);
                    assert_eq!(values.bits(x).clone(), values.bits(y).clone(), "seed {seed}");
                }
            }
        }
        assert!(equal > 300 && different > 300, "{equal} equal, {different} not");
    }
}
