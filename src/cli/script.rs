//! Reads SMT-LIB scripts from files.

use std::io::Read;
use std::path::Path;

use crate::verify::io_words;

/// The text of a script; `-` is standard input. What is not UTF-8 is taken for Latin-1, so that different names stay
/// different.
///
/// # Errors
/// In words, with the path.
pub fn read(path: &Path) -> Result<String, String> {
    let bytes = bytes(path).map_err(|error| format!("{}: {}", path.display(), io_words(&error)))?;
    Ok(String::from_utf8(bytes)
        .unwrap_or_else(|error| error.into_bytes().into_iter().map(char::from).collect()))
}

fn bytes(path: &Path) -> std::io::Result<Vec<u8>> {
    if path != Path::new("-") {
        return std::fs::read(path);
    }
    let mut bytes = Vec::new();
    std::io::stdin().lock().read_to_end(&mut bytes)?;
    Ok(bytes)
}
