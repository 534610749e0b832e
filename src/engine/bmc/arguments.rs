//! Arguments of the entry function.

use super::eval::{Eval, Step, Stop};
use super::foreign::Source;
use super::memory::{Access, Base, OPEN_SIZE, ObjInfo, Origin};
use super::obligation::Kind;
use super::state::{State, mix};
use super::value::{ObjId, Ptr, PtrCase, Val};
use super::variable::InputId;
use crate::ilr::Term;
use crate::program::{InstId, LocId, Type};
use std::rc::Rc;

/// Strings of `argv` that are represented.
const STRINGS: u64 = 6;
/// Characters of each that are represented.
const LENGTH: u64 = 256;

impl Eval<'_> {
    /// Arguments of the entry function: any numbers, the command line, pointers from outside.
    pub(super) fn entry_arguments(&mut self, state: &mut State) -> Step<Rc<[Val]>> {
        self.argument_frame = Some(Rc::clone(&state.frame));
        let program = self.program;
        let f = program.func(self.options.entry);
        let width = self.width();
        let word = u64::from(width / 8);
        let mut out: Vec<Val> = Vec::new();
        for (i, p) in f.params.iter().enumerate() {
            let at = InstId::new(i);
            out.push(match program.types.get(p.ty) {
                Type::Int(w) => {
                    let t = self.input(state, at, InputId::Argument, *w, "argument");
                    if f.is_main() && i == 0 {
                        let zero = self.d.terms.bv(*w, 0);
                        let natural = self.d.terms.sle(zero, t);
                        self.assume(state, natural)?;
                    }
                    Val::Int(t)
                }
                Type::Float(kind) => {
                    Val::Int(self.input(state, at, InputId::Argument, kind.bits(), "argument"))
                }
                Type::Ptr(_) => {
                    let count = match out.first() {
                        Some(Val::Int(argc)) if f.is_main() && i == 1 => {
                            let argc = self.d.terms.resize_zext(*argc, width);
                            self.wish_small(argc);
                            if width < 64 {
                                // `argv` is an object, and none is larger than half of the addresses.
                                let most = self.d.terms.bv(width, (1 << (width - 1)) / word - 2);
                                let fits = self.d.terms.ule(argc, most);
                                self.assume(state, fits)?;
                            }
                            Some(argc)
                        }
                        _ => None,
                    };
                    let used = f.use_of_argument(|n| n as usize == i).is_some();
                    let zero = self.d.terms.bv(width, 0);
                    match count {
                        None => self.given_pointer(state, at)?,
                        Some(argc) => {
                            let represented = self.flat.is_none() && used;
                            let o = match represented {
                                true => self.argv(state, argc)?,
                                false => self.outside(state, argc),
                            };
                            Val::Ptr(Ptr::to(&self.d.terms, o, zero))
                        }
                    }
                }
                _ => return Err(Stop::Unsupported("aggregate argument of the entry function".to_owned())),
            });
        }
        Ok(out.into())
    }

    /// Identity of the argument of that number, or of one of its strings.
    pub(super) fn argument_key(&self, argument: InstId, id: InputId) -> Option<u128> {
        self.argument_frame.as_ref().map(|frame| frame.key(argument, id))
    }

    /// Any pointer, or any but the null pointer.
    fn given_pointer(&mut self, state: &mut State, at: InstId) -> Step<Val> {
        let width = self.width();
        let t = self.input(state, at, InputId::Argument, width, "argument");
        let v = Val::Ptr(Ptr::to(&self.d.terms, ObjId::NULL, t));
        let source = Source::Argument(at.index() as u32);
        let zero = self.d.terms.bv(width, 0);
        let some = self.d.terms.ne(t, zero);
        if self.options.null_arguments {
            // The null pointer leads nowhere, wherever it comes from.
            self.note_source_when(&v, source, some);
        } else {
            self.note_source(&v, source);
            self.assume(state, some)?;
        }
        Ok(v)
    }

    /// `argv` of which nothing is known but the null pointer at its end.
    fn outside(&mut self, state: &mut State, argc: Term) -> ObjId {
        let width = self.width();
        let word = self.d.terms.bv(width, u64::from(width / 8));
        let end = self.d.terms.mul(argc, word);
        let size = self.d.terms.add(end, word);
        let o = self.environment(state, Origin::Outside, size, None, 1);
        self.ends.insert(o, end);
        o
    }

    /// An object of the environment. Of what may be larger than `most` bytes no more are represented.
    fn environment(
        &mut self,
        state: &mut State,
        origin: Origin,
        size: Term,
        most: Option<u64>,
        number: u128,
    ) -> ObjId {
        let size_const = self.d.terms.as_u64(size).or(most);
        let key = mix(0xa59, number);
        let info = ObjInfo { origin, size, size_const, constant: false, loc: None, key };
        self.new_object(state, info, Base::Undef(0))
    }

    /// The strings of the command line and the array of the pointers to them. A program may write to all of it.
    fn argv(&mut self, state: &mut State, argc: Term) -> Step<ObjId> {
        let width = self.width();
        let word = u64::from(width / 8);
        let (wide, one) = (self.d.terms.bv(width, word), self.d.terms.bv(width, 1));
        let slots = self.d.terms.add(argc, one);
        let size = self.d.terms.mul(slots, wide);
        let most = (STRINGS + 1) * word;
        let array = self.environment(state, Origin::CommandLine(None), size, Some(most), 1);
        let null = Ptr::null(&mut self.d.terms, width);
        for i in 0..=STRINGS {
            let number = self.d.terms.bv(width, i);
            let given = self.d.terms.ult(number, argc);
            let mut p = null.clone();
            if i < STRINGS && self.d.terms.as_bool(given) != Some(false) {
                let s = self.argument_string(state, i)?;
                let zero = self.d.terms.bv(width, 0);
                let to = Ptr::to(&self.d.terms, s, zero);
                p = Ptr::ite(&mut self.d.terms, given, &to, &p);
            }
            self.put(state, array, i * word, word, Val::Ptr(p))?;
        }
        match self.d.terms.as_u64(argc) {
            // The end of an array of which a replay needs nothing else.
            Some(argc) if argc > STRINGS => {
                self.put(state, array, argc * word, word, Val::Ptr(null))?;
            }
            Some(_) => {}
            None => {
                let b = &mut self.d.terms;
                let strings = b.bv(width, STRINGS);
                let all = b.ule(argc, strings);
                let (whole, part) = (b.bv(width, most), b.bv(width, most - word));
                let known = b.ite(all, whole, part);
                self.partial.insert(array, known);
            }
        }
        Ok(array)
    }

    fn put(&mut self, state: &mut State, obj: ObjId, off: u64, bytes: u64, v: Val) -> Step<()> {
        let Some(object) = state.memory.get_mut(obj) else { return Ok(()) };
        let mut access = Access { b: &mut self.d.terms, space: &mut self.space, obj, state: object };
        Ok(access.store_at(off, bytes as u32, v)?)
    }

    /// A string of any characters, which ends with its object.
    fn argument_string(&mut self, state: &mut State, i: u64) -> Step<ObjId> {
        let width = self.width();
        let most = LENGTH + 1;
        let id = InputId::ArgumentString(i as u32);
        let all = self.input(state, InstId::new(1), id, 8 * most as u32, &format!("argv[{i}]"));
        let b = &mut self.d.terms;
        let zero = b.bv(8, 0);
        let bytes: Vec<Term> = (0..most as u32).map(|k| b.extract(all, 8 * k + 7, 8 * k)).collect();
        // One that does not end among the represented characters is longer; how much so is not known.
        let mut size = b.bv(width, OPEN_SIZE);
        for (k, &byte) in bytes.iter().enumerate().rev() {
            let ends = b.eq(byte, zero);
            let here = b.bv(width, k as u64 + 1);
            size = b.ite(ends, here, size);
        }
        let origin = Origin::CommandLine(Some(i as u32));
        let o = self.environment(state, origin, size, Some(most), 0x100 + u128::from(i));
        let (known, total) = (self.d.terms.bv(width, most), self.d.terms.as_u64(size));
        if total.is_none_or(|n| n > most) {
            self.partial.insert(o, known);
        }
        for (k, byte) in bytes.into_iter().enumerate().filter(|(k, _)| total.is_none_or(|n| (*k as u64) < n))
        {
            self.put(state, o, k as u64, 1, Val::Int(byte))?;
        }
        Ok(o)
    }

    /// Runs end, as unsupported, where a valid access goes beyond what is represented of an object.
    pub(super) fn represented(
        &mut self,
        state: &mut State,
        c: &PtrCase,
        size: Term,
        invalid: Term,
        loc: Option<LocId>,
    ) -> Step<()> {
        let Some(&known) = self.partial.get(&c.obj) else { return Ok(()) };
        let b = &mut self.d.terms;
        let room = b.sub(known, c.off);
        let (starts, fits) = (b.ule(c.off, known), b.ule(size, room));
        let inside = b.and(starts, fits);
        let either = b.or(inside, invalid);
        let beyond = b.not(either);
        let here = b.and_all([state.path.term(), c.cond, beyond]);
        if b.as_bool(here) == Some(false) {
            return Ok(());
        }
        let loc = loc.filter(|_| !self.program.func(state.frame.func).model);
        let what = match self.space.info(c.obj).origin {
            Origin::CommandLine(None) => format!("more than {STRINGS} command-line arguments"),
            _ => format!("a command-line argument of more than {LENGTH} characters"),
        };
        self.oblige(state, Kind::Unsupported(what), here, loc);
        let within = self.d.terms.implies(c.cond, either);
        self.assume(state, within)
    }
}
