//! Literals that relate two bit-vectors: `x = y`, `x < y` (signed or unsigned), and their negations.
//!
//! Two values are less, equal or greater. A literal allows some of these three cases. So two literals over one pair of
//! terms show directly whether one implies or excludes the other.

use super::Builder;
use crate::base::word;
use crate::ilr::{Op, Sort, Term};

const LESS: u8 = 1;
const EQUAL: u8 = 2;
const GREATER: u8 = 4;
const ALL: u8 = LESS | EQUAL | GREATER;

/// Maximum number of minima and maxima that one question inspects.
const MIN_MAX_LIMIT: u32 = 128;

/// Relation of the older of two terms to the newer one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Order {
    pair: (Term, Term),
    /// Allowed cases among [`LESS`], [`EQUAL`] and [`GREATER`].
    allowed: u8,
    /// Whether values compare as signed numbers; `None` for equations, where it makes no difference.
    signed: Option<bool>,
}

impl Order {
    /// Conjunction of two relations over one pair of terms.
    fn both(self, other: Order) -> Option<Order> {
        let signed = match (self.signed, other.signed) {
            (Some(s), Some(t)) if s != t => return None,
            (s, t) => s.or(t),
        };
        (self.pair == other.pair).then_some(Order { allowed: self.allowed & other.allowed, signed, ..self })
    }

    /// Whether the two relations contradict each other.
    pub(super) fn excludes(self, other: Order) -> bool {
        self.both(other).is_some_and(|o| o.allowed == 0)
    }

    /// Whether this relation implies the other.
    pub(super) fn implies(self, other: Order) -> bool {
        self.both(other).is_some_and(|o| o.allowed == self.allowed)
    }

    /// The pair, older term first.
    pub(super) fn pair(self) -> (Term, Term) {
        self.pair
    }
}

/// A conditional that is the minimum or maximum of its arms.
enum MinMax {
    Max(Term, Term),
    Min(Term, Term),
}

impl Builder {
    /// Decodes `t` as the minimum or maximum of two terms in the order of `less`.
    fn min_or_max(&self, less: Op, t: Term) -> Option<MinMax> {
        if self.op(t) != Op::Ite || self.op(self.arg(t, 0)) != less {
            return None;
        }
        let (c, x, y) = (self.arg(t, 0), self.arg(t, 1), self.arg(t, 2));
        let (small, great) = (self.arg(c, 0), self.arg(c, 1));
        if y == small && self.is_or_below(less, x, great) {
            Some(MinMax::Max(x, y))
        } else if x == small && self.is_or_below(less, y, great) {
            Some(MinMax::Min(x, y))
        } else {
            None
        }
    }

    /// Whether `arm` is `side` or the number below it: constant folding makes `x < k` of `x <= k - 1`.
    fn is_or_below(&self, less: Op, arm: Term, side: Term) -> bool {
        if arm == side {
            return true;
        }
        let w = self.width(side);
        let (Some(a), Some(k)) = (self.as_u64(arm), self.as_u64(side)) else { return false };
        let least = if less == Op::Slt { 1 << (w - 1) } else { 0 };
        w <= 64 && k != least && a == k.wrapping_sub(1) & word::mask(w)
    }

    /// Whether `x >= y` in the order of `less` follows from minima and maxima alone, without ranges of values.
    pub(super) fn by_min_max(&self, less: Op, x: Term, y: Term) -> Option<()> {
        self.never_less(less, x, y, &mut { MIN_MAX_LIMIT }).then_some(())
    }

    /// Whether `x >= y` in the order of `less` follows from the minima and maxima that `x` and `y` are. `left` is the
    /// number of them that may still be inspected.
    fn never_less(&self, less: Op, x: Term, y: Term, left: &mut u32) -> bool {
        if x == y {
            return true;
        }
        if *left == 0 {
            return false;
        }
        match (self.min_or_max(less, x), self.min_or_max(less, y)) {
            (None, None) => false,
            (Some(MinMax::Min(p, q)), _) => {
                *left -= 1;
                self.never_less(less, p, y, left) && self.never_less(less, q, y, left)
            }
            (_, Some(MinMax::Max(p, q))) => {
                *left -= 1;
                self.never_less(less, x, p, left) && self.never_less(less, x, q, left)
            }
            (Some(MinMax::Max(p, q)), _) => {
                *left -= 1;
                self.never_less(less, p, y, left) || self.never_less(less, q, y, left)
            }
            (_, Some(MinMax::Min(p, q))) => {
                *left -= 1;
                self.never_less(less, x, p, left) || self.never_less(less, x, q, left)
            }
        }
    }

    /// Relation that a literal states. Neither it nor its complement is empty.
    pub(super) fn order(&self, literal: Term) -> Option<Order> {
        let (atom, positive) = self.comparison(literal)?;
        let op = self.op(atom);
        let (x, y) = (self.arg(atom, 0), self.arg(atom, 1));
        if !matches!(self.sort(x), Sort::Bv(_)) {
            return None;
        }
        let allowed = match op {
            Op::Eq => EQUAL,
            _ if x < y => LESS,
            _ => GREATER,
        };
        let signed = (op != Op::Eq).then_some(op == Op::Slt);
        Some(Order {
            pair: (x.min(y), x.max(y)),
            allowed: if positive { allowed } else { ALL & !allowed },
            signed,
        })
    }

    /// Conjunction of two literals over one pair of terms as one literal; `None` if it equals one of the two.
    pub(super) fn joined(&mut self, i: Order, j: Order) -> Option<Term> {
        let both = i.both(j)?;
        if both.allowed == 0 || both.allowed == i.allowed || both.allowed == j.allowed {
            return None;
        }
        let (x, y) = both.pair;
        let less = |s: &mut Builder, x, y| if both.signed == Some(true) { s.slt(x, y) } else { s.ult(x, y) };
        Some(match both.allowed {
            LESS => less(self, x, y),
            GREATER => less(self, y, x),
            EQUAL => self.eq(x, y),
            // A relation that allows two cases comes from one literal, never from two different ones.
            _ => return None,
        })
    }
}
