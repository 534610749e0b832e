//! Reads Rust sources and Markdown tables as far as checks of the repository need it.

/// Rust source without comments and without the text of strings and characters; line breaks are kept.
pub fn code_only(source: &str) -> String {
    let chars: Vec<char> = source.chars().collect();
    let at = |i: usize| chars.get(i).copied().unwrap_or('\0');
    let word = |c: char| c.is_alphanumeric() || c == '_';
    let mut out = String::new();
    let mut i = 0;
    while i < chars.len() {
        let c = chars[i];
        let after_word = i > 0 && word(chars[i - 1]);
        if c == '/' && at(i + 1) == '/' {
            while i < chars.len() && chars[i] != '\n' {
                i += 1;
            }
        } else if c == '/' && at(i + 1) == '*' {
            let mut depth = 0;
            while i < chars.len() {
                if chars[i] == '/' && at(i + 1) == '*' {
                    depth += 1;
                    i += 1;
                } else if chars[i] == '*' && at(i + 1) == '/' {
                    depth -= 1;
                    i += 1;
                } else if chars[i] == '\n' {
                    out.push('\n');
                }
                i += 1;
                if depth == 0 {
                    break;
                }
            }
        } else if c == 'r' && !after_word && matches!(at(i + 1), '"' | '#') && raw_hashes(&chars, i).is_some()
        {
            let hashes = raw_hashes(&chars, i).expect("just seen");
            i += 2 + hashes;
            let closes = |i: usize| at(i) == '"' && (1..=hashes).all(|k| at(i + k) == '#');
            while i < chars.len() && !closes(i) {
                if chars[i] == '\n' {
                    out.push('\n');
                }
                i += 1;
            }
            i += 1 + hashes;
            out.push_str("\"\"");
        } else if c == '"' {
            i += 1;
            while i < chars.len() && chars[i] != '"' {
                if chars[i] == '\n' {
                    out.push('\n');
                }
                i += if chars[i] == '\\' { 2 } else { 1 };
            }
            i += 1;
            out.push_str("\"\"");
        } else if c == '\'' && at(i + 1) == '\\' {
            i += 3;
            while i < chars.len() && chars[i] != '\'' {
                i += 1;
            }
            i += 1;
            out.push_str("' '");
        } else if c == '\'' && at(i + 2) == '\'' {
            i += 3;
            out.push_str("' '");
        } else {
            out.push(c);
            i += 1;
        }
    }
    out
}

/// Number of `#` of the raw string that starts with the `r` at `i`.
pub fn raw_hashes(chars: &[char], i: usize) -> Option<usize> {
    let hashes = chars[i + 1..].iter().take_while(|c| **c == '#').count();
    (chars.get(i + 1 + hashes) == Some(&'"')).then_some(hashes)
}

/// Where `word` stands as a whole word in `code`.
pub fn words<'a>(code: &'a str, word: &'a str) -> impl Iterator<Item = usize> + 'a {
    let part_of_word = |c: char| c.is_alphanumeric() || c == '_';
    code.match_indices(word).map(|(at, _)| at).filter(move |at| {
        let before = code[..*at].chars().next_back();
        let after = code[at + word.len()..].chars().next();
        !before.is_some_and(part_of_word) && !after.is_some_and(part_of_word)
    })
}

pub fn line_of(code: &str, at: usize) -> usize {
    code[..at].matches('\n').count() + 1
}

/// `a` of `a::b`, `a` and `c` of `{a::b, c}`; nothing for a macro call.
pub fn first_names(rest: &str) -> Vec<String> {
    let rest = rest.trim_start();
    let name = |s: &str| s.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    let Some(group) = rest.strip_prefix('{') else {
        let n = name(rest);
        let is_macro = rest[n.len()..].starts_with('!');
        return if is_macro || n.is_empty() { Vec::new() } else { vec![n] };
    };
    let (mut names, mut depth, mut start) = (Vec::new(), 0, true);
    for (i, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => start = true,
            c if start && !c.is_whitespace() => {
                names.push(name(&group[i..]));
                start = false;
            }
            _ => {}
        }
    }
    names
}

/// Texts between backquotes.
pub fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}
