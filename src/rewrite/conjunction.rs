//! Questions about conjunctions, which are looked through to a fixed number of nodes.
//!
//! The path conditions of a merging evaluator need it: `(g & c) | (g & !c)` is found to be `g` however `g` is
//! composed.

use std::cell::RefCell;
use std::rc::Rc;

use smallvec::SmallVec;

use super::interval::Interval;
use super::order::Order;
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
    /// The parts that bound a term.
    bounds: SmallVec<[(Term, Interval); 2]>,
    /// The parts that relate two terms.
    orders: SmallVec<[(Term, Order); 2]>,
    marks: Marks,
}

/// Sets of terms as bits, to tell quickly that two conjunctions have nothing in common.
#[derive(Clone, Copy, Default)]
struct Marks {
    /// Of the nodes that are no negations.
    positive: u64,
    /// Of what the nodes that are negations negate.
    negative: u64,
    /// Of the terms that are bounded.
    bounded: u64,
    /// Of the older ones of the terms that are related.
    related: u64,
}

impl Marks {
    fn of(t: Term) -> u64 {
        1 << (t.index().wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 58)
    }

    /// Whether one may have the negation of a node of the other.
    fn may_contradict(self, other: Marks) -> bool {
        self.positive & other.negative | self.negative & other.positive != 0
    }

    /// Whether both may have a node.
    fn may_share(self, other: Marks) -> bool {
        self.positive & other.positive | self.negative & other.negative != 0
    }
}

/// Conjunctions looked at lately, by their term's number modulo the size.
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

/// The value that a condition has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    False,
    True,
}

impl Conjunction {
    /// Whether a bound of this and one of the other lie to each other so.
    fn bounds_meet(&self, other: &Conjunction, lie: impl Fn(Interval, Interval) -> bool) -> bool {
        self.marks.bounded & other.marks.bounded != 0
            && self.bounds.iter().any(|(_, i)| other.bounds.iter().any(|(_, j)| lie(*i, *j)))
    }

    /// Whether a relation of this and one of the other lie to each other so.
    fn orders_meet(&self, other: &Conjunction, lie: impl Fn(Order, Order) -> bool) -> bool {
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

    /// Whether a node of `x` is the negation of one of `y`. Asked in one order of the two only.
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
            || cx.bounds_meet(&cp, |i, j| i.excludes(j))
            || cx.orders_meet(&cp, |i, j| i.excludes(j))
    }

    /// What is left of the conjunction `p` without the parts that `x` makes true; nothing when that is all.
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

    /// `p | q` as `g & (x | y)` for the common nodes `g` of two conjunctions; with `y = !x` this is resolution.
    pub(super) fn factor(&mut self, p: Term, q: Term) -> Option<Term> {
        let (cp, cq) = (self.conjunction(p), self.conjunction(q));
        if !cp.marks.may_share(cq.marks) || !cp.parts.iter().any(|x| cq.nodes.contains(x)) {
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
        if !cx.marks.may_share(cy.marks) {
            return None;
        }
        let rest: Terms = cy.parts.iter().copied().filter(|p| !cx.nodes.contains(p)).collect();
        (rest.len() < cy.parts.len()).then(|| self.and_all(rest))
    }

    // Literals that bound one term.

    /// Whether two literals, one of each, have no value in common. Asked in one order of the two only.
    pub(super) fn literals_exclude(&self, x: Term, y: Term) -> bool {
        x < y && self.conjunction(x).bounds_meet(&self.conjunction(y), |i, j| i.excludes(j))
    }

    /// Whether a literal of `x` implies the literal `y`.
    pub(super) fn literal_implied(&self, x: Term, y: Term) -> bool {
        !self.is(y, Op::And) && self.conjunction(x).bounds_meet(&self.conjunction(y), |i, j| i.implies(j))
    }

    /// `x` without a literal at its top that the literal `y` implies.
    pub(super) fn without_weaker(&self, x: Term, y: Term) -> Option<Term> {
        let (cx, j) = self.bounds_beside(x, y)?;
        cx.bounds.iter().find(|(_, i)| j.implies(*i)).and_then(|&(l, _)| self.without(x, l))
    }

    /// `x` and the literal `y`, where `y` and a literal at the top of `x` leave what one literal says.
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

    /// The bounds of `x` and that of the literal `y`, when they may be of one term.
    fn bounds_beside(&self, x: Term, y: Term) -> Option<(Rc<Conjunction>, Interval)> {
        let (cx, cy) = (self.conjunction(x), self.conjunction(y));
        let [(literal, j)] = cy.bounds[..] else { return None };
        (literal == y && cx.marks.bounded & cy.marks.bounded != 0).then_some((cx, j))
    }

    /// Whether two literals that relate one pair, one of each, exclude each other. Asked in one order of the two only.
    pub(super) fn related_exclude(&self, x: Term, y: Term) -> bool {
        x < y && self.conjunction(x).orders_meet(&self.conjunction(y), |i, j| i.excludes(j))
    }

    /// Whether a literal of `x` implies the literal `y`, which relates the same pair.
    pub(super) fn related_implied(&self, x: Term, y: Term) -> bool {
        !self.is(y, Op::And) && self.conjunction(x).orders_meet(&self.conjunction(y), |i, j| i.implies(j))
    }

    /// `x` and the literal `y`, with `y` and a literal at the top of `x` over the same pair as one.
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

    /// `x` without a clause at its top, a negated conjunction, that `y` satisfies.
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
