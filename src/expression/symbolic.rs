//! Evaluation of expressions in a set of states, whose memory holds terms.

use super::eval::Extent;
use super::types::of_source;
use super::{Binary, Expression, Kind, Place, Type, Unary, Why, truth};
use crate::ilr::Term;
use crate::machine::Machine;
use crate::semantics::{Domain, Symbolic};

/// When an expression holds, in a set of states.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conditions {
    /// Its value is not zero; nothing follows where it is undefined.
    pub holds: Term,
    /// C does not define its value.
    pub undefined: Term,
}

/// A value, and when there is none.
#[derive(Clone, Copy)]
struct TermValue {
    term: Term,
    undefined: Term,
}

impl Expression {
    /// When the value is not zero.
    ///
    /// # Errors
    /// If that is not decided by the values of variables that are integers: the reason.
    pub fn conditions(&self, machine: &mut Machine<'_, '_>) -> Result<Conditions, Why> {
        let TermValue { term, undefined } = truth(self.clone()).terms(machine)?;
        let terms = machine.terms();
        let zero = terms.int(terms.width(&term), 0);
        Ok(Conditions { holds: terms.ne(&term, &zero), undefined })
    }

    fn terms(&self, machine: &mut Machine<'_, '_>) -> Result<TermValue, Why> {
        let Type::Int { bits, .. } = self.ty else { return Err(Why::NotDefined) };
        let known = self.number(machine);
        let terms = machine.terms();
        let (yes, no) = (terms.truth(true), terms.truth(false));
        match known {
            Ok(value) => return Ok(TermValue { term: number(terms, bits, value), undefined: no }),
            Err(Why::Undefined(_)) => return Ok(TermValue { term: terms.int(bits, 0), undefined: yes }),
            Err(Why::NotDefined) => {}
            Err(why) => return Err(why),
        }
        match &self.kind {
            Kind::Read(place) => self.read_term(place, bits, machine),
            Kind::Unary(op, inner) => self.unary_term(*op, inner, bits, machine),
            Kind::Binary(op @ (Binary::LogicAnd | Binary::LogicOr), parts) => {
                let [a, b] = &**parts;
                let (a, b) = (a.conditions(machine)?, b.conditions(machine)?);
                let terms = machine.terms();
                let (holds, decides) = if *op == Binary::LogicAnd {
                    (terms.and(&a.holds, &b.holds), terms.not(&a.holds))
                } else {
                    (terms.or(&a.holds, &b.holds), a.holds)
                };
                // The second one is not evaluated where the first one decides.
                let asked = terms.not(&decides);
                let second = terms.and(&asked, &b.undefined);
                let undefined = terms.or(&a.undefined, &second);
                Ok(TermValue { term: widened(terms, &holds, bits), undefined })
            }
            Kind::Binary(op, parts) => {
                let [a, b] = &**parts;
                if !matches!((a.ty, b.ty), (Type::Int { .. }, Type::Int { .. })) {
                    return Err(Why::NotDefined);
                }
                let (left, right) = (a.terms(machine)?, b.terms(machine)?);
                let terms = machine.terms();
                let (term, own) = arithmetic(terms, *op, a.ty, left.term, right.term);
                let term = match op {
                    Binary::Eq | Binary::Ne | Binary::Lt | Binary::Le | Binary::Gt | Binary::Ge => {
                        widened(terms, &term, bits)
                    }
                    _ => term,
                };
                let operands = terms.or(&left.undefined, &right.undefined);
                Ok(TermValue { term, undefined: terms.or(&operands, &own) })
            }
            Kind::Conditional(parts) => {
                let [condition, a, b] = &**parts;
                let (condition, a, b) =
                    (condition.conditions(machine)?, a.terms(machine)?, b.terms(machine)?);
                let terms = machine.terms();
                let term = terms.ite(&condition.holds, &a.term, &b.term);
                let other = terms.not(&condition.holds);
                let of_a = terms.and(&condition.holds, &a.undefined);
                let of_b = terms.and(&other, &b.undefined);
                let either = terms.or(&of_a, &of_b);
                Ok(TermValue { term, undefined: terms.or(&condition.undefined, &either) })
            }
            _ => Err(Why::NotDefined),
        }
    }

    fn read_term(&self, place: &Place, bits: u32, machine: &mut Machine<'_, '_>) -> Result<TermValue, Why> {
        let size = place.size(machine)?;
        let Extent { object, start, bytes, low } = place.extent(machine, size)?;
        let whole = machine.symbolic_load(object, start, bytes, 8 * bytes).ok_or(Why::NotDefined)?;
        let signed = matches!(of_source(machine.program(), place.ty), Ok(Type::Int { signed: true, .. }));
        let part = u64::from(whole.width()) != size;
        if part && machine.program().target.big_endian {
            return Err(Why::Unsupported("bit-fields of big-endian machines"));
        }
        let whole = machine.term_of(&whole).ok_or(Why::NotDefined)?;
        let terms = machine.terms();
        let term = if part { terms.extract(&whole, low + size as u32 - 1, low) } else { whole };
        Ok(TermValue { term: resized(terms, &term, signed, bits), undefined: terms.truth(false) })
    }

    fn unary_term(
        &self,
        op: Unary,
        inner: &Expression,
        bits: u32,
        machine: &mut Machine<'_, '_>,
    ) -> Result<TermValue, Why> {
        let (Type::Int { signed, .. }, Type::Int { signed: of_inner, .. }) = (self.ty, inner.ty) else {
            return Err(Why::NotDefined);
        };
        let TermValue { term, undefined } = inner.terms(machine)?;
        let terms = machine.terms();
        let wide = resized(terms, &term, of_inner, bits);
        Ok(match op {
            Unary::Not => {
                let zero = terms.int(terms.width(&term), 0);
                let holds = terms.eq(&term, &zero);
                TermValue { term: widened(terms, &holds, bits), undefined }
            }
            Unary::Complement => TermValue { term: terms.bv_not(&wide), undefined },
            Unary::Convert => TermValue { term: wide, undefined },
            Unary::Negative if signed => {
                let least = terms.signed_min(bits);
                let overflows = terms.eq(&wide, &least);
                TermValue { term: terms.neg(&wide), undefined: terms.or(&undefined, &overflows) }
            }
            Unary::Negative => TermValue { term: terms.neg(&wide), undefined },
        })
    }
}

/// A number as a term.
fn number(terms: &mut Symbolic, bits: u32, value: i128) -> Term {
    terms.int(bits, crate::base::word::trunc(bits, value as u64))
}

/// A value of a type with this sign in another width.
fn resized(terms: &mut Symbolic, term: &Term, signed: bool, bits: u32) -> Term {
    let width = terms.width(term);
    match bits.cmp(&width) {
        std::cmp::Ordering::Less => terms.extract(term, bits - 1, 0),
        std::cmp::Ordering::Equal => *term,
        std::cmp::Ordering::Greater if signed => terms.sext(term, bits),
        std::cmp::Ordering::Greater => terms.zext(term, bits),
    }
}

/// A truth value as an integer.
fn widened(terms: &mut Symbolic, holds: &Term, bits: u32) -> Term {
    let bit = terms.bool_to_bv(holds);
    if bits > 1 { terms.zext(&bit, bits) } else { bit }
}

/// The value of an operation on operands of a type, a truth value for a comparison; and when C does not define it.
fn arithmetic(terms: &mut Symbolic, op: Binary, ty: Type, a: Term, b: Term) -> (Term, Term) {
    let signed = matches!(ty, Type::Int { signed: true, .. });
    let never = terms.truth(false);
    let width = terms.width(&a);
    let (a, b) = (&a, &b);
    match op {
        Binary::Eq => (terms.eq(a, b), never),
        Binary::Ne => (terms.ne(a, b), never),
        Binary::Lt => (less(terms, signed, a, b), never),
        Binary::Gt => (less(terms, signed, b, a), never),
        Binary::Le => {
            let greater = less(terms, signed, b, a);
            (terms.not(&greater), never)
        }
        Binary::Ge => {
            let less = less(terms, signed, a, b);
            (terms.not(&less), never)
        }
        Binary::And => (terms.bv_and(a, b), never),
        Binary::Or => (terms.bv_or(a, b), never),
        Binary::Xor => (terms.bv_xor(a, b), never),
        Binary::Add => (terms.add(a, b), if signed { terms.saddo(a, b) } else { never }),
        Binary::Sub => (terms.sub(a, b), if signed { terms.ssubo(a, b) } else { never }),
        Binary::Mul => (terms.mul(a, b), if signed { terms.smulo(a, b) } else { never }),
        Binary::Div | Binary::Rem => {
            let zero = terms.int(width, 0);
            let mut undefined = terms.eq(b, &zero);
            if signed {
                // Undefined if the quotient does not fit (C11, 6.5.5).
                let (least, ones) = (terms.signed_min(width), terms.ones(width));
                let (least, ones) = (terms.eq(a, &least), terms.eq(b, &ones));
                let overflows = terms.and(&least, &ones);
                undefined = terms.or(&undefined, &overflows);
            }
            let term = match (op, signed) {
                (Binary::Div, true) => terms.sdiv(a, b),
                (Binary::Div, false) => terms.udiv(a, b),
                (_, true) => terms.srem(a, b),
                (_, false) => terms.urem(a, b),
            };
            (term, undefined)
        }
        Binary::Shl | Binary::Shr => {
            let by_width = terms.width(b);
            let limit = terms.int(by_width, width.into());
            let within = terms.ult(b, &limit);
            let mut undefined = terms.not(&within);
            let by = &resized(terms, b, false, width);
            let term = match (op, signed) {
                (Binary::Shl, _) => terms.shl(a, by),
                (_, true) => terms.ashr(a, by),
                (_, false) => terms.lshr(a, by),
            };
            if op == Binary::Shl && signed {
                let back = terms.ashr(&term, by);
                let lost = terms.ne(&back, a);
                let negative = terms.is_negative(a);
                let wrong = terms.or(&lost, &negative);
                undefined = terms.or(&undefined, &wrong);
            }
            (term, undefined)
        }
        Binary::LogicAnd | Binary::LogicOr => unreachable!("evaluated from the left"),
    }
}

fn less(terms: &mut Symbolic, signed: bool, a: &Term, b: &Term) -> Term {
    if signed { terms.slt(a, b) } else { terms.ult(a, b) }
}
