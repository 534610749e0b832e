//! The definition of the command line.

use std::path::PathBuf;

use clap::{CommandFactory, Parser, Subcommand, ValueEnum};

pub use super::outside::{Assembly, Signals, Undefined, Volatile};
use crate::frontend::file_and_function;
use crate::program::{CONTRACT, Region};
use crate::proofs::Executor;
use crate::property::CheckSet;
use crate::verify::CoverGoal;

/// Engines.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum EngineName {
    /// All engines that suit a program, side by side with -j 2 or more, otherwise in turns, until one has an answer
    Auto,
    /// Bounded model checking: any inputs, and threads, as far as they are supported
    Bmc,
    /// Explicit states, one after the other: programs with threads (pthread.h) and few inputs
    Explicit,
    /// Sets of states: control explicit, data symbolic; loops without a bound and threads, with inputs of any width
    Symbolic,
}

/// Formulas of the bounded engine for programs with threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Encoding {
    /// Events of each thread, and an order of all of them
    Events,
    /// A sequence of steps, of which a thread takes each one
    Steps,
}

/// What a step is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum StepSize {
    /// An action that other threads can see
    Action,
    /// An instruction
    Instruction,
}

/// Reductions of the explicit engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Reduce {
    /// None: there is one before every operation.
    None,
    /// Between operations of a block that do not access memory.
    Tau,
    /// Between operations that do not access memory.
    TauPlus,
    /// Between operations that do not access memory that others can reach.
    Full,
}

impl From<Reduce> for crate::machine::Reduction {
    fn from(reduce: Reduce) -> crate::machine::Reduction {
        use crate::machine::Reduction;
        match reduce {
            Reduce::None => Reduction::None,
            Reduce::Tau => Reduction::Tau,
            Reduce::TauPlus => Reduction::TauPlus,
            Reduce::Full => Reduction::Full,
        }
    }
}

/// Which sets of states count as visited.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Visited {
    /// Those that known ones contain together.
    Included,
    /// Those equal to a known one, if that is found out soon.
    Equal,
    /// None: symbolic execution.
    None,
}

/// Orders of exploration.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Order {
    /// Breadth first.
    Bfs,
    /// Depth first.
    Dfs,
}

impl From<Order> for crate::engine::explicit::Order {
    fn from(order: Order) -> crate::engine::explicit::Order {
        use crate::engine::explicit::Order as To;
        match order {
            Order::Bfs => To::BreadthFirst,
            Order::Dfs => To::DepthFirst,
        }
    }
}

/// What weak atomic accesses may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Consistency {
    /// What C11 says.
    C11,
    /// What interleavings do.
    Sc,
    /// What x86 does, and nothing more: total store order (bounded engine).
    Tso,
}

/// Memory models.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum MemoryModel {
    /// A graph of objects.
    Objects,
    /// One array of bytes over all addresses.
    Flat,
}

/// Formats of results.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Format {
    /// For people.
    Text,
    /// For tools.
    Json,
    /// SARIF 2.1.0, for editors and code hosts.
    Sarif,
    /// JUnit XML, for continuous integration.
    Junit,
}

/// Options of every command that reads a program.
#[derive(clap::Args, Clone, Debug)]
pub struct Source {
    /// C, C++, .ll and .bc files, linked together
    #[arg(required_unless_present = "all_of", value_name = "INPUT")]
    pub inputs: Vec<PathBuf>,

    /// Function that starts the program
    ///
    /// Its arguments are inputs: any numbers, and any pointers. Following such a pointer is UNKNOWN. A static function, or one of
    /// several, is FILE:FUNC.
    #[arg(long, value_name = "FUNC", default_value = "main", help_heading = "The program")]
    pub entry: String,

    /// Check the contract of a function, in CBMC's words, instead of running the program
    ///
    /// Its parameters and the program's variables have any values for which its requires clauses hold. Its ensures, assigns and
    /// frees clauses are asserted. A function of which several files have one is FILE:FUNC.
    #[arg(long, value_name = "FUNC", conflicts_with = "entry", help_heading = "The program")]
    pub check_contract: Option<String>,

    /// Function whose calls are replaced by what its contract says, in CBMC's words
    ///
    /// At each call, its requires clauses are asserted, what its assigns and frees clauses name changes, and its ensures clauses are
    /// assumed. A static function, or one of several, is FILE:FUNC.
    #[arg(long, value_name = "FUNC", help_heading = "The program")]
    pub use_contract: Vec<String>,

    /// C, C++, .ll or .bc file whose definitions of functions win over those of the inputs
    ///
    /// Of several with the same function, the first counts.
    #[arg(long = "override", value_name = "FILE", help_heading = "The program")]
    pub overrides: Vec<PathBuf>,

    /// Function whose body is removed, except in files of --override
    ///
    /// Calls have no effect but their result, which is any value. A static function, or one of several, is FILE:FUNC.
    #[arg(long, value_name = "FUNC", help_heading = "The program")]
    pub remove_body: Vec<String>,

    /// Function that is called instead of another one
    #[arg(long, value_name = "FUNC=STUB", value_parser = stub, help_heading = "The program")]
    pub stub: Vec<(String, String)>,

    /// Checks to make, between commas: groups and single kinds, `-` before a word takes it away
    #[arg(long, value_name = "LIST", allow_hyphen_values = true, help_heading = "What is checked")]
    pub check: Option<String>,

    /// 32-bit or 64-bit data model for C and C++ inputs
    ///
    /// Also as -m32 and -m64.
    #[arg(short = 'm', value_name = "BITS", value_parser = data_model, help_heading = "The program")]
    pub model: Option<u32>,

    /// Directory for #include
    #[arg(short = 'I', value_name = "DIR", help_heading = "The program")]
    pub include: Vec<PathBuf>,

    /// Macro definition
    #[arg(short = 'D', value_name = "NAME[=VALUE]", help_heading = "The program")]
    pub define: Vec<String>,

    /// Result of operations that C leaves undefined, where their check is off
    ///
    /// These are the results of over-long shifts, of conversions of floating-point numbers that do not fit the
    /// integer type, and of divisions of the least integer by -1, where their check is off.
    #[arg(long, value_name = "WHAT", value_enum, default_value = "target", help_heading = "The program")]
    pub undefined: Undefined,

    /// Inline assembly
    ///
    /// By default the answer is UNKNOWN where a run reaches some. With any, it goes on behind itself and gives any value to its
    /// outputs and to nothing else, each an input. If it clobbers memory or may jump, the answer stays UNKNOWN.
    #[arg(long, value_name = "WHAT", value_enum, default_value = "unknown", help_heading = "The program")]
    pub asm: Assembly,

    /// Result of a read of volatile memory
    ///
    /// With any, each read is an input, whatever was written before. Other reads of the same memory see what was written.
    #[arg(long, value_name = "WHAT", value_enum, default_value = "memory", help_heading = "The program")]
    pub volatile: Volatile,

    /// Signals
    ///
    /// With any, the handler of any signal that is not blocked may run before each access to memory.
    #[arg(long, value_name = "WHICH", value_enum, default_value = "own", help_heading = "The program")]
    pub signals: Signals,

    /// Device memory: so many bytes from an address on, which the program names by numbers
    ///
    /// With any, each read gives any value and writes do nothing. With memory, it is memory that holds any bytes at first. May be
    /// given more than once. Not in the first page, nor beyond 4 GiB.
    #[arg(long, value_name = "START:SIZE=any|memory", value_parser = region, help_heading = "The program")]
    pub region: Vec<Region>,

    /// Language standard for C and C++ inputs, also as -std=...
    #[arg(long, value_name = "STD", help_heading = "The program")]
    pub std: Option<String>,

    /// Option for the compiler
    ///
    /// -isystem DIR, -include FILE, -U NAME, -f... and their like can be given as they are, and @FILE reads arguments from a file.
    /// What has no meaning here (-W..., -O..., -g, -c, -l..., -pthread, ...) is ignored.
    #[arg(long, value_name = "OPTION", allow_hyphen_values = true, help_heading = "The program")]
    pub compiler_option: Vec<String>,

    /// Folder of a compile_commands.json, or the file: the options of each C and C++ input
    #[arg(short = 'p', long, value_name = "DIR", help_heading = "The program")]
    pub compile_commands: Option<PathBuf>,

    /// Folder of a compile_commands.json, or the file: those of its files are linked, too, that define what is needed
    ///
    /// Needed is what the entry function reaches. What inputs define is not looked for. If several files define a needed function,
    /// name one as an input, or by --override, or say --entry FILE:FUNC.
    #[arg(long, value_name = "DIR", help_heading = "The program")]
    pub all_of: Option<PathBuf>,

    /// Largest object that can be allocated, in bytes; a larger request gets a null pointer. PTRDIFF_MAX by default
    #[arg(long, value_name = "BYTES", help_heading = "The program")]
    pub max_object: Option<u64>,
}

fn region(text: &str) -> Result<Region, String> {
    let number = |text: &str| match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    };
    let parse = || {
        let (place, what) = text.split_once('=')?;
        let (start, size) = place.split_once(':')?;
        let any = match what {
            "any" => true,
            "memory" => false,
            _ => return None,
        };
        Some(Region { start: number(start)?, size: number(size)?, any })
    };
    parse().ok_or_else(|| "expected START:SIZE=any or START:SIZE=memory".to_owned())
}

fn stub(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((function, stub)) if !function.is_empty() && !stub.is_empty() => {
            Ok((function.to_owned(), stub.to_owned()))
        }
        _ => Err("expected FUNC=STUB".to_owned()),
    }
}

fn data_model(text: &str) -> Result<u32, String> {
    match text {
        "32" => Ok(32),
        "64" => Ok(64),
        _ => Err("expected 32 or 64".to_owned()),
    }
}

impl Source {
    /// The function that starts the program.
    pub fn entry(&self) -> String {
        match self.checked_contract() {
            Some((_, function)) => format!("{CONTRACT}{function}"),
            None => self.entry.clone(),
        }
    }

    /// The function whose contract is to be checked, and its file where that is given.
    pub fn checked_contract(&self) -> Option<(Option<String>, String)> {
        let named = self.check_contract.as_deref()?;
        if let Some((file, function)) = named.rsplit_once(':') {
            return Some((Some(file.to_owned()), function.to_owned()));
        }
        let local = file_and_function(named, &self.inputs, self.all_of.as_deref());
        Some(local.map_or((None, named.to_owned()), |(file, function)| (Some(file), function)))
    }

    /// The option by which a contract takes the place of what the sources say, if there is one.
    pub fn contract_option(&self) -> Option<&'static str> {
        if self.check_contract.is_some() {
            Some("--check-contract")
        } else {
            (!self.use_contract.is_empty()).then_some("--use-contract")
        }
    }

    /// What `--check` says, if it is given.
    ///
    /// # Errors
    /// In words, when it names no checks.
    pub fn checks(&self) -> Result<Option<CheckSet>, String> {
        let named = self.check.as_ref().map(|list| CheckSet::parse(list));
        named.transpose().map_err(|error| format!("--check: {error}"))
    }
}

/// What the command does beside checking programs.
#[derive(Subcommand, Clone, Debug)]
pub enum Other {
    /// Simplify an SMT-LIB script over bit-vectors and arrays (QF_BV, QF_ABV) by the rewrite rules.
    Simplify(SimplifyArgs),
    /// Answer the checks of an SMT-LIB script over bit-vectors and arrays (QF_BV, QF_ABV): sat, unsat or unknown. Exit
    /// codes: 0 all are answered, 20 one is unknown, 1 one is not what the script says, 2 the script is not understood
    Solve(SolveArgs),
    /// Execute a program as the engines understand it, with its output and its status
    Run(Box<RunArgs>),
    /// Write man pages, completions of shells, or the page of the manual with the options
    #[command(hide = true)]
    Generate(GenerateArgs),
    /// Check what --certificate has written: ACCEPTED, REFUSED(reason), or NOTHING(how) where no question was asked. Exit codes: 0
    /// accepted, 1 refused, 20 nothing, 2 there is no certificate
    CheckCertificate(CheckCertificateArgs),
    /// Run the proofs that a bmc.toml lists, side by side, but for those whose results are known. Exit codes, the first that applies: 2
    /// a mistake, or a proof that ends without a verdict; 10 a proof has another answer than is expected; 20 a proof is unknown;
    /// 0 all are as expected
    Verify(VerifyArgs),
}

/// Options of `verify`.
#[derive(clap::Args, Clone, Debug)]
pub struct VerifyArgs {
    /// The file that lists the proofs; its folder is the one that names of files are relative to
    #[arg(value_name = "FILE", default_value = "bmc.toml")]
    pub manifest: PathBuf,

    /// Write the file instead, from the proofs of another tool in a folder: from the Makefiles of CBMC's starter kit (cbmc)
    ///
    /// It says on standard error what is not understood. A file that is there already is not replaced.
    #[arg(long, num_args = 2, value_names = ["TOOL", "DIR"], conflicts_with_all = ["only", "list", "again"])]
    pub import: Vec<String>,

    /// Run the proofs whose names match only; may be given more than once
    #[arg(long, value_name = "GLOB")]
    pub only: Vec<String>,

    /// Run so many proofs at a time; as many as there are processors by default
    #[arg(short = 'j', long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub jobs: Option<u32>,

    /// Where proofs run: local, slurm[:OPTIONS], kubernetes:FILE or command:COMMAND
    ///
    /// Slurm gets a job array, with these options of sbatch. Kubernetes gets an indexed Job, made of the one in FILE. COMMAND, for a
    /// shell, reads the commands of the proofs, a line each, and runs them anywhere: command:'parallel -S node1,node2'. All machines
    /// see the files and the cache under the same names.
    #[arg(long, value_name = "WHERE", default_value = "local")]
    pub executor: Executor,

    /// Answer one task of a job, which FILE is: what an executor has other machines do
    #[arg(long, value_name = "N", hide = true)]
    pub task: Option<usize>,

    /// Folder with what is known from earlier runs; .bmc-cache beside the file by default
    #[arg(long, value_name = "DIR")]
    pub cache: Option<PathBuf>,

    /// Run also those proofs whose results are known
    #[arg(long)]
    pub again: bool,

    /// Print the command of each proof, and run none
    #[arg(long)]
    pub list: bool,

    /// Format of the summary on standard output
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,

    /// Write the summary as SARIF 2.1.0 to a file
    #[arg(long, value_name = "PATH")]
    pub sarif: Option<PathBuf>,

    /// Write the summary as JUnit XML to a file
    #[arg(long, value_name = "PATH")]
    pub junit: Option<PathBuf>,

    /// Write pages to a folder: an index of the proofs and of the functions that they reach, and a report for each proof
    #[arg(long, value_name = "DIR")]
    pub report: Option<PathBuf>,

    /// Print nothing but the summary
    #[arg(short = 'q', long)]
    pub quiet: bool,
}

/// What is made from this definition.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Generated {
    /// A man page for each command
    Man,
    /// Completions for bash, zsh and fish
    Completions,
    /// The page of the manual with the options
    Options,
}

/// Options of `generate`.
#[derive(clap::Args, Clone, Debug)]
pub struct GenerateArgs {
    /// What to write
    pub what: Generated,

    /// Folder for the files
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}

/// Options of `check-certificate`.
#[derive(clap::Args, Clone, Debug)]
pub struct CheckCertificateArgs {
    /// Folder of the certificate
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,

    /// From so many seconds on compare circuits by simulation only
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub timeout: Option<f64>,
}

/// What the pointers are that the entry function is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum EntryPointers {
    /// Any but null
    Nonnull,
    /// Any, and null
    Any,
}

/// Options of `run`.
#[derive(clap::Args, Clone, Debug)]
pub struct RunArgs {
    /// The program.
    #[command(flatten)]
    pub source: Source,

    /// Arguments of the program, after --
    #[arg(last = true, value_name = "ARG")]
    pub arguments: Vec<String>,

    /// Values of inputs and choices in the order in which they are asked for, as numbers; zeros by default. Or what
    /// --emit choices has written, to follow a counterexample
    #[arg(long, value_name = "FILE")]
    pub choices: Option<PathBuf>,

    /// Read commands from standard input: step forwards and backwards, look at variables and objects; `help` lists them
    #[arg(long)]
    pub interactive: bool,

    /// Give up after so many steps
    #[arg(long, value_name = "N")]
    pub max_steps: Option<u64>,

    /// Print steps, and steps a second, on standard error
    #[arg(long)]
    pub stats: bool,
}

/// Options of `simplify`.
#[derive(clap::Args, Clone, Debug)]
pub struct SimplifyArgs {
    /// SMT-LIB script; - for standard input
    #[arg(value_name = "FILE")]
    pub input: PathBuf,

    /// Where to write the result; standard output by default and for -
    #[arg(short = 'o', long, value_name = "OUT")]
    pub output: Option<PathBuf>,

    /// Compare sizes before and after on standard error
    #[arg(long)]
    pub stats: bool,
}

/// Options of `solve`.
#[derive(clap::Args, Clone, Debug)]
pub struct SolveArgs {
    /// SMT-LIB script; - for standard input
    #[arg(value_name = "FILE")]
    pub input: PathBuf,

    /// Solvers: builtin, or the name or command of external ones, between commas
    #[arg(long, value_name = "NAME[,NAME...]", default_value = "builtin")]
    pub solver: String,

    /// Give up after so many seconds
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub timeout: Option<f64>,

    /// Write a model after each sat
    #[arg(long)]
    pub model: bool,

    /// Tell the solver's figures on standard error
    #[arg(long)]
    pub stats: bool,
}

/// Bounded model checker for C, C++ and LLVM bitcode: decides whether any run of a C or C++ program breaks a property within
/// the bound, and shows the run that does. The last line on standard output is the verdict: TRUE, FALSE(kind) or
/// UNKNOWN(reason). Exit codes: 0 true, 10 false, 20 unknown, 2 a mistake in the input or the options, 1 an
/// internal fault.
#[derive(Parser, Clone, Debug)]
#[command(name = "bmc", version, disable_help_subcommand = true)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true, args_override_self = true)]
pub struct Args {
    /// What to do instead of checking programs
    #[command(subcommand)]
    pub command: Option<Other>,

    /// The program.
    #[command(flatten)]
    pub source: Source,

    /// Limit of loop iterations and recursion depth; by default it is raised step by step
    ///
    /// Iterations that depend on no input do not count.
    #[arg(long, value_name = "N", help_heading = "Bounds and induction")]
    pub bound: Option<u32>,

    /// Bound of the loops and the recursion of one function, or of its loop at a line
    #[arg(long, value_name = "FUNC[:LINE]=N", help_heading = "Bounds and induction")]
    pub bound_at: Vec<String>,

    /// Do not try induction where no bound suffices
    #[arg(long, help_heading = "Bounds and induction")]
    pub no_induction: bool,

    /// Take proofs by induction as they are, without the second check
    #[arg(long, help_heading = "Bounds and induction")]
    pub no_recheck: bool,

    /// Engine
    #[arg(long, value_enum, default_value = "auto", help_heading = "Engines")]
    pub engine: EngineName,

    /// Formula of the bounded engine for programs with threads
    ///
    /// With steps, the bounded engine alone answers, for all programs. It is another encoding of runs, for comparison: it makes fewer
    /// checks and knows less of the library, and says so by UNKNOWN(unsupported: ...).
    #[arg(long, value_enum, value_name = "FORMULA", default_value = "events", help_heading = "Engines")]
    pub encoding: Encoding,

    /// What a step is with --encoding steps
    #[arg(long, value_enum, value_name = "SIZE", default_value = "action", help_heading = "Engines")]
    pub steps: StepSize,

    /// Which interrupts the explicit engine leaves out
    ///
    /// The levels below `full` are for comparison.
    #[arg(long, value_enum, value_name = "HOW", default_value = "full", help_heading = "Engines")]
    pub reduce: Reduce,

    /// Order in which the explicit engine visits states; depth first with one thread only
    ///
    /// Breadth first gives the shortest counterexamples.
    #[arg(long, value_enum, value_name = "ORDER", default_value = "bfs", help_heading = "Engines")]
    pub search: Order,

    /// Which sets of states are not visited again by the symbolic engine: those that known ones contain, those equal to a known one as far
    /// as is found out in little time, or none
    #[arg(long, value_enum, value_name = "WHICH", default_value = "included", help_heading = "Engines")]
    pub visited: Visited,

    /// Explicit engine: at most N switches from a thread that could go on to another one, fewer first
    ///
    /// If no violation is found, the answer is UNKNOWN unless no run needs more switches.
    #[arg(long, value_name = "N", help_heading = "Engines")]
    pub context_bound: Option<u32>,

    /// Explicit engine: keep a hash of 102 bits of each state; the verdict tells with which probability one was left out
    #[arg(long, help_heading = "Engines")]
    pub hash_compaction: bool,

    /// What atomic accesses that are weaker than memory_order_seq_cst may do. With c11 a proof holds for all that
    /// RC11 allows, and more than interleavings is unknown otherwise; sc assumes interleavings, and the verdict says so
    ///
    /// More is possible if one access is weaker and threads access two places atomically. tso assumes that the compiler keeps the
    /// order of all accesses to shared memory, also of those that are not atomic.
    #[arg(long, value_enum, value_name = "MODEL", default_value = "c11", help_heading = "Engines")]
    pub memory_model: Consistency,

    /// Let a wait for a condition variable end only after a signal or its time
    ///
    /// By default it may end without one, as POSIX and C11 say. Formulas (--ltl) are always checked without such ends, as a
    /// thread that wakes and waits again for ever would break nearly all of them. With this option the explicit engine alone
    /// follows such waits.
    #[arg(long, help_heading = "Engines")]
    pub no_spurious_wakeups: bool,

    /// Formula of linear temporal logic that all runs have to satisfy (explicit and symbolic engine)
    #[arg(long, value_name = "FORMULA", help_heading = "What is checked")]
    pub ltl: Option<String>,

    /// Büchi automaton in the HOA format that accepts no run of a correct program (explicit and symbolic engine)
    #[arg(long, value_name = "FILE", conflicts_with = "ltl", help_heading = "What is checked")]
    pub ltl_automaton: Option<PathBuf>,

    /// With a formula or automaton: leave out runs in which a thread that can always run from some time on never does
    #[arg(long, help_heading = "What is checked")]
    pub fair: bool,

    /// Instead of checking, find inputs that reach each goal: lines, branches, asserts, loops, cover (calls of
    /// __CPROVER_cover) or one FILE:LINE
    ///
    /// The last line is COVERED(...), UNCOVERED(...) where no run reaches a goal, or UNKNOWN(reason); exit codes are 0, 10 and
    /// 20. Runs end at their first violation of a check.
    #[arg(long, value_name = "GOALS", value_delimiter = ',', conflicts_with_all = ["all", "witness", "certificate", "replay", "html", "sarif", "junit", "ltl", "ltl_automaton"], help_heading = "What is checked")]
    pub cover: Vec<CoverGoal>,

    /// After a TRUE, tell which assertions, loop bodies and ends of the entry function no run reaches
    ///
    /// The proof says nothing about these. It takes about as long as the proof at most; what is not decided by then is counted. The
    /// verdict and the exit code are those of the proof.
    #[arg(long, conflicts_with_all = ["cover", "replay", "ltl", "ltl_automaton"], help_heading = "What is checked")]
    pub vacuity: bool,

    /// SV-COMP property file
    ///
    /// Supported are unreach-call, valid-memsafety, valid-memcleanup, no-overflow, no-data-race and termination (the
    /// bounded engine checks it). For another property the answer is UNKNOWN(unsupported property: ...).
    #[arg(long, value_name = "FILE", conflicts_with = "check", help_heading = "What is checked")]
    pub property: Option<PathBuf>,

    /// Solvers: builtin, or the name or command of external ones, between commas
    ///
    /// External ones speak SMT-LIB: z3, cvc5, bitwuzla, boolector, yices, mathsat, stp, or a command. Several
    /// run at once. builtin-bits is builtin without its theory of orders: clocks of threads are bit-vectors.
    #[arg(long, value_name = "NAME[,NAME...]", default_value = "builtin", help_heading = "Solvers")]
    pub solver: String,

    /// Memory model of the bounded engine
    #[arg(long, value_enum, default_value = "objects", help_heading = "The program")]
    pub memory: MemoryModel,

    /// What the pointers that the entry function is given may be
    ///
    /// By default they are not null, and a warning says so if the function uses one.
    #[arg(long, value_enum, value_name = "WHAT", default_value = "nonnull", help_heading = "The program")]
    pub entry_pointers: EntryPointers,

    /// Let allocation fail
    ///
    /// By default allocation succeeds. One that fails returns a null pointer.
    #[arg(long, help_heading = "The program")]
    pub malloc_may_fail: bool,

    /// Write an intermediate result: program, callgraph, cfg, functions, ilr, smt2, cnf, stats, choices or harness
    ///
    /// Standard output gets it without a path.
    #[arg(long, value_name = "KIND[=PATH]", help_heading = "Output")]
    pub emit: Vec<String>,

    /// Write a witness of the verdict: format 2.0 where the name ends in .yml, 1.0 where it ends in .graphml
    ///
    /// May be given more than once.
    #[arg(long, value_name = "PATH", help_heading = "Output")]
    pub witness: Vec<PathBuf>,

    /// Write what a TRUE stands on to an empty folder: obligations, questions, clauses, proofs, and how these belong together
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub certificate: Option<PathBuf>,

    /// Find the violation again that a witness of either format describes, and nothing else
    ///
    /// The violation of a violation witness is searched for. With the invariants of a correctness witness,
    /// checked where they are claimed, the program is proven (TRUE or UNKNOWN).
    #[arg(long, value_name = "WITNESS", conflicts_with_all = ["witness", "certificate", "emit", "all", "bound_at", "ltl", "ltl_automaton"], help_heading = "Output")]
    pub replay: Option<PathBuf>,

    /// Turn rewrite rules off: names of rules or of their files, or all
    ///
    /// Files are those in rewrite-rules. Rules that make normal forms stay on.
    #[arg(long, value_name = "NAME[,NAME...]", help_heading = "Solvers")]
    pub no_rules: Option<String>,

    /// Leave pairs of accesses in the formula of threads that the creation of a thread orders
    ///
    /// The answer must be the same. It is there to check that.
    #[arg(long, help_heading = "Solvers")]
    pub no_prune: bool,

    /// Format of the result
    ///
    /// A document for tools is alone on standard output; the verdict line then goes to standard error.
    #[arg(long, value_enum, default_value = "text", help_heading = "Output")]
    pub format: Format,

    /// Write the result as SARIF 2.1.0 to a file
    #[arg(long, value_name = "PATH", help_heading = "Output")]
    pub sarif: Option<PathBuf>,

    /// Write the result as JUnit XML to a file
    #[arg(long, value_name = "PATH", help_heading = "Output")]
    pub junit: Option<PathBuf>,

    /// Write a report to a file that a browser shows: the source with the run, step by step, and the objects at its end
    #[arg(long, value_name = "PATH", help_heading = "Output")]
    pub html: Option<PathBuf>,

    /// List every violated check once instead of the first
    ///
    /// A check is listed only if some run violates it first, before every other check of the list. Without
    /// --bound, the first bound that finds a violation is the last.
    #[arg(long, help_heading = "What is checked")]
    pub all: bool,

    /// Folder for what a bug report needs if an internal fault ends a check; by default that of temporary files
    #[arg(long, value_name = "DIR", help_heading = "Limits")]
    pub fault_dir: Option<PathBuf>,

    /// Give up after so many seconds
    ///
    /// The end comes at most half a second late.
    #[arg(long, value_name = "S", value_parser = seconds, help_heading = "Limits")]
    pub timeout: Option<f64>,

    /// Give up when so many megabytes are in use; by default nine tenths of what is available at the start
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(1..), help_heading = "Limits")]
    pub memory_limit: Option<u64>,

    /// Compile so many inputs at a time; explore states and sets with so many threads; let engines work side by side
    ///
    /// By default all cores but one where engines work together, otherwise one. The bounded engine uses one core; on one core engines
    /// take turns.
    #[arg(short = 'j', value_name = "N", value_parser = clap::value_parser!(u32).range(1..), help_heading = "Limits")]
    pub jobs: Option<u32>,

    /// Show runs in full and say more on standard error; twice for debugging
    #[arg(short = 'v', long, action = clap::ArgAction::Count, help_heading = "Output")]
    pub verbose: u8,

    /// Print nothing but the result
    #[arg(short = 'q', long, help_heading = "Output")]
    pub quiet: bool,
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds: f64 = text.parse().map_err(|_| "expected a number of seconds".to_owned())?;
    // More than a century is no limit and would not fit into a duration.
    (0.0..=4e9).contains(&seconds).then_some(seconds).ok_or_else(|| "out of range".to_owned())
}

/// The definition of the command line, for help and for tests of the documentation.
pub fn command() -> clap::Command {
    Args::command()
}
