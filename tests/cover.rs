//! `--cover`: which places of a program runs reach.
//!
//! The header of each program of `tests/cover` has `flags`, and `line`, the last line of what is told, for each run. Behind `//1`,
//! `//2` and so on stands, at the end of a line, what the first, second and further runs find out of the goals on this line:
//! `reached`, `unreached` or `unknown`, in the order of the goals. No other line has goals.
//!
//! Those of `tests/cover/vacuity` are proofs, whose marks tell what no run reaches, or is not known to: `KIND:STATUS`.
//!
//! `random_programs_agree_with_all_their_runs` is an exact oracle: programs with inputs of few bits, instrumented and executed
//! natively with all inputs. So is `random_proofs_tell_what_no_run_reaches`, for what `--vacuity` tells. `COVER_PROGRAMS=1000` tries
//! more programs.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use rayon::prelude::*;
use serde_json::Value;

#[path = "common/splitmix.rs"]
mod splitmix;
use splitmix::Random;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cover")
}

fn text_of(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Runs `bmc` in a folder.
fn bmc(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bmc"));
    command.current_dir(folder).env_remove("RUST_BACKTRACE").args(args);
    command.output().expect("the binary was built with this test")
}

/// The document of a run, with its exit code.
fn document(folder: &Path, args: &[&str]) -> (Value, Option<i32>) {
    let output = bmc(folder, &[args, &["--format", "json"]].concat());
    let document = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|_| panic!("{args:?}: {}\n{}", text_of(&output.stdout), text_of(&output.stderr)));
    (document, output.status.code())
}

/// The status of each goal by line, in the order of the document. What is reached names a test that there is.
fn statuses(document: &Value) -> BTreeMap<u64, Vec<String>> {
    let mut found: BTreeMap<u64, Vec<String>> = BTreeMap::new();
    let tests = document["tests"].as_array().expect("tests").len() as u64;
    let mut used = BTreeSet::new();
    for goal in document["goals"].as_array().expect("goals") {
        let status = goal["status"].as_str().expect("a status").to_owned();
        let test = goal["test"].as_u64();
        assert_eq!(status == "reached", test.is_some_and(|n| (1..=tests).contains(&n)), "{goal}");
        used.extend(test);
        found.entry(goal["place"]["line"].as_u64().expect("a line")).or_default().push(status);
    }
    assert_eq!(used.len() as u64, tests, "each test is the first to reach something");
    found
}

// Programs that say what is found out.

/// One run of a program.
#[derive(Debug)]
struct Case {
    flags: Vec<String>,
    line: String,
    code: i32,
    words: BTreeMap<u64, Vec<String>>,
}

/// The runs of a program, whose marks are among these.
fn cases(text: &str, marks: &[&str]) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for line in text.lines() {
        let Some((key, value)) = line.strip_prefix("// ").and_then(|l| l.split_once(": ")) else { break };
        match key {
            "flags" => {
                let flags = value.split_whitespace().map(str::to_owned).collect();
                cases.push(Case { flags, line: String::new(), code: 0, words: BTreeMap::new() });
            }
            "line" => {
                let case = cases.last_mut().expect("flags come first");
                case.line = value.to_owned();
                case.code = match value.split('(').next() {
                    Some("COVERED" | "TRUE") => 0,
                    Some("UNCOVERED") => 10,
                    _ => 20,
                };
            }
            // The text about the program begins.
            _ if key.contains(' ') => break,
            _ => panic!("unknown header entry '{key}'"),
        }
    }
    for (number, line) in text.lines().enumerate() {
        for (i, case) in cases.iter_mut().enumerate() {
            let Some((_, rest)) = line.split_once(&format!("//{} ", i + 1)) else { continue };
            let rest = rest.split("//").next().unwrap_or_default();
            let words: Vec<String> = rest.split_whitespace().map(str::to_owned).collect();
            let known = |w: &String| marks.contains(&w.as_str());
            assert!(words.iter().all(known), "{line}");
            case.words.insert(number as u64 + 1, words);
        }
    }
    assert!(cases.iter().all(|c| !c.line.is_empty()));
    cases
}

/// Runs the programs of a folder, with these options besides their own; `find` reads off a document what marks say.
fn check_programs(
    folder: &Path,
    (least, options, marks): (usize, &[&str], &[&str]),
    find: impl Fn(&Value) -> BTreeMap<u64, Vec<String>> + Sync,
) {
    let mut files: Vec<String> = fs::read_dir(folder)
        .expect("programs")
        .map(|e| e.expect("an entry").file_name().into_string().expect("a plain name"))
        .filter(|name| name.ends_with(".c") || name.ends_with(".cpp"))
        .collect();
    files.sort();
    assert!(files.len() >= least, "{files:?}");
    let find = &find;
    let bad: Vec<String> = files
        .par_iter()
        .flat_map_iter(|file| {
            let text = fs::read_to_string(folder.join(file)).expect("a program");
            cases(&text, marks).into_iter().filter_map(move |case| {
                let flags: Vec<&str> = case.flags.iter().map(String::as_str).collect();
                let (document, code) = document(folder, &[options, &flags[..], &[file]].concat());
                let line = document["line"].as_str().unwrap_or_default();
                // A beginning is enough.
                let line = if line.starts_with(&case.line) { &case.line } else { line };
                let found = (line.to_owned(), code, find(&document));
                let expected = (case.line.clone(), Some(case.code), case.words);
                (found != expected).then(|| format!("{file} {flags:?}:\n{found:?}\nexpected\n{expected:?}"))
            })
        })
        .collect();
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}

#[test]
fn programs_are_covered_as_they_say() {
    check_programs(&folder(), (8, &[], &["reached", "unreached", "unknown"]), statuses);
}

/// What a document says of a proof, by line.
fn vacuity(document: &Value) -> BTreeMap<u64, Vec<String>> {
    let mut found: BTreeMap<u64, Vec<String>> = BTreeMap::new();
    for place in document["vacuity"].as_array().unwrap_or(&Vec::new()) {
        let words = format!(
            "{}:{}",
            place["kind"].as_str().expect("a kind"),
            place["status"].as_str().expect("a status")
        );
        found.entry(place["place"]["line"].as_u64().expect("a line")).or_default().push(words);
    }
    found
}

#[test]
fn proofs_tell_what_no_run_reaches() {
    let marks: Vec<String> = ["assertion", "loop", "end"]
        .iter()
        .flat_map(|kind| [format!("{kind}:unreached"), format!("{kind}:unknown")])
        .collect();
    let marks: Vec<&str> = marks.iter().map(String::as_str).collect();
    check_programs(&folder().join("vacuity"), (7, &["--vacuity"], &marks), vacuity);
}

#[test]
fn all_results_tell_what_no_run_reaches() {
    let args = ["--vacuity", "--quiet", "--entry", "harness", "vacuity/end.c"];
    let output = bmc(&folder(), &args);
    let text = "note: no run reaches the assertion at vacuity/end.c:27\n\
                note: no run reaches the end of harness\n\
                TRUE\n";
    assert_eq!((text_of(&output.stdout).as_str(), output.status.code()), (text, Some(0)));
    let temporary = tempfile::tempdir().expect("a folder for temporary files");
    let files = ["sarif", "junit", "html"].map(|form| (form, temporary.path().join(form)));
    let options: Vec<String> =
        files.iter().map(|(form, path)| format!("--{form}={}", path.display())).collect();
    let options: Vec<&str> = options.iter().map(String::as_str).collect();
    bmc(&folder(), &[&args[..], &options].concat());
    for (form, path) in &files {
        let text = fs::read_to_string(path).expect("a result");
        assert!(text.contains("no run reaches the end of harness"), "{form}");
    }
    let sarif: Value = serde_json::from_slice(&fs::read(&files[0].1).expect("a result")).expect("JSON");
    let notes = &sarif["runs"][0]["invocations"][0]["toolExecutionNotifications"];
    let place = &notes[0]["locations"][0]["physicalLocation"]["region"]["startLine"];
    assert_eq!((&notes[0]["descriptor"]["id"], place), (&"unreached".into(), &27.into()), "{notes}");
}

#[test]
fn text_tells_goals_tests_and_functions_that_are_left_out() {
    let output = bmc(&folder(), &["--cover", "lines,asserts", "gauge.c"]);
    insta::with_settings!({
        snapshot_path => "cover/snapshots",
        prepend_module_to_snapshot => false,
        omit_expression => true,
    }, {
        insta::assert_snapshot!("gauge", text_of(&output.stdout) + &text_of(&output.stderr));
    });
}

#[test]
fn mistakes_are_told() {
    for (args, words) in [
        (&["--cover", "line", "gauge.c"][..], "expected lines, branches, asserts, cover, loops or FILE:LINE"),
        (
            &["--cover", "gauge.c:1", "gauge.c"],
            "--cover gauge.c:1: no code of a function that may be called is there",
        ),
        (&["--cover", "other.c:12", "gauge.c"], "--cover other.c:12: no code"),
        (&["--cover", "lines", "--engine", "explicit", "gauge.c"], "--cover: only with --engine bmc"),
        (&["--cover", "lines", "--emit", "smt2", "gauge.c"], "--emit smt2: not with --cover"),
        (&["--cover", "lines", "--check-contract", "main", "gauge.c"], "--cover: not with --check-contract"),
        (&["--cover", "lines", "--format", "sarif", "gauge.c"], "--cover: text and JSON only"),
        (&["--cover", "lines", "--all", "gauge.c"], "--all"),
        (&["--cover", "lines", "--vacuity", "gauge.c"], "--vacuity"),
        (&["--vacuity", "--engine", "explicit", "gauge.c"], "--vacuity: not with --engine explicit"),
        (&["--cover", "lines", "--emit", "harness", "gauge.c"], "--emit harness: --cover needs a path"),
    ] {
        let output = bmc(&folder(), args);
        let said = text_of(&output.stderr);
        assert!(output.status.code() == Some(2) && said.contains(words), "{args:?}: {said}");
    }
}

// Tests as programs.

/// The lines that `gcov` counts as executed in its file about a source.
fn executed(folder: &Path, source: &str) -> BTreeSet<u64> {
    let text = fs::read_to_string(folder.join(format!("{source}.gcov"))).expect("gcov has written it");
    let row = |line: &str| {
        let (count, rest) = line.split_once(':')?;
        let number = rest.split(':').next()?.trim().parse().ok()?;
        count.trim().starts_with(|c: char| c.is_ascii_digit()).then_some(number)
    };
    text.lines().filter_map(row).collect()
}

/// Whether a line is a failure.
fn fails_at(source: &Path, line: u64) -> bool {
    let text = fs::read_to_string(source).expect("a program");
    text.lines().nth(line as usize - 1).is_some_and(|l| l.contains("reach_error()"))
}

/// Each test of `--emit harness` natively reaches the lines that are told of it.
#[test]
fn tests_reach_their_goals_natively() {
    for (program, options) in [
        ("gauge.c", &[][..]),
        ("violations.c", &[]),
        ("asserts.c", &["--cover", "asserts"]),
        ("memory.c", &[]),
        ("vacuity/end.c", &["--entry", "closed"]),
    ] {
        let folder = tempfile::tempdir().expect("a folder for temporary files");
        let source = self::folder().join(program);
        let name = source.file_name().expect("a file").to_str().expect("a plain name");
        fs::copy(&source, folder.path().join(name)).expect("a file of this test");
        let args = [&["--cover", "lines", "--emit", "harness=t.c"], options, &[name]].concat();
        let (document, _) = document(folder.path(), &args);
        let tests = document["tests"].as_array().expect("tests").len();
        assert!(tests > 0, "{program}");
        let (mut reached, mut is_whole) = (BTreeSet::new(), true);
        for number in 1..=tests {
            let text = fs::read_to_string(folder.path().join(format!("t.{number}.c"))).expect("a test");
            let after = |word: &str| text.lines().find_map(|l| Some(l.split_once(word)?.1.to_owned()));
            let (compile, run) =
                (after(" *   gcc ").expect("a command"), after(" *   ./test").expect("a command"));
            let script =
                format!("rm -f *.gc??; gcc {compile} && {{ ./test {run} >out; gcov test-{name} >out; }}");
            let output = Command::new("bash").current_dir(folder.path()).args(["-c", &script]).output();
            let output = output.expect("bash runs");
            assert!(output.status.success(), "{program} {number}: {}", text_of(&output.stderr));
            let about = after("/* Inputs of a run that reaches ").expect("what it reaches");
            let lines = executed(folder.path(), name);
            for place in about.trim_end_matches('.').split(", ").filter(|p| p.starts_with(name)) {
                let line =
                    place.split(' ').next().and_then(|place| place.rsplit_once(':')).expect("a place").1;
                let line: u64 = line.parse().expect("a line");
                // Memory that nobody has set is not what it was in the run.
                let is_told = !text.contains("Not all that the run depends on is here");
                is_whole &= is_told;
                // An assertion that always fails is reached where it is decided.
                let fails = place.ends_with(" assertion") && fails_at(&source, line);
                assert!(
                    lines.contains(&line) || !is_told || fails,
                    "{program} test {number}: {place} of {lines:?}\n{text}"
                );
                reached.insert(line);
            }
        }
        let goals = document["goals"].as_array().expect("goals").iter().filter(|g| g["status"] == "reached");
        let told: BTreeSet<u64> = goals.map(|g| g["place"]["line"].as_u64().expect("a line")).collect();
        assert_eq!(told, reached, "{program}");
        assert!(is_whole || ["violations.c", "memory.c"].contains(&program), "{program}");
    }
}

// Random programs.

/// Natively, a line notes that control has come to it, and a condition which way it goes; all inputs are tried.
const NATIVE: &str = r#"
#include <setjmp.h>
#include <stdio.h>
static unsigned char hit[1000], way[1000][2], given[2];
static int next;
static jmp_buf over;
#define HIT(n) hit[n] = 1;
#define WHEN(n, c) ((c) ? (way[n][0] = 1, 1) : (way[n][1] = 1, 0))
static unsigned char __VERIFIER_nondet_uchar(void) { return given[next++ & 1]; }
static void __VERIFIER_assume(int c) { if (!c) longjmp(over, 1); }
static void check(int c) { if (!c) longjmp(over, 1); }
#define main program
"#;

const NATIVE_MAIN: &str = r#"
#undef main
int main(void) {
    for (int input = 0; input < 65536; input++) {
        given[0] = input;
        given[1] = input >> 8;
        next = 0;
        reset();
        if (!setjmp(over)) program();
    }
    for (int n = 0; n < 1000; n++)
        if (hit[n] || way[n][0] || way[n][1]) printf("%d %d %d %d\n", n, hit[n], way[n][0], way[n][1]);
    return 0;
}
"#;

const OURS: &str = r#"
#define HIT(n)
#define WHEN(n, c) (c)
unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);
#define check(c) __VERIFIER_assert(c)
void __VERIFIER_assert(int);
"#;

/// A program as its lines; a `@` stands for the number of the line.
struct Generated {
    random: Random,
    lines: Vec<String>,
    functions: usize,
    loops: usize,
}

const NAMES: [&str; 4] = ["a", "b", "c", "d"];

impl Generated {
    fn line(&mut self, depth: usize, text: &str) {
        self.lines.push(format!("{}{text}", "    ".repeat(depth)));
    }

    fn name(&mut self) -> &'static str {
        NAMES[self.random.below(NAMES.len())]
    }

    fn value(&mut self, depth: usize) -> String {
        if depth == 0 || self.random.below(3) == 0 {
            return self.name().to_owned();
        }
        let constant = format!("{}u", [3, 4, 17, 256][self.random.below(4)].min(self.random.below(256)));
        let (x, other) = (self.value(depth - 1), self.value(depth - 1));
        // Never of constants alone, as the compiler leaves out what these decide.
        let y = if self.random.below(2) == 0 { constant } else { other };
        match self.random.below(9) {
            0 => format!("({x} + {y})"),
            1 => format!("({x} - {y})"),
            2 => format!("({x} * {y})"),
            3 => format!("({x} & {y})"),
            4 => format!("({x} ^ {y})"),
            5 => format!("({x} >> ({y} & 7u))"),
            6 => format!("({x} % ({y} | 1u))"),
            7 => format!("table[{x} & 7u]"),
            _ => format!("({x} < {y} ? {x} : {y})"),
        }
    }

    fn condition(&mut self) -> String {
        let relation = ["<", "<=", "==", "!=", ">"][self.random.below(5)];
        format!("(unsigned char){} {relation} {}", self.value(2), self.value(1))
    }

    /// A statement; `inside`: a loop or `switch` that can be left.
    fn statement(&mut self, depth: usize, inside: bool) {
        let kinds = if depth > 3 { 5 } else { 13 };
        match self.random.below(kinds) {
            0 | 1 => {
                let (name, value) = (self.name(), self.value(3));
                self.line(depth, &format!("HIT(@) {name} = {value};"));
            }
            2 => {
                let (index, value) = (self.value(1), self.value(2));
                self.line(depth, &format!("HIT(@) table[{index} & 7u] = {value};"));
            }
            3 => {
                let condition = self.condition();
                match self.random.below(4) {
                    0 => self.line(depth, &format!("HIT(@) __VERIFIER_assume({condition});")),
                    1 => self.line(depth, &format!("HIT(@) check({condition});")),
                    _ => {
                        let name = self.name();
                        self.line(depth, &format!("HIT(@) {name} = {condition};"));
                    }
                }
            }
            4 if self.functions > 0 => {
                let (name, called, value) = (self.name(), self.random.below(self.functions), self.value(1));
                self.line(depth, &format!("HIT(@) {name} = function_{called}({value});"));
            }
            4 | 5 if inside => {
                let condition = self.condition();
                self.line(depth, &format!("HIT(@) if (WHEN(@, {condition}))"));
                let word = if self.random.below(2) == 0 { "break" } else { "continue" };
                self.line(depth + 1, &format!("{{ HIT(@) {word}; }}"));
            }
            4..=8 => {
                let condition = self.condition();
                self.line(depth, &format!("HIT(@) if (WHEN(@, {condition})) {{"));
                self.block(depth + 1, inside);
                if self.random.below(2) == 0 {
                    self.line(depth, "} else {");
                    self.block(depth + 1, inside);
                }
                self.line(depth, "}");
            }
            9 => {
                let (first, second) = (self.condition(), self.condition());
                let both = ["&&", "||"][self.random.below(2)];
                self.line(depth, &format!("HIT(@) if ({first} {both} {second}) {{"));
                self.block(depth + 1, inside);
                self.line(depth, "}");
            }
            10 => {
                let (most, i) = (self.random.below(4) + 1, self.loops);
                self.loops += 1;
                let condition = self.condition();
                self.line(
                    depth,
                    &format!("HIT(@) for (unsigned i{i} = 0; i{i} < {most} && ({condition}); i{i}++) {{"),
                );
                self.block(depth + 1, true);
                self.line(depth, "}");
            }
            11 => {
                let value = self.value(2);
                self.line(depth, &format!("HIT(@) switch ({value} & 7u) {{"));
                for case in 0..self.random.below(3) + 1 {
                    self.line(depth, &format!("case {}:", 2 * case));
                    // A `continue` would be the loop's.
                    self.block(depth + 1, false);
                    if self.random.below(3) > 0 {
                        self.line(depth + 1, "HIT(@) break;");
                    }
                }
                self.line(depth, "default:");
                self.block(depth + 1, false);
                self.line(depth, "}");
            }
            _ => {
                let (condition, value) = (self.condition(), self.value(1));
                self.line(depth, &format!("HIT(@) if (WHEN(@, {condition}))"));
                self.line(depth + 1, &format!("{{ HIT(@) return {value}; }}"));
            }
        }
    }

    fn block(&mut self, depth: usize, inside: bool) {
        for _ in 0..self.random.below(2) + 1 {
            self.statement(depth, inside);
        }
    }

    fn function(&mut self, head: &str, first: &str) {
        self.line(0, head);
        self.line(1, "HIT(@) unsigned b = 1, c = 7, d = 0;");
        self.line(1, first);
        for _ in 0..self.random.below(5) + 2 {
            self.statement(1, false);
        }
        self.line(1, "HIT(@) return a + b + c + d;");
        self.line(0, "}");
    }

    /// The lines of a program.
    fn program(seed: u64) -> Vec<String> {
        let mut made = Generated { random: Random(seed), lines: Vec::new(), functions: 0, loops: 0 };
        made.line(0, "static unsigned table[8];");
        made.line(0, "static void reset(void) { for (int i = 0; i < 8; i++) table[i] = 0; }");
        for number in 0..made.random.below(3) {
            made.function(&format!("static unsigned function_{number}(unsigned a) {{"), "HIT(@) d = a;");
            made.functions += 1;
        }
        made.line(0, "int main(void) {");
        made.line(1, "HIT(@) unsigned a = __VERIFIER_nondet_uchar();");
        made.line(1, "HIT(@) unsigned b = __VERIFIER_nondet_uchar(), c = 3, d = 0;");
        for _ in 0..made.random.below(6) + 3 {
            made.statement(1, false);
        }
        made.line(1, "HIT(@) return a + b + c + d;");
        made.line(0, "}");
        // The first ones are of the prelude, which gives the numbers.
        made.lines.iter().zip(1..).map(|(line, n)| line.replace('@', &n.to_string())).collect()
    }
}

/// What natively is come to: lines, and the ways of conditions by line.
fn natively(folder: &Path, program: &str) -> (BTreeSet<u64>, BTreeSet<(u64, bool)>) {
    let source = folder.join("native.c");
    fs::write(&source, format!("{NATIVE}\n{program}\n{NATIVE_MAIN}")).expect("a file of this test");
    let clang = ["clang-19", "/usr/lib/llvm-19/bin/clang"];
    let clang = clang.into_iter().find(|c| Command::new(c).arg("--version").output().is_ok());
    let native = folder.join("native");
    let built = Command::new(clang.expect("the build needed clang 19, so it is here"))
        .args(["-O1", "-w", "-o"])
        .args([&native, &source])
        .output()
        .expect("clang runs");
    assert!(built.status.success(), "{}", text_of(&built.stderr));
    let told = text_of(&Command::new(&native).output().expect("it was built").stdout);
    let (mut lines, mut ways) = (BTreeSet::new(), BTreeSet::new());
    for row in told.lines() {
        let row: Vec<u64> = row.split(' ').map(|n| n.parse().expect("a number")).collect();
        let [n, hit, holds, fails] = row[..] else { panic!("{row:?}") };
        lines.extend((hit == 1).then_some(n));
        ways.extend((holds == 1).then_some((n, true)));
        ways.extend((fails == 1).then_some((n, false)));
    }
    (lines, ways)
}

/// Writes a program for `bmc`, as `ours.c`.
fn write_ours(folder: &Path, program: &str) {
    let source = format!("{OURS}\n#line 1 \"program.c\"\n{program}\n");
    // The lines of the program are those of the file: `#line` names it, and its text is there for who reads it.
    fs::write(folder.join("ours.c"), source).expect("a file of this test");
    fs::write(folder.join("program.c"), program).expect("a file of this test");
}

/// Compares one program; what differs, in words.
fn compare(seed: u64) -> Option<String> {
    let lines = Generated::program(seed);
    let program = lines.join("\n");
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let (reached, ways) = natively(folder.path(), &program);
    write_ours(folder.path(), &program);
    let (document, _) = document(
        folder.path(),
        &["--cover", "lines,branches,loops", "--check", "assert", "--bound", "8", "ours.c"],
    );
    let mut bad = String::new();
    let numbered = |n: u64| lines.get(n as usize - 1).map_or("", |line| line.trim());
    let hit = |n: u64| numbered(n).contains("HIT(");
    let mut told = BTreeSet::new();
    for goal in document["goals"].as_array().expect("goals") {
        let line = goal["place"]["line"].as_u64().expect("a line");
        let status = goal["status"].as_str().unwrap_or_default();
        let expected = match (goal["kind"].as_str(), goal["condition"].as_bool()) {
            (Some("line"), _) if hit(line) => {
                told.insert(line);
                reached.contains(&line)
            }
            (Some("branch"), Some(holds))
                if numbered(line).contains("WHEN(") && !numbered(line).contains('?') =>
            {
                ways.contains(&(line, holds))
            }
            // The line behind the head is the first one of the body.
            (Some("loop"), _) => reached.contains(&(line + 1)),
            _ => continue,
        };
        if status != if expected { "reached" } else { "unreached" } {
            // Writing to a string cannot fail.
            let _ = writeln!(bad, "{status}, natively {expected}: {goal} {}", numbered(line));
        }
    }
    for line in reached.difference(&told) {
        let _ = writeln!(bad, "no goal: line {line}: {}", numbered(*line));
    }
    (!bad.is_empty()).then(|| format!("seed {seed}: {}\n{bad}\n{program}", document["line"]))
}

/// The lines of functions to which calls lead from the last one; functions call earlier ones only.
fn called(lines: &[String]) -> BTreeSet<u64> {
    let (mut names, mut found) = (vec!["main(".to_owned()], BTreeSet::new());
    let mut end = lines.len();
    let heads = (0..lines.len())
        .rev()
        .filter(|&i| lines[i].starts_with("static unsigned f") || lines[i].starts_with("int main"));
    for head in heads {
        if names.iter().any(|name| lines[head].contains(name)) {
            found.extend(head as u64 + 1..=end as u64);
            let body = lines[head + 1..end].join(" ");
            names.extend((0..3).map(|f| format!("function_{f}(")).filter(|name| body.contains(name)));
        }
        end = head;
    }
    found
}

/// Compares what is told of a proof: an assertion that is not checked is an assumption. What differs, in words.
fn compare_vacuity(seed: u64) -> Option<String> {
    let lines = Generated::program(seed);
    let program = lines.join("\n");
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let (reached, _) = natively(folder.path(), &program);
    write_ours(folder.path(), &program);
    let (document, _) = document(folder.path(), &["--vacuity", "--check", "none", "ours.c"]);
    let mut expected: BTreeMap<u64, Vec<String>> = BTreeMap::new();
    let called = called(&lines);
    let main = lines.iter().position(|line| line.starts_with("int main")).expect("a main function");
    let returns: Vec<u64> =
        (1..).zip(&lines).skip(main).filter(|(_, line)| line.contains("return")).map(|(n, _)| n).collect();
    for (line, n) in lines.iter().zip(1..) {
        if !called.contains(&n) {
            continue;
        }
        let last = n as usize + 1 == lines.len();
        let (kind, shown_at) = match line.trim() {
            line if line.contains(") check(") => ("assertion", n),
            line if line.contains(") for (") => ("loop", n + 1),
            _ if last => ("end", n),
            _ => continue,
        };
        // Every return leads to the end.
        let is_end = kind == "end" && returns.iter().any(|line| reached.contains(line));
        if !is_end && !reached.contains(&shown_at) {
            expected.entry(n).or_default().push(format!("{kind}:unreached"));
        }
    }
    let mut told = vacuity(&document);
    // clang has the end at the last statement or at the brace behind it.
    if let Some(at_brace) = told.remove(&(lines.len() as u64)) {
        told.insert(lines.len() as u64 - 1, at_brace);
    }
    let found = (document["line"].as_str().unwrap_or_default().to_owned(), told);
    let differs = found != ("TRUE".to_owned(), expected.clone());
    differs.then(|| format!("seed {seed}: {found:?}\nexpected {expected:?}\n{program}"))
}

fn count() -> u64 {
    std::env::var("COVER_PROGRAMS").ok().and_then(|n| n.parse().ok()).unwrap_or(60)
}

#[test]
fn random_proofs_tell_what_no_run_reaches() {
    let count = count();
    let bad: Vec<String> = (0..count).into_par_iter().filter_map(compare_vacuity).collect();
    assert!(
        bad.is_empty(),
        "{} of {count} proofs differ\n{}",
        bad.len(),
        bad[..bad.len().min(3)].join("\n\n")
    );
}

#[test]
fn random_programs_agree_with_all_their_runs() {
    let count = count();
    let bad: Vec<String> = (0..count).into_par_iter().filter_map(compare).collect();
    assert!(
        bad.is_empty(),
        "{} of {count} programs differ\n{}",
        bad.len(),
        bad[..bad.len().min(3)].join("\n\n")
    );
}
