//! What a Makefile says, by GNU make's own account.

use std::collections::HashMap;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::verify::io_words;

/// The variables that are asked for. Those that begin with `CBMC` are options as the starter kit gives them to its tools.
const NAMES: &[&str] = &[
    "PROOF_UID",
    "HARNESS_ENTRY",
    "PROJECT_SOURCES",
    "PROOF_SOURCES",
    "COMPILE_FLAGS",
    "INCLUDES",
    "DEFINES",
    "UNWINDSET",
    "CPROVER_LIBRARY_UNWINDSET",
    "CBMCFLAGS",
    "CBMC_FLAG_UNWINDING_ASSERTIONS",
    "CHECKFLAGS",
    "CBMC_FLAG_MALLOC_MAY_FAIL",
    "CBMC_TIMEOUT",
    "REMOVE_FUNCTION_BODY",
    "RESTRICT_FUNCTION_POINTER",
    "NONDET_STATIC",
    "STRING_ABSTRACTION",
    "CHECK_FUNCTION_CONTRACTS",
    "CHECK_FUNCTION_CONTRACTS_REC",
    "USE_FUNCTION_CONTRACTS",
    "APPLY_LOOP_CONTRACTS",
];

/// What is printed before a variable.
const MARK: &str = "bmc-variable ";

/// What runs a job of litani's, the program by which the starter kit has commands executed: at once, with its output in the file that
/// is named.
const LITANI: &str = "\
job() { \
  while [ $$# -gt 0 ]; do \
    case $$1 in --command) command=$$2; shift;; --stdout-file) output=$$2; shift;; esac; shift; \
  done; \
  eval \"$$command\" > $${output:-/dev/null}; \
}; job";

/// Variables with their values.
#[derive(Debug, Default)]
pub(super) struct Variables(HashMap<String, String>);

/// A makefile that includes the one of its folder and prints variables, and makes nothing.
fn wrapper() -> String {
    let show = |name: &&str| format!("$(info {MARK}{name}=$(strip $({name})))\n");
    let shown: String = NAMES.iter().map(show).collect();
    format!("include Makefile\n{shown}.PHONY: bmc-nothing\nbmc-nothing: ;@:\n")
}

/// GNU make in a folder. What an outer make says is not for this one.
fn make(folder: &Path) -> Command {
    let mut command = Command::new("make");
    command.args(["-s", "--no-print-directory"]).current_dir(folder);
    command.env_remove("MAKEFLAGS").env_remove("MAKELEVEL").env_remove("MAKEFILES");
    command
}

fn fails(error: &std::io::Error) -> String {
    format!("make: {}", io_words(error))
}

/// The first line of what a program complains about.
fn complaint(stderr: &[u8]) -> String {
    let words = String::from_utf8_lossy(stderr);
    words.lines().next().unwrap_or("make fails").to_owned()
}

/// Lets `make` make a file by the rules of the Makefile in a folder.
///
/// # Errors
/// In words: what it complains about.
pub(super) fn build(folder: &Path, file: &Path) -> Result<(), String> {
    let mut command = make(folder);
    command.arg(format!("LITANI={LITANI}")).arg(file).stdin(Stdio::null());
    let output = command.output().map_err(|e| fails(&e))?;
    let made = output.status.success() && file.is_file();
    if made { Ok(()) } else { Err(complaint(&output.stderr)) }
}

impl Variables {
    /// Lets `make` expand the Makefile of a folder. Its commands `$(shell ...)` run, its rules do not.
    ///
    /// # Errors
    /// In words: there is no `make`, or what it complains about.
    pub fn read(folder: &Path) -> Result<Variables, String> {
        let mut command = make(folder);
        command.args(["-n", "-f", "-", "bmc-nothing"]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|e| fails(&e))?;
        if let Some(mut stdin) = child.stdin.take() {
            // A make that does not read says why.
            let _ = stdin.write_all(wrapper().as_bytes());
        }
        let output = child.wait_with_output().map_err(|e| fails(&e))?;
        if !output.status.success() {
            return Err(complaint(&output.stderr));
        }
        let text = String::from_utf8_lossy(&output.stdout);
        let told = text.lines().filter_map(|line| line.strip_prefix(MARK)?.split_once('='));
        Ok(Variables(told.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()))
    }

    /// The value of a variable; nothing where it is not set.
    pub fn get(&self, name: &str) -> &str {
        self.0.get(name).map_or("", String::as_str)
    }

    /// Its value as words, as a shell divides it.
    pub fn words(&self, name: &str) -> Vec<String> {
        let value = self.get(name);
        shlex::split(value).unwrap_or_else(|| value.split_whitespace().map(str::to_owned).collect())
    }

    /// Variables with these values.
    #[cfg(test)]
    pub fn of(values: &[(&str, &str)]) -> Variables {
        Variables(values.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect())
    }
}
