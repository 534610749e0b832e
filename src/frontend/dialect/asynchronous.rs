//! Labels of CBMC whose statement runs in a thread of its own: `__CPROVER_ASYNC_1: f(x);`.
//!
//! CBMC gives the thread a copy of the local variables, and shares the others. So a statement that names no local variable
//! becomes a function; a call whose arguments are read from local variables alone gets their values from where the thread
//! begins. Other statements keep their label, which has no meaning here.

use super::Rewriter;
use super::declared::{Declared, TYPE_WORDS};
use super::lex::Kind;
use rustc_hash::FxHashSet;
use std::fmt::Write as _;
use std::ops::Range;

/// How such a label begins.
pub(super) const LABEL: &str = "__CPROVER_ASYNC_";

/// What becomes of a label and its statement.
pub(super) struct Start {
    text: String,
    end: usize,
}

/// What a call in a thread of its own takes along: variables with their values, and the call's arguments and function.
type Captured<'t> = (Vec<(String, String)>, String, &'t str);

/// What a text declares outside of functions, before one of them.
struct Shared<'t> {
    variables: FxHashSet<&'t str>,
    arrays: FxHashSet<&'t str>,
    functions: Vec<Declared>,
}

impl<'t> Rewriter<'_, 't> {
    /// Looks for such labels.
    pub(super) fn find_asynchronous(&mut self) {
        let all = self.all_declared();
        let mut number = 0;
        for function in all.iter().filter(|d| d.body.is_some()) {
            let Some(body) = function.body.clone() else { continue };
            let labels: Vec<usize> = body.clone().filter(|&at| self.text(at).starts_with(LABEL)).collect();
            for at in labels {
                let Some(colon) = self.code(at + 1..body.end).filter(|&at| self.text(at) == ":") else {
                    continue;
                };
                number += 1;
                let shared = self.shared(function.result.start, &all);
                let Some((before, text, end)) = self.thread(at, colon + 1, number, function, &shared) else {
                    continue;
                };
                self.threads.entry(function.result.start).or_default().push_str(&before);
                self.asynchronous.insert(at, Start { text, end });
            }
        }
    }

    /// Writes the functions of the threads that the next function begins.
    pub(super) fn threads_before(&mut self, at: usize, out: &mut String) {
        out.push_str(&self.threads.remove(&at).unwrap_or_default());
    }

    /// Rewrites a label and its statement.
    pub(super) fn start(&mut self, at: usize, end: usize, out: &mut String) -> Option<usize> {
        let start = self.asynchronous.get(&at).filter(|start| start.end <= end)?;
        out.push_str(&start.text);
        let next = start.end;
        out.push_str(&self.lines(at..next));
        Some(next)
    }

    /// What stands before a function for a statement that begins a thread, what becomes of it, and where it ends.
    fn thread(
        &mut self,
        label: usize,
        from: usize,
        number: u32,
        function: &Declared,
        shared: &Shared<'t>,
    ) -> Option<(String, String, usize)> {
        let end = function.body.as_ref()?.end;
        let last = self.top(from..end).find(|&at| [";", "{", "}", ":"].contains(&self.text(at)))?;
        let codes = self.codes(from..last);
        if self.text(last) != ";" || codes.is_empty() || codes.iter().any(|&at| self.text(at) == "{") {
            return None;
        }
        let name = format!("__bmc_async{number}");
        let mut before = String::new();
        if !self.tokens.iter().any(|t| t.text == "pthread_create") {
            before += "int pthread_create(unsigned long *, const void *, void *(*)(void *), void *); ";
        }
        let (first, argument) = if let Some(named) = self.named(&codes, shared) {
            let checks = self.same(label, &name, &named, function, from..last, &mut before);
            let _ = write!(before, "static void *{name}(void *__bmc_a) {{ (void)__bmc_a; ");
            let statement = self.flat(from..last);
            let _ = write!(before, "{statement}; return 0; }} ");
            (checks, "0".to_owned())
        } else {
            let (declared, arguments, called) = self.call(from..last, function, shared)?;
            let members: String = declared.iter().map(|(_, member)| format!("{member}; ")).collect();
            let given: Vec<String> = declared.iter().map(|(member, _)| format!("__bmc_v.{member}")).collect();
            let _ = write!(
                before,
                "void *__bmc_obj_make(__CPROVER_size_t); void __bmc_obj_free(void *); struct {name} {{ {members}}}; \
                 static void *{name}(void *__bmc_a) {{ struct {name} __bmc_v = *(struct {name} *)__bmc_a; \
                 __bmc_obj_free(__bmc_a); {called}({}); return 0; }} ",
                given.join(", ")
            );
            let first = format!(
                "struct {name} __bmc_v = {{ {arguments} }}; void *__bmc_a = __bmc_obj_make(sizeof __bmc_v); \
                 __builtin_memcpy(__bmc_a, &__bmc_v, sizeof __bmc_v); "
            );
            (first, "__bmc_a".to_owned())
        };
        let text =
            format!("{{ {first}unsigned long __bmc_t; pthread_create(&__bmc_t, 0, {name}, {argument}); }}");
        Some((before, text, last + 1))
    }

    /// Variables and functions that are declared before a place outside of functions.
    fn shared(&self, end: usize, all: &[Declared]) -> Shared<'t> {
        let functions = all.iter().filter(|d| d.name < end && d.result.start != end).cloned().collect();
        let (mut variables, mut arrays) = (FxHashSet::default(), FxHashSet::default());
        let (mut before, mut initialised, mut other, mut tagged) = ("", false, false, false);
        for at in self.top(0..end).filter(|&at| self.tokens[at].is_code()) {
            let text = self.text(at);
            match text {
                ";" => (initialised, other, tagged) = (false, false, false),
                "{" if !initialised && !tagged => other = false,
                "{" => tagged = initialised,
                "=" => initialised = true,
                "," => initialised = false,
                "struct" | "union" | "enum" => tagged = true,
                // Each thread has its own, or they are none.
                "typedef" | "__thread" | "_Thread_local" | "thread_local" => other = true,
                _ if self.tokens[at].kind == Kind::Word && !other && !initialised => {
                    let next = self.code(at + 1..end).map_or(";", |next| self.text(next));
                    let tag = ["struct", "union", "enum"].contains(&before);
                    if !tag && !TYPE_WORDS.contains(&text) && [";", ",", "=", "["].contains(&next) {
                        variables.insert(text);
                        if next == "[" {
                            arrays.insert(text);
                        }
                    }
                }
                _ => {}
            }
            before = text;
        }
        Shared { variables, arrays, functions }
    }

    /// The variables and functions that a statement names, if they are all shared.
    fn named(&self, codes: &[usize], shared: &Shared<'t>) -> Option<Vec<&'t str>> {
        let mut named: Vec<&'t str> = Vec::new();
        let mut before = "";
        for &at in codes {
            let text = self.text(at);
            let other = [".", "->", "struct", "union", "enum"].contains(&before)
                || TYPE_WORDS.contains(&text)
                || text == "sizeof";
            if self.tokens[at].kind == Kind::Word && !other {
                let is_function = shared.functions.iter().any(|d| self.text(d.name) == text);
                if !is_function && !shared.variables.contains(text) {
                    return None;
                }
                if !named.contains(&text) {
                    named.push(text);
                }
            }
            before = text;
        }
        Some(named)
    }

    /// A statement that has no meaning where a name means something else in the function than outside of it.
    fn same(
        &self,
        label: usize,
        thread: &str,
        named: &[&'t str],
        function: &Declared,
        statement: Range<usize>,
        before: &mut String,
    ) -> String {
        let mut differ = Vec::new();
        for name in named {
            let body = function.body.clone().unwrap_or_default();
            if !self.may_be_declared(name, function.parameters.clone(), &statement)
                && !self.may_be_declared(name, body, &statement)
            {
                continue;
            }
            let place = format!("{thread}_{}", differ.len());
            let _ = write!(before, "static const void *{place}(void) {{ return (const void *)&{name}; }} ");
            differ.push(format!("(const void *)&{name} != {place}()"));
        }
        if differ.is_empty() {
            return String::new();
        }
        let label = self.text(label);
        format!("void {label}(void); if ({}) {label}(); ", differ.join(" || "))
    }

    /// Whether tokens may declare a name, those of a statement aside.
    fn may_be_declared(&self, name: &str, within: Range<usize>, statement: &Range<usize>) -> bool {
        let codes = self.codes(within);
        codes.windows(2).filter(|pair| !statement.contains(&pair[1])).any(|pair| {
            let before = self.text(pair[0]);
            let word = self.tokens[pair[0]].kind == Kind::Word
                && !["return", "case", "else", "do", "goto", "sizeof"].contains(&before);
            self.text(pair[1]) == name && (word || ["*", ",", "}"].contains(&before))
        })
    }

    /// The call that a statement is, if its arguments are read from local variables: members for them, the arguments, and the
    /// function.
    fn call(
        &mut self,
        statement: Range<usize>,
        function: &Declared,
        shared: &Shared<'t>,
    ) -> Option<Captured<'t>> {
        let called = self.code(statement.clone())?;
        let group = self.group(called + 1..statement.end, "(")?;
        if self.code(group.end + 1..statement.end).is_some() {
            return None;
        }
        // What a function keeps is shared, too.
        if function.body.clone()?.any(|at| self.text(at) == "static") {
            return None;
        }
        let name = self.text(called);
        let declared = shared.functions.iter().find(|d| self.text(d.name) == name)?;
        let parameters = self.parameters(&declared.parameters)?;
        let arguments = self.arguments(&group);
        let arrays = parameters.iter().any(|p| p.tokens.clone().any(|at| self.text(at) == "["));
        if arrays
            || parameters.len() != arguments.len()
            || !arguments.iter().all(|argument| self.is_local(argument.clone(), shared))
        {
            return None;
        }
        let arguments: Vec<String> = arguments.into_iter().map(|a| format!("({})", self.flat(a))).collect();
        let members = parameters.into_iter().map(|p| (p.name, p.declared)).collect();
        Some((members, arguments.join(", "), name))
    }

    /// Whether an expression reads local variables and nothing else, and has no effects. It may be the address of a shared one.
    fn is_local(&self, within: Range<usize>, shared: &Shared<'t>) -> bool {
        let codes = self.codes(self.bare(within.clone()));
        let is_function = |name: &str| shared.functions.iter().any(|d| self.text(d.name) == name);
        let texts: Vec<&'t str> = codes.iter().map(|&at| self.text(at)).collect();
        match texts[..] {
            [name] if shared.arrays.contains(name) || is_function(name) => return true,
            ["&", name] if shared.variables.contains(name) => return true,
            ["&", name, "[", .., "]"] if shared.arrays.contains(name) => {
                let group = self.group(codes[1] + 1..within.end, "[");
                return group
                    .is_some_and(|group| codes.last() == Some(&group.end) && self.is_local(group, shared));
            }
            _ => {}
        }
        let mut before = "(";
        let mut operand = false;
        for (&at, &text) in codes.iter().zip(&texts) {
            let word = self.tokens[at].kind == Kind::Word;
            let unclear = match text {
                "*" | "&" => !operand,
                "->" | "[" | "{" | "++" | "--" => true,
                "(" => operand,
                sign if self.tokens[at].kind == Kind::Sign && sign.ends_with('=') => {
                    !["==", "!=", "<=", ">="].contains(&sign)
                }
                name if word && ![".", "struct", "union", "enum"].contains(&before) => {
                    shared.variables.contains(name) || is_function(name)
                }
                _ => false,
            };
            if unclear {
                return false;
            }
            operand = word && !TYPE_WORDS.contains(&text) || self.tokens[at].kind == Kind::Number;
            before = text;
        }
        !codes.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use crate::frontend::dialect::{Contracts, rewrite};
    use crate::frontend::module::InputKind;

    const DECLARED: &str =
        "int x, a[3], y = 1; _Thread_local int own; struct s { int m; } s; void t(int n, struct s *p);";

    /// What becomes of a function with such a label, and what stands before it.
    fn rewritten(statement: &str) -> String {
        let text = format!("{DECLARED}\nvoid f(int l, int *p) {{ __CPROVER_ASYNC_1: {statement} }}");
        rewrite(&text, "a.c", InputKind::C, Contracts::default())
    }

    #[test]
    fn statements_that_name_no_local_variable_are_functions() {
        for statement in ["x = y", "t(x, &s)", "a[x]++", "s.m = (int)sizeof(struct s)"] {
            let text = rewritten(&format!("{statement};"));
            let function = format!(
                "static void *__bmc_async1(void *__bmc_a) {{ (void)__bmc_a; {statement}; return 0; }} \n\
                 void f(int l, int *p) {{ {{ unsigned long __bmc_t; pthread_create(&__bmc_t, 0, __bmc_async1, 0); }} }}"
            );
            assert!(text.ends_with(&function), "{text}");
        }
    }

    #[test]
    fn arguments_are_read_from_local_variables() {
        for arguments in ["l + 1, (struct s *)0", "(l), &s", "l * 2, (p)", "a == 0, &a[l]"] {
            let text = rewritten(&format!("t({arguments});"));
            let begins =
                "struct __bmc_async1 { int n; struct s *p; }; static void *__bmc_async1(void *__bmc_a) {";
            assert_eq!(text.contains(begins), !arguments.starts_with('a'), "{text}");
        }
    }

    #[test]
    fn others_keep_their_label() {
        let others = [
            "x = l;",
            "t(l, &own);",
            "t(x, p);",
            "t(l, p + own);",
            "t(*p, &s);",
            "t(l++, &s);",
            "t(f(l), &s);",
            "t(l = 1, &s);",
            "t(l, p), x = 1;",
            "{ x = 1; }",
            "return;",
            "if (x) t(x, &s);",
            "u(l);",
            "t(l);",
        ];
        for statement in others {
            let text = rewritten(statement);
            assert_eq!(text.contains("__CPROVER_ASYNC_1:"), statement != "t(l, p + own);", "{text}");
        }
    }

    #[test]
    fn names_that_may_be_hidden_are_compared() {
        let text = format!("{DECLARED} void f(int x) {{ __CPROVER_ASYNC_1: x = y; }}");
        let text = rewrite(&text, "a.c", InputKind::C, Contracts::default());
        let check =
            "{ void __CPROVER_ASYNC_1(void); if ((const void *)&x != __bmc_async1_0()) __CPROVER_ASYNC_1(); ";
        assert!(text.contains(check) && !text.contains("&y"), "{text}");
    }
}
