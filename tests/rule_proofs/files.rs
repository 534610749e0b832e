//! The rule files as data: rules with their comments, and the vocabulary that they are written with.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use cranelift_isle::ast::{Decl, Def, Expr, Extern, Extractor, Pattern, Rule, TypeValue};
use cranelift_isle::lexer::Lexer;
use cranelift_isle::parser;

/// What the vocabulary means to the proof.
const MEANING: &str = "meaning.isle";

/// Widths at which a rule is known not to be proven.
#[derive(Clone, Debug)]
pub struct Exclusion {
    pub widths: Vec<u32>,
    pub reason: String,
}

/// A rewrite rule and what its file says about it.
#[derive(Clone, Debug)]
pub struct NamedRule {
    pub name: String,
    /// File name and line, for messages.
    pub place: String,
    pub text: String,
    /// Comment lines right above it.
    pub comment: Vec<String>,
    /// Whether another rule ends on the line above, so that a comment may be shared.
    pub follows_rule: bool,
    pub exclusions: Vec<Exclusion>,
    pub rule: Rule,
}

/// Everything that rules may use.
#[derive(Default)]
pub struct Vocabulary {
    pub decls: BTreeMap<String, Decl>,
    /// Matchers that are defined by a pattern.
    pub macros: BTreeMap<String, Extractor>,
    /// Terms of which the builder has a maker, by the maker's name.
    pub makers: BTreeMap<String, String>,
    /// Terms that the builder matches.
    pub matchers: BTreeSet<String>,
    pub meanings: BTreeMap<String, Vec<Rule>>,
    /// Rules of terms that are no operators: definitions that rules may call.
    pub helpers: BTreeMap<String, Vec<Rule>>,
    /// The text of all definitions of a term.
    texts: BTreeMap<String, Vec<String>>,
}

/// The rules of some files and the vocabulary.
pub struct Rules {
    pub rules: Vec<NamedRule>,
    pub vocabulary: Vocabulary,
}

/// Reads a folder of rules. With `other`, its rules are read with the vocabulary of `folder` instead.
pub fn read(folder: &Path, other: Option<&Path>) -> Result<Rules, String> {
    let mut rules = Vec::new();
    let mut vocabulary = Vocabulary::default();
    for path in isle_files(folder)? {
        read_file(&path, &mut rules, &mut vocabulary)?;
    }
    if let Some(other) = other {
        rules.clear();
        for path in isle_files(other)? {
            read_file(&path, &mut rules, &mut vocabulary)?;
        }
    }
    let mut names = BTreeSet::new();
    match rules.iter().find(|r| !names.insert(r.name.clone())) {
        Some(twice) => Err(format!("{}: a second rule {}", twice.place, twice.name)),
        None => Ok(Rules { rules, vocabulary }),
    }
}

fn isle_files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.retain(|path| path.extension().is_some_and(|e| e == "isle"));
    paths.sort();
    Ok(paths)
}

fn read_file(path: &Path, rules: &mut Vec<NamedRule>, vocabulary: &mut Vocabulary) -> Result<(), String> {
    let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let text = fs::read_to_string(path).map_err(|e| format!("{file}: {e}"))?;
    let defs = Lexer::new(0, &text).and_then(parser::parse).map_err(|e| format!("{file}: {e:?}"))?;
    let forms = forms(&text);
    for def in defs {
        let offset = offset_of(&def);
        let form = forms.iter().find(|form| form.contains(&offset)).cloned().unwrap_or(0..0);
        let line = text[..form.start].matches('\n').count() + 1;
        let place = format!("rewrite-rules/{file}:{line}");
        if let Def::Rule(rule) = &def
            && is_rewrite(rule)
            && file != MEANING
        {
            let name = rule.name.as_ref().ok_or_else(|| format!("{place}: a rule without a name"))?.0.clone();
            let above: Vec<&str> = text[..form.start].lines().collect();
            let comments = above.iter().rev().take_while(|l| l.starts_with(";;")).count();
            let comment: Vec<String> =
                above[above.len() - comments..].iter().map(|&l| l.to_owned()).collect();
            let before = above.len().checked_sub(comments + 1).map_or("", |i| above[i]);
            let exclusions = exclusions(&comment).map_err(|e| format!("{place}: {e}"))?;
            rules.push(NamedRule {
                name,
                place,
                text: text[form].to_owned(),
                comment,
                follows_rule: !before.trim().is_empty() && !before.starts_with(";;"),
                exclusions,
                rule: rule.clone(),
            });
            continue;
        }
        vocabulary.add(def, &text[form], file == MEANING).map_err(|e| format!("{place}: {e}"))?;
    }
    Ok(())
}

/// `;; unproven: 32 64: reason`.
fn exclusions(comment: &[String]) -> Result<Vec<Exclusion>, String> {
    let mut found = Vec::new();
    for line in comment {
        let Some(rest) = line.trim_start_matches(';').trim().strip_prefix("unproven:") else { continue };
        let (widths, reason) = rest.split_once(':').ok_or("`unproven: widths: reason` needs a reason")?;
        let widths: Result<Vec<u32>, _> = widths.split_whitespace().map(str::parse).collect();
        let widths = widths.map_err(|e| format!("`{line}`: {e}"))?;
        if widths.is_empty() || reason.trim().is_empty() {
            return Err(format!("`{line}` names no width or no reason"));
        }
        found.push(Exclusion { widths, reason: reason.trim().to_owned() });
    }
    Ok(found)
}

/// Whether it rewrites an operator: the root's name begins with a capital.
fn is_rewrite(rule: &Rule) -> bool {
    root(rule).is_some_and(|name| name.starts_with(|c: char| c.is_ascii_uppercase()))
}

fn root(rule: &Rule) -> Option<&str> {
    rule.pattern.root_term().map(|sym| sym.0.as_str())
}

/// The places of the outermost parentheses.
fn forms(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let (mut depth, mut start, mut comment) = (0, 0, false);
    for (i, c) in text.char_indices() {
        match c {
            '\n' => comment = false,
            ';' => comment = true,
            '(' if !comment => {
                if depth == 0 {
                    start = i;
                }
                depth += 1;
            }
            ')' if !comment => {
                depth -= 1;
                if depth == 0 {
                    found.push(start..i + 1);
                }
            }
            _ => {}
        }
    }
    found
}

fn offset_of(def: &Def) -> usize {
    let pos = match def {
        Def::Type(t) => t.pos,
        Def::Rule(r) => r.pos,
        Def::Extractor(e) => e.pos,
        Def::Decl(d) => d.pos,
        Def::Attr(a) => a.pos,
        Def::Extern(Extern::Extractor { pos, .. } | Extern::Constructor { pos, .. })
        | Def::Extern(Extern::Const { pos, .. }) => *pos,
        Def::Converter(c) => c.pos,
        _ => return usize::MAX,
    };
    pos.offset
}

impl Vocabulary {
    fn add(&mut self, def: Def, text: &str, meaning: bool) -> Result<(), String> {
        let name = match &def {
            Def::Rule(rule) => root(rule).ok_or("a rule's left side is a term")?.to_owned(),
            Def::Decl(decl) => decl.term.0.clone(),
            Def::Extractor(extractor) => extractor.term.0.clone(),
            Def::Extern(Extern::Extractor { term, .. } | Extern::Constructor { term, .. }) => term.0.clone(),
            Def::Type(ty) => match ty.ty {
                TypeValue::Primitive(..) | TypeValue::Enum(..) => return Ok(()),
                TypeValue::Struct(..) => return Err("a struct type is unknown to the proof".into()),
            },
            Def::Attr(_) => return Ok(()),
            _ => return Err("a definition that is unknown to the proof".into()),
        };
        self.texts.entry(name.clone()).or_default().push(text.to_owned());
        match def {
            Def::Rule(rule) if meaning => self.meanings.entry(name).or_default().push(rule),
            Def::Rule(rule) => self.helpers.entry(name).or_default().push(rule),
            Def::Decl(decl) => drop(self.decls.insert(name, decl)),
            Def::Extractor(extractor) => drop(self.macros.insert(name, extractor)),
            Def::Extern(Extern::Extractor { .. }) => drop(self.matchers.insert(name)),
            Def::Extern(Extern::Constructor { func, .. }) => drop(self.makers.insert(name, func.0)),
            _ => {}
        }
        Ok(())
    }

    /// A hash of a rule and all definitions that it uses, directly or not.
    pub fn hash(&self, rule: &NamedRule, version: &str) -> String {
        let mut used = BTreeSet::new();
        let mut queue = symbols(&rule.rule);
        while let Some(symbol) = queue.pop() {
            if !used.insert(symbol.clone()) {
                continue;
            }
            let rules = [self.meanings.get(&symbol), self.helpers.get(&symbol)];
            for rule in rules.into_iter().flatten().flatten() {
                queue.extend(symbols(rule));
            }
            if let Some(extractor) = self.macros.get(&symbol) {
                extractor.template.terms(&mut |_, sym| queue.push(sym.0.clone()));
            }
        }
        let mut text = format!("{version}\n{}\n", rule.text);
        for exclusion in &rule.exclusions {
            text.push_str(&format!("{:?}\n", exclusion.widths));
        }
        for symbol in used {
            text.extend(self.texts.get(&symbol).into_iter().flatten().map(String::as_str));
        }
        fnv(&text)
    }
}

fn symbols(rule: &Rule) -> Vec<String> {
    let mut found = Vec::new();
    rule.pattern.terms(&mut |_, sym| found.push(sym.0.clone()));
    let mut add = |e: &Expr| e.terms(&mut |_, sym| found.push(sym.0.clone()));
    add(&rule.expr);
    rule.iflets.iter().for_each(|iflet| add(&iflet.expr));
    let mut patterns = |p: &Pattern| p.terms(&mut |_, sym| found.push(sym.0.clone()));
    rule.iflets.iter().for_each(|iflet| patterns(&iflet.pattern));
    found
}

/// The 64-bit FNV-1a hash of a text without regard to the amount of white space.
fn fnv(text: &str) -> String {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for word in text.split_whitespace() {
        for byte in word.bytes().chain([b' ']) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    format!("{hash:016x}")
}
