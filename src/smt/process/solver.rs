//! An external solver process behind the solver interface.

use std::os::unix::process::ExitStatusExt;
use std::time::{Duration, Instant};

use super::child::{Child, Failure};
use super::profile::Profile;
use super::values::{self, Questions};
use crate::base::effort;
use crate::ilr::eval::Model;
use crate::ilr::{Term, TermStore};
use crate::rewrite::Builder;
use crate::smt::smtlib::dialogue::{Asked, Dialogue, Incremental};
use crate::smt::{Answer, Limits, Reason, SmtError, Solver, Statistics};

/// Time within which a solver that found a model must print it.
const MODEL_TIME: Duration = Duration::from_secs(60);

/// An external solver. The process is started by the first check and again after one that ran into a limit;
/// a solver without an incremental mode gets a process for each check.
pub struct ProcessSolver {
    profile: Profile,
    pub(super) asserted: Vec<Term>,
    session: Option<Session>,
    statistics: Statistics,
}

/// A running process and what was sent to it.
struct Session {
    child: Child,
    dialogue: Dialogue,
    /// Number of assertions sent.
    sent: usize,
    /// Whether the last answer was `sat`, so that values can be queried.
    satisfied: bool,
    /// Values that were queried before the answer was known, because the input had to be closed.
    prefetched: Option<Questions>,
}

impl ProcessSolver {
    /// Makes a solver of that profile; starts no process yet.
    pub fn new(profile: Profile) -> ProcessSolver {
        ProcessSolver { profile, asserted: Vec::new(), session: None, statistics: Statistics::default() }
    }

    /// The profile of the solver.
    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    /// Sends a question to the process. Returns without waiting, or with the answer if it is known without asking.
    /// [`ProcessSolver::wait`] must follow.
    ///
    /// # Errors
    /// If the program cannot be started.
    pub fn begin(
        &mut self,
        store: &TermStore,
        assumptions: &[Term],
        limits: &Limits,
    ) -> Result<Option<Answer>, SmtError> {
        self.statistics.checks += 1;
        let start = Instant::now();
        let begun = self.ask(store, assumptions, limits);
        self.statistics.encode_seconds += start.elapsed().as_secs_f64();
        begun
    }

    fn ask(
        &mut self,
        store: &TermStore,
        assumptions: &[Term],
        limits: &Limits,
    ) -> Result<Option<Answer>, SmtError> {
        if let Some(reason) = limits.exceeded() {
            return Ok(Some(Answer::Unknown(reason)));
        }
        if self.profile.incremental == Incremental::Never {
            self.session = None;
        }
        let mut session = match self.session.take() {
            Some(session) => session,
            None => self.start()?,
        };
        session.satisfied = false;
        let mut text = String::new();
        match session.dialogue.ask(&mut text, store, &self.asserted[session.sent..], assumptions) {
            Ok(Asked::Check) => {}
            Ok(Asked::False) => {
                session.child.send(text);
                session.sent = self.asserted.len();
                self.session = Some(session);
                return Ok(Some(Answer::unsat()));
            }
            Ok(Asked::Restart) => {
                self.session = None;
                return self.ask(store, assumptions, limits);
            }
            // Nothing was sent, so the session stays usable.
            Err(what) => {
                self.session = Some(session);
                return Ok(Some(Answer::Unknown(Reason::Incomplete(what.to_string()))));
            }
        }
        session.sent = self.asserted.len();
        if self.profile.reads_to_end {
            let questions = Questions::of(session.dialogue.writer());
            text.extend(questions.commands());
            session.prefetched = Some(questions);
        }
        session.child.limit_memory(limits.memory);
        let left = limits.deadline.map(|d| d.saturating_duration_since(Instant::now()).as_secs());
        // Solvers may use several threads; the deadline proper is kept by the clock.
        session.child.limit_cpu(left.map(|s| (s + session.child.age().as_secs() + 10) * 8));
        session.child.send(text);
        if self.profile.reads_to_end {
            session.child.close_input();
        }
        self.session = Some(session);
        Ok(None)
    }

    fn start(&self) -> Result<Session, SmtError> {
        let Profile { name, program, args, .. } = &self.profile;
        let child = Child::start(program, args).map_err(|error| SmtError::Start {
            name: name.clone(),
            cause: match error.kind() {
                std::io::ErrorKind::NotFound => format!("no program `{program}` is installed"),
                _ => error.to_string(),
            },
        })?;
        Ok(Session {
            child,
            dialogue: Dialogue::new(self.profile.incremental, self.profile.const_arrays),
            sent: 0,
            satisfied: false,
            prefetched: None,
        })
    }

    /// Waits for the answer to the question that [`ProcessSolver::begin`] has asked.
    ///
    /// # Errors
    /// If the process dies or prints something other than an answer.
    pub fn wait(&mut self, limits: &Limits) -> Result<Answer, SmtError> {
        let start = Instant::now();
        let answer = self.answer(&timed(limits));
        self.statistics.solve_seconds += start.elapsed().as_secs_f64();
        if !matches!(answer, Ok(Answer::Sat | Answer::Unsat(_) | Answer::Unknown(Reason::Incomplete(_)))) {
            self.session = None;
        }
        answer
    }

    fn answer(&mut self, limits: &Limits) -> Result<Answer, SmtError> {
        let session = self.session.as_mut().expect("a question was asked");
        let output = match session.child.receive(limits) {
            Ok(output) => output,
            Err(failure) => return self.failed(failure, limits),
        };
        match output.as_str() {
            "sat" => {
                session.satisfied = true;
                Ok(Answer::Sat)
            }
            "unsat" => Ok(Answer::unsat()),
            "unknown" | "timeout" => {
                if !self.profile.explains_unknown {
                    // The process may be about to die: boolector reports exhausted memory this way.
                    let last =
                        if limits.memory.is_some() { session.child.collect_output() } else { String::new() };
                    self.session = None;
                    let memory = reports_memory_exhaustion(&last);
                    return Ok(Answer::Unknown(if memory {
                        Reason::Memory
                    } else {
                        Reason::Incomplete(output)
                    }));
                }
                session.child.send("(get-info :reason-unknown)\n".into());
                match session.child.receive(limits) {
                    Ok(why) => {
                        let why = why.trim_start_matches("(:reason-unknown").trim_matches([' ', ')', '"']);
                        Ok(Answer::Unknown(match why {
                            "memout" => Reason::Memory,
                            _ => Reason::Incomplete(why.to_owned()),
                        }))
                    }
                    Err(failure) => self.failed(failure, limits),
                }
            }
            other => {
                let what = format!("{other} {}", session.child.rest_of_line());
                self.unexpected_answer(what.trim(), limits)
            }
        }
    }

    fn failed(&mut self, failure: Failure, limits: &Limits) -> Result<Answer, SmtError> {
        /// The signal that a process gets at its limit of processor time.
        const SIGXCPU: i32 = 24;
        let (status, output) = match failure {
            Failure::Deadline => return Ok(Answer::Unknown(Reason::Deadline)),
            Failure::Stopped => return Ok(Answer::Unknown(Reason::Stopped)),
            Failure::Ended { status, output } => (status, output),
        };
        if status.and_then(|s| s.signal()) == Some(SIGXCPU) {
            return Ok(Answer::Unknown(Reason::Deadline));
        }
        if limits.memory.is_some() && reports_memory_exhaustion(&output) {
            return Ok(Answer::Unknown(Reason::Memory));
        }
        let how = match status {
            Some(status) => format!("ended without an answer ({status})"),
            None => "closed its output without an answer".into(),
        };
        let what = if output.is_empty() { how } else { format!("{how}: {output}") };
        Err(self.protocol(what))
    }

    fn unexpected_answer(&mut self, output: &str, limits: &Limits) -> Result<Answer, SmtError> {
        if limits.memory.is_some() {
            let last = self.session.as_mut().map(|s| s.child.collect_output()).unwrap_or_default();
            if reports_memory_exhaustion(output) || reports_memory_exhaustion(&last) {
                return Ok(Answer::Unknown(Reason::Memory));
            }
        }
        let short: String = output.chars().take(400).collect();
        let stderr = self.session.as_ref().map(|s| s.child.stderr()).unwrap_or_default();
        let what = if stderr.is_empty() { short } else { format!("{short}\n{stderr}") };
        Err(self.protocol(format!("expected sat, unsat or unknown, but it said: {what}")))
    }

    fn protocol(&self, what: String) -> SmtError {
        SmtError::Protocol { name: self.profile.name.clone(), what }
    }

    /// Model of the last answer, if that was [`Answer::Sat`].
    ///
    /// # Errors
    /// [`SmtError::NoModel`] after another answer; when the process dies or does not give the values.
    pub fn read_model(&mut self) -> Result<Model, SmtError> {
        let session = self.session.as_mut().filter(|s| s.satisfied).ok_or(SmtError::NoModel)?;
        let name = self.profile.name.clone();
        let wrong = |what: String| SmtError::Protocol { name, what };
        if !self.profile.whole_arrays && values::compares_arrays(session.dialogue.writer()) {
            return Err(wrong("has no model of arrays that are compared".into()));
        }
        let (questions, asked) = match session.prefetched.take() {
            Some(questions) => (questions, true),
            None => (Questions::of(session.dialogue.writer()), false),
        };
        let limits = Limits::until(Instant::now() + MODEL_TIME);
        let mut answers = Vec::new();
        let mut failure = None;
        for command in questions.commands() {
            if !asked {
                session.child.send(command);
            }
            match session.child.receive(&limits) {
                Ok(answer) => answers.push(answer),
                Err(why) => {
                    failure = Some(why);
                    break;
                }
            }
        }
        let Some(why) = failure else {
            let lowering = session.dialogue.writer().lowering();
            return questions.model(lowering, &answers).map_err(wrong);
        };
        self.session = None;
        Err(wrong(match why {
            Failure::Deadline | Failure::Stopped => "no model was given in time".into(),
            Failure::Ended { output, .. } => format!("ended instead of giving a model: {output}"),
        }))
    }

    /// Ends the process, if one runs. The next check starts another one.
    pub fn abandon(&mut self) {
        self.session = None;
    }
}

impl Solver for ProcessSolver {
    fn name(&self) -> &str {
        &self.profile.name
    }

    fn assert(&mut self, _: &mut Builder, t: Term) -> Result<(), SmtError> {
        self.asserted.push(t);
        Ok(())
    }

    fn check(&mut self, b: &mut Builder, assumptions: &[Term], limits: &Limits) -> Result<Answer, SmtError> {
        match self.begin(b, assumptions, limits)? {
            Some(answer) => Ok(answer),
            None => self.wait(limits),
        }
    }

    fn model(&mut self, _: &mut Builder) -> Result<Model, SmtError> {
        self.read_model()
    }

    fn statistics(&self) -> Statistics {
        self.statistics.clone()
    }

    fn effort(&self) -> u64 {
        let seconds = self.statistics.encode_seconds + self.statistics.solve_seconds;
        (seconds * effort::SECOND as f64) as u64
    }
}

/// Limits with a deadline in place of an effort that this process cannot count.
fn timed(limits: &Limits) -> Limits {
    let most =
        limits.effort.filter(|_| limits.clocked).map(|most| Instant::now() + Duration::from_nanos(most));
    let deadline = limits.deadline.into_iter().chain(most).min();
    Limits { deadline, ..limits.clone() }
}

/// Whether a last message reports exhausted memory, in the words of any known solver.
fn reports_memory_exhaustion(output: &str) -> bool {
    let output = output.to_ascii_lowercase();
    ["out of memory", "memout", "bad_alloc", "memory exhausted", "cannot allocate", "outofmemory"]
        .iter()
        .any(|words| output.contains(words))
}
