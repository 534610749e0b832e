//! Hashes of contents, and stamps of files.

use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::time::SystemTime;

use sha2::{Digest, Sha256};

/// Bytes as hexadecimal digits.
pub fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The SHA-256 hash of a content, as hexadecimal digits.
pub fn sha256(content: impl AsRef<[u8]>) -> String {
    hexadecimal(&Sha256::digest(content))
}

/// Tells whether a file was written anew: its inode, its length in bytes, and when it was changed.
#[derive(PartialEq, Eq, Debug)]
pub struct Stamp(u64, u64, SystemTime);

impl Stamp {
    /// That of a file as it is now; `None` where it cannot be told.
    pub fn of(path: &Path) -> Option<Stamp> {
        let data = std::fs::metadata(path).ok()?;
        Some(Stamp(data.ino(), data.len(), data.modified().ok()?))
    }
}
