//! The thread that watches a run: memory, time, and how far it is.

use std::fmt;
use std::fs::File;
use std::os::unix::fs::FileExt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::engine::bmc;
use crate::engine::explicit;

/// How often the watch looks; and where a limit of memory is given, as memory can grow by a gigabyte a second.
const TICK: Duration = Duration::from_millis(20);
const MEMORY_TICK: Duration = Duration::from_millis(4);

/// How long a run has to last until it is told how far it is.
const TELL_AFTER: Duration = Duration::from_secs(1);

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
    pub progress: Option<bmc::Progress>,
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
    progress: Mutex<Option<bmc::Progress>>,
    exploration: Mutex<Option<Arc<explicit::Progress>>>,
    over: AtomicBool,
    most_memory: AtomicU64,
    /// States that were told of last.
    told: AtomicU64,
}

/// How far a run is.
#[derive(Clone, Debug)]
pub struct Progress {
    /// What the engine has done.
    pub work: Work,
    /// Bytes of the process that are in memory.
    pub memory: u64,
    /// Time since the start.
    pub elapsed: Duration,
}

/// What an engine has done so far.
#[derive(Clone, Debug)]
pub enum Work {
    /// Nothing: the program is being read.
    Reading,
    /// The bounded engine.
    Bounded {
        /// Bound of this round.
        bound: u32,
        /// Instructions evaluated in this round.
        instructions: u64,
        /// Obligations that are not decided.
        open: usize,
    },
    /// The explicit engine.
    Explicit {
        /// States that were found.
        states: u64,
        /// States found in a second.
        rate: f64,
        /// Depth of the search.
        depth: u32,
        /// States whose successors are not known.
        waiting: u64,
    },
}

impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.work {
            Work::Reading => {}
            Work::Bounded { bound, instructions, open } => {
                write!(f, "bound {bound}, {instructions} instructions, {open} obligations open, ")?;
            }
            Work::Explicit { states, rate, depth, waiting } => {
                write!(f, "{states} states, {rate:.0} a second, depth {depth}, {waiting} waiting, ")?;
            }
        }
        write!(f, "{} MB, {} s", self.memory >> 20, self.elapsed.as_secs())
    }
}

/// The watch over one run.
pub struct Watch {
    shared: Arc<Shared>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

/// What is watched.
pub struct WatchLimits {
    /// When the run started.
    pub start: Instant,
    /// When it has to end.
    pub deadline: Option<Instant>,
    /// Most bytes in use; nine tenths of what is available when not given.
    pub memory: Option<u64>,
    /// Raised when the memory is used up.
    pub stop: Arc<AtomicBool>,
    /// How often to tell how far the run is.
    pub tell_every: Option<Duration>,
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

/// Nine tenths of the bytes that are available now, if the system tells.
pub fn usable_memory() -> Option<u64> {
    figure("/proc/meminfo", "MemAvailable").map(|m| m / 10 * 9)
}

/// What a mutex guards. Who has panicked with it has told of itself.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Watch {
    /// Starts to watch. `end` is called when the run goes on after a limit was reached; it may end the process. `tell` is
    /// called now and then with how far the run is.
    pub fn start(
        limits: WatchLimits,
        end: impl FnOnce(&Ended) + Send + 'static,
        tell: impl Fn(&Progress) + Send + 'static,
    ) -> Watch {
        let shared = Arc::new(Shared::default());
        let watched = Arc::clone(&shared);
        let available = usable_memory();
        let most = limits.memory.or(available).unwrap_or(u64::MAX);
        let watch = std::thread::Builder::new().name("watch".to_owned());
        // Without the thread there are still the limits that the engine sees by itself.
        let thread = watch.spawn(move || watched.run(&limits, most, end, &tell));
        Watch { shared, thread: Mutex::new(thread.ok()) }
    }

    /// Notes how far the run is.
    pub fn note(&self, p: &bmc::Progress) {
        *lock(&self.shared.exploration) = None;
        *lock(&self.shared.progress) = Some(p.clone());
    }

    /// Tells of an exploration from now on.
    pub fn follow(&self, progress: Arc<explicit::Progress>) {
        *lock(&self.shared.exploration) = Some(progress);
    }

    /// Ends the watch. Where it is ending the run already, this waits: the process may end here.
    pub fn finish(&self) {
        self.shared.over.store(true, Ordering::SeqCst);
        let thread = lock(&self.thread).take();
        if let Some(thread) = thread {
            thread.thread().unpark();
            // A panic there has told of itself.
            let _ = thread.join();
        }
    }

    /// Most bytes in use so far.
    pub fn most_memory(&self) -> u64 {
        let peak = figure("/proc/self/status", "VmHWM");
        peak.unwrap_or_else(|| self.shared.most_memory.load(Ordering::Relaxed))
    }
}

impl Shared {
    fn run(&self, limits: &WatchLimits, most: u64, end: impl FnOnce(&Ended), tell: &impl Fn(&Progress)) {
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
                    progress: lock(&self.progress).clone(),
                    exploration: lock(&self.exploration).clone(),
                    seconds: (now - limits.start).as_secs_f64(),
                    memory: self.most_memory.load(Ordering::Relaxed),
                };
                end(&ended);
                return;
            }
            let due = limits.tell_every.is_some_and(|every| now > told + every);
            if due && now > limits.start + TELL_AFTER {
                let work = self.work(now - told);
                tell(&Progress { work, memory, elapsed: now - limits.start });
                told = now;
            }
            std::thread::park_timeout(if limits.memory.is_some() { MEMORY_TICK } else { TICK });
        }
    }

    /// What the engine has done, where it was told of so long ago.
    fn work(&self, since: Duration) -> Work {
        if let Some(progress) = &*lock(&self.exploration) {
            let states = progress.states.load(Ordering::Relaxed);
            let before = self.told.swap(states, Ordering::Relaxed);
            return Work::Explicit {
                states,
                // Another search may have begun.
                rate: states.checked_sub(before).unwrap_or(states) as f64 / since.as_secs_f64(),
                depth: progress.depth.load(Ordering::Relaxed),
                waiting: states.saturating_sub(progress.expanded.load(Ordering::Relaxed)),
            };
        }
        let progress = lock(&self.progress);
        progress.as_ref().map_or(Work::Reading, |p| Work::Bounded {
            bound: p.halted.bound.unwrap_or(0),
            instructions: p.steps,
            open: p.open,
        })
    }
}
