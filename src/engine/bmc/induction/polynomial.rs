//! Polynomials modulo a power of two, to compare what terms compute. Products of variables are hard for a solver of bits, and
//! equal polynomials have equal normal forms here where they are sums of the same products.

use std::collections::{BTreeMap, HashMap};

use crate::ilr::{Op, Sort, Term};
use crate::rewrite::Builder;

/// Most products of a polynomial.
const MOST_PRODUCTS: usize = 300;
/// Most factors of a product.
const MOST_FACTORS: usize = 8;
/// Deepest nesting of sums and products.
const MOST_DEPTH: u32 = 200;
/// Most combinations of decisions.
const MOST_LEAVES: u32 = 64;

/// A sum of products of terms, each with a factor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Polynomial {
    width: u32,
    products: BTreeMap<Vec<Term>, u64>,
}

/// Why there is no polynomial.
pub enum Gap {
    /// It depends on a condition.
    Decides(Term),
    /// It is too large.
    Size,
}

/// Which conditions hold.
pub type Decisions = HashMap<Term, bool>;

impl Polynomial {
    /// A constant.
    pub fn constant(width: u32, value: u64) -> Polynomial {
        let mut p = Polynomial { width, products: BTreeMap::new() };
        p.add(&[], value);
        p
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

    /// Whether it is zero whatever the terms are.
    pub fn vanishes(&self) -> bool {
        self.products.is_empty()
    }

    /// The sum with a multiple of another one.
    pub fn plus(&self, other: &Polynomial, times: u64) -> Result<Polynomial, Gap> {
        let mut sum = self.clone();
        for (product, factor) in &other.products {
            sum.add(product, factor.wrapping_mul(times));
        }
        if sum.products.len() > MOST_PRODUCTS { Err(Gap::Size) } else { Ok(sum) }
    }

    /// The product.
    pub fn times(&self, other: &Polynomial) -> Result<Polynomial, Gap> {
        let mut result = Polynomial { width: self.width, products: BTreeMap::new() };
        for (p, x) in &self.products {
            for (q, y) in &other.products {
                let mut product = [p.as_slice(), q.as_slice()].concat();
                product.sort_unstable();
                result.add(&product, x.wrapping_mul(*y));
                if result.products.len() > MOST_PRODUCTS || product.len() > MOST_FACTORS {
                    return Err(Gap::Size);
                }
            }
        }
        Ok(result)
    }

    /// What a term of at most 64 bits computes, given some decisions.
    pub fn of(b: &Builder, t: Term, known: &Decisions, depth: u32) -> Result<Polynomial, Gap> {
        let Sort::Bv(width @ 1..=64) = b.sort(t) else { return Err(Gap::Size) };
        if depth > MOST_DEPTH {
            return Err(Gap::Size);
        }
        if let Some(value) = b.as_u64(t) {
            return Ok(Polynomial::constant(width, value));
        }
        let arg = |i: usize| Polynomial::of(b, b.arg(t, i), known, depth + 1);
        match b.op(t) {
            Op::Add => arg(0)?.plus(&arg(1)?, 1),
            Op::Sub => arg(0)?.plus(&arg(1)?, u64::MAX),
            Op::Neg => Polynomial::constant(width, 0).plus(&arg(0)?, u64::MAX),
            Op::Mul => arg(0)?.times(&arg(1)?),
            Op::BvNot => Polynomial::constant(width, u64::MAX).plus(&arg(0)?, u64::MAX),
            Op::Shl => match b.as_u64(b.arg(t, 1)) {
                Some(n) if n < u64::from(width) => Polynomial::constant(width, 0).plus(&arg(0)?, 1 << n),
                _ => Ok(Polynomial::atom(width, t)),
            },
            Op::Concat => {
                // The low bits of a term over zeros: a multiple of it.
                let (high, low) = (b.arg(t, 0), b.arg(t, 1));
                let zeros = b.as_u64(low) == Some(0);
                if zeros
                    && b.op(high) == Op::Extract
                    && b.extract_range(high) == (b.width(high) - 1, 0)
                    && b.sort(b.arg(high, 0)) == Sort::Bv(width)
                {
                    let whole = Polynomial::of(b, b.arg(high, 0), known, depth + 1)?;
                    return Polynomial::constant(width, 0).plus(&whole, 1 << b.width(low));
                }
                Ok(Polynomial::atom(width, t))
            }
            Op::Ite => {
                let c = b.arg(t, 0);
                match known.get(&c) {
                    Some(true) => arg(1),
                    Some(false) => arg(2),
                    None => Err(Gap::Decides(c)),
                }
            }
            _ => Ok(Polynomial::atom(width, t)),
        }
    }

    /// The sum as a term; `None` when a product has several factors.
    pub fn linear(&self, b: &mut Builder) -> Option<Term> {
        let mut sum = b.bv(self.width, 0);
        for (product, &factor) in &self.products {
            let factor = b.bv(self.width, factor);
            let part = match product[..] {
                [] => factor,
                [t] => b.mul(factor, t),
                _ => return None,
            };
            sum = b.add(sum, part);
        }
        Some(sum)
    }

    fn atom(width: u32, t: Term) -> Polynomial {
        let mut p = Polynomial { width, products: BTreeMap::new() };
        p.add(&[t], 1);
        p
    }
}

/// The decisions under which a polynomial does not vanish for certain, and what it is then; `None` when it is too large.
pub fn leaves(
    mut make: impl FnMut(&Decisions) -> Result<Polynomial, Gap>,
) -> Option<Vec<(Decisions, Polynomial)>> {
    let mut open = vec![Decisions::new()];
    let mut left = Vec::new();
    let mut seen = 0;
    while let Some(known) = open.pop() {
        seen += 1;
        if seen > 2 * MOST_LEAVES {
            return None;
        }
        match make(&known) {
            Ok(p) if p.vanishes() => {}
            Ok(p) => left.push((known, p)),
            Err(Gap::Decides(c)) => {
                for value in [false, true] {
                    let mut with = known.clone();
                    with.insert(c, value);
                    open.push(with);
                }
            }
            Err(Gap::Size) => return None,
        }
    }
    Some(left)
}
