//! Questions about conjunctions, which are looked through to a fixed number of nodes.
//!
//! The path conditions of a merging evaluator need it: `(g & c) | (g & !c)` is found to be `g` however `g` is
//! composed.

use smallvec::SmallVec;

use super::interval::Interval;
use super::{Builder, Terms};
use crate::ilr::{Op, Term};

/// How many nodes of a conjunction are looked at.
const CONJUNCTS: usize = 16;

/// A conjunction cut into its parts, all of its nodes up to the limit.
struct Conjunction {
    /// The parts that are not looked into.
    parts: Terms,
    /// Inner nodes and parts.
    nodes: Terms,
}

/// The value that a condition has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    False,
    True,
}

impl Builder {
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

    /// Whether `y` is a node of the conjunction `x`.
    #[inline]
    pub(super) fn has_conjunct_in(&self, x: Term, y: Term) -> bool {
        self.is(x, Op::And) && self.conjunction(x).nodes.contains(&y)
    }

    /// Whether a part of `x` is the negation of one of `y`.
    pub(super) fn conjuncts_contradict(&self, x: Term, y: Term) -> bool {
        let (cx, cy) = (self.conjunction(x), self.conjunction(y));
        cx.parts.iter().any(|&p| cy.parts.iter().any(|&q| self.complements(p, q)))
    }

    /// Whether `x` makes a part of the conjunction `p` false.
    pub(super) fn makes_false(&self, x: Term, p: Term) -> bool {
        let (cx, cp) = (self.conjunction(x), self.conjunction(p));
        let bounds = self.intervals(&cx);
        cp.parts.iter().any(|&y| {
            cx.nodes.iter().any(|&x| self.complements(x, y))
                || self.interval_beside(&bounds, y).is_some_and(|i| bounds.iter().any(|(_, x)| x.excludes(i)))
        })
    }

    /// What is left of the conjunction `p` without the parts that `x` makes true; nothing when that is all.
    pub(super) fn rest_where(&mut self, x: Term, p: Term) -> Option<Term> {
        let (cx, cp) = (self.conjunction(x), self.conjunction(p));
        let bounds = self.intervals(&cx);
        let rest: Terms = cp
            .parts
            .iter()
            .copied()
            .filter(|&y| {
                let implied = cx.nodes.contains(&y)
                    || self
                        .interval_beside(&bounds, y)
                        .is_some_and(|i| bounds.iter().any(|(_, x)| x.implies(i)));
                !implied
            })
            .collect();
        (rest.len() < cp.parts.len()).then(|| self.and_all(rest))
    }

    /// The interval of a literal, when there are others to compare it with.
    fn interval_beside(&self, others: &[(Term, Interval)], literal: Term) -> Option<Interval> {
        if others.is_empty() { None } else { self.interval(literal) }
    }

    /// `p | q` as `g & (x | y)` for the common nodes `g` of two conjunctions; with `y = !x` this is resolution.
    pub(super) fn factor(&mut self, p: Term, q: Term) -> Option<Term> {
        let (cp, cq) = (self.conjunction(p), self.conjunction(q));
        if !cp.parts.iter().any(|x| cq.nodes.contains(x)) {
            return None;
        }
        let mut common = Terms::new();
        let rest_p = self.split(p, &cp, &cq, Some(&mut common));
        let rest_q = self.split(q, &cq, &cp, None);
        let g = self.and_all(common);
        let (x, y) = (self.and_all(rest_p), self.and_all(rest_q));
        let either = self.or(x, y);
        Some(self.and(g, either))
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

    /// The parts of the conjunction `y` that `x` lacks, when it has some of them.
    pub(super) fn conjuncts_only_in(&mut self, x: Term, y: Term) -> Option<Term> {
        if !self.is(y, Op::And) {
            return None;
        }
        let (cx, cy) = (self.conjunction(x), self.conjunction(y));
        let rest: Terms = cy.parts.iter().copied().filter(|p| !cx.nodes.contains(p)).collect();
        (rest.len() < cy.parts.len()).then(|| self.and_all(rest))
    }

    // Literals that bound one term.

    fn intervals(&self, c: &Conjunction) -> SmallVec<[(Term, Interval); 4]> {
        c.parts.iter().filter_map(|&p| Some((p, self.interval(p)?))).collect()
    }

    /// The intervals of a conjunction's literals.
    fn intervals_of(&self, t: Term) -> SmallVec<[(Term, Interval); 4]> {
        self.intervals(&self.conjunction(t))
    }

    /// Whether two literals, one of each, have no value in common.
    pub(super) fn literals_exclude(&self, x: Term, y: Term) -> bool {
        let ix = self.intervals_of(x);
        !ix.is_empty() && self.intervals_of(y).iter().any(|(_, j)| ix.iter().any(|(_, i)| i.excludes(*j)))
    }

    /// Whether a literal of `x` implies the literal `y`.
    pub(super) fn literal_implied(&self, x: Term, y: Term) -> bool {
        self.interval(y).is_some_and(|j| self.intervals_of(x).iter().any(|(_, i)| i.implies(j)))
    }

    /// `x` without a literal at its top that the literal `y` implies.
    pub(super) fn without_weaker(&self, x: Term, y: Term) -> Option<Term> {
        let j = self.interval(y)?;
        self.intervals_of(x).iter().find(|(_, i)| j.implies(*i)).and_then(|&(l, _)| self.without(x, l))
    }

    /// `x` and the literal `y`, where `y` and a literal at the top of `x` leave one value.
    pub(super) fn point_of_literals(&mut self, x: Term, y: Term) -> Option<Term> {
        let j = self.interval(y)?;
        for (l, i) in self.intervals_of(x) {
            let Some(k) = i.only_common(j) else { continue };
            let Some(rest) = self.without(x, l) else { continue };
            let k = self.bv(j.width(), k);
            let e = self.eq(j.of(), k);
            return Some(self.and(rest, e));
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

    // Conditions under conditions.

    /// What `t` becomes when `c` has the given value: conditionals on `c` at its top are resolved. Nothing when
    /// there are none.
    pub(super) fn resolved(&self, c: Term, value: Side, t: Term) -> Option<Term> {
        let mut rest = t;
        while let Some((d, x, y)) = self.match3(rest, Op::Ite) {
            match self.implied(c, value, d) {
                Some(true) => rest = x,
                Some(false) => rest = y,
                None => break,
            }
        }
        (rest != t).then_some(rest)
    }

    /// The value of `d` when `c` has the given value, if two levels of structure show it.
    fn implied(&self, c: Term, value: Side, d: Term) -> Option<bool> {
        let positive = value == Side::True;
        if c == d {
            return Some(positive);
        }
        if self.complements(c, d) {
            return Some(!positive);
        }
        if positive {
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
        let ic = if positive { ic } else { ic.complement() };
        match () {
            () if ic.implies(id) => Some(true),
            () if ic.excludes(id) => Some(false),
            () => None,
        }
    }
}
