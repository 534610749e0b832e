//! What the options ask for, understood: checks, entry function, solvers, and what does not fit together.

use super::config::{Bounded, Config, Consistency, Engine, Explicit, Goal, TemporalFormula};
use super::words::io_words;
use crate::engine::bmc::TurnedOff;
use crate::engine::explicit::{Order, ltl};
use crate::engine::symbolic::Visiting;
use crate::program::{CONTRACT, Program, contracted};
use crate::property::{Check, CheckSet, PropertyError, parse_property};
use crate::rewrite::RuleSet;

/// Functions whose calls are [`Check::ReachError`].
const ERROR_FUNCTIONS: &[&str] = &["reach_error", "__VERIFIER_error"];

/// Why nothing is checked.
pub(super) enum Refusal {
    /// The user's mistake.
    Mistake(String),
    /// A property that is none of ours: no mistake, and no answer.
    Property(String),
}

impl From<String> for Refusal {
    fn from(words: String) -> Refusal {
        Refusal::Mistake(words)
    }
}

/// The checks and the entry function.
#[derive(Clone)]
pub(super) struct Understood {
    pub checks: CheckSet,
    pub entry: String,
}

/// The checks and the entry function that the options name, where they do.
pub(super) fn named(config: &Config) -> Result<Option<Understood>, Refusal> {
    let path = match &config.goal {
        Goal::Default => return Ok(None),
        Goal::Checks(checks) => {
            return Ok(Some(Understood { checks: *checks, entry: config.program.entry.clone() }));
        }
        Goal::Property(path) => path,
    };
    let shown = path.display();
    let text = std::fs::read_to_string(path).map_err(|error| format!("{shown}: {}", io_words(&error)))?;
    let p = match parse_property(&text) {
        Ok(p) => p,
        Err(PropertyError::NotSupported { formula, .. }) => return Err(Refusal::Property(formula)),
        Err(error) => return Err(format!("{shown}: {error}").into()),
    };
    let other = p.error_functions.iter().find(|f| !ERROR_FUNCTIONS.contains(&f.as_str()));
    if let Some(f) = other {
        return Err(Refusal::Property(format!("G ! call({f}())")));
    }
    // A contract has its own harness.
    let entry = if contracted(&config.program.entry).is_some() { &config.program.entry } else { &p.entry };
    Ok(Some(Understood { checks: p.checks, entry: entry.clone() }))
}

/// Refuses options that exclude each other.
fn compatible(config: &Config) -> Result<(), String> {
    if let Some(options) = config.engine.bounded()
        && options.certificate.is_some()
        && options.solver != "builtin"
    {
        return Err("--certificate: certificates come from the built-in solver, --solver builtin".to_owned());
    }
    if let Engine::Steps(options, _) = &config.engine
        && options.consistency == Consistency::StoreOrder
    {
        return Err("--memory-model tso: not with --encoding steps".to_owned());
    }
    if let Engine::Symbolic(options, sets) = &config.engine {
        let table = [
            (options.temporal.is_some() && config.all, "--all with a formula or an automaton"),
            (
                options.temporal.is_some() && sets.visiting != Visiting::Included,
                "--visited with a formula or an automaton",
            ),
            (options.context_bound.is_some(), "--context-bound"),
            (options.hash_compaction, "--hash-compaction"),
            (options.order != Order::default(), "--search"),
        ];
        return match table.into_iter().find(|(given, _)| *given) {
            Some((_, option)) => Err(format!("{option}: not with --engine symbolic")),
            None => Ok(()),
        };
    }
    let (Engine::Explicit(options) | Engine::Runs(options, _)) = &config.engine else { return Ok(()) };
    if options.order == Order::DepthFirst && config.jobs > 1 {
        return Err("--search dfs: on one thread only, so not with -j".to_owned());
    }
    if options.temporal.is_none() {
        return Ok(());
    }
    let table = [
        (options.context_bound.is_some(), "--context-bound"),
        (options.hash_compaction, "--hash-compaction"),
        (options.order != Order::default(), "--search"),
        (config.all, "--all"),
    ];
    match table.into_iter().find(|(given, _)| *given) {
        Some((_, option)) => Err(format!("{option}: not with a formula or an automaton")),
        None => Ok(()),
    }
}

/// The checks and the entry function that a check is about.
pub(super) fn understand(config: &Config) -> Result<Understood, Refusal> {
    compatible(config)?;
    let explicit = match config.engine {
        Engine::Explicit(_) | Engine::Runs(..) => Some("explicit"),
        Engine::Symbolic(..) => Some("symbolic"),
        _ => None,
    };
    let temporal = config.is_temporal();
    let goal = named(config)?.unwrap_or_else(|| {
        // A question about infinite runs is asked alone.
        let checks = if temporal { CheckSet::EMPTY } else { CheckSet::c_default() };
        Understood { checks, entry: config.program.entry.clone() }
    });
    if goal.checks.contains(Check::Ltl) && !temporal {
        return Err("--check ltl: there is no formula".to_owned().into());
    }
    // Contracts do not say what the function leaves unset, holds or aligns, whether it returns, and what other threads see.
    let unsaid = [
        Check::Leak,
        Check::LeakAtExit,
        Check::Uninit,
        Check::Misaligned,
        Check::Termination,
        Check::Race,
        Check::Ltl,
    ];
    if !config.program.definitions.contracts.is_empty()
        && let Some(check) = unsaid.into_iter().find(|check| goal.checks.contains(*check))
    {
        return Err(Refusal::Property(format!("{} with --use-contract", check.name())));
    }
    // A clause that is not kept ends a run, and what it hides would not be told.
    let by_contract =
        config.program.entry.starts_with(CONTRACT) || !config.program.definitions.contracts.is_empty();
    if by_contract && !goal.checks.contains(Check::Assert) {
        return Err("--check-contract, --use-contract: only with the check assert, as clauses are asserted"
            .to_owned()
            .into());
    }
    if goal.checks.contains(Check::Termination)
        && let Some(name) = explicit
    {
        return Err(Refusal::Property(format!("termination with --engine {name}")));
    }
    Ok(goal)
}

/// What the options turn off.
pub(super) fn turned_off(options: &Bounded) -> Result<TurnedOff, String> {
    let rules = RuleSet::named(options.rules_off.as_deref().unwrap_or_default())
        .map_err(|e| format!("--no-rules: {e}"))?;
    Ok(TurnedOff { rules, pruning: options.unpruned })
}

/// The property of infinite runs that is asked for.
pub(super) fn temporal(options: &Explicit, program: &Program) -> Result<Option<ltl::Property>, String> {
    use ltl::Property;
    let Some(temporal) = &options.temporal else { return Ok(None) };
    let path = match &temporal.formula {
        TemporalFormula::Ltl(text) => {
            let property = Property::formula(program, text, temporal.fair);
            return property.map(Some).map_err(|e| format!("--ltl: {e}"));
        }
        TemporalFormula::Automaton(path) => path,
    };
    let shown = path.display();
    let text = std::fs::read_to_string(path).map_err(|error| format!("{shown}: {}", io_words(&error)))?;
    Property::automaton(program, &text, temporal.fair).map(Some).map_err(|e| format!("{shown}: {e}"))
}

impl Config {
    /// The checks that are asked for; none where the options are wrong.
    pub(crate) fn checks(&self) -> CheckSet {
        understand(self).map_or(CheckSet::EMPTY, |understood| understood.checks)
    }

    /// Whether a property of infinite runs is asked for.
    pub(super) fn is_temporal(&self) -> bool {
        let explicit = match &self.engine {
            Engine::Explicit(explicit) | Engine::Symbolic(explicit, _) | Engine::Runs(explicit, _) => {
                explicit
            }
            Engine::Bounded(_) | Engine::Turns(..) | Engine::Steps(..) => return false,
        };
        explicit.temporal.is_some()
    }
}
