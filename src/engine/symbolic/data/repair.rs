//! Models by repair: a kept model that fails for a few conjuncts is changed until all hold.
//!
//! A false conjunct is followed down to a variable, which is set so that the conjunct becomes true while everything else stays, as
//! far as that is known. Most questions of an exploration have models that are found in this way, for a small part of what the
//! solver costs. What is found is evaluated before it is believed.

use super::cone::Cone;
use super::equalities::odd;
use super::words::Words;
use crate::base::{Bits, Random, word};
use crate::ilr::eval::Model;
use crate::ilr::{Op, Term, TermStore, Value};

/// Maximum number of changes to a model.
const CHANGES: usize = 16;
/// Maximum number of operators on the way to a variable.
const DEPTH: usize = 32;

/// Changes models.
pub(super) struct Repair<'a> {
    pub store: &'a TermStore,
    pub cone: &'a Cone,
    pub words: &'a mut Words,
    pub random: &'a mut Random,
}

impl Repair<'_> {
    /// A model of the conjuncts near the given one, if it is found.
    pub fn near(&mut self, mut model: Model, conjuncts: &[Term]) -> Option<Model> {
        for _ in 0..=CHANGES {
            self.words.clear();
            let mut failing = Vec::new();
            for &t in conjuncts {
                let place = self.cone.place(t);
                if self.words.value(self.store, self.cone, &model, place)? == 0 {
                    failing.push(place);
                }
            }
            if failing.is_empty() {
                return Some(model);
            }
            let place = failing[self.below(failing.len() as u64) as usize];
            let (variable, value) = self.follow(place)?;
            let node = self.cone.node(variable);
            let value = match node.width {
                0 => Value::Bool(value == 1),
                w => Value::Bits(Bits::new(w, value)),
            };
            model.set(node.term, value);
        }
        None
    }

    fn below(&mut self, end: u64) -> u64 {
        self.random.below(end)
    }

    fn value(&self, place: usize) -> u64 {
        self.words.known(place)
    }

    /// A variable and its value that make the false term at a position true.
    fn follow(&mut self, place: usize) -> Option<(usize, u64)> {
        let (mut place, mut goal) = (place, 1);
        for _ in 0..DEPTH {
            let node = self.cone.node(place);
            if node.op == Op::Var {
                return Some((place, goal));
            }
            let i = self.choose(place)?;
            goal = if self.cone.node(self.cone.operands(place)[0] as usize).width == 0 && node.op != Op::Ite {
                self.truth(place, i, goal)?
            } else if node.width == 0 && node.op != Op::Ite {
                self.comparison(place, i, goal == 1)?
            } else {
                self.operand(place, i, goal)?
            };
            place = self.cone.operands(place)[i] as usize;
        }
        None
    }

    /// An operand with variables, at random.
    fn choose(&mut self, place: usize) -> Option<usize> {
        let operands = self.cone.operands(place);
        if self.cone.node(place).op == Op::Ite {
            // The arm that counts.
            return Some(if self.value(operands[0] as usize) == 1 { 1 } else { 2 });
        }
        let constant = |i: usize| self.store.is_const(self.cone.node(operands[i] as usize).term);
        match operands.len() {
            1 => Some(0),
            2 if constant(1) => Some(0),
            2 if constant(0) => Some(1),
            2 => Some(self.below(2) as usize),
            _ => None,
        }
    }

    /// What operand `i` of a boolean operator must be.
    fn truth(&mut self, place: usize, i: usize, goal: u64) -> Option<u64> {
        let operands = self.cone.operands(place);
        let other = operands.get(1 - i.min(1)).map_or(0, |&o| self.value(o as usize));
        Some(match self.cone.node(place).op {
            Op::Not => goal ^ 1,
            Op::And | Op::Or => goal,
            Op::Xor => goal ^ other,
            Op::Eq => 1 ^ goal ^ other,
            _ => return None,
        })
    }

    /// What operand `i` of a comparison must be, while the other stays.
    fn comparison(&mut self, place: usize, i: usize, goal: bool) -> Option<u64> {
        let operands = self.cone.operands(place);
        let w = self.cone.node(operands[0] as usize).width;
        let other = self.value(operands[1 - i] as usize);
        let mask = word::mask(w);
        // A signed order is the unsigned one with the sign bits changed.
        let op = self.cone.node(place).op;
        let sign = if op == Op::Slt { 1u64 << (w - 1) } else { 0 };
        let bound = other ^ sign;
        let (low, high) = match (op, i, goal) {
            (Op::Eq, _, true) => return Some(other),
            (Op::Eq, _, false) => {
                let step = 1 + self.below(mask.min(3));
                return Some(word::add(w, other, step));
            }
            (Op::Ult | Op::Slt, 0, true) => (0, bound.checked_sub(1)?),
            (Op::Ult | Op::Slt, 0, false) => (bound, mask),
            (Op::Ult | Op::Slt, _, true) => (if bound == mask { return None } else { bound + 1 }, mask),
            (Op::Ult | Op::Slt, _, false) => (0, bound),
            _ => return None,
        };
        // Next to the bound, at the other end, or anywhere.
        let value = match self.below(4) {
            0 | 1 if bound <= low => low,
            0 | 1 => high,
            2 if bound <= low => high,
            2 => low,
            _ => {
                low + if high - low == u64::MAX { self.random.next_u64() } else { self.below(high - low + 1) }
            }
        };
        Some(value ^ sign)
    }

    /// What operand `i` must be so that the term has a value, while the other operands stay.
    fn operand(&mut self, place: usize, i: usize, goal: u64) -> Option<u64> {
        let node = self.cone.node(place);
        let w = node.width;
        let operands = self.cone.operands(place);
        let width = |i: usize| self.cone.node(operands[i] as usize).width;
        let old = self.value(operands[i] as usize);
        let other = operands.get(1 - i.min(1)).map_or(0, |&o| self.value(o as usize));
        Some(match node.op {
            Op::Ite => goal,
            Op::Neg => word::neg(w, goal),
            Op::BvNot => word::not(w, goal),
            Op::Bswap => word::bswap(w, goal),
            Op::Bitreverse => word::bitreverse(w, goal),
            Op::Add => word::sub(w, goal, other),
            Op::Sub if i == 0 => word::add(w, goal, other),
            Op::Sub => word::sub(w, other, goal),
            Op::BvXor => goal ^ other,
            Op::BvAnd => old & !other | goal & other,
            Op::BvOr => old & other | goal & !other,
            Op::Mul if odd(self.store, self.cone.node(operands[1] as usize).term) => {
                word::mul(w, goal, Bits::new(w, other).inverse()?.limbs()[0])
            }
            Op::Udiv if i == 0 => word::mul(w, goal, other),
            Op::Urem if i == 0 => goal,
            Op::Shl if i == 0 => word::lshr(w, goal, other),
            Op::Lshr | Op::Ashr if i == 0 => word::shl(w, goal, other),
            Op::Zext | Op::Sext => word::trunc(width(0), goal),
            Op::Concat if i == 0 => goal >> width(1),
            Op::Concat => word::trunc(width(1), goal),
            Op::Extract => {
                let (hi, lo) = self.store.extract_range(node.term);
                let bits = word::mask(hi - lo + 1) << lo;
                old & !bits | goal << lo
            }
            _ => return None,
        })
    }
}
