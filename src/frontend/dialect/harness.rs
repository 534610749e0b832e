//! Harnesses that check the contract of a function.
//!
//! A harness is a function with the parameters of the one that it checks. It assumes what the contract requires, calls, and
//! asserts what the contract ensures. It is written behind the text, and runs begin there. `models/contract.c` has what depends
//! on the run.

use super::Rewriter;
use super::declared::Declared;
use super::lex::Kind;
use super::lifted;
use crate::program::{CONTRACT, REQUIRED};
use std::fmt::Write as _;
use std::ops::Range;

/// Declarations of what a harness calls.
const PRELUDE: &str = "void __bmc_contract_begin(void); void __bmc_contract_parameter(void *); \
    void __bmc_contract_assigns(const void *, __CPROVER_size_t); void __bmc_contract_frees(const void *); \
    void __bmc_contract_call(void); void __bmc_contract_return(void); \
    void __bmc_end_path(void) __attribute__((noreturn)); void __bmc_unsupported(const char *) __attribute__((noreturn)); ";

impl<'t> Rewriter<'_, 't> {
    /// The harnesses of a function, one of which only asserts that no run is as required. Nothing where the text does not declare
    /// the function with one contract.
    pub(super) fn harnesses(&mut self, function: &str) -> String {
        let harness = self.harness(function).unwrap_or_default();
        let lifted = self.lifted();
        if harness.is_empty() && self.called.is_empty() {
            return String::new();
        }
        format!("\n{PRELUDE}{}{lifted}{harness}\n", lifted::PRELUDE)
    }

    fn harness(&mut self, function: &str) -> Option<String> {
        let all = self.declared(function);
        let [contract] = &all.iter().filter(|d| !d.clauses.is_empty()).collect::<Vec<_>>()[..] else {
            return None;
        };
        let parameters = self.parameters(&contract.parameters)?;
        let mut text = String::new();
        // What the file that defines a static function says of it counts.
        let weak = if all.iter().any(|d| d.body.is_some()) { "" } else { "__attribute__((weak)) " };
        for prefix in [CONTRACT, REQUIRED] {
            let all: Vec<&str> = parameters.iter().map(|p| p.declared.as_str()).collect();
            let all = if all.is_empty() { "void".to_owned() } else { all.join(", ") };
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
            for group in self.clauses_of(contract, "__CPROVER_assigns") {
                self.targets(group, false, &mut text);
            }
            for group in self.clauses_of(contract, "__CPROVER_frees") {
                self.targets(group, true, &mut text);
            }
            text.push_str("__bmc_contract_call(); ");
            let names: Vec<&str> = parameters.iter().map(|p| p.name.as_str()).collect();
            let call = format!("{function}({})", names.join(", "));
            let result = format!("__typeof__({call}) __bmc_result = ");
            let place = self.place(contract.name);
            let _ = write!(text, "{place}{}{call}; ", if contract.void { "" } else { &result });
            let _ = write!(text, "__bmc_contract_return(); {ensured}__bmc_end_path(); }}");
        }
        Some(text)
    }

    fn clauses_of(&self, contract: &Declared, word: &str) -> Vec<Range<usize>> {
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
        for (i, (old, there)) in self.olds.take().unwrap_or_default().iter().enumerate() {
            let _ = write!(text, "__typeof__({old}) __bmc_old{i}; if ({there}) __bmc_old{i} = ({old}); ");
        }
        ensured
    }

    /// Writes what a clause says is assigned or freed.
    fn targets(&mut self, group: Range<usize>, frees: bool, text: &mut String) {
        let word = if frees { "__CPROVER_frees" } else { "__CPROVER_assigns" };
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
                    let _ = write!(text, "__bmc_unsupported(\"{word}\"); ");
                    continue;
                }
            };
            for target in self.split(targets, ",") {
                let place = self.place(target.start);
                let written = if frees { self.freed(target) } else { self.assigned(target) };
                match written {
                    // Each target has its number in whatever run.
                    Some((call, none, given)) => {
                        let _ =
                            write!(text, "{place}if ({condition}) {call}({given}); else {call}({none}); ");
                    }
                    None => {
                        let _ = write!(text, "__bmc_unsupported(\"a target of {word}\"); ");
                    }
                }
            }
        }
    }

    /// The function that takes a target, its arguments for no target, and those for this one.
    fn assigned(&mut self, target: Range<usize>) -> Option<(&'static str, &'static str, String)> {
        let word = self.code(target.clone())?;
        let group = self.group(word + 1..target.end, "(");
        let whole = group.filter(|group| self.code(group.end + 1..target.end).is_none());
        let given = match (self.text(word), whole) {
            ("__CPROVER_object_whole", Some(group)) => {
                let p = self.flat(group);
                format!("(const char *)({p}) - __CPROVER_POINTER_OFFSET({p}), __CPROVER_OBJECT_SIZE({p})")
            }
            ("__CPROVER_object_from", Some(group)) => {
                let p = self.flat(group);
                format!("({p}), __CPROVER_OBJECT_SIZE({p}) - __CPROVER_POINTER_OFFSET({p})")
            }
            ("__CPROVER_object_upto", Some(group)) => self.flat(group),
            ("__CPROVER_typed_target", Some(group)) => {
                let place = self.flat(group);
                format!("(const void *)&({place}), sizeof({place})")
            }
            // Functions may name targets; they are not followed.
            (_, Some(_)) if self.tokens[word].kind == Kind::Word => return None,
            _ => {
                let place = self.flat(target);
                format!("(const void *)&({place}), sizeof({place})")
            }
        };
        Some(("__bmc_contract_assigns", "(const void *)0, 0", given))
    }

    fn freed(&mut self, target: Range<usize>) -> Option<(&'static str, &'static str, String)> {
        let word = self.code(target.clone())?;
        let group = self.group(word + 1..target.end, "(");
        let whole = group.filter(|group| self.code(group.end + 1..target.end).is_none());
        let given = match (self.text(word), whole) {
            ("__CPROVER_freeable", Some(group)) => self.flat(group),
            (_, Some(_)) if self.tokens[word].kind == Kind::Word => return None,
            _ => self.flat(target),
        };
        Some(("__bmc_contract_frees", "(const void *)0", format!("({given})")))
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
        let text = self.flat(group.clone());
        let there = self.followed(group.clone());
        let olds = self.olds.as_mut()?;
        let _ = write!(out, "__bmc_old{}", olds.len());
        olds.push((text, there));
        Some(group.end + 1)
    }
}

#[cfg(test)]
mod tests {
    use crate::frontend::dialect::rewrite;
    use crate::frontend::module::InputKind;

    fn harnesses(text: &str) -> String {
        rewrite(text, "a.c", InputKind::C, Some("f"))
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
                "__typeof__(*p) __bmc_old0; if (__CPROVER_r_ok(((p)), sizeof(*((p))))) __bmc_old0 = (*p);",
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
