//! Hash-consed formulas of linear temporal logic.

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use crate::typed_id;

typed_id! {
    /// A formula of some [`Formulas`]; children have smaller ids than their parents.
    Formula
}

typed_id! {
    /// An atomic proposition of some [`Formulas`]: the number of its bit in a [`Valuation`].
    Prop
}

/// The set of propositions that hold in a state: bit `i` is proposition `i`.
pub type Valuation = u64;

/// Maximum number of propositions of a formula or an automaton, so that a [`Valuation`] is one word.
pub const MAX_PROPS: usize = 64;

/// Structure of a formula. The semantics is the usual one over infinite words (Pnueli 1977; Manna, Pnueli 1992).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Node {
    /// Holds always.
    True,
    /// Holds never.
    False,
    /// The proposition holds now.
    Prop(Prop),
    /// Negation.
    Not(Formula),
    /// Conjunction of two or more formulas in ascending order, none of them a conjunction.
    And(Box<[Formula]>),
    /// Disjunction of two or more formulas in ascending order, none of them a disjunction.
    Or(Box<[Formula]>),
    /// The second holds if the first does.
    Implies([Formula; 2]),
    /// Both hold or neither.
    Iff([Formula; 2]),
    /// Holds in the next position.
    Next(Formula),
    /// Holds now or later.
    Finally(Formula),
    /// Holds now and in every later position.
    Globally(Formula),
    /// The second holds now or later, the first in all positions before.
    Until([Formula; 2]),
    /// The second holds up to and including the first position where the first holds; for ever if there is none.
    Release([Formula; 2]),
    /// Like [`Node::Until`], but the first may also hold for ever.
    WeakUntil([Formula; 2]),
    /// Like [`Node::Release`], but the first must hold at some time.
    StrongRelease([Formula; 2]),
}

impl Node {
    /// Direct subformulas.
    pub fn children(&self) -> &[Formula] {
        match self {
            Node::True | Node::False | Node::Prop(_) => &[],
            Node::Not(f) | Node::Next(f) | Node::Finally(f) | Node::Globally(f) => std::slice::from_ref(f),
            Node::And(list) | Node::Or(list) => list,
            Node::Implies(p)
            | Node::Iff(p)
            | Node::Until(p)
            | Node::Release(p)
            | Node::WeakUntil(p)
            | Node::StrongRelease(p) => p,
        }
    }
}

/// Owner of formulas and of the names of their propositions.
#[derive(Clone)]
pub struct Formulas {
    nodes: IndexSet<Node, FxBuildHasher>,
    props: IndexSet<String, FxBuildHasher>,
}

impl Default for Formulas {
    fn default() -> Formulas {
        let nodes = [Node::True, Node::False].into_iter().collect();
        Formulas { nodes, props: IndexSet::default() }
    }
}

impl Formulas {
    /// The formula that always holds.
    pub const TRUE: Formula = Formula(0);
    /// The formula that never holds.
    pub const FALSE: Formula = Formula(1);

    /// Contains only the two constants.
    pub fn new() -> Formulas {
        Formulas::default()
    }

    /// Structure of `f`.
    pub fn node(&self, f: Formula) -> &Node {
        &self.nodes[f.index()]
    }

    fn intern(&mut self, node: Node) -> Formula {
        Formula::new(self.nodes.insert_full(node).0)
    }

    /// Names of the propositions; the index of a name is its [`Prop`].
    pub fn props(&self) -> impl ExactSizeIterator<Item = &str> {
        self.props.iter().map(String::as_str)
    }

    /// Name of `p`.
    pub fn prop_name(&self, p: Prop) -> &str {
        &self.props[p.index()]
    }

    /// The proposition with this name, made if it is new; `None` if there are [`MAX_PROPS`] already.
    pub fn declare(&mut self, name: &str) -> Option<Prop> {
        if let Some(i) = self.props.get_index_of(name) {
            return Some(Prop::new(i));
        }
        (self.props.len() < MAX_PROPS).then(|| Prop::new(self.props.insert_full(name.to_owned()).0))
    }

    /// The formula that `p` holds now.
    pub fn prop(&mut self, p: Prop) -> Formula {
        assert!(p.index() < self.props.len(), "a proposition of these formulas");
        self.intern(Node::Prop(p))
    }

    /// The negation of `f`; a double negation cancels.
    pub fn not(&mut self, f: Formula) -> Formula {
        match *self.node(f) {
            Node::True => Self::FALSE,
            Node::False => Self::TRUE,
            Node::Not(g) => g,
            _ => self.intern(Node::Not(f)),
        }
    }

    /// Conjunction; simplifies nested conjunctions, constants, repetitions and `f & !f`.
    pub fn and(&mut self, list: impl IntoIterator<Item = Formula>) -> Formula {
        self.nary(list, true)
    }

    /// Disjunction; simplifies nested disjunctions, constants, repetitions and `f | !f`.
    pub fn or(&mut self, list: impl IntoIterator<Item = Formula>) -> Formula {
        self.nary(list, false)
    }

    fn nary(&mut self, list: impl IntoIterator<Item = Formula>, conjunction: bool) -> Formula {
        let (unit, zero) = if conjunction { (Self::TRUE, Self::FALSE) } else { (Self::FALSE, Self::TRUE) };
        let mut all = Vec::new();
        for f in list {
            match (self.node(f), conjunction) {
                (Node::And(inner), true) | (Node::Or(inner), false) => all.extend_from_slice(inner),
                _ if f == zero => return zero,
                _ if f != unit => all.push(f),
                _ => {}
            }
        }
        all.sort_unstable();
        all.dedup();
        for &f in &all {
            if let Node::Not(g) = self.node(f)
                && all.binary_search(g).is_ok()
            {
                return zero;
            }
        }
        match all[..] {
            [] => unit,
            [f] => f,
            _ if conjunction => self.intern(Node::And(all.into())),
            _ => self.intern(Node::Or(all.into())),
        }
    }

    /// `a -> b`.
    pub fn implies(&mut self, a: Formula, b: Formula) -> Formula {
        self.intern(Node::Implies([a, b]))
    }

    /// `a <-> b`.
    pub fn iff(&mut self, a: Formula, b: Formula) -> Formula {
        self.intern(Node::Iff([a, b]))
    }

    /// `X f`.
    pub fn next(&mut self, f: Formula) -> Formula {
        self.intern(Node::Next(f))
    }

    /// `F f`.
    pub fn finally(&mut self, f: Formula) -> Formula {
        self.intern(Node::Finally(f))
    }

    /// `G f`.
    pub fn globally(&mut self, f: Formula) -> Formula {
        self.intern(Node::Globally(f))
    }

    /// `a U b`.
    pub fn until(&mut self, a: Formula, b: Formula) -> Formula {
        self.intern(Node::Until([a, b]))
    }

    /// `a R b`.
    pub fn release(&mut self, a: Formula, b: Formula) -> Formula {
        self.intern(Node::Release([a, b]))
    }

    /// `a W b`.
    pub fn weak_until(&mut self, a: Formula, b: Formula) -> Formula {
        self.intern(Node::WeakUntil([a, b]))
    }

    /// `a M b`.
    pub fn strong_release(&mut self, a: Formula, b: Formula) -> Formula {
        self.intern(Node::StrongRelease([a, b]))
    }

    /// `f` and all its subformulas without repetitions, children before parents.
    pub fn subformulas(&self, f: Formula) -> Vec<Formula> {
        let mut seen: FxHashSet<Formula> = FxHashSet::from_iter([f]);
        let mut todo = vec![f];
        while let Some(g) = todo.pop() {
            todo.extend(self.node(g).children().iter().copied().filter(|c| seen.insert(*c)));
        }
        let mut all: Vec<Formula> = seen.into_iter().collect();
        all.sort_unstable();
        all
    }

    /// Whether `f` contains no temporal operator.
    pub fn is_propositional(&self, f: Formula) -> bool {
        self.subformulas(f).into_iter().all(|g| {
            use Node::*;
            matches!(self.node(g), True | False | Prop(_) | Not(_) | And(_) | Or(_) | Implies(_) | Iff(_))
        })
    }

    /// Whether `f` contains no `X`, so that repeating a state changes nothing (Lamport 1983). This suffices for stutter
    /// invariance, but is not necessary. Reductions that omit states require it.
    pub fn is_next_free(&self, f: Formula) -> bool {
        !self.subformulas(f).into_iter().any(|g| matches!(self.node(g), Node::Next(_)))
    }

    /// An equivalent formula in negation normal form: only propositions are negated, and the operators are `&`, `|`,
    /// `X`, `F`, `G`, `U` and `R`.
    pub fn normal_form(&mut self, f: Formula) -> Formula {
        self.push_negation(f, false)
    }

    /// The negation of `f` in negation normal form, see [`Formulas::normal_form`].
    pub fn negation(&mut self, f: Formula) -> Formula {
        self.push_negation(f, true)
    }

    /// `f` or its negation in normal form. Pairs of formula and sign are processed in ascending order.
    fn push_negation(&mut self, f: Formula, negated: bool) -> Formula {
        let mut done: FxHashMap<(Formula, bool), Formula> = FxHashMap::default();
        let mut pairs: FxHashSet<(Formula, bool)> = FxHashSet::from_iter([(f, negated)]);
        let mut todo = vec![(f, negated)];
        while let Some((g, sign)) = todo.pop() {
            let node = self.node(g);
            for (i, &c) in node.children().iter().enumerate() {
                let flips = matches!(node, Node::Not(_)) || matches!(node, Node::Implies(_)) && i == 0;
                let both = matches!(node, Node::Iff(_));
                for s in [false, true] {
                    if (both || s == (sign ^ flips)) && pairs.insert((c, s)) {
                        todo.push((c, s));
                    }
                }
            }
        }
        let mut pairs: Vec<(Formula, bool)> = pairs.into_iter().collect();
        pairs.sort_unstable();
        for (g, sign) in pairs {
            let node = self.node(g).clone();
            let made = self.normal_node(&node, sign, |c, s| done[&(c, s)]);
            done.insert((g, sign), made);
        }
        done[&(f, negated)]
    }

    /// One step of [`Formulas::push_negation`]; `of` returns the normal form of a child or of its negation.
    fn normal_node(&mut self, node: &Node, neg: bool, of: impl Fn(Formula, bool) -> Formula) -> Formula {
        match *node {
            Node::True => [Self::TRUE, Self::FALSE][usize::from(neg)],
            Node::False => [Self::FALSE, Self::TRUE][usize::from(neg)],
            Node::Prop(p) => {
                let f = self.prop(p);
                if neg { self.not(f) } else { f }
            }
            Node::Not(f) => of(f, !neg),
            Node::And(ref list) => self.nary(list.iter().map(|&f| of(f, neg)), !neg),
            Node::Or(ref list) => self.nary(list.iter().map(|&f| of(f, neg)), neg),
            Node::Implies([a, b]) => self.nary([of(a, !neg), of(b, neg)], neg),
            Node::Iff([a, b]) => {
                let both = self.and([of(a, false), of(b, neg)]);
                let neither = self.and([of(a, true), of(b, !neg)]);
                self.or([both, neither])
            }
            Node::Next(f) => self.next(of(f, neg)),
            Node::Finally(f) | Node::Globally(f) => {
                let finally = matches!(node, Node::Finally(_)) != neg;
                let f = of(f, neg);
                if finally { self.finally(f) } else { self.globally(f) }
            }
            Node::Until([a, b]) | Node::Release([a, b]) => {
                let until = matches!(node, Node::Until(_)) != neg;
                let (a, b) = (of(a, neg), of(b, neg));
                if until { self.until(a, b) } else { self.release(a, b) }
            }
            // a W b = b R (a | b), a M b = b U (a & b) with the roles of R: b holds up to a.
            Node::WeakUntil([a, b]) => {
                let (a, b) = (of(a, neg), of(b, neg));
                let either = self.nary([a, b], neg);
                if neg { self.until(b, either) } else { self.release(b, either) }
            }
            Node::StrongRelease([a, b]) => {
                let (a, b) = (of(a, neg), of(b, neg));
                let both = self.nary([a, b], !neg);
                if neg { self.release(b, both) } else { self.until(b, both) }
            }
        }
    }
}
