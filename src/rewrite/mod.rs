//! Simplification: a [`Builder`] makes terms and applies the rewrite rules as it builds.
//!
//! The rules are data in `rewrite-rules/`; the README there states the law for them. This module holds the constructors
//! that apply the rules, and the procedures that answer their conditions. [`Builder`] lists the normal forms that the
//! rest of the project may rely on.

mod array;
mod choices;
mod conjunction;
mod heap;
mod interval;
mod known_bits;
mod make;
mod memory;
mod order;
mod parcel;
pub mod polynomial;
mod read_over_write;
mod region;
mod rules;
mod sums;
mod transform;
mod value_sets;
mod vocabulary;

use std::ops::Deref;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::base::Bits;
use crate::ilr::{Op, Sort, Term, TermStore};

pub use known_bits::KnownBits;
pub use parcel::Parcel;
pub use rules::{RULES, RuleSet};
pub use transform::{Import, substitute};

/// Maximum nesting of [`Builder::branching`].
const BRANCH_LIMIT: u32 = 4;

/// Makes simplified terms. Every constructor yields a term that is equal to the plain application
/// under every model. Operands must come from the same builder.
///
/// Normal forms: `Or`, `Ule`, `Sle` never occur (written with `Not`, `And`, `Ult`, `Slt`); a
/// constant operand of a commutative operator is the second; `x - k` is `x + (-k)`; comparisons
/// have their constant on the right; equality of booleans is `not (xor a b)`.
#[derive(Clone, Default)]
pub struct Builder {
    store: TermStore,
    rules: rules::Rules,
    memo: rules::Memo,
    /// Nesting of [`Builder::branching`].
    depth: u32,
    known_bits: FxHashMap<Term, KnownBits>,
    value_sets: FxHashMap<Term, value_sets::ValueSet>,
    choices: FxHashMap<Term, choices::Choices>,
    conjunctions: conjunction::Conjunctions,
    heaps: heap::HeapLists,
    reads: read_over_write::ReadState,
    regions: region::Regions,
    differences: polynomial::Known,
}

impl Deref for Builder {
    type Target = TermStore;

    fn deref(&self) -> &TermStore {
        &self.store
    }
}

impl Builder {
    /// A builder with a store of its own.
    pub fn new() -> Builder {
        Builder::default()
    }

    /// The store of all terms made.
    pub fn store(&self) -> &TermStore {
        &self.store
    }

    /// Consumes the builder and returns its terms.
    pub fn into_store(self) -> TermStore {
        self.store
    }

    /// The false constant.
    pub fn ff(&self) -> Term {
        self.store.bool(false)
    }

    /// The true constant.
    pub fn tt(&self) -> Term {
        self.store.bool(true)
    }

    /// A truth constant.
    pub fn bool(&self, value: bool) -> Term {
        self.store.bool(value)
    }

    /// The bit-vector constant with the low `width` bits of the value (zero-extended beyond 64).
    #[inline]
    pub fn bv(&mut self, width: u32, value: u64) -> Term {
        self.store.bv(width, value)
    }

    /// The bit-vector constant of any width.
    pub fn constant(&mut self, value: &Bits) -> Term {
        self.store.constant(value)
    }

    /// The uninterpreted constant of that name; one name has one sort.
    pub fn var(&mut self, name: &str, sort: Sort) -> Term {
        self.store.var(name, sort)
    }

    /// The same with a mark, see [`TermStore::marked_var`].
    pub fn marked_var(&mut self, name: &str, sort: Sort, mark: u8) -> Term {
        self.store.marked_var(name, sort, mark)
    }

    /// Makes the application of `op` as [`TermStore::mk`], simplified. Extensions, `Extract`,
    /// `ConstArray`, loads and leaves have constructors of their own.
    ///
    /// # Panics
    /// For those operators and for a wrong number of operands: faults of the caller.
    pub fn apply(&mut self, op: Op, args: &[Term]) -> Term {
        match *args {
            [a] => match op {
                Op::Not => self.not(a),
                Op::BvNot => self.bvnot(a),
                Op::Neg => self.neg(a),
                Op::Popcount => self.popcount(a),
                Op::Ctlz => self.ctlz(a),
                Op::Cttz => self.cttz(a),
                Op::Bswap => self.bswap(a),
                Op::Bitreverse => self.bitreverse(a),
                _ => panic!("{op:?} of one operand"),
            },
            [a, b] => match op {
                Op::And => self.and(a, b),
                Op::Or => self.or(a, b),
                Op::Xor => self.xor(a, b),
                Op::Eq => self.eq(a, b),
                Op::BvAnd => self.bvand(a, b),
                Op::BvOr => self.bvor(a, b),
                Op::BvXor => self.bvxor(a, b),
                Op::Add => self.add(a, b),
                Op::Sub => self.sub(a, b),
                Op::Mul => self.mul(a, b),
                Op::Udiv => self.udiv(a, b),
                Op::Sdiv => self.sdiv(a, b),
                Op::Urem => self.urem(a, b),
                Op::Srem => self.srem(a, b),
                Op::Shl => self.shl(a, b),
                Op::Lshr => self.lshr(a, b),
                Op::Ashr => self.ashr(a, b),
                Op::Ult => self.ult(a, b),
                Op::Ule => self.ule(a, b),
                Op::Slt => self.slt(a, b),
                Op::Sle => self.sle(a, b),
                Op::Concat => self.concat(a, b),
                Op::Uaddo => self.uaddo(a, b),
                Op::Saddo => self.saddo(a, b),
                Op::Usubo => self.usubo(a, b),
                Op::Ssubo => self.ssubo(a, b),
                Op::Umulo => self.umulo(a, b),
                Op::Smulo => self.smulo(a, b),
                Op::Select => self.select(a, b),
                Op::HeapFree => self.heap_free(a, b),
                Op::ValidFree => self.valid_free(a, b),
                _ => panic!("{op:?} of two operands"),
            },
            [a, b, c] => match op {
                Op::Ite => self.ite(a, b, c),
                Op::Store => self.store_elem(a, b, c),
                Op::StoreLe | Op::StoreBe => self.store_mem(op, a, b, c),
                Op::HeapMalloc => self.heap_malloc(a, b, c),
                Op::ValidAccess => self.valid_access(a, b, c),
                Op::Allocatable => self.allocatable(a, b, c),
                _ => panic!("{op:?} of three operands"),
            },
            [a, b, c, d] if op == Op::Fill => self.fill(a, b, c, d),
            [a, b, c, d, e] if op == Op::Copy => self.copy(a, b, c, d, e),
            _ => panic!("{op:?} of {} operands", args.len()),
        }
    }

    /// Runs a search that makes several terms at every level; `None` at the nesting limit.
    fn branching<R>(&mut self, rule: impl FnOnce(&mut Builder) -> R) -> Option<R> {
        if self.depth >= BRANCH_LIMIT {
            return None;
        }
        self.depth += 1;
        let r = rule(self);
        self.depth -= 1;
        Some(r)
    }

    // Constant folding. The 64-bit path does not allocate.

    #[inline]
    fn fold1(&mut self, a: Term, short: fn(u32, u64) -> u64, wide: fn(&Bits) -> Bits) -> Option<Term> {
        if let Some(x) = self.store.as_u64(a) {
            let w = self.store.width(a);
            return Some(self.store.bv(w, short(w, x)));
        }
        let x = self.store.as_bits(a)?;
        Some(self.store.constant(&wide(&x)))
    }

    #[inline]
    fn fold2(
        &mut self,
        a: Term,
        b: Term,
        short: fn(u32, u64, u64) -> u64,
        wide: fn(&Bits, &Bits) -> Bits,
    ) -> Option<Term> {
        if let (Some(x), Some(y)) = (self.store.as_u64(a), self.store.as_u64(b)) {
            let w = self.store.width(a);
            return Some(self.store.bv(w, short(w, x, y)));
        }
        let (x, y) = (self.store.as_bits(a)?, self.store.as_bits(b)?);
        Some(self.store.constant(&wide(&x, &y)))
    }

    #[inline]
    fn fold2_bool(
        &self,
        a: Term,
        b: Term,
        short: fn(u32, u64, u64) -> bool,
        wide: fn(&Bits, &Bits) -> bool,
    ) -> Option<Term> {
        if let (Some(x), Some(y)) = (self.store.as_u64(a), self.store.as_u64(b)) {
            return Some(self.bool(short(self.store.width(a), x, y)));
        }
        let (x, y) = (self.store.as_bits(a)?, self.store.as_bits(b)?);
        Some(self.bool(wide(&x, &y)))
    }

    // Matching helpers.

    /// Whether the term is an application of `op`.
    #[inline]
    fn is(&self, t: Term, op: Op) -> bool {
        self.store.op(t) == op
    }

    /// The operand of a unary application of `op`.
    #[inline]
    fn match1(&self, t: Term, op: Op) -> Option<Term> {
        self.is(t, op).then(|| self.store.arg(t, 0))
    }

    /// The operands of a binary application of `op`.
    #[inline]
    fn match2(&self, t: Term, op: Op) -> Option<(Term, Term)> {
        self.is(t, op).then(|| (self.store.arg(t, 0), self.store.arg(t, 1)))
    }

    /// The operands of a ternary application of `op`.
    #[inline]
    fn match3(&self, t: Term, op: Op) -> Option<(Term, Term, Term)> {
        self.is(t, op).then(|| (self.store.arg(t, 0), self.store.arg(t, 1), self.store.arg(t, 2)))
    }

    /// The comparison that a literal is or negates, and whether it is asserted.
    fn comparison(&self, literal: Term) -> Option<(Term, bool)> {
        let (atom, positive) = match self.match1(literal, Op::Not) {
            Some(atom) => (atom, false),
            None => (literal, true),
        };
        matches!(self.op(atom), Op::Eq | Op::Ult | Op::Slt).then_some((atom, positive))
    }

    /// A binary application of `op` to a constant second operand.
    #[inline]
    fn match_const(&self, t: Term, op: Op) -> Option<(Term, Term)> {
        self.match2(t, op).filter(|&(_, k)| self.is(k, Op::Const))
    }

    /// An `ite` whose arms are both constants.
    fn match_const_ite(&self, t: Term) -> Option<(Term, Term, Term)> {
        self.match3(t, Op::Ite).filter(|&(_, a, b)| self.store.is_const(a) && self.store.is_const(b))
    }

    /// Whether the term is the constant zero.
    #[inline]
    fn is_zero(&self, t: Term) -> bool {
        match self.store.as_u64(t) {
            Some(x) => x == 0,
            None => self.store.as_bits(t).is_some_and(|x| x.is_zero()),
        }
    }

    /// Whether the term is the constant one.
    #[inline]
    fn is_one(&self, t: Term) -> bool {
        match self.store.as_u64(t) {
            Some(x) => x == 1,
            None => self.store.as_bits(t).is_some_and(|x| x.is_one()),
        }
    }

    /// Whether the term is the constant with all bits set.
    #[inline]
    fn is_ones(&self, t: Term) -> bool {
        match self.store.as_u64(t) {
            Some(x) => x == crate::base::word::mask(self.store.width(t)),
            None => self.store.as_bits(t).is_some_and(|x| x.is_ones()),
        }
    }

    /// Whether one term is the boolean negation of the other.
    #[inline]
    fn complements(&self, a: Term, b: Term) -> bool {
        self.match1(a, Op::Not) == Some(b) || self.match1(b, Op::Not) == Some(a)
    }

    /// The operands in canonical order: constants last, else older terms first.
    #[inline]
    fn ordered(&self, a: Term, b: Term) -> (Term, Term) {
        match (self.store.is_const(a), self.store.is_const(b)) {
            (true, false) => (b, a),
            (false, true) => (a, b),
            _ => (a.min(b), a.max(b)),
        }
    }
}

/// A short list of terms.
type Terms = SmallVec<[Term; 16]>;
