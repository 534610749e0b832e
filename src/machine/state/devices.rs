//! Device memory, whose addresses the program knows.

use super::{ObjId, Reg};
use crate::program::Region;

/// The objects that are device memory.
#[derive(Clone, Default, Debug)]
pub struct Devices {
    all: Vec<(ObjId, Region)>,
}

impl Devices {
    /// Adds an object.
    pub fn add(&mut self, id: ObjId, region: Region) {
        self.all.push((id, region));
    }

    /// The pointer that a number is, where it leads to a device.
    pub fn pointer(&self, number: &Reg) -> Option<Reg> {
        let open = !self.all.is_empty() && !number.object.is_one() && number.is_defined();
        let device = if open { Region::find(&self.all, number.value.low()) } else { None };
        device.map(|object| Reg { object, ..number.clone() })
    }

    /// The number that a pointer is: that of a device is known.
    pub fn number(&self, pointer: Reg) -> Reg {
        let known = self.all.iter().any(|d| d.0 == pointer.object);
        Reg { object: if known { ObjId::NONE } else { pointer.object }, ..pointer }
    }
}
