//! From files to one verified and linked LLVM module.

use std::path::{Path, PathBuf};

use rustc_hash::FxHashMap;

use super::llvm::{Context, Linkage, Module, ValueKind};
use super::{FrontendError, Options, clang, shown};

/// What an input is, by its name and, for IR, its content.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    C,
    Cxx,
    Ir,
}

pub(super) fn kind(path: &Path) -> Option<Kind> {
    match path.extension()?.to_str()? {
        "c" | "i" => Some(Kind::C),
        "cc" | "cpp" | "cxx" | "c++" | "C" | "ii" => Some(Kind::Cxx),
        "bc" | "ll" => Some(Kind::Ir),
        _ => None,
    }
}

/// Reads, compiles, verifies and links the inputs.
pub(super) fn link_inputs(
    context: &Context,
    inputs: &[PathBuf],
    options: &Options,
    warnings: &mut Vec<String>,
) -> Result<Module, FrontendError> {
    let mut whole: Option<Module> = None;
    let mut owners: FxHashMap<String, String> = FxHashMap::default();
    for path in inputs {
        let name = shown(path);
        let kind = match kind(path) {
            Some(kind) => kind,
            None if path.exists() => return Err(FrontendError::Kind(name)),
            None => Kind::Ir,
        };
        let content = match kind {
            Kind::Ir => std::fs::read(path)
                .map_err(|e| FrontendError::File { path: name.clone(), reason: reason(&e) })?,
            Kind::C | Kind::Cxx => clang::compile(path, kind, options)?,
        };
        let module = parse(context, &name, &content)?;
        if !module.inline_asm().is_empty() {
            warnings.push(format!("{name}: module-level assembly is ignored"));
        }
        whole = Some(match whole {
            None => {
                claim(module, &name, &mut owners)?;
                module
            }
            Some(all) => {
                claim(module, &name, &mut owners)?;
                link(context, all, module, &name)?;
                all
            }
        });
    }
    whole.ok_or(FrontendError::NoInput)
}

/// The operating system's words without the number.
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
fn parse(context: &Context, name: &str, content: &[u8]) -> Result<Module, FrontendError> {
    let damaged = |reason: String| match newer_producer(&reason) {
        Some(producer) => FrontendError::Newer { path: name.to_string(), producer },
        None => FrontendError::Damaged { path: name.to_string(), reason: tidy(name, &reason) },
    };
    if content.is_empty() {
        return Err(damaged("the file is empty".to_string()));
    }
    let module = context.parse(name, content).map_err(damaged)?;
    context.take_messages();
    module.verify().map_err(|e| damaged(format!("not valid IR: {}", one_line(&e))))?;
    Ok(module)
}

/// Who wrote the bitcode, when the reader's message says that it was a later LLVM than 19.
fn newer_producer(message: &str) -> Option<String> {
    let start = message.find("Producer: '")? + "Producer: '".len();
    let producer = &message[start..];
    let producer = &producer[..producer.find('\'')?];
    let major: String = producer
        .trim_start_matches(|c: char| !c.is_ascii_digit())
        .chars()
        .take_while(char::is_ascii_digit)
        .collect();
    (major.parse::<u32>().ok()? > 19).then(|| producer.to_string())
}

/// LLVM's message in one line and without the file name, which we put first ourselves.
fn tidy(name: &str, message: &str) -> String {
    let line = one_line(message);
    let line = line.strip_prefix(name).map_or(line.as_str(), |l| l.trim_start_matches(':')).trim_start();
    let line = line.replace("error: ", "");
    line.trim().to_string()
}

/// Notes who defines which symbol for other modules; two definitions are the user's mistake.
fn claim(module: Module, file: &str, owners: &mut FxHashMap<String, String>) -> Result<(), FrontendError> {
    let all = module.functions().chain(module.globals()).chain(module.aliases()).chain(module.ifuncs());
    for v in all {
        let strong = matches!(v.linkage(), Linkage::LLVMExternalLinkage | Linkage::LLVMDLLExportLinkage);
        let defined = v.kind() == ValueKind::LLVMGlobalAliasValueKind || !v.is_declaration();
        if strong && defined {
            let symbol = v.name();
            if let Some(first) = owners.get(&symbol) {
                let (first, second) = (first.clone(), file.to_string());
                return Err(FrontendError::Duplicate { symbol, first, second });
            }
            owners.insert(symbol, file.to_string());
        }
    }
    Ok(())
}

fn link(context: &Context, all: Module, module: Module, name: &str) -> Result<(), FrontendError> {
    let (ours, theirs) = (all.data_layout().pointer_size(0) * 8, module.data_layout().pointer_size(0) * 8);
    let error = |reason: String| FrontendError::Link { path: name.to_string(), reason };
    if ours != theirs {
        return Err(error(format!("pointers of {theirs} bits, other inputs have {ours}")));
    }
    if all.link(module) {
        context.take_messages();
        return Ok(());
    }
    let messages = context.take_messages();
    let said = messages.into_iter().find(|(error, _)| *error).map(|(_, text)| one_line(&text));
    Err(error(said.unwrap_or_else(|| "cannot be linked".to_string())))
}
