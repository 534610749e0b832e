//! What is kept of a fault of our own, for a bug report.

use std::fmt::Write;
use std::path::PathBuf;

use super::emit::io_words;
use crate::engine::verdict::Disagreement;
use crate::program::Program;

/// Writes the two stories of a run with all that they are about: the command line, the run, the program. The file is in
/// the current folder, or in that of temporary files. The result is its name.
///
/// # Errors
/// In words, when it cannot be written.
pub fn keep(program: &Program, stories: &Disagreement) -> Result<String, String> {
    let mut text = String::new();
    let command: Vec<String> = std::env::args().collect();
    // Writing to a string cannot fail.
    let _ = writeln!(text, "bmc {}: a counterexample is not confirmed", env!("CARGO_PKG_VERSION"));
    let _ = writeln!(text, "command:   {}", command.join(" "));
    let _ = writeln!(text, "engine:    {}", stories.promised);
    let _ = writeln!(text, "machine:   {}", stories.machine);
    let _ = writeln!(text, "evaluator: {}", stories.evaluator);
    let _ = writeln!(text, "\n---- run\n{}", stories.run);
    let _ = writeln!(text, "---- program\n{program}");
    let name = format!("bmc-fault-{}.txt", std::process::id());
    let mut failed = String::new();
    for folder in [PathBuf::new(), std::env::temp_dir()] {
        let path = folder.join(&name);
        match std::fs::write(&path, &text) {
            Ok(()) => return Ok(path.display().to_string()),
            Err(error) => failed = io_words(&error),
        }
    }
    Err(failed)
}
