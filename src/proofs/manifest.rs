//! Reads `bmc.toml`: the proofs of a set, and what they inherit.
//!
//! A proof takes what `[default]` says, then what each template or proof says that it extends, then what it says itself.
//! Sources and options are added to those that are inherited; of everything else the last one counts.

use std::collections::BTreeMap;
use std::path::Path;

use indexmap::{IndexMap, IndexSet};
use serde::Deserialize;
use toml::Spanned;

use super::expected::Expected;
use super::proof::Proof;

/// A set of proofs.
#[derive(Clone, Debug)]
pub struct Manifest {
    /// The proofs, in the order of the file; at least one.
    pub proofs: Vec<Proof>,
}

/// One text or several.
#[derive(Clone, Deserialize, Debug)]
#[serde(untagged)]
enum Texts {
    One(String),
    Many(Vec<String>),
}

/// What stands in the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    #[serde(default)]
    default: Option<Spanned<Entry>>,
    #[serde(default)]
    template: BTreeMap<String, Spanned<Entry>>,
    #[serde(default)]
    proof: Vec<Spanned<Entry>>,
}

/// A proof, a template, or the defaults, as it stands there.
#[derive(Clone, Deserialize, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Entry {
    name: Option<Spanned<String>>,
    extends: Option<Spanned<Texts>>,
    #[serde(default)]
    sources: Vec<Spanned<String>>,
    entry: Option<String>,
    compile_commands: Option<String>,
    all_of: Option<String>,
    options: Option<Spanned<Texts>>,
    vacuity: Option<bool>,
    expect: Option<Spanned<Texts>>,
    time: Option<Spanned<f64>>,
    memory: Option<Spanned<u64>>,
}

/// Where mistakes are.
struct Places<'a> {
    file: &'a str,
    text: &'a str,
}

impl Places<'_> {
    fn line(&self, offset: usize) -> usize {
        self.text.as_bytes()[..offset.min(self.text.len())].iter().filter(|b| **b == b'\n').count() + 1
    }

    fn mistake(&self, offset: usize, words: impl std::fmt::Display) -> String {
        format!("{}:{}: {words}", self.file, self.line(offset))
    }
}

/// What a proof is made of so far.
#[derive(Clone, Default)]
struct Inherited {
    sources: Vec<Spanned<String>>,
    options: Vec<String>,
    entry: Option<String>,
    compile_commands: Option<String>,
    all_of: Option<String>,
    vacuity: Option<bool>,
    expected: Expected,
    time: Option<f64>,
    memory: Option<u64>,
}

impl Texts {
    fn all(&self) -> Vec<String> {
        match self {
            Texts::One(text) => vec![text.clone()],
            Texts::Many(texts) => texts.clone(),
        }
    }

    /// Words of a command line: a list as it is, one text as a shell divides it.
    fn words(&self) -> Option<Vec<String>> {
        match self {
            Texts::One(text) => shlex::split(text),
            Texts::Many(texts) => Some(texts.clone()),
        }
    }
}

impl Manifest {
    /// Reads the text of a file. Names of files are relative to the working directory.
    ///
    /// # Errors
    /// In words, with file and line: what is not understood, patterns that no file matches.
    pub fn read(file: &str, text: &str) -> Result<Manifest, String> {
        let places = Places { file, text };
        let document: Document = toml::from_str(text).map_err(|error| {
            let words = error.message().lines().next().unwrap_or_default();
            places.mistake(error.span().map_or(0, |span| span.start), words)
        })?;
        let mut named: IndexMap<String, &Spanned<Entry>> = IndexMap::new();
        let templates = document.template.iter().map(|(name, entry)| (Some(name.clone()), entry));
        let own = |entry: &Spanned<Entry>| entry.get_ref().name.as_ref().map(|name| name.get_ref().clone());
        for (name, entry) in templates.chain(document.proof.iter().map(|entry| (own(entry), entry))) {
            let name = name.ok_or_else(|| places.mistake(entry.span().start, "a proof without a name"))?;
            let at = entry.span().start;
            check_name(&name).map_err(|why| places.mistake(at, why))?;
            if named.insert(name.clone(), entry).is_some() {
                return Err(places.mistake(at, format!("there are two of the name '{name}'")));
            }
        }
        for entry in document.template.values().chain(&document.default) {
            if let Some(name) = &entry.get_ref().name {
                return Err(places.mistake(name.span().start, "only a proof has a name"));
            }
        }
        let mut reader = Reader { places, default: document.default, named, open: IndexSet::new() };
        let proofs = document.proof.iter().map(|entry| reader.proof(entry)).collect::<Result<Vec<_>, _>>()?;
        if proofs.is_empty() {
            return Err(format!("{file}: there is no [[proof]]"));
        }
        Ok(Manifest { proofs })
    }
}

/// Names become names of files.
fn check_name(name: &str) -> Result<(), String> {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    if !name.is_empty() && name.chars().all(plain) && !name.starts_with(['.', '-']) {
        return Ok(());
    }
    Err(format!("'{name}' is no name: letters, digits, '_', '-' and '.', not '-' or '.' first"))
}

struct Reader<'a> {
    places: Places<'a>,
    default: Option<Spanned<Entry>>,
    named: IndexMap<String, &'a Spanned<Entry>>,
    /// Names whose entries are being resolved.
    open: IndexSet<String>,
}

impl Reader<'_> {
    fn proof(&mut self, spanned: &Spanned<Entry>) -> Result<Proof, String> {
        let mut all = Inherited::default();
        if let Some(default) = self.default.clone() {
            self.add(&mut all, default.get_ref())?;
        }
        self.add(&mut all, spanned.get_ref())?;
        let at = spanned.span().start;
        let name = spanned.get_ref().name.as_ref().map(|n| n.get_ref().clone()).unwrap_or_default();
        let sources = self.sources(&all.sources)?;
        if sources.is_empty() && all.all_of.is_none() {
            return Err(self.places.mistake(at, format!("proof {name} has no sources")));
        }
        Ok(Proof {
            name,
            line: self.places.line(at),
            sources,
            entry: all.entry,
            compile_commands: all.compile_commands,
            all_of: all.all_of,
            options: all.options,
            vacuity: all.vacuity.unwrap_or(false),
            expected: all.expected,
            time: all.time,
            memory: all.memory,
        })
    }

    /// Adds what an entry says to what was said before.
    fn add(&mut self, to: &mut Inherited, entry: &Entry) -> Result<(), String> {
        if let Some(extends) = &entry.extends {
            let at = extends.span().start;
            for name in extends.get_ref().all() {
                let Some(base) = self.named.get(&name).copied() else {
                    return Err(self.places.mistake(at, format!("there is no template or proof '{name}'")));
                };
                if !self.open.insert(name.clone()) {
                    return Err(self.places.mistake(at, format!("'{name}' extends itself")));
                }
                self.add(to, base.get_ref())?;
                self.open.shift_remove(&name);
            }
        }
        let places = &self.places;
        to.sources.extend(entry.sources.iter().cloned());
        if let Some(options) = &entry.options {
            let words = options.get_ref().words();
            let at = options.span().start;
            to.options.extend(words.ok_or_else(|| places.mistake(at, "a quote without an end"))?);
        }
        if let Some(expect) = &entry.expect {
            let expected = Expected::read(&expect.get_ref().all());
            to.expected = expected.map_err(|why| places.mistake(expect.span().start, why))?;
        }
        if let Some(time) = &entry.time {
            // More than a century is no limit.
            if !(*time.get_ref() > 0.0 && *time.get_ref() <= 4e9) {
                return Err(places.mistake(time.span().start, "time: expected a number of seconds"));
            }
            to.time = Some(*time.get_ref());
        }
        if let Some(memory) = &entry.memory {
            if *memory.get_ref() == 0 {
                return Err(places.mistake(memory.span().start, "memory: expected a number of megabytes"));
            }
            to.memory = Some(*memory.get_ref());
        }
        to.entry = entry.entry.clone().or(to.entry.take());
        to.compile_commands = entry.compile_commands.clone().or(to.compile_commands.take());
        to.all_of = entry.all_of.clone().or(to.all_of.take());
        to.vacuity = entry.vacuity.or(to.vacuity);
        Ok(())
    }

    /// The files that patterns match, each once; `!` before a pattern takes its files away.
    fn sources(&self, patterns: &[Spanned<String>]) -> Result<Vec<String>, String> {
        let mut files: IndexSet<String> = IndexSet::new();
        for spanned in patterns {
            let (at, text) = (spanned.span().start, spanned.get_ref());
            let (without, pattern) = match text.strip_prefix('!') {
                Some(pattern) => (true, pattern),
                None => (false, text.as_str()),
            };
            let mistake = |words: String| self.places.mistake(at, words);
            let matched = if Path::new(pattern).is_file() {
                vec![pattern.to_owned()]
            } else {
                let paths = glob::glob(pattern).map_err(|e| mistake(format!("'{pattern}': {}", e.msg)))?;
                let paths = paths.collect::<Result<Vec<_>, _>>();
                let paths = paths.map_err(|e| mistake(format!("'{pattern}': {e}")))?;
                let files = paths.into_iter().filter(|p| p.is_file());
                files.map(|p| p.to_string_lossy().into_owned()).collect()
            };
            if matched.is_empty() {
                return Err(mistake(format!("no file matches '{pattern}'")));
            }
            for file in matched {
                if without {
                    files.shift_remove(&file);
                } else {
                    files.insert(file);
                }
            }
        }
        Ok(files.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Manifest, String> {
        Manifest::read("bmc.toml", text)
    }

    #[test]
    fn proofs_inherit() {
        let text = "
[default]
time = 5
options = '--check memory -I \"a b\"'
[template.slow]
time = 60
vacuity = true
expect = ['TRUE', 'UNKNOWN']
[template.big]
extends = 'slow'
memory = 100
[[proof]]
name = 'one'
sources = ['examples/l*.c']
[[proof]]
name = 'two'
extends = ['big', 'one']
sources = ['examples/*.c', '!examples/s*.c']
options = ['--bound', '3']
entry = 'f'
expect = 'FALSE(assert)'
";
        let proofs = read(text).expect("a good file").proofs;
        assert_eq!(proofs[0].words(), ["--check", "memory", "-I", "a b", "examples/list.c"]);
        assert_eq!((proofs[0].time, proofs[0].memory, proofs[0].line), (Some(5.0), None, 12));
        assert_eq!((proofs[1].time, proofs[1].memory), (Some(60.0), Some(100)));
        assert_eq!(proofs[1].expected.text(), "FALSE(assert)");
        let words = proofs[1].words();
        assert_eq!(words[..7], ["--check", "memory", "-I", "a b", "--bound", "3", "--vacuity"]);
        assert_eq!(words[7..9], ["--entry=f", "examples/list.c"]);
        assert!(
            words.contains(&"examples/parse.c".to_owned()) && !words.contains(&"examples/stack.c".to_owned())
        );
    }

    #[test]
    fn mistakes_have_their_line() {
        let proof = "[[proof]]\nname = 'a'\nsources = ['examples/list.c']\n";
        for (more, message) in [
            ("tme = 3", "bmc.toml:4: unknown field `tme`"),
            ("sources = 3", "bmc.toml:4: "),
            ("time = 'long'", "bmc.toml:4: invalid type: string \"long\""),
            ("time = -1", "bmc.toml:4: time: expected a number of seconds"),
            ("memory = 0", "bmc.toml:4: memory: "),
            ("expect = 'MAYBE'", "bmc.toml:4: 'MAYBE' is no verdict"),
            ("options = '\"'", "bmc.toml:4: a quote without an end"),
            ("extends = 'b'", "bmc.toml:4: there is no template or proof 'b'"),
            ("extends = 'a'", "bmc.toml:4: 'a' extends itself"),
            ("[[proof]]\nname = 'b'", "bmc.toml:4: proof b has no sources"),
            ("[[proof]]\nname = 'b'\nsources = ['no*.c']", "bmc.toml:6: no file matches 'no*.c'"),
            ("[[proof]]\nname = 'a'", "bmc.toml:4: there are two of the name 'a'"),
            ("[[proof]]\nname = 'a/b'", "bmc.toml:4: 'a/b' is no name"),
            ("[[proof]]\nsources = []", "bmc.toml:4: a proof without a name"),
            ("[template.t]\nname = 'x'", "bmc.toml:5: only a proof has a name"),
            ("[prof]", "bmc.toml:4: unknown field `prof`"),
        ] {
            let error = read(&format!("{proof}{more}\n")).expect_err(more);
            assert!(error.starts_with(message), "{more}: {error}");
        }
        assert_eq!(read("").expect_err("nothing"), "bmc.toml: there is no [[proof]]");
    }
}
