//! Properties of a program's runs, and the meaning of their propositions.

use std::sync::OnceLock;

use crate::engine::verdict::Cause;
use crate::expression::{self, Base, Conditions, Expression, Why};
use crate::ltl::{self, Automaton, Formula, Formulas, Limits, MAX_PROPS, Prop, Valuation};
use crate::machine::Machine;
use crate::program::{Callee, Const, DebugTypeId, GlobalId, InstKind, Program, Value};

/// Error in a property, in one line.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct Mistake(String);

/// Function by which programs set propositions.
const SETTER: &str = "__bmc_proposition";

/// Meaning of a proposition.
enum Meaning {
    /// The value that the program set last; the number is an index of [`Property::asked`].
    SetByProgram(usize),
    Expression(Expression),
}

/// The value of a proposition in a set of states.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Truth {
    /// The same in all of them.
    Known(bool),
    /// It is undefined.
    Open,
    /// Where these conditions hold.
    Symbolic(Conditions),
}

/// Values of the propositions in a state.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Letter {
    /// Propositions that hold.
    pub holds: Valuation,
    /// Propositions whose value is undefined; disjoint from `holds`.
    pub open: Valuation,
}

/// A property of runs: a formula that all runs must satisfy, or an automaton that must accept none.
pub struct Property {
    /// The formula, if the property was given as one.
    formula: Option<(Formulas, Formula)>,
    /// Automaton that accepts the violations.
    pub automaton: Automaton,
    meanings: Vec<Meaning>,
    /// For each proposition: why it was undefined for the first time.
    undecided: Box<[OnceLock<Cause>]>,
    /// Propositions that the program sets.
    pub asked: Vec<String>,
    /// Whether the property is stutter-invariant.
    pub stutters: bool,
    /// Whether only fair runs count: each thread that is always enabled moves infinitely often.
    pub fair: bool,
    text: String,
}

impl Property {
    /// The property that all runs satisfy a formula.
    ///
    /// # Errors
    /// If the formula is ill-formed, a proposition does not fit the program, or the automaton becomes too large.
    pub fn formula(program: &Program, text: &str, fair: bool) -> Result<Property, Mistake> {
        let wrong = |column: usize, what: &str| Mistake(format!("column {column}: {what}"));
        let mut formulas = Formulas::new();
        let formula = ltl::parse(&mut formulas, text).map_err(|e| wrong(e.column, &e.message))?;
        let places = ltl::places(text).map_err(|e| wrong(e.column, &e.message))?;
        let mut names = PropositionNames::of(program);
        let props: Vec<String> = formulas.props().map(str::to_owned).collect();
        let mut meanings: Vec<Meaning> = Vec::new();
        for name in &props {
            let place = places.iter().find(|p| p.0 == *name).map_or(1, |p| p.1);
            meanings.push(names.meaning(name).map_err(|(at, what)| wrong(place + at, &what))?);
        }
        let stutters = formulas.is_next_free(formula);
        let negated = formulas.negation(formula);
        let automaton = ltl::translate(&mut formulas, negated, &Limits::default());
        let automaton = automaton.map_err(|e| Mistake(e.to_string()))?;
        let formula = Some((formulas, formula));
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let undecided = meanings.iter().map(|_| OnceLock::new()).collect();
        Ok(Property { formula, automaton, meanings, undecided, asked: names.asked, stutters, fair, text })
    }

    /// The property that an automaton in the HOA format accepts no run. It is not assumed to be stutter-invariant.
    ///
    /// # Errors
    /// If the automaton is ill-formed, or a proposition does not fit the program.
    pub fn automaton(program: &Program, text: &str, fair: bool) -> Result<Property, Mistake> {
        let automaton = ltl::hoa::read(text).map_err(|e| Mistake(e.to_string()))?.reduced();
        let mut names = PropositionNames::of(program);
        let meaning = |name: &String| {
            let wrong = |(at, what): expression::Mistake| {
                Mistake(format!("proposition \"{name}\", column {}: {what}", at + 1))
            };
            names.meaning(name).map_err(wrong)
        };
        let meanings: Vec<Meaning> = automaton.props().iter().map(meaning).collect::<Result<_, _>>()?;
        let undecided = meanings.iter().map(|_| OnceLock::new()).collect();
        let text = "the automaton".to_owned();
        let (formula, asked, stutters) = (None, names.asked, false);
        Ok(Property { formula, automaton, meanings, undecided, asked, stutters, fair, text })
    }

    /// Text of the property.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Texts of the propositions, in the order of their bits.
    pub fn names(&self) -> &[String] {
        self.automaton.props()
    }

    /// Whether a run violates the property, by its definition.
    pub fn is_violated_by(&self, word: &ltl::Word) -> bool {
        match &self.formula {
            Some((formulas, f)) => !word.satisfies(formulas, *f),
            None => self.automaton.accepts(word),
        }
    }

    /// Evaluates the propositions in a state.
    pub fn letter(&self, machine: &Machine<'_, '_>) -> Letter {
        let mut letter = Letter::default();
        for (i, meaning) in self.meanings.iter().enumerate() {
            let holds = match meaning {
                Meaning::SetByProgram(number) => Ok(machine.propositions() >> number & 1 == 1),
                Meaning::Expression(e) => e.holds(machine),
            };
            match holds {
                Ok(holds) => letter.holds |= u64::from(holds) << i,
                Err(why) => {
                    letter.open |= 1 << i;
                    self.undecided[i].get_or_init(|| self.cause(i, why));
                }
            }
        }
        letter
    }

    /// Evaluates the propositions in a set of states, in the order of their bits.
    pub fn truths(&self, machine: &mut Machine<'_, '_>) -> Vec<Truth> {
        let mut truths = Vec::new();
        for (i, meaning) in self.meanings.iter().enumerate() {
            let e = match meaning {
                Meaning::SetByProgram(number) => {
                    truths.push(Truth::Known(machine.propositions() >> number & 1 == 1));
                    continue;
                }
                Meaning::Expression(e) => e,
            };
            if let Ok(holds) = e.holds(machine) {
                truths.push(Truth::Known(holds));
                continue;
            }
            let why = match e.conditions(machine) {
                Ok(conditions) => {
                    truths.push(Truth::Symbolic(conditions));
                    if machine.symbols().domain.terms.as_bool(conditions.undefined) == Some(false) {
                        continue;
                    }
                    Why::Undefined("some values of variables")
                }
                Err(why) => {
                    truths.push(Truth::Open);
                    why
                }
            };
            self.undecided[i].get_or_init(|| self.cause(i, why));
        }
        truths
    }

    /// Reason for which one of these propositions was undefined.
    pub fn undecided(&self, open: Valuation) -> Cause {
        let mut causes = (0..).zip(&self.undecided).filter(|(i, _)| open >> i & 1 == 1);
        let known = causes.find_map(|(_, cause)| cause.get().cloned());
        known.expect("a state in which it is undecided was met")
    }

    fn cause(&self, prop: usize, why: Why) -> Cause {
        let name = &self.names()[Prop::new(prop).index()];
        let what = match why {
            Why::NotDefined => format!("a value that is not defined decides the proposition {name}"),
            Why::Addresses => format!("where objects lie in memory decides the proposition {name}"),
            Why::Undefined(what) => format!("C does not define the value of the proposition {name}: {what}"),
            Why::Unsupported(what) => format!("the value of the proposition {name}: {what}"),
        };
        Cause::Unsupported { what, loc: None }
    }
}

/// Names of the possible propositions.
struct PropositionNames<'p> {
    program: &'p Program,
    /// Names that calls in the program use.
    set_by_program: Vec<String>,
    /// Those among them that the property uses.
    asked: Vec<String>,
}

impl<'p> PropositionNames<'p> {
    fn of(program: &'p Program) -> PropositionNames<'p> {
        let insts = program.functions.iter().flat_map(|f| &f.insts);
        let set_by_program = insts.filter_map(|inst| match &inst.kind {
            InstKind::Call { callee: Callee::Direct(f), args, .. } if program.func(*f).name == SETTER => {
                text_of(program, *args.first()?)
            }
            _ => None,
        });
        PropositionNames { program, set_by_program: set_by_program.collect(), asked: Vec::new() }
    }

    fn meaning(&mut self, name: &str) -> Result<Meaning, expression::Mistake> {
        if self.set_by_program.iter().any(|s| s == name) {
            if !globals(self.program, name).is_empty() {
                return Err((
                    0,
                    format!("{name} is both a variable and a proposition that the program sets"),
                ));
            }
            debug_assert!(self.asked.len() < MAX_PROPS);
            self.asked.push(name.to_owned());
            return Ok(Meaning::SetByProgram(self.asked.len() - 1));
        }
        let e = expression::parse(self.program, &mut Globals(self.program), name)?;
        let e = e.value(self.program).map_err(|what| (0, what))?;
        Ok(Meaning::Expression(e))
    }
}

/// Resolves names in propositions: global variables and what they lead to.
struct Globals<'p>(&'p Program);

impl expression::Names for Globals<'_> {
    fn variable(&mut self, name: &str) -> Result<Option<(Base, Option<DebugTypeId>)>, String> {
        let program = self.0;
        let global = match globals(program, name)[..] {
            [] => return Ok(None),
            [global] => global,
            _ => return Err(format!("there are several variables {name}")),
        };
        let g = program.global(global);
        if g.thread_local {
            return Err(format!("every thread has its own {}", g.name));
        }
        let ty = g.var.and_then(|v| program.vars[v.index()].ty);
        Ok(Some((Base::Global(global), ty)))
    }

    fn unknown(&self, name: &str) -> String {
        format!("the program has no global variable {name}")
    }
}

/// Globals with this name in the source; several static ones can have the same name.
fn globals(program: &Program, name: &str) -> Vec<GlobalId> {
    let all = program.globals.iter().enumerate().filter(|(_, g)| !g.model);
    let called = |g: &crate::program::Global| match g.var {
        Some(v) => program.vars[v.index()].name == name,
        None => g.name == name,
    };
    let found: Vec<GlobalId> =
        all.clone().filter(|(_, g)| called(g)).map(|(i, _)| GlobalId::new(i)).collect();
    if found.len() < 2 {
        return found;
    }
    let exact: Vec<GlobalId> = all.filter(|(_, g)| g.name == name).map(|(i, _)| GlobalId::new(i)).collect();
    if exact.len() == 1 { exact } else { found }
}

/// The string that a constant points to.
fn text_of(program: &Program, v: Value) -> Option<String> {
    let Value::Const(c) = v else { return None };
    let Const::Global(g) = program.constant(c) else { return None };
    let Const::Bytes(_, bytes) = program.constant(program.global(*g).init?) else { return None };
    let end = bytes.iter().position(|&b| b == 0)?;
    String::from_utf8(bytes[..end].to_vec()).ok()
}
