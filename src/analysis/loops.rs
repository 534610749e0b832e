//! Weak topological order of a control-flow graph, and its loops.
//!
//! F. Bourdoncle, "Efficient chaotic iteration strategies with widenings", 1993: the order is such that every edge that
//! does not go forward ends in the head of a component that contains its source. A component is a strongly connected
//! set of blocks; without its head it decomposes into smaller ones. In a reducible graph the components are the natural
//! loops, and the heads are their headers. In an irreducible graph every cycle still has a head.

use crate::program::{BlockId, Function, InstKind, LocId};

crate::typed_id! {
    /// A component of a [`LoopForest`]: a loop.
    LoopId
}

/// One component.
#[derive(Clone, Debug)]
struct Loop {
    head: BlockId,
    /// The enclosing components and the component itself, outermost first.
    chain: Vec<LoopId>,
    /// Its blocks have the positions `first..end`.
    first: u32,
    end: u32,
}

/// The loops of a function and the order in which an evaluator visits its blocks.
#[derive(Clone, Debug)]
pub struct LoopForest {
    /// Position of each block; `u32::MAX` for unreachable ones.
    order: Vec<u32>,
    /// Reachable blocks by position.
    blocks: Vec<BlockId>,
    /// Innermost component of each block.
    innermost: Vec<Option<LoopId>>,
    /// Component whose head is the block.
    headed: Vec<Option<LoopId>>,
    /// Outer loops before inner ones, by position of the head.
    loops: Vec<Loop>,
}

impl LoopForest {
    /// Computes the weak topological order from block 0, in time O(edges × nesting depth) and constant stack. The
    /// forest of a declaration is empty.
    pub fn new(f: &Function) -> LoopForest {
        let succs: Vec<Vec<u32>> = (0..f.blocks.len())
            .map(|b| {
                let mut s: Vec<u32> = Vec::new();
                for t in f.terminator(BlockId::new(b)).kind.successors() {
                    let t = t.index() as u32;
                    // A computed goto or a switch can name a block many times.
                    if s.len() > 16 || !s.contains(&t) {
                        s.push(t);
                    }
                }
                s
            })
            .collect();
        Builder::build(&succs)
    }

    /// Position in the order, from 0; a head comes first in its component, and the blocks of a component are
    /// consecutive. `u32::MAX` when the block is unreachable.
    pub fn order(&self, b: BlockId) -> u32 {
        self.order[b.index()]
    }

    /// Reachable blocks by position.
    pub fn blocks(&self) -> &[BlockId] {
        &self.blocks
    }

    /// Whether there is a path from block 0.
    pub fn reachable(&self, b: BlockId) -> bool {
        self.order[b.index()] != u32::MAX
    }

    /// Number of loops.
    pub fn len(&self) -> usize {
        self.loops.len()
    }

    /// Whether there are no loops.
    pub fn is_empty(&self) -> bool {
        self.loops.is_empty()
    }

    /// All loops, outer ones before inner ones.
    pub fn ids(&self) -> impl Iterator<Item = LoopId> + use<> {
        (0..self.loops.len()).map(LoopId::new)
    }

    /// The loops that contain the block, outermost first; a head belongs to its own.
    pub fn loops(&self, b: BlockId) -> &[LoopId] {
        match self.innermost[b.index()] {
            Some(l) => &self.loops[l.index()].chain,
            None => &[],
        }
    }

    /// The loop whose head is the block.
    pub fn headed_by(&self, b: BlockId) -> Option<LoopId> {
        self.headed[b.index()]
    }

    /// The head of a loop.
    pub fn head(&self, l: LoopId) -> BlockId {
        self.loops[l.index()].head
    }

    /// The loop around a loop.
    pub fn parent(&self, l: LoopId) -> Option<LoopId> {
        let chain = &self.loops[l.index()].chain;
        chain.len().checked_sub(2).map(|i| chain[i])
    }

    /// Nesting depth of a loop, 1 for outermost ones.
    pub fn depth(&self, l: LoopId) -> usize {
        self.loops[l.index()].chain.len()
    }

    /// Blocks of a loop in order, including those of inner loops; the head is the first.
    pub fn members(&self, l: LoopId) -> &[BlockId] {
        let l = &self.loops[l.index()];
        &self.blocks[l.first as usize..l.end as usize]
    }

    /// Whether the loop contains the block.
    pub fn contains(&self, l: LoopId, b: BlockId) -> bool {
        let l = &self.loops[l.index()];
        (l.first..l.end).contains(&self.order[b.index()])
    }

    /// Whether the edge closes a loop: `to` is the head of a loop that contains `from`.
    pub fn is_back_edge(&self, from: BlockId, to: BlockId) -> bool {
        self.headed_by(to).is_some_and(|l| self.contains(l, from))
    }

    /// Source place that names the loop: that of the head's branch if it can leave the loop (`while`, `for`), else that
    /// of a jump back to the head (`do`, `for (;;)`; clang places it at the statement), else the first place in the
    /// head.
    pub fn loop_loc(&self, f: &Function, l: LoopId) -> Option<LocId> {
        self.loop_locs(f, l).into_iter().next()
    }

    /// All places that can name the loop, the best one first: those of the head's branch, of the jumps back to the
    /// head, and of the head's first instruction with a place. A user's `FUNC:LINE` may mean any of them.
    pub fn loop_locs(&self, f: &Function, l: LoopId) -> Vec<LocId> {
        let head = self.head(l);
        let branch = f.terminator(head);
        let leaves = branch.kind.successors().iter().any(|s| !self.contains(l, *s));
        let mut jumps = Vec::new();
        let mut branches_back = Vec::new();
        for &b in self.members(l) {
            let t = f.terminator(b);
            if t.kind.successors().contains(&head) {
                let list = if matches!(t.kind, InstKind::Br(_)) { &mut jumps } else { &mut branches_back };
                list.extend(t.loc);
            }
        }
        let mut locs: Vec<LocId> = Vec::new();
        if leaves {
            locs.extend(branch.loc);
        }
        locs.extend(jumps);
        locs.extend(branches_back);
        locs.extend(branch.loc);
        locs.extend(f.block(head).insts.iter().find_map(|i| f.inst(*i).loc));
        let mut seen = Vec::new();
        locs.retain(|loc| {
            let new = !seen.contains(loc);
            seen.push(*loc);
            new
        });
        locs
    }
}

/// State of the construction.
struct Builder<'a> {
    succs: &'a [Vec<u32>],
    /// Position in a reverse postorder from block 0; smaller ones are preferred as heads.
    rpo: Vec<u32>,
    /// Subgraph to which a block belongs during decomposition; edges between subgraphs are ignored.
    part: Vec<u32>,
    /// Tarjan's indices; valid within the current subgraph.
    index: Vec<u32>,
    low: Vec<u32>,
    on_stack: Vec<bool>,
    forest: LoopForest,
}

/// Not in a subgraph: unreachable, or a removed head.
const NOWHERE: u32 = u32::MAX;
const UNVISITED: u32 = u32::MAX;

/// Remaining work, as a stack.
enum Task {
    /// Orders the blocks of a strongly connected component.
    Component(Vec<u32>, Option<LoopId>),
    /// Ends the loop; all its blocks are ordered.
    Close(LoopId),
}

impl Builder<'_> {
    fn build(succs: &[Vec<u32>]) -> LoopForest {
        let n = succs.len();
        let mut b = Builder {
            succs,
            rpo: vec![UNVISITED; n],
            part: vec![NOWHERE; n],
            index: vec![UNVISITED; n],
            low: vec![0; n],
            on_stack: vec![false; n],
            forest: LoopForest {
                order: vec![u32::MAX; n],
                blocks: Vec::new(),
                innermost: vec![None; n],
                headed: vec![None; n],
                loops: Vec::new(),
            },
        };
        if n == 0 {
            return b.forest;
        }
        let reachable = b.number();
        let preds = b.predecessors();
        for &v in &reachable {
            b.part[v as usize] = 0;
        }
        let mut parts = 1;
        let mut tasks: Vec<Task> =
            b.components(&reachable).into_iter().map(|c| Task::Component(c, None)).collect();
        while let Some(task) = tasks.pop() {
            let (blocks, parent) = match task {
                Task::Close(l) => {
                    b.forest.loops[l.index()].end = b.forest.blocks.len() as u32;
                    continue;
                }
                Task::Component(blocks, parent) => (blocks, parent),
            };
            let alone = blocks.len() == 1 && !b.succs[blocks[0] as usize].contains(&blocks[0]);
            if alone {
                b.place(blocks[0], parent);
                continue;
            }
            let (part, old) = (parts, b.part[blocks[0] as usize]);
            parts += 1;
            for &v in &blocks {
                debug_assert_eq!(b.part[v as usize], old);
                b.part[v as usize] = part;
            }
            let head = b.choose_head(&blocks, &preds);
            let l = LoopId::new(b.forest.loops.len());
            let mut chain = parent.map_or(Vec::new(), |p| b.forest.loops[p.index()].chain.clone());
            chain.push(l);
            let first = b.forest.blocks.len() as u32;
            let block = BlockId::new(head as usize);
            b.forest.loops.push(Loop { head: block, chain, first, end: first });
            b.forest.headed[head as usize] = Some(l);
            b.place(head, Some(l));
            b.part[head as usize] = NOWHERE;
            let rest: Vec<u32> = blocks.into_iter().filter(|v| *v != head).collect();
            tasks.push(Task::Close(l));
            tasks.extend(b.components(&rest).into_iter().map(|c| Task::Component(c, Some(l))));
        }
        b.forest
    }

    /// Gives the block the next position.
    fn place(&mut self, v: u32, innermost: Option<LoopId>) {
        self.forest.order[v as usize] = self.forest.blocks.len() as u32;
        self.forest.blocks.push(BlockId::new(v as usize));
        self.forest.innermost[v as usize] = innermost;
    }

    /// Computes and returns the reverse postorder of the reachable blocks.
    fn number(&mut self) -> Vec<u32> {
        let mut seen = vec![false; self.succs.len()];
        let mut post = Vec::new();
        let mut stack = vec![(0u32, 0usize)];
        seen[0] = true;
        while let Some((v, next)) = stack.last_mut() {
            match self.succs[*v as usize].get(*next) {
                Some(&w) => {
                    *next += 1;
                    if !seen[w as usize] {
                        seen[w as usize] = true;
                        stack.push((w, 0));
                    }
                }
                None => {
                    post.push(*v);
                    stack.pop();
                }
            }
        }
        post.reverse();
        for (i, v) in post.iter().enumerate() {
            self.rpo[*v as usize] = i as u32;
        }
        post
    }

    /// Reachable predecessors of each block.
    fn predecessors(&self) -> Vec<Vec<u32>> {
        let mut preds = vec![Vec::new(); self.succs.len()];
        for (v, succs) in self.succs.iter().enumerate() {
            if self.rpo[v] != UNVISITED {
                for w in succs {
                    preds[*w as usize].push(v as u32);
                }
            }
        }
        preds
    }

    /// Head of a component whose blocks form a subgraph of their own: an entry (block 0, or a block with a predecessor
    /// elsewhere), the first in reverse postorder. A natural loop has exactly one entry.
    fn choose_head(&self, blocks: &[u32], preds: &[Vec<u32>]) -> u32 {
        let part = self.part[blocks[0] as usize];
        let is_entry = |v: u32| v == 0 || preds[v as usize].iter().any(|p| self.part[*p as usize] != part);
        let by_rpo = |v: &u32| self.rpo[*v as usize];
        let entry = blocks.iter().copied().filter(|v| is_entry(*v)).min_by_key(by_rpo);
        entry.expect("a reachable component has an entry")
    }

    /// Strongly connected components of a subgraph in reverse topological order (R. Tarjan, 1972).
    fn components(&mut self, blocks: &[u32]) -> Vec<Vec<u32>> {
        let Some(&v) = blocks.first() else { return Vec::new() };
        let part = self.part[v as usize];
        for &v in blocks {
            self.index[v as usize] = UNVISITED;
        }
        let mut found = Vec::new();
        let mut stack: Vec<u32> = Vec::new();
        let mut calls: Vec<(u32, usize)> = Vec::new();
        let mut count = 0;
        for &root in blocks {
            if self.index[root as usize] != UNVISITED {
                continue;
            }
            calls.push((root, 0));
            while let Some(&(v, next)) = calls.last() {
                let vi = v as usize;
                if next == 0 {
                    self.index[vi] = count;
                    self.low[vi] = count;
                    count += 1;
                    stack.push(v);
                    self.on_stack[vi] = true;
                }
                let mut next = next;
                let mut descend = None;
                while let Some(&w) = self.succs[vi].get(next) {
                    next += 1;
                    let wi = w as usize;
                    if self.part[wi] != part {
                        continue;
                    }
                    if self.index[wi] == UNVISITED {
                        descend = Some(w);
                        break;
                    }
                    if self.on_stack[wi] {
                        self.low[vi] = self.low[vi].min(self.index[wi]);
                    }
                }
                calls.last_mut().expect("the call at hand").1 = next.max(1);
                if let Some(w) = descend {
                    calls.push((w, 0));
                    continue;
                }
                if self.low[vi] == self.index[vi] {
                    let at = stack.iter().rposition(|w| *w == v).expect("the root is on the stack");
                    let component = stack.split_off(at);
                    for w in &component {
                        self.on_stack[*w as usize] = false;
                    }
                    found.push(component);
                }
                calls.pop();
                if let Some((u, _)) = calls.last() {
                    self.low[*u as usize] = self.low[*u as usize].min(self.low[vi]);
                }
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::tests_util::function;
    use crate::base::Random;

    /// Checks the guarantees of the forest against their definitions.
    fn check(edges: &[Vec<usize>]) -> LoopForest {
        let f = function(edges);
        let forest = LoopForest::new(&f);
        let n = edges.len();
        let mut reachable = vec![false; n];
        let mut todo = vec![0];
        while let Some(v) = todo.pop() {
            if !std::mem::replace(&mut reachable[v], true) {
                todo.extend(&edges[v]);
            }
        }
        let id = BlockId::new;
        for (v, expected) in reachable.iter().enumerate() {
            assert_eq!(forest.reachable(id(v)), *expected);
        }
        for (i, b) in forest.blocks().iter().enumerate() {
            assert_eq!(forest.order(*b), i as u32);
        }
        for u in (0..n).filter(|u| reachable[*u]) {
            for &v in &edges[u] {
                let backwards = forest.order(id(v)) <= forest.order(id(u));
                let to_head = forest.loops(id(u)).iter().any(|l| forest.head(*l) == id(v));
                assert_eq!(backwards, to_head, "edge {u} -> {v} of {edges:?}");
                assert_eq!(backwards, forest.is_back_edge(id(u), id(v)));
            }
        }
        for l in forest.ids() {
            let members = forest.members(l);
            assert_eq!(members[0], forest.head(l));
            assert_eq!(forest.headed_by(members[0]), Some(l));
            for v in (0..n).filter(|v| reachable[*v]) {
                let inside = members.contains(&id(v));
                assert_eq!(forest.loops(id(v)).contains(&l), inside);
                assert_eq!(forest.contains(l, id(v)), inside);
            }
            match forest.parent(l) {
                None => assert_eq!(forest.depth(l), 1),
                Some(p) => {
                    assert_eq!(forest.depth(l), forest.depth(p) + 1);
                    assert!(members.iter().all(|b| forest.contains(p, *b)));
                    assert!(forest.head(p) != forest.head(l));
                }
            }
            assert!(strongly_connected(edges, members), "loop {members:?} of {edges:?}");
        }
        forest
    }

    /// Whether the head reaches every block inside and is reached from each.
    fn strongly_connected(edges: &[Vec<usize>], members: &[BlockId]) -> bool {
        let inside: Vec<usize> = members.iter().map(|b| b.index()).collect();
        let closure = |forwards: bool| {
            let mut seen = vec![inside[0]];
            let mut at = 0;
            while at < seen.len() {
                let v = seen[at];
                at += 1;
                for &w in &inside {
                    let linked = if forwards { edges[v].contains(&w) } else { edges[w].contains(&v) };
                    if linked && !seen.contains(&w) {
                        seen.push(w);
                    }
                }
            }
            seen.len()
        };
        let self_loop = edges[inside[0]].contains(&inside[0]);
        (inside.len() > 1 || self_loop) && closure(true) == inside.len() && closure(false) == inside.len()
    }

    #[test]
    fn nested_loops_have_their_headers_as_heads() {
        // 0 -> 1; outer 1..5 with header 1; inner 2..3 with header 2.
        let forest = check(&[vec![1], vec![2, 6], vec![3, 4], vec![2], vec![5], vec![1], vec![]]);
        let id = BlockId::new;
        assert_eq!(forest.len(), 2);
        let [outer, inner] = *forest.loops(id(3)) else { unreachable!("two loops") };
        assert_eq!((forest.head(outer), forest.head(inner)), (id(1), id(2)));
        assert_eq!(forest.loops(id(5)), [outer]);
        assert!(forest.loops(id(6)).is_empty());
        assert!(forest.order(id(6)) > forest.order(id(5)));
        assert!(forest.is_back_edge(id(3), id(2)) && !forest.is_back_edge(id(1), id(2)));
    }

    #[test]
    fn irreducible_cycles_get_one_head() {
        let forest = check(&[vec![1, 2], vec![2], vec![1, 3], vec![]]);
        assert_eq!(forest.len(), 1);
    }

    #[test]
    fn entry_can_be_a_head_and_declarations_are_empty() {
        let forest = check(&[vec![0, 1], vec![]]);
        assert_eq!(forest.head(LoopId::new(0)), BlockId::new(0));
        assert!(LoopForest::new(&function(&[])).is_empty());
    }

    #[test]
    fn random_graphs_keep_the_promise() {
        let mut random = Random::new(1);
        let mut below = |end: usize| random.below(end as u64) as usize;
        for round in 0..4000 {
            let n = 1 + below(if round % 10 == 0 { 40 } else { 9 });
            let most = 1 + below(4);
            let edges: Vec<Vec<usize>> =
                (0..n).map(|_| (0..below(most + 1)).map(|_| below(n)).collect()).collect();
            check(&edges);
        }
    }

    #[test]
    fn large_functions_need_no_deep_stack() {
        let n = 50_000;
        // A chain, a ring, and pairs of nested small loops all along.
        let chain: Vec<Vec<usize>> = (0..n).map(|v| if v + 1 < n { vec![v + 1] } else { vec![] }).collect();
        assert!(LoopForest::new(&function(&chain)).is_empty());
        let ring: Vec<Vec<usize>> = (0..n).map(|v| vec![(v + 1) % n]).collect();
        assert_eq!(LoopForest::new(&function(&ring)).len(), 1);
        let mut small = chain;
        for v in (8..n).step_by(8) {
            small[v].push(v - 7);
            small[v - 2].push(v - 5);
        }
        assert_eq!(LoopForest::new(&function(&small)).len(), 2 * (8..n).step_by(8).len());
        let mut random = Random::new(2);
        let mut below = |end: usize| random.below(end as u64) as usize;
        let tangle: Vec<Vec<usize>> =
            (0..n).map(|v| vec![(v + 1) % n, (v + below(20)).saturating_sub(10) % n]).collect();
        LoopForest::new(&function(&tangle));
    }
}
