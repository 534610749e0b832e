//! What is asked of the runs of a program, and what its propositions mean.

use super::eval::{Expression, Undecided};
use super::expression;
use crate::engine::verdict::Cause;
use crate::ltl::{self, Automaton, Formula, Formulas, Limits, MAX_PROPS, Prop, Valuation};
use crate::machine::Machine;
use crate::program::{Callee, Const, InstKind, Program, Value};

/// What is wrong with a property, in one line.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct Mistake(String);

/// The function by which programs set propositions.
const SETTER: &str = "__bmc_proposition";

/// What a proposition means.
enum Meaning {
    /// What the program says last, by its number in [`Property::asked`].
    Said(usize),
    Expression(Expression),
}

/// A property of runs: a formula that all satisfy, or an automaton that none may be accepted by.
pub struct Property {
    /// With the formula, if it was one.
    formula: Option<(Formulas, Formula)>,
    /// Accepts the violations.
    pub automaton: Automaton,
    meanings: Vec<Meaning>,
    /// The propositions that the program is asked for.
    pub asked: Vec<String>,
    /// Whether repetitions of states make no difference.
    pub stutters: bool,
    /// Only runs count in which each thread that can always run does so again and again.
    pub fair: bool,
    text: String,
}

impl Property {
    /// The property that all runs satisfy a formula.
    ///
    /// # Errors
    /// When the text is no formula, a proposition is none of the program, or the automaton becomes too large.
    pub fn formula(program: &Program, text: &str, fair: bool) -> Result<Property, Mistake> {
        let wrong = |column: usize, what: &str| Mistake(format!("column {column}: {what}"));
        let mut formulas = Formulas::new();
        let formula = ltl::parse(&mut formulas, text).map_err(|e| wrong(e.column, &e.message))?;
        let places = ltl::places(text).map_err(|e| wrong(e.column, &e.message))?;
        let mut names = Names::of(program);
        let props: Vec<String> = formulas.props().map(str::to_owned).collect();
        let mut meanings = Vec::new();
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
        Ok(Property { formula, automaton, meanings, asked: names.asked, stutters, fair, text })
    }

    /// The property that no run is accepted by an automaton in the HOA format. Nothing is known of repetitions of states.
    ///
    /// # Errors
    /// When the text is no such automaton, or a proposition is none of the program.
    pub fn automaton(program: &Program, text: &str, fair: bool) -> Result<Property, Mistake> {
        let automaton = ltl::hoa::read(text).map_err(|e| Mistake(e.to_string()))?.reduced();
        let mut names = Names::of(program);
        let meaning = |name: &String| {
            let wrong = |(at, what): expression::Mistake| {
                Mistake(format!("proposition \"{name}\", column {}: {what}", at + 1))
            };
            names.meaning(name).map_err(wrong)
        };
        let meanings = automaton.props().iter().map(meaning).collect::<Result<_, _>>()?;
        let text = "the automaton".to_owned();
        Ok(Property { formula: None, automaton, meanings, asked: names.asked, stutters: false, fair, text })
    }

    /// The property in words.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The texts of its propositions, in the order of their bits.
    pub fn names(&self) -> &[String] {
        self.automaton.props()
    }

    /// Whether a run violates it, by its definition.
    pub fn is_violated_by(&self, word: &ltl::Word) -> bool {
        match &self.formula {
            Some((formulas, f)) => !word.satisfies(formulas, *f),
            None => self.automaton.accepts(word),
        }
    }

    /// Which propositions hold in a state.
    ///
    /// # Errors
    /// Why one of them neither holds nor does not.
    pub fn valuation(&self, machine: &Machine<'_, '_>) -> Result<Valuation, Cause> {
        let mut all = 0;
        for (i, meaning) in self.meanings.iter().enumerate() {
            let holds = match meaning {
                Meaning::Said(number) => machine.propositions >> number & 1 == 1,
                Meaning::Expression(e) => e.holds(machine).map_err(|why| self.undecided(i, why))?,
            };
            all |= u64::from(holds) << i;
        }
        Ok(all)
    }

    fn undecided(&self, prop: usize, why: Undecided) -> Cause {
        let name = &self.names()[Prop::new(prop).index()];
        let what = match why {
            Undecided::Value => format!("a value that is not defined decides the proposition {name}"),
            Undecided::Undefined => format!("C does not define the value of the proposition {name}"),
        };
        Cause::Unsupported { what, loc: None }
    }
}

/// The names that propositions can have.
struct Names<'p> {
    program: &'p Program,
    /// Those that calls in the program name.
    said: Vec<String>,
    /// Those of them that are asked for.
    asked: Vec<String>,
}

impl<'p> Names<'p> {
    fn of(program: &'p Program) -> Names<'p> {
        let insts = program.functions.iter().flat_map(|f| &f.insts);
        let said = insts.filter_map(|inst| match &inst.kind {
            InstKind::Call { callee: Callee::Direct(f), args, .. } if program.func(*f).name == SETTER => {
                text_of(program, *args.first()?)
            }
            _ => None,
        });
        Names { program, said: said.collect(), asked: Vec::new() }
    }

    fn meaning(&mut self, name: &str) -> Result<Meaning, expression::Mistake> {
        if self.said.iter().any(|s| s == name) {
            if !expression::globals(self.program, name).is_empty() {
                return Err((
                    0,
                    format!("{name} is both a variable and a proposition that the program sets"),
                ));
            }
            debug_assert!(self.asked.len() < MAX_PROPS);
            self.asked.push(name.to_owned());
            return Ok(Meaning::Said(self.asked.len() - 1));
        }
        expression::parse(self.program, name).map(|e| Meaning::Expression(expression::truth(e)))
    }
}

/// The string that a constant points to.
fn text_of(program: &Program, v: Value) -> Option<String> {
    let Value::Const(c) = v else { return None };
    let Const::Global(g) = program.constant(c) else { return None };
    let Const::Bytes(_, bytes) = program.constant(program.global(*g).init?) else { return None };
    let end = bytes.iter().position(|&b| b == 0)?;
    String::from_utf8(bytes[..end].to_vec()).ok()
}
