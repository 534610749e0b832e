//! Device memory, whose addresses the program knows.

use super::{ObjId, Reg};

/// The objects that are device memory.
#[derive(Clone, Default, Debug)]
pub struct Devices {
    /// Object, first address, size.
    all: Vec<(ObjId, u64, u64)>,
}

impl Devices {
    /// Adds an object.
    pub fn add(&mut self, id: ObjId, start: u64, size: u64) {
        self.all.push((id, start, size));
    }

    /// The device whose memory an address lies in, or just behind which where no other one begins.
    fn at(&self, address: u64) -> Option<ObjId> {
        let within = |last: u64| {
            let found = self.all.iter().find(|d| d.1 <= address && address - d.1 < d.2 + last);
            found.map(|d| d.0)
        };
        within(0).or_else(|| within(1))
    }

    /// The pointer that a number is, where it leads to a device.
    pub fn pointer(&self, number: &Reg) -> Option<Reg> {
        let open = !self.all.is_empty() && !number.object.is_one() && number.is_defined();
        let device = if open { self.at(number.value.low()) } else { None };
        device.map(|object| Reg { object, ..number.clone() })
    }

    /// The number that a pointer is: that of a device is known.
    pub fn number(&self, pointer: Reg) -> Reg {
        let known = self.all.iter().any(|d| d.0 == pointer.object);
        Reg { object: if known { ObjId::NONE } else { pointer.object }, ..pointer }
    }
}
