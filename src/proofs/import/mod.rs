//! Makes a manifest out of the proofs of another tool.
//!
//! Of CBMC, that is a tree of the Makefiles of its starter kit. `make` itself expands them ([`Variables`]), [`Flags`] tells what the
//! options of its tools are here, [`proof()`] what a proof is, [`text()`] is the file.

mod flags;
mod makefile;
mod proof;
mod text;

use std::path::{Path, PathBuf};

use crate::base::parallel;
use crate::verify::io_words;
use flags::Flags;
use makefile::Variables;
use proof::{Imported, proof};
use text::text;

/// What became of a tree of proofs.
pub struct Import {
    /// The text of a `bmc.toml`.
    pub text: String,
    /// What has to be known: what is not understood, and where.
    pub warnings: Vec<String>,
    /// How many proofs there are.
    pub count: usize,
}

/// A file or a folder, relative to another folder. Both are absolute.
fn relative(path: &Path, folder: &Path) -> String {
    let path = pathdiff::diff_paths(path, folder).unwrap_or_else(|| path.to_owned());
    let text = path.to_string_lossy().into_owned();
    if text.is_empty() { ".".to_owned() } else { text }
}

/// The folders below one that have a `Makefile`, and that one itself.
fn folders(below: &Path) -> Result<Vec<PathBuf>, String> {
    let fails = |e: std::io::Error| format!("{}: {}", below.display(), io_words(&e));
    let mut found = Vec::new();
    if below.join("Makefile").is_file() {
        found.push(below.to_owned());
    }
    for entry in std::fs::read_dir(below).map_err(fails)? {
        let entry = entry.map_err(fails)?;
        // A link may lead back.
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            found.extend(folders(&entry.path())?);
        }
    }
    Ok(found)
}

/// The proofs below a folder, as Makefiles of CBMC's starter kit describe them; `place` is the folder of the manifest.
///
/// # Errors
/// In words: there are none, `make` is missing, a folder cannot be read.
pub fn import(below: &Path, place: &Path, jobs: usize) -> Result<Import, String> {
    let absolute =
        |path: &Path| path.canonicalize().map_err(|e| format!("{}: {}", path.display(), io_words(&e)));
    let (tree, place) = (absolute(below)?, absolute(place)?);
    let mut folders = folders(&tree)?;
    folders.sort();
    let mut proofs: Vec<Imported> = Vec::new();
    let mut warnings = Vec::new();
    let read = parallel::map(&folders, jobs, |folder| Variables::read(folder));
    for (folder, variables) in folders.iter().zip(read) {
        let shown = relative(folder, &place);
        match variables {
            Err(words) => warnings.push(format!("{shown}: left out: {words}")),
            // A Makefile of something else, as for all proofs together.
            Ok(variables) if variables.get("HARNESS_ENTRY").is_empty() => {}
            Ok(variables) => match proof(folder, &place, &variables) {
                Ok(imported) => proofs.push(imported),
                Err(words) => warnings.push(format!("{shown}: left out: {words}")),
            },
        }
    }
    if proofs.is_empty() {
        let none = format!("{}: no Makefile there says HARNESS_ENTRY", below.display());
        return Err(warnings.into_iter().next().unwrap_or(none));
    }
    let mut names = std::collections::BTreeSet::new();
    for imported in &mut proofs {
        let folder = imported.folder.replace(|c: char| !c.is_ascii_alphanumeric(), "_");
        if !names.insert(imported.name.clone()) {
            // Nothing says that PROOF_UID is unique.
            imported.name = format!("{}-{folder}", imported.name);
            names.insert(imported.name.clone());
        }
        warnings.extend(imported.notes.iter().map(|note| format!("{}: {note}", imported.name)));
    }
    let origin = relative(&tree, &place);
    Ok(Import { text: text(&origin, &proofs), warnings, count: proofs.len() })
}
