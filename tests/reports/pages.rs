//! The HTML report in a real browser: it shows what happens, can be walked through, asks for nothing, and takes nothing that
//! comes from the program for its own. Without Chromium (`scripts/test` installs it) only the texts are looked at.
//!
//! `PAGES=FOLDER` in the environment keeps the pages and pictures of them there.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

#[path = "../common/browser.rs"]
mod browser;

use super::cases::{LIMIT, output_within};
use super::tools;
use browser::Browser;

/// WebDriver's names of keys.
const LEFT: &str = "\u{e012}";
const RIGHT: &str = "\u{e014}";
const HOME: &str = "\u{e011}";
const END: &str = "\u{e010}";

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reports")
}

/// A page of a run, the verdict, and where the page is.
struct Page {
    file: PathBuf,
    text: String,
    verdict: String,
    _folder: tempfile::TempDir,
}

fn page(place: &Path, arguments: &[&str]) -> Page {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let file = folder.path().join("report's <page>.html");
    let mut command = Command::new(env!("CARGO_BIN_EXE_bmc"));
    command.current_dir(place).args(arguments).arg("--html").arg(&file);
    let output = output_within(&mut command, LIMIT).expect("an answer in time");
    let stdout = String::from_utf8_lossy(&output.stdout);
    let verdict = stdout.lines().last().unwrap_or_default().to_owned();
    let text = fs::read_to_string(&file).unwrap_or_else(|e| panic!("{arguments:?}: {e}, {stdout}"));
    Page { file, text, verdict, _folder: folder }
}

/// The data of a page.
fn data(page: &Page) -> Value {
    let (_, rest) = page.text.split_once("id=\"data\">").expect("data");
    let (json, _) = rest.split_once("</script>").expect("an end of the data");
    serde_json::from_str(json).expect("JSON")
}

/// A browser, where there is one.
fn started() -> Option<Browser> {
    (tools::is_installed("chromedriver") && tools::is_installed("chromium"))
        .then(|| Browser::start().expect("Chromium starts"))
}

fn open(browser: &Browser, page: &Page, name: &str) {
    browser.open(&page.file);
    if let Some(kept) = std::env::var_os("PAGES") {
        let kept = PathBuf::from(kept);
        fs::copy(&page.file, kept.join(format!("{name}.html"))).expect("a folder");
        fs::write(kept.join(format!("{name}.png")), browser.picture()).expect("a folder");
    }
    assert_eq!(browser.text("#verdict"), page.verdict);
}

/// Nothing was asked for but the page, and nothing went wrong in it.
fn is_quiet(browser: &Browser) {
    let (messages, requests) = browser.logs();
    assert_eq!(messages, Vec::<String>::new());
    let outside: Vec<&String> =
        requests.iter().filter(|r| !r.starts_with("file:") && !r.starts_with("data:")).collect();
    assert!(outside.is_empty(), "asked for {outside:?}");
    let files = requests.iter().filter(|r| r.starts_with("file:")).count();
    assert_eq!(files, 1, "{requests:?}");
}

/// The text of the chosen step, and of the table of values.
fn step(browser: &Browser) -> String {
    browser.text("#steps .step.now .what")
}

#[test]
fn a_run_is_walked_through() {
    let page = page(&folder(), &["list.c"]);
    assert_eq!(page.verdict, "FALSE(use-after-free)");
    let Some(browser) = started() else { return };
    open(&browser, &page, "list");
    let lines = |class: &str| {
        browser.script(&format!(
            "return [...document.querySelectorAll('.row.{class}')].map(r => Number(r.dataset.line))"
        ))
    };
    let value = |name: &str| {
        let script = format!(
            "const r = document.querySelector('tr[data-name=\"{name}\"]'); return r && [r.className, r.lastChild.textContent]"
        );
        browser.script(&script)
    };
    // It begins at the violation.
    assert!(
        step(&browser).starts_with("violated: an access to an object that has been freed"),
        "{}",
        step(&browser)
    );
    let source = fs::read_to_string(folder().join("list.c")).expect("a text file");
    let line_of = |mark: &str| source.lines().position(|l| l.contains(mark)).expect("a marked line") + 1;
    assert_eq!(lines("bad"), serde_json::json!([line_of("BUG")]));
    assert_eq!(lines("now"), serde_json::json!([line_of("BUG")]));
    let hit = lines("hit");
    assert!(hit.as_array().is_some_and(|all| all.contains(&line_of("free(n)").into())), "{hit}");
    assert!(hit.as_array().is_some_and(|all| !all.contains(&line_of("not reached").into())), "{hit}");
    // Backwards and forwards, by keys and buttons.
    browser.press(HOME, 1);
    assert!(browser.text("#count").starts_with("step 1 of "));
    let mut steps = vec![step(&browser)];
    browser.press(RIGHT, 1);
    steps.push(step(&browser));
    browser.click("#next");
    steps.push(step(&browser));
    browser.press(LEFT, 1);
    assert_eq!(step(&browser), steps[1]);
    browser.click("#back");
    assert_eq!(step(&browser), steps[0]);
    assert!(steps.iter().any(|s| s.contains("__VERIFIER_nondet_int() = 2")), "{steps:?}");
    // Values are those after the step, and what the step changes is marked.
    browser.press(HOME, 1);
    while !step(&browser).starts_with("l.length = 1") {
        browser.press(RIGHT, 1);
    }
    assert_eq!(value("malloc#1.value"), serde_json::json!(["", "0"]));
    assert_eq!(browser.text(".stackrow.chosen"), format!("append()\nlist.c:{}", line_of("l->length++")));
    // In the caller the list has one node now.
    browser.click(".stackrow:nth-of-type(2)");
    assert_eq!(value("l.length"), serde_json::json!(["new", "1"]));
    assert_eq!(value("l.head"), serde_json::json!(["", "&malloc#1"]));
    // Over a call.
    browser.press(HOME, 1);
    while !step(&browser).starts_with("call append") {
        browser.press(RIGHT, 1);
    }
    browser.press("n", 1);
    assert_eq!(step(&browser), "i = 1");
    browser.press("p", 1);
    assert!(step(&browser).starts_with("call append"));
    // A click on a line goes to a step there.
    browser.click(&format!(".row[data-line='{}']", line_of("free(n)")));
    assert_eq!(step(&browser), "free malloc#2");
    browser.press(END, 1);
    assert!(step(&browser).starts_with("violated"));
    // The objects: the freed node is told from the other, and two pointers still lead to it.
    let drawing = browser.script(
        "return [...document.querySelectorAll('#graph .node')].map(n => [n.dataset.title, n.getAttribute('class')])",
    );
    let expected = serde_json::json!([
        ["sum()", "node"],
        ["main()", "node"],
        ["malloc#2", "node dead culprit"],
        ["malloc#1", "node"]
    ]);
    assert_eq!(drawing, expected);
    let dangling = browser.script("return document.querySelectorAll('#graph .edge.dangling').length");
    assert_eq!(dangling, 2);
    let graph = browser.script("return document.querySelector('#graph').textContent");
    assert!(graph.to_string().contains(&format!("freed at line {}", line_of("free(n)"))), "{graph}");
    // Boxes lie beside each other.
    let overlaps = browser.script(
        "const r = [...document.querySelectorAll('#graph .box')].map(b => b.getBoundingClientRect());
         return r.some((a, i) => r.some((b, k) => i < k && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom))",
    );
    assert_eq!(overlaps, false);
    // Light and dark.
    let ground = || browser.script("return getComputedStyle(document.body).backgroundColor");
    browser.click("#theme");
    let dark = ground();
    browser.click("#theme");
    assert_ne!(dark, ground());
    is_quiet(&browser);
}

#[test]
fn threads_are_told_apart() {
    let page = page(&folder(), &["--engine", "explicit", "deadlock.c"]);
    assert_eq!(page.verdict, "FALSE(deadlock)");
    let Some(browser) = started() else { return };
    open(&browser, &page, "deadlock");
    let graph = browser.script("return document.querySelector('#graph').textContent").to_string();
    assert!(graph.contains("held by thread 0") && graph.contains("held by thread 1"), "{graph}");
    assert!(graph.contains("in pthread_mutex_lock"), "{graph}");
    assert!(browser.text("#state").contains("Other threads"));
    assert_eq!(
        browser.script(
            "return new Set([...document.querySelectorAll('#steps .thread')].map(t => t.textContent)).size"
        ),
        2
    );
    // Both threads have their arguments.
    let rows = browser.script(
        "return [...document.querySelectorAll('#graph .node[data-title=\"transfer()\"]')].map(n => n.textContent.includes('amount'))",
    );
    assert_eq!(rows, serde_json::json!([true, true]));
    is_quiet(&browser);
}

#[test]
fn other_answers_have_pages() {
    let Some(browser) = started() else { return };
    let holds = page(&folder(), &["good.c"]);
    open(&browser, &holds, "true");
    assert!(browser.text("#message").contains("No run violates a check."));
    assert!(
        browser.text("#checks").contains("invalid-write") && browser.text("#about").contains("obligations")
    );
    let open_ended = page(&folder(), &["endless.c", "--bound", "2"]);
    open(&browser, &open_ended, "unknown");
    assert!(browser.text("#message").contains("bound 2 reached: loop in main"));
    assert_eq!(browser.script("return document.querySelector('.row.now').dataset.line"), "5");
    assert!(browser.text(".note.unknown").contains("bound 2 reached"));
    let bounds = page(&folder(), &["bounds.c", "--all"]);
    open(&browser, &bounds, "bounds");
    let first = browser.text("#message .what");
    browser.script("const v = document.getElementById('violations'); v.value = '1'; v.dispatchEvent(new Event('change'))");
    assert_ne!(browser.text("#message .what"), first);
    let race = page(&folder(), &["--engine", "explicit", "--check", "race", "race.c"]);
    assert_eq!(race.verdict, "FALSE(race)");
    open(&browser, &race, "race");
    let machine = page(&folder(), &["shapes.cpp"]);
    assert_eq!(machine.verdict, "FALSE(invalid-write)");
    open(&browser, &machine, "shapes");
    for page in [&holds, &open_ended, &bounds, &race, &machine] {
        let others = page.text.replace("http://www.w3.org/2000/svg", "");
        assert!(!others.contains("http:") && !others.contains("https:"), "an address");
    }
    let (messages, _) = browser.logs();
    assert_eq!(messages, Vec::<String>::new());
}

/// A program that tries to become a part of the page.
fn hostile() -> Vec<u8> {
    let text = "// </script><script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\"> {{data}}\n\
                #include <assert.h>\n#include <string.h>\nint __VERIFIER_nondet_int(void);\n\
                static const char *text = \"</script><script>document.title='owned'</script>\";\nchar evil[64];\n\
                int main(void) {\n    /* BYTES \u{202e} \u{2028} ' \" ` &lt; ]]> --> */\n    strcpy(evil, \"\\\"</script>\");\n    \
                int x = __VERIFIER_nondet_int();\n    \
                assert(x != 5 && \"]]> </script><script>document.title='owned'</script>\");\n    /* LONG */\n    return text[0];\n}\n";
    let mut bytes = Vec::new();
    for line in text.lines() {
        let line = line.replace("LONG", &"very long ".repeat(20_000));
        match line.split_once("BYTES") {
            Some((before, after)) => {
                bytes.extend_from_slice(before.as_bytes());
                bytes.extend_from_slice(b"\xff\xfe\xc0\x01");
                bytes.extend_from_slice(after.as_bytes());
            }
            None => bytes.extend_from_slice(line.as_bytes()),
        }
        bytes.push(b'\n');
    }
    bytes
}

#[test]
fn nothing_of_the_program_is_taken_for_markup() {
    const NAME: &str = "a'b\"<i>&amp; ]]>.c";
    let place = tempfile::tempdir().expect("a folder for temporary files");
    fs::write(place.path().join(NAME), hostile()).expect("a file can be written");
    let (sarif, junit) = (place.path().join("x.sarif"), place.path().join("x.xml"));
    let (sarif_path, junit_path) = (sarif.to_str().expect("plain"), junit.to_str().expect("plain"));
    let page = page(place.path(), &[NAME, "--sarif", sarif_path, "--junit", junit_path]);
    assert_eq!(page.verdict, "FALSE(assert)");
    assert!(page.text.len() < 200_000, "long lines are cut");
    assert_eq!(page.text.matches("</script>").count(), 2, "the page's own");
    assert_eq!(data(&page)["files"][0]["name"], NAME);
    let log: Value = serde_json::from_str(&fs::read_to_string(sarif).expect("SARIF")).expect("JSON");
    let uri = log["runs"][0]["artifacts"][0]["location"]["uri"].as_str().expect("an address").to_owned();
    assert_eq!(uri, "a%27b%22%3Ci%3E%26amp%3B%20%5D%5D%3E.c");
    let xml = fs::read_to_string(junit).expect("JUnit");
    let document = roxmltree::Document::parse(&xml).expect("XML");
    let suite = document.descendants().find(|n| n.has_tag_name("testsuite")).expect("a suite");
    assert_eq!(suite.attribute("name"), Some(NAME));
    assert!(suite.descendants().any(|n| n.text().is_some_and(|t| t.contains("]]> </script>"))), "{xml}");
    let Some(browser) = started() else { return };
    open(&browser, &page, "hostile");
    assert_eq!(browser.script("return document.title"), format!("FALSE(assert) - {NAME}"));
    assert_eq!(
        browser.script("return document.querySelectorAll('img, i, b, script').length"),
        2,
        "its own scripts"
    );
    assert!(browser.text("#message").contains("]]> </script><script>document.title='owned'</script>"));
    let shown = browser.text("#source-body");
    for part in [
        "</script><script>document.title='owned'</script><img src=x",
        "<U+202E>",
        "more characters)",
        "{{data}}",
    ] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    assert!(shown.contains('\u{fffd}'), "invalid bytes are shown as such");
    // What the page's policy forbids does not happen even if it got in.
    browser.script("const s = document.createElement('script'); s.textContent = 'document.title = \"owned\"'; document.body.append(s)");
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let picture = format!("http://127.0.0.1:{port}/x.png");
    browser.script(&format!(
        "const i = document.createElement('img'); i.src = '{picture}'; document.body.append(i)"
    ));
    assert_ne!(browser.script("return document.title"), "owned");
    let (messages, _) = browser.logs();
    assert!(
        messages.iter().all(|m| m.contains("Content Security Policy")) && messages.len() >= 2,
        "{messages:?}"
    );
    // Chromium notes what it does not ask for, too; nobody has come.
    listener.set_nonblocking(true).expect("a socket");
    assert!(listener.accept().is_err(), "the picture was asked for");
}

/// Of a long run the middle is left out, and the values at its end are right nevertheless.
#[test]
fn long_runs_are_cut() {
    let page = page(&folder(), &["long.c"]);
    assert_eq!(page.verdict, "FALSE(assert)");
    assert!(page.text.len() < 3_000_000, "{} bytes", page.text.len());
    let violation = &data(&page)["violations"][0];
    let (total, steps) =
        (violation["total"].as_u64().expect("a number"), violation["steps"].as_array().expect("steps"));
    assert!(total > 20_000 && steps.len() < 7000, "{total} steps, {} told", steps.len());
    let Some(browser) = started() else { return };
    open(&browser, &page, "long");
    assert!(browser.text("#message").contains("in its middle are left out here"));
    let value =
        browser.script("return document.querySelector('tr[data-name=\"early\"]').lastChild.textContent");
    assert_eq!(value, "7", "set in the part that is left out");
    is_quiet(&browser);
}
