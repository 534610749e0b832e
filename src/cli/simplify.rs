//! `bmc simplify`: SMT-LIB scripts made simpler.

use std::io::{Read, Write};
use std::path::Path;

use super::args::SimplifyArgs;
use super::emit::io_words;
use crate::smt::smtlib::simplify::{SimplifyError, simplify};

/// Carries it out.
///
/// # Errors
/// In words, with the place: a file that cannot be read or written, a script that is not understood.
pub fn run(options: &SimplifyArgs) -> Result<(), String> {
    let shown = options.input.display();
    let bytes = read(&options.input).map_err(|error| format!("{shown}: {}", io_words(&error)))?;
    let result = simplify(&characters(bytes), options.stats).map_err(|error| match error {
        SimplifyError::Syntax(error) => format!("{shown}:{error}"),
        SimplifyError::Write(error) => format!("{shown}: {error}"),
    })?;
    match options.output.as_deref().filter(|path| *path != Path::new("-")) {
        Some(path) => std::fs::write(path, &result.text)
            .map_err(|error| format!("{}: {}", path.display(), io_words(&error)))?,
        None => std::io::stdout()
            .lock()
            .write_all(result.text.as_bytes())
            .map_err(|error| format!("standard output: {}", io_words(&error)))?,
    }
    if let Some(figures) = &result.figures {
        let _ = write!(std::io::stderr(), "{figures}");
    }
    Ok(())
}

fn read(path: &Path) -> std::io::Result<Vec<u8>> {
    if path != Path::new("-") {
        return std::fs::read(path);
    }
    let mut bytes = Vec::new();
    std::io::stdin().lock().read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The text of a file: what is not UTF-8 is taken for Latin-1, so that different names stay different.
fn characters(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| error.into_bytes().into_iter().map(char::from).collect())
}
