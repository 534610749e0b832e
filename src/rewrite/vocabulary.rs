//! The vocabulary of the rules (`rewrite-rules/prelude.isle`): matchers, makers and the questions of conditions.

use super::array::ONE;
use super::conjunction::Side;
use super::known_bits::{signed_least, signed_most};
use super::read_over_write::{Read, ReadResult, Reading};
use super::region::Inside;
use super::rules::{Context, Node, Unit};
use super::{Builder, KnownBits};
use crate::base::{Bits, word};
use crate::ilr::{Op, Sort, Term};

/// The answer of a question.
fn when(holds: bool) -> Option<Unit> {
    holds.then_some(())
}

/// A load of `w` bits.
fn loads(op: Op, w: u32) -> Read {
    Read { op, count: w / 8 }
}

/// Makers that are constructors of the builder under the same name.
macro_rules! makers {
    ($($name:ident($($arg:ident: $ty:ty),*);)*) => {
        $(#[inline] fn $name(&mut self, $($arg: $ty),*) -> Term { Builder::$name(self, $($arg),*) })*
    };
}

impl Context for Builder {
    #[inline]
    fn node(&mut self, t: Term) -> Node {
        self.head(t)
    }

    makers! {
        not(a: Term); and(a: Term, b: Term); or(a: Term, b: Term); implies(a: Term, b: Term); xor(a: Term, b: Term);
        eq(a: Term, b: Term); ne(a: Term, b: Term); ite(c: Term, a: Term, b: Term);
        bvnot(a: Term); neg(a: Term); popcount(a: Term); ctlz(a: Term); cttz(a: Term); bswap(a: Term);
        bitreverse(a: Term);
        bvand(a: Term, b: Term); bvor(a: Term, b: Term); bvxor(a: Term, b: Term); add(a: Term, b: Term);
        sub(a: Term, b: Term); mul(a: Term, b: Term); udiv(a: Term, b: Term); sdiv(a: Term, b: Term);
        urem(a: Term, b: Term); srem(a: Term, b: Term); shl(a: Term, b: Term); lshr(a: Term, b: Term);
        ashr(a: Term, b: Term); ult(a: Term, b: Term); slt(a: Term, b: Term); ule(a: Term, b: Term);
        sle(a: Term, b: Term); concat(a: Term, b: Term); select(a: Term, i: Term);
        zext(a: Term, w: u32); sext(a: Term, w: u32); extract(a: Term, hi: u32, lo: u32);
        store_elem(a: Term, i: Term, v: Term); fill(a: Term, s: Term, n: Term, v: Term);
        copy(a: Term, t: Term, b: Term, s: Term, n: Term); heap_free(h: Term, p: Term);
        low_bits(a: Term, n: u32); uaddo(a: Term, b: Term); saddo(a: Term, b: Term); ssubo(a: Term, b: Term);
        smulo(a: Term, b: Term);
    }

    fn tt(&mut self) -> Term {
        Builder::tt(self)
    }

    fn ff(&mut self) -> Term {
        Builder::ff(self)
    }

    fn raw_urem(&mut self, a: Term, b: Term) -> Term {
        self.store.mk(Op::Urem, &[a, b])
    }

    // Constants.

    #[inline]
    fn zero(&mut self, t: Term) -> Option<Unit> {
        when(self.is_zero(t))
    }

    #[inline]
    fn one(&mut self, t: Term) -> Option<Unit> {
        when(self.is_one(t))
    }

    #[inline]
    fn ones(&mut self, t: Term) -> Option<Unit> {
        when(self.is_ones(t))
    }

    fn smin(&mut self, t: Term) -> Option<Unit> {
        when(self.as_bits(t).is_some_and(|k| k == Bits::signed_min(k.width())))
    }

    fn smax(&mut self, t: Term) -> Option<Unit> {
        when(self.as_bits(t).is_some_and(|k| k == Bits::signed_max(k.width())))
    }

    fn nonzero(&mut self, t: Term) -> Option<Term> {
        (self.is(t, Op::Const) && !self.is_zero(t)).then_some(t)
    }

    fn negative(&mut self, t: Term) -> Option<Term> {
        self.as_bits(t)?.is_negative().then_some(t)
    }

    fn positive(&mut self, t: Term) -> Option<Term> {
        (!self.as_bits(t)?.is_negative()).then_some(t)
    }

    fn power(&mut self, t: Term) -> Option<u32> {
        match self.as_u64(t) {
            Some(k) => k.is_power_of_two().then(|| k.trailing_zeros()),
            None => self.as_bits(t)?.exact_log2(),
        }
    }

    fn mask(&mut self, t: Term) -> Option<(u32, u32)> {
        let k = self.as_bits(t)?;
        if k.is_zero() {
            return None;
        }
        let (hi, lo) = (k.width() - 1 - k.leading_zeros(), k.trailing_zeros());
        (k.count_ones() == hi - lo + 1).then_some((hi, lo))
    }

    fn amount(&mut self, t: Term) -> Option<u32> {
        let w = self.shift_width(t)?;
        let n = self.as_bits(t)?.to_u64()?;
        (n < u64::from(w)).then_some(n as u32)
    }

    fn over(&mut self, t: Term) -> Option<Unit> {
        let w = self.shift_width(t)?;
        when(self.as_bits(t)?.to_u64().is_none_or(|n| n >= u64::from(w)))
    }

    fn zero_like(&mut self, t: Term) -> Term {
        self.bv(self.store.width(t), 0)
    }

    fn one_like(&mut self, t: Term) -> Term {
        self.bv(self.store.width(t), 1)
    }

    fn ones_like(&mut self, t: Term) -> Term {
        self.constant(&Bits::ones(self.store.width(t)))
    }

    fn smin_like(&mut self, t: Term) -> Term {
        self.constant(&Bits::signed_min(self.store.width(t)))
    }

    fn smax_like(&mut self, t: Term) -> Term {
        self.constant(&Bits::signed_max(self.store.width(t)))
    }

    fn number(&mut self, w: u32, n: u32) -> Term {
        self.bv(w, u64::from(n))
    }

    #[inline]
    fn gate(&mut self, t: Term) -> Option<(Term, Term)> {
        let (c, a, b) = self.match_const_ite(t)?;
        match (self.is_zero(a), self.is_zero(b)) {
            (false, true) => Some((c, a)),
            (true, false) => Some((Builder::not(self, c), b)),
            _ => None,
        }
    }

    fn not_smin(&mut self, k: Term) -> Option<Unit> {
        when(self.smin(k).is_none())
    }

    fn not_smax(&mut self, k: Term) -> Option<Unit> {
        when(self.smax(k).is_none())
    }

    fn not_zero(&mut self, k: Term) -> Option<Unit> {
        when(!self.is_zero(k))
    }

    fn not_ones(&mut self, k: Term) -> Option<Unit> {
        when(!self.is_ones(k))
    }

    fn bits_needed(&mut self, k: Term) -> Option<u32> {
        let k = self.as_bits(k)?;
        let n = k.width() - k.leading_zeros();
        (!k.is_zero() && n < k.width()).then_some(n)
    }

    fn inverse(&mut self, k: Term) -> Option<Term> {
        let k = self.as_bits(k)?;
        k.bit(0).then(|| self.constant(&inverse(&k)))
    }

    // Numbers.

    #[inline]
    fn width(&mut self, t: Term) -> u32 {
        self.store.width(t)
    }

    fn plus(&mut self, a: u32, b: u32) -> u32 {
        a + b
    }

    fn minus(&mut self, a: u32, b: u32) -> u32 {
        a.saturating_sub(b)
    }

    fn least(&mut self, a: u32, b: u32) -> u32 {
        a.min(b)
    }

    fn most(&mut self, a: u32, b: u32) -> u32 {
        a.max(b)
    }

    fn times(&mut self, a: u32, b: u32) -> u32 {
        a * b
    }

    fn bytes(&mut self, t: Term) -> u32 {
        self.store.width(t) / 8
    }

    fn half(&mut self, n: u32) -> u32 {
        n / 2
    }

    fn of_bits(&mut self, w: u32) -> u32 {
        w / 8
    }

    #[inline]
    fn below(&mut self, a: u32, b: u32) -> Option<Unit> {
        when(a < b)
    }

    #[inline]
    fn at_least(&mut self, a: u32, b: u32) -> Option<Unit> {
        when(a >= b)
    }

    #[inline]
    fn same(&mut self, a: u32, b: u32) -> Option<Unit> {
        when(a == b)
    }

    // Questions.

    #[inline]
    fn is_bit(&mut self, t: Term) -> Option<Unit> {
        when(self.sort(t) == Sort::Bv(1))
    }

    #[inline]
    fn is_bool(&mut self, t: Term) -> Option<Unit> {
        when(self.sort(t) == Sort::Bool)
    }

    #[inline]
    fn is_and(&mut self, t: Term) -> Option<Unit> {
        when(self.is(t, Op::And))
    }

    fn sign(&mut self, t: Term) -> Term {
        let top = self.store.width(t) - 1;
        self.extract(t, top, top)
    }

    fn low_bits_zero(&mut self, k: Term, n: u32) -> Option<Unit> {
        when(self.as_bits(k)?.trailing_zeros() >= n)
    }

    fn low_bits_nonzero(&mut self, k: Term, n: u32) -> Option<Unit> {
        when(self.as_bits(k)?.trailing_zeros() < n)
    }

    fn has_outside(&mut self, k: Term, j: Term) -> Option<Unit> {
        let (k, j) = (self.as_bits(k)?, self.as_bits(j)?);
        when(k.width() == j.width() && !k.and(&j.not()).is_zero())
    }

    fn high_nonzero(&mut self, k: Term, n: u32) -> Option<Unit> {
        let k = self.as_bits(k)?;
        when(k.leading_zeros() + n < k.width())
    }

    fn sext_of(&mut self, k: Term, n: u32) -> Option<Unit> {
        when(is_sext_of(&self.as_bits(k)?, n)?)
    }

    fn no_sext_of(&mut self, k: Term, n: u32) -> Option<Unit> {
        when(!is_sext_of(&self.as_bits(k)?, n)?)
    }

    fn high_part(&mut self, j: Term, k: Term) -> Option<Unit> {
        when(is_high_part(&self.as_bits(j)?, &self.as_bits(k)?)?)
    }

    fn not_high_part(&mut self, j: Term, k: Term) -> Option<Unit> {
        when(!is_high_part(&self.as_bits(j)?, &self.as_bits(k)?)?)
    }

    #[inline]
    fn other(&mut self, s: Term, x: Term) -> Option<Term> {
        use Op::{Add, And, BvAnd, BvOr, BvXor, Mul, Xor};
        if !matches!(self.op(s), Add | And | BvAnd | BvOr | BvXor | Mul | Xor) {
            return None;
        }
        match (self.store.arg(s, 0), self.store.arg(s, 1)) {
            (a, b) if a == x => Some(b),
            (a, b) if b == x => Some(a),
            _ => None,
        }
    }

    fn surely_ult(&mut self, x: Term, y: Term) -> Option<Unit> {
        self.by_known_bits(x, y, |_, f, g| f.max < g.min)
    }

    fn surely_uge(&mut self, x: Term, y: Term) -> Option<Unit> {
        self.by_known_bits(x, y, |_, f, g| f.min >= g.max).or_else(|| self.by_min_max(Op::Ult, x, y))
    }

    fn surely_slt(&mut self, x: Term, y: Term) -> Option<Unit> {
        self.by_known_bits(x, y, |w, f, g| signed_most(w, f) < signed_least(w, g))
    }

    fn surely_sge(&mut self, x: Term, y: Term) -> Option<Unit> {
        self.by_known_bits(x, y, |w, f, g| signed_least(w, f) >= signed_most(w, g))
            .or_else(|| self.by_min_max(Op::Slt, x, y))
    }

    fn nonneg(&mut self, t: Term) -> Option<Unit> {
        let w = self.store.width(t);
        when(w <= 64 && self.quick_known_bits(t, 3).max >> (w - 1) == 0)
    }

    fn fits_uadd(&mut self, x: Term, y: Term) -> Option<Unit> {
        self.by_known_bits(x, y, |w, f, g| f.max <= word::mask(w) - g.max)
    }

    fn fits_sadd(&mut self, x: Term, y: Term) -> Option<Unit> {
        self.by_known_bits(x, y, |w, f, g| f.signed_bits.max(g.signed_bits) < w)
    }

    fn fits_ssub(&mut self, x: Term, y: Term) -> Option<Unit> {
        self.fits_sadd(x, y)
    }

    fn fits_umul(&mut self, x: Term, y: Term) -> Option<Unit> {
        self.by_known_bits(x, y, |w, f, g| f.max.checked_mul(g.max).is_some_and(|p| p <= word::mask(w)))
    }

    fn fits_smul(&mut self, x: Term, y: Term) -> Option<Unit> {
        self.by_known_bits(x, y, |w, f, g| f.signed_bits + g.signed_bits <= w)
    }

    fn differ(&mut self, x: Term, y: Term) -> Option<Unit> {
        let Sort::Bv(w) = self.sort(x) else { return None };
        if let Some(k) = self.as_u64(y) {
            return when(!self.quick_known_bits(x, 3).admits(k));
        }
        if self.distance(x, y).is_some_and(|d| !d.is_zero()) {
            return Some(());
        }
        if w > 64 {
            return None;
        }
        let (f, g) = (self.quick_known_bits(x, 2), self.quick_known_bits(y, 2));
        when(f.excludes(&g))
    }

    fn surely_is(&mut self, x: Term, k: Term) -> Option<Unit> {
        self.by_known_bits(x, k, |_, f, k| f.min == f.max && f.min == k.min)
    }

    fn surely_nonzero(&mut self, t: Term) -> Option<Unit> {
        let w = self.sort(t).width()?;
        when(w <= 64 && self.quick_known_bits(t, 3).min > 0)
    }

    fn bits_of_both(&mut self, x: Term, y: Term) -> Option<u32> {
        let w = self.sort(x).width()?;
        if !(4..=64).contains(&w) {
            return None;
        }
        let most = self.quick_known_bits(x, 3).max | self.quick_known_bits(y, 3).max;
        let n = (64 - most.leading_zeros()).max(1);
        (n <= w / 4 * 3).then_some(n)
    }

    fn quotient_by(&mut self, p: Term, x: Term) -> Option<Term> {
        self.divisor_of(Op::Udiv, p, x)
    }

    fn signed_quotient_by(&mut self, p: Term, x: Term) -> Option<Term> {
        self.divisor_of(Op::Sdiv, p, x)
    }

    fn above_smin(&mut self, k: Term) -> Option<Term> {
        let k = self.as_bits(k)?;
        let min = Bits::signed_min(k.width());
        (k == min.add(&Bits::one(k.width()))).then(|| self.constant(&min))
    }

    fn high_zeros_below(&mut self, t: Term, n: u32) -> Option<Unit> {
        let w = self.store.width(t);
        when(n < w && w <= 64 && self.quick_known_bits(t, 3).max <= word::mask(w) >> n)
    }

    fn shifted_up(&mut self, k: Term, n: u32) -> Term {
        let k = self.as_bits(k).expect("a rule's constant");
        let (w, n) = (k.width(), Bits::new(k.width(), n.into()));
        let down = k.lshr(&n);
        let exact = down.shl(&n) == k;
        self.constant(&if exact { down } else { down.add(&Bits::one(w)) })
    }

    fn in_other_region(&mut self, x: Term, y: Term) -> Option<Unit> {
        when(self.regions_apart(x, 1, y, 1))
    }

    fn cancelled(&mut self, x: Term, y: Term) -> Option<Term> {
        self.work(|s| s.eq_sums(x, y))
    }

    fn same_sum(&mut self, x: Term, y: Term) -> Option<Unit> {
        when(self.equal_polynomials(x, y))
    }

    fn few_chosen(&mut self, t: Term) -> Option<Unit> {
        when(self.chooses_few(t))
    }

    fn is_input(&mut self, t: Term) -> Option<Unit> {
        when(self.is(t, Op::Var))
    }

    fn sum_in_order(&mut self, t: Term) -> Option<Term> {
        self.work(|s| s.ordered_sum(t))
    }

    #[inline]
    fn low_zeros(&mut self, t: Term) -> Option<u32> {
        let n = match self.op(t) {
            Op::Shl => return self.amount(self.arg(t, 1)).filter(|&n| n > 0),
            Op::Concat => self.as_bits(self.arg(t, 1))?.trailing_zeros(),
            Op::Zext => {
                let (_, low) = self.match2(self.arg(t, 0), Op::Concat)?;
                self.as_bits(low)?.trailing_zeros()
            }
            _ => return None,
        };
        (n > 0).then_some(n)
    }

    fn high_zeros(&mut self, t: Term, n: u32) -> Option<Unit> {
        let w = self.store.width(t);
        when(match self.op(t) {
            Op::Const => self.as_bits(t)?.leading_zeros() + n >= w,
            Op::Zext => self.store.width(self.arg(t, 0)) <= n,
            Op::Concat | Op::Shl => w <= 64 && self.quick_known_bits(t, 3).max >> n == 0,
            _ => false,
        })
    }

    fn absorbs(&mut self, x: Term, y: Term, hi: u32, lo: u32) -> Option<Unit> {
        when(self.takes_extract(x, hi, lo, 2) || self.takes_extract(y, hi, lo, 2))
    }

    #[inline]
    fn part_of_load(&mut self, t: Term, hi: u32, lo: u32) -> Option<Term> {
        self.work(|s| {
            if !matches!(s.op(t), Op::LoadLe | Op::LoadBe)
                || !lo.is_multiple_of(8)
                || !(hi + 1).is_multiple_of(8)
            {
                return None;
            }
            s.bytes_of_load(t, hi, lo)
        })
    }

    // Memory.

    fn store_le(&mut self, m: Term, p: Term, v: Term) -> Term {
        self.store_mem(Op::StoreLe, m, p, v)
    }

    fn store_be(&mut self, m: Term, p: Term, v: Term) -> Term {
        self.store_mem(Op::StoreBe, m, p, v)
    }

    fn read_on(&mut self, a: Term, i: Term) -> Term {
        self.continue_read(a, i)
    }

    fn load_le_of(&mut self, m: Term, p: Term, w: u32) -> Term {
        self.load(Op::LoadLe, m, p, w)
    }

    fn load_be_of(&mut self, m: Term, p: Term, w: u32) -> Term {
        self.load(Op::LoadBe, m, p, w)
    }

    fn load_le_on(&mut self, m: Term, p: Term, _: u32) -> Term {
        self.continue_read(m, p)
    }

    fn load_be_on(&mut self, m: Term, p: Term, _: u32) -> Term {
        self.continue_read(m, p)
    }

    fn reading(&mut self, reading: Reading) -> Reading {
        reading
    }

    fn within(&mut self, i: Term, n: u32, j: Term, m: u32) -> Option<u32> {
        self.offset_within(i, n, j, m)
    }

    fn hidden(&mut self, i: Term, n: u32, j: Term, m: u32) -> Option<Unit> {
        when(self.offset_within(i, n, j, m).is_some())
    }

    fn apart(&mut self, i: Term, n: u32, j: Term, m: u32) -> Option<Unit> {
        when(self.ranges_apart(i, n, j, m))
    }

    fn in_range(&mut self, i: Term, n: u32, s: Term, m: Term) -> Option<Unit> {
        when(self.within_counted(i, n, s, m))
    }

    fn out_of_range(&mut self, i: Term, n: u32, s: Term, m: Term) -> Option<Unit> {
        when(self.apart_counted(i, n, s, m))
    }

    fn repeat(&mut self, v: Term, n: u32) -> Term {
        self.repeated(v, n)
    }

    fn known_element(&mut self, a: Term, i: Term) -> Option<Term> {
        self.work(|s| s.value_in_stores(a, i, ONE))
    }

    fn same_read(&mut self, a: Term, i: Term, b: Term, j: Term) -> Option<Unit> {
        self.work(|s| when(s.follow_read(a, i, ONE) == ReadResult::Rest(b, j)))
    }

    fn value_of_either(&mut self, c: Term, a: Term, b: Term, i: Term) -> Option<Term> {
        self.work(|s| s.value_of_arms([c, a, b, i], ONE))
    }

    fn common_read(&mut self, c: Term, a: Term, b: Term, i: Term) -> Option<Reading> {
        self.work(|s| s.common_of_arms([c, a, b, i], ONE))
    }

    fn value_at_either(&mut self, a: Term, c: Term, i: Term, j: Term) -> Option<Term> {
        self.work(|s| s.value_at_arms([a, c, i, j], ONE))
    }

    fn value_under_choice(&mut self, a: Term, i: Term) -> Option<Term> {
        self.work(|s| s.value_by_choice(a, i, ONE))
    }

    fn same_load_le(&mut self, a: Term, i: Term, b: Term, j: Term, w: u32) -> Option<Unit> {
        self.work(|s| {
            when(s.is_memory(a) && s.follow_read(a, i, loads(Op::LoadLe, w)) == ReadResult::Rest(b, j))
        })
    }

    fn load_le_of_either(&mut self, c: Term, a: Term, b: Term, i: Term, w: u32) -> Option<Term> {
        self.work(|s| s.value_of_arms([c, a, b, i], loads(Op::LoadLe, w)))
    }

    fn common_load_le(&mut self, c: Term, a: Term, b: Term, i: Term, w: u32) -> Option<Reading> {
        self.work(|s| s.common_of_arms([c, a, b, i], loads(Op::LoadLe, w)))
    }

    fn load_le_at_either(&mut self, a: Term, c: Term, i: Term, j: Term, w: u32) -> Option<Term> {
        self.work(|s| s.value_at_arms([a, c, i, j], loads(Op::LoadLe, w)))
    }

    fn load_le_under_choice(&mut self, a: Term, i: Term, w: u32) -> Option<Term> {
        self.work(|s| s.value_by_choice(a, i, loads(Op::LoadLe, w)))
    }

    fn bytes_known_le(&mut self, a: Term, i: Term, w: u32) -> Option<Term> {
        self.work(|s| s.bytes_in_stores(a, i, loads(Op::LoadLe, w)))
    }

    fn same_load_be(&mut self, a: Term, i: Term, b: Term, j: Term, w: u32) -> Option<Unit> {
        self.work(|s| {
            when(s.is_memory(a) && s.follow_read(a, i, loads(Op::LoadBe, w)) == ReadResult::Rest(b, j))
        })
    }

    fn load_be_of_either(&mut self, c: Term, a: Term, b: Term, i: Term, w: u32) -> Option<Term> {
        self.work(|s| s.value_of_arms([c, a, b, i], loads(Op::LoadBe, w)))
    }

    fn common_load_be(&mut self, c: Term, a: Term, b: Term, i: Term, w: u32) -> Option<Reading> {
        self.work(|s| s.common_of_arms([c, a, b, i], loads(Op::LoadBe, w)))
    }

    fn load_be_at_either(&mut self, a: Term, c: Term, i: Term, j: Term, w: u32) -> Option<Term> {
        self.work(|s| s.value_at_arms([a, c, i, j], loads(Op::LoadBe, w)))
    }

    fn load_be_under_choice(&mut self, a: Term, i: Term, w: u32) -> Option<Term> {
        self.work(|s| s.value_by_choice(a, i, loads(Op::LoadBe, w)))
    }

    fn bytes_known_be(&mut self, a: Term, i: Term, w: u32) -> Option<Term> {
        self.work(|s| s.bytes_in_stores(a, i, loads(Op::LoadBe, w)))
    }

    // Heaps.

    fn some_contains(&mut self, h: Term, p: Term, s: Term) -> Option<Term> {
        self.work(|b| b.some_object_contains(h, p, s))
    }

    fn some_starts(&mut self, h: Term, p: Term) -> Option<Term> {
        self.work(|s| s.some_object_starts(h, p))
    }

    fn all_disjoint(&mut self, h: Term, p: Term, s: Term) -> Option<Term> {
        self.work(|b| b.all_objects_disjoint(h, p, s))
    }

    fn inside_this(&mut self, p: Term, s: Term, q: Term, t: Term) -> Option<Unit> {
        let n = self.as_u64(t)?;
        when(self.inside_region(p, s, q, n) == Inside::This)
    }

    fn inside_other(&mut self, p: Term, s: Term, q: Term, t: Term) -> Option<Unit> {
        let n = self.as_u64(t)?;
        when(self.inside_region(p, s, q, n) == Inside::Other)
    }

    fn contains_either(&mut self, p: Term, s: Term, c: Term, x: Term, y: Term, t: Term) -> Option<Term> {
        self.work(|b| b.contained_arms((p, s), (c, x, y), t))
    }

    // Conjunctions.

    fn has_conjunct(&mut self, x: Term, y: Term) -> Option<Unit> {
        when(self.has_conjunct_in(x, y))
    }

    fn contradict(&mut self, x: Term, y: Term) -> Option<Unit> {
        when(self.conjuncts_contradict(x, y))
    }

    fn excludes(&mut self, x: Term, p: Term) -> Option<Unit> {
        when(self.makes_false(x, p))
    }

    fn rest_under(&mut self, x: Term, p: Term) -> Option<Term> {
        self.work(|s| s.rest_where(x, p))
    }

    fn factored(&mut self, p: Term, q: Term) -> Option<Term> {
        self.work(|s| s.factor(p, q))
    }

    fn unshared(&mut self, x: Term, y: Term) -> Option<Term> {
        self.work(|s| s.conjuncts_only_in(x, y))
    }

    fn ranges_exclude(&mut self, x: Term, y: Term) -> Option<Unit> {
        when(self.literals_exclude(x, y))
    }

    fn range_implies(&mut self, x: Term, y: Term) -> Option<Unit> {
        when(self.literal_implied(x, y))
    }

    fn without_implied(&mut self, x: Term, y: Term) -> Option<Term> {
        self.without_weaker(x, y)
    }

    fn common_range(&mut self, x: Term, y: Term) -> Option<Term> {
        self.work(|s| s.range_of_literals(x, y))
    }

    fn without_satisfied(&mut self, x: Term, y: Term) -> Option<Term> {
        self.without_clause(x, y)
    }

    fn orders_exclude(&mut self, x: Term, y: Term) -> Option<Unit> {
        when(self.related_exclude(x, y))
    }

    fn order_implies(&mut self, x: Term, y: Term) -> Option<Unit> {
        when(self.related_implied(x, y))
    }

    fn joined_orders(&mut self, x: Term, y: Term) -> Option<Term> {
        self.work(|s| s.related_joined(x, y))
    }

    fn under(&mut self, c: Term, t: Term) -> Option<Term> {
        self.resolved(c, Side::True, t)
    }

    fn under_not(&mut self, c: Term, t: Term) -> Option<Term> {
        self.resolved(c, Side::False, t)
    }

    // Callbacks that the build adds to each rule.

    #[inline]
    fn enabled(&mut self, rule: u32) -> Option<Unit> {
        when(self.rules.may_apply(rule))
    }

    #[inline]
    fn fired(&mut self, rule: u32, t: Term) -> Term {
        self.rules.count(rule);
        t
    }
}

impl Builder {
    /// Runs a question that makes terms, unless depth or fuel is exhausted: questions run before their rule is checked.
    fn work<R>(&mut self, question: impl FnOnce(&mut Builder) -> Option<R>) -> Option<R> {
        if self.rules.exhausted() {
            self.rules.note_cut();
            return None;
        }
        question(self)
    }

    /// Width of a bit-vector constant, which is also the width of a shift by it.
    fn shift_width(&self, t: Term) -> Option<u32> {
        self.is(t, Op::Const).then(|| self.store.width(t))
    }

    /// Whether the known bits and ranges of two terms of one width satisfy `holds`.
    #[inline]
    fn by_known_bits(
        &self,
        x: Term,
        y: Term,
        holds: impl Fn(u32, KnownBits, KnownBits) -> bool,
    ) -> Option<Unit> {
        let w = self.sort(x).width()?;
        when(w <= 64 && holds(w, self.quick_known_bits(x, 3), self.quick_known_bits(y, 3)))
    }

    /// The `y` of a product of `x / y` and `y`.
    fn divisor_of(&self, division: Op, p: Term, x: Term) -> Option<Term> {
        let (a, b) = self.match2(p, Op::Mul)?;
        let divides = |q: Term, y: Term| self.match2(q, division) == Some((x, y));
        match () {
            () if divides(a, b) => Some(b),
            () if divides(b, a) => Some(a),
            () => None,
        }
    }

    /// Whether the extraction of bits from `t` needs no new node of its own.
    fn takes_extract(&self, t: Term, hi: u32, lo: u32, depth: u32) -> bool {
        match self.op(t) {
            Op::Const | Op::Extract | Op::Zext | Op::Sext => true,
            Op::Concat => {
                let n = self.store.width(self.arg(t, 1));
                (hi + 1 == n && lo == 0) || lo == n
            }
            Op::Shl => self.is(self.arg(t, 1), Op::Const),
            Op::Ite => self.match_const_ite(t).is_some(),
            Op::Add | Op::Sub | Op::Mul if lo == 0 && depth > 0 => {
                self.takes_extract(self.arg(t, 0), hi, lo, depth - 1)
                    && self.takes_extract(self.arg(t, 1), hi, lo, depth - 1)
            }
            _ => false,
        }
    }
}

/// Whether a number is the sign extension of its low bits.
fn is_sext_of(k: &Bits, n: u32) -> Option<bool> {
    (0 < n && n < k.width()).then(|| k.extract(n - 1, 0).sext(k.width()) == *k)
}

/// Whether `j` equals the high bits of `k`.
fn is_high_part(j: &Bits, k: &Bits) -> Option<bool> {
    (j.width() < k.width()).then(|| k.extract(k.width() - 1, k.width() - j.width()) == *j)
}

/// The inverse of an odd number modulo 2^width, by Newton's iteration.
fn inverse(k: &Bits) -> Bits {
    let (w, two) = (k.width(), Bits::new(k.width(), 2));
    let mut x = k.clone();
    let mut right = 3;
    while right < w {
        x = x.mul(&two.sub(&k.mul(&x)));
        right *= 2;
    }
    x
}
