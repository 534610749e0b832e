//! Literals that say that a bit-vector lies in an interval of the number circle.
//!
//! `x = k`, `x < k` in both signs and their negations are all of this kind, also over `x + c`. Two
//! literals over one term then decide by arithmetic whether one implies or excludes the other, which
//! switches, loop counters and nested range checks ask all the time.

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

    /// Its width.
    pub(super) fn width(self) -> u32 {
        self.w
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

    /// The only value in both, when the end of one is the beginning of the other and nothing else.
    pub(super) fn only_common(self, other: Interval) -> Option<u64> {
        if self.of != other.of {
            return None;
        }
        let end = |i: Interval| word::add(i.w, i.lo, i.span);
        let contains = |i: Interval, x: u64| word::sub(i.w, x, i.lo) <= i.span;
        match () {
            () if end(self) == other.lo && !contains(other, self.lo) => Some(other.lo),
            () if end(other) == self.lo && !contains(self, other.lo) => Some(self.lo),
            () => None,
        }
    }
}

impl Builder {
    /// The interval that a literal describes. Neither it nor its complement is empty.
    pub(super) fn interval(&self, literal: Term) -> Option<Interval> {
        let (atom, positive) = match self.match1(literal, Op::Not) {
            Some(atom) => (atom, false),
            None => (literal, true),
        };
        let op = self.op(atom);
        if !matches!(op, Op::Eq | Op::Ult | Op::Slt) {
            return None;
        }
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
}
