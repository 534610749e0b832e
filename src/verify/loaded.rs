//! The program that was read, before its check.

use rustc_hash::FxHashSet;
use serde_json::{Value, json};
use std::sync::Arc;
use tracing::info;

use super::{Error, Running};
use crate::analysis::{CallGraph, CallTree, creates_threads, dot};
use crate::machine;
use crate::program::{FuncId, Program, SourceFunction};

/// Most contexts of a call graph.
const CONTEXTS: usize = 2000;

/// A program that was read and is to be checked.
#[derive(Clone)]
pub struct Loaded {
    pub(super) program: Arc<Program>,
    pub(super) entry: FuncId,
    pub(super) warnings: Vec<String>,
    /// Seconds that reading took.
    pub(super) seconds: f64,
}

impl Loaded {
    /// The program as text.
    pub fn text(&self) -> String {
        self.program.to_string()
    }

    /// Call-site-sensitive call graph, in DOT, with so many activations of each recursive function.
    pub fn callgraph(&self, activations: u32) -> String {
        let graph = CallGraph::new(&self.program);
        let tree = CallTree::new(&graph, self.entry, activations, CONTEXTS);
        dot::callgraph(&self.program, &tree)
    }

    /// Whether runs may create threads.
    pub(super) fn may_create_threads(&self) -> bool {
        creates_threads(&self.program, self.entry)
    }

    /// The functions of the sources, each with whether the call graph leads to it from the entry: a JSON array of objects with
    /// `file`, `line`, `name` and `reached`.
    pub fn functions(&self) -> String {
        let program = &self.program;
        let graph = CallGraph::new(program);
        let starts = [&program.constructors[..], &program.destructors[..], &[self.entry]].concat();
        let places = source_functions(program, graph.reachable(&starts));
        let all = program.defined.iter().map(|f| {
            let reached = places.contains(f);
            json!({"file": f.file, "line": f.line, "name": f.name, "reached": reached})
        });
        Value::Array(all.collect()).to_string() + "\n"
    }

    /// Control flow of every function of the user, in DOT, with the functions' names.
    pub fn control_flow(&self) -> Vec<(String, String)> {
        let program = &self.program;
        let functions = (0..program.functions.len()).map(FuncId::new);
        let own = functions.filter(|f| program.func(*f).is_defined() && !program.func(*f).model);
        own.map(|f| (program.func(f).name.clone(), dot::cfg(program, f))).collect()
    }
}

/// Functions as the sources have them.
pub(super) fn source_functions(
    program: &Program,
    all: impl IntoIterator<Item = FuncId>,
) -> FxHashSet<SourceFunction> {
    let of = |f: FuncId| {
        let f = program.func(f);
        let loc = &program.locs[f.loc?.index()];
        let file = program.files[loc.file.index()].clone();
        Some(SourceFunction { file, line: loc.line, name: f.source_name.clone() })
    };
    all.into_iter().filter_map(of).collect()
}

/// Reads the program and tells what is to be known before its check.
pub(super) fn load(running: &Running) -> Result<Loaded, Error> {
    let (job, understood) = (&running.job, &running.understood);
    let name = &understood.entry;
    let program = job.load(&job.config.program, name, understood.checks, Vec::new())?;
    let seconds = job.start.elapsed().as_secs_f64();
    info!(functions = program.functions.len(), seconds, "program read");
    let entry = program.function(name).ok_or(format!("function {name} is not defined"))?;
    let mut warnings = program.warnings.clone();
    if let Some(options) = job.config.engine.bounded() {
        for function in options.bound_at.iter().map(|at| &at.function) {
            let mut functions = (0..program.functions.len()).map(FuncId::new);
            if !functions.any(|f| program.is_named(f, function)) {
                warnings.push(format!("--bound-at: no function {function} is reached"));
            }
        }
        if !options.null_arguments && machine::pointer_from_outside(&program, entry).is_some() {
            let name = &program.func(entry).source_name;
            warnings.push(format!(
                "the pointers that {name} is given are taken for not null; --entry-pointers any lets them be"
            ));
        }
    }
    warnings.iter().for_each(|warning| running.observer.warning(warning));
    let loaded = Loaded { program: Arc::new(program), entry, warnings, seconds };
    running.observer.loaded(&loaded)?;
    Ok(loaded)
}
