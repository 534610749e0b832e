//! What clang made of a source before, by the content of all that it read.
//!
//! Reading the headers of C++ is most of the time that a small program takes. An entry is found by what clang is asked for, and holds the
//! names and hashes of the files that it read then, and the paths at which it looked for them in vain. It counts while all of that is
//! as it was.
//!
//! The folder is `BMC_CACHE`, or `bmc` in the user's folder for caches. `BMC_CACHE=off` turns it off. It may be removed at any time.
//! An entry is made under another name and renamed, so that others see all of it or nothing.

use std::collections::BTreeSet;
use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::Options;
use super::clang::Compiled;
use super::reads::{OWN_HEADERS, Stamp};
use crate::base::content::{hexadecimal, sha256};

/// Version of the keys and of the files.
const VERSION: &str = "bmc front end 1";

/// Most bytes that the folder holds; beyond, those entries go that were not used for longest.
const MOST: u64 = 512 << 20;

/// Variables of the environment that change what clang does.
const VARIABLES: [&str; 11] = [
    "CPATH",
    "C_INCLUDE_PATH",
    "CPLUS_INCLUDE_PATH",
    "CCC_OVERRIDE_OPTIONS",
    "CLANG_CONFIG_FILE_SYSTEM_DIR",
    "CLANG_CONFIG_FILE_USER_DIR",
    "CLANG_NO_DEFAULT_CONFIG",
    "COMPILER_PATH",
    "GCC_EXEC_PREFIX",
    "SDKROOT",
    "SOURCE_DATE_EPOCH",
];

/// Words of sources whose meaning no content tells.
const OF_THE_MOMENT: [&[u8]; 3] = [b"__DATE__", b"__TIME__", b"__TIMESTAMP__"];

/// What the result for a source depended on.
#[derive(Serialize, Deserialize)]
struct Manifest {
    /// Files that were read, with hashes of what is in them.
    files: Vec<(PathBuf, String)>,
    /// Where nothing was found.
    absent: BTreeSet<PathBuf>,
    /// Folders in which versions of the C++ library were looked for, with what is in them.
    versions: Vec<(PathBuf, Vec<String>)>,
    ignores_contracts: bool,
}

/// The place of what is known of a source.
pub(super) struct Kept {
    file: PathBuf,
    /// Folders of our own headers, which are made for one run: the program `bmc` tells what is in them.
    own_headers: Vec<String>,
}

fn folder() -> Option<PathBuf> {
    let own = match env::var_os("BMC_CACHE") {
        Some(named) if named == "off" || named.is_empty() => return None,
        Some(named) => PathBuf::from(named),
        None => match env::var_os("XDG_CACHE_HOME").filter(|home| !home.is_empty()) {
            Some(home) => Path::new(&home).join("bmc"),
            None => Path::new(&env::var_os("HOME").filter(|home| !home.is_empty())?).join(".cache/bmc"),
        },
    };
    own.is_absolute().then(|| own.join("compiled"))
}

fn names_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> =
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

impl Kept {
    /// The place for what a command of clang makes of a source. `None` where the cache is off or cannot tell.
    pub(super) fn of(command: &Command, own_headers: Vec<String>, options: &Options) -> Option<Kept> {
        let folder = folder()?;
        let mut hash = Sha256::new();
        let mut add = |part: &OsStr| {
            let bytes = part.as_encoded_bytes();
            hash.update(bytes.len().to_le_bytes());
            hash.update(bytes);
        };
        add(VERSION.as_ref());
        for program in [&env::current_exe().ok()?, Path::new(command.get_program())] {
            add(format!("{program:?} {:?}", Stamp::of(program)?).as_ref());
        }
        add(env::current_dir().ok()?.as_os_str());
        for word in command.get_args() {
            let word = own_headers
                .iter()
                .fold(word.to_string_lossy().into_owned(), |word, own| word.replace(own, OWN_HEADERS));
            add(word.as_ref());
        }
        add(format!("{options:?}").as_ref());
        for name in VARIABLES {
            add(env::var_os(name).unwrap_or_default().as_ref());
        }
        Some(Kept { file: folder.join(hexadecimal(&hash.finalize())), own_headers })
    }

    /// Whether what is in the folder is counted when this entry is new: one of 16 is enough for that.
    fn counts(&self) -> bool {
        self.file.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"0"))
    }

    /// What clang made of the source, if everything is as it was then.
    pub(super) fn find(&self) -> Option<Compiled> {
        let content = fs::read(&self.file).ok()?;
        let (hash, rest) = content.split_at_checked(64)?;
        if sha256(rest).as_bytes() != hash {
            return None;
        }
        let (length, rest) = rest.split_at_checked(8)?;
        let length = usize::try_from(u64::from_le_bytes(length.try_into().ok()?)).ok()?;
        let (manifest, bitcode) = rest.split_at_checked(length)?;
        let manifest: Manifest = serde_json::from_slice(manifest).ok()?;
        let same = |(path, hash): &(PathBuf, String)| fs::read(path).is_ok_and(|now| sha256(&now) == *hash);
        let fits = manifest.absent.iter().all(|path| !path.exists())
            && manifest.versions.iter().all(|(folder, names)| names_in(folder) == *names)
            && manifest.files.iter().all(same);
        if !fits {
            return None;
        }
        // It was used now; where that cannot be noted it goes earlier.
        let _ =
            fs::File::options().write(true).open(&self.file).and_then(|f| f.set_modified(SystemTime::now()));
        Some(Compiled { bitcode: bitcode.to_vec(), ignores_contracts: manifest.ignores_contracts })
    }

    /// Keeps what clang has made, which has read these files and says this of its work (`-v`). What cannot be kept is found again.
    pub(super) fn keep(&self, compiled: &Compiled, files: &[String], said: &str) {
        if said.contains("Configuration file:") {
            return;
        }
        let files = files.iter().filter(|file| !self.own_headers.iter().any(|own| file.starts_with(own)));
        let mut searched = searched(said);
        searched.retain(|folder| !self.own_headers.iter().any(|own| folder.starts_with(own)));
        let Some(manifest) = Manifest::of(files, &searched, said, compiled.ignores_contracts) else { return };
        let Ok(manifest) = serde_json::to_vec(&manifest) else { return };
        let length = (manifest.len() as u64).to_le_bytes();
        let rest = [&length[..], &manifest, &compiled.bitcode].concat();
        let Some(folder) = self.file.parent() else { return };
        let write = || -> std::io::Result<()> {
            fs::create_dir_all(folder)?;
            let mut file = tempfile::Builder::new().prefix("new-").tempfile_in(folder)?;
            std::io::Write::write_all(&mut file, sha256(&rest).as_bytes())?;
            std::io::Write::write_all(&mut file, &rest)?;
            file.persist(&self.file)?;
            Ok(())
        };
        let kept = write().and_then(|()| if self.counts() { make_room(folder) } else { Ok(()) });
        if let Err(error) = kept {
            tracing::debug!("{}: {error}", folder.display());
        }
    }
}

/// Removes what was not used for longest, if there is too much.
fn make_room(folder: &Path) -> std::io::Result<()> {
    let mut entries = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let data = entry.metadata()?;
        entries.push((data.modified()?, data.len(), entry.path()));
    }
    let mut bytes: u64 = entries.iter().map(|entry| entry.1).sum();
    if bytes <= MOST {
        return Ok(());
    }
    entries.sort();
    for (_, length, path) in entries {
        if bytes <= MOST / 2 {
            break;
        }
        // Another one may have done so.
        let _ = fs::remove_file(path);
        bytes -= length;
    }
    Ok(())
}

impl Manifest {
    fn of<'a>(
        files: impl Iterator<Item = &'a String>,
        searched: &BTreeSet<PathBuf>,
        said: &str,
        ignores_contracts: bool,
    ) -> Option<Manifest> {
        let mut kept = Vec::new();
        let mut names = BTreeSet::new();
        let mut own = BTreeSet::new();
        for file in files {
            let content = fs::read(file).ok()?;
            if OF_THE_MOMENT.iter().any(|word| memchr::memmem::find(&content, word).is_some()) {
                return None;
            }
            names.extend(asked_for(&content));
            let path = Path::new(file);
            match searched
                .iter()
                .filter_map(|folder| path.strip_prefix(folder).ok())
                .max_by_key(|rest| rest.as_os_str().len())
            {
                Some(rest) => {
                    names.insert(rest.to_owned());
                }
                None => own.extend(path.parent().map(Path::to_owned)),
            }
            kept.push((path.to_owned(), sha256(&content)));
        }
        let places = searched.iter().chain(&own);
        let absent = places.flat_map(|folder| names.iter().map(|name| folder.join(name)));
        let absent = absent.filter(|path| !path.exists()).collect();
        let versions = said
            .lines()
            .filter_map(|line| line.trim().strip_prefix("Found candidate GCC installation: "))
            .filter_map(|found| Path::new(found).parent().map(Path::to_owned))
            .collect::<BTreeSet<_>>();
        let versions = versions.into_iter().map(|folder| (folder.clone(), names_in(&folder))).collect();
        Some(Manifest { files: kept, absent, versions, ignores_contracts })
    }
}

/// The folders in which clang searches for headers, those that are not there, too.
fn searched(said: &str) -> BTreeSet<PathBuf> {
    let mut folders = BTreeSet::new();
    let mut listed = false;
    for line in said.lines() {
        if let Some(missing) = line.strip_prefix("ignoring nonexistent directory ") {
            folders.insert(PathBuf::from(missing.trim_matches('"')));
        } else if line.starts_with("#include ") {
            listed = true;
        } else if line.starts_with("End of search list") {
            listed = false;
        } else if listed {
            folders.insert(PathBuf::from(line.trim()));
        }
    }
    folders
}

/// The headers that a text asks for, or whether there are.
fn asked_for(content: &[u8]) -> Vec<PathBuf> {
    let mut names = Vec::new();
    for line in content.split(|&byte| byte == b'\n') {
        for word in [&b"include"[..], b"__has_include", b"__has_embed"] {
            let Some(at) = memchr::memmem::find(line, word) else { continue };
            let rest = &line[at + word.len()..];
            let Some(begin) = rest.iter().position(|byte| b"\"<".contains(byte)) else { continue };
            let rest = &rest[begin + 1..];
            let Some(end) = rest.iter().position(|byte| b"\">".contains(byte)) else { continue };
            if let Ok(name) = std::str::from_utf8(&rest[..end]) {
                names.push(PathBuf::from(name));
            }
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_for_is_found() {
        let text = b"#include <a/b.h>\n # include \"c.h\" // x\n#if __has_include(<d>)\nint include;\n";
        let names: Vec<PathBuf> = ["a/b.h", "c.h", "d"].map(PathBuf::from).to_vec();
        let mut found = asked_for(text);
        found.dedup();
        assert!(names.iter().all(|name| found.contains(name)), "{found:?}");
    }

    #[test]
    fn folders_of_a_search_are_read() {
        let said = "ignoring nonexistent directory \"/none\"\n#include \"...\" search starts here:\n /a\n\
                    #include <...> search starts here:\n /b c\nEnd of search list.\n /d\n";
        let folders: Vec<PathBuf> = searched(said).into_iter().collect();
        assert_eq!(folders, ["/a", "/b c", "/none"].map(PathBuf::from));
    }
}
