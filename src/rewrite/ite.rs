//! Conditionals of every sort.

use super::Builder;
use crate::ilr::{Op, Sort, Term};

impl Builder {
    /// `a` if `c`, else `b`; any sort.
    pub fn ite(&mut self, c: Term, a: Term, b: Term) -> Term {
        // ite-const: ite(true, a, b) -> a, ite(false, a, b) -> b
        if let Some(x) = self.as_bool(c) {
            return if x { a } else { b };
        }
        // ite-same: ite(c, a, a) -> a
        if a == b {
            return a;
        }
        // ite-not: ite(!c, a, b) -> ite(c, b, a)
        let (c, a, b) = match self.match1(c, Op::Not) {
            Some(x) => (x, b, a),
            None => (c, a, b),
        };
        if self.sort(a) == Sort::Bool {
            return self.ite_bool(c, a, b);
        }
        // ite-known: ite(c, ite(c, x, y), b) -> ite(c, x, b), ite(c, a, ite(c, x, y)) -> ite(c, a, y)
        let a = self.under(c, true, a);
        let b = self.under(c, false, b);
        if a == b {
            return a;
        }
        if let Some(t) = self.ite_merge(c, a, b) {
            return t;
        }
        if let Sort::Array { .. } = self.sort(a)
            && let Some(t) = self.linear(|s| s.ite_array(c, a, b)).flatten()
        {
            return t;
        }
        self.store.mk(Op::Ite, &[c, a, b])
    }

    /// What `t` becomes when `c` has the given value: conditionals on `c` at its top are resolved.
    fn under(&self, c: Term, value: bool, mut t: Term) -> Term {
        while let Some((d, x, y)) = self.match3(t, Op::Ite) {
            match self.implied(c, value, d) {
                Some(true) => t = x,
                Some(false) => t = y,
                None => break,
            }
        }
        t
    }

    /// The value of `d` when `c` has the given value, if two levels of structure show it.
    fn implied(&self, c: Term, value: bool, d: Term) -> Option<bool> {
        if c == d {
            return Some(value);
        }
        if self.complements(c, d) {
            return Some(!value);
        }
        if value {
            // c = x & y makes x and y true
            if let Some((x, y)) = self.match2(c, Op::And) {
                if d == x || d == y {
                    return Some(true);
                }
                if self.complements(d, x) || self.complements(d, y) {
                    return Some(false);
                }
            }
            // d = x & y is false when c is the negation of either
            if let Some((x, y)) = self.match2(d, Op::And)
                && (self.complements(c, x) || self.complements(c, y))
            {
                return Some(false);
            }
        } else {
            // d = c & y is false when c is
            if let Some((x, y)) = self.match2(d, Op::And)
                && (c == x || c == y)
            {
                return Some(false);
            }
        }
        // c = x < 3 makes d = x < 5 true and d = (x = 7) false
        let (ic, id) = (self.interval(c)?, self.interval(d)?);
        let ic = if value { ic } else { ic.complement() };
        match () {
            () if ic.implies(id) => Some(true),
            () if ic.excludes(id) => Some(false),
            () => None,
        }
    }

    /// Rules that join an arm's condition with `c`.
    fn ite_merge(&mut self, c: Term, a: Term, b: Term) -> Option<Term> {
        if let Some((d, x, y)) = self.match3(a, Op::Ite) {
            // ite-and: ite(c, ite(d, x, b), b) -> ite(c & d, x, b)
            if y == b {
                return self.linear(|s| {
                    let cd = s.and(c, d);
                    s.ite(cd, x, b)
                });
            }
            // ite-and-not: ite(c, ite(d, b, y), b) -> ite(c & !d, y, b)
            if x == b {
                return self.linear(|s| {
                    let nd = s.not(d);
                    let cd = s.and(c, nd);
                    s.ite(cd, y, b)
                });
            }
        }
        if let Some((d, x, y)) = self.match3(b, Op::Ite) {
            // ite-or: ite(c, a, ite(d, a, y)) -> ite(c | d, a, y)
            if x == a {
                return self.linear(|s| {
                    let cd = s.or(c, d);
                    s.ite(cd, a, y)
                });
            }
            // ite-or-not: ite(c, a, ite(d, x, a)) -> ite(c | !d, a, x)
            if y == a {
                return self.linear(|s| {
                    let nd = s.not(d);
                    let cd = s.or(c, nd);
                    s.ite(cd, a, x)
                });
            }
        }
        None
    }

    fn ite_bool(&mut self, c: Term, a: Term, b: Term) -> Term {
        // ite-bool-const: ite(c, true, b) -> c | b, ite(c, false, b) -> !c & b,
        //                 ite(c, a, true) -> !c | a, ite(c, a, false) -> c & a
        if let Some(x) = self.as_bool(a) {
            if x {
                return self.or(c, b);
            }
            let nc = self.not(c);
            return self.and(nc, b);
        }
        if let Some(x) = self.as_bool(b) {
            return if x { self.implies(c, a) } else { self.and(c, a) };
        }
        // ite-bool-self: ite(c, c, b) -> c | b, ite(c, !c, b) -> !c & b,
        //                ite(c, a, c) -> c & a, ite(c, a, !c) -> !c | a
        if a == c {
            return self.or(c, b);
        }
        if b == c {
            return self.and(c, a);
        }
        if self.complements(a, c) {
            return self.and(a, b);
        }
        if self.complements(b, c) {
            return self.or(b, a);
        }
        // ite-bool-xor: ite(c, a, !a) -> !(c ^ a)
        if self.complements(a, b) {
            let x = self.xor(c, a);
            return self.not(x);
        }
        // ite-bool-not: ite(c, !x, !y) -> !ite(c, x, y)
        if let (Some(x), Some(y)) = (self.match1(a, Op::Not), self.match1(b, Op::Not)) {
            let t = self.ite_bool(c, x, y);
            return self.not(t);
        }
        // ite-known
        let (a2, b2) = (self.under(c, true, a), self.under(c, false, b));
        // ite-bool-and: ite(c, c & x, b) -> ite(c, x, b), ite(c, a, !c & y) -> ite(c, a, y)
        let a2 = self.strip_conjunct(c, true, a2);
        let b2 = self.strip_conjunct(c, false, b2);
        if (a2, b2) != (a, b) {
            return match self.linear(|s| s.ite(c, a2, b2)) {
                Some(t) => t,
                None => self.store.mk(Op::Ite, &[c, a2, b2]),
            };
        }
        if let Some(t) = self.ite_bool_share(c, a, b).or_else(|| self.ite_merge(c, a, b)) {
            return t;
        }
        self.store.mk(Op::Ite, &[c, a, b])
    }

    /// `x` when `t` is `x & c` (or `x & !c` for a false `c`), else `t`.
    fn strip_conjunct(&self, c: Term, value: bool, t: Term) -> Term {
        let holds = |x: Term| if value { x == c } else { self.complements(x, c) };
        match self.match2(t, Op::And) {
            Some((x, y)) if holds(x) => y,
            Some((x, y)) if holds(y) => x,
            _ => t,
        }
    }

    fn ite_bool_share(&mut self, c: Term, a: Term, b: Term) -> Option<Term> {
        let (x, y) = self.match2(a, Op::And)?;
        // ite-bool-absorb: ite(c, x & y, x) -> x & (!c | y)
        if b == x || b == y {
            let other = if b == x { y } else { x };
            return self.linear(|s| {
                let t = s.implies(c, other);
                s.and(b, t)
            });
        }
        // ite-bool-share: ite(c, x & y, x & z) -> x & ite(c, y, z)
        let (z, v) = self.match2(b, Op::And)?;
        let (g, p, q) = match () {
            () if x == z => (x, y, v),
            () if x == v => (x, y, z),
            () if y == z => (y, x, v),
            () if y == v => (y, x, z),
            () => return None,
        };
        self.linear(|s| {
            let t = s.ite(c, p, q);
            s.and(g, t)
        })
    }
}
