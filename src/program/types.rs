//! Types and their layout.

use indexmap::IndexSet;

crate::typed_id! {
    /// A type of [`Types`].
    TypeId
}

/// Formats of floating point.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloatKind {
    /// IEEE binary16.
    Half,
    /// bfloat16.
    Bfloat,
    /// IEEE binary32.
    Single,
    /// IEEE binary64.
    Double,
    /// x87's 80 bits.
    X87,
    /// IEEE binary128.
    Quad,
    /// PowerPC's pair of doubles.
    PpcDouble,
}

impl FloatKind {
    /// Number of value bits.
    pub fn bits(self) -> u32 {
        match self {
            FloatKind::Half | FloatKind::Bfloat => 16,
            FloatKind::Single => 32,
            FloatKind::Double => 64,
            FloatKind::X87 => 80,
            FloatKind::Quad | FloatKind::PpcDouble => 128,
        }
    }
}

/// A type. Structurally equal types are one [`TypeId`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// No value.
    Void,
    /// Integer of that many bits.
    Int(u32),
    /// Floating point.
    Float(FloatKind),
    /// Pointer, in an address space.
    Ptr(u32),
    /// Vector of a fixed number of scalars.
    Vector {
        /// Element.
        elem: TypeId,
        /// Number of elements.
        count: u32,
    },
    /// Array.
    Array {
        /// Element.
        elem: TypeId,
        /// Number of elements.
        count: u64,
    },
    /// Structure.
    Struct {
        /// Fields in order.
        fields: Vec<TypeId>,
        /// Byte offset of each field.
        offsets: Vec<u64>,
        /// Without padding.
        packed: bool,
    },
    /// Function.
    Function {
        /// Result.
        ret: TypeId,
        /// Parameters.
        params: Vec<TypeId>,
        /// Takes further arguments.
        vararg: bool,
    },
    /// A type that is carried by name only: opaque structures, labels, metadata, tokens, scalable vectors, target
    /// extension types.
    Other(String),
}

/// Sizes of a type in memory, all zero for unsized types.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Layout {
    /// Bytes that a store writes.
    pub store_size: u64,
    /// Distance of array elements in bytes, padding included.
    pub alloc_size: u64,
    /// ABI alignment in bytes.
    pub align: u64,
}

/// All types of a program.
#[derive(Clone, Debug, Default)]
pub struct Types {
    types: IndexSet<Type>,
    layouts: Vec<Layout>,
}

impl Types {
    /// Adds a type or finds an equal one; the layout of the first addition counts.
    pub fn insert(&mut self, ty: Type, layout: Layout) -> TypeId {
        let (place, new) = self.types.insert_full(ty);
        if new {
            self.layouts.push(layout);
        }
        TypeId::new(place)
    }

    /// The type itself.
    pub fn get(&self, t: TypeId) -> &Type {
        &self.types[t.index()]
    }

    /// Its layout.
    pub fn layout(&self, t: TypeId) -> Layout {
        self.layouts[t.index()]
    }

    /// Whether an object that is declared with this type may be larger: an incomplete type, an array of unknown length,
    /// or a structure that ends in one.
    pub fn open_ended(&self, t: TypeId) -> bool {
        match self.get(t) {
            Type::Other(_) | Type::Array { count: 0, .. } => true,
            Type::Struct { fields, .. } => fields.last().is_some_and(|f| self.open_ended(*f)),
            _ => false,
        }
    }

    /// Number of types.
    pub fn len(&self) -> usize {
        self.types.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.types.is_empty()
    }
}
