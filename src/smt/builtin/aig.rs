//! And-inverter graph with structural hashing.
//!
//! Every conjunction is simplified against the children of its operands before it is made (Brummayer and Biere, "Local
//! Two-Level And-Inverter Graph Minimization without Blowup", MEMICS 2006). No rule makes the graph larger than the
//! plain node would.

use std::hash::BuildHasher;
use std::ops::Not;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

/// An edge: node number and, in the lowest bit, complementation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Lit(u32);

impl Lit {
    /// Constant false: the plain edge to node 0.
    pub const FALSE: Lit = Lit(0);
    /// Constant true.
    pub const TRUE: Lit = Lit(1);

    fn new(node: usize, negated: bool) -> Lit {
        Lit((node as u32) << 1 | u32::from(negated))
    }

    /// The node at the end of the edge.
    pub fn node(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Whether the edge is complemented.
    pub fn negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// Whether this is one of the two constants.
    pub fn is_const(self) -> bool {
        self.0 < 2
    }

    /// The constant of that value.
    pub fn constant(value: bool) -> Lit {
        Lit(u32::from(value))
    }

    /// The value of a constant.
    pub fn as_const(self) -> Option<bool> {
        self.is_const().then_some(self.0 == 1)
    }

    /// Complemented when `flip`.
    pub fn xor_sign(self, flip: bool) -> Lit {
        Lit(self.0 ^ u32::from(flip))
    }
}

impl Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

/// Function of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Node {
    /// Constant false; only node 0.
    False,
    /// A free input.
    Input,
    /// Conjunction of two edges to smaller nodes.
    And(Lit, Lit),
}

/// Both operand words of an input.
const INPUT: u32 = u32::MAX;

/// The graph. Children have smaller numbers than their parents; nodes are never removed.
pub struct Aig {
    nodes: Vec<[u32; 2]>,
    /// Number of parents of each node, not counting references from outside.
    parents: Vec<u32>,
    table: HashTable<u32>,
    ands: usize,
}

impl Default for Aig {
    fn default() -> Aig {
        Aig { nodes: vec![[0, 0]], parents: vec![0], table: HashTable::new(), ands: 0 }
    }
}

impl Aig {
    /// Number of nodes, the constant and the inputs included; at least 1.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Number of conjunctions.
    pub fn ands(&self) -> usize {
        self.ands
    }

    /// What node `n` computes.
    pub fn node(&self, n: usize) -> Node {
        let [a, b] = self.nodes[n];
        match (n, a) {
            (0, _) => Node::False,
            (_, INPUT) => Node::Input,
            _ => Node::And(Lit(a), Lit(b)),
        }
    }

    /// The operands of an edge's node, when that is a conjunction.
    pub fn operands(&self, l: Lit) -> Option<(Lit, Lit)> {
        let [a, b] = self.nodes[l.node()];
        (a != INPUT && l.node() != 0).then_some((Lit(a), Lit(b)))
    }

    /// Number of conjunctions that have the node as an operand.
    pub fn parents(&self, n: usize) -> u32 {
        self.parents[n]
    }

    /// A new input.
    pub fn input(&mut self) -> Lit {
        self.nodes.push([INPUT; 2]);
        self.parents.push(0);
        Lit::new(self.nodes.len() - 1, false)
    }

    /// `n` new inputs.
    pub fn inputs(&mut self, n: usize) -> Vec<Lit> {
        (0..n).map(|_| self.input()).collect()
    }

    /// Conjunction.
    pub fn and(&mut self, mut a: Lit, mut b: Lit) -> Lit {
        loop {
            if a > b {
                std::mem::swap(&mut a, &mut b);
            }
            if a == Lit::FALSE || a == !b {
                return Lit::FALSE;
            }
            if a == Lit::TRUE || a == b {
                return b;
            }
            match self.simplify(a, b) {
                Step::Done(l) => return l,
                Step::Again(x, y) => (a, b) = (x, y),
                Step::Keep => return self.intern(a, b),
            }
        }
    }

    fn simplify(&self, a: Lit, b: Lit) -> Step {
        let left = self.operands(a);
        let right = self.operands(b);
        if let Some((x, y)) = left
            && let Some(step) = one_sided(a, x, y, b)
        {
            return step;
        }
        if let Some((z, w)) = right
            && let Some(step) = one_sided(b, z, w, a)
        {
            return step;
        }
        let (Some((x, y)), Some((z, w))) = (left, right) else { return Step::Keep };
        match (a.negated(), b.negated()) {
            (false, false) => {
                if x == !z || x == !w || y == !z || y == !w {
                    return Step::Done(Lit::FALSE);
                }
                // (x & y) & (x & w) = (x & y) & w
                if x == z || y == z {
                    return Step::Again(a, w);
                }
                if x == w || y == w {
                    return Step::Again(a, z);
                }
                Step::Keep
            }
            (true, false) => two_sided(x, y, z, w, b),
            (false, true) => two_sided(z, w, x, y, a),
            (true, true) => {
                // (x -> !y) & (x -> y) = !x
                if (x == z && y == !w) || (x == w && y == !z) {
                    return Step::Done(!x);
                }
                if (y == z && x == !w) || (y == w && x == !z) {
                    return Step::Done(!y);
                }
                Step::Keep
            }
        }
    }

    fn intern(&mut self, a: Lit, b: Lit) -> Lit {
        let key = [a.0, b.0];
        let hash = FxBuildHasher.hash_one(key);
        let nodes = &self.nodes;
        let entry = self.table.entry(
            hash,
            |&i| nodes[i as usize] == key,
            |&i| FxBuildHasher.hash_one(nodes[i as usize]),
        );
        match entry {
            hashbrown::hash_table::Entry::Occupied(found) => Lit::new(*found.get() as usize, false),
            hashbrown::hash_table::Entry::Vacant(slot) => {
                let n = nodes.len();
                assert!(n < (u32::MAX >> 1) as usize, "fewer than 2^31 nodes");
                slot.insert(n as u32);
                self.nodes.push(key);
                self.parents.push(0);
                self.ands += 1;
                for l in [a, b] {
                    let count = &mut self.parents[l.node()];
                    *count = count.saturating_add(1);
                }
                Lit::new(n, false)
            }
        }
    }

    /// Disjunction.
    pub fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    /// Exclusive or.
    pub fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        if let Some(v) = a.as_const() {
            return b.xor_sign(v);
        }
        if let Some(v) = b.as_const() {
            return a.xor_sign(v);
        }
        // One form for all four sign combinations.
        let flip = a.negated() ^ b.negated();
        let (a, b) = (a.xor_sign(a.negated()), b.xor_sign(b.negated()));
        let both = self.and(a, b);
        let neither = self.and(!a, !b);
        self.and(!both, !neither).xor_sign(flip)
    }

    /// Equivalence.
    pub fn iff(&mut self, a: Lit, b: Lit) -> Lit {
        !self.xor(a, b)
    }

    /// `c ? t : e`.
    pub fn ite(&mut self, c: Lit, t: Lit, e: Lit) -> Lit {
        if let Some(v) = c.as_const() {
            return if v { t } else { e };
        }
        if t == e {
            return t;
        }
        if t == !e {
            return self.iff(c, t);
        }
        if c.negated() {
            return self.ite(!c, e, t);
        }
        if t == c || t == Lit::TRUE {
            return self.or(c, e);
        }
        if t == !c || t == Lit::FALSE {
            return self.and(!c, e);
        }
        if e == c || e == Lit::FALSE {
            return self.and(c, t);
        }
        if e == !c || e == Lit::TRUE {
            return self.or(!c, t);
        }
        // One form for both signs of the result.
        let flip = t.negated();
        let (t, e) = (t.xor_sign(flip), e.xor_sign(flip));
        let then = self.and(c, t);
        let other = self.and(!c, e);
        self.or(then, other).xor_sign(flip)
    }

    /// At least two of three.
    pub fn majority(&mut self, a: Lit, b: Lit, c: Lit) -> Lit {
        let both = self.and(a, b);
        let any = self.or(a, b);
        let with_c = self.and(c, any);
        self.or(both, with_c)
    }

    /// Conjunction of all, as a balanced tree.
    pub fn and_all(&mut self, lits: &[Lit]) -> Lit {
        let mut level = lits.to_vec();
        while level.len() > 1 {
            level = level.chunks(2).map(|c| if c.len() == 2 { self.and(c[0], c[1]) } else { c[0] }).collect();
        }
        level.first().copied().unwrap_or(Lit::TRUE)
    }

    /// Disjunction of all, as a balanced tree.
    pub fn or_all(&mut self, lits: &[Lit]) -> Lit {
        let negated: Vec<Lit> = lits.iter().map(|&l| !l).collect();
        !self.and_all(&negated)
    }

    /// Reads a conjunction as `c ? t : e` (exclusive or included), if it has that shape.
    pub fn as_ite(&self, n: usize) -> Option<(Lit, Lit, Lit)> {
        let Node::And(a, b) = self.node(n) else { return None };
        if !a.negated() || !b.negated() {
            return None;
        }
        let (x, y) = self.operands(a)?;
        let (z, w) = self.operands(b)?;
        // !(x & y) & !(!x & w) = x ? !y : !w
        if x == !z {
            Some((x, !y, !w))
        } else if x == !w {
            Some((x, !y, !z))
        } else if y == !z {
            Some((y, !x, !w))
        } else if y == !w {
            Some((y, !x, !z))
        } else {
            None
        }
    }

    /// Reads a conjunction as the negated majority of three, as [`Aig::majority`] makes it.
    pub fn as_not_majority(&self, n: usize) -> Option<[Lit; 3]> {
        let Node::And(p, q) = self.node(n) else { return None };
        if !p.negated() || !q.negated() {
            return None;
        }
        let first = self.operands(p)?;
        let second = self.operands(q)?;
        self.majority_of(first, second).or_else(|| self.majority_of(second, first))
    }

    fn majority_of(&self, (a, b): (Lit, Lit), (x, y): (Lit, Lit)) -> Option<[Lit; 3]> {
        for (c, any) in [(x, y), (y, x)] {
            if any.negated()
                && let Some((u, v)) = self.operands(any)
                && ((u == !a && v == !b) || (u == !b && v == !a))
            {
                return Some([a, b, c]);
            }
        }
        None
    }

    /// Values of all nodes when the inputs have the values that `input` says.
    pub fn simulate(&self, mut input: impl FnMut(usize) -> bool) -> Vec<bool> {
        let mut values = Vec::with_capacity(self.nodes.len());
        for n in 0..self.nodes.len() {
            let value = match self.node(n) {
                Node::False => false,
                Node::Input => input(n),
                Node::And(a, b) => {
                    let (va, vb): (bool, bool) = (values[a.node()], values[b.node()]);
                    (va ^ a.negated()) & (vb ^ b.negated())
                }
            };
            values.push(value);
        }
        values
    }
}

/// Result of a two-level rule on a conjunction.
enum Step {
    /// It equals this edge.
    Done(Lit),
    /// It equals the conjunction of these.
    Again(Lit, Lit),
    /// No rule applies.
    Keep,
}

/// Rules on `a & b` where `a` is `x & y` or its complement.
fn one_sided(a: Lit, x: Lit, y: Lit, b: Lit) -> Option<Step> {
    if a.negated() {
        // !(x & y) & !x = !x
        if x == !b || y == !b {
            return Some(Step::Done(b));
        }
        // !(x & y) & x = x & !y
        if x == b {
            return Some(Step::Again(b, !y));
        }
        if y == b {
            return Some(Step::Again(b, !x));
        }
    } else {
        if x == !b || y == !b {
            return Some(Step::Done(Lit::FALSE));
        }
        if x == b || y == b {
            return Some(Step::Done(a));
        }
    }
    None
}

/// Rules on `!(x & y) & b` where `b` is `z & w`.
fn two_sided(x: Lit, y: Lit, z: Lit, w: Lit, b: Lit) -> Step {
    if x == !z || x == !w || y == !z || y == !w {
        return Step::Done(b);
    }
    if x == z || x == w {
        return Step::Again(!y, b);
    }
    if y == z || y == w {
        return Step::Again(!x, b);
    }
    Step::Keep
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All values of a literal over three inputs, bit by input valuation.
    fn table(aig: &Aig, l: Lit, inputs: &[Lit]) -> u8 {
        (0..8u8).fold(0, |acc, m| {
            let values = aig.simulate(|n| {
                let i = inputs.iter().position(|x| x.node() == n).expect("an input");
                m >> i & 1 == 1
            });
            acc | u8::from(values[l.node()] ^ l.negated()) << m
        })
    }

    /// Conjunctions of everything with everything, three levels deep, keep their truth tables.
    #[test]
    fn rules_keep_the_function() {
        let mut aig = Aig::default();
        let inputs = aig.inputs(3);
        let mut lits: Vec<Lit> = inputs.iter().flat_map(|&l| [l, !l]).collect();
        for _ in 0..2 {
            let now = lits.clone();
            for (i, &a) in now.iter().enumerate() {
                for &b in &now[i..] {
                    let c = aig.and(a, b);
                    assert_eq!(
                        table(&aig, c, &inputs),
                        table(&aig, a, &inputs) & table(&aig, b, &inputs),
                        "{a:?} & {b:?}"
                    );
                    lits.push(c);
                    lits.push(!c);
                }
            }
            lits.sort_unstable();
            lits.dedup();
        }
    }

    #[test]
    fn gates_are_recognised() {
        let mut aig = Aig::default();
        let [a, b, c] = aig.inputs(3)[..] else { unreachable!() };
        let x = aig.xor(a, b);
        let (cond, t, e) = aig.as_ite(x.node()).expect("exclusive or is an ite");
        assert_eq!(t, !e);
        assert!([a.node(), b.node()].contains(&cond.node()));
        let m = aig.ite(c, a, b);
        assert!(aig.as_ite(m.node()).is_some());
        let m = aig.majority(a, b, c);
        let mut found = aig.as_not_majority(m.node()).expect("majority");
        found.sort_unstable();
        assert!(m.negated());
        assert_eq!(found, [a, b, c]);
    }
}
