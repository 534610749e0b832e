//! Products and quotients of wide terms as unknown functions: what is proven of those holds of the real ones, and a
//! solver need not look into them.

use std::collections::HashMap;

use bmc::internals::base::Bits;
use bmc::internals::ilr::{Op, Sort, Term, TermStore};

use crate::heaps::again;

/// Most products whose order is looked at.
const MAX_PRODUCTS: usize = 4;

/// Replaces products, quotients and remainders by variables, with what is assumed of these.
#[derive(Default)]
pub struct Abstraction {
    terms: HashMap<Term, Term>,
    /// Unsigned applications with the variable that stands for each.
    applications: Vec<(Op, Term, Term, Term)>,
    /// Signed ones with their results.
    signed: Vec<(Op, Term, Term, Term)>,
    pub assumptions: Vec<Term>,
}

impl Abstraction {
    /// Whether anything was replaced.
    pub fn is_useful(&self) -> bool {
        !self.applications.is_empty()
    }

    /// The term with variables for its products and quotients; `None` when it has arrays or heaps.
    pub fn abstracted(&mut self, store: &mut TermStore, t: Term) -> Option<Term> {
        if let Some(&known) = self.terms.get(&t) {
            return Some(known);
        }
        if matches!(store.sort(t), Sort::Array { .. } | Sort::Heap(_)) {
            return None;
        }
        let args: Option<Vec<Term>> = store.args(t).iter().map(|&a| self.abstracted(store, a)).collect();
        let args = args?;
        let result = match store.op(t) {
            Op::Mul => self.unknown(store, Op::Mul, args[0], args[1]),
            op @ (Op::Udiv | Op::Urem) => self.division(store, op, args[0], args[1]),
            op @ (Op::Sdiv | Op::Srem) => self.signed(store, op, args[0], args[1]),
            Op::Select | Op::Umulo | Op::Smulo => return None,
            _ if args[..] == store.args(t)[..] => t,
            op => again(store, op, t, &args),
        };
        self.terms.insert(t, result);
        Some(result)
    }

    /// A quotient or a remainder; that quotient times divisor plus remainder is the dividend holds without exception.
    fn division(&mut self, store: &mut TermStore, op: Op, a: Term, b: Term) -> Term {
        let quotient = self.unknown(store, Op::Udiv, a, b);
        let remainder = self.unknown(store, Op::Urem, a, b);
        let product = self.unknown(store, Op::Mul, quotient, b);
        let sum = store.mk(Op::Add, &[product, remainder]);
        let whole = store.mk(Op::Eq, &[sum, a]);
        self.assumptions.push(whole);
        if op == Op::Udiv { quotient } else { remainder }
    }

    fn unknown(&mut self, store: &mut TermStore, op: Op, a: Term, b: Term) -> Term {
        let (a, b) = if op == Op::Mul { (a.min(b), a.max(b)) } else { (a, b) };
        if let Some(known) = self.applications.iter().find(|k| (k.0, k.1, k.2) == (op, a, b)) {
            return known.3;
        }
        let sort = store.sort(a);
        let result = store.var(&format!("unknown.{}", self.applications.len()), sort);
        for (other, c, d, r) in self.applications.clone() {
            if other != op {
                continue;
            }
            if store.sort(c) != sort {
                if op != Op::Mul {
                    self.narrow(store, op, (a, b, result), (c, d, r));
                }
                continue;
            }
            let mut alike = self.both(store, (a, c), (b, d));
            if op == Op::Mul {
                let crossed = self.both(store, (a, d), (b, c));
                alike = store.mk(Op::Or, &[alike, crossed]);
            }
            self.assume(store, alike, result, r);
        }
        let zero = store.bv(store.width(a), 0);
        let by_zero = store.mk(Op::Eq, &[b, zero]);
        match op {
            Op::Udiv => {
                let ones = store.mk(Op::BvNot, &[zero]);
                self.assume(store, by_zero, result, ones);
            }
            Op::Urem => {
                self.assume(store, by_zero, result, a);
                let less = store.mk(Op::Ult, &[result, b]);
                let bounded = store.mk(Op::Or, &[by_zero, less]);
                self.assumptions.push(bounded);
            }
            _ => {
                for (factor, other) in [(a, b), (b, a)] {
                    for value in [0, 1] {
                        let value = store.bv(store.width(a), value);
                        let is_value = store.mk(Op::Eq, &[factor, value]);
                        let product = if value == zero { zero } else { other };
                        self.assume(store, is_value, result, product);
                    }
                }
            }
        }
        self.applications.push((op, a, b, result));
        result
    }

    /// Assumes of the products that a * b * c is the same in every order, for all factors. That is much, so not where
    /// there are quotients.
    pub fn associate(&mut self, store: &mut TermStore) {
        let products: Vec<(Op, Term, Term, Term)> =
            self.applications.iter().copied().filter(|p| p.0 == Op::Mul).collect();
        let divides = products.len() < self.applications.len();
        if divides || !(2..=MAX_PRODUCTS).contains(&products.len()) {
            return;
        }
        let factors: Vec<Term> = products.iter().flat_map(|p| [p.1, p.2]).collect();
        for &(_, a, b, product) in &products {
            for &c in &factors {
                if store.sort(c) != store.sort(a) {
                    continue;
                }
                let left = self.unknown(store, Op::Mul, product, c);
                for (first, second) in [(a, b), (b, a)] {
                    let inner = self.unknown(store, Op::Mul, second, c);
                    let right = self.unknown(store, Op::Mul, first, inner);
                    let same = store.mk(Op::Eq, &[left, right]);
                    self.assumptions.push(same);
                }
            }
        }
    }

    /// Assumes that dividing extended operands extends the result, for a divisor that is neither 0 nor, where that can
    /// overflow, -1.
    fn narrow(&mut self, store: &mut TermStore, op: Op, x: (Term, Term, Term), y: (Term, Term, Term)) {
        let (wide, small) = if store.width(x.0) > store.width(y.0) { (x, y) } else { (y, x) };
        let width = store.width(wide.0);
        let extend = |t| match op {
            Op::Sdiv | Op::Srem => store.mk_sext(t, width),
            _ => store.mk_zext(t, width),
        };
        let [dividend, divisor, result] = [small.0, small.1, small.2].map(extend);
        let mut condition = self.both(store, (wide.0, dividend), (wide.1, divisor));
        let zero = store.bv(width, 0);
        let ones = store.constant(&Bits::ones(width));
        for value in if op == Op::Sdiv { vec![zero, ones] } else { vec![zero] } {
            let is_value = store.mk(Op::Eq, &[divisor, value]);
            let other = store.mk(Op::Not, &[is_value]);
            condition = store.mk(Op::And, &[condition, other]);
        }
        self.assume(store, condition, wide.2, result);
    }

    fn both(&self, store: &mut TermStore, (a, c): (Term, Term), (b, d): (Term, Term)) -> Term {
        let (first, second) = (store.mk(Op::Eq, &[a, c]), store.mk(Op::Eq, &[b, d]));
        store.mk(Op::And, &[first, second])
    }

    /// Where the condition holds, the two are equal.
    fn assume(&mut self, store: &mut TermStore, condition: Term, x: Term, y: Term) {
        let (not, same) = (store.mk(Op::Not, &[condition]), store.mk(Op::Eq, &[x, y]));
        let assumption = store.mk(Op::Or, &[not, same]);
        self.assumptions.push(assumption);
    }

    /// SMT-LIB's definition by the unsigned operators.
    fn signed(&mut self, store: &mut TermStore, op: Op, a: Term, b: Term) -> Term {
        let zero = store.bv(store.width(a), 0);
        let [below_a, below_b] = [a, b].map(|t| store.mk(Op::Slt, &[t, zero]));
        let [minus_a, minus_b] = [a, b].map(|t| store.mk(Op::Neg, &[t]));
        let size_a = store.mk(Op::Ite, &[below_a, minus_a, a]);
        let size_b = store.mk(Op::Ite, &[below_b, minus_b, b]);
        let (unsigned, flipped) = match op {
            Op::Sdiv => (Op::Udiv, store.mk(Op::Xor, &[below_a, below_b])),
            _ => (Op::Urem, below_a),
        };
        let size = self.division(store, unsigned, size_a, size_b);
        let minus = store.mk(Op::Neg, &[size]);
        let result = store.mk(Op::Ite, &[flipped, minus, size]);
        if op == Op::Sdiv {
            // Its product with the divisor has the dividend's sign.
            let sized = self.unknown(store, Op::Mul, size, size_b);
            let negated = store.mk(Op::Neg, &[sized]);
            let expected = store.mk(Op::Ite, &[below_a, negated, sized]);
            let product = self.unknown(store, Op::Mul, result, b);
            let same = store.mk(Op::Eq, &[product, expected]);
            self.assumptions.push(same);
        }
        for (other, c, d, r) in self.signed.clone() {
            if other == op && store.sort(c) != store.sort(a) {
                self.narrow(store, op, (a, b, result), (c, d, r));
            }
        }
        self.signed.push((op, a, b, result));
        result
    }
}

/// The term with a constant for a variable, and shifts to the left by constants as products, which solvers sort.
pub fn with_value(
    store: &mut TermStore,
    t: Term,
    (var, value): (Term, Term),
    known: &mut HashMap<Term, Term>,
) -> Term {
    if t == var {
        return value;
    }
    if let Some(&known) = known.get(&t) {
        return known;
    }
    let args: Vec<Term> = store.args(t).iter().map(|&a| with_value(store, a, (var, value), known)).collect();
    let result = match (store.op(t), &args[..]) {
        (Op::Shl, &[x, n]) if store.is_const(n) => {
            let width = store.width(t);
            let power = match store.as_u64(n) {
                Some(n) if n < u64::from(width) => Bits::power_of_two(width, n as u32),
                _ => Bits::zero(width),
            };
            let power = store.constant(&power);
            store.mk(Op::Mul, &[x, power])
        }
        _ if args[..] == store.args(t)[..] => t,
        (op, _) => again(store, op, t, &args),
    };
    known.insert(t, result);
    result
}
