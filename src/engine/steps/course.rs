//! Where a thread is while it is unfolded: its activations, what it alone can reach, and the condition under which it is there.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::maker::Maker;
use super::own::Own;
use super::value::Value;
use crate::ilr::Term;
use crate::program::FuncId;

/// Iterations of a loop around the place where an activation is.
#[derive(Clone, Debug)]
pub struct Turns {
    /// The loop's first operation.
    pub head: u32,
    /// How often control went back there.
    pub count: u32,
    /// How often it did so where that depended on what is not known.
    pub open: u32,
    /// Length and last condition of the path when it did.
    pub mark: (usize, Option<Term>),
}

/// An activation of a function.
#[derive(Clone, Debug)]
pub struct Level {
    /// The function.
    pub func: FuncId,
    /// The operation that comes next.
    pub pc: u32,
    /// Registers; `None` where nothing was written.
    pub regs: Vec<Option<Value>>,
    /// Objects that end with it.
    pub locals: Vec<usize>,
    /// Whether no other thread runs.
    pub atomic: bool,
    /// Loops around the place, outermost first.
    pub turns: Vec<Turns>,
}

/// A place in the order in which a thread is unfolded.
pub type Order = Vec<u32>;

/// Where a thread is.
#[derive(Clone, Debug)]
pub struct Course {
    /// The thread.
    pub thread: usize,
    /// Activations, outermost first.
    pub levels: Vec<Level>,
    /// Conditions of the path, in order.
    pub path: Vec<Term>,
    /// The nodes that the code belongs to, and when control comes here from each.
    pub members: Vec<(usize, Term)>,
    /// The operation that is the visible action of the nodes, if they have one.
    pub acted: Option<u64>,
    /// Whether no other thread was started.
    pub alone: bool,
    /// What only this thread can reach, by number.
    pub own: BTreeMap<usize, Rc<Own>>,
    /// What the library keeps of the thread, as its creator has left it: until the thread's own code begins.
    pub description: Option<usize>,
    /// Events of the thread so far: operations of the program, and sections of the library that begin.
    pub events: Term,
}

impl Course {
    /// The running activation.
    pub fn top(&mut self) -> &mut Level {
        self.levels.last_mut().expect("a thread runs some function")
    }

    /// The running activation.
    pub fn level(&self) -> &Level {
        self.levels.last().expect("a thread runs some function")
    }

    /// Goes on only where a condition holds.
    pub fn assume(&mut self, make: &mut Maker<'_, '_>, condition: Term) {
        if make.d.terms.as_bool(condition) == Some(true) {
            return;
        }
        self.path.push(condition);
        for (_, when) in &mut self.members {
            *when = make.d.terms.and(*when, condition);
        }
    }

    /// Whether no run comes here.
    pub fn is_impossible(&self, make: &Maker<'_, '_>) -> bool {
        let ff = make.d.terms.ff();
        self.members.iter().all(|m| m.1 == ff) || self.path.contains(&ff)
    }

    /// The condition of the path behind its first ones.
    fn rest(&self, make: &mut Maker<'_, '_>, from: usize) -> Term {
        make.d.terms.and_all(self.path[from..].iter().copied())
    }

    /// Meets another course at the same place. Objects that only one of them has for itself stay its own: the other one never had
    /// them, as shared ones were given up by both before.
    pub fn merge(mut self, make: &mut Maker<'_, '_>, other: Course) -> Course {
        let common = self.path.iter().zip(&other.path).take_while(|(a, b)| a == b).count();
        let (first, second) = (self.rest(make, common), other.rest(make, common));
        for (mine, theirs) in self.levels.iter_mut().zip(other.levels) {
            for (a, b) in mine.regs.iter_mut().zip(theirs.regs) {
                *a = match (a.take(), b) {
                    (Some(a), Some(b)) if make.d.terms.width(a.term) == make.d.terms.width(b.term) => {
                        Some(make.choose(first, &a, &b))
                    }
                    (Some(a), None) => Some(a),
                    (_, b) => b,
                };
            }
            for local in theirs.locals {
                if !mine.locals.contains(&local) {
                    mine.locals.push(local);
                }
            }
            for (a, b) in mine.turns.iter_mut().zip(theirs.turns) {
                a.open = a.open.max(b.open);
            }
        }
        for (number, own) in other.own {
            let merged = match self.own.remove(&number) {
                Some(mine) if Rc::ptr_eq(&mine, &own) => mine,
                Some(mine) => {
                    let (mine, own) = (Rc::unwrap_or_clone(mine), Rc::unwrap_or_clone(own));
                    Rc::new(mine.merge(make, number, first, own))
                }
                None => own,
            };
            self.own.insert(number, merged);
        }
        for (node, when) in other.members {
            match self.members.iter_mut().find(|m| m.0 == node) {
                Some(mine) => mine.1 = make.d.terms.or(mine.1, when),
                None => self.members.push((node, when)),
            }
        }
        self.events = make.d.terms.ite(first, self.events, other.events);
        self.path.truncate(common);
        let either = make.d.terms.or(first, second);
        if make.d.terms.as_bool(either) != Some(true) {
            self.path.push(either);
        }
        self.acted = self.acted.max(other.acted);
        self
    }
}
