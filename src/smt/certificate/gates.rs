//! Gates for the checker: hash-consed conjunctions with constant folding and no other simplification.

use rustc_hash::FxHashMap;

/// An edge, as in [`super::circuit`].
pub type Edge = u32;

/// Constant false.
pub const FALSE: Edge = 0;
/// Constant true.
pub const TRUE: Edge = 1;

/// The constant of a value.
pub fn constant(value: bool) -> Edge {
    u32::from(value)
}

/// Both operands of an input.
const INPUT: [Edge; 2] = [u32::MAX; 2];

/// An and-inverter graph. Node 0 is false.
pub struct Gates {
    nodes: Vec<[Edge; 2]>,
    known: FxHashMap<[Edge; 2], Edge>,
}

impl Default for Gates {
    fn default() -> Gates {
        Gates { nodes: vec![[FALSE; 2]], known: FxHashMap::default() }
    }
}

impl Gates {
    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Operands of a node if it is a conjunction.
    pub fn operands(&self, node: usize) -> Option<[Edge; 2]> {
        (node > 0 && self.nodes[node] != INPUT).then(|| self.nodes[node])
    }

    /// A new input.
    pub fn input(&mut self) -> Edge {
        self.nodes.push(INPUT);
        (self.nodes.len() as u32 - 1) << 1
    }

    /// Conjunction.
    pub fn and(&mut self, a: Edge, b: Edge) -> Edge {
        let (a, b) = (a.min(b), a.max(b));
        if a == FALSE || a ^ 1 == b {
            return FALSE;
        }
        if a == TRUE || a == b {
            return b;
        }
        let next = (self.nodes.len() as u32) << 1;
        let edge = *self.known.entry([a, b]).or_insert(next);
        if edge == next {
            self.nodes.push([a, b]);
        }
        edge
    }

    /// Disjunction.
    pub fn or(&mut self, a: Edge, b: Edge) -> Edge {
        self.and(a ^ 1, b ^ 1) ^ 1
    }

    /// Exclusive or.
    pub fn xor(&mut self, a: Edge, b: Edge) -> Edge {
        let flip = (a ^ b) & 1;
        let (a, b) = (a & !1, b & !1);
        let both = self.and(a, b);
        let neither = self.and(a ^ 1, b ^ 1);
        self.and(both ^ 1, neither ^ 1) ^ flip
    }

    /// `c ? t : e`.
    pub fn ite(&mut self, c: Edge, t: Edge, e: Edge) -> Edge {
        if t == e {
            return t;
        }
        let (c, t, e) = if c & 1 == 1 { (c ^ 1, e, t) } else { (c, t, e) };
        let flip = t & 1;
        let then = self.and(c, t ^ flip);
        let other = self.and(c ^ 1, e ^ flip);
        self.or(then, other) ^ flip
    }

    /// At least two of three.
    pub fn majority(&mut self, a: Edge, b: Edge, c: Edge) -> Edge {
        let both = self.and(a, b);
        let any = self.or(a, b);
        let with = self.and(c, any);
        self.or(both, with)
    }

    /// Conjunction of all, as a balanced tree.
    pub fn all(&mut self, edges: &[Edge]) -> Edge {
        match edges {
            [] => TRUE,
            [one] => *one,
            _ => {
                let mut level = edges.to_vec();
                while level.len() > 1 {
                    level = level
                        .chunks(2)
                        .map(|c| if c.len() == 2 { self.and(c[0], c[1]) } else { c[0] })
                        .collect();
                }
                level[0]
            }
        }
    }
}
