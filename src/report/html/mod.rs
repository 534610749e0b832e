//! Results as one self-contained HTML file: a page, and the data that it shows.
//!
//! Everything that comes from the program is data: JSON in a block that no browser executes, shown as text only. The page's
//! content security policy forbids to load, send or execute anything but its own script.

mod data;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

use super::run_metadata::{Answer, RunMetadata};
use super::text::{TraceLength, text};

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("report.css");
const SCRIPT: &str = include_str!("report.js");
const GRAPH: &str = include_str!("graph.js");

/// Most characters of the text that a browser without scripts shows.
const PLAIN: usize = 20_000;

/// A text as HTML shows it.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' | '\t' => out.push(c),
            c if c.is_control() => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// JSON in which nothing can be taken for the end of its block.
fn inert(json: &str) -> String {
    json.replace('<', "\\u003c")
        .replace('>', "\\u003e")
        .replace('&', "\\u0026")
        .replace('\u{2028}', "\\u2028")
        .replace('\u{2029}', "\\u2029")
}

/// How a policy names a script or a style.
pub fn fingerprint(text: &str) -> String {
    format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text)))
}

/// The result as an HTML page.
pub fn html(answer: Answer<'_>, metadata: &RunMetadata) -> String {
    let plain = match answer {
        Answer::Engine(p, found) => text(p, found, TraceLength::Short),
        Answer::Ended(..) => String::new(),
    };
    let plain: String = plain.chars().take(PLAIN).collect();
    let script = SCRIPT.replace("/*{{graph}}*/", GRAPH);
    let parts = [
        ("{{policy-script}}", fingerprint(&script)),
        ("{{policy-style}}", fingerprint(STYLE)),
        ("{{title}}", escaped(&format!("{} - {}", answer.line(), metadata.inputs.join(" ")))),
        ("{{style}}", STYLE.to_owned()),
        ("{{verdict}}", escaped(&answer.line())),
        ("{{plain}}", escaped(&plain)),
        ("{{data}}", inert(&data::document(answer, metadata).to_string())),
        ("{{script}}", script),
    ];
    filled(PAGE, &parts)
}

/// A page with parts in place of their names, which begin with `{{`. One pass, so that nothing in a part is taken for the name of
/// another.
pub fn filled(page: &str, parts: &[(&str, String)]) -> String {
    let mut out = String::new();
    let mut rest = page;
    while let Some(at) = rest.find("{{") {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let part = parts.iter().find(|(name, _)| rest.starts_with(name));
        let (name, text) = part.map_or(("{{", "{{"), |(name, text)| (*name, text.as_str()));
        out.push_str(text);
        rest = &rest[name.len()..];
    }
    out + rest
}
