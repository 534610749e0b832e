//! Layout of source types: which part of a variable is at which offset.

use crate::program::{DebugType, DebugTypeId, Member, Program};

/// Deepest nesting of types that is followed.
const DEPTH: u32 = 32;

/// Most scalars into which one access is split.
const LEAVES: usize = 16;

/// A scalar part of a variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Leaf {
    /// How the source names it: the variable, fields and indices.
    pub path: String,
    /// Its type.
    pub ty: DebugTypeId,
    /// First bit, counted from the start of the variable.
    pub start: u64,
    /// Number of bits.
    pub bits: u64,
}

/// Size of a member in bits; that of a base class is its type's.
fn member_bits(p: &Program, m: &Member) -> u64 {
    match m.bit_size {
        0 => m.ty.and_then(|t| p.size_bits(t)).unwrap_or(0),
        bits => bits,
    }
}

/// What a pointer type points to.
pub fn pointee(p: &Program, ty: Option<DebugTypeId>) -> Option<DebugTypeId> {
    match p.debug_type(ty)? {
        DebugType::Pointer(to) => *to,
        _ => None,
    }
}

/// The scalars of the variable `name` that bits `range` touch, in order of their places; of the members of a
/// union the first that fits the range exactly, or the first. Empty when the types do not determine it.
pub fn leaves(p: &Program, name: &str, ty: DebugTypeId, range: std::ops::Range<u64>) -> Vec<Leaf> {
    let mut out = Vec::new();
    collect(p, name.to_owned(), ty, 0, &range, 0, &mut out);
    out
}

fn collect(
    p: &Program,
    path: String,
    ty: DebugTypeId,
    start: u64,
    range: &std::ops::Range<u64>,
    depth: u32,
    out: &mut Vec<Leaf>,
) {
    if depth > DEPTH || out.len() > LEAVES {
        return;
    }
    match p.debug_type(Some(ty)) {
        Some(DebugType::Record { members, union, .. }) => {
            let mut first: Option<Vec<Leaf>> = None;
            for m in members {
                let bits = member_bits(p, m);
                let (from, to) = (start + m.bit_offset, start + m.bit_offset + bits);
                let Some(member_ty) = m.ty.filter(|_| from < range.end && to > range.start) else { continue };
                let path = if m.name.is_empty() { path.clone() } else { format!("{path}.{}", m.name) };
                let mut found = Vec::new();
                let scalar = !matches!(
                    p.debug_type(Some(member_ty)),
                    Some(DebugType::Record { .. } | DebugType::Array(..))
                );
                if scalar {
                    // A bit-field is narrower than its type.
                    found.push(Leaf { path, ty: member_ty, start: from, bits });
                } else {
                    collect(p, path, member_ty, from, range, depth + 1, &mut found);
                }
                if !union {
                    out.extend(found);
                    continue;
                }
                if let [leaf] = found.as_slice()
                    && leaf.start == range.start
                    && leaf.start + leaf.bits == range.end
                {
                    out.extend(found);
                    return;
                }
                if !found.is_empty() {
                    first.get_or_insert(found);
                }
            }
            out.extend(first.unwrap_or_default());
        }
        Some(DebugType::Array(Some(elem), count)) => {
            let Some(size) = p.size_bits(*elem).filter(|s| *s > 0) else { return };
            let mut i = range.start.saturating_sub(start) / size;
            while start + i * size < range.end && count.is_none_or(|c| i < c) && out.len() <= LEAVES {
                collect(p, format!("{path}[{i}]"), *elem, start + i * size, range, depth + 1, out);
                i += 1;
            }
        }
        Some(DebugType::Function) | None => {}
        Some(_) => {
            let Some(bits) = p.size_bits(ty) else { return };
            if start < range.end && start + bits > range.start {
                out.push(Leaf { path, ty, start, bits });
            }
        }
    }
}

/// Which part of a variable is meant by an offset.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Want {
    /// The outermost that starts there.
    Any,
    /// One of that type.
    Type(DebugTypeId),
    /// One of that many bytes.
    Bytes(u64),
}

/// The part of a variable that starts at a byte offset, as the source names it: the wanted one, else the outermost
/// one. Offsets that no part starts at are added as bytes.
pub fn locate(p: &Program, name: &str, ty: Option<DebugTypeId>, off: i64, want: Want) -> String {
    let fits = |t: DebugTypeId| match want {
        Want::Any => true,
        Want::Type(w) => p.plain_type(w) == Some(t),
        Want::Bytes(n) => p.size_bits(t) == n.checked_mul(8),
    };
    let mut path = name.to_owned();
    let mut rest = i128::from(off) * 8;
    let mut at = ty.and_then(|t| p.plain_type(t));
    let mut best = (rest == 0).then(|| path.clone());
    for _ in 0..DEPTH {
        let Some(t) = at else { break };
        if rest == 0 && fits(t) {
            return path;
        }
        match &p.debug_types[t.index()] {
            DebugType::Array(Some(elem), _) => {
                let Some(size) = p.size_bits(*elem).filter(|s| *s > 0) else { break };
                let index = rest.div_euclid(i128::from(size));
                rest = rest.rem_euclid(i128::from(size));
                path = format!("{path}[{index}]");
                at = p.plain_type(*elem);
            }
            DebugType::Record { members, .. } => {
                let inside = members.iter().find(|m| {
                    let from = i128::from(m.bit_offset);
                    rest >= from && rest < from + i128::from(member_bits(p, m))
                });
                let Some(m) = inside else { break };
                rest -= i128::from(m.bit_offset);
                if !m.name.is_empty() {
                    path = format!("{path}.{}", m.name);
                }
                at = m.ty.and_then(|t| p.plain_type(t));
            }
            _ => break,
        }
        if rest == 0 && best.is_none() {
            best = Some(path.clone());
        }
    }
    best.unwrap_or_else(|| if off < 0 { format!("{name}{off}") } else { format!("{name}+{off}") })
}
