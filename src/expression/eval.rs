//! Evaluation of expressions in a state.

use super::types::of_source;
use super::{Base, Binary, Expression, Kind, Place, Type, Unary, Why};
use crate::base::word;
use crate::machine::{Machine, ObjId, Reg};
use crate::semantics::Scalar;

type Valued<T> = Result<T, Why>;

const OVERFLOW: Why = Why::Undefined("an overflow");

impl Expression {
    /// The value, if the expression reads no variable.
    pub(super) fn constant_value(&self) -> Option<i128> {
        let value = match &self.kind {
            Kind::Constant(value) => Reg::int(width(self.ty)?, *value),
            Kind::Unary(op, inner) => {
                inner.constant_value()?;
                self.unary(*op, inner, None).ok()?
            }
            Kind::Binary(op, parts) => {
                parts[0].constant_value()?;
                parts[1].constant_value()?;
                self.binary(*op, parts, None).ok()?
            }
            _ => return None,
        };
        Some(as_number(&value, self.ty))
    }

    /// The value as a number; for a pointer, its address.
    ///
    /// # Errors
    /// The reason for which there is no value in this state.
    pub fn number(&self, machine: &Machine<'_, '_>) -> Valued<i128> {
        let reg = self.evaluate(Some(machine))?;
        self.of(&reg)
    }

    /// Whether the value is not zero.
    ///
    /// # Errors
    /// If that is not decided in this state.
    pub fn holds(&self, machine: &Machine<'_, '_>) -> Valued<bool> {
        super::truth(self.clone()).number(machine).map(|n| n != 0)
    }

    /// The value.
    ///
    /// # Errors
    /// The reason for which there is no value in this state.
    pub fn value(&self, machine: &Machine<'_, '_>) -> Valued<Reg> {
        self.evaluate(Some(machine))
    }

    /// A value of this expression as a number.
    fn of(&self, reg: &Reg) -> Valued<i128> {
        if !reg.is_defined() {
            return Err(Why::NotDefined);
        }
        if reg.object != ObjId::NONE {
            return Err(Why::Addresses);
        }
        Ok(as_number(reg, self.ty))
    }

    fn evaluate(&self, machine: Option<&Machine<'_, '_>>) -> Valued<Reg> {
        let there = || machine.ok_or(Why::NotDefined);
        match &self.kind {
            Kind::Constant(value) => match self.ty {
                Type::Int { bits, .. } => Ok(Reg::int(bits, *value)),
                Type::Pointer(_) => Ok(Reg::int(there()?.memory.width, *value)),
            },
            Kind::Read(place) => self.read(place, there()?),
            Kind::Address(place) => address(place, there()?),
            Kind::Offset { parts, size, count } => {
                let [pointer, by] = &**parts;
                let machine = there()?;
                let (from, by) = (pointer.evaluate(Some(machine))?, by.number(machine)?);
                moved(machine, &from, by, *size, *count)
            }
            Kind::Distance(parts, size) => {
                let machine = there()?;
                let (a, b) = (parts[0].value(machine)?, parts[1].value(machine)?);
                if !a.is_defined() || !b.is_defined() {
                    return Err(Why::NotDefined);
                }
                if a.object != b.object {
                    return Err(Why::Addresses);
                }
                let bytes = signed(&a, machine) - signed(&b, machine);
                let size = i128::from((*size).max(1));
                if bytes % size != 0 {
                    Err(Why::Undefined("a part of an element"))
                } else {
                    self.fits(bytes / size)
                }
            }
            Kind::Unary(op, inner) => self.unary(*op, inner, machine),
            Kind::Binary(op, parts) => self.binary(*op, parts, machine),
            Kind::Conditional(parts) => {
                let [condition, a, b] = &**parts;
                let machine = there()?;
                if condition.number(machine)? != 0 { a.value(machine) } else { b.value(machine) }
            }
        }
    }

    fn read(&self, place: &Place, machine: &Machine<'_, '_>) -> Valued<Reg> {
        let reg = place.load(machine)?;
        if !reg.is_defined() {
            return Err(Why::NotDefined);
        }
        let Type::Int { bits, .. } = self.ty else { return Ok(reg) };
        if reg.object != ObjId::NONE {
            // An address stored in an integer stays one as long as nothing is computed with it.
            return if reg.width() == bits { Ok(reg) } else { Err(Why::Addresses) };
        }
        // The place may be narrower than the type of its values, as a bit-field is; its own type determines the sign.
        let program = machine.program();
        let sign = matches!(of_source(program, place.ty), Ok(Type::Int { signed: true, .. }));
        let n = as_number(&reg, Type::Int { bits: reg.width(), signed: sign });
        Ok(Reg::int(bits, word::trunc(bits, n as u64)))
    }

    fn unary(&self, op: Unary, inner: &Expression, machine: Option<&Machine<'_, '_>>) -> Valued<Reg> {
        let value = inner.evaluate(machine)?;
        match (self.ty, op) {
            // Between pointer types, or from integers of the width of addresses.
            (Type::Pointer(_), _) if matches!(inner.ty, Type::Pointer(_)) => return Ok(value),
            (Type::Pointer(_), _) => {
                let width = machine.ok_or(Why::NotDefined)?.memory.width;
                if value.object != ObjId::NONE && value.width() == width {
                    return Ok(value);
                }
                return Ok(Reg::int(width, word::trunc(width, inner.of(&value)? as u64)));
            }
            (Type::Int { bits, .. }, Unary::Convert)
                if value.object != ObjId::NONE && value.width() == bits =>
            {
                return Ok(value);
            }
            _ => {}
        }
        let n = inner.of(&value)?;
        let Some(bits) = width(self.ty) else { return Err(Why::Addresses) };
        let int = |value: u64| Ok(Reg::int(bits, word::trunc(bits, value)));
        match op {
            Unary::Not => int(u64::from(n == 0)),
            Unary::Complement => int(!(n as u64)),
            Unary::Convert => int(n as u64),
            Unary::Negative => self.fits(-n),
        }
    }

    fn binary(&self, op: Binary, parts: &[Expression; 2], machine: Option<&Machine<'_, '_>>) -> Valued<Reg> {
        let [a, b] = parts;
        let truth = |holds: bool| Ok(Reg::int(32, u64::from(holds)));
        let left = a.evaluate(machine)?;
        if let Binary::LogicAnd | Binary::LogicOr = op {
            let n = a.of(&left)?;
            if (n != 0) == (op == Binary::LogicOr) {
                return truth(n != 0);
            }
            let right = b.evaluate(machine)?;
            return truth(b.of(&right)? != 0);
        }
        let right = b.evaluate(machine)?;
        let addresses = left.object != ObjId::NONE || right.object != ObjId::NONE;
        if matches!(a.ty, Type::Pointer(_)) || addresses {
            let machine = machine.ok_or(Why::Addresses)?;
            if !left.is_defined() || !right.is_defined() {
                return Err(Why::NotDefined);
            }
            if let Binary::Eq | Binary::Ne = op {
                let same = machine.surely_same(&left, &right).ok_or(Why::Addresses)?;
                return truth(same == (op == Binary::Eq));
            }
            if left.object != right.object || !matches!(a.ty, Type::Pointer(_)) {
                return Err(Why::Addresses);
            }
            let (x, y) = (signed(&left, machine), signed(&right, machine));
            return match op {
                Binary::Lt => truth(x < y),
                Binary::Le => truth(x <= y),
                Binary::Gt => truth(x > y),
                Binary::Ge => truth(x >= y),
                _ => Err(Why::Addresses),
            };
        }
        self.arithmetic(op, a.of(&left)?, b.of(&right)?)
    }

    /// A result in the expression's type. Unsigned results wrap; signed results that do not fit are undefined.
    fn fits(&self, n: i128) -> Valued<Reg> {
        let Type::Int { bits, signed } = self.ty else { return Err(Why::Addresses) };
        let reg = Reg::int(bits, word::trunc(bits, n as u64));
        if signed && as_number(&reg, self.ty) != n { Err(OVERFLOW) } else { Ok(reg) }
    }

    fn arithmetic(&self, op: Binary, a: i128, b: i128) -> Valued<Reg> {
        let Type::Int { bits, signed } = self.ty else { return Err(Why::Addresses) };
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
            Binary::Mul if signed => self.fits(a * b),
            Binary::Mul => self.fits((a as u64).wrapping_mul(b as u64).into()),
            Binary::Div | Binary::Rem if b == 0 => Err(Why::Undefined("a division by zero")),
            Binary::Div => self.fits(a / b),
            // Undefined if the quotient does not fit (C11, 6.5.5).
            Binary::Rem => self.fits(a / b).and_then(|_| self.fits(a % b)),
            Binary::Shl | Binary::Shr if !(0..i128::from(bits)).contains(&b) => {
                Err(Why::Undefined("a shift by as many bits as there are, or more, or fewer than none"))
            }
            Binary::Shr => self.fits(a >> b),
            Binary::Shl if signed && a < 0 => Err(Why::Undefined("a shift of a negative number")),
            Binary::Shl => self.fits(a << b),
            Binary::LogicOr | Binary::LogicAnd => unreachable!("evaluated from the left"),
        }
    }
}

/// Width of numbers of a type; the machine determines that of pointers.
fn width(ty: Type) -> Option<u32> {
    match ty {
        Type::Int { bits, .. } => Some(bits),
        Type::Pointer(_) => None,
    }
}

/// A value interpreted by its type.
fn as_number(reg: &Reg, ty: Type) -> i128 {
    let low = reg.value.low();
    match ty {
        Type::Int { bits, signed: true } => {
            let shift = 128 - bits;
            (i128::from(low) << shift) >> shift
        }
        _ => low.into(),
    }
}

/// An offset from the start of an object as a signed number.
fn signed(reg: &Reg, machine: &Machine<'_, '_>) -> i128 {
    let base = machine.memory.get(reg.object).map_or(0, |o| o.base);
    let shift = 64 - machine.memory.width;
    i128::from((reg.value.low().wrapping_sub(base) << shift) as i64 >> shift)
}

/// The live object that a pointer refers to, and the offset from its start.
fn dereference(machine: &Machine<'_, '_>, pointer: &Reg) -> Valued<(ObjId, i128)> {
    if !pointer.is_defined() {
        return Err(Why::NotDefined);
    }
    if !pointer.object.is_one() {
        let null = pointer.value.is_zero();
        return Err(if null { Why::Undefined("a null pointer is followed") } else { Why::Addresses });
    }
    if machine.memory.get(pointer.object).is_none() {
        return Err(Why::Undefined("the pointer leads to no object that lives"));
    }
    Ok((pointer.object, signed(pointer, machine)))
}

/// A pointer moved by a number of elements, within its object or to its end.
fn moved(machine: &Machine<'_, '_>, from: &Reg, by: i128, size: u64, count: Option<u64>) -> Valued<Reg> {
    const OUTSIDE: Why = Why::Undefined("outside of its object");
    if let Some(count) = count
        && !(0..i128::from(count)).contains(&by)
    {
        return Err(Why::Undefined("the index is outside of the array"));
    }
    let (id, at) = dereference(machine, from)?;
    let length = machine.memory.get(id).map_or(0, |o| o.bytes.len());
    let to = at + by * i128::from(size);
    if !(0..=length as i128).contains(&to) {
        return Err(OUTSIDE);
    }
    let width = machine.memory.width;
    let address = word::trunc(width, from.value.low().wrapping_add((by * i128::from(size)) as u64));
    Ok(Reg::pointer(width, address, id))
}

fn address(place: &Place, machine: &Machine<'_, '_>) -> Valued<Reg> {
    let (id, bit) = place.locate(machine)?;
    let width = machine.memory.width;
    let base = machine.memory.get(id).map_or(0, |o| o.base);
    Ok(Reg::pointer(width, word::trunc(width, base.wrapping_add((bit / 8) as u64)), id))
}

/// Bytes of an object, and the first bit in them that is meant.
pub(super) struct Extent {
    pub object: ObjId,
    pub start: usize,
    pub bytes: u32,
    pub low: u32,
}

impl Place {
    /// The object that contains the place, and the offset from its start in bits.
    ///
    /// # Errors
    /// The reason for which there is none in this state.
    pub fn locate(&self, machine: &Machine<'_, '_>) -> Valued<(ObjId, i128)> {
        let (id, start) = match &self.base {
            Base::Global(global) => (machine.global(*global), 0),
            Base::Object(id) => (*id, 0),
            Base::Registers(_) => return Err(Why::Unsupported("what is kept in a register has no address")),
            Base::Target(pointer) => dereference(machine, &pointer.value(machine)?)?,
        };
        if machine.memory.get(id).is_none() {
            return Err(Why::Undefined("its object has ended"));
        }
        Ok((id, 8 * start + i128::from(self.offset)))
    }

    /// How many bits lie at the place.
    pub(super) fn size(&self, machine: &Machine<'_, '_>) -> Valued<u64> {
        let size = self.bits.or_else(|| self.ty.and_then(|t| machine.program().size_bits(t)));
        size.filter(|&n| n > 0 && n <= 128).ok_or(Why::Unsupported("not a scalar"))
    }

    /// The bytes that contain so many bits at the place.
    pub(super) fn extent(&self, machine: &Machine<'_, '_>, size: u64) -> Valued<Extent> {
        let (object, bit) = self.locate(machine)?;
        let (start, end) = (bit.div_euclid(8), (bit + i128::from(size) + 7).div_euclid(8));
        let length = machine.memory.get(object).map_or(0, |o| o.bytes.len());
        if start < 0 || end > length as i128 {
            return Err(Why::Undefined("outside of its object"));
        }
        let low = (bit - 8 * start) as u32;
        Ok(Extent { object, start: start as usize, bytes: (end - start) as u32, low })
    }

    /// The scalar at the place, defined or not.
    ///
    /// # Errors
    /// The reason for which there is none in this state.
    pub fn load(&self, machine: &Machine<'_, '_>) -> Valued<Reg> {
        let program = machine.program();
        let size = self.size(machine)?;
        if let Base::Registers(regs) = &self.base {
            return match &regs[..] {
                [one] if self.offset == 0 && self.bits.is_none() => Ok(one.clone()),
                _ => Err(Why::Unsupported("a structure in registers is not taken apart")),
            };
        }
        let Extent { object: id, start, bytes, low } = self.extent(machine, size)?;
        if machine.is_only_declared(id) {
            return Err(Why::NotDefined);
        }
        if machine.memory.cuts_pointer(id, start, bytes as usize, 8 * bytes) {
            return Err(Why::Addresses);
        }
        let reg = machine.memory.load(id, start, bytes, 8 * bytes);
        if u64::from(reg.width()) == size && low == 0 {
            return Ok(reg);
        }
        if program.target.big_endian {
            return Err(Why::Unsupported("bit-fields of big-endian machines"));
        }
        if reg.object != ObjId::NONE {
            return Err(Why::Addresses);
        }
        let part = |s: &Scalar| Scalar::of(&s.to_bits().extract(low + size as u32 - 1, low));
        Ok(Reg::of(part(&reg.value)).with_undef(Some(part(&reg.mask()))))
    }
}
