//! Source places, variables and types, from debug information.

use super::{FuncId, Program};

crate::typed_id! {
    /// A source file of [`super::Program::files`].
    FileId
}
crate::typed_id! {
    /// A place of [`super::Program::locs`].
    LocId
}
crate::typed_id! {
    /// A variable of [`super::Program::vars`].
    DebugVarId
}
crate::typed_id! {
    /// A type of [`super::Program::debug_types`].
    DebugTypeId
}

/// A source place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Loc {
    /// File.
    pub file: FileId,
    /// Line, from 1; 0 when unknown.
    pub line: u32,
    /// Column, from 1; 0 when unknown.
    pub col: u32,
    /// Place into which the code was inlined, if it was.
    pub inlined_at: Option<LocId>,
}

/// A source variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DebugVar {
    /// Name in the source.
    pub name: String,
    /// Its type, when known.
    pub ty: Option<DebugTypeId>,
    /// Function that declares it; `None` for globals.
    pub func: Option<FuncId>,
    /// Number of the parameter, from 1, if it is one.
    pub param: Option<u32>,
    /// Declaring line, 0 when unknown.
    pub line: u32,
    /// Whether it, or a part of it, is volatile.
    pub volatile: bool,
}

/// Interpretation of a basic type's bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Encoding {
    /// Truth value.
    Bool,
    /// Two's complement.
    Signed,
    /// Natural number.
    Unsigned,
    /// Character, printed as such, signed.
    SignedChar,
    /// Character, printed as such, unsigned.
    UnsignedChar,
    /// Floating point.
    Float,
    /// Anything else.
    Other,
}

/// A field of a structure or union.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member {
    /// Name; empty when anonymous.
    pub name: String,
    /// Offset in bits.
    pub bit_offset: u64,
    /// Size in bits.
    pub bit_size: u64,
    /// Type.
    pub ty: Option<DebugTypeId>,
}

/// A source type. As the type of a component, `None` means void or unknown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DebugType {
    /// `int`, `char`, ...
    Basic {
        /// Name in the source.
        name: String,
        /// Size in bits.
        bits: u64,
        /// Interpretation of the bits.
        encoding: Encoding,
    },
    /// Pointer or reference.
    Pointer(Option<DebugTypeId>),
    /// Array with its element count, when known.
    Array(Option<DebugTypeId>, Option<u64>),
    /// Structure, class or union.
    Record {
        /// Tag; empty when anonymous.
        name: String,
        /// Size in bits.
        bits: u64,
        /// Fields.
        members: Vec<Member>,
        /// Whether a union.
        union: bool,
    },
    /// Enumeration with its values.
    Enum {
        /// Tag; empty when anonymous.
        name: String,
        /// Size in bits.
        bits: u64,
        /// Names and values.
        values: Vec<(String, i64)>,
    },
    /// `typedef` or a qualified type: the same under another name.
    Named(String, Option<DebugTypeId>),
    /// Function.
    Function,
}

/// Maximum nesting of types that is followed.
const DEPTH: u32 = 32;

impl Program {
    /// The type without typedefs and qualifiers.
    pub fn plain_type(&self, mut ty: DebugTypeId) -> Option<DebugTypeId> {
        for _ in 0..DEPTH {
            match &self.debug_types[ty.index()] {
                DebugType::Named(_, inner) => ty = (*inner)?,
                _ => return Some(ty),
            }
        }
        None
    }

    /// Content of the type without typedefs and qualifiers.
    pub fn debug_type(&self, ty: Option<DebugTypeId>) -> Option<&DebugType> {
        self.plain_type(ty?).map(|t| &self.debug_types[t.index()])
    }

    /// Size of a type in bits; `None` when not known.
    pub fn size_bits(&self, ty: DebugTypeId) -> Option<u64> {
        self.sized(ty, 0)
    }

    fn sized(&self, ty: DebugTypeId, depth: u32) -> Option<u64> {
        if depth > DEPTH {
            return None;
        }
        match self.debug_type(Some(ty))? {
            DebugType::Basic { bits, .. } | DebugType::Record { bits, .. } | DebugType::Enum { bits, .. } => {
                Some(*bits)
            }
            DebugType::Pointer(_) => Some(u64::from(self.target.pointer_bits)),
            DebugType::Array(elem, count) => self.sized((*elem)?, depth + 1)?.checked_mul((*count)?),
            DebugType::Named(..) | DebugType::Function => None,
        }
    }
}
