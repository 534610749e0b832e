//! Truth values. Everything is brought to `Not`, `And`, `Xor` and `Ite`.
//!
//! Conjunctions are looked through to a fixed number of nodes, which is what the path conditions of
//! a merging evaluator need: `(g & c) | (g & !c)` is found to be `g` however `g` is composed.

use smallvec::SmallVec;

use super::interval::Interval;
use super::{Builder, Terms};
use crate::ilr::{Op, Term};

/// How many nodes of a conjunction the rules look at.
const CONJUNCTS: usize = 16;

/// A conjunction cut into its parts, all of its nodes up to the limit.
struct Conjunction {
    /// The parts that are not looked into.
    parts: Terms,
    /// Inner nodes and parts.
    nodes: Terms,
}

impl Builder {
    /// Negation.
    pub fn not(&mut self, a: Term) -> Term {
        // not-const: !true -> false
        if let Some(x) = self.as_bool(a) {
            return self.bool(!x);
        }
        // not-not: !!x -> x
        if let Some(x) = self.match1(a, Op::Not) {
            return x;
        }
        self.store.mk(Op::Not, &[a])
    }

    /// Conjunction.
    pub fn and(&mut self, a: Term, b: Term) -> Term {
        // and-idempotent: x & x -> x
        if a == b {
            return a;
        }
        // and-const: true & x -> x, false & x -> false
        if let Some(x) = self.as_bool(a) {
            return if x { b } else { a };
        }
        if let Some(x) = self.as_bool(b) {
            return if x { a } else { b };
        }
        // and-complement: x & !x -> false
        if self.complements(a, b) {
            return self.ff();
        }
        if let Some(t) = self.and_conjuncts(a, b) {
            return t;
        }
        let (a, b) = (a.min(b), a.max(b));
        self.store.mk(Op::And, &[a, b])
    }

    /// Disjunction.
    pub fn or(&mut self, a: Term, b: Term) -> Term {
        // or-and: a | b -> !(!a & !b)
        let (na, nb) = (self.not(a), self.not(b));
        let n = self.and(na, nb);
        self.not(n)
    }

    /// Exclusive or.
    pub fn xor(&mut self, a: Term, b: Term) -> Term {
        // xor-not: !a ^ b -> !(a ^ b), the same for b
        let (mut a, mut b, mut flip) = (a, b, false);
        for t in [&mut a, &mut b] {
            if let Some(x) = self.match1(*t, Op::Not) {
                *t = x;
                flip = !flip;
            }
        }
        let core = if a == b {
            // xor-same: x ^ x -> false
            self.ff()
        } else if let Some(x) = self.as_bool(a) {
            // xor-const: false ^ x -> x, true ^ x -> !x
            if x { self.not(b) } else { b }
        } else if let Some(x) = self.as_bool(b) {
            if x { self.not(a) } else { a }
        } else if let Some(t) = self.xor_cancel(a, b).or_else(|| self.xor_cancel(b, a)) {
            t
        } else {
            let (a, b) = (a.min(b), a.max(b));
            self.store.mk(Op::Xor, &[a, b])
        };
        if flip { self.not(core) } else { core }
    }

    fn xor_cancel(&mut self, a: Term, b: Term) -> Option<Term> {
        // xor-cancel: (x ^ y) ^ x -> y
        let (x, y) = self.match2(a, Op::Xor)?;
        match b {
            _ if b == x => Some(y),
            _ if b == y => Some(x),
            _ => None,
        }
    }

    /// Implication.
    pub fn implies(&mut self, a: Term, b: Term) -> Term {
        // implies-and: a -> b becomes !(a & !b)
        let nb = self.not(b);
        let n = self.and(a, nb);
        self.not(n)
    }

    /// Conjunction of any number; true for none.
    pub fn and_all(&mut self, terms: impl IntoIterator<Item = Term>) -> Term {
        let mut all = self.tt();
        for t in terms {
            all = self.and(all, t);
        }
        all
    }

    /// Disjunction of any number; false for none.
    pub fn or_all(&mut self, terms: impl IntoIterator<Item = Term>) -> Term {
        let mut any = self.ff();
        for t in terms {
            any = self.or(any, t);
        }
        any
    }

    /// The one-bit vector that is 1 when the term is true.
    pub fn bool_to_bv(&mut self, t: Term) -> Term {
        let (one, zero) = (self.bv(1, 1), self.bv(1, 0));
        self.ite(t, one, zero)
    }

    /// Whether a one-bit vector is 1.
    pub fn bv_to_bool(&mut self, t: Term) -> Term {
        let one = self.bv(1, 1);
        self.eq(t, one)
    }

    fn conjunction(&self, t: Term) -> Conjunction {
        let mut c = Conjunction { parts: Terms::new(), nodes: Terms::new() };
        let mut stack = Terms::new();
        stack.push(t);
        while let Some(t) = stack.pop() {
            if c.nodes.contains(&t) {
                continue;
            }
            c.nodes.push(t);
            match self.match2(t, Op::And) {
                Some((a, b)) if c.nodes.len() + stack.len() < CONJUNCTS => stack.extend([a, b]),
                _ => c.parts.push(t),
            }
        }
        c
    }

    /// Rules for `a & b` that look into conjunctions on either side.
    fn and_conjuncts(&mut self, a: Term, b: Term) -> Option<Term> {
        let (na, nb) = (self.match1(a, Op::Not), self.match1(b, Op::Not));
        let pa = na.filter(|&x| self.is(x, Op::And));
        let pb = nb.filter(|&x| self.is(x, Op::And));
        if let (Some(p), Some(q)) = (pa, pb) {
            return self.or_of_conjunctions(p, q);
        }
        let (ca, cb) = (self.conjunction(a), self.conjunction(b));
        // and-absorb: (x & y) & x -> x & y
        if ca.nodes.contains(&b) {
            return Some(a);
        }
        if cb.nodes.contains(&a) {
            return Some(b);
        }
        for &x in &ca.parts {
            for &y in &cb.parts {
                // and-contradict: (x & y) & (!x & z) -> false
                if self.complements(x, y) {
                    return Some(self.ff());
                }
            }
        }
        if let Some(p) = pb {
            return self.and_clause(a, &ca, p);
        }
        if let Some(p) = pa {
            return self.and_clause(b, &cb, p);
        }
        if let Some(t) = self.and_intervals(a, &ca, b, &cb) {
            return Some(t);
        }
        // and-share: (x & y) & (x & z) -> (x & y) & z
        if cb.parts.len() > 1 && cb.parts.iter().any(|p| ca.nodes.contains(p)) {
            let rest: Terms = cb.parts.iter().copied().filter(|p| !ca.nodes.contains(p)).collect();
            return self.linear(|s| {
                let rest = s.and_all(rest);
                s.and(a, rest)
            });
        }
        None
    }

    /// Rules for literals that bound the same term.
    fn and_intervals(&mut self, a: Term, ca: &Conjunction, b: Term, cb: &Conjunction) -> Option<Term> {
        let (ia, ib) = (self.intervals(ca), self.intervals(cb));
        for &(_, x) in &ia {
            for &(_, y) in &ib {
                // and-exclude: x < 3 & x = 5 -> false
                if x.excludes(y) {
                    return Some(self.ff());
                }
            }
        }
        for (s, is, t, it) in [(a, &ia, b, &ib), (b, &ib, a, &ia)] {
            // A single literal `t` against the literals of `s`.
            let [(literal, y)] = it[..] else { continue };
            if literal != t {
                continue;
            }
            for &(l, x) in is {
                // and-imply: x < 3 & x < 5 -> x < 3
                if x.implies(y) {
                    return Some(s);
                }
                // The weaker literal is replaced where it stands at the top.
                let Some(rest) = self.without(s, l) else { continue };
                if y.implies(x) {
                    return self.linear(|s| s.and(rest, t));
                }
                // and-point: x < 6 & !(x < 5) -> x = 5
                if let Some(k) = x.only_common(y) {
                    return self.linear(|s| {
                        let k = s.bv(y.width(), k);
                        let e = s.eq(y.of(), k);
                        s.and(rest, e)
                    });
                }
            }
        }
        None
    }

    /// What is left of a conjunction without a part that it is or has at its top.
    fn without(&self, t: Term, part: Term) -> Option<Term> {
        if t == part {
            return Some(self.tt());
        }
        match self.match2(t, Op::And)? {
            (x, y) if x == part => Some(y),
            (x, y) if y == part => Some(x),
            _ => None,
        }
    }

    fn intervals(&self, c: &Conjunction) -> SmallVec<[(Term, Interval); 4]> {
        c.parts.iter().filter_map(|&p| Some((p, self.interval(p)?))).collect()
    }

    /// `a & !p` where `p` is a conjunction.
    fn and_clause(&mut self, a: Term, ca: &Conjunction, p: Term) -> Option<Term> {
        let cp = self.conjunction(p);
        let bounds = self.intervals(ca);
        let mut rest = Terms::new();
        for &y in &cp.parts {
            let iy = if bounds.is_empty() { None } else { self.interval(y) };
            // and-subsume: x & !(!x & y) -> x
            if ca.nodes.iter().any(|&x| self.complements(x, y))
                || iy.is_some_and(|iy| bounds.iter().any(|&(_, x)| x.excludes(iy)))
            {
                return Some(a);
            }
            let implied =
                ca.nodes.contains(&y) || iy.is_some_and(|iy| bounds.iter().any(|&(_, x)| x.implies(iy)));
            if !implied {
                rest.push(y);
            }
        }
        // and-substitute: x & !(x & y) -> x & !y
        if rest.len() == cp.parts.len() {
            return None;
        }
        self.linear(|s| {
            let rest = s.and_all(rest);
            let clause = s.not(rest);
            s.and(a, clause)
        })
    }

    /// `!p & !q` for two conjunctions.
    fn or_of_conjunctions(&mut self, p: Term, q: Term) -> Option<Term> {
        let (cp, cq) = (self.conjunction(p), self.conjunction(q));
        // or-absorb: p | (p & y) -> p
        if cq.nodes.contains(&p) {
            return Some(self.not(p));
        }
        if cp.nodes.contains(&q) {
            return Some(self.not(q));
        }
        if !cp.parts.iter().any(|x| cq.nodes.contains(x)) {
            return None;
        }
        // or-factor: (g & x) | (g & y) -> g & (x | y); with y = !x this is resolution
        let mut common = Terms::new();
        let rest_p = self.split(p, &cp, &cq, Some(&mut common));
        let rest_q = self.split(q, &cq, &cp, None);
        self.linear(|s| {
            let g = s.and_all(common);
            let (x, y) = (s.and_all(rest_p), s.and_all(rest_q));
            let either = s.or(x, y);
            let t = s.and(g, either);
            s.not(t)
        })
    }

    /// The parts of `t` that `other` lacks; the largest shared nodes go to `common`.
    fn split(&self, t: Term, own: &Conjunction, other: &Conjunction, common: Option<&mut Terms>) -> Terms {
        let (mut rest, mut shared, mut seen) = (Terms::new(), Terms::new(), Terms::new());
        let mut stack = Terms::new();
        stack.push(t);
        while let Some(t) = stack.pop() {
            if seen.contains(&t) {
                continue;
            }
            seen.push(t);
            if other.nodes.contains(&t) {
                shared.push(t);
            } else if own.parts.contains(&t) {
                rest.push(t);
            } else if let Some((a, b)) = self.match2(t, Op::And) {
                stack.extend([b, a]);
            }
        }
        if let Some(common) = common {
            *common = shared;
        }
        rest
    }
}
