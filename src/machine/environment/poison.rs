//! Which registers are poison (LangRef, "Poison Values") while a script is followed.

use crate::machine::state::ObjId;
use crate::program::LocId;
use crate::property::Check;

/// A register that is poison because a flag's promise does not hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Poison {
    /// Its activation, by the one that called: no two that have not returned have the same.
    pub activation: ObjId,
    /// The first register of the value.
    pub register: u32,
    /// What the promise is about.
    pub check: Check,
    /// Whether all of the value is poison, and not only lanes or components that are not told apart.
    pub exact: bool,
    /// Where the flag is.
    pub loc: Option<LocId>,
}

/// All registers that are poison.
#[derive(Clone, Default, Debug)]
pub struct Poisoned {
    list: Vec<Poison>,
}

impl Poisoned {
    /// Whether no register is poison.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Why a register is poison; nothing where it is not.
    pub fn of(&self, activation: ObjId, register: u32) -> impl Iterator<Item = &Poison> {
        self.list.iter().filter(move |p| p.activation == activation && p.register == register)
    }

    /// A register is poison, too, for one more reason.
    pub fn add(&mut self, poison: Poison) {
        self.list.push(poison);
    }

    /// A register is written: it is poison for these reasons only.
    pub fn write(&mut self, activation: ObjId, register: u32, found: impl IntoIterator<Item = Poison>) {
        self.list.retain(|p| p.activation != activation || p.register != register);
        self.list.extend(found);
    }

    /// An activation ends.
    pub fn end(&mut self, activation: ObjId) {
        self.list.retain(|p| p.activation != activation);
    }
}
