//! The parts inside of a layer, as ARCHITECTURE.md lists them: arrows one way, methods where their type is, small structs, and no
//! knots of files that call each other.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

#[path = "common/source_text.rs"]
mod source_text;
use source_text::{code_only, first_names, line_of, quoted, words};

/// Most fields of a struct.
const MOST_FIELDS: usize = 10;

/// Most files that call each other in a circle.
const MOST_IN_CIRCLE: usize = 3;

/// A table of ARCHITECTURE.md about the folders of one folder.
struct Parts {
    /// The folder, below `src`.
    folder: String,
    /// Each part with those that it may use.
    uses: BTreeMap<String, BTreeSet<String>>,
}

/// Reads the sections "Parts of `src/...`". A part may use those whose names stand in its last column; these stand in rows below.
fn tables(architecture: &str) -> Result<Vec<Parts>, String> {
    let mut tables = Vec::new();
    for section in architecture.split("\n## ").filter(|s| s.starts_with("Parts of `src/")) {
        let path = quoted(section).next().ok_or("a section without a folder")?;
        let folder = path.trim_start_matches("src/").to_owned();
        let mut uses: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for row in section.lines().filter(|l| l.starts_with("| `")) {
            let cells: Vec<&str> = row.trim_matches('|').split('|').collect();
            let name = quoted(cells[0]).next().ok_or("a row without a name")?;
            let used: BTreeSet<String> = quoted(cells[cells.len() - 1]).map(str::to_owned).collect();
            if let Some(above) = used.iter().find(|u| uses.contains_key(*u) || *u == name) {
                return Err(format!("'{name}' uses '{above}', which is not below it"));
            }
            uses.insert(name.to_owned(), used);
        }
        if let Some(unknown) = uses.values().flatten().find(|u| !uses.contains_key(*u)) {
            return Err(format!("'{unknown}' has no row in the table of '{path}'"));
        }
        tables.push(Parts { folder, uses });
    }
    if tables.is_empty() { Err("no parts".to_owned()) } else { Ok(tables) }
}

/// A file of a layer: its path below the layer's folder, and its code.
struct File {
    path: String,
    code: String,
}

impl File {
    fn new(path: &str, source: &str) -> File {
        let code = code_only(source);
        // What tests inside the file do is their business.
        let end = code.find("#[cfg(test)]\nmod tests").unwrap_or(code.len());
        File { path: path.to_owned(), code: code[..end].to_owned() }
    }

    /// The part that it belongs to; `None` for a file beside the folders.
    fn part(&self) -> Option<&str> {
        self.path.split_once('/').map(|(part, _)| part)
    }

    fn complaint(&self, folder: &str, at: usize, what: &str) -> String {
        format!("src/{folder}/{}:{}: {what}", self.path, line_of(&self.code, at))
    }
}

fn name_at(code: &str) -> &str {
    let end = code.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(code.len());
    &code[..end]
}

/// Names after a keyword, with their positions.
fn named<'a>(code: &'a str, keyword: &'a str) -> impl Iterator<Item = (usize, &'a str)> + 'a {
    words(code, keyword)
        .map(move |at| (at, name_at(code[at + keyword.len()..].trim_start())))
        .filter(|(_, name)| !name.is_empty())
}

/// Text from an opening bracket to the one that closes it.
fn bracketed(code: &str, open: char, close: char) -> &str {
    let mut depth = 0;
    for (i, c) in code.char_indices() {
        if c == open {
            depth += 1;
        } else if c == close {
            depth -= 1;
            if depth == 0 {
                return &code[..i];
            }
        }
    }
    code
}

/// Complaints about paths from a part to one that it may not use.
fn wrong_arrows(parts: &Parts, file: &File) -> Vec<String> {
    let Some(part) = file.part() else { return Vec::new() };
    let Some(uses) = parts.uses.get(part) else {
        return vec![file.complaint(&parts.folder, 0, &format!("'{part}' is not among the parts"))];
    };
    let prefix = format!("crate::{}::", parts.folder.replace('/', "::"));
    let module_depth = file.path.split('/').count() - usize::from(file.path.ends_with("/mod.rs"));
    let absolute = file.code.match_indices(&prefix).map(|(at, _)| (at, &file.code[at + prefix.len()..]));
    let relative = words(&file.code, "super").filter_map(|at| {
        let mut rest = &file.code[at..];
        let mut count = 0;
        while let Some(after) = rest.strip_prefix("super::") {
            count += 1;
            rest = after;
        }
        (count == module_depth && !file.code[..at].ends_with("::")).then_some((at, rest))
    });
    let mut bad = Vec::new();
    for (at, rest) in absolute.chain(relative) {
        for name in first_names(rest) {
            if name != part && parts.uses.contains_key(&name) && !uses.contains(&name) {
                bad.push(file.complaint(&parts.folder, at, &format!("'{part}' must not use '{name}'")));
            }
        }
    }
    bad
}

/// The type that the `impl` at a position is for, if the block has methods of the type's own.
fn inherent_impl(code: &str, at: usize) -> Option<&str> {
    let mut rest = code[at + "impl".len()..].trim_start();
    if rest.starts_with('<') {
        rest = rest[bracketed(rest, '<', '>').len() + 1..].trim_start();
    }
    let head = &rest[..rest.find('{')?];
    let whole_line = code[..at].ends_with('\n') || at == 0;
    (whole_line && !head.contains(" for ")).then(|| name_at(rest))
}

/// Complaints about methods that a part gives a type of another one: they would be calls across parts through `self`.
fn foreign_methods(parts: &Parts, files: &[File]) -> Vec<String> {
    let mut home: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for file in files {
        let Some(part) = file.part() else { continue };
        for (_, name) in ["struct", "enum", "trait", "type"].iter().flat_map(|k| named(&file.code, k)) {
            home.entry(name).or_default().insert(part);
        }
    }
    let mut bad = Vec::new();
    for file in files {
        let Some(part) = file.part() else { continue };
        for at in words(&file.code, "impl") {
            let Some(name) = inherent_impl(&file.code, at) else { continue };
            if home.get(name).is_some_and(|homes| !homes.contains(part)) {
                let what = format!("'{part}' must not give '{name}' methods, which is another part's");
                bad.push(file.complaint(&parts.folder, at, &what));
            }
        }
    }
    bad
}

/// Complaints about structs with many fields.
fn large_structs(parts: &Parts, file: &File) -> Vec<String> {
    let mut bad = Vec::new();
    for (at, name) in named(&file.code, "struct") {
        let head = &file.code[at..];
        let Some(open) = head.find(['{', ';', '(']).filter(|i| head[*i..].starts_with('{')) else { continue };
        let body = &bracketed(&head[open..], '{', '}')[1..];
        let indent = "\n    ";
        let fields = body.match_indices(indent).filter(|(i, _)| {
            let line = body[i + indent.len()..].lines().next().unwrap_or_default();
            let line = match line.strip_prefix("pub(") {
                Some(scope) => scope.split_once(") ").map_or("", |s| s.1),
                None => line.strip_prefix("pub ").unwrap_or(line),
            };
            let field = name_at(line);
            !field.is_empty() && line[field.len()..].starts_with(": ")
        });
        let count = fields.count();
        if count > MOST_FIELDS {
            bad.push(file.complaint(&parts.folder, at, &format!("'{name}' has {count} fields")));
        }
    }
    bad
}

/// For each file the files of its part whose functions it calls. A call is recognised by a name that one file defines and nobody
/// else: other names say too little without types.
fn calls<'a>(files: &'a [File], elsewhere: &BTreeSet<String>) -> BTreeMap<&'a str, BTreeSet<&'a str>> {
    let mut homes: BTreeMap<(&str, &str), BTreeSet<&str>> = BTreeMap::new();
    for file in files {
        let Some(part) = file.part() else { continue };
        for (_, name) in named(&file.code, "fn") {
            homes.entry((part, name)).or_default().insert(&file.path);
        }
    }
    let mut calls: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for file in files {
        let Some(part) = file.part() else { continue };
        for (open, _) in file.code.match_indices('(') {
            let before = &file.code[..open];
            let start = before.rfind(|c: char| !(c.is_alphanumeric() || c == '_')).map_or(0, |i| i + 1);
            let name = &before[start..];
            let own = ["self.", "Self::"].iter().any(|s| before[..start].ends_with(s));
            if name.is_empty() || before[..start].ends_with("fn ") || !own && elsewhere.contains(name) {
                continue;
            }
            if let Some(found) = homes.get(&(part, name)).filter(|h| h.len() == 1) {
                let target = found.iter().next().expect("one file");
                if *target != file.path {
                    calls.entry(&file.path).or_default().insert(target);
                }
            }
        }
    }
    calls
}

/// Groups of files each of which leads to each other one.
fn circles<'a>(calls: &BTreeMap<&'a str, BTreeSet<&'a str>>) -> BTreeSet<BTreeSet<&'a str>> {
    let reach = |from: &'a str| {
        let mut seen: BTreeSet<&str> = BTreeSet::new();
        let mut todo = vec![from];
        while let Some(file) = todo.pop() {
            todo.extend(calls.get(file).into_iter().flatten().filter(|next| seen.insert(next)));
        }
        seen
    };
    let all: BTreeMap<&str, BTreeSet<&str>> = calls.keys().map(|f| (*f, reach(f))).collect();
    let circle = |f: &'a str| -> BTreeSet<&'a str> {
        all[f].iter().copied().filter(|g| all.get(g).is_some_and(|back| back.contains(f))).collect()
    };
    calls.keys().map(|f| circle(f)).filter(|c| c.len() > 1).collect()
}

fn large_circles(parts: &Parts, files: &[File], elsewhere: &BTreeSet<String>) -> Vec<String> {
    let calls = calls(files, elsewhere);
    let large = circles(&calls).into_iter().filter(|c| c.len() > MOST_IN_CIRCLE);
    large
        .map(|circle| {
            let names: Vec<&str> = circle.into_iter().collect();
            format!("src/{}: {} files call each other: {}", parts.folder, names.len(), names.join(", "))
        })
        .collect()
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The Rust files below a folder, by their path relative to it.
fn sources(folder: &Path, prefix: &str, found: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).expect("a folder of the repository") {
        let path = entry.expect("a readable entry").path();
        let name = format!("{prefix}{}", path.file_name().and_then(|n| n.to_str()).expect("names are plain"));
        if path.is_dir() {
            sources(&path, &format!("{name}/"), found);
        } else if name.ends_with(".rs") {
            found.push((name, fs::read_to_string(&path).expect("a text file")));
        }
    }
    found.sort();
}

#[test]
fn parts_keep_their_arrows() {
    let architecture = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("a page");
    let tables = tables(&architecture).expect("tables of parts");
    let mut all = Vec::new();
    sources(&root().join("src"), "", &mut all);
    let mut bad = Vec::new();
    for parts in &tables {
        let prefix = format!("{}/", parts.folder);
        let (inside, outside): (Vec<_>, Vec<_>) = all.iter().partition(|(path, _)| path.starts_with(&prefix));
        let files: Vec<File> =
            inside.iter().map(|(path, text)| File::new(&path[prefix.len()..], text)).collect();
        assert!(files.len() > parts.uses.len(), "src/{} has {} files", parts.folder, files.len());
        let elsewhere: BTreeSet<String> = outside
            .iter()
            .flat_map(|(_, text)| named(text, "fn").map(|(_, name)| name.to_owned()).collect::<Vec<_>>())
            .collect();
        let folders: BTreeSet<&str> = files.iter().filter_map(File::part).collect();
        let gone = parts.uses.keys().filter(|part| !folders.contains(part.as_str()));
        bad.extend(gone.map(|part| format!("ARCHITECTURE.md: there is no 'src/{prefix}{part}'")));
        for file in &files {
            bad.extend(wrong_arrows(parts, file));
            bad.extend(large_structs(parts, file));
        }
        bad.extend(foreign_methods(parts, &files));
        bad.extend(large_circles(parts, &files, &elsewhere));
    }
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}

/// The checker itself: each bad snippet must be found.
mod checker {
    use super::*;

    fn table() -> Parts {
        let page = "# A\n\n## Parts of `src/e/x`\n\n| part | owns | uses |\n|---|---|---|\n\
                    | `top` | t | `low` |\n| `low` | l | |\n\n## More\n";
        tables(page).expect("a good table").remove(0)
    }

    fn files(sources: &[(&str, &str)]) -> Vec<File> {
        sources.iter().map(|(path, text)| File::new(path, text)).collect()
    }

    #[test]
    fn tables_are_read() {
        assert_eq!(table().folder, "e/x");
        assert_eq!(table().uses["top"], BTreeSet::from(["low".to_owned()]));
        let upwards = "\n## Parts of `src/e`\n| `a` | | |\n| `b` | | `a` |\n";
        assert!(tables(upwards).is_err_and(|e| e.contains("not below")));
        assert!(tables("\n## Parts of `src/e`\n| `a` | | `b` |\n").is_err_and(|e| e.contains("no row")));
    }

    #[test]
    fn arrows_across_are_refused() {
        for (path, source, complaint) in [
            ("low/a.rs", "use crate::e::x::top::T;\n", "src/e/x/low/a.rs:1: 'low' must not use 'top'"),
            ("low/a.rs", "use super::super::top::T;\n", "src/e/x/low/a.rs:1: 'low' must not use 'top'"),
            ("low/mod.rs", "\nuse super::{top::T};\n", "src/e/x/low/mod.rs:2: 'low' must not use 'top'"),
            ("new/a.rs", "", "src/e/x/new/a.rs:1: 'new' is not among the parts"),
        ] {
            assert_eq!(wrong_arrows(&table(), &File::new(path, source)), [complaint], "{source}");
        }
        for (path, source) in [
            ("top/a.rs", "use crate::e::x::low::L;\nuse super::top;\n"),
            ("low/a.rs", "use super::L;\n// crate::e::x::top\n"),
            ("mod.rs", "mod top;\nuse top::T;\n"),
        ] {
            assert_eq!(wrong_arrows(&table(), &File::new(path, source)), Vec::<String>::new(), "{source}");
        }
    }

    #[test]
    fn methods_across_are_refused() {
        let bad = files(&[
            ("low/a.rs", "pub struct L<'a> { x: &'a u8 }\nimpl L<'_> { fn f(&self) {} }\n"),
            ("top/a.rs", "struct T;\nimpl<'a> L<'a> { fn g(&self) {} }\nimpl From<L<'_>> for T {}\n"),
        ]);
        let complaint = "src/e/x/top/a.rs:2: 'top' must not give 'L' methods, which is another part's";
        assert_eq!(foreign_methods(&table(), &bad), [complaint]);
    }

    #[test]
    fn large_structs_are_refused() {
        let visible = ["", "pub ", "pub(super) ", "pub(in crate::e) "];
        let field = |i: usize| format!("    {}f{i}: u8,\n", visible[i % visible.len()]);
        let fields: String = (0..=MOST_FIELDS).map(field).collect();
        let bad =
            File::new("low/a.rs", &format!("struct Few {{\n    a: u8,\n}}\nstruct Many {{\n{fields}}}\n"));
        let complaint = format!("src/e/x/low/a.rs:4: 'Many' has {} fields", MOST_FIELDS + 1);
        assert_eq!(large_structs(&table(), &bad), [complaint]);
    }

    #[test]
    fn knots_are_refused() {
        let file = |own: &str, next: &str| format!("impl X {{ fn {own}(&self) {{ self.{next}() }} }}\n");
        let knot: Vec<File> = [("a", "b"), ("b", "c"), ("c", "d"), ("d", "a")]
            .map(|(own, next)| File::new(&format!("low/{own}.rs"), &file(own, next)))
            .into();
        let bad = large_circles(&table(), &knot, &BTreeSet::new());
        assert_eq!(bad, ["src/e/x: 4 files call each other: low/a.rs, low/b.rs, low/c.rs, low/d.rs"]);
        assert_eq!(large_circles(&table(), &knot[..3], &BTreeSet::new()), Vec::<String>::new());
    }
}
