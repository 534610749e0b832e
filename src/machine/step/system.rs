//! Calls of the operating system by a program that is executed.

use crate::machine::code::Call;
use crate::machine::state::{Mode, Reg};
use crate::machine::step::{Machine, Step};
use crate::semantics::{Done, Missing, Scalar, SystemCall, Unsupported};

impl Machine<'_, '_> {
    pub(in crate::machine) fn system_call(&mut self, call: &Call, what: SystemCall) -> Step<Done<Reg>> {
        let int = |m: &Self, i: usize| m.argument(call, i).map(|r| r.value.low());
        let name = |m: &Self, i: usize| {
            let p = m.argument(call, i)?;
            m.bytes_at(&p).map_or_else(|| m.stop(Unsupported::Stated("a file without a name".into())), Ok)
        };
        let result = match what {
            SystemCall::Read => {
                let (fd, p, size) = (int(self, 0)? as i32, self.argument(call, 1)?, int(self, 2)?);
                let (id, at) = self.at(&p, size, Mode::Write)?;
                let mut bytes = vec![0; size as usize];
                let Some(system) = &mut self.environment.system else {
                    return Err(self.missing(Missing::System));
                };
                let count = system.read(fd, &mut bytes);
                for (i, &byte) in bytes.iter().take(usize::try_from(count).unwrap_or(0)).enumerate() {
                    self.memory.store(id, at + i, 1, &Reg::of(Scalar::new(8, byte.into())));
                }
                count
            }
            SystemCall::Open => {
                let (name, flags, mode) = (name(self, 0)?, int(self, 1)? as i32, int(self, 2)? as u32);
                let Some(system) = &mut self.environment.system else {
                    return Err(self.missing(Missing::System));
                };
                system.open(&name, flags, mode)
            }
            SystemCall::Close => {
                let fd = int(self, 0)? as i32;
                let Some(system) = &mut self.environment.system else {
                    return Err(self.missing(Missing::System));
                };
                system.close(fd)
            }
            SystemCall::Seek => {
                let (fd, offset, from) = (int(self, 0)? as i32, int(self, 1)? as i64, int(self, 2)? as i32);
                let Some(system) = &mut self.environment.system else {
                    return Err(self.missing(Missing::System));
                };
                system.seek(fd, offset, from)
            }
            SystemCall::Remove => {
                let name = name(self, 0)?;
                let Some(system) = &mut self.environment.system else {
                    return Err(self.missing(Missing::System));
                };
                system.remove(&name)
            }
            SystemCall::Rename => {
                let (from, to) = (name(self, 0)?, name(self, 1)?);
                let Some(system) = &mut self.environment.system else {
                    return Err(self.missing(Missing::System));
                };
                system.rename(&from, &to)
            }
        };
        Ok(Done::Value(Reg::int(64, result as u64)))
    }
}
