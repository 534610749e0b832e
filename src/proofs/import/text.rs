//! A manifest as text.

use std::collections::BTreeSet;
use std::fmt::Write;

use toml::Value;

use super::proof::Imported;

/// The file for proofs that come from a folder.
pub(super) fn text(origin: &str, proofs: &[Imported]) -> String {
    let common = common(proofs);
    let mut text = format!("# The proofs of {}, by `bmc verify --import cbmc`.\n", comment(origin));
    let unchecked: BTreeSet<&str> = proofs.iter().flat_map(|p| &p.unchecked).map(String::as_str).collect();
    if !unchecked.is_empty() {
        let all: Vec<&str> = unchecked.into_iter().collect();
        let _ = writeln!(text, "# What CBMC checks and bmc does not: {}.", all.join(", "));
    }
    let time = proofs[0].time.filter(|time| proofs.iter().all(|proof| proof.time == Some(*time)));
    text += "\n[default]\n";
    if let Some(time) = time {
        let _ = writeln!(text, "time = {time}");
    }
    list(&mut text, "options", &common);
    for proof in proofs {
        text += "\n[[proof]]\n";
        let _ = writeln!(text, "name = {}", quoted(&proof.name));
        for note in &proof.notes {
            let _ = writeln!(text, "# {}", comment(note));
        }
        list(&mut text, "sources", &proof.sources);
        if let Some(entry) = &proof.entry {
            let _ = writeln!(text, "entry = {}", quoted(entry));
        }
        let own: Vec<String> =
            proof.options.iter().filter(|option| !common.contains(option)).cloned().collect();
        list(&mut text, "options", &own);
        list(&mut text, "expect", &proof.expect);
        if let Some(own) = proof.time.filter(|_| time.is_none()) {
            let _ = writeln!(text, "time = {own}");
        }
    }
    text
}

/// The options that all proofs have and that may come first. The order of folders of headers counts: these are common all or not at
/// all, and so are options in two words.
fn common(proofs: &[Imported]) -> Vec<String> {
    let searched = |proof: &Imported| -> Vec<String> {
        proof.options.iter().filter(|option| !is_single(option)).cloned().collect()
    };
    let first = searched(&proofs[0]);
    let same = proofs.iter().all(|proof| searched(proof) == first);
    let everywhere =
        |option: &&String| proofs.iter().all(|p| p.options.iter().filter(|o| o == option).count() == 1);
    let kept =
        proofs[0].options.iter().filter(|option| if is_single(option) { everywhere(option) } else { same });
    let kept: Vec<String> = kept.cloned().collect();
    // A macro that is defined twice is what the last definition says.
    let name = |option: &str| option.split('=').next().unwrap_or_default().to_owned();
    let names = |proof: &Imported, of: &str| proof.options.iter().filter(|o| name(o) == of).count();
    let twice =
        |option: &String| option.starts_with("-D") && proofs.iter().any(|p| names(p, &name(option)) > 1);
    kept.into_iter().filter(|option| !twice(option)).collect()
}

/// Whether an option is one word whose place does not matter.
fn is_single(option: &str) -> bool {
    option.starts_with("--") || option.starts_with("-D")
}

fn quoted(text: &str) -> String {
    Value::String(text.to_owned()).to_string()
}

fn comment(text: &str) -> String {
    text.replace(|c: char| c.is_control(), " ")
}

/// A list, a line for each text; nothing without texts.
fn list(text: &mut String, key: &str, items: &[String]) {
    if items.is_empty() {
        return;
    }
    let _ = writeln!(text, "{key} = [");
    for item in items {
        let _ = writeln!(text, "  {},", quoted(item));
    }
    *text += "]\n";
}
