//! Reports an internal fault and keeps what is needed to reproduce it.

use std::path::{Path, PathBuf};

use super::console::say;
use crate::verify::{InternalFault, io_words};

/// Reports a fault that ended a check, with the violations found before it and those that the replay does not confirm. Keeps
/// what a bug report needs in `folder`, by default in the folder of temporary files.
pub fn tell(fault: &InternalFault, folder: Option<&Path>) {
    for found in &fault.found {
        say(format!("found before the fault: {found}"));
    }
    if let Some(promised) = &fault.unconfirmed {
        say(format!("found, but not confirmed: {promised}"));
    }
    let Some(details) = &fault.details else {
        say(format!("internal fault: {}", fault.message));
        return;
    };
    let kept = keep(&folder.map_or_else(std::env::temp_dir, PathBuf::from), details);
    let kept = kept.map_or_else(|why| format!("not kept: {why}"), |path| format!("kept in {path}"));
    say(format!("internal fault: {}; for a bug report: {kept}", fault.message));
}

/// Writes what a bug report needs to a file in a folder; the result is its name.
fn keep(folder: &Path, details: &str) -> Result<String, String> {
    let path = folder.join(format!("bmc-fault-{}.txt", std::process::id()));
    std::fs::write(&path, details).map_err(|error| io_words(&error))?;
    Ok(path.display().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn details_are_kept_where_the_folder_can_be_written_to() {
        let folder = tempfile::tempdir().expect("a folder for temporary files");
        let path = keep(folder.path(), "both stories").expect("the folder is there");
        assert_eq!(std::fs::read_to_string(path).expect("it was written"), "both stories");
        assert!(keep(&folder.path().join("missing"), "both stories").is_err());
    }
}
