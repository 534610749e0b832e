//! Options of compilers among the arguments of the command: `bmc` is given a project's own flags as they are.

use crate::frontend::CompilerFlags;
use std::ffi::OsString;

/// Options of our own that look like those of compilers: clap reads them.
const OWN: &[&str] = &["-m", "-I", "-D"];

/// The command whose output has a name; for others that is a compiler's business.
const WRITES: &str = "simplify";

/// Arguments as clap expects them: `-std=X` with two dashes, compilers' options as `--compiler-option`, without what has no
/// meaning here, and `@FILE` replaced by the arguments in the file. What follows `--` is the program's.
pub fn normalise(args: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut out: Vec<OsString> = Vec::new();
    let mut args = args;
    let mut writes = false;
    while let Some(given) = args.next() {
        let Some(text) = given.to_str() else {
            out.push(given);
            continue;
        };
        if text == "--" {
            out.push(given);
            out.extend(args);
            break;
        }
        if let Some(read) = text.strip_prefix('@').and_then(|file| std::fs::read_to_string(file).ok())
            && let Some(words) = shlex::split(&read)
        {
            out.extend(normalise(words.into_iter().map(OsString::from)));
        } else if let Some(std) = text.strip_prefix("-std=") {
            out.push(format!("--std={std}").into());
        } else if text == "--check" {
            // Its value may begin with a dash.
            out.push(given);
            out.extend(args.next());
        } else if text.starts_with("--") && !CompilerFlags::has_two_dashes(text)
            || !text.starts_with('-')
            || OWN.iter().any(|own| is_own(text, own))
            || writes && is_own(text, "-o")
        {
            writes |= text == WRITES;
            out.push(given);
        } else {
            let value = if CompilerFlags::takes_argument(text) { args.next() } else { None };
            let value = value.map(|v| v.to_string_lossy().into_owned());
            let flags = CompilerFlags::sort([text.to_owned()].into_iter().chain(value), None);
            out.extend(flags.kept.into_iter().map(|flag| format!("--compiler-option={flag}").into()));
            out.extend(flags.others.into_iter().map(OsString::from));
        }
    }
    out
}

/// Whether an argument is one of our own options: `-m` with a number, the others with whatever is attached.
fn is_own(text: &str, own: &str) -> bool {
    match text.strip_prefix(own) {
        Some(value) if own == "-m" => value.parse::<u32>().is_ok() || value.is_empty(),
        found => found.is_some(),
    }
}
