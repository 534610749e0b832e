//! Values, printed by their source types.

use rustc_apfloat::Float;
use rustc_apfloat::ieee::{BFloat, Half, Quad, X87DoubleExtended};

use super::layout::{Want, locate, pointee};
use crate::base::Bits;
use crate::engine::record::{Place, Shown};
use crate::program::{DebugType, DebugTypeId, Encoding, FloatKind, Program};

/// Deepest nesting of components that is printed.
const DEPTH: u32 = 6;

/// Most components that are printed.
const PARTS: usize = 24;

/// Where heap objects' types are looked up by name; they have none of their own.
pub trait ObjectTypes {
    /// The element of an object at an offset: its name, its type and the offset in it.
    fn element(&self, p: &Program, object: &str, off: i64) -> Option<(String, DebugTypeId, i64)>;
}

/// The name of a place; `want` is what is meant there.
pub fn place(p: &Program, types: &dyn ObjectTypes, at: &Place, want: Want) -> String {
    match at {
        Place::Var(v, off) => {
            let var = &p.vars[v.index()];
            locate(p, &var.name, var.ty, *off, want)
        }
        Place::Object(name, 0) if want == Want::Any => name.clone(),
        Place::Object(name, off) => match types.element(p, name, *off) {
            // The start of the object, rather than its first element.
            Some((_, ty, 0)) if *off == 0 && starts_at(p, ty, want) => name.clone(),
            Some((path, ty, off)) => locate(p, &path, Some(ty), off, want),
            None => locate(p, name, None, *off, want),
        },
    }
}

/// Whether what is wanted at the start of an object with such elements is not within the first one.
fn starts_at(p: &Program, element: DebugTypeId, want: Want) -> bool {
    match want {
        Want::Any => true,
        Want::Type(t) => p.plain_type(t) == p.plain_type(element),
        Want::Bytes(n) => p.size_bits(element).is_none_or(|bits| bits / 8 < n),
    }
}

/// Of objects without a type of their own nothing is known.
struct NoTypes;

impl ObjectTypes for NoTypes {
    fn element(&self, _: &Program, _: &str, _: i64) -> Option<(String, DebugTypeId, i64)> {
        None
    }
}

/// The value of a source type, without a run that would show more.
pub fn shown(p: &Program, v: &Shown, ty: Option<DebugTypeId>) -> String {
    value(p, &NoTypes, v, ty)
}

/// The value, as a source type reads it.
pub fn value(p: &Program, types: &dyn ObjectTypes, v: &Shown, ty: Option<DebugTypeId>) -> String {
    render(p, types, v, ty, 0)
}

fn render(p: &Program, types: &dyn ObjectTypes, v: &Shown, ty: Option<DebugTypeId>, depth: u32) -> String {
    match v {
        Shown::Bits(bits) => scalar(p, bits, ty),
        Shown::Null => "NULL".to_owned(),
        Shown::Any => "?".to_owned(),
        Shown::Pointer(at) => match at {
            // A string constant or a function reads as it stands.
            Place::Object(name, 0) if name.starts_with('"') => name.clone(),
            _ => format!("&{}", place(p, types, at, pointee(p, ty).map_or(Want::Any, Want::Type))),
        },
        Shown::Parts(_) if depth >= DEPTH => "{...}".to_owned(),
        Shown::Parts(parts) => {
            if let Some(text) = characters(p, parts, ty) {
                return text;
            }
            let component = |i: usize| match p.debug_type(ty) {
                Some(DebugType::Record { members, union: false, .. }) if members.len() == parts.len() => {
                    (members[i].name.as_str(), members[i].ty)
                }
                Some(DebugType::Array(elem, _)) => ("", *elem),
                _ => ("", None),
            };
            let mut shown: Vec<String> = parts
                .iter()
                .take(PARTS)
                .enumerate()
                .map(|(i, part)| {
                    let (name, ty) = component(i);
                    let text = render(p, types, part, ty, depth + 1);
                    if name.is_empty() { text } else { format!("{name}: {text}") }
                })
                .collect();
            if parts.len() > PARTS {
                shown.push("...".to_owned());
            }
            format!("{{{}}}", shown.join(", "))
        }
    }
}

/// Whether the components of a constant are those of the type; bit-fields and unions are compiled to others.
pub fn readable(p: &Program, v: &Shown, ty: Option<DebugTypeId>) -> bool {
    match (v, p.debug_type(ty)) {
        (Shown::Parts(parts), Some(DebugType::Record { members, union, .. })) => {
            !union
                && members.len() == parts.len()
                && parts.iter().zip(members).all(|(part, m)| readable(p, part, m.ty))
        }
        (Shown::Parts(parts), Some(DebugType::Array(elem, _))) => {
            parts.iter().all(|part| readable(p, part, *elem))
        }
        (Shown::Parts(_), _) => false,
        (_, Some(DebugType::Record { .. } | DebugType::Array(..))) => false,
        _ => true,
    }
}

/// An array of characters, as a string.
fn characters(p: &Program, parts: &[Shown], ty: Option<DebugTypeId>) -> Option<String> {
    let Some(DebugType::Array(elem, _)) = p.debug_type(ty) else { return None };
    let Some(DebugType::Basic { encoding: Encoding::SignedChar | Encoding::UnsignedChar, .. }) =
        p.debug_type(*elem)
    else {
        return None;
    };
    let bytes: Option<Vec<u8>> = parts
        .iter()
        .map(|part| match part {
            Shown::Bits(b) => b.to_u64().and_then(|v| u8::try_from(v).ok()),
            _ => None,
        })
        .collect();
    let bytes = bytes?;
    let used = bytes.iter().rposition(|b| *b != 0).map_or(0, |i| i + 1);
    // Without its terminator it is no string.
    let (text, all) = (bytes[..used].escape_ascii(), used < bytes.len() && !is_number(p, *elem));
    all.then(|| format!("\"{text}\""))
}

/// Whether values of a type are characters of a text.
pub fn is_character(p: &Program, ty: DebugTypeId) -> bool {
    let encoding = match p.debug_type(Some(ty)) {
        Some(DebugType::Basic { encoding, .. }) => *encoding,
        _ => return false,
    };
    matches!(encoding, Encoding::SignedChar | Encoding::UnsignedChar) && !is_number(p, Some(ty))
}

/// Whether a type of characters is named as a number: `uint8_t`, `u8`.
fn is_number(p: &Program, mut ty: Option<DebugTypeId>) -> bool {
    for _ in 0..DEPTH {
        match ty.map(|t| &p.debug_types[t.index()]) {
            Some(DebugType::Named(name, _)) if name.contains('8') => return true,
            Some(DebugType::Named(_, inner)) => ty = *inner,
            _ => return false,
        }
    }
    false
}

/// The bits at the width of their type: registers may be wider (promoted) or narrower (`_Bool`).
fn fitted(bits: &Bits, width: u64, signed: bool) -> Bits {
    let Ok(width) = u32::try_from(width) else { return bits.clone() };
    match width {
        0 => bits.clone(),
        w if w < bits.width() => bits.trunc(w),
        w if signed => bits.sext(w),
        w => bits.zext(w),
    }
}

/// A scalar's bits, as its type reads them; two's complement without a type.
pub fn scalar(p: &Program, bits: &Bits, ty: Option<DebugTypeId>) -> String {
    match p.debug_type(ty) {
        Some(DebugType::Basic { bits: width, encoding, .. }) => {
            // Bit-fields are narrower than their type.
            let narrow = (*width).min(u64::from(bits.width()));
            match encoding {
                Encoding::Bool => match bits.to_u64() {
                    Some(0) => "false".to_owned(),
                    Some(1) => "true".to_owned(),
                    _ => natural(bits),
                },
                Encoding::Signed => fitted(bits, narrow, true).to_signed_string(),
                Encoding::Unsigned => natural(&fitted(bits, narrow, false)),
                Encoding::SignedChar if is_number(p, ty) => fitted(bits, narrow, true).to_signed_string(),
                Encoding::UnsignedChar if is_number(p, ty) => natural(&fitted(bits, narrow, false)),
                Encoding::SignedChar => character(&fitted(bits, narrow, true), true),
                Encoding::UnsignedChar => character(&fitted(bits, narrow, false), false),
                Encoding::Float => float(bits),
                Encoding::Other => hexadecimal(bits),
            }
        }
        Some(DebugType::Enum { values, bits: width, .. }) => {
            let v = fitted(bits, (*width).min(u64::from(bits.width())), true);
            let number = v.to_i64();
            let named = values
                .iter()
                .find(|(_, n)| number == Some(*n) || (v.width() <= 64 && v.to_u64() == Some(*n as u64)));
            named.map_or_else(|| v.to_signed_string(), |(name, _)| name.clone())
        }
        Some(DebugType::Pointer(_) | DebugType::Function) => hexadecimal(bits),
        _ => bits.to_signed_string(),
    }
}

fn natural(bits: &Bits) -> String {
    bits.to_big().to_string()
}

fn hexadecimal(bits: &Bits) -> String {
    format!("0x{:x}", bits.to_big())
}

fn character(bits: &Bits, signed: bool) -> String {
    let number = if signed { bits.to_signed_string() } else { natural(bits) };
    match bits.to_u64().and_then(|c| u8::try_from(c).ok()) {
        Some(0) => "'\\0'".to_owned(),
        Some(c @ (b'\n' | b'\r' | b'\t' | b'\'' | b'\\')) => format!("'{}'", c.escape_ascii()),
        Some(c) if bits.width() <= 8 && (c.is_ascii_graphic() || c == b' ') => format!("'{}'", char::from(c)),
        _ => number,
    }
}

/// Floating point by the width of its format.
pub fn float(bits: &Bits) -> String {
    let kind = match bits.width() {
        16 => FloatKind::Half,
        32 => FloatKind::Single,
        64 => FloatKind::Double,
        80 => FloatKind::X87,
        128 => FloatKind::Quad,
        _ => return hexadecimal(bits),
    };
    float_of(bits, kind)
}

fn float_of(bits: &Bits, kind: FloatKind) -> String {
    let raw = bits.to_u128().unwrap_or(0);
    match kind {
        FloatKind::Single => format!("{:?}", f32::from_bits(raw as u32)),
        FloatKind::Double => format!("{:?}", f64::from_bits(raw as u64)),
        FloatKind::Half => Half::from_bits(raw).to_string(),
        FloatKind::Bfloat => BFloat::from_bits(raw).to_string(),
        FloatKind::X87 => X87DoubleExtended::from_bits(raw).to_string(),
        FloatKind::Quad => Quad::from_bits(raw).to_string(),
        FloatKind::PpcDouble => hexadecimal(bits),
    }
}

/// A string whose characters are in a number, the first in its lowest bits.
pub fn string(bits: &Bits) -> String {
    let all = (0..bits.width() / 8).map(|i| bits.extract(8 * i + 7, 8 * i).limbs()[0] as u8);
    let text: Vec<u8> = all.take_while(|&c| c != 0).collect();
    let open = if text.len() as u32 == bits.width() / 8 { "..." } else { "" };
    format!("\"{}\"{open}", text.escape_ascii())
}

/// An input's bits, read by the name of the function that asked for it: `__VERIFIER_nondet_uint` and its like.
pub fn input(what: &str, bits: &Bits) -> String {
    let kind = what.rsplit("nondet_").next().unwrap_or("").to_ascii_lowercase();
    match kind.as_str() {
        "bool" | "_bool" => scalar_bool(bits),
        "char" | "schar" => character(bits, true),
        "uchar" => character(bits, false),
        "float" | "double" | "longdouble" | "long_double" => float(bits),
        "pointer" | "ptr" | "voidptr" => hexadecimal(bits),
        k if k.starts_with('u') || k == "size_t" => natural(bits),
        _ => bits.to_signed_string(),
    }
}

fn scalar_bool(bits: &Bits) -> String {
    if bits.is_zero() { "false".to_owned() } else { "true".to_owned() }
}
