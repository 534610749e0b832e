//! Functions that a text declares, their parameters, and the variables that expressions name.

use super::Rewriter;
use super::lex::Kind;
use std::ops::Range;

/// A declaration of a function.
#[derive(Clone, Debug)]
pub(super) struct Declared {
    /// What stands before the name.
    pub(super) result: Range<usize>,
    /// The name.
    pub(super) name: usize,
    /// What stands between the brackets.
    pub(super) parameters: Range<usize>,
    /// Clauses of a contract by their words.
    pub(super) clauses: Vec<(usize, Range<usize>)>,
    /// What stands between the braces.
    pub(super) body: Option<Range<usize>>,
    /// Whether there is no result.
    pub(super) void: bool,
}

/// A parameter.
pub(super) struct Parameter {
    /// Its name, given where the declaration has none.
    pub(super) name: String,
    /// Its declaration.
    pub(super) declared: String,
    /// Whether it is a pointer whose variable can be handed on by its address.
    pub(super) pointer: bool,
    /// The token of its name.
    pub(super) at: Option<usize>,
    /// Its tokens.
    pub(super) tokens: Range<usize>,
}

/// Words of types, behind which there is no name yet.
pub(super) const TYPE_WORDS: [&str; 18] = [
    "void",
    "char",
    "short",
    "int",
    "long",
    "float",
    "double",
    "signed",
    "unsigned",
    "_Bool",
    "bool",
    "const",
    "volatile",
    "restrict",
    "__restrict",
    "struct",
    "union",
    "enum",
];

/// Words of declarations that do not belong to the type of the result.
const STORAGE: [&str; 7] =
    ["extern", "static", "inline", "__inline", "__inline__", "__extension__", "_Noreturn"];

impl<'t> Rewriter<'_, 't> {
    /// All declarations of functions outside of functions, of that name or of all.
    pub(super) fn declared(&self, function: &str) -> Vec<Declared> {
        self.all_declared().into_iter().filter(|d| self.text(d.name) == function).collect()
    }

    pub(super) fn all_declared(&self) -> Vec<Declared> {
        let end = self.tokens.len();
        let mut found: Vec<Declared> = Vec::new();
        let mut begin = 0;
        let mut skip = 0;
        for at in self.top(0..end) {
            match self.text(at) {
                ";" => begin = at + 1,
                "{" => {
                    let close = self.partners[at].unwrap_or(at);
                    if let Some(last) =
                        found.last_mut().filter(|last| last.result.start == begin && last.name < at)
                    {
                        last.body = Some(at + 1..close);
                        begin = close + 1;
                    }
                }
                _ if at < skip || self.tokens[at].kind != Kind::Word => {}
                "__attribute__" | "__asm__" | "_Alignas" | "__declspec" => {}
                word if super::contracts::is_clause(word) => {}
                _ => {
                    let Some(parameters) = self.group(at + 1..end, "(") else { continue };
                    let mut next = parameters.end + 1;
                    while let Some(word) = self.code(next..end)
                        && ["__attribute__", "__asm__"].contains(&self.text(word))
                        && let Some(group) = self.group(word + 1..end, "(")
                    {
                        next = group.end + 1;
                    }
                    let (clauses, next) = self.clauses(next, end);
                    skip = next;
                    let mut words = (begin..at).map(|at| self.tokens[at]).filter(|t| t.is_code());
                    let void = words.all(|t| t.text == "void" || STORAGE.contains(&t.text));
                    let result = begin..at;
                    found.push(Declared { result, name: at, parameters, clauses, body: None, void });
                }
            }
        }
        found
    }

    /// Whether a declaration has a word before its name.
    pub(super) fn is_marked(&self, declared: &Declared, word: &str) -> bool {
        declared.result.clone().any(|at| self.text(at) == word)
    }

    /// The type of the result.
    pub(super) fn result_of(&self, declared: &Declared) -> String {
        let mut text = String::new();
        let mut attribute = false;
        for at in self.top(declared.result.clone()) {
            let token = self.tokens[at];
            if !token.is_code() || STORAGE.contains(&token.text) {
                text.push(' ');
            } else if token.text == "__attribute__" {
                attribute = true;
            } else if self.partners[at].is_some() && std::mem::take(&mut attribute) {
                text.push(' ');
            } else {
                let close = self.partners[at].unwrap_or(at);
                (at..=close).for_each(|at| {
                    text.push_str(if self.tokens[at].is_code() { self.text(at) } else { " " })
                });
            }
        }
        text.trim().to_owned()
    }

    /// The parameters between brackets; `None` where one is declared in a way that is not understood.
    pub(super) fn parameters(&mut self, group: &Range<usize>) -> Option<Vec<Parameter>> {
        let parts = self.arguments(group);
        if let [only] = &parts[..]
            && let [word] = self.codes(only.clone())[..]
            && self.text(word) == "void"
        {
            return Some(Vec::new());
        }
        let mut all = Vec::new();
        for (i, part) in parts.into_iter().enumerate() {
            let codes: Vec<usize> = self.top(part.clone()).filter(|&at| self.tokens[at].is_code()).collect();
            let texts: Vec<&str> = codes.iter().map(|&at| self.text(at)).collect();
            let inner = codes.iter().find(|&&at| self.text(at) == "(");
            let before_bracket =
                texts.iter().position(|&t| t == "[").and_then(|n| n.checked_sub(1)).map(|n| codes[n]);
            let last = *codes.last()?;
            let qualifiers = ["const", "volatile", "restrict", "__restrict"];
            let types = texts.iter().filter(|t| !qualifiers.contains(t)).count();
            let tagged = ["struct", "union", "enum"].iter().any(|tag| texts.contains(tag));
            let at = match (inner, before_bracket) {
                (Some(&open), _) => {
                    let inside = self.codes(open + 1..self.partners[open]?);
                    Some(*inside.iter().find(|&&at| self.tokens[at].kind == Kind::Word)?)
                }
                (None, Some(at)) => (self.tokens[at].kind == Kind::Word).then_some(at),
                (None, None) if texts.contains(&"...") => return None,
                (None, None) => {
                    let unnamed = self.tokens[last].kind != Kind::Word
                        || TYPE_WORDS.contains(&self.text(last))
                        || types == 1
                        || tagged && types == 2;
                    (!unnamed).then_some(last)
                }
            };
            // A declarator with brackets needs its name where it is.
            if at.is_none() && (inner.is_some() || before_bracket.is_some()) {
                return None;
            }
            let mut declared = self.flat(part.clone());
            let name = match at {
                Some(at) => self.text(at).to_owned(),
                None => {
                    let name = format!("__bmc_parameter{i}");
                    declared = format!("{declared} {name}");
                    name
                }
            };
            let pointer = texts.contains(&"*") && inner.is_none() && before_bracket.is_none();
            all.push(Parameter { name, declared, pointer, at, tokens: part });
        }
        Some(all)
    }

    /// Places of the tokens that are code.
    pub(super) fn codes(&self, within: Range<usize>) -> Vec<usize> {
        within.filter(|&at| self.tokens[at].is_code()).collect()
    }

    /// Whether brackets hold a type, so that they are a cast.
    pub(super) fn is_cast(&self, group: Range<usize>) -> bool {
        let codes = self.codes(group);
        let (Some(&first), Some(&last)) = (codes.first(), codes.last()) else { return false };
        self.text(last) == "*" || TYPE_WORDS.contains(&self.text(first))
    }

    /// An expression without the brackets and casts around it, if it names a variable: a word, members, elements, and what
    /// pointers lead to.
    pub(super) fn variable(&self, within: Range<usize>) -> Option<Range<usize>> {
        let mut at = self.code(within.clone())?;
        if self.text(at) == "(" {
            let close = self.partners[at].filter(|&close| close < within.end)?;
            if self.code(close + 1..within.end).is_none() {
                return self.variable(at + 1..close);
            }
            if self.is_cast(at + 1..close) {
                return self.variable(close + 1..within.end);
            }
        }
        let whole = at..within.end;
        while self.text(at) == "*" {
            at = self.code(at + 1..within.end)?;
        }
        if self.text(at) == "(" {
            let close = self.partners[at].filter(|&close| close < within.end)?;
            self.variable(at + 1..close)?;
            at = close;
        } else if self.tokens[at].kind != Kind::Word {
            return None;
        }
        while let Some(next) = self.code(at + 1..within.end) {
            at = match self.text(next) {
                "." | "->" => self.code(next + 1..within.end)?,
                "[" => self.partners[next].filter(|&close| close < within.end)?,
                _ => return None,
            };
        }
        Some(whole)
    }

    /// A condition under which an expression can be evaluated: the pointers that it follows lead to memory. Only those of a
    /// variable are looked at.
    pub(super) fn followed(&mut self, within: Range<usize>) -> String {
        let Some(whole) = self.variable(within) else { return "1".to_owned() };
        let mut conditions = Vec::new();
        let mut pointers = Vec::new();
        let mut at = whole.start;
        let mut stars = 0;
        while self.text(at) == "*" {
            stars += 1;
            at = self.code(at + 1..whole.end).unwrap_or(whole.end - 1);
        }
        let start = at;
        for next in self.top(start..whole.end).collect::<Vec<_>>() {
            match self.text(next) {
                "->" => pointers.push((self.flat(start..next), String::new())),
                "[" => {
                    let index = self.partners[next].map(|close| self.flat(next + 1..close));
                    pointers.push((self.flat(start..next), index.unwrap_or_default()));
                }
                _ => {}
            }
        }
        let all = self.flat(start..whole.end);
        pointers.extend((0..stars).map(|n| (format!("{}({all})", "*".repeat(n)), String::new())));
        for (pointer, index) in pointers {
            let p =
                if index.is_empty() { format!("({pointer})") } else { format!("(&({pointer})[{index}])") };
            conditions.push(format!("__CPROVER_r_ok({p}, sizeof(*{p}))"));
        }
        if conditions.is_empty() { "1".to_owned() } else { conditions.join(" && ") }
    }
}
