//! Hashes of contents.

use sha2::{Digest, Sha256};

/// Bytes as hexadecimal digits.
pub fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The SHA-256 hash of a content, as hexadecimal digits.
pub fn sha256(content: impl AsRef<[u8]>) -> String {
    hexadecimal(&Sha256::digest(content))
}
