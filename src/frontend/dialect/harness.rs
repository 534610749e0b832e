//! Harnesses that check the contract of a function.
//!
//! A harness is a function with the parameters of the one that it checks. It assumes what the contract requires, calls, and
//! asserts what the contract ensures. It is written behind the text, and runs begin there. `models/contract.c` has what depends
//! on the run.

use super::Rewriter;
use super::declared::{Declared, Parameter};
use super::lex::Kind;
use super::{Contracts, lifted, promise};
use crate::program::{CONTRACT, ORIGINAL, REQUIRED};
use std::fmt::Write as _;
use std::ops::Range;

/// Declarations of what a harness calls. The compiler would leave out what stands behind a call that does not return, and the
/// call of the function that is checked with it.
const PRELUDE: &str = "void __bmc_contract_begin(void); void __bmc_contract_parameter(void *); \
    void __bmc_contract_assigns(const void *, __CPROVER_size_t); void __bmc_contract_frees(const void *); \
    void __bmc_contract_call(void); void __bmc_contract_return(void); \
    void __bmc_end_path(void); void __bmc_unsupported(const char *); ";

/// A target of `assigns` or `frees`.
pub(super) struct Target {
    /// A line marker.
    pub(super) place: String,
    /// When it is one.
    pub(super) condition: String,
    /// Its first byte, or the pointer.
    pub(super) at: String,
    /// Its number of bytes; nothing for a pointer.
    pub(super) size: String,
    /// The variable that it is, if it is one.
    pub(super) lvalue: Option<String>,
}

/// An expression whose value before a call is asked for.
pub(super) struct Old {
    /// The expression.
    value: String,
    /// An expression of its type.
    ty: String,
    /// When it has a value.
    there: String,
}

impl<'t> Rewriter<'_, 't> {
    /// What stands behind a text for contracts. The harnesses of a function, one of which only asserts that no run is as required,
    /// and what is called instead of others; nothing of them where the text does not declare such a function with one contract.
    pub(super) fn harnesses(&mut self, contracts: Contracts<'_>) -> String {
        let mut functions = contracts.checked.and_then(|f| self.harness(f, contracts)).unwrap_or_default();
        let all = if contracts.used.is_empty() { Vec::new() } else { self.all_declared() };
        for contract in all.iter().filter(|d| !d.clauses.is_empty()) {
            let function = self.text(contract.name);
            if contracts.uses(function) {
                functions.push_str(&self.promise(function).unwrap_or_default());
            }
        }
        let lifted = self.lifted();
        if functions.is_empty() && self.called.is_empty() {
            return String::new();
        }
        format!("\n{PRELUDE}{}{}{lifted}{functions}\n", lifted::PRELUDE, promise::PRELUDE)
    }

    /// The one declaration among some that has a contract.
    pub(super) fn contract_of<'d>(&self, all: &'d [Declared]) -> Option<&'d Declared> {
        match all.iter().filter(|d| !d.clauses.is_empty()).collect::<Vec<_>>()[..] {
            [contract] => Some(contract),
            _ => None,
        }
    }

    /// Declarations of parameters, and a call with them.
    pub(super) fn signature(&self, function: &str, parameters: &[Parameter]) -> (String, String) {
        let all: Vec<&str> = parameters.iter().map(|p| p.declared.as_str()).collect();
        let all = if all.is_empty() { "void".to_owned() } else { all.join(", ") };
        let names: Vec<&str> = parameters.iter().map(|p| p.name.as_str()).collect();
        (all, format!("{function}({})", names.join(", ")))
    }

    fn harness(&mut self, function: &str, contracts: Contracts<'_>) -> Option<String> {
        let all = self.declared(function);
        let contract = self.contract_of(&all)?;
        let parameters = self.parameters(&contract.parameters)?;
        let mut text = String::new();
        // Calls of a function that is replaced by its contract have another name where the function itself is meant.
        let called = if contracts.uses(function) {
            let _ = write!(text, "__typeof__({function}) {ORIGINAL}{function}; ");
            format!("{ORIGINAL}{function}")
        } else {
            function.to_owned()
        };
        // What the file that defines a static function says of it counts.
        let weak = if all.iter().any(|d| d.body.is_some()) { "" } else { "__attribute__((weak)) " };
        for prefix in [CONTRACT, REQUIRED] {
            let (all, call) = self.signature(&called, &parameters);
            let place = self.place(contract.name);
            let _ = write!(text, "{place}{weak}void {prefix}{function}({all}) {{ __bmc_contract_begin(); ");
            for parameter in &parameters {
                let _ = write!(text, "__bmc_contract_parameter((void *)&{}); ", parameter.name);
            }
            for group in self.clauses_of(contract, "__CPROVER_requires") {
                let condition = self.assumed(group.clone(), &[]);
                let _ = write!(text, "{}if (!({condition})) __bmc_end_path(); ", self.place(group.start));
            }
            if prefix == REQUIRED {
                text.push_str("__CPROVER_assert(0, \"requires\"); __bmc_end_path(); }");
                continue;
            }
            let ensured = self.ensured(contract, &mut text);
            for (word, frees) in [("__CPROVER_assigns", false), ("__CPROVER_frees", true)] {
                for group in self.clauses_of(contract, word) {
                    for target in self.targets(group, frees) {
                        text.push_str(&declared_target(&target, frees));
                    }
                }
            }
            text.push_str("__bmc_contract_call(); ");
            let result = format!("__typeof__({call}) __bmc_result = ");
            let place = self.place(contract.name);
            let _ = write!(text, "{place}{}{call}; ", if contract.void { "" } else { &result });
            let _ = write!(text, "__bmc_contract_return(); {ensured}__bmc_end_path(); }}");
        }
        Some(text)
    }

    pub(super) fn clauses_of(&self, contract: &Declared, word: &str) -> Vec<Range<usize>> {
        contract
            .clauses
            .iter()
            .filter(|(at, _)| self.text(*at) == word)
            .map(|(_, group)| group.clone())
            .collect()
    }

    /// Assertions of what is ensured. The values before the call that they name are computed in `text`.
    fn ensured(&mut self, contract: &Declared, text: &mut String) -> String {
        self.olds = Some(Vec::new());
        let mut ensured = String::new();
        for group in self.clauses_of(contract, "__CPROVER_ensures") {
            let condition = self.flat(group.clone());
            let _ =
                write!(ensured, "{}__CPROVER_assert(({condition}), \"ensures\"); ", self.place(group.start));
        }
        self.declare_olds(text);
        ensured
    }

    /// Declares the values before the call that were asked for.
    pub(super) fn declare_olds(&mut self, text: &mut String) {
        for (i, Old { value, ty, there }) in self.olds.take().unwrap_or_default().iter().enumerate() {
            let _ =
                write!(text, "__typeof_unqual__({ty}) __bmc_old{i}; if ({there}) __bmc_old{i} = ({value}); ");
        }
    }

    /// What a clause says is assigned or freed, or what is not supported of it.
    pub(super) fn targets(&mut self, group: Range<usize>, frees: bool) -> Vec<Result<Target, String>> {
        let word = if frees { "__CPROVER_frees" } else { "__CPROVER_assigns" };
        let mut all = Vec::new();
        for part in self.split(group, ";") {
            if self.code(part.clone()).is_none() {
                continue;
            }
            let sides = self.split(part.clone(), ":");
            let conditional = self.top(part.clone()).any(|at| self.text(at) == "?");
            let (condition, targets) = match &sides[..] {
                [targets] => ("1".to_owned(), targets.clone()),
                [condition, targets] if !conditional => (self.flat(condition.clone()), targets.clone()),
                _ => {
                    all.push(Err(word.to_owned()));
                    continue;
                }
            };
            for target in self.split(targets, ",") {
                let place = self.place(target.start);
                let found = if frees { self.freed(target) } else { self.assigned(target) };
                all.push(match found {
                    Some((at, size, lvalue)) => {
                        Ok(Target { place, condition: condition.clone(), at, size, lvalue })
                    }
                    None => Err(format!("a target of {word}")),
                });
            }
        }
        all
    }

    /// The first byte of a target, its number of bytes, and the variable that it is.
    fn assigned(&mut self, target: Range<usize>) -> Option<(String, String, Option<String>)> {
        if self.is_bit_field(target.clone()) {
            return None;
        }
        let word = self.code(target.clone())?;
        let group = self.group(word + 1..target.end, "(");
        let whole = group.filter(|group| self.code(group.end + 1..target.end).is_none());
        let place = match (self.text(word), whole) {
            ("__CPROVER_object_whole", Some(group)) => {
                let p = self.flat(group);
                let at = format!("(const char *)({p}) - __CPROVER_POINTER_OFFSET({p})");
                return Some((at, format!("__CPROVER_OBJECT_SIZE({p})"), None));
            }
            ("__CPROVER_object_from", Some(group)) => {
                let p = self.flat(group);
                let size = format!("__CPROVER_OBJECT_SIZE({p}) - __CPROVER_POINTER_OFFSET({p})");
                return Some((p, size, None));
            }
            ("__CPROVER_object_upto", Some(group)) => match &self.arguments(&group)[..] {
                [p, size] => return Some((self.flat(p.clone()), self.flat(size.clone()), None)),
                _ => return None,
            },
            ("__CPROVER_typed_target", Some(group)) if self.is_bit_field(group.clone()) => return None,
            ("__CPROVER_typed_target", Some(group)) => self.flat(group),
            // Functions may name targets; they are not followed.
            (_, Some(_)) if self.tokens[word].kind == Kind::Word => return None,
            _ => self.flat(target),
        };
        Some((format!("(const void *)&({place})"), format!("sizeof({place})"), Some(place)))
    }

    fn freed(&mut self, target: Range<usize>) -> Option<(String, String, Option<String>)> {
        let word = self.code(target.clone())?;
        let group = self.group(word + 1..target.end, "(");
        let whole = group.filter(|group| self.code(group.end + 1..target.end).is_none());
        let given = match (self.text(word), whole) {
            ("__CPROVER_freeable", Some(group)) => self.flat(group),
            (_, Some(_)) if self.tokens[word].kind == Kind::Word => return None,
            _ => self.flat(target),
        };
        Some((given, String::new(), None))
    }

    /// A line marker for the place of a token, on a line of its own.
    pub(super) fn place(&self, at: usize) -> String {
        let (mut line, mut file) = (1, String::new());
        for token in &self.tokens[..at] {
            if let Some((next, name, _)) = super::checks::marker(token) {
                (line, file) = (next.saturating_sub(1), name);
            }
            line += super::checks::ends(token.text);
        }
        if file.is_empty() {
            String::new()
        } else {
            format!("\n{}\n", super::checks::written(line, &file, "", ""))
        }
    }

    /// Rewrites the value that an expression had before the call.
    pub(super) fn old(&mut self, at: usize, end: usize, out: &mut String) -> Option<usize> {
        let group = self.group(at + 1..end, "(")?;
        self.olds.as_ref()?;
        // What was is not made a pointer of some kind.
        let binding = self.binding.take();
        let text = self.flat(group.clone());
        self.binding = binding;
        let ty = self.of_type(group.clone(), &text);
        let there = self.followed(group.clone());
        let olds = self.olds.as_mut()?;
        let _ = write!(out, "__bmc_old{}", olds.len());
        olds.push(Old { value: text, ty, there });
        Some(group.end + 1)
    }
}

/// Tells the models of a target. Each has its number in whatever run.
fn declared_target(target: &Result<Target, String>, frees: bool) -> String {
    match target {
        Ok(Target { place, condition, at, .. }) if frees => {
            let (call, none) = ("__bmc_contract_frees", "(const void *)0");
            format!("{place}if ({condition}) {call}(({at})); else {call}({none}); ")
        }
        Ok(Target { place, condition, at, size, .. }) => {
            let (call, none) = ("__bmc_contract_assigns", "(const void *)0, 0");
            format!("{place}if ({condition}) {call}({at}, {size}); else {call}({none}); ")
        }
        Err(what) => format!("__bmc_unsupported(\"{what}\"); "),
    }
}

#[cfg(test)]
mod tests {
    use crate::frontend::dialect::{Contracts, rewrite};
    use crate::frontend::module::InputKind;

    fn harnesses(text: &str) -> String {
        rewrite(text, "a.c", InputKind::C, Contracts { checked: Some("f"), used: &[] })
    }

    fn has(text: &str, parts: &[&str]) {
        for part in parts {
            assert!(text.contains(part), "{part}\nis not in\n{text}");
        }
    }

    #[test]
    fn clauses_become_statements() {
        let text = harnesses(
            "int f(int *p, const int n)\n__CPROVER_requires(n > 0)\n__CPROVER_assigns(n > 1: *p; *p, p[1])\n\
             __CPROVER_frees(p)\n__CPROVER_ensures(__CPROVER_return_value == __CPROVER_old(*p));",
        );
        let (_, harness) =
            text.split_once("void __bmc_contract_of_f(int *p, const int n) {").expect("a harness");
        has(
            harness,
            &[
                "__bmc_contract_parameter((void *)&p); __bmc_contract_parameter((void *)&n);",
                "if (!(n > 0)) __bmc_end_path();",
                "__typeof_unqual__(*p) __bmc_old0; if (__CPROVER_r_ok(((p)), sizeof(*((p))))) __bmc_old0 = (*p);",
                "if (n > 1) __bmc_contract_assigns((const void *)&(*p), sizeof(*p)); \
                 else __bmc_contract_assigns((const void *)0, 0);",
                "if (1) __bmc_contract_assigns((const void *)&(p[1]), sizeof(p[1]));",
                "if (1) __bmc_contract_frees((p));",
                "__typeof__(f(p, n)) __bmc_result = f(p, n);",
                "__CPROVER_assert((__bmc_result == __bmc_old0), \"ensures\");",
                "void __bmc_required_of_f(int *p, const int n) {",
            ],
        );
    }

    #[test]
    fn contracts_that_are_not_understood_have_no_harness() {
        for text in [
            "int f(int x);",
            "int f(int x, ...) __CPROVER_requires(x > 0);",
            "int f(int x) __CPROVER_requires(x > 0); int f(int x) __CPROVER_ensures(x > 0) { return x; }",
            "int g(int x) __CPROVER_requires(x > 0);",
        ] {
            assert!(!harnesses(text).contains("__bmc_contract_of_f"), "{text}");
        }
    }

    #[test]
    fn parameters_have_names() {
        let text = harnesses(
            "void f(struct s, unsigned, char *const, int a[3], int (*g)(int), size_t n) __CPROVER_assigns();",
        );
        has(
            &text,
            &[
                "f(struct s __bmc_parameter0, unsigned __bmc_parameter1, char *const __bmc_parameter2, int a[3], \
                 int (*g)(int), size_t n)",
                "; f(__bmc_parameter0, __bmc_parameter1, __bmc_parameter2, a, g, n);",
            ],
        );
    }

    #[test]
    fn functions_of_targets_are_not_followed() {
        let text = harnesses("void f(char *p) __CPROVER_assigns(all(p)) __CPROVER_frees(all(p));");
        has(&text, &["__bmc_unsupported(\"a target of __CPROVER_assigns\")"]);
        has(&text, &["__bmc_unsupported(\"a target of __CPROVER_frees\")"]);
    }

    #[test]
    fn predicates_are_given_variables() {
        let text = harnesses(
            "static _Bool q(struct s *t, int n) { return t->p == 0 || __CPROVER_is_fresh(t->p, n); }\n\
             _Bool r(const char *c);\n\
             void f(struct s *s, int n) __CPROVER_requires(q(s, n) && r((char *)s->name) && r(s->p + 1));",
        );
        has(
            &text,
            &[
                "static _Bool __bmc_assumed_pv_q(struct s *(*__bmc_at_t), int n)",
                "return (*__bmc_at_t)->p == 0 || __bmc_contract_fresh((void *)&((*__bmc_at_t)->p), n);",
                "__attribute__((weak)) _Bool __bmc_assumed_p_r(const char *(*__bmc_at_c)) { return r(*__bmc_at_c); }",
                "__bmc_assumed_pv_q((void *)&(s), n) && __bmc_assumed_p_r((void *)&(s->name)) && \
                 __bmc_assumed_p_r((void *)&(__typeof__(s->p + 1)){ s->p + 1 })",
            ],
        );
    }

    #[test]
    fn conjunctions_end_where_they_are_false() {
        let text =
            harnesses("void f(int *p, int n) __CPROVER_requires((n > 1) & (*p & 3) & n < 4 || *(int *)&n);");
        has(
            &text,
            &[
                "__auto_type __bmc_first1 = ((n > 1) ); __bmc_first1 ? __bmc_first1 & (",
                "__auto_type __bmc_first3 = (*p ); __bmc_first3 ? __bmc_first3 & ( 3) : __bmc_first3;",
                "? __bmc_first2 & ( n < 4 ) : __bmc_first2; }))) : __bmc_first1; }))|| *(int *)&n",
            ],
        );
    }
}
