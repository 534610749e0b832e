//! Parser of the HOA format.

use rustc_hash::FxHashMap;

use super::HoaError;
use super::lex::{Place, Token, lex};
use crate::ltl::guard::{MAX_CUBES, TooManyCubes};
use crate::ltl::{Automaton, Cube, Edge, Guard, MAX_PROPS, MAX_SETS, Marks, State};

/// Maximum number of states.
const MAX_STATES: usize = 1 << 20;

/// Maximum number of propositions for edges without labels: each state has 2 to that many edges.
const MAX_IMPLICIT: usize = 20;

/// Parses one automaton.
///
/// # Errors
/// If `text` is malformed or of an unsupported kind; see the module.
pub fn read(text: &str) -> Result<Automaton, HoaError> {
    let mut reader = Reader { tokens: lex(text)?, at: 0 };
    let header = reader.header()?;
    reader.body(header)
}

/// An acceptance set of the result: the edges inside, or outside, of one of the sets in the text.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Clause {
    inside: Marks,
    outside: Marks,
}

impl Clause {
    fn contains(self, marks: Marks) -> bool {
        self.inside.intersection(marks) != Marks::NONE || !marks.contains(self.outside)
    }
}

struct Header {
    states: Option<usize>,
    /// Initial states with their positions.
    starts: Vec<(usize, Place)>,
    props: Option<Vec<String>>,
    aliases: FxHashMap<String, Guard>,
    /// Number of sets in the text, and the clauses that must be visited infinitely often.
    acceptance: Option<(usize, Vec<Clause>)>,
}

struct Reader {
    tokens: Vec<(Token, Place)>,
    at: usize,
}

impl Reader {
    fn peek(&self) -> &Token {
        &self.tokens[self.at].0
    }

    fn place(&self) -> Place {
        self.tokens[self.at].1
    }

    fn take(&mut self) -> Token {
        let token = self.peek().clone();
        // The end token is never consumed.
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    fn take_symbol(&mut self, c: char) -> bool {
        let found = *self.peek() == Token::Symbol(c);
        if found {
            self.take();
        }
        found
    }

    fn expect(&mut self, c: char) -> Result<(), HoaError> {
        if self.take_symbol(c) { Ok(()) } else { self.unexpected(&format!("'{c}'")) }
    }

    fn unexpected<T>(&self, wanted: &str) -> Result<T, HoaError> {
        self.place().error(format!("{wanted} is expected here, not {}", self.peek()))
    }

    fn number(&mut self, what: &str) -> Result<usize, HoaError> {
        match *self.peek() {
            Token::Number(n) => {
                self.take();
                Ok(n)
            }
            _ => self.unexpected(what),
        }
    }

    /// A state; rejects conjunctions of states.
    fn state(&mut self, states: Option<usize>) -> Result<usize, HoaError> {
        let place = self.place();
        let n = self.number("a state")?;
        if let Some(count) = states.filter(|s| n >= *s) {
            return place.error(format!("there is no state {n}: the header says {count} states"));
        }
        if n >= MAX_STATES {
            return place.error(format!("more than {MAX_STATES} states are not supported"));
        }
        if *self.peek() == Token::Symbol('&') {
            return self.place().error("conjunctions of states (alternating automata) are not supported");
        }
        Ok(n)
    }

    fn header(&mut self) -> Result<Header, HoaError> {
        let mut header = Header {
            states: None,
            starts: Vec::new(),
            props: None,
            aliases: FxHashMap::default(),
            acceptance: None,
        };
        match (self.take(), self.peek()) {
            (Token::Header(name), Token::Identifier(version)) if name == "HOA" => {
                if version != "v1" {
                    return self.place().error(format!("version '{version}' is not supported, only 'v1' is"));
                }
                self.take();
            }
            _ => return self.tokens[0].1.error("an automaton starts with 'HOA: v1'"),
        }
        loop {
            let place = self.place();
            match self.take() {
                Token::Header(name) => self.header_item(&mut header, &name, place)?,
                Token::Mark("BODY") => return Ok(header),
                Token::Mark("ABORT") => return place.error("the automaton was aborted by its producer"),
                token => return place.error(format!("a header item is expected here, not {token}")),
            }
        }
    }

    fn header_item(&mut self, header: &mut Header, name: &str, place: Place) -> Result<(), HoaError> {
        let twice = match name {
            "States" => header.states.is_some(),
            "AP" => header.props.is_some(),
            "Acceptance" => header.acceptance.is_some(),
            _ => false,
        };
        if twice {
            return place.error(format!("'{name}:' is given twice"));
        }
        match name {
            "States" => {
                let n = self.number("the number of states")?;
                if n > MAX_STATES {
                    return place.error(format!("more than {MAX_STATES} states are not supported"));
                }
                header.states = Some(n);
            }
            // Whether the state exists is checked when the number of states is known.
            "Start" => {
                let place = self.place();
                header.starts.push((self.state(None)?, place));
            }
            "AP" => header.props = Some(self.props()?),
            "Alias" => {
                let Token::Alias(name) = self.peek().clone() else { return self.unexpected("'@name'") };
                let place = self.place();
                self.take();
                // The propositions may be declared later.
                let count = header.props.as_ref().map_or(MAX_PROPS, Vec::len);
                let guard = self.label(count, &header.aliases)?;
                if header.aliases.insert(name.clone(), guard).is_some() {
                    return place.error(format!("alias '@{name}' is given twice"));
                }
            }
            "Acceptance" => header.acceptance = Some(self.acceptance()?),
            "acc-name" | "tool" | "name" | "properties" => self.skip_item(),
            // According to the format, items with a capital letter may change the semantics.
            _ if name.starts_with(|c: char| c.is_ascii_uppercase()) => {
                return place.error(format!("the header item '{name}:' is not supported"));
            }
            _ => self.skip_item(),
        }
        Ok(())
    }

    fn skip_item(&mut self) {
        while !matches!(self.peek(), Token::Header(_) | Token::Mark(_) | Token::End) {
            self.take();
        }
    }

    fn props(&mut self) -> Result<Vec<String>, HoaError> {
        let place = self.place();
        let count = self.number("the number of propositions")?;
        if count > MAX_PROPS {
            return place.error(format!("more than {MAX_PROPS} propositions are not supported"));
        }
        let mut props = Vec::new();
        while let Token::Text(name) = self.peek().clone() {
            if props.contains(&name) {
                return self.place().error(format!("proposition '{name}' is given twice"));
            }
            self.take();
            props.push(name);
        }
        if props.len() != count {
            return place.error(format!("{count} propositions are announced, {} follow", props.len()));
        }
        Ok(props)
    }

    /// A Boolean expression with `!`, `&`, `|` and parentheses, by operator precedence with an explicit stack.
    fn expression<T>(
        &mut self,
        mut atom: impl FnMut(&mut Self) -> Result<T, HoaError>,
        mut apply: impl FnMut(char, &mut Vec<T>) -> Result<(), String>,
    ) -> Result<T, HoaError> {
        let mut operators: Vec<(char, Place)> = Vec::new();
        let mut operands: Vec<T> = Vec::new();
        let mut complain = |place: Place, op: char, operands: &mut Vec<T>| match apply(op, operands) {
            Ok(()) => Ok(()),
            Err(message) => place.error(message),
        };
        loop {
            let place = self.place();
            if let Token::Symbol(c @ ('!' | '(')) = *self.peek() {
                self.take();
                operators.push((c, place));
                continue;
            }
            operands.push(atom(self)?);
            // After an operand, operators that bind more tightly than the next one are complete.
            loop {
                let place = self.place();
                let next = match *self.peek() {
                    Token::Symbol(c @ ('&' | '|' | ')')) => c,
                    _ => ' ',
                };
                let waits = |op: char| matches!(op, '!' | '&') || op == '|' && next != '&';
                while let Some((op, at)) = operators.pop_if(|(op, _)| waits(*op)) {
                    complain(at, op, &mut operands)?;
                }
                match (next, operators.last()) {
                    (')', Some(_)) => {
                        self.take();
                        operators.pop();
                    }
                    ('&' | '|', _) => {
                        self.take();
                        operators.push((next, place));
                        break;
                    }
                    (_, Some((_, open))) => return open.error("'(' is never closed"),
                    (_, None) => return Ok(operands.pop().expect("one is left")),
                }
            }
        }
    }

    fn label(&mut self, props: usize, aliases: &FxHashMap<String, Guard>) -> Result<Guard, HoaError> {
        let atom = |r: &mut Self| {
            let place = r.place();
            let guard = match r.peek() {
                Token::Number(n) if *n >= props => {
                    return place.error(format!("there is no proposition {n}: there are {props}"));
                }
                Token::Number(n) => Guard::from(Cube::literal(*n, true)),
                Token::Identifier(t) if t == "t" => Guard::always(),
                Token::Identifier(f) if f == "f" => Guard::never(),
                Token::Alias(name) => match aliases.get(name) {
                    Some(guard) => guard.clone(),
                    None => return place.error(format!("there is no alias '@{name}' so far")),
                },
                _ => return r.unexpected("a proposition, an alias, 't' or 'f'"),
            };
            r.take();
            Ok(guard)
        };
        self.expression(atom, |op, operands| {
            let b = operands.pop().expect("an operand");
            let made = match (op, operands.last()) {
                ('!', _) => b.not(),
                ('&', Some(a)) => a.and(&b),
                (_, Some(a)) if a.cubes().len() + b.cubes().len() > MAX_CUBES => Err(TooManyCubes),
                (_, Some(a)) => Ok(a.clone().or(&b)),
                _ => unreachable!("binary operators have two operands"),
            };
            if op != '!' {
                operands.pop();
            }
            operands.push(made.map_err(|TooManyCubes| {
                format!("the label has more than {MAX_CUBES} conjunctions in disjunctive form")
            })?);
            Ok(())
        })
    }

    /// The acceptance condition as a conjunction of sets, by distribution.
    fn acceptance(&mut self) -> Result<(usize, Vec<Clause>), HoaError> {
        let place = self.place();
        let count = self.number("the number of acceptance sets")?;
        if count > MAX_SETS as usize {
            return place.error(format!("more than {MAX_SETS} acceptance sets are not supported"));
        }
        let atom = |r: &mut Self| {
            let place = r.place();
            match r.take() {
                Token::Identifier(t) if t == "t" => return Ok(Vec::new()),
                Token::Identifier(f) if f == "f" => {
                    return Ok(vec![Clause { inside: Marks::NONE, outside: Marks::NONE }]);
                }
                Token::Identifier(inf) if inf == "Inf" => {}
                Token::Identifier(fin) if fin == "Fin" => {
                    return place.error("acceptance with 'Fin' (not generalised Büchi) is not supported");
                }
                token => {
                    return place.error(format!("'Inf', 't' or 'f' is expected here, not {token}"));
                }
            }
            r.expect('(')?;
            let complement = r.take_symbol('!');
            let place = r.place();
            let set = r.number("an acceptance set")?;
            if set >= count {
                return place.error(format!("there is no acceptance set {set}: there are {count}"));
            }
            r.expect(')')?;
            let (set, none) = (Marks::one(set as u32), Marks::NONE);
            let clause = match complement {
                true => Clause { inside: none, outside: set },
                false => Clause { inside: set, outside: none },
            };
            Ok(vec![clause])
        };
        let clauses = self.expression(atom, |op, operands: &mut Vec<Vec<Clause>>| {
            if op == '!' {
                return Err("an acceptance condition has no negation".to_owned());
            }
            let b = operands.pop().expect("an operand");
            let a = operands.pop().expect("two operands");
            let mut all: Vec<Clause> = match op {
                '&' => a.into_iter().chain(b).collect(),
                _ => a.iter().flat_map(|x| b.iter().map(|y| either(*x, *y))).collect(),
            };
            let mut kept: Vec<Clause> = Vec::new();
            all.retain(|c| {
                !kept.contains(c) && {
                    kept.push(*c);
                    true
                }
            });
            operands.push(all);
            if kept.len() > MAX_SETS as usize {
                return Err(format!("the condition needs more than {MAX_SETS} acceptance sets"));
            }
            Ok(())
        })?;
        Ok((count, clauses))
    }

    fn signature(&mut self, sets: usize) -> Result<Marks, HoaError> {
        let mut marks = Marks::NONE;
        if self.take_symbol('{') {
            while !self.take_symbol('}') {
                let place = self.place();
                let set = self.number("an acceptance set or '}'")?;
                if set >= sets {
                    return place.error(format!("there is no acceptance set {set}: there are {sets}"));
                }
                marks = marks.union(Marks::one(set as u32));
            }
        }
        Ok(marks)
    }

    fn body(&mut self, header: Header) -> Result<Automaton, HoaError> {
        let props = header.props.unwrap_or_default();
        let Some((sets, clauses)) = header.acceptance else {
            return self.tokens[0].1.error("the header has no 'Acceptance:'");
        };
        for (name, guard) in &header.aliases {
            let unknown = |c: &Cube| c.literals().find(|(p, _)| *p >= props.len());
            if let Some((p, _)) = guard.cubes().iter().find_map(unknown) {
                let message =
                    format!("alias '@{name}': there is no proposition {p}: there are {}", props.len());
                return self.tokens[0].1.error(message);
            }
        }
        let mut made = Automaton::new(props.clone(), clauses.len() as u32);
        let grow = |made: &mut Automaton, n: usize| {
            while made.states() <= n {
                made.add_state();
            }
            State::new(n)
        };
        if let Some(n) = header.states.and_then(|n| n.checked_sub(1)) {
            grow(&mut made, n);
        }
        for (start, place) in header.starts {
            if let Some(count) = header.states.filter(|n| start >= *n) {
                return place.error(format!("there is no state {start}: the header says {count} states"));
            }
            let start = grow(&mut made, start);
            made.add_initial(start);
        }
        let mut defined = Vec::new();
        loop {
            let place = self.place();
            match self.take() {
                Token::Header(name) if name == "State" => {}
                Token::Mark("END") => break,
                Token::Mark("ABORT") => return place.error("the automaton was aborted by its producer"),
                token => return place.error(format!("'State:' or '--END--' is expected here, not {token}")),
            }
            let common = self.edge_label(props.len(), &header.aliases)?;
            let place = self.place();
            let from = self.state(header.states)?;
            let from = grow(&mut made, from);
            defined.resize(defined.len().max(made.states()), false);
            if std::mem::replace(&mut defined[from.index()], true) {
                return place.error(format!("state {} is defined twice", from.index()));
            }
            if let Token::Text(_) = self.peek() {
                self.take();
            }
            let marks = self.signature(sets)?;
            let (mut labelled, mut implicit) = (false, 0_usize);
            while matches!(self.peek(), Token::Symbol('[') | Token::Number(_)) {
                let edge_place = self.place();
                let own = self.edge_label(props.len(), &header.aliases)?;
                let target = self.state(header.states)?;
                let target = grow(&mut made, target);
                let marks = marks.union(self.signature(sets)?);
                let guard = match (own, &common) {
                    (Some(_), Some(_)) => {
                        return edge_place.error("the state has a label, so its edges must have none");
                    }
                    (Some(guard), None) if implicit == 0 => {
                        labelled = true;
                        guard
                    }
                    (None, Some(guard)) => guard.clone(),
                    (None, None) if !labelled => {
                        if props.len() > MAX_IMPLICIT || implicit >= 1 << props.len() {
                            return edge_place.error("there are more edges without labels than valuations");
                        }
                        implicit += 1;
                        letter(implicit - 1, props.len())
                    }
                    _ => return edge_place.error("either all edges of a state have labels or none"),
                };
                let sets = (0..).zip(&clauses).filter(|(_, c)| c.contains(marks));
                let marks = sets.fold(Marks::NONE, |all, (set, _)| all.union(Marks::one(set)));
                made.add_edge(from, Edge { guard, marks, target });
            }
            if implicit != 0 && implicit != 1 << props.len() {
                return place.error(format!(
                    "the state has {implicit} edges without labels, {} are needed",
                    1_usize << props.len()
                ));
            }
        }
        match self.peek() {
            Token::End => Ok(made),
            _ => self.place().error("something follows '--END--': one automaton is expected"),
        }
    }

    fn edge_label(
        &mut self,
        props: usize,
        aliases: &FxHashMap<String, Guard>,
    ) -> Result<Option<Guard>, HoaError> {
        if !self.take_symbol('[') {
            return Ok(None);
        }
        let guard = self.label(props, aliases)?;
        self.expect(']')?;
        Ok(Some(guard))
    }
}

/// Union of two sets.
fn either(a: Clause, b: Clause) -> Clause {
    Clause { inside: a.inside.union(b.inside), outside: a.outside.union(b.outside) }
}

/// The guard for the valuation with this number: bit `i` is proposition `i`.
fn letter(number: usize, props: usize) -> Guard {
    let literals = (0..props).map(|p| Cube::literal(p, number >> p & 1 == 1));
    let cube = literals.into_iter().try_fold(Cube::TRUE, Cube::and).expect("different propositions");
    Guard::from(cube)
}
