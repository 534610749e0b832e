//! Where the arguments of a variadic call lie, and as what they may be read.
//!
//! All lie in one object. Where a target passes some in registers, those come first, as far as they are used, and the list is told to
//! be at the end of the registers behind them: what is read beyond is looked for behind the arguments on the stack, as in a run in
//! which all registers are used.

use crate::program::{
    ArgumentList, Const, FloatKind, FuncId, Function, Inst, InstId, InstKind, ParamAttrs, Program, Type,
    TypeId, Value,
};

/// How many general and how many floating-point registers pass arguments on x86-64.
const REGISTERS: [u64; 2] = [6, 8];
/// Bytes of the place in which a callee saves one of them.
const SAVED: [u64; 2] = [8, 16];
/// Alignment of the stack where arguments begin.
const STACK: u64 = 16;

/// Where a list of x86-64 says that registers with arguments begin when no register has one.
pub const NO_REGISTERS: [u64; 2] =
    [REGISTERS[0] * SAVED[0], REGISTERS[0] * SAVED[0] + REGISTERS[1] * SAVED[1]];

/// A call that passes variable arguments.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct VariadicCall {
    /// The function that calls.
    pub caller: FuncId,
    /// The call.
    pub call: InstId,
    /// The function that is called.
    pub callee: FuncId,
}

/// What is passed, or read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Passed {
    /// An integer of that many bits.
    Int(u32),
    /// Zero in as many bits as a pointer has, as C++'s `NULL`.
    Zero,
    /// A pointer.
    Pointer,
    /// A floating-point number.
    Float(FloatKind),
    /// A vector.
    Vector(TypeId),
    /// A copy of an object.
    Object(TypeId),
}

/// An argument in its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slot {
    /// Offset in the area.
    pub offset: u64,
    /// Bytes of the argument.
    pub size: u64,
    passed: Passed,
}

impl Slot {
    /// The type of the object that is copied.
    pub fn object(&self) -> Option<TypeId> {
        match self.passed {
            Passed::Object(ty) => Some(ty),
            _ => None,
        }
    }
}

/// The object that holds the variable arguments of a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArgumentArea {
    /// The arguments in order.
    pub slots: Vec<Slot>,
    /// Bytes of the object.
    pub size: u64,
    /// Where the general and the floating-point registers with arguments begin: offsets from where registers are saved.
    pub registers: [u64; 2],
    /// Where registers are saved: an offset that wraps around, as nothing is there where no argument is.
    pub saved: u64,
    /// Offset of the arguments on the stack.
    pub stack: u64,
}

impl VariadicCall {
    /// The area of the arguments; `None` where the place of one is not known.
    pub fn area(&self, program: &Program) -> Option<ArgumentArea> {
        let (caller, callee) = (program.func(self.caller), program.func(self.callee));
        let InstKind::Call { args, attrs, .. } = &caller.inst(self.call).kind else { return None };
        let mut free = match program.argument_list {
            ArgumentList::Registers => REGISTERS,
            ArgumentList::Stack | ArgumentList::Foreign => [0, 0],
        };
        for param in &callee.params {
            take(&mut free, registers(program, passed_as(program, param.ty, &param.attrs)?));
        }
        let mut used = [0, 0];
        let mut arguments = Vec::new();
        let plain = ParamAttrs::default();
        for (i, &arg) in args.iter().enumerate().skip(callee.params.len()) {
            let attrs = attrs.get(i).unwrap_or(&plain);
            let passed = passed_value(program, caller, arg, attrs)?;
            let taken = take(&mut free, registers(program, passed));
            arguments.push((passed, attrs.align, taken.map(|bank| (bank, used[bank]))));
            if let (Some(bank), Some((_, count))) = (taken, registers(program, passed)) {
                used[bank] += count * SAVED[bank];
            }
        }
        Some(ArgumentArea::new(program, used, &arguments))
    }
}

/// Where an argument in registers is saved: the bank, and the offset in it.
type InBank = (usize, u64);

impl ArgumentArea {
    /// The area of arguments with their alignments and, of those in registers, the bank and the offset in it. So many bytes of
    /// the banks are used.
    fn new(program: &Program, used: [u64; 2], arguments: &[(Passed, u64, Option<InBank>)]) -> ArgumentArea {
        let [general, all] = NO_REGISTERS;
        let registers = [general - used[0], all - used[1]];
        let first = if used[0] > 0 { registers[0] } else { registers[1] };
        let end = match used {
            [0, 0] => 0,
            [used, 0] => used,
            _ => all - first,
        };
        let stack = end.next_multiple_of(STACK);
        let mut area = ArgumentArea {
            slots: Vec::with_capacity(arguments.len()),
            size: stack,
            registers,
            saved: if used == [0, 0] { 0 } else { first.wrapping_neg() },
            stack,
        };
        let word = u64::from(program.target.pointer_bits / 8);
        for &(passed, align, place) in arguments {
            let size = size_of(program, passed);
            let offset = match place {
                Some((bank, at)) => registers[bank] - first + at,
                None => {
                    let offset = area.size.next_multiple_of(alignment(program, passed, align).max(word));
                    area.size = offset + size.next_multiple_of(word);
                    offset
                }
            };
            area.slots.push(Slot { offset, size, passed });
        }
        area
    }

    /// Offsets at which an argument begins that may not be read as a scalar of that type.
    pub fn mismatches(&self, program: &Program, ty: TypeId) -> impl Iterator<Item = u64> {
        let read = passed_as(program, ty, &ParamAttrs::default());
        let differs = move |slot: &&Slot| read.is_some_and(|read| !may_be_read(program, slot.passed, read));
        self.slots.iter().filter(differs).map(|slot| slot.offset)
    }
}

/// The type as which a load may read a variable argument, in code that reads no argument in pieces: those have addresses of their
/// own.
pub fn argument_read(program: &Program, f: &Function, load: &Inst) -> Option<TypeId> {
    let InstKind::Load { ptr, .. } = load.kind else { return None };
    let piece = matches!(ptr, Value::Inst(at) if matches!(f.inst(at).kind, InstKind::Gep { .. }));
    (program.typed_arguments && !f.model && !piece).then_some(load.ty)
}

/// Whether an argument may be read as a value of another type (C11 7.16.1.1p2). Signs are no part of types here. What is neither
/// integer, pointer nor number of floating point may be: it is taken to pieces when it is passed or read.
fn may_be_read(program: &Program, passed: Passed, read: Passed) -> bool {
    let pointer = program.target.pointer_bits;
    match (passed, read) {
        (Passed::Int(a @ (8 | 16 | 32 | 64)), Passed::Int(b @ (8 | 16 | 32 | 64))) => a == b,
        (Passed::Float(a), Passed::Float(b)) => a == b,
        (Passed::Zero, Passed::Int(width)) => width == pointer,
        (Passed::Zero | Passed::Pointer, Passed::Pointer) => true,
        (Passed::Zero | Passed::Pointer, Passed::Float(_)) => false,
        (Passed::Pointer, Passed::Int(8 | 16 | 32 | 64)) => false,
        (Passed::Int(8 | 16 | 32 | 64), Passed::Pointer | Passed::Float(_)) => false,
        (Passed::Float(_), Passed::Pointer | Passed::Int(8 | 16 | 32 | 64)) => false,
        _ => true,
    }
}

/// Takes as many registers of a bank, if there are, and returns the bank.
fn take(free: &mut [u64; 2], wanted: Option<(usize, u64)>) -> Option<usize> {
    let (bank, count) = wanted?;
    free[bank] = free[bank].checked_sub(count)?;
    Some(bank)
}

/// The bank of registers and their number that x86-64 passes a value in.
fn registers(program: &Program, passed: Passed) -> Option<(usize, u64)> {
    match passed {
        Passed::Int(65..) => Some((0, 2)),
        Passed::Int(_) | Passed::Zero | Passed::Pointer => Some((0, 1)),
        Passed::Float(FloatKind::X87) | Passed::Object(_) => None,
        Passed::Float(_) => Some((1, 1)),
        Passed::Vector(ty) => (program.types.layout(ty).alloc_size <= SAVED[1]).then_some((1, 1)),
    }
}

/// Bytes that a value takes.
fn size_of(program: &Program, passed: Passed) -> u64 {
    match passed {
        Passed::Int(width) => u64::from(width).div_ceil(8),
        Passed::Zero | Passed::Pointer => u64::from(program.target.pointer_bits / 8),
        Passed::Float(kind) => u64::from(kind.bits()).div_ceil(8),
        Passed::Vector(ty) | Passed::Object(ty) => program.types.layout(ty).alloc_size,
    }
}

/// Alignment of a value on the stack. An object's is stated, or that of its type.
fn alignment(program: &Program, passed: Passed, stated: u64) -> u64 {
    let wide = program.target.pointer_bits == 64;
    match passed {
        Passed::Object(ty) if stated == 0 => program.types.layout(ty).align,
        Passed::Object(_) => stated,
        Passed::Vector(ty) => program.types.layout(ty).align,
        Passed::Int(65..) if wide => 16,
        Passed::Float(kind) if wide && kind.bits() > 64 => 16,
        _ => 1,
    }
}

/// What a value of a type is passed as; `None` for structures and arrays in registers.
fn passed_as(program: &Program, ty: TypeId, attrs: &ParamAttrs) -> Option<Passed> {
    if let Some(object) = attrs.byval {
        return Some(Passed::Object(object));
    }
    Some(match *program.types.get(ty) {
        Type::Int(width) => Passed::Int(width),
        Type::Ptr(_) => Passed::Pointer,
        Type::Float(kind) => Passed::Float(kind),
        Type::Vector { .. } => Passed::Vector(ty),
        _ => return None,
    })
}

/// What a value is passed as.
fn passed_value(program: &Program, f: &Function, value: Value, attrs: &ParamAttrs) -> Option<Passed> {
    let constant = match value {
        Value::Inst(i) => return passed_as(program, f.inst(i).ty, attrs),
        Value::Arg(n) => return passed_as(program, f.params[n as usize].ty, attrs),
        Value::Const(c) => program.constant(c),
    };
    match constant {
        _ if attrs.byval.is_some() => attrs.byval.map(Passed::Object),
        Const::Int(bits) if bits.is_zero() && bits.width() == program.target.pointer_bits => {
            Some(Passed::Zero)
        }
        Const::Int(bits) => Some(Passed::Int(bits.width())),
        Const::Float(kind, _) => Some(Passed::Float(*kind)),
        Const::Null(_) | Const::Global(_) | Const::Func(_) | Const::BlockAddress(..) => Some(Passed::Pointer),
        Const::Zero(ty)
        | Const::Undef(ty)
        | Const::Poison(ty)
        | Const::Aggregate(ty, _)
        | Const::Bytes(ty, _)
        | Const::Expr(ty, _)
        | Const::Unsupported(ty, _) => passed_as(program, *ty, attrs),
    }
}
