//! What is called instead of a function that is replaced by its contract.
//!
//! It is a function with the same parameters. It asserts what the contract requires, writes any values to what the contract says
//! is assigned, frees what may be freed or leaves it, and returns any value for which the contract ensures what it says.
//! `models/contract.c` has what depends on the run, and `src/analysis/promise.rs` adds what the contract does not say.

use super::Rewriter;
use super::harness::Target;
use crate::program::PROMISE;
use std::fmt::Write as _;

/// Declarations of what such a function calls.
pub(super) const PRELUDE: &str = "void __bmc_promise_begin(void); void __bmc_promise_assigns(const void *, __CPROVER_size_t); \
    void __bmc_promise_frees(const void *); void __bmc_promise_uses(void); \
    void __bmc_promise_writes(const void *, __CPROVER_size_t); \
    void __bmc_promise_writes_number(const void *, __CPROVER_size_t); \
    void __bmc_promise_writes_truth(const void *, __CPROVER_size_t); void __bmc_promise_ends(const void *); \
    void __bmc_promise_ensures(void); void __bmc_promise_called(int); void __bmc_promise_kept(int); \
    void __bmc_promise_end(void); ";

/// Types of numbers. What else is written may have pointers in it.
const NUMBERS: [&str; 13] = [
    "char",
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned",
    "long",
    "unsigned long",
    "long long",
    "unsigned long long",
    "float",
    "double",
];

/// The function that writes any value to a variable.
fn writer(variable: &str) -> String {
    let numbers: String = NUMBERS.iter().map(|n| format!("{n} *: __bmc_promise_writes_number, ")).collect();
    format!(
        "_Generic(&({variable}), _Bool *: __bmc_promise_writes_truth, {numbers}default: __bmc_promise_writes)"
    )
}

impl Rewriter<'_, '_> {
    /// The function that is called instead of one, if the text declares that with one contract.
    pub(super) fn promise(&mut self, function: &str) -> Option<String> {
        let all = self.declared(function);
        let contract = self.contract_of(&all)?.clone();
        let parameters = self.parameters(&contract.parameters)?;
        let is_static = all.iter().any(|d| self.is_marked(d, "static"));
        // Another file may say the same.
        let storage = if is_static { "static" } else { "__attribute__((weak))" };
        let (declared, call) = self.signature(function, &parameters);
        let result = self.result_of(&contract);
        let mut text = self.place(contract.name);
        let _ = write!(text, "{storage} {result} {PROMISE}{function}({declared}) {{ __bmc_promise_begin(); ");
        for group in self.clauses_of(&contract, "__CPROVER_requires") {
            let condition = self.flat(group.clone());
            let place = self.place(group.start);
            let _ = write!(text, "{place}__CPROVER_assert(({condition}), \"requires of {function}\"); ");
        }
        self.olds = Some(Vec::new());
        let mut ensured = String::new();
        for group in self.clauses_of(&contract, "__CPROVER_ensures") {
            let condition = self.assumed(group.clone(), &[]);
            let _ = write!(ensured, "{}if (!({condition})) __bmc_end_path(); ", self.place(group.start));
        }
        self.declare_olds(&mut text);
        let (mut before, mut after) = (String::new(), String::new());
        let mut number = 0;
        for frees in [false, true] {
            let word = if frees { "__CPROVER_frees" } else { "__CPROVER_assigns" };
            for group in self.clauses_of(&contract, word) {
                for target in self.targets(group, frees) {
                    number += 1;
                    match target {
                        Ok(target) => write_target(&target, number, frees, &mut before, &mut after),
                        Err(what) => {
                            let _ = write!(before, "__bmc_unsupported(\"{what}\"); ");
                        }
                    }
                }
            }
        }
        let _ = write!(text, "{before}__bmc_promise_uses(); {after}");
        if !contract.void {
            let value = format!("__typeof_unqual__({call}) __bmc_result; ");
            let _ = write!(text, "{value}{}(&__bmc_result, sizeof __bmc_result); ", writer("__bmc_result"));
        }
        let place = self.place(contract.name);
        let _ = write!(
            text,
            "{place}__bmc_promise_ensures(); __bmc_promise_called(0); {ensured}{place}__bmc_promise_kept(0); \
             __bmc_promise_end(); {} }}",
            if contract.void { "" } else { "return __bmc_result;" }
        );
        Some(text)
    }
}

/// Writes what a target is before anything changes, and what happens to it.
fn write_target(target: &Target, number: u32, frees: bool, before: &mut String, after: &mut String) {
    let Target { place, condition, at, size, lvalue } = target;
    if frees {
        let _ = write!(
            before,
            "{place}const void *__bmc_target{number} = 0; if ({condition}) __bmc_target{number} = ({at}); \
             __bmc_promise_frees(__bmc_target{number}); "
        );
        let _ = write!(after, "__bmc_promise_ends(__bmc_target{number}); ");
        return;
    }
    let _ = write!(
        before,
        "{place}const void *__bmc_target{number} = 0; __CPROVER_size_t __bmc_size{number} = 0; if ({condition}) \
         {{ __bmc_target{number} = ({at}); __bmc_size{number} = ({size}); }} \
         __bmc_promise_assigns(__bmc_target{number}, __bmc_size{number}); "
    );
    let writes = lvalue.as_deref().map_or("__bmc_promise_writes".to_owned(), writer);
    let _ = write!(after, "{writes}(__bmc_target{number}, __bmc_size{number}); ");
}

#[cfg(test)]
mod tests {
    use crate::frontend::dialect::{Contracts, rewrite};
    use crate::frontend::module::InputKind;

    fn promise(text: &str) -> String {
        let contracts = Contracts { checked: None, used: &["f".to_owned()] };
        let text = rewrite(text, "a.c", InputKind::C, contracts);
        text.split_once("__bmc_promise_of_f").map_or(String::new(), |(_, rest)| rest.to_owned())
    }

    fn has(text: &str, parts: &[&str]) {
        for part in parts {
            assert!(text.contains(part), "{part}\nis not in\n{text}");
        }
    }

    #[test]
    fn clauses_become_statements() {
        let text = promise(
            "int f(int *p, const int n)\n__CPROVER_requires(n > 0)\n\
             __CPROVER_assigns(n > 1: *p; __CPROVER_object_upto(p, n))\n__CPROVER_frees(p)\n\
             __CPROVER_ensures(__CPROVER_return_value == __CPROVER_old(*p));",
        );
        has(
            &text,
            &[
                "(int *p, const int n) { __bmc_promise_begin(); ",
                "__CPROVER_assert((n > 0), \"requires of f\"); ",
                "if (n > 1) { __bmc_target1 = ((const void *)&(*p)); __bmc_size1 = (sizeof(*p)); } \
                 __bmc_promise_assigns(__bmc_target1, __bmc_size1); ",
                "if (1) { __bmc_target2 = (p); __bmc_size2 = (n); }",
                "if (1) __bmc_target3 = (p); __bmc_promise_frees(__bmc_target3); __bmc_promise_uses(); ",
                "_Generic(&(*p), _Bool *: __bmc_promise_writes_truth, char *: __bmc_promise_writes_number, ",
                "default: __bmc_promise_writes)(__bmc_target1, __bmc_size1); __bmc_promise_writes(__bmc_target2, __bmc_size2); \
                 __bmc_promise_ends(__bmc_target3); ",
                "if (!(__bmc_result == __bmc_old0)) __bmc_end_path(); ",
                "return __bmc_result; }",
            ],
        );
    }

    #[test]
    fn others_are_not_understood() {
        for text in ["int f(int x);", "int f(int x, ...) __CPROVER_requires(x > 0);"] {
            assert_eq!(promise(text), "", "{text}");
        }
        has(
            &promise("void f(char *p) __CPROVER_assigns(all(p));"),
            &["__bmc_unsupported(\"a target of __CPROVER_assigns\")"],
        );
    }
}
