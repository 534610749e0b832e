//! The commands of the documentation: each `bmc` command in a block that is marked `console` prints the last line that the
//! page shows.
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

/// The folder that commands of the documentation write to.
const OUTPUT: &str = "/tmp/bmc-docs";

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

    /// Whether the last line of what was printed is the one that the page shows.
    fn agrees(&self, printed: &str) -> bool {
        match self.output.last().map(String::as_str) {
            None | Some("...") => true,
            shown => printed.lines().last() == shown,
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

/// Complaints about the commands of a page, which run one after the other.
fn check_page(path: &Path) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let own = folder.path().to_str().expect("names are plain");
    let binaries = Path::new(env!("CARGO_BIN_EXE_bmc")).parent().expect("a file has a folder");
    let rest = std::env::var_os("PATH").unwrap_or_default();
    let all = [binaries.to_owned()].into_iter().chain(std::env::split_paths(&rest));
    let search = std::env::join_paths(all).expect("names are plain");
    let mut bad = Vec::new();
    for shown in commands(&page).iter().filter(|c| c.is_complete()) {
        let mut command = Command::new("sh");
        command.current_dir(root).env("PATH", &search).env_remove("RUST_BACKTRACE");
        command.arg("-c").arg(shown.command.replace(OUTPUT, own));
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
            complain(format!("printed last: {}\n{said}", printed.lines().last().unwrap_or_default()));
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
    let bad: Vec<String> = std::thread::scope(|s| {
        let running: Vec<_> = all.iter().map(|page| s.spawn(|| check_page(page))).collect();
        running.into_iter().flat_map(|r| r.join().expect("nobody panics")).collect()
    });
    assert!(bad.is_empty(), "{}", bad.join("\n"));
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
        (0, "anything\nTRUE\n", true),
        (0, "TRUE\nanything\n", false),
        (0, "", false),
        (1, "anything\n", true),
        (2, "anything\n", true),
    ] {
        assert_eq!(found[shown].agrees(printed), agrees, "{printed}");
    }
}
