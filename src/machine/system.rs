//! The operating system under a program that is executed.

use super::code::Call;
use super::exec::{Flow, Machine, Step};
use super::memory::Mode;
use super::reg::Reg;
use crate::semantics::{Scalar, SystemCall, Unsupported};

/// What an executed program asks the operating system for. Results are those of Linux: negative ones are numbers of
/// errors. Names are bytes without a zero.
pub trait System {
    /// Writes to a descriptor; how many bytes.
    fn write(&mut self, fd: i32, bytes: &[u8]) -> i64;
    /// Reads from a descriptor; how many bytes, 0 at the end.
    fn read(&mut self, fd: i32, to: &mut [u8]) -> i64;
    /// Opens a file with the flags of Linux on x86; the descriptor.
    fn open(&mut self, name: &[u8], flags: i32, mode: u32) -> i64;
    /// Closes a descriptor.
    fn close(&mut self, fd: i32) -> i64;
    /// Moves the place of a descriptor, from the start (0), the place (1) or the end (2); the new place.
    fn seek(&mut self, fd: i32, offset: i64, from: i32) -> i64;
    /// Removes a file.
    fn remove(&mut self, name: &[u8]) -> i64;
    /// Renames a file.
    fn rename(&mut self, from: &[u8], to: &[u8]) -> i64;
}

impl Machine<'_, '_> {
    pub(super) fn system_call(&mut self, dst: u32, call: &Call, what: SystemCall) -> Step<Flow> {
        let int = |m: &Self, i: usize| m.argument(call, i).map(|r| r.value.low());
        let name = |m: &Self, i: usize| {
            let p = m.argument(call, i)?;
            m.bytes_at(&p)
                .map_or_else(|| m.stop(Unsupported::ExternalFunction("a file without a name".into())), Ok)
        };
        let none = || Unsupported::ExternalFunction("the operating system".into());
        let result = match what {
            SystemCall::Read => {
                let (fd, p, size) = (int(self, 0)? as i32, self.argument(call, 1)?, int(self, 2)?);
                let (id, at) = self.at(&p, size, Mode::Write)?;
                let mut bytes = vec![0; size as usize];
                let Some(system) = &mut self.environment.system else { return self.stop(none()) };
                let count = system.read(fd, &mut bytes);
                for (i, &byte) in bytes.iter().take(usize::try_from(count).unwrap_or(0)).enumerate() {
                    self.memory.store(id, at + i, 1, &Reg::of(Scalar::new(8, byte.into())));
                }
                count
            }
            SystemCall::Open => {
                let (name, flags, mode) = (name(self, 0)?, int(self, 1)? as i32, int(self, 2)? as u32);
                let Some(system) = &mut self.environment.system else { return self.stop(none()) };
                system.open(&name, flags, mode)
            }
            SystemCall::Close => {
                let fd = int(self, 0)? as i32;
                let Some(system) = &mut self.environment.system else { return self.stop(none()) };
                system.close(fd)
            }
            SystemCall::Seek => {
                let (fd, offset, from) = (int(self, 0)? as i32, int(self, 1)? as i64, int(self, 2)? as i32);
                let Some(system) = &mut self.environment.system else { return self.stop(none()) };
                system.seek(fd, offset, from)
            }
            SystemCall::Remove => {
                let name = name(self, 0)?;
                let Some(system) = &mut self.environment.system else { return self.stop(none()) };
                system.remove(&name)
            }
            SystemCall::Rename => {
                let (from, to) = (name(self, 0)?, name(self, 1)?);
                let Some(system) = &mut self.environment.system else { return self.stop(none()) };
                system.rename(&from, &to)
            }
        };
        Ok(self.answer(dst, call, Reg::int(64, result as u64)))
    }
}
