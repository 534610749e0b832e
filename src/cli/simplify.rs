//! `bmc simplify`: simplifies SMT-LIB scripts.

use std::io::Write;
use std::path::Path;

use super::args::SimplifyArgs;
use super::console::note;
use super::script;
use crate::smt::smtlib::simplify::{SimplifyError, simplify};
use crate::verify::io_words;

/// Carries it out.
///
/// # Errors
/// In words, with the place: a file that cannot be read or written, a script that is not understood.
pub fn run(options: &SimplifyArgs) -> Result<(), String> {
    let shown = options.input.display();
    let result = simplify(&script::read(&options.input)?, options.stats).map_err(|error| match error {
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
        note(figures);
    }
    Ok(())
}
