//! Literals that bound a bit-vector to an interval modulo 2^w.
//!
//! `x = k`, `x < k` (signed or unsigned) and their negations are of this kind, also over `x + c`. For two literals over
//! one term, arithmetic decides whether one implies or excludes the other. Switches, loop counters and nested range
//! checks ask this all the time.

use super::Builder;
use crate::base::word;
use crate::ilr::{Op, Term};

/// `lo <= x <= lo + span`, counted modulo 2^w from `lo`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Interval {
    of: Term,
    w: u32,
    lo: u64,
    span: u64,
}

impl Interval {
    pub(super) fn complement(self) -> Interval {
        let w = self.w;
        let lo = word::add(w, word::add(w, self.lo, self.span), 1);
        Interval { lo, span: word::sub(w, word::mask(w) - 1, self.span), ..self }
    }

    /// The term that is bounded.
    pub(super) fn of(self) -> Term {
        self.of
    }

    fn within(self, other: Interval) -> bool {
        let d = word::sub(self.w, self.lo, other.lo);
        self.of == other.of && d <= other.span && self.span <= other.span - d
    }

    /// Every value of this interval lies in the other one.
    pub(super) fn implies(self, other: Interval) -> bool {
        self.within(other)
    }

    /// No value lies in both.
    pub(super) fn excludes(self, other: Interval) -> bool {
        self.within(other.complement())
    }

    /// The values in both, when they are an interval and neither of the two.
    pub(super) fn common(self, other: Interval) -> Option<Interval> {
        if self.of != other.of {
            return None;
        }
        let w = self.w;
        let contains = |i: Interval, x: u64| word::sub(w, x, i.lo) <= i.span;
        let (first, last) = match (contains(self, other.lo), contains(other, self.lo)) {
            (true, false) => (other.lo, word::add(w, self.lo, self.span)),
            (false, true) => (self.lo, word::add(w, other.lo, other.span)),
            _ => return None,
        };
        let common = Interval { lo: first, span: word::sub(w, last, first), ..self };
        (common.within(self) && common.within(other) && common.span < self.span.min(other.span))
            .then_some(common)
    }
}

impl Builder {
    /// The interval that a literal describes. Neither it nor its complement is empty.
    pub(super) fn interval(&self, literal: Term) -> Option<Interval> {
        let (atom, positive) = self.comparison(literal)?;
        let op = self.op(atom);
        let k = self.as_u64(self.arg(atom, 1))?;
        let mut of = self.arg(atom, 0);
        let w = self.width(of);
        let first = match op {
            Op::Eq => k,
            Op::Ult => 0,
            _ => 1 << (w - 1),
        };
        // `x < first` would be empty; such atoms are folded when they are built.
        if op != Op::Eq && k == first {
            return None;
        }
        let span = if op == Op::Eq { 0 } else { word::sub(w, word::sub(w, k, 1), first) };
        let mut lo = first;
        if let Some((x, c)) = self.match_const(of, Op::Add) {
            lo = word::sub(w, lo, self.as_u64(c)?);
            of = x;
        }
        let interval = Interval { of, w, lo, span };
        Some(if positive { interval } else { interval.complement() })
    }

    /// The literal that says that a term lies in an interval; none where it takes two.
    pub(super) fn literal_of(&mut self, i: Interval) -> Option<Term> {
        let (w, x) = (i.w, i.of);
        let (max, smin) = (word::mask(w), 1 << (w - 1));
        let last = word::add(w, i.lo, i.span);
        let after = |b: &mut Builder| b.bv(w, word::add(w, last, 1));
        let first = self.bv(w, i.lo);
        Some(match () {
            () if i.span == 0 => self.eq(x, first),
            () if i.lo == 0 => {
                let k = after(self);
                self.ult(x, k)
            }
            () if last == max => {
                let below = self.ult(x, first);
                self.not(below)
            }
            () if i.lo == smin => {
                let k = after(self);
                self.slt(x, k)
            }
            () if last == smin - 1 => {
                let below = self.slt(x, first);
                self.not(below)
            }
            () => return None,
        })
    }
}
