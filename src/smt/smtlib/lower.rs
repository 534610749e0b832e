//! Reduction of ILR to what SMT-LIB's `QF_ABV` has: truth values, bit-vectors, `select` and `store`.
//!
//! Terms are translated into the reduction's own store. So the source store stays untouched, and the image holds only
//! operators with an SMT-LIB name. Arrays without a quantifier-free equivalent ([`Op::ConstArray`], [`Op::Fill`],
//! [`Op::Copy`]) become fresh array constants. Axioms define these at the finitely many indices that are read
//! ([`Lowering::take_axioms`]). This is exact: such arrays may not be compared, so a formula depends on no other index.
//! Heaps (LLBMC thesis, chapter 5, corrected by the digest's section 12) become the condition for each recorded object
//! under which it is alive.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::names::symbol;
use crate::ilr::{Op, Sort, Term, TermStore};

/// Maximum number of read axioms of one reduction. Chains of overlapping copies can need exponentially many.
const MAX_AXIOMS: usize = 1_000_000;

/// Something that quantifier-free SMT-LIB cannot express, in words.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not expressible in SMT-LIB: {0}")]
pub struct Inexpressible(pub String);

/// An array defined by the results of its reads. All terms are of the image.
enum Virtual {
    Const(Term),
    Fill { array: Term, start: Term, count: Term, value: Term },
    Copy { dst: Term, at: Term, src: Term, from: Term, count: Term },
}

/// One recorded object of a heap.
#[derive(Clone, Copy)]
struct Object {
    /// The [`Op::HeapMalloc`] in the source store that records the object; it identifies the object.
    source: Term,
    address: Term,
    size: Term,
    /// Condition under which the object is in the heap.
    alive: Term,
}

/// A reduction of the terms of one source store. It is kept between calls so that nothing is translated twice.
pub struct Lowering {
    out: TermStore,
    /// Whether the target takes `((as const ...) v)`.
    const_arrays: bool,
    /// Whether constants keep the names that a script gave them.
    keep_names: bool,
    /// Prefix of the names of fresh constants.
    prefix: String,
    /// Image of every source term translated so far, by its index; heaps are stored separately.
    image: Vec<Option<Term>>,
    /// Whether the image has arrays.
    arrays: bool,
    /// Uninterpreted constants of the source and their images.
    vars: Vec<(Term, Term)>,
    heaps: FxHashMap<Term, Arc<[Object]>>,
    virtuals: Vec<Virtual>,
    /// Number of the virtual array that each fresh constant stands for.
    virtual_of: FxHashMap<Term, usize>,
    /// Virtual arrays that a read of an array of the image can reach; no entry if there are none.
    bases: FxHashMap<Term, Arc<[usize]>>,
    /// Pairs of virtual array and index whose axiom exists or is pending.
    read: FxHashSet<(usize, Term)>,
    pending: Vec<(usize, Term)>,
    axioms: Vec<Term>,
}

impl Lowering {
    /// An empty reduction. With `const_arrays`, [`Op::ConstArray`] stays in the image.
    pub fn new(const_arrays: bool) -> Lowering {
        Lowering {
            out: TermStore::default(),
            const_arrays,
            keep_names: false,
            prefix: "$".into(),
            image: Vec::new(),
            arrays: false,
            vars: Vec::new(),
            heaps: FxHashMap::default(),
            virtuals: Vec::new(),
            virtual_of: FxHashMap::default(),
            bases: FxHashMap::default(),
            read: FxHashSet::default(),
            pending: Vec::new(),
            axioms: Vec::new(),
        }
    }

    /// An empty reduction for terms of a script: constant arrays stay, and constants keep their names. No name may
    /// start with the prefix.
    pub fn of_script(prefix: &str) -> Lowering {
        Lowering { keep_names: true, prefix: prefix.to_owned(), ..Lowering::new(true) }
    }

    /// The store of the images. Names of its constants are SMT-LIB symbols, not yet quoted.
    pub fn image(&self) -> &TermStore {
        &self.out
    }

    /// Whether the image has terms of array sort.
    pub fn has_arrays(&self) -> bool {
        self.arrays
    }

    /// Uninterpreted constants of the source found so far, each with its image.
    pub fn vars(&self) -> &[(Term, Term)] {
        &self.vars
    }

    /// The image of a source term that was translated before.
    pub fn image_of(&self, t: Term) -> Option<Term> {
        self.image.get(t.index()).copied().flatten()
    }

    /// Axioms made since the last call. They are satisfiable under any values of the source's constants and must be
    /// asserted together with the translated terms.
    pub fn take_axioms(&mut self) -> Vec<Term> {
        std::mem::take(&mut self.axioms)
    }

    /// Translates a term of sort bool, bit-vector or array. All calls must use the same source store, which may grow
    /// between them.
    ///
    /// # Errors
    /// Comparison of heaps or of arrays made by fill, copy or (where the target lacks them) constant
    /// arrays; heaps other than those built from the empty one; too many axioms.
    pub fn lower(&mut self, store: &TermStore, root: Term) -> Result<Term, Inexpressible> {
        if self.image.len() < store.len() {
            self.image.resize(store.len(), None);
        }
        if matches!(store.sort(root), Sort::Heap(_)) {
            return Err(Inexpressible("a heap by itself".into()));
        }
        let mut stack = vec![root];
        while let Some(&t) = stack.last() {
            if self.done(t) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            stack.extend(store.args(t).into_iter().filter(|&a| !self.done(a)));
            if stack.len() == before {
                stack.pop();
                self.node(store, t)?;
            }
        }
        self.instantiate()?;
        Ok(self.image[root.index()].expect("translated"))
    }

    fn done(&self, t: Term) -> bool {
        self.image[t.index()].is_some() || self.heaps.contains_key(&t)
    }

    /// Translates one term whose operands are translated.
    fn node(&mut self, store: &TermStore, t: Term) -> Result<(), Inexpressible> {
        let sources = store.args(t);
        if let Sort::Heap(_) = store.sort(t) {
            let heap = self.heap(store, t, &sources)?;
            self.heaps.insert(t, heap);
            return Ok(());
        }
        let args: SmallVec<[Term; 5]> =
            sources.iter().map(|a| self.image[a.index()].unwrap_or(self.out.bool(false))).collect();
        let op = store.op(t);
        self.arrays |= matches!(store.sort(t), Sort::Array { .. });
        let image = match op {
            Op::False | Op::True => self.out.bool(op == Op::True),
            Op::Const => self.out.constant(&store.as_bits(t).expect("a constant")),
            Op::Var => {
                let name = store.name(t);
                let name = if self.keep_names { name.into() } else { symbol(name) };
                let var = self.out.var(&name, store.sort(t));
                self.vars.push((t, var));
                var
            }
            Op::Zext => self.out.mk_zext(args[0], store.width(t)),
            Op::Sext => self.out.mk_sext(args[0], store.width(t)),
            Op::Extract => {
                let (hi, lo) = store.extract_range(t);
                self.extract(args[0], hi, lo)
            }
            Op::Eq => match store.sort(sources[0]) {
                Sort::Heap(_) => return Err(Inexpressible("a comparison of heaps".into())),
                Sort::Array { .. } if args.iter().any(|a| self.bases.contains_key(a)) => {
                    return Err(Inexpressible(
                        "a comparison of arrays made by fill, copy or constant".into(),
                    ));
                }
                _ => self.out.mk(op, &args),
            },
            Op::Uaddo | Op::Saddo | Op::Usubo | Op::Ssubo | Op::Umulo | Op::Smulo => {
                self.overflow(op, args[0], args[1])
            }
            Op::Popcount => self.popcount(args[0]),
            Op::Ctlz | Op::Cttz => self.zeros(args[0], store.width(t), op == Op::Ctlz),
            Op::Bswap => self.reversed(args[0], 8),
            Op::Bitreverse => self.reversed(args[0], 1),
            Op::Select => self.select(args[0], args[1]),
            Op::Store => self.store(args[0], args[1], args[2]),
            Op::Ite if matches!(store.sort(t), Sort::Array { .. }) => {
                let merged = self.out.mk(op, &args);
                let mut bases = self.bases_of(args[1]).to_vec();
                bases.extend(self.bases_of(args[2]).iter());
                bases.sort_unstable();
                bases.dedup();
                self.set_bases(merged, bases.into());
                merged
            }
            Op::ConstArray => {
                let Sort::Array { index, .. } = store.sort(t) else {
                    unreachable!("sort of a constant array")
                };
                match self.const_arrays {
                    true => self.out.mk_const_array(index, args[0]),
                    false => self.fresh_array(store.sort(t), Virtual::Const(args[0])),
                }
            }
            Op::Fill => self.fresh_array(
                store.sort(t),
                Virtual::Fill { array: args[0], start: args[1], count: args[2], value: args[3] },
            ),
            Op::Copy => self.fresh_array(
                store.sort(t),
                Virtual::Copy { dst: args[0], at: args[1], src: args[2], from: args[3], count: args[4] },
            ),
            Op::LoadLe | Op::LoadBe => self.load(args[0], args[1], store.width(t) / 8, op == Op::LoadLe),
            Op::StoreLe | Op::StoreBe => self.store_bytes(args[0], args[1], args[2], op == Op::StoreLe),
            Op::ValidAccess | Op::ValidFree | Op::Allocatable => {
                let objects = Arc::clone(&self.heaps[&sources[0]]);
                self.heap_predicate(op, &objects, &args)
            }
            _ => self.out.mk(op, &args),
        };
        self.image[t.index()] = Some(image);
        Ok(())
    }

    // Heaps.

    fn heap(&mut self, store: &TermStore, t: Term, sources: &[Term]) -> Result<Arc<[Object]>, Inexpressible> {
        let image = |this: &Lowering, i: usize| this.image[sources[i].index()].expect("translated");
        match store.op(t) {
            Op::HeapEmpty => Ok(Arc::from([])),
            Op::HeapMalloc => {
                let mut objects = self.heaps[&sources[0]].to_vec();
                let alive = self.out.bool(true);
                objects.push(Object { source: t, address: image(self, 1), size: image(self, 2), alive });
                Ok(objects.into())
            }
            Op::HeapFree => {
                let address = image(self, 1);
                let mut objects = self.heaps[&sources[0]].to_vec();
                for object in &mut objects {
                    let same = self.eq(object.address, address);
                    let other = self.not(same);
                    object.alive = self.and(object.alive, other);
                }
                let dead = self.out.bool(false);
                objects.retain(|o| o.alive != dead);
                Ok(objects.into())
            }
            Op::Ite => {
                let condition = image(self, 0);
                let (a, b) = (Arc::clone(&self.heaps[&sources[1]]), Arc::clone(&self.heaps[&sources[2]]));
                Ok(self.merge_heaps(condition, &a, &b).into())
            }
            op => Err(Inexpressible(format!("a heap made by {op:?}"))),
        }
    }

    /// Both lists are ordered by the recording term, since terms are made in order.
    fn merge_heaps(&mut self, condition: Term, a: &[Object], b: &[Object]) -> Vec<Object> {
        let absent = self.out.bool(false);
        let (mut i, mut j) = (0, 0);
        let mut merged = Vec::with_capacity(a.len().max(b.len()));
        while i < a.len() || j < b.len() {
            let left = a.get(i).filter(|x| b.get(j).is_none_or(|y| x.source <= y.source));
            let right = b.get(j).filter(|y| a.get(i).is_none_or(|x| y.source <= x.source));
            let (x, y) = (left.map_or(absent, |o| o.alive), right.map_or(absent, |o| o.alive));
            let object = *left.or(right).expect("one list is not exhausted");
            merged.push(Object { alive: self.ite(condition, x, y), ..object });
            i += usize::from(left.is_some());
            j += usize::from(right.is_some());
        }
        merged
    }

    fn heap_predicate(&mut self, op: Op, objects: &[Object], args: &[Term]) -> Term {
        let address = args[1];
        if op == Op::Allocatable {
            let zero = self.out.bv(self.out.width(address), 0);
            let null = self.eq(address, zero);
            let mut all = self.not(null);
            for object in objects {
                let apart = self.disjoint(object, address, args[2]);
                let dead = self.not(object.alive);
                let fits = self.or(dead, apart);
                all = self.and(all, fits);
            }
            return all;
        }
        let mut any = self.out.bool(false);
        for object in objects {
            let hit = match op {
                Op::ValidFree => self.eq(object.address, address),
                _ => self.contains(object, address, args[2]),
            };
            let hit = self.and(object.alive, hit);
            any = self.or(any, hit);
        }
        any
    }

    /// Ends of object and range, one bit wider than an address so that they cannot wrap.
    fn ends(&mut self, object: &Object, address: Term, size: Term) -> [Term; 4] {
        let wide = self.out.width(address) + 1;
        let [start, object_size, address, size] =
            [object.address, object.size, address, size].map(|t| self.zext(t, wide));
        let object_end = self.out.mk(Op::Add, &[start, object_size]);
        let end = self.out.mk(Op::Add, &[address, size]);
        [start, object_end, address, end]
    }

    fn contains(&mut self, object: &Object, address: Term, size: Term) -> Term {
        let [start, object_end, address, end] = self.ends(object, address, size);
        let low = self.out.mk(Op::Ule, &[start, address]);
        let high = self.out.mk(Op::Ule, &[end, object_end]);
        self.and(low, high)
    }

    fn disjoint(&mut self, object: &Object, address: Term, size: Term) -> Term {
        let [start, object_end, address, end] = self.ends(object, address, size);
        let above = self.out.mk(Op::Ule, &[object_end, address]);
        let below = self.out.mk(Op::Ule, &[end, start]);
        self.or(above, below)
    }

    // Arrays.

    fn bases_of(&self, array: Term) -> Arc<[usize]> {
        self.bases.get(&array).map_or_else(|| Arc::from([]), Arc::clone)
    }

    fn set_bases(&mut self, array: Term, bases: Arc<[usize]>) {
        if !bases.is_empty() {
            self.bases.insert(array, bases);
        }
    }

    fn fresh_array(&mut self, sort: Sort, definition: Virtual) -> Term {
        let number = self.virtuals.len();
        let constant = self.out.var(&format!("{}k{number}", self.prefix), sort);
        self.virtuals.push(definition);
        self.virtual_of.insert(constant, number);
        self.bases.insert(constant, Arc::from([number]));
        constant
    }

    fn store(&mut self, array: Term, index: Term, value: Term) -> Term {
        let stored = self.out.mk(Op::Store, &[array, index, value]);
        let bases = self.bases_of(array);
        self.set_bases(stored, bases);
        stored
    }

    /// A read, resolved through virtual arrays as long as that takes no second read.
    fn select(&mut self, mut array: Term, mut index: Term) -> Term {
        let mut passed: Vec<(Term, Term)> = Vec::new();
        let mut value = loop {
            if let Some(&number) = self.virtual_of.get(&array) {
                match self.virtuals[number] {
                    Virtual::Const(value) => break value,
                    Virtual::Fill { array: below, start, count, value } => {
                        passed.push((self.within(index, start, count), value));
                        array = below;
                    }
                    Virtual::Copy { dst, at, src, from, count } if dst == src => {
                        let inside = self.within(index, at, count);
                        let moved = self.moved(index, at, from);
                        index = self.ite(inside, moved, index);
                        array = dst;
                    }
                    Virtual::Copy { .. } => break self.plain_select(array, index),
                }
            } else if self.out.op(array) == Op::Store && self.bases.contains_key(&array) {
                let args = self.out.args(array);
                if args[1] == index {
                    break args[2];
                }
                if !(self.out.is_const(args[1]) && self.out.is_const(index)) {
                    break self.plain_select(array, index);
                }
                array = args[0];
            } else {
                break self.plain_select(array, index);
            }
        };
        for (inside, filled) in passed.into_iter().rev() {
            value = self.ite(inside, filled, value);
        }
        value
    }

    fn plain_select(&mut self, array: Term, index: Term) -> Term {
        for &number in self.bases_of(array).iter() {
            if self.read.insert((number, index)) {
                self.pending.push((number, index));
            }
        }
        self.out.mk(Op::Select, &[array, index])
    }

    /// States the value of every virtual array at every index where it is read. The reads made here are of arrays made
    /// earlier, so this terminates.
    fn instantiate(&mut self) -> Result<(), Inexpressible> {
        while let Some((number, index)) = self.pending.pop() {
            if self.read.len() > MAX_AXIOMS {
                return Err(Inexpressible(format!("more than {MAX_AXIOMS} reads through fills and copies")));
            }
            let value = match self.virtuals[number] {
                Virtual::Const(value) => value,
                Virtual::Fill { array, start, count, value } => {
                    let inside = self.within(index, start, count);
                    let below = self.select(array, index);
                    self.ite(inside, value, below)
                }
                Virtual::Copy { dst, at, src, from, count } => {
                    let inside = self.within(index, at, count);
                    let moved = self.moved(index, at, from);
                    if dst == src {
                        let index = self.ite(inside, moved, index);
                        self.select(dst, index)
                    } else {
                        let copied = self.select(src, moved);
                        let kept = self.select(dst, index);
                        self.ite(inside, copied, kept)
                    }
                }
            };
            let name = format!("{}k{number}", self.prefix);
            let elem = self.out.width(value);
            let constant = self.out.var(&name, Sort::Array { index: self.out.width(index), elem });
            let read = self.out.mk(Op::Select, &[constant, index]);
            let axiom = self.out.mk(Op::Eq, &[read, value]);
            self.axioms.push(axiom);
        }
        Ok(())
    }

    /// `index - start <u count`.
    fn within(&mut self, index: Term, start: Term, count: Term) -> Term {
        let offset = self.sub(index, start);
        self.ult(offset, count)
    }

    fn moved(&mut self, index: Term, at: Term, from: Term) -> Term {
        let offset = self.sub(index, at);
        self.add(offset, from)
    }

    fn load(&mut self, array: Term, address: Term, bytes: u32, little: bool) -> Term {
        let mut value = None;
        for i in 0..u64::from(bytes) {
            let at = self.offset(address, i);
            let byte = self.select(array, at);
            value = Some(match (value, little) {
                (None, _) => byte,
                (Some(low), true) => self.out.mk(Op::Concat, &[byte, low]),
                (Some(high), false) => self.out.mk(Op::Concat, &[high, byte]),
            });
        }
        value.expect("at least one byte")
    }

    fn store_bytes(&mut self, array: Term, address: Term, value: Term, little: bool) -> Term {
        let bytes = self.out.width(value) / 8;
        let mut stored = array;
        for i in 0..bytes {
            let low = 8 * if little { i } else { bytes - 1 - i };
            let byte = self.extract(value, low + 7, low);
            let at = self.offset(address, u64::from(i));
            stored = self.store(stored, at, byte);
        }
        stored
    }

    fn offset(&mut self, address: Term, bytes: u64) -> Term {
        let step = self.out.bv(self.out.width(address), bytes);
        self.add(address, step)
    }

    // Bit-vectors.

    fn overflow(&mut self, op: Op, x: Term, y: Term) -> Term {
        let width = self.out.width(x);
        match op {
            Op::Uaddo => {
                let sum = self.out.mk(Op::Add, &[x, y]);
                self.out.mk(Op::Ult, &[sum, x])
            }
            Op::Usubo => self.out.mk(Op::Ult, &[x, y]),
            Op::Saddo | Op::Ssubo => {
                let result = self.out.mk(if op == Op::Saddo { Op::Add } else { Op::Sub }, &[x, y]);
                let [sx, sy, sr] = [x, y, result].map(|t| self.extract(t, width - 1, width - 1));
                // A sum overflows when signs agree and the result's differs; a difference when they differ.
                let mut signs = self.out.mk(Op::Eq, &[sx, sy]);
                if op == Op::Ssubo {
                    signs = self.not(signs);
                }
                let kept = self.out.mk(Op::Eq, &[sr, sx]);
                let flipped = self.not(kept);
                self.and(signs, flipped)
            }
            Op::Umulo => {
                let [a, b] = [x, y].map(|t| self.out.mk_zext(t, 2 * width));
                let product = self.out.mk(Op::Mul, &[a, b]);
                let high = self.extract(product, 2 * width - 1, width);
                let zero = self.out.bv(width, 0);
                let fits = self.out.mk(Op::Eq, &[high, zero]);
                self.not(fits)
            }
            Op::Smulo => {
                let [a, b] = [x, y].map(|t| self.out.mk_sext(t, 2 * width));
                let product = self.out.mk(Op::Mul, &[a, b]);
                let low = self.extract(product, width - 1, 0);
                let back = self.out.mk_sext(low, 2 * width);
                let fits = self.out.mk(Op::Eq, &[back, product]);
                self.not(fits)
            }
            _ => unreachable!("not an overflow predicate"),
        }
    }

    /// Sum of the bits in a balanced tree of adders, each as wide as its sums need.
    fn popcount(&mut self, x: Term) -> Term {
        let width = self.out.width(x);
        let mut sums: Vec<Term> = (0..width).map(|i| self.extract(x, i, i)).collect();
        let mut sum_width = 1;
        while sums.len() > 1 {
            sum_width += 1;
            sums = sums
                .chunks(2)
                .map(|pair| {
                    let a = self.zext(pair[0], sum_width);
                    match pair.get(1) {
                        Some(&b) => {
                            let b = self.zext(b, sum_width);
                            self.out.mk(Op::Add, &[a, b])
                        }
                        None => a,
                    }
                })
                .collect();
        }
        self.zext(sums[0], width)
    }

    /// Leading or trailing zeros by halving; the depth is the logarithm of the width.
    fn zeros(&mut self, x: Term, width: u32, leading: bool) -> Term {
        let bits = self.out.width(x);
        let none = self.out.bv(bits, 0);
        let empty = self.out.mk(Op::Eq, &[x, none]);
        if bits == 1 {
            let [one, zero] = [1, 0].map(|v| self.out.bv(width, v));
            return self.ite(empty, one, zero);
        }
        let half = bits / 2;
        let (low, high) = (self.extract(x, half - 1, 0), self.extract(x, bits - 1, half));
        let (first, second) = if leading { (high, low) } else { (low, high) };
        let skipped = self.out.bv(width, u64::from(self.out.width(first)));
        let none = self.out.bv(self.out.width(first), 0);
        let skip = self.out.mk(Op::Eq, &[first, none]);
        let far = self.zeros(second, width, leading);
        let far = self.add(far, skipped);
        let near = self.zeros(first, width, leading);
        self.ite(skip, far, near)
    }

    /// The pieces of `step` bits in reverse order.
    fn reversed(&mut self, x: Term, step: u32) -> Term {
        let pieces = self.out.width(x) / step;
        let mut reversed = self.extract(x, step - 1, 0);
        for i in 1..pieces {
            let piece = self.extract(x, (i + 1) * step - 1, i * step);
            reversed = self.out.mk(Op::Concat, &[reversed, piece]);
        }
        reversed
    }

    // Constructors that fold the constants which the reduction itself introduces.

    fn not(&mut self, a: Term) -> Term {
        match self.out.as_bool(a) {
            Some(value) => self.out.bool(!value),
            None if self.out.op(a) == Op::Not => self.out.arg(a, 0),
            None => self.out.mk(Op::Not, &[a]),
        }
    }

    fn and(&mut self, a: Term, b: Term) -> Term {
        match (self.out.as_bool(a), self.out.as_bool(b)) {
            (Some(true), _) | (_, Some(false)) => b,
            (Some(false), _) | (_, Some(true)) => a,
            _ if a == b => a,
            _ => self.out.mk(Op::And, &[a, b]),
        }
    }

    fn or(&mut self, a: Term, b: Term) -> Term {
        match (self.out.as_bool(a), self.out.as_bool(b)) {
            (Some(false), _) | (_, Some(true)) => b,
            (Some(true), _) | (_, Some(false)) => a,
            _ if a == b => a,
            _ => self.out.mk(Op::Or, &[a, b]),
        }
    }

    fn ite(&mut self, c: Term, a: Term, b: Term) -> Term {
        match self.out.as_bool(c) {
            Some(value) => [b, a][usize::from(value)],
            None if a == b => a,
            None => match (self.out.as_bool(a), self.out.as_bool(b)) {
                (Some(true), Some(false)) => c,
                (_, Some(false)) => self.and(c, a),
                (Some(false), _) => {
                    let c = self.not(c);
                    self.and(c, b)
                }
                _ => self.out.mk(Op::Ite, &[c, a, b]),
            },
        }
    }

    fn eq(&mut self, a: Term, b: Term) -> Term {
        if a == b || self.out.is_const(a) && self.out.is_const(b) {
            return self.out.bool(a == b);
        }
        self.out.mk(Op::Eq, &[a, b])
    }

    fn ult(&mut self, a: Term, b: Term) -> Term {
        match (self.out.as_u64(a), self.out.as_u64(b)) {
            (Some(x), Some(y)) => self.out.bool(x < y),
            _ => self.out.mk(Op::Ult, &[a, b]),
        }
    }

    fn add(&mut self, a: Term, b: Term) -> Term {
        match (self.out.as_u64(a), self.out.as_u64(b)) {
            (Some(x), Some(y)) => self.out.bv(self.out.width(a), x.wrapping_add(y)),
            (Some(0), _) => b,
            (_, Some(0)) => a,
            _ => self.out.mk(Op::Add, &[a, b]),
        }
    }

    fn sub(&mut self, a: Term, b: Term) -> Term {
        match (self.out.as_u64(a), self.out.as_u64(b)) {
            (Some(x), Some(y)) => self.out.bv(self.out.width(a), x.wrapping_sub(y)),
            (_, Some(0)) => a,
            _ => self.out.mk(Op::Sub, &[a, b]),
        }
    }

    fn zext(&mut self, t: Term, width: u32) -> Term {
        if self.out.width(t) == width { t } else { self.out.mk_zext(t, width) }
    }

    fn extract(&mut self, t: Term, hi: u32, lo: u32) -> Term {
        if lo == 0 && hi + 1 == self.out.width(t) { t } else { self.out.mk_extract(t, hi, lo) }
    }
}
