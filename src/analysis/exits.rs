//! Edges that leave loops.

use super::{LoopForest, LoopId};
use crate::program::{BlockId, Function};

/// Exit edges of a loop, from a block inside to one outside, in the order of their sources and without duplicates. An
/// edge that leaves several loops is an exit of each of them.
pub fn exit_edges(f: &Function, forest: &LoopForest, l: LoopId) -> Vec<(BlockId, BlockId)> {
    let mut edges = Vec::new();
    for &from in forest.members(l) {
        for to in f.terminator(from).kind.successors() {
            if !forest.contains(l, to) && !edges.contains(&(from, to)) {
                edges.push((from, to));
            }
        }
    }
    edges
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::tests_util::function;

    #[test]
    fn exits_of_nested_loops() {
        // 1 heads the outer loop, 2 the inner one; 3 leaves both at once.
        let f = function(&[vec![1], vec![2, 5], vec![3, 4], vec![2, 5], vec![1], vec![]]);
        let forest = LoopForest::new(&f);
        let id = BlockId::new;
        let [outer, inner] = *forest.loops(id(3)) else { unreachable!("two loops") };
        assert_eq!(exit_edges(&f, &forest, outer), [(id(1), id(5)), (id(3), id(5))]);
        assert_eq!(exit_edges(&f, &forest, inner), [(id(2), id(4)), (id(3), id(5))]);
    }
}
