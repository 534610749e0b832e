//! Accesses to memory. What only one thread can reach is known while the thread is unfolded; all else is a matter of steps.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::course::Course;
use super::facts::Values;
use super::graph::{Action, Target};
use super::own::Own;
use super::unfold::{Halt, Unfold};
use super::value::{Content, Provenance, Thing, Value};
use crate::ilr::{Sort, Term};
use crate::machine::Origin;
use crate::machine::script::Site;
use crate::property::Check;

/// Most places that an access to an object of one thread may have, to be told apart.
const MOST_PLACES: u64 = 64;

/// Why an access to a variable that is only declared is not followed.
const DECLARED: &str = "contents of a variable that is only declared";

/// Most bytes that a call copies or fills.
const MOST_BYTES: u64 = 1 << 14;

/// An object, an offset, and what values lead to that are read there, with all of them if they are few.
type Origins = (usize, u64, Option<Values>);

/// Where an access goes.
enum Place {
    /// To an object that only the thread can reach, or a constant one; the offset is known.
    Known(usize, u64),
    /// The same at one of these offsets, each with its condition.
    OneOf(usize, Vec<(Term, u64)>),
    /// To what threads share.
    Shared(Target),
}

impl Unfold<'_, '_> {
    /// Gives an object up to all threads, with all that it leads to.
    pub fn share(&mut self, s: &mut Course, number: usize) {
        let mut next = vec![number];
        while let Some(number) = next.pop() {
            if self.make.is_of_each_thread(number) {
                let tt = self.make.d.terms.tt();
                self.unsupported_where(s, "the address of a variable that each thread has", tt);
                continue;
            }
            let Some(own) = s.own.remove(&number) else { continue };
            self.make.shared.insert(number);
            if self.make.things.all[number].origin == Origin::Library {
                self.make.descriptions.insert(number, Rc::clone(&own));
            }
            let base = self.make.start(number);
            for (at, bytes, value) in own.written() {
                if let Provenance::Objects(set) = &value.from {
                    next.extend(set.iter().copied());
                }
                self.make.expose(value);
                let all = self.make.values(value.term);
                self.make.facts.write(number, Some((at, bytes)), (&value.from, all.as_ref()));
                let start = self.make.things.base(number).wrapping_add(at);
                let address = self.make.d.terms.bv(self.make.things.width, start);
                let target = Target { address, from: base.from.clone(), home: None, bytes };
                self.act(s, Action::Store(target, value.term));
            }
            if self.make.d.terms.as_bool(own.live) != Some(true) {
                let target = Target { address: base.term, from: base.from, home: None, bytes: 0 };
                self.make.facts.end(number);
                let ended = self.make.d.terms.not(own.live);
                for &(node, when) in &s.members {
                    let when = self.make.d.terms.and(when, ended);
                    let action = Action::End(target.clone());
                    self.graph.nodes[node].items.push(super::graph::Item { when, action });
                }
            }
        }
    }

    /// Gives up what a value leads to.
    pub fn share_value(&mut self, s: &mut Course, value: &Value) {
        self.make.expose(value);
        if let Provenance::Objects(set) = &value.from {
            set.iter().for_each(|&number| self.share(s, number));
        }
    }

    /// Adds an object that belongs to the thread; `which` of those that the operation makes.
    pub fn new_object(
        &mut self,
        s: &mut Course,
        (site, which): (Site, u32),
        (origin, content, size): (Origin, Content, u64),
    ) -> Result<usize, Halt> {
        let thing = Thing { origin, size, constant: false, content };
        let (thread, mut order) = (self.graph.strands[s.thread].name, self.order(s));
        order.push(which);
        let Some(number) = self.make.add((thread, order), thing) else {
            return self.unsupported(s, "an object of that size");
        };
        let tt = self.make.d.terms.tt();
        s.own.insert(number, Rc::new(Own::new(tt)));
        self.act(s, Action::Made(site, number));
        Ok(number)
    }

    fn own<'s>(&self, s: &'s mut Course, number: usize) -> Option<&'s mut Own> {
        s.own.get_mut(&number).map(Rc::make_mut)
    }

    fn outside(write: bool) -> Check {
        if write { Check::InvalidWrite } else { Check::InvalidRead }
    }

    /// Finds where an access goes; runs in which it is not valid end.
    fn place(&mut self, s: &mut Course, p: &Value, bytes: u64, write: bool) -> Result<Place, Halt> {
        let single = p.single().or_else(|| {
            let address = self.make.d.terms.as_u64(p.term)?;
            let (number, _) = self.make.things.place(address);
            (number > 0 && number < self.make.things.all.len()).then_some(number)
        });
        let tt = self.make.d.terms.tt();
        let Some(number) = single else {
            if self.make.d.terms.as_u64(p.term).is_some() {
                self.violate(s, Check::NullDeref, tt);
                return Err(Halt::Ended);
            }
            if p.from == Provenance::Number {
                return self.unsupported(s, "a pointer that nobody has set");
            }
            return self.shared_place(s, p, bytes, write);
        };
        if self.make.is_declared(number) {
            return self.unsupported(s, DECLARED);
        }
        let offset = self.make.things.offset(&mut self.make.d.terms, p.term, number);
        let inside = self.make.things.inside(&mut self.make.d.terms, offset, bytes, number);
        let wrong = self.make.d.terms.not(inside);
        self.violate(s, Unfold::outside(write), wrong);
        let constant = self.make.things.all[number].constant;
        if write && constant {
            self.violate(s, Check::InvalidWrite, tt);
        }
        if s.is_impossible(&self.make) {
            return Err(Halt::Ended);
        }
        if let Some(own) = s.own.get(&number) {
            let ended = self.make.d.terms.not(own.live);
            let check = self.ended(number);
            self.violate(s, check, ended);
        } else if !constant {
            return self.shared_place(s, p, bytes, write);
        }
        if let Some(at) = self.make.d.terms.as_u64(offset) {
            return Ok(Place::Known(number, at));
        }
        match self.places(number, offset, bytes) {
            Some(all) => Ok(Place::OneOf(number, all)),
            None => {
                self.share(s, number);
                self.shared_place(s, p, bytes, write)
            }
        }
    }

    fn ended(&self, number: usize) -> Check {
        match self.make.things.all[number].origin {
            Origin::Heap(_) | Origin::Library => Check::UseAfterFree,
            _ => Check::UseAfterReturn,
        }
    }

    /// The offsets that an access may have in an object, if they are few.
    fn places(&mut self, number: usize, offset: Term, bytes: u64) -> Option<Vec<(Term, u64)>> {
        let b = &mut self.make.d.terms;
        let aligned = [3u32, 2, 1].into_iter().find_map(|bits| {
            let low = b.extract(offset, bits - 1, 0);
            Some((1u64 << bits, b.as_u64(low)?))
        });
        let (stride, first) = aligned.unwrap_or((1, 0));
        let last = self.make.things.all[number].size.checked_sub(bytes)?;
        if last / stride > MOST_PLACES {
            return None;
        }
        let width = self.make.things.width;
        let all = (first..=last).step_by(stride as usize).map(|at| {
            let known = b.bv(width, at);
            (b.eq(offset, known), at)
        });
        Some(all.collect())
    }

    /// The place of an access to what threads share, which becomes visible here.
    fn shared_place(&mut self, s: &mut Course, p: &Value, bytes: u64, write: bool) -> Result<Place, Halt> {
        let candidates = self.make.facts.candidates(&p.from);
        let thread = self.graph.strands[s.thread].name;
        let mut visible = false;
        for &number in candidates.iter() {
            if self.make.is_declared(number) {
                let name = self.make.home(p);
                let start = self.make.start(number);
                let its = self.make.home(&start);
                let here = self.make.d.terms.eq(name, its);
                self.unsupported_where(s, DECLARED, here);
            }
            self.share(s, number);
            if !s.alone && self.make.function(number).is_none() {
                visible |= self.make.facts.access(thread, number, write);
            }
        }
        let target = self.target(p, bytes);
        let mortal = p.single().is_none_or(|n| self.make.things.all[n].is_mortal());
        if visible {
            self.visible(s);
        }
        if mortal {
            let valid = self.make.fresh("valid", Sort::Bool);
            self.act(s, Action::Probe(target.clone(), write, valid));
            let wrong = self.make.d.terms.not(valid);
            let check = p.single().map_or(Unfold::outside(write), |n| self.ended(n));
            self.violate(s, check, wrong);
        }
        Ok(Place::Shared(target))
    }

    /// Where a pointer leads.
    pub fn target(&mut self, p: &Value, bytes: u64) -> Target {
        let from = match &p.from {
            Provenance::Number => Provenance::Stored,
            other => other.clone(),
        };
        Target { address: p.term, from, home: p.home, bytes }
    }

    /// Reads bytes.
    ///
    /// # Errors
    /// Where no run goes on.
    pub fn load(&mut self, s: &mut Course, p: &Value, bytes: u64, pointer: bool) -> Result<Value, Halt> {
        Ok(match self.place(s, p, bytes, false)? {
            Place::Known(number, at) => self.read(s, number, at, bytes),
            Place::OneOf(number, all) => {
                let mut all = all.into_iter().map(|(when, at)| (when, self.read(s, number, at, bytes)));
                let all: Vec<_> = all.by_ref().collect();
                let mut made: Option<Value> = None;
                for (when, value) in all {
                    made = Some(match made {
                        Some(before) => self.make.choose(when, &value, &before),
                        None => value,
                    });
                }
                made.ok_or(Halt::Ended)?
            }
            Place::Shared(target) => {
                let origin = self.origin(p, bytes);
                if let Some((number, at, None)) = &origin
                    && self.make.things.all[*number].content != Content::Any
                {
                    // Nobody writes there.
                    return Ok(self.make.initial(*number, *at, bytes));
                }
                let term = self.make.fresh("read", Sort::Bv(8 * bytes as u32));
                self.act(s, Action::Load(target, term));
                let from = match origin {
                    Some((_, _, Some((from, all)))) => {
                        self.make.exact.extend(all.map(|all| (term, all)));
                        from
                    }
                    Some((_, _, None)) => Provenance::Number,
                    None => Provenance::Stored,
                };
                // What is stored as a number may be a pointer again.
                let from = if pointer || from != Provenance::Stored { from } else { Provenance::Number };
                Value { term, from, home: None }
            }
        })
    }

    /// The place of a constant pointer, and what values that are read there lead to; `None` if nothing is written there.
    fn origin(&mut self, p: &Value, bytes: u64) -> Option<Origins> {
        let (number, address) = p.single().zip(self.make.d.terms.as_u64(p.term))?;
        let at = address.wrapping_sub(self.make.things.base(number));
        let Some((from, all)) = self.make.facts.read(number, (at, bytes)) else {
            return Some((number, at, None));
        };
        if self.make.things.all[number].content == Content::Any {
            return Some((number, at, Some((from, all))));
        }
        let first = self.make.initial(number, at, bytes);
        let from = self.make.join(&from, &first.from);
        let all = all.zip(self.make.values(first.term)).map(|(a, b)| &a | &b);
        Some((number, at, Some((from, all))))
    }

    /// A pointer of few values becomes constant: paths on which it has one of them are told apart. The rest of the operation is done
    /// for each; whether there is more than one.
    pub fn cases(
        &mut self,
        s: &mut Course,
        p: &Value,
        bytes: u64,
        write: bool,
    ) -> Option<Vec<(Term, Value)>> {
        if self.make.d.terms.as_u64(p.term).is_some() {
            return None;
        }
        let all = self.make.values(p.term)?;
        let thread = self.graph.strands[s.thread].name;
        let (mut made, mut visible) = (Vec::new(), false);
        let mut none = self.make.d.terms.tt();
        for address in all {
            let (number, at) = self.make.things.place(address);
            let Some(thing) = self.make.things.all.get(number) else { continue };
            let inside = thing.size.checked_sub(bytes).is_some_and(|last| at <= last);
            let led_to = match &p.from {
                Provenance::Objects(set) => set.contains(&number),
                Provenance::Number | Provenance::Stored => true,
            };
            if number == 0 || !inside || !led_to {
                continue;
            }
            if !s.own.contains_key(&number) && !s.alone && self.make.function(number).is_none() {
                visible |= self.make.facts.access(thread, number, write);
            }
            let known = self.make.d.terms.bv(self.make.things.width, address);
            let here = self.make.d.terms.eq(p.term, known);
            let other = self.make.d.terms.not(here);
            none = self.make.d.terms.and(none, other);
            made.push((here, Value::pointer(known, number)));
        }
        if visible {
            self.visible(s);
        }
        self.violate(s, Unfold::outside(write), none);
        Some(made)
    }

    fn read(&mut self, s: &mut Course, number: usize, at: u64, bytes: u64) -> Value {
        let Some(own) = s.own.get_mut(&number) else { return self.make.initial(number, at, bytes) };
        Rc::make_mut(own).read(&mut self.make, number, at, bytes)
    }

    /// Writes bytes.
    ///
    /// # Errors
    /// Where no run goes on.
    pub fn store(&mut self, s: &mut Course, p: &Value, bytes: u64, value: Value) -> Result<(), Halt> {
        let mut value = value;
        let width = 8 * bytes as u32;
        if self.make.d.terms.width(value.term) < width {
            value.term = self.make.d.terms.zext(value.term, width);
        }
        self.stray(s, &value);
        match self.place(s, p, bytes, true)? {
            Place::Known(number, at) => {
                let Some(own) = s.own.get_mut(&number) else { return Err(Halt::Ended) };
                Rc::make_mut(own).write(&mut self.make, at, bytes, value);
            }
            Place::OneOf(number, all) => {
                let old: Vec<Value> = all.iter().map(|(_, at)| self.read(s, number, *at, bytes)).collect();
                // Places may overlap; each is written where it is the one.
                let overlap = all.windows(2).any(|w| w[1].1 - w[0].1 < bytes);
                if overlap {
                    self.share(s, number);
                    return self.store(s, p, bytes, value);
                }
                for ((when, at), old) in all.into_iter().zip(old) {
                    let new = self.make.choose(when, &value, &old);
                    let Some(own) = s.own.get_mut(&number) else { return Err(Halt::Ended) };
                    Rc::make_mut(own).write(&mut self.make, at, bytes, new);
                }
            }
            Place::Shared(target) => {
                self.share_value(s, &value);
                let place = p.single().zip(self.make.d.terms.as_u64(p.term));
                let place = place.map(|(n, address)| (address.wrapping_sub(self.make.things.base(n)), bytes));
                let all = self.make.values(value.term);
                for &number in self.make.facts.candidates(&p.from).iter() {
                    self.make.facts.write(number, place, (&value.from, all.as_ref()));
                }
                self.act(s, Action::Store(target, value.term));
            }
        }
        Ok(())
    }

    /// Pointers that have left their object are kept in registers only.
    pub fn stray(&mut self, s: &mut Course, value: &Value) {
        let width = self.make.things.width;
        if self.make.d.terms.width(value.term) != width || matches!(value.from, Provenance::Number) {
            return;
        }
        let name = self.make.things.name_of(&mut self.make.d.terms, value.term);
        let home = match (value.single(), value.home) {
            (_, Some(home)) => home,
            _ => return,
        };
        let wrong = self.make.d.terms.ne(name, home);
        self.unsupported_where(s, "a pointer that leads out of its object", wrong);
    }

    /// The bytes there could be accessed: otherwise the run ends with a violation.
    ///
    /// # Errors
    /// Where no run goes on.
    pub fn accessible(&mut self, s: &mut Course, p: &Value, bytes: u64, write: bool) -> Result<(), Halt> {
        self.place(s, p, bytes, write).map(|_| ())
    }

    /// A constant number of bytes.
    ///
    /// # Errors
    /// Where it is not known.
    pub fn known_size(&mut self, s: &mut Course, size: &Value) -> Result<u64, Halt> {
        let size = self.number(s, size)?;
        match self.make.d.terms.as_u64(size) {
            Some(size) if size <= MOST_BYTES => Ok(size),
            Some(_) => self.unsupported(s, "a block of that size"),
            None => self.unsupported(s, "a block of a size that is not constant"),
        }
    }

    /// Moves a pointer by a number of bytes.
    pub fn moved(&mut self, p: &Value, bytes: u64) -> Value {
        let delta = self.make.d.terms.bv(self.make.things.width, bytes);
        let term = self.make.d.terms.add(p.term, delta);
        let home = match p.single() {
            Some(_) => p.home,
            None => Some(self.make.home(p)),
        };
        Value { term, from: p.from.clone(), home }
    }

    /// Pieces in which a block is copied.
    fn pieces(&mut self, s: &Course, from: &Value, size: u64) -> Vec<(u64, u64)> {
        let word = u64::from(self.make.things.width / 8);
        let place = from
            .single()
            .zip(self.make.d.terms.as_u64(from.term))
            .map(|(n, address)| (n, address.wrapping_sub(self.make.things.base(n))));
        let mut cuts: BTreeSet<u64> = (0..=size).step_by(word as usize).chain([size]).collect();
        if let Some((number, start)) = place
            && let Some(own) = s.own.get(&number)
        {
            for (at, bytes, _) in own.written() {
                let (first, end) = (at.max(start), (at + bytes).min(start + size));
                if first < end && bytes <= word {
                    cuts.retain(|&c| c + start <= first || c + start >= end);
                    cuts.extend([first - start, end - start]);
                }
            }
        }
        let cuts: Vec<u64> = cuts.into_iter().collect();
        cuts.windows(2).map(|w| (w[0], w[1] - w[0])).collect()
    }

    /// Copies bytes.
    ///
    /// # Errors
    /// Where no run goes on.
    pub fn copy(
        &mut self,
        s: &mut Course,
        (to, from): (&Value, &Value),
        size: &Value,
        apart: bool,
    ) -> Result<(), Halt> {
        let size = self.known_size(s, size)?;
        if size == 0 {
            return Ok(());
        }
        self.accessible(s, from, size, false)?;
        self.accessible(s, to, size, true)?;
        if apart {
            let b = &mut self.make.d.terms;
            let (zero, most) = (b.bv(self.make.things.width, 0), b.bv(self.make.things.width, size));
            let (up, down) = (b.sub(to.term, from.term), b.sub(from.term, to.term));
            let (above, below) = (b.ult(up, most), b.ult(down, most));
            let (near, same) = (b.or(above, below), b.eq(up, zero));
            let differ = b.not(same);
            let overlap = b.and(near, differ);
            self.violate(s, Check::Overlap, overlap);
        }
        let mut parts = Vec::new();
        for (at, bytes) in self.pieces(s, from, size) {
            let p = self.moved(from, at);
            let pointer = bytes == u64::from(self.make.things.width / 8);
            parts.push((at, bytes, self.load(s, &p, bytes, pointer)?));
        }
        for (at, bytes, value) in parts {
            let p = self.moved(to, at);
            self.store(s, &p, bytes, value)?;
        }
        Ok(())
    }

    /// Sets bytes.
    ///
    /// # Errors
    /// Where no run goes on.
    pub fn fill(&mut self, s: &mut Course, to: &Value, byte: &Value, size: &Value) -> Result<(), Halt> {
        let size = self.known_size(s, size)?;
        if size == 0 {
            return Ok(());
        }
        self.accessible(s, to, size, true)?;
        let byte = self.make.d.terms.extract(byte.term, 7, 0);
        for (at, bytes) in self.pieces(s, to, size) {
            let value = self.make.joined(vec![Value::number(byte); bytes as usize]);
            let p = self.moved(to, at);
            self.store(s, &p, bytes, value)?;
        }
        Ok(())
    }

    /// Whether all of some bytes were written, where that is known.
    pub fn is_written(&mut self, s: &Course, p: &Value, bytes: u64) -> Option<bool> {
        let (number, address) = p.single().zip(self.make.d.terms.as_u64(p.term))?;
        let at = address.wrapping_sub(self.make.things.base(number));
        let thing = self.make.things.all.get(number)?;
        if thing.size < bytes || at > thing.size - bytes {
            return Some(false);
        }
        match thing.content {
            Content::Zeros => return Some(true),
            Content::Image(id) => {
                let object = self.image.initial().get(id)?;
                return object.undef.is_empty().then_some(true);
            }
            Content::Any => {}
        }
        let own = s.own.get(&number)?;
        let mut next = at;
        for (start, count, value) in own.written() {
            let unset = self.make.unset.contains(&value.term);
            if start <= next && next < start + count && !unset {
                next = start + count;
            }
        }
        Some(next >= at + bytes)
    }

    /// An object of the thread, or one that threads share, ends.
    pub fn end_object(&mut self, s: &mut Course, number: usize) {
        let ff = self.make.d.terms.ff();
        if let Some(own) = self.own(s, number) {
            *own = Own::new(ff);
            return;
        }
        let thread = self.graph.strands[s.thread].name;
        if !s.alone && self.make.facts.access(thread, number, true) {
            self.visible(s);
        }
        self.make.facts.end(number);
        let p = self.make.start(number);
        let target = self.target(&p, 0);
        self.act(s, Action::End(target));
    }

    /// Ends a heap object of that allocator, and of that size where one is stated.
    ///
    /// # Errors
    /// Where no run goes on.
    pub fn free(
        &mut self,
        s: &mut Course,
        p: &Value,
        (by, size): (crate::machine::Allocator, Option<Term>),
    ) -> Result<(), Halt> {
        let zero = self.make.d.terms.bv(self.make.things.width, 0);
        let null = self.make.d.terms.eq(p.term, zero);
        if self.make.d.terms.as_bool(null) == Some(true) {
            return Ok(());
        }
        let given = self.make.d.terms.not(null);
        if let Some(number) = p.single()
            && let Some(own) = s.own.get(&number)
        {
            let live = own.live;
            let fits = self.make.things.all[number].origin == Origin::Heap(by);
            let start = self.make.start(number);
            let b = &mut self.make.d.terms;
            let at_start = b.eq(p.term, start.term);
            let mut fits = b.bool(fits);
            if let Some(size) = size {
                let has = b.bv(b.width(size), self.make.things.all[number].size);
                let same = b.eq(size, has);
                fits = b.and(fits, same);
            }
            let (right, ended) = (b.and(at_start, fits), b.not(live));
            let wrong = b.not(right);
            let (wrong, twice) = (b.and(given, wrong), b.and(given, ended));
            self.violate(s, Check::InvalidFree, wrong);
            self.violate(s, Check::DoubleFree, twice);
            let live = self.make.d.terms.and(live, null);
            if let Some(own) = self.own(s, number) {
                own.live = live;
            }
            return Ok(());
        }
        if by != crate::machine::Allocator::Malloc {
            return self.unsupported(s, "operator delete of an object that threads share");
        }
        let thread = self.graph.strands[s.thread].name;
        for &number in self.make.facts.candidates(&p.from).iter() {
            self.share(s, number);
            self.make.facts.end(number);
            if !s.alone {
                self.make.facts.access(thread, number, true);
            }
        }
        self.visible(s);
        let target = self.target(p, 0);
        let valid = self.make.fresh("freeable", Sort::Bool);
        self.act(s, Action::Freeable(target.clone(), valid));
        let b = &mut self.make.d.terms;
        let invalid = b.not(valid);
        let wrong = b.and(given, invalid);
        self.violate(s, Check::DoubleFree, wrong);
        self.act(s, Action::End(target));
        Ok(())
    }
}
