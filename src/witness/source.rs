//! The structure of a C source as far as witnesses name it: statements, what controls them, calls. It is derived from the
//! tokens, with macros unexpanded, as the places in a witness are places of the file.

use std::collections::HashMap;

use super::lex::{Kind, Token, lex};

/// Token numbers from the first up to, without, the second.
pub type Range = (usize, usize);

/// What decides where control goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// `if`.
    If,
    /// `while`, and `do ... while`.
    While,
    /// `for`.
    For,
    /// `switch`.
    Switch,
    /// `?`.
    Ternary,
}

/// A branching.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Control {
    /// Kind.
    pub decision: Decision,
    /// Its keyword, which of `do ... while` is the second one.
    pub keyword: usize,
    /// First token of the statement.
    pub start: usize,
    /// The controlling expression; empty where a `for` has none.
    pub condition: Range,
    /// What is executed next where it holds.
    pub body: Range,
    /// What is executed after the body of a `for`.
    pub step: Range,
}

/// A statement or a declaration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Statement {
    /// Its tokens.
    pub range: Range,
    /// Whether it stands directly in a compound statement.
    pub in_compound: bool,
    /// What of it is evaluated first: all of it, or the head of what it controls.
    pub first: Range,
}

/// A source.
#[derive(Debug)]
pub struct Source {
    /// Its name as the user gave it.
    pub name: String,
    /// Its text.
    pub text: String,
    /// Tokens in order.
    pub tokens: Vec<Token>,
    /// Of each bracket the number of its partner.
    partners: Vec<usize>,
    /// All branchings of statements.
    pub controls: Vec<Control>,
    /// All statements, declarations among them, in no order.
    pub statements: Vec<Statement>,
    /// Lines of the file by the name and number that a compiler gives them.
    shown: HashMap<(String, u32), Vec<u32>>,
}

/// No token.
const NONE: usize = usize::MAX;

/// Deepest nesting of statements.
const DEPTH: u32 = 2000;

fn plain(name: &str) -> &str {
    name.strip_prefix("./").unwrap_or(name)
}

impl Source {
    /// Reads a text.
    pub fn new(name: &str, text: String) -> Source {
        let lexed = lex(&text);
        let mut shown: HashMap<(String, u32), Vec<u32>> = HashMap::new();
        let (mut file, mut offset, mut markers) =
            (plain(name).to_owned(), 0i64, lexed.markers.iter().peekable());
        for line in 1..=text.lines().count() as u32 {
            while let Some((from, name, number)) = markers.next_if(|m| m.0 <= line) {
                if let Some(name) = name {
                    file = plain(name).to_owned();
                }
                offset = i64::from(*number) - i64::from(*from);
            }
            shown.entry((file.clone(), (i64::from(line) + offset) as u32)).or_default().push(line);
        }
        let mut partners = vec![NONE; lexed.tokens.len()];
        let mut open: Vec<usize> = Vec::new();
        for (i, token) in lexed.tokens.iter().enumerate() {
            let opening = match &text[token.start..token.end] {
                "(" | "[" | "{" if token.kind == Kind::Mark => {
                    open.push(i);
                    continue;
                }
                ")" => "(",
                "]" => "[",
                "}" => "{",
                _ => continue,
            };
            let matches = |&o: &usize| text[lexed.tokens[o].start..].starts_with(opening);
            if let Some(place) = open.iter().rposition(matches) {
                let partner = open[place];
                // What is left open between them has no partner.
                open.truncate(place);
                (partners[partner], partners[i]) = (i, partner);
            }
        }
        let name = name.to_owned();
        let mut source = Source {
            name,
            text,
            tokens: lexed.tokens,
            partners,
            controls: Vec::new(),
            statements: Vec::new(),
            shown,
        };
        source.functions();
        source
    }

    /// The text of a token; empty behind the last one.
    pub fn word(&self, token: usize) -> &str {
        self.tokens.get(token).map_or("", |t| &self.text[t.start..t.end])
    }

    /// The text of some tokens.
    pub fn slice(&self, range: Range) -> &str {
        match (self.tokens.get(range.0), range.1.checked_sub(1).and_then(|last| self.tokens.get(last))) {
            (Some(first), Some(last)) if first.start < last.end => &self.text[first.start..last.end],
            _ => "",
        }
    }

    /// The partner of a bracket.
    pub fn partner(&self, token: usize) -> Option<usize> {
        self.partners.get(token).copied().filter(|&p| p != NONE)
    }

    /// Line and column of a token in the file.
    pub fn position(&self, token: usize) -> (u32, u32) {
        self.tokens.get(token).map_or((0, 0), |t| (t.line, t.column))
    }

    /// The lines of the file that a compiler calls so.
    pub fn lines_shown(&self, file: &str, line: u32) -> &[u32] {
        self.shown.get(&(plain(file).to_owned(), line)).map_or(&[], |l| l)
    }

    /// The token at a place as a compiler names it.
    pub fn token_shown(&self, file: &str, line: u32, column: u32) -> Option<usize> {
        self.lines_shown(file, line).iter().find_map(|&line| self.token_at(line, column))
    }

    /// The token of the file that covers a place.
    pub fn token_at(&self, line: u32, column: u32) -> Option<usize> {
        let next = self.tokens.partition_point(|t| (t.line, t.column) <= (line, column));
        let token = next.checked_sub(1)?;
        let t = self.tokens[token];
        (t.line == line && ((column - t.column) as usize) < t.end - t.start).then_some(token)
    }

    /// The tokens that begin on a line.
    pub fn tokens_on(&self, line: u32) -> Range {
        let first = self.tokens.partition_point(|t| t.line < line);
        (first, self.tokens.partition_point(|t| t.line <= line))
    }

    fn functions(&mut self) {
        let mut at = 0;
        while at < self.tokens.len() {
            if self.word(at) != "{" {
                at = if matches!(self.word(at), "(" | "[") { self.partner(at).unwrap_or(at) } else { at } + 1;
                continue;
            }
            let Some(close) = self.partner(at) else {
                at += 1;
                continue;
            };
            if at > 0 && (self.word(at - 1) == ")" || self.old_style(at)) {
                self.block((at + 1, close), 0);
                at = close + 1;
            } else if at > 0 && self.word(at - 1).starts_with('"') {
                // `extern "C" {`.
                at += 1;
            } else {
                at = close + 1;
            }
        }
    }

    /// Whether a brace at the outermost level follows the declarations of parameters: `f(a) int a; {`.
    fn old_style(&self, brace: usize) -> bool {
        self.word(brace - 1) == ";"
    }

    fn block(&mut self, (mut at, end): Range, depth: u32) {
        while at < end {
            at = self.statement(at, end, true, depth).max(at + 1);
        }
    }

    /// A parenthesis that opens here, with its partner.
    fn head(&self, at: usize) -> Option<Range> {
        (self.word(at) == "(").then(|| self.partner(at)).flatten().map(|close| (at, close))
    }

    /// Reads a statement; the token behind it.
    fn statement(&mut self, at: usize, end: usize, in_compound: bool, depth: u32) -> usize {
        if at >= end || depth > DEPTH {
            return end;
        }
        let whole = |s: &mut Source, first: Range, until: usize| {
            s.statements.push(Statement { range: (at, until), in_compound, first });
            until
        };
        match self.word(at) {
            "{" => {
                let close = self.partner(at).unwrap_or(end);
                self.block((at + 1, close.min(end)), depth + 1);
                close + 1
            }
            ";" => at + 1,
            word @ ("if" | "while" | "switch") => {
                let decision = match word {
                    "if" => Decision::If,
                    "while" => Decision::While,
                    _ => Decision::Switch,
                };
                let Some((open, close)) = self.head(at + 1) else {
                    return self.simple(at, end, in_compound, depth);
                };
                self.expressions((open + 1, close), depth);
                let mut until = self.statement(close + 1, end, false, depth + 1);
                let body = (close + 1, until);
                if decision == Decision::If && self.word(until) == "else" {
                    until = self.statement(until + 1, end, false, depth + 1);
                }
                let condition = (open + 1, close);
                self.controls.push(Control {
                    decision,
                    keyword: at,
                    start: at,
                    condition,
                    body,
                    step: (0, 0),
                });
                whole(self, (at, close + 1), until)
            }
            "for" => {
                let Some((open, close)) = self.head(at + 1) else {
                    return self.simple(at, end, in_compound, depth);
                };
                self.expressions((open + 1, close), depth);
                let mut parts = [close; 2];
                let (mut found, mut i) = (0, open + 1);
                while i < close && found < 2 {
                    if self.word(i) == ";" {
                        parts[found] = i;
                        found += 1;
                    }
                    i = self.partner(i).filter(|&p| p > i).unwrap_or(i) + 1;
                }
                let until = self.statement(close + 1, end, false, depth + 1);
                if found == 2 {
                    self.controls.push(Control {
                        decision: Decision::For,
                        keyword: at,
                        start: at,
                        condition: (parts[0] + 1, parts[1]),
                        body: (close + 1, until),
                        step: (parts[1] + 1, close),
                    });
                }
                whole(self, (at, close + 1), until)
            }
            "do" => {
                let until = self.statement(at + 1, end, false, depth + 1);
                let Some((open, close)) = self.head(until + 1).filter(|_| self.word(until) == "while") else {
                    return until;
                };
                self.expressions((open + 1, close), depth);
                self.controls.push(Control {
                    decision: Decision::While,
                    keyword: until,
                    start: at,
                    condition: (open + 1, close),
                    body: (at + 1, until),
                    step: (0, 0),
                });
                let after = close + 1 + usize::from(self.word(close + 1) == ";");
                whole(self, (until, close + 1), after)
            }
            "case" | "default" => {
                let mut i = at + 1;
                let mut choices = 0;
                while i < end {
                    match self.word(i) {
                        "?" => choices += 1,
                        ":" if choices == 0 => break,
                        ":" => choices -= 1,
                        _ => {}
                    }
                    i = self.partner(i).filter(|&p| p > i).unwrap_or(i) + 1;
                }
                self.labelled(i + 1, end, in_compound, depth)
            }
            _ if self.tokens[at].kind == Kind::Word && self.word(at + 1) == ":" => {
                self.labelled(at + 2, end, in_compound, depth)
            }
            _ => self.simple(at, end, in_compound, depth),
        }
    }

    /// What follows a label, if anything does.
    fn labelled(&mut self, at: usize, end: usize, in_compound: bool, depth: u32) -> usize {
        if at < end { self.statement(at, end, in_compound, depth + 1) } else { end }
    }

    /// A statement or declaration that ends with a semicolon.
    fn simple(&mut self, at: usize, end: usize, in_compound: bool, depth: u32) -> usize {
        let mut i = at;
        while i < end && self.word(i) != ";" {
            i = self.partner(i).filter(|&p| p > i).unwrap_or(i) + 1;
        }
        let until = (i + 1).min(end);
        self.expressions((at, until), depth);
        self.statements.push(Statement { range: (at, until), in_compound, first: (at, until) });
        until
    }

    /// Looks for statements in expressions, and for conditional expressions.
    fn expressions(&mut self, (from, to): Range, depth: u32) {
        let mut i = from;
        while i < to {
            if self.word(i) == "("
                && self.word(i + 1) == "{"
                && let Some(close) = self.partner(i + 1)
            {
                self.block((i + 2, close), depth + 1);
                i = close;
            } else if self.word(i) == "?" {
                let start = self.before_question(i, from);
                let condition = (start, i);
                let decision = Decision::Ternary;
                let body = (i + 1, i + 1);
                self.controls.push(Control { decision, keyword: i, start, condition, body, step: (0, 0) });
            }
            i += 1;
        }
    }

    /// Where the condition before a question mark begins.
    fn before_question(&self, question: usize, from: usize) -> usize {
        let mut i = question;
        while i > from {
            let before = i - 1;
            let word = self.word(before);
            if let Some(open) = self.partner(before).filter(|&p| p < before) {
                if word == "}"
                    && self.word(open.wrapping_sub(1)) != "("
                    && self.word(open.wrapping_sub(1)) != ")"
                {
                    break;
                }
                i = open;
                continue;
            }
            let assigns = word.ends_with('=') && !matches!(word, "==" | "!=" | "<=" | ">=");
            if assigns
                || matches!(word, "," | ";" | "(" | "[" | "{" | "?" | ":" | "return" | "case" | "else" | "do")
            {
                break;
            }
            i = before;
        }
        i
    }

    /// A call by the parenthesis that closes it: its first token, and the one of its parenthesis that opens.
    pub fn call(&self, close: usize) -> Option<Range> {
        let open = self.partner(close).filter(|&o| o < close && self.word(o) == "(")?;
        let mut start = open.checked_sub(1)?;
        if matches!(self.word(start), "]" | ")") {
            start = self.partner(start)?;
            // `(int)(x)` and the like are no calls; `(*f)(x)` and `t[i](x)` are.
            let pointer = matches!(self.word(start + 1), "*" | "&") || self.word(start) == "[";
            if !pointer {
                return None;
            }
            if self.word(start) == "[" {
                start = start.checked_sub(1)?;
            }
        } else if self.tokens[start].kind != Kind::Word || KEYWORDS.contains(&self.word(start)) {
            return None;
        }
        while matches!(start.checked_sub(1).map(|s| self.word(s)), Some("->" | ".")) {
            start -= 2;
            if matches!(self.word(start), "]" | ")") {
                start = self.partner(start)?;
                let before = start.checked_sub(1).filter(|&b| self.tokens[b].kind == Kind::Word);
                start = before.unwrap_or(start);
            }
        }
        Some((start, open))
    }

    /// The call of that name that begins at a token: the parenthesis that closes it.
    pub fn call_at(&self, token: usize, name: &str) -> Option<usize> {
        if self.word(token) != name || self.word(token + 1) != "(" {
            return None;
        }
        self.partner(token + 1)
    }

    /// The innermost statement that contains a token; of a statement that controls others only its head counts.
    pub fn statement_around(&self, token: usize) -> Option<&Statement> {
        let inside = |s: &&Statement| s.first.0 <= token && token < s.first.1;
        self.statements.iter().filter(inside).min_by_key(|s| s.first.1 - s.first.0)
    }

    /// The innermost branching whose condition contains a token.
    pub fn control_around(&self, token: usize) -> Option<&Control> {
        let inside = |c: &&Control| c.condition.0 <= token && token < c.condition.1;
        let of_condition = self.controls.iter().filter(inside).min_by_key(|c| c.condition.1 - c.condition.0);
        of_condition.or_else(|| self.controls.iter().find(|c| c.keyword == token || c.start == token))
    }

    /// The values of the labels of a `switch`, as they are written; a range is two.
    pub fn cases(&self, control: &Control) -> Vec<(Range, Option<Range>)> {
        let mut all = Vec::new();
        let mut i = control.body.0;
        while i < control.body.1 {
            // The labels of a switch within this one are its own.
            let nested = self.controls.iter().find(|c| c.decision == Decision::Switch && c.start == i);
            if let Some(nested) = nested {
                i = nested.body.1;
                continue;
            }
            if self.word(i) == "case" {
                let (mut to, mut choices, mut middle) = (i + 1, 0, None);
                while to < control.body.1 {
                    match self.word(to) {
                        "?" => choices += 1,
                        ":" if choices == 0 => break,
                        ":" => choices -= 1,
                        "..." => middle = Some(to),
                        _ => {}
                    }
                    to += 1;
                }
                all.push(match middle {
                    Some(m) => ((i + 1, m), Some((m + 1, to))),
                    None => ((i + 1, to), None),
                });
                i = to;
            }
            i += 1;
        }
        all
    }
}

/// Words before a parenthesis that are no functions.
const KEYWORDS: &[&str] = &[
    "if",
    "while",
    "for",
    "switch",
    "return",
    "sizeof",
    "typeof",
    "__typeof__",
    "_Alignof",
    "__alignof__",
    "else",
    "do",
    "case",
    "goto",
    "__attribute__",
    "asm",
    "__asm__",
    "int",
    "char",
    "void",
    "long",
    "short",
    "unsigned",
    "signed",
    "float",
    "double",
    "_Bool",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_known_as_compilers_name_them() {
        let text = "# 1 \"b.c\"\nint a;\n# 10 \"h.h\" 1\nint b;\n# 3 \"b.c\" 2\nint c;\n";
        let source = Source::new("x.i", text.to_owned());
        assert_eq!(source.lines_shown("b.c", 1), [2]);
        assert_eq!(source.lines_shown("./h.h", 10), [4]);
        assert_eq!(source.lines_shown("b.c", 3), [6]);
        assert_eq!(source.token_shown("b.c", 3, 5).map(|t| source.word(t)), Some("c"));
    }

    #[test]
    fn statements_and_branchings() {
        let text = "struct s { int x; } t = { 1 };\nvoid f(void) {\n  for (int i = 0; i < 2; i++) { a(); }\n\
                    l: if (x) y(); else switch (x ? 1 : 2) { case 1: switch (z) { case 7: ; } case 2 ... 4: w(); }\n}\n";
        let source = Source::new("a.c", text.to_owned());
        let kinds: Vec<(Decision, &str)> =
            source.controls.iter().map(|c| (c.decision, source.slice(c.condition))).collect();
        let has = |d, c| assert!(kinds.contains(&(d, c)), "{kinds:?}");
        has(Decision::For, "i < 2");
        has(Decision::If, "x");
        has(Decision::Switch, "x ? 1 : 2");
        has(Decision::Ternary, "x");
        let outer =
            source.controls.iter().find(|c| source.slice(c.condition) == "x ? 1 : 2").expect("a switch");
        let labels = source
            .cases(outer)
            .into_iter()
            .map(|(low, high)| (source.slice(low), high.map(|h| source.slice(h))));
        assert_eq!(labels.collect::<Vec<_>>(), [("1", None), ("2", Some("4"))]);
        let of = |word: &str| (0..source.tokens.len()).find(|&t| source.word(t) == word).expect("a token");
        let around = |word| source.statement_around(of(word)).map(|s| (source.slice(s.range), s.in_compound));
        assert_eq!(around("a"), Some(("a();", true)));
        assert_eq!(around("y"), Some(("y();", false)));
        assert_eq!(around("s"), None);
    }
}
