//! Operators of ILR (LLBMC thesis, Tables 3.13 to 3.22 and 5.4, corrected by the digest's section 12).

/// The head symbol of a term.
///
/// Arithmetic is modulo 2^width. All operators are total: division by zero yields what SMT-LIB
/// says (all ones; remainder the dividend), a shift by the width or more yields zeros (sign bits
/// for [`Op::Ashr`]). Overflow predicates take two operands of one width and yield [`super::Sort::Bool`].
#[repr(u8)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Op {
    /// Uninterpreted constant: a program input, an undefined value, an initial memory.
    Var,
    /// Truth constant false.
    False,
    /// Truth constant true.
    True,
    /// Bit-vector constant of any width.
    Const,

    /// Boolean negation.
    Not,
    /// Boolean conjunction of two.
    And,
    /// Boolean disjunction of two.
    Or,
    /// Boolean exclusive or of two.
    Xor,
    /// Equality of two terms of one sort (any sort, arrays included).
    Eq,
    /// `ite(c, a, b)`: a if c, else b; any sort.
    Ite,

    /// Bitwise complement.
    BvNot,
    /// Bitwise and.
    BvAnd,
    /// Bitwise or.
    BvOr,
    /// Bitwise exclusive or.
    BvXor,
    /// Two's complement negation.
    Neg,
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// Unsigned quotient.
    Udiv,
    /// Signed quotient, truncated towards zero.
    Sdiv,
    /// Unsigned remainder.
    Urem,
    /// Signed remainder with the sign of the dividend.
    Srem,
    /// Shift left.
    Shl,
    /// Right shift that fills with zeros.
    Lshr,
    /// Right shift that fills with the sign bit.
    Ashr,

    /// Unsigned less than.
    Ult,
    /// Unsigned less or equal.
    Ule,
    /// Signed less than.
    Slt,
    /// Signed less or equal.
    Sle,

    /// `zext(x)` to the term's width.
    Zext,
    /// `sext(x)` to the term's width.
    Sext,
    /// `extract(x)` of bits hi..=lo, bit 0 lowest.
    Extract,
    /// `concat(hi, lo)`.
    Concat,

    /// Unsigned addition overflows.
    Uaddo,
    /// Signed addition overflows.
    Saddo,
    /// Unsigned subtraction overflows.
    Usubo,
    /// Signed subtraction overflows.
    Ssubo,
    /// Unsigned multiplication overflows.
    Umulo,
    /// Signed multiplication overflows.
    Smulo,

    /// Number of one bits, in the operand's width.
    Popcount,
    /// Number of leading zeros; the width for zero.
    Ctlz,
    /// Number of trailing zeros; the width for zero.
    Cttz,
    /// Bytes in reverse order; the width is a multiple of 8.
    Bswap,
    /// Bits in reverse order.
    Bitreverse,

    /// `select(array, index)`.
    Select,
    /// `store(array, index, value)`.
    Store,
    /// `const_array(value)`: the same value at every index.
    ConstArray,
    /// `fill(array, start, count, value)`: value at the `count` indices from `start`, modulo the index width.
    Fill,
    /// `copy(dst, at, src, from, count)`: `dst` with `count` elements of `src` starting at `from`
    /// written from index `at`; index i is overwritten when `i - at <u count`, by `src[i - at + from]`.
    Copy,

    /// `load_le(memory, address)` of a multiple of 8 bits, lowest byte at the lowest address.
    LoadLe,
    /// Like [`Op::LoadLe`], highest byte at the lowest address.
    LoadBe,
    /// `store_le(memory, address, value)`.
    StoreLe,
    /// Like [`Op::StoreLe`], highest byte at the lowest address.
    StoreBe,

    /// The heap without any allocated object.
    HeapEmpty,
    /// `heap_malloc(heap, address, size)` records an object.
    HeapMalloc,
    /// `heap_free(heap, address)` removes the object that starts at the address.
    HeapFree,
    /// `valid_access(heap, address, size)`: some object contains the whole range.
    ValidAccess,
    /// `valid_free(heap, address)`: some object starts at the address.
    ValidFree,
    /// `allocatable(heap, address, size)`: not null and disjoint from every object.
    Allocatable,
}

impl Op {
    /// Every operator, in declaration order.
    pub const ALL: [Op; 59] = [
        Op::Var,
        Op::False,
        Op::True,
        Op::Const,
        Op::Not,
        Op::And,
        Op::Or,
        Op::Xor,
        Op::Eq,
        Op::Ite,
        Op::BvNot,
        Op::BvAnd,
        Op::BvOr,
        Op::BvXor,
        Op::Neg,
        Op::Add,
        Op::Sub,
        Op::Mul,
        Op::Udiv,
        Op::Sdiv,
        Op::Urem,
        Op::Srem,
        Op::Shl,
        Op::Lshr,
        Op::Ashr,
        Op::Ult,
        Op::Ule,
        Op::Slt,
        Op::Sle,
        Op::Zext,
        Op::Sext,
        Op::Extract,
        Op::Concat,
        Op::Uaddo,
        Op::Saddo,
        Op::Usubo,
        Op::Ssubo,
        Op::Umulo,
        Op::Smulo,
        Op::Popcount,
        Op::Ctlz,
        Op::Cttz,
        Op::Bswap,
        Op::Bitreverse,
        Op::Select,
        Op::Store,
        Op::ConstArray,
        Op::Fill,
        Op::Copy,
        Op::LoadLe,
        Op::LoadBe,
        Op::StoreLe,
        Op::StoreBe,
        Op::HeapEmpty,
        Op::HeapMalloc,
        Op::HeapFree,
        Op::ValidAccess,
        Op::ValidFree,
        Op::Allocatable,
    ];

    /// Name in the text form.
    pub fn name(self) -> &'static str {
        match self {
            Op::Var => "var",
            Op::False => "false",
            Op::True => "true",
            Op::Const => "const",
            Op::Not => "not",
            Op::And => "and",
            Op::Or => "or",
            Op::Xor => "xor",
            Op::Eq => "eq",
            Op::Ite => "ite",
            Op::BvNot => "bvnot",
            Op::BvAnd => "bvand",
            Op::BvOr => "bvor",
            Op::BvXor => "bvxor",
            Op::Neg => "neg",
            Op::Add => "add",
            Op::Sub => "sub",
            Op::Mul => "mul",
            Op::Udiv => "udiv",
            Op::Sdiv => "sdiv",
            Op::Urem => "urem",
            Op::Srem => "srem",
            Op::Shl => "shl",
            Op::Lshr => "lshr",
            Op::Ashr => "ashr",
            Op::Ult => "ult",
            Op::Ule => "ule",
            Op::Slt => "slt",
            Op::Sle => "sle",
            Op::Zext => "zext",
            Op::Sext => "sext",
            Op::Extract => "extract",
            Op::Concat => "concat",
            Op::Uaddo => "uaddo",
            Op::Saddo => "saddo",
            Op::Usubo => "usubo",
            Op::Ssubo => "ssubo",
            Op::Umulo => "umulo",
            Op::Smulo => "smulo",
            Op::Popcount => "popcount",
            Op::Ctlz => "ctlz",
            Op::Cttz => "cttz",
            Op::Bswap => "bswap",
            Op::Bitreverse => "bitreverse",
            Op::Select => "select",
            Op::Store => "store",
            Op::ConstArray => "const_array",
            Op::Fill => "fill",
            Op::Copy => "copy",
            Op::LoadLe => "load_le",
            Op::LoadBe => "load_be",
            Op::StoreLe => "store_le",
            Op::StoreBe => "store_be",
            Op::HeapEmpty => "heap_empty",
            Op::HeapMalloc => "heap_malloc",
            Op::HeapFree => "heap_free",
            Op::ValidAccess => "valid_access",
            Op::ValidFree => "valid_free",
            Op::Allocatable => "allocatable",
        }
    }

    /// The operator of that name.
    pub fn from_name(name: &str) -> Option<Op> {
        Op::ALL.into_iter().find(|op| op.name() == name)
    }

    /// Number of operand terms.
    pub fn arity(self) -> usize {
        match self {
            Op::Var | Op::False | Op::True | Op::Const | Op::HeapEmpty => 0,
            Op::Not
            | Op::BvNot
            | Op::Neg
            | Op::Zext
            | Op::Sext
            | Op::Extract
            | Op::Popcount
            | Op::Ctlz
            | Op::Cttz
            | Op::Bswap
            | Op::Bitreverse
            | Op::ConstArray => 1,
            Op::Ite
            | Op::Store
            | Op::StoreLe
            | Op::StoreBe
            | Op::HeapMalloc
            | Op::ValidAccess
            | Op::Allocatable => 3,
            Op::Fill => 4,
            Op::Copy => 5,
            _ => 2,
        }
    }
}
