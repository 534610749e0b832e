//! External pointers come from outside of the program: they are read from objects that are only declared, returned by
//! functions without a body, or passed to the entry function. They may have any value and may lead to objects that the
//! program does not define. Comparisons of them have any outcome, and an access through one is unsupported.

use super::MemoryModel;
use super::heap::CALLER;
use super::space::OPEN_SIZE;
use crate::engine::bmc::ledger::{Kind, Ledger, Step, Stop};
use crate::engine::bmc::state::{ObjId, Origin, Ptr, PtrCase, State, Val};
use crate::ilr::{Op, Sort, Term};
use crate::program::{FuncId, LocId};
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;
use std::collections::{HashMap, HashSet};

/// Most terms that are looked at for the origin of an address.
const LOOK_LIMIT: u32 = 4000;

/// Bytes of the widest values that are read at once.
const WIDEST: u64 = 16;

/// A declared object, and the condition under which a term is its initial content.
type DeclaredContent = (ObjId, Term);

/// Where a pointer from outside of the program comes from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Source {
    /// It is the initial content of an object that is only declared.
    Declared(ObjId),
    /// This function without a body returned it.
    Result(FuncId),
    /// The entry function was given it, as the argument of this number.
    Argument(u32),
}

/// The pointers from outside, and what is known of terms that are made of them.
#[derive(Default)]
pub struct ExternalPointers {
    /// Where each comes from, and when it does.
    pointers: HashMap<Term, (Source, Term), FxBuildHasher>,
    /// When terms that were looked at are made of one, and of which.
    made: HashMap<Term, (Term, Option<Source>), FxBuildHasher>,
    /// The declared object whose initial content a variable is.
    variables: HashMap<Term, Option<ObjId>, FxBuildHasher>,
}

impl ExternalPointers {
    fn add(&mut self, t: Term, source: Source, when: Term) {
        if self.made.contains_key(&t) {
            self.made.clear();
        }
        self.pointers.insert(t, (source, when));
    }
}

impl MemoryModel {
    /// Whether a function that is passed this may write to the program's memory.
    pub fn may_write(&mut self, l: &mut Ledger<'_>, state: &State, v: &Val) -> bool {
        let p = match v {
            Val::Ptr(p) => p,
            Val::Int(t) => return self.space.origin_of(*t).is_some() || self.may_be_address(l, *t),
            Val::Agg(parts) => return parts.iter().any(|v| self.may_write(l, state, v)),
        };
        let (from_outside, _) = self.outside_when(l, p);
        let from_outside = l.d.terms.and(state.path.term(), from_outside);
        if l.d.terms.as_bool(from_outside) != Some(false) {
            return true;
        }
        p.cases.iter().any(|c| {
            let here = l.d.terms.and(state.path.term(), c.cond);
            if l.d.terms.as_bool(here) == Some(false) {
                return false;
            }
            let info = self.space.info(c.obj);
            !info.constant
                && !matches!(info.origin, Origin::Null | Origin::Code(_))
                && state.memory.get(c.obj).is_some()
        })
    }

    /// Whether an integer is or may be made of the address of an object, as where a pointer is passed in a union.
    fn may_be_address(&mut self, l: &mut Ledger<'_>, t: Term) -> bool {
        /// Most terms that are looked at; an integer that is made of more may be.
        const LIMIT: usize = 256;
        if self.space.depends_on_place(&l.d.terms, t) {
            return true;
        }
        let b = &l.d.terms;
        let width = self.space.width;
        if b.width(t) < width {
            return false;
        }
        let mut seen: HashSet<Term, FxBuildHasher> = HashSet::default();
        let mut work = vec![t];
        while let Some(t) = work.pop() {
            if !seen.insert(t) {
                continue;
            }
            let own = match b.op(t) {
                Op::Const if b.width(t) == width => {
                    b.as_u64(t).is_some_and(|address| self.space.is_within(address))
                }
                Op::Var => self.layout.is_choice(t),
                _ => false,
            };
            if own || seen.len() > LIMIT {
                return true;
            }
            work.extend(self.data_of(l, t));
        }
        false
    }

    /// Notes the pointers of a value from outside.
    pub fn note_source(&mut self, l: &mut Ledger<'_>, v: &Val, source: Source) {
        let always = l.d.terms.tt();
        self.note_source_when(l, v, source, always);
    }

    /// Notes the pointers of a value that is from outside when a condition holds.
    pub fn note_source_when(&mut self, l: &mut Ledger<'_>, v: &Val, source: Source, when: Term) {
        // What a replay knows is a number like any other, and a violation that it shows again follows no such pointer.
        if l.is_replay() {
            return;
        }
        match v {
            Val::Ptr(p) => {
                for c in p.cases.iter().filter(|c| c.obj == ObjId::NULL) {
                    self.external.add(c.off, source, when);
                }
            }
            Val::Agg(parts) => parts.iter().for_each(|v| self.note_source_when(l, v, source, when)),
            _ => {}
        }
    }

    /// The content of an object that was just allocated comes from outside.
    pub fn declare(&mut self, v: &Val) -> Step<()> {
        if self.has_areas() {
            return Err(Stop::Unsupported("objects that a caller gives, in flat memory".to_owned()));
        }
        if let Val::Ptr(p) = v {
            self.declared.extend(p.cases.iter().map(|c| c.obj).filter(|&o| o != ObjId::NULL));
        }
        Ok(())
    }

    /// Notes the parts of a pointer just read that are the initial content of declared objects: variables and reads of
    /// memory, which are found again in whatever is computed with their bytes.
    pub fn note_external(&mut self, l: &mut Ledger<'_>, t: Term) {
        if self.declared.is_empty() {
            return;
        }
        let mut steps = LOOK_LIMIT;
        let mut seen: HashSet<Term, FxBuildHasher> = HashSet::default();
        let mut work = vec![t];
        while let Some(t) = work.pop() {
            if self.external.pointers.contains_key(&t) || !seen.insert(t) {
                continue;
            }
            let leaf = matches!(l.d.terms.op(t), Op::Var | Op::Select | Op::LoadLe | Op::LoadBe);
            if leaf || steps == 0 {
                if let Some((o, when)) = self.initial_content(l, t, &mut steps) {
                    let when = self.unless_null(l, o, t, when);
                    self.external.add(t, Source::Declared(o), when);
                }
            } else {
                steps -= 1;
                work.extend(self.data_of(l, t));
            }
        }
    }

    /// When a pointer that an object holds at first leads to what is not known. The null pointer leads nowhere, wherever it comes
    /// from; those in variables that are only declared are taken for others.
    fn unless_null(&self, l: &mut Ledger<'_>, o: ObjId, t: Term, when: Term) -> Term {
        let width = self.space.width;
        if self.space.info(o).origin != Origin::Heap(CALLER) || l.d.terms.width(t) != width {
            return when;
        }
        let zero = l.d.terms.bv(width, 0);
        let some = l.d.terms.ne(t, zero);
        l.d.terms.and(when, some)
    }

    /// To name one where it is not known which.
    fn some_declared(&self, l: &Ledger<'_>) -> Option<DeclaredContent> {
        self.declared.iter().copied().min().map(|o| (o, l.d.terms.tt()))
    }

    /// Whether a value is or may be made of what declared objects hold at first. After so many steps it may be.
    fn initial_content(&mut self, l: &mut Ledger<'_>, t: Term, steps: &mut u32) -> Option<DeclaredContent> {
        if *steps == 0 {
            return self.some_declared(l);
        }
        *steps -= 1;
        let b = &l.d.terms;
        match b.op(t) {
            Op::Var if self.has_areas() => None,
            Op::Var => self.initial_variable(l, t),
            Op::Ite => {
                let [c, x, y] = [b.arg(t, 0), b.arg(t, 1), b.arg(t, 2)];
                let (x, y) = (self.initial_content(l, x, steps), self.initial_content(l, y, steps));
                self.either(l, c, x, y)
            }
            Op::LoadLe | Op::LoadBe | Op::Select => {
                let (memory, address) = (b.arg(t, 0), b.arg(t, 1));
                self.initial_bytes(l, memory, address, steps)
            }
            _ => self.data_of(l, t).into_iter().find_map(|x| self.initial_content(l, x, steps)),
        }
    }

    /// The same for what an array holds at an address of an area, or anywhere.
    fn initial_bytes(
        &mut self,
        l: &mut Ledger<'_>,
        mut array: Term,
        address: Term,
        steps: &mut u32,
    ) -> Option<DeclaredContent> {
        loop {
            if *steps == 0 {
                return self.some_declared(l);
            }
            *steps -= 1;
            let b = &mut l.d.terms;
            match b.op(array) {
                Op::Var => {
                    return match self.layout.holds_initial_bytes(array) {
                        Some(true) => self.declared_at(l, address),
                        Some(false) => None,
                        None => self.initial_variable(l, array),
                    };
                }
                Op::Store | Op::StoreLe | Op::StoreBe => {
                    let value = b.arg(array, 2);
                    array = b.arg(array, 0);
                    if let Some(found) = self.initial_content(l, value, steps) {
                        return Some((found.0, l.d.terms.tt()));
                    }
                }
                Op::Fill => array = b.store().args(array)[0],
                Op::Ite => {
                    let [c, x, y] = [b.arg(array, 0), b.arg(array, 1), b.arg(array, 2)];
                    let x = self.initial_bytes(l, x, address, steps);
                    let y = self.initial_bytes(l, y, address, steps);
                    return self.either(l, c, x, y);
                }
                Op::Copy => {
                    let args = b.store().args(array);
                    let [to, at, from, start] = [0, 1, 2, 3].map(|i| args[i]);
                    let off = b.sub(address, at);
                    let before = b.add(start, off);
                    let x = self.initial_bytes(l, from, before, steps);
                    let y = self.initial_bytes(l, to, address, steps);
                    // Bytes of both may be in one value.
                    let (o, _) = x.or(y)?;
                    let mut any = l.d.terms.ff();
                    for (_, when) in x.into_iter().chain(y) {
                        any = l.d.terms.or(any, when);
                    }
                    return Some((o, any));
                }
                _ => return None,
            }
        }
    }

    /// The declared object whose initial content a variable is, where objects have their own.
    fn initial_variable(&mut self, l: &mut Ledger<'_>, t: Term) -> Option<DeclaredContent> {
        let (space, declared) = (&self.space, &self.declared);
        let found = self.external.variables.entry(t).or_insert_with(|| {
            let cells = space.undef_cells().filter(|(_, v)| *v == t).map(|(c, _)| c.obj);
            let arrays = space.undef_arrays().filter(|(_, v)| v.var == t).map(|(c, _)| c.0);
            cells.chain(arrays).find(|o| declared.contains(o))
        });
        found.map(|o| (o, l.d.terms.tt()))
    }

    /// What is found in two branches.
    fn either(
        &mut self,
        l: &mut Ledger<'_>,
        c: Term,
        x: Option<DeclaredContent>,
        y: Option<DeclaredContent>,
    ) -> Option<DeclaredContent> {
        let o = x.or(y)?.0;
        let never = l.d.terms.ff();
        let [x, y] = [x, y].map(|found| found.map_or(never, |f| f.1));
        Some((o, l.d.terms.ite(c, x, y)))
    }

    /// One of the declared objects, and when an address lies in any of them.
    fn declared_at(&mut self, l: &mut Ledger<'_>, address: Term) -> Option<DeclaredContent> {
        if let Some(a) = l.d.terms.as_u64(address) {
            let o = Some(self.space.object_at(a)).filter(|o| self.declared.contains(o));
            return o.map(|o| (o, l.d.terms.tt()));
        }
        let mut objects: Vec<ObjId> = self.declared.iter().copied().collect();
        objects.sort();
        let width = l.width();
        let mut any = l.d.terms.ff();
        for &o in &objects {
            let Ok(start) = self.start_address(l, o) else { continue };
            let open = self.space.open_ended().contains(&o);
            let size = if open { None } else { self.space.info(o).size_const };
            let b = &mut l.d.terms;
            // A value may begin some bytes before.
            let most = b.bv(width, WIDEST);
            let off = b.sub(address, start);
            let off = b.add(off, most);
            let size = b.bv(width, size.unwrap_or(OPEN_SIZE) + WIDEST);
            let inside = b.ult(off, size);
            any = b.or(any, inside);
        }
        let never = l.d.terms.as_bool(any) == Some(false);
        objects.first().copied().filter(|_| !never).map(|o| (o, any))
    }

    /// Runs that follow a pointer from outside end, as unsupported.
    pub fn must_be_own(
        &mut self,
        l: &mut Ledger<'_>,
        state: &mut State,
        p: &Ptr,
        loc: Option<LocId>,
    ) -> Step<()> {
        let (any, source) = self.outside_when(l, p);
        let here = l.d.terms.and(state.path.term(), any);
        if l.d.terms.as_bool(here) == Some(false) {
            return Ok(());
        }
        let what = source.map_or("a pointer from outside of the program".to_owned(), |s| self.words(l, s));
        let loc = loc.filter(|_| !l.program.func(state.frame.func).model);
        l.oblige(state, Kind::Unsupported(format!("{what}, used as an address")), here, loc);
        let own = l.d.terms.not(any);
        l.assume(state, own)
    }

    /// A pointer about to be used, where runs on which it is a stray end: without these cases.
    pub fn without_strays(&mut self, l: &mut Ledger<'_>, state: &mut State, p: &Ptr) -> Step<Option<Ptr>> {
        if !p.cases.iter().any(|c| self.space.is_stray(&l.d.terms, &state.memory, c)) {
            return Ok(None);
        }
        let (space, memory) = (&mut self.space, &state.memory);
        let (strays, cases): (SmallVec<[PtrCase; 1]>, _) =
            p.cases.iter().copied().partition(|c| space.is_stray(&l.d.terms, memory, c));
        let stray = l.d.terms.or_all(strays.iter().map(|c| c.cond));
        Ok(l.defer(state, stray)?.then_some(Ptr { cases }))
    }

    /// When an address is made of a pointer from outside, and of which.
    pub fn outside_when(&mut self, l: &mut Ledger<'_>, p: &Ptr) -> (Term, Option<Source>) {
        let mut any = l.d.terms.ff();
        let mut source = None;
        if self.external.pointers.is_empty() {
            return (any, source);
        }
        for c in &p.cases {
            // An address may be told as an offset from one of the program's objects.
            let (from, which) = self.made_of_external(l, c.off);
            let here = l.d.terms.and(c.cond, from);
            any = l.d.terms.or(any, here);
            source = source.or(which);
        }
        (any, source)
    }

    /// The same for one term.
    fn made_of_external(&mut self, l: &mut Ledger<'_>, t: Term) -> (Term, Option<Source>) {
        let mut work = vec![t];
        while let Some(&t) = work.last() {
            if self.external.made.contains_key(&t) {
                work.pop();
                continue;
            }
            if let Some(&(source, when)) = self.external.pointers.get(&t) {
                self.external.made.insert(t, (when, Some(source)));
                continue;
            }
            let parts = self.data_of(l, t);
            let waiting = work.len();
            work.extend(parts.iter().filter(|x| !self.external.made.contains_key(x)));
            if work.len() > waiting {
                continue;
            }
            let found: SmallVec<[(Term, Option<Source>); 5]> =
                parts.iter().map(|x| self.external.made[x]).collect();
            let source = found.iter().find_map(|f| f.1);
            let b = &mut l.d.terms;
            let when = match b.op(t) {
                Op::Ite => {
                    let c = b.arg(t, 0);
                    b.ite(c, found[0].0, found[1].0)
                }
                _ => found.iter().fold(b.ff(), |any, f| b.or(any, f.0)),
            };
            self.external.made.insert(t, (when, source));
        }
        self.external.made[&t]
    }

    /// What a term is made of, without what only chooses among it.
    pub fn data_of(&self, l: &Ledger<'_>, t: Term) -> SmallVec<[Term; 5]> {
        let b = &l.d.terms;
        let args = b.store().args(t);
        match b.op(t) {
            Op::Select | Op::LoadLe | Op::LoadBe => args[..1].into(),
            Op::Store | Op::StoreLe | Op::StoreBe => [args[0], args[2]].into_iter().collect(),
            _ => args.into_iter().filter(|&x| b.store().sort(x) != Sort::Bool).collect(),
        }
    }

    /// A source in words.
    fn words(&self, l: &Ledger<'_>, source: Source) -> String {
        match source {
            Source::Declared(o) => match self.global_name(l, o) {
                "" => "contents of an object that the caller gives".to_owned(),
                name => format!("contents of the declared-only object {name}"),
            },
            Source::Result(f) => {
                format!("the result of the undefined function {}", l.program.func(f).source_name)
            }
            Source::Argument(n) => {
                let f = l.program.func(l.options.entry);
                format!("argument {} of {}", n + 1, f.source_name)
            }
        }
    }

    /// The name of a global variable's object.
    pub fn global_name<'p>(&self, l: &Ledger<'p>, o: ObjId) -> &'p str {
        match self.space.info(o).origin {
            Origin::Global(g) => &l.program.global(g).name,
            _ => "",
        }
    }
}
