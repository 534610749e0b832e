//! Compilation databases: `compile_commands.json`, which build systems write, tells the options of each file
//! (<https://clang.llvm.org/docs/JSONCompilationDatabase.html>).

use super::FrontendError;
use super::flags::CompilerFlags;
use super::module::reason;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// A compilation database.
pub(super) struct CompileCommands {
    path: PathBuf,
    entries: Vec<Value>,
}

impl CompileCommands {
    /// Reads the file, or the one in a folder.
    ///
    /// # Errors
    /// When it cannot be read or is no database.
    pub fn read(path: &Path) -> Result<CompileCommands, FrontendError> {
        let path = if path.is_dir() { path.join("compile_commands.json") } else { path.to_owned() };
        let fails = |reason: String| FrontendError::File { path: super::shown(&path), reason };
        let text = fs::read_to_string(&path).map_err(|error| fails(reason(&error)))?;
        match serde_json::from_str(&text) {
            Ok(Value::Array(entries)) => Ok(CompileCommands { path, entries }),
            Ok(_) => Err(fails("is no compilation database".to_owned())),
            Err(error) => Err(fails(format!("is no compilation database: {error}"))),
        }
    }

    /// The options that a file is compiled with; those of the first entry, where there are several.
    ///
    /// # Errors
    /// When there is no entry of the file, or it does not tell its options.
    pub fn flags(&self, file: &Path) -> Result<CompilerFlags, FrontendError> {
        let fails = |what: &str| FrontendError::File {
            path: super::shown(&self.path),
            reason: format!("{what} {}", super::shown(file)),
        };
        let wanted = fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
        let text = |entry: &Value, key: &str| entry.get(key).and_then(Value::as_str).map(str::to_owned);
        let found = self.entries.iter().find(|entry| {
            let (directory, file) = (text(entry, "directory"), text(entry, "file"));
            let place = directory.zip(file).map(|(directory, file)| Path::new(&directory).join(file));
            place.and_then(|place| fs::canonicalize(place).ok()) == Some(wanted.clone())
        });
        let entry = found.ok_or_else(|| fails("has no entry for"))?;
        let arguments: Option<Vec<String>> = match entry.get("arguments").and_then(Value::as_array) {
            Some(list) => list.iter().map(|a| a.as_str().map(str::to_owned)).collect(),
            None => text(entry, "command").and_then(|command| shlex::split(&command)),
        };
        let arguments = arguments.filter(|list| !list.is_empty());
        let arguments = arguments.ok_or_else(|| fails("tells no options of"))?;
        let directory = text(entry, "directory");
        // The first one is the compiler.
        let rest = arguments.into_iter().skip(1);
        let flags = CompilerFlags::sort(rest, directory.as_deref().map(Path::new));
        // What is left over are the file and the output; any other option may make another program.
        match flags.others.iter().find(|other| other.starts_with('-') && *other != "-o" && *other != "--") {
            Some(option) => Err(fails(&format!("has the option {option}, which is not understood, for"))),
            None => Ok(flags),
        }
    }
}
