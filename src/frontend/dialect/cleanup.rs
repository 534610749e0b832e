//! What glibc's macro `pthread_cleanup_push` is made of.
//!
//! Where a thread ends, it jumps to the macro, as `longjmp` does, which calls the handler and then ends the thread further. Here the
//! library is told the handler and its argument, and calls it itself. So no engine has to jump, and POSIX asks for no more: the
//! handlers are executed, the last one that was pushed first.

use super::Rewriter;

/// What a text with such a macro has in any case.
pub(super) const WORD: &str = "__pthread_register_cancel";

/// What tells the library a handler.
pub(super) const PUSH: &str = "__bmc_cleanup_push";

/// Where the macro marks the place to jump to, in two versions of glibc.
const MARKS: [&str; 2] = ["__sigsetjmp", "__sigsetjmp_cancel"];

/// The macro's variable.
const BUFFER: &str = "__cancel_buf";

impl Rewriter<'_, '_> {
    /// Rewrites a call in the macro; where it ends.
    pub(super) fn cleanup(&mut self, at: usize, end: usize, out: &mut String) -> Option<usize> {
        let name = self.text(at);
        if name != WORD && !MARKS.contains(&name) {
            return None;
        }
        let group = self.group(at + 1..end, "(")?;
        if !group.clone().any(|inside| self.text(inside) == BUFFER) {
            return None;
        }
        // The macro has these variables, too. A place that nobody marks is never jumped to.
        let told = format!("{PUSH}(&{BUFFER}, __cancel_routine, __cancel_arg)");
        out.push_str(if name == WORD { &told } else { "0" });
        out.push_str(&self.lines(at..group.end));
        Some(group.end + 1)
    }
}

#[cfg(test)]
mod tests {
    use crate::frontend::dialect::{Contracts, rewrite};
    use crate::frontend::module::InputKind;

    fn rewritten(text: &str) -> String {
        rewrite(text, "a.c", InputKind::C, Contracts::default())
    }

    #[test]
    fn the_library_is_told_the_handler() {
        let told = "__bmc_cleanup_push(&__cancel_buf, __cancel_routine, __cancel_arg);";
        for mark in [
            "__sigsetjmp ((struct __jmp_buf_tag *) (void *) (__cancel_buf.__cancel_jmp_buf), (0))",
            "__sigsetjmp_cancel (__cancel_buf.__cancel_jmp_buf,\n 0)",
        ] {
            let text =
                format!("void f(void) {{ int first = {mark}; __pthread_register_cancel (&__cancel_buf); }}");
            let new = rewritten(&text);
            assert!(new.contains("int first = 0"), "{new}");
            assert!(new.contains(told), "{new}");
            assert!(new.contains("void __bmc_cleanup_push(void *, void (*)(void *), void *);"), "{new}");
        }
    }

    #[test]
    fn other_jumps_stay() {
        for text in [
            "extern void __pthread_register_cancel (__pthread_unwind_buf_t *__buf);",
            "void f(void) { if (__sigsetjmp(own, 0)) return; }",
        ] {
            assert!(rewritten(text).contains(text), "{text}");
        }
    }
}
