//! CNF encoding of the part of an [`Aig`] that asserted and assumed edges reach.
//!
//! Plaisted and Greenbaum's encoding: only the direction of a node's definition that is used; the other one follows
//! when it is needed. Exclusive ors, if-then-elses and majorities (carries) have clauses of their own instead of those
//! of their inner nodes. A tree of conjunctions with one parent each becomes one gate.

use super::aig::{Aig, Lit, Node};
use super::sat::ClauseSink;

/// The node's variable implies its function.
const IMPLIES: u8 = 1;
/// The function implies the variable.
const IMPLIED: u8 = 2;

/// State of the encoding; belongs to one graph and one sink.
#[derive(Default)]
pub struct CnfEncoder {
    /// Variable of each node, 0 for none.
    variables: Vec<i32>,
    /// Encoded directions of each node's definition.
    done: Vec<u8>,
    /// Nodes with directions that are still to encode.
    work: Vec<(u32, u8)>,
    /// The variable that is constantly true, 0 for none.
    truth: i32,
}

fn flip(directions: u8) -> u8 {
    match directions {
        IMPLIES => IMPLIED,
        IMPLIED => IMPLIES,
        both => both,
    }
}

impl CnfEncoder {
    /// Variable of a node, if it has one.
    pub fn variable(&self, node: usize) -> Option<i32> {
        self.variables.get(node).copied().filter(|&v| v != 0)
    }

    fn grow(&mut self, aig: &Aig) {
        self.variables.resize(aig.len(), 0);
        self.done.resize(aig.len(), 0);
    }

    /// Literal of an edge for uses where its truth must imply the function's.
    pub fn literal(&mut self, aig: &Aig, sink: &mut impl ClauseSink, l: Lit) -> i32 {
        self.grow(aig);
        let lit = self.reach(sink, l, IMPLIES);
        self.flush(aig, sink);
        lit
    }

    /// Adds the clause that one of the edges is true.
    pub fn clause(&mut self, aig: &Aig, sink: &mut impl ClauseSink, lits: &[Lit]) {
        if lits.contains(&Lit::TRUE) {
            return;
        }
        self.grow(aig);
        let mut clause: Vec<i32> = Vec::with_capacity(lits.len());
        for &l in lits {
            if l != Lit::FALSE {
                clause.push(self.reach(sink, l, IMPLIES));
            }
        }
        self.flush(aig, sink);
        sink.clause(&clause);
    }

    /// Asserts an edge; conjunctions become several clauses, disjunctions one.
    pub fn assert(&mut self, aig: &Aig, sink: &mut impl ClauseSink, l: Lit) {
        self.grow(aig);
        let mut todo = vec![l];
        while let Some(l) = todo.pop() {
            match aig.node(l.node()) {
                Node::And(a, b) if !l.negated() && !self.special(aig, l.node()) => todo.extend([a, b]),
                Node::And(..) if l.negated() && !self.special(aig, l.node()) => {
                    let mut leaves = Vec::new();
                    self.leaves(aig, l.node(), &mut leaves);
                    let clause: Vec<Lit> = leaves.iter().map(|&x| !x).collect();
                    self.clause(aig, sink, &clause);
                }
                _ => self.clause(aig, sink, &[l]),
            }
        }
    }

    /// Whether the node is encoded by special clauses.
    fn special(&self, aig: &Aig, node: usize) -> bool {
        aig.as_ite(node).is_some() || aig.as_not_majority(node).is_some()
    }

    /// Literal of an edge; schedules its directions (as seen from the edge) for encoding.
    fn reach(&mut self, sink: &mut impl ClauseSink, l: Lit, directions: u8) -> i32 {
        if l.is_const() {
            if self.truth == 0 {
                self.truth = sink.variable();
                sink.clause(&[self.truth]);
            }
            return if l == Lit::TRUE { self.truth } else { -self.truth };
        }
        let n = l.node();
        if self.variables[n] == 0 {
            self.variables[n] = sink.variable();
        }
        let wanted = if l.negated() { flip(directions) } else { directions };
        let missing = wanted & !self.done[n];
        if missing != 0 {
            self.done[n] |= missing;
            self.work.push((n as u32, missing));
        }
        if l.negated() { -self.variables[n] } else { self.variables[n] }
    }

    /// Operands of the largest tree of conjunctions under the node whose inner nodes have no other parents.
    fn leaves(&self, aig: &Aig, node: usize, leaves: &mut Vec<Lit>) {
        let mut stack = vec![Lit::TRUE; 0];
        if let Node::And(a, b) = aig.node(node) {
            stack.extend([a, b]);
        }
        while let Some(l) = stack.pop() {
            let inner = !l.negated() && aig.parents(l.node()) == 1 && self.variables[l.node()] == 0;
            match aig.node(l.node()) {
                Node::And(a, b) if inner && !self.special(aig, l.node()) => stack.extend([a, b]),
                _ => leaves.push(l),
            }
        }
        leaves.sort_unstable();
        leaves.dedup();
    }

    fn flush(&mut self, aig: &Aig, sink: &mut impl ClauseSink) {
        let mut leaves = Vec::new();
        let mut long = Vec::new();
        while let Some((n, directions)) = self.work.pop() {
            let n = n as usize;
            let v = self.variables[n];
            let forth = directions & IMPLIES != 0;
            let back = directions & IMPLIED != 0;
            if matches!(aig.node(n), Node::Input | Node::False) {
                continue;
            }
            if let Some((c, t, e)) = aig.as_ite(n) {
                let c = self.reach(sink, c, IMPLIES | IMPLIED);
                if t == !e {
                    let t = self.reach(sink, t, IMPLIES | IMPLIED);
                    if forth {
                        sink.clause(&[-v, -c, t]);
                        sink.clause(&[-v, c, -t]);
                    }
                    if back {
                        sink.clause(&[v, -c, -t]);
                        sink.clause(&[v, c, t]);
                    }
                    continue;
                }
                let t = self.reach(sink, t, directions);
                let e = self.reach(sink, e, directions);
                if forth {
                    sink.clause(&[-v, -c, t]);
                    sink.clause(&[-v, c, e]);
                    sink.clause(&[-v, t, e]);
                }
                if back {
                    sink.clause(&[v, -c, -t]);
                    sink.clause(&[v, c, -e]);
                    sink.clause(&[v, -t, -e]);
                }
            } else if let Some(three) = aig.as_not_majority(n) {
                let [x, y, z] = three.map(|l| self.reach(sink, l, flip(directions)));
                for (x, y) in [(x, y), (x, z), (y, z)] {
                    if forth {
                        sink.clause(&[-v, -x, -y]);
                    }
                    if back {
                        sink.clause(&[v, x, y]);
                    }
                }
            } else {
                leaves.clear();
                self.leaves(aig, n, &mut leaves);
                long.clear();
                long.push(v);
                for &l in &leaves {
                    let l = self.reach(sink, l, directions);
                    if forth {
                        sink.clause(&[-v, l]);
                    }
                    long.push(-l);
                }
                if back {
                    sink.clause(&long);
                }
            }
        }
    }
}
