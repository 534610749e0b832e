//! Consistency of comparisons: a decision procedure for conjunctions of `a < b` and `b <= a` over an unbounded linear order.
//!
//! A true atom `a < b` is a strict edge from `a` to `b`, a false one a weak edge from `b` to `a`. Edges have a solution iff
//! no cycle contains a strict one: otherwise the strongly connected components, each of one value, have a topological order.
//! Edges come and go like a stack. The transitive closure is kept as rows of bits (G. F. Italiano, "Amortized efficiency of a
//! path retrieval data structure", Theoretical Computer Science 48, 1986), once for all paths and once for those with a strict edge.
//! So a cycle is seen at the edge that closes it, and an atom whose value follows at the edge that decides it. Reasons are searched
//! when they are asked for: a path with the fewest edges that are not permanent.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

/// A comparison of two variables, which are numbered from 0.
#[derive(Clone, Copy, Debug)]
pub struct Atom {
    /// The literal that is true where `below` is less than `above`.
    pub lit: i32,
    /// The left side.
    pub below: u32,
    /// The right side.
    pub above: u32,
}

/// An edge of the assignment.
#[derive(Clone, Copy)]
struct OrderEdge {
    /// The node at the other end.
    node: u32,
    /// Whether the sides differ.
    strict: bool,
    /// The true literal that it stands for.
    lit: i32,
    /// Its place in the trail.
    at: u32,
}

/// A literal that follows from the edges up to a place of the trail.
#[derive(Clone, Copy)]
struct Implied {
    lit: i32,
    at: u32,
}

/// Value of an atom.
#[derive(Clone, Copy, Default)]
struct Assigned {
    /// The true literal, 0 for none.
    lit: i32,
    /// Place in the trail where it became so.
    at: u32,
    /// Place in the trail of which it was an implication.
    reason: u32,
}

/// The state of the theory: atoms, and what is assigned to them.
#[derive(Default)]
pub struct OrderTheory {
    atoms: Vec<Atom>,
    /// Number of the atom of a variable of the SAT solver, plus 1.
    by_variable: Vec<u32>,
    by_sides: FxHashMap<(u32, u32), u32>,
    nodes: usize,
    /// Words of a row.
    stride: usize,
    /// For each node the row of the nodes that it reaches, and the row of those that it reaches by a strict edge.
    closure: Vec<u64>,
    /// For each node the row of the nodes that it is compared with.
    compared: Vec<u64>,
    outgoing: Vec<Vec<OrderEdge>>,
    /// Without edges that followed from earlier ones.
    incoming: Vec<Vec<OrderEdge>>,
    /// True literals in the order in which they came.
    trail: Vec<i32>,
    /// Lengths of the trail at which levels begin.
    levels: Vec<usize>,
    assigned: Vec<Assigned>,
    /// For each literal of the trail that is an edge by now: the length that the log had.
    done: Vec<usize>,
    /// Old words of the closure.
    log: Vec<(u32, u64)>,
    implied: Vec<Implied>,
    next_implied: usize,
    /// A clause that the assignment falsifies.
    conflict: Option<Vec<i32>>,
    search: Search,
    /// Rows of the edge that is added.
    source: Vec<u64>,
    stack: Vec<u32>,
    steps: u64,
    is_broken: bool,
}

/// How a search reached a pair.
#[derive(Clone, Copy, Default)]
struct Reached {
    /// Number of the search.
    by: u32,
    distance: u32,
    /// The pair before and the literal between, 0 for a permanent one.
    from: Option<(u32, i32)>,
}

/// State of a breadth-first search, over pairs of a node and whether the path has a strict edge.
#[derive(Default)]
struct Search {
    reached: Vec<Reached>,
    /// Number of the search.
    number: u32,
    queue: VecDeque<(u32, u32)>,
}

impl OrderTheory {
    /// Adds an atom, between searches.
    pub fn add(&mut self, atom: Atom) {
        self.reset();
        let variable = atom.lit.unsigned_abs() as usize;
        if self.by_variable.len() <= variable {
            self.by_variable.resize(variable + 1, 0);
        }
        self.atoms.push(atom);
        self.assigned.push(Assigned::default());
        self.by_variable[variable] = self.atoms.len() as u32;
        self.by_sides.insert((atom.below, atom.above), self.atoms.len() as u32 - 1);
        self.nodes = self.nodes.max(atom.below.max(atom.above) as usize + 1);
        // The rows are made at the next edge.
        self.stride = 0;
    }

    /// Work done, in words and edges visited.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Whether something happened that cannot happen; then no answer is right.
    pub fn is_broken(&self) -> bool {
        self.is_broken
    }

    /// A literal became true.
    pub fn assign(&mut self, lit: i32) {
        let Some(atom) = self.atom_of(lit) else { return };
        let at = self.trail.len() as u32;
        let assigned = &mut self.assigned[atom];
        if assigned.lit == lit {
            return;
        }
        if assigned.lit == 0 {
            (assigned.lit, assigned.at) = (lit, at);
        }
        self.trail.push(lit);
    }

    /// A level of decisions begins.
    pub fn push_level(&mut self) {
        self.levels.push(self.trail.len());
    }

    /// Takes back what came after the first levels.
    pub fn backtrack(&mut self, level: usize) {
        let Some(&length) = self.levels.get(level) else { return };
        self.levels.truncate(level);
        self.undo(length);
        for i in (length..self.trail.len()).rev() {
            if let Some(atom) = self.atom_of(self.trail[i])
                && self.assigned[atom].at as usize == i
            {
                self.assigned[atom].lit = 0;
            }
        }
        self.trail.truncate(length);
    }

    /// The next literal that follows.
    pub fn propagate(&mut self) -> Option<i32> {
        self.update();
        if self.conflict.is_some() {
            return None;
        }
        while let Some(&Implied { lit, at }) = self.implied.get(self.next_implied) {
            self.next_implied += 1;
            let Some(atom) = self.atom_of(lit) else { continue };
            if self.assigned[atom].lit != lit {
                self.assigned[atom].reason = at;
                return Some(lit);
            }
        }
        None
    }

    /// The clause by which a literal of [`OrderTheory::propagate`] followed.
    pub fn reason(&mut self, lit: i32) -> Vec<i32> {
        let Some(atom) = self.atom_of(lit) else { return self.broken(lit) };
        self.update();
        let Atom { lit: below, below: a, above: b } = self.atoms[atom];
        // It follows, as the opposite edge would close a cycle.
        let path = if lit == below { (a, b, true) } else { (b, a, false) };
        match self.path(path, self.assigned[atom].reason) {
            Some(mut clause) => {
                clause.push(lit);
                clause
            }
            None => self.broken(lit),
        }
    }

    /// A clause that the assignment falsifies, if there is one.
    pub fn conflict(&mut self) -> Option<Vec<i32>> {
        self.update();
        self.conflict.clone()
    }

    fn broken(&mut self, lit: i32) -> Vec<i32> {
        self.is_broken = true;
        vec![lit]
    }

    fn atom_of(&self, lit: i32) -> Option<usize> {
        let number = self.by_variable.get(lit.unsigned_abs() as usize).copied().unwrap_or(0);
        (number as usize).checked_sub(1)
    }

    /// Forgets the edges, but not the literals of the trail.
    fn reset(&mut self) {
        if !self.done.is_empty() {
            self.undo(0);
        }
    }

    /// Takes back edges until the first `length` literals of the trail are left.
    fn undo(&mut self, length: usize) {
        self.conflict = None;
        while self.done.len() > length {
            let Some(logged) = self.done.pop() else { return };
            let at = self.done.len();
            if let Some((from, to, _)) = self.edge(self.trail[at]) {
                for (list, node) in [(&mut self.outgoing, from), (&mut self.incoming, to)] {
                    let list = &mut list[node as usize];
                    if list.last().is_some_and(|edge| edge.at as usize == at) {
                        list.pop();
                    }
                }
            }
            for (word, old) in self.log.drain(logged..).rev() {
                self.closure[word as usize] = old;
            }
        }
        while self.implied.last().is_some_and(|implied| implied.at as usize >= self.done.len()) {
            self.implied.pop();
        }
        self.next_implied = self.next_implied.min(self.implied.len());
    }

    /// Makes empty rows for all nodes.
    fn make_rows(&mut self) {
        self.stride = self.nodes.div_ceil(64).max(1);
        self.closure = vec![0; self.nodes * 2 * self.stride];
        self.compared = vec![0; self.nodes * self.stride];
        for &Atom { below, above, .. } in &self.atoms {
            for (a, b) in [(below as usize, above as usize), (above as usize, below as usize)] {
                self.compared[a * self.stride + b / 64] |= 1 << (b % 64);
            }
        }
        self.outgoing.resize(self.nodes, Vec::new());
        self.incoming.resize(self.nodes, Vec::new());
        self.search.reached.resize(2 * self.nodes, Reached::default());
    }

    /// Adds the edges of new literals, until one closes a cycle.
    fn update(&mut self) {
        if self.stride == 0 {
            self.make_rows();
        }
        while self.conflict.is_none() && self.done.len() < self.trail.len() {
            let at = self.done.len() as u32;
            let lit = self.trail[at as usize];
            let logged = self.log.len();
            let is_new = self.atom_of(lit).is_some_and(|atom| self.assigned[atom].at == at);
            if let Some(edge) = self.edge(lit).filter(|_| is_new)
                && !self.insert(edge, lit, at)
            {
                return;
            }
            self.done.push(logged);
        }
    }

    /// Ends of a literal's edge, and whether it is strict.
    fn edge(&self, lit: i32) -> Option<(u32, u32, bool)> {
        let atom = self.atoms[self.atom_of(lit)?];
        Some(if lit == atom.lit { (atom.below, atom.above, true) } else { (atom.above, atom.below, false) })
    }

    fn is_reached(&self, from: u32, to: u32, strictly: bool) -> bool {
        let row = (2 * from as usize + usize::from(strictly)) * self.stride;
        self.closure[row + to as usize / 64] >> (to % 64) & 1 == 1
    }

    /// Adds an edge; whether it closes no cycle with a strict edge. Otherwise it is not added.
    fn insert(&mut self, (from, to, strict): (u32, u32, bool), lit: i32, at: u32) -> bool {
        if self.is_reached(to, from, !strict) || from == to && strict {
            let path = self.path((to, from, !strict), at);
            let mut clause = path.unwrap_or_else(|| self.broken(-lit));
            if clause.last() != Some(&-lit) {
                clause.push(-lit);
            }
            self.conflict = Some(clause);
            return false;
        }
        self.outgoing[from as usize].push(OrderEdge { node: to, strict, lit, at });
        if self.is_reached(from, to, strict) {
            return true;
        }
        // What `to` reaches, with itself; and what it reaches strictly.
        let stride = self.stride;
        let row = 2 * to as usize * stride;
        self.source.clear();
        self.source.extend_from_slice(&self.closure[row..row + 2 * stride]);
        self.source[to as usize / 64] |= 1 << (to % 64);
        self.stack.push(from);
        while let Some(node) = self.stack.pop() {
            let strictly = strict || node != from && self.is_reached(node, from, true);
            // If it reaches `to` so, then all that reach it do.
            if self.is_reached(node, to, strictly) {
                continue;
            }
            self.extend(node, strictly, at);
            let before = &self.incoming[node as usize];
            self.steps += (before.len() + stride) as u64;
            self.stack.extend(before.iter().map(|edge| edge.node));
        }
        self.incoming[to as usize].push(OrderEdge { node: from, strict, lit, at });
        true
    }

    /// Adds the source's rows to those of a node.
    fn extend(&mut self, node: u32, strictly: bool, at: u32) {
        let stride = self.stride;
        let row = 2 * node as usize * stride;
        for word in 0..stride {
            let all = self.source[word];
            let strict = if strictly { all } else { self.source[stride + word] };
            let mut gained = 0;
            for (place, more) in [(row + word, all), (row + stride + word, strict)] {
                let old = self.closure[place];
                if more & !old != 0 {
                    self.log.push((place as u32, old));
                    self.closure[place] = old | more;
                    gained |= more & !old;
                }
            }
            gained &= self.compared[node as usize * stride + word];
            while gained != 0 {
                let bit = gained.trailing_zeros();
                gained &= gained - 1;
                self.imply(node, 64 * word as u32 + bit, strict >> bit & 1 == 1, at);
            }
        }
    }

    /// Notes what follows from a path.
    fn imply(&mut self, from: u32, to: u32, strictly: bool, at: u32) {
        let mut note = |sides: (u32, u32), holds: bool| {
            let Some(&atom) = self.by_sides.get(&sides) else { return };
            let lit = self.atoms[atom as usize].lit;
            let lit = if holds { lit } else { -lit };
            if self.assigned[atom as usize].lit != lit {
                self.implied.push(Implied { lit, at });
            }
        };
        note((to, from), false);
        if strictly {
            note((from, to), true);
        }
    }

    /// The negations of the fewest literals whose edges make a path, with a strict one if asked for, among the edges before `end` or
    /// at it. Permanent edges are left out.
    fn path(&mut self, (from, to, strictly): (u32, u32, bool), end: u32) -> Option<Vec<i32>> {
        let permanent = self.levels.first().copied().unwrap_or(self.trail.len()) as u32;
        let mut search = std::mem::take(&mut self.search);
        search.number = search.number.wrapping_add(1);
        if search.number == 0 {
            search.reached.fill(Reached::default());
            search.number = 1;
        }
        let pair = |node: u32, strict: bool| 2 * node + u32::from(strict);
        let target = |p: u32| p / 2 == to && (!strictly || p % 2 == 1);
        search.queue.clear();
        search.queue.push_back((pair(from, false), 0));
        search.reached[pair(from, false) as usize] = Reached { by: search.number, distance: 0, from: None };
        let mut found = None;
        while let Some((at, distance)) = search.queue.pop_front() {
            if search.reached[at as usize].distance < distance {
                continue;
            }
            if target(at) && (at != pair(from, false)) {
                found = Some(at);
                break;
            }
            for edge in &self.outgoing[at as usize / 2] {
                if edge.at > end {
                    break;
                }
                self.steps += 1;
                if edge.node != to && !self.is_reached(edge.node, to, false) {
                    continue;
                }
                let next = pair(edge.node, edge.strict || at % 2 == 1);
                let cost = u32::from(edge.at >= permanent);
                let known = search.reached[next as usize];
                if known.by != search.number || distance + cost < known.distance {
                    let lit = if cost == 0 { 0 } else { edge.lit };
                    search.reached[next as usize] =
                        Reached { by: search.number, distance: distance + cost, from: Some((at, lit)) };
                    if cost == 0 {
                        search.queue.push_front((next, distance));
                    } else {
                        search.queue.push_back((next, distance + 1));
                    }
                }
            }
        }
        let clause = found.map(|mut at| {
            let mut clause = Vec::new();
            while let Some((before, lit)) = search.reached[at as usize].from {
                if lit != 0 {
                    clause.push(-lit);
                }
                at = before;
            }
            clause
        });
        self.search = search;
        clause
    }
}

/// Values for the variables that satisfy exactly the true ones of the atoms, or none if there are none: the strongly connected
/// components of the edges in a topological order.
pub fn positions(nodes: usize, atoms: &[(u32, u32, bool)]) -> Option<Vec<u64>> {
    let mut after: Vec<Vec<u32>> = vec![Vec::new(); nodes];
    for &(below, above, holds) in atoms {
        let (from, to) = if holds { (below, above) } else { (above, below) };
        after[from as usize].push(to);
    }
    // Tarjan's algorithm, which finds components last ones first.
    const NEW: u32 = u32::MAX;
    let (mut number, mut low) = (vec![NEW; nodes], vec![0u32; nodes]);
    let mut component = vec![NEW; nodes];
    let (mut open, mut numbers, mut components) = (Vec::new(), 0, 0);
    for start in 0..nodes {
        let mut calls: Vec<(u32, usize)> = Vec::new();
        if number[start] == NEW {
            calls.push((start as u32, 0));
        }
        while let Some((node, next)) = calls.pop() {
            let n = node as usize;
            if next == 0 {
                (number[n], low[n]) = (numbers, numbers);
                numbers += 1;
                open.push(node);
            } else {
                let child = after[n][next - 1] as usize;
                low[n] = low[n].min(low[child]);
            }
            let mut next = next;
            let mut called = false;
            while let Some(&child) = after[n].get(next) {
                next += 1;
                let c = child as usize;
                if number[c] == NEW {
                    calls.push((node, next));
                    calls.push((child, 0));
                    called = true;
                    break;
                } else if component[c] == NEW {
                    low[n] = low[n].min(number[c]);
                }
            }
            if !called && low[n] == number[n] {
                while let Some(member) = open.pop() {
                    component[member as usize] = components;
                    if member == node {
                        break;
                    }
                }
                components += 1;
            }
        }
    }
    let place = |n: u32| u64::from(components - 1 - component[n as usize]);
    let right = atoms.iter().all(|&(below, above, holds)| (place(below) < place(above)) == holds);
    right.then(|| (0..nodes as u32).map(place).collect())
}
