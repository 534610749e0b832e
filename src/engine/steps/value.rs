//! Values of registers, and the objects that addresses lead to.
//!
//! Every object has a concrete base: its number in the high bits of the address, the middle of the low bits as offset zero. The
//! high bits of an address name the object as long as the offset stays within half of the low bits.

use std::collections::BTreeSet;
use std::rc::Rc;

use crate::ilr::Term;
use crate::machine::Origin;
use crate::rewrite::Builder;

/// What an address was made from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Provenance {
    /// None: a number.
    Number,
    /// One of these objects, by number.
    Objects(Rc<BTreeSet<usize>>),
    /// Any object whose address the program has stored.
    Stored,
}

/// A scalar of a thread: a term over what the thread has read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Value {
    /// Its bits; of a pointer, its address.
    pub term: Term,
    /// What it leads to.
    pub from: Provenance,
    /// High bits of the address before anything was added; `None` while nothing symbolic was.
    pub home: Option<Term>,
}

impl Value {
    /// A number.
    pub fn number(term: Term) -> Value {
        Value { term, from: Provenance::Number, home: None }
    }

    /// A pointer into an object.
    pub fn pointer(term: Term, object: usize) -> Value {
        Value { term, from: Provenance::Objects(Rc::new([object].into())), home: None }
    }

    /// The only object that the pointer can lead to.
    pub fn single(&self) -> Option<usize> {
        match &self.from {
            Provenance::Objects(set) if set.len() == 1 => set.first().copied(),
            _ => None,
        }
    }
}

/// Both of two origins.
pub fn join(a: &Provenance, b: &Provenance) -> Provenance {
    match (a, b) {
        (Provenance::Stored, _) | (_, Provenance::Stored) => Provenance::Stored,
        (Provenance::Number, other) | (other, Provenance::Number) => other.clone(),
        (Provenance::Objects(x), Provenance::Objects(y)) if x == y => a.clone(),
        (Provenance::Objects(x), Provenance::Objects(y)) => {
            Provenance::Objects(Rc::new(x.union(y).copied().collect()))
        }
    }
}

/// An object of the unfolded program: one for each execution of the operation that makes it.
#[derive(Clone, Debug)]
pub struct Thing {
    /// Where it comes from.
    pub origin: Origin,
    /// Its size in bytes.
    pub size: u64,
    /// Whether it may not be written.
    pub constant: bool,
    /// What it holds at first.
    pub content: Content,
}

/// What an object holds at first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Content {
    /// Any bytes.
    Any,
    /// Zeros.
    Zeros,
    /// Those of the image's object.
    Image(crate::machine::ObjId),
}

impl Thing {
    /// Whether it can end while the program runs.
    pub fn is_mortal(&self) -> bool {
        !matches!(self.origin, Origin::Global(_) | Origin::Code(_))
    }
}

/// All objects, and how addresses name them.
#[derive(Clone, Debug)]
pub struct Things {
    /// By number; number 0 is no object, so that null leads nowhere.
    pub all: Vec<Thing>,
    /// Bits of an address.
    pub width: u32,
    /// Low bits that hold the offset.
    pub offset_bits: u32,
}

impl Things {
    /// No objects.
    pub fn new(width: u32) -> Things {
        let nothing = Thing { origin: Origin::Outside, size: 0, constant: true, content: Content::Zeros };
        Things { all: vec![nothing], width, offset_bits: if width == 64 { 32 } else { 18 } }
    }

    /// Adds an object; `None` if there is no room for it.
    pub fn add(&mut self, thing: Thing) -> Option<usize> {
        let number = self.all.len();
        self.fits(&thing).then(|| {
            self.all.push(thing);
            number
        })
    }

    /// Whether there is room for an object.
    pub fn fits(&self, thing: &Thing) -> bool {
        let high = self.width - self.offset_bits;
        thing.size < 1 << (self.offset_bits - 1) && (high >= 32 || self.all.len() < 1 << high)
    }

    /// Address of an object's first byte.
    pub fn base(&self, number: usize) -> u64 {
        (number as u64) << self.offset_bits | 1 << (self.offset_bits - 1)
    }

    /// The object and offset of a constant address.
    pub fn place(&self, address: u64) -> (usize, u64) {
        let number = (address >> self.offset_bits) as usize;
        (number, address.wrapping_sub(self.base(number)) & (u64::MAX >> (64 - self.width)))
    }

    /// The bits of an address that name the object.
    pub fn name_of(&self, b: &mut Builder, address: Term) -> Term {
        b.extract(address, self.width - 1, self.offset_bits)
    }

    /// Distance of an address from an object's first byte.
    pub fn offset(&self, b: &mut Builder, address: Term, number: usize) -> Term {
        let base = b.bv(self.width, self.base(number));
        b.sub(address, base)
    }

    /// Whether so many bytes at an offset lie inside an object.
    pub fn inside(&self, b: &mut Builder, offset: Term, size: u64, number: usize) -> Term {
        match self.all[number].size.checked_sub(size) {
            Some(last) => {
                let last = b.bv(self.width, last);
                b.ule(offset, last)
            }
            None => b.ff(),
        }
    }
}
