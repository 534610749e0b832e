//! Where a text turns checks off by `#pragma CPROVER check`.
//!
//! Line markers tell the compiler which checks are off: behind the name of a file stands a mark. Debug information and the
//! data of a sanitizer's handlers repeat it for each operation, so that lines with several regions, headers that are
//! included twice and definitions of several units are told apart.

use super::lex::{Kind, Token, lex};

/// A place in a text: its file and line.
type Place = (String, u32);

/// The begin of a mark. Names of checks with commas between them follow, and `>`.
const MARK: &str = "<unchecked:";

/// What stands first in a mark for a region that begins or ends within a statement: it is not told which of the operations
/// of that statement belong to it.
const UNCLEAR: &str = "?";

/// The name of a file without its mark, and what the mark says.
pub(in crate::frontend) fn unmarked(file: &str) -> (&str, Option<&str>) {
    match file.strip_suffix('>').and_then(|rest| rest.rsplit_once(MARK)) {
        Some((file, checks)) => (file, Some(checks)),
        None => (file, None),
    }
}

/// A message of the compiler without marks.
pub(in crate::frontend) fn without_marks(text: &str) -> String {
    let mut parts = text.split(MARK);
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |out, part| out + part.split_once('>').map_or(part, |(_, rest)| rest))
}

/// Whether a mark says for sure that a check is off.
pub(in crate::frontend) fn turns_off(mark: &str, check: &str) -> bool {
    let mut names = mark.split(',');
    !mark.starts_with(UNCLEAR) && names.any(|name| name == check)
}

/// What a pragma makes of the text behind it.
struct Change {
    /// The pragma's token.
    at: usize,
    /// Checks that are off behind it.
    off: Vec<String>,
    /// Whether it stands between statements or declarations.
    between: bool,
}

/// A variable that a text has where it turns the check of pointers off: reads need functions of the models then.
pub(in crate::frontend) const UNCHECKED_READS: &str = "__bmc_unchecked_reads";

/// A text whose line markers say which checks are off; `None` where none is. `name` is that of its file.
///
/// # Errors
/// The place of a pragma that is not understood.
pub(in crate::frontend) fn marked(text: &str, name: &str) -> Result<Option<String>, Place> {
    let tokens = lex(text);
    let changes = changes(&tokens, name)?;
    if changes.iter().all(|change| change.off.is_empty()) {
        return Ok(None);
    }
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    let (mut file, mut line, mut flags) = (name.to_owned(), 1, "");
    let mut mark = String::new();
    let mut rest = changes.iter().peekable();
    for (at, token) in tokens.iter().enumerate() {
        if let Some((next, name, more)) = marker(token) {
            // The end of this line counts, too.
            (file, line, flags) = (name, next.saturating_sub(1), more);
            out.push_str(&written(next, &file, &mark, flags));
        } else if let Some(change) = rest.next_if(|change| change.at == at) {
            let clear = change.between && rest.peek().is_none_or(|next| next.between);
            let unclear = (!clear).then_some(UNCLEAR);
            let names: Vec<&str> = unclear.into_iter().chain(change.off.iter().map(String::as_str)).collect();
            mark = if change.off.is_empty() { String::new() } else { format!("{MARK}{}>", names.join(",")) };
            // A file that is a header of the system stays one; the others tell of the stack of files.
            let kept: Vec<&str> = flags.split_whitespace().filter(|f| ["3", "4"].contains(f)).collect();
            let lines = ends(token.text);
            out.push_str(&"\n".repeat(lines as usize));
            out.push_str(&written(line + lines + 1, &file, &mark, &kept.join(" ")));
        } else {
            out.push_str(token.text);
        }
        line += ends(token.text);
    }
    if changes.iter().any(|change| change.off.iter().any(|name| name == "pointer")) {
        out.push_str(&format!("\n__attribute__((weak)) char {UNCHECKED_READS};\n"));
    }
    Ok(Some(out))
}

/// What the pragmas of a text change, in order.
fn changes(tokens: &[Token<'_>], name: &str) -> Result<Vec<Change>, Place> {
    let mut found = Vec::new();
    let mut stack: Vec<Vec<String>> = Vec::new();
    let mut off: Vec<String> = Vec::new();
    let (mut file, mut line) = (name.to_owned(), 1);
    let (mut between, mut depth) = (true, 0_i32);
    for (at, token) in tokens.iter().enumerate() {
        if token.is_code() {
            depth +=
                i32::from(["(", "["].contains(&token.text)) - i32::from([")", "]"].contains(&token.text));
            between = depth == 0 && [";", "{", "}"].contains(&token.text);
        }
        if let Some((next, name, _)) = marker(token) {
            (file, line) = (name, next.saturating_sub(1));
        } else if let Some(words) = pragma(token) {
            match &words[..] {
                ["push"] => stack.push(off.clone()),
                // CBMC refuses a pop without its push.
                ["pop"] => off = stack.pop().ok_or_else(|| (file.clone(), line))?,
                ["disable", check] => off.push(named(check)),
                // Checks that the user did not ask for stay off.
                ["enable", check] => off.retain(|other| *other != named(check)),
                _ => return Err((file, line)),
            }
            found.push(Change { at, off: off.clone(), between });
        }
        line += ends(token.text);
    }
    Ok(found)
}

/// Number of ends of lines.
pub(super) fn ends(text: &str) -> u32 {
    text.bytes().filter(|&b| b == b'\n').count() as u32
}

/// The name of a check as it stands in a mark.
fn named(quoted: &str) -> String {
    quoted.chars().filter(|&c| c.is_ascii_alphanumeric() || c == '-').collect()
}

/// A line marker.
pub(super) fn written(line: u32, file: &str, mark: &str, flags: &str) -> String {
    let file = file.replace('\\', "\\\\").replace('"', "\\\"");
    format!("# {line} \"{file}{mark}\" {flags}").trim_end().to_owned()
}

/// The line and file that a line marker says come next, and its flags.
pub(super) fn marker<'t>(token: &Token<'t>) -> Option<(u32, String, &'t str)> {
    let text = Some(token.text).filter(|_| token.kind == Kind::Line)?;
    let rest = text.strip_prefix('#')?.trim_start();
    let rest = rest.strip_prefix("line").unwrap_or(rest).trim_start();
    let (line, rest) = rest.split_once(' ').unwrap_or((rest, ""));
    let (name, flags) = rest.trim_start().strip_prefix('"').and_then(|rest| rest.rsplit_once('"'))?;
    Some((line.parse().ok()?, name.replace("\\\"", "\"").replace("\\\\", "\\"), flags.trim()))
}

/// The words behind `#pragma CPROVER check`.
fn pragma<'t>(token: &Token<'t>) -> Option<Vec<&'t str>> {
    let text = Some(token.text).filter(|_| token.kind == Kind::Line)?;
    let words: Vec<&str> = text.strip_prefix('#')?.split_ascii_whitespace().collect();
    match &words[..] {
        ["pragma", "CPROVER", "check", rest @ ..] => Some(rest.to_vec()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OFF: &str = "#pragma CPROVER check push\n#pragma CPROVER check disable \"pointer\"\n";

    #[test]
    fn regions_nest_and_go_through_files() {
        let text = format!(
            "# 1 \"a.c\"\nint x;\n{OFF}int y;\n# 7 \"b.h\" 1 3\nint z;\n#pragma CPROVER check disable \"nan\"\n\
             # 6 \"a.c\" 2\nint u;\n#pragma CPROVER check pop\nint v;\n"
        );
        let expected = "# 1 \"a.c\"\nint x;\n# 3 \"a.c\"\n# 4 \"a.c<unchecked:pointer>\"\nint y;\n\
                        # 7 \"b.h<unchecked:pointer>\" 1 3\nint z;\n# 9 \"b.h<unchecked:pointer,nan>\" 3\n\
                        # 6 \"a.c<unchecked:pointer,nan>\" 2\nint u;\n# 8 \"a.c\"\nint v;\n\n__attribute__((weak)) char __bmc_unchecked_reads;\n";
        assert_eq!(marked(&text, "a.c").expect("all pragmas are known").expect("checks are off"), expected);
        assert_eq!(marked("int x;\n", "a.c"), Ok(None));
        let text = format!("{OFF}int x;\n#pragma CPROVER check enable \"pointer\"\nint y;\n");
        let expected = "# 2 \"a.c\"\n# 3 \"a.c<unchecked:pointer>\"\nint x;\n# 5 \"a.c\"\nint y;\n\n\
                        __attribute__((weak)) char __bmc_unchecked_reads;\n";
        assert!(marked(&text, "a.c").expect("all pragmas are known").is_some_and(|t| t.ends_with(expected)));
    }

    #[test]
    fn regions_within_statements_are_unclear() {
        let mark = |text: String| {
            let text = marked(&text, "a.c").expect("all pragmas are known").expect("checks are off");
            let marks: Vec<String> = lex(&text)
                .iter()
                .filter_map(marker)
                .filter_map(|m| unmarked(&m.1).1.map(str::to_owned))
                .collect();
            marks.last().expect("a mark").clone()
        };
        let pop = "#pragma CPROVER check pop\n";
        assert_eq!(mark(format!("f();\n{OFF}g();\n{pop}h();")), "pointer");
        assert_eq!(mark(format!("x =\n{OFF}g();\n{pop}h();")), "?,pointer");
        assert_eq!(mark(format!("f();\n{OFF}x =\n{pop}h();")), "?,pointer");
        assert_eq!(mark(format!("for (;\n{OFF};x)\n;\n{pop}h();")), "?,pointer");
        assert!(
            turns_off("pointer,nan", "nan") && !turns_off("pointer", "nan") && !turns_off("?,nan", "nan")
        );
    }

    #[test]
    fn marks_go() {
        assert_eq!(unmarked("a.c<unchecked:nan,pointer>"), ("a.c", Some("nan,pointer")));
        assert_eq!(unmarked("a>.c"), ("a>.c", None));
        assert_eq!(without_marks("a.c<unchecked:nan>:3: b<unchecked:nan>"), "a.c:3: b");
    }

    #[test]
    fn others_are_refused() {
        let at = |text: &str| marked(text, "b.c").expect_err("it is refused");
        assert_eq!(at("# 3 \"a.c\"\n\n#pragma CPROVER check enable\n"), ("a.c".to_owned(), 4));
        assert_eq!(at("#pragma CPROVER check pop\n"), ("b.c".to_owned(), 1));
        assert_eq!(at("\n#pragma CPROVER check disable\n"), ("b.c".to_owned(), 2));
    }
}
