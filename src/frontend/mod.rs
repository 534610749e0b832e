//! From C, C++, LLVM IR and bitcode to a [`Program`]. The only layer that knows LLVM and clang.

mod assembly;
mod cache;
mod clang;
mod compile_commands;
mod definitions;
mod dialect;
mod environment;
mod flags;
mod import;
mod isolate;
mod link_models;
mod literals;
mod llvm;
pub mod models;
mod module;
mod project;
mod promote;
mod reads;
mod unchecked;
mod variadic;

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use self::compile_commands::CompileCommands;
pub use self::environment::Environment;
pub use self::flags::CompilerFlags;
pub use self::isolate::leave;
use self::module::{File, InputKind};
pub use self::reads::{Reads, Stamp, reads, reads_of_project};
use crate::base::parallel;
use crate::program::{FILE_LOCAL, Program, contracted, file_local_name};

/// Sanitizer checks that clang inserts into C and C++ inputs, because the construct is no longer visible in IR. Each
/// becomes a call of a `__ubsan_handle_*_abort` function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[allow(missing_docs, reason = "the names are those of -fsanitize")]
pub enum Sanitizer {
    Alignment,
    ArrayBounds,
    Bool,
    Builtin,
    Enum,
    FloatCastOverflow,
    FloatDivideByZero,
    ImplicitConversion,
    IntegerDivideByZero,
    NonnullAttribute,
    Null,
    PointerOverflow,
    Return,
    ReturnsNonnullAttribute,
    Shift,
    SignedIntegerOverflow,
    Unreachable,
    UnsignedIntegerOverflow,
    VlaBound,
}

impl Sanitizer {
    /// Name for `-fsanitize`.
    pub fn name(self) -> &'static str {
        match self {
            Sanitizer::Alignment => "alignment",
            Sanitizer::ArrayBounds => "array-bounds",
            Sanitizer::Bool => "bool",
            Sanitizer::Builtin => "builtin",
            Sanitizer::Enum => "enum",
            Sanitizer::FloatCastOverflow => "float-cast-overflow",
            Sanitizer::FloatDivideByZero => "float-divide-by-zero",
            Sanitizer::ImplicitConversion => "implicit-conversion",
            Sanitizer::IntegerDivideByZero => "integer-divide-by-zero",
            Sanitizer::NonnullAttribute => "nonnull-attribute",
            Sanitizer::Null => "null",
            Sanitizer::PointerOverflow => "pointer-overflow",
            Sanitizer::Return => "return",
            Sanitizer::ReturnsNonnullAttribute => "returns-nonnull-attribute",
            Sanitizer::Shift => "shift",
            Sanitizer::SignedIntegerOverflow => "signed-integer-overflow",
            Sanitizer::Unreachable => "unreachable",
            Sanitizer::UnsignedIntegerOverflow => "unsigned-integer-overflow",
            Sanitizer::VlaBound => "vla-bound",
        }
    }
}

/// The enabled sanitizers.
pub type Sanitizers = Vec<Sanitizer>;

/// Options for reading inputs.
#[derive(Clone, Debug)]
pub struct Options {
    /// Data model of C and C++ inputs (`-m32`, `-m64`); clang's default if absent.
    pub pointer_bits: Option<u32>,
    /// Directories for `#include`.
    pub include_dirs: Vec<PathBuf>,
    /// Macros, `NAME` or `NAME=VALUE`.
    pub defines: Vec<String>,
    /// Language standard; if absent, `gnu17` for C and clang's default for C++.
    pub std: Option<String>,
    /// Further options for clang about all inputs.
    pub flags: Vec<String>,
    /// A compilation database, or its folder, that tells the options of each C and C++ input.
    pub compile_commands: Option<PathBuf>,
    /// A compilation database, or its folder: those of its files are inputs, too, that define what is needed.
    pub all_of: Option<PathBuf>,
    /// Options of all files instead of those that a database tells.
    pub own: Option<CompilerFlags>,
    /// Whether static functions stay that nothing uses.
    pub all_functions: bool,
    /// Entry function of runs: `f`, or `FILE:f`.
    pub entry: String,
    /// Further inputs, whose definitions of functions win.
    pub overrides: Vec<PathBuf>,
    /// Functions whose bodies are removed: calls have no effect but their result, which is any value.
    pub remove_bodies: Vec<String>,
    /// Functions with those that are called instead.
    pub stubs: Vec<(String, String)>,
    /// Functions that are replaced by their contracts.
    pub use_contracts: Vec<String>,
    /// The file of the function whose contract is checked, where several have one of that name.
    pub checked_in: Option<String>,
    /// Further functions to import even if nothing calls them, where defined.
    pub roots: Vec<String>,
    /// Number of inputs compiled in parallel.
    pub jobs: usize,
    /// Checks that clang inserts into C and C++ inputs.
    pub ubsan: Sanitizers,
    /// Promote local scalars to registers (`mem2reg`); an uninitialised one has one unknown value.
    pub promote: bool,
    /// Keep an instruction of each statement when locals are promoted.
    pub marks: bool,
    /// What inline assembly and volatile memory may do.
    pub environment: Environment,
    /// Link our models of the C library and of verifiers' functions.
    pub link_models: bool,
    /// What is written to `std::cout` is wanted.
    pub output: bool,
    /// Texts that are compiled instead of the contents of these inputs.
    pub replaced: Vec<(PathBuf, String)>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            pointer_bits: None,
            include_dirs: Vec::new(),
            defines: Vec::new(),
            std: None,
            flags: Vec::new(),
            compile_commands: None,
            all_of: None,
            own: None,
            all_functions: false,
            entry: "main".to_string(),
            overrides: Vec::new(),
            remove_bodies: Vec::new(),
            stubs: Vec::new(),
            use_contracts: Vec::new(),
            checked_in: None,
            roots: Vec::new(),
            jobs: 1,
            ubsan: Sanitizers::new(),
            promote: true,
            marks: false,
            environment: Environment::default(),
            link_models: true,
            output: false,
            replaced: Vec::new(),
        }
    }
}

/// A mistake of the user, described in one line.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FrontendError {
    /// The file cannot be read or written.
    #[error("{path}: {reason}")]
    File {
        /// The file.
        path: String,
        /// The operating system's reason.
        reason: String,
    },
    /// Unknown file name extension.
    #[error("{0}: not a C, C++, .ll or .bc file")]
    Kind(String),
    /// clang-19 is missing.
    #[error("clang-19 not found (on PATH or in /usr/lib/llvm-19/bin); C and C++ inputs need it")]
    NoClang,
    /// clang's first error, with its place.
    #[error("{0}")]
    Compile(String),
    /// Damaged bitcode or malformed IR text.
    #[error("{path}: {reason}")]
    Damaged {
        /// The file.
        path: String,
        /// What is wrong.
        reason: String,
    },
    /// Bitcode written by a newer LLVM than the linked one.
    #[error("{path}: bitcode of a newer LLVM than 19 ({producer}); compile it with LLVM 19 or older")]
    Newer {
        /// The file.
        path: String,
        /// The producer.
        producer: String,
    },
    /// Two definitions of one symbol.
    #[error("{second}: `{symbol}` is already defined in {first}")]
    Duplicate {
        /// The symbol.
        symbol: String,
        /// File with the first definition.
        first: String,
        /// File with the second definition.
        second: String,
    },
    /// A needed symbol that several files of a project define.
    #[error(
        "{candidates}: each defines `{symbol}`, which is needed; name one as an input or by --override, or begin in its \
         file with --entry FILE:FUNC"
    )]
    Alternatives {
        /// The symbol.
        symbol: String,
        /// The files.
        candidates: String,
    },
    /// Inputs that do not fit together.
    #[error("{path}: {reason}")]
    Link {
        /// The file that does not fit.
        path: String,
        /// Why.
        reason: String,
    },
    /// The entry function is not defined.
    #[error("{files}: function `{entry}` is not defined")]
    NoEntry {
        /// The inputs.
        files: String,
        /// The function.
        entry: String,
    },
    /// The contract of a function that is to be checked or used is missing, or there are several.
    #[error("{option}: `{function}` has no contract, several, or one that is not understood, in {files}")]
    NoContract {
        /// The option.
        option: String,
        /// The inputs.
        files: String,
        /// The function.
        function: String,
    },
    /// A name of an option that several functions have.
    #[error("{option}: `{name}` is one of {candidates}; say FILE:{name}")]
    Ambiguous {
        /// The option.
        option: String,
        /// The name.
        name: String,
        /// The functions.
        candidates: String,
    },
    /// A name of an option that no function has.
    #[error("{option}: function `{name}` is not defined")]
    NoFunction {
        /// The option.
        option: String,
        /// The name.
        name: String,
    },
    /// A function whose calls are to call itself.
    #[error("--stub: function `{0}` would be called instead of itself")]
    OwnStub(String),
    /// A pragma that is not understood.
    #[error(
        "{file}:{line}: `#pragma CPROVER check` needs push, pop, or disable or enable with the name of a check"
    )]
    CheckPragma {
        /// The file of the pragma.
        file: String,
        /// Its line.
        line: u32,
    },
    /// No input.
    #[error("no input file")]
    NoInput,
}

/// Reads, compiles and links the inputs, and imports what the entry function reaches.
///
/// Warnings are in [`Program::warnings`].
pub fn load(inputs: &[PathBuf], options: &Options) -> Result<Program, FrontendError> {
    if inputs.is_empty() && options.all_of.is_none() {
        return Err(FrontendError::NoInput);
    }
    on_own_thread(|| load_here(inputs, options))
}

/// File and function of a name that goto-cc gives to a static function, if an input, or a file of a project, has the file's name.
#[must_use]
pub fn file_and_function(name: &str, inputs: &[PathBuf], all_of: Option<&Path>) -> Option<(String, String)> {
    if !name.starts_with(FILE_LOCAL) {
        return None;
    }
    let project = all_of.and_then(|database| CompileCommands::read(database).ok());
    let files = project.iter().flat_map(CompileCommands::files).map(|(_, path)| path);
    inputs.iter().cloned().chain(files).find_map(|path| {
        let file = path.file_name()?.to_string_lossy().into_owned();
        let function = name.strip_prefix(&file_local_name(&file, ""))?.to_owned();
        Some((file, function))
    })
}

/// Nested constants and types make the importer recurse; LLVM itself recurses over them, too. Only one thread is inside LLVM.
fn on_own_thread<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    let alone = || {
        let _alone = LLVM.lock().unwrap_or_else(PoisonError::into_inner);
        work()
    };
    std::thread::scope(|scope| {
        std::thread::Builder::new()
            .name("frontend".to_string())
            .stack_size(STACK_BYTES)
            .spawn_scoped(scope, alone)
            .expect("a thread can be made")
            .join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// What compiles the inputs, with its version; `None` where it is missing.
pub fn compiler() -> Option<String> {
    clang::version()
}

/// Address space only; pages are allocated when used.
const STACK_BYTES: usize = 256 << 20;

/// Lock that lets only one thread be inside LLVM, because child processes are made by `fork`, see [`isolate`].
static LLVM: Mutex<()> = Mutex::new(());

fn load_here(inputs: &[PathBuf], options: &Options) -> Result<Program, FrontendError> {
    let project::Gathered { files, warnings, .. } = project_of(inputs, options)?;
    if files.is_empty() {
        return Err(no_entry(inputs, options));
    }
    let mut program = build(&files, options)?;
    program.warnings.splice(0..0, warnings);
    if !program.function(&options.entry).is_some_and(|f| program.func(f).is_defined()) {
        return Err(no_entry(inputs, options));
    }
    Ok(program)
}

/// Nothing defines the entry function.
fn no_entry(inputs: &[PathBuf], options: &Options) -> FrontendError {
    let files: Vec<String> = inputs.iter().chain(&options.all_of).map(|p| shown(p)).collect();
    let (files, entry) = (files.join(", "), options.entry.clone());
    match contracted(&entry) {
        Some(function) => {
            let option = "--check-contract".to_owned();
            FrontendError::NoContract { option, files, function: function.to_owned() }
        }
        None => FrontendError::NoEntry { files, entry },
    }
}

/// The inputs, with what is needed of the project if there is one.
fn project_of(inputs: &[PathBuf], options: &Options) -> Result<project::Gathered, FrontendError> {
    let all: Vec<PathBuf> = inputs.iter().chain(&options.overrides).cloned().collect();
    let project = options.all_of.as_deref().map(CompileCommands::read).transpose()?;
    let mut files = read_all(&all, project.as_ref(), options)?;
    files.iter_mut().skip(inputs.len()).for_each(|file| file.overrides = true);
    let files = files.into_iter().map(|file| checked(file, options)).collect::<Result<Vec<_>, _>>()?;
    match &project {
        Some(project) => project::gather(files, project, options),
        None => Ok(project::Gathered { files, ..project::Gathered::default() }),
    }
}

/// Reads the inputs in order, [`Options::jobs`] of them in parallel: most time is spent in clang processes.
/// A file that the project compiles is compiled as it does.
fn read_all(
    inputs: &[PathBuf],
    project: Option<&CompileCommands>,
    options: &Options,
) -> Result<Vec<File>, FrontendError> {
    let read = |path: &PathBuf| match project
        .filter(|project| options.compile_commands.is_none() && project.has(path))
    {
        Some(project) => module::read(path, &Options { own: Some(project.flags(path)?), ..options.clone() }),
        None => module::read(path, options),
    };
    parallel::map(inputs, options.jobs, read).into_iter().collect()
}

/// Foreign IR is returned as written by a child process that survived it; clang's own is unchanged.
fn checked(file: File, options: &Options) -> Result<File, FrontendError> {
    if file.kind != InputKind::Ir {
        return Ok(file);
    }
    let content = isolate::run(&file.name, || {
        let context = llvm::Context::new();
        let content = module::parse(&context, &file)?.to_bitcode();
        let again = File { content, ..file.clone() };
        // What options say of definitions may be about other inputs.
        let alone = Options {
            overrides: Vec::new(),
            remove_bodies: Vec::new(),
            stubs: Vec::new(),
            use_contracts: Vec::new(),
            checked_in: None,
            ..options.clone()
        };
        build(std::slice::from_ref(&again), &alone)?;
        Ok(again.content)
    })?;
    Ok(File { content, ..file })
}

/// Imports the verified modules as a program.
fn build(files: &[File], options: &Options) -> Result<Program, FrontendError> {
    let context = llvm::Context::new();
    let mut warnings = Vec::new();
    let (linked, entry, originals) = module::link(&context, files, options, &mut warnings)?;
    let failed = |reason| FrontendError::Link { path: files[0].name.clone(), reason };
    promote::split_coroutines(linked).map_err(failed)?;
    environment::open(&context, linked, options.environment);
    let mut roots = vec![entry.as_str()];
    roots.extend(options.roots.iter().chain(&originals).map(String::as_str));
    let mut models = link_models::Linked::default();
    if options.link_models {
        match link_models::link(&context, linked, &roots, options.output) {
            Ok(linked) => models = linked,
            Err(warning) => warnings.push(warning),
        }
    }
    if options.environment.any_device {
        environment::refresh(&context, linked);
    }
    if options.promote {
        promote::promote(&context, linked, options.marks).map_err(failed)?;
    }
    roots.extend(&models.roots);
    let alignment = options.ubsan.contains(&Sanitizer::Alignment);
    let mut program = import::import(&context, linked, &roots, &models.symbols, alignment);
    program.warnings.splice(0..0, warnings);
    unchecked::leave_out(&mut program);
    variadic::settle(&mut program, files.iter().all(|file| file.kind != InputKind::Ir));
    if let Some(function) = program.function(&entry) {
        program.function_names.entry(options.entry.clone()).or_insert(function);
    }
    Ok(program)
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}
