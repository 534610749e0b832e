//! Reads foreign IR in a child process first, because LLVM may abort, crash or loop on damaged input.
//!
//! The child is a fork of this process, which costs about a millisecond; a new process would have to load LLVM again.
//! The child parses, verifies and performs all steps that the parent will perform, then returns the module as freshly
//! written bitcode. The parent uses only that.
#![allow(unsafe_code, reason = "fork, pipe and wait")]

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::{AsRawFd, FromRawFd};
use std::time::{Duration, Instant};

use super::FrontendError;
use crate::base::children::Note;

/// Time limit of the child.
const DEADLINE: Duration = Duration::from_secs(120);
/// Limit on the child's address space, in bytes.
const MEMORY: u64 = 16 << 30;

/// Result of the child.
pub(super) type Answer = Result<Vec<u8>, FrontendError>;

/// Runs `work` in a child process. `path` is used in the error message if the child crashes.
///
/// The caller must ensure that no other thread is inside LLVM at this moment.
pub(super) fn run(path: &str, work: impl FnOnce() -> Answer) -> Answer {
    let system = |what: &str| {
        let reason = super::module::reason(&std::io::Error::last_os_error());
        FrontendError::File { path: path.to_string(), reason: format!("{what}: {reason}") }
    };
    let mut ends = [0; 2];
    // SAFETY: two descriptors fit.
    if unsafe { libc::pipe2(ends.as_mut_ptr(), libc::O_CLOEXEC) } != 0 {
        return Err(system("pipe"));
    }
    // SAFETY: fresh descriptors that nobody else owns.
    let (from_child, to_parent) = unsafe { (File::from_raw_fd(ends[0]), File::from_raw_fd(ends[1])) };
    // SAFETY: the child uses only memory, the pipe and LLVM, then leaves by `_exit`; see the caller's duty.
    match unsafe { libc::fork() } {
        -1 => Err(system("fork")),
        0 => {
            drop(from_child);
            child(to_parent, work)
        }
        pid => {
            drop(to_parent);
            let running = Note::new(pid, false);
            let said = read_until(from_child, Instant::now() + DEADLINE);
            if said.is_err() {
                // SAFETY: our own child, not waited for yet.
                unsafe { libc::kill(pid, libc::SIGKILL) };
            }
            let mut status = 0;
            // SAFETY: as above.
            unsafe { libc::waitpid(pid, &mut status, 0) };
            drop(running);
            let damaged = |reason: String| FrontendError::Damaged { path: path.to_string(), reason };
            match said {
                Ok(message) if !message.is_empty() => decode(path, message),
                Ok(_) => Err(damaged("damaged: LLVM crashes on it".to_string())),
                Err(()) => Err(damaged("damaged: LLVM does not finish reading it".to_string())),
            }
        }
    }
}

/// Ends this process at once, without running cleanup code of LLVM or the C library, because another thread may be
/// using them.
pub fn leave(code: i32) -> ! {
    // SAFETY: a plain system call on our own process.
    unsafe { libc::_exit(code) }
}

fn child(mut to_parent: File, work: impl FnOnce() -> Answer) -> ! {
    // SAFETY: plain system calls on our own process.
    unsafe {
        for signal in [libc::SIGSEGV, libc::SIGBUS, libc::SIGABRT, libc::SIGILL, libc::SIGFPE] {
            libc::signal(signal, libc::SIG_DFL);
        }
        let no_core = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
        libc::setrlimit(libc::RLIMIT_CORE, &no_core);
        let memory = libc::rlimit { rlim_cur: MEMORY, rlim_max: MEMORY };
        libc::setrlimit(libc::RLIMIT_AS, &memory);
        // LLVM's messages on a crash are not meant for the user.
        let null = libc::open(c"/dev/null".as_ptr(), libc::O_WRONLY);
        if null >= 0 {
            libc::dup2(null, 1);
            libc::dup2(null, 2);
        }
    }
    super::llvm::abort_on_fatal_errors();
    let answer = std::panic::catch_unwind(std::panic::AssertUnwindSafe(work));
    let sent = answer.is_ok_and(|a| to_parent.write_all(&encode(a)).is_ok());
    drop(to_parent);
    // SAFETY: leaves without running anything of the parent's.
    unsafe { libc::_exit(if sent { 0 } else { 1 }) }
}

/// Reads from the pipe until it closes; `Err` if the deadline passes.
fn read_until(mut from: File, deadline: Instant) -> Result<Vec<u8>, ()> {
    let mut all = Vec::new();
    let mut part = vec![0; 1 << 16];
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        let mut poll = libc::pollfd { fd: from.as_raw_fd(), events: libc::POLLIN, revents: 0 };
        let millis = i32::try_from(left.as_millis()).unwrap_or(i32::MAX);
        // SAFETY: one entry, as said.
        match unsafe { libc::poll(&mut poll, 1, millis) } {
            0 => return Err(()),
            n if n < 0 => continue,
            _ => {}
        }
        match from.read(&mut part) {
            Ok(0) => return Ok(all),
            Ok(n) => all.extend_from_slice(&part[..n]),
            Err(e) if e.kind() == std::io::ErrorKind::Interrupted => {}
            Err(_) => return Ok(Vec::new()),
        }
    }
}

const OK: u8 = b'O';
const DAMAGED: u8 = b'D';
const NEWER: u8 = b'N';
const OTHER: u8 = b'X';
/// A length of 8 bytes follows the tag, so that the message of a child that died while writing is not taken as
/// complete.
const HEADER: usize = 9;

fn encode(answer: Answer) -> Vec<u8> {
    let (tag, body) = match answer {
        Ok(bitcode) => (OK, bitcode),
        Err(FrontendError::Newer { producer, .. }) => (NEWER, producer.into_bytes()),
        Err(FrontendError::Damaged { path, reason }) => (DAMAGED, format!("{path}\0{reason}").into_bytes()),
        Err(other) => (OTHER, other.to_string().into_bytes()),
    };
    let mut message = vec![tag];
    message.extend((body.len() as u64).to_le_bytes());
    message.extend(body);
    message
}

fn decode(path: &str, message: Vec<u8>) -> Answer {
    let path = path.to_string();
    let length = message.get(1..HEADER).and_then(|b| b.try_into().ok()).map(u64::from_le_bytes);
    if length != Some(message.len().saturating_sub(HEADER) as u64) {
        return Err(FrontendError::Damaged { path, reason: "damaged: LLVM crashes on it".to_string() });
    }
    let body = message[HEADER..].to_vec();
    let text = |b: Vec<u8>| String::from_utf8_lossy(&b).into_owned();
    match message[0] {
        OK => Ok(body),
        NEWER => Err(FrontendError::Newer { path, producer: text(body) }),
        DAMAGED => {
            let body = text(body);
            let (path, reason) = body.split_once('\0').unwrap_or((&path, &body));
            Err(FrontendError::Damaged { path: path.to_string(), reason: reason.to_string() })
        }
        _ => Err(FrontendError::Damaged { path, reason: text(body) }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reason(answer: Answer) -> String {
        answer.expect_err("an error").to_string()
    }

    #[test]
    fn answers_come_through() {
        assert_eq!(run("x", || Ok(vec![1; 1_000_000])), Ok(vec![1; 1_000_000]));
        assert_eq!(run("x", || Ok(Vec::new())), Ok(Vec::new()));
        let newer = FrontendError::Newer { path: "x".into(), producer: "LLVM 23".into() };
        assert_eq!(run("x", || Err(newer.clone())), Err(newer.clone()));
    }

    #[test]
    fn crashes_and_panics_are_contained() {
        assert_eq!(reason(run("x", || std::process::abort())), "x: damaged: LLVM crashes on it");
        assert_eq!(reason(run("x", || panic!("oops"))), "x: damaged: LLVM crashes on it");
    }
}
