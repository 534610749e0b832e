//! Conditions that are assumed of pointers.
//!
//! Where `__CPROVER_is_fresh(p, n)` is assumed, `p` becomes the address of a new object. So the word is given the variable, and
//! so is each function that uses the word for a parameter of its own: it has a second version, which takes the addresses of
//! pointers.

use super::Rewriter;
use super::declared::{Declared, Parameter};
use super::lex::Kind;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::Range;

/// Words that make a variable a pointer of some kind, with what they become and the number of the variable among their arguments.
const BINDERS: [(&str, &str, usize); 3] = [
    ("__CPROVER_is_fresh", "__bmc_contract_fresh", 0),
    ("__CPROVER_pointer_equals", "__bmc_contract_equals", 0),
    ("__CPROVER_pointer_in_range_dfcc", "__bmc_contract_between", 1),
];

/// Declarations of what they become.
pub(super) const PRELUDE: &str = "_Bool __bmc_contract_fresh(void *, __CPROVER_size_t); \
    _Bool __bmc_contract_equals(void *, const void *); \
    _Bool __bmc_contract_between(const void *, void *, const void *); ";

/// What is rewritten so that variables become pointers of some kind.
#[derive(Default)]
pub(super) struct Lifting<'t> {
    /// Parameters of the current function that are given by their addresses.
    by_address: Vec<&'t str>,
    /// Second versions of functions that are called, by their names, with the names of the functions.
    pub(super) called: BTreeMap<String, &'t str>,
    /// Number of conjunctions so far.
    conjunctions: u32,
}

/// The second version of a function: which of its parameters are given by their addresses is a part of its name.
fn second(function: &str, parameters: &[Parameter]) -> String {
    let kinds: String = parameters.iter().map(|p| if p.pointer { 'p' } else { 'v' }).collect();
    format!("__bmc_assumed_{kinds}_{function}")
}

impl<'t> Rewriter<'_, 't> {
    /// Rewrites a condition that is assumed; these parameters are given by their addresses.
    pub(super) fn assumed(&mut self, within: Range<usize>, by_address: &[&'t str]) -> String {
        let called = std::mem::take(&mut self.called);
        let conjunctions = self.conjunctions;
        self.binding = Some(Lifting { by_address: by_address.to_vec(), called, conjunctions });
        let text = self.flat(within);
        if let Some(binding) = self.binding.take() {
            self.called = binding.called;
            self.conjunctions = binding.conjunctions;
        }
        text
    }

    /// Second versions of the functions that assumed conditions call, and of those that others may call.
    pub(super) fn lifted(&mut self) -> String {
        let all = self.all_declared();
        let binds = |d: &&Declared| {
            let mut body = d.body.clone().into_iter().flatten();
            body.any(|at| BINDERS.iter().any(|b| b.0 == self.text(at)))
        };
        let own: Vec<&'t str> = all.iter().filter(binds).map(|d| self.text(d.name)).collect();
        for name in own {
            self.second_of(name, &all);
        }
        let (mut declarations, mut definitions) = (String::new(), String::new());
        let mut done: Vec<String> = Vec::new();
        while let Some((version, function)) =
            self.called.iter().find(|(v, _)| !done.contains(*v)).map(|(v, f)| (v.clone(), *f))
        {
            if let Some((declaration, definition)) = self.version(&version, function, &all) {
                declarations.push_str(&declaration);
                definitions.push_str(&definition);
            }
            done.push(version);
        }
        format!("{declarations}\n{definitions}")
    }

    /// The name of the second version of a function, if it is declared in a way that is understood.
    fn second_of(&mut self, function: &'t str, all: &[Declared]) -> Option<(String, Vec<Parameter>)> {
        let of = |d: &&Declared| self.text(d.name) == function;
        let defined = all.iter().filter(of).find(|d| d.body.is_some());
        let one = defined.or_else(|| all.iter().rfind(of))?.clone();
        let parameters = self.parameters(&one.parameters)?;
        if parameters.iter().any(|p| p.at.is_none()) {
            return None;
        }
        let version = second(function, &parameters);
        match &mut self.binding {
            Some(binding) => binding.called.insert(version.clone(), function),
            None => self.called.insert(version.clone(), function),
        };
        Some((version, parameters))
    }

    /// The declaration and the definition of a second version.
    fn version(&mut self, version: &str, function: &'t str, all: &[Declared]) -> Option<(String, String)> {
        let of = |d: &&Declared| self.text(d.name) == function;
        let defined = all.iter().filter(of).find(|d| d.body.is_some());
        let one = defined.or_else(|| all.iter().rfind(of))?.clone();
        let parameters = self.parameters(&one.parameters)?;
        let by_address: Vec<&'t str> =
            parameters.iter().filter(|p| p.pointer).filter_map(|p| p.at).map(|at| self.text(at)).collect();
        let declared: Vec<String> = parameters.iter().map(|p| self.by_address(p)).collect();
        let declared = if declared.is_empty() { "void".to_owned() } else { declared.join(", ") };
        let storage = match &one.body {
            Some(_) if self.is_marked(&one, "static") => "static ",
            Some(_) => "",
            // Where it is defined, there may be a better one.
            None => "__attribute__((weak)) ",
        };
        let head = format!("{storage}{} {version}({declared})", self.result_of(&one));
        let body = match one.body.clone() {
            Some(body) => {
                let place = self.place(body.start);
                format!("{place}{}", self.assumed(body, &by_address))
            }
            None => {
                let argument =
                    |p: &Parameter| if p.pointer { format!("*__bmc_at_{}", p.name) } else { p.name.clone() };
                let arguments: Vec<String> = parameters.iter().map(argument).collect();
                format!("return {function}({});", arguments.join(", "))
            }
        };
        Some((format!("{head}; "), format!("{head} {{ {body} }}\n")))
    }

    fn by_address(&self, parameter: &Parameter) -> String {
        let Some(at) = parameter.at.filter(|_| parameter.pointer) else { return parameter.declared.clone() };
        let mut text = String::new();
        for here in parameter.tokens.clone() {
            if here == at {
                let _ = write!(text, "(*__bmc_at_{})", parameter.name);
            } else {
                text.push_str(if self.tokens[here].is_code() { self.text(here) } else { " " });
            }
        }
        text
    }

    /// Rewrites a word of an assumed condition; where what it begins ends.
    pub(super) fn bound_word(&mut self, at: usize, end: usize, out: &mut String) -> Option<usize> {
        let name = self.text(at);
        let binding = self.binding.as_ref()?;
        let before = (0..at).rev().find(|&at| self.tokens[at].is_code()).map_or(";", |at| self.text(at));
        if [".", "->"].contains(&before) {
            return None;
        }
        if binding.by_address.contains(&name) {
            let _ = write!(out, "(*__bmc_at_{name})");
            return Some(at + 1);
        }
        let group = self.group(at + 1..end, "(")?;
        let arguments = self.arguments(&group);
        let (version, places) = match BINDERS.iter().find(|b| b.0 == name) {
            Some((_, version, number)) => {
                ((*version).to_owned(), (0..arguments.len()).map(|n| n == *number).collect::<Vec<_>>())
            }
            None if name.starts_with("__CPROVER_") || self.tokens[at].kind != Kind::Word => return None,
            None => {
                let all = self.all_declared();
                let (version, parameters) = self.second_of(name, &all)?;
                (version, parameters.iter().map(|p| p.pointer).collect())
            }
        };
        if places.len() != arguments.len() {
            return None;
        }
        let mut given = Vec::new();
        for (argument, place) in arguments.into_iter().zip(places) {
            given.push(match (place, self.variable(argument.clone())) {
                (false, _) => self.flat(argument),
                (true, Some(variable)) => format!("(void *)&({})", self.flat(variable)),
                // A copy; making it a pointer of some kind is not supported, and the models say so.
                (true, None) => {
                    let value = self.flat(argument);
                    format!("(void *)&(__typeof__({value})){{ {value} }}")
                }
            });
        }
        let _ = write!(out, "{version}({})", given.join(", "));
        out.push_str(&self.lines(at..group.end));
        Some(group.end + 1)
    }

    /// Rewrites `&` between conditions so that the second one is not evaluated where the first one is 0: what would be read there
    /// does not matter. False where there is none.
    pub(super) fn conjunction(&mut self, within: Range<usize>, out: &mut String) -> bool {
        let lower = ["||", "&&", "|", "^", "==>"];
        let mut before: Option<usize> = None;
        let mut left = within.start;
        let mut sign = None;
        let mut keyword = "";
        for at in self.top(within.clone()) {
            if !self.tokens[at].is_code() {
                continue;
            }
            let operand = before.is_some_and(|b| match self.tokens[b].kind {
                Kind::Word => !["return", "case", "else", "do", "sizeof"].contains(&self.text(b)),
                Kind::Number | Kind::Quoted => true,
                Kind::Sign => match self.text(b) {
                    "(" => self.partners[b].is_some_and(|close| !self.is_cast(b + 1..close)),
                    "[" => true,
                    _ => false,
                },
                _ => false,
            });
            if self.text(at) == "&" && operand {
                sign = Some(at);
                break;
            }
            let close = self.partners[at].unwrap_or(at);
            let condition = self.text(at) == "(" && ["if", "while", "for", "switch"].contains(&keyword);
            if self.ends_expression(at)
                || lower.contains(&self.text(at))
                || condition
                || self.text(at) == "{"
                || self.text(at) == ":"
            {
                left = close + 1;
            }
            keyword = self.text(at);
            before = Some(at);
        }
        let Some(sign) = sign else { return false };
        let right = self
            .top(sign + 1..within.end)
            .find(|&at| self.ends_expression(at) || lower.contains(&self.text(at)))
            .unwrap_or(within.end);
        let Some(binding) = &mut self.binding else { return false };
        binding.conjunctions += 1;
        let first = format!("__bmc_first{}", binding.conjunctions);
        self.range(within.start..left, out);
        let _ = write!(out, " (__extension__ ({{ __auto_type {first} = (");
        self.range(left..sign, out);
        let _ = write!(out, "); {first} ? {first} & (");
        self.range(sign + 1..right, out);
        let _ = write!(out, ") : {first}; }}))");
        self.range(right..within.end, out);
        true
    }
}
