//! `bmc verify`: what runs again and what does not, limits, mistakes, crashes, and what is told.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

/// A folder with a set of proofs.
struct Set(tempfile::TempDir);

const MANIFEST: &str = "
[default]
options = '-Iinc'
[[proof]]
name = 'sum'
sources = ['sum.c']
[[proof]]
name = 'twice'
sources = ['twice.c']
expect = 'FALSE(assert)'
[[proof]]
name = 'plain'
sources = ['plain.c']
";

/// Calls a function in a header and another one; a third one is called by none of the proofs.
const SUM: &str = "#include <assert.h>\n#include \"add.h\"\nint __VERIFIER_nondet_int(void);\n\
    int unused(int x) { return x; }\n\
    int main(void) { int x = __VERIFIER_nondet_int() & 7; assert(add(x, 1) > x); }\n";
const TWICE: &str = "#include <assert.h>\n#include \"add.h\"\nint __VERIFIER_nondet_int(void);\n\
    int main(void) { int x = __VERIFIER_nondet_int() & 7; assert(add(x, x) != 6); }\n";
const PLAIN: &str = "int main(void) { return 0; }\n";

impl Set {
    fn new() -> Set {
        let set = Set(tempfile::tempdir().expect("a folder for temporary files"));
        fs::create_dir(set.0.path().join("inc")).expect("a folder");
        set.write("bmc.toml", MANIFEST);
        set.write("inc/add.h", "static int add(int a, int b) { return a + b; }\n");
        set.write("sum.c", SUM);
        set.write("twice.c", TWICE);
        set.write("plain.c", PLAIN);
        set
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path().join(name), text).unwrap_or_else(|e| panic!("{name}: {e}"));
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bmc"));
        command.current_dir(self.path()).env_remove("RUST_BACKTRACE").arg("verify").args(args);
        command
    }

    fn run(&self, args: &[&str]) -> Output {
        self.command(args).output().expect("the binary was built with this test")
    }

    /// The verdict of each proof, and whether it was known; with the exit code.
    fn verdicts(&self, args: &[&str]) -> (Vec<(String, bool)>, i32) {
        let output = self.run(&[&["--format", "json", "-j2"], args].concat());
        let document: Value = serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|e| panic!("{e}: {}", text_of(&output.stderr)));
        let proofs = document["proofs"].as_array().expect("a list");
        let all = proofs.iter().map(|p| {
            let line = p["line"].as_str().expect("a text").to_owned();
            (line, p["known"].as_bool().expect("known or not"))
        });
        (all.collect(), output.status.code().expect("an exit code"))
    }
}

fn text_of(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn pairs(all: &[(&str, bool)]) -> Vec<(String, bool)> {
    all.iter().map(|(line, known)| ((*line).to_owned(), *known)).collect()
}

#[test]
fn only_what_has_changed_runs_again() {
    let set = Set::new();
    let all =
        |known: [bool; 3]| (pairs(&[("TRUE", known[0]), ("FALSE(assert)", known[1]), ("TRUE", known[2])]), 0);
    assert_eq!(set.verdicts(&[]), all([false; 3]));
    assert_eq!(set.verdicts(&[]), all([true; 3]));
    // A source, a header, a header that comes before another one, an option.
    set.write("plain.c", &PLAIN.replace("return 0", "return 1"));
    assert_eq!(set.verdicts(&[]), all([true, true, false]));
    set.write("inc/add.h", "static int add(int a, int b) { return b + a; }\n");
    assert_eq!(set.verdicts(&[]), all([false, false, true]));
    set.write("add.h", "static int add(int a, int b) { return a - -b; }\n");
    assert_eq!(set.verdicts(&[]), all([false, false, true]));
    set.write("bmc.toml", &MANIFEST.replace("'FALSE(assert)'", "'FALSE(assert)'\noptions = '--bound 3'"));
    assert_eq!(set.verdicts(&[]), all([true, false, true]));
    // What was is still known, and what is expected is no part of the question.
    set.write("bmc.toml", &MANIFEST.replace("'FALSE(assert)'", "'TRUE'"));
    assert_eq!(set.verdicts(&[]), (all([true; 3]).0, 10));
    assert_eq!(set.verdicts(&["--again"]).0, all([false; 3]).0);
    let chosen = set.verdicts(&["--only", "p*", "--only", "sum"]);
    assert_eq!(chosen, (pairs(&[("TRUE", true), ("TRUE", true)]), 0));
}

/// Text that is preprocessed already has no files but itself.
#[test]
fn preprocessed_text_is_known_by_itself() {
    let set = Set::new();
    let text = "# 1 \"sum.c\"\nvoid reach_error(void) {}\nint main(void) { if (0) reach_error(); }\n";
    set.write("sum.i", text);
    set.write("bmc.toml", "[[proof]]\nname = 'sum'\nsources = ['sum.i']\noptions = '--check assert'\n");
    assert_eq!(set.verdicts(&[]), (pairs(&[("TRUE", false)]), 0));
    assert_eq!(set.verdicts(&[]), (pairs(&[("TRUE", true)]), 0));
    set.write("sum.i", &text.replace("if (0)", "if (1)"));
    assert_eq!(set.verdicts(&[]).0, pairs(&[("FALSE(reach-error)", false)]));
}

/// Asserts what macros, a header that is asked for, another source, and the environment make of it.
const DEPENDS: &str = "#include <assert.h>\n#include <deep.h>\nextern int other;\n\
    #if __has_include(\"late.h\")\n#define LATE 1\n#else\n#define LATE 0\n#endif\n\
    #ifndef BROKEN\n#define BROKEN 0\n#endif\n\
    int main(void) { assert(!LATE); assert(DEEP == 1 && !BROKEN); assert(other == 0); }\n";

/// What a program is depends on more than the files that were read last time.
#[test]
fn what_was_not_there_before_counts() {
    let set = Set::new();
    for (name, text) in [("one/deep.h", "#define DEEP 1\n"), ("two/deep.h", "#define DEEP 2\n")] {
        fs::create_dir(set.path().join(&name[..3])).expect("a folder");
        set.write(name, text);
    }
    set.write("part-a.c", DEPENDS);
    set.write("part-b.c", "int other;\n");
    set.write("bmc.toml", "[[proof]]\nname='a'\nsources=['part-*.c']\n");
    let verdict = |variables: &[(&str, &str)]| {
        let mut command = set.command(&["--format", "json", "--quiet"]);
        let output = command.envs(variables.iter().copied()).output().expect("the binary was built");
        let document: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let proof = &document["proofs"][0];
        (proof["line"].as_str().expect("a line").to_owned(), proof["known"] == true)
    };
    let is = |line: &str, known| (line.to_owned(), known);
    let usual = [("CPATH", "one")];
    assert_eq!(verdict(&usual), is("TRUE", false));
    assert_eq!(verdict(&usual), is("TRUE", true));
    // The same files for the compiler's other options, which the environment changes.
    assert_eq!(
        verdict(&[("CPATH", "one"), ("CCC_OVERRIDE_OPTIONS", "+-DBROKEN=1")]),
        is("FALSE(assert)", false)
    );
    assert_eq!(verdict(&[("CPATH", "two")]), is("FALSE(assert)", false));
    set.write("late.h", "");
    assert_eq!(verdict(&usual), is("FALSE(assert)", false));
    fs::remove_file(set.path().join("late.h")).expect("it was written");
    assert_eq!(verdict(&usual), is("TRUE", true));
    set.write("part-c.c", "extern int other;\n__attribute__((constructor)) void set(void) { other = 1; }\n");
    assert_eq!(verdict(&usual), is("FALSE(assert)", false));
    // An answer that depends on the time is given, and need not be kept.
    fs::remove_file(set.path().join("part-c.c")).expect("it was written");
    set.write("part-b.c", "int other;\nconst char *now = __TIME__;\n");
    assert_eq!(verdict(&usual).0, "TRUE");
}

/// Proves that a number is a prime.
const ENDLESS: &str = "#include <assert.h>\nunsigned __VERIFIER_nondet_uint(void);\n\
    int main(void) { unsigned long long a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint(); \
    if (a > 1 && b > 1) assert(a * b != 2305843009213693951u); }\n";

/// A proof about a project depends on the texts of its files, and on what clang makes of those that are linked.
#[test]
fn files_of_a_project_count() {
    let set = Set::new();
    let entry = |name: &str| {
        format!("{{\"directory\": \".\", \"file\": \"{name}\", \"command\": \"cc -Iinc -c {name}\"}}")
    };
    let files = ["half.c", "user.c"].map(entry).join(",");
    set.write("compile_commands.json", &format!("[{files}]"));
    set.write("half.c", "#include <deep.h>\nint half(int x) { return x / DEEP; }\n");
    set.write("user.c", "int half(int x);\nint user(void) { return half(8); }\n");
    set.write("inc/deep.h", "#define DEEP 2\n");
    set.write("bmc.toml", "[[proof]]\nname = 'user'\nall-of = '.'\nentry = 'user'\n");
    let verdict = |line: &str, known: bool| pairs(&[(line, known)]);
    assert_eq!(set.verdicts(&[]).0, verdict("TRUE", false));
    assert_eq!(set.verdicts(&[]).0, verdict("TRUE", true));
    set.write("inc/deep.h", "#define DEEP 0\n");
    assert_eq!(set.verdicts(&[]).0, verdict("FALSE(division-by-zero)", false));
    set.write("inc/deep.h", "#define DEEP 2\n");
    assert_eq!(set.verdicts(&[]).0, verdict("TRUE", true));
    // Another file defines what is needed, too.
    set.write("compile_commands.json", &format!("[{files},{}]", entry("other.c")));
    set.write("other.c", "int half(int x) { return x; }\n");
    assert!(set.verdicts(&[]).0[0].0.contains("each defines `half`"));
}

#[test]
fn an_answer_for_lack_of_time_counts_until_there_is_more() {
    let set = Set::new();
    set.write("endless.c", ENDLESS);
    let manifest = |time: &str| {
        let text = format!(
            "[[proof]]\nname='a'\nsources=['endless.c']\nexpect=['TRUE','UNKNOWN(timeout)']\n{time}\n"
        );
        set.write("bmc.toml", &text);
    };
    for (time, known) in [("time=0.2", false), ("time=0.2", true), ("time=0.1", true), ("time=0.4", false)] {
        manifest(time);
        let (found, code) = set.verdicts(&[]);
        assert!(found[0].0.starts_with("UNKNOWN(timeout") && code == 0, "{found:?}");
        assert_eq!(found[0].1, known, "{time}");
    }
}

#[test]
fn the_worst_is_the_exit_code() {
    let set = Set::new();
    let proof = |name: &str, more: &str| format!("[[proof]]\nname='{name}'\nsources=['{name}.c']\n{more}\n");
    let (good, wrong) = (proof("plain", ""), proof("twice", "options='-Iinc'"));
    let open = proof("sum", "options='-Iinc --memory-limit 1'");
    let broken = proof("broken", "");
    set.write("broken.c", "int main(void) { return 0 +; }\n");
    for (manifest, code, line) in [
        (good.clone(), 0, "1 of 1 proofs as expected"),
        (good.clone() + &open, 20, "1 of 2 proofs as expected, 1 unknown"),
        (good.clone() + &open + &wrong, 10, "1 of 3 proofs as expected, 1 with another answer, 1 unknown"),
        (
            broken + &open + &wrong,
            2,
            "0 of 3 proofs as expected, 1 with another answer, 1 unknown, 1 without a verdict",
        ),
    ] {
        set.write("bmc.toml", &manifest);
        let output = set.run(&["--quiet", "--again"]);
        let table = text_of(&output.stdout);
        assert_eq!(output.status.code(), Some(code), "{table}");
        assert!(table.lines().last().is_some_and(|last| last.starts_with(&format!("{line};"))), "{table}");
        assert!(output.stderr.is_empty(), "{}", text_of(&output.stderr));
    }
    let table = text_of(&set.run(&["--quiet"]).stdout);
    for part in [
        "\nbroken: broken.c:1:28: expected expression\n",
        "\nsum: UNKNOWN(memory limit: ",
        "\ntwice: FALSE(assert)\n",
    ] {
        assert!(table.contains(part), "{table}");
    }
    let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let lines: Vec<Vec<String>> = table.lines().map(words).collect();
    assert_eq!(lines[0], ["proof", "verdict", "expected", "seconds", "change"]);
    assert_eq!(lines[1][..3], ["broken", "ERROR", "TRUE"]);
    assert_eq!(lines[2][..3], ["sum", "UNKNOWN", "TRUE"]);
    assert_eq!((&lines[3][..3], lines[3][4].as_str()), (&words("twice FALSE(assert) TRUE")[..], "known"));
}

#[test]
fn changes_are_told() {
    let set = Set::new();
    let table = || {
        text_of(&set.run(&["--quiet", "--only", "plain"]).stdout).lines().nth(1).expect("a row").to_owned()
    };
    assert!(table().ends_with("  new"));
    assert!(table().ends_with("  known"));
    set.write("plain.c", "#include <assert.h>\nint main(void) { assert(0); }\n");
    assert!(table().ends_with("  was TRUE"));
    set.write("plain.c", "int main(void) { return x; }\n");
    assert!(table().ends_with("  was FALSE(assert)"));
    set.write("plain.c", PLAIN);
    assert!(table().ends_with("  was ERROR"));
}

#[test]
fn mistakes_are_one_line_and_exit_code_2() {
    let set = Set::new();
    let proof = "[[proof]]\nname='a'\nsources=['plain.c']\n";
    for (manifest, args, message) in [
        (proof.to_owned() + "speed=3\n", &[][..], "bmc.toml:4: unknown field `speed`"),
        (proof.replace("plain", "no*"), &[], "bmc.toml:3: no file matches 'no*.c'"),
        (proof.to_owned() + "options='--bound'\n", &[], "bmc.toml:1: proof a: "),
        (
            proof.to_owned() + "options='--check everything'\n",
            &[],
            "bmc.toml:1: proof a: --check: unknown check",
        ),
        (proof.to_owned() + "options='--html x'\n", &[], "bmc.toml:1: proof a: --html has no place in a set"),
        (
            proof.to_owned() + "options='--cover loops'\n",
            &[],
            "bmc.toml:1: proof a: --cover has no place in a set",
        ),
        (
            proof.to_owned() + "options='--engine explicit --bound 3'\n",
            &[],
            "bmc.toml:1: proof a: --bound: not with",
        ),
        (proof.to_owned(), &["--only", "b*"], "--only b*: no proof has such a name"),
        (proof.to_owned(), &["--only", "[a"], "--only [a: "),
        (proof.to_owned(), &["none.toml"], "none.toml: No such file"),
        (proof.to_owned(), &["--sarif", "no/such/folder/x"], "--sarif "),
        (String::new(), &[], "bmc.toml: there is no [[proof]]"),
    ] {
        set.write("bmc.toml", &manifest);
        let output = set.run(&[&["--quiet"], args].concat());
        let said = text_of(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{message}: {said}");
        assert!(
            said.starts_with(&format!("bmc: {message}")) && said.lines().count() == 1,
            "{message}: {said}"
        );
        assert!(output.stdout.is_empty(), "{message}");
    }
}

/// A proof whose process is killed is tried again, three times in all. Then it ends without a verdict, and the others are as they are.
#[test]
fn a_crash_is_one_proofs_own() {
    let set = Set::new();
    let mut manifest = MANIFEST.to_owned();
    for (name, text) in [
        ("hit", "echo >> attempts; kill -9 $PPID"),
        ("hit_once", "if [ ! -e once ]; then : > once; kill -9 $PPID; sleep 1; fi; exit 1"),
    ] {
        set.write(&format!("{name}.sh"), &format!("#!/bin/sh\n{text}\n"));
        let script = set.path().join(format!("{name}.sh"));
        let mut mode = fs::metadata(&script).expect("it was written").permissions();
        std::os::unix::fs::PermissionsExt::set_mode(&mut mode, 0o755);
        fs::set_permissions(&script, mode).expect("it is ours");
        manifest +=
            &format!("[[proof]]\nname='{name}'\nsources=['hard.c']\noptions='--solver ./{name}.sh'\n");
    }
    set.write("bmc.toml", &manifest);
    set.write("hard.c", "#include <assert.h>\nint __VERIFIER_nondet_int(void);\nint main(void) { \
        int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(); if (a > 1 && b > 1 && a < 50 && b < 50) assert(a * b != 221); }\n");
    let (found, code) = set.verdicts(&[]);
    let all = [
        ("TRUE", false),
        ("FALSE(assert)", false),
        ("TRUE", false),
        ("ended by signal 9", false),
        ("solver ./hit_once.sh: ended without an answer (exit status: 1)", false),
    ];
    assert_eq!((found, code), (pairs(&all), 2));
    let attempts = fs::read_to_string(set.path().join("attempts")).expect("what the script writes");
    assert_eq!(attempts.lines().count(), 3);
}

/// The processes with a word in their command.
fn running(word: &str) -> Vec<String> {
    let all = fs::read_dir("/proc").expect("there are processes").flatten();
    let commands = all.filter_map(|entry| fs::read_to_string(entry.path().join("cmdline")).ok());
    commands.filter(|command| command.contains(word)).collect()
}

fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < Duration::from_secs(60), "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Who ends a set ends its proofs, and what was known stays known.
#[test]
fn an_interrupted_set_leaves_no_process_and_goes_on() {
    let set = Set::new();
    set.write("endless.c", ENDLESS);
    set.write(
        "bmc.toml",
        &format!("{MANIFEST}[[proof]]\nname='long'\nsources=['endless.c']\noptions='--entry main -DWORD'\n"),
    );
    let own = set.path().to_string_lossy().into_owned();
    let cache = set.path().join("cache");
    let mut command = set.command(&["--cache", &cache.to_string_lossy(), "-j4"]);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("it starts");
    until("three are kept", || fs::read_dir(cache.join("results")).is_ok_and(|all| all.count() == 3));
    assert!(running(&own).iter().any(|command| command.contains("endless.c")));
    let killed = Command::new("kill").arg(child.id().to_string()).status().expect("kill runs");
    assert!(killed.success());
    child.wait().expect("it was started");
    until("all have ended", || !running(&own).iter().any(|command| command.contains("endless.c")));
    set.write("bmc.toml", MANIFEST);
    let (found, _) = set.verdicts(&["--cache", &cache.to_string_lossy()]);
    assert_eq!(found, pairs(&[("TRUE", true), ("FALSE(assert)", true), ("TRUE", true)]));
}

#[test]
fn commands_are_listed() {
    let set = Set::new();
    set.write(
        "bmc.toml",
        "[[proof]]\nname='a'\nsources=['*.c']\ntime=3\nmemory=100\nentry='f g'\noptions=['-DX=a b']\n",
    );
    let output = set.run(&["--list"]);
    let line = "a: bmc '--timeout=3' '--memory-limit=100' '-DX=a b' '--entry=f g' plain.c sum.c twice.c\n";
    assert_eq!(text_of(&output.stdout), line);
    assert!(!set.path().join(".bmc-cache").exists());
}

/// Pages link the reports, and tell which functions are reached.
#[test]
fn pages_show_proofs_and_functions() {
    let set = Set::new();
    let output = set.run(&["--report", "pages", "--format", "json"]);
    let document: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let functions = document["functions"].as_array().expect("a list");
    let by = |file: &str, name: &str| -> Vec<String> {
        let found = functions.iter().find(|f| f["file"] == file && f["name"] == name);
        let proofs = found.unwrap_or_else(|| panic!("no {name}"))["proofs"].as_array().expect("a list");
        proofs.iter().map(|p| p.as_str().expect("a name").to_owned()).collect()
    };
    assert_eq!(by("inc/add.h", "add"), ["sum", "twice"]);
    assert_eq!(by("sum.c", "main"), ["sum"]);
    assert!(by("sum.c", "unused").is_empty());
    let index = fs::read_to_string(set.path().join("pages/index.html")).expect("an index");
    assert!(
        index.contains("4 of 5 functions reached") && index.contains("<td class=\"open\">no proof</td>"),
        "{index}"
    );
    for link in index.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
        let there = link.starts_with("data:")
            || link.starts_with('#') && index.contains(&format!("id=\"{}\"", &link[1..]));
        assert!(there || set.path().join("pages").join(link).is_file(), "{link}");
    }
    for (name, verdict) in [("sum", "TRUE"), ("twice", "FALSE(assert)")] {
        let page = fs::read_to_string(set.path().join(format!("pages/proofs/{name}.html"))).expect("a page");
        assert!(page.contains(&format!("<h1>{verdict}</h1>")));
    }
}

/// What the published schema of GitHub says of the workflow in `examples`.
fn is_accepted(python: &str, workflow: &Path) -> Output {
    let mut command = Command::new(python);
    command.args(["-m", "check_jsonschema", "--builtin-schema", "vendor.github-workflows"]).arg(workflow);
    command.output().expect("it was just made")
}

#[test]
fn the_workflow_of_github_is_accepted() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let made = Command::new(root.join("scripts/python-venv")).output().expect("the script can be started");
    if !made.status.success() {
        eprintln!("skipped: no Python with check-jsonschema: {}", text_of(&made.stderr));
        return;
    }
    let python = text_of(&made.stdout);
    let workflow = root.join("examples/proofs/github.yml");
    let output = is_accepted(python.trim(), &workflow);
    assert!(output.status.success(), "{}", text_of(&output.stdout));
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let spoilt = folder.path().join("spoilt.yml");
    let text = fs::read_to_string(&workflow).expect("it was just read");
    fs::write(&spoilt, text.replace("runs-on", "run-on")).expect("a file");
    assert!(!is_accepted(python.trim(), &spoilt).status.success());
}

/// Its step makes all that later steps take, and an answer that is not expected fails.
#[test]
fn the_workflow_of_github_runs_a_set() {
    let workflow = include_str!("../examples/proofs/github.yml");
    let documents = yaml_rust2::YamlLoader::load_from_str(workflow).expect("YAML");
    let steps = documents[0]["jobs"]["proofs"]["steps"].as_vec().expect("a list");
    let [command] = &steps.iter().filter_map(|step| step["run"].as_str()).collect::<Vec<_>>()[..] else {
        panic!("expected one command");
    };
    let set = Set::new();
    let run = || {
        let folder = Path::new(env!("CARGO_BIN_EXE_bmc")).parent().expect("a folder");
        let path = std::env::var("PATH").expect("a path");
        let mut shell = Command::new("sh");
        shell.args(["-c", command]).current_dir(set.path());
        shell.env("PATH", format!("{}:{path}", folder.display())).output().expect("sh runs")
    };
    let output = run();
    assert_eq!(output.status.code(), Some(0), "{}", text_of(&output.stderr));
    let names = steps.iter().flat_map(|step| ["path", "sarif_file"].map(|key| step["with"][key].as_str()));
    let names: Vec<&str> = names.flatten().flat_map(str::lines).collect();
    assert_eq!(names, [".bmc-cache", "proofs.sarif", "proofs", "proofs.xml"]);
    for name in names {
        assert!(set.path().join(name).exists(), "{name}");
    }
    set.write("twice.c", PLAIN);
    assert_eq!(run().status.code(), Some(10));
}

/// What no run reaches is named, whether it is known from an earlier run or not.
#[test]
fn places_that_no_run_reaches_are_named() {
    let set = Set::new();
    set.write(
        "bmc.toml",
        "[default]\nvacuity = true\n[[proof]]\nname = 'plain'\nsources = ['plain.c']\n\
         [[proof]]\nname = 'empty'\nsources = ['empty.c']\n",
    );
    set.write(
        "empty.c",
        "void __CPROVER_assume(int);\nint __VERIFIER_nondet_int(void);\n\
         int main(void) { int x = __VERIFIER_nondet_int(); __CPROVER_assume(x > 3); __CPROVER_assume(x < 3); return x; }\n",
    );
    for again in ["", "; 2 known from earlier runs"] {
        let output = set.run(&["--quiet"]);
        let told = text_of(&output.stdout);
        let end = format!(
            "empty: no run reaches the end of main\n\
             2 of 2 proofs as expected{again}; 1 with places that no run reaches; 2 of 2 functions reached\n"
        );
        assert!(output.status.success() && told.ends_with(&end), "{told}{}", text_of(&output.stderr));
    }
}
