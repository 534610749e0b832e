//! What all threads make: terms, objects, values of constants.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::course::Order;
use super::facts::{Facts, MOST_VALUES};
use super::own::Own;
use super::value::{Content, Provenance, Thing, Things, Value};
use crate::ilr::{Op, Sort, Term};
use crate::machine::{Image, ObjId, Origin, Reg};
use crate::program::GlobalId;
use crate::semantics::Symbolic;

/// Makes terms, objects and values.
pub struct Maker<'i, 'p> {
    /// The program made ready.
    pub image: &'i Image<'p>,
    /// Terms.
    pub d: Symbolic,
    /// Objects.
    pub things: Things,
    /// What is known of all threads.
    pub facts: Facts,
    /// Objects that some path of a thread has given up.
    pub shared: BTreeSet<usize>,
    /// What bytes held that nobody had written when they were read, by object and offset. A run of the machine is told.
    pub first: BTreeMap<(usize, u64), Term>,
    /// Values that nobody has set.
    pub unset: FxHashSet<Term>,
    /// Addresses of which a register tells whether the library keeps a thread there.
    pub threads: Vec<(Term, Term)>,
    /// What objects of the library held when they were given up.
    pub descriptions: FxHashMap<usize, Rc<Own>>,
    /// Registers that have one of a few values.
    pub exact: FxHashMap<Term, BTreeSet<u64>>,
    /// What a proof would leave out: by check, or for all checks.
    pub doubts: Vec<(Option<crate::property::Check>, &'static str)>,
    fresh: u32,
}

impl<'i, 'p> Maker<'i, 'p> {
    /// The objects of an image.
    pub fn new(image: &'i Image<'p>) -> Option<Maker<'i, 'p>> {
        let mut things = Things::new(image.program.target.pointer_bits);
        let mut facts = Facts::default();
        for (id, object) in image.initial().live() {
            let (size, constant) = (object.bytes.len() as u64, object.constant);
            let thing = Thing { origin: object.origin, size, constant, content: Content::Image(id) };
            facts.image.insert(id, things.add(thing)?);
        }
        let led_to = image.initial().live().flat_map(|(_, object)| object.pointers.values());
        facts.exposed = led_to.filter_map(|id| facts.image.get(id).copied()).collect();
        Some(Maker::again(image, things, facts))
    }

    /// The same with what is known already.
    pub fn again(image: &'i Image<'p>, things: Things, mut facts: Facts) -> Maker<'i, 'p> {
        facts.grew = false;
        Maker {
            image,
            d: Symbolic::new(),
            things,
            facts,
            shared: BTreeSet::new(),
            first: BTreeMap::new(),
            unset: FxHashSet::default(),
            threads: Vec::new(),
            descriptions: FxHashMap::default(),
            exact: FxHashMap::default(),
            doubts: Vec::new(),
            fresh: 0,
        }
    }

    /// Notes what a proof would leave out.
    pub fn doubt(&mut self, check: Option<crate::property::Check>, what: &'static str) {
        if !self.doubts.contains(&(check, what)) {
            self.doubts.push((check, what));
        }
    }

    /// A new variable.
    pub fn fresh(&mut self, what: &str, sort: Sort) -> Term {
        self.fresh += 1;
        self.d.terms.var(&format!("{what}!{}", self.fresh), sort)
    }

    /// A number.
    pub fn int(&mut self, width: u32, value: u64) -> Value {
        Value::number(self.d.terms.bv(width, value))
    }

    /// Any number.
    pub fn any(&mut self, what: &str, width: u32) -> Value {
        Value::number(self.fresh(what, Sort::Bv(width)))
    }

    /// The start of an object.
    pub fn start(&mut self, number: usize) -> Value {
        let (width, base) = (self.things.width, self.things.base(number));
        Value::pointer(self.d.terms.bv(width, base), number)
    }

    /// The object of a global variable.
    pub fn global(&self, global: GlobalId) -> usize {
        self.facts.image[&self.image.global(global)]
    }

    /// The object of the image's one, if it has one.
    pub fn known(&self, id: ObjId) -> Option<usize> {
        self.facts.image.get(&id).copied()
    }

    /// The value of a constant.
    pub fn constant(&mut self, reg: &Reg) -> Value {
        if !reg.is_defined() {
            return self.any("undefined", reg.width());
        }
        let Some(number) = self.known(reg.object) else {
            let term = self.d.terms.constant(&reg.value.to_bits());
            return Value::number(term);
        };
        let base = self.image.initial().get(reg.object).map_or(0, |o| o.base);
        let address = self.things.base(number).wrapping_add(reg.value.low().wrapping_sub(base));
        Value::pointer(self.d.terms.bv(reg.width(), address), number)
    }

    /// What an object holds at first in so many bytes.
    pub fn initial(&mut self, number: usize, offset: u64, bytes: u64) -> Value {
        match self.things.all[number].content {
            Content::Zeros => self.int(8 * bytes as u32, 0),
            Content::Any => self.unset_bytes(number, offset, bytes),
            Content::Image(id) => self.of_image((number, id), offset, bytes),
        }
    }

    /// Bytes that nobody has written: any, but the same whenever they are read.
    fn unset_bytes(&mut self, number: usize, offset: u64, bytes: u64) -> Value {
        let mut parts = Vec::new();
        for at in offset..offset + bytes {
            let known = self.first.get(&(number, at)).copied();
            let term = known.unwrap_or_else(|| self.fresh("unset", Sort::Bv(8)));
            self.first.insert((number, at), term);
            self.unset.insert(term);
            parts.push(Value::number(term));
        }
        let value = self.joined(parts);
        self.unset.insert(value.term);
        value
    }

    fn of_image(&mut self, (number, id): (usize, ObjId), offset: u64, bytes: u64) -> Value {
        let memory = self.image.initial();
        let Some(object) = memory.get(id) else { return self.unset_bytes(number, offset, bytes) };
        let word = u64::from(self.things.width / 8);
        if bytes == word && object.pointers.contains_key(&(offset as u32)) {
            let reg = memory.load(id, offset as usize, word as u32, self.things.width);
            return self.constant(&reg);
        }
        let mut parts = Vec::new();
        for at in offset..offset + bytes {
            let low = at.saturating_sub(word - 1) as u32;
            let around = object.pointers.range(low..=at as u32).next_back().map(|(&p, _)| u64::from(p));
            let undefined = object.undef.get(at as usize).is_some_and(|&m| m != 0);
            parts.push(match around {
                Some(start) => {
                    let reg = memory.load(id, start as usize, word as u32, self.things.width);
                    let whole = self.constant(&reg);
                    let bit = 8 * (at - start) as u32;
                    let term = self.d.terms.extract(whole.term, bit + 7, bit);
                    Value { term, ..whole }
                }
                None if undefined => self.unset_bytes(number, at, 1),
                None => self.int(8, object.bytes[at as usize].into()),
            });
        }
        self.joined(parts)
    }

    /// Bytes as one value, lowest first.
    pub fn joined(&mut self, parts: Vec<Value>) -> Value {
        let all = parts.into_iter().reduce(|low, high| {
            let term = self.d.terms.concat(high.term, low.term);
            Value { term, from: self.join(&low.from, &high.from), home: None }
        });
        all.expect("at least one byte")
    }

    /// Adds an object that a thread makes at a place; `None` if there are too many.
    pub fn add(&mut self, (thread, order): (usize, Order), thing: Thing) -> Option<usize> {
        if !self.things.fits(&thing) {
            return None;
        }
        let number = self.facts.object(thread, order, self.things.all.len());
        if number == self.things.all.len() { self.things.add(thing) } else { Some(number) }
    }

    /// Notes that other threads may find a value.
    pub fn expose(&mut self, value: &Value) {
        if let Provenance::Objects(set) = &value.from {
            self.facts.expose(set);
        }
    }

    /// Both of two origins. Objects of which one only knows that they were stored are those that other threads may find.
    pub fn join(&mut self, a: &Provenance, b: &Provenance) -> Provenance {
        let joined = super::value::join(a, b);
        if let (Provenance::Stored, Provenance::Objects(set))
        | (Provenance::Objects(set), Provenance::Stored) = (a, b)
        {
            self.facts.expose(set);
        }
        joined
    }

    /// The values that a term can have, if they are few.
    pub fn values(&self, term: Term) -> Option<BTreeSet<u64>> {
        let b = &self.d.terms;
        if let Some(value) = b.as_u64(term) {
            return Some([value].into());
        }
        if let Some(known) = self.exact.get(&term) {
            return Some(known.clone());
        }
        let all = match b.op(term) {
            Op::Ite => &self.values(b.arg(term, 1))? | &self.values(b.arg(term, 2))?,
            Op::Add => {
                let (x, y) = (self.values(b.arg(term, 0))?, self.values(b.arg(term, 1))?);
                let mask = u64::MAX >> (64 - b.width(term).min(64));
                x.iter().flat_map(|a| y.iter().map(move |c| a.wrapping_add(*c) & mask)).collect()
            }
            _ => return None,
        };
        (all.len() <= MOST_VALUES).then_some(all)
    }

    /// A value of either path: the first one where the condition holds.
    pub fn choose(&mut self, first: Term, a: &Value, b: &Value) -> Value {
        if a == b {
            return a.clone();
        }
        let term = self.d.terms.ite(first, a.term, b.term);
        let from = self.join(&a.from, &b.from);
        let home = match (&a.home, &b.home) {
            (None, None) => None,
            _ => {
                let (x, y) = (self.home(a), self.home(b));
                Some(self.d.terms.ite(first, x, y))
            }
        };
        Value { term, from, home }
    }

    /// The high bits of the address that a pointer was made from.
    pub fn home(&mut self, v: &Value) -> Term {
        let width = self.things.width;
        match v.home {
            Some(home) => home,
            None if self.d.terms.width(v.term) == width => self.things.name_of(&mut self.d.terms, v.term),
            None => self.d.terms.bv(width - self.things.offset_bits, 0),
        }
    }

    /// Whether an object belongs to the thread library.
    pub fn is_library(&self, number: usize) -> bool {
        match self.things.all[number].origin {
            Origin::Library => true,
            Origin::Global(g) => self.image.program.global(g).model,
            _ => false,
        }
    }

    /// Whether a variable is only declared: it holds anything, and may be larger than what is known of it.
    pub fn is_declared(&self, number: usize) -> bool {
        let program = self.image.program;
        matches!(self.things.all[number].origin, Origin::Global(g) if program.global(g).init.is_none())
    }

    /// Whether an object is a variable of which each thread has its own: of the library, also the one that says which thread runs.
    pub fn is_of_each_thread(&self, number: usize) -> bool {
        match self.things.all[number].origin {
            Origin::Global(g) => {
                let g = self.image.program.global(g);
                let running = g.model && g.name.split('.').next() == Some("running");
                !g.constant && (running || g.thread_local)
            }
            _ => false,
        }
    }

    /// The function that an object is.
    pub fn function(&self, number: usize) -> Option<crate::program::FuncId> {
        match self.things.all.get(number)?.origin {
            Origin::Code(func) => Some(func),
            _ => None,
        }
    }
}
