//! Compares the map with the text by a SAT solver, one operator at a time.
//!
//! The circuit of the map is rebuilt. Each read of an array is replaced by what the stores and conditionals of the
//! array yield. Elements of free arrays remain; elements at equal indices are equal. For each term, the circuit of its
//! operator is built over the map's edges of its operands. The solver then decides whether a bit of it can differ from
//! the map's edge. By induction over the terms, edges and terms agree in all models. Lemmas are checked the same way.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::circuit::{Circuit, Gate, node};
use super::gates::{Edge, FALSE, Gates};
use super::plain::{self, MOST_GATES};
use super::sweep::Sweep;
use super::text::Question;
use crate::ilr::{Op, Sort, Term};
use crate::smt::builtin::{ClauseSink, Verified};
use crate::smt::{Answer, Limits};

/// Maximum number of conflicts for one question, and for all questions of a certificate.
const CONFLICTS: u64 = 2_000;
const MOST_CONFLICTS: u64 = 100_000;
/// Maximum number of conflicts for a question about nodes within operators, and maximum number of such questions that
/// may fail per operator.
const CONFLICTS_SWEEP: u64 = 100;
const MOST_FAILURES: usize = 200;

/// Result of the comparison.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Compared {
    /// Number of terms and lemmas with identical circuits.
    pub same: usize,
    /// Number of terms and lemmas proven equal by the solver.
    pub proven: usize,
    /// Operators whose equality stays open because the circuit is too large or too hard, with their numbers.
    pub open: BTreeMap<&'static str, usize>,
}

/// An element of a free array at an index.
struct Leaf {
    array: Term,
    index: Vec<Edge>,
    value: Vec<Edge>,
}

struct Comparison<'a> {
    question: &'a Question,
    circuit: &'a Circuit,
    gates: Gates,
    /// Our edge for each node of the map.
    nodes: Vec<Edge>,
    /// Position of each term's edges in the map.
    places: FxHashMap<Term, usize>,
    leaves: Vec<Leaf>,
    leaf_ids: FxHashMap<(Term, Vec<Edge>), usize>,
    /// Leaf to which each input belongs.
    leaf_of: FxHashMap<usize, usize>,
    known: FxHashMap<(Term, Vec<Edge>), Vec<Edge>>,
    /// Whether some reads were too large and left unconstrained.
    is_loose: bool,
    sat: Verified,
    variables: Vec<i32>,
    used: Vec<usize>,
    is_used: Vec<bool>,
    congruent: FxHashMap<(usize, usize), ()>,
    sweep: Sweep,
}

/// Compares all terms and lemmas.
///
/// # Errors
/// An error message if the map is wrong.
pub fn compare(question: &Question, circuit: &Circuit, limits: &Limits) -> Result<Compared, String> {
    let mut places = FxHashMap::default();
    for (i, (t, _)) in circuit.edges.iter().enumerate() {
        places.insert(question.store.at(*t), i);
    }
    let mut c = Comparison {
        question,
        circuit,
        gates: Gates::default(),
        nodes: Vec::with_capacity(circuit.gates.len()),
        places,
        leaves: Vec::new(),
        leaf_ids: FxHashMap::default(),
        leaf_of: FxHashMap::default(),
        known: FxHashMap::default(),
        is_loose: false,
        sat: Verified::new(),
        variables: Vec::new(),
        used: Vec::new(),
        is_used: Vec::new(),
        congruent: FxHashMap::default(),
        sweep: Sweep::default(),
    };
    c.import()?;
    let mut compared = Compared::default();
    for (term, edges) in &circuit.edges {
        let t = question.store.at(*term);
        let found = c.edges(edges);
        let before = c.gates.len();
        let Some(mut expected) = c.operator(t, found.len())? else {
            compared.note_open(question.store.op(t).name());
            continue;
        };
        let mut answer = Some(true);
        let is_same = found == expected;
        if !is_same {
            c.sweep(before, limits);
            expected.iter_mut().for_each(|e| *e = c.sweep.merged(*e));
            for (&x, &y) in found.iter().zip(&expected).filter(|(x, y)| x != y) {
                answer = c.are_equal(x, y, CONFLICTS, limits);
                if answer != Some(true) {
                    break;
                }
            }
        }
        let what = format!("the circuit of term {term} is not that of its operator");
        let name = question.store.op(t).name();
        compared.count(answer, is_same, c.is_loose, (name, &what))?;
    }
    for (number, lemma) in circuit.lemmas.iter().enumerate() {
        let negated: Vec<Edge> = c.edges(lemma).iter().map(|e| e ^ 1).collect();
        let answer = c.never(&negated, CONFLICTS, limits);
        let what = format!("lemma {} does not follow from the axioms of arrays", number + 1);
        compared.count(answer, false, c.is_loose, ("lemma", &what))?;
    }
    Ok(compared)
}

impl Compared {
    /// Counts a term or lemma that stays open.
    fn note_open(&mut self, name: &'static str) {
        *self.open.entry(name).or_default() += 1;
    }

    fn count(
        &mut self,
        answer: Option<bool>,
        same: bool,
        loose: bool,
        (name, what): (&'static str, &str),
    ) -> Result<(), String> {
        match answer {
            Some(true) if same => self.same += 1,
            Some(true) => self.proven += 1,
            // If reads are unconstrained, a difference may be spurious.
            Some(false) if !loose => return Err(what.to_owned()),
            Some(false) | None => self.note_open(name),
        }
        Ok(())
    }
}

impl Comparison<'_> {
    /// Our edge for an edge of the map whose node was imported.
    fn edge(&self, e: u32) -> Edge {
        self.nodes[node(e)] ^ (e & 1)
    }

    fn edges(&self, list: &[u32]) -> Vec<Edge> {
        list.iter().map(|&e| self.edge(e)).collect()
    }

    /// Rebuilds the map's circuit.
    fn import(&mut self) -> Result<(), String> {
        let mut reads: FxHashMap<usize, (usize, usize)> = FxHashMap::default();
        for (r, read) in self.circuit.reads.iter().enumerate() {
            for (k, &e) in read.value.iter().enumerate() {
                reads.insert(node(e), (r, k));
            }
        }
        let mut elements: Vec<Option<Vec<Edge>>> = vec![None; self.circuit.reads.len()];
        for n in 0..self.circuit.gates.len() {
            let edge = match self.circuit.gates[n] {
                Gate::False => FALSE,
                Gate::And(a, b) => {
                    let (a, b) = (self.edge(a), self.edge(b));
                    self.gates.and(a, b)
                }
                Gate::Input => match reads.get(&n) {
                    None => self.gates.input(),
                    Some(&(r, k)) => {
                        if elements[r].is_none() {
                            elements[r] = Some(self.element(r)?);
                        }
                        elements[r].as_ref().map_or(FALSE, |e| e[k])
                    }
                },
            };
            self.nodes.push(edge);
        }
        Ok(())
    }

    /// The element that a read of the map stands for.
    fn element(&mut self, r: usize) -> Result<Vec<Edge>, String> {
        let read = &self.circuit.reads[r];
        let imported = self.nodes.len();
        if read.index.iter().any(|&e| node(e) >= imported) {
            return Err(format!("the index of read {} comes after it", r + 1));
        }
        let width = read.width as usize;
        let mut index = self.edges(&read.index);
        index.resize(width, FALSE);
        let offset: Vec<Edge> = (0..width).map(|i| u32::from(i < 128 && read.offset >> i & 1 == 1)).collect();
        let index = plain::sum(&mut self.gates, &index, &offset, FALSE).0;
        let budget = self.gates.len() + MOST_GATES;
        match self.read(self.question.store.at(read.array), &index, budget)? {
            Some(value) => Ok(value),
            None => {
                self.is_loose = true;
                Ok(read.value.iter().map(|_| self.gates.input()).collect())
            }
        }
    }

    /// Edges of a term in the map; they must have been imported.
    fn bits(&self, t: Term) -> Result<Vec<Edge>, String> {
        let list = &self.circuit.edges[self.places[&t]].1;
        if list.iter().any(|&e| node(e) >= self.nodes.len()) {
            return Err(format!("a read depends on term {}, which comes after it", t.index()));
        }
        Ok(self.edges(list))
    }

    /// Element of an array at an index; `None` if it needs more nodes than the budget.
    fn read(&mut self, array: Term, index: &[Edge], budget: usize) -> Result<Option<Vec<Edge>>, String> {
        let s = &self.question.store;
        // Descends the stores: collects possible hits and ends at the array below.
        let mut hits: Vec<(Edge, Vec<Edge>, Term)> = Vec::new();
        let mut at = array;
        let mut value = loop {
            let key = (at, index.to_vec());
            if let Some(known) = self.known.get(&key) {
                break known.clone();
            }
            if self.gates.len() > budget {
                return Ok(None);
            }
            let args = s.args(at);
            match s.op(at) {
                Op::Var => {
                    let leaf = self.leaf(at, index);
                    break self.leaves[leaf].value.clone();
                }
                Op::ConstArray => break self.bits(args[0])?,
                Op::Ite => {
                    let c = self.bits(args[0])?[0];
                    let Some(then) = self.read(args[1], index, budget)? else { return Ok(None) };
                    let Some(other) = self.read(args[2], index, budget)? else { return Ok(None) };
                    let chosen: Vec<Edge> =
                        then.iter().zip(&other).map(|(&x, &y)| self.gates.ite(c, x, y)).collect();
                    self.known.insert(key, chosen.clone());
                    break chosen;
                }
                Op::Store => {
                    let place = self.bits(args[1])?;
                    let same = plain::equal(&mut self.gates, &place, index);
                    hits.push((same, self.bits(args[2])?, at));
                    at = args[0];
                }
                other => return Err(format!("{} of an array", other.name())),
            }
        };
        for (same, stored, at) in hits.into_iter().rev() {
            value = stored.iter().zip(&value).map(|(&x, &y)| self.gates.ite(same, x, y)).collect();
            self.known.insert((at, index.to_vec()), value.clone());
        }
        Ok(Some(value))
    }

    fn leaf(&mut self, array: Term, index: &[Edge]) -> usize {
        let key = (array, index.to_vec());
        if let Some(&known) = self.leaf_ids.get(&key) {
            return known;
        }
        let Sort::Array { elem, .. } = self.question.store.sort(array) else { unreachable!("an array") };
        let value: Vec<Edge> = (0..elem).map(|_| self.gates.input()).collect();
        let id = self.leaves.len();
        for &e in &value {
            self.leaf_of.insert(node(e), id);
        }
        self.leaves.push(Leaf { array, index: index.to_vec(), value });
        self.is_used.push(false);
        self.leaf_ids.insert(key, id);
        id
    }

    /// Result of a term's operator over the map's edges of its operands; `None` if it is too large.
    fn operator(&mut self, t: Term, width: usize) -> Result<Option<Vec<Edge>>, String> {
        let s = &self.question.store;
        let args = s.args(t);
        match s.op(t) {
            // A variable may take any inputs.
            Op::Var => Ok(Some(self.edges(&self.circuit.edges[self.places[&t]].1))),
            Op::True | Op::False => Ok(Some(vec![u32::from(s.op(t) == Op::True)])),
            Op::Const => Ok(s.as_bits(t).map(|value| plain::number(&value))),
            Op::Select => {
                let index = self.bits(args[1])?;
                let budget = self.gates.len() + MOST_GATES;
                self.read(args[0], &index, budget)
            }
            op => {
                let low = if op == Op::Extract { s.extract_range(t).1 } else { 0 };
                let operands = args.iter().map(|&a| self.bits(a)).collect::<Result<Vec<_>, _>>()?;
                let operands: Vec<&[Edge]> = operands.iter().map(Vec::as_slice).collect();
                Ok(plain::apply(&mut self.gates, op, &operands, width, low))
            }
        }
    }

    /// SAT literal of an edge; adds the clauses of the nodes it depends on.
    fn literal(&mut self, e: Edge) -> i32 {
        self.variables.resize(self.gates.len(), 0);
        let mut stack = vec![node(e)];
        while let Some(&n) = stack.last() {
            if self.variables[n] != 0 {
                stack.pop();
                continue;
            }
            if let Some(operands) = self.gates.operands(n) {
                let missing = operands.map(node).into_iter().filter(|&o| self.variables[o] == 0);
                let before = stack.len();
                stack.extend(missing);
                if stack.len() > before {
                    continue;
                }
                let v = self.sat.variable();
                let [a, b] = operands
                    .map(|o| if o & 1 == 1 { -self.variables[node(o)] } else { self.variables[node(o)] });
                self.variables[n] = v;
                self.sat.clause(&[-v, a]);
                self.sat.clause(&[-v, b]);
                self.sat.clause(&[v, -a, -b]);
            } else {
                let v = self.sat.variable();
                self.variables[n] = v;
                if n == 0 {
                    self.sat.clause(&[-v]);
                }
                // If one bit is needed, all bits of the element and its index are.
                if let Some(&leaf) = self.leaf_of.get(&n)
                    && !std::mem::replace(&mut self.is_used[leaf], true)
                {
                    self.used.push(leaf);
                    let all = self.leaves[leaf].index.iter().chain(&self.leaves[leaf].value);
                    stack.extend(all.map(|&e| node(e)));
                }
            }
        }
        let v = self.variables[node(e)];
        if e & 1 == 1 { -v } else { v }
    }

    /// Adds a clause.
    fn add(&mut self, edges: &[Edge]) {
        let clause: Vec<i32> = edges.iter().map(|&e| self.literal(e)).collect();
        self.sat.clause(&clause);
    }

    /// Whether two edges are equal in all models; `None` if the solver gives up. Equal edges are asserted to be equal.
    fn are_equal(&mut self, x: Edge, y: Edge, conflicts: u64, limits: &Limits) -> Option<bool> {
        if !self.never(&[x, y ^ 1], conflicts, limits)? || !self.never(&[x ^ 1, y], conflicts, limits)? {
            return Some(false);
        }
        self.add(&[x, y ^ 1]);
        self.add(&[x ^ 1, y]);
        Some(true)
    }

    /// Merges equal nodes among those made since `from`: nodes with equal operands, and nodes that agree on random
    /// inputs if the solver quickly proves them equal (A. Kuehlmann, F. Krohm, "Equivalence Checking Using Cuts and
    /// Heaps", DAC 1997). So differences between two circuits of an operator do not accumulate.
    fn sweep(&mut self, from: usize, limits: &Limits) {
        let end = self.gates.len();
        let mut failures = 0;
        for n in from..end {
            let Some([a, b]) = self.gates.operands(n) else { continue };
            let edge = (n as Edge) << 1;
            let (a, b) = (self.sweep.merged(a), self.sweep.merged(b));
            let again = self.gates.and(a, b);
            if node(again) < n {
                self.sweep.merge(n, again);
                continue;
            }
            self.sweep.simulate(&self.gates, n + 1);
            let Some(other) = self.sweep.candidate(n).filter(|&other| node(other) < n) else { continue };
            if failures > MOST_FAILURES || self.sat.conflicts() > MOST_CONFLICTS {
                continue;
            }
            match self.are_equal(edge, other, CONFLICTS_SWEEP, limits) {
                Some(true) => self.sweep.merge(n, other),
                _ => failures += 1,
            }
        }
    }

    /// Whether no model makes all edges true; `None` if the solver gives up.
    fn never(&mut self, edges: &[Edge], conflicts: u64, limits: &Limits) -> Option<bool> {
        if self.sat.conflicts() > MOST_CONFLICTS {
            return None;
        }
        let assumed: Vec<i32> = edges.iter().map(|&e| self.literal(e)).collect();
        let limits = Limits { conflicts: Some(conflicts), ..limits.clone() };
        loop {
            match self.sat.solve(&assumed, &limits) {
                Answer::Unsat(_) => return Some(true),
                Answer::Unknown(_) => return None,
                Answer::Sat => {}
            }
            let violated = self.violated();
            if violated.is_empty() {
                return Some(false);
            }
            for (i, j) in violated {
                self.congruent.insert((i, j), ());
                let (x, y) = (self.leaves[i].index.clone(), self.leaves[j].index.clone());
                let same = plain::equal(&mut self.gates, &x, &y);
                let (v, w) = (self.leaves[i].value.clone(), self.leaves[j].value.clone());
                for (v, w) in v.into_iter().zip(w) {
                    self.add(&[same ^ 1, v, w ^ 1]);
                    self.add(&[same ^ 1, v ^ 1, w]);
                }
            }
        }
    }

    /// Pairs of elements of one array that have equal indices but different values in the last model.
    fn violated(&mut self) -> Vec<(usize, usize)> {
        let mut first: FxHashMap<(Term, Vec<bool>), (usize, Vec<bool>)> = FxHashMap::default();
        let mut found = Vec::new();
        for at in 0..self.used.len() {
            let id = self.used[at];
            let value = |c: &mut Self, e: Edge| {
                let v = c.variables[node(e)];
                c.sat.value(v) ^ (e & 1 == 1)
            };
            let (index, element) = (self.leaves[id].index.clone(), self.leaves[id].value.clone());
            let index: Vec<bool> = index.into_iter().map(|e| value(self, e)).collect();
            let element: Vec<bool> = element.into_iter().map(|e| value(self, e)).collect();
            match first.entry((self.leaves[id].array, index)) {
                std::collections::hash_map::Entry::Vacant(free) => {
                    free.insert((id, element));
                }
                std::collections::hash_map::Entry::Occupied(one) => {
                    let (other, its) = one.get();
                    if *its != element && !self.congruent.contains_key(&(*other, id)) {
                        found.push((*other, id));
                    }
                }
            }
        }
        found
    }
}
