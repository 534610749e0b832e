//! The thread that watches a run: memory, time, and the line that tells how far it is.

use std::fs::File;
use std::io::{IsTerminal, Write};
use std::os::unix::fs::FileExt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use super::args::Args;
use crate::engine::bmc::Progress;
use crate::engine::explicit;

/// How often the watch looks; and where a limit of memory is given, as memory can grow by a gigabyte a second.
const TICK: Duration = Duration::from_millis(20);
const MEMORY_TICK: Duration = Duration::from_millis(4);

/// How often the line is written, and how long a run has to last for one.
const LINE_EVERY: Duration = Duration::from_millis(500);
const LINE_AFTER: Duration = Duration::from_secs(1);

/// The same where there is no terminal.
const LOG_EVERY: Duration = Duration::from_secs(5);

/// How long a run may go on after a limit was reached before it is ended from here.
const GRACE: Duration = Duration::from_millis(300);

/// Why a run is ended from here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// The time is up.
    Time,
    /// The memory is used up.
    Memory,
}

/// A run that is ended from here.
pub struct Ended {
    /// Why.
    pub limit: Limit,
    /// How far the bounded engine was, where it had begun.
    pub progress: Option<Progress>,
    /// How far the other engine was, where it had begun.
    pub exploration: Option<Arc<explicit::Progress>>,
    /// Seconds from the start.
    pub seconds: f64,
    /// Most bytes in use.
    pub memory: u64,
}

/// What the run and its watch share.
#[derive(Default)]
struct Shared {
    progress: Mutex<Option<Progress>>,
    exploration: OnceLock<Arc<explicit::Progress>>,
    over: AtomicBool,
    most_memory: AtomicU64,
    /// States that were told of last.
    told: AtomicU64,
}

/// The watch over one run.
pub struct Watch {
    shared: Arc<Shared>,
    line: bool,
}

/// What is watched.
pub struct Limits {
    /// When the run started.
    pub start: Instant,
    /// When it has to end.
    pub deadline: Option<Instant>,
    /// Most bytes in use; nine tenths of what is available when not given.
    pub memory: Option<u64>,
    /// Raised when the memory is used up.
    pub stop: Arc<AtomicBool>,
    /// Whether to tell how far the run is, on a terminal.
    pub tell: bool,
    /// Whether to tell it elsewhere, too.
    pub verbose: bool,
}

impl Limits {
    /// What the command line says of a run that started then.
    pub fn of(args: &Args, start: Instant) -> Limits {
        Limits {
            start,
            deadline: args.timeout.map(|s| start + Duration::from_secs_f64(s)),
            memory: args.memory_limit.map(|mb| mb.saturating_mul(1 << 20)),
            stop: Arc::new(AtomicBool::new(false)),
            tell: !args.quiet,
            verbose: args.verbose > 0,
        }
    }
}

/// A figure of a file of `/proc`, in kilobytes, as bytes.
fn figure(file: &str, name: &str) -> Option<u64> {
    let text = std::fs::read_to_string(file).ok()?;
    let line = text.lines().find_map(|l| l.strip_prefix(name))?;
    let number: u64 = line.trim_start_matches(':').split_whitespace().next()?.parse().ok()?;
    Some(number * 1024)
}

/// Bytes of the process that are in memory.
pub fn memory_in_use() -> u64 {
    figure("/proc/self/status", "VmRSS").unwrap_or(0)
}

/// Reads how much of the process is in memory, many times a second.
struct Resident {
    file: Option<File>,
    page: u64,
}

impl Resident {
    fn open() -> Resident {
        let page = figure("/proc/self/smaps", "KernelPageSize").unwrap_or(4096);
        Resident { file: File::open("/proc/self/statm").ok(), page }
    }

    fn bytes(&mut self) -> u64 {
        let mut text = [0; 128];
        let read = self.file.as_ref().and_then(|file| file.read_at(&mut text, 0).ok());
        let words = read.and_then(|length| std::str::from_utf8(&text[..length]).ok());
        let pages = words.and_then(|words| words.split(' ').nth(1)?.parse::<u64>().ok());
        pages.map_or_else(memory_in_use, |pages| pages * self.page)
    }
}

impl Watch {
    /// Starts to watch. `end` is called when the run goes on after a limit was reached: it says so and ends the process.
    pub fn start(limits: Limits, end: impl Fn(&Ended) + Send + 'static) -> Watch {
        let line = limits.tell && std::io::stderr().is_terminal();
        let shared = Arc::new(Shared::default());
        let watched = Arc::clone(&shared);
        let available = figure("/proc/meminfo", "MemAvailable").map(|m| m / 10 * 9);
        let most = limits.memory.or(available).unwrap_or(u64::MAX);
        let watch = std::thread::Builder::new().name("watch".to_owned());
        // Without the thread there are still the limits that the engine sees by itself.
        let _ = watch.spawn(move || watched.run(&limits, most, line, &end));
        Watch { shared, line }
    }

    /// Notes how far the run is.
    pub fn note(&self, p: &Progress) {
        *self.shared.progress.lock().unwrap_or_else(PoisonError::into_inner) = Some(p.clone());
    }

    /// Tells of an exploration from now on.
    pub fn follow(&self, progress: Arc<explicit::Progress>) {
        // There is one exploration.
        let _ = self.shared.exploration.set(progress);
    }

    /// Ends the watch. Where it is ending the process already, and saying why, it is left to.
    pub fn finish(&self) {
        if self.shared.over.swap(true, Ordering::SeqCst) {
            std::thread::sleep(Duration::from_secs(60));
        } else if self.line {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }

    /// Most bytes in use so far.
    pub fn most_memory(&self) -> u64 {
        let peak = figure("/proc/self/status", "VmHWM");
        peak.unwrap_or_else(|| self.shared.most_memory.load(Ordering::Relaxed))
    }
}

impl Shared {
    fn run(&self, limits: &Limits, most: u64, line: bool, end: &dyn Fn(&Ended)) {
        let mut resident = Resident::open();
        let mut told = limits.start;
        let mut exceeded: Option<Instant> = None;
        while !self.over.load(Ordering::Relaxed) {
            let memory = resident.bytes();
            self.most_memory.fetch_max(memory, Ordering::Relaxed);
            let now = Instant::now();
            if memory > most {
                limits.stop.store(true, Ordering::Relaxed);
                exceeded.get_or_insert(now);
            }
            let late = exceeded.is_some_and(|at| now > at + GRACE || memory > most.saturating_add(most / 64));
            let limit = match limits.deadline {
                Some(deadline) if now > deadline + GRACE => Some(Limit::Time),
                _ => late.then_some(Limit::Memory),
            };
            if let Some(limit) = limit
                && !self.over.swap(true, Ordering::SeqCst)
            {
                let ended = Ended {
                    limit,
                    progress: self.progress.lock().unwrap_or_else(PoisonError::into_inner).clone(),
                    exploration: self.exploration.get().cloned(),
                    seconds: (now - limits.start).as_secs_f64(),
                    memory: self.most_memory.load(Ordering::Relaxed),
                };
                end(&ended);
                return;
            }
            let every = if line { LINE_EVERY } else { LOG_EVERY };
            if (line || limits.verbose) && now > limits.start + LINE_AFTER && now > told + every {
                self.tell(memory, (now - limits.start, now - told), line);
                told = now;
            }
            std::thread::sleep(if limits.memory.is_some() { MEMORY_TICK } else { TICK });
        }
    }

    fn tell(&self, memory: u64, (time, since): (Duration, Duration), line: bool) {
        let far = match self.exploration.get() {
            Some(progress) => self.explored(progress, since),
            None => {
                let progress = self.progress.lock().unwrap_or_else(PoisonError::into_inner).clone();
                progress.map_or(String::new(), |p| {
                    let bound = p.halted.bound.unwrap_or(0);
                    format!("bound {bound}, {} instructions, {} obligations open, ", p.steps, p.open)
                })
            }
        };
        let (mb, seconds) = (memory >> 20, time.as_secs());
        let mut err = std::io::stderr();
        let _ = match line {
            true => write!(err, "\r\x1b[K{far}{mb} MB, {seconds} s"),
            false => writeln!(err, "bmc: {far}{mb} MB, {seconds} s"),
        };
    }

    /// How far an exploration is: states, states a second, depth, states that wait.
    fn explored(&self, progress: &explicit::Progress, since: Duration) -> String {
        let states = progress.states.load(Ordering::Relaxed);
        let before = self.told.swap(states, Ordering::Relaxed);
        // Another search may have begun.
        let rate = states.checked_sub(before).unwrap_or(states) as f64 / since.as_secs_f64();
        let depth = progress.depth.load(Ordering::Relaxed);
        let waiting = states.saturating_sub(progress.expanded.load(Ordering::Relaxed));
        format!("{states} states, {rate:.0} a second, depth {depth}, {waiting} waiting, ")
    }
}
