//! Every rule of `rewrite-rules/` stands below its equation and its examples, which are tried here:
//!
//! ```text
//! ;; x - x = 0
//! ;; on: (sub i8 x x)
//! ;; off: (sub i8 x y)
//! (rule sub_same 30 (Sub x x) (zero_like x))
//! ```
//!
//! `on` is a term on whose top the rule fires, `off` a near miss on which it does not, not even when no other rule
//! takes the term first. Lines that begin with three spaces go on. `regions: START SIZE, ..` declares the regions that
//! the examples lie in. Terms are ILR with the shorthands of `rewrite/rules.rs`.
//!
//! What becomes of an example is equal to it, stays as it is when it is made again, and is not larger for an `on`
//! without `(larger` in the words of its rule.

#[path = "rewrite/random.rs"]
mod random;
#[path = "rewrite/rules.rs"]
mod rules;

use std::path::{Path, PathBuf};

use bmc::internals::base::Bits;
use bmc::internals::ilr::eval::{Evaluator, Model};
use bmc::internals::ilr::text::{parse, parse_term, print};
use bmc::internals::ilr::{Op, Sort, Term, TermStore, Value, visit::cone};
use bmc::internals::rewrite::{Builder, RULES, RuleSet};
use random::Random;
use rules::{declare, expand, read, tree};

/// Most bits of variables of which all values are tried.
const EXHAUSTIVE: u32 = 16;
/// Models tried where these are too many, and for near misses.
const MODELS: u64 = 200;
/// Models tried until enough of them keep what regions promise.
const TRIES: u64 = 20_000;

/// The files without rules of the builder.
const OTHER_FILES: [&str; 2] = ["prelude.isle", "meaning.isle"];

/// A term of a comment and its line.
struct Example {
    line: usize,
    text: String,
}

/// A rule with what its comment says.
struct Entry {
    file: String,
    line: usize,
    name: String,
    /// Words before the first key.
    equation: String,
    on: Vec<Example>,
    off: Vec<Example>,
    regions: Vec<Example>,
}

/// The rule files, by name.
fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("rewrite-rules");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the folder of the rules")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|e| e == "isle"))
        .filter(|path| !OTHER_FILES.iter().any(|other| path.ends_with(other)))
        .collect();
    files.sort();
    files
}

/// The rules of a file; what is wrong with their comments goes to `faults`.
fn entries(path: &Path, faults: &mut Vec<String>) -> Vec<Entry> {
    let text = std::fs::read_to_string(path).expect("a rule file");
    let file = path.file_name().expect("a name").to_string_lossy().into_owned();
    let (mut entries, mut comment) = (Vec::new(), Vec::new());
    for (i, line) in text.lines().enumerate() {
        if let Some(words) = line.strip_prefix(";;") {
            comment.push((i + 1, words));
            continue;
        }
        if let Some(rule) = line.strip_prefix("(rule ") {
            let name = rule.split([' ', '(']).next().expect("one at least").to_owned();
            entries.push(entry(&file, i + 1, name, &comment, faults));
        }
        comment.clear();
    }
    entries
}

/// A rule from the comment lines above it.
fn entry(
    file: &str,
    line: usize,
    name: String,
    comment: &[(usize, &str)],
    faults: &mut Vec<String>,
) -> Entry {
    let mut entry = Entry {
        file: file.to_owned(),
        line,
        name,
        equation: String::new(),
        on: Vec::new(),
        off: Vec::new(),
        regions: Vec::new(),
    };
    let mut key = "";
    for &(line, words) in comment {
        let (this, text) = match words.trim_start().split_once(": ") {
            Some((word, text)) if word.chars().all(|c| c.is_ascii_lowercase()) => (word, text),
            _ if words.starts_with("   ") => ("", words),
            _ if key.is_empty() => ("", words),
            _ => {
                faults.push(format!("{file}:{line}: words after the keys of a rule"));
                continue;
            }
        };
        let text = text.trim();
        let list = match if this.is_empty() { key } else { this } {
            "" => {
                entry.equation += text;
                entry.equation += " ";
                continue;
            }
            "on" => &mut entry.on,
            "off" => &mut entry.off,
            "regions" => &mut entry.regions,
            // Of the proof.
            "unproven" => {
                key = "unproven";
                continue;
            }
            unknown => {
                faults.push(format!("{file}:{line}: unknown key {unknown}"));
                continue;
            }
        };
        if this.is_empty() {
            let last = list.last_mut().expect("a key has an example");
            last.text += " ";
            last.text += text;
        } else {
            list.push(Example { line, text: text.to_owned() });
            key = this;
        }
    }
    for (what, missing) in [
        ("equation", entry.equation.trim().is_empty()),
        ("`;; on: TERM`", entry.on.is_empty()),
        ("`;; off: TERM`", entry.off.is_empty()),
    ] {
        if missing {
            faults.push(format!("{file}:{}: {} has no {what}", entry.line, entry.name));
        }
    }
    entry
}

/// The regions of a comment: their starts and sizes.
fn regions(plain: &mut TermStore, entry: &Entry) -> Vec<(Term, Term)> {
    let mut regions = Vec::new();
    for region in entry.regions.iter().flat_map(|r| r.text.split(',')) {
        let (start, size) = region.trim().rsplit_once(' ').expect("a start and a size");
        regions.push((read(plain, start), read(plain, size)));
    }
    regions
}

/// A builder that knows the regions, without some of the rules; of the last stage if it `reduces`.
fn builder(plain: &TermStore, regions: &[(Term, Term)], off: &RuleSet, reduces: bool) -> Builder {
    let mut b = Builder::new();
    b.disable_rules(off);
    if reduces {
        b = b.reducing();
    }
    declare(&mut b);
    for &(start, size) in regions {
        let made = b.import(plain, &[start, size]);
        b.declare_region(made[0], made[1]);
    }
    b
}

/// Nodes of a term: shared ones once, constants and negations not at all.
fn size(store: &TermStore, t: Term) -> usize {
    let counts =
        |t: &Term| !matches!(store.op(*t), Op::False | Op::True | Op::Const | Op::HeapEmpty | Op::Not);
    cone(store, &[t]).iter().filter(|t| counts(t)).count()
}

/// Whether regions lie in one piece and have no address in common.
fn promised(values: &mut Evaluator<'_>, regions: &[(Term, Term)]) -> bool {
    let mut ranges: Vec<(u64, u64, u32)> = Vec::new();
    for &(start, size) in regions {
        let (start, size) = (values.bits(start), values.bits(size));
        let number = |k: &Bits| k.to_u64().expect("an address of at most 64 bits");
        ranges.push((number(&start), number(&size), start.width()));
    }
    ranges.iter().all(|&(p, n, w)| u128::from(p) + u128::from(n) <= 1 << w)
        && ranges.iter().enumerate().all(|(i, &(p, n, _))| {
            ranges[..i].iter().all(|&(q, m, _)| n == 0 || m == 0 || p + n <= q || q + m <= p)
        })
}

/// What is wrong with the term that was made of another one; nothing when they are equal.
fn difference(plain: &TermStore, t: Term, made: Term, regions: &[(Term, Term)], all: bool) -> Option<String> {
    let roots: Vec<Term> = [t, made].into_iter().chain(regions.iter().flat_map(|&(p, n)| [p, n])).collect();
    let vars: Vec<Term> = cone(plain, &roots).into_iter().filter(|&t| plain.op(t) == Op::Var).collect();
    let bits = vars.iter().map(|&v| match plain.sort(v) {
        Sort::Bool => Some(1),
        Sort::Bv(w) => Some(w),
        Sort::Array { .. } | Sort::Heap(_) => None,
    });
    let bits = bits.sum::<Option<u32>>().filter(|&n| all && n <= EXHAUSTIVE);
    let mut random = Random(1);
    let mut kept = 0;
    for i in 0..bits.map_or(TRIES, |n| 1 << n) {
        let (mut model, mut rest) = (Model::new(), i);
        for &v in &vars {
            let value = match plain.sort(v) {
                Sort::Bool if bits.is_some() => Value::Bool(rest & 1 != 0),
                Sort::Bv(w) if bits.is_some() => Value::Bits(Bits::new(w, rest)),
                sort => random.value(sort),
            };
            rest = rest.checked_shr(plain.sort(v).width().unwrap_or(1)).unwrap_or(0);
            model.set(v, value);
        }
        let mut values = Evaluator::new(plain, &model);
        if !promised(&mut values, regions) {
            continue;
        }
        let (x, y) = (values.eval(t).clone(), values.eval(made).clone());
        if x != y {
            return Some(format!("{x:?} and {y:?} under {model:?}"));
        }
        kept += 1;
        if bits.is_none() && kept == MODELS {
            return None;
        }
    }
    (kept == 0).then(|| "no model keeps what is promised of regions".to_owned())
}

/// Tries an example; yields what is wrong with it.
fn try_example(rule: usize, entry: &Entry, example: &Example, fires: bool) -> Result<(), String> {
    let mut plain = TermStore::default();
    let regions = regions(&mut plain, entry);
    let t = parse_term(&mut plain, &expand(&example.text)).map_err(|e| e.what)?;
    let make = |terms: &[Term], off: &RuleSet| {
        let mut b = builder(&plain, &regions, off, RULES[rule].reduces);
        let made = b.import(&plain, terms);
        (b, made)
    };
    let (mut b, made) = make(&[t], &RuleSet::default());
    let (made, count) = (made[0], b.rule_counts()[rule]);
    let shown = tree(&b, made);
    let fired = RULES.iter().zip(b.rule_counts()).filter(|(_, n)| **n > 0).map(|(rule, _)| rule.name);
    let fired = fired.collect::<Vec<_>>().join(" ");
    if fires {
        // More often than for the operands alone: the rule fires when the top is made.
        let (below, _) = make(&plain.args(t), &RuleSet::default());
        if count <= below.rule_counts()[rule] {
            return Err(format!("does not fire, but {fired}: {shown}"));
        }
    } else {
        // Not even when no other rule takes the term first.
        let rest: Vec<&str> = RULES.iter().map(|r| r.name).filter(|name| *name != entry.name).collect();
        let (alone, _) = make(&[t], &RuleSet::named(&rest.join(",")).expect("names of rules"));
        if count > 0 || alone.rule_counts()[rule] > 0 {
            return Err(format!("fires, with {fired}: {shown}"));
        }
    }
    let text = print(&b, &[made]);
    let again = parse(&mut plain, &text).expect("reads back")[0];
    if b.rules_cut() > 0 || b.import(&plain, &[again])[0] != made {
        return Err(format!("becomes {shown} by {fired}, which is not the end"));
    }
    if let Some(difference) = difference(&plain, t, again, &regions, fires) {
        return Err(format!("becomes {shown}, which is something else: {difference}"));
    }
    if fires && !entry.equation.contains("(larger") && size(&b, made) > size(&plain, t) {
        let (from, to) = (size(&plain, t), size(&b, made));
        return Err(format!("grows from {from} to {to} nodes by {fired}: {shown}"));
    }
    Ok(())
}

#[test]
fn every_rule_has_examples() {
    let mut faults = Vec::new();
    let all: Vec<Entry> = files().iter().flat_map(|file| entries(file, &mut faults)).collect();
    let names: Vec<&str> = all.iter().map(|e| e.name.as_str()).collect();
    let compiled: Vec<&str> = RULES.iter().map(|r| r.name).collect();
    assert_eq!(names, compiled, "the rules of the files are those of the builder");
    let mut examples = 0;
    for (rule, entry) in all.iter().enumerate() {
        for (list, fires) in [(&entry.on, true), (&entry.off, false)] {
            for example in list {
                examples += 1;
                if let Err(what) = try_example(rule, entry, example, fires) {
                    let Example { line, text } = example;
                    faults.push(format!("{}:{line}: {}: {text} {what}", entry.file, entry.name));
                }
            }
        }
    }
    println!("{} rules, {examples} examples", all.len());
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
}
