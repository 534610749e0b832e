//! The command line as users meet it: what is printed for small programs, what options do, which mistakes are told.
//!
//! The programs of `tests/cli` have one violating input each, so that what is printed does not depend on a solver's
//! choice. `INSTA_UPDATE=always cargo test --test cli` renews the snapshots in `tests/cli/snapshots`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use bmc::internals::ilr::{TermStore, text};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli")
}

/// Runs `bmc` in the folder of the programs.
fn run(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bmc"));
    command.current_dir(folder()).env_remove("RUST_BACKTRACE").args(args);
    command.output().expect("the binary was built with this test")
}

fn text_of(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Figures depend on the machine and on how formulas are simplified today.
fn without_figures(text: &str) -> String {
    let mut inside = false;
    let mut out = String::new();
    for line in text.lines() {
        inside = (inside || line.contains("\"statistics\": {")) && !line.trim_start().starts_with('}');
        match line.rsplit_once(": ") {
            Some((name, number)) if inside && number.starts_with(|c: char| c.is_ascii_digit()) => {
                let comma = if number.ends_with(',') { "," } else { "" };
                out.push_str(&format!("{name}: 0{comma}\n"));
            }
            _ => out.push_str(&format!("{line}\n")),
        }
    }
    out
}

/// Compares all that a run prints with its snapshot.
fn shows(name: &str, args: &[&str]) {
    let output = run(args);
    let code = output.status.code().map_or("none".to_owned(), |c| c.to_string());
    let shown = format!(
        "bmc {}\n--- standard output\n{}--- standard error\n{}--- exit code {code}\n",
        args.join(" "),
        without_figures(&text_of(&output.stdout)),
        text_of(&output.stderr)
    );
    insta::with_settings!({
        snapshot_path => "cli/snapshots",
        prepend_module_to_snapshot => false,
        omit_expression => true,
    }, {
        insta::assert_snapshot!(name, shown);
    });
}

#[test]
fn heap_strings_and_recursion() {
    shows("heap", &["heap.c"]);
}

#[test]
fn scalars_of_all_kinds() {
    shows("types", &["types.c"]);
}

#[test]
fn effects_of_library_functions() {
    shows("sort", &["sort.c"]);
}

#[test]
fn long_runs_are_shortened() {
    shows("long", &["long.c"]);
    let full = text_of(&run(&["-v", "long.c"]).stdout);
    assert!(full.contains("table[50] = 2500") && !full.contains("left out"), "{full}");
}

#[test]
fn every_violation() {
    shows("every", &["--all", "every.c"]);
}

#[test]
fn no_answer() {
    shows("bound", &["--bound", "3", "bound.c"]);
    shows("assembly", &["assembly.c"]);
    shows("undefined", &["undefined.c"]);
}

#[test]
fn json() {
    shows("json_false", &["--format", "json", "sort.c"]);
    shows("json_unknown", &["--format", "json", "--bound", "2", "bound.c"]);
    shows("json_true", &["--format", "json", "--check", "none", "sort.c"]);
    for args in [["--format", "json", "every.c"], ["--format", "json", "undefined.c"]] {
        let output = run(&args);
        let value: serde_json::Value = serde_json::from_slice(&output.stdout).expect("a JSON document alone");
        let told = text_of(&output.stderr);
        let verdict = told.lines().last().and_then(|line| line.strip_prefix("bmc: "));
        assert_eq!(value["line"].as_str(), verdict);
    }
}

/// The options of a project's compiler, as they are: on the command line, in a file, and in a compilation database.
#[test]
fn options_of_compilers() {
    let source = "project/src/limit.c";
    let verdict = |args: &[&str]| text_of(&run(args).stdout).lines().last().unwrap_or_default().to_owned();
    let flags = fs::read_to_string(folder().join("project/flags.txt")).expect("the file");
    let mut given: Vec<&str> = flags.split_whitespace().collect();
    given.push(source);
    assert_eq!(verdict(&given), "TRUE");
    assert_eq!(verdict(&["@project/flags.txt", source]), "TRUE");
    let signed: Vec<&str> = given.iter().copied().filter(|flag| *flag != "-funsigned-char").collect();
    assert_eq!(verdict(&signed), "FALSE(assert)");
    let here = format!("--target={}-pc-linux-gnu", std::env::consts::ARCH);
    let clang =
        ["-o", "a.o", "-x", "c", "-xc", &here, "-isysroot", "/", "--sysroot=/", "-Xclang", "-fno-rtti"];
    let more = ["--coverage", "-stdlib=libstdc++", "--param", "a=1"];
    assert_eq!(verdict(&[&given[..], &clang, &more].concat()), "TRUE");
    assert_eq!(run(&["-x", "ada", source]).status.code(), Some(2), "another language");
    assert_eq!(run(&[source]).status.code(), Some(2), "the header is in the project's folder");
    let unknown = run(&["--target=arm", source]);
    assert_eq!(unknown.status.code(), Some(2));
}

#[test]
fn compilation_databases() {
    let build = tempfile::tempdir().expect("a folder");
    let project = folder().join("project");
    let words = "cc -Wall -O2 -Iinclude -include include/platform.h -DSCALE=2 -Uunix -funsigned-char -std=gnu99 -x c --coverage -c src/limit.c -o a.o";
    let arguments: Vec<&str> = words.split(' ').collect();
    for how in [serde_json::json!({ "command": words }), serde_json::json!({ "arguments": arguments })] {
        let mut entry = how;
        entry["directory"] = project.to_string_lossy().into();
        entry["file"] = "src/limit.c".into();
        let text = serde_json::json!([entry]).to_string();
        fs::write(build.path().join("compile_commands.json"), &text).expect("the file");
        let output = run(&["-p", &build.path().to_string_lossy(), "project/src/limit.c"]);
        assert_eq!(text_of(&output.stdout).lines().last(), Some("TRUE"), "{}", text_of(&output.stderr));
        // What asks for another target is not passed over.
        let other = text.replace("-O2", "--target=arm");
        fs::write(build.path().join("compile_commands.json"), other).expect("the file");
        let output = run(&["-p", &build.path().to_string_lossy(), "project/src/limit.c"]);
        assert_eq!(output.status.code(), Some(2));
        assert!(text_of(&output.stderr).contains("has the option --target=arm, which is not understood"));
        // Another file has no entry.
        let output = run(&["-p", &build.path().to_string_lossy(), "heap.c"]);
        assert_eq!(output.status.code(), Some(2));
        assert!(text_of(&output.stderr).contains("has no entry for heap.c"));
    }
}

/// Out of a project only those files are compiled whose text may define what is needed, and those linked that do.
#[test]
fn whole_projects() {
    let project = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| fs::write(project.path().join(name), text).expect("a file");
    let mut entries = Vec::new();
    let mut source = |name: &str, text: &str| {
        write(name, text);
        entries.push(serde_json::json!({
            "directory": project.path(), "file": name, "arguments": ["cc", "-c", name],
        }));
    };
    write(
        "target.h",
        "int target(int x);\nstruct pair { int first; };\n#ifdef IMPLEMENTATION\nint target(int x) { return x + 1; }\n#endif\n",
    );
    source(
        "main.c",
        "#include \"target.h\"\nint entry(void) { return 7 / target(-1); }\nint main(void) { return 1; }\n",
    );
    source("target.c", "#define IMPLEMENTATION\n#include \"target.h\"\n");
    // Their headers define it, too, but not for them: the preprocessor tells.
    for i in 0..40 {
        source(
            &format!("user{i}.c"),
            &format!("#include \"target.h\"\nint user{i}(void) {{ return target({i}); }}\n"),
        );
    }
    // Its macro is no reason to compile a file.
    write("check.h", "int target(int x);\n#define CHECK(x) do { if (target(x)) { abort(); } } while (0)\n");
    source("tested.c", "#include \"check.h\"\nCHECK(8);\n");
    for i in 0..3 {
        source(&format!("broken{i}.c"), "#include \"gone.h\"\nint target(int x) { return x; }\n");
    }
    write("compile_commands.json", &serde_json::Value::Array(entries).to_string());
    let place = project.path().to_string_lossy().into_owned();
    let output = run(&["-v", "--all-of", &place, "--entry", "entry"]);
    assert_eq!(
        text_of(&output.stdout).lines().last(),
        Some("FALSE(division-by-zero)"),
        "{}",
        text_of(&output.stderr)
    );
    let told = text_of(&output.stderr);
    assert!(told.contains("files of the project compiled=5"), "{told}");
    // One warning, however many files may define it.
    let warnings: Vec<&str> = told.lines().filter(|line| line.contains("left out")).collect();
    assert_eq!(warnings.len(), 1, "{told}");
    assert!(warnings[0].contains("broken0.c and others (3 files) are left out, and may define target"));
    assert!(told.contains("main.c") && told.contains("target.c") && !told.contains("user"), "{told}");
    let output = run(&["run", "--all-of", &place, "--entry", "user8"]);
    assert_eq!(output.status.code(), Some(9), "{}", text_of(&output.stderr));
    let output = run(&["--all-of", &place, "--entry", "entry", "--witness", "w.yml"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text_of(&output.stderr).contains("--witness: not with --all-of"));
    assert_eq!(run(&["--entry", "entry"]).status.code(), Some(2), "an input or a project");
}

#[test]
fn traces_of_the_explicit_engine() {
    shows("explicit", &["--engine", "explicit", "explicit.c"]);
    shows("threads", &["--engine", "explicit", "threads.c"]);
    shows("json_threads", &["--engine", "explicit", "--format", "json", "threads.c"]);
}

/// A proof says that a weak compare-exchange is taken to fail only where the values differ.
#[test]
fn weak_exchange_is_noted() {
    for engine in ["explicit", "bmc"] {
        let shown = |rest: &[&str]| {
            let output = run(&[&["--engine", engine], rest, &["exchange.c"]].concat());
            assert_eq!(output.status.code(), Some(0), "{engine} {rest:?}: {}", text_of(&output.stderr));
            text_of(&output.stdout)
        };
        assert!(
            shown(&["-D", "WEAK"]).contains("note: a weak compare-exchange is taken to fail"),
            "{engine}"
        );
        let field = "\"assumes_exchange_fails_on_difference\": true";
        assert!(shown(&["-D", "WEAK", "--format", "json"]).contains(field), "{engine}");
        assert_eq!(shown(&[]).trim_end(), "TRUE", "{engine}");
    }
}

/// A proof about threads says that it knows nothing of races, unless these were looked for.
#[test]
fn races_that_were_not_looked_for() {
    for engine in ["explicit", "bmc", "auto"] {
        let shown = |rest: &[&str]| {
            let output = run(&[&["--engine", engine], rest, &["locked.c"]].concat());
            assert_eq!(output.status.code(), Some(0), "{engine} {rest:?}: {}", text_of(&output.stderr));
            text_of(&output.stdout)
        };
        let (note, field) = ("note: data races were not looked for", "\"assumes_no_data_race\": true");
        assert!(shown(&["--check", "assert"]).contains(note), "{engine}");
        assert!(shown(&["--check", "assert", "--format", "json"]).contains(field), "{engine}");
        assert_eq!(shown(&["--check", "assert,race"]).trim_end(), "TRUE", "{engine}");
        assert!(
            !shown(&["--check", "assert,race", "--format", "json"]).contains("assumes_no_data_race"),
            "{engine}"
        );
        assert_eq!(shown(&["--check", "assert", "-D", "ALONE"]).trim_end(), "TRUE", "{engine}");
    }
}

/// Commands of `tests/cli/sessions` and what they show. The first line of a file of commands names the program and
/// options of `bmc run`; a second one, `# found: OPTIONS`, asks for a counterexample to be followed.
#[test]
fn sessions() {
    let temporary = tempfile::tempdir().expect("a folder for temporary files");
    let mut files: Vec<PathBuf> = fs::read_dir(folder().join("sessions"))
        .expect("a folder of the repository")
        .map(|entry| entry.expect("a readable entry").path())
        .filter(|path| path.extension().is_some_and(|e| e == "txt"))
        .collect();
    files.sort();
    assert!(files.len() >= 4, "only {} sessions found", files.len());
    for path in files {
        let name = path.file_stem().and_then(|n| n.to_str()).expect("names are plain").to_owned();
        let text = fs::read_to_string(&path).expect("a text file");
        let mut lines = text.lines();
        let input: Vec<&str> =
            lines.next().and_then(|l| l.strip_prefix("# ")).expect("a first line").split(' ').collect();
        let mut command = Command::new(env!("CARGO_BIN_EXE_bmc"));
        command.current_dir(folder()).args(["run", "--interactive"]).args(&input);
        if let Some(found) = lines.next().and_then(|l| l.strip_prefix("# found:")) {
            let choices = temporary.path().join(&name);
            let emit = format!("choices={}", choices.display());
            let all: Vec<&str> =
                ["--emit", &emit].into_iter().chain(found.split_whitespace()).chain(input.clone()).collect();
            assert_eq!(run(&all).status.code(), Some(10), "{name}: no counterexample");
            command.arg("--choices").arg(&choices);
        }
        command.stdin(fs::File::open(&path).expect("it was read"));
        let output = command.output().expect("the binary was built with this test");
        let code = output.status.code().map_or("none".to_owned(), |c| c.to_string());
        let shown = format!("{}{}--- exit code {code}\n", text_of(&output.stdout), text_of(&output.stderr));
        insta::with_settings!({
            snapshot_path => "cli/sessions",
            prepend_module_to_snapshot => false,
            omit_expression => true,
        }, {
            insta::assert_snapshot!(name, shown);
        });
    }
}

/// One emitted text.
fn emitted(kind: &str, args: &[&str]) -> String {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let path = folder.path().join("out");
    let emit = format!("{kind}={}", path.display());
    let output = run(&[&["--emit", &emit], args].concat());
    assert!(output.stderr.is_empty(), "{kind}: {}", text_of(&output.stderr));
    fs::read_to_string(&path).expect("the file was written")
}

#[test]
fn emissions() {
    let args = ["--bound", "2", "bound.c"];
    let program = emitted("program", &args);
    assert!(program.starts_with("target ") && program.contains("main"), "{program}");
    let graph = emitted("callgraph", &["heap.c"]);
    assert!(graph.starts_with("digraph callgraph {") && graph.contains("label=\"push\""), "{graph}");
    let flow = emitted("cfg", &["heap.c"]);
    assert_eq!(flow.matches("digraph ").count(), 3, "{flow}");
    let functions = emitted("functions", &["heap.c"]);
    let functions: serde_json::Value = serde_json::from_str(&functions).expect("JSON");
    let main = serde_json::json!({"file": "heap.c", "line": 26, "name": "main", "reached": true});
    assert!(functions.as_array().is_some_and(|all| all.len() == 3 && all.contains(&main)), "{functions}");
    let terms = emitted("ilr", &["heap.c"]);
    let roots = text::parse(&mut TermStore::default(), &terms).expect("what is written can be read");
    assert!(!roots.is_empty());
    let script = emitted("smt2", &args);
    assert!(script.contains("(set-info :status ") && script.contains("(check-sat)"), "{script}");
    let clauses = emitted("cnf", &["heap.c"]);
    assert!(clauses.lines().any(|l| l.starts_with("p cnf ")), "{clauses}");
    let figures = emitted("stats", &args);
    assert!(figures.lines().any(|l| l.starts_with("obligations ")), "{figures}");
    let size = |name: &str| -> u64 {
        let mut words = figures.lines().map(|l| l.split_whitespace());
        let words = words.find_map(|mut w| (w.next() == Some(name)).then(|| w.next())).flatten();
        words.and_then(|w| w.parse().ok()).unwrap_or_else(|| panic!("no {name}\n{figures}"))
    };
    let sizes = ["terms_asked", "terms", "formula_terms", "reduced_terms"].map(size);
    assert!(sizes[0] > 0 && sizes[1] >= sizes[2] && sizes[2] > 0 && sizes[3] == 0, "{sizes:?}");
    // Without a path to standard output, where the verdict still comes last.
    let output = run(&["--emit", "stats", "--emit", "smt2", "--emit", "cfg=-", "--bound", "2", "bound.c"]);
    let output = text_of(&output.stdout);
    for part in ["digraph ", "obligations ", "(check-sat)"] {
        assert!(output.contains(part), "{part}\n{output}");
    }
    assert!(output.lines().last().is_some_and(|l| l.starts_with("UNKNOWN(")), "{output}");
}

#[test]
fn mistakes_are_one_line_and_exit_code_2() {
    let table: &[(&[&str], &str)] = &[
        (&[], "required arguments were not provided"),
        (&["nowhere.c"], "nowhere.c: No such file"),
        (&["snapshots"], "snapshots"),
        (&["--bogus", "heap.c"], "--bogus"),
        (&["--bound", "many", "heap.c"], "--bound"),
        (&["--bound=-1", "heap.c"], "--bound"),
        (&["--bound-at", "main", "heap.c"], "--bound-at main: expected FUNC[:LINE]=N"),
        (&["--bound-at", "main:x=3", "heap.c"], "--bound-at main:x=3"),
        (&["--check", "everything", "heap.c"], "--check: unknown check 'everything'"),
        (&["--check", "memory", "--property", "x.prp", "heap.c"], "--property"),
        (&["--property", "nowhere.prp", "heap.c"], "nowhere.prp: No such file"),
        (&["--entry", "nowhere", "heap.c"], "nowhere"),
        (&["--emit", "everything", "heap.c"], "program, callgraph, cfg, functions, ilr, smt2, cnf, stats"),
        (&["--emit", "cfg=", "heap.c"], "--emit cfg="),
        (&["--emit", "cfg=/nowhere/x", "heap.c"], "--emit cfg: /nowhere/x: No such file"),
        (&["--emit", "smt2=/nowhere/x", "heap.c"], "--emit smt2: /nowhere/x: No such file"),
        (&["--engine", "symbolic", "--bound", "3", "heap.c"], "--bound: not with --engine symbolic"),
        (&["--visited", "none", "heap.c"], "--visited: only with --engine symbolic"),
        (&["--engine", "bmc", "--ltl", "true", "heap.c"], "--ltl: not with --engine bmc"),
        (&["--bound", "3", "--ltl", "true", "heap.c"], "--bound: not with a formula or an automaton"),
        (
            &["--engine", "symbolic", "--visited", "none", "--ltl", "true", "heap.c"],
            "--visited with a formula or an automaton: not with --engine symbolic",
        ),
        (&["--engine", "magic", "heap.c"], "possible values"),
        (&["--solver", "no-such-solver", "heap.c"], "no program `no-such-solver` is installed"),
        (&["--solver", "false", "heap.c"], "solver false: "),
        (&["-m16", "heap.c"], "expected 32 or 64"),
        (&["--timeout=-1", "heap.c"], "--timeout"),
        (&["--timeout", "soon", "heap.c"], "--timeout"),
        (&["--memory-limit", "0", "heap.c"], "--memory-limit"),
        (&["-j0", "heap.c"], "-j"),
        (&["--format", "xml", "heap.c"], "text, json"),
        (&["--asm", "exact", "heap.c"], "[possible values: unknown, any]"),
        (&["--region", "0:8=any", "heap.c"], "the first page is that of null pointers"),
        (&["--region", "0x1000=any", "heap.c"], "expected START:SIZE=any"),
        (&["--region", "0x1000:0=any", "heap.c"], "it has no bytes"),
        (&["--region", "0x1000:0x1000001=any", "heap.c"], "it has more than 0x1000000 bytes"),
        (&["--region", "0xfffff000:1=any", "heap.c"], "it ends beyond 0xfffff000"),
        (&["--region", "0x1000:8=any", "--region", "0x1004:8=memory", "heap.c"], "it overlaps another one"),
        (&["--region", "0x1000:8=any", "--memory", "flat", "heap.c"], "--region: not with --memory flat"),
    ];
    for (args, expected) in table {
        let output = run(args);
        let message = text_of(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {message}");
        assert!(message.starts_with("bmc: ") && message.contains(expected), "{args:?}: {message}");
        assert_eq!(message.lines().count(), 1, "{args:?}: {message}");
        assert!(output.stdout.is_empty(), "{args:?}");
    }
}

#[test]
fn properties_that_are_not_checked_are_unknown() {
    let file = tempfile::NamedTempFile::new().expect("a temporary file");
    fs::write(file.path(), "CHECK( init(main()), LTL(G ! call(oops())) )\n").expect("it can be written");
    let output = run(&["--property", &file.path().display().to_string(), "heap.c"]);
    assert_eq!(output.status.code(), Some(20));
    assert_eq!(text_of(&output.stdout), "UNKNOWN(unsupported property: G ! call(oops()))\n");
    // What a file says is no command for a terminal, and no other line.
    fs::write(file.path(), "CHECK( init(main()), LTL(G \x1b[31mx\x0bTRUE) )\n").expect("it can be written");
    let output = run(&["--property", &file.path().display().to_string(), "heap.c"]);
    assert_eq!(text_of(&output.stdout), "UNKNOWN(unsupported property: G \\u{1b}[31mx\\u{b}TRUE)\n");
    let output = run(&["--check", "termination", "--engine", "explicit", "heap.c"]);
    assert_eq!(output.status.code(), Some(20));
    assert_eq!(
        text_of(&output.stdout),
        "UNKNOWN(unsupported property: termination with --engine explicit)\n"
    );
}

#[test]
fn limits_end_a_run_with_unknown() {
    for (args, verdict) in [
        (["--timeout", "0"], "UNKNOWN(timeout: "),
        (["--timeout", "0.01"], "UNKNOWN(timeout: "),
        (["--memory-limit", "1"], "UNKNOWN(memory limit: "),
    ] {
        let output = run(&[&args[..], &["--emit", "stats", "--format", "json", "bound.c"]].concat());
        let shown = text_of(&output.stdout);
        assert_eq!(output.status.code(), Some(20), "{args:?}: {shown}{}", text_of(&output.stderr));
        let told = text_of(&output.stderr);
        let line = told.lines().last().and_then(|l| l.strip_prefix("bmc: ")).unwrap_or_default();
        // It tells what was going on, and what to try.
        assert!(
            line.starts_with(verdict) && line.contains("; try ") && line.ends_with(')'),
            "{args:?}: {line}"
        );
        // Figures and document are there, whoever ended the run.
        let (figures, document) = shown.split_at(shown.find('{').expect("a document"));
        assert!(figures.contains("memory_bytes"), "{args:?}: {shown}");
        let document: serde_json::Value = serde_json::from_str(document).expect("a JSON document");
        assert_eq!(document["verdict"], "unknown", "{args:?}");
        assert_eq!(document["line"], line, "{args:?}");
        assert!(document["statistics"]["seconds"].is_number(), "{args:?}: {shown}");
    }
}

#[test]
fn states_end_at_the_memory_limit() {
    for search in
        [&["--search", "dfs"][..], &["-j", "2"], &["--ltl", "F{x==1}"], &["--ltl", "F{x==1}", "-j", "2"]]
    {
        let args = [
            &[
                "--engine",
                "explicit",
                "--memory-limit",
                "110",
                "--reduce",
                "tau-plus",
                "--format",
                "json",
                "many.c",
            ],
            search,
        ]
        .concat();
        let output = run(&args);
        let shown = text_of(&output.stdout);
        let told = text_of(&output.stderr);
        let line = told.lines().last().unwrap_or_default();
        assert!(line.starts_with("bmc: UNKNOWN(memory limit"), "{search:?}: {shown}{told}");
        assert_eq!(output.status.code(), Some(20), "{search:?}");
        let most = shown.lines().find_map(|l| l.trim().strip_prefix("\"memory_bytes\": "));
        let most = most.and_then(|n| n.trim_end_matches(',').parse::<u64>().ok());
        // Where no figure is given the process was ended from outside, later than it should.
        assert!(most.is_some_and(|n| n < 125 << 20), "{search:?}: {shown}");
    }
}

#[test]
fn quiet_and_verbose() {
    let quiet = run(&["-q", "undefined.c"]);
    assert!(quiet.stderr.is_empty(), "{}", text_of(&quiet.stderr));
    let verbose = text_of(&run(&["-v", "sort.c"]).stderr);
    assert!(verbose.contains("obligations = "), "{verbose}");
    // No terminal, no progress.
    assert!(!verbose.contains('\r'), "{verbose}");
    let help = run(&["--help"]);
    assert_eq!(help.status.code(), Some(0));
    assert!(text_of(&help.stdout).contains("--bound <N>"));
}

/// Kinds and lines of the violations that are listed, in order.
fn listed(args: &[&str]) -> Vec<(String, u64)> {
    let output = run(&[args, &["--all", "--format", "json"]].concat());
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).expect("a document");
    let all = document["violations"].as_array().cloned().unwrap_or_default();
    let line = |v: &serde_json::Value| v["place"]["line"].as_u64().unwrap_or(0);
    let mut all: Vec<_> =
        all.iter().map(|v| (v["check"].as_str().unwrap_or("").to_owned(), line(v))).collect();
    all.sort_by_key(|v| (v.1, v.0.clone()));
    all
}

#[test]
fn every_violated_check_is_listed_once() {
    let expected = [
        ("signed-overflow", 10),
        ("array-bounds", 13),
        ("signed-overflow", 16),
        ("division-by-zero", 18),
        ("signed-overflow", 18),
        ("assert", 19),
        ("assert", 20),
    ];
    let found = listed(&["../programs/assert/all_behind.c"]);
    assert_eq!(found, expected.map(|(kind, line)| (kind.to_owned(), line)));
    // Without places they are told apart by instructions.
    for engine in ["bmc", "explicit"] {
        let found = listed(&["../programs/assert/all_without_places.ll", "--engine", engine]);
        assert_eq!(found, [("reach-error", 0); 3].map(|(kind, line)| (kind.to_owned(), line)), "{engine}");
    }
}

#[test]
fn what_was_compiled_before_counts_only_while_nothing_has_changed() {
    let made = tempfile::tempdir().expect("a folder");
    let (work, cache) = (made.path().join("work"), made.path().join("cache"));
    let write = |name: &str, text: &str| {
        let path = work.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("written");
    };
    let answer = |flags: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bmc"));
        command.current_dir(&work).env("BMC_CACHE", &cache).args(["-q", "-I", "first", "-I", "second"]);
        let output = command.args(flags).arg("a.c").output().expect("the binary was built with this test");
        text_of(&output.stdout).lines().last().unwrap_or_default().to_owned()
    };
    let entries = || -> Vec<PathBuf> {
        let found = fs::read_dir(cache.join("compiled")).into_iter().flatten().flatten();
        found.map(|entry| entry.path()).collect()
    };
    let (good, bad) = ("#define X 1\n", "#define X 2\n");
    write("first/other.h", "");
    write("second/x.h", good);
    let program = "#include <assert.h>\n#include \"x.h\"\n#if __has_include(\"y.h\")\n#undef X\n#define X 3\n#endif\n\
                   int main(void) { assert(X == 1); }\n";
    write("a.c", program);
    assert_eq!(answer(&[]), "TRUE");
    assert_eq!(entries().len(), 1);
    // The same again is not compiled: what is kept is taken.
    let [entry] = &entries()[..] else { panic!("one entry") };
    let kept = fs::read(entry).expect("read");
    assert_eq!((answer(&[]).as_str(), entries().len()), ("TRUE", 1));
    assert_eq!(fs::read(entry).expect("read"), kept);
    // A header changes; one comes before it; one appears that was asked for.
    write("second/x.h", bad);
    assert_eq!(answer(&[]), "FALSE(assert)");
    write("second/x.h", good);
    assert_eq!(answer(&[]), "TRUE");
    write("first/x.h", bad);
    assert_eq!(answer(&[]), "FALSE(assert)");
    fs::remove_file(work.join("first/x.h")).expect("removed");
    assert_eq!(answer(&[]), "TRUE");
    write("second/y.h", "");
    assert_eq!(answer(&[]), "FALSE(assert)");
    fs::remove_file(work.join("second/y.h")).expect("removed");
    assert_eq!(answer(&[]), "TRUE");
    // Other options are another question.
    assert_eq!(answer(&["-DNDEBUG"]), "TRUE");
    assert_eq!(entries().len(), 2);
    write("a.c", &program.replace("X == 1", "X != 1"));
    assert_eq!(answer(&["-DNDEBUG"]), "TRUE");
    assert_eq!(answer(&[]), "FALSE(assert)");
    // A damaged entry is none.
    for entry in entries() {
        let mut damaged = fs::read(&entry).expect("read");
        let last = damaged.len() - 1;
        damaged[last] ^= 1;
        fs::write(&entry, damaged).expect("written");
    }
    assert_eq!(answer(&[]), "FALSE(assert)");
    // Nothing is included by text that is preprocessed already.
    let answer_of = |name: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bmc"));
        let output = command.current_dir(&work).env("BMC_CACHE", &cache).args(["-q", name]).output();
        text_of(&output.expect("the binary was built with this test").stdout)
    };
    write("b.i", "void abort(void);\nint main(void) { return 0; }\n");
    assert_eq!(answer_of("b.i"), "TRUE\n");
    write("b.i", "int main(void) { __builtin_trap(); }\n");
    assert!(answer_of("b.i").ends_with("FALSE(trap)\n"));
    // The time of compilation is not kept.
    let before = entries().len();
    write("a.c", "int main(void) { return __TIME__[0] == 'x'; }\n");
    assert_eq!((answer(&[]).as_str(), entries().len()), ("TRUE", before));
}
