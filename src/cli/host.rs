//! The operating system under `bmc run`: the files of the user who runs it.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Stdout, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use crate::machine::System;

/// Error numbers of Linux.
const EIO: i64 = 5;
const EBADF: i64 = 9;
const EINVAL: i64 = 22;
const ESPIPE: i64 = 29;

/// Flags of `open` on x86.
const WRITE_ONLY: i32 = 0o1;
const READ_WRITE: i32 = 0o2;
const CREATE: i32 = 0o100;
const EXCLUSIVE: i32 = 0o200;
const TRUNCATE: i32 = 0o1000;
const APPEND: i32 = 0o2000;
/// What makes no difference here: large files, closing on `exec`, no controlling terminal.
const IGNORED: i32 = 0o100_000 | 0o2_000_000 | 0o400;

/// What is behind a descriptor.
enum Descriptor {
    Input(BufReader<io::Stdin>),
    Output,
    Errors,
    File(Open),
}

/// A file, with what was read ahead or is still to be written; never both.
struct Open {
    file: BufReader<File>,
    writable: bool,
    pending: Vec<u8>,
}

/// Bytes that are written at once.
const CHUNK: usize = 1 << 16;

impl Open {
    fn flush(&mut self) -> io::Result<()> {
        let result = self.file.get_mut().write_all(&self.pending);
        self.pending.clear();
        result
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        if !self.file.buffer().is_empty() {
            // The file goes back to where the program is.
            let place = self.file.stream_position()?;
            self.file.seek(SeekFrom::Start(place))?;
        }
        self.pending.extend_from_slice(bytes);
        if self.pending.len() >= CHUNK { self.flush() } else { Ok(()) }
    }

    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.flush()?;
        self.file.seek(to)
    }
}

/// The descriptors of the program. Everything is written at last when this is dropped.
pub struct Host {
    open: BTreeMap<i32, Descriptor>,
    output: BufWriter<Stdout>,
}

impl Host {
    /// With the three standard streams.
    pub fn new() -> Host {
        let streams =
            [Descriptor::Input(BufReader::new(io::stdin())), Descriptor::Output, Descriptor::Errors];
        Host { open: (0..).zip(streams).collect(), output: BufWriter::new(io::stdout()) }
    }

    /// Flushes the output of files, which may be open under other descriptors, too.
    fn settle(&mut self) {
        for descriptor in self.open.values_mut() {
            if let Descriptor::File(file) = descriptor {
                // An error shows again when the file is written to or closed.
                let _ = file.flush();
            }
        }
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        // Nobody may be there to read it.
        let _ = self.output.flush();
        self.settle();
    }
}

fn error(error: &io::Error) -> i64 {
    -error.raw_os_error().map_or(EIO, i64::from)
}

fn done(result: io::Result<()>, value: i64) -> i64 {
    result.map_or_else(|e| error(&e), |()| value)
}

fn path(name: &[u8]) -> &Path {
    Path::new(OsStr::from_bytes(name))
}

impl System for Host {
    fn write(&mut self, fd: i32, bytes: &[u8]) -> i64 {
        let result = match self.open.get_mut(&fd) {
            Some(Descriptor::Output) => self.output.write_all(bytes),
            Some(Descriptor::Errors) => self.output.flush().and_then(|()| io::stderr().write_all(bytes)),
            Some(Descriptor::File(file)) if file.writable => file.write(bytes),
            _ => return -EBADF,
        };
        // Nobody may be there to read it: the program goes on.
        match result {
            Err(e) if e.kind() == io::ErrorKind::BrokenPipe => bytes.len() as i64,
            result => done(result, bytes.len() as i64),
        }
    }

    fn read(&mut self, fd: i32, to: &mut [u8]) -> i64 {
        self.settle();
        let result = match self.open.get_mut(&fd) {
            Some(Descriptor::Input(input)) => {
                // Whoever answers wants to have seen the question.
                let asked = if input.buffer().is_empty() { self.output.flush() } else { Ok(()) };
                asked.and_then(|()| input.read(to))
            }
            Some(Descriptor::File(file)) => file.file.read(to),
            Some(Descriptor::Output | Descriptor::Errors) | None => return -EBADF,
        };
        result.map_or_else(|e| error(&e), |count| count as i64)
    }

    fn open(&mut self, name: &[u8], flags: i32, mode: u32) -> i64 {
        let access = flags & 3;
        let known = 3 | CREATE | EXCLUSIVE | TRUNCATE | APPEND | IGNORED;
        if access == 3 || flags & !known != 0 {
            return -EINVAL;
        }
        self.settle();
        let writes = access == WRITE_ONLY || access == READ_WRITE;
        let mut options = OpenOptions::new();
        options.read(access != WRITE_ONLY).mode(mode);
        if flags & APPEND != 0 {
            options.append(writes);
        } else {
            options.write(writes);
        }
        options.create_new(flags & (CREATE | EXCLUSIVE) == CREATE | EXCLUSIVE);
        options.create(flags & CREATE != 0).truncate(flags & TRUNCATE != 0 && flags & APPEND == 0);
        match options.open(path(name)) {
            Ok(file) => {
                let fd = (0..).find(|fd| !self.open.contains_key(fd)).expect("fewer than all numbers");
                let open = Open { file: BufReader::new(file), writable: writes, pending: Vec::new() };
                self.open.insert(fd, Descriptor::File(open));
                fd.into()
            }
            Err(e) if e.kind() == io::ErrorKind::InvalidInput => -EINVAL,
            Err(e) => error(&e),
        }
    }

    fn close(&mut self, fd: i32) -> i64 {
        match self.open.remove(&fd) {
            None => -EBADF,
            Some(Descriptor::File(mut file)) => done(file.flush(), 0),
            Some(Descriptor::Output) => done(self.output.flush(), 0),
            Some(_) => 0,
        }
    }

    fn seek(&mut self, fd: i32, offset: i64, from: i32) -> i64 {
        let to = match (from, u64::try_from(offset)) {
            (0, Ok(offset)) => SeekFrom::Start(offset),
            (1, _) => SeekFrom::Current(offset),
            (2, _) => SeekFrom::End(offset),
            _ => return -EINVAL,
        };
        match self.open.get_mut(&fd) {
            Some(Descriptor::File(file)) => file.seek(to).map_or_else(|e| error(&e), |place| place as i64),
            Some(_) => -ESPIPE,
            None => -EBADF,
        }
    }

    fn remove(&mut self, name: &[u8]) -> i64 {
        self.settle();
        done(fs::remove_file(path(name)), 0)
    }

    fn rename(&mut self, from: &[u8], to: &[u8]) -> i64 {
        self.settle();
        done(fs::rename(path(from), path(to)), 0)
    }
}
