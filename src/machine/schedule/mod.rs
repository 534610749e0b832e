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

    /// The threads that can go on, by their numbers; bit 63 stands for all from number 63 on.
    pub fn enabled(&self) -> u64 {
        (0..self.ways()).fold(0, |all, way| all | 1 << self.thread(way).min(63))
    }

    /// The number of the thread that goes on after a choice.
    pub fn thread(&self, way: usize) -> u32 {
        self.ways[way].mover
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
                            && now.pieces == before.pieces
                }
                _ => false,
            })
    }
}

impl Schedule {
    /// Finds out what the scheduler does in a state; nothing where it does something else than to choose once and to
    /// resume. The state is what it was afterwards, and as if loaded just now.
    pub fn of(machine: &mut Machine<'_, '_>, scheduler: FuncId) -> Option<Schedule> {
        let here = machine.snapshot();
        let plan = try_plan(machine, scheduler, &here);
        machine.reductions.planning = None;
        machine.environment.inputs.clear();
        machine.environment.asked.clear();
        machine.restore(&here);
        plan
    }

    /// Does what the scheduler does after a choice.
    pub fn follow(&self, machine: &mut Machine<'_, '_>, chosen: usize) {
        let way = &self.ways[chosen];
        for (id, object) in &way.writes {
            machine.memory.replace(*id, Arc::clone(object));
        }
        // The library knows it now.
        machine.threads.interrupted = ObjId::NONE;
        machine.threads.mover = way.mover;
        machine.steps += 1;
        machine.begin();
        if let Some(parked) = machine.memory.take(way.resumes) {
            machine.go_on(way.resumes, parked);
        }
    }
}

fn try_plan(machine: &mut Machine<'_, '_>, scheduler: FuncId, here: &Snapshot) -> Option<Schedule> {
    let mut schedule = Schedule::default();
    let mut reads: Vec<ObjId> = Vec::new();
    let mut overwritten: Option<Vec<ObjId>> = None;
    let mut count = 1;
    let mut chosen = 0;
    while chosen < count {
        machine.restore(here);
        machine.reductions.planning = Some(Box::default());
        machine.environment.inputs.clear();
        if count > 1 {
            machine.environment.inputs.push_back(Bits::new(64, chosen.into()));
        }
        machine.schedule(scheduler);
        match machine.run() {
            Stop::Choice(ways) if count == 1 => {
                count = ways;
                continue;
            }
            Stop::Interrupted => {}
            _ => return None,
        }
        let planning = machine.reductions.planning.take()?;
        planning.reads.iter().for_each(|id| {
            if !reads.contains(id) {
                reads.push(*id);
            }
        });
        match &mut overwritten {
            Some(all) => all.retain(|id| planning.whole.contains(id)),
            None => overwritten = Some(planning.whole),
        }
        let way = Way { writes: writes(machine)?, resumes: planning.resumes?, mover: machine.threads.mover };
        schedule.ways.push(way);
        chosen += 1;
    }
    machine.restore(here);
    let mut overwritten = overwritten.unwrap_or_default();
    overwritten.retain(|id| !reads.contains(id));
    // What one way writes as a whole and another one leaves as it is depends on nothing, but is kept by that other.
    for id in reads {
        match machine.memory.node(id) {
            Some(Node::Live(object)) => schedule.reads.push((id, Arc::clone(object))),
            _ => return None,
        }
    }
    schedule.overwritten = overwritten;
    Some(schedule)
}

/// The objects that were changed since the state was loaded; nothing when there is more to it.
fn writes(machine: &Machine<'_, '_>) -> Option<Vec<(ObjId, Arc<Object>)>> {
    let mut writes = Vec::new();
    for (id, before) in machine.memory.written() {
        match (before, machine.memory.node(id)) {
            (Some(Node::Live(_)), Some(Node::Live(now))) => writes.push((id, Arc::clone(now))),
            (None, None) => {}
            _ => return None,
        }
    }
    let ids = machine.memory.loaded_len()..machine.memory.count();
    // Activations of what the scheduler has called.
    let gone = ids.map(ObjId::new).all(|id| machine.memory.node(id).is_none());
    gone.then_some(writes)
}
