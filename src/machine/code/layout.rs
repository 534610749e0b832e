//! The scalars of types.

use super::{Kind, Leaf};
use crate::program::{Program, Type, TypeId};

/// Most scalars of one value.
const MAX_LEAVES: u64 = 1 << 14;

/// The scalars of a type, in order.
///
/// # Errors
/// In words, for types that have no value or none that is interpreted.
pub fn leaves(program: &Program, ty: TypeId) -> Result<Vec<Leaf>, String> {
    let mut all = Vec::new();
    add_leaves(program, ty, 0, &mut all)?;
    Ok(all)
}

fn add_leaves(program: &Program, ty: TypeId, offset: u64, all: &mut Vec<Leaf>) -> Result<(), String> {
    let types = &program.types;
    let bytes = types.layout(ty).store_size as u32;
    let mut one = |width, kind| all.push(Leaf { offset, bytes, width, kind });
    match types.get(ty) {
        Type::Void => {}
        Type::Int(width) => one(*width, Kind::Int),
        Type::Float(kind) => one(kind.bits(), Kind::Float(*kind)),
        Type::Ptr(_) => one(program.target.pointer_bits, Kind::Pointer),
        Type::Vector { elem, count } => {
            let inner = types.layout(*elem).store_size;
            if let Type::Int(bits) = types.get(*elem)
                && u64::from(*bits) != inner * 8
            {
                // In memory without gaps, bit by bit; as a value each element is a scalar.
                return packed(*bits, *count, offset, all);
            }
            for i in 0..u64::from(*count) {
                add_leaves(program, *elem, offset + i * inner, all)?;
            }
        }
        Type::Array { elem, count } => {
            let step = types.layout(*elem).alloc_size;
            if *count > MAX_LEAVES {
                return Err("an array value of that size".to_owned());
            }
            for i in 0..*count {
                add_leaves(program, *elem, offset + i * step, all)?;
            }
        }
        Type::Struct { fields, offsets, .. } => {
            for (field, at) in fields.iter().zip(offsets) {
                add_leaves(program, *field, offset + at, all)?;
            }
        }
        other => return Err(format!("a value of type {other:?}")),
    }
    if all.len() as u64 > MAX_LEAVES {
        return Err("a value of so many parts".to_owned());
    }
    Ok(())
}

/// The elements of a vector whose bits lie side by side in memory: marked by zero bytes.
fn packed(bits: u32, count: u32, offset: u64, all: &mut Vec<Leaf>) -> Result<(), String> {
    all.extend((0..count).map(|_| Leaf { offset, bytes: 0, width: bits, kind: Kind::Int }));
    Ok(())
}
