//! Takes out of a whole project what a program needs (`--all-of`).
//!
//! The files that define a needed symbol are linked, no others. Needed is what the entry function, and the constructors of the files
//! that are linked, refer to: a file is not needed because another function of a linked file calls it. The [`index`] tells from the
//! texts which files may define a symbol; only these are compiled. So the compiler decides what is defined, and the texts only spare
//! it the other files.

mod index;
mod scan;
mod symbols;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use rustc_hash::{FxHashMap, FxHashSet};
use tracing::{debug, info};

use self::index::Index;
use self::scan::Scan;
use self::symbols::{Binding, Symbol, Symbols};
use super::compile_commands::CompileCommands;
use super::flags::CompilerFlags;
use super::module::{self, File};
use super::{FrontendError, Options, clang, shown};
use crate::base::parallel;
use crate::program::{FILE_LOCAL, PROMISE, contracted, is_reserved};

/// More candidates than this are preprocessed before they are compiled: that is several times faster.
const COMPILED_AT_ONCE: usize = 4;

/// A file with its symbols.
struct Member {
    file: File,
    symbols: Symbols,
    /// Number of the source, if it is the project's.
    source: Option<usize>,
    linked: bool,
}

/// A symbol of a unit, by their numbers.
type Position = (usize, usize);

/// The search for what is needed.
struct Search<'a> {
    options: &'a Options,
    /// How many files are compiled at a time.
    jobs: usize,
    /// Options for the project's files.
    of_project: Options,
    index: Index,
    /// The scans of those sources that were preprocessed; `None` if the preprocessor failed.
    preprocessed: Vec<OnceLock<Option<Scan>>>,
    units: Vec<Member>,
    /// What became of those sources that were compiled: their unit, or an error.
    compiled: BTreeMap<usize, Result<usize, FrontendError>>,
    /// Sources that may define a symbol.
    candidates: FxHashMap<String, Vec<usize>>,
    warnings: Vec<String>,
}

/// What is needed of a project, and how it was found.
#[derive(Default)]
pub(super) struct Gathered {
    /// The inputs, and the needed files after them.
    pub(super) files: Vec<File>,
    pub(super) warnings: Vec<String>,
    /// The files of the project that were compiled, with their options.
    pub(super) compiled: Vec<(PathBuf, CompilerFlags)>,
    /// The files whose texts were looked at.
    pub(super) texts: Vec<PathBuf>,
}

/// Adds those files of a project that a program needs to the inputs.
pub(super) fn gather(
    inputs: Vec<File>,
    database: &CompileCommands,
    options: &Options,
) -> Result<Gathered, FrontendError> {
    let jobs = std::thread::available_parallelism().map_or(1, usize::from).max(options.jobs);
    let mut index = Index::of(database, options, jobs);
    let given: FxHashSet<PathBuf> =
        inputs.iter().filter_map(|file| std::fs::canonicalize(&file.name).ok()).collect();
    index.leave_out(&given);
    let units = inputs.into_iter().map(|file| {
        let symbols = Symbols::of(&file)?;
        Ok(Member { file, symbols, source: None, linked: true })
    });
    let mut search = Search {
        options,
        jobs,
        of_project: Options { overrides: Vec::new(), replaced: Vec::new(), ..options.clone() },
        preprocessed: index.sources.iter().map(|_| OnceLock::new()).collect(),
        index,
        units: units.collect::<Result<_, FrontendError>>()?,
        compiled: BTreeMap::new(),
        candidates: FxHashMap::default(),
        warnings: Vec::new(),
    };
    let inputs = search.units.iter().flat_map(|unit| &unit.symbols.all);
    let locals = inputs.filter(|symbol| symbol.name.starts_with(FILE_LOCAL)).count();
    search.of_project.all_functions = locals > 0;
    let mut roots = match contracted(&options.entry) {
        Some(function) => search.contract(function)?,
        None => search.named(&options.entry, "--entry")?,
    };
    for (_, stub) in &options.stubs {
        roots.extend(search.named(stub, "--stub")?);
    }
    for (_, function) in options.use_contracts.iter().map(|name| of_file(name)) {
        roots.extend(search.defining(None, &format!("{PROMISE}{function}")));
    }
    let reached = search.complete(&roots)?;
    search.settle(&reached)?;
    search.warn();
    let compiled = search.compiled.keys().map(|number| &search.index.sources[*number]);
    let compiled = compiled.filter_map(|s| Some((s.path.clone(), s.flags.as_ref().ok()?.clone()))).collect();
    let texts = search.index.files().cloned().collect();
    let mut files: Vec<Member> = search.units.into_iter().filter(|unit| unit.linked).collect();
    // The order of the sources does not depend on that of the search.
    files.sort_by_key(|unit| unit.source);
    let files: Vec<File> = files.into_iter().map(|unit| unit.file).collect();
    let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
    info!(compiled = search.compiled.len(), linked = names.join(", "), "files of the project");
    Ok(Gathered { files, warnings: search.warnings, compiled, texts })
}

/// `FILE` and `f` of `FILE:f`.
fn of_file(name: &str) -> (Option<&str>, &str) {
    match name.rsplit_once(':') {
        Some((file, name)) if !file.is_empty() => (Some(file), name),
        _ => (None, name),
    }
}

impl Search<'_> {
    /// Finds the harness of the function whose contract is checked, and links its file.
    fn contract(&mut self, function: &str) -> Result<Vec<Position>, FrontendError> {
        let file = self.options.checked_in.clone();
        // Where a file is named, other files get no harness.
        let harness = self.options.entry.clone();
        self.find((file.as_deref(), function), (None, &harness), function, "--check-contract")
    }

    /// Finds the function that an option names, and links the file that defines it.
    fn named(&mut self, full: &str, option: &str) -> Result<Vec<Position>, FrontendError> {
        self.find(of_file(full), of_file(full), full, option)
    }

    /// Finds the definition of a symbol in the files that may define a function; both have the file where one is given.
    fn find(
        &mut self,
        (file, name): (Option<&str>, &str),
        symbol: (Option<&str>, &str),
        full: &str,
        option: &str,
    ) -> Result<Vec<Position>, FrontendError> {
        let given = self.defining(symbol.0, symbol.1);
        if given.iter().any(|place| self.units[place.0].linked) {
            return Ok(given);
        }
        let candidates = match file {
            Some(file) => self.index.candidates_in(file, name),
            None if name.starts_with(FILE_LOCAL) => self.index.candidates_local(name),
            None => self.index.candidates(name, true),
        };
        self.of_project.all_functions = true;
        self.compile(name, &candidates)?;
        let mut found = self.defining(symbol.0, symbol.1);
        if file.is_none() && found.iter().any(|place| self.symbol(*place).kind != Binding::Local) {
            found.retain(|place| self.symbol(*place).kind != Binding::Local);
        }
        // A header defines it for several sources.
        found.dedup_by(|b, a| {
            let (a, b) = (self.symbol(*a), self.symbol(*b));
            a.file.is_some() && a.file == b.file && b.kind == Binding::Local
        });
        match found[..] {
            [] => self.failure(name, &candidates).map_or(Ok(Vec::new()), Err),
            [place] => {
                self.units[place.0].linked = true;
                Ok(found)
            }
            _ => {
                let candidates: Vec<String> = found.iter().map(|place| self.full_name(*place)).collect();
                Err(FrontendError::Ambiguous {
                    option: option.to_owned(),
                    name: full.to_owned(),
                    candidates: candidates.join(", "),
                })
            }
        }
    }

    /// The definitions of a function in the units: in the linked ones, if there are some.
    fn defining(&self, file: Option<&str>, name: &str) -> Vec<Position> {
        let mut found = Vec::new();
        for (u, unit) in self.units.iter().enumerate() {
            let is_it = |symbol: &Symbol| {
                let named = symbol.name == name || symbol.is_local_as(name);
                let of_file = |file| {
                    let own = symbol.file.as_ref().is_some_and(|own| index::is_of(Path::new(own), file));
                    own || index::is_of(Path::new(&unit.file.name), file)
                };
                named && symbol.is_defined() && file.is_none_or(of_file)
            };
            found
                .extend((0..unit.symbols.all.len()).filter(|s| is_it(&unit.symbols.all[*s])).map(|s| (u, s)));
        }
        let linked: Vec<Position> =
            found.iter().copied().filter(|place| self.units[place.0].linked).collect();
        if linked.is_empty() { found } else { linked }
    }

    fn symbol(&self, (unit, symbol): Position) -> &Symbol {
        &self.units[unit].symbols.all[symbol]
    }

    fn full_name(&self, place: Position) -> String {
        let symbol = self.symbol(place);
        let file = symbol.file.as_ref().unwrap_or(&self.units[place.0].file.name);
        format!("{file}:{}", contracted(&symbol.name).unwrap_or(&symbol.name))
    }

    /// Links files until nothing is missing that the project has; what is reached then.
    fn complete(&mut self, roots: &[Position]) -> Result<BTreeSet<Position>, FrontendError> {
        loop {
            let (reached, missing) = self.reach(roots);
            let new: Vec<&String> =
                missing.iter().filter(|name| !self.candidates.contains_key(*name)).collect();
            let new: Vec<(String, Vec<usize>)> =
                new.into_iter().map(|name| (name.clone(), self.candidates_of(name))).collect();
            for (name, candidates) in new {
                debug!(name, candidates = candidates.len(), "needed");
                self.compile(&name, &candidates)?;
                self.candidates.insert(name, candidates);
            }
            let (mut linked, mut undecided) = (false, None);
            for name in &missing {
                match self.choose(name)? {
                    Choice::Link(unit) => {
                        linked |= !self.units[unit].linked;
                        self.units[unit].linked = true;
                    }
                    Choice::None => {}
                    Choice::Several(units) => undecided = undecided.or(Some((name, units))),
                }
            }
            if linked {
                continue;
            }
            return match undecided {
                // Another needed file might have decided it.
                Some((name, units)) => Err(self.alternatives(name, &units)),
                None => Ok(reached),
            };
        }
    }

    fn candidates_of(&self, name: &str) -> Vec<usize> {
        if name.starts_with(FILE_LOCAL) {
            self.index.candidates_local(name)
        } else {
            self.index.candidates(name, false)
        }
    }

    fn alternatives(&self, name: &str, units: &[usize]) -> FrontendError {
        let mut units: Vec<&Member> = units.iter().map(|unit| &self.units[*unit]).collect();
        units.sort_by_key(|unit| unit.source);
        let files: Vec<&str> = units.iter().map(|unit| unit.file.name.as_str()).collect();
        FrontendError::Alternatives { symbol: name.to_owned(), candidates: files.join(", ") }
    }

    /// The file to link for a symbol.
    fn choose(&self, name: &str) -> Result<Choice, FrontendError> {
        let kind = |unit: &Member| {
            let local = unit.symbols.all.iter().any(|symbol| symbol.is_local_as(name));
            if local { Some(Binding::Strong) } else { unit.symbols.get(name).map(|symbol| symbol.kind) }
        };
        let having = |wanted: Binding, linked: bool| -> Vec<usize> {
            let units = self.units.iter().enumerate().filter(|(_, u)| u.linked == linked);
            units.filter(|(_, u)| kind(u) == Some(wanted)).map(|(i, _)| i).collect()
        };
        if let Some(unit) = having(Binding::Strong, true).first() {
            return Ok(Choice::Link(*unit));
        }
        let mut others = having(Binding::Strong, false);
        if others.is_empty() {
            if let Some(unit) = having(Binding::Weak, true).first() {
                return Ok(Choice::Link(*unit));
            }
            others = having(Binding::Weak, false);
        }
        let candidates = self.candidates.get(name).map(Vec::as_slice).unwrap_or_default();
        Ok(match others[..] {
            [] => match self.failure(name, candidates) {
                Some(error) => return Err(error),
                None => Choice::None,
            },
            [unit] => Choice::Link(unit),
            _ => Choice::Several(others),
        })
    }

    /// Why a candidate could not be compiled, if its text says that it defines the symbol.
    fn failure(&self, name: &str, candidates: &[usize]) -> Option<FrontendError> {
        candidates.iter().find_map(|candidate| match self.compiled.get(candidate) {
            Some(Err(error)) if self.may_define(*candidate, name) => Some(error.clone()),
            _ => None,
        })
    }

    /// Whether the preprocessed text of a source may define a symbol; where there is no such text, whether it names it itself.
    fn may_define(&self, number: usize, symbol: &str) -> bool {
        let preprocess = || {
            let source = &self.index.sources[number];
            let text = clang::preprocess(&source.path, &self.options_of(source)?)?;
            Some(scan::scan(&text))
        };
        match self.preprocessed[number].get_or_init(preprocess) {
            Some(scan) => index::defines(scan, symbol),
            None => self.index.names(number, symbol),
        }
    }

    fn options_of(&self, source: &index::Source) -> Option<Options> {
        let own = source.flags.as_ref().ok()?.clone();
        Some(Options { own: Some(own), ..self.of_project.clone() })
    }

    /// Compiles those of the candidates for a symbol that are not compiled yet.
    fn compile(&mut self, name: &str, candidates: &[usize]) -> Result<(), FrontendError> {
        let new = |c: &&usize| !self.compiled.contains_key(c);
        let mut new: Vec<usize> = candidates.iter().filter(new).copied().collect();
        if new.len() > COMPILED_AT_ONCE {
            let right = parallel::map(&new, self.jobs, |c| self.may_define(*c, name));
            let mut right = right.into_iter();
            new.retain(|_| right.next().unwrap_or(true));
        }
        let files = parallel::map(&new, self.jobs, |candidate| {
            let source = &self.index.sources[*candidate];
            let options = self.options_of(source);
            match (options, &source.flags) {
                (Some(options), _) => module::read(&source.path, &options),
                (None, Err(error)) => Err(error.clone()),
                (None, Ok(_)) => Err(FrontendError::NoInput),
            }
        });
        for (candidate, file) in new.into_iter().zip(files) {
            let unit = file.and_then(|file| Ok((Symbols::of(&file)?, file)));
            let known = unit.map(|(symbols, file)| {
                self.units.push(Member { file, symbols, source: Some(candidate), linked: false });
                self.units.len() - 1
            });
            self.compiled.insert(candidate, known);
        }
        Ok(())
    }

    /// What the roots and the constructors of linked files reach, and the symbols that no linked file defines, or only weakly.
    fn reach(&self, roots: &[Position]) -> (BTreeSet<Position>, BTreeSet<String>) {
        let mut owners: FxHashMap<&str, Vec<Position>> = FxHashMap::default();
        for (u, unit) in self.units.iter().enumerate().filter(|(_, unit)| unit.linked) {
            for (s, symbol) in unit.symbols.all.iter().enumerate() {
                if matches!(symbol.kind, Binding::Strong | Binding::Weak) {
                    owners.entry(&symbol.name).or_default().push((u, s));
                }
            }
        }
        let mut work: Vec<Position> = roots.to_vec();
        for (u, unit) in self.units.iter().enumerate().filter(|(_, unit)| unit.linked) {
            let lists = ["llvm.global_ctors", "llvm.global_dtors"];
            work.extend(lists.iter().filter_map(|list| Some((u, *unit.symbols.by_name.get(*list)?))));
        }
        let (mut reached, mut missing) = (BTreeSet::new(), BTreeSet::new());
        while let Some(place) = work.pop() {
            if !reached.insert(place) || self.is_removed(place) {
                continue;
            }
            for refers in &self.symbol(place).refers {
                let symbol = self.symbol((place.0, *refers));
                match self.resolve((place.0, *refers), &owners) {
                    Some(found) => {
                        let weak = self.symbol(found).kind == Binding::Weak;
                        missing.extend(weak.then(|| symbol.name.clone()));
                        work.push(found);
                    }
                    None if self.is_wanted(&symbol.name) => {
                        missing.insert(symbol.name.clone());
                    }
                    None => {}
                }
            }
        }
        (reached, missing)
    }

    /// The definition that a reference means.
    fn resolve(&self, place: Position, owners: &FxHashMap<&str, Vec<Position>>) -> Option<Position> {
        let symbol = self.symbol(place);
        if matches!(symbol.kind, Binding::Local | Binding::Inline) {
            return Some(place);
        }
        let rank = |found: &&Position| {
            let unit = &self.units[found.0];
            let given = unit.source.is_none();
            let weak = self.symbol(**found).kind == Binding::Weak;
            (weak, !(given && unit.file.overrides), !given, found.0 != place.0, **found)
        };
        if let Some(found) = owners.get(symbol.name.as_str()).and_then(|all| all.iter().min_by_key(rank)) {
            return Some(*found);
        }
        if !symbol.name.starts_with(FILE_LOCAL) {
            return None;
        }
        let linked = self.units.iter().enumerate().filter(|(_, unit)| unit.linked);
        let mut all = linked.flat_map(|(u, unit)| (0..unit.symbols.all.len()).map(move |s| (u, s)));
        all.find(|found| self.symbol(*found).is_local_as(&symbol.name))
    }

    /// Whether the project has to define a symbol that nothing defines yet.
    fn is_wanted(&self, name: &str) -> bool {
        let of_llvm = name.starts_with("llvm.") || name.starts_with("__ubsan_handle_");
        let reserved = is_reserved(name) && !name.starts_with(FILE_LOCAL) || name.starts_with("__bmc_");
        let removed = self.options.remove_bodies.iter().any(|removed| removed == name);
        let redirected = self.options.stubs.iter().any(|(function, _)| function == name);
        !(of_llvm || reserved || removed || redirected)
    }

    /// Whether options remove the body of a function, or let its calls call another one.
    fn is_removed(&self, place: Position) -> bool {
        let symbol = self.symbol(place);
        let unit = &self.units[place.0];
        let own = [symbol.file.as_deref(), Some(unit.file.name.as_str())];
        let is_it = |full: &String| {
            let (file, name) = of_file(full);
            let of = |file| own.iter().flatten().any(|own| index::is_of(Path::new(own), file));
            (symbol.name == name || symbol.is_local_as(name)) && file.is_none_or(of)
        };
        let removed = !unit.file.overrides && self.options.remove_bodies.iter().any(is_it);
        removed || self.options.stubs.iter().any(|(function, _)| is_it(function))
    }

    /// Warns of files that cannot be compiled and may define what another file defines, too: once for each symbol.
    fn warn(&mut self) {
        let names: BTreeSet<&String> = self.candidates.keys().collect();
        for name in names {
            let failed = self.candidates[name].iter().filter_map(|source| {
                let error = self.compiled.get(source)?.as_ref().err()?;
                self.may_define(*source, name).then_some((*source, error))
            });
            let failed: Vec<(usize, &FrontendError)> = failed.collect();
            let Some((first, error)) = failed.first() else { continue };
            let file = shown(&self.index.sources[*first].path);
            let files = match failed.len() {
                1 => format!("{file} is"),
                n => format!("{file} and others ({n} files) are"),
            };
            self.warnings.push(format!("{files} left out, and may define {name}: {error}"));
        }
    }

    /// Decides which of several definitions in the linked files counts.
    fn settle(&mut self, reached: &BTreeSet<Position>) -> Result<(), FrontendError> {
        let mut all: BTreeMap<&str, Vec<Position>> = BTreeMap::new();
        for (u, unit) in self.units.iter().enumerate().filter(|(_, unit)| unit.linked) {
            let strong = unit.symbols.all.iter().enumerate().filter(|(_, s)| s.kind == Binding::Strong);
            strong.for_each(|(s, symbol)| all.entry(&symbol.name).or_default().push((u, s)));
        }
        let mut lost: Vec<(usize, String)> = Vec::new();
        for (name, places) in all.into_iter().filter(|(name, p)| p.len() > 1 && !name.starts_with("llvm.")) {
            let (given, others): (Vec<Position>, Vec<Position>) =
                places.into_iter().partition(|place| self.units[place.0].source.is_none());
            let losing = if given.is_empty() {
                let used: Vec<usize> = others.iter().filter(|p| reached.contains(p)).map(|p| p.0).collect();
                if used.len() > 1 {
                    return Err(self.alternatives(name, &used));
                }
                let owner = used.first().copied().unwrap_or(others[0].0);
                others.into_iter().filter(|place| place.0 != owner).collect()
            } else {
                others
            };
            lost.extend(losing.into_iter().map(|place| (place.0, name.to_owned())));
        }
        for (unit, name) in lost {
            self.units[unit].file.lost.push(name);
        }
        Ok(())
    }
}

/// What is to be linked for a symbol.
enum Choice {
    /// This unit.
    Link(usize),
    /// The project does not define it.
    None,
    /// One of these units.
    Several(Vec<usize>),
}
