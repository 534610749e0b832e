//! Candidates for equal nodes: on random inputs they have equal or complementary values.

use rustc_hash::FxHashMap;

use super::circuit::node;
use super::gates::{Edge, Gates};
use crate::base::Random;

/// Values on random inputs.
type Signature = [u64; 4];

/// Signatures and known equalities of the nodes of a graph.
#[derive(Default)]
pub struct Sweep {
    signatures: Vec<Signature>,
    /// First node of each signature, as the edge whose first value is 0.
    first: FxHashMap<Signature, Edge>,
    /// Edges that nodes are known to equal.
    merged: FxHashMap<usize, Edge>,
    random: Random,
}

fn flipped(s: Signature) -> Signature {
    s.map(|word| !word)
}

impl Sweep {
    /// Representative of an edge.
    pub fn merged(&self, e: Edge) -> Edge {
        self.merged.get(&node(e)).map_or(e, |&to| to ^ (e & 1))
    }

    /// Records that a node equals an edge of a smaller one.
    pub fn merge(&mut self, n: usize, to: Edge) {
        let to = self.merged(to);
        self.merged.insert(n, to);
    }

    /// Computes signatures of the nodes before `end`.
    pub fn simulate(&mut self, gates: &Gates, end: usize) {
        for n in self.signatures.len()..end {
            let signature = match gates.operands(n) {
                _ if n == 0 => [0; 4],
                None => [(); 4].map(|()| self.random.next_u64()),
                Some(operands) => {
                    let [a, b] = operands.map(|e| {
                        let s = self.signatures[node(e)];
                        if e & 1 == 1 { flipped(s) } else { s }
                    });
                    std::array::from_fn(|i| a[i] & b[i])
                }
            };
            self.signatures.push(signature);
            let edge = (n as Edge) << 1;
            let (signature, edge) =
                if signature[0] & 1 == 1 { (flipped(signature), edge ^ 1) } else { (signature, edge) };
            // Signatures of nodes that are rarely true all look alike.
            if signature != [0; 4] {
                self.first.entry(signature).or_insert(edge);
            }
        }
    }

    /// Edge of the first node with this node's signature, which may be the node itself.
    pub fn candidate(&self, n: usize) -> Option<Edge> {
        let signature = self.signatures[n];
        let flip = signature[0] & 1;
        let signature = if flip == 1 { flipped(signature) } else { signature };
        self.first.get(&signature).map(|&edge| edge ^ flip as Edge)
    }
}
