//! Statistics of a run.

use std::fmt::Write;
use std::sync::atomic::Ordering::Relaxed;

use super::vacuity::Vacuity;
use crate::engine::bmc::{Progress, Report};
use crate::engine::steps;
use crate::engine::verdict::Verdict;
use crate::engine::{explicit, symbolic};
use crate::program::FuncId;

/// The cost of a whole run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Figures {
    /// Seconds from start to verdict.
    pub seconds: f64,
    /// Seconds of them until the program was compiled and read.
    pub load: f64,
    /// Most memory in use, in bytes.
    pub memory: u64,
}

/// The answer of an engine, as reports show it.
pub struct EngineAnswer<'a> {
    /// The verdict.
    pub verdict: &'a Verdict,
    /// Functions without a body that the program calls.
    pub undefined: &'a [FuncId],
    /// The bound of the last round, if the engine has one.
    pub bound: Option<u32>,
    /// What a proof says nothing about, if that was asked for.
    pub vacuity: Option<&'a Vacuity>,
    /// Figures by name.
    pub statistics: Vec<(&'static str, f64)>,
}

/// Figures of an exploration by name.
pub fn exploration(found: &explicit::Figures, figures: &Figures) -> Vec<(&'static str, f64)> {
    let mut all = vec![
        ("states", found.states as f64),
        ("transitions", found.transitions as f64),
        ("instructions", found.steps as f64),
        ("depth", f64::from(found.depth)),
        ("parts", found.store.leaves as f64),
        ("store_bytes", found.store.bytes as f64),
        ("store_peak_bytes", found.store.peak as f64),
    ];
    all.extend(of_run(figures));
    all
}

/// Figures of the whole run by name.
fn of_run(figures: &Figures) -> [(&'static str, f64); 3] {
    [("load_seconds", figures.load), ("seconds", figures.seconds), ("memory_bytes", figures.memory as f64)]
}

/// Figures of a search through sets of states by name.
pub fn of_sets(found: &symbolic::Figures, figures: &Figures) -> Vec<(&'static str, f64)> {
    let queries = &found.queries;
    let mut all = vec![
        ("states", found.sets as f64),
        ("transitions", found.transitions as f64),
        ("included", found.included as f64),
        ("merged", found.merged as f64),
        ("instructions", found.steps as f64),
        ("depth", f64::from(found.depth)),
        ("terms", found.terms as f64),
        ("questions", queries.asked as f64),
        ("questions_folded", queries.folded as f64),
        ("questions_sampled", queries.sampled as f64),
        ("questions_cached", queries.cached as f64),
        ("questions_sat", queries.sat as f64),
        ("questions_unsat", queries.unsat as f64),
        ("questions_unknown", queries.unknown as f64),
        ("solver_seconds", queries.nanoseconds as f64 / 1e9),
        ("store_bytes", found.store.bytes as f64),
    ];
    all.extend(of_run(figures));
    all
}

/// Figures of a formula of steps by name.
pub fn of_steps(found: &steps::Report, figures: &Figures) -> Vec<(&'static str, f64)> {
    let sizes = &found.sizes;
    let mut all = vec![
        ("bound", f64::from(found.bound)),
        ("threads", sizes.threads as f64),
        ("nodes", sizes.nodes as f64),
        ("steps", sizes.steps as f64),
        ("most_steps", sizes.most_steps as f64),
        ("terms", sizes.terms as f64),
    ];
    all.extend(sizes.solver.sizes());
    all.extend(of_run(figures));
    all
}

/// Statistics of a check that was ended early.
pub fn unfinished(
    progress: Option<&Progress>,
    exploration: Option<&explicit::Progress>,
    figures: &Figures,
) -> Vec<(&'static str, f64)> {
    let mut all = Vec::new();
    if let Some(p) = progress {
        all.extend(p.halted.bound.map(|bound| ("bound", f64::from(bound))));
        all.extend([
            ("instructions", p.steps as f64),
            ("obligations_open", p.open as f64),
            ("terms", p.terms as f64),
        ]);
    }
    if let Some(p) = exploration {
        all.extend([
            ("states", p.states.load(Relaxed) as f64),
            ("transitions", p.transitions.load(Relaxed) as f64),
            ("depth", f64::from(p.depth.load(Relaxed))),
        ]);
    }
    all.extend([("seconds", figures.seconds), ("memory_bytes", figures.memory as f64)]);
    all
}

/// Figures by name: the unit, if any, is part of the name. Sizes are in the order of the stages: what simplification was
/// asked for, what it made, what of that the solver was asked, what reduction made of it for solvers that need it, the
/// built-in solver's graph and clauses.
pub fn statistics(report: &Report, figures: &Figures) -> Vec<(&'static str, f64)> {
    let [checks, sizes @ ..] = report.round.solver.sizes();
    let mut all = vec![
        ("bound", f64::from(report.round.bound)),
        ("instructions", report.round.steps as f64),
        ("obligations", report.round.obligations as f64),
        checks,
        ("terms_asked", report.round.requests as f64),
        ("terms", report.round.terms as f64),
    ];
    all.extend(sizes);
    all.extend([
        ("load_seconds", figures.load),
        ("encode_seconds", report.spent.encode),
        ("solve_seconds", report.spent.search),
        ("induction_seconds", report.spent.induction),
        ("recheck_seconds", report.spent.recheck),
        ("proofs_accepted", f64::from(report.rechecked.accepted)),
        ("proofs_rejected", report.rechecked.rejected.len() as f64),
        ("seconds", figures.seconds),
        ("memory_bytes", figures.memory as f64),
    ]);
    all
}

/// How often each rewrite rule applied that did, most often first, and how often one did not for lack of fuel (`cut`):
/// a line each.
pub fn rules<'a>(counts: impl Iterator<Item = (&'a str, u64)>, cut: u64) -> String {
    let mut applied: Vec<(&str, u64)> = counts.filter(|r| r.1 > 0).collect();
    applied.sort_by_key(|&(name, n)| (std::cmp::Reverse(n), name));
    let total: u64 = applied.iter().map(|r| r.1).sum();
    let mut out = String::new();
    for (name, n) in [("rules", total), ("rules_cut", cut)].into_iter() {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{name:14}  {n}");
    }
    for (name, n) in applied {
        let _ = writeln!(out, "rule {name}  {n}");
    }
    out
}

/// The figures as text, one a line.
pub fn print(statistics: &[(&'static str, f64)]) -> String {
    let width = statistics.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let mut out = String::new();
    for (name, value) in statistics {
        let value = if value.fract() == 0.0 { format!("{value:.0}") } else { format!("{value:.3}") };
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{name:width$}  {value}");
    }
    out
}
