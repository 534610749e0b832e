//! Symbolic values in memory, and accesses through symbolic addresses.

use crate::base::Bits;
use crate::ilr::Term;
use crate::machine::environment::Told;
use crate::machine::state::{Mode, Node, ObjId, Reg, TermPiece};
use crate::machine::step::{Machine, Step, Stop};
use crate::property::Check;
use crate::semantics::{Domain, Scalar, Unsupported};

/// Bytes of an input that are one part of memory.
const TOGETHER: usize = 4;

impl Machine<'_, '_> {
    /// What lies at a place of which some bytes are symbolic; `None` where others are undefined, or parts of a pointer.
    #[cold]
    pub fn symbolic_load(&mut self, id: ObjId, at: usize, bytes: u32, width: u32) -> Option<Reg> {
        let count = bytes as usize;
        let pieces = self.memory.pieces(id, at, count);
        if pieces.is_empty() {
            return None;
        }
        let object = self.memory.get(id)?;
        let target = object.pointers.get(&(at as u32)).copied();
        let covered = |i: usize| {
            pieces.iter().any(|(from, p)| (*from as usize..(*from + p.bytes) as usize).contains(&i))
        };
        if (0..count).any(|i| object.undef[at + i] != 0 && !covered(i)) {
            return None;
        }
        if let Some(target) = target {
            let [(0, piece)] = pieces[..] else { return None };
            let whole = piece.low == 0 && piece.bytes == bytes && width == self.memory.width;
            let start = self.memory.load(id, at, bytes, width);
            return whole.then(|| Reg { object: target, ..Reg::of(start.value) }.with_term(piece.term));
        }
        if self.memory.cuts_pointer(id, at, count, width) {
            return None;
        }
        // From the highest address down, in the order of bytes in memory.
        let known: Vec<u8> = object.bytes[at..at + count].to_vec();
        let big_endian = self.memory.big_endian;
        let mut whole: Option<Term> = None;
        let mut i = 0;
        while i < count {
            let piece = pieces.iter().find(|(from, _)| *from as usize == i);
            let (part, length) = match piece {
                Some((_, piece)) => (self.piece(*piece), piece.bytes as usize),
                None => (self.terms().int(8, known[i].into()), 1),
            };
            let d = self.terms();
            whole = Some(match whole {
                None => part,
                Some(before) if big_endian => d.concat(&before, &part),
                Some(before) => d.concat(&part, &before),
            });
            i += length;
        }
        let whole = whole?;
        let d = self.terms();
        let made = match 8 * bytes {
            all if all > width => d.extract(&whole, width - 1, 0),
            all if all < width => d.zext(&whole, width),
            _ => whole,
        };
        Some(self.reg_of(made))
    }

    /// The term of a piece.
    pub fn piece(&mut self, piece: TermPiece) -> Term {
        let d = self.terms();
        let (width, bits) = (d.width(&piece.term), 8 * piece.bytes);
        if piece.low >= width {
            return d.int(bits, 0);
        }
        let high = (piece.low + bits).min(width) - 1;
        let part = d.extract(&piece.term, high, piece.low);
        let there = high - piece.low + 1;
        if there < bits { d.zext(&part, bits) } else { part }
    }

    /// An address as one that is known: inside of its object each of its values, elsewhere one for all that lead out of it.
    #[cold]
    pub(super) fn pinned(&mut self, pointer: &Reg, size: u64, mode: Mode) -> Step<Reg> {
        if pointer.term().is_none() {
            return Ok(pointer.clone());
        }
        let id = pointer.object;
        if let Some(Node::Dead(_)) = self.memory.node(id) {
            // Wherever it leads.
            return Ok(Reg { shade: None, ..pointer.clone() });
        }
        let (Some(offset), Some(object)) = (self.offset(pointer), self.memory.get(id)) else {
            return self.known(pointer);
        };
        let (width, base, length) = (pointer.width(), object.base, object.bytes.len() as u64);
        if object.hidden || object.constant && mode == Mode::Write {
            return self.known(pointer);
        }
        let d = self.terms();
        let inside = match length.checked_sub(size) {
            Some(last) => {
                let last = d.int(width, last);
                d.ule(&offset, &last)
            }
            None => d.truth(false),
        };
        if self.holds(inside)? {
            return self.known(pointer);
        }
        // Some place behind its end, where no access is possible, not even of no bytes.
        Ok(Reg::pointer(width, base.wrapping_add(length + 1), id))
    }

    /// Makes inputs symbolic from here on.
    pub fn make_symbolic(&mut self) {
        self.reductions.symbols = Some(Box::default());
        // A value that counts as undefined may be a symbolic one.
        self.reductions.dependence.inputs = true;
        self.reductions.told_undefined = true;
    }

    /// Whether there were ever more threads than the first.
    pub fn has_threads(&self) -> bool {
        self.reductions.transition.threads
    }

    /// Lets a transition be told one thing at most, also without threads.
    pub fn tell_singly(&mut self) {
        self.reductions.transition.singly = true;
    }

    /// Something is told; of a program with threads, a transition is told no more than one thing.
    fn is_told(&mut self) -> Step<()> {
        if self.has_threads() || self.reductions.transition.singly {
            self.chooses()?;
            self.reductions.transition.chose = true;
        }
        Ok(())
    }

    /// An input, symbolic or known.
    pub(super) fn told(&mut self, what: &str, width: u32) -> Step<Reg> {
        if self.reductions.symbols.is_some() {
            return self.symbolic_input(width, width);
        }
        let value = self.input(what, width)?;
        Ok(Reg::of(Scalar::of(&value)))
    }

    /// Bytes that were never set are told, and keep their values.
    #[cold]
    pub(super) fn tell_undefined(&mut self, id: ObjId, at: usize, count: usize) -> Step<()> {
        // What was made of an address counts as undefined, too, but is not any value.
        if self.image.checks.contains(Check::Uninit) || self.reductions.dependence.addresses {
            return Ok(());
        }
        let Some(object) = self.memory.get(id).filter(|o| !o.undef.is_empty()) else { return Ok(()) };
        let word = self.memory.width / 8;
        let open = |at: usize| {
            let under =
                object.pointers.range((at as u32).saturating_sub(word - 1)..=at as u32).next().is_some();
            object.undef[at] != 0 && !under && !object.is_defined(at..at + 1)
        };
        let mut runs: Vec<(usize, usize)> = Vec::new();
        for at in (at..at + count).filter(|&at| open(at)) {
            match runs.last_mut() {
                Some((start, length)) if *start + *length == at && *length < 8 => *length += 1,
                _ => runs.push((at, 1)),
            }
        }
        if runs.is_empty() {
            return Ok(());
        }
        self.is_told()?;
        self.reductions.dependence.unset = true;
        if self.reductions.symbols.is_none() && self.environment.inputs.len() < runs.len() {
            return Err(Stop::Choice(u32::MAX));
        }
        for (start, length) in runs {
            let width = 8 * length as u32;
            // Of a byte some bits may be set.
            let before = self.memory.load(id, start, length as u32, width);
            let (known, mask) = (before.value.to_bits(), before.mask().to_bits());
            let known = known.and(&mask.not());
            let reg = match &mut self.reductions.symbols {
                Some(symbols) => {
                    let input = symbols.input(width);
                    let d = &mut symbols.domain;
                    let (known, mask) = (d.constant(&known), d.constant(&mask));
                    let open = d.bv_and(&input, &mask);
                    let term = d.bv_or(&open, &known);
                    Reg::symbolic(width, term)
                }
                None => {
                    let given = self.environment.inputs.pop_front().unwrap_or_else(|| Bits::zero(width));
                    let value = Bits::from_limbs(width, given.limbs());
                    self.environment.asked.push(("undef".to_owned(), value.clone()));
                    Reg::of(Scalar::of(&value.and(&mask).or(&known)))
                }
            };
            self.memory.store(id, start, length as u32, &reg);
        }
        Ok(())
    }

    /// A symbolic input.
    pub(super) fn symbolic_input(&mut self, bits: u32, width: u32) -> Step<Reg> {
        self.is_told()?;
        let input = self.symbols().input(bits);
        let d = self.terms();
        let value = if bits < width { d.zext(&input, width) } else { input };
        Ok(self.reg_of(value))
    }

    /// A symbolic number below another one.
    pub(super) fn symbolic_choice(&mut self, count: u64) -> Step<Reg> {
        if count >= 1 << 32 {
            return self.stop(Unsupported::WideInput("a choice".into()));
        }
        let chosen = self.symbolic_input(32, 32)?;
        if let Some(term) = chosen.term() {
            let d = self.terms();
            let end = d.int(32, count);
            let below = d.ult(&term, &end);
            self.symbols().assume(below);
        }
        Ok(chosen)
    }

    /// Symbolic bytes.
    pub(super) fn symbolic_bytes(&mut self, id: ObjId, at: usize, size: usize) -> Step<()> {
        self.is_told()?;
        let mut next = 0;
        while next < size {
            let count = if size - next >= TOGETHER { TOGETHER } else { 1 };
            let mut whole: Option<Term> = None;
            for _ in 0..count {
                let byte = self.symbols().input(8);
                let big_endian = self.memory.big_endian;
                let d = self.terms();
                whole = Some(match whole {
                    None => byte,
                    Some(before) if big_endian => d.concat(&before, &byte),
                    Some(before) => d.concat(&byte, &before),
                });
            }
            if let Some(term) = whole {
                let reg = self.reg_of(term);
                self.memory.store(id, at + next, count as u32, &reg);
            }
            next += count;
        }
        Ok(())
    }

    /// The search has chosen a number.
    pub(super) fn tell_choice(&mut self, chosen: u64) {
        if let Some(symbols) = &mut self.reductions.symbols {
            symbols.tell(Told::Choice(chosen as u32));
        }
    }
}
