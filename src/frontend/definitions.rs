//! Which definitions of functions count: those of overriding inputs, not those whose bodies are removed, and not those whose
//! calls are redirected. All this happens to modules before they are linked.
//!
//! A function is named as `f`, as `FILE:f` (a static function, or one of several), or as goto-cc names a static function:
//! `__CPROVER_file_local_FILE_c_f`. Such a name in the program itself means that static function, too.

use super::dialect;
use super::llvm::{Linkage, Module, Value};
use super::{FrontendError, Options};
use crate::program::{FILE_LOCAL, ORIGINAL, PROMISE, file_local_name};

/// An input that was read.
pub(super) struct Unit<'a> {
    /// Name of the input.
    pub(super) name: &'a str,
    /// Its module.
    pub(super) module: Module,
    /// Whether its definitions win.
    pub(super) overrides: bool,
    /// Those of its symbols whose definitions in other inputs count.
    pub(super) lost: &'a [String],
}

/// A function that an input defines.
#[derive(Clone)]
struct Definition<'a> {
    unit: &'a Unit<'a>,
    value: Value,
    name: String,
    /// File of the source, or the input.
    file: String,
}

impl Definition<'_> {
    fn is_static(&self) -> bool {
        is_local(self.value)
    }

    /// The name that goto-cc gives it.
    fn mangled(&self) -> String {
        file_local_name(&self.file, &self.name)
    }

    /// The name that tells it from others.
    fn full(&self) -> String {
        format!("{}:{}", self.file, self.name)
    }

    /// Whether it is of a file of that name, or of the end of its path.
    fn is_of(&self, file: &str) -> bool {
        is_named(&self.file, file) || is_named(self.unit.name, file)
    }

    /// Makes a static function known to other inputs, by the name that goto-cc gives it.
    fn publish(&self) -> String {
        if !self.is_static() {
            return self.name.clone();
        }
        let name = self.mangled();
        if let Some(declared) = self.unit.module.function(&name) {
            // The same input calls it by that name.
            declared.replace_all_uses_with(self.value);
            declared.delete_function();
        }
        self.value.set_name(&name);
        self.value.set_linkage(Linkage::LLVMExternalLinkage);
        name
    }

    /// Leaves only a declaration, by the name by which others may define it.
    fn undefine(&self) -> Value {
        let name = if self.is_static() { self.mangled() } else { self.name.clone() };
        self.value.set_name("");
        let declared = self.unit.module.function(&name);
        let declared = declared.unwrap_or_else(|| self.unit.module.declare_like(&name, self.value));
        self.value.replace_all_uses_with(declared);
        self.value.delete_function();
        declared
    }
}

/// Whether other inputs do not see a function.
fn is_local(function: Value) -> bool {
    matches!(function.linkage(), Linkage::LLVMInternalLinkage | Linkage::LLVMPrivateLinkage)
}

/// Source file of a function, if the module tells it.
pub(super) fn source_file(function: Value) -> Option<String> {
    let file = function.subprogram().and_then(|s| s.scope_file())?;
    Some(dialect::unmarked(&file.file_name().1).0.to_owned())
}

fn definitions<'a>(units: &'a [Unit<'a>]) -> Vec<Definition<'a>> {
    let of_unit = |unit: &'a Unit<'a>| {
        unit.module.functions().filter(|f| !f.is_declaration()).map(move |value| {
            let file = source_file(value).unwrap_or_else(|| unit.name.to_owned());
            Definition { unit, value, name: value.name(), file }
        })
    };
    units.iter().flat_map(of_unit).collect()
}

/// The definitions that a name means: several only where a header defines a static function.
fn named<'a>(of: &str, all: &[Definition<'a>], option: &str) -> Result<Vec<Definition<'a>>, FrontendError> {
    let (file, name) = match of.rsplit_once(':') {
        Some((file, name)) if !file.is_empty() => (Some(file), name),
        _ => (None, of),
    };
    let mut found: Vec<&Definition<'a>> = match file {
        Some(file) => all.iter().filter(|d| d.name == name && d.is_of(file)).collect(),
        None => {
            let local = name.starts_with(FILE_LOCAL);
            let local: Vec<_> =
                all.iter().filter(|d| local && d.is_static() && d.mangled() == name).collect();
            if local.is_empty() { all.iter().filter(|d| d.name == name).collect() } else { local }
        }
    };
    // What other inputs see is meant first.
    if file.is_none() && found.iter().any(|d| !d.is_static()) {
        found.retain(|d| !d.is_static());
    }
    let same = found.windows(2).all(|pair| pair[0].file == pair[1].file && pair[1].is_static());
    if found.len() > 1 && !same {
        let candidates: Vec<String> = found.iter().map(|d| d.full()).collect();
        let (option, name) = (option.to_owned(), of.to_owned());
        return Err(FrontendError::Ambiguous { option, name, candidates: candidates.join(", ") });
    }
    Ok(found.into_iter().cloned().collect())
}

/// Whether a path is that of a file which is named by its last parts.
pub(super) fn is_named(path: &str, file: &str) -> bool {
    path.strip_suffix(file).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
}

/// Whether the options name static functions, which a compiler leaves out where nothing uses them.
pub(super) fn names_static(options: &Options) -> bool {
    let stubs = options.stubs.iter().flat_map(|(function, stub)| [function, stub]);
    let mut names = options.remove_bodies.iter().chain(stubs).chain([&options.entry]);
    let local = names.any(|name| name.contains(':') || name.starts_with(FILE_LOCAL));
    // What is called instead of a static function is static.
    local || !options.use_contracts.is_empty()
}

/// Applies what the options say about definitions; the symbols of the entry function and of functions that are replaced.
pub(super) fn apply(
    units: &[Unit<'_>],
    options: &Options,
    warnings: &mut Vec<String>,
) -> Result<(String, Vec<String>), FrontendError> {
    units.iter().for_each(lose);
    let winning = winning(units, warnings);
    for lost in definitions(units).into_iter().filter(|d| !d.unit.overrides) {
        let wins = |name: &String| *name == if lost.is_static() { lost.mangled() } else { lost.name.clone() };
        if winning.iter().any(wins) {
            lost.undefine();
        }
    }
    for name in &options.remove_bodies {
        let all: Vec<Definition<'_>> = definitions(units).into_iter().filter(|d| !d.unit.overrides).collect();
        let found = named(name, &all, "--remove-body")?;
        if found.is_empty() {
            warnings.push(format!("--remove-body: no function {name} is defined"));
        }
        for removed in found {
            removed.undefine().set_no_memory();
        }
    }
    once(units)?;
    redirect(units, &options.stubs)?;
    let mut originals = Vec::new();
    for (i, name) in options.use_contracts.iter().enumerate() {
        if !options.use_contracts[..i].contains(name) {
            originals.extend(promise(units, name)?);
        }
    }
    let entry = symbol(units, &options.entry, "--entry")?;
    file_local_names(units)?;
    Ok((entry, originals))
}

/// Lets calls of a function call what its contract says; the symbols of the function itself.
fn promise(units: &[Unit<'_>], name: &str) -> Result<Vec<String>, FrontendError> {
    let all = definitions(units);
    let found = named(name, &all, "--use-contract")?;
    let plain = match found.first() {
        Some(one) => one.name.clone(),
        None => name.rsplit_once(':').map_or(name, |(_, plain)| plain).to_owned(),
    };
    let is_static = found.first().is_some_and(Definition::is_static);
    let instead = |unit: &Unit<'_>| {
        let promise = unit.module.function(&format!("{PROMISE}{plain}"));
        promise.filter(|p| !p.is_declaration() && is_local(*p) == is_static)
    };
    let concerned: Vec<&Unit<'_>> = if is_static {
        found.iter().map(|d| d.unit).collect()
    } else {
        // Another input may have a static function of the same name.
        units.iter().filter(|unit| unit.module.function(&plain).is_some_and(|f| !is_local(f))).collect()
    };
    let missing = || FrontendError::NoContract {
        option: "--use-contract".to_owned(),
        files: units.iter().map(|unit| unit.name).collect::<Vec<_>>().join(", "),
        function: name.to_owned(),
    };
    let any = units.iter().find_map(instead).ok_or_else(missing)?;
    for unit in concerned {
        let Some(function) = unit.module.function(&plain) else { continue };
        let other = match instead(unit) {
            Some(promise) => promise,
            None if is_static => return Err(missing()),
            None => unit.module.declare_like(&any.name(), any),
        };
        function.replace_all_uses_with(other);
    }
    for unit in units {
        let Some(meant) = unit.module.function(&format!("{ORIGINAL}{plain}")) else { continue };
        match unit.module.function(&plain) {
            Some(function) => {
                meant.replace_all_uses_with(function);
                meant.delete_function();
            }
            None => meant.set_name(&plain),
        }
    }
    let symbols = found.iter().enumerate().map(|(copy, original)| {
        let name = original.publish();
        if copy == 0 {
            return name;
        }
        // A header defines it for several inputs, for each with its own variables.
        let name = format!("{name}.{copy}");
        original.value.set_name(&name);
        name
    });
    Ok(symbols.collect())
}

/// The functions that overriding inputs define: of several with one name, the first one counts.
fn winning(units: &[Unit<'_>], warnings: &mut Vec<String>) -> Vec<String> {
    let mut winning: Vec<Definition<'_>> = Vec::new();
    let external = |d: &Definition<'_>| d.value.linkage() == Linkage::LLVMExternalLinkage;
    for one in definitions(units).into_iter().filter(|d| d.unit.overrides && external(d)) {
        match winning.iter().find(|first| first.name == one.name) {
            None => winning.push(one),
            Some(first) => {
                let (name, first, second) = (&one.name, first.unit.name, one.unit.name);
                warnings.push(format!("--override: `{name}` of {first} counts, not that of {second}"));
                one.undefine();
            }
        }
    }
    winning.into_iter().map(|d| d.name).collect()
}

/// Leaves only declarations of what other inputs define.
fn lose(unit: &Unit<'_>) {
    for name in unit.lost {
        let (function, variable) = (unit.module.function(name), unit.module.global(name));
        if let Some(value) = function.filter(|f| !f.is_declaration()) {
            let file = String::new();
            Definition { unit, value, name: name.clone(), file }.undefine();
        } else if let Some(value) = variable.filter(|v| !v.is_declaration()) {
            // The linker prefers any other definition.
            value.set_linkage(Linkage::LLVMAvailableExternallyLinkage);
        }
    }
}

/// A function whose calls are to call another one.
struct Redirected<'a> {
    /// The definitions, where it is static.
    statics: Vec<Definition<'a>>,
    /// Its name, where it is not.
    name: String,
    target: Definition<'a>,
}

impl Redirected<'_> {
    /// What stands for the function in an input.
    fn uses(&self, unit: &Unit<'_>) -> Vec<Value> {
        if !self.statics.is_empty() {
            return self.statics.iter().filter(|d| d.unit.name == unit.name).map(|d| d.value).collect();
        }
        // Another input may have a static function of the same name.
        unit.module.function(&self.name).filter(|f| !is_local(*f)).into_iter().collect()
    }
}

/// Lets calls of functions call other ones, of all at once: two may change places.
fn redirect(units: &[Unit<'_>], stubs: &[(String, String)]) -> Result<(), FrontendError> {
    let missing =
        |name: &str| FrontendError::NoFunction { option: "--stub".to_owned(), name: name.to_owned() };
    let all = definitions(units);
    let mut pairs: Vec<Redirected<'_>> = Vec::new();
    for (name, stub) in stubs {
        let target = named(stub, &all, "--stub")?.into_iter().next().ok_or_else(|| missing(stub))?;
        let found = named(name, &all, "--stub")?;
        if found.iter().any(|one| one.value == target.value) {
            return Err(FrontendError::OwnStub(name.clone()));
        }
        let plain = found.first().map_or(name, |one| &one.name).clone();
        let statics = found.into_iter().filter(Definition::is_static).collect();
        pairs.push(Redirected { statics, name: plain, target });
    }
    for pair in &pairs {
        pair.target.publish();
    }
    let mut moved: Vec<(Value, Value)> = Vec::new();
    for (pair, (name, _)) in pairs.iter().zip(stubs) {
        let symbol = pair.target.value.name();
        let before = moved.len();
        for unit in units {
            for function in pair.uses(unit) {
                if let Some(value) = unit.module.function(&symbol).filter(|f| is_local(*f)) {
                    // It has the name of the stub, and is another one.
                    let file = source_file(value).unwrap_or_else(|| unit.name.to_owned());
                    Definition { unit, value, name: symbol.clone(), file }.publish();
                }
                let stub = unit.module.function(&symbol);
                let stub = stub.unwrap_or_else(|| unit.module.declare_like(&symbol, pair.target.value));
                let between = unit.module.declare_like("", pair.target.value);
                function.replace_all_uses_with(between);
                moved.push((between, stub));
            }
        }
        if moved.len() == before {
            return Err(missing(name));
        }
    }
    for (between, stub) in moved {
        between.replace_all_uses_with(stub);
        between.delete_function();
    }
    Ok(())
}

/// Refuses a definition under the name that goto-cc gives to a static function which has a body, too.
fn once(units: &[Unit<'_>]) -> Result<(), FrontendError> {
    let all = definitions(units);
    for plain in all.iter().filter(|d| !d.is_static() && d.name.starts_with(FILE_LOCAL)) {
        if let Some(other) = all.iter().find(|d| d.is_static() && d.mangled() == plain.name) {
            return Err(FrontendError::Duplicate {
                symbol: plain.name.clone(),
                first: format!("{} as static `{}`", other.file, other.name),
                second: plain.file.clone(),
            });
        }
    }
    Ok(())
}

/// Lets names that goto-cc gives to static functions mean these.
fn file_local_names(units: &[Unit<'_>]) -> Result<(), FrontendError> {
    let all = definitions(units);
    let wanted: Vec<String> = units
        .iter()
        .flat_map(|unit| unit.module.functions())
        .filter(|f| f.is_declaration())
        .map(Value::name)
        .filter(|name| name.starts_with(FILE_LOCAL) && all.iter().all(|d| d.name != *name))
        .collect();
    for name in wanted {
        if let Some(found) = named(&name, &all, "a name of goto-cc's")?.first()
            && found.is_static()
        {
            found.publish();
        }
    }
    Ok(())
}

/// The symbol of the function that a name of the command line means.
fn symbol(units: &[Unit<'_>], name: &str, option: &str) -> Result<String, FrontendError> {
    let all = definitions(units);
    if all.iter().any(|d| d.name == name && !d.is_static()) {
        // If there are several, the linker refuses them.
        return Ok(name.to_owned());
    }
    let found = named(name, &all, option)?;
    let Some(found) = found.first() else { return Ok(name.to_owned()) };
    // A function that only one input defines under that name keeps it.
    let alone = all.iter().filter(|d| d.name == found.name).count() == 1;
    if found.is_static() && alone && name == found.name {
        return Ok(name.to_owned());
    }
    Ok(found.publish())
}
