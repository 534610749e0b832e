//! What the text of a file may define, told without a compiler.
//!
//! The scan looks at declarations outside of braces. It errs on the side of too much: a name that a file may define is a reason to
//! compile the file, and the compiler has the last word. Both branches of `#if` count.

use rustc_hash::{FxHashMap, FxHashSet};

/// Words of the language that are no names.
const KEYWORDS: &[&str] = &[
    "auto", "char", "const", "double", "enum", "extern", "float", "inline", "int", "long", "register",
    "restrict", "short", "signed", "static", "struct", "typedef", "union", "unsigned", "void", "volatile",
];

/// Names at the beginning of attributes that give a symbol another name, or make it a further name of another one.
const RENAMING: &[&str] = &["alias", "__alias__", "weakref", "__weakref__", "ifunc", "__ifunc__"];

/// Words before the label of a symbol.
const LABELS: &[&str] = &["asm", "__asm__", "__asm"];

/// A macro with the words of its body.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Macro {
    /// Its name.
    pub(super) name: String,
    /// Whether it has parameters.
    pub(super) has_parameters: bool,
    /// The names in its body that are no parameters, outside of braces.
    pub(super) words: Vec<String>,
    /// For each name that it pastes together outside of braces: the pieces that are no parameters.
    pub(super) pasted: Vec<Vec<String>>,
}

/// What a text may define.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(super) struct Scan {
    /// Names that it may define, with whether all such definitions are static.
    pub(super) defined: FxHashMap<String, bool>,
    /// Names with parentheses behind them outside of braces, and the names in these.
    pub(super) applied: FxHashMap<String, FxHashSet<String>>,
    /// Its macros.
    pub(super) macros: Vec<Macro>,
    /// Files that it includes, with whether they are looked for beside it first.
    pub(super) includes: Vec<(String, bool)>,
}

/// A token of the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Piece<'t> {
    Word(&'t str),
    /// The inside of a string.
    Text(&'t str),
    Sign(u8),
    /// A directive without its `#`, and with the lines that continue it.
    Directive(&'t str),
}

/// A name outside of braces.
struct Name<'t> {
    text: &'t str,
    /// Inside of parentheses behind this name.
    inside: Option<&'t str>,
    /// Whether it has parentheses behind it.
    applied: bool,
}

/// A declaration up to its end or its first brace.
#[derive(Default)]
struct Chunk<'t> {
    names: Vec<Name<'t>>,
    /// The names before the open parentheses.
    open: Vec<Option<&'t str>>,
    is_static: bool,
    is_extern: bool,
    is_type: bool,
    /// It gives a symbol another name.
    renames: bool,
    /// The label that follows is a symbol's name.
    label: bool,
    /// What was before.
    last: Option<Piece<'t>>,
    /// Whether a value was assigned: names behind it are not defined.
    value: bool,
}

/// Where the scan is, for the branches of a condition.
#[derive(Clone, Copy, Default)]
struct Depth {
    braces: u32,
    /// Braces that do not count: of `extern "C"` and of name spaces.
    transparent: u32,
}

/// Scans a text, which may be preprocessed.
pub(super) fn scan(text: &str) -> Scan {
    let mut scanner = Scanner::default();
    let mut lexer = Lexer { text, at: 0, line_begins: true };
    while let Some((token, first_in_line)) = lexer.next() {
        scanner.take(token, first_in_line);
    }
    scanner.end(false);
    scanner.scan
}

#[derive(Default)]
struct Scanner<'t> {
    scan: Scan,
    chunk: Chunk<'t>,
    depth: Depth,
    /// The places where conditions begin, and where their first branches end.
    conditions: Vec<(Depth, Option<Depth>)>,
    /// Names with parentheses behind them since the last block: with parameters in the old style, one of them is defined.
    since_block: Vec<&'t str>,
}

impl<'t> Scanner<'t> {
    fn take(&mut self, token: Piece<'t>, first_in_line: bool) {
        match token {
            Piece::Directive(text) => self.directive(text),
            Piece::Sign(b'}') => {
                let depth = &mut self.depth;
                if depth.braces == 0 {
                    depth.transparent = depth.transparent.saturating_sub(1);
                } else if first_in_line && depth.transparent == 0 {
                    // The usual layout mends what the branches of conditions have mixed up.
                    depth.braces = 0;
                } else {
                    depth.braces -= 1;
                }
            }
            Piece::Sign(b'{') if self.depth.braces > 0 => self.depth.braces += 1,
            _ if self.depth.braces > 0 => {}
            Piece::Sign(b'{') => self.block(),
            Piece::Sign(b';') if self.chunk.open.is_empty() => self.end(false),
            token => self.chunk.add(token),
        }
    }

    /// A block begins outside of others.
    fn block(&mut self) {
        let chunk = &self.chunk;
        let linkage = chunk.is_extern && matches!(chunk.last, Some(Piece::Text(_)));
        if linkage || chunk.names.iter().any(|name| name.text == "namespace") {
            self.chunk = Chunk::default();
            self.depth.transparent += 1;
            return;
        }
        // A function in the old style ends its parameters by semicolons.
        let old_style = chunk.last.is_none();
        if old_style {
            for name in std::mem::take(&mut self.since_block) {
                self.scan.defined.insert(name.to_owned(), false);
            }
        }
        let of_function = old_style || !chunk.names.is_empty();
        self.end(true);
        // A type may stand among the parameters.
        if of_function {
            self.since_block.clear();
        }
        self.depth.braces = 1;
    }

    /// A declaration ends, with a block or without.
    fn end(&mut self, block: bool) {
        let chunk = std::mem::take(&mut self.chunk);
        for name in &chunk.names {
            if let Some(function) = name.inside.filter(|function| !function.is_empty()) {
                self.scan.applied.entry(function.to_owned()).or_default().insert(name.text.to_owned());
            }
            if name.applied {
                self.scan.applied.entry(name.text.to_owned()).or_default();
                if !block && name.inside.is_none() {
                    self.since_block.push(name.text);
                }
            }
            let declares = !block && !chunk.renames && (name.applied || chunk.is_extern && !chunk.value);
            if name.inside.is_none() && !declares && !chunk.is_type {
                let known = self.scan.defined.entry(name.text.to_owned()).or_insert(true);
                *known &= chunk.is_static;
            }
        }
    }

    fn directive(&mut self, text: &'t str) {
        let text = text.trim_start();
        let word = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next().unwrap_or_default();
        let rest = text[word.len()..].trim_start();
        match word {
            "if" | "ifdef" | "ifndef" => self.conditions.push((self.depth, None)),
            "else" | "elif" | "elifdef" | "elifndef" => {
                if let Some((begin, first)) = self.conditions.last_mut() {
                    first.get_or_insert(self.depth);
                    self.depth = *begin;
                }
            }
            "endif" => {
                if let Some((_, Some(first))) = self.conditions.pop() {
                    self.depth = first;
                }
            }
            "define" => self.scan.macros.extend(definition(rest)),
            "include" | "include_next" | "import" => {
                let end = |close: char| rest[1..].find(close).map(|end| rest[1..=end].to_owned());
                let beside = rest.starts_with('"');
                let file = if beside {
                    end('"')
                } else if rest.starts_with('<') {
                    end('>')
                } else {
                    None
                };
                self.scan.includes.extend(file.map(|file| (file, beside)));
            }
            _ => {}
        }
    }
}

impl<'t> Chunk<'t> {
    fn add(&mut self, token: Piece<'t>) {
        let tag = matches!(self.last, Some(Piece::Word("struct" | "union" | "enum")));
        match token {
            Piece::Word(word) => {
                let outside = self.open.is_empty();
                match word {
                    "static" if outside => self.is_static = true,
                    "extern" if outside => self.is_extern = true,
                    "typedef" if outside => self.is_type = true,
                    word if RENAMING.contains(&word) => self.renames = true,
                    word if LABELS.contains(&word) => self.label = true,
                    _ => {}
                }
                if !tag && !KEYWORDS.contains(&word) && !self.value {
                    let inside = self.open.iter().rev().find_map(|before| *before);
                    self.names.push(Name { text: word, inside, applied: false });
                }
            }
            // The label of a symbol, or the symbol of which it is another name.
            Piece::Text(text) if (self.label || self.renames) && !text.is_empty() => {
                self.renames = true;
                self.names.push(Name { text, inside: None, applied: false });
            }
            Piece::Sign(b'(') => {
                let before = match self.last {
                    Some(Piece::Word(word)) if !KEYWORDS.contains(&word) => Some(word),
                    // Of parameters, behind a name in parentheses or a macro.
                    Some(Piece::Sign(b')')) => Some(""),
                    _ => None,
                };
                if before.is_some_and(|word| !word.is_empty())
                    && !self.value
                    && let Some(name) = self.names.last_mut()
                {
                    name.applied = true;
                }
                self.open.push(before);
            }
            Piece::Sign(b')') => {
                self.open.pop();
            }
            Piece::Sign(b'=') if self.open.is_empty() => self.value = true,
            Piece::Sign(b',') if self.open.is_empty() => self.value = false,
            _ => {}
        }
        self.last = Some(token);
    }
}

/// The macro that a directive defines, if its body has names.
fn definition(text: &str) -> Option<Macro> {
    let mut lexer = Lexer { text, at: 0, line_begins: false };
    let Some((Piece::Word(name), _)) = lexer.next() else { return None };
    let mut parameters: Vec<&str> = Vec::new();
    let has_parameters = text[lexer.at..].starts_with('(');
    if has_parameters {
        while let Some((token, _)) = lexer.next() {
            match token {
                Piece::Word(word) => parameters.push(word),
                Piece::Sign(b')') => break,
                _ => {}
            }
        }
        parameters.push("__VA_ARGS__");
    }
    let (mut words, mut pasted) = (Vec::new(), Vec::<Vec<String>>::new());
    let (mut last, mut pastes): (Option<&str>, bool) = (None, false);
    // What stands in braces is no definition where the macro is used, and even less so in braces. A body that begins by closing
    // braces counts from there.
    let (mut depth, mut before): (i32, Option<Piece<'_>>) = (0, None);
    let mut transparent = false;
    while let Some((token, _)) = lexer.next() {
        let behind = before.replace(token);
        match token {
            Piece::Sign(b'{') => {
                transparent |= matches!(behind, Some(Piece::Text(_)));
                depth += 1;
            }
            Piece::Sign(b'}') => depth -= 1,
            Piece::Word("namespace") => transparent = true,
            _ => {}
        }
        if depth > 0 && !transparent {
            (last, pastes) = (None, false);
            continue;
        }
        match token {
            Piece::Word(word) => {
                let own = |word: &&str| !parameters.contains(word);
                if pastes {
                    if let Some(pieces) = pasted.last_mut() {
                        pieces.extend(Some(word).filter(own).map(str::to_owned));
                    }
                } else if own(&word) {
                    words.push(word.to_owned());
                }
                (last, pastes) = (Some(word), false);
            }
            Piece::Sign(b'#') if text[lexer.at..].starts_with('#') => {
                lexer.at += 1;
                if let Some(before) = last.take() {
                    let own = !parameters.contains(&before);
                    if own && words.last().is_some_and(|word: &String| word == before) {
                        words.pop();
                    }
                    pasted.push(own.then(|| before.to_owned()).into_iter().collect());
                }
                pastes = true;
            }
            _ => (last, pastes) = (None, false),
        }
    }
    let any = !words.is_empty() || !pasted.is_empty();
    any.then(|| Macro { name: name.to_owned(), has_parameters, words, pasted })
}

/// Splits a text into tokens, without comments.
struct Lexer<'t> {
    text: &'t str,
    at: usize,
    line_begins: bool,
}

impl<'t> Lexer<'t> {
    /// The next token, and whether it is the first character of its line.
    fn next(&mut self) -> Option<(Piece<'t>, bool)> {
        let bytes = self.text.as_bytes();
        loop {
            let begin = self.at;
            let first = *bytes.get(begin)?;
            let first_in_line = begin > 0 && bytes[begin - 1] == b'\n';
            match first {
                b'\n' => {
                    self.line_begins = true;
                    self.at += 1;
                }
                b'\\' if bytes.get(begin + 1) == Some(&b'\n') => self.at += 2,
                b' ' | b'\t' | b'\r' | 0x0b | 0x0c => self.at += 1,
                b'/' if bytes.get(begin + 1) == Some(&b'/') => self.at = self.line_end(begin),
                b'/' if bytes.get(begin + 1) == Some(&b'*') => {
                    let end = self.text[begin + 2..].find("*/");
                    self.at = end.map_or(bytes.len(), |end| begin + 2 + end + 2);
                }
                b'#' if self.line_begins => {
                    self.at = self.line_end(begin);
                    return Some((Piece::Directive(&self.text[begin + 1..self.at]), first_in_line));
                }
                quote @ (b'"' | b'\'') => {
                    self.line_begins = false;
                    let inside = self.quoted(quote);
                    return Some((Piece::Text(inside), first_in_line));
                }
                c if is_of_word(c) => {
                    self.line_begins = false;
                    // C23 and C++14 separate digits by quotes.
                    let separates = |at: usize| {
                        c.is_ascii_digit()
                            && bytes[at] == b'\''
                            && bytes.get(at + 1).is_some_and(|c| is_of_word(*c))
                    };
                    let ends = (begin..bytes.len()).find(|&at| !is_of_word(bytes[at]) && !separates(at));
                    self.at = ends.unwrap_or(bytes.len());
                    let word = &self.text[begin..self.at];
                    // Numbers do not name anything.
                    let token = if c.is_ascii_digit() { Piece::Sign(b'0') } else { Piece::Word(word) };
                    return Some((token, first_in_line));
                }
                sign => {
                    self.line_begins = false;
                    self.at += 1;
                    return Some((Piece::Sign(sign), first_in_line));
                }
            }
        }
    }

    /// End of the line, which others may continue. Comments of several lines belong to it.
    fn line_end(&self, begin: usize) -> usize {
        let bytes = self.text.as_bytes();
        let comment = self.text[begin..].starts_with("//");
        let mut at = begin;
        while let Some(&byte) = bytes.get(at) {
            match byte {
                b'\n' => return at,
                b'\\' if bytes.get(at + 1) == Some(&b'\n') => at += 2,
                b'/' if !comment && bytes.get(at + 1) == Some(&b'*') => {
                    let end = self.text[at + 2..].find("*/");
                    at = end.map_or(bytes.len(), |end| at + 2 + end + 2);
                }
                _ => at += 1,
            }
        }
        at
    }

    /// The inside of what is quoted, which ends with the line at the latest.
    fn quoted(&mut self, quote: u8) -> &'t str {
        let bytes = self.text.as_bytes();
        let begin = self.at + 1;
        let mut at = begin;
        while let Some(&byte) = bytes.get(at) {
            match byte {
                b'\\' => at += 2,
                b'\n' => break,
                byte if byte == quote => break,
                _ => at += 1,
            }
        }
        let end = at.min(bytes.len());
        self.at = if bytes.get(end) == Some(&quote) { end + 1 } else { end };
        self.text.get(begin..end).unwrap_or_default()
    }
}

fn is_of_word(c: u8) -> bool {
    c.is_ascii_alphanumeric() || c == b'_' || c == b'$' || c >= 0x80
}

#[cfg(test)]
mod tests {
    use super::*;

    fn defined(text: &str) -> Vec<String> {
        let mut names: Vec<String> = scan(text).defined.into_keys().collect();
        names.sort();
        names
    }

    #[test]
    fn digits_may_be_separated() {
        assert_eq!(
            defined("int f(void) { return 1'000; } int g(void) { return '}'; } int h(void) {}"),
            ["f", "g", "h"]
        );
    }

    #[test]
    fn definitions_and_declarations() {
        assert_eq!(defined("int f(int a);\nextern int x;\ntypedef int T;\nstruct s { int m; };\n"), [""; 0]);
        assert_eq!(defined("int f(int a) { int b; g(b); }\nT *g(void)\n{\n}\n"), ["T", "f", "g"]);
        assert_eq!(defined("int x = y, *z[] = { &w }, v;\nextern int u = 1;"), ["u", "v", "x", "z"]);
        assert_eq!(defined("int (f)(int a) { return 0; } int (*h)(void);"), ["f", "h"]);
        assert_eq!(
            defined("extern \"C\" {\nint f(void) {}\n}\nnamespace n { int X::g() {} }\nint z;"),
            ["X", "f", "g", "z"]
        );
        // The old style, and a prototype with an attribute.
        assert_eq!(
            defined("int p(void) __attribute__((noreturn));\nint f(a, b) int a; char *b;\n{ }"),
            ["__attribute__", "a", "b", "f", "p"]
        );
        // A type after a prototype does not define the function, and may stand among parameters in the old style.
        assert_eq!(defined("int p(void);\nstruct s { int m; };\nint q(void);\nenum { A };\n"), [""; 0]);
        assert_eq!(defined("int f(a)\nstruct s { int m; } a;\n{ }"), ["a", "f"]);
        assert_eq!(defined("int g(void) __attribute__((alias(\"f\")));"), ["__attribute__", "f", "g"]);
        assert!(scan("static int f(void) {} static int f(int); int g[] = {1};").defined["f"]);
    }

    #[test]
    fn conditions_and_comments() {
        let text = "#ifdef A\nint f(int a) {\n#else\nint f(long a) {\n#endif\n return '{'; /* { */ // {\n}\nint g(void) {}";
        assert_eq!(defined(text), ["f", "g"]);
        assert_eq!(
            defined("#if 0\ndon't {\n#endif\nint f(void) {\n  }\n}\nint g(void) { \"\\\"{\"; }"),
            ["don", "f", "g"]
        );
    }

    #[test]
    fn macros_and_inclusions() {
        let text = "#define NAME(x) lib_ ## x ## _2\n#define f ns_f\n#define N 3\n#define J(a, b) a##b\n\
                    #include \"a.h\"\n#  include <b/c.h>\nvoid NAME(go)(int a) { }\nDEFINE(h);";
        let scan = scan(text);
        let made: Vec<_> = scan.macros.iter().map(|m| (m.name.as_str(), &m.words, &m.pasted)).collect();
        let words = |list: &[&str]| list.iter().map(|&w| w.to_owned()).collect::<Vec<_>>();
        assert_eq!(made[0], ("NAME", &vec![], &vec![words(&["lib_"]), words(&["_2"])]));
        assert_eq!(made[1], ("f", &words(&["ns_f"]), &vec![]));
        assert_eq!(made[2], ("J", &vec![], &vec![vec![]]));
        // Braces in bodies.
        let words = |text: &str| {
            let made = super::scan(text).macros.into_iter().next();
            made.map(|m| (m.words.join(" "), m.pasted.len())).unwrap_or_default()
        };
        assert_eq!(words("#define M do { f(); g_##x(); } while (0)"), ("do while".to_owned(), 0));
        assert_eq!(words("#define M int f(void) { g(); } int h"), ("int f void int h".to_owned(), 0));
        assert_eq!(words("#define M } int f(void) {").0, "int f void");
        assert_eq!(words("#define M extern \"C\" { int f(void) { g(); } }").0, "extern int f void g");
        assert_eq!(words("#define M namespace n { int f(void) {} }").0, "namespace n int f void");
        assert_eq!(scan.includes, [("a.h".to_owned(), true), ("b/c.h".to_owned(), false)]);
        assert!(scan.applied["NAME"].contains("go") && scan.applied["DEFINE"].contains("h"));
    }
}
