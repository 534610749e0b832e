//! The commands of the documentation: each `bmc` command in a block that is marked `console` prints the lines that the page
//! shows. `examples/tutorial/check.sh` and the compilation of a harness are run, too.
//!
//! In such a block `$ ` begins a command; the lines up to the next command are what it prints, and a line `...` stands for
//! any lines. Commands run in the root of the repository and write only below `/tmp/bmc-docs`, for which each page gets a
//! folder of its own here. Only commands that begin with `bmc` run, and none with a placeholder (`...`, `FILE`).

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

#[path = "common/cases.rs"]
#[allow(dead_code, reason = "what other tests of these programs use")]
mod cases;
use cases::{LIMIT, output_within};
#[path = "../examples/embed.rs"]
#[allow(dead_code, reason = "its `main` is for the command line")]
mod embed;

/// The folder that commands of the documentation write to.
const OUTPUT: &str = "/tmp/bmc-docs";

/// The page that needs the sources of a project.
const PROJECT: &str = "tutorial-project.md";

/// A command of a page.
#[derive(Clone, PartialEq, Debug)]
struct Shown {
    /// Its line on the page, from 1.
    line: usize,
    command: String,
    /// The lines that the page shows of what it prints.
    output: Vec<String>,
}

impl Shown {
    /// Whether the test can run it.
    fn is_complete(&self) -> bool {
        self.command.starts_with("bmc ") && !["...", "FILE"].iter().any(|p| self.command.contains(p))
    }

    /// Whether the page shows what was printed; a page may leave out all of it.
    fn agrees(&self, printed: &str) -> bool {
        let printed: Vec<&str> = printed.lines().collect();
        self.output.is_empty() || fits(&self.output, &printed)
    }
}

/// Whether shown lines are the printed ones, where a line `...` stands for any lines.
fn fits(shown: &[String], printed: &[&str]) -> bool {
    match shown.split_first() {
        None => printed.is_empty(),
        Some((any, rest)) if any == "..." => (0..=printed.len()).any(|n| fits(rest, &printed[n..])),
        Some((line, rest)) => {
            printed.split_first().is_some_and(|(first, others)| first == line && fits(rest, others))
        }
    }
}

/// The commands in the blocks of a page that are marked `console`.
fn commands(page: &str) -> Vec<Shown> {
    let (mut found, mut inside, mut fenced) = (Vec::<Shown>::new(), false, false);
    for (i, line) in page.lines().enumerate() {
        if let Some(mark) = line.strip_prefix("```") {
            fenced = !fenced;
            inside = fenced && mark == "console";
            continue;
        }
        match (line.strip_prefix("$ "), found.last_mut()) {
            _ if !inside => {}
            (Some(command), _) => {
                found.push(Shown { line: i + 1, command: command.to_owned(), output: Vec::new() });
            }
            (None, Some(last)) => last.output.push(line.to_owned()),
            (None, None) => {}
        }
    }
    found
}

/// Complaints about the commands of a page, which run one after the other and write to an own folder.
fn check_page(path: &Path, folder: &Path) -> Vec<String> {
    let page = fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let own = folder.to_str().expect("names are plain");
    let mut bad = Vec::new();
    for shown in commands(&page).iter().filter(|c| c.is_complete()) {
        let mut command = shell(&shown.command.replace(OUTPUT, own));
        let mut complain =
            |what: String| bad.push(format!("{}:{}: {}: {what}", path.display(), shown.line, shown.command));
        let Some(output) = output_within(&mut command, LIMIT) else {
            complain("no answer in time".to_owned());
            continue;
        };
        let printed = String::from_utf8_lossy(&output.stdout).replace(own, OUTPUT);
        let said = String::from_utf8_lossy(&output.stderr);
        if !matches!(output.status.code(), Some(0 | 10 | 20)) {
            complain(format!("{}\n{said}", output.status));
        } else if !shown.agrees(&printed) {
            complain(format!("printed:\n{printed}\n{said}"));
        }
    }
    bad
}

/// Markdown files in and below a folder.
fn pages(folder: &Path) -> Vec<PathBuf> {
    let (mut found, mut todo) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = todo.pop() {
        for entry in fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display())) {
            let path = entry.expect("a readable entry").path();
            if path.is_dir() {
                todo.push(path);
            } else if path.extension().is_some_and(|e| e == "md") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

#[test]
fn commands_print_what_is_shown() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut all = pages(&root.join("docs"));
    all.push(root.join("README.md"));
    assert!(all.len() > 10, "only {} pages found", all.len());
    // Its own test runs it.
    all.retain(|page| !page.ends_with(PROJECT));
    let bad: Vec<String> = std::thread::scope(|s| {
        let check = |page: &PathBuf| {
            let folder = tempfile::tempdir().expect("a folder for temporary files");
            check_page(page, folder.path())
        };
        let running: Vec<_> = all.iter().map(|page| s.spawn(move || check(page))).collect();
        running.into_iter().flat_map(|r| r.join().expect("nobody panics")).collect()
    });
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}

/// The tutorial about a project prints what it shows. Its sources are fetched by cargo, and built under `bear`.
#[test]
fn tutorial_of_a_project_prints_what_is_shown() {
    for tool in ["bear", "make", "gcc"] {
        if Command::new(tool).arg("--version").output().is_err() {
            eprintln!("skipped: there is no {tool}");
            return;
        }
    }
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let own = folder.path().to_str().expect("names are plain");
    let page = manual(PROJECT);
    let (source, build) = block(&page, "examples/bzip2/source.sh ").split_once('\n').expect("two commands");
    let fetched = output_within(&mut shell(&source.replace(OUTPUT, own)), LIMIT).expect("an answer in time");
    if !fetched.status.success() {
        eprintln!("skipped: no sources: {}", String::from_utf8_lossy(&fetched.stderr));
        return;
    }
    let built = output_within(&mut shell(&build.replace(OUTPUT, own)), LIMIT).expect("an answer in time");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs").join(PROJECT);
    let bad = check_page(&path, folder.path());
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}

/// Scripts that pages name in blocks of shell commands are there and have the options that the commands give.
#[test]
fn scripts_of_pages_know_their_options() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut all = pages(&root.join("docs"));
    all.push(root.join("README.md"));
    let (mut asked, mut bad) = (0, Vec::new());
    for path in all {
        let page = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let blocks = page.split("\n```").skip(1).step_by(2).filter_map(|block| block.strip_prefix("sh\n"));
        for line in blocks.flat_map(str::lines).filter(|line| line.starts_with("scripts/")) {
            let words: Vec<&str> = line.split_whitespace().take_while(|word| *word != "#").collect();
            let options: Vec<&str> = words.iter().copied().filter(|word| word.starts_with('-')).collect();
            let mut complain = |what: &str| bad.push(format!("{}: {line}: {what}", path.display()));
            if !root.join(words[0]).is_file() {
                complain("there is no such script");
            } else if !options.is_empty() {
                asked += 1;
                let help = output_within(&mut shell(&format!("{} --help", words[0])), LIMIT);
                let help = help.expect("an answer in time");
                let said = String::from_utf8_lossy(&help.stdout);
                let is_known = |option: &str| said.split([' ', ',', '[', ']', '\n']).any(|w| w == option);
                options.iter().filter(|o| !is_known(o)).for_each(|o| complain(&format!("no option {o}")));
            }
        }
    }
    assert!(bad.is_empty(), "{}", bad.join("\n"));
    assert!(asked >= 4, "only {asked} commands with options");
}

/// A shell that runs in the root of the repository and finds `bmc`.
fn shell(command: &str) -> Command {
    let binaries = Path::new(env!("CARGO_BIN_EXE_bmc")).parent().expect("a file has a folder");
    let rest = std::env::var_os("PATH").unwrap_or_default();
    let all = [binaries.to_owned()].into_iter().chain(std::env::split_paths(&rest));
    let mut shell = Command::new("sh");
    shell.current_dir(env!("CARGO_MANIFEST_DIR")).env_remove("RUST_BACKTRACE").arg("-c").arg(command);
    shell.env("PATH", std::env::join_paths(all).expect("names are plain"));
    shell
}

/// The block of a page that begins with a text.
fn block<'p>(page: &'p str, begins: &str) -> &'p str {
    let blocks = page.split("\n```").skip(1).step_by(2);
    let found = blocks.filter_map(|b| b.split_once('\n')).find(|(_, text)| text.starts_with(begins));
    found.unwrap_or_else(|| panic!("no block begins with {begins}")).1
}

fn manual(page: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs").join(page);
    fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// The script of the tutorial prints the table of the tutorial.
#[test]
fn script_of_the_tutorial_prints_its_table() {
    let page = manual("tutorial.md");
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let reports = format!("REPORTS={}", folder.path().display());
    let command = block(&page, "REPORTS=reports ").replace("REPORTS=reports", &reports);
    let output = output_within(&mut shell(&command), LIMIT).expect("an answer in time");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(
        String::from_utf8_lossy(&output.stdout).trim_end(),
        block(&page, "examples/list.c ").trim_end()
    );
    assert!(folder.path().join("list.xml").exists());
}

/// The harness of the page about witnesses shows the violation natively.
#[test]
fn harness_of_the_manual_shows_its_violation() {
    let page = manual("manual/witnesses.md");
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let own = |text: &str| text.replace(OUTPUT, folder.path().to_str().expect("names are plain"));
    let make = commands(&page).into_iter().find(|c| c.command.contains("harness=")).expect("a command");
    let made = output_within(&mut shell(&own(&make.command)), LIMIT).expect("an answer in time");
    assert_eq!(made.status.code(), Some(10));
    let output =
        output_within(&mut shell(&own(block(&page, "clang-19 "))), LIMIT).expect("an answer in time");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && said.contains("table.c:11:5: runtime error: index 4"), "{said}");
}

/// The book's table of contents lists each page, as only these become part of the book.
#[test]
fn summary_lists_all_pages() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    let summary = manual("SUMMARY.md");
    let all = pages(&docs);
    let names =
        all.iter().map(|p| p.strip_prefix(&docs).expect("it is below").to_string_lossy().into_owned());
    let missing: Vec<String> =
        names.filter(|n| n != "SUMMARY.md" && !summary.contains(&format!("]({n})"))).collect();
    assert!(missing.is_empty(), "docs/SUMMARY.md lacks {}", missing.join(", "));
}

/// What `bmc generate` writes to a folder.
fn generate(what: &str, folder: &Path) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bmc"));
    command.args(["generate", what]).arg(folder);
    let output = output_within(&mut command, LIMIT).expect("an answer in time");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// The options in the manual are those of the command. To renew the page: `bmc generate options docs/manual`.
#[test]
fn page_of_options_is_up_to_date() {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    generate("options", folder.path());
    let read = |path: &Path| fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let made = read(&folder.path().join("options.md"));
    let page = read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/manual/options.md"));
    assert!(made == page, "`bmc generate options docs/manual` writes another page");
    assert!(!made.contains("<!--") && made.matches("\n| `-").count() > 40, "{made}");
}

/// README.md names options that are there, with the values that they take.
#[test]
fn readme_names_options_that_exist() {
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).expect("a page");
    let command = bmc::cli::command();
    let mut named = 0;
    for text in page.split('`').skip(1).step_by(2).filter(|text| text.starts_with("--")) {
        let mut words = text.split([' ', '=']);
        let long = words.next().unwrap_or_default().trim_start_matches('-');
        let option = command.get_arguments().find(|a| a.get_long() == Some(long));
        let option = option.unwrap_or_else(|| panic!("README.md names `{text}`, which does not exist"));
        let values = option.get_possible_values();
        if let Some(value) = words.next().filter(|_| !values.is_empty()) {
            assert!(values.iter().any(|v| v.get_name() == value), "README.md: `{text}`");
        }
        named += 1;
    }
    assert!(named >= 10, "README.md names {named} options");
}

/// Man pages and completions name the options of each command, and none of what is hidden.
#[test]
fn man_pages_and_completions_name_options() {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    generate("man", folder.path());
    generate("completions", folder.path());
    for (file, texts) in [
        ("bmc.1", &["\\-\\-bound", "bmc\\-run(1)"][..]),
        ("bmc-run.1", &["bmc run", "\\-\\-choices"]),
        ("bmc-solve.1", &["\\-\\-model"]),
        ("bmc-simplify.1", &["\\-\\-output"]),
        ("bmc-check-certificate.1", &["\\-\\-timeout"]),
        ("bmc-verify.1", &["\\-\\-only"]),
        ("bmc", &["--bound", "check-certificate"]),
        ("_bmc", &["#compdef bmc", "--bound"]),
        ("bmc.fish", &["-l bound"]),
    ] {
        let text = fs::read_to_string(folder.path().join(file)).unwrap_or_else(|e| panic!("{file}: {e}"));
        for part in texts {
            assert!(text.contains(part), "{file} lacks {part}:\n{text}");
        }
        assert!(!file.ends_with(".1") || !text.contains("generate"), "{file} names what is hidden");
    }
    assert!(!folder.path().join("bmc-generate.1").exists());
}

/// The example of the library says what the command says.
#[test]
fn example_embeds_the_library() {
    let stack = embed::check("examples/stack.c", Some(12)).expect("a report");
    assert!(
        stack.contains("\nexamples/stack.c:13: a write") && stack.ends_with("\nFALSE(invalid-write)"),
        "{stack}"
    );
    let recursion = embed::check("examples/recursion.c", Some(12)).expect("a report");
    assert!(recursion.ends_with("no run violates a check\nTRUE"), "{recursion}");
    let missing = embed::check("examples/missing.c", None);
    assert!(matches!(missing, Err(bmc::Error::Mistake(why)) if why.contains("examples/missing.c")));
}

#[test]
fn commands_are_read_from_pages() {
    let page = "text\n```console\n$ bmc a.c\nfirst\n...\nTRUE\n$ bmc -o FILE a.c\n```\n```sh\n$ bmc b.c\n```\n\
                $ bmc c.c\n```console\n$ ls\n...\n$ bmc d.c ...\n```\n";
    let found = commands(page);
    let lines: Vec<(usize, &str, usize)> =
        found.iter().map(|c| (c.line, c.command.as_str(), c.output.len())).collect();
    assert_eq!(lines, [(3, "bmc a.c", 3), (7, "bmc -o FILE a.c", 0), (14, "ls", 1), (16, "bmc d.c ...", 0)]);
    let complete: Vec<bool> = found.iter().map(Shown::is_complete).collect();
    assert_eq!(complete, [true, false, false, false]);
    for (shown, printed, agrees) in [
        (0, "first\nTRUE\n", true),
        (0, "first\nsecond\nthird\nTRUE\n", true),
        (0, "anything\nTRUE\n", false),
        (0, "first\nTRUE\nanything\n", false),
        (0, "", false),
        (1, "anything\n", true),
        (2, "anything\n", true),
    ] {
        assert_eq!(found[shown].agrees(printed), agrees, "{printed}");
    }
}
