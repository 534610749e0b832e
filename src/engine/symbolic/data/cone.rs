//! Terms below some roots, with dense positions.

use rustc_hash::FxHashMap;

use crate::ilr::{Op, Sort, Term, TermStore};
use crate::rewrite::Builder;

/// A term in a [`Cone`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub term: Term,
    pub op: Op,
    /// Width of a bit-vector, 0 of a truth value, [`OTHER`] of anything else.
    pub width: u32,
    /// Where its operands start.
    first: u32,
}

/// Width of a node that is neither a bit-vector nor a truth value.
pub(super) const OTHER: u32 = u32::MAX;

/// How many terms a root is expected to reach on its own.
const EXPECTED: usize = 3;

/// All terms that some roots reach, operands before their terms. What is known of a term is kept in arrays over the
/// positions, which cost less than tables.
#[derive(Default)]
pub(super) struct Cone {
    nodes: Vec<Node>,
    operands: Vec<u32>,
    places: FxHashMap<Term, u32>,
    variables: Vec<u32>,
    stack: Vec<(Term, bool)>,
}

impl Cone {
    /// The cone of these roots.
    pub fn of<'a>(s: &TermStore, roots: impl IntoIterator<Item = &'a Term>) -> Cone {
        let roots = roots.into_iter();
        let mut cone = Cone::default();
        let expected = EXPECTED * roots.size_hint().0;
        cone.nodes.reserve(expected);
        cone.operands.reserve(expected);
        cone.places.reserve(expected);
        for &r in roots {
            cone.add(s, r);
        }
        cone
    }

    /// Adds what a term reaches; returns the position of the term.
    pub fn add(&mut self, s: &TermStore, root: Term) -> usize {
        if let Some(&place) = self.places.get(&root) {
            return place as usize;
        }
        self.stack.push((root, false));
        while let Some((t, entered)) = self.stack.pop() {
            if self.places.contains_key(&t) {
                continue;
            }
            let args = s.args(t);
            if !entered && !args.is_empty() {
                self.stack.push((t, true));
                for &a in args.iter().rev() {
                    if !self.places.contains_key(&a) {
                        self.stack.push((a, false));
                    }
                }
                continue;
            }
            let place = self.nodes.len() as u32;
            let width = match s.sort(t) {
                Sort::Bool => 0,
                Sort::Bv(w) => w,
                _ => OTHER,
            };
            let op = s.op(t);
            self.nodes.push(Node { term: t, op, width, first: self.operands.len() as u32 });
            for a in args {
                self.operands.push(self.places[&a]);
            }
            if op == Op::Var {
                self.variables.push(place);
            }
            self.places.insert(t, place);
        }
        self.nodes.len() - 1
    }

    /// Number of terms.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The term at a position.
    pub fn node(&self, place: usize) -> Node {
        self.nodes[place]
    }

    /// Positions of the operands of the term at a position.
    pub fn operands(&self, place: usize) -> &[u32] {
        let first = self.nodes[place].first as usize;
        let end = self.nodes.get(place + 1).map_or(self.operands.len(), |n| n.first as usize);
        &self.operands[first..end]
    }

    /// Position of a term of the cone.
    pub fn place(&self, t: Term) -> usize {
        self.places[&t] as usize
    }

    /// Position of a term, if it is in the cone.
    pub fn known(&self, t: Term) -> Option<usize> {
        self.places.get(&t).map(|&p| p as usize)
    }

    /// Positions of the variables.
    pub fn variables(&self) -> &[u32] {
        &self.variables
    }

    /// Whether one of these variables is in the cone.
    pub fn variables_in(&self, some: &[Term]) -> bool {
        some.iter().any(|&v| self.known(v).is_some())
    }

    /// All terms rebuilt with some replaced at once: `made` has the new term of those that are replaced. Afterwards it has
    /// the new terms of all.
    pub fn rebuild(&self, b: &mut Builder, made: &mut [Option<Term>]) {
        let mut args = Vec::new();
        for place in 0..self.len() {
            if made[place].is_some() {
                continue;
            }
            let node = self.nodes[place];
            args.clear();
            let mut changed = false;
            for &o in self.operands(place) {
                let new = made[o as usize].unwrap_or(self.nodes[o as usize].term);
                changed |= new != self.nodes[o as usize].term;
                args.push(new);
            }
            made[place] = Some(if changed { b.rebuild(node.term, &args) } else { node.term });
        }
    }

    /// The same for some replaced variables; returns the new terms of the roots.
    pub fn substitute(&self, b: &mut Builder, roots: &[Term], map: &[(Term, Term)]) -> Vec<Term> {
        let mut made = vec![None; self.len()];
        for &(from, to) in map {
            if let Some(place) = self.known(from) {
                made[place] = Some(to);
            }
        }
        self.rebuild(b, &mut made);
        roots.iter().map(|&r| made[self.place(r)].unwrap_or(r)).collect()
    }
}
