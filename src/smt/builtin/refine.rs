//! Checks a candidate model against the meaning of arrays and returns violated axioms as lemmas.

use std::collections::BTreeMap;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::aig::{Aig, Lit, Node};
use super::arrays::{Arrays, Index, Owner, Point, Target, generic, widths};
use super::blast::{self, Blaster};
use crate::base::Bits;
use crate::ilr::eval::{Evaluator, Model};
use crate::ilr::{ArrayValue, Op, Sort, Term, TermStore, Value};

/// A formula that holds in every model of the theory: the conditions imply that the vectors are equal.
pub struct Lemma {
    /// Conjunction of the conditions.
    pub condition: Lit,
    /// A vector.
    pub left: Rc<[Lit]>,
    /// The one it equals.
    pub right: Rc<[Lit]>,
}

/// Elements of each free array that reads determine.
pub type Contents = FxHashMap<Term, BTreeMap<u128, Bits>>;

/// The result of [`refine`].
#[derive(Default)]
pub struct Refinement {
    /// Violated instances of the array axioms. If there are none, the model is good, unless there are new facts.
    pub lemmas: Vec<Lemma>,
    /// Elements of the free arrays; complete only if the model is good.
    pub contents: Contents,
    /// Elements of the free arrays at all other indices, if not zero.
    pub defaults: FxHashMap<Term, Bits>,
    /// Array operators that reads were followed through.
    pub steps: u64,
}

/// A candidate model: a value for every node of the graph.
pub struct Values {
    values: Vec<bool>,
    /// Values of variables without bits.
    pub places: FxHashMap<Term, u64>,
}

impl Values {
    /// The model with these values of the inputs.
    pub fn new(g: &Aig, input: impl FnMut(usize) -> bool) -> Values {
        Values { values: g.simulate(input), places: FxHashMap::default() }
    }

    /// Value of an edge.
    pub fn lit(&self, l: Lit) -> bool {
        self.values[l.node()] ^ l.negated()
    }

    /// Value of a vector.
    pub fn bits(&self, lits: &[Lit]) -> Bits {
        let mut limbs = vec![0u64; lits.len().div_ceil(64)];
        for (i, &l) in lits.iter().enumerate() {
            limbs[i / 64] |= u64::from(self.lit(l)) << (i % 64);
        }
        Bits::from_limbs(lits.len() as u32, &limbs)
    }

    /// Computes values for new nodes; new inputs are false.
    fn extend(&mut self, g: &Aig) {
        for n in self.values.len()..g.len() {
            let value = match g.node(n) {
                Node::And(a, b) => self.lit(a) && self.lit(b),
                Node::False | Node::Input => false,
            };
            self.values.push(value);
        }
    }
}

/// Nodes that justify the values of the query's roots, with the reads and equalities among them. One false input
/// justifies a false gate, so the cone of the other input is irrelevant (don't-care reasoning as in Niemetz, Preiner,
/// Biere: Turbo-Charging Lemmas on Demand with Don't Care Reasoning, FMCAD 2014).
struct Cone {
    seen: Vec<bool>,
    reads: Vec<usize>,
    equalities: Vec<usize>,
}

impl Cone {
    fn mark(&mut self, g: &Aig, arrays: &Arrays, values: &mut Values, lits: &[Lit]) {
        values.extend(g);
        self.seen.resize(g.len(), false);
        let mut stack: Vec<usize> = lits.iter().map(|l| l.node()).collect();
        while let Some(n) = stack.pop() {
            if std::mem::replace(&mut self.seen[n], true) {
                continue;
            }
            match g.node(n) {
                Node::And(a, b) => match (values.lit(a), values.lit(b)) {
                    (true, true) => stack.extend([a.node(), b.node()]),
                    (false, true) => stack.push(a.node()),
                    (true, false) => stack.push(b.node()),
                    (false, false) => stack.push(if self.seen[b.node()] { b.node() } else { a.node() }),
                },
                Node::Input => match arrays.owners.get(&n) {
                    Some(&Owner::Read(r)) => {
                        // All bits of a read belong together.
                        stack.extend(arrays.reads[r].value.iter().map(|l| l.node()));
                        stack.extend(arrays.support(arrays.reads[r].at).iter().map(|l| l.node()));
                        if !arrays.reads[r].value[..].iter().any(|l| l.node() != n && self.seen[l.node()]) {
                            self.reads.push(r);
                        }
                    }
                    Some(&Owner::Equality(e)) => {
                        stack.extend(arrays.equalities[e].support.iter().map(|l| l.node()));
                        self.equalities.push(e);
                    }
                    None => {}
                },
                Node::False => {}
            }
        }
    }
}

/// Where a read ends.
enum End {
    /// This value answers it.
    Value(Rc<[Lit]>),
    /// It continues as a read with this known value.
    Known(Rc<[Lit]>),
    /// An earlier read is at the same place and index.
    Earlier(usize),
    /// It is the first read at this index of a free array.
    Free,
}

/// Checks the model of the nodes that the roots reach. New facts may be left in [`Arrays::facts`].
pub fn refine(s: &TermStore, blaster: &mut Blaster, values: &mut Values, roots: &[Lit]) -> Refinement {
    let (g, arrays, bits) = blaster.parts();
    let mut cone = Cone { seen: Vec::new(), reads: Vec::new(), equalities: Vec::new() };
    cone.mark(g, arrays, values, roots);
    let mut result = Refinement::default();
    let mut places: FxHashMap<(Term, u128), usize> = FxHashMap::default();
    let mut next = 0;
    while next < cone.reads.len() {
        let r = cone.reads[next];
        next += 1;
        let value = values.bits(&arrays.reads[r].value);
        let mut walk = Walk { s, g, arrays, bits, values, cone: &mut cone, steps: &mut result.steps };
        let (end, place) = walk.follow(r, &mut places);
        match end {
            End::Value(ref found) | End::Known(ref found) => {
                if values.bits(found) != value {
                    let mut walk =
                        Walk { s, g, arrays, bits, values, cone: &mut cone, steps: &mut result.steps };
                    let answered = matches!(end, End::Value(_));
                    let (conditions, _) = walk.path(r, place, answered);
                    let left = Rc::clone(&arrays.reads[r].value);
                    let right = Rc::clone(found);
                    result.lemmas.push(Lemma { condition: g.and_all(&conditions), left, right });
                }
            }
            End::Earlier(other) => {
                if values.bits(&arrays.reads[other].value) != value {
                    let mut walk =
                        Walk { s, g, arrays, bits, values, cone: &mut cone, steps: &mut result.steps };
                    let (mut conditions, i) = walk.path(r, place, false);
                    let (more, j) = walk.path(other, place, false);
                    conditions.extend(more);
                    let (width, _) = widths(s, place.0);
                    conditions.push(arrays.same(g, i, j, width, false));
                    let left = Rc::clone(&arrays.reads[r].value);
                    let right = Rc::clone(&arrays.reads[other].value);
                    result.lemmas.push(Lemma { condition: g.and_all(&conditions), left, right });
                }
            }
            End::Free => {
                result.contents.entry(place.0).or_default().insert(place.1, value);
            }
        }
    }
    if !result.lemmas.is_empty() || cone.equalities.is_empty() {
        return result;
    }
    for (&array, elements) in &result.contents {
        let (width, _) = widths(s, array);
        if let Some(value) = elements.get(&generic(width)) {
            result.defaults.insert(array, value.clone());
        }
    }
    let model = model(s, bits, values, &result);
    let mut evaluator = Evaluator::new(s, &model);
    for &e in &cone.equalities {
        if !values.lit(arrays.equalities[e].equal) {
            continue;
        }
        let [a, b] = arrays.equalities[e].arrays;
        let (x, y) = (evaluator.eval(a).array().clone(), evaluator.eval(b).array().clone());
        if let Some(at) = difference(&x, &y) {
            let same = arrays.same_at(s, g, bits, e, Arrays::constant(at));
            let equal = arrays.equalities[e].equal;
            arrays.facts.push(vec![!equal, same]);
        }
    }
    result
}

/// The lowest index where two arrays differ.
fn difference(a: &ArrayValue, b: &ArrayValue) -> Option<u128> {
    let starts = a.runs().chain(b.runs()).map(|(start, _)| start);
    let differs = starts.filter(|i| a.select(i) != b.select(i)).min()?;
    differs.to_u128()
}

/// The values of the variables among the handled terms.
pub fn model(s: &TermStore, bits: &blast::Bits, values: &Values, found: &Refinement) -> Model {
    let mut model = Model::new();
    for &t in &bits.variables {
        let value = match s.sort(t) {
            Sort::Bool => Value::Bool(values.lit(bits.of(t)[0])),
            Sort::Bv(width) => Value::Bits(match values.places.get(&t) {
                Some(&place) => Bits::new(width, place),
                None => values.bits(bits.of(t)),
            }),
            Sort::Array { index, elem } => {
                let default = found.defaults.get(&t).cloned().unwrap_or_else(|| Bits::zero(elem));
                let mut array = ArrayValue::constant(index, default);
                for (&i, v) in found.contents.get(&t).into_iter().flatten() {
                    array.store(&Bits::from_u128(index, i), v.clone());
                }
                Value::Array(array)
            }
            Sort::Heap(_) => continue,
        };
        model.set(t, value);
    }
    model
}

struct Walk<'a> {
    s: &'a TermStore,
    g: &'a mut Aig,
    arrays: &'a mut Arrays,
    bits: &'a blast::Bits,
    values: &'a mut Values,
    cone: &'a mut Cone,
    steps: &'a mut u64,
}

impl Walk<'_> {
    fn number(&mut self, t: Term) -> u128 {
        let at = self.arrays.index(self.s, self.bits, t);
        self.cone.mark(self.g, self.arrays, self.values, self.arrays.support(at));
        self.arrays.value(at, self.s.width(t), |l| self.values.lit(l))
    }

    /// Follows read `r` down its array under the model until something answers it.
    fn follow(&mut self, r: usize, places: &mut FxHashMap<(Term, u128), usize>) -> (End, (Term, u128)) {
        let s = self.s;
        let mut array = self.arrays.reads[r].array;
        let (width, _) = widths(s, array);
        let mask = if width >= 128 { u128::MAX } else { (1 << width) - 1 };
        // The index as a root and offset, until a copy changes it.
        let mut index = Some(self.arrays.reads[r].at);
        let mut at = self.arrays.value(self.arrays.reads[r].at, width, |l| self.values.lit(l));
        loop {
            *self.steps += 1;
            let place = (array, at);
            if array != self.arrays.reads[r].array
                && let Some(value) = index.and_then(|i| self.arrays.known(array, i))
            {
                let value = Rc::clone(value);
                self.cone.mark(self.g, self.arrays, self.values, &value);
                return (End::Known(value), place);
            }
            match places.entry(place) {
                std::collections::hash_map::Entry::Occupied(first) => {
                    return (End::Earlier(*first.get()), place);
                }
                std::collections::hash_map::Entry::Vacant(free) => free.insert(r),
            };
            let args = s.args(array);
            let value = match s.op(array) {
                Op::Var => return (End::Free, place),
                Op::ConstArray => Some(self.bits.of(args[0])),
                Op::Ite => {
                    let c = self.bits.of(args[0]);
                    self.cone.mark(self.g, self.arrays, self.values, c);
                    array = if self.values.lit(c[0]) { args[1] } else { args[2] };
                    None
                }
                Op::Store => (self.number(args[1]) == at).then(|| self.bits.of(args[2])),
                op @ (Op::StoreLe | Op::StoreBe) => {
                    let start = self.number(args[1]);
                    let bits = self.bits.of(args[2]);
                    let n = bits.len() as u128 / 8;
                    let mut k = at.wrapping_sub(start) & mask;
                    // If addresses wrap, the last byte wins.
                    while mask < n && k + mask + 1 < n {
                        k += mask + 1;
                    }
                    (k < n).then(|| {
                        let k = if op == Op::StoreLe { k } else { n - 1 - k } as usize;
                        &bits[8 * k..8 * k + 8]
                    })
                }
                Op::Fill => {
                    let d = at.wrapping_sub(self.number(args[1])) & mask;
                    (d < self.number(args[2])).then(|| self.bits.of(args[3]))
                }
                Op::Copy => {
                    let d = at.wrapping_sub(self.number(args[1])) & mask;
                    if d < self.number(args[4]) {
                        at = d.wrapping_add(self.number(args[3])) & mask;
                        index = None;
                        array = args[2];
                    } else {
                        array = args[0];
                    }
                    None
                }
                other => panic!("{other:?} of an array sort"),
            };
            if let Some(value) = value {
                self.cone.mark(self.g, self.arrays, self.values, value);
                return (End::Value(value.into()), place);
            }
            if array == place.0 {
                array = args[0];
            }
        }
    }

    /// Conditions under which read `r` reaches a place, and its index there. If `answered`, includes the conditions
    /// under which the operator at the place answers it.
    fn path(&mut self, r: usize, place: (Term, u128), answered: bool) -> (Vec<Lit>, Index) {
        // Conditions, with the point that each excludes or demands.
        let mut missed: Vec<(Lit, Option<Point>)> = Vec::new();
        let mut hit: Vec<(Lit, Option<Point>)> = Vec::new();
        let finish = |missed: Vec<(Lit, Option<Point>)>, hit: Vec<(Lit, Option<Point>)>| -> Vec<Lit> {
            // A root with one value has no other.
            let fixed: FxHashMap<u32, u128> = hit.iter().filter_map(|h| h.1).collect();
            let implied = |p: &Option<Point>| p.is_some_and(|(r, v)| fixed.get(&r).is_some_and(|&f| f != v));
            let missed = missed.iter().filter(|m| !implied(&m.1)).map(|m| !m.0);
            missed.chain(hit.iter().map(|h| h.0)).collect()
        };
        let (mut array, mut at) = (self.arrays.reads[r].array, self.arrays.reads[r].at);
        let (width, _) = widths(self.s, array);
        loop {
            *self.steps += 1;
            let here = (array, self.arrays.value(at, width, |l| self.values.lit(l)));
            if here == place && !answered {
                return (finish(missed, hit), at);
            }
            let layer = self.arrays.layer(self.s, self.g, self.bits, array, at);
            self.values.extend(self.g);
            let chosen = layer.choices.iter().position(|&(c, _)| self.values.lit(c));
            let passed = chosen.unwrap_or(layer.choices.len());
            missed.extend(layer.choices[..passed].iter().zip(&layer.points).map(|(c, &p)| (c.0, p)));
            let target = match chosen {
                Some(k) => {
                    hit.push((layer.choices[k].0, layer.points[k]));
                    layer.choices[k].1.clone()
                }
                None => layer.rest.expect("a path passes no free array"),
            };
            match target {
                Target::Array(a, i) => (array, at) = (a, i),
                Target::Value(_) => {
                    debug_assert!(here == place, "the path of read {r} ends before its place");
                    return (finish(missed, hit), at);
                }
            }
        }
    }
}
