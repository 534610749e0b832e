//! What the reading of an input depends on, for those who keep results.
//!
//! Clang is asked each time: a header may come before the one that was found so far, and variables of the environment and files of
//! settings change what it does. Its preprocessed output and the options that its driver settles on tell all of that.

use std::fs;
use std::io::ErrorKind;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use sha2::{Digest, Sha256};

use super::clang::{self, Input, prepare};
use super::module::{self, InputKind, reason};
use super::{FrontendError, Options, shown};

/// Options of clang that name folders that have no part in the result, as they begin.
const FOLDERS: &[&str] = &["-fdebug-compilation-dir=", "-fcoverage-compilation-dir="];

/// Stands for the folder of headers that is made for one run of clang.
pub(super) const OWN_HEADERS: &str = "bmc-headers";

/// Clang's account of the files that it reads, of one run.
pub(super) struct Listing(tempfile::TempDir);

impl Listing {
    /// Lets a command give an account.
    pub(super) fn of(command: &mut Command) -> Result<Listing, FrontendError> {
        let listing = Listing(tempfile::Builder::new().prefix("bmc-").tempdir().map_err(not_temporary)?);
        command.args(["-MD", "-MF"]).arg(listing.file());
        Ok(listing)
    }

    fn file(&self) -> PathBuf {
        self.0.path().join("list")
    }

    /// The files, when the command has ended well. Of text that is preprocessed already clang gives no account: it includes nothing.
    pub(super) fn files(&self) -> Result<Vec<String>, FrontendError> {
        match fs::read(self.file()) {
            Ok(rule) => Ok(prerequisites(&String::from_utf8_lossy(&rule))),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Vec::new()),
            Err(error) => Err(not_temporary(error)),
        }
    }
}

fn not_temporary(error: std::io::Error) -> FrontendError {
    FrontendError::File { path: "temporary directory".into(), reason: reason(&error) }
}

/// What the reading of an input depends on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reads {
    /// The input, and the files that it includes or asks for.
    pub files: Vec<PathBuf>,
    /// A hash of what clang makes of them.
    pub digest: Vec<u8>,
}

/// What the reading of an input depends on. The contents of IR and bitcode are all.
///
/// # Errors
/// Where one of the files cannot be read, or the options are wrong.
pub fn reads(input: &Path, options: &Options) -> Result<Reads, FrontendError> {
    let mut files = vec![input.to_owned()];
    let mut hash = Sha256::new();
    let Some(kind @ (InputKind::C | InputKind::Cxx)) = module::kind_with(input, options)? else {
        return Ok(Reads { files, digest: hash.finalize().to_vec() });
    };
    // Which of the variants is compiled is known only later.
    let mut first = None;
    for more in clang::variants(kind) {
        match preprocess(input, kind, options, &more) {
            Ok(found) => {
                files.extend(found.files);
                for part in [&found.words, &found.text] {
                    hash.update(part.len().to_le_bytes());
                    hash.update(part);
                }
            }
            Err(error @ FrontendError::Compile(_)) if first.is_none() => first = Some(error),
            Err(error) => return Err(first.unwrap_or(error)),
        }
    }
    Ok(Reads { files, digest: hash.finalize().to_vec() })
}

/// What it depends on which files of a project are linked with the inputs ([`Options::all_of`]), and what these are.
///
/// # Errors
/// Where the inputs cannot be linked, or the options are wrong.
pub fn reads_of_project(inputs: &[PathBuf], options: &Options) -> Result<Reads, FrontendError> {
    let mut all = Reads { files: Vec::new(), digest: Vec::new() };
    let project = super::on_own_thread(|| super::project_of(inputs, options))?;
    let mut hash = Sha256::new();
    for (source, own) in &project.compiled {
        hash.update(format!("{source:?} {own:?}"));
        match reads(source, &Options { own: Some(own.clone()), ..options.clone() }) {
            Ok(one) => {
                all.files.extend(one.files);
                hash.update(one.digest);
            }
            // It is left out.
            Err(error) => hash.update(error.to_string()),
        }
    }
    all.files.extend(project.texts);
    all.digest = hash.finalize().to_vec();
    Ok(all)
}

/// What clang's preprocessor makes of a file.
struct Preprocessed {
    files: Vec<PathBuf>,
    /// The options of the compiler proper.
    words: Vec<u8>,
    text: Vec<u8>,
}

fn preprocess(
    path: &Path,
    kind: InputKind,
    options: &Options,
    more: &[String],
) -> Result<Preprocessed, FrontendError> {
    let mut prepared = prepare(Input { path, kind, text: None }, options, more)?;
    prepared.command.args(["-E", "-v"]);
    let listing = Listing::of(&mut prepared.command)?;
    let headers = std::mem::take(&mut prepared.headers);
    let own: Vec<String> = headers.iter().map(|dir| shown(dir.path())).collect();
    let output = clang::run(path, prepared)?;
    let files = listing.files()?.into_iter();
    let files = files.filter(|file| !own.iter().any(|own| file.starts_with(own)));
    let without = |text: Vec<u8>| match own.is_empty() {
        true => text,
        false => {
            let text = String::from_utf8_lossy(&text).into_owned();
            own.iter().fold(text, |text, own| text.replace(own, OWN_HEADERS)).into_bytes()
        }
    };
    let said = String::from_utf8_lossy(&output.stderr);
    let words = compiler_words(&said, &shown(&listing.file())).ok_or_else(|| {
        FrontendError::Compile(format!("{}: clang-19 does not tell its options", shown(path)))
    })?;
    Ok(Preprocessed {
        files: files.map(PathBuf::from).collect(),
        words: without(words.into_bytes()),
        text: without(output.stdout),
    })
}

/// The options of the compiler proper, as `-v` shows them, but for those that name one run's files and folders.
fn compiler_words(said: &str, list: &str) -> Option<String> {
    let line = said.lines().map(str::trim).find(|line| line.starts_with('"') && line.contains("-cc1"));
    let words = shlex::split(line?)?.into_iter();
    let words = words.filter(|word| word != list && !FOLDERS.iter().any(|begin| word.starts_with(begin)));
    Some(format!("{:?}", words.collect::<Vec<_>>()))
}

/// The prerequisites of a rule in a Makefile, as compilers write it.
fn prerequisites(rule: &str) -> Vec<String> {
    let mut files = Vec::new();
    let mut file = String::new();
    let mut chars = rule.split_once(": ").map_or("", |(_, rest)| rest).chars().peekable();
    while let Some(c) = chars.next() {
        match (c, chars.peek()) {
            ('\\', Some(' ' | '#' | '\\')) | ('$', Some('$')) => file.extend(chars.next()),
            ('\\', Some('\n')) => {}
            (c, _) if c.is_whitespace() => {
                if !file.is_empty() {
                    files.push(std::mem::take(&mut file));
                }
            }
            (c, _) => file.push(c),
        }
    }
    files.extend((!file.is_empty()).then_some(file));
    files
}

/// Tells whether a file was written anew: its inode, its length in bytes, and when it was changed.
#[derive(PartialEq, Eq, Debug)]
pub struct Stamp(u64, u64, SystemTime);

impl Stamp {
    /// That of a file as it is now; `None` where it cannot be told.
    pub fn of(path: &Path) -> Option<Stamp> {
        let data = fs::metadata(path).ok()?;
        Some(Stamp(data.ino(), data.len(), data.modified().ok()?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frontend::Sanitizer;

    #[test]
    fn rules_of_compilers_are_read() {
        let rule = "a.o: src/a.c inc\\ x/b.h \\\n  /usr/c$$1.h \\\n  d\\#.h\n";
        assert_eq!(prerequisites(rule), ["src/a.c", "inc x/b.h", "/usr/c$1.h", "d#.h"]);
        assert!(prerequisites("a.o:\n").is_empty());
    }

    #[test]
    fn files_that_are_asked_for_and_options_count() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("a file");
        let input = folder.path().join("a.c");
        let what = |options: &Options| reads(&input, options).expect("it can be read");
        // A sanitizer decides about one header, whether a file is there about a line, gcc's keywords about the other header.
        write("b.h", "");
        write("c.h", "");
        write(
            "a.c",
            "#if __has_feature(undefined_behavior_sanitizer)\n#include \"b.h\"\n#endif\n#ifdef _Float32x\n\
             #include \"c.h\"\n#endif\n#if __has_include(\"d.h\")\nint d;\n#endif\n",
        );
        let plain = Options::default();
        let checked = Options { ubsan: vec![Sanitizer::Shift], ..Options::default() };
        let first = what(&plain);
        assert_eq!(first, what(&plain));
        let names = |reads: &Reads, name: &str| reads.files.iter().any(|f| f.ends_with(name));
        assert!(names(&first, "c.h") && !names(&first, "b.h") && names(&what(&checked), "b.h"));
        write("d.h", "");
        let second = what(&plain);
        assert!(names(&second, "d.h") && second.digest != first.digest);
        // What changes the options only.
        let signs = Options { flags: vec!["-funsigned-char".to_owned()], ..Options::default() };
        assert_ne!(what(&signs).digest, second.digest);
        let narrow = Options { pointer_bits: Some(32), ..Options::default() };
        assert_eq!(what(&narrow), what(&narrow));
        assert_ne!(what(&narrow).digest, second.digest);
        write("a.c", "#error none\n");
        assert!(reads(&input, &plain).is_err());
    }
}
