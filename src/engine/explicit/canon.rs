//! Canonical forms of states: two states that differ only in which ids and addresses their objects have are one
//! (DIVINE 3, section 6.3; DiVM, section 6.2). What cannot be reached is no part of a state.
//!
//! Objects are numbered as a walk from the globals and the interrupted activation finds them; a pointer is written as the
//! number and the offset. Only comparison uses this form: exploration goes on from the state as it was reached, so that
//! addresses stay what they were along every run.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::machine::{Frame, Image, Machine, Memory, Node, ObjId, Object, Origin, Reg};
use crate::semantics::Scalar;

/// Writes canonical forms.
pub struct Canon<'i, 'p> {
    image: &'i Image<'p>,
    /// The globals that may change, in order.
    globals: Vec<ObjId>,
    numbers: FxHashMap<ObjId, u32>,
    open: Vec<ObjId>,
    /// The part that is being written.
    part: Vec<u8>,
}

impl<'i, 'p> Canon<'i, 'p> {
    /// For states of a program.
    pub fn new(image: &'i Image<'p>) -> Canon<'i, 'p> {
        let globals = image.variables().to_vec();
        Canon { image, globals, numbers: FxHashMap::default(), open: Vec::new(), part: Vec::new() }
    }

    /// Hands out the canonical form of a state that is interrupted: a part for what controls it, one for each global, one
    /// for each object and activation that is reached from these.
    ///
    /// # Errors
    /// The first one of `each`.
    pub fn parts<E>(
        &mut self,
        machine: &Machine<'_, '_>,
        mut each: impl FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        self.numbers.clear();
        self.open.clear();
        let memory = &machine.memory;
        let mut part = std::mem::take(&mut self.part);
        part.clear();
        self.pointer_to(machine.interrupted, 0, &mut part);
        machine.control(&mut |reg| self.reg(memory, reg, &mut part));
        each(&part)?;
        for i in 0..self.globals.len() {
            let id = self.globals[i];
            part.clear();
            let unchanged = match (memory.node(id), self.image.initial().node(id)) {
                (Some(Node::Live(now)), Some(Node::Live(before))) => Arc::ptr_eq(now, before),
                _ => false,
            };
            if !unchanged {
                self.node(memory, id, &mut part);
            }
            each(&part)?;
        }
        let mut next = 0;
        while let Some(&id) = self.open.get(next) {
            next += 1;
            part.clear();
            self.node(memory, id, &mut part);
            each(&part)?;
        }
        self.part = part;
        Ok(())
    }

    fn node(&mut self, memory: &Memory, id: ObjId, out: &mut Vec<u8>) {
        match memory.node(id) {
            Some(Node::Live(object)) => self.object(memory, id, object, out),
            Some(Node::Frame(frame)) => self.frame(memory, frame, out),
            Some(Node::Dead(origin)) => {
                out.push(DEAD);
                origin_bytes(origin, out);
            }
            None => out.push(NOTHING),
        }
    }

    fn object(&mut self, memory: &Memory, id: ObjId, object: &Object, out: &mut Vec<u8>) {
        out.push(LIVE);
        origin_bytes(object.origin, out);
        number(object.bytes.len() as u64, out);
        let undefined = object.undef.iter().any(|&m| m != 0);
        out.push(u8::from(undefined));
        number(object.pointers.len() as u64, out);
        let width = memory.width as usize / 8;
        let mut from = 0;
        for (&at, &to) in &object.pointers {
            let at = at as usize;
            out.extend_from_slice(&object.bytes[from..at]);
            number(at as u64, out);
            let address = memory.load(id, at, width as u32, memory.width).value.low();
            self.pointer(memory, to, address, out);
            from = at + width;
        }
        out.extend_from_slice(&object.bytes[from..]);
        if undefined {
            out.extend_from_slice(&object.undef);
        }
    }

    fn frame(&mut self, memory: &Memory, frame: &Frame, out: &mut Vec<u8>) {
        out.push(FRAME);
        number(frame.func.index() as u64, out);
        number(frame.pc.into(), out);
        out.push(u8::from(frame.atomic));
        for id in [frame.caller, frame.varargs, frame.own] {
            self.pointer_to(id, 0, out);
        }
        number(frame.locals.len() as u64, out);
        for &id in &frame.locals {
            self.pointer_to(id, 0, out);
        }
        number(frame.sizes.len() as u64, out);
        for &(id, size) in &frame.sizes {
            self.pointer_to(id, 0, out);
            number(size.into(), out);
        }
        for reg in &frame.regs {
            self.reg(memory, reg, out);
        }
        number(frame.kept.len() as u64, out);
        for (name, reg) in &frame.kept {
            number((*name).into(), out);
            self.reg(memory, reg, out);
        }
    }

    fn reg(&mut self, memory: &Memory, reg: &Reg, out: &mut Vec<u8>) {
        number(reg.width().into(), out);
        match &reg.undef {
            None => out.push(0),
            Some(mask) => {
                out.push(1);
                scalar(mask, out);
            }
        }
        if reg.object != ObjId::NONE && reg.width() == memory.width {
            out.push(1);
            self.pointer(memory, reg.object, reg.value.low(), out);
        } else {
            out.push(0);
            scalar(&reg.value, out);
        }
    }

    /// An address in an object.
    fn pointer(&mut self, memory: &Memory, object: ObjId, address: u64, out: &mut Vec<u8>) {
        let base = match memory.node(object) {
            Some(Node::Live(o)) => o.base,
            _ => memory.frame_pointer(object).value.low(),
        };
        self.pointer_to(object, address.wrapping_sub(base), out);
    }

    fn pointer_to(&mut self, object: ObjId, offset: u64, out: &mut Vec<u8>) {
        let fixed = self.image.initial().node(object).is_some();
        let name = if object == ObjId::NONE || fixed {
            object.index() as u32
        } else {
            let next = self.open.len() as u32;
            let open = &mut self.open;
            let numbered = self.numbers.entry(object).or_insert_with(|| {
                open.push(object);
                next
            });
            // Above those that all states have.
            FOUND | *numbered
        };
        number(name.into(), out);
        out.extend_from_slice(&offset.to_le_bytes());
    }
}

const NOTHING: u8 = 0;
const LIVE: u8 = 1;
const DEAD: u8 = 2;
const FRAME: u8 = 3;
/// The bit of names that a walk has given.
const FOUND: u32 = 1 << 31;

/// A number, small ones in one byte.
fn number(mut n: u64, out: &mut Vec<u8>) {
    while n >= 0x80 {
        out.push(n as u8 | 0x80);
        n >>= 7;
    }
    out.push(n as u8);
}

fn scalar(value: &Scalar, out: &mut Vec<u8>) {
    match value {
        Scalar::Word { bits, .. } => number(*bits, out),
        Scalar::Wide(bits) => bits.limbs().iter().for_each(|limb| out.extend_from_slice(&limb.to_le_bytes())),
    }
}

fn origin_bytes(origin: Origin, out: &mut Vec<u8>) {
    use crate::machine::Allocator;
    let (kind, n) = match origin {
        Origin::Global(g) => (0, g.index()),
        Origin::Code(f) => (1, f.index()),
        Origin::Stack => (2, 0),
        Origin::Heap(Allocator::Malloc) => (3, 0),
        Origin::Heap(Allocator::New) => (3, 1),
        Origin::Heap(Allocator::NewArray) => (3, 2),
        Origin::Argument => (4, 0),
        Origin::Outside => (5, 0),
    };
    out.push(kind);
    number(n as u64, out);
}
