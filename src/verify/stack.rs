//! A stack that is deep enough for the engines.

use std::cell::Cell;

/// Size of the stack: address space only, used as deep runs need it. Less where the system does not give it.
const STACK_BYTES: [usize; 3] = [2 << 30, 256 << 20, 32 << 20];

thread_local! {
    static IS_DEEP: Cell<bool> = const { Cell::new(false) };
}

/// Calls a function on a deep stack: in a thread of its own, unless this thread has such a stack. Where the system gives no
/// such thread, the caller's has to do.
///
/// # Errors
/// The message of a panic in the thread.
pub(crate) fn on_deep_stack<T: Send>(work: impl Fn() -> T + Sync) -> Result<T, String> {
    if IS_DEEP.get() {
        return Ok(work());
    }
    let deep = || {
        IS_DEEP.set(true);
        work()
    };
    for bytes in STACK_BYTES {
        let done = std::thread::scope(|scope| {
            let worker = std::thread::Builder::new().stack_size(bytes).spawn_scoped(scope, deep);
            worker.map(|w| w.join())
        });
        let Ok(done) = done else { continue };
        return done.map_err(|panic| {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic").to_owned()
        });
    }
    Ok(work())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deep_calls_stay_on_one_thread() {
        let id = || std::thread::current().id();
        let ids = on_deep_stack(|| (id(), on_deep_stack(id)));
        assert!(matches!(ids, Ok((outer, Ok(inner))) if outer == inner && outer != id()));
    }

    #[test]
    fn panics_become_errors() {
        let done: Result<(), String> = on_deep_stack(|| panic!("number {}", 1));
        assert_eq!(done, Err("number 1".to_owned()));
    }
}
