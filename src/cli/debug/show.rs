//! The output of a debugging session.

use std::fmt::Write;

use super::session::Session;
use crate::machine::{ObjId, Origin, Stop};
use crate::program::LocId;
use crate::report;

/// Bytes of an object that are shown, and in a line.
const BYTES: usize = 512;
const ROW: usize = 16;

impl Session<'_, '_> {
    fn words(&self, loc: Option<LocId>) -> String {
        loc.map_or_else(|| "an unknown place".to_owned(), |l| report::place(self.program, l))
    }

    /// Where the run is.
    pub fn here(&self) -> String {
        let thread = if self.recorder.threads().len() > 1 {
            format!("[thread {}] ", self.recorder.thread())
        } else {
            String::new()
        };
        match self.ended() {
            None => {
                let (_, frame) = match self.user_frame() {
                    Some(found) => found,
                    None => (0, &self.machine.frame),
                };
                let name = &self.program.func(frame.func).source_name;
                format!("{thread}{} in {name}\n", self.words(self.loc_of(frame)))
            }
            Some(Stop::Fault(fault, loc)) => format!("{thread}{}: {fault}\n", self.words(*loc)),
            Some(Stop::Exited(status)) => format!("the program has ended with status {status}\n"),
            Some(Stop::Aborted) => "the program has aborted\n".to_owned(),
            Some(Stop::Over | Stop::Cut) => {
                "the run has ended: an assumption fails, or nothing more is asked\n".to_owned()
            }
            Some(Stop::Choice(count)) => {
                format!("a number below {count} has to be chosen, and none is given\n")
            }
            Some(Stop::Question(_)) => "an input is symbolic\n".to_owned(),
            Some(Stop::Interrupted | Stop::ThreadEnded) => "the thread does not go on\n".to_owned(),
        }
    }

    /// The active calls.
    pub fn frames(&self) -> String {
        let mut out = String::new();
        for (i, frame) in self.stack().into_iter().enumerate() {
            let f = self.program.func(frame.func);
            let mark = if i == self.selected { '*' } else { ' ' };
            let place = if f.model { "the library".to_owned() } else { self.words(self.loc_of(frame)) };
            // Writing to a string cannot fail.
            let _ = writeln!(out, "{mark}{i}: {} at {place}", f.source_name);
        }
        out
    }

    /// Selects a call.
    pub fn select(&mut self, text: &str) -> Result<String, String> {
        let number: usize = text.parse().map_err(|_| format!("`{text}` is no number"))?;
        if number >= self.stack().len() {
            return Err(format!("no frame {number}"));
        }
        self.selected = number;
        Ok(self.frames())
    }

    /// Where each thread is.
    pub fn threads(&self) -> String {
        let mut out = String::new();
        for (i, mut place) in self.recorder.threads().into_iter().enumerate() {
            let runs = i == self.recorder.thread() as usize;
            if runs && self.ended().is_none() {
                place = self.user_frame().and_then(|(_, frame)| self.loc_of(frame)).or(place);
            }
            let mark = if runs { '*' } else { ' ' };
            let _ = writeln!(out, "{mark}{i}: {}", self.words(place));
        }
        out
    }

    /// What was asked for so far.
    pub fn choices(&self) -> String {
        let asked = &self.machine.environment.asked;
        asked.iter().map(|(what, value)| format!("{what} = {}\n", report::input(what, value))).collect()
    }

    fn shown_objects(&mut self) -> Vec<(ObjId, String, usize)> {
        let live: Vec<(ObjId, Origin, usize)> = self
            .machine
            .memory
            .live()
            .filter(|(_, o)| !matches!(o.origin, Origin::Code(_)))
            .map(|(id, o)| (id, o.origin, o.bytes.len()))
            .collect();
        let mut all = Vec::new();
        for (id, origin, size) in live {
            let hidden = matches!(origin, Origin::Global(g) if self.program.global(g).model || self.program.global(g).var.is_none());
            if hidden || !self.recorder.visible(&self.machine, id) {
                continue;
            }
            all.push((id, self.recorder.object(&self.machine, id), size));
        }
        all
    }

    /// What lives in memory.
    pub fn objects(&mut self) -> String {
        let all = self.shown_objects();
        all.into_iter().map(|(_, name, size)| format!("{name}: {size} bytes\n")).collect()
    }

    /// The bytes of an object.
    pub fn object(&mut self, name: &str) -> Result<String, String> {
        let all = self.shown_objects();
        // Of several with one name the youngest.
        let found =
            all.iter().rev().find(|o| o.1 == name).ok_or(format!("no object {name}; objects lists them"))?;
        let id = found.0;
        let Some(object) = self.machine.memory.get(id) else { return Err(format!("{name} has ended")) };
        let (bytes, undef) = (object.bytes.clone(), object.undef.clone());
        let pointers: Vec<(u32, ObjId)> = object.pointers.iter().map(|(&at, &to)| (at, to)).collect();
        let width = self.machine.memory.width;
        let mut out = String::new();
        for (row, part) in bytes.chunks(ROW).enumerate().take(BYTES / ROW) {
            let _ = write!(out, "{:6}:", row * ROW);
            for (i, byte) in part.iter().enumerate() {
                let at = (row * ROW + i) as u32;
                // The number of an address says nothing.
                if pointers.iter().any(|p| p.0 <= at && at < p.0 + width / 8) {
                    out.push_str(" **");
                    continue;
                }
                match undef.get(row * ROW + i).copied().unwrap_or(0) {
                    0 => {
                        let _ = write!(out, " {byte:02x}");
                    }
                    _ => out.push_str(" ??"),
                }
            }
            out.push('\n');
        }
        if bytes.len() > BYTES {
            let _ = writeln!(out, "... {} bytes in all", bytes.len());
        }
        for (at, to) in pointers {
            let reg = self.machine.memory.load(id, at as usize, width / 8, width);
            let shown = self.recorder.scalar(&self.machine, &reg, true);
            let ended = if self.is_live(to) { "" } else { ", which has ended" };
            let _ = writeln!(out, "pointer at {at}: {}{ended}", report::shown(self.program, &shown, None));
        }
        Ok(out)
    }
}
