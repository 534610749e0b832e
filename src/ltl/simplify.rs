//! Simplification of formulas before translation.
//!
//! The rules are those of Etessami and Holzmann (2000) and of Somenzi and Bloem (2000). They use pure eventualities (a
//! word satisfies the formula if one of its suffixes does), pure universalities (if a word satisfies the formula, all
//! of its suffixes do), syntactic implication, and distribution of temporal operators. `tests/ltl.rs` compares formulas
//! before and after on random words.

use rustc_hash::FxHashMap;

use super::{Formula, Formulas, Node};

/// Maximum nesting of rules and of implication tests; beyond it, nothing is simplified.
const MAX_DEPTH: u32 = 60;

/// Maximum length of a conjunction or disjunction whose members are compared pairwise.
const MAX_PAIRED: usize = 24;

/// An equivalent simplified formula in the negation normal form of [`Formulas::normal_form`].
pub fn simplify(formulas: &mut Formulas, f: Formula) -> Formula {
    let f = formulas.normal_form(f);
    let mut s = Simplifier {
        formulas,
        purities: FxHashMap::default(),
        implied: FxHashMap::default(),
        negations: FxHashMap::default(),
        depth: 0,
    };
    let mut done: FxHashMap<Formula, Formula> = FxHashMap::default();
    for g in s.formulas.subformulas(f) {
        let node = s.formulas.node(g).clone();
        let of = |c: &Formula| done[c];
        let made = match &node {
            Node::And(list) => s.list(true, list.iter().map(of).collect()),
            Node::Or(list) => s.list(false, list.iter().map(of).collect()),
            Node::Next(a) => s.next(of(a)),
            Node::Finally(a) => s.unary(true, of(a)),
            Node::Globally(a) => s.unary(false, of(a)),
            Node::Until([a, b]) => s.binary(true, of(a), of(b)),
            Node::Release([a, b]) => s.binary(false, of(a), of(b)),
            _ => g,
        };
        done.insert(g, made);
    }
    done[&f]
}

/// Whether a formula's truth carries over between a word and its suffixes.
#[derive(Clone, Copy)]
struct Purity {
    /// Pure eventuality: true on a word if it is true on a suffix.
    eventual: bool,
    /// Pure universality: if true on a word, true on all suffixes.
    universal: bool,
}

struct Simplifier<'a> {
    formulas: &'a mut Formulas,
    purities: FxHashMap<Formula, Purity>,
    implied: FxHashMap<(Formula, Formula), bool>,
    negations: FxHashMap<Formula, Formula>,
    depth: u32,
}

const TRUE: Formula = Formulas::TRUE;
const FALSE: Formula = Formulas::FALSE;

impl Simplifier<'_> {
    fn node(&self, f: Formula) -> &Node {
        self.formulas.node(f)
    }

    /// Purity of `f`; computed for all subformulas, children first.
    fn purity(&mut self, f: Formula) -> Purity {
        let mut todo = vec![f];
        while let Some(&g) = todo.last() {
            if self.purities.contains_key(&g) {
                todo.pop();
                continue;
            }
            let node = self.formulas.node(g);
            let missing: Vec<Formula> =
                node.children().iter().copied().filter(|c| !self.purities.contains_key(c)).collect();
            if !missing.is_empty() {
                todo.extend(missing);
                continue;
            }
            let both = |k: Purity, c: &Formula| Purity {
                eventual: k.eventual && self.purities[c].eventual,
                universal: k.universal && self.purities[c].universal,
            };
            let all = node.children().iter().fold(Purity { eventual: true, universal: true }, both);
            let kind = match node {
                Node::True | Node::False | Node::And(_) | Node::Or(_) | Node::Next(_) => all,
                Node::Finally(_) => Purity { eventual: true, universal: all.universal },
                Node::Globally(_) => Purity { eventual: all.eventual, universal: true },
                // If `b` keeps holding, `a U b` holds from there on, and before because of `a`; dually for `R`.
                Node::Until([_, b]) | Node::Release([_, b]) => self.purities[b],
                _ => Purity { eventual: false, universal: false },
            };
            self.purities.insert(g, kind);
            todo.pop();
        }
        self.purities[&f]
    }

    /// Whether the truth of `f` does not depend on the position.
    fn timeless(&mut self, f: Formula) -> bool {
        let kind = self.purity(f);
        kind.eventual && kind.universal
    }

    /// Whether `F f` (or `G f`) equals `f`.
    fn absorbs(&mut self, finally: bool, f: Formula) -> bool {
        let kind = self.purity(f);
        if finally { kind.eventual } else { kind.universal }
    }

    fn next(&mut self, a: Formula) -> Formula {
        if self.timeless(a) { a } else { self.formulas.next(a) }
    }

    /// `F a` or `G a`. The rules of `G` are those of `F` with the dual operators.
    fn unary(&mut self, finally: bool, a: Formula) -> Formula {
        if self.absorbs(finally, a) {
            return a;
        }
        let plain = |s: &mut Self| if finally { s.formulas.finally(a) } else { s.formulas.globally(a) };
        if self.depth >= MAX_DEPTH {
            return plain(self);
        }
        self.depth += 1;
        let made = match (self.node(a).clone(), finally) {
            // F X b = X F b
            (Node::Next(b), _) => {
                let f = self.unary(finally, b);
                self.next(f)
            }
            // F (_ U b) = F b
            (Node::Until([_, b]), true) | (Node::Release([_, b]), false) => self.unary(finally, b),
            // F (b | e) = F b | e for an eventuality e
            (Node::Or(list), true) | (Node::And(list), false) => {
                let (out, rest): (Vec<_>, Vec<_>) = list.iter().partition(|c| self.absorbs(finally, **c));
                if out.is_empty() { plain(self) } else { self.pull_out(finally, !finally, out, rest) }
            }
            // F (b & t) = F b & t for a timeless t
            (Node::And(list), true) | (Node::Or(list), false) => {
                let (out, rest): (Vec<_>, Vec<_>) = list.iter().partition(|c| self.timeless(**c));
                if out.is_empty() { plain(self) } else { self.pull_out(finally, finally, out, rest) }
            }
            _ => plain(self),
        };
        self.depth -= 1;
        made
    }

    /// `out` and the operator applied to `rest`, joined in a conjunction or disjunction.
    fn pull_out(
        &mut self,
        finally: bool,
        conjunction: bool,
        mut out: Vec<Formula>,
        rest: Vec<Formula>,
    ) -> Formula {
        let inner = self.list(conjunction, rest);
        out.push(self.unary(finally, inner));
        self.list(conjunction, out)
    }

    /// Whether `a` implies `b`, or with `reverse` `b` implies `a`.
    fn ordered(&mut self, reverse: bool, a: Formula, b: Formula) -> bool {
        if reverse { self.implies(b, a) } else { self.implies(a, b) }
    }

    /// `a U b` or `a R b`. The rules of `R` are those of `U` with the dual operators and implication reversed.
    fn binary(&mut self, until: bool, a: Formula, b: Formula) -> Formula {
        let (unit, zero) = if until { (TRUE, FALSE) } else { (FALSE, TRUE) };
        // A U e = e for an eventuality e; false U b = b; a U b = b when a implies b.
        if self.absorbs(until, b) || a == zero || self.ordered(!until, a, b) {
            return b;
        }
        // true U b = !b U b = F b.
        if a == unit || self.formulas.not(a) == b {
            return self.unary(until, b);
        }
        let plain = |s: &mut Self, a| if until { s.formulas.until(a, b) } else { s.formulas.release(a, b) };
        if self.depth >= MAX_DEPTH {
            return plain(self, a);
        }
        self.depth += 1;
        let made =
            match (self.node(a).clone(), self.node(b).clone(), until) {
                // X c U X d = X (c U d)
                (Node::Next(c), Node::Next(d), _) => {
                    let f = self.binary(until, c, d);
                    self.next(f)
                }
                // a U (c U d) = c U d when a implies c, and a U d when c implies a
                (_, Node::Until([c, d]), true) | (_, Node::Release([c, d]), false)
                    if self.ordered(!until, a, c) || self.ordered(!until, c, a) =>
                {
                    if self.ordered(!until, a, c) { b } else { self.binary(until, a, d) }
                }
                // a U (b & t) = (a U b) & t for a timeless t
                (_, Node::And(list), true) | (_, Node::Or(list), false)
                    if list.iter().any(|c| self.timeless(*c)) =>
                {
                    let (mut out, rest): (Vec<_>, Vec<_>) = list.iter().partition(|c| self.timeless(**c));
                    let inner = self.list(until, rest);
                    out.push(self.binary(until, a, inner));
                    self.list(until, out)
                }
                // (a | c) U b = a U b when c implies b
                (Node::Or(list), _, true) | (Node::And(list), _, false)
                    if list.iter().any(|c| self.ordered(!until, *c, b)) =>
                {
                    let rest = list.iter().copied().filter(|c| !self.ordered(!until, *c, b)).collect();
                    let rest = self.list(!until, rest);
                    self.binary(until, rest, b)
                }
                _ => plain(self, a),
            };
        self.depth -= 1;
        made
    }

    /// A conjunction or disjunction.
    fn list(&mut self, conjunction: bool, list: Vec<Formula>) -> Formula {
        let f = if conjunction { self.formulas.and(list) } else { self.formulas.or(list) };
        // The result may be a single formula of any kind.
        let list = match (self.node(f), conjunction) {
            (Node::And(list), true) | (Node::Or(list), false) => list.to_vec(),
            _ => return f,
        };
        if self.depth >= MAX_DEPTH {
            return f;
        }
        if self.is_decided(conjunction, &list) {
            return if conjunction { FALSE } else { TRUE };
        }
        self.depth += 1;
        let mut rest: Vec<Formula> = self.unabsorbed(conjunction, list);
        let count = rest.len();
        rest = self.distributed(conjunction, rest);
        let made = if rest.len() < count {
            self.list(conjunction, rest)
        } else if conjunction {
            self.formulas.and(rest)
        } else {
            self.formulas.or(rest)
        };
        self.depth -= 1;
        made
    }

    /// The negation of `f` in normal form.
    fn negation(&mut self, f: Formula) -> Formula {
        let mut todo = vec![f];
        while let Some(&g) = todo.last() {
            if self.negations.contains_key(&g) {
                todo.pop();
                continue;
            }
            let node = self.node(g).clone();
            let children = if let Node::Not(_) = node { &[] } else { node.children() };
            let before = todo.len();
            todo.extend(children.iter().filter(|c| !self.negations.contains_key(c)));
            if todo.len() > before {
                continue;
            }
            let of = |c: &Formula| self.negations[c];
            let negated = match &node {
                Node::And(list) => self.formulas.or(list.iter().map(of)),
                Node::Or(list) => self.formulas.and(list.iter().map(of)),
                Node::Next(a) => self.formulas.next(of(a)),
                Node::Finally(a) => self.formulas.globally(of(a)),
                Node::Globally(a) => self.formulas.finally(of(a)),
                Node::Until([a, b]) => self.formulas.release(of(a), of(b)),
                Node::Release([a, b]) => self.formulas.until(of(a), of(b)),
                _ => self.formulas.not(g),
            };
            self.negations.insert(g, negated);
            todo.pop();
        }
        self.negations[&f]
    }

    /// Whether two members of a conjunction contradict each other, or two of a disjunction exhaust all cases.
    fn is_decided(&mut self, conjunction: bool, list: &[Formula]) -> bool {
        if list.len() > MAX_PAIRED {
            return false;
        }
        list.iter().enumerate().any(|(i, f)| {
            let negated = self.negation(*f);
            list[..i].iter().any(|g| self.ordered(!conjunction, *g, negated))
        })
    }

    /// Removes the members of a conjunction that others imply (of a disjunction: that imply others).
    fn unabsorbed(&mut self, conjunction: bool, mut list: Vec<Formula>) -> Vec<Formula> {
        if list.len() > MAX_PAIRED {
            return list;
        }
        let mut i = 0;
        while i < list.len() {
            let f = list[i];
            if list.iter().any(|&g| g != f && self.ordered(!conjunction, g, f)) {
                list.remove(i);
            } else {
                i += 1;
            }
        }
        list
    }

    /// Combines members of the same shape by distributivity.
    fn distributed(&mut self, conjunction: bool, list: Vec<Formula>) -> Vec<Formula> {
        /// Shape that members must share.
        #[derive(PartialEq, Eq, Hash, Clone, Copy)]
        enum Shape {
            Next,
            /// `G` in a conjunction, `F` in a disjunction. Timeless ones form a group of their own, because they can be
            /// moved out of others.
            Unary(bool),
            /// `F G` in a conjunction, `G F` in a disjunction.
            Nested,
            /// Same left side or same right side; the flag tells whether the operator is `U`.
            Left(bool, Formula),
            Right(bool, Formula),
        }
        let mut groups: indexmap::IndexMap<Shape, Vec<Formula>, rustc_hash::FxBuildHasher> =
            indexmap::IndexMap::default();
        let mut out = Vec::new();
        for f in list {
            let timeless = self.timeless(f);
            let (shape, inner) = match (self.node(f), conjunction) {
                (Node::Next(a), _) => (Shape::Next, *a),
                (Node::Globally(a), true) | (Node::Finally(a), false) => (Shape::Unary(timeless), *a),
                (Node::Finally(g), true) | (Node::Globally(g), false) => match (self.node(*g), conjunction) {
                    (Node::Globally(a), true) | (Node::Finally(a), false) => (Shape::Nested, *a),
                    _ => {
                        out.push(f);
                        continue;
                    }
                },
                (Node::Until([a, b]), true) => (Shape::Right(true, *b), *a),
                (Node::Until([a, b]), false) => (Shape::Left(true, *a), *b),
                (Node::Release([a, b]), true) => (Shape::Left(false, *a), *b),
                (Node::Release([a, b]), false) => (Shape::Right(false, *b), *a),
                _ => {
                    out.push(f);
                    continue;
                }
            };
            groups.entry(shape).or_default().push(inner);
        }
        for (shape, inner) in groups {
            let merged = self.list(conjunction, inner);
            out.push(match shape {
                Shape::Next => self.next(merged),
                Shape::Unary(_) => self.unary(!conjunction, merged),
                Shape::Nested => {
                    let f = self.unary(!conjunction, merged);
                    self.unary(conjunction, f)
                }
                Shape::Left(until, a) => self.binary(until, a, merged),
                Shape::Right(until, b) => self.binary(until, merged, b),
            });
        }
        out
    }

    /// Whether `a` syntactically implies `b`; may miss implications.
    fn implies(&mut self, a: Formula, b: Formula) -> bool {
        if a == b || a == FALSE || b == TRUE {
            return true;
        }
        if let Some(&known) = self.implied.get(&(a, b)) {
            return known;
        }
        if self.depth >= MAX_DEPTH {
            return false;
        }
        self.depth += 1;
        let known = self.implies_by_left(a, b) || self.implies_by_right(a, b);
        self.depth -= 1;
        self.implied.insert((a, b), known);
        known
    }

    /// Cases by the structure of `a`.
    fn implies_by_left(&mut self, a: Formula, b: Formula) -> bool {
        let eventual = self.purity(b).eventual;
        match (self.node(a).clone(), self.node(b).clone()) {
            (Node::And(list), _) if list.iter().any(|c| self.implies(*c, b)) => true,
            (Node::Or(list), _) => list.iter().all(|c| self.implies(*c, b)),
            (Node::Globally(c), _) if self.implies(c, b) => true,
            (Node::Next(c) | Node::Finally(c), _) if eventual => self.implies(c, b),
            (Node::Until([_, d]), _) if eventual && self.implies(d, b) => true,
            (Node::Until([c, d]), _) if self.implies(c, b) && self.implies(d, b) => true,
            (Node::Release([_, d]), _) if self.implies(d, b) => true,
            (Node::Next(c), Node::Next(d)) => self.implies(c, d),
            (Node::Until([c, d]), Node::Until([e, f])) | (Node::Release([c, d]), Node::Release([e, f])) => {
                self.implies(c, e) && self.implies(d, f)
            }
            _ => false,
        }
    }

    /// Cases by the structure of `b`.
    fn implies_by_right(&mut self, a: Formula, b: Formula) -> bool {
        let universal = self.purity(a).universal;
        match self.node(b).clone() {
            Node::And(list) => list.iter().all(|c| self.implies(a, *c)),
            Node::Or(list) => list.iter().any(|c| self.implies(a, *c)),
            Node::Finally(c) => self.implies(a, c),
            Node::Next(c) | Node::Globally(c) if universal => self.implies(a, c),
            Node::Until([_, d]) => self.implies(a, d),
            Node::Release([_, d]) if universal && self.implies(a, d) => true,
            Node::Release([c, d]) => self.implies(a, c) && self.implies(a, d),
            _ => false,
        }
    }
}
