//! A set of proofs as pages: an index, and the report of each proof.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use super::coverage::Coverage;
use super::summary::{Row, Summary, Worst};
use super::task::PAGE;
use crate::report::{escaped, filled, fingerprint};
use crate::verify::io_words;

const INDEX: &str = include_str!("index.html");
const STYLE: &str = include_str!("index.css");

/// The folder of the reports.
const REPORTS: &str = "proofs";

impl Summary {
    /// Writes the pages to a folder.
    ///
    /// # Errors
    /// In words.
    pub fn write_pages(&self, folder: &Path) -> Result<(), String> {
        let fails = |error: std::io::Error| format!("{}: {}", folder.display(), io_words(&error));
        fs::create_dir_all(folder.join(REPORTS)).map_err(fails)?;
        for row in &self.rows {
            let page = row.files.as_ref().map(|files| files.join(PAGE)).filter(|page| page.is_file());
            if let Some(page) = page {
                fs::copy(page, folder.join(address(row))).map_err(fails)?;
            }
        }
        fs::write(folder.join("index.html"), self.index()).map_err(fails)
    }

    /// The index.
    fn index(&self) -> String {
        let parts = [
            ("{{policy-style}}", fingerprint(STYLE)),
            ("{{style}}", STYLE.to_owned()),
            ("{{line}}", escaped(&self.line())),
            ("{{proofs}}", self.rows.iter().map(proof).collect()),
            ("{{functions}}", functions(&self.coverage)),
        ];
        filled(INDEX, &parts)
    }
}

/// The address of a report; names are plain.
fn address(row: &Row) -> String {
    format!("{REPORTS}/{}.html", row.proof.name)
}

/// A row of the table of proofs.
fn proof(row: &Row) -> String {
    let class = match row.worst() {
        Worst::Expected if row.outcome.unreached.is_empty() => "good",
        Worst::Expected | Worst::Unknown => "open",
        Worst::Unexpected | Worst::Error => "bad",
    };
    let name = escaped(&row.proof.name);
    let name = match row.files.as_ref().is_some_and(|files| files.join(PAGE).is_file()) {
        true => format!("<a href=\"{}\">{name}</a>", address(row)),
        false => name,
    };
    let last = row.previous.as_ref().map_or(String::new(), |last| format!("{:.1}", last.seconds));
    let memory = row.outcome.memory.map_or(String::new(), |bytes| (bytes >> 20).to_string());
    let about = [&[row.outcome.line.clone()][..], &row.outcome.unreached].concat().join("\n");
    let cells = [
        ("", name),
        (class, format!("<span title=\"{}\">{}</span>", escaped(&about), escaped(row.outcome.short()))),
        ("", escaped(&row.proof.expected.text())),
        ("number", format!("{:.1}", row.outcome.seconds)),
        ("number", last),
        ("", row.change()),
        ("number", memory),
    ];
    let cells = cells.iter().map(|(class, text)| format!("<td class=\"{class}\">{text}</td>"));
    format!("<tr id=\"{}\">{}</tr>\n", row.proof.name, cells.collect::<String>())
}

/// The rows of the table of functions, by file.
fn functions(coverage: &Coverage) -> String {
    let mut out = String::new();
    let mut file = None;
    for (place, proofs) in &coverage.0 {
        if file.replace(&place.file) != Some(&place.file) {
            let in_file = || coverage.0.iter().filter(|(other, _)| other.file == place.file);
            let reached = in_file().filter(|(_, proofs)| !proofs.is_empty()).count();
            let (name, all) = (escaped(&place.file), in_file().count());
            // Writing to a string cannot fail.
            let _ =
                writeln!(out, "<tr class=\"file\"><th>{name}</th><th>{reached} of {all}</th><th></th></tr>");
        }
        let class = if proofs.is_empty() { "open" } else { "good" };
        let links: Vec<String> =
            proofs.iter().map(|name| format!("<a href=\"#{name}\">{name}</a>")).collect();
        let links = if links.is_empty() { "no proof".to_owned() } else { links.join(" ") };
        let (name, line) = (escaped(&place.name), place.line);
        let _ = writeln!(
            out,
            "<tr><td>{name}</td><td class=\"number\">{line}</td><td class=\"{class}\">{links}</td></tr>"
        );
    }
    out
}
