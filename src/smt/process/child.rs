//! A solver as a child process: one s-expression in answer to one command, with a deadline.
//!
//! The child leads a process group of its own, so that a solver behind a wrapper script is killed with it.
//! One thread writes and one reads, so neither a child that does not read nor one that does not answer
//! can block us past the deadline.

use std::io::{self, Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use rustix::process::{
    Pid, Resource, Rlimit, Signal, WaitId, WaitIdOptions, getrlimit, kill_process_group, prlimit, waitid,
};

use crate::base::children::Note;
use crate::smt::{Limits, Reason};

/// Maximum number of bytes of standard error that are kept, from its start.
const MAX_STDERR: usize = 4096;
/// Maximum size of one answer in bytes; a solver that writes more is considered broken.
const MAX_ANSWER: usize = 1 << 30;
/// How long a child that has closed its output may take to exit by itself.
const EXIT_GRACE: Duration = Duration::from_millis(500);
/// Polling interval for the caller's stop flag.
const STOP_POLL: Duration = Duration::from_millis(5);

/// Why no answer came.
#[derive(Debug)]
pub enum Failure {
    /// The deadline has passed.
    Deadline,
    /// The caller raised the stop flag.
    Stopped,
    /// The child ended or closed its output; `status` is `None` when it had to be killed.
    Ended {
        /// How it ended.
        status: Option<ExitStatus>,
        /// Standard error, and any unfinished answer.
        output: String,
    },
}

enum Event {
    Text(Vec<u8>),
    End,
}

/// A running solver. Dropping it kills its whole process group.
pub struct Child {
    process: std::process::Child,
    group: Pid,
    /// `None` after the child was waited for.
    running: Option<Note>,
    input: Option<Sender<String>>,
    events: Receiver<Event>,
    /// Whether the child was waited for, so that another process may have its number.
    collected: bool,
    stderr: Arc<Mutex<Vec<u8>>>,
    stderr_reader: Option<JoinHandle<()>>,
    answers: Framer,
    started: Instant,
}

impl Child {
    /// Starts a program.
    ///
    /// # Errors
    /// Those of starting a process; [`io::ErrorKind::NotFound`] when the program is not there.
    pub fn start(program: &str, args: &[String]) -> io::Result<Child> {
        let mut process = Command::new(program)
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn()?;
        let group = Pid::from_child(&process);
        let (input, lines) = mpsc::channel::<String>();
        let mut stdin = process.stdin.take().expect("piped");
        thread::spawn(move || {
            for text in lines {
                // A child that no longer reads shows as the end of its output.
                if stdin.write_all(text.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                    break;
                }
            }
        });
        let (sender, events) = mpsc::channel();
        let mut stdout = process.stdout.take().expect("piped");
        thread::spawn(move || {
            let mut buffer = [0; 1 << 16];
            while let Ok(n @ 1..) = stdout.read(&mut buffer) {
                if sender.send(Event::Text(buffer[..n].to_vec())).is_err() {
                    return;
                }
            }
            let _ = sender.send(Event::End);
        });
        let stderr = Arc::new(Mutex::new(Vec::new()));
        let (mut pipe, kept) = (process.stderr.take().expect("piped"), Arc::clone(&stderr));
        let stderr_reader = thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(n @ 1..) = pipe.read(&mut buffer) {
                let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                let room = MAX_STDERR.saturating_sub(kept.len());
                kept.extend_from_slice(&buffer[..n.min(room)]);
            }
        });
        Ok(Child {
            process,
            group,
            running: Some(Note::new(group.as_raw_nonzero().get(), true)),
            input: Some(input),
            events,
            collected: false,
            stderr,
            stderr_reader: Some(stderr_reader),
            answers: Framer::default(),
            started: Instant::now(),
        })
    }

    /// Limits the child's address space, in bytes; `None` removes the limit.
    pub fn limit_memory(&self, bytes: Option<u64>) {
        self.limit(Resource::As, bytes);
    }

    /// Limits the processor time since the start, in seconds. This is a safety net in case this program is killed and
    /// cannot kill its child.
    pub fn limit_cpu(&self, seconds: Option<u64>) {
        self.limit(Resource::Cpu, seconds);
    }

    fn limit(&self, resource: Resource, most: Option<u64>) {
        let maximum = getrlimit(resource).maximum;
        let current = [most, maximum].into_iter().flatten().min();
        // The child may be gone already; then there is nothing to limit.
        let _ = prlimit(Some(self.group), resource, Rlimit { current, maximum });
    }

    /// Time since its start.
    pub fn age(&self) -> Duration {
        self.started.elapsed()
    }

    /// Sends text to the child without waiting until it is read.
    pub fn send(&self, text: String) {
        if let Some(input) = &self.input {
            // The writer only goes when the child has; `receive` will say so.
            let _ = input.send(text);
        }
    }

    /// Closes the child's input.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// Waits for one whole s-expression.
    ///
    /// # Errors
    /// See [`Failure`]. The child cannot be used afterwards.
    pub fn receive(&mut self, limits: &Limits) -> Result<String, Failure> {
        loop {
            if let Some(answer) = self.answers.next() {
                return Ok(answer);
            }
            if self.answers.pending() > MAX_ANSWER {
                return Err(Failure::Ended { status: None, output: "an endless answer".into() });
            }
            match limits.exceeded() {
                Some(Reason::Stopped) => return Err(Failure::Stopped),
                Some(_) => return Err(Failure::Deadline),
                None => {}
            }
            let left = limits.deadline.map(|at| at.saturating_duration_since(Instant::now()));
            let pause = if limits.stop.is_some() { STOP_POLL } else { Duration::MAX };
            let event = match left.map_or(pause, |left| left.min(pause)) {
                Duration::MAX => self.events.recv().map_err(|_| RecvTimeoutError::Disconnected),
                pause => self.events.recv_timeout(pause),
            };
            match event {
                Ok(Event::Text(bytes)) => self.answers.feed(&bytes),
                Err(RecvTimeoutError::Timeout) => {}
                Ok(Event::End) | Err(RecvTimeoutError::Disconnected) => {
                    return match self.answers.finish() {
                        Some(answer) => Ok(answer),
                        None => Err(self.ended()),
                    };
                }
            }
        }
    }

    /// Rest of the line on which the last answer stopped, if it has arrived. Solvers put the text of an error there.
    pub fn rest_of_line(&mut self) -> String {
        // The line usually arrives in one piece.
        let until = Instant::now() + Duration::from_millis(50);
        while !self.answers.has_line() {
            match self.events.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(Event::Text(bytes)) => self.answers.feed(&bytes),
                _ => break,
            }
        }
        self.answers.line()
    }

    /// What the child has written to standard error so far.
    pub fn stderr(&self) -> String {
        let kept = self.stderr.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&kept).trim().to_owned()
    }

    /// Collects the child's output besides answers. Waits briefly for it to end, then kills it. The child cannot be
    /// used afterwards.
    pub fn collect_output(&mut self) -> String {
        match self.ended() {
            Failure::Ended { output, .. } => output,
            Failure::Deadline | Failure::Stopped => String::new(),
        }
    }

    /// Collects the exit status of a child that has closed its output.
    fn ended(&mut self) -> Failure {
        let until = Instant::now() + EXIT_GRACE;
        // Looking without collecting keeps the process group's number ours until it is killed.
        let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        let exited = loop {
            match waitid(WaitId::Pid(self.group), look) {
                Ok(Some(_)) => break true,
                Ok(None) if Instant::now() < until => thread::sleep(Duration::from_millis(2)),
                _ => break false,
            }
        };
        let status = self.end().filter(|_| exited);
        if let Some(reader) = self.stderr_reader.take() {
            // The group is dead, so its end of the pipe is closed.
            let _ = reader.join();
        }
        let unfinished = self.answers.line();
        let output = [self.stderr(), unfinished].join("\n").trim().to_owned();
        Failure::Ended { status, output }
    }

    /// Kills the process group and waits for the child.
    fn end(&mut self) -> Option<ExitStatus> {
        if !self.collected {
            // Fails only when the whole group is gone.
            let _ = kill_process_group(self.group, Signal::KILL);
            self.collected = true;
        }
        let status = self.process.wait().ok();
        self.running = None;
        status
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        self.end();
    }
}

/// Splits a stream into s-expressions.
#[derive(Default)]
struct Framer {
    bytes: Vec<u8>,
    /// Number of bytes of the first expression that were scanned.
    scanned: usize,
    depth: usize,
    mode: Mode,
}

#[derive(Default, Clone, Copy, PartialEq, Eq)]
enum Mode {
    #[default]
    Blank,
    Atom,
    Bar,
    Text,
    Comment,
}

impl Framer {
    fn feed(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    fn pending(&self) -> usize {
        self.bytes.len()
    }

    /// The next complete expression, if it has arrived.
    fn next(&mut self) -> Option<String> {
        while let Some(&byte) = self.bytes.get(self.scanned) {
            match (self.mode, byte) {
                (Mode::Bar, b'|') | (Mode::Text, b'"') => {
                    self.mode = Mode::Blank;
                    if self.depth == 0 {
                        return Some(self.cut(self.scanned + 1));
                    }
                }
                (Mode::Comment, b'\n') => {
                    self.mode = Mode::Blank;
                    if self.depth == 0 {
                        self.bytes.drain(..=self.scanned);
                        self.scanned = 0;
                        continue;
                    }
                }
                (Mode::Bar | Mode::Text | Mode::Comment, _) => {}
                (Mode::Atom, b'(' | b')' | b' ' | b'\t' | b'\r' | b'\n' | b'|' | b'"' | b';') => {
                    self.mode = Mode::Blank;
                    if self.depth == 0 {
                        return Some(self.cut(self.scanned));
                    }
                    continue;
                }
                (Mode::Atom, _) => {}
                (Mode::Blank, b' ' | b'\t' | b'\r' | b'\n') => {}
                (Mode::Blank, b'|') => self.mode = Mode::Bar,
                (Mode::Blank, b'"') => self.mode = Mode::Text,
                (Mode::Blank, b';') => self.mode = Mode::Comment,
                (Mode::Blank, b'(') => self.depth += 1,
                (Mode::Blank, b')') => {
                    // A stray parenthesis counts as an unexpected answer.
                    self.depth = self.depth.saturating_sub(1);
                    if self.depth == 0 {
                        return Some(self.cut(self.scanned + 1));
                    }
                }
                (Mode::Blank, _) => self.mode = Mode::Atom,
            }
            self.scanned += 1;
        }
        None
    }

    /// The last expression, if the stream ends directly after an atom.
    fn finish(&mut self) -> Option<String> {
        (self.mode == Mode::Atom && self.depth == 0).then(|| self.cut(self.scanned))
    }

    fn cut(&mut self, end: usize) -> String {
        let text = String::from_utf8_lossy(&self.bytes[..end]).trim().to_owned();
        self.bytes.drain(..end);
        (self.scanned, self.depth, self.mode) = (0, 0, Mode::Blank);
        text
    }

    fn has_line(&self) -> bool {
        self.bytes.contains(&b'\n')
    }

    fn line(&mut self) -> String {
        let end = self.bytes.iter().position(|&b| b == b'\n').unwrap_or(self.bytes.len());
        self.cut(end)
    }
}
