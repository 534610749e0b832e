//! Types of C: those of values, and the conversions of operands.

use super::{Binary, Expression, Kind, Type, Unary};
use crate::program::{DebugType, DebugTypeId, Encoding, Program};

pub(super) const INT: Type = Type::Int { bits: 32, signed: true };

/// Whether `char` is signed: as in the program, and otherwise as on most machines.
pub(super) fn char_is_signed(program: &Program) -> bool {
    let known = program.debug_types.iter().find_map(|ty| match ty {
        DebugType::Basic { name, encoding, .. } if name == "char" => Some(*encoding),
        _ => None,
    });
    known != Some(Encoding::UnsignedChar)
}

/// Type of the values of a source type.
///
/// # Errors
/// An error message, if there are no such values.
pub(super) fn of_source(program: &Program, ty: Option<DebugTypeId>) -> Result<Type, &'static str> {
    let (bits, signed) = match program.debug_type(ty) {
        Some(DebugType::Basic { bits, encoding, .. }) => match encoding {
            Encoding::Signed | Encoding::SignedChar => (*bits, true),
            Encoding::Unsigned | Encoding::UnsignedChar | Encoding::Bool => (*bits, false),
            Encoding::Float => return Err("floating-point values are not computed with"),
            Encoding::Other => return Err("values of that type are not computed with"),
        },
        // The same choice as clang's for enumerations.
        Some(DebugType::Enum { bits, values, .. }) => (*bits, values.iter().any(|v| v.1 < 0)),
        Some(DebugType::Pointer(to)) => return Ok(Type::Pointer(*to)),
        Some(DebugType::Record { .. }) => return Err("a structure is no value: write a member"),
        Some(DebugType::Array(..)) => return Err("an array is no value: write an index"),
        Some(DebugType::Function) => return Err("a function is no value"),
        Some(DebugType::Named(..)) | None => {
            return Err("its type is not known: there is no debugging information");
        }
    };
    match u32::try_from(bits) {
        Ok(bits @ 1..=64) => Ok(Type::Int { bits, signed }),
        _ => Err("integers of more than 64 bits are not computed with"),
    }
}

/// Type of a bit-field's value: narrow ones are promoted whatever their type (C11, 6.3.1.1, as in clang).
pub(super) fn of_field(ty: Type, width: u64) -> Type {
    match ty {
        Type::Int { .. } if width < 32 => INT,
        Type::Int { signed, .. } if width == 32 => Type::Int { bits: 32, signed },
        ty => ty,
    }
}

/// Common type of the operands of an arithmetic operator (C11, 6.3.1.8). Types of equal width and signedness are
/// identified, because they have the same values.
pub(super) fn common(a: Type, b: Type) -> Type {
    let promoted = |ty: Type| match ty {
        Type::Int { bits, .. } if bits < 32 => INT,
        other => other,
    };
    match (promoted(a), promoted(b)) {
        (Type::Int { bits: m, signed: s }, Type::Int { bits: n, signed: t }) => {
            let signed = match m.cmp(&n) {
                std::cmp::Ordering::Less => t,
                std::cmp::Ordering::Greater => s,
                std::cmp::Ordering::Equal => s && t,
            };
            Type::Int { bits: m.max(n), signed }
        }
        (other, _) => other,
    }
}

impl Expression {
    pub(super) fn constant(value: u64, ty: Type) -> Expression {
        Expression { kind: Kind::Constant(value), ty }
    }

    /// Converts the value to a type.
    pub(super) fn converted(self, ty: Type) -> Expression {
        if self.ty == ty {
            return self;
        }
        Expression { kind: Kind::Unary(Unary::Convert, Box::new(self)), ty }
    }

    /// Whether it is a null pointer constant.
    pub(super) fn is_null(&self) -> bool {
        match &self.kind {
            Kind::Constant(0) => true,
            Kind::Unary(Unary::Convert, inner) => inner.is_null(),
            _ => false,
        }
    }
}

/// Whether a value is not zero, as an `int`.
pub fn truth(e: Expression) -> Expression {
    let zero = Expression::constant(0, e.ty);
    Expression { kind: Kind::Binary(Binary::Ne, Box::new([e, zero])), ty: INT }
}

/// Converts two values to a common type, as for `==` and `?:`; `None` if there is none.
fn unify(a: Expression, b: Expression) -> Option<(Expression, Expression)> {
    match (a.ty, b.ty) {
        (Type::Int { .. }, Type::Int { .. }) => {
            let ty = common(a.ty, b.ty);
            Some((a.converted(ty), b.converted(ty)))
        }
        (Type::Pointer(_), Type::Pointer(_)) => Some((a, b)),
        (Type::Pointer(_), Type::Int { .. }) if b.is_null() => {
            let ty = a.ty;
            Some((a, b.converted(ty)))
        }
        (Type::Int { .. }, Type::Pointer(_)) if a.is_null() => {
            let ty = b.ty;
            Some((a.converted(ty), b))
        }
        _ => None,
    }
}

pub(super) fn conditional(c: Expression, a: Expression, b: Expression) -> Result<Expression, String> {
    let (a, b) = unify(a, b).ok_or("'?' between a pointer and a number")?;
    let ty = if a.is_null() { b.ty } else { a.ty };
    Ok(Expression { kind: Kind::Conditional(Box::new([truth(c), a, b])), ty })
}

/// Size in bytes of a pointer's target; 1 for `void` and unknown types, as in GNU C.
fn step(program: &Program, to: Option<DebugTypeId>) -> u64 {
    to.and_then(|t| program.size_bits(t)).map_or(1, |bits| bits / 8)
}

/// A pointer moved by a number of elements.
pub(super) fn moved(
    program: &Program,
    pointer: Expression,
    by: Expression,
    count: Option<u64>,
) -> Result<Expression, String> {
    let Type::Pointer(to) = pointer.ty else { return Err("not a pointer".to_owned()) };
    if !matches!(by.ty, Type::Int { .. }) {
        return Err("an index has to be a number".to_owned());
    }
    let (ty, size) = (pointer.ty, step(program, to));
    Ok(Expression { kind: Kind::Offset { parts: Box::new([pointer, by]), size, count }, ty })
}

pub(super) fn combined(
    program: &Program,
    op: Binary,
    a: Expression,
    b: Expression,
) -> Result<Expression, String> {
    let made = |a, b, ty| Ok(Expression { kind: Kind::Binary(op, Box::new([a, b])), ty });
    let is_pointer = |e: &Expression| matches!(e.ty, Type::Pointer(_));
    match op {
        Binary::LogicAnd | Binary::LogicOr => return made(truth(a), truth(b), INT),
        Binary::Eq | Binary::Ne => {
            let (a, b) = unify(a, b).ok_or("a pointer is compared with pointers and null only")?;
            return made(a, b, INT);
        }
        Binary::Lt | Binary::Le | Binary::Gt | Binary::Ge => {
            if is_pointer(&a) != is_pointer(&b) {
                return Err("a pointer is compared with pointers and null only".to_owned());
            }
            let (a, b) = unify(a, b).expect("of one kind");
            return made(a, b, INT);
        }
        Binary::Add if is_pointer(&a) => return moved(program, a, b, None),
        Binary::Add if is_pointer(&b) => return moved(program, b, a, None),
        Binary::Sub if is_pointer(&a) && is_pointer(&b) => {
            let Type::Pointer(to) = a.ty else { unreachable!("just looked at") };
            let size = step(program, to);
            let ty = Type::Int { bits: program.target.pointer_bits, signed: true };
            return Ok(Expression { kind: Kind::Distance(Box::new([a, b]), size), ty });
        }
        Binary::Sub if is_pointer(&a) => {
            let by = negative(b)?;
            return moved(program, a, by, None);
        }
        _ => {}
    }
    if is_pointer(&a) || is_pointer(&b) {
        return Err("pointers are compared and moved only".to_owned());
    }
    if matches!(op, Binary::Shl | Binary::Shr) {
        let (ty, by) = (common(a.ty, INT), common(b.ty, INT));
        return made(a.converted(ty), b.converted(by), ty);
    }
    let ty = common(a.ty, b.ty);
    made(a.converted(ty), b.converted(ty), ty)
}

/// A number of elements with the opposite sign, in a type wide enough for it.
fn negative(e: Expression) -> Result<Expression, String> {
    let ty = Type::Int { bits: 64, signed: true };
    let e = e.converted(ty);
    Ok(Expression { kind: Kind::Unary(Unary::Negative, Box::new(e)), ty })
}

/// `-`, `~` or no operator applied to a promoted number.
pub(super) fn promoted(op: Option<Unary>, e: Expression) -> Result<Expression, String> {
    let Type::Int { .. } = e.ty else { return Err("that operator is not for pointers".to_owned()) };
    let ty = common(e.ty, INT);
    let e = e.converted(ty);
    Ok(match op {
        Some(op) => Expression { kind: Kind::Unary(op, Box::new(e)), ty },
        None => e,
    })
}

pub(super) fn not(e: Expression) -> Expression {
    Expression { kind: Kind::Unary(Unary::Not, Box::new(truth(e))), ty: INT }
}
