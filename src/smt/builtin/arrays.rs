//! Reads of arrays.
//!
//! A read is pushed down through conditionals, fills, copies and stores at constant indices and becomes a multiplexer.
//! At a store at a symbolic index and at a free array, fresh inputs abstract it. `refine` constrains these inputs on
//! demand (Brummayer and Biere, "Lemmas on Demand for the Extensional Theory of Arrays", JSAT 2009). Multiplexers over
//! symbolic stores were slower in every measured case.

use std::collections::BTreeMap;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::aig::{Aig, Lit};
use super::blast::Bits;
use super::circuit;
use crate::ilr::{Op, Sort, Term, TermStore};

/// Maximum number of symbolic choices into which all reads together are expanded.
const EAGER_TOTAL: usize = 100_000;

/// An index as a root vector plus a constant, so that equal distances show without arithmetic. Root 0 is the constant
/// zero.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Index {
    root: u32,
    offset: u128,
}

impl Index {
    /// The constant offset.
    pub fn offset(self) -> u128 {
        self.offset
    }
}

/// A read abstracted by fresh inputs.
pub struct AbstractedRead {
    /// The array that is read.
    pub array: Term,
    /// The index.
    pub at: Index,
    /// The fresh inputs that stand for the element.
    pub value: Rc<[Lit]>,
}

/// An equality of arrays.
pub struct Equality {
    /// The compared arrays.
    pub arrays: [Term; 2],
    /// Edge that stands for the equality.
    pub equal: Lit,
    /// Edges that the facts about the equality depend on.
    pub support: Vec<Lit>,
}

/// What an input belongs to.
#[derive(Clone, Copy)]
pub enum Owner {
    /// A bit of the read with this number.
    Read(usize),
    /// The equality with this number.
    Equality(usize),
}

/// Result of a read at one operator.
#[derive(Clone)]
pub enum Target {
    /// This value.
    Value(Rc<[Lit]>),
    /// A read of this array at this index.
    Array(Term, Index),
}

/// A root and a value of it.
pub type Point = (u32, u128);

/// Effect of one array operator on a read: the first choice whose condition holds, else `rest`.
pub struct Layer {
    /// Non-constant conditions and their targets.
    pub choices: Vec<(Lit, Target)>,
    /// For each choice whose condition compares a root with a constant: the root and the constant.
    pub points: Vec<Option<Point>>,
    /// `None` for a free array.
    pub rest: Option<Target>,
}

/// All reads and equalities of a graph.
pub struct Arrays {
    roots: Vec<Box<[Lit]>>,
    root_ids: FxHashMap<Box<[Lit]>, u32>,
    indices: FxHashMap<Term, Index>,
    known: FxHashMap<(Term, Index), Rc<[Lit]>>,
    /// The next conditional, fill or copy below each store.
    forks: FxHashMap<Term, Option<Term>>,
    /// Abstracted reads.
    pub reads: Vec<AbstractedRead>,
    /// Equalities of arrays.
    pub equalities: Vec<Equality>,
    /// Owners of inputs, by node.
    pub owners: FxHashMap<usize, Owner>,
    /// Clauses that hold in every model and that the SAT solver does not have yet.
    pub facts: Vec<Vec<Lit>>,
    /// Whether reads are pushed through stores at symbolic indices.
    pub expand_stores: bool,
    /// Remaining symbolic choices into which reads may be expanded.
    pub eager_left: usize,
    /// Entries and layers that were looked at.
    pub entries: u64,
}

impl Default for Arrays {
    fn default() -> Arrays {
        Arrays {
            roots: vec![Box::default()],
            root_ids: FxHashMap::default(),
            indices: FxHashMap::default(),
            known: FxHashMap::default(),
            reads: Vec::new(),
            equalities: Vec::new(),
            owners: FxHashMap::default(),
            facts: Vec::new(),
            expand_stores: false,
            forks: FxHashMap::default(),
            eager_left: EAGER_TOTAL,
            entries: 0,
        }
    }
}

fn mask(width: u32) -> u128 {
    if width >= 128 { u128::MAX } else { (1 << width) - 1 }
}

/// Index and element width of an array term.
pub fn widths(s: &TermStore, array: Term) -> (u32, u32) {
    match s.sort(array) {
        Sort::Array { index, elem } => (index, elem),
        other => panic!("an array, not a {other}"),
    }
}

/// The number that constant edges represent; the check of widths excludes bits above 128.
fn number_of(lits: &[Lit]) -> Option<u128> {
    lits.iter().rev().try_fold(0, |n, l| Some(n << 1 | u128::from(l.as_const()?)))
}

impl Arrays {
    /// The index that a handled bit-vector term represents.
    pub fn index(&mut self, s: &TermStore, bits: &Bits, t: Term) -> Index {
        if let Some(&found) = self.indices.get(&t) {
            return found;
        }
        let (mut base, mut offset) = (t, 0u128);
        while s.op(base) == Op::Add {
            let (x, y) = (s.arg(base, 0), s.arg(base, 1));
            let (rest, k) = match (number_of(bits.of(x)), number_of(bits.of(y))) {
                (_, Some(k)) => (x, k),
                (Some(k), _) => (y, k),
                _ => break,
            };
            base = rest;
            offset = offset.wrapping_add(k);
        }
        let lits: Rc<[Lit]> = bits.of(base).into();
        let width = lits.len() as u32;
        let root = self.root(&lits);
        let at = self.shifted(root, offset, width);
        self.indices.insert(t, at);
        at
    }

    fn root(&mut self, lits: &[Lit]) -> Index {
        if let Some(offset) = number_of(lits) {
            return Index { root: 0, offset };
        }
        if let Some(&root) = self.root_ids.get(lits) {
            return Index { root, offset: 0 };
        }
        let root = self.roots.len() as u32;
        self.roots.push(lits.into());
        self.root_ids.insert(lits.into(), root);
        Index { root, offset: 0 }
    }

    /// A constant index.
    pub fn constant(value: u128) -> Index {
        Index { root: 0, offset: value }
    }

    /// The index plus a constant.
    pub fn shifted(&self, at: Index, by: u128, width: u32) -> Index {
        Index { root: at.root, offset: at.offset.wrapping_add(by) & mask(width) }
    }

    /// Edges on which the index depends.
    pub fn support(&self, at: Index) -> &[Lit] {
        &self.roots[at.root as usize]
    }

    /// Value of the index, given the values of its root's edges.
    pub fn value(&self, at: Index, width: u32, value: impl Fn(Lit) -> bool) -> u128 {
        let root =
            self.roots[at.root as usize].iter().rev().fold(0u128, |n, &l| n << 1 | u128::from(value(l)));
        root.wrapping_add(at.offset) & mask(width)
    }

    fn edges(&self, g: &mut Aig, at: Index, width: u32) -> Vec<Lit> {
        let offset = circuit::number(width as usize, at.offset);
        if at.root == 0 {
            return offset;
        }
        circuit::add(g, &self.roots[at.root as usize], &offset, Lit::FALSE)
    }

    /// Equality of two indices. `by_distance` suits roots that are compared at several distances.
    pub fn same(&self, g: &mut Aig, i: Index, j: Index, width: u32, by_distance: bool) -> Lit {
        let (i, j) = if i.root < j.root { (i, j) } else { (j, i) };
        let apart = j.offset.wrapping_sub(i.offset) & mask(width);
        if i.root == j.root {
            return Lit::constant(apart == 0);
        }
        let n = width as usize;
        if i.root == 0 {
            let k = circuit::number(n, i.offset.wrapping_sub(j.offset));
            return circuit::eq(g, &self.roots[j.root as usize], &k);
        }
        let (x, y) = (&self.roots[i.root as usize], &self.roots[j.root as usize]);
        if by_distance || apart != 0 {
            // x + i = y + j iff x - y = j - i
            let d = circuit::sub(g, x, y);
            return circuit::eq(g, &d, &circuit::number(n, apart));
        }
        circuit::eq(g, x, y)
    }

    fn difference(&mut self, g: &mut Aig, i: Index, j: Index, width: u32) -> Index {
        let apart = i.offset.wrapping_sub(j.offset) & mask(width);
        if i.root == j.root {
            return Index { root: 0, offset: apart };
        }
        if j.root == 0 {
            return Index { root: i.root, offset: apart };
        }
        let zero = circuit::number(width as usize, 0);
        let x = if i.root == 0 { &zero[..] } else { &self.roots[i.root as usize][..] };
        let d = circuit::sub(g, x, &self.roots[j.root as usize]);
        let d = self.root(&d);
        self.shifted(d, apart, width)
    }

    fn sum(&mut self, g: &mut Aig, i: Index, j: Index, width: u32) -> Index {
        let offset = i.offset.wrapping_add(j.offset) & mask(width);
        if i.root == 0 || j.root == 0 {
            return Index { root: i.root.max(j.root), offset };
        }
        let d = circuit::add(g, &self.roots[i.root as usize], &self.roots[j.root as usize], Lit::FALSE);
        let d = self.root(&d);
        self.shifted(d, offset, width)
    }

    fn in_range(&mut self, g: &mut Aig, at: Index, start: Index, count: Index, width: u32) -> Lit {
        let d = self.difference(g, at, start, width);
        let (d, n) = (self.edges(g, d, width), self.edges(g, count, width));
        circuit::ult(g, &d, &n, false)
    }

    /// Effect of the array's operator on a read at `at`.
    pub fn layer(&mut self, s: &TermStore, g: &mut Aig, bits: &Bits, array: Term, at: Index) -> Layer {
        self.entries += 1;
        let (width, _) = widths(s, array);
        let args = s.args(array);
        let value = |t: Term| Target::Value(bits.of(t).into());
        let (choices, rest) = match s.op(array) {
            Op::Var => return Layer { choices: Vec::new(), points: Vec::new(), rest: None },
            Op::ConstArray => (Vec::new(), value(args[0])),
            Op::Ite => {
                let c = bits.of(args[0])[0];
                (vec![(c, Target::Array(args[1], at), None)], Target::Array(args[2], at))
            }
            Op::Store => {
                let j = self.index(s, bits, args[1]);
                let same = self.same(g, at, j, width, false);
                (vec![(same, value(args[2]), point(at, j, width))], Target::Array(args[0], at))
            }
            op @ (Op::StoreLe | Op::StoreBe) => {
                let start = self.index(s, bits, args[1]);
                let bytes: Vec<&[Lit]> = bits.of(args[2]).chunks(8).collect();
                let n = bytes.len();
                // Bytes are written lowest address first: if addresses wrap, the last one wins.
                let choices = (0..n)
                    .rev()
                    .map(|k| {
                        let j = self.shifted(start, k as u128, width);
                        let byte = if op == Op::StoreLe { bytes[k] } else { bytes[n - 1 - k] };
                        let same = self.same(g, at, j, width, true);
                        (same, Target::Value(byte.into()), point(at, j, width))
                    })
                    .collect();
                (choices, Target::Array(args[0], at))
            }
            Op::Fill => {
                let (start, count) = (self.index(s, bits, args[1]), self.index(s, bits, args[2]));
                let inside = self.in_range(g, at, start, count, width);
                (vec![(inside, value(args[3]), None)], Target::Array(args[0], at))
            }
            Op::Copy => {
                let start = self.index(s, bits, args[1]);
                let (from, count) = (self.index(s, bits, args[3]), self.index(s, bits, args[4]));
                let inside = self.in_range(g, at, start, count, width);
                let d = self.difference(g, at, start, width);
                let source = self.sum(g, d, from, width);
                (vec![(inside, Target::Array(args[2], source), None)], Target::Array(args[0], at))
            }
            other => panic!("{other:?} of an array sort"),
        };
        let mut layer = Layer { choices: Vec::new(), points: Vec::new(), rest: Some(rest) };
        for (condition, target, point) in choices {
            match condition.as_const() {
                Some(false) => {}
                Some(true) => {
                    layer.rest = Some(target);
                    break;
                }
                None => {
                    layer.choices.push((condition, target));
                    layer.points.push(point);
                }
            }
        }
        layer
    }

    /// Element of an array at an index. All operands of the array must have been handled.
    pub fn read(&mut self, s: &TermStore, g: &mut Aig, bits: &Bits, array: Term, at: Index) -> Rc<[Lit]> {
        let mut stack = vec![(array, at)];
        while let Some(&start) = stack.last() {
            if self.known.contains_key(&start) {
                stack.pop();
                continue;
            }
            // Layers that decide statically need no stack frame.
            let mut here = start;
            let value = loop {
                if let Some(value) = self.known.get(&here) {
                    break Some(Rc::clone(value));
                }
                if let Some(table) = self.table(s, bits, here.0, here.1) {
                    let rest = (table.rest, here.1);
                    if self.eager_left < table.entries.len() {
                        break Some(self.fresh(s, g, here.0, here.1));
                    }
                    if !table.complete && !self.known.contains_key(&rest) {
                        stack.push(rest);
                        break None;
                    }
                    self.eager_left -= table.entries.len();
                    let default = match self.known.get(&rest) {
                        Some(value) => Rc::clone(value),
                        None => Rc::clone(&table.entries[0].1),
                    };
                    let root = &self.roots[here.1.root as usize];
                    let value: Rc<[Lit]> = look_up(g, root, &table.entries, &default).into();
                    self.known.insert(here, Rc::clone(&value));
                    break Some(value);
                }
                let layer = self.layer(s, g, bits, here.0, here.1);
                if layer.choices.is_empty() {
                    match layer.rest {
                        Some(Target::Value(value)) => break Some(value),
                        Some(Target::Array(a, i)) => here = (a, i),
                        None => break Some(self.fresh(s, g, here.0, here.1)),
                    }
                    continue;
                }
                let stores = matches!(s.op(here.0), Op::Store | Op::StoreLe | Op::StoreBe);
                if (stores && !self.expand_stores) || self.eager_left < layer.choices.len() {
                    // Many paths lead below the next fork, so a separate read continues there.
                    match stores.then(|| self.fork(s, here.0)).flatten() {
                        Some(fork) if !self.known.contains_key(&(fork, here.1)) && self.eager_left > 0 => {
                            stack.push((fork, here.1));
                            break None;
                        }
                        _ => break Some(self.fresh(s, g, here.0, here.1)),
                    }
                }
                let missing: Vec<(Term, Index)> = layer
                    .choices
                    .iter()
                    .map(|(_, target)| target)
                    .chain(&layer.rest)
                    .filter_map(|target| match target {
                        Target::Array(a, i) if !self.known.contains_key(&(*a, *i)) => Some((*a, *i)),
                        _ => None,
                    })
                    .collect();
                if !missing.is_empty() {
                    stack.extend(missing);
                    break None;
                }
                self.eager_left -= layer.choices.len();
                let rest = layer.rest.expect("a layer with choices has a rest");
                let mut value = self.resolved(rest);
                for (condition, target) in layer.choices.into_iter().rev() {
                    let hit = self.resolved(target);
                    value = circuit::ite(g, condition, &hit, &value).into();
                }
                self.known.insert(here, Rc::clone(&value));
                break Some(value);
            };
            if let Some(value) = value {
                self.known.insert(start, value);
                stack.pop();
            }
        }
        Rc::clone(&self.known[&(array, at)])
    }

    /// The run of stores at constant indices that a read at a symbolic index meets first, if it has at least two
    /// stores.
    fn table(&mut self, s: &TermStore, bits: &Bits, array: Term, at: Index) -> Option<Table> {
        if at.root == 0 {
            return None;
        }
        let (width, _) = widths(s, array);
        let mut entries: BTreeMap<u128, Rc<[Lit]>> = BTreeMap::new();
        let mut rest = array;
        while let op @ (Op::Store | Op::StoreLe | Op::StoreBe) = s.op(rest) {
            let args = s.args(rest);
            let j = self.index(s, bits, args[1]);
            if j.root != 0 {
                break;
            }
            self.entries += 1;
            let value = bits.of(args[2]);
            let size = if op == Op::Store { value.len() } else { 8 };
            let n = value.len() / size;
            // Later stores win, and so does the last byte of one that wraps.
            for k in (0..n).rev() {
                let from = if op == Op::StoreBe { n - 1 - k } else { k } * size;
                let key = j.offset.wrapping_add(k as u128).wrapping_sub(at.offset) & mask(width);
                entries.entry(key).or_insert_with(|| value[from..from + size].into());
            }
            rest = args[0];
        }
        if entries.len() < 2 {
            return None;
        }
        let root = &self.roots[at.root as usize];
        entries.retain(|&key, _| {
            root.iter().enumerate().all(|(i, l)| l.as_const().is_none_or(|c| c == (key >> i & 1 == 1)))
        });
        let free = root.iter().filter(|l| !l.is_const()).count();
        let complete = free < 64 && entries.len() as u64 == 1 << free;
        Some(Table { entries: entries.into_iter().collect(), rest, complete })
    }

    /// Value of a read that was made before.
    pub fn known(&self, array: Term, at: Index) -> Option<&Rc<[Lit]>> {
        self.known.get(&(array, at))
    }

    /// The array below a run of stores, if it is a conditional, a fill or a copy.
    fn fork(&mut self, s: &TermStore, array: Term) -> Option<Term> {
        if let Some(&found) = self.forks.get(&array) {
            return found;
        }
        let mut below = s.arg(array, 0);
        while matches!(s.op(below), Op::Store | Op::StoreLe | Op::StoreBe) {
            below = s.arg(below, 0);
        }
        let fork = matches!(s.op(below), Op::Ite | Op::Fill | Op::Copy).then_some(below);
        self.forks.insert(array, fork);
        fork
    }

    fn resolved(&self, target: Target) -> Rc<[Lit]> {
        match target {
            Target::Value(value) => value,
            Target::Array(a, i) => Rc::clone(&self.known[&(a, i)]),
        }
    }

    fn fresh(&mut self, s: &TermStore, g: &mut Aig, array: Term, at: Index) -> Rc<[Lit]> {
        let (_, elem) = widths(s, array);
        let value: Rc<[Lit]> = g.inputs(elem as usize).into();
        for l in value.iter() {
            self.owners.insert(l.node(), Owner::Read(self.reads.len()));
        }
        self.reads.push(AbstractedRead { array, at, value: Rc::clone(&value) });
        self.known.insert((array, at), Rc::clone(&value));
        value
    }

    /// Edge of an array equality, with a witness index for the case that it is false.
    pub fn equality(&mut self, s: &TermStore, g: &mut Aig, bits: &Bits, t: Term) -> Lit {
        let arrays = [s.arg(t, 0), s.arg(t, 1)];
        if arrays[0] == arrays[1] {
            return Lit::TRUE;
        }
        let (width, _) = widths(s, arrays[0]);
        let equal = g.input();
        self.owners.insert(equal.node(), Owner::Equality(self.equalities.len()));
        self.equalities.push(Equality { arrays, equal, support: Vec::new() });
        let number = self.equalities.len() - 1;
        let witness = g.inputs(width as usize);
        let witness = self.root(&witness);
        let same = self.same_at(s, g, bits, number, witness);
        self.facts.push(vec![equal, !same]);
        // Outside all reads, free arrays take their elements from this index.
        let generic = Arrays::constant(generic(width));
        let same = self.same_at(s, g, bits, number, generic);
        self.facts.push(vec![!equal, same]);
        equal
    }

    /// Whether the arrays of an equality agree at an index.
    pub fn same_at(&mut self, s: &TermStore, g: &mut Aig, bits: &Bits, number: usize, at: Index) -> Lit {
        let [a, b] = self.equalities[number].arrays;
        let x = self.read(s, g, bits, a, at);
        let y = self.read(s, g, bits, b, at);
        let same = circuit::eq(g, &x, &y);
        self.equalities[number].support.push(same);
        same
    }
}

/// The condition that two indices are equal, as a root and its value, if one of the indices is constant.
fn point(i: Index, j: Index, width: u32) -> Option<Point> {
    match (i.root, j.root) {
        (0, 0) => None,
        (0, root) => Some((root, i.offset.wrapping_sub(j.offset) & mask(width))),
        (root, 0) => Some((root, j.offset.wrapping_sub(i.offset) & mask(width))),
        _ => None,
    }
}

/// A run of stores at constant indices.
struct Table {
    /// Values of the read's root in increasing order, with the elements there.
    entries: Vec<(u128, Rc<[Lit]>)>,
    /// The array below.
    rest: Term,
    /// Whether the root can have no other value.
    complete: bool,
}

/// Element selected by the root's value, else `rest`, as a decision tree over the root's bits.
fn look_up(g: &mut Aig, root: &[Lit], entries: &[(u128, Rc<[Lit]>)], rest: &[Lit]) -> Vec<Lit> {
    let (Some(first), Some(last)) = (entries.first(), entries.last()) else { return rest.to_vec() };
    // Bits above the highest one in which entries differ are tested together.
    let split = (u128::BITS - (first.0 ^ last.0).leading_zeros()) as usize;
    let inner = if split == 0 {
        first.1.to_vec()
    } else {
        let bit = split - 1;
        let middle = entries.partition_point(|e| e.0 >> bit & 1 == 0);
        let low = look_up(g, &root[..bit], &entries[..middle], rest);
        let high = look_up(g, &root[..bit], &entries[middle..], rest);
        circuit::ite(g, root[bit], &high, &low)
    };
    let prefix: Vec<Lit> =
        root.iter().enumerate().skip(split).map(|(i, l)| l.xor_sign(first.0 >> i & 1 == 0)).collect();
    let here = g.and_all(&prefix);
    circuit::ite(g, here, &inner, rest)
}

/// Index whose element a free array has at all unconstrained indices.
pub fn generic(width: u32) -> u128 {
    0xa5a5_a5a5_a5a5_a5a5_a5a5_a5a5_a5a5_a5a5 & mask(width)
}
