//! What verifiers add to C: words of CBMC that no compiler knows are rewritten in preprocessed text.
//!
//! Lines keep their numbers. What a program declares or defines itself keeps the program's meaning; what has no meaning
//! here stays a call of a function that nobody defines, which is `UNKNOWN` by name where a run comes to it.

mod asynchronous;
mod checks;
mod cleanup;
mod conditions;
mod contracts;
mod declared;
mod fields;
mod harness;
mod lex;
mod lifted;
mod promise;
mod quantifier;
mod tags;
mod words;

pub(super) use self::checks::{UNCHECKED_READS, marked, turns_off, unmarked, without_marks};
pub(super) use self::contracts::has_ignored_clauses;
use self::lex::{Kind, Token, lex, partners};
use self::tags::tags_of_parameters;
use super::module::InputKind;
use crate::program::FILE_LOCAL;
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use std::ops::Range;

/// Whether a text has words that may have to be rewritten: those of CBMC, builtins that a stub may define, and what
/// `pthread_cleanup_push` is made of.
pub(super) fn is_spoken(text: &[u8]) -> bool {
    may_turn_checks_off(text) || contains(text, b"__builtin___") || contains(text, cleanup::WORD.as_bytes())
}

/// Whether a file that another one includes may turn checks off.
pub(super) fn may_turn_checks_off(text: &[u8]) -> bool {
    contains(text, b"CPROVER")
}

fn contains(text: &[u8], word: &[u8]) -> bool {
    text.windows(word.len()).any(|w| w == word)
}

/// Functions whose contracts count.
#[derive(Clone, Copy, Default)]
pub(super) struct Contracts<'a> {
    /// The one whose contract is checked.
    pub(super) checked: Option<&'a str>,
    /// Those that are replaced by their contracts, `f` or `FILE:f`.
    pub(super) used: &'a [String],
}

impl Contracts<'_> {
    /// Whether there are some.
    pub(super) fn count(&self) -> bool {
        self.checked.is_some() || !self.used.is_empty()
    }

    /// Whether a function is replaced; a name that goto-cc gives to a static one may mean one of several.
    fn uses(&self, function: &str) -> bool {
        self.used.iter().any(|used| {
            let name = used.rsplit_once(':').map_or(used.as_str(), |(_, name)| name);
            let local = name.starts_with(FILE_LOCAL) && name.ends_with(&format!("_{function}"));
            name == function || local
        })
    }
}

/// Rewrites a preprocessed text. `name` is that of its file. Behind it stands what contracts of functions need.
pub(super) fn rewrite(text: &str, name: &str, kind: InputKind, contracts: Contracts<'_>) -> String {
    let tokens = lex(text);
    let mut rewriter = Rewriter {
        partners: partners(&tokens),
        tokens: &tokens,
        own: Own::default(),
        implies: text.contains("==>"),
        quantifiers: 0,
        witnesses: FxHashSet::default(),
        asynchronous: BTreeMap::new(),
        threads: BTreeMap::new(),
        braces: 0,
        loops: 0,
        entries: None,
        olds: None,
        binding: None,
        called: BTreeMap::new(),
        conjunctions: 0,
    };
    rewriter.own = rewriter.declarations();
    if kind == InputKind::C && text.contains(asynchronous::LABEL) {
        rewriter.find_asynchronous();
    }
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    rewriter.range(0..tokens.len(), &mut out);
    if contracts.count() && kind == InputKind::C {
        out.push_str(&rewriter.harnesses(contracts));
    }
    let mut prelude = prelude(&out, &rewriter.own, kind);
    if kind == InputKind::C {
        prelude.extend(tags_of_parameters(&tokens));
    }
    // The first line marker names the file; the next one sets the line.
    match out.split_once('\n') {
        Some((first, rest)) if is_marker(first) && is_marker(rest) => format!("{first}\n{prelude}\n{rest}"),
        _ => {
            let name = name.replace('\\', "\\\\").replace('"', "\\\"");
            format!("# 1 \"{name}\"\n{prelude}\n# 1 \"{name}\"\n{out}")
        }
    }
}

fn is_marker(text: &str) -> bool {
    text.strip_prefix("# ").is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// Declarations of the words that a text uses and does not declare, in one line.
fn prelude(text: &str, own: &Own<'_>, kind: InputKind) -> String {
    let mut parts = words::TYPES.to_vec();
    parts.push(if kind == InputKind::C {
        "typedef _Bool __CPROVER_bool;"
    } else {
        "typedef bool __CPROVER_bool;"
    });
    let used = words::FUNCTIONS.iter().filter(|(name, _)| !own.declares(name) && text.contains(name));
    parts.extend(used.map(|(_, declaration)| declaration));
    let parts = parts.join(" ");
    if kind == InputKind::C { parts } else { format!("extern \"C\" {{ {parts} }}") }
}

/// What a text says of verifiers' and compilers' functions.
#[derive(Default)]
struct Own<'t> {
    /// Functions that it declares.
    declared: FxHashSet<&'t str>,
    /// Functions that it defines.
    defined: FxHashSet<&'t str>,
    /// Declarations of what was declared before, by their first token.
    repeated: Vec<Range<usize>>,
}

impl Own<'_> {
    fn declares(&self, name: &str) -> bool {
        self.declared.contains(name) || self.defined.contains(name)
    }
}

struct Rewriter<'a, 't> {
    tokens: &'a [Token<'t>],
    /// For each opening bracket the closing one.
    partners: Vec<Option<usize>>,
    own: Own<'t>,
    /// Whether there are implications.
    implies: bool,
    /// Number of quantifiers so far, for the names of their variables.
    quantifiers: u32,
    /// Words of quantifiers for which one value may stand for all.
    witnesses: FxHashSet<usize>,
    /// What becomes of labels whose statements run in threads of their own.
    asynchronous: BTreeMap<usize, asynchronous::Start>,
    /// Functions of such threads, by where they have to stand.
    threads: BTreeMap<usize, String>,
    /// Number of braces around what is rewritten, but those of `extern "C"`.
    braces: u32,
    /// Number of loops with contracts so far.
    loops: u32,
    /// The loop whose contract is rewritten: its number, and the expressions whose values at its entry are
    /// asked for, with expressions of their types.
    entries: Option<(u32, Vec<(String, String)>)>,
    /// Expressions whose values before a call are asked for, where a text is about what the call ensures.
    olds: Option<Vec<harness::Old>>,
    /// Where a text is about what is assumed of variables: how it is rewritten.
    binding: Option<lifted::Lifting<'t>>,
    /// Second versions of functions that such texts call.
    called: BTreeMap<String, &'t str>,
    /// Number of conjunctions in such texts.
    conjunctions: u32,
}

impl<'t> Rewriter<'_, 't> {
    fn text(&self, at: usize) -> &'t str {
        self.tokens[at].text
    }

    /// The next token from a place on that is code.
    fn code(&self, mut within: Range<usize>) -> Option<usize> {
        within.find(|&at| self.tokens[at].is_code())
    }

    /// The group that the next token opens, without its brackets.
    fn group(&self, within: Range<usize>, bracket: &str) -> Option<Range<usize>> {
        let end = within.end;
        let open = self.code(within).filter(|&at| self.text(at) == bracket)?;
        let close = self.partners[open].filter(|&close| close < end)?;
        Some(open + 1..close)
    }

    /// Places of tokens outside of all groups inside.
    fn top(&self, within: Range<usize>) -> impl Iterator<Item = usize> + '_ {
        let mut at = within.start;
        std::iter::from_fn(move || {
            let here = at;
            if here >= within.end {
                return None;
            }
            at = self.partners[here].map_or(here, |close| close.min(within.end - 1)) + 1;
            Some(here)
        })
    }

    /// Parts between a sign.
    fn split(&self, within: Range<usize>, sign: &str) -> Vec<Range<usize>> {
        let mut parts = Vec::new();
        let mut from = within.start;
        for at in self.top(within.clone()) {
            if self.tokens[at].kind == Kind::Sign && self.text(at) == sign {
                parts.push(from..at);
                from = at + 1;
            }
        }
        parts.push(from..within.end);
        parts
    }

    /// The arguments of a call.
    fn arguments(&self, group: &Range<usize>) -> Vec<Range<usize>> {
        if self.code(group.clone()).is_none() { Vec::new() } else { self.split(group.clone(), ",") }
    }

    /// Ends of lines, line markers and pragmas among tokens.
    fn lines(&self, within: Range<usize>) -> String {
        let mut lines = String::new();
        for token in &self.tokens[within] {
            match token.kind {
                Kind::Line => lines.push_str(token.text),
                Kind::Space => lines.extend(token.text.chars().filter(|&c| c == '\n')),
                _ => {}
            }
        }
        lines
    }

    /// The rewritten tokens in one line.
    fn flat(&mut self, within: Range<usize>) -> String {
        let mut text = String::new();
        self.range(within, &mut text);
        if !text.contains('\n') {
            return text.trim().to_owned();
        }
        let words =
            lex(&text).into_iter().map(|t| if t.is_code() { t.text } else { " " }).collect::<String>();
        words.trim().to_owned()
    }

    /// Looks at what the text declares outside of functions.
    fn declarations(&self) -> Own<'t> {
        let mut own = Own::default();
        self.declarations_in(0..self.tokens.len(), &mut own);
        own
    }

    fn declarations_in(&self, within: Range<usize>, own: &mut Own<'t>) {
        let mut begin: Option<usize> = None;
        let mut named: Option<&'t str> = None;
        let mut initialised = false;
        let mut before = "";
        for at in self.top(within.clone()) {
            let token = self.tokens[at];
            if !token.is_code() {
                continue;
            }
            let first = *begin.get_or_insert(at);
            match token.text {
                ";" => {
                    if let Some(name) = named
                        && !own.declared.insert(name)
                    {
                        own.repeated.push(first..at + 1);
                    }
                    (begin, named, initialised) = (None, None, false);
                }
                "=" => initialised = true,
                "{" => {
                    let close = self.partners[at].unwrap_or(within.end);
                    if before.starts_with('"') {
                        self.declarations_in(at + 1..close.min(within.end), own);
                    } else if let Some(name) = named {
                        own.defined.insert(name);
                    }
                    if named.is_some() || before.starts_with('"') {
                        (begin, named) = (None, None);
                    }
                }
                name if token.kind == Kind::Word
                    && (name.starts_with("__CPROVER_")
                        || name.starts_with("__builtin_")
                        || words::declares(name))
                    && !contracts::is_clause(name)
                    && first != at
                    && !initialised
                    && self.group(at + 1..within.end, "(").is_some() =>
                {
                    named = Some(name);
                }
                _ => {}
            }
            before = token.text;
        }
    }

    /// Rewrites tokens.
    fn range(&mut self, within: Range<usize>, out: &mut String) {
        if self.implies && self.implication(within.clone(), out) {
            return;
        }
        if self.binding.is_some() && self.conjunction(within.clone(), out) {
            return;
        }
        let mut at = within.start;
        while at < within.end {
            if let Some(repeated) = self.own.repeated.iter().find(|r| r.start == at).cloned() {
                out.push_str(&self.lines(repeated.clone()));
                at = repeated.end;
                continue;
            }
            if self.braces == 0 && !self.threads.is_empty() {
                self.threads_before(at, out);
            }
            if self.tokens[at].kind == Kind::Word
                && let Some(next) = self.word(at, within.end, out)
            {
                at = next;
                continue;
            }
            out.push_str(self.text(at));
            if let Some(close) = self.partners[at].filter(|&close| close < within.end) {
                let before = (0..at).rev().find(|&at| self.tokens[at].is_code());
                let linkage = before.is_some_and(|before| self.tokens[before].kind == Kind::Quoted);
                let braces = u32::from(self.text(at) == "{" && !linkage);
                self.braces += braces;
                self.range(at + 1..close, out);
                self.braces -= braces;
                out.push_str(self.text(close));
                at = close;
            }
            at += 1;
        }
    }

    /// Rewrites what begins with a word; where it ends.
    fn word(&mut self, at: usize, end: usize, out: &mut String) -> Option<usize> {
        let name = self.text(at);
        if let Some(next) = self.bound_word(at, end, out) {
            return Some(next);
        }
        if ["while", "for", "do"].contains(&name) {
            return self.contracted(at, end, out);
        }
        if let Some(next) = self.cleanup(at, end, out) {
            return Some(next);
        }
        if !self.own.defined.contains(name) {
            self.note_claims(at, end);
        }
        if let Some(plain) = name.strip_prefix("__builtin_") {
            // A compiler calls the function of that name.
            out.push_str(self.own.defined.contains(name).then_some(plain)?);
            return Some(at + 1);
        }
        if !name.starts_with("__CPROVER_") || self.own.defined.contains(name) {
            return None;
        }
        match name {
            "__CPROVER_forall" | "__CPROVER_exists" => {
                let body = self.group(at + 1..end, "{")?;
                let text = self.quantifier(at, body.clone());
                out.push_str(&text);
                out.push_str(&self.lines(at..body.end));
                Some(body.end + 1)
            }
            "__CPROVER_bitvector" => {
                let width = self.group(at + 1..end, "[")?;
                out.push_str(&format!("_BitInt({})", self.flat(width.clone())));
                out.push_str(&self.lines(at..width.end));
                Some(width.end + 1)
            }
            "__CPROVER_old" => self.old(at, end, out),
            "__CPROVER_return_value" => {
                out.push_str(self.olds.is_some().then_some("__bmc_result")?);
                Some(at + 1)
            }
            "__CPROVER_loop_entry" => self.entry(at, end, out),
            _ if name.starts_with(asynchronous::LABEL) => self.start(at, end, out),
            "__CPROVER_rounding_mode" => self.rounding_mode(at, end, out),
            // Within functions only loops have contracts.
            _ if contracts::is_ignored(name) && self.braces == 0 => {
                let group = self.group(at + 1..end, "(")?;
                out.push_str(&self.lines(at..group.end));
                Some(group.end + 1)
            }
            "__CPROVER_POINTER_OBJECT" => self.same_object(at, end, out),
            _ => self.operation(at, end, out),
        }
    }

    /// Rewrites the direction of rounding, which is to the nearest: a question for it, and an assignment of it. Others keep
    /// the variable, which has no meaning here.
    fn rounding_mode(&mut self, at: usize, end: usize, out: &mut String) -> Option<usize> {
        if let Some(before) = (0..at).rev().find(|&at| self.tokens[at].is_code()) {
            let text = self.text(before);
            let declares =
                self.tokens[before].kind == Kind::Word && !["return", "case", "else", "do"].contains(&text);
            if declares || ["&", "*", "++", "--"].contains(&text) {
                return None;
            }
        }
        let next = self.code(at + 1..end);
        match next.map_or(";", |next| self.text(next)) {
            "=" => {
                let value = self.code(next? + 1..end).filter(|&value| self.text(value) == "0")?;
                let after = self.code(value + 1..end).map_or(";", |after| self.text(after));
                if after != ";" {
                    return None;
                }
                out.push_str("(void)0");
                out.push_str(&self.lines(at..value));
                Some(value + 1)
            }
            "++" | "--" => None,
            sign if sign.ends_with('=') && !["==", "!=", "<=", ">="].contains(&sign) => None,
            _ => {
                out.push_str("(0)");
                Some(at + 1)
            }
        }
    }

    /// Rewrites a call of one of [`words::OPERATIONS`].
    fn operation(&mut self, at: usize, end: usize, out: &mut String) -> Option<usize> {
        let name = self.text(at);
        let group = self.group(at + 1..end, "(")?;
        let arguments = self.arguments(&group);
        let operation = words::OPERATIONS.iter().find(|o| o.name == name && o.arity == arguments.len())?;
        if operation.declarable && self.own.declared.contains(name) {
            return None;
        }
        let texts: Vec<String> = arguments.into_iter().map(|argument| self.flat(argument)).collect();
        let mut parts = operation.body.split('$');
        out.push_str(parts.next().unwrap_or_default());
        for part in parts {
            // A digit, and what follows.
            let (number, rest) = part.split_at(1);
            let argument = number.parse::<usize>().ok().and_then(|number| texts.get(number.wrapping_sub(1)));
            out.push_str(argument.expect("an operation has the arguments that it names"));
            out.push_str(rest);
        }
        out.push_str(&self.lines(at..group.end));
        Some(group.end + 1)
    }

    /// Rewrites whether the numbers of two objects are equal. Nothing else is known about these numbers.
    fn same_object(&mut self, at: usize, end: usize, out: &mut String) -> Option<usize> {
        let before = (0..at).rev().find(|&at| self.tokens[at].is_code()).map_or(";", |at| self.text(at));
        let begins = ["(", ",", "&&", "||", "?", ":", "=", ";", "{", "}", "==>", "return"].contains(&before);
        let first = self.group(at + 1..end, "(").filter(|_| begins)?;
        let sign = self.code(first.end + 1..end)?;
        let equal = match self.text(sign) {
            "==" => true,
            "!=" => false,
            _ => return None,
        };
        let word = self.code(sign + 1..end).filter(|&at| self.text(at) == "__CPROVER_POINTER_OBJECT")?;
        let second = self.group(word + 1..end, "(")?;
        let after = self.code(second.end + 1..end).map_or(";", |at| self.text(at));
        if ![")", ",", "&&", "||", "?", ":", ";", "}", "==>"].contains(&after) {
            return None;
        }
        let (p, q) = (self.flat(first), self.flat(second.clone()));
        let not = if equal { "" } else { "!" };
        out.push_str(&format!("({not}__CPROVER_same_object(({p}), ({q})))"));
        out.push_str(&self.lines(at..second.end));
        Some(second.end + 1)
    }

    /// Rewrites tokens with an implication among them; false where there is none.
    fn implication(&mut self, within: Range<usize>, out: &mut String) -> bool {
        let Some(sign) = self.top(within.clone()).find(|&at| self.text(at) == "==>") else { return false };
        let mut left = within.start;
        let mut before = "";
        for at in self.top(within.start..sign) {
            if !self.tokens[at].is_code() {
                continue;
            }
            let close = self.partners[at].map_or(at, |close| close.min(sign - 1));
            let condition = self.text(at) == "(" && ["if", "while", "for", "switch"].contains(&before);
            let quantified = ["__CPROVER_forall", "__CPROVER_exists"].contains(&before);
            if self.ends_expression(at) || condition || self.text(at) == "{" && !quantified {
                left = close + 1;
            }
            before = self.text(at);
        }
        let right = self.top(sign + 1..within.end).find(|&at| self.ends_expression(at));
        let right = right.unwrap_or(within.end);
        self.range(within.start..left, out);
        out.push_str("(!(");
        self.range(left..sign, out);
        out.push_str(") || (");
        self.range(sign + 1..right, out);
        out.push_str("))");
        self.range(right..within.end, out);
        true
    }

    /// Whether no implication reaches over a token.
    fn ends_expression(&self, at: usize) -> bool {
        match self.tokens[at].kind {
            Kind::Sign => {
                [";", ",", "?", ":", "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="]
                    .contains(&self.text(at))
            }
            Kind::Word => ["return", "else", "do", "case"].contains(&self.text(at)),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text behind the prelude.
    fn rewritten(text: &str) -> String {
        let all = rewrite(text, "a.c", InputKind::C, Contracts::default());
        let (_, rest) = all.split_once("# 1 \"a.c\"\n").expect("a marker");
        rest.split_once("# 1 \"a.c\"\n").expect("a second marker").1.to_owned()
    }

    #[test]
    fn implications() {
        assert_eq!(rewritten("x = a && b ==> c ==> d;"), "x =(!( a && b ) || ((!( c ) || ( d))));");
        assert_eq!(rewritten("f(a ==> b, c);"), "f((!(a ) || ( b)), c);");
        assert_eq!(rewritten("if (q) a ==> b ? c : d;"), "if (q)(!( a ) || ( b ))? c : d;");
    }

    #[test]
    fn operations_keep_lines() {
        let text = rewritten("y = __CPROVER_r_ok(\n# 7 \"b.h\"\n  p);\nz;");
        assert_eq!(text, "y = __CPROVER_r_ok((p), sizeof(*(p)))\n# 7 \"b.h\"\n;\nz;");
        assert_eq!(rewritten("__CPROVER_r_ok(p, f(1, 2));"), "__CPROVER_r_ok(p, f(1, 2));");
    }

    #[test]
    fn own_functions_stay() {
        let own = "int __CPROVER_r_ok(int *p);\nint f(int *p) { return __CPROVER_r_ok(p); }";
        assert_eq!(rewritten(own), own);
        let defined = "int __CPROVER_forall(int x) { return x; }";
        assert_eq!(rewritten(defined), defined);
    }

    #[test]
    fn repeated_declarations_go() {
        let text =
            "int __CPROVER_uninterpreted_f(int *);\nint __CPROVER_uninterpreted_f(\nconst int *);\nint x;";
        assert_eq!(rewritten(text), "int __CPROVER_uninterpreted_f(int *);\n\n\nint x;");
    }

    #[test]
    fn builtins_that_are_defined() {
        let text = "void *__builtin___memcpy_chk(void *p) { return p; }\nvoid f(void) { __builtin___memcpy_chk(0); __builtin_trap(); }";
        let expected =
            "void *__memcpy_chk(void *p) { return p; }\nvoid f(void) { __memcpy_chk(0); __builtin_trap(); }";
        assert_eq!(rewritten(text), expected);
    }

    #[test]
    fn contracts() {
        assert_eq!(
            rewritten("int f(int *p)\n__CPROVER_requires(*p)\n__CPROVER_assigns(*p; 1: p[1]) { return 0; }"),
            "int f(int *p)\n\n { return 0; }"
        );
        assert_eq!(
            rewritten("while (c)\n__CPROVER_loop_invariant(i ==> j)\n{ while (d) { i; } }"),
            "{ ; if (c) for (; (__CPROVER_assert(((!(i ) || ( j))), \"loop invariant\"), (void)0, (c)); )\n\n\
             { while (d) { i; } } }"
        );
        assert_eq!(
            rewritten("do { i; } while (c) __CPROVER_loop_invariant(i >= __CPROVER_loop_entry(i));"),
            "{ __typeof__(i) __bmc_entry1_0 = (i); \
             __CPROVER_assert((i >= __bmc_entry1_0), \"loop invariant\"), (void)0; do{ i; } \
             while ((c) && (__CPROVER_assert((i >= __bmc_entry1_0), \"loop invariant\"), (void)0, 1)); }"
        );
        let head = "__CPROVER_assert((i), \"loop invariant\"), (void)0";
        for (body, lines) in [("{ i; }", "\n"), (" i++;", "")] {
            let text =
                format!("do\n__CPROVER_loop_invariant(i)\n__CPROVER_assigns(i){body}{lines}while (c);");
            let inside = body.trim_start_matches('{').trim_end_matches('}');
            let expected = format!("{{ {head}; do\n\n{{{inside}}} while ((c) && ({head}, 1)); }}{lines}");
            assert_eq!(rewritten(&text), expected);
        }
        for changes in ["i--", "g(i)", "i = j", "({ i; })"] {
            let text = rewritten(&format!("while ({changes}) __CPROVER_loop_invariant(i) {{}}"));
            assert!(text.starts_with("{ ; for (; "), "{text}");
        }
        let call = "void f(void) { if (x) __CPROVER_assigns(x); }";
        assert_eq!(rewritten(call), call);
        // Where a loop is not understood, the compiler refuses the clause.
        let other = "while (c) __CPROVER_decreases(n) if (d) i(); else j();";
        assert_eq!(rewritten(other), other);
    }

    #[test]
    fn rounding() {
        let text = "__CPROVER_rounding_mode = 0; x = __CPROVER_rounding_mode == 1;";
        assert_eq!(rewritten(text), "(void)0; x = (0) == 1;");
        for kept in
            ["__CPROVER_rounding_mode = 1;", "int __CPROVER_rounding_mode;", "__CPROVER_rounding_mode++;"]
        {
            assert_eq!(rewritten(kept), kept);
        }
    }

    #[test]
    fn numbers_of_objects() {
        let text = "b = __CPROVER_POINTER_OBJECT(p) != __CPROVER_POINTER_OBJECT(q) || c;";
        assert_eq!(rewritten(text), "b = (!__CPROVER_same_object((p), (q))) || c;");
        let other = "b = 1 + __CPROVER_POINTER_OBJECT(p) == __CPROVER_POINTER_OBJECT(q);";
        assert_eq!(rewritten(other), other);
    }

    #[test]
    fn the_prelude_declares_what_is_used() {
        let text = rewrite(
            "# 1 \"x.c\"\n# 1 \"<built-in>\" 1\nint x = __CPROVER_isnanf(0);",
            "x.c",
            InputKind::C,
            Contracts::default(),
        );
        assert!(text.starts_with("# 1 \"x.c\"\ntypedef "), "{text}");
        assert!(text.contains("__CPROVER_isnanf(float)") && !text.contains("__CPROVER_isnand"), "{text}");
    }
}
