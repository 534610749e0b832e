//! Import of constants.

use num_bigint::BigInt;

use super::Importer;
use crate::base::Bits;
use crate::frontend::llvm::{self, TypeKind, ValueKind};
use crate::program::{Const, ConstId, Type, TypeId, is_reserved_variable};

impl Importer<'_> {
    /// Imports a constant, once.
    pub(super) fn constant(&mut self, v: llvm::Value) -> ConstId {
        if let Some(&id) = self.consts.get(&v) {
            return id;
        }
        let c = self.new_constant(v);
        let id = self.add_const(c);
        self.consts.insert(v, id);
        id
    }

    fn new_constant(&mut self, v: llvm::Value) -> Const {
        if v.as_instruction() {
            // The C interface has no kind for `dso_local_equivalent` and `no_cfi`; they appear as this default.
            return self.unsupported_constant(v);
        }
        match v.kind() {
            ValueKind::LLVMConstantIntValueKind => {
                let ty = self.ty(v.ty());
                match *self.program.types.get(ty) {
                    Type::Int(width) => Const::Int(integer(v, width)),
                    _ => self.unsupported_constant(v),
                }
            }
            ValueKind::LLVMConstantFPValueKind => {
                let ty = self.ty(v.ty());
                let Type::Float(kind) = *self.program.types.get(ty) else {
                    return self.unsupported_constant(v);
                };
                match v.const_float_bits(self.context.int_type(kind.bits())) {
                    Some(bits) => Const::Float(kind, integer(bits, kind.bits())),
                    None => match ppc_bits(&v.print()) {
                        Some(bits) => Const::Float(kind, bits),
                        None => self.unsupported_constant(v),
                    },
                }
            }
            ValueKind::LLVMConstantPointerNullValueKind => Const::Null(self.ty(v.ty())),
            ValueKind::LLVMConstantAggregateZeroValueKind => Const::Zero(self.ty(v.ty())),
            ValueKind::LLVMUndefValueValueKind => Const::Undef(self.ty(v.ty())),
            ValueKind::LLVMPoisonValueKind => Const::Poison(self.ty(v.ty())),
            ValueKind::LLVMConstantArrayValueKind
            | ValueKind::LLVMConstantStructValueKind
            | ValueKind::LLVMConstantVectorValueKind
            | ValueKind::LLVMConstantDataArrayValueKind
            | ValueKind::LLVMConstantDataVectorValueKind => self.aggregate(v),
            ValueKind::LLVMFunctionValueKind => Const::Func(self.function(v)),
            ValueKind::LLVMGlobalVariableValueKind
                if is_reserved_variable(&v.name(), !v.is_declaration()) =>
            {
                Const::Unsupported(self.ty(v.ty()), v.name())
            }
            ValueKind::LLVMGlobalVariableValueKind => Const::Global(self.global(v)),
            ValueKind::LLVMGlobalAliasValueKind => {
                let target = self.constant(v.aliasee());
                self.program.consts[target.index()].clone()
            }
            ValueKind::LLVMBlockAddressValueKind => {
                let (function, block) = v.block_address();
                let id = self.function(function);
                match self.block_numbers(function).get(&block) {
                    Some(&b) => Const::BlockAddress(id, b),
                    None => self.unsupported_constant(v),
                }
            }
            ValueKind::LLVMConstantExprValueKind => {
                let ty = self.ty(v.ty());
                let kind = self.operation(v, v.const_opcode());
                Const::Expr(ty, Box::new(kind))
            }
            _ => self.unsupported_constant(v),
        }
    }

    fn unsupported_constant(&mut self, v: llvm::Value) -> Const {
        let ty = self.ty(v.ty());
        let what = match v.kind() {
            ValueKind::LLVMGlobalIFuncValueKind => format!("ifunc {}", v.name()),
            ValueKind::LLVMInlineAsmValueKind => format!("inline assembly {:?}", v.asm_text()),
            ValueKind::LLVMMetadataAsValueValueKind => "metadata".to_string(),
            ValueKind::LLVMConstantTokenNoneValueKind => "token none".to_string(),
            _ => format!("constant of type {}", v.ty().print()),
        };
        Const::Unsupported(ty, what)
    }

    fn aggregate(&mut self, v: llvm::Value) -> Const {
        let ty = self.ty(v.ty());
        if let Some(bytes) = v.const_string() {
            return Const::Bytes(ty, bytes);
        }
        let count = match v.ty().kind() {
            TypeKind::LLVMStructTypeKind => v.ty().fields().len() as u64,
            TypeKind::LLVMArrayTypeKind => v.ty().array_length(),
            _ => u64::from(v.ty().vector_size()),
        };
        let mut elements = Vec::new();
        for i in 0..u32::try_from(count).unwrap_or(u32::MAX) {
            match v.const_element(i) {
                Some(element) => elements.push(self.constant(element)),
                None => return self.unsupported_constant(v),
            }
        }
        Const::Aggregate(ty, elements)
    }

    /// A constant that ends runs as unsupported when it is used.
    pub(super) fn unsupported_value(&mut self, ty: TypeId, what: &str) -> ConstId {
        self.add_const(Const::Unsupported(ty, what.to_string()))
    }
}

/// The value of an integer constant of any width.
pub(super) fn integer(v: llvm::Value, width: u32) -> Bits {
    if width <= 64 {
        return Bits::new(width, v.const_low_bits());
    }
    // The C interface returns only 64 bits; the text looks like `i128 -5`.
    let text = v.print();
    let number = text.rsplit(' ').next().unwrap_or("0");
    let value: BigInt = number.parse().unwrap_or_default();
    let modulus = BigInt::from(1) << width;
    let value = ((value % &modulus) + &modulus) % &modulus;
    Bits::from_limbs(width, &value.to_u64_digits().1)
}

/// The bits of `ppc_fp128 0xM…`, which LLVM does not fold to an integer: low word first.
fn ppc_bits(text: &str) -> Option<Bits> {
    let (_, digits) = text.split_once("0xM")?;
    let word = |range| u64::from_str_radix(digits.get(range)?, 16).ok();
    Some(Bits::from_limbs(128, &[word(0..16)?, word(16..32)?]))
}
