//! What the scheduler would do, found out once for all states in which it would read the same.
//!
//! The scheduler is C code of the library. Where it is executed for a state, what it reads is written down, and what it
//! changes for each of its choices. As long as all that it read is as it was, executing it again would do the same, so that
//! its effects are applied instead.

use std::sync::Arc;

use crate::base::Bits;
use crate::machine::state::{Node, ObjId, Object};
use crate::machine::step::{Machine, SCHEDULER, Snapshot, Stop};
use crate::program::{FuncId, Program};

/// The function that chooses the thread that goes on, where the program has threads.
pub fn scheduler(program: &Program) -> Option<FuncId> {
    program.function(SCHEDULER).filter(|&f| program.func(f).is_defined())
}

/// What the scheduler does in some states.
#[derive(Clone, Debug, Default)]
pub struct Schedule {
    /// What it read, in the order in which it did, and what that was.
    reads: Vec<(ObjId, Arc<Object>)>,
    /// One for each choice, in their order.
    ways: Vec<Way>,
    /// What each way writes from its first to its last byte and none reads: what was there before is no part of a state.
    overwritten: Vec<ObjId>,
}

/// What follows from a choice.
#[derive(Clone, Debug)]
struct Way {
    /// Objects as it leaves them.
    writes: Vec<(ObjId, Arc<Object>)>,
    /// The activation that goes on.
    resumes: ObjId,
    /// The number of its thread.
    mover: u32,
}

impl Schedule {
    /// The objects that it read, in order.
    pub fn reads(&self) -> impl Iterator<Item = ObjId> {
        self.reads.iter().map(|(id, _)| *id)
    }

    /// How many threads can go on.
    pub fn ways(&self) -> usize {
        self.ways.len()
    }

    /// Where the activation lies that goes on after a choice.
    pub fn resumes(&self, way: usize) -> ObjId {
        self.ways[way].resumes
    }

    /// Objects whose content does not matter before the scheduler has run.
    pub fn overwritten(&self) -> &[ObjId] {
        &self.overwritten
    }

    /// Whether it reads none of these objects.
    pub fn is_apart(&self, mut written: impl Iterator<Item = ObjId>) -> bool {
        !written.any(|id| self.reads.iter().any(|(read, _)| *read == id))
    }

    /// Whether it is that of a machine's state.
    pub fn holds(&self, machine: &Machine<'_, '_>) -> bool {
        machine.threads.interrupted == ObjId::NONE
            && self.reads.iter().all(|(id, before)| match machine.memory.node(*id) {
                Some(Node::Live(now)) => {
                    Arc::ptr_eq(now, before)
                        || now.bytes == before.bytes
                            && now.pointers == before.pointers
                            && now.undef == before.undef
                }
                _ => false,
            })
    }
}

impl Machine<'_, '_> {
    /// Finds out what the scheduler does in this state; nothing where it does something else than to choose once and to
    /// resume. The state is what it was afterwards, and as if loaded just now.
    pub fn plan(&mut self, scheduler: FuncId) -> Option<Schedule> {
        let here = self.snapshot();
        let plan = self.try_plan(scheduler, &here);
        self.reductions.planning = None;
        self.environment.inputs.clear();
        self.environment.asked.clear();
        self.restore(&here);
        plan
    }

    fn try_plan(&mut self, scheduler: FuncId, here: &Snapshot) -> Option<Schedule> {
        let mut schedule = Schedule::default();
        let mut reads: Vec<ObjId> = Vec::new();
        let mut overwritten: Option<Vec<ObjId>> = None;
        let mut count = 1;
        let mut chosen = 0;
        while chosen < count {
            self.restore(here);
            self.reductions.planning = Some(Box::default());
            self.environment.inputs.clear();
            if count > 1 {
                self.environment.inputs.push_back(Bits::new(64, chosen.into()));
            }
            self.schedule(scheduler);
            match self.run() {
                Stop::Choice(ways) if count == 1 => {
                    count = ways;
                    continue;
                }
                Stop::Interrupted => {}
                _ => return None,
            }
            let planning = self.reductions.planning.take()?;
            planning.reads.iter().for_each(|id| {
                if !reads.contains(id) {
                    reads.push(*id);
                }
            });
            match &mut overwritten {
                Some(all) => all.retain(|id| planning.whole.contains(id)),
                None => overwritten = Some(planning.whole),
            }
            let way = Way { writes: self.writes()?, resumes: planning.resumes?, mover: self.threads.mover };
            schedule.ways.push(way);
            chosen += 1;
        }
        self.restore(here);
        let mut overwritten = overwritten.unwrap_or_default();
        overwritten.retain(|id| !reads.contains(id));
        // What one way writes as a whole and another one leaves as it is depends on nothing, but is kept by that other.
        for id in reads {
            match self.memory.node(id) {
                Some(Node::Live(object)) => schedule.reads.push((id, Arc::clone(object))),
                _ => return None,
            }
        }
        schedule.overwritten = overwritten;
        Some(schedule)
    }

    /// The objects that were changed since the state was loaded; nothing when there is more to it.
    fn writes(&self) -> Option<Vec<(ObjId, Arc<Object>)>> {
        let mut writes = Vec::new();
        for (id, before) in self.memory.written() {
            match (before, self.memory.node(id)) {
                (Some(Node::Live(_)), Some(Node::Live(now))) => writes.push((id, Arc::clone(now))),
                (None, None) => {}
                _ => return None,
            }
        }
        let ids = self.memory.loaded_len()..self.memory.count();
        // Activations of what the scheduler has called.
        let gone = ids.map(ObjId::new).all(|id| self.memory.node(id).is_none());
        gone.then_some(writes)
    }

    /// Does what the scheduler does after a choice.
    pub fn follow(&mut self, schedule: &Schedule, chosen: usize) {
        let way = &schedule.ways[chosen];
        for (id, object) in &way.writes {
            self.memory.replace(*id, Arc::clone(object));
        }
        // The library knows it now.
        self.threads.interrupted = ObjId::NONE;
        self.threads.mover = way.mover;
        self.steps += 1;
        self.begin();
        if let Some(parked) = self.memory.take(way.resumes) {
            self.go_on(way.resumes, parked);
        }
    }
}

impl Machine<'_, '_> {
    /// Calls the scheduler, which resumes some thread.
    pub fn schedule(&mut self, scheduler: FuncId) {
        self.frame = self.activate(scheduler, Vec::new());
        self.frame.atomic = true;
        self.begin();
    }

    /// Lets the next thread go on where one was interrupted or has ended; whether the run has stopped for that.
    pub fn let_next_go_on(&mut self, stop: &Stop, scheduler: Option<FuncId>) -> bool {
        match stop {
            Stop::Interrupted if self.threads.interrupted == ObjId::NONE => self.put_away(),
            Stop::Interrupted => {}
            Stop::ThreadEnded => self.drop_thread(),
            _ => return false,
        }
        match scheduler {
            Some(scheduler) => self.schedule(scheduler),
            None => self.resume(),
        }
        true
    }
}
