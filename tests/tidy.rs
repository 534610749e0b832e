//! Invariants of the repository that the compiler does not check. ARCHITECTURE.md states them; its table of layers is
//! read from there and is what is enforced.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

#[path = "common/source_text.rs"]
mod source_text;
use source_text::{code_only, first_names, line_of, quoted, words};

/// Longest file that we want to read.
const MAX_LINES: usize = 800;

/// Most words of README.md, which is a first look and no manual.
const README_WORDS: usize = 700;

/// Most words of ARCHITECTURE.md, which is a map; decisions have pages of their own.
const ARCHITECTURE_WORDS: usize = 1500;

/// Folders whose files are ours and are read by people.
const FOLDERS: &[&str] =
    &["src", "tests", "models", "scripts", "examples", "benches", "rewrite-rules", "docs"];

/// First identifiers of the paths after `crate::` (or a chain of `super::` that reaches the root), with their
/// positions; macros are left out.
fn paths_from_root(code: &str, module_depth: usize) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for at in words(code, "crate") {
        let rest = code[at + "crate".len()..].trim_start();
        if let Some(rest) = rest.strip_prefix("::") {
            found.extend(first_names(rest).into_iter().map(|n| (at, n)));
        }
    }
    for at in words(code, "super") {
        if code[..at].trim_end().ends_with("::") {
            continue;
        }
        let mut rest = &code[at..];
        let mut count = 0;
        while let Some(after) = rest.strip_prefix("super") {
            count += 1;
            rest = after.trim_start().strip_prefix("::").unwrap_or("").trim_start();
        }
        if count >= module_depth {
            found.extend(first_names(rest).into_iter().map(|n| (at, n)));
        }
    }
    found
}

/// The table of layers: for each part those that it may use, in the table's order.
type Layers = Vec<(String, BTreeSet<String>)>;

/// Reads the rows that start with a quoted name in the section "Layers" of ARCHITECTURE.md. A part may use those whose
/// names stand in its last column; all of them have to stand in rows above.
fn layers(architecture: &str) -> Result<Layers, String> {
    let mut layers = Layers::new();
    let section =
        architecture.split("\n## ").find(|s| s.starts_with("Layers")).ok_or("no section 'Layers'")?;
    for row in section.lines().filter(|l| l.starts_with("| `")) {
        let cells: Vec<&str> = row.trim_matches('|').split('|').collect();
        let name = quoted(cells[0]).next().ok_or("a row without a name")?;
        let uses: BTreeSet<String> = quoted(cells[cells.len() - 1]).map(str::to_owned).collect();
        if let Some(u) = uses.iter().find(|u| !layers.iter().any(|(l, _)| l == *u)) {
            return Err(format!("'{name}' uses '{u}', which is not above it"));
        }
        layers.push((name.to_owned(), uses));
    }
    if layers.is_empty() { Err("no layers".to_owned()) } else { Ok(layers) }
}

/// Complaints about one Rust file of `src`, `path` relative to it.
fn check_source(path: &str, source: &str, layers: &Layers) -> Vec<String> {
    let parts: Vec<&str> = path.split('/').collect();
    let layer = if parts.len() > 1 { Some(parts[0]) } else { None };
    let is_mod = path.ends_with("/mod.rs");
    let module_depth = parts.len() - usize::from(is_mod);
    let code = code_only(source);
    let mut bad = Vec::new();
    let mut complain =
        |at: usize, what: String| bad.push(format!("src/{path}:{}: {what}", line_of(&code, at)));
    if let Some(layer) = layer {
        let uses = layers.iter().find(|(l, _)| l == layer).map(|(_, u)| u);
        match uses {
            None => complain(0, format!("'{layer}' is not among the layers of ARCHITECTURE.md")),
            Some(uses) => {
                for (at, name) in paths_from_root(&code, module_depth) {
                    let is_layer = layers.iter().any(|(l, _)| *l == name);
                    if name != layer && is_layer && !uses.contains(&name) {
                        complain(at, format!("'{layer}' must not use '{name}'"));
                    }
                }
            }
        }
        if is_mod && !source.starts_with("//! ") {
            complain(0, "a module's mod.rs starts with its documentation".to_owned());
        }
    }
    if !matches!(layer, Some("frontend" | "smt")) {
        for at in words(&code, "unsafe") {
            complain(at, "unsafe outside of the two places for foreign code".to_owned());
        }
    }
    let does_io = matches!(layer, Some("cli" | "frontend" | "proofs"))
        || path == "main.rs"
        || path.starts_with("smt/process");
    let has_files = layer == Some("verify");
    let is_test = parts.iter().any(|p| p.starts_with("tests"));
    if !does_io && !is_test {
        // Tests inside the file may read and write.
        let end = code.find("#[cfg(test)]\nmod tests").unwrap_or(code.len());
        for name in
            ["println!", "eprintln!", "print!", "eprint!", "std::process", "std::fs", "std::env", "std::net"]
        {
            let word = name.trim_end_matches('!');
            let allowed = has_files && name == "std::fs";
            for at in words(&code[..end], word).filter(|at| !allowed && code[*at..].starts_with(name)) {
                complain(at, format!("{name} outside of cli, frontend, proofs and smt/process"));
            }
        }
    }
    // `verify` starts clocks and watches limits; what it hands to engines are deadlines.
    if !does_io && !is_test && !matches!(layer, Some("base" | "verify")) {
        let end = code.find("#[cfg(test)]\nmod tests").unwrap_or(code.len());
        for name in ["Instant::now", "SystemTime::now", "elapsed()"] {
            for (at, _) in code[..end].match_indices(name) {
                complain(at, format!("{name} outside of base, cli, frontend, verify and smt/process"));
            }
        }
    }
    bad.extend(check_rust(&format!("src/{path}"), source));
    bad
}

/// The part that a file of `src` belongs to: its layer, or in `engine` the engine, as engines share no types.
fn part_of(path: &str) -> Option<String> {
    let (layer, rest) = path.split_once('/')?;
    let engine =
        ["bmc", "explicit", "steps", "symbolic"].into_iter().find(|e| rest.starts_with(&format!("{e}/")));
    Some(match engine {
        Some(engine) if layer == "engine" => format!("{layer}/{engine}"),
        _ => layer.to_owned(),
    })
}

/// Names of the types that a Rust file declares, with their lines. Left out are associated types, which are declared
/// indented, and what tests declare.
fn declared_types(source: &str) -> Vec<(usize, String)> {
    let code = code_only(source);
    let end = code.find("#[cfg(test)]\nmod tests").unwrap_or(code.len());
    let mut found = Vec::new();
    for (number, line) in code[..end].lines().enumerate() {
        let mut rest = line.trim_start();
        if let Some(after) = rest.strip_prefix("pub") {
            rest = after.trim_start();
            if rest.starts_with('(') {
                rest = rest.split_once(')').map_or("", |(_, after)| after.trim_start());
            }
        }
        let Some((keyword, after)) = rest.split_once(' ') else { continue };
        let alias = keyword == "type" && !line.starts_with(' ');
        if alias || matches!(keyword, "struct" | "enum" | "trait" | "union") {
            let name: String = after.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            // A macro may have a variable in the name's place.
            if !name.is_empty() {
                found.push((number + 1, name));
            }
        }
    }
    found
}

/// Complaints about types of one name in one part. `sources` are files of `src` with their paths relative to it.
fn check_type_names<'a>(sources: impl IntoIterator<Item = (&'a str, &'a str)>) -> Vec<String> {
    let mut places: BTreeMap<(String, String), Vec<String>> = BTreeMap::new();
    for (path, source) in sources {
        let is_test = path.split('/').any(|p| p.starts_with("tests"));
        let Some(part) = part_of(path).filter(|_| !is_test) else { continue };
        for (line, name) in declared_types(source) {
            places.entry((part.clone(), name)).or_default().push(format!("src/{path}:{line}"));
        }
    }
    let twice = places.into_iter().filter(|(_, places)| places.len() > 1);
    twice
        .map(|((part, name), places)| format!("'{part}' has several types '{name}': {}", places.join(", ")))
        .collect()
}

/// The files and folders beside a file of a layer that it uses, by their modules' names.
fn neighbours(code: &str) -> BTreeSet<String> {
    let named = words(code, "super").filter(|at| !code[..*at].trim_end().ends_with("::"));
    let names = named.filter_map(|at| code[at + "super".len()..].strip_prefix("::")).flat_map(first_names);
    names.filter(|name| name.starts_with(|c: char| c.is_lowercase())).collect()
}

/// A circle of modules that use each other, if there is one; `uses` has what each module uses.
fn circle(uses: &BTreeMap<String, BTreeSet<String>>) -> Option<Vec<String>> {
    let mut left: BTreeMap<&String, BTreeSet<&String>> = uses
        .iter()
        .map(|(m, u)| (m, u.iter().filter(|u| uses.contains_key(*u) && *u != m).collect()))
        .collect();
    loop {
        let leaves: Vec<&String> = left.iter().filter(|(_, u)| u.is_empty()).map(|(m, _)| *m).collect();
        if leaves.is_empty() {
            break;
        }
        for leaf in leaves {
            left.remove(leaf);
            for uses in left.values_mut() {
                uses.remove(leaf);
            }
        }
    }
    // Every module that is left uses one that is.
    let mut path = vec![*left.keys().next()?];
    loop {
        let next = *left[path.last()?].first()?;
        if let Some(at) = path.iter().position(|m| *m == next) {
            return Some(path[at..].iter().map(|m| (*m).clone()).collect());
        }
        path.push(next);
    }
}

/// Complaints about any Rust file.
fn check_rust(path: &str, source: &str) -> Vec<String> {
    let code = code_only(source);
    let mut bad = Vec::new();
    for (word, after) in [("todo", "!"), ("unimplemented", "!"), ("dbg", "!"), ("should_panic", "")] {
        for at in words(&code, word).filter(|at| code[at + word.len()..].starts_with(after)) {
            bad.push(format!("{path}:{}: {word}{after}", line_of(&code, at)));
        }
    }
    for (at, _) in code.match_indices("#[ignore") {
        bad.push(format!("{path}:{}: an ignored test", line_of(&code, at)));
    }
    bad
}

/// Complaints about what ARCHITECTURE.md says of folders and files, given which paths exist.
fn check_architecture(text: &str, modules: &BTreeSet<String>, exists: impl Fn(&str) -> bool) -> Vec<String> {
    let mut bad = Vec::new();
    match layers(text) {
        Err(e) => bad.push(format!("ARCHITECTURE.md: {e}")),
        Ok(layers) => {
            let named: BTreeSet<String> = layers.into_iter().map(|(l, _)| l).collect();
            for m in modules.difference(&named) {
                bad.push(format!("ARCHITECTURE.md: the table of layers lacks '{m}'"));
            }
            for m in named.difference(modules) {
                bad.push(format!("ARCHITECTURE.md: there is no 'src/{m}'"));
            }
        }
    }
    bad.extend(missing_paths("ARCHITECTURE.md", text, exists));
    bad
}

/// Complaints about paths between backquotes that do not exist.
fn missing_paths(page: &str, text: &str, exists: impl Fn(&str) -> bool) -> Vec<String> {
    let top = |p: &str| p.split('/').next().is_some_and(|t| FOLDERS.contains(&t) || t == "smtlib-samples");
    let paths = quoted(text).filter(|p| p.contains('/') && top(p) && !p.contains([' ', '*', '<']));
    paths.filter(|p| !exists(p)).map(|p| format!("{page}: there is no '{p}'")).collect()
}

/// The options of a help text: every first `-x` or `--long` of a line.
fn options(help: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for line in help.lines().map(str::trim_start).filter(|l| l.starts_with('-')) {
        for word in line.split([' ', ',', '=', '<', '[']).filter(|w| !w.is_empty()) {
            // A lone `-` begins an entry of a list of values.
            if !word.starts_with('-') || word == "-" {
                break;
            }
            // `...` marks an option that may be given again.
            found.insert(word.trim_end_matches('.').to_owned());
        }
    }
    found
}

/// Options that the text does not mention as `--option`.
fn unmentioned(options: &BTreeSet<String>, text: &str) -> Vec<String> {
    let mentioned: BTreeSet<&str> =
        text.split(|c: char| !(c.is_alphanumeric() || c == '-' || c == '_')).collect();
    options.iter().filter(|o| !mentioned.contains(o.as_str())).cloned().collect()
}

/// Text of a Markdown page without fenced blocks and without what stands between backquotes.
fn prose(page: &str) -> String {
    let mut fenced = false;
    let mut text = String::new();
    for line in page.lines() {
        let fence = line.trim_start().starts_with("```");
        fenced ^= fence;
        if !fenced && !fence {
            text.push_str(line);
            text.push('\n');
        }
    }
    text.split('`').step_by(2).collect()
}

/// Targets of the relative links of a Markdown page, without the parts after `#`.
fn relative_links(page: &str) -> Vec<String> {
    let text = prose(page);
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let files = targets.filter(|t| !t.contains("://")).map(|t| t.split('#').next().unwrap_or_default());
    files.filter(|f| !f.is_empty()).map(str::to_owned).collect()
}

/// Path from the root of what a link on a page leads to; `None` for a place outside of the repository.
fn link_target(page: &str, link: &str) -> Option<String> {
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in link.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            name => parts.push(name),
        }
    }
    Some(parts.join("/"))
}

/// Complaints about the relative links of a page, given which paths exist.
fn check_links(path: &str, page: &str, exists: impl Fn(&str) -> bool) -> Vec<String> {
    let leads = |link: &String| link_target(path, link).is_some_and(|target| exists(&target));
    let broken = relative_links(page).into_iter().filter(|link| !leads(link));
    broken.map(|link| format!("{path}: the link '{link}' leads nowhere")).collect()
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All files below a folder of the repository, as paths relative to its root; none when it does not exist.
fn files(folder: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut todo: Vec<PathBuf> = vec![root().join(folder)];
    while let Some(dir) = todo.pop() {
        let Ok(entries) = fs::read_dir(&dir) else { continue };
        for entry in entries {
            let path = entry.expect("a readable entry").path();
            if path.file_name().is_some_and(|n| n == "__pycache__") {
                continue;
            }
            if path.is_dir() {
                todo.push(path);
            } else {
                let relative = path.strip_prefix(root()).expect("below the root");
                found.push(relative.to_str().expect("names are plain").to_owned());
            }
        }
    }
    found.sort();
    found
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|e| panic!("{path}: {e}"))
}

#[test]
fn sources_keep_their_layers() {
    let layers = layers(&read("ARCHITECTURE.md")).expect("a table of layers");
    let mut bad = Vec::new();
    for path in files("src").iter().filter(|p| p.ends_with(".rs")) {
        bad.extend(check_source(path.trim_start_matches("src/"), &read(path), &layers));
    }
    for path in ["tests", "benches"].iter().flat_map(|f| files(f)).filter(|p| p.ends_with(".rs")) {
        bad.extend(check_rust(&path, &read(&path)));
    }
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}

/// In these layers the files use each other one way; `mod.rs` stands above them.
#[test]
fn commands_have_no_circles() {
    for layer in ["cli", "proofs", "verify"] {
        let folder = format!("src/{layer}");
        let mut uses = BTreeMap::new();
        for path in files(&folder).iter().filter(|p| p.ends_with(".rs") && **p != format!("{folder}/mod.rs"))
        {
            let below = &path[folder.len() + 1..];
            // What is deeper means other neighbours by `super`.
            if below.matches('/').count() > usize::from(below.ends_with("/mod.rs")) {
                continue;
            }
            let module = below.trim_end_matches(".rs").trim_end_matches("/mod");
            uses.insert(module.to_owned(), neighbours(&code_only(&read(path))));
        }
        assert!(uses.len() > 10 && uses.values().any(|u| !u.is_empty()), "{folder}: {uses:?}");
        assert_eq!(circle(&uses), None, "{folder}: files that use each other");
    }
}

#[test]
fn type_names_have_one_meaning() {
    let sources: Vec<(String, String)> =
        files("src").into_iter().filter(|p| p.ends_with(".rs")).map(|p| (p.clone(), read(&p))).collect();
    let sources = || sources.iter().map(|(p, s)| (p.trim_start_matches("src/"), s.as_str()));
    let bad = check_type_names(sources());
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}

#[test]
fn files_are_short() {
    let mut bad = Vec::new();
    let mut count = 0;
    for path in FOLDERS.iter().flat_map(|f| files(f)) {
        let Ok(text) = fs::read_to_string(root().join(&path)) else { continue };
        count += 1;
        let lines = text.lines().count();
        // Tables of results are written by tests.
        if lines > MAX_LINES && !path.ends_with(".tsv") {
            bad.push(format!("{path}: {lines} lines, at most {MAX_LINES} are allowed"));
        }
    }
    assert!(count > 300, "only {count} files found");
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}

/// Whether a line separates the sides of a conflict that git has left to be resolved.
fn is_conflict(line: &str) -> bool {
    ["<<<<<<< ", ">>>>>>> "].iter().any(|mark| line.starts_with(mark))
}

#[test]
fn merges_are_finished() {
    assert!(is_conflict("<<<<<<< HEAD") && !is_conflict("    <<<<<<< HEAD"));
    let mut bad = Vec::new();
    for path in FOLDERS.iter().flat_map(|f| files(f)).chain(pages()) {
        let Ok(text) = fs::read_to_string(root().join(&path)) else { continue };
        let conflicts = text.lines().enumerate().filter(|(_, line)| is_conflict(line));
        bad.extend(conflicts.map(|(i, _)| format!("{path}:{}: a conflict of a merge", i + 1)));
    }
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}

#[test]
fn architecture_tells_of_what_is_there() {
    let modules: BTreeSet<String> =
        files("src").iter().filter_map(|p| Some(p.split('/').nth(1)?.to_owned())).collect();
    let modules = modules.into_iter().filter(|m| !m.ends_with(".rs")).collect();
    let exists = |p: &str| root().join(p).exists();
    let mut bad = check_architecture(&read("ARCHITECTURE.md"), &modules, exists);
    for page in pages() {
        bad.extend(missing_paths(&page, &read(&page), exists));
    }
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}

#[test]
fn architecture_is_a_map() {
    let words = read("ARCHITECTURE.md").split_whitespace().count();
    assert!(
        words <= ARCHITECTURE_WORDS,
        "ARCHITECTURE.md: {words} words, at most {ARCHITECTURE_WORDS} are allowed"
    );
}

#[test]
fn manual_mentions_every_option() {
    let help = |args: &[&str]| {
        let output =
            Command::new(env!("CARGO_BIN_EXE_bmc")).args(args).output().expect("the binary was built");
        options(&String::from_utf8_lossy(&output.stdout))
    };
    let mut options = help(&["--help"]);
    assert!(options.contains("--bound"), "bmc --help shows no --bound");
    for (command, option) in [
        ("simplify", "--output"),
        ("solve", "--model"),
        ("run", "--choices"),
        ("check-certificate", "--timeout"),
        ("verify", "--only"),
    ] {
        let more = help(&[command, "--help"]);
        assert!(more.contains(option), "bmc {command} --help shows no {option}");
        options.extend(more);
    }
    let page = "docs/manual/options.md";
    let missing = unmentioned(&options, &read(page));
    assert!(missing.is_empty(), "{page} does not mention {}", missing.join(", "));
}

#[test]
fn readme_is_short() {
    let words = read("README.md").split_whitespace().count();
    assert!(words <= README_WORDS, "README.md has {words} words, at most {README_WORDS} are allowed");
}

/// Markdown pages for people.
fn pages() -> Vec<String> {
    let top = ["ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "README.md"].map(str::to_owned);
    let below = ["docs", "models", "scripts"].into_iter().flat_map(files).filter(|p| p.ends_with(".md"));
    top.into_iter().chain(below).collect()
}

#[test]
fn links_lead_somewhere() {
    let pages = pages();
    assert!(pages.len() > 10, "only {} pages found", pages.len());
    let bad: Vec<String> =
        pages.iter().flat_map(|p| check_links(p, &read(p), |t| root().join(t).exists())).collect();
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}

/// The checker itself: each bad snippet must be found.
mod checker {
    use super::*;

    fn table() -> Layers {
        layers(
            "# A\n\n## Layers\n\n| part | what | uses |\n|---|---|---|\n| `base` | x | |\n| `ilr` | x | `base` |\n\
             | `program` | x | `base` |\n| `smt` | x | `base`, `ilr` |\n| `frontend` | x | `program` |\n\
             | `verify` | x | `base` |\n\
             | `cli` | x | `base`, `ilr`, `smt` |\n\n## More\n\n| `other` | x | `nothing` |\n",
        )
        .expect("a good table")
    }

    #[test]
    fn table_is_read() {
        let names: Vec<String> = table().into_iter().map(|(l, _)| l).collect();
        assert_eq!(names, ["base", "ilr", "program", "smt", "frontend", "verify", "cli"]);
        assert!(layers("## Layers\n\n| `a` | x | `b` |\n| `b` | x | |\n").is_err());
        assert!(
            layers("# A\n\n## Layers\n\n| `a` | x | `b` |\n| `b` | x | |\n")
                .unwrap_err()
                .contains("not above")
        );
        assert!(layers("# A\n").is_err());
    }

    #[test]
    fn good_sources_pass() {
        for (path, source) in [
            ("ilr/op.rs", "use crate::base::Bits;\nuse crate::ilr::Sort;\ncrate::typed_id! { X }\n"),
            ("ilr/mod.rs", "//! Doc of crate::smt.\nuse super::base;\n"),
            (
                "ilr/a/b.rs",
                "use super::super::smt;\n/* crate::cli /* unsafe */ */ const S: &str = \"crate::cli\";\n",
            ),
            ("smt/process.rs", "use std::process::Command;\nunsafe fn f() {}\n"),
            ("main.rs", "fn main() { println!(\"{}\", bmc::cli::run()); }\n"),
            ("ilr/op.rs", "const C: char = '\"'; fn f<'a>(x: &'a str) {} // todo!()\n"),
            (
                "ilr/op.rs",
                "fn f() {}\n#[cfg(test)]\nmod tests { fn g() { println!(); std::fs::read(\"\"); } }\n",
            ),
            ("ilr/op.rs", "const R: &str = r#\"unsafe \" println!()\"#; fn print() {}\n"),
            ("verify/a.rs", "use std::fs::File;\n"),
        ] {
            assert_eq!(check_source(path, source, &table()), Vec::<String>::new(), "{source}");
        }
    }

    #[test]
    fn bad_sources_are_found() {
        for (path, source, complaint) in [
            ("ilr/op.rs", "use crate::smt::X;\n", "src/ilr/op.rs:1: 'ilr' must not use 'smt'"),
            ("ilr/op.rs", "\nfn f() { crate::cli::run() }\n", "src/ilr/op.rs:2: 'ilr' must not use 'cli'"),
            (
                "ilr/op.rs",
                "use crate::{base::{A, B}, program};\n",
                "src/ilr/op.rs:1: 'ilr' must not use 'program'",
            ),
            ("ilr/mod.rs", "//! Doc.\nuse super::smt;\n", "src/ilr/mod.rs:2: 'ilr' must not use 'smt'"),
            ("ilr/a.rs", "use super::super::smt;\n", "src/ilr/a.rs:1: 'ilr' must not use 'smt'"),
            ("new/a.rs", "", "src/new/a.rs:1: 'new' is not among the layers of ARCHITECTURE.md"),
            ("ilr/mod.rs", "mod a;\n", "src/ilr/mod.rs:1: a module's mod.rs starts with its documentation"),
            ("cli/a.rs", "unsafe {}\n", "src/cli/a.rs:1: unsafe outside of the two places for foreign code"),
            (
                "smt/a.rs",
                "println!();\n",
                "src/smt/a.rs:1: println! outside of cli, frontend, proofs and smt/process",
            ),
            (
                "base/a.rs",
                "use std::fs::File;\n",
                "src/base/a.rs:1: std::fs outside of cli, frontend, proofs and smt/process",
            ),
            (
                "ilr/a.rs",
                "\nlet now = Instant::now();\n",
                "src/ilr/a.rs:2: Instant::now outside of base, cli, frontend, verify and smt/process",
            ),
            (
                "verify/a.rs",
                "use std::env;\n",
                "src/verify/a.rs:1: std::env outside of cli, frontend, proofs and smt/process",
            ),
            ("base/a.rs", "\"\\\"\"; todo!()\n", "src/base/a.rs:1: todo!"),
            ("base/a.rs", "'\\''; dbg!(1)\n", "src/base/a.rs:1: dbg!"),
            ("base/a.rs", "#[test]\n#[ignore]\nfn f() {}\n", "src/base/a.rs:2: an ignored test"),
            ("base/a.rs", "#[should_panic]\n", "src/base/a.rs:1: should_panic"),
        ] {
            assert_eq!(check_source(path, source, &table()), [complaint], "{source}");
        }
    }

    #[test]
    fn ambiguous_type_names_are_found() {
        let two =
            "pub struct Node;\npub(super) enum Kind<T> { A(T) }\nimpl X for Y {\n    type Error = Z;\n}\n";
        let more =
            "    struct Node {}\ntype Kind = u8; // struct Other\nimpl X for U {\n    type Error = W;\n}\n";
        let test = "#[cfg(test)]\nmod tests { }\nstruct Node;\n";
        let sources = [
            ("smt/a.rs", two),
            ("smt/b/c.rs", more),
            ("smt/tests.rs", more),
            ("smt/d.rs", test),
            ("ilr/a.rs", two),
            ("engine/bmc/a.rs", two),
            ("engine/explicit/a.rs", two),
            ("engine/a.rs", two),
        ];
        let bad = [
            "'smt' has several types 'Kind': src/smt/a.rs:2, src/smt/b/c.rs:2",
            "'smt' has several types 'Node': src/smt/a.rs:1, src/smt/b/c.rs:1",
        ];
        assert_eq!(check_type_names(sources), bad);
    }

    #[test]
    fn circles_are_found() {
        let code =
            code_only("use super::b::{X, Y};\nuse super::{Z, c};\nfn f() { super::d::g() } // super::e::x\n");
        let names: Vec<String> = neighbours(&code).into_iter().collect();
        assert_eq!(names, ["b", "c", "d"]);
        let graph = |edges: &[(&str, &[&str])]| {
            let set = |to: &&[&str]| to.iter().map(|m| (*m).to_owned()).collect::<BTreeSet<_>>();
            circle(&edges.iter().map(|(from, to)| ((*from).to_owned(), set(to))).collect())
        };
        assert_eq!(graph(&[("a", &["b", "c", "gone"]), ("b", &["c"]), ("c", &["c"])]), None);
        let found = graph(&[("a", &["b"]), ("b", &["c", "d"]), ("c", &[]), ("d", &["b"])]);
        assert_eq!(found, Some(vec!["b".to_owned(), "d".to_owned()]));
    }

    #[test]
    fn wrong_architecture_is_found() {
        let text = "# A\n\n## Layers\n\n| `base` | x | |\n| `gone` | x | |\n\nSee `src/base/a.rs`, `src/no.rs`, `a/b`.\n";
        let modules = ["base", "fresh"].map(str::to_owned).into_iter().collect();
        let bad = check_architecture(text, &modules, |p| p == "src/base/a.rs");
        assert_eq!(
            bad,
            [
                "ARCHITECTURE.md: the table of layers lacks 'fresh'",
                "ARCHITECTURE.md: there is no 'src/gone'",
                "ARCHITECTURE.md: there is no 'src/no.rs'",
            ]
        );
    }

    #[test]
    fn broken_links_are_found() {
        let page = "[a](b.md), [`c`](../d/e.md#part), `[f](no.md)`\n```\n[g](no.md)\n```\n\
                    [h](https://x.org/no) [i](#here) ![j](../../k.png) [l](./m.md)\n";
        assert_eq!(relative_links(page), ["b.md", "../d/e.md", "../../k.png", "./m.md"]);
        assert_eq!(link_target("docs/sub/page.md", "../d/./e.md"), Some("docs/d/e.md".to_owned()));
        assert_eq!(link_target("README.md", "docs/"), Some("docs".to_owned()));
        assert_eq!(link_target("docs/page.md", "../../k.png"), None);
        let bad = check_links("docs/page.md", page, |p| p == "docs/b.md" || p == "d/e.md");
        assert_eq!(
            bad,
            [
                "docs/page.md: the link '../../k.png' leads nowhere",
                "docs/page.md: the link './m.md' leads nowhere",
            ]
        );
    }

    #[test]
    fn options_are_read_from_help() {
        let help = "Usage: bmc [OPTIONS]\n\nOptions:\n      --bound <N>  Loop bound, see -x\n  -q, --quiet...\n  -m32\n\
                    \x20         - bmc:  Bounded\n";
        let options = options(help);
        assert_eq!(options.iter().collect::<Vec<_>>(), ["--bound", "--quiet", "-m32", "-q"]);
        assert_eq!(unmentioned(&options, "`--bound N`, `-q`/`--quieter`"), ["--quiet", "-m32"]);
    }
}
