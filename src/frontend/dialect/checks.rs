//! Where a text turns checks off by `#pragma CPROVER check`.

use super::lex::{Kind, lex};
use crate::program::UncheckedLines;
use std::collections::BTreeSet;

/// A place in a text: its file and line.
type Place = (String, u32);

/// The lines on which checks are turned off.
///
/// # Errors
/// The place of a pragma that turns a check on, or that is not understood.
pub(in crate::frontend) fn unchecked(text: &str) -> Result<Vec<UncheckedLines>, Place> {
    let mut found = Vec::new();
    let mut stack: Vec<BTreeSet<&str>> = Vec::new();
    let mut off: BTreeSet<&str> = BTreeSet::new();
    let (mut file, mut line, mut first) = (String::new(), 1, 1);
    for token in lex(text) {
        let marker = (token.kind == Kind::Line).then(|| marker(token.text)).flatten();
        let pragma = (token.kind == Kind::Line).then(|| pragma(token.text)).flatten();
        if marker.is_some() || pragma.is_some() {
            if !off.is_empty() {
                found.push(UncheckedLines { file: file.clone(), first, last: line });
            }
            first = line;
        }
        if let Some((next, name)) = marker {
            (file, line) = (name, next);
            // The end of this line counts, too.
            (first, line) = (line, line.saturating_sub(1));
        }
        match pragma.as_deref() {
            None => {}
            Some(["push"]) => stack.push(off.clone()),
            // CBMC refuses a pop without its push.
            Some(["pop"]) => off = stack.pop().ok_or_else(|| (file.clone(), line))?,
            Some(["disable", check]) => {
                off.insert(check);
            }
            Some(_) => return Err((file, line)),
        }
        line += token.text.bytes().filter(|&b| b == b'\n').count() as u32;
    }
    if !off.is_empty() {
        found.push(UncheckedLines { file, first, last: line });
    }
    Ok(found)
}

/// The line and file that a line marker says come next.
fn marker(text: &str) -> Option<(u32, String)> {
    let rest = text.strip_prefix('#')?.trim_start();
    let rest = rest.strip_prefix("line").unwrap_or(rest).trim_start();
    let (line, rest) = rest.split_once(' ').unwrap_or((rest, ""));
    let name = rest.trim_start().strip_prefix('"').and_then(|rest| rest.rsplit_once('"'));
    Some((line.parse().ok()?, name?.0.replace("\\\"", "\"").replace("\\\\", "\\")))
}

/// The words behind `#pragma CPROVER check`.
fn pragma(text: &str) -> Option<Vec<&str>> {
    let words: Vec<&str> = text.strip_prefix('#')?.split_ascii_whitespace().collect();
    match &words[..] {
        ["pragma", "CPROVER", "check", rest @ ..] => Some(rest.to_vec()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<(String, u32, u32)> {
        let found = unchecked(text).expect("only checks that are turned off");
        found.into_iter().map(|u| (u.file, u.first, u.last)).collect()
    }

    #[test]
    fn regions_nest_and_go_through_files() {
        let text = "# 1 \"a.c\"\nint x;\n#pragma CPROVER check push\n#pragma CPROVER check disable \"pointer\"\nint y;\n\
                    # 7 \"b.h\" 1\nint z;\n# 6 \"a.c\" 2\nint u;\n#pragma CPROVER check pop\nint v;\n";
        let expected = [("a.c", 3, 5), ("b.h", 7, 8), ("a.c", 6, 7)];
        assert_eq!(lines(text), expected.map(|(file, first, last)| (file.to_owned(), first, last)));
    }

    #[test]
    fn others_are_refused() {
        let at = |text: &str| unchecked(text).expect_err("it is refused");
        assert_eq!(at("# 3 \"a.c\"\n\n#pragma CPROVER check enable \"nan\"\n"), ("a.c".to_owned(), 4));
        assert_eq!(at("# 1 \"a.c\"\n#pragma CPROVER check pop\n"), ("a.c".to_owned(), 1));
        assert_eq!(at("# 1 \"a.c\"\n#pragma CPROVER check disable\n"), ("a.c".to_owned(), 1));
    }
}
