//! A run that can be followed in both directions. Some states are kept as snapshots that share equal parts; between them the
//! run is executed again.

use std::collections::VecDeque;

use crate::base::Bits;
use crate::engine::record::Recorder;
use crate::machine::{Frame, Image, Machine, ObjId, Snapshot, Stop};
use crate::program::{FuncId, LocId, Program};

/// Operations between two states that are kept, at first.
const SPACING: u64 = 4096;

/// Most states that are kept; with more, every other one goes.
const KEPT: usize = 256;

/// Where control is, as the source sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct At {
    thread: u32,
    depth: u32,
    func: FuncId,
    loc: LocId,
}

/// How far to go.
pub enum Until {
    /// To the next line.
    Line,
    /// To the next line of a thread that has at most this number of callers.
    Depth(u32, u32),
    /// To a breakpoint.
    Break,
}

/// A place to stop at.
enum Break {
    Line(String, u32),
    Func(String),
}

/// A state that is kept.
struct Kept {
    position: u64,
    state: Snapshot,
    inputs: VecDeque<Bits>,
    asked: usize,
}

/// A run and where it is.
pub struct Session<'i, 'p> {
    /// The program, made ready for the machine.
    pub(super) image: &'i Image<'p>,
    /// The program.
    pub(super) program: &'p Program,
    /// The machine at the present step.
    pub(super) machine: Machine<'i, 'p>,
    /// Records the run for what is shown.
    pub(super) recorder: Recorder<'i, 'p>,
    scheduler: Option<FuncId>,
    /// Operations since the start.
    position: u64,
    /// Where control was at last in the program of the user.
    at: Option<At>,
    /// Whether it came there by the last operation.
    fresh: bool,
    ended: Option<Stop>,
    kept: Vec<(Kept, Recorder<'i, 'p>, Option<At>, bool)>,
    spacing: u64,
    breaks: Vec<(u32, Break)>,
    numbered: u32,
    /// The selected frame, counted from the innermost one.
    pub(super) selected: usize,
}

impl<'i, 'p> Session<'i, 'p> {
    /// A session at the start of a run.
    pub fn new(
        image: &'i Image<'p>,
        mut machine: Machine<'i, 'p>,
        scheduler: Option<FuncId>,
    ) -> Session<'i, 'p> {
        let mut recorder = Recorder::new(image);
        // What comes before the first operation, as a script says.
        machine.pass_events(None, scheduler);
        recorder.sync(&machine);
        Session {
            image,
            program: image.program,
            machine,
            recorder,
            scheduler,
            position: 0,
            at: None,
            fresh: false,
            ended: None,
            kept: Vec::new(),
            spacing: SPACING,
            breaks: Vec::new(),
            numbered: 0,
            selected: 0,
        }
    }

    /// Why the run has ended, if it has.
    pub fn ended(&self) -> Option<&Stop> {
        self.ended.as_ref()
    }

    // Going.

    fn keep(&mut self) {
        if !self.position.is_multiple_of(self.spacing)
            || self.kept.last().is_some_and(|k| k.0.position >= self.position)
        {
            return;
        }
        if self.kept.len() >= KEPT {
            self.spacing *= 2;
            let spacing = self.spacing;
            self.kept.retain(|k| k.0.position.is_multiple_of(spacing));
            return self.keep();
        }
        let kept = Kept {
            position: self.position,
            state: self.machine.snapshot(),
            inputs: self.machine.environment.inputs.clone(),
            asked: self.machine.environment.asked.len(),
        };
        self.kept.push((kept, self.recorder.clone(), self.at, self.fresh));
    }

    /// Executes one operation; whether that was possible.
    fn operation(&mut self) -> bool {
        if self.ended.is_some() {
            return false;
        }
        self.keep();
        let mut stop = self.recorder.step(&mut self.machine);
        if self.machine.environment.script.is_some() {
            stop = self.machine.pass_events(stop, self.scheduler);
            self.recorder.sync(&self.machine);
        }
        if let Some(stop) = stop {
            if self.machine.let_next_go_on(&stop, self.scheduler) {
                self.recorder.sync(&self.machine);
                self.machine.reductions.races.clear();
            } else {
                self.ended = Some(stop);
            }
        }
        self.recorder.forget();
        self.position += 1;
        let now = self.place();
        self.fresh = now.is_some_and(|now| {
            self.at.is_none_or(|at| {
                (at.thread, at.depth, at.func) != (now.thread, now.depth, now.func)
                    || self.line(at.loc) != self.line(now.loc)
            })
        });
        self.at = now.or(self.at);
        true
    }

    /// Where control is, when it is in the program of the user, at a known place.
    fn place(&self) -> Option<At> {
        let frame = &self.machine.frame;
        if self.ended.is_some() || self.program.func(frame.func).model {
            return None;
        }
        let loc = self.loc_of(frame)?;
        Some(At { thread: self.recorder.thread(), depth: self.recorder.depth(), func: frame.func, loc })
    }

    /// The place of a frame's operation.
    pub(super) fn loc_of(&self, frame: &Frame) -> Option<LocId> {
        let loc = *self.image.code(frame.func).locs.get(frame.pc as usize)?;
        loc.filter(|l| self.program.locs[l.index()].line > 0)
    }

    fn line(&self, loc: LocId) -> (usize, u32) {
        let loc = &self.program.locs[loc.index()];
        (loc.file.index(), loc.line)
    }

    /// Goes forward; breakpoints stop it in any case.
    pub fn advance(&mut self, until: &Until) {
        self.selected = 0;
        let start = self.position;
        self.go(until, start);
        self.look();
    }

    /// Variables have the values that they are given before the next operation.
    fn look(&mut self) {
        if self.ended.is_none() {
            self.recorder.look(&self.machine);
            self.recorder.forget();
        }
    }

    fn go(&mut self, until: &Until, start: u64) {
        while self.operation() {
            if !self.fresh {
                continue;
            }
            let Some(at) = self.at else { continue };
            let here = match *until {
                Until::Line => true,
                Until::Depth(thread, most) => at.thread == thread && at.depth <= most,
                Until::Break => false,
            };
            if here || self.position > start && self.is_break(at) {
                return;
            }
        }
    }

    /// The line before the next one, without what is called.
    pub fn over(&self) -> Until {
        self.at.map_or(Until::Line, |at| Until::Depth(at.thread, at.depth))
    }

    /// The return of the function.
    pub fn out(&self) -> Until {
        match self.at {
            Some(at) if at.depth > 0 => Until::Depth(at.thread, at.depth - 1),
            _ => Until::Break,
        }
    }

    /// Goes back to the line before, or to the breakpoint before; otherwise to the first line.
    pub fn back(&mut self, to_break: bool) {
        self.selected = 0;
        let now = self.position;
        let mut end = now;
        // A kept state does not show whether a line began exactly there, so the search starts at an earlier one.
        while let Some(from) = self.kept.iter().rposition(|k| k.0.position + 1 < end) {
            self.restore(from);
            let start = self.position;
            let mut found = None;
            while self.position + 1 < end && self.operation() {
                let Some(at) = self.at.filter(|_| self.fresh) else { continue };
                if !to_break || self.is_break(at) {
                    found = Some(self.position);
                }
            }
            if let Some(found) = found {
                return self.seek(from, found);
            }
            if start == 0 {
                break;
            }
            end = start + 1;
        }
        // The first line.
        if !self.kept.is_empty() {
            self.restore(0);
        }
        self.advance(&Until::Line);
    }

    fn seek(&mut self, from: usize, position: u64) {
        self.restore(from);
        while self.position < position && self.operation() {}
        self.look();
    }

    fn restore(&mut self, from: usize) {
        let (kept, recorder, at, fresh) = &self.kept[from];
        self.machine.restore(&kept.state);
        self.machine.environment.inputs.clone_from(&kept.inputs);
        self.machine.environment.asked.truncate(kept.asked);
        self.recorder = recorder.clone();
        self.position = kept.position;
        (self.at, self.fresh) = (*at, *fresh);
        self.ended = None;
    }

    // Breakpoints.

    fn is_break(&self, at: At) -> bool {
        self.breaks.iter().any(|(_, b)| match b {
            Break::Line(file, line) => {
                let loc = &self.program.locs[at.loc.index()];
                let name = &self.program.files[loc.file.index()];
                loc.line == *line && (name == file || name.ends_with(&format!("/{file}")))
            }
            Break::Func(name) => {
                let first = self.machine.frame.pc == self.first_line(at.func);
                self.program.func(at.func).source_name == *name && first
            }
        })
    }

    /// The first operation of a function with a place.
    fn first_line(&self, func: FuncId) -> u32 {
        let locs = &self.image.code(func).locs;
        let known = |l: &Option<LocId>| l.is_some_and(|l| self.program.locs[l.index()].line > 0);
        locs.iter().position(known).unwrap_or(0) as u32
    }

    /// Adds a breakpoint.
    pub fn add_break(&mut self, text: &str) -> Result<String, String> {
        let place = match text.rsplit_once(':') {
            Some((file, line)) if line.parse::<u32>().is_ok() => {
                let line = line.parse().unwrap_or(0);
                let exists = self.program.locs.iter().any(|l| {
                    let name = &self.program.files[l.file.index()];
                    l.line == line && (name == file || name.ends_with(&format!("/{file}")))
                });
                if !exists {
                    return Err(format!("no code at {text}"));
                }
                Break::Line(file.to_owned(), line)
            }
            _ => {
                let known = self.program.functions.iter().any(|f| f.source_name == text && f.is_defined());
                if !known {
                    return Err(format!("no function {text}"));
                }
                Break::Func(text.to_owned())
            }
        };
        self.numbered += 1;
        self.breaks.push((self.numbered, place));
        Ok(format!("breakpoint {} at {text}\n", self.numbered))
    }

    /// Takes one away.
    pub fn delete_break(&mut self, text: &str) -> Result<String, String> {
        let number: u32 = text.parse().map_err(|_| format!("`{text}` is no number"))?;
        let before = self.breaks.len();
        self.breaks.retain(|b| b.0 != number);
        if self.breaks.len() < before { Ok(String::new()) } else { Err(format!("no breakpoint {number}")) }
    }

    /// All of them.
    pub fn breakpoints(&self) -> String {
        let line = |(number, place): &(u32, Break)| match place {
            Break::Line(file, line) => format!("{number}: {file}:{line}\n"),
            Break::Func(name) => format!("{number}: {name}\n"),
        };
        self.breaks.iter().map(line).collect()
    }

    /// The activations of the running thread, the innermost first.
    pub(super) fn stack(&self) -> Vec<&Frame> {
        let mut all = vec![&self.machine.frame];
        while let Some(caller) = self.machine.memory.parked(all[all.len() - 1].caller) {
            all.push(caller);
        }
        all
    }

    /// The object that a frame number `selected` keeps a variable in, and so on, are looked for from here.
    pub(super) fn user_frame(&self) -> Option<(usize, &Frame)> {
        let stack = self.stack();
        stack.into_iter().enumerate().skip(self.selected).find(|(_, f)| !self.program.func(f.func).model)
    }

    /// Whether an object exists.
    pub(super) fn is_live(&self, o: ObjId) -> bool {
        self.machine.memory.get(o).is_some()
    }
}
