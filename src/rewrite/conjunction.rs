//! Questions about conjunctions, answered from a bounded number of their nodes.
//!
//! The path conditions of an evaluator that merges states need this: `(g & c) | (g & !c)` becomes `g`, whatever the
//! structure of `g`.

use std::cell::RefCell;
use std::rc::Rc;

use smallvec::SmallVec;

use super::interval::Interval;
use super::order::Order;
use super::{Builder, Terms};
use crate::ilr::{Op, Term};

/// Maximum number of nodes of a conjunction that are inspected.
const CONJUNCTS: usize = 16;

/// A conjunction split into its conjuncts; contains all nodes up to the limit.
struct Conjunction {
    /// The conjuncts.
    parts: Terms,
    /// Inner nodes and conjuncts.
    nodes: Terms,
    /// Conjuncts that bound a term.
    bounds: SmallVec<[(Term, Interval); 2]>,
    /// Conjuncts that relate two terms.
    orders: SmallVec<[(Term, Order); 2]>,
    marks: Marks,
}

/// Bloom filters of sets of terms: they show quickly that two conjunctions have nothing in common.
#[derive(Clone, Copy, Default)]
struct Marks {
    /// Nodes that are not negations.
    positive: u64,
    /// Operands of the nodes that are negations.
    negative: u64,
    /// Terms with bounds.
    bounded: u64,
    /// Older terms of related pairs.
    related: u64,
}

impl Marks {
    fn of(t: Term) -> u64 {
        1 << (t.index().wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 58)
    }

    /// Whether a node of one may be the negation of a node of the other.
    fn may_contradict(self, other: Marks) -> bool {
        self.positive & other.negative | self.negative & other.positive != 0
    }

    /// Whether the two may have a common node.
    fn may_share(self, other: Marks) -> bool {
        self.positive & other.positive | self.negative & other.negative != 0
    }
}

/// Recently split conjunctions, indexed by their term's number modulo the size.
#[derive(Clone)]
pub(super) struct Conjunctions(RefCell<Box<[Kept]>>);

/// A conjunction by its term.
type Kept = Option<(Term, Rc<Conjunction>)>;

/// Size of [`Conjunctions`].
const SIZE: usize = 1024;

impl Default for Conjunctions {
    fn default() -> Conjunctions {
        Conjunctions(RefCell::new(vec![None; SIZE].into()))
    }
}

/// Truth value of a condition.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    False,
    True,
}

impl Conjunction {
    /// Whether some bound of this conjunction and some bound of the other satisfy `lie`.
    fn some_bounds(&self, other: &Conjunction, lie: impl Fn(Interval, Interval) -> bool) -> bool {
        self.marks.bounded & other.marks.bounded != 0
            && self.bounds.iter().any(|(_, i)| other.bounds.iter().any(|(_, j)| lie(*i, *j)))
    }

    /// Whether some relation of this conjunction and some relation of the other satisfy `lie`.
    fn some_orders(&self, other: &Conjunction, lie: impl Fn(Order, Order) -> bool) -> bool {
        self.marks.related & other.marks.related != 0
            && self.orders.iter().any(|(_, i)| other.orders.iter().any(|(_, j)| lie(*i, *j)))
    }
}

impl Builder {
    #[inline]
    fn conjunction(&self, t: Term) -> Rc<Conjunction> {
        let mut kept = self.conjunctions.0.borrow_mut();
        let place = &mut kept[t.index() % SIZE];
        match place {
            Some((of, c)) if *of == t => c.clone(),
            _ => {
                let c = Rc::new(self.cut(t));
                *place = Some((t, c.clone()));
                c
            }
        }
    }

    fn cut(&self, t: Term) -> Conjunction {
        let (mut nodes, mut parts) = (Terms::new(), Terms::new());
        let mut stack = Terms::new();
        stack.push(t);
        let mut marks = Marks::default();
        while let Some(t) = stack.pop() {
            if nodes.contains(&t) {
                continue;
            }
            nodes.push(t);
            match self.match1(t, Op::Not) {
                Some(x) => marks.negative |= Marks::of(x),
                None => marks.positive |= Marks::of(t),
            }
            match self.match2(t, Op::And) {
                Some((a, b)) if nodes.len() + stack.len() < CONJUNCTS => stack.extend([a, b]),
                _ => parts.push(t),
            }
        }
        let bounds: SmallVec<[(Term, Interval); 2]> =
            parts.iter().filter_map(|&p| Some((p, self.interval(p)?))).collect();
        for (_, i) in &bounds {
            marks.bounded |= Marks::of(i.of());
        }
        let orders: SmallVec<[(Term, Order); 2]> =
            parts.iter().filter_map(|&p| Some((p, self.order(p)?))).collect();
        for (_, o) in &orders {
            marks.related |= Marks::of(o.pair().0);
        }
        Conjunction { parts, nodes, bounds, orders, marks }
    }

    /// Whether `y` is a node of the conjunction `x`.
    #[inline]
    pub(super) fn has_conjunct_in(&self, x: Term, y: Term) -> bool {
        self.is(x, Op::And) && self.conjunction(x).nodes.contains(&y)
    }

    /// Whether a node of `x` is the negation of a node of `y`. Callers ask in one order of the two only.
    pub(super) fn conjuncts_contradict(&self, x: Term, y: Term) -> bool {
        if x > y {
            return false;
        }
        let (cx, cy) = (self.conjunction(x), self.conjunction(y));
        cx.marks.may_contradict(cy.marks)
            && cx.nodes.iter().any(|&p| cy.nodes.iter().any(|&q| self.complements(p, q)))
    }

    /// Whether `x` makes a node of the conjunction `p` false.
    pub(super) fn makes_false(&self, x: Term, p: Term) -> bool {
        let (cx, cp) = (self.conjunction(x), self.conjunction(p));
        cx.marks.may_contradict(cp.marks)
            && cp.nodes.iter().any(|&y| cx.nodes.iter().any(|&x| self.complements(x, y)))
            || cx.some_bounds(&cp, |i, j| i.excludes(j))
            || cx.some_orders(&cp, |i, j| i.excludes(j))
    }

    /// Conjunction of the parts of `p` that `x` does not make true; `None` if that is all of `p`.
    pub(super) fn rest_where(&mut self, x: Term, p: Term) -> Option<Term> {
        let (cx, cp) = (self.conjunction(x), self.conjunction(p));
        if !cx.marks.may_share(cp.marks)
            && cx.marks.bounded & cp.marks.bounded == 0
            && cx.marks.related & cp.marks.related == 0
        {
            return None;
        }
        let implied = |y: &Term| {
            let bound = || cp.bounds.iter().find(|(part, _)| part == y);
            let order = || cp.orders.iter().find(|(part, _)| part == y);
            cx.nodes.contains(y)
                || bound().is_some_and(|(_, j)| cx.bounds.iter().any(|(_, i)| i.implies(*j)))
                || order().is_some_and(|(_, j)| cx.orders.iter().any(|(_, i)| i.implies(*j)))
        };
        let rest: Terms = cp.parts.iter().copied().filter(|y| !implied(y)).collect();
        (rest.len() < cp.parts.len()).then(|| self.and_all(rest))
    }

    /// `p | q` as `g & (x | y)` for the common nodes `g` of two conjunctions; with `y = !x` this is resolution. One of `x`
    /// and `y` has to be a single conjunct: conjunctions that others share would be made anew.
    pub(super) fn factor(&mut self, p: Term, q: Term) -> Option<Term> {
        let (cp, cq) = (self.conjunction(p), self.conjunction(q));
        if !cp.marks.may_share(cq.marks) || !cp.parts.iter().any(|x| cq.nodes.contains(x)) {
            return None;
        }
        let mut common = Terms::new();
        let rest_p = self.split(p, &cp, &cq, Some(&mut common));
        let rest_q = self.split(q, &cq, &cp, None);
        if rest_p.len() > 1 && rest_q.len() > 1 {
            return None;
        }
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

    /// The parts of the conjunction `y` that `x` lacks, if `x` contains some of its parts.
    pub(super) fn conjuncts_only_in(&mut self, x: Term, y: Term) -> Option<Term> {
        if !self.is(y, Op::And) {
            return None;
        }
        let (cx, cy) = (self.conjunction(x), self.conjunction(y));
        if !cx.marks.may_share(cy.marks) {
            return None;
        }
        let rest: Terms = cy.parts.iter().copied().filter(|p| !cx.nodes.contains(p)).collect();
        (rest.len() < cy.parts.len()).then(|| self.and_all(rest))
    }

    // Literals that bound one term.

    /// Whether a literal of `x` and a literal of `y` exclude each other. Callers ask in one order of the two only.
    pub(super) fn literals_exclude(&self, x: Term, y: Term) -> bool {
        x < y && self.conjunction(x).some_bounds(&self.conjunction(y), |i, j| i.excludes(j))
    }

    /// Whether a literal of `x` implies the literal `y`.
    pub(super) fn literal_implied(&self, x: Term, y: Term) -> bool {
        !self.is(y, Op::And) && self.conjunction(x).some_bounds(&self.conjunction(y), |i, j| i.implies(j))
    }

    /// `x` without a literal at its top that `y` implies.
    pub(super) fn without_weaker(&self, x: Term, y: Term) -> Option<Term> {
        let (cx, j) = self.bounds_beside(x, y)?;
        cx.bounds.iter().find(|(_, i)| j.implies(*i)).and_then(|&(l, _)| self.without(x, l))
    }

    /// `x & y` with the literal `y` and a literal at the top of `x` combined into one literal, if that is possible.
    pub(super) fn range_of_literals(&mut self, x: Term, y: Term) -> Option<Term> {
        let (cx, j) = self.bounds_beside(x, y)?;
        for &(l, i) in &cx.bounds {
            let Some(both) = i.common(j) else { continue };
            let Some(rest) = self.without(x, l) else { continue };
            let Some(literal) = self.literal_of(both) else { continue };
            return Some(self.and(rest, literal));
        }
        None
    }

    /// The bounds of `x` and the bound of the literal `y`, if they may be about the same term.
    fn bounds_beside(&self, x: Term, y: Term) -> Option<(Rc<Conjunction>, Interval)> {
        let (cx, cy) = (self.conjunction(x), self.conjunction(y));
        let [(literal, j)] = cy.bounds[..] else { return None };
        (literal == y && cx.marks.bounded & cy.marks.bounded != 0).then_some((cx, j))
    }

    /// Whether a literal of `x` and a literal of `y` over the same pair exclude each other. Callers ask in one order of
    /// the two only.
    pub(super) fn related_exclude(&self, x: Term, y: Term) -> bool {
        x < y && self.conjunction(x).some_orders(&self.conjunction(y), |i, j| i.excludes(j))
    }

    /// Whether a literal of `x` implies the literal `y`, which relates the same pair.
    pub(super) fn related_implied(&self, x: Term, y: Term) -> bool {
        !self.is(y, Op::And) && self.conjunction(x).some_orders(&self.conjunction(y), |i, j| i.implies(j))
    }

    /// `x & y` with the literal `y` and a literal at the top of `x` over the same pair combined into one.
    pub(super) fn related_joined(&mut self, x: Term, y: Term) -> Option<Term> {
        let (cx, cy) = (self.conjunction(x), self.conjunction(y));
        let [(literal, j)] = cy.orders[..] else { return None };
        if literal != y || cx.marks.related & cy.marks.related == 0 {
            return None;
        }
        for &(l, i) in &cx.orders {
            let Some(rest) = self.without(x, l) else { continue };
            let Some(joined) = self.joined(i, j) else { continue };
            return Some(self.and(rest, joined));
        }
        None
    }

    /// `x` without a clause (a negated conjunction) at its top that `y` satisfies.
    pub(super) fn without_clause(&self, x: Term, y: Term) -> Option<Term> {
        if !self.is(x, Op::And) {
            return None;
        }
        let satisfied =
            |c: Term| self.match1(c, Op::Not).is_some_and(|p| self.is(p, Op::And) && self.makes_false(y, p));
        let (a, b) = (self.arg(x, 0), self.arg(x, 1));
        match () {
            () if satisfied(a) => Some(b),
            () if satisfied(b) => Some(a),
            () => None,
        }
    }

    /// A conjunction without one part, which it is or has at its top.
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

    // Simplification under a condition.

    /// `t` simplified under the assumption that `c` has the given value: conditionals on `c` at its top are resolved.
    /// `None` if there are none.
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

    /// Value of `d` when `c` has the given value, if two levels of structure show it.
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
