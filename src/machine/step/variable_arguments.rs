//! Variable arguments: the area that a caller makes, and lists that lead through it.

use crate::machine::code::{Leaf, Operand};
use crate::machine::state::{Mode, ObjId, Origin, Reg};
use crate::machine::step::{Machine, Step};
use crate::program::TypeId;
use crate::semantics::Unsupported;

/// Size of x86-64's `va_list`, and where its fields lie: offsets into the registers saved, the area of the others.
pub(super) const LIST_SIZE: u64 = 24;
const GENERAL: usize = 0;
const FLOATING: usize = 4;
const AREA: usize = 8;

impl Machine<'_, '_> {
    /// The area of variable arguments: each in as many bytes as the target gives it.
    pub(super) fn variable_arguments(
        &mut self,
        args: &[Operand],
        shapes: &[(u32, Option<TypeId>)],
    ) -> Step<ObjId> {
        let word = u64::from(self.memory.width / 8);
        let types = &self.image.program.types;
        let mut places = Vec::new();
        let (mut at, mut size) = (0, 0u64);
        for &(count, by_value) in shapes {
            if count != 1 {
                return self.stop(Unsupported::Instruction("aggregate as variable argument".into()));
            }
            let bytes = match by_value {
                Some(ty) => {
                    let layout = types.layout(ty);
                    size = size.next_multiple_of(layout.align.max(word));
                    layout.alloc_size
                }
                None => u64::from(self.reg(args[at]).width()).div_ceil(8),
            };
            places.push((at, size, bytes, by_value));
            at += 1;
            size += bytes.next_multiple_of(word);
        }
        let area = self.make(size, None, Origin::Argument)?;
        for (at, offset, bytes, by_value) in places {
            let reg = self.reg(args[at]).clone();
            match by_value {
                Some(_) => {
                    let start = self.memory.start(area);
                    let to = Reg::pointer(self.memory.width, start.value.low() + offset, area);
                    self.copy_bytes(&to, &reg, &Reg::int(64, bytes), false)?;
                }
                None => self.memory.store(area, offset as usize, bytes as u32, &reg),
            }
        }
        Ok(area)
    }

    /// The list names the area that the caller made; on x86-64 its registers are at their end, so that every argument
    /// is taken from there.
    pub(super) fn va_start(&mut self, list: &Reg) -> Step<()> {
        if self.memory.big_endian {
            return self.stop(Unsupported::Intrinsic("va_start on a big-endian target".into()));
        }
        let area = self.memory.start(self.frame.varargs);
        let word = self.memory.width / 8;
        self.reductions.reachable.published();
        if self.memory.width != 64 {
            let (id, at) = self.accessed(list, word.into(), Mode::Write)?;
            self.memory.store(id, at, word, &area);
            return Ok(());
        }
        let (id, at) = self.accessed(list, LIST_SIZE, Mode::Write)?;
        self.memory.store(id, at + GENERAL, 4, &Reg::int(32, 48));
        self.memory.store(id, at + FLOATING, 4, &Reg::int(32, 304));
        self.memory.store(id, at + AREA, 8, &area);
        self.memory.store(id, at + 16, 8, &Reg::int(64, 0));
        Ok(())
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
