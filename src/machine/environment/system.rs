//! The operating system under a program that is executed.

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
