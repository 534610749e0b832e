//! Read over write: where the value of a `select` or load comes from.
//!
//! The rules of the operator describe one step. This file repeats steps in a loop. It limits the conditionals that a
//! read enters, and it indexes long chains of stores at constant indices; the index yields what the rules would.

use rustc_hash::FxHashMap;

use super::{Builder, rules};
use crate::base::Bits;
use crate::ilr::{Op, Term};

/// Maximum number of stores that a read with a symbolic index passes.
const SYMBOLIC_STEP_LIMIT: u32 = 1024;
/// Maximum number of stores that a read with a constant index passes before a [`WrittenLayer`] is made.
const CONSTANT_STEP_LIMIT: u32 = 32;
/// Maximum number of conditionals that one read enters.
const CONDITIONAL_LIMIT: u32 = 32;

/// A read of `count` consecutive elements; [`Op::Select`] reads one, [`Op::LoadLe`] and
/// [`Op::LoadBe`] read bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Read {
    pub op: Op,
    pub count: u32,
}

/// Outcome of a read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ReadResult {
    /// The value.
    Value(Term),
    /// The same read of this array at this index.
    Rest(Term, Term),
}

/// Outcome of one step of a read.
enum Step {
    Value(Term),
    /// The read continues at this array and index.
    On(Reading),
    Stuck,
}

/// Position of one range of indices relative to another.
enum Relation {
    /// Contained, at this offset (cut to 32 bits for ranges whose count is a term; they do not use it).
    Within(u32),
    /// No index in common.
    Apart,
    Unknown,
}

/// Writes of the stores at constant indices that lie on top of some array.
#[derive(Clone)]
pub(super) struct WrittenLayer {
    /// The array below those stores.
    base: Term,
    /// The latest store to each index.
    written: imbl::OrdMap<u64, Term>,
}

/// A conditional between arrays or indices that a read enters: its parts, the index or array, and the read.
type ConditionalRead = ([Term; 4], Read);

/// Result of reading both sides of a conditional.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Merged {
    Value(Term),
    Common(Reading),
    Nothing,
}

/// State of the reads under way, and the index of stores.
#[derive(Clone, Default)]
pub(super) struct ReadState {
    layers: FxHashMap<Term, WrittenLayer>,
    /// Results for conditionals that the current read has entered.
    conditionals: FxHashMap<ConditionalRead, Merged>,
    /// Number of conditionals that the current read may still enter.
    left: u32,
    /// Nesting of reads: a rule may ask for other reads.
    nesting: u32,
    /// Array and index at which the rule just applied continues the read.
    on: Option<Reading>,
}

/// An array and the index at which it is read.
pub(super) type Reading = (Term, Term);

impl Builder {
    /// The difference `a - b` when structure shows it to be a constant.
    pub(super) fn distance(&self, a: Term, b: Term) -> Option<Bits> {
        let w = self.width(a);
        if a == b {
            return Some(Bits::zero(w));
        }
        if let (Some((g, j)), Some((h, k))) =
            (self.match_const(a, Op::Concat), self.match_const(b, Op::Concat))
            && g == h
        {
            let (j, k) = (self.as_bits(j)?, self.as_bits(k)?);
            return (j.width() == k.width()).then(|| j.zext(w).sub(&k.zext(w)));
        }
        let (x, k1) = self.base_offset(a);
        let (y, k2) = self.base_offset(b);
        (x == y).then(|| match (k1, k2) {
            (Some(p), Some(q)) => p.sub(&q),
            (Some(p), None) => p,
            (None, Some(q)) => q.neg(),
            (None, None) => Bits::zero(w),
        })
    }

    /// `t` as base plus constant; no base for a constant.
    fn base_offset(&self, t: Term) -> (Option<Term>, Option<Bits>) {
        if let Some(k) = self.as_bits(t) {
            return (None, Some(k));
        }
        match self.match_const(t, Op::Add) {
            Some((x, k)) => (Some(x), self.as_bits(k)),
            None => (Some(t), None),
        }
    }

    /// Whether structure shows that two terms of one width differ under every model.
    pub(super) fn apart(&self, a: Term, b: Term) -> bool {
        let (mut a, mut b) = (a, b);
        loop {
            if a == b {
                return false;
            }
            if let Some(d) = self.distance(a, b) {
                return !d.is_zero();
            }
            let w = self.width(a);
            if w <= 64 {
                let (f, g) = (self.quick_known_bits(a, 4), self.quick_known_bits(b, 4));
                if f.excludes(&g) {
                    return true;
                }
            }
            // Both are results of the same injective function.
            let op = self.op(a);
            if op != self.op(b) {
                return false;
            }
            let (x, y) = match op {
                Op::Zext | Op::Sext | Op::BvNot | Op::Neg => (self.arg(a, 0), self.arg(b, 0)),
                Op::Concat if self.arg(a, 0) == self.arg(b, 0) => (self.arg(a, 1), self.arg(b, 1)),
                Op::Concat | Op::Add if self.arg(a, 1) == self.arg(b, 1) => (self.arg(a, 0), self.arg(b, 0)),
                Op::Shl if self.arg(a, 1) == self.arg(b, 1) && w <= 64 => {
                    let (x, y) = (self.arg(a, 0), self.arg(b, 0));
                    let Some(n) = self.as_u64(self.arg(a, 1)).filter(|&n| n < u64::from(w)) else {
                        return false;
                    };
                    let bits = |t| u64::from(self.quick_known_bits(t, 4).signed_bits);
                    if bits(x) + n > u64::from(w) || bits(y) + n > u64::from(w) {
                        return false;
                    }
                    (x, y)
                }
                _ => return false,
            };
            if self.width(x) != self.width(y) {
                return false;
            }
            (a, b) = (x, y);
        }
    }

    /// Position of the `n` indices from `a` relative to the `m` indices from `b`.
    fn relation(&self, a: Term, n: u32, b: Term, m: u32) -> Relation {
        let w = self.width(a);
        if w < 32 && 1u32 << w < n.max(m) {
            return Relation::Unknown;
        }
        if let Some(d) = self.distance(a, b) {
            // Sums below must not wrap.
            let wide = w.max(33) + 1;
            return place(&d.zext(wide), n, &Bits::new(wide, m.into()), w);
        }
        // read-regions: a read skips writes to other regions
        if self.regions_apart(a, n.into(), b, m.into()) {
            return Relation::Apart;
        }
        if n == 1 && m == 1 {
            return if self.apart(a, b) { Relation::Apart } else { Relation::Unknown };
        }
        if w > 64 {
            return Relation::Unknown;
        }
        // Both lie within blocks of 2^t that their low bits determine.
        let (f, g) = (self.quick_known_bits(a, 4), self.quick_known_bits(b, 4));
        let t = (f.zeros | f.ones).trailing_ones().min((g.zeros | g.ones).trailing_ones()).min(31);
        let block = 1u64 << t;
        let (r, s) = (f.ones & (block - 1), g.ones & (block - 1));
        let (n, m) = (u64::from(n), u64::from(m));
        if r + n > block || s + m > block {
            return Relation::Unknown;
        }
        if r + n <= s || s + m <= r || (r == s && self.apart(a, b)) {
            return Relation::Apart;
        }
        Relation::Unknown
    }

    /// Position of the `n` indices from `a` relative to the range from `start` whose count is a term.
    fn relation_counted(&self, a: Term, n: u32, start: Term, count: Term) -> Relation {
        let w = self.width(a);
        // read-regions: the same for fill and copy
        if let Some(m) = self.as_u64(count)
            && m > 0
            && self.regions_apart(a, n.into(), start, m)
        {
            return Relation::Apart;
        }
        let (Some(d), Some(count)) = (self.distance(a, start), self.as_bits(count)) else {
            return Relation::Unknown;
        };
        if w < 32 && 1u32 << w < n {
            return Relation::Unknown;
        }
        let wide = w.max(33) + 1;
        place(&d.zext(wide), n, &count.zext(wide), w)
    }

    /// Number of elements that a store writes; `None` for other operators.
    fn written(&self, store: Term) -> Option<u32> {
        match self.op(store) {
            Op::Store => Some(1),
            Op::StoreLe | Op::StoreBe => Some(self.width(self.arg(store, 2)) / 8),
            _ => None,
        }
    }

    /// Follows a read down to its value or to the array that decides it.
    pub(super) fn follow_read(&mut self, array: Term, index: Term, read: Read) -> ReadResult {
        if self.reads.nesting == 0 {
            self.reads.conditionals.clear();
            self.reads.left = CONDITIONAL_LIMIT;
        }
        self.reads.nesting += 1;
        let result = self.follow_steps(array, index, read);
        self.reads.nesting -= 1;
        result
    }

    fn follow_steps(&mut self, array: Term, index: Term, read: Read) -> ReadResult {
        let (mut array, mut index) = (array, index);
        let mut steps = 0;
        loop {
            match self.follow_step(array, index, read) {
                Step::Value(v) => return ReadResult::Value(v),
                Step::Stuck => return ReadResult::Rest(array, index),
                Step::On(below) => {
                    let store = self.written(array).is_some();
                    (array, index) = below;
                    if !store {
                        continue;
                    }
                }
            }
            steps += 1;
            let constant = self.as_u64(index);
            if constant.is_none() && steps > SYMBOLIC_STEP_LIMIT {
                return ReadResult::Rest(array, index);
            }
            if let Some(at) = constant
                && steps > CONSTANT_STEP_LIMIT
                && self.written(array).is_some()
            {
                match self.read_layer(array, at, read) {
                    Ok(value) => return ReadResult::Value(value),
                    Err(rest) if rest == array => return ReadResult::Rest(array, index),
                    Err(rest) => array = rest,
                }
            }
        }
    }

    /// Performs one step of a read by the rules of its operator.
    fn follow_step(&mut self, array: Term, index: Term, read: Read) -> Step {
        // All steps of a read together count as one piece of work.
        let fuel = self.rules.fuel();
        let bits = 8 * read.count;
        let value = self.simplified(|b| match read.op {
            Op::LoadLe => rules::constructor_LoadLe(b, array, index, bits),
            Op::LoadBe => rules::constructor_LoadBe(b, array, index, bits),
            _ => rules::constructor_Select(b, array, index),
        });
        match (value, self.reads.on.take()) {
            (Some(_), Some(below)) => {
                self.rules.refuel(fuel);
                Step::On(below)
            }
            (Some(value), None) => Step::Value(value),
            (None, _) => Step::Stuck,
        }
    }

    /// Records where the rule just applied continues the read. The returned term only stands for the result and is not
    /// used.
    pub(super) fn continue_read(&mut self, array: Term, index: Term) -> Term {
        self.reads.on = Some((array, index));
        array
    }

    /// Reads both sides of a conditional, once per read and while the limit allows.
    fn enter_conditional(
        &mut self,
        conditional: ConditionalRead,
        merge: impl FnOnce(&mut Builder) -> Merged,
    ) -> Merged {
        if let Some(&known) = self.reads.conditionals.get(&conditional) {
            return known;
        }
        if self.reads.left == 0 {
            self.rules.note_cut();
            return Merged::Nothing;
        }
        self.reads.left -= 1;
        let merged = merge(self);
        self.reads.conditionals.insert(conditional, merged);
        merged
    }

    /// Merges two reads into `c ? x : y`, where at least one found a value, or into their common remainder.
    fn merge_reads(&mut self, c: Term, (x, y): (ReadResult, ReadResult), read: Read) -> Merged {
        match (x, y) {
            (ReadResult::Rest(p, i), ReadResult::Rest(q, j)) if p == q && i == j => Merged::Common((p, i)),
            (ReadResult::Rest(..), ReadResult::Rest(..)) => Merged::Nothing,
            (x, y) => {
                let (u, v) = (self.plain_read(x, read), self.plain_read(y, read));
                Merged::Value(self.ite(c, u, v))
            }
        }
    }

    fn read_either(&mut self, [c, a, b, index]: [Term; 4], read: Read) -> Merged {
        self.enter_conditional(([c, a, b, index], read), |s| {
            let results = (s.follow_steps(a, index, read), s.follow_steps(b, index, read));
            s.merge_reads(c, results, read)
        })
    }

    /// Value of a read from `c ? a : b` if at least one of the arms yields a value.
    pub(super) fn value_of_arms(&mut self, parts: [Term; 4], read: Read) -> Option<Term> {
        match self.read_either(parts, read) {
            Merged::Value(v) => Some(v),
            Merged::Common(_) | Merged::Nothing => None,
        }
    }

    /// Remaining read that both arms of `c ? a : b` lead to.
    pub(super) fn common_of_arms(&mut self, parts: [Term; 4], read: Read) -> Option<Reading> {
        match self.read_either(parts, read) {
            Merged::Common(reading) => Some(reading),
            Merged::Value(_) | Merged::Nothing => None,
        }
    }

    /// Whether the index of a store and the index that is read both lie in regions.
    fn among_regions(&self, array: Term, index: Term) -> bool {
        self.written(array).is_some() && self.in_regions(self.arg(array, 1)) && self.in_regions(index)
    }

    /// Value of a read from a store at `c ? i : j` if `i` or `j` yields a value; only for indices in regions.
    pub(super) fn value_at_arms(&mut self, [array, c, i, j]: [Term; 4], read: Read) -> Option<Term> {
        if !self.among_regions(array, i) || !self.in_regions(j) {
            return None;
        }
        let merged = self.enter_conditional(([array, c, i, j], read), |s| {
            let results = (s.follow_steps(array, i, read), s.follow_steps(array, j, read));
            s.merge_reads(c, results, read)
        });
        match merged {
            Merged::Value(v) => Some(v),
            Merged::Common(_) | Merged::Nothing => None,
        }
    }

    /// Value of a read from a store whose index is a conditional; only for indices in regions.
    pub(super) fn value_by_choice(&mut self, store: Term, index: Term, read: Read) -> Option<Term> {
        self.written(store)?;
        let at = self.arg(store, 1);
        if !self.is(at, Op::Ite) || !self.among_regions(store, index) {
            return None;
        }
        let merged = self.enter_conditional(([store, store, index, index], read), |s| {
            s.written_at(store, at, (index, read), &mut None).map_or(Merged::Nothing, Merged::Value)
        });
        match merged {
            Merged::Value(v) => Some(v),
            Merged::Common(_) | Merged::Nothing => None,
        }
    }

    /// Result of reading a store as if it wrote at `at`. `below` caches the result of reading the array below it.
    fn written_at(
        &mut self,
        store: Term,
        at: Term,
        (index, read): (Term, Read),
        below: &mut Option<Term>,
    ) -> Option<Term> {
        match (self.relation(index, read.count, at, self.written(store)?), below) {
            (Relation::Within(d), _) => Some(self.stored_part(store, d, read)),
            (Relation::Apart, Some(found)) => Some(*found),
            (Relation::Apart, below) => {
                let rest = self.follow_steps(self.arg(store, 0), index, read);
                *below = Some(self.plain_read(rest, read));
                *below
            }
            (Relation::Unknown, below) => {
                let (c, i, j) = self.match3(at, Op::Ite)?;
                let found = self.branching(|b| {
                    let x = b.written_at(store, i, (index, read), below)?;
                    let y = b.written_at(store, j, (index, read), below)?;
                    Some(b.ite(c, x, y))
                });
                found.flatten()
            }
        }
    }

    /// The value, or the remaining read as a term.
    pub(super) fn plain_read(&mut self, result: ReadResult, read: Read) -> Term {
        match result {
            ReadResult::Value(v) => v,
            ReadResult::Rest(array, index) if read.op == Op::Select || read.count == 1 => {
                self.store.mk(Op::Select, &[array, index])
            }
            ReadResult::Rest(array, index) => {
                let bits = 8 * read.count;
                let made = self.simplified(|b| match read.op {
                    Op::LoadLe => rules::constructor_EndLe(b, array, index, bits),
                    _ => rules::constructor_EndBe(b, array, index, bits),
                });
                match made {
                    Some(t) => t,
                    None => self.store.mk_load(read.op, array, index, bits),
                }
            }
        }
    }

    /// The elements from offset `d` of what a store writes.
    fn stored_part(&mut self, store: Term, d: u32, read: Read) -> Term {
        let (op, v) = (self.op(store), self.arg(store, 2));
        if op == Op::Store {
            return v;
        }
        let n = read.count;
        let low = if op == Op::StoreLe { d } else { self.width(v) / 8 - d - n };
        let part = self.extract(v, 8 * (low + n) - 1, 8 * low);
        let straight = n == 1 || (op == Op::StoreLe) == (read.op == Op::LoadLe);
        if straight { part } else { self.bswap(part) }
    }

    /// `n` times the same element.
    pub(super) fn repeated(&mut self, v: Term, n: u32) -> Term {
        let mut all = v;
        for _ in 1..n {
            all = self.concat(v, all);
        }
        all
    }

    /// Reads at a constant index from the layer of stores on top of `array`. Returns the value, the array below if the
    /// layer wrote none of the elements, or `array` itself if it wrote only some.
    fn read_layer(&mut self, array: Term, at: u64, read: Read) -> Result<Term, Term> {
        let w = self.width(self.arg(array, 1));
        self.make_layer(array);
        let layer = &self.reads.layers[&array];
        let index = |i: u32| crate::base::word::add(w, at, u64::from(i));
        let first = layer.written.get(&index(0)).copied();
        let uniform = (1..read.count).all(|i| layer.written.get(&index(i)).copied() == first);
        match first {
            _ if !uniform || w > 64 => Err(array),
            None => Err(layer.base),
            Some(store) => {
                let from = self.as_u64(self.arg(store, 1)).expect("a constant index");
                let d = crate::base::word::sub(w, at, from);
                if d + u64::from(read.count) > u64::from(self.written(store).expect("a store")) {
                    return Err(array);
                }
                Ok(self.stored_part(store, d as u32, read))
            }
        }
    }

    /// Makes the layer of an array unless there is one.
    fn make_layer(&mut self, array: Term) {
        let mut stores = Vec::new();
        let mut below = array;
        while !self.reads.layers.contains_key(&below)
            && let Some(n) = self.written(below)
            && let Some(at) = self.as_u64(self.arg(below, 1))
        {
            let w = self.width(self.arg(below, 1));
            stores.push((below, w, at, n));
            below = self.arg(below, 0);
        }
        let mut layer = match self.reads.layers.get(&below) {
            Some(layer) => layer.clone(),
            None => WrittenLayer { base: below, written: imbl::OrdMap::new() },
        };
        for (store, w, at, n) in stores.into_iter().rev() {
            for i in 0..n {
                layer.written.insert(crate::base::word::add(w, at, u64::from(i)), store);
            }
        }
        self.reads.layers.insert(array, layer);
    }

    /// Offset of the `n` elements from `i` within the `m` elements from `j`, if they lie within.
    pub(super) fn offset_within(&self, i: Term, n: u32, j: Term, m: u32) -> Option<u32> {
        match self.relation(i, n, j, m) {
            Relation::Within(d) => Some(d),
            Relation::Apart | Relation::Unknown => None,
        }
    }

    /// Whether the `n` elements from `i` and the `m` elements from `j` are disjoint.
    pub(super) fn ranges_apart(&self, i: Term, n: u32, j: Term, m: u32) -> bool {
        matches!(self.relation(i, n, j, m), Relation::Apart)
    }

    /// Whether the `n` elements from `i` lie within the `count` from `start`.
    pub(super) fn within_counted(&self, i: Term, n: u32, start: Term, count: Term) -> bool {
        matches!(self.relation_counted(i, n, start, count), Relation::Within(_))
    }

    /// Whether the `n` elements from `i` and the `count` elements from `start` are disjoint.
    pub(super) fn apart_counted(&self, i: Term, n: u32, start: Term, count: Term) -> bool {
        matches!(self.relation_counted(i, n, start, count), Relation::Apart)
    }
}

/// Position of `n` indices, which begin `d` above the start of a range of `count`, relative to this range, modulo 2^w.
/// The values have more than `w` bits, so that sums do not wrap.
fn place(d: &Bits, n: u32, count: &Bits, w: u32) -> Relation {
    let n = Bits::new(d.width(), n.into());
    if d.add(&n).ule(count) {
        return Relation::Within(d.limbs()[0] as u32);
    }
    let back = Bits::power_of_two(d.width(), w).sub(d);
    if count.ule(d) && n.ule(&back) { Relation::Apart } else { Relation::Unknown }
}
