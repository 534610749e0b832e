//! Which files of a project may define a name: what is known of their texts, and of the texts that they include.

use std::fs;
use std::path::{Path, PathBuf};

use rustc_hash::{FxHashMap, FxHashSet};

use super::scan::{Macro, Scan, scan};
use crate::base::parallel;
use crate::frontend::compile_commands::CompileCommands;
use crate::frontend::flags::{CompilerFlags, is_cxx};
use crate::frontend::module::{InputKind, kind};
use crate::frontend::{FrontendError, Options};
use crate::program::{FILE_LOCAL, file_local_name};

/// A file of the project that is compiled.
pub(super) struct Source {
    /// Its path, relative to the current folder where it lies below that.
    pub(super) path: PathBuf,
    /// The same without links.
    pub(super) place: PathBuf,
    /// Its options, or why they are not known.
    pub(super) flags: Result<CompilerFlags, FrontendError>,
    /// The texts of which it is made, itself first.
    texts: Vec<usize>,
}

/// A text that sources are made of.
struct Text {
    place: PathBuf,
    scan: Scan,
}

/// Macros of one name, anywhere in the project.
#[derive(Default)]
struct Macros {
    /// Macros, by the words of their bodies.
    mentions: FxHashMap<String, Vec<(String, bool)>>,
    /// Macros that paste names together: the pieces that they know.
    pasting: Vec<(String, bool, Vec<String>)>,
    /// Names of those with parameters.
    applied: FxHashSet<String>,
    /// Pieces of names that they know, and what macros stand for that are one word.
    pieces: FxHashSet<String>,
}

/// The sources of a project.
pub(super) struct Index {
    pub(super) sources: Vec<Source>,
    texts: Vec<Text>,
    macros: Macros,
}

/// A name that is looked for, and the macros that may make it.
struct Wanted<'n> {
    name: &'n str,
    statics: bool,
    /// Macros, with whether their arguments have to show a part of the name.
    macros: FxHashMap<&'n str, bool>,
}

impl Index {
    /// Reads the texts of all sources of a database that can be compiled.
    pub(super) fn of(database: &CompileCommands, options: &Options, jobs: usize) -> Index {
        let here = std::env::current_dir().unwrap_or_default();
        let mut sources: Vec<Source> = Vec::new();
        let mut known: FxHashSet<PathBuf> = FxHashSet::default();
        for (place, path) in database.files() {
            let flags = database.flags(&path);
            let named = || flags.as_ref().is_ok_and(|flags| is_cxx(&flags.kept).is_some());
            let compiled = kind(&path).map_or_else(named, |kind| kind != InputKind::Ir);
            if compiled && known.insert(place.clone()) {
                let short = path.strip_prefix(&here).or_else(|_| path.strip_prefix("."));
                let path = short.map_or(path.clone(), Path::to_owned);
                sources.push(Source { path, place, flags, texts: Vec::new() });
            }
        }
        let mut texts = Texts::default();
        texts.read(&mut sources, options, jobs);
        let mut macros = Macros::default();
        for text in &texts.all {
            text.scan.macros.iter().for_each(|m| macros.add(m));
        }
        let own = sources.iter().filter_map(|source| source.flags.as_ref().ok());
        let pairs = own.flat_map(|flags| flags.kept.windows(2)).filter(|pair| pair[0] == "-D");
        for define in pairs.map(|pair| &pair[1]).chain(&options.defines) {
            let line = format!("#define {}", define.replacen('=', " ", 1));
            scan(&line).macros.iter().for_each(|m| macros.add(m));
        }
        Index { sources, texts: texts.all, macros }
    }

    /// Leaves out the sources at these places.
    pub(super) fn leave_out(&mut self, places: &FxHashSet<PathBuf>) {
        self.sources.retain(|source| !places.contains(&source.place));
    }

    /// The files whose texts were read.
    pub(super) fn files(&self) -> impl Iterator<Item = &PathBuf> {
        self.texts.iter().map(|text| &text.place)
    }

    /// Those sources that may define a symbol. Static definitions count if that is asked for.
    pub(super) fn candidates(&self, symbol: &str, statics: bool) -> Vec<usize> {
        let wanted = self.wanted(name_in_source(symbol), statics);
        self.made_of(|text| wanted.may_be_defined(&text.scan, &self.macros))
    }

    /// Those sources that may define a function in a file of this name.
    pub(super) fn candidates_in(&self, file: &str, name: &str) -> Vec<usize> {
        let wanted = self.wanted(name, true);
        self.made_of(|text| is_of(&text.place, file) && wanted.may_be_defined(&text.scan, &self.macros))
    }

    /// Those sources that may define the static function that goto-cc gives this symbol.
    pub(super) fn candidates_local(&self, symbol: &str) -> Vec<usize> {
        self.made_of(|text| {
            let begin = file_local_name(&text.place.to_string_lossy(), "");
            let name = symbol.strip_prefix(&begin);
            name.is_some_and(|name| self.wanted(name, true).may_be_defined(&text.scan, &self.macros))
        })
    }

    fn made_of(&self, of: impl Fn(&Text) -> bool) -> Vec<usize> {
        let right: Vec<bool> = self.texts.iter().map(of).collect();
        let made = |source: &Source| source.texts.iter().any(|text| right[*text]);
        (0..self.sources.len()).filter(|i| made(&self.sources[*i])).collect()
    }

    fn wanted<'n>(&'n self, name: &'n str, statics: bool) -> Wanted<'n> {
        let mut macros: FxHashMap<&str, bool> = FxHashMap::default();
        let mut work: Vec<(&str, bool)> = vec![(name, false)];
        for (paste, applied, pieces) in &self.macros.pasting {
            if pieces.iter().all(|piece| name.contains(piece.as_str())) {
                macros.insert(paste, *applied);
                work.push((paste, true));
            }
        }
        while let Some((word, pasted)) = work.pop() {
            for (mentions, applied) in self.macros.mentions.get(word).into_iter().flatten() {
                let evident = pasted && *applied;
                let known = macros.get(mentions.as_str());
                if known.is_none_or(|known| *known && !evident) {
                    macros.insert(mentions, evident);
                    work.push((mentions, pasted));
                }
            }
        }
        Wanted { name, statics, macros }
    }

    /// Whether the text of a source, or one that it includes, has a definition of a symbol under its own name.
    pub(super) fn names(&self, source: usize, symbol: &str) -> bool {
        self.sources[source].texts.iter().any(|text| defines(&self.texts[*text].scan, symbol))
    }
}

impl Macros {
    fn add(&mut self, one: &Macro) {
        for word in &one.words {
            self.mentions.entry(word.clone()).or_default().push((one.name.clone(), one.has_parameters));
        }
        for pieces in &one.pasted {
            self.pasting.push((one.name.clone(), one.has_parameters, pieces.clone()));
            self.pieces.extend(pieces.iter().cloned());
        }
        if let ([word], false) = (&one.words[..], one.has_parameters) {
            self.pieces.insert(word.clone());
        }
        if one.has_parameters {
            self.applied.insert(one.name.clone());
        }
    }
}

impl Macros {
    /// Whether a name may be pasted together of one of these arguments, of others, and of known pieces and numbers.
    fn may_paste(&self, name: &str, arguments: &FxHashSet<String>) -> bool {
        // For each beginning of the name: whether pieces make it, without and with an argument.
        let mut made = vec![[false; 2]; name.len() + 1];
        made[0][0] = true;
        for end in 1..=name.len() {
            for begin in 0..end {
                let Some(part) = name.get(begin..end) else { continue };
                let argument = arguments.contains(part);
                let piece =
                    argument || self.pieces.contains(part) || part.bytes().all(|c| c.is_ascii_digit());
                let [without, with] = made[begin];
                made[end][0] |= piece && without;
                made[end][1] |= piece && with || argument && without;
            }
        }
        made[name.len()][1]
    }
}

impl Wanted<'_> {
    fn may_be_defined(&self, scan: &Scan, macros: &Macros) -> bool {
        let named = |name: &str| scan.defined.get(name).is_some_and(|all_static| self.statics || !all_static);
        if named(self.name) {
            return true;
        }
        let argument = |(of, names): (&String, &FxHashSet<String>)| {
            names.contains(self.name) && macros.applied.contains(of)
        };
        if scan.applied.iter().any(argument) {
            return true;
        }
        self.macros.iter().any(|(one, evident)| {
            if !macros.applied.contains(*one) {
                return named(one);
            }
            let names = scan.applied.get(*one);
            names.is_some_and(|names| !evident || macros.may_paste(self.name, names))
        })
    }
}

/// The name in the source that a symbol has: the last one of a C++ symbol (Itanium ABI) before its parameters.
pub(super) fn name_in_source(symbol: &str) -> &str {
    let Some(rest) = symbol.strip_prefix("_Z") else { return symbol };
    let (mut rest, nested) = match rest.strip_prefix('N') {
        Some(rest) => (rest.trim_start_matches(['K', 'V', 'r']), true),
        None => (rest, false),
    };
    let mut name = symbol;
    loop {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let Some(length) = rest[..digits].parse::<usize>().ok().filter(|n| *n > 0) else { return name };
        let Some(found) = rest.get(digits..digits + length) else { return name };
        name = found;
        rest = &rest[digits + length..];
        if !nested {
            return name;
        }
    }
}

/// Whether a preprocessed text may define a symbol.
pub(super) fn defines(scan: &Scan, symbol: &str) -> bool {
    symbol.starts_with(FILE_LOCAL) || scan.defined.contains_key(name_in_source(symbol))
}

/// Whether a path is that of a file of this name, or with this end.
pub(super) fn is_of(path: &Path, file: &str) -> bool {
    path.ends_with(file)
}

/// Texts while they are read.
#[derive(Default)]
struct Texts {
    all: Vec<Text>,
    numbers: FxHashMap<PathBuf, usize>,
    /// Real places of paths; `None` where there is no file.
    places: FxHashMap<PathBuf, Option<PathBuf>>,
    /// What texts include, by the folders in which it is looked for.
    includes: FxHashMap<(usize, usize), Vec<usize>>,
}

impl Texts {
    /// Reads the sources and what they include, and tells each source its texts.
    fn read(&mut self, sources: &mut [Source], options: &Options, jobs: usize) {
        // Most sources have these in common.
        let mut folders: Vec<Folders> = Vec::new();
        let mut begins: Vec<(usize, Vec<usize>)> = Vec::new();
        for source in &*sources {
            let own = Folders::of(source.flags.as_ref().ok(), options);
            let set = folders.iter().position(|known| *known == own).unwrap_or_else(|| {
                folders.push(own);
                folders.len() - 1
            });
            let mut texts = vec![self.number(source.place.clone())];
            for file in &folders[set].first {
                texts.extend(self.find(file, None, &folders[set]).map(|place| self.number(place)));
            }
            begins.push((set, texts));
        }
        let mut wave: Vec<(usize, usize)> =
            begins.iter().flat_map(|(set, texts)| texts.iter().map(|text| (*set, *text))).collect();
        let mut scanned = 0;
        while !wave.is_empty() {
            let new: Vec<PathBuf> = self.all[scanned..].iter().map(|text| text.place.clone()).collect();
            let scans = parallel::map(&new, jobs, |place| {
                let text = fs::read(place).map(|bytes| String::from_utf8_lossy(&bytes).replace("\r\n", "\n"));
                text.map(|text| scan(&text)).unwrap_or_default()
            });
            self.all[scanned..].iter_mut().zip(scans).for_each(|(text, scan)| text.scan = scan);
            scanned = self.all.len();
            for (set, text) in std::mem::take(&mut wave) {
                if self.includes.contains_key(&(set, text)) {
                    continue;
                }
                let (place, files) = (self.all[text].place.clone(), self.all[text].scan.includes.clone());
                let mut found = Vec::new();
                for (file, beside) in &files {
                    let place = self.find(file, beside.then_some(&place), &folders[set]);
                    found.extend(place.map(|place| self.number(place)));
                }
                wave.extend(found.iter().map(|text| (set, *text)));
                self.includes.insert((set, text), found);
            }
        }
        for (source, (set, begin)) in sources.iter_mut().zip(begins) {
            source.texts = self.closure(set, begin);
        }
    }

    fn number(&mut self, place: PathBuf) -> usize {
        *self.numbers.entry(place).or_insert_with_key(|place| {
            self.all.push(Text { place: place.clone(), scan: Scan::default() });
            self.all.len() - 1
        })
    }

    /// The texts that some include, and these.
    fn closure(&self, set: usize, begin: Vec<usize>) -> Vec<usize> {
        let mut known: FxHashSet<usize> = begin.iter().copied().collect();
        let (mut all, mut work) = (begin.clone(), begin);
        while let Some(text) = work.pop() {
            for included in self.includes.get(&(set, text)).into_iter().flatten() {
                if known.insert(*included) {
                    all.push(*included);
                    work.push(*included);
                }
            }
        }
        all
    }

    /// The place of a file that a text includes.
    fn find(&mut self, file: &str, beside: Option<&PathBuf>, folders: &Folders) -> Option<PathBuf> {
        let own = beside.and_then(|place| place.parent().map(Path::to_owned));
        let quoted = if beside.is_some() { &folders.quoted[..] } else { &[] };
        let all = own.iter().chain(quoted).chain(&folders.all);
        let mut paths =
            all.map(|folder| folder.join(file)).chain(Path::new(file).is_absolute().then(|| file.into()));
        paths.find_map(|path| {
            let known = self.places.entry(path);
            known
                .or_insert_with_key(|path| fs::canonicalize(path).ok().filter(|place| place.is_file()))
                .clone()
        })
    }
}

/// Folders where headers of a source lie.
#[derive(Clone, Default, PartialEq, Eq)]
struct Folders {
    quoted: Vec<PathBuf>,
    all: Vec<PathBuf>,
    /// Files that are included first.
    first: Vec<String>,
}

impl Folders {
    fn of(flags: Option<&CompilerFlags>, options: &Options) -> Folders {
        let mut folders = Folders::default();
        let own = flags.map(|flags| &flags.kept[..]).unwrap_or_default();
        for pair in own.windows(2).chain(options.flags.windows(2)) {
            match pair[0].as_str() {
                "-I" | "-isystem" | "-idirafter" => folders.all.push(PathBuf::from(&pair[1])),
                "-iquote" => folders.quoted.push(PathBuf::from(&pair[1])),
                "-include" | "-imacros" => folders.first.push(pair[1].clone()),
                _ => {}
            }
        }
        folders.all.extend(options.include_dirs.iter().cloned());
        folders
    }
}

#[cfg(test)]
mod tests {
    use super::name_in_source;

    #[test]
    fn names_of_symbols() {
        let names =
            ["f", "_Z1fi", "_ZN3foo3barEv", "_ZNK3foo3Bar3getEi", "_ZN3FooC1Ev", "_ZplR1AS0_", "_Z9x"];
        assert_eq!(names.map(name_in_source), ["f", "f", "bar", "get", "Foo", "_ZplR1AS0_", "_Z9x"]);
    }
}
