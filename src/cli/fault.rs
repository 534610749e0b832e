//! What is kept of a fault of our own, for a bug report.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use super::emit::io_words;
use super::run::say;
use crate::engine::bmc::words;
use crate::engine::verdict::{Disagreement, Fault};
use crate::program::Program;

/// Tells a fault that ended a check, with what was found before it and what the engine promises that nothing confirms.
pub fn tell(program: &Program, fault: &Fault, folder: Option<&Path>) {
    match fault {
        Fault::After { found, fault } => {
            for v in found {
                say(format!("found before the fault: {}", words(program, v.check, v.loc)));
            }
            tell(program, fault, folder);
        }
        Fault::Disagreement(stories) => {
            let folders: Vec<PathBuf> = match folder {
                Some(folder) => vec![folder.to_owned()],
                None => vec![std::env::temp_dir()],
            };
            let kept = keep(&folders, program, stories);
            let kept = kept.map_or_else(|why| format!("not kept: {why}"), |path| format!("kept in {path}"));
            say(format!("found, but not confirmed: {}", stories.promised));
            say(format!("internal fault: {fault} ({}); for a bug report: {kept}", stories.machine));
        }
        other => say(format!("internal fault: {other}")),
    }
}

/// Writes the two stories of a run with all that they are about: the command line, the run, the program. The file is in the
/// first of these folders that it can be written to. The result is its name.
fn keep(folders: &[PathBuf], program: &Program, stories: &Disagreement) -> Result<String, String> {
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
    for folder in folders {
        let path = folder.join(&name);
        match std::fs::write(&path, &text) {
            Ok(()) => return Ok(path.display().to_string()),
            Err(error) => failed = io_words(&error),
        }
    }
    Err(failed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::Target;

    #[test]
    fn both_stories_are_kept_where_a_folder_can_be_written_to() {
        let program = Program::new(Target::plain(64));
        let stories = Disagreement {
            promised: "what the engine says".to_owned(),
            machine: "what the machine says".to_owned(),
            evaluator: "what the evaluator says".to_owned(),
            run: "value main 3 32:5".to_owned(),
        };
        let folder = tempfile::tempdir().expect("a folder for temporary files");
        let folders = [folder.path().join("missing"), folder.path().to_owned()];
        let path = keep(&folders, &program, &stories).expect("the second folder is there");
        let text = std::fs::read_to_string(path).expect("it was written");
        for part in [&stories.promised, &stories.machine, &stories.evaluator, &stories.run] {
            assert!(text.contains(part.as_str()), "{text}");
        }
        assert!(keep(&folders[..1], &program, &stories).is_err());
    }
}
