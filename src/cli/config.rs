//! Translates arguments to the configuration of a check.

use std::time::{Duration, SystemTime};

use super::args::{
    Args, Assembly, Consistency, Encoding, EngineName, EntryPointers, MemoryModel, Order, Reduce, Signals,
    Source, StepSize, Undefined, Visited, Volatile,
};
use super::emit::{Emit, Kind};
use crate::verify::{
    self, Bounded, Config, Definitions, Engine, Environment, Explicit, Formula, Goal, Invocation, Limits,
    ProgramOptions, Sets, StepGrain, Temporal, TemporalFormula,
};

/// How the inputs become a program.
pub fn program(source: &Source) -> ProgramOptions {
    ProgramOptions {
        entry: source.entry(),
        definitions: Definitions {
            overrides: source.overrides.clone(),
            remove_bodies: source.remove_body.clone(),
            stubs: source.stub.clone(),
            contracts: source.use_contract.clone(),
            checked_in: source.checked_contract().and_then(|(file, _)| file),
        },
        data_model: source.model,
        include: source.include.clone(),
        define: source.define.clone(),
        std: source.std.clone(),
        flags: source.compiler_option.clone(),
        compile_commands: source.compile_commands.clone(),
        all_of: source.all_of.clone(),
        undefined: match source.undefined {
            Undefined::Target => verify::Undefined::Target,
            Undefined::Any => verify::Undefined::Any,
        },
        environment: Environment {
            any_assembly: source.asm == Assembly::Any,
            any_volatile: source.volatile == Volatile::Any,
            any_device: source.region.iter().any(|region| region.any),
            any_signals: source.signals == Signals::Any,
        },
        regions: source.region.clone(),
        max_object: source.max_object,
        marks: false,
        output: false,
        probe: None,
    }
}

/// Whether a property of infinite runs is asked for.
fn is_temporal(args: &Args) -> bool {
    args.ltl.is_some() || args.ltl_automaton.is_some()
}

/// Refuses options that the engine would ignore.
fn unused(args: &Args, emits: &[Emit]) -> Result<(), String> {
    let enumerates = args.engine == EngineName::Explicit;
    // The bounded engine has no formulas.
    let without_bounded = match args.engine {
        EngineName::Explicit => Some("--engine explicit"),
        EngineName::Symbolic => Some("--engine symbolic"),
        EngineName::Auto if is_temporal(args) => Some("a formula or an automaton"),
        EngineName::Auto | EngineName::Bmc => None,
    };
    let explicit = without_bounded.is_some();
    let table = [
        (explicit, args.bound.is_some(), "--bound"),
        (explicit, !args.bound_at.is_empty(), "--bound-at"),
        (enumerates, args.solver != "builtin", "--solver"),
        (explicit, args.memory != MemoryModel::Objects, "--memory"),
        (explicit, args.no_rules.is_some(), "--no-rules"),
        (explicit || args.encoding == Encoding::Steps, args.no_prune, "--no-prune"),
        (explicit, args.certificate.is_some(), "--certificate"),
        (explicit, args.vacuity, "--vacuity"),
        (explicit, args.memory_model == Consistency::Tso, "--memory-model tso"),
        (explicit, args.encoding != Encoding::Events, "--encoding"),
        (!explicit, args.context_bound.is_some(), "--context-bound"),
        (!explicit, args.hash_compaction, "--hash-compaction"),
        (!explicit, args.search != Order::Bfs, "--search"),
        (!explicit, args.reduce != Reduce::Full, "--reduce"),
    ];
    let steps = args.encoding == Encoding::Steps;
    let foreign = [
        (!args.bound_at.is_empty(), "--bound-at"),
        (args.memory != MemoryModel::Objects, "--memory flat"),
        (args.certificate.is_some(), "--certificate"),
        (args.source.undefined == Undefined::Any, "--undefined any"),
        (args.vacuity, "--vacuity"),
        (args.replay.is_some(), "--replay"),
        (!args.cover.is_empty(), "--cover"),
        (args.all, "--all"),
        (args.no_spurious_wakeups, "--no-spurious-wakeups"),
    ];
    if let Some((_, option)) = foreign.into_iter().find(|(given, _)| steps && *given) {
        return Err(format!("{option}: not with --encoding steps"));
    }
    if !steps && args.steps != StepSize::Action {
        return Err("--steps: only with --encoding steps".to_owned());
    }
    let harness = emits.iter().any(|e| e.kind == Kind::Harness);
    if !args.source.region.is_empty() && args.memory == MemoryModel::Flat {
        return Err("--region: not with --memory flat".to_owned());
    }
    let contract = args.source.contract_option();
    let repeated = harness || !args.witness.is_empty() || args.replay.is_some();
    if let Some(option) = contract.filter(|_| repeated) {
        return Err(format!(
            "{option}: a witness or a harness cannot repeat a run that the sources do not have"
        ));
    }
    if args.memory_model == Consistency::Tso && (harness || !args.witness.is_empty() || args.replay.is_some())
    {
        return Err(
            "--memory-model tso: a witness or a harness cannot tell when a store comes to memory".to_owned()
        );
    }
    if args.replay.is_some() && explicit {
        return Err("--replay: only with --engine bmc and --memory objects".to_owned());
    }
    if let Some((.., option)) = table.into_iter().find(|(engine, given, _)| *engine && *given) {
        return Err(match without_bounded {
            Some(what) => format!("{option}: not with {what}"),
            None => format!("{option}: only with --engine explicit"),
        });
    }
    if args.visited != Visited::Included && args.engine != EngineName::Symbolic {
        return Err("--visited: only with --engine symbolic".to_owned());
    }
    if args.fair && !is_temporal(args) {
        return Err("--fair: there is no formula".to_owned());
    }
    if is_temporal(args) && !explicit {
        return Err("--ltl: not with --engine bmc".to_owned());
    }
    match (without_bounded, emits.iter().find(|e| !e.is_of_every_engine())) {
        (Some(what), Some(emit)) => Err(format!("--emit {}: not with {what}", emit.name())),
        _ => Ok(()),
    }
}

fn goal(args: &Args) -> Result<Goal, String> {
    Ok(match (args.source.checks()?, &args.property) {
        (Some(checks), _) => Goal::Checks(checks),
        (None, Some(path)) => Goal::Property(path.clone()),
        (None, None) => Goal::Default,
    })
}

fn bounded(args: &Args, emits: &[Emit]) -> Result<Bounded, String> {
    let at = |text: &String| text.parse().map_err(|why| format!("--bound-at {text}: {why}"));
    let has = |kind| emits.iter().find(|e| e.kind == kind);
    let formula = match has(Kind::Smt2).map(|e| e.path.clone()) {
        Some(None) => Formula::Asked,
        Some(Some(path)) => Formula::Written(path),
        None if has(Kind::Ilr).or(has(Kind::Cnf)).is_some() => Formula::Conditions,
        None => Formula::Forgotten,
    };
    Ok(Bounded {
        bound: args.bound,
        bound_at: args.bound_at.iter().map(at).collect::<Result<_, _>>()?,
        induction: !args.no_induction,
        recheck: !args.no_recheck,
        solver: args.solver.clone(),
        rules_off: args.no_rules.clone(),
        unpruned: args.no_prune,
        flat_memory: args.memory == MemoryModel::Flat,
        // A contract says itself what a pointer may be.
        null_arguments: args.entry_pointers == EntryPointers::Any || args.source.check_contract.is_some(),
        consistency: match args.memory_model {
            Consistency::C11 => verify::Consistency::C11,
            Consistency::Sc => verify::Consistency::Sequential,
            Consistency::Tso => verify::Consistency::StoreOrder,
        },
        no_spurious_wakeups: args.no_spurious_wakeups,
        certificate: args.certificate.clone(),
        formula,
        vacuity: args.vacuity,
    })
}

fn explicit(args: &Args) -> Explicit {
    let formula = match (&args.ltl, &args.ltl_automaton) {
        (Some(text), _) => Some(TemporalFormula::Ltl(text.clone())),
        (None, Some(path)) => Some(TemporalFormula::Automaton(path.clone())),
        (None, None) => None,
    };
    Explicit {
        reduction: args.reduce.into(),
        order: args.search.into(),
        context_bound: args.context_bound,
        hash_compaction: args.hash_compaction,
        sequential: args.memory_model == Consistency::Sc,
        no_spurious_wakeups: args.no_spurious_wakeups,
        temporal: formula.map(|formula| Temporal { formula, fair: args.fair }),
    }
}

impl From<Visited> for crate::engine::symbolic::Visiting {
    fn from(visited: Visited) -> crate::engine::symbolic::Visiting {
        use crate::engine::symbolic::Visiting as To;
        match visited {
            Visited::Included => To::Included,
            Visited::Equal => To::Equal,
            Visited::None => To::Never,
        }
    }
}

/// All cores but one, at least one.
fn most_jobs() -> usize {
    std::thread::available_parallelism().map_or(1, |cores| cores.get().saturating_sub(1).max(1))
}

/// What `SOURCE_DATE_EPOCH` says, so that files can be made again.
fn time() -> Option<SystemTime> {
    let seconds = std::env::var("SOURCE_DATE_EPOCH").ok()?.parse().ok()?;
    Some(SystemTime::UNIX_EPOCH + Duration::from_secs(seconds))
}

/// What the options ask for.
///
/// # Errors
/// In words, where they do not fit together.
pub fn of(args: &Args, emits: &[Emit]) -> Result<Config, String> {
    unused(args, emits)?;
    let directory = std::env::current_dir().map_or(String::new(), |d| d.to_string_lossy().into_owned());
    Ok(Config {
        program: program(&args.source),
        goal: goal(args)?,
        engine: match args.engine {
            _ if args.encoding == Encoding::Steps => Engine::Steps(
                bounded(args, emits)?,
                match args.steps {
                    StepSize::Action => StepGrain::Action,
                    StepSize::Instruction => StepGrain::Instruction,
                },
            ),
            EngineName::Auto if is_temporal(args) => Engine::Runs(explicit(args), args.solver.clone()),
            EngineName::Auto => Engine::Turns(bounded(args, emits)?, explicit(args)),
            EngineName::Bmc => Engine::Bounded(bounded(args, emits)?),
            EngineName::Explicit => Engine::Explicit(explicit(args)),
            EngineName::Symbolic => Engine::Symbolic(
                explicit(args),
                Sets { solver: args.solver.clone(), visiting: args.visited.into() },
            ),
        },
        all: args.all,
        malloc_may_fail: args.malloc_may_fail,
        limits: Limits {
            timeout: args.timeout.map(Duration::from_secs_f64),
            memory: args.memory_limit.map(|mb| mb.saturating_mul(1 << 20)),
        },
        jobs: match (args.jobs, args.engine) {
            (Some(jobs), _) => jobs as usize,
            (None, EngineName::Auto) => most_jobs(),
            (None, _) => 1,
        },
        invocation: Invocation {
            arguments: std::env::args_os().map(|a| a.to_string_lossy().into_owned()).collect(),
            directory,
            time: time(),
        },
    })
}
