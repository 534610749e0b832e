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
    entries: Vec<Entry>,
}

/// What it says of a file.
struct Entry {
    /// The file, in the folder where it is compiled.
    path: PathBuf,
    /// The same without links; `None` where there is no such file.
    place: Option<PathBuf>,
    value: Value,
}

fn text(value: &Value, key: &str) -> Option<String> {
    value.get(key).and_then(Value::as_str).map(str::to_owned)
}

impl CompileCommands {
    /// Reads the file, or the one in a folder.
    ///
    /// # Errors
    /// When it cannot be read or is no database.
    pub fn read(path: &Path) -> Result<CompileCommands, FrontendError> {
        let path = if path.is_dir() { path.join("compile_commands.json") } else { path.to_owned() };
        let fails = |reason: String| FrontendError::File { path: super::shown(&path), reason };
        let content = fs::read_to_string(&path).map_err(|error| fails(reason(&error)))?;
        let values = match serde_json::from_str(&content) {
            Ok(Value::Array(values)) => values,
            Ok(_) => return Err(fails("is no compilation database".to_owned())),
            Err(error) => return Err(fails(format!("is no compilation database: {error}"))),
        };
        let entries = values.into_iter().filter_map(|value| {
            let path = Path::new(&text(&value, "directory")?).join(text(&value, "file")?);
            let place = fs::canonicalize(&path).ok();
            Some(Entry { path, place, value })
        });
        let entries = entries.collect();
        Ok(CompileCommands { path, entries })
    }

    /// The files that there are, without links and as they are named.
    pub fn files(&self) -> impl Iterator<Item = (PathBuf, PathBuf)> {
        self.entries.iter().filter_map(|entry| Some((entry.place.clone()?, entry.path.clone())))
    }

    /// Whether there is an entry of a file.
    pub fn has(&self, file: &Path) -> bool {
        self.entry(file).is_some()
    }

    fn entry(&self, file: &Path) -> Option<&Entry> {
        let wanted = fs::canonicalize(file).ok()?;
        self.entries.iter().find(|entry| entry.place.as_ref() == Some(&wanted))
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
        let entry = &self.entry(file).ok_or_else(|| fails("has no entry for"))?.value;
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
        // What is left over is the file; any other option may make another program.
        match flags.others.iter().find(|other| other.starts_with('-') && *other != "--") {
            Some(option) => Err(fails(&format!("has the option {option}, which is not understood, for"))),
            None => Ok(flags),
        }
    }
}
