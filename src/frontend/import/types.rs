//! Import of types and their layout.

use super::Importer;
use crate::frontend::llvm::{self, TypeKind};
use crate::program::{FloatKind, Layout, Type, TypeId};

/// Maximum width of a supported integer; LLVM allows up to 2^23 bits.
const MAX_INT_BITS: u32 = 1 << 16;

impl Importer<'_> {
    /// Imports a type, once.
    pub(super) fn ty(&mut self, ty: llvm::Type) -> TypeId {
        if let Some(&id) = self.types.get(&ty) {
            return id;
        }
        let imported = self.new_type(ty);
        let layout = self.layout_of(ty, &imported);
        let id = self.program.types.insert(imported, layout);
        self.types.insert(ty, id);
        id
    }

    /// The type void.
    pub(super) fn void(&mut self) -> TypeId {
        self.program.types.insert(Type::Void, Layout::default())
    }

    fn new_type(&mut self, ty: llvm::Type) -> Type {
        let float = |kind| Type::Float(kind);
        match ty.kind() {
            TypeKind::LLVMVoidTypeKind => Type::Void,
            TypeKind::LLVMIntegerTypeKind if ty.int_width() <= MAX_INT_BITS => Type::Int(ty.int_width()),
            TypeKind::LLVMHalfTypeKind => float(FloatKind::Half),
            TypeKind::LLVMBFloatTypeKind => float(FloatKind::Bfloat),
            TypeKind::LLVMFloatTypeKind => float(FloatKind::Single),
            TypeKind::LLVMDoubleTypeKind => float(FloatKind::Double),
            TypeKind::LLVMX86_FP80TypeKind => float(FloatKind::X87),
            TypeKind::LLVMFP128TypeKind => float(FloatKind::Quad),
            TypeKind::LLVMPPC_FP128TypeKind => float(FloatKind::PpcDouble),
            TypeKind::LLVMPointerTypeKind => Type::Ptr(ty.address_space()),
            TypeKind::LLVMVectorTypeKind => {
                let elem = self.ty(ty.element());
                Type::Vector { elem, count: ty.vector_size() }
            }
            TypeKind::LLVMArrayTypeKind => {
                let elem = self.ty(ty.element());
                let count = ty.array_length();
                let size = self.program.types.layout(elem).alloc_size.checked_mul(count);
                if self.other(elem) || size.is_none_or(|s| s > i64::MAX as u64) {
                    return Type::Other(name(ty));
                }
                Type::Array { elem, count }
            }
            TypeKind::LLVMStructTypeKind if !ty.opaque() => {
                let fields: Vec<TypeId> = ty.fields().into_iter().map(|f| self.ty(f)).collect();
                let size = fields.iter().try_fold(0u64, |sum, f| {
                    sum.checked_add(self.program.types.layout(*f).alloc_size)
                        .filter(|s| *s <= i64::MAX as u64)
                });
                if size.is_none() || !ty.sized() || fields.iter().any(|f| self.other(*f)) {
                    return Type::Other(name(ty));
                }
                let offsets = (0..).take(fields.len()).map(|i| self.layout.offset_of(ty, i)).collect();
                Type::Struct { fields, offsets, packed: ty.packed() }
            }
            TypeKind::LLVMFunctionTypeKind => {
                let ret = self.ty(ty.return_type());
                let params = ty.params().into_iter().map(|p| self.ty(p)).collect();
                Type::Function { ret, params, vararg: ty.vararg() }
            }
            _ => Type::Other(name(ty)),
        }
    }

    fn other(&self, id: TypeId) -> bool {
        matches!(self.program.types.get(id), Type::Other(_))
    }

    fn layout_of(&self, ty: llvm::Type, imported: &Type) -> Layout {
        match imported {
            Type::Void | Type::Function { .. } | Type::Other(_) => Layout::default(),
            _ => Layout {
                store_size: self.layout.store_size(ty),
                alloc_size: self.layout.alloc_size(ty),
                align: self.layout.align(ty),
            },
        }
    }

    /// Whether values of the type are vectors, whatever their elements.
    pub(super) fn is_vector(ty: llvm::Type) -> bool {
        matches!(ty.kind(), TypeKind::LLVMVectorTypeKind | TypeKind::LLVMScalableVectorTypeKind)
    }
}

/// Text of the type, without the definition that LLVM prints after the name of a structure.
fn name(ty: llvm::Type) -> String {
    let text = ty.print();
    text.split(" = type").next().unwrap_or(&text).to_string()
}
