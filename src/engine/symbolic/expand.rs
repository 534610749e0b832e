//! The transitions of a set of states: the machine is executed, and asks where symbolic values decide.

use crate::base::Bits;
use crate::engine::explicit::transition_system::{State, TransitionSystem};
use crate::engine::symbolic::data::{Found, Queries};
use crate::ilr::Term;
use crate::ilr::eval::Evaluator;
use crate::machine::{Machine, Question, Snapshot, Stop, Told};
use crate::program::LocId;
use crate::smt::SmtError;

/// Most values of a term that are gone on with one by one.
const MOST_VALUES: usize = 64;

/// An answer with which a machine goes on.
enum Answer {
    Choice(u32),
    Case(Box<[Term]>, u32),
    Value(Term, Bits),
}

/// How a transition ends.
pub enum End {
    /// In a set of states, in which the machine is, and where the thread that has moved goes on.
    States(Option<LocId>),
    /// The machine has stopped for this reason.
    Stopped(Stop),
    /// A symbolic value decides in more ways than are followed.
    TooMany,
}

/// A transition that is under way.
struct Course {
    /// Whether it has gone on with one of several answers.
    split: bool,
    /// Whether a question was not answered in time: its path may be one of no run.
    unsure: bool,
}

/// Executes the transitions of sets of states.
pub struct Expander<'a, 'i, 'p> {
    /// The system.
    pub system: &'a TransitionSystem<'i, 'p>,
    /// Questions about terms.
    pub queries: &'a mut Queries,
    /// Whether a transition may be cut where symbolic values decide.
    pub cuts: bool,
}

impl<'i, 'p> Expander<'_, 'i, 'p> {
    /// Executes all transitions of a set, whose path is given, until `each` says that it is enough. `each` gets the machine at the end of a
    /// transition, and whether its path may be one of no run.
    ///
    /// # Errors
    /// Of a solver, and of `each`.
    pub fn transitions<E: From<SmtError>>(
        &mut self,
        machine: &mut Machine<'i, 'p>,
        (from, path, unsure): (&State, &[Term], bool),
        mut each: impl FnMut(&mut Machine<'i, 'p>, &mut Queries, End, bool) -> Result<(), E>,
    ) -> Result<(), E> {
        let ways = from.schedule.as_ref().map_or(1, |s| s.ways());
        for way in 0..ways {
            machine.restore(&from.snapshot);
            machine.environment.inputs.clear();
            let symbols = machine.symbols();
            symbols.begin(path);
            if ways > 1 {
                symbols.tell(Told::Choice(way as u32));
            }
            match &from.schedule {
                Some(schedule) => schedule.follow(machine, way),
                None => self.system.begin(machine),
            }
            let mut open: Vec<(Snapshot, Answer, bool)> = Vec::new();
            let mut course = Course { split: false, unsure };
            loop {
                let end = self.run(machine, &mut course, &mut open)?;
                if let Some(end) = end {
                    each(machine, self.queries, end, course.unsure)?;
                }
                let Some((inside, answer, unsure)) = open.pop() else { break };
                machine.restore(&inside);
                machine.environment.inputs.clear();
                course = Course { split: true, unsure };
                give(machine, answer);
            }
        }
        Ok(())
    }

    /// Runs to the end of a transition; none where it goes on in several ways, which are put aside.
    fn run(
        &mut self,
        machine: &mut Machine<'i, 'p>,
        course: &mut Course,
        open: &mut Vec<(Snapshot, Answer, bool)>,
    ) -> Result<Option<End>, SmtError> {
        machine.environment.max_steps = Some(machine.steps + self.system.options.max_steps);
        loop {
            let stop = machine.run();
            machine.environment.asked.clear();
            let answers = match stop {
                Stop::Choice(count) => (0..count).rev().map(Answer::Choice).collect(),
                Stop::Question(Question::Cases(cases)) => {
                    let possible = self.possible(machine, &cases, course)?;
                    match possible[..] {
                        [] => return Ok(None),
                        [only] => {
                            machine.symbols().decide(&cases, only, false);
                            continue;
                        }
                        _ => possible.into_iter().rev().map(|c| Answer::Case(cases.clone(), c)).collect(),
                    }
                }
                Stop::Question(Question::Value(term)) => match self.values(machine, term, course)? {
                    None => return Ok(Some(End::TooMany)),
                    Some(values) => match &values[..] {
                        [] => return Ok(None),
                        [only] => {
                            machine.symbols().pick(term, only.clone(), false);
                            continue;
                        }
                        _ => values.into_iter().map(|value| Answer::Value(term, value)).collect::<Vec<_>>(),
                    },
                },
                Stop::Interrupted => return Ok(Some(put_away(machine))),
                Stop::ThreadEnded => {
                    machine.drop_thread();
                    return Ok(Some(End::States(None)));
                }
                stop => return Ok(Some(End::Stopped(stop))),
            };
            // Of a transition with many questions there were exponentially many, although they may lead to few sets.
            if course.split && self.cuts && !machine.frame.atomic && !machine.has_threads() {
                return Ok(Some(match machine.looked(Stop::Interrupted) {
                    Stop::Interrupted => put_away(machine),
                    stop => End::Stopped(stop),
                }));
            }
            let here = machine.snapshot();
            open.extend(answers.into_iter().map(|answer| (here.clone(), answer, course.unsure)));
            return Ok(None);
        }
    }

    /// Which of some cases may hold.
    fn possible(
        &mut self,
        machine: &mut Machine<'i, 'p>,
        cases: &[Term],
        course: &mut Course,
    ) -> Result<Vec<u32>, SmtError> {
        let symbols = machine.symbols();
        let terms = &mut symbols.domain.terms;
        let mut possible = Vec::new();
        let mut unknown = false;
        for (number, &case) in (0..).zip(cases) {
            // One of them holds.
            let last = number as usize + 1 == cases.len() && possible.is_empty() && !course.unsure;
            let answer = if last {
                Some(true)
            } else {
                self.queries.consistent(terms, &symbols.course.path, &[case])?
            };
            if answer != Some(false) {
                possible.push(number);
            }
            unknown |= answer.is_none();
        }
        course.unsure |= unknown && possible.len() > 1;
        Ok(possible)
    }

    /// The values that a term may have; none where they are too many, or not all of them were found in time.
    fn values(
        &mut self,
        machine: &mut Machine<'i, 'p>,
        term: Term,
        course: &Course,
    ) -> Result<Option<Vec<Bits>>, SmtError> {
        let symbols = machine.symbols();
        let terms = &mut symbols.domain.terms;
        let mut conjuncts = symbols.course.path.clone();
        let mut values: Vec<Bits> = Vec::new();
        loop {
            let model = match self.queries.model(terms, &conjuncts)? {
                Found::Model(model) => model,
                Found::None if values.is_empty() && !course.unsure => return Ok(None),
                Found::None => {
                    values.sort_by_key(|value| value.limbs().to_vec());
                    return Ok(Some(values));
                }
                Found::Unknown => return Ok(None),
            };
            if values.len() == MOST_VALUES {
                return Ok(None);
            }
            let value = Evaluator::new(terms.store(), &model).bits(term);
            let constant = terms.constant(&value);
            let other = terms.ne(term, constant);
            conjuncts.push(other);
            values.push(value);
        }
    }
}

/// The thread that has moved goes on another time.
fn put_away(machine: &mut Machine<'_, '_>) -> End {
    let loc = machine.loc();
    machine.put_away();
    End::States(loc)
}

/// A machine goes on with an answer.
fn give(machine: &mut Machine<'_, '_>, answer: Answer) {
    match answer {
        Answer::Choice(chosen) => machine.environment.inputs.push_back(Bits::new(64, chosen.into())),
        Answer::Case(cases, chosen) => machine.symbols().decide(&cases, chosen, true),
        Answer::Value(term, value) => machine.symbols().pick(term, value, true),
    }
}
