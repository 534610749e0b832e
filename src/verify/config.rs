//! What a check is asked: about which program, with which engine, within which limits.

use std::path::PathBuf;
use std::str::FromStr;
use std::time::{Duration, SystemTime};

pub use crate::analysis::promise::Probe;
use crate::engine::explicit::Order;
use crate::engine::symbolic::Visiting;
pub use crate::engine::verdict::Consistency;
pub use crate::frontend::Environment;
use crate::machine::Reduction;
pub use crate::program::Region;
use crate::property::CheckSet;

/// Options of a check. The defaults are those of the command.
///
/// ```
/// use bmc::{Bounded, Config, Engine};
///
/// let config = Config {
///     engine: Engine::Bounded(Bounded { bound: Some(8), ..Bounded::default() }),
///     ..Config::default()
/// };
/// assert_eq!(config.program.entry, "main");
/// ```
#[derive(Clone, Debug)]
pub struct Config {
    /// How the inputs become a program.
    pub program: ProgramOptions,
    /// What is checked.
    pub goal: Goal,
    /// The engine with its options.
    pub engine: Engine,
    /// Whether every violated check is listed once, instead of the first.
    pub all: bool,
    /// Whether allocation may fail.
    pub malloc_may_fail: bool,
    /// Limits of time and memory.
    pub limits: Limits,
    /// How many inputs are compiled at a time, and how many threads explore states.
    pub jobs: usize,
    /// What results say about the caller.
    pub invocation: Invocation,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            program: ProgramOptions::default(),
            goal: Goal::default(),
            engine: Engine::default(),
            all: false,
            malloc_may_fail: false,
            limits: Limits::default(),
            jobs: 1,
            invocation: Invocation::default(),
        }
    }
}

/// How inputs become a program.
#[derive(Clone, Debug)]
pub struct ProgramOptions {
    /// Function that starts the program, `f` or `FILE:f`; a property file may name another one.
    pub entry: String,
    /// What the options say about definitions of functions.
    pub definitions: Definitions,
    /// Data model of C and C++ inputs, 32 or 64 bits; clang's own choice by default.
    pub data_model: Option<u32>,
    /// Directories for `#include`.
    pub include: Vec<PathBuf>,
    /// Macros, `NAME` or `NAME=VALUE`.
    pub define: Vec<String>,
    /// Language standard, as clang's `-std=`.
    pub std: Option<String>,
    /// Further options for clang.
    pub flags: Vec<String>,
    /// A `compile_commands.json`, or its folder, that tells the options of each C and C++ input.
    pub compile_commands: Option<PathBuf>,
    /// A `compile_commands.json`, or its folder: those of its files are inputs, too, that define what is needed.
    pub all_of: Option<PathBuf>,
    /// What operations compute that C leaves undefined, where no check is about them.
    pub undefined: Undefined,
    /// What inline assembly and volatile memory may do.
    pub environment: Environment,
    /// Device memory.
    pub regions: Vec<Region>,
    /// Most bytes of an object that is allocated; `PTRDIFF_MAX` by default.
    pub max_object: Option<u64>,
    /// Whether each statement keeps an instruction, as coverage of lines needs.
    pub marks: bool,
    /// Whether what is written to `std::cout` is wanted.
    pub output: bool,
    /// A place of a function that is replaced by its contract, where every run breaks an assertion.
    pub probe: Option<Probe>,
}

impl Default for ProgramOptions {
    fn default() -> ProgramOptions {
        ProgramOptions {
            entry: "main".to_owned(),
            definitions: Definitions::default(),
            data_model: None,
            include: Vec::new(),
            define: Vec::new(),
            std: None,
            flags: Vec::new(),
            compile_commands: None,
            all_of: None,
            undefined: Undefined::default(),
            environment: Environment::default(),
            regions: Vec::new(),
            max_object: None,
            marks: false,
            output: false,
            probe: None,
        }
    }
}

/// Which definitions of functions count. A function is `f`, or `FILE:f` for a static one or one of several.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Definitions {
    /// Further inputs, whose definitions win.
    pub overrides: Vec<PathBuf>,
    /// Functions whose bodies are removed: calls have no effect but their result, which is any value.
    pub remove_bodies: Vec<String>,
    /// Functions with those that are called instead.
    pub stubs: Vec<(String, String)>,
    /// Functions whose calls are replaced by what their contracts say.
    pub contracts: Vec<String>,
    /// The file of the function whose contract is checked, where several have one of that name.
    pub checked_in: Option<String>,
}

/// What operations compute that C leaves undefined, where no check is about them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Undefined {
    /// What the target's instructions do.
    #[default]
    Target,
    /// Any value, another one each time.
    Any,
}

/// What is checked.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Goal {
    /// What is a bug in C on every platform; with a formula, the formula alone.
    #[default]
    Default,
    /// These checks.
    Checks(CheckSet),
    /// What an SV-COMP property file says.
    Property(PathBuf),
}

/// Engines with their options.
#[derive(Clone, Debug)]
pub enum Engine {
    /// Bounded model checking.
    Bounded(Bounded),
    /// Explicit states: every schedule and choice, one state after the other.
    Explicit(Explicit),
    /// Sets of states, explicit in control and symbolic in data.
    Symbolic(Explicit, Sets),
    /// Bounded model checking; where a program may create threads, both engines take turns.
    Turns(Bounded, Explicit),
    /// A property of infinite runs by single states and by sets of states; the solver as in [`Bounded::solver`].
    Runs(Explicit, String),
    /// Bounded model checking by a formula of steps, of which a thread takes each one.
    Steps(Bounded, StepGrain),
}

/// What one step of a thread is in a formula of steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum StepGrain {
    /// An action that other threads can see, with the local code behind it.
    #[default]
    Action,
    /// An instruction.
    Instruction,
}

impl Engine {
    /// The options of the bounded engine, where that may be used.
    pub fn bounded(&self) -> Option<&Bounded> {
        match self {
            Engine::Bounded(bounded) | Engine::Turns(bounded, _) | Engine::Steps(bounded, _) => Some(bounded),
            Engine::Explicit(_) | Engine::Symbolic(..) | Engine::Runs(..) => None,
        }
    }
}

impl Default for Engine {
    fn default() -> Engine {
        Engine::Turns(Bounded::default(), Explicit::default())
    }
}

/// Options of the bounded engine.
#[derive(Clone, Debug)]
pub struct Bounded {
    /// Bound of loop iterations and recursion depth; deepens by itself without.
    pub bound: Option<u32>,
    /// Bounds of single functions and loops.
    pub bound_at: Vec<BoundAt>,
    /// Whether induction is tried where no bound suffices.
    pub induction: bool,
    /// Whether a second check has to accept proofs by induction.
    pub recheck: bool,
    /// Solvers: `builtin`, or the names or commands of external ones, between commas.
    pub solver: String,
    /// Rewrite rules that are off: names of rules or of their files, between commas, or `all`.
    pub rules_off: Option<String>,
    /// Whether the formula of threads has what their creation excludes, too.
    pub unpruned: bool,
    /// Whether memory is one array of bytes instead of a graph of objects.
    pub flat_memory: bool,
    /// Whether the pointers that the entry function is given may be null.
    pub null_arguments: bool,
    /// What the accesses of threads to memory may do.
    pub consistency: Consistency,
    /// Whether a wait for a condition variable ends only after a signal.
    pub no_spurious_wakeups: bool,
    /// Empty folder for what a proof stands on.
    pub certificate: Option<PathBuf>,
    /// What is kept of the formula.
    pub formula: Formula,
    /// Whether it is asked after a proof which assertions, loop bodies and ends no run reaches.
    pub vacuity: bool,
}

impl Default for Bounded {
    fn default() -> Bounded {
        Bounded {
            bound: None,
            bound_at: Vec::new(),
            induction: true,
            recheck: true,
            solver: "builtin".to_owned(),
            rules_off: None,
            unpruned: false,
            flat_memory: false,
            null_arguments: false,
            consistency: Consistency::C11,
            no_spurious_wakeups: false,
            certificate: None,
            formula: Formula::default(),
            vacuity: false,
        }
    }
}

/// What is kept of the formula that the last round is about. Keeping takes time and memory.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Formula {
    /// Nothing.
    #[default]
    Forgotten,
    /// Its conditions, for [`super::Report::ilr`] and [`super::Report::dimacs`].
    Conditions,
    /// Those, and for [`super::Report::smtlib`] what the solver is asked last.
    Asked,
    /// The conditions; what the solver is asked is written to a file as SMT-LIB, in the place of what was before.
    Written(PathBuf),
}

/// Bound of the loops and the recursion of one function, or of its loop at a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoundAt {
    /// The function.
    pub function: String,
    /// The line of the loop.
    pub line: Option<u32>,
    /// The bound.
    pub bound: u32,
}

impl FromStr for BoundAt {
    type Err = String;

    /// Reads `FUNC[:LINE]=N`.
    fn from_str(text: &str) -> Result<BoundAt, String> {
        let parse = || {
            let (place, bound) = text.rsplit_once('=')?;
            let bound = bound.parse().ok()?;
            let (function, line) = match place.rsplit_once(':') {
                Some((function, line)) => (function, Some(line.parse().ok()?)),
                None => (place, None),
            };
            (!function.is_empty()).then(|| BoundAt { function: function.to_owned(), line, bound })
        };
        parse().ok_or_else(|| "expected FUNC[:LINE]=N".to_owned())
    }
}

/// Options of the explicit engine.
#[derive(Clone, Debug, Default)]
pub struct Explicit {
    /// Which interrupts are left out.
    pub reduction: Reduction,
    /// Order in which states are visited.
    pub order: Order,
    /// Most switches from a thread that could go on to another one.
    pub context_bound: Option<u32>,
    /// Whether only a hash of each state is kept.
    pub hash_compaction: bool,
    /// Whether all atomic accesses are taken for sequentially consistent.
    pub sequential: bool,
    /// Whether a wait for a condition variable ends only with a signal or its time.
    pub no_spurious_wakeups: bool,
    /// Property of infinite runs.
    pub temporal: Option<Temporal>,
}

/// Options of the search through sets of states.
#[derive(Clone, Debug)]
pub struct Sets {
    /// The solver, as in [`Bounded::solver`].
    pub solver: String,
    /// Which sets count as visited.
    pub visiting: Visiting,
}

/// A property of infinite runs.
#[derive(Clone, Debug)]
pub struct Temporal {
    /// What it says.
    pub formula: TemporalFormula,
    /// Whether runs are left out in which a thread that can always run from some time on never does.
    pub fair: bool,
}

/// What a property of infinite runs says.
#[derive(Clone, Debug)]
pub enum TemporalFormula {
    /// A formula of linear temporal logic that all runs satisfy.
    Ltl(String),
    /// The file of a Büchi automaton in the HOA format that accepts no run of a correct program.
    Automaton(PathBuf),
}

/// Limits of a check.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Time for everything, reading included.
    pub timeout: Option<Duration>,
    /// Most bytes of memory of the whole process; nine tenths of what is available at the start by default.
    pub memory: Option<u64>,
}

/// What results for tools say about the caller.
#[derive(Clone, Debug, Default)]
pub struct Invocation {
    /// The command and its arguments.
    pub arguments: Vec<String>,
    /// The working directory, absolute.
    pub directory: String,
    /// The time that witnesses carry; the time when they are made by default.
    pub time: Option<SystemTime>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_of_single_functions() {
        let at = |function: &str, line, bound| Ok(BoundAt { function: function.to_owned(), line, bound });
        assert_eq!("f=3".parse(), at("f", None, 3));
        assert_eq!("f:12=3".parse(), at("f", Some(12), 3));
        for wrong in ["f", "f=", "f=x", "f:=3", "f:x=3", "=3", ":1=3"] {
            assert!(wrong.parse::<BoundAt>().is_err(), "{wrong}");
        }
    }
}
