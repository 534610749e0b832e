//! Compilation of C and C++ with clang-19.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::{Mutex, PoisonError};

use super::cache::Kept;
use super::compile_commands::CompileCommands;
use super::flags::{self, CompilerFlags};
use super::module::{InputKind, reason};
use super::reads::Listing;
use super::{FrontendError, Options, definitions, dialect, models, shown};
use crate::base::children::Note;
use crate::program::contracted;

/// Optimising code generation without any pass. The IR keeps everything that the program does, and also contains
/// lifetime markers of variables and bodies of inline functions, which `-O0` omits.
const CODE_GENERATION: &[&str] = &[
    "-O1",
    "-U__OPTIMIZE__",
    "-Xclang",
    "-disable-llvm-passes",
    "-emit-llvm",
    "-c",
    "-g",
    "-fstandalone-debug",
    "-fno-discard-value-names",
    "-fno-strict-aliasing",
    "-ffp-contract=off",
    "-fno-strict-return",
];

/// Errors that C compilers long reported as warnings; preprocessed competition programs rely on that.
const DOWNGRADED_ERRORS: &[&str] = &[
    "-w",
    "-Wno-error=implicit-function-declaration",
    "-Wno-error=implicit-int",
    "-Wno-error=int-conversion",
    "-Wno-error=incompatible-function-pointer-types",
    "-Wno-error=incompatible-pointer-types",
    "-Wno-error=return-type",
    "-Wno-error=return-mismatch",
    "-Wno-error=main-return-type",
    "-Wno-error=c++11-narrowing",
    "-Wno-error=reserved-user-defined-literal",
    "-Wno-error=register",
    "-Wno-error=writable-strings",
];

const DIAGNOSTICS: &[&str] = &["-fno-color-diagnostics", "-fno-caret-diagnostics", "-ferror-limit=1"];

/// Library functions whose calls clang replaces by an intrinsic or by their result.
const REPLACED: &[&str] = &[
    "abs",
    "alloca",
    "bcmp",
    "bcopy",
    "bzero",
    "ceil",
    "copysign",
    "fabs",
    "fabsf",
    "floor",
    "fmax",
    "fmin",
    "labs",
    "llabs",
    "memchr",
    "memcmp",
    "memcpy",
    "memmove",
    "mempcpy",
    "memset",
    "nearbyint",
    "rint",
    "round",
    "strchr",
    "strcmp",
    "strlen",
    "strncmp",
    "trunc",
    "wcschr",
    "wcscmp",
    "wcslen",
    "wcsncmp",
    "wmemchr",
    "wmemcmp",
    "wmemcpy",
    "wmemmove",
];

/// gcc keywords in headers of the C library that gcc has preprocessed, defined for clang.
const GCC_MACROS: &[&str] = &[
    "-D__malloc__(...)=__malloc__",
    "-D_Float32=float",
    "-D_Float32x=double",
    "-D_Float64=double",
    "-D_Float64x=long double",
    "-D_Float128=__float128",
];

/// Lock that lets only one of the compiling threads parse a module at a time.
static PARSING: Mutex<()> = Mutex::new(());

/// An input of the compiler.
#[derive(Clone, Copy)]
pub(super) struct Input<'a> {
    pub path: &'a Path,
    pub kind: InputKind,
    /// Preprocessed text that is compiled instead of the file.
    pub text: Option<&'a str>,
}

/// A compiled input.
pub(super) struct Compiled {
    pub bitcode: Vec<u8>,
    /// Whether the source has clauses of contracts that are ignored.
    pub ignores_contracts: bool,
}

/// Compiles one file to bitcode. Respects a program's own definition of a function that clang would replace. A file
/// that clang rejects is tried again with gcc's extensions; one with words of CBMC is rewritten.
pub(super) fn compile(path: &Path, kind: InputKind, options: &Options) -> Result<Compiled, FrontendError> {
    let plain = Input { path, kind, text: None };
    let prepared = prepare(plain, options, &[])?;
    let entry = match prepared.replaced_text {
        Some(_) => None,
        None => Kept::of(&prepared.command, prepared.own_headers(), options),
    };
    if let Some(compiled) = entry.as_ref().and_then(Kept::find) {
        return Ok(compiled);
    }
    let first = compile_first(plain, prepared, entry.is_some(), options)?;
    let read = first.result.is_ok().then_some((first.files, first.said));
    let compiled = compile_again(plain, (first.result, first.spoken), options)?;
    if let (Some(entry), Some((files, said))) = (entry, read) {
        // Of text that is preprocessed already clang gives no account.
        entry.keep(&compiled, &[&files[..], &[shown(path)]].concat(), &said);
    }
    Ok(compiled)
}

/// The same after a first attempt, of which it is known whether the text has to be looked at.
fn compile_again(
    plain: Input<'_>,
    (first, spoken): (Result<Vec<u8>, FrontendError>, bool),
    options: &Options,
) -> Result<Compiled, FrontendError> {
    let Input { path, kind, .. } = plain;
    let gcc = gcc_macros(kind);
    let ways = if first.is_ok() { &[&[][..]][..] } else { &[&[][..], &gcc[..]][..] };
    let mut failed = None;
    let ways = if spoken { ways } else { &[] };
    for more in ways {
        let Some(original) = preprocessed(plain, options, more) else { continue };
        let marked = dialect::marked(&original, &shown(path))
            .map_err(|(file, line)| FrontendError::CheckPragma { file, line })?;
        if !dialect::is_spoken(original.as_bytes()) {
            continue;
        }
        let here = options.checked_in.as_ref().is_none_or(|file| definitions::is_named(&shown(path), file));
        let checked = contracted(&options.entry).filter(|_| here);
        let contracts = dialect::Contracts { checked, used: &options.use_contracts };
        let text = marked.as_deref().unwrap_or(&original);
        let rewritten = dialect::rewrite(text, &shown(path), kind, contracts);
        // A program may use these words otherwise; then they keep their ordinary meaning.
        let marked = marked.filter(|_| !contracts.count());
        for text in [Some(rewritten), marked].into_iter().flatten() {
            let input = Input { text: Some(&text), ..plain };
            match compile_with(input, options, &[]) {
                Ok(bitcode) => {
                    let bitcode = with_own_functions(input, options, &[], bitcode)?;
                    return Ok(Compiled {
                        bitcode,
                        ignores_contracts: contracted(&options.entry).is_none()
                            && dialect::has_ignored_clauses(&original),
                    });
                }
                Err(error) => failed = failed.or(Some(error)),
            }
        }
    }
    // The text as it is has no harness, and nothing instead of a function.
    let count = contracted(&options.entry).is_some() || !options.use_contracts.is_empty();
    if let Some(error) = failed.as_ref().filter(|_| count) {
        return Err(error.clone());
    }
    let bitcode = match first {
        Ok(bitcode) => with_own_functions(plain, options, &[], bitcode),
        Err(FrontendError::Compile(first)) => {
            let failed = failed.unwrap_or(FrontendError::Compile(first));
            let bitcode = compile_with(plain, options, &gcc).map_err(|_| failed)?;
            with_own_functions(plain, options, &gcc, bitcode)
        }
        Err(other) => Err(other),
    }?;
    Ok(Compiled { bitcode, ignores_contracts: false })
}

/// What came of compiling a file as it is.
struct First {
    result: Result<Vec<u8>, FrontendError>,
    /// Whether its text has to be looked at: it may have words of CBMC, or turn checks off.
    spoken: bool,
    /// The files that were read, if it was compiled.
    files: Vec<String>,
    /// What clang said of its work.
    said: String,
}

fn compile_first(
    input: Input<'_>,
    mut prepared: Prepared,
    tells: bool,
    options: &Options,
) -> Result<First, FrontendError> {
    let listing = Listing::of(&mut prepared.command)?;
    if tells {
        prepared.command.arg("-v");
    }
    let output = match run(input.path, prepared) {
        Ok(output) => output,
        // Headers may have them.
        Err(error) => {
            let spoken = matches!(error, FrontendError::Compile(_));
            return Ok(First { result: Err(error), spoken, files: Vec::new(), said: String::new() });
        }
    };
    let files = listing.files()?;
    // Names stand in bitcode as they are; pragmas stand in the sources alone.
    let included = |file: &String| std::fs::read(file).is_ok_and(|t| dialect::may_turn_checks_off(&t));
    let spoken = dialect::is_spoken(&output.stdout)
        || dialect::is_spoken(&source(input, options)?)
        || files.iter().any(included);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    Ok(First { result: Ok(output.stdout), spoken, files, said })
}

/// The bitcode of an input, compiled again where it defines functions that clang would replace.
fn with_own_functions(
    input: Input<'_>,
    options: &Options,
    more: &[String],
    bitcode: Vec<u8>,
) -> Result<Vec<u8>, FrontendError> {
    let own = {
        let _alone = PARSING.lock().unwrap_or_else(PoisonError::into_inner);
        super::module::functions(&bitcode, REPLACED, true)
    };
    if own.is_empty() {
        return Ok(bitcode);
    }
    let own = own.iter().map(|name| format!("-fno-builtin-{name}"));
    compile_with(input, options, &more.iter().cloned().chain(own).collect::<Vec<_>>())
}

/// The text of an input that is a file or replaces one.
fn source(input: Input<'_>, options: &Options) -> Result<Vec<u8>, FrontendError> {
    if let Some((_, text)) = options.replaced.iter().find(|r| r.0 == input.path) {
        return Ok(text.clone().into_bytes());
    }
    std::fs::read(input.path).map_err(|e| FrontendError::File { path: shown(input.path), reason: reason(&e) })
}

/// The preprocessed text of an input; `None` if the preprocessor fails.
fn preprocessed(input: Input<'_>, options: &Options, more: &[String]) -> Option<String> {
    let is_already = input.path.extension().is_some_and(|e| e == "i" || e == "ii");
    let text = if is_already && more.is_empty() {
        source(input, options).ok()?
    } else {
        let more: Vec<String> = more.iter().cloned().chain(["-E".to_owned()]).collect();
        compile_with(input, options, &more).ok()?
    };
    Some(String::from_utf8_lossy(&text).into_owned())
}

/// The preprocessed text of a file; `None` if the preprocessor fails.
pub(super) fn preprocess(path: &Path, options: &Options) -> Option<String> {
    let kind = super::module::kind_with(path, options).ok()??;
    preprocessed(Input { path, kind, text: None }, options, &[])
}

/// Options that define gcc's keywords. In files whose names mark them as preprocessed, macros are not expanded.
fn gcc_macros(kind: InputKind) -> Vec<String> {
    GCC_MACROS.iter().map(|&s| s.to_owned()).chain(as_source(kind)).collect()
}

/// The options beside the given ones with which [`compile`] may run clang, as far as they decide what is read.
pub(super) fn variants(kind: InputKind) -> [Vec<String>; 2] {
    [as_source(kind).to_vec(), gcc_macros(kind)]
}

/// Options that treat the input as not preprocessed, whatever its name.
fn as_source(kind: InputKind) -> [String; 2] {
    ["-x", if kind == InputKind::C { "c" } else { "c++" }].map(str::to_owned)
}

/// A command of clang that is ready to run. What it refers to lives as long as it.
pub(super) struct Prepared {
    pub command: Command,
    /// Folders of headers that are ours.
    pub headers: Vec<tempfile::TempDir>,
    replaced_text: Option<tempfile::NamedTempFile>,
}

impl Prepared {
    /// The folders of headers that are ours.
    pub fn own_headers(&self) -> Vec<String> {
        self.headers.iter().map(|dir| shown(dir.path())).collect()
    }
}

/// Compiles to bitcode.
fn compile_with(input: Input<'_>, options: &Options, more: &[String]) -> Result<Vec<u8>, FrontendError> {
    Ok(run(input.path, prepare(input, options, more)?)?.stdout)
}

/// The options that a project compiles a file with, as far as they are known.
pub(super) fn own_flags(path: &Path, options: &Options) -> Result<CompilerFlags, FrontendError> {
    if let Some(own) = &options.own {
        return Ok(own.clone());
    }
    match &options.compile_commands {
        Some(database) => CompileCommands::read(database)?.flags(path),
        None => Ok(CompilerFlags::default()),
    }
}

/// The version that clang tells; `None` where it is missing.
pub(super) fn version() -> Option<String> {
    let output = Command::new(find()?).arg("--version").stdin(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// A command that compiles a file with these options and more.
pub(super) fn prepare(
    input: Input<'_>,
    options: &Options,
    more: &[String],
) -> Result<Prepared, FrontendError> {
    let Input { path, kind, text } = input;
    if let Err(e) = std::fs::File::open(path) {
        return Err(FrontendError::File { path: shown(path), reason: reason(&e) });
    }
    let clang = find().ok_or(FrontendError::NoClang)?;
    let mut command = Command::new(clang);
    command.args(CODE_GENERATION).args(DOWNGRADED_ERRORS).args(DIAGNOSTICS);
    if let (None, InputKind::C) = (&options.std, kind) {
        command.arg("-std=gnu17");
    }
    // What the command line says comes after what the project says.
    let own = own_flags(path, options)?;
    command.args(&own.kept);
    if let Some(std) = &options.std {
        command.arg(format!("-std={std}"));
    }
    if kind != InputKind::C {
        // Checks preconditions of the library, and makes bodies of std::string's functions available.
        command.arg("-D_GLIBCXX_ASSERTIONS");
    }
    let temporary = |e| FrontendError::File { path: "temporary directory".into(), reason: reason(&e) };
    let mut headers = Vec::new();
    if kind != InputKind::C {
        headers.push(headers_cxx(&mut command).map_err(temporary)?);
    }
    if let Some(bits) = options.pointer_bits.or(own.pointer_bits) {
        command.arg(format!("-m{bits}"));
        if bits == 32 {
            headers.extend(headers_32(&mut command).map_err(temporary)?);
        }
    }
    for dir in &options.include_dirs {
        command.arg("-I").arg(dir);
    }
    for define in &options.defines {
        command.arg("-D").arg(define);
    }
    if options.all_functions || definitions::names_static(options) {
        command.arg("-femit-all-decls");
    }
    if !options.ubsan.is_empty() {
        let names: Vec<&str> = options.ubsan.iter().map(|s| s.name()).collect();
        command.arg(format!("-fsanitize={}", names.join(","))).arg("-fno-sanitize-recover=all");
    }
    if flags::wraps(own.kept.iter().chain(&options.flags)) {
        // Clang would still check what has a meaning then.
        command.arg("-fno-sanitize=signed-integer-overflow");
    }
    command.args(more).args(&options.flags);
    // An absolute path or one with `./` cannot be mistaken for an option.
    let file: OsString =
        if path.is_absolute() { path.into() } else { PathBuf::from(".").join(path).into_os_string() };
    let file = if shown(path).starts_with('-') { file } else { path.into() };
    let mut replaced_text = None;
    let replaced = options.replaced.iter().find(|r| r.0 == path).map(|r| r.1.as_str());
    if text.is_some() {
        command.args(["-x", if kind == InputKind::C { "cpp-output" } else { "c++-cpp-output" }]);
    }
    if let Some(text) = text.or(replaced) {
        let kept = replacement(text)
            .map_err(|e| FrontendError::File { path: "temporary directory".into(), reason: reason(&e) })?;
        let mut names = file.clone();
        names.push(";");
        names.push(kept.path());
        command.args(["-Xclang", "-remap-file", "-Xclang"]).arg(names);
        replaced_text = Some(kept);
    }
    command.arg(file).arg("-o").arg("-");
    Ok(Prepared { command, headers, replaced_text })
}

/// Runs clang on a file.
pub(super) fn run(path: &Path, mut prepared: Prepared) -> Result<Output, FrontendError> {
    let command = &mut prepared.command;
    let failed = |e| FrontendError::Compile(format!("clang-19 cannot be run: {}", reason(&e)));
    let process =
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().map_err(failed)?;
    let running = Note::new(process.id().cast_signed(), false);
    let output = process.wait_with_output().map_err(failed)?;
    drop(running);
    if output.status.success() {
        return Ok(output);
    }
    let text = dialect::without_marks(&String::from_utf8_lossy(&output.stderr));
    Err(FrontendError::Compile(match first_error(&text) {
        Some(line) => line,
        None => format!("{}: clang-19 failed ({})", shown(path), output.status),
    }))
}

fn replacement(text: &str) -> std::io::Result<tempfile::NamedTempFile> {
    let mut file = tempfile::Builder::new().prefix("bmc-").suffix(".c").tempfile()?;
    std::io::Write::write_all(&mut file, text.as_bytes())?;
    Ok(file)
}

/// clang's first error as `file:line:col: message`.
fn first_error(text: &str) -> Option<String> {
    let line = text.lines().find(|l| l.contains("error: "))?;
    let line = line.replacen("fatal error: ", "", 1);
    let line = line.replacen("error: ", "", 1);
    Some(line.trim().to_string())
}

/// Location of clang-19.
fn find() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path)
        .map(|dir| dir.join("clang-19"))
        .chain([PathBuf::from("/usr/lib/llvm-19/bin/clang")])
        .find(|file| file.is_file())
}

/// Lets C++ use our own headers in place of some of its library's.
fn headers_cxx(command: &mut Command) -> std::io::Result<tempfile::TempDir> {
    let dir = write_headers(models::HEADERS_CXX)?;
    command.arg("-isystem").arg(dir.path());
    let mut map = OsString::from("-fdebug-prefix-map=");
    map.push(dir.path());
    map.push("=bmc-headers");
    command.arg(map);
    Ok(dir)
}

fn write_headers(headers: models::Headers) -> std::io::Result<tempfile::TempDir> {
    let dir = tempfile::Builder::new().prefix("bmc-").tempdir()?;
    for (name, text) in headers {
        let file = dir.path().join(name);
        if let Some(parent) = file.parent() {
            std::fs::create_dir_all(parent)?;
        }
        std::fs::write(file, text)?;
    }
    Ok(dir)
}

/// Lets 32-bit compilation use the 64-bit system's headers if those for 32 bits are not installed.
fn headers_32(command: &mut Command) -> std::io::Result<Option<tempfile::TempDir>> {
    let (own, other) =
        ("/usr/include/i386-linux-gnu/gnu/stubs-32.h", Path::new("/usr/include/x86_64-linux-gnu"));
    if Path::new(own).exists() || !other.exists() {
        return Ok(None);
    }
    let dir = write_headers(models::HEADERS_32)?;
    command.arg("-idirafter").arg(dir.path()).arg("-idirafter").arg(other);
    // The C++ library lies in versioned directories, and searches C's headers after its own.
    let common = Path::new("/usr/include/c++");
    let number = |v: &OsString| v.to_str().and_then(|v| v.parse::<u32>().ok());
    let versions = std::fs::read_dir(other.join("c++")).into_iter().flatten().flatten();
    let versions = versions.map(|v| v.file_name()).filter(|v| common.join(v).is_dir());
    if let Some(latest) = versions.max_by_key(number) {
        for place in [common.join(&latest), other.join("c++").join(&latest)] {
            command.arg("-stdlib++-isystem").arg(place);
        }
    }
    Ok(Some(dir))
}
