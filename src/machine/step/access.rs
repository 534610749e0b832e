//! Accesses to memory, local objects, blocks of bytes.

use crate::machine::code::{Leaf, Operand};
use crate::machine::state::{Mode, ObjId, Origin, Reg};
use crate::machine::step::{Machine, Step, Stop};
use crate::property::Check;

impl Machine<'_, '_> {
    #[inline]
    pub(in crate::machine) fn readable(&mut self, ptr: Operand, size: u64) -> Step<(ObjId, usize)> {
        let place = self.reach(ptr, size, Mode::Read)?;
        self.note(place, size, false, None);
        Ok(place)
    }

    #[inline]
    pub(in crate::machine) fn writable(&mut self, ptr: Operand, size: u64) -> Step<(ObjId, usize)> {
        let place = self.reach(ptr, size, Mode::Write)?;
        self.note(place, size, true, None);
        Ok(place)
    }

    /// The place of an access, which the caller notes.
    #[inline]
    pub(in crate::machine) fn reach(&mut self, ptr: Operand, size: u64, mode: Mode) -> Step<(ObjId, usize)> {
        let place = self.quick(ptr, size, mode)?;
        self.visible(place.0, mode)?;
        Ok(place)
    }

    /// The place of an access.
    pub(in crate::machine) fn at(&mut self, pointer: &Reg, size: u64, mode: Mode) -> Step<(ObjId, usize)> {
        let place = self.place(pointer, size, mode)?;
        self.visible(place.0, mode)?;
        Ok(place)
    }

    /// The place of an access that is made.
    pub(in crate::machine) fn accessed(
        &mut self,
        pointer: &Reg,
        size: u64,
        mode: Mode,
    ) -> Step<(ObjId, usize)> {
        let place = self.at(pointer, size, mode)?;
        self.note(place, size, mode == Mode::Write, None);
        Ok(place)
    }

    /// The place of an access through an operand; the usual case made fast.
    #[inline]
    fn quick(&mut self, ptr: Operand, size: u64, mode: Mode) -> Step<(ObjId, usize)> {
        let pointer = self.reg(ptr);
        if pointer.is_defined()
            && let Ok(place) = self.memory.place(pointer, size, mode)
        {
            if self.environment.asks {
                self.same_place(pointer, place.0)?;
            }
            return Ok(place);
        }
        let pointer = pointer.clone();
        self.place(&pointer, size, mode)
    }

    /// The place of an access that no other thread sees yet.
    fn place(&mut self, pointer: &Reg, size: u64, mode: Mode) -> Step<(ObjId, usize)> {
        let pointer = if pointer.term().is_some() { &self.pinned(pointer, size, mode)? } else { pointer };
        if !pointer.is_defined() {
            self.decisive(pointer)?;
        }
        match self.memory.place(pointer, size, mode) {
            Ok(place) => {
                if self.environment.asks {
                    self.same_place(pointer, place.0)?;
                }
                Ok(place)
            }
            Err(check) => {
                self.findings.culprit = pointer.object;
                if self.environment.asks {
                    self.same_object(pointer.object)?;
                }
                self.only_declared(pointer, size)?;
                if check == Check::NullDeref {
                    // Every system ends the program there.
                    self.violate(check)?;
                    self.aborted()?;
                    return Err(Stop::Over);
                }
                self.undefined(check)
            }
        }
    }

    /// What lies at a place that can be read.
    #[inline]
    pub(in crate::machine) fn load(&mut self, id: ObjId, at: usize, bytes: u32, width: u32) -> Step<Reg> {
        let mut made = self.memory.load(id, at, bytes, width);
        if self.environment.asks {
            if !made.is_defined() {
                if self.reductions.told_undefined {
                    self.tell_undefined(id, at, bytes as usize)?;
                    made = self.memory.load(id, at, bytes, width);
                }
                if let Some(made) = self.symbolic_load(id, at, bytes, width) {
                    return Ok(made);
                }
            }
            if self.memory.cuts_pointer(id, at, bytes as usize, width) {
                return Ok(self.blurred(made));
            }
        }
        Ok(made)
    }

    /// The object and offset that a pointer means, as far as that is so in all runs.
    pub(in crate::machine) fn resolve(&mut self, pointer: &Reg) -> Step<Option<(ObjId, u64)>> {
        let pointer = &self.known(pointer)?;
        self.decisive(pointer)?;
        let place = self.memory.resolve(pointer);
        if self.environment.asks
            && let Some((id, _)) = place
        {
            self.same_place(pointer, id)?;
        }
        Ok(place)
    }

    /// The object that a pointer leads into, live or ended; [`ObjId::NONE`] for an address of none.
    pub(in crate::machine) fn object_of(&mut self, pointer: &Reg) -> Step<ObjId> {
        if pointer.object.is_one() && (pointer.is_defined() || pointer.term().is_some()) {
            return Ok(pointer.object);
        }
        self.decisive(pointer)?;
        Ok(self.resolve(pointer)?.map_or(ObjId::NONE, |(id, _)| id))
    }

    /// Whether an access would be valid.
    pub(in crate::machine) fn is_accessible(&mut self, pointer: &Reg, size: &Reg, mode: Mode) -> Step<bool> {
        let size = self.exact(size)?;
        let pointer = &self.pinned(pointer, size, mode)?;
        self.decisive(pointer)?;
        match self.memory.place(pointer, size, mode) {
            Ok((id, _)) => {
                if self.environment.asks {
                    self.same_place(pointer, id)?;
                }
                self.visible(id, mode)?;
                Ok(!matches!(self.memory.origin(id), Some(Origin::Code(_))))
            }
            Err(_) => {
                if self.environment.asks {
                    self.same_object(pointer.object)?;
                }
                self.only_declared(pointer, size)?;
                Ok(false)
            }
        }
    }

    pub(in crate::machine) fn load_parts(
        &mut self,
        dst: u32,
        ptr: Operand,
        size: u64,
        leaves: &[Leaf],
    ) -> Step<()> {
        let place = self.readable(ptr, size);
        if leaves.is_empty() {
            return place.map(|_| ());
        }
        if leaves.first().is_some_and(|leaf| leaf.bytes == 0) {
            // Elements side by side, the first one lowest.
            let whole = match place {
                Ok((id, at)) => self.load(id, at, size as u32, 8 * size as u32)?,
                Err(end) => self.beyond(&end, 8 * size as u32)?,
            };
            let whole = if self.is_vague(&[&whole]) { self.blurred(whole) } else { whole };
            for (i, leaf) in (0..).zip(leaves) {
                let part = self.part_of(&whole, i * leaf.width, leaf.width);
                self.set(dst + i, part);
            }
            return Ok(());
        }
        for (dst, leaf) in (dst..).zip(leaves) {
            let reg = match &place {
                Ok((id, at)) => self.load(*id, at + leaf.offset as usize, leaf.bytes, leaf.width)?,
                Err(end) => self.beyond(end, leaf.width)?,
            };
            self.set(dst, reg);
        }
        Ok(())
    }

    pub(in crate::machine) fn store_parts(
        &mut self,
        ptr: Operand,
        size: u64,
        leaves: &[Leaf],
        sources: &[Operand],
    ) -> Step<()> {
        let (id, at) = self.writable(ptr, size)?;
        if leaves.first().is_some_and(|leaf| leaf.bytes == 0) {
            if let Some(whole) = self.joined(sources, Some(8 * size as u32)) {
                self.memory.store(id, at, size as u32, &whole);
            }
            return Ok(());
        }
        if self.reductions.transition.on {
            self.reductions.reachable.published();
        }
        for (leaf, &source) in leaves.iter().zip(sources) {
            let reg = self.reg(source).clone();
            self.memory.store(id, at + leaf.offset as usize, leaf.bytes, &reg);
        }
        Ok(())
    }

    pub(in crate::machine) fn alloca(&mut self, dst: u32, count: Operand, size: u64) -> Step<()> {
        let count = self.reg(count).clone();
        let size = size.saturating_mul(self.exact(&count)?);
        let id = self.make(size, None, Origin::Stack)?;
        self.frame.locals.push(id);
        let start = self.memory.start(id);
        self.set(dst, start);
        Ok(())
    }

    /// Adds an object.
    pub(in crate::machine) fn make(&mut self, size: u64, fill: Option<u8>, origin: Origin) -> Step<ObjId> {
        let loc = self.loc();
        let site = self.site();
        let made = match &mut self.environment.script {
            Some(script) => self.memory.make_at(size, fill, origin, loc, &script.object(site)),
            None => self.memory.make(size, fill, origin, loc),
        };
        made.map_err(|fault| Stop::Fault(fault, loc))
    }

    /// Copies bytes; `apart`: the ranges must not overlap.
    pub(in crate::machine) fn copy_bytes(
        &mut self,
        to: &Reg,
        from: &Reg,
        size: &Reg,
        apart: bool,
    ) -> Step<()> {
        let size = self.exact(size)?;
        if size == 0 {
            return Ok(());
        }
        // First what has to be told, as an access is noted.
        let (from, to) = (&self.pinned(from, size, Mode::Read)?, &self.pinned(to, size, Mode::Write)?);
        let source = self.accessed(from, size, Mode::Read)?;
        let target = self.accessed(to, size, Mode::Write)?;
        let distance = source.1.abs_diff(target.1) as u64;
        if apart && source.0 == target.0 && distance != 0 && distance < size {
            self.violate(Check::Overlap)?;
        }
        if self.reductions.transition.on {
            self.reductions.reachable.published();
        }
        if self.environment.asks {
            self.same_copy(source, size as usize)?;
        }
        self.leaves_of_pointers(target, size);
        self.memory.copy(target, source, size as usize);
        Ok(())
    }

    /// Bytes are about to be written: what they leave of a symbolic pointer is a part of an address.
    #[inline]
    pub(super) fn leaves_of_pointers(&mut self, (id, at): (ObjId, usize), size: u64) {
        if self.reductions.symbols.is_some() && self.memory.cuts_pointers(id, at, size as usize) {
            self.reductions.dependence.addresses = true;
        }
    }

    /// Sets bytes.
    pub(in crate::machine) fn fill_bytes(&mut self, to: &Reg, byte: &Reg, size: &Reg) -> Step<()> {
        let size = self.exact(size)?;
        if size == 0 {
            return Ok(());
        }
        let (id, at) = self.accessed(to, size, Mode::Write)?;
        self.leaves_of_pointers((id, at), size);
        self.memory.fill(id, at, size as usize, byte);
        Ok(())
    }

    /// The bytes of a string of the program, without its end.
    pub(in crate::machine) fn text_at(&self, pointer: &Reg) -> Option<String> {
        Some(String::from_utf8_lossy(&self.bytes_at(pointer)?).into_owned())
    }

    /// The bytes up to a zero, if they are there.
    pub(in crate::machine) fn bytes_at(&self, pointer: &Reg) -> Option<Vec<u8>> {
        let (id, at) = self.memory.resolve(pointer)?;
        let bytes = self.memory.get(id).filter(|o| !o.hidden)?.bytes.get(at as usize..)?;
        let end = bytes.iter().position(|&b| b == 0)?;
        Some(bytes[..end].to_vec())
    }
}
