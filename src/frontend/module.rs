//! From input files to one verified and linked LLVM module.

use std::path::Path;

use rustc_hash::FxHashMap;

use super::definitions::{self, Unit};
use super::llvm::{Context, Linkage, Module, Value, ValueKind};
use super::{FrontendError, Options, assembly, clang, flags, shown};
use crate::program::contracted;

/// Kind of an input, by its name and, for IR, its content.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum InputKind {
    C,
    Cxx,
    Ir,
}

/// The kind of an input, by the ending of its name.
pub(super) fn kind(path: &Path) -> Option<InputKind> {
    match path.extension()?.to_str()? {
        "c" | "i" => Some(InputKind::C),
        "cc" | "cpp" | "cxx" | "c++" | "C" | "ii" => Some(InputKind::Cxx),
        "bc" | "ll" => Some(InputKind::Ir),
        _ => None,
    }
}

/// The kind of an input, where options may name its language.
pub(super) fn kind_with(path: &Path, options: &Options) -> Result<Option<InputKind>, FrontendError> {
    let by_name = kind(path);
    if by_name == Some(InputKind::Ir) || !path.exists() {
        return Ok(by_name);
    }
    let cxx = match flags::is_cxx(&options.flags) {
        None => flags::is_cxx(&clang::own_flags(path, options)?.kept),
        known => known,
    };
    Ok(cxx.map(|cxx| if cxx { InputKind::Cxx } else { InputKind::C }).or(by_name))
}

/// An input in the form of IR.
#[derive(Clone)]
pub(super) struct File {
    /// Its name, for messages.
    pub(super) name: String,
    /// Kind of the original input.
    pub(super) kind: InputKind,
    /// Bitcode or IR text.
    pub(super) content: Vec<u8>,
    /// Whether its definitions win.
    pub(super) overrides: bool,
    /// Whether it has clauses of contracts that are ignored.
    pub(super) ignores_contracts: bool,
    /// Those of its symbols whose definitions in other files count.
    pub(super) lost: Vec<String>,
}

/// Reads or compiles an input.
pub(super) fn read(path: &Path, options: &Options) -> Result<File, FrontendError> {
    let name = shown(path);
    let file_error = |e| FrontendError::File { path: name.clone(), reason: reason(&e) };
    let kind = match kind_with(path, options)? {
        Some(kind) => kind,
        None if path.exists() => return Err(FrontendError::Kind(name)),
        // Reading reports the error.
        None => InputKind::Ir,
    };
    let mut ignores_contracts = false;
    let content = match kind {
        InputKind::Ir => std::fs::read(path).map_err(file_error)?,
        InputKind::C | InputKind::Cxx => {
            let compiled = clang::compile(path, kind, options)?;
            ignores_contracts = compiled.ignores_contracts;
            compiled.bitcode
        }
    };
    Ok(File { name, kind, content, overrides: false, ignores_contracts, lost: Vec::new() })
}

/// Parses, verifies and links. Also returns the symbols of the entry function and of functions that are replaced.
pub(super) fn link(
    context: &Context,
    files: &[File],
    options: &Options,
    warnings: &mut Vec<String>,
) -> Result<(Module, String, Vec<String>), FrontendError> {
    let mut units = Vec::new();
    for file in files {
        let module = parse(context, file)?;
        if file.ignores_contracts {
            warnings.push(format!(
                "{}: contracts of functions, and what loops assign, are not checked",
                file.name
            ));
        }
        units.push(Unit { name: &file.name, module, overrides: file.overrides, lost: &file.lost });
    }
    let unclear = assembly::define(context, &units);
    let (entry, originals) = definitions::apply(&units, options, warnings)?;
    if unclear {
        units.iter().for_each(|unit| assembly::refuse_all(context, unit.module, &entry));
    }
    let mut whole: Option<Module> = None;
    let mut owners: FxHashMap<String, String> = FxHashMap::default();
    for unit in units {
        record_definitions(unit.module, unit.name, &mut owners)?;
        match whole {
            None => whole = Some(unit.module),
            Some(all) => link_to(context, all, unit.module, unit.name)?,
        }
    }
    whole.map(|whole| (whole, entry, originals)).ok_or(FrontendError::NoInput)
}

/// Those of `names` that the bitcode defines as functions, or only declares.
pub(super) fn functions<'n>(bitcode: &[u8], names: &[&'n str], defined: bool) -> Vec<&'n str> {
    // Symbol names appear literally in bitcode, so most programs need no parsing.
    let named = |name: &str| bitcode.windows(name.len()).any(|w| w == name.as_bytes());
    let mut candidates = names.iter().copied().filter(|name| named(name)).peekable();
    if candidates.peek().is_none() {
        return Vec::new();
    }
    let context = Context::new();
    let Ok(module) = context.parse("compiled", bitcode) else { return Vec::new() };
    candidates.filter(|name| module.function(name).is_some_and(|f| f.is_declaration() != defined)).collect()
}

/// The operating system's message without the error number.
pub(super) fn reason(e: &std::io::Error) -> String {
    let text = e.to_string();
    match text.find(" (os error") {
        Some(end) => text[..end].to_string(),
        None => text,
    }
}

fn one_line(text: &str) -> String {
    text.lines().next().unwrap_or("").trim().to_string()
}

/// Reads and verifies one module.
pub(super) fn parse(context: &Context, file: &File) -> Result<Module, FrontendError> {
    let (name, content) = (&*file.name, &*file.content);
    let bitcode = content.starts_with(b"BC\xC0\xDE") || content.starts_with(b"\xDE\xC0\x17\x0B");
    let damaged = |reason: String| match producer(content).filter(|_| bitcode) {
        Some(major) if major > OUR_MAJOR => {
            FrontendError::Newer { path: name.to_string(), producer: format!("LLVM {major}") }
        }
        _ => damage_error(name, &reason, if bitcode { "damaged bitcode: " } else { "" }),
    };
    if content.is_empty() {
        return Err(damaged("the file is empty".to_string()));
    }
    let module = context.parse(name, content).map_err(damaged)?;
    context.take_messages();
    module.verify().map_err(|e| damaged(format!("not valid IR: {}", one_line(&e))))?;
    Ok(module)
}

/// Number of bits at the start of a bitcode file that contain the identification block.
const IDENTIFICATION_BITS: usize = 4096;

/// Version of the LLVM that is linked.
const OUR_MAJOR: u32 = 19;

/// Major version of the LLVM that wrote the bitcode, from the string in the identification block (`LLVM19.1.7`). The
/// string is encoded in characters of six bits or, if necessary, of seven or eight.
fn producer(content: &[u8]) -> Option<u32> {
    let bits = IDENTIFICATION_BITS.min(content.len() * 8);
    let code = |at: usize, width: usize| {
        (0..width).fold(0u8, |c, i| {
            let bit = at + i;
            let set = content.get(bit / 8).is_some_and(|byte| byte >> (bit % 8) & 1 == 1);
            c | u8::from(set) << i
        })
    };
    let character = |at: usize, width: usize| match width {
        6 => char::from(CHAR6[usize::from(code(at, width))]),
        _ => char::from(code(at, width)),
    };
    for at in 0..bits {
        for width in [6, 7, 8] {
            if "LLVM".chars().enumerate().all(|(i, c)| character(at + i * width, width) == c) {
                let version = (4..8).map(|i| character(at + i * width, width));
                let major: String = version.take_while(char::is_ascii_digit).collect();
                return major.parse().ok();
            }
        }
    }
    None
}

/// The bitstream's six-bit alphabet.
const CHAR6: &[u8; 64] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._";

/// LLVM's message in one line, with its position (in IR text) moved into the path.
fn damage_error(name: &str, message: &str, kind: &str) -> FrontendError {
    let line = one_line(message);
    let line = line.strip_prefix(name).map_or(&*line, |l| l.trim_start_matches(':'));
    let (place, reason) = line.split_once("error: ").unwrap_or(("", line));
    let place = place.trim().trim_end_matches(':');
    let path = if place.is_empty() { name.to_string() } else { format!("{name}:{place}") };
    FrontendError::Damaged { path, reason: format!("{kind}{}", reason.trim()) }
}

/// Records which file defines each symbol for other modules; a second definition is a mistake of the user.
fn record_definitions(
    module: Module,
    file: &str,
    owners: &mut FxHashMap<String, String>,
) -> Result<(), FrontendError> {
    let all = module.functions().chain(module.globals()).chain(module.aliases()).chain(module.ifuncs());
    let mut all: Vec<Value> = all.collect();
    // A harness is the last: a function that is defined twice is told as such.
    all.sort_by_key(|v| contracted(&v.name()).is_some());
    for v in all {
        let strong = matches!(v.linkage(), Linkage::LLVMExternalLinkage | Linkage::LLVMDLLExportLinkage);
        let defined = v.kind() == ValueKind::LLVMGlobalAliasValueKind || !v.is_declaration();
        if strong && defined {
            let symbol = v.name();
            if let Some(first) = owners.get(&symbol) {
                let (first, second) = (first.clone(), file.to_string());
                if let Some(function) = contracted(&symbol) {
                    return Err(FrontendError::Ambiguous {
                        option: "--check-contract".to_owned(),
                        name: function.to_owned(),
                        candidates: format!("{first}:{function}, {second}:{function}"),
                    });
                }
                return Err(FrontendError::Duplicate { symbol, first, second });
            }
            owners.insert(symbol, file.to_string());
        }
    }
    Ok(())
}

fn link_to(context: &Context, all: Module, module: Module, name: &str) -> Result<(), FrontendError> {
    let (ours, theirs) = (all.data_layout().pointer_size(0) * 8, module.data_layout().pointer_size(0) * 8);
    let error = |reason: String| FrontendError::Link { path: name.to_string(), reason };
    if ours != theirs {
        return Err(error(format!("pointers of {theirs} bits, other inputs have {ours}")));
    }
    if all.data_layout().big_endian() != module.data_layout().big_endian() {
        return Err(error("another byte order than the other inputs".to_string()));
    }
    if all.link(module) {
        context.take_messages();
        return Ok(());
    }
    let messages = context.take_messages();
    let said = messages.into_iter().find(|(error, _)| *error).map(|(_, text)| one_line(&text));
    Err(error(said.unwrap_or_else(|| "cannot be linked".to_string())))
}
