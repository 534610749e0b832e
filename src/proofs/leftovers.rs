//! Folders for what is being found, and what killed processes leave of them.
//!
//! The name of a folder tells the process that uses it: `proof-MACHINE-PROCESS-REST`. A machine is named by what its system calls this
//! start of it, and by the space of the numbers of its processes, as containers have their own.

use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime};

use tempfile::TempDir;

use crate::verify::io_words;

/// Nothing takes so long whose process is not known to be gone.
const OLD: Duration = Duration::from_secs(7 * 24 * 3600);

/// The name of this machine; `None` where it has none.
fn machine() -> Option<String> {
    let boot = fs::read_to_string("/proc/sys/kernel/random/boot_id").ok()?;
    let space = fs::read_link("/proc/self/ns/pid").ok()?.to_string_lossy().into_owned();
    let name: String = boot.chars().chain(space.chars()).filter(char::is_ascii_alphanumeric).collect();
    (!name.is_empty()).then_some(name)
}

fn make(folder: &Path, prefix: &str) -> Result<TempDir, String> {
    let made = tempfile::Builder::new().prefix(prefix).tempdir_in(folder);
    made.map_err(|error| format!("{}: {}", folder.display(), io_words(&error)))
}

/// A folder that this process uses.
///
/// # Errors
/// In words.
pub(super) fn begin(folder: &Path) -> Result<TempDir, String> {
    match machine() {
        Some(machine) => make(folder, &format!("proof-{machine}-{}-", std::process::id())),
        None => make(folder, "proof-"),
    }
}

/// A folder that other processes may go on to use.
///
/// # Errors
/// In words.
pub(super) fn begin_job(folder: &Path) -> Result<TempDir, String> {
    make(folder, "job-")
}

/// Whether the process of a folder is gone.
fn is_left(name: &str, machine: &str) -> bool {
    let process = name.strip_prefix("proof-").and_then(|rest| rest.strip_prefix(machine)?.strip_prefix('-'));
    let process = process.and_then(|rest| rest.split('-').next()?.parse::<u32>().ok());
    process.is_some_and(|process| !Path::new(&format!("/proc/{process}")).exists())
}

/// Removes folders whose processes are gone, and old ones.
pub(super) fn remove(folder: &Path) {
    let machine = machine();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let left = machine.as_ref().is_some_and(|machine| is_left(&name, machine));
        let changed = entry.metadata().and_then(|data| data.modified()).ok();
        let age = changed.and_then(|changed| SystemTime::now().duration_since(changed).ok());
        if left || age.is_some_and(|age| age > OLD) {
            // Somebody else may do the same.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_of_killed_processes_are_removed() {
        let place = tempfile::tempdir().expect("a folder");
        let own = begin(place.path()).expect("a folder");
        let job = begin_job(place.path()).expect("a folder");
        let machine = machine().expect("a name");
        // No process has such a number.
        let left = place.path().join(format!("proof-{machine}-4194305-x"));
        let foreign = place.path().join("proof-other-4194305-x");
        let (old, unnamed) = (place.path().join("proof-other-1-x"), place.path().join("proof-x"));
        for folder in [&left, &foreign, &old, &unnamed] {
            fs::create_dir(folder).expect("a folder");
        }
        let long_ago = SystemTime::now() - OLD - Duration::from_secs(60);
        fs::File::open(&old).and_then(|file| file.set_modified(long_ago)).expect("a time");
        remove(place.path());
        assert!(own.path().exists() && job.path().exists() && foreign.exists() && unnamed.exists());
        assert!(!left.exists() && !old.exists());
    }
}
