//! What a machine that stands for all runs must not decide.
//!
//! A run of the machine has one value for what was never set, and one address for each object. Another run of the same
//! program may have others, so where these decide what happens the machine stops: nothing is said about the program.
//! What is made of an address by other operations than adding numbers to it is marked as undefined.

use crate::base::word;
use crate::machine::code::{Code, Operand};
use crate::machine::reduction::surely_differ;
use crate::machine::state::{BASE_ALIGN, ObjId, Origin, Reg, compute};
use crate::machine::step::{Machine, Step};
use crate::program::{ArithFlags, BinOp, IcmpPred};
use crate::property::Check;
use crate::semantics::{self, Fault, Raised, Unsupported};

impl Machine<'_, '_> {
    pub(in crate::machine) fn undecided<T>(&self, what: &str) -> Step<T> {
        self.stop(Unsupported::Undecided(what.into()))
    }

    /// The value decides what happens.
    #[inline]
    pub(in crate::machine) fn decisive(&self, reg: &Reg) -> Step<()> {
        if reg.is_defined() { Ok(()) } else { self.undefined_decides() }
    }

    #[cold]
    fn undefined_decides(&self) -> Step<()> {
        if self.reductions.symbols.is_some() {
            return self.undecided("where objects lie in memory, or a value that is not known as a term,");
        }
        if self.reductions.dependence.inputs {
            return self.stop(Unsupported::WideInput("an input".into()));
        }
        if self.reductions.dependence.addresses {
            return self.undecided("where objects lie in memory, or a value that is not defined,");
        }
        self.violate(Check::Uninit)?;
        if self.environment.asks { self.undecided("a value that was never set") } else { Ok(()) }
    }

    /// The number decides what happens.
    pub(in crate::machine) fn same_number(&self, reg: &Reg) -> Step<()> {
        if reg.object != ObjId::NONE {
            return self.undecided("where objects lie in memory");
        }
        self.decisive(reg)
    }

    /// Whether what is computed of these, other than by adding to an address, depends on where objects lie.
    pub(in crate::machine) fn is_vague(&self, operands: &[&Reg]) -> bool {
        self.environment.asks && operands.iter().any(|r| r.object != ObjId::NONE)
    }

    /// A value that depends on where objects lie.
    pub(in crate::machine) fn blurred(&mut self, reg: Reg) -> Reg {
        self.reductions.dependence.addresses = true;
        let width = reg.width();
        Reg { object: ObjId::NONE, ..reg }.after(&[&Reg::undefined(width)])
    }

    pub(in crate::machine) fn same_binary(
        &mut self,
        op: BinOp,
        flags: ArithFlags,
        a: Operand,
        b: Operand,
        made: Reg,
    ) -> Step<Reg> {
        let (x, y) = (self.reg(a), self.reg(b));
        if !x.is_defined() || !y.is_defined() {
            let checks = self.image.checks;
            let on = |list: &[Check]| list.iter().any(|&c| checks.contains(c));
            let raises = match op {
                BinOp::Udiv | BinOp::Sdiv | BinOp::Urem | BinOp::Srem => {
                    on(&[Check::DivisionByZero, Check::DivisionOverflow])
                }
                BinOp::Shl | BinOp::Lshr | BinOp::Ashr => on(&[Check::Shift, Check::ShiftBase]),
                _ => {
                    flags.nsw && on(&[Check::SignedOverflow])
                        || flags.nuw && on(&[Check::UnsignedOverflow])
                        || (flags.exact || flags.disjoint) && on(&[Check::Poison])
                }
            };
            if raises {
                self.undefined_decides()?;
            }
        }
        if x.object == ObjId::NONE && y.object == ObjId::NONE {
            if x.is_defined() && y.is_defined() && !made.is_defined() {
                // Any value: to decide by it is no use of an uninitialised one.
                self.reductions.dependence.addresses = true;
            }
            return Ok(made);
        }
        let (x, y) = (x.clone(), y.clone());
        Ok(self.same_addresses(op, (&x, &y), made))
    }

    /// What was computed of addresses.
    pub(in crate::machine) fn same_addresses(&mut self, op: BinOp, (x, y): (&Reg, &Reg), made: Reg) -> Reg {
        if x.object == ObjId::NONE && y.object == ObjId::NONE {
            return made;
        }
        let turned = || if op == BinOp::Urem { None } else { self.known_by_alignment(op, y, x) };
        if let Some(object) = self.known_by_alignment(op, x, y).or_else(turned) {
            return Reg { object, ..made };
        }
        let fine = match op {
            BinOp::Add => x.object == ObjId::NONE || y.object == ObjId::NONE,
            BinOp::Sub => y.object == ObjId::NONE || x.object == y.object,
            _ => false,
        };
        if fine { made } else { self.blurred(made) }
    }

    /// The object that the result of an operation on an address leads into, none for a number, if the operation concerns only bits
    /// that an object's alignment fixes. Memory that is allocated suits any type (C11 7.22.3); the lowest bit of a function's address tells
    /// in a pointer to a member function whether it is virtual (Itanium C++ ABI).
    fn known_by_alignment(&self, op: BinOp, p: &Reg, operand: &Reg) -> Option<ObjId> {
        if !p.is_defined() || !operand.is_defined() || operand.object != ObjId::NONE {
            return None;
        }
        let align = match self.memory.origin(p.object) {
            Some(Origin::Heap(_)) => u64::from(self.memory.width) / 4,
            Some(Origin::Code(_)) => 2,
            Some(Origin::Global(g)) => self.image.program.global(g).align.clamp(1, BASE_ALIGN),
            _ => 1,
        };
        let (low, number) = (align - 1, operand.value.low());
        match op {
            BinOp::Urem if number.is_power_of_two() && number <= align => Some(ObjId::NONE),
            BinOp::And if number & !low == 0 => Some(ObjId::NONE),
            BinOp::And if number | low == word::mask(p.width()) => Some(p.object),
            BinOp::Or | BinOp::Xor if number & !low == 0 => Some(p.object),
            _ => None,
        }
    }

    /// What an operation raised. A flag of IR that promises what does not hold leaves the result open, and a violation only
    /// where it matters: where the same block certainly uses it for more than computing. Elsewhere nobody knows it.
    #[cold]
    pub(in crate::machine) fn broken(&mut self, sink: &Raised<bool>, code: &Code, made: Reg) -> Step<Reg> {
        if self.carries() {
            self.break_promises(code, sink)?;
            return Ok(made);
        }
        let Some(check) = compute::violated(sink.list()) else { return Ok(made) };
        let promise = semantics::makes_poison(check) || check == Check::Shift;
        if promise && self.environment.asks {
            let inst = code.insts[self.frame.pc as usize];
            let f = self.image.program.func(self.frame.func);
            if !code.is_decisive(f, inst) {
                // Where it goes to memory or to another function, nobody would know of it any more.
                if self.reductions.symbols.is_some() && code.may_matter(f, inst) {
                    return self.undecided("a value that breaks the promise of a flag");
                }
                return Ok(self.blurred(made));
            }
        }
        self.stop(Fault::Violation(check))
    }

    /// A conversion of an address to fewer or more bits.
    pub(in crate::machine) fn same_cast(&mut self, v: Operand, made: Reg) -> Reg {
        let v = self.reg(v);
        if v.is_defined() && !made.is_defined() || v.object != ObjId::NONE && v.width() != made.width() {
            return self.blurred(made);
        }
        made
    }

    /// A comparison: of addresses, only what is so wherever objects lie.
    pub(in crate::machine) fn same_icmp(&self, pred: IcmpPred, a: &Reg, b: &Reg) -> Step<()> {
        if a.object == b.object {
            return Ok(());
        }
        let equality = matches!(pred, IcmpPred::Eq | IcmpPred::Ne);
        if equality && surely_differ(&self.memory, a, b) {
            Ok(())
        } else {
            self.undecided("where objects lie in memory")
        }
    }

    /// Whether two values are the same wherever objects lie; `None` where that decides.
    pub fn surely_same(&self, a: &Reg, b: &Reg) -> Option<bool> {
        if !a.is_defined() || !b.is_defined() {
            return None;
        }
        if a.object == b.object {
            return Some(a.value == b.value);
        }
        surely_differ(&self.memory, a, b).then_some(false)
    }

    /// An access is possible.
    pub(in crate::machine) fn same_place(&self, pointer: &Reg, id: ObjId) -> Step<()> {
        if pointer.object == ObjId::NONE {
            return self.undecided("an address that was made of a number");
        }
        self.same_object(id)
    }

    /// What is known of an object is what it is.
    pub(in crate::machine) fn same_object(&self, id: ObjId) -> Step<()> {
        if self.is_only_declared(id) {
            return self.undecided("a variable that is only declared");
        }
        Ok(())
    }

    /// An access that memory refuses may be one to a variable that is only declared, of which nothing is known, or nothing of
    /// what lies behind its declared type.
    pub(in crate::machine) fn only_declared(&self, pointer: &Reg, size: u64) -> Step<()> {
        let Some((id, offset)) = self.memory.resolve(pointer) else { return Ok(()) };
        let Some(Origin::Global(global)) = self.memory.origin(id) else { return Ok(()) };
        let global = self.image.program.global(global);
        // What lies before it is in the upper half.
        if global.init.is_some() || offset >> (self.memory.width - 1) != 0 {
            return Ok(());
        }
        let Some(object) = self.memory.get(id) else { return Ok(()) };
        let length = object.bytes.len() as u64;
        if object.hidden && offset <= length && size <= length - offset {
            return self.stop(Unsupported::Declared(global.name.as_str().into()));
        }
        if self.image.program.extent_is_unknown(global) {
            return self.stop(Unsupported::Extent(global.name.as_str().into()));
        }
        Ok(())
    }

    /// Whether an object is a variable that the program declares and nobody defines.
    pub fn is_only_declared(&self, id: ObjId) -> bool {
        matches!(self.memory.origin(id), Some(Origin::Global(g)) if {
            let global = self.image.program.global(g);
            global.init.is_none() && global.region.is_none()
        })
    }

    /// A copy of bytes.
    pub(in crate::machine) fn same_copy(&self, (id, at): (ObjId, usize), size: usize) -> Step<()> {
        if self.memory.cuts_pointers(id, at, size) {
            return self.undecided("a copy of a part of a pointer");
        }
        Ok(())
    }

    /// An access needs an address that is a multiple of a number.
    pub(in crate::machine) fn aligned(&self, address: &Reg, align: u64) -> Step<()> {
        if !self.image.checks.contains(Check::Misaligned) {
            return Ok(());
        }
        let allocated = self.memory.get(address.object).filter(|o| matches!(o.origin, Origin::Heap(_)));
        let at = match allocated {
            // Memory that is allocated suits any type (C11 7.22.3), wherever it lies.
            Some(object) if align <= u64::from(self.memory.width) / 4 => {
                self.decisive(address)?;
                address.value.low().wrapping_sub(object.base)
            }
            _ if self.environment.asks => {
                self.same_number(address)?;
                address.value.low()
            }
            _ => address.value.low(),
        };
        if at.is_multiple_of(align) { Ok(()) } else { self.violate(Check::Misaligned) }
    }
}
