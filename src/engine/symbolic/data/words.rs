//! Fast evaluation of terms of at most 64 bits.

use super::cone::{Cone, OTHER};
use crate::base::word;
use crate::ilr::eval::{Evaluator, Model};
use crate::ilr::{Op, Term, TermStore, Value};

/// Values of the terms of a cone under one model after another.
#[derive(Default)]
pub(super) struct Words {
    values: Vec<u64>,
}

impl Words {
    /// Starts with another model.
    pub fn clear(&mut self) {
        self.values.clear();
    }

    /// The value of the term at a position; truth values are 0 and 1. `None` if some term up to there is too wide or has no
    /// word. Terms are computed up to the position, so that ask for roots in the order in which they were added.
    pub fn value(&mut self, s: &TermStore, cone: &Cone, model: &Model, place: usize) -> Option<u64> {
        while self.values.len() <= place {
            let value = self.compute(s, cone, model, self.values.len())?;
            self.values.push(value);
        }
        Some(self.values[place])
    }

    /// The value at a position that was computed since the model was set.
    pub fn known(&self, place: usize) -> u64 {
        self.values[place]
    }

    fn compute(&self, s: &TermStore, cone: &Cone, model: &Model, place: usize) -> Option<u64> {
        let node = cone.node(place);
        if node.width > 64 {
            return None;
        }
        let w = node.width;
        let operands = cone.operands(place);
        let value = |i: usize| self.values[operands[i] as usize];
        let (x, y) = match operands.len() {
            0 => (0, 0),
            1 => (value(0), 0),
            _ => (value(0), value(1)),
        };
        // Width of the operands, for operators whose own width is another.
        let v = operands.first().map_or(0, |&o| cone.node(o as usize).width);
        if v == OTHER {
            return None;
        }
        let truth = u64::from;
        Some(match node.op {
            Op::Var => match model.get(node.term) {
                None => 0,
                Some(Value::Bool(value)) => truth(*value),
                Some(Value::Bits(bits)) => bits.limbs()[0],
                Some(_) => return None,
            },
            Op::False => 0,
            Op::True => 1,
            Op::Const => s.as_u64(node.term)?,
            Op::Not => x ^ 1,
            Op::And | Op::BvAnd => x & y,
            Op::Or | Op::BvOr => x | y,
            Op::Xor | Op::BvXor => x ^ y,
            Op::Eq => truth(x == y),
            Op::Ite => {
                if x == 1 {
                    y
                } else {
                    value(2)
                }
            }
            Op::BvNot => word::not(w, x),
            Op::Neg => word::neg(w, x),
            Op::Add => word::add(w, x, y),
            Op::Sub => word::sub(w, x, y),
            Op::Mul => word::mul(w, x, y),
            Op::Udiv => word::udiv(w, x, y),
            Op::Sdiv => word::sdiv(w, x, y),
            Op::Urem => word::urem(w, x, y),
            Op::Srem => word::srem(w, x, y),
            Op::Shl => word::shl(w, x, y),
            Op::Lshr => word::lshr(w, x, y),
            Op::Ashr => word::ashr(w, x, y),
            Op::Ult => truth(x < y),
            Op::Ule => truth(x <= y),
            Op::Slt => truth(word::slt(v, x, y)),
            Op::Sle => truth(word::sle(v, x, y)),
            Op::Uaddo => truth(word::uaddo(v, x, y)),
            Op::Saddo => truth(word::saddo(v, x, y)),
            Op::Usubo => truth(word::usubo(v, x, y)),
            Op::Ssubo => truth(word::ssubo(v, x, y)),
            Op::Umulo => truth(word::umulo(v, x, y)),
            Op::Smulo => truth(word::smulo(v, x, y)),
            Op::Zext => x,
            Op::Sext => word::sext(v, x, w),
            Op::Extract => {
                let (hi, lo) = s.extract_range(node.term);
                word::extract(x, hi, lo)
            }
            Op::Concat => x << cone.node(operands[1] as usize).width | y,
            Op::Popcount => word::popcount(w, x),
            Op::Ctlz => word::ctlz(w, x),
            Op::Cttz => word::cttz(w, x),
            Op::Bswap => word::bswap(w, x),
            Op::Bitreverse => word::bitreverse(w, x),
            _ => return None,
        })
    }
}

/// Whether all these terms, which the cone has, hold under a model.
pub(super) fn all_hold(s: &TermStore, cone: &Cone, words: &mut Words, model: &Model, terms: &[Term]) -> bool {
    words.clear();
    for (i, &t) in terms.iter().enumerate() {
        match words.value(s, cone, model, cone.place(t)) {
            Some(1) => {}
            Some(_) => return false,
            // Some term is too wide: the general evaluator does the rest.
            None => {
                let mut evaluator = Evaluator::new(s, model);
                return terms[i..].iter().all(|&t| evaluator.bool(t));
            }
        }
    }
    true
}
