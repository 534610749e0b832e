//! Literals that relate two bit-vectors: `x = y`, `x < y` in both signs, and their negations.
//!
//! Of two values one is less, or they are equal, or it is greater: such a literal allows some of the three, and two
//! literals over one pair of terms decide by that whether one implies or excludes the other.

use super::Builder;
use crate::base::word;
use crate::ilr::{Op, Sort, Term};

const LESS: u8 = 1;
const EQUAL: u8 = 2;
const GREATER: u8 = 4;
const ALL: u8 = LESS | EQUAL | GREATER;

/// Greatest and least values of chains that one question looks at.
const CHOICES: u32 = 128;

/// How the older of two terms lies to the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Order {
    pair: (Term, Term),
    /// Allowed ones of [`LESS`], [`EQUAL`] and [`GREATER`].
    allowed: u8,
    /// As signed numbers; without a value for equations, which are the same in both.
    signed: Option<bool>,
}

impl Order {
    /// What both say, when they are about one pair of terms.
    fn both(self, other: Order) -> Option<Order> {
        let signed = match (self.signed, other.signed) {
            (Some(s), Some(t)) if s != t => return None,
            (s, t) => s.or(t),
        };
        (self.pair == other.pair).then_some(Order { allowed: self.allowed & other.allowed, signed, ..self })
    }

    /// No two values are related in both ways.
    pub(super) fn excludes(self, other: Order) -> bool {
        self.both(other).is_some_and(|o| o.allowed == 0)
    }

    /// Values related so are related in the other way as well.
    pub(super) fn implies(self, other: Order) -> bool {
        self.both(other).is_some_and(|o| o.allowed == self.allowed)
    }

    /// The pair, older term first.
    pub(super) fn pair(self) -> (Term, Term) {
        self.pair
    }
}

/// A conditional that chooses by the order of its arms.
enum Choice {
    Greatest(Term, Term),
    Least(Term, Term),
}

impl Builder {
    /// Whether `t` is the greater or the lesser of two terms, in the order of `less`.
    fn choice_by_order(&self, less: Op, t: Term) -> Option<Choice> {
        if self.op(t) != Op::Ite || self.op(self.arg(t, 0)) != less {
            return None;
        }
        let (c, x, y) = (self.arg(t, 0), self.arg(t, 1), self.arg(t, 2));
        let (small, great) = (self.arg(c, 0), self.arg(c, 1));
        if y == small && self.is_or_below(less, x, great) {
            Some(Choice::Greatest(x, y))
        } else if x == small && self.is_or_below(less, y, great) {
            Some(Choice::Least(x, y))
        } else {
            None
        }
    }

    /// Whether `arm` is `side`, or the number below it: constants make `x < k` of `x <= k - 1`.
    fn is_or_below(&self, less: Op, arm: Term, side: Term) -> bool {
        if arm == side {
            return true;
        }
        let w = self.width(side);
        let (Some(a), Some(k)) = (self.as_u64(arm), self.as_u64(side)) else { return false };
        let least = if less == Op::Slt { 1 << (w - 1) } else { 0 };
        w <= 64 && k != least && a == k.wrapping_sub(1) & word::mask(w)
    }

    /// Whether `x >= y` in the order of `less`, as far as that shows without facts about values.
    pub(super) fn by_choice(&self, less: Op, x: Term, y: Term) -> Option<()> {
        self.never_less(less, x, y, &mut { CHOICES }).then_some(())
    }

    /// Whether `x >= y` in the order of `less` because of what they are the greatest or the least of. `left` is how
    /// many of these may be looked at.
    fn never_less(&self, less: Op, x: Term, y: Term, left: &mut u32) -> bool {
        if x == y {
            return true;
        }
        if *left == 0 {
            return false;
        }
        match (self.choice_by_order(less, x), self.choice_by_order(less, y)) {
            (None, None) => false,
            (Some(Choice::Least(p, q)), _) => {
                *left -= 1;
                self.never_less(less, p, y, left) && self.never_less(less, q, y, left)
            }
            (_, Some(Choice::Greatest(p, q))) => {
                *left -= 1;
                self.never_less(less, x, p, left) && self.never_less(less, x, q, left)
            }
            (Some(Choice::Greatest(p, q)), _) => {
                *left -= 1;
                self.never_less(less, p, y, left) || self.never_less(less, q, y, left)
            }
            (_, Some(Choice::Least(p, q))) => {
                *left -= 1;
                self.never_less(less, x, p, left) || self.never_less(less, x, q, left)
            }
        }
    }

    /// The relation that a literal describes; neither it nor its complement is empty.
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

    /// What two literals over one pair of terms say together, as one literal; nothing when that is one of the two.
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
            // Two of three come of one literal, never of two different ones.
            _ => return None,
        })
    }
}
