//! Variable arguments: the area that a caller makes, and lists that lead through it.

use crate::machine::code::{Leaf, Operand};
use crate::machine::state::{Mode, ObjId, Origin, Reg};
use crate::machine::step::{Machine, Step};
use crate::program::{ArgumentList, TypeId};
use crate::property::Check;
use crate::semantics::{self, Fault, Invalid, Scalar, Unsupported, VariadicCall};

/// Size of x86-64's `va_list`, and where its fields lie: offsets into the registers saved, the area of the others.
pub(super) const LIST_SIZE: u64 = 24;
const GENERAL: usize = 0;
const FLOATING: usize = 4;
const AREA: usize = 8;
const SAVED: usize = 16;

impl Machine<'_, '_> {
    /// The object with the variable arguments of a call, none where the place of one is not known.
    pub(super) fn variable_arguments(
        &mut self,
        call: VariadicCall,
        args: &[Operand],
        shapes: &[(u32, Option<TypeId>)],
    ) -> Step<ObjId> {
        let Some(area) = call.area(self.image.program) else { return Ok(ObjId::NONE) };
        let id = self.make(area.size, None, Origin::Argument(Some(call)))?;
        let mut args = args.iter();
        for (slot, &(count, _)) in area.slots.iter().zip(shapes) {
            let mut at = slot.offset;
            for &arg in args.by_ref().take(count as usize) {
                let reg = self.reg(arg).clone();
                if slot.object().is_some() {
                    let start = self.memory.start(id);
                    let to = Reg::pointer(self.memory.width, start.value.low() + at, id);
                    self.copy_bytes(&to, &reg, &Reg::int(64, slot.size), false)?;
                    continue;
                }
                let bytes = reg.width().div_ceil(8);
                self.memory.store(id, at as usize, bytes, &reg);
                at += u64::from(bytes);
            }
        }
        Ok(id)
    }

    /// Lets a list begin with the arguments of the running activation.
    pub(super) fn va_start(&mut self, list: &Reg) -> Step<()> {
        if self.memory.big_endian {
            return self.stop(Unsupported::Intrinsic("va_start on a big-endian target".into()));
        }
        let program = self.image.program;
        if program.argument_list == ArgumentList::Foreign && !program.func(self.frame.func).model {
            return self.stop(Unsupported::Intrinsic("va_start on this target".into()));
        }
        let id = self.frame.varargs;
        let Some(Origin::Argument(Some(call))) = self.memory.origin(id) else {
            return self.stop(Unsupported::Instruction("aggregate as variable argument".into()));
        };
        let Some(area) = call.area(program) else { return self.stop(Fault::Invalid(Invalid::OperandTypes)) };
        self.reductions.reachable.published();
        let (start, width) = (self.memory.start(id), self.memory.width);
        let there = |offset: u64| Reg::pointer(width, start.value.low().wrapping_add(offset), id);
        self.set_list(list, area.registers, [there(area.stack), there(area.saved)])
    }

    /// `va_end`: the list leads to no argument.
    pub(super) fn va_end(&mut self, list: &Reg) -> Step<()> {
        let null = || Reg::int(self.memory.width, 0);
        self.set_list(list, semantics::NO_REGISTERS, [null(), null()])
    }

    /// Writes a list: the offsets of registers, and where the arguments on the stack and registers are.
    fn set_list(&mut self, list: &Reg, registers: [u64; 2], [stack, saved]: [Reg; 2]) -> Step<()> {
        let word = self.memory.width / 8;
        if word != 8 {
            let (id, at) = self.accessed(list, word.into(), Mode::Write)?;
            self.memory.store(id, at, word, &stack);
            return Ok(());
        }
        let (id, at) = self.accessed(list, LIST_SIZE, Mode::Write)?;
        self.memory.store(id, at + GENERAL, 4, &Reg::int(32, registers[0]));
        self.memory.store(id, at + FLOATING, 4, &Reg::int(32, registers[1]));
        self.memory.store(id, at + AREA, 8, &stack);
        self.memory.store(id, at + SAVED, 8, &saved);
        Ok(())
    }

    /// Reads a variable argument as the type of the load that is next, if it reads one.
    #[cold]
    pub(super) fn argument_read(&self, ptr: Operand) -> Step<()> {
        let pointer = self.reg(ptr);
        let Some(Origin::Argument(Some(call))) = self.memory.origin(pointer.object) else { return Ok(()) };
        let (program, func) = (self.image.program, self.frame.func);
        let site = self.image.codes[func.index()].insts[self.frame.pc as usize];
        let function = program.func(func);
        let Some(ty) = semantics::argument_read(program, function, function.inst(site)) else {
            return Ok(());
        };
        if !pointer.is_defined() || pointer.term().is_some() {
            return Ok(());
        }
        let Some(area) = call.area(program) else { return Ok(()) };
        let start = self.memory.start(pointer.object).value.low();
        let offset = Scalar::new(self.memory.width, pointer.value.low().wrapping_sub(start)).low();
        let wrong = offset >= area.size || area.mismatches(program, ty).any(|at| at == offset);
        if wrong { self.violate(Check::ArgumentMismatch) } else { Ok(()) }
    }

    /// The `va_arg` instruction, on targets where clang leaves it to the back end.
    pub(in crate::machine) fn va_arg(
        &mut self,
        dst: u32,
        list: Operand,
        size: u64,
        leaves: &[Leaf],
    ) -> Step<()> {
        let word = self.memory.width / 8;
        let field = if word == 8 { AREA } else { 0 };
        let (id, at) = self.writable(list, field as u64 + u64::from(word))?;
        let here = self.load(id, at + field, word, self.memory.width)?;
        let place = self.accessed(&here, size, Mode::Read)?;
        for (dst, leaf) in (dst..).zip(leaves) {
            let reg = self.load(place.0, place.1 + leaf.offset as usize, leaf.bytes, leaf.width)?;
            self.set(dst, reg);
        }
        let next = here.value.low() + size.next_multiple_of(word.into());
        let next = Reg::pointer(self.memory.width, next, here.object);
        self.memory.store(id, at + field, word, &next);
        Ok(())
    }
}
