//! The sets of states that were visited or wait: by their control, and for each control the sets of data.

use crate::engine::explicit::store::StateId;
use crate::engine::explicit::transition_system::State;
use crate::engine::symbolic::data::DataSet;
use crate::ilr::Term;
use crate::machine::{ObjId, Told};

/// A set of states.
pub struct Entry {
    /// How it was reached; not known of the first one and of runs that have ended. States of each way are in it, and no others.
    pub ways: Vec<Way>,
    /// Its data in normal form, without constants.
    pub data: DataSet,
    /// The states, until its transitions are followed.
    pub waiting: Option<Waiting>,
    /// Whether its path may be one of no run.
    pub unsure: bool,
    /// Number of transitions from the first set.
    pub depth: u32,
}

/// The states of a set that waits.
pub struct Waiting {
    /// The state of the machine, with terms of the one that has reached it.
    pub state: State,
    /// The nodes in which the cells lie, in order.
    pub order: Box<[ObjId]>,
}

/// How a set was reached.
pub struct Way {
    /// The set before it.
    pub from: usize,
    /// What was told in the transition.
    pub told: Box<[Told]>,
    /// The data as the transition left them.
    pub raw: DataSet,
    /// The same cells in normal form; some may be constants.
    pub cells: Box<[Term]>,
}

/// All sets.
#[derive(Default)]
pub struct Visited {
    /// In the order in which they were found.
    pub entries: Vec<Entry>,
    /// Those of each control.
    of_control: Vec<Vec<u32>>,
}

impl Visited {
    /// Numbers of the sets of a control, the last ones first.
    pub fn of(&self, control: StateId) -> impl Iterator<Item = usize> {
        let known = self.of_control.get(control.index()).map_or(&[][..], |known| known);
        known.iter().rev().map(|&number| number as usize)
    }

    /// Adds the set of runs that have ended; its number.
    pub fn add_end(&mut self, entry: Entry) -> usize {
        self.entries.push(entry);
        self.entries.len() - 1
    }

    /// A set of a control that waits and has these cells: only its path differs.
    pub fn waiting(&mut self, control: StateId, cells: &[Term]) -> Option<&mut Entry> {
        let known = self.of_control.get(control.index())?;
        let number = known.iter().rev().copied().find(|&number| {
            let entry = &self.entries[number as usize];
            entry.waiting.is_some() && !entry.ways.is_empty() && entry.data.cells == cells
        })?;
        Some(&mut self.entries[number as usize])
    }

    /// Adds a set; its number.
    pub fn add(&mut self, control: StateId, entry: Entry) -> usize {
        let number = self.entries.len();
        if self.of_control.len() <= control.index() {
            self.of_control.resize_with(control.index() + 1, Vec::new);
        }
        self.of_control[control.index()].push(number as u32);
        self.entries.push(entry);
        number
    }
}
