//! The values of propositions in a state.

use crate::base::word;
use crate::machine::{Machine, Reg};
use crate::program::GlobalId;
use crate::semantics::Scalar;

/// The type of an expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Type {
    /// An integer of up to 64 bits.
    Int {
        /// Width.
        bits: u32,
        /// Two's complement.
        signed: bool,
    },
    /// An address.
    Pointer,
}

/// Operators with one operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unary {
    /// `!` of a truth value.
    Not,
    /// `-`.
    Negative,
    /// `~`.
    Complement,
    /// A conversion to the expression's type.
    Convert,
}

/// Operators with two operands; their types are the same but for shifts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "C's")]
pub enum Binary {
    LogicOr,
    LogicAnd,
    Or,
    Xor,
    And,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    Shl,
    Shr,
    Add,
    Sub,
    Mul,
    Div,
    Rem,
}

/// What an expression is made of.
#[derive(Clone, PartialEq, Debug)]
pub enum Kind {
    /// A constant, as many bits as its type has.
    Constant(u64),
    /// A part of a global variable: bits of some bytes.
    Load {
        /// The variable.
        global: GlobalId,
        /// The first byte.
        at: usize,
        /// How many.
        bytes: u32,
        /// Bits below.
        shift: u32,
        /// Width.
        bits: u32,
    },
    /// An operation.
    Unary(Unary, Box<Expression>),
    /// An operation.
    Binary(Binary, Box<[Expression; 2]>),
    /// `a ? b : c`.
    Conditional(Box<[Expression; 3]>),
}

/// An expression with its type.
#[derive(Clone, PartialEq, Debug)]
pub struct Expression {
    /// What it is made of.
    pub kind: Kind,
    /// The type of its value.
    pub ty: Type,
}

/// Why a proposition neither holds nor does not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Undecided {
    /// A value that was never set, or where objects lie, decides.
    Value,
    /// C does not define the value.
    Undefined,
}

impl Expression {
    /// The value converted to a type.
    pub fn converted(self, ty: Type) -> Expression {
        if self.ty == ty {
            return self;
        }
        Expression { kind: Kind::Unary(Unary::Convert, Box::new(self)), ty }
    }

    /// The value, where no variable is read.
    pub fn constant(&self) -> Option<i128> {
        let value = self.value(&mut |_| Err(Undecided::Value)).ok()?;
        Some(number(&value, self.ty))
    }

    /// Whether the value is not zero.
    ///
    /// # Errors
    /// When that is not decided in this state.
    pub fn holds(&self, machine: &Machine<'_, '_>) -> Result<bool, Undecided> {
        self.number(machine).map(|n| n != 0)
    }

    fn number(&self, machine: &Machine<'_, '_>) -> Result<i128, Undecided> {
        let mut load = |kind: &Kind| match *kind {
            Kind::Load { global, at, bytes, shift, bits } => {
                let id = machine.global(global);
                let object = machine.memory.get(id).ok_or(Undecided::Value)?;
                if object.bytes.len() < at + bytes as usize {
                    return Err(Undecided::Value);
                }
                let width = 8 * bytes;
                let reg = machine.memory.load(id, at, bytes, width);
                if width == bits && shift == 0 {
                    let part = machine.memory.cuts_pointer(id, at, bytes as usize);
                    return if part { Err(Undecided::Value) } else { Ok(reg) };
                }
                let low = |s: &Scalar| Scalar::new(bits, s.low() >> shift);
                if reg.undef.as_ref().is_some_and(|mask| !low(mask).is_zero()) {
                    return Err(Undecided::Value);
                }
                Ok(Reg::of(low(&reg.value)))
            }
            _ => unreachable!("only loads are asked for"),
        };
        let value = self.evaluate(&mut load, &|a, b| machine.surely_same(a, b))?;
        if self.ty == Type::Pointer {
            return Err(Undecided::Value);
        }
        Ok(number(&value, self.ty))
    }

    fn value(&self, load: &mut dyn FnMut(&Kind) -> Result<Reg, Undecided>) -> Result<Reg, Undecided> {
        self.evaluate(load, &|a, b| (a == b).then_some(true))
    }

    fn evaluate(
        &self,
        load: &mut dyn FnMut(&Kind) -> Result<Reg, Undecided>,
        same: &dyn Fn(&Reg, &Reg) -> Option<bool>,
    ) -> Result<Reg, Undecided> {
        let bits = match self.ty {
            Type::Int { bits, .. } => bits,
            Type::Pointer => 0,
        };
        let int = |value: u64| Ok(Reg::int(bits, word::trunc(bits, value)));
        match &self.kind {
            Kind::Constant(value) if self.ty == Type::Pointer => Ok(Reg::int(64, *value)),
            Kind::Constant(value) => int(*value),
            Kind::Load { .. } => {
                let reg = load(&self.kind)?;
                if self.ty == Type::Pointer {
                    return if reg.is_defined() { Ok(reg) } else { Err(Undecided::Value) };
                }
                if reg.object != crate::machine::ObjId::NONE || !reg.is_defined() {
                    return Err(Undecided::Value);
                }
                // A bit-field is narrower than its type.
                let narrow = Type::Int { bits: reg.width(), signed: self.is_signed() };
                int(number(&reg, narrow) as u64)
            }
            Kind::Unary(op, inner) => {
                let value = inner.evaluate(load, same)?;
                if self.ty == Type::Pointer {
                    return Ok(Reg::int(64, value.value.low()));
                }
                let n = number(&value, inner.ty);
                match op {
                    Unary::Not => int(u64::from(n == 0)),
                    Unary::Complement => int(!(n as u64)),
                    Unary::Convert => int(n as u64),
                    Unary::Negative => self.fits(-n),
                }
            }
            Kind::Conditional(parts) => {
                let [condition, a, b] = &**parts;
                let chosen = condition.evaluate(load, same)?;
                if number(&chosen, condition.ty) != 0 {
                    a.evaluate(load, same)
                } else {
                    b.evaluate(load, same)
                }
            }
            Kind::Binary(op, parts) => {
                let [a, b] = &**parts;
                let left = a.evaluate(load, same)?;
                if let Binary::LogicAnd | Binary::LogicOr = op {
                    let n = number(&left, a.ty);
                    if (n != 0) == (*op == Binary::LogicOr) {
                        return int(u64::from(n != 0));
                    }
                    let right = b.evaluate(load, same)?;
                    return int(u64::from(number(&right, b.ty) != 0));
                }
                let right = b.evaluate(load, same)?;
                if a.ty == Type::Pointer {
                    let right = if b.is_null() { Reg::int(left.width(), 0) } else { right };
                    let left = if a.is_null() { Reg::int(right.width(), 0) } else { left };
                    let equal = same(&left, &right).ok_or(Undecided::Value)?;
                    return int(u64::from(equal == (*op == Binary::Eq)));
                }
                self.arithmetic(*op, number(&left, a.ty), number(&right, b.ty))
            }
        }
    }

    fn is_null(&self) -> bool {
        match &self.kind {
            Kind::Constant(0) => true,
            Kind::Unary(_, inner) => inner.is_null(),
            _ => false,
        }
    }

    fn is_signed(&self) -> bool {
        matches!(self.ty, Type::Int { signed: true, .. })
    }

    /// A result in the expression's type: wrapped when it is unsigned, undefined when it is signed and does not fit.
    fn fits(&self, n: i128) -> Result<Reg, Undecided> {
        let Type::Int { bits, signed } = self.ty else { return Err(Undecided::Undefined) };
        let reg = Reg::int(bits, word::trunc(bits, n as u64));
        if signed && number(&reg, self.ty) != n { Err(Undecided::Undefined) } else { Ok(reg) }
    }

    fn arithmetic(&self, op: Binary, a: i128, b: i128) -> Result<Reg, Undecided> {
        let Type::Int { bits, .. } = self.ty else { return Err(Undecided::Undefined) };
        let truth = |holds: bool| Ok(Reg::int(bits, u64::from(holds)));
        match op {
            Binary::Eq => truth(a == b),
            Binary::Ne => truth(a != b),
            Binary::Lt => truth(a < b),
            Binary::Le => truth(a <= b),
            Binary::Gt => truth(a > b),
            Binary::Ge => truth(a >= b),
            Binary::And => self.fits(a & b),
            Binary::Or => self.fits(a | b),
            Binary::Xor => self.fits(a ^ b),
            Binary::Add => self.fits(a + b),
            Binary::Sub => self.fits(a - b),
            Binary::Mul if self.is_signed() => self.fits(a * b),
            Binary::Mul => self.fits((a as u64).wrapping_mul(b as u64).into()),
            Binary::Div | Binary::Rem if b == 0 => Err(Undecided::Undefined),
            Binary::Div => self.fits(a / b),
            Binary::Rem => self.fits(a % b),
            Binary::Shl | Binary::Shr if !(0..i128::from(bits)).contains(&b) => Err(Undecided::Undefined),
            Binary::Shr => self.fits(a >> b),
            Binary::Shl if self.is_signed() && a < 0 => Err(Undecided::Undefined),
            Binary::Shl => self.fits(a << b),
            Binary::LogicOr | Binary::LogicAnd => unreachable!("evaluated from the left"),
        }
    }
}

/// A value as its type reads it.
fn number(reg: &Reg, ty: Type) -> i128 {
    let low = reg.value.low();
    match ty {
        Type::Int { bits, signed: true } => {
            let shift = 128 - bits;
            (i128::from(low) << shift) >> shift
        }
        _ => low.into(),
    }
}
