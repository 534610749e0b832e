//! What one proof of CBMC's starter kit is here.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use indexmap::IndexSet;

use super::makefile::build;
use super::{Flags, Variables, relative};
use crate::frontend::CompilerFlags;

/// Functions of CBMC's own library: bounds of their loops have no meaning here.
const LIBRARY: &[&str] = &[
    "memcmp", "memcpy", "memmove", "memset", "memchr", "strlen", "strcmp", "strncmp", "strcpy", "strncpy",
    "strcat", "strchr",
];

/// Options of compilers whose value is a file or a folder.
const PATHS: &[&str] = &["-I", "-isystem", "-iquote", "-idirafter", "-include", "-imacros"];

/// A proof as it stands in the file.
#[derive(Debug, Default)]
pub(super) struct Imported {
    /// Its folder, relative to the manifest's.
    pub folder: String,
    /// Its name.
    pub name: String,
    /// Its entry function, or none where a contract is checked.
    pub entry: Option<String>,
    /// Sources of the project, or of the proof where it has no others.
    pub sources: Vec<String>,
    /// Words of the command line.
    pub options: Vec<String>,
    /// Verdicts that are in order, where it is not only `TRUE`.
    pub expect: Vec<String>,
    /// Most seconds, as CBMC has them.
    pub time: Option<u64>,
    /// Checks of CBMC that have no counterpart.
    pub unchecked: Vec<String>,
    /// What is not understood.
    pub notes: Vec<String>,
}

/// The function whose contract a proof checks, if it checks one.
///
/// # Errors
/// In words: what is not supported and would make it the proof of something else.
fn contract(variables: &Variables) -> Result<Option<String>, String> {
    let names = ["CHECK_FUNCTION_CONTRACTS", "CHECK_FUNCTION_CONTRACTS_REC"];
    let mut checked =
        names.into_iter().flat_map(|name| variables.words(name).into_iter().map(move |w| (name, w)));
    let first = checked.next();
    if let Some((name, _)) = checked.next() {
        return Err(format!("{name} of several functions is not supported"));
    }
    match first {
        Some((name, function)) if function.contains('/') => {
            Err(format!("{name}: the contract of another function ({function}) is not supported"))
        }
        // With a contract, variables hold anything anyway.
        None if !variables.get("NONDET_STATIC").is_empty() => {
            Err("NONDET_STATIC is not supported".to_owned())
        }
        first => Ok(first.map(|(_, function)| function)),
    }
}

/// The functions whose contracts a proof uses.
///
/// # Errors
/// In words: what is not supported and would make it the proof of something else.
fn used_contracts(variables: &Variables) -> Result<Vec<String>, String> {
    let name = "USE_FUNCTION_CONTRACTS";
    let functions = variables.words(name);
    match functions.iter().find(|function| function.contains('/')) {
        Some(other) => Err(format!("{name}: the contract of another function ({other}) is not supported")),
        None => Ok(functions),
    }
}

/// Makes a proof of what the Makefile in a folder says; `place` is the folder of the manifest.
///
/// # Errors
/// In words: what is not supported and would make it the proof of something else.
pub(super) fn proof(folder: &Path, place: &Path, variables: &Variables) -> Result<Imported, String> {
    let contract = contract(variables)?;
    let mut imported = Imported {
        folder: relative(folder, place),
        name: name(variables.get("PROOF_UID"), folder),
        entry: contract.is_none().then(|| variables.get("HARNESS_ENTRY").to_owned()),
        time: variables.get("CBMC_TIMEOUT").parse().ok(),
        ..Imported::default()
    };
    let path = |text: &str| relative(&clean(&folder.join(text)), place);
    // What is listed twice is linked once: CBMC makes one object of it.
    let files = |name: &str| {
        let all: IndexSet<String> = variables.words(name).iter().map(|file| path(file)).collect();
        all.into_iter().collect::<Vec<_>>()
    };
    let (project, proofs) = (files("PROJECT_SOURCES"), files("PROOF_SOURCES"));
    for file in project.iter().chain(&proofs) {
        let full = place.join(file);
        if !full.is_file()
            && let Err(why) = build(folder, &clean(&full))
        {
            imported.notes.push(format!("{file} does not exist, and cannot be made: {why}"));
        }
    }
    compiler_options(variables, &path, &mut imported);
    // In CBMC's order of linking, definitions of the proof's sources win, and bodies are removed from the others.
    if project.is_empty() {
        imported.sources = proofs;
    } else {
        imported.sources = project;
        imported.options.extend(proofs.iter().map(|file| format!("--override={file}")));
    }
    let removed = variables.words("REMOVE_FUNCTION_BODY");
    imported.options.extend(removed.iter().map(|function| format!("--remove-body={function}")));
    imported.options.extend(contract.map(|function| format!("--check-contract={function}")));
    let used = used_contracts(variables)?;
    imported.options.extend(used.iter().map(|function| format!("--use-contract={function}")));
    tool_options(variables, &mut imported)?;
    if !variables.get("APPLY_LOOP_CONTRACTS").is_empty() {
        imported.unchecked.push("assigns of loops".to_owned());
    }
    for name in ["RESTRICT_FUNCTION_POINTER", "STRING_ABSTRACTION"] {
        let value = variables.get(name);
        if !value.is_empty() {
            imported.notes.push(format!("not understood: {name} = {value}"));
        }
    }
    Ok(imported)
}

/// A name that the manifest allows.
fn name(uid: &str, folder: &Path) -> String {
    let folder = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let text = if uid.is_empty() { folder } else { uid.to_owned() };
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    let text = text.replace(|c: char| !plain(c), "_");
    text.trim_start_matches(['.', '-']).to_owned()
}

/// A path without `.` and `..`, by its text, as make has it.
fn clean(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            std::path::Component::ParentDir => drop(out.pop()),
            std::path::Component::CurDir => {}
            other => out.push(other),
        }
    }
    out
}

/// What the compiler is given: folders of headers, macros, what else the language depends on.
fn compiler_options(variables: &Variables, path: &impl Fn(&str) -> String, imported: &mut Imported) {
    let names = ["COMPILE_FLAGS", "INCLUDES", "DEFINES"];
    let mut words = names.into_iter().flat_map(|name| variables.words(name));
    while let Some(word) = words.next() {
        if let Some(option) = PATHS.iter().find(|option| word.starts_with(**option)) {
            let attached = word[option.len()..].to_owned();
            let value = if attached.is_empty() { words.next().unwrap_or_default() } else { attached };
            if *option == "-I" {
                imported.options.push(format!("-I{}", path(&value)));
            } else {
                imported.options.extend([(*option).to_owned(), path(&value)]);
            }
        } else if word == "-D" || word == "-U" {
            imported.options.push(format!("{word}{}", words.next().unwrap_or_default()));
        } else if word == "-ansi" || word.starts_with("-std=") || word.starts_with("-D") {
            imported.options.push(word);
        } else if word.starts_with('-') {
            let value = if CompilerFlags::takes_argument(&word) { words.next() } else { None };
            let flags = CompilerFlags::sort([word].into_iter().chain(value), None);
            imported.options.extend(flags.kept);
            imported
                .notes
                .extend(flags.others.iter().map(|flag| format!("not understood: {flag} for goto-cc")));
        }
    }
}

/// What CBMC is given.
fn tool_options(variables: &Variables, imported: &mut Imported) -> Result<(), String> {
    let names = ["CBMCFLAGS", "CBMC_FLAG_MALLOC_MAY_FAIL", "CBMC_FLAG_UNWINDING_ASSERTIONS", "CHECKFLAGS"];
    let words: Vec<String> = names.iter().flat_map(|name| variables.words(name)).collect();
    let flags = Flags::read(&words);
    if let Some(option) = flags.unknown.iter().find(|option| option.starts_with("--nondet-static")) {
        return Err(format!("{option} is not supported"));
    }
    imported.options.push(format!("--check={}", flags.checks.join(",")));
    if flags.malloc_may_fail {
        imported.options.push("--malloc-may-fail".to_owned());
    }
    imported.options.extend(flags.model.map(|bits| format!("-m{bits}")));
    imported.options.extend(flags.max_object().map(|bytes| format!("--max-object={bytes}")));
    if !flags.unwinding_assertions {
        imported.expect = vec!["TRUE".to_owned(), "UNKNOWN(bound)".to_owned()];
    }
    let listed =
        ["UNWINDSET", "CPROVER_LIBRARY_UNWINDSET"].into_iter().flat_map(|name| variables.words(name));
    let pairs: Vec<String> =
        listed.flat_map(|w| w.split(',').map(str::to_owned).collect::<Vec<_>>()).collect();
    imported.options.extend(bounds(pairs.iter().chain(&flags.unwindset), &mut imported.notes));
    imported.unchecked.extend(flags.unchecked);
    imported.notes.extend(flags.unknown.iter().map(|option| format!("not understood: {option} for cbmc")));
    Ok(())
}

/// Bounds of functions. CBMC's `f.I:N` lets loop I of `f` come to its head N times: N - 1 iterations of a loop that tests first, N of
/// one that tests last. So a bound of N here suffices where N does there. It holds for all loops of a function: the largest
/// counts.
fn bounds<'a>(pairs: impl Iterator<Item = &'a String>, notes: &mut Vec<String>) -> Vec<String> {
    let mut largest: BTreeMap<&str, u32> = BTreeMap::new();
    for pair in pairs {
        let read = || {
            let (place, count) = pair.rsplit_once(':')?;
            let (function, number) = place.rsplit_once('.')?;
            number.parse::<u32>().ok()?;
            Some((function, count.parse::<u32>().ok()?))
        };
        match read() {
            Some((function, _)) if LIBRARY.contains(&function) => {}
            Some((function, count)) => {
                let bound = largest.entry(function).or_default();
                *bound = count.max(*bound);
            }
            None => notes.push(format!("not understood: --unwindset {pair}")),
        }
    }
    largest.into_iter().map(|(function, bound)| format!("--bound-at={function}={bound}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_makefile_says_is_a_proof() {
        let variables = Variables::of(&[
            ("PROOF_UID", "list push"),
            ("HARNESS_ENTRY", "push_harness"),
            ("PROJECT_SOURCES", "/t/source/list.c"),
            ("PROOF_SOURCES", "/t/proofs/push/push_harness.c ../stub.c"),
            ("COMPILE_FLAGS", "-Wall -Werror -fPIC -std=gnu90 --frobnicate"),
            ("INCLUDES", "-I/t/include -I .. -isystem/usr/none"),
            ("DEFINES", "-DCBMC=1 -DSIZE=\"(SIZE_MAX>>(9))\""),
            ("UNWINDSET", "__CPROVER_file_local_list_c_grow.0:3 f.0:4 f.1:2 memcpy.0:9 what"),
            ("CBMCFLAGS", "--flush --object-bits 8 --unwind 1"),
            ("CHECKFLAGS", "--nan-check --unsigned-overflow-check"),
            ("REMOVE_FUNCTION_BODY", "abort"),
            ("RESTRICT_FUNCTION_POINTER", "f.function_pointer_call.1/g"),
            ("CBMC_TIMEOUT", "60"),
        ]);
        let made = proof(Path::new("/t/proofs/push"), Path::new("/t"), &variables).expect("a proof");
        assert_eq!(
            (made.name.as_str(), made.entry.as_deref(), made.time),
            ("list_push", Some("push_harness"), Some(60))
        );
        assert_eq!(made.sources, ["source/list.c"]);
        let options = [
            "-std=gnu90",
            "-Iinclude",
            "-Iproofs",
            "-isystem",
            "../usr/none",
            "-DCBMC=1",
            "-DSIZE=(SIZE_MAX>>(9))",
            "--override=proofs/push/push_harness.c",
            "--override=proofs/stub.c",
            "--remove-body=abort",
            "--check=assert,unreachable,bounds,memory,division-by-zero,overflow,shift,unsigned-overflow",
            "--malloc-may-fail",
            "--max-object=36028797018963968",
            "--bound-at=__CPROVER_file_local_list_c_grow=3",
            "--bound-at=f=4",
        ];
        assert_eq!(made.options, options);
        let notes: Vec<&String> = made.notes.iter().filter(|note| note.starts_with("not")).collect();
        let said = [
            "not understood: --frobnicate for goto-cc",
            "not understood: --unwindset what",
            "not understood: RESTRICT_FUNCTION_POINTER = f.function_pointer_call.1/g",
        ];
        assert_eq!(notes, said.iter().collect::<Vec<_>>());
        assert_eq!(made.unchecked, ["nan-check"]);
    }

    #[test]
    fn contracts_need_no_harness() {
        let made = |name| {
            let variables = Variables::of(&[
                ("HARNESS_ENTRY", "main"),
                (name, "push"),
                ("USE_FUNCTION_CONTRACTS", "grow __CPROVER_file_local_list_c_swap"),
                ("NONDET_STATIC", "--nondet-static"),
                ("APPLY_LOOP_CONTRACTS", "1"),
            ]);
            proof(Path::new("/t/proofs/push"), Path::new("/t"), &variables).expect("a proof")
        };
        for name in ["CHECK_FUNCTION_CONTRACTS", "CHECK_FUNCTION_CONTRACTS_REC"] {
            let made = made(name);
            assert_eq!(made.entry, None);
            assert_eq!(
                made.options[..3],
                [
                    "--check-contract=push",
                    "--use-contract=grow",
                    "--use-contract=__CPROVER_file_local_list_c_swap"
                ]
            );
            assert_eq!(made.unchecked, ["assigns of loops"]);
        }
    }

    #[test]
    fn what_would_prove_something_else_is_refused() {
        let refused = |name, value| {
            let variables = Variables::of(&[("HARNESS_ENTRY", "main"), (name, value)]);
            proof(Path::new("/t/proofs/push"), Path::new("/t"), &variables).expect_err("it is refused")
        };
        assert_eq!(
            refused("CHECK_FUNCTION_CONTRACTS", "g h"),
            "CHECK_FUNCTION_CONTRACTS of several functions is not supported"
        );
        assert_eq!(
            refused("CHECK_FUNCTION_CONTRACTS_REC", "g/h"),
            "CHECK_FUNCTION_CONTRACTS_REC: the contract of another function (g/h) is not supported"
        );
        assert_eq!(
            refused("USE_FUNCTION_CONTRACTS", "g f/h"),
            "USE_FUNCTION_CONTRACTS: the contract of another function (f/h) is not supported"
        );
        assert_eq!(refused("NONDET_STATIC", "--nondet-static"), "NONDET_STATIC is not supported");
        assert_eq!(refused("CBMCFLAGS", "--nondet-static"), "--nondet-static is not supported");
    }
}
