//! Arguments of the entry function.

use super::Interp;
use crate::engine::bmc::ledger::{Step, Stop};
use crate::engine::bmc::memory::{Access, OPEN_SIZE, Source};
use crate::engine::bmc::memory::{LENGTH, STRINGS};
use crate::engine::bmc::state::{Base, InputId, ObjId, ObjInfo, Origin, Ptr, State, Val, mix};
use crate::ilr::Term;
use crate::program::{InstId, Type};
use std::rc::Rc;

impl Interp<'_> {
    /// Arguments of the entry function: any numbers, the command line, pointers from outside.
    pub fn entry_arguments(&mut self, state: &mut State) -> Step<Rc<[Val]>> {
        self.argument_frame = Some(Rc::clone(&state.frame));
        let program = self.ledger.program;
        let f = program.func(self.ledger.options.entry);
        let width = self.ledger.width();
        let word = u64::from(width / 8);
        let mut out: Vec<Val> = Vec::new();
        for (i, p) in f.params.iter().enumerate() {
            let at = InstId::new(i);
            out.push(match program.types.get(p.ty) {
                Type::Int(w) => {
                    let t = self.ledger.input(state, at, InputId::Argument, *w, "argument");
                    if f.is_main() && i == 0 {
                        let zero = self.ledger.d.terms.bv(*w, 0);
                        let natural = self.ledger.d.terms.sle(zero, t);
                        self.ledger.assume(state, natural)?;
                    }
                    Val::Int(t)
                }
                Type::Float(kind) => {
                    Val::Int(self.ledger.input(state, at, InputId::Argument, kind.bits(), "argument"))
                }
                Type::Ptr(_) => {
                    let count = match out.first() {
                        Some(Val::Int(argc)) if f.is_main() && i == 1 => {
                            let argc = self.ledger.d.terms.resize_zext(*argc, width);
                            self.ledger.wish_small(argc);
                            if width < 64 {
                                // `argv` is an object, and none is larger than half of the addresses.
                                let most = self.ledger.d.terms.bv(width, (1 << (width - 1)) / word - 2);
                                let fits = self.ledger.d.terms.ule(argc, most);
                                self.ledger.assume(state, fits)?;
                            }
                            Some(argc)
                        }
                        _ => None,
                    };
                    let used = f.use_of_argument(|n| n as usize == i).is_some();
                    let zero = self.ledger.d.terms.bv(width, 0);
                    match count {
                        None => self.given_pointer(state, at)?,
                        Some(argc) => {
                            let represented = !self.memory.has_areas() && used;
                            let o = match represented {
                                true => self.argv(state, argc)?,
                                false => self.outside(state, argc),
                            };
                            Val::Ptr(Ptr::to(&self.ledger.d.terms, o, zero))
                        }
                    }
                }
                _ => return Err(Stop::Unsupported("aggregate argument of the entry function".to_owned())),
            });
        }
        Ok(out.into())
    }

    /// Identity of the argument of that number, or of one of its strings.
    pub fn argument_key(&self, argument: InstId, id: InputId) -> Option<u128> {
        self.argument_frame.as_ref().map(|frame| frame.key(argument, id))
    }

    /// Any pointer, or any but the null pointer.
    fn given_pointer(&mut self, state: &mut State, at: InstId) -> Step<Val> {
        let width = self.ledger.width();
        let t = self.ledger.input(state, at, InputId::Argument, width, "argument");
        let v = Val::Ptr(Ptr::to(&self.ledger.d.terms, ObjId::NULL, t));
        let source = Source::Argument(at.index() as u32);
        let zero = self.ledger.d.terms.bv(width, 0);
        let some = self.ledger.d.terms.ne(t, zero);
        if self.ledger.options.assumptions.null_arguments {
            // The null pointer leads nowhere, wherever it comes from.
            self.memory.note_source_when(&mut self.ledger, &v, source, some);
        } else {
            self.memory.note_source(&mut self.ledger, &v, source);
            self.ledger.assume(state, some)?;
        }
        Ok(v)
    }

    /// `argv` of which nothing is known but the null pointer at its end.
    fn outside(&mut self, state: &mut State, argc: Term) -> ObjId {
        let width = self.ledger.width();
        let word = self.ledger.d.terms.bv(width, u64::from(width / 8));
        let end = self.ledger.d.terms.mul(argc, word);
        let size = self.ledger.d.terms.add(end, word);
        let o = self.environment(state, Origin::Outside, size, None, 1);
        self.memory.ends.insert(o, end);
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
        let size_const = self.ledger.d.terms.as_u64(size).or(most);
        let key = mix(0xa59, number);
        let info = ObjInfo { origin, size, size_const, constant: false, loc: None, key };
        self.memory.new_object(&mut self.ledger, state, info, Base::Undef(0))
    }

    /// The strings of the command line and the array of the pointers to them. A program may write to all of it.
    fn argv(&mut self, state: &mut State, argc: Term) -> Step<ObjId> {
        let width = self.ledger.width();
        let word = u64::from(width / 8);
        let (wide, one) = (self.ledger.d.terms.bv(width, word), self.ledger.d.terms.bv(width, 1));
        let slots = self.ledger.d.terms.add(argc, one);
        let size = self.ledger.d.terms.mul(slots, wide);
        let most = (STRINGS + 1) * word;
        let array = self.environment(state, Origin::CommandLine(None), size, Some(most), 1);
        let null = Ptr::null(&mut self.ledger.d.terms, width);
        for i in 0..=STRINGS {
            let number = self.ledger.d.terms.bv(width, i);
            let given = self.ledger.d.terms.ult(number, argc);
            let mut p = null.clone();
            if i < STRINGS && self.ledger.d.terms.as_bool(given) != Some(false) {
                let s = self.argument_string(state, i)?;
                let zero = self.ledger.d.terms.bv(width, 0);
                let to = Ptr::to(&self.ledger.d.terms, s, zero);
                p = Ptr::ite(&mut self.ledger.d.terms, given, &to, &p);
            }
            self.put(state, array, i * word, word, Val::Ptr(p))?;
        }
        match self.ledger.d.terms.as_u64(argc) {
            // The end of an array of which a replay needs nothing else.
            Some(argc) if argc > STRINGS => {
                self.put(state, array, argc * word, word, Val::Ptr(null))?;
            }
            Some(_) => {}
            None => {
                let b = &mut self.ledger.d.terms;
                let strings = b.bv(width, STRINGS);
                let all = b.ule(argc, strings);
                let (whole, part) = (b.bv(width, most), b.bv(width, most - word));
                let known = b.ite(all, whole, part);
                self.memory.partial.insert(array, known);
            }
        }
        Ok(array)
    }

    fn put(&mut self, state: &mut State, obj: ObjId, off: u64, bytes: u64, v: Val) -> Step<()> {
        let Some(object) = state.memory.get_mut(obj) else { return Ok(()) };
        let mut access =
            Access { b: &mut self.ledger.d.terms, space: &mut self.memory.space, obj, state: object };
        Ok(access.store_at(off, bytes as u32, v)?)
    }

    /// A string of any characters, which ends with its object.
    fn argument_string(&mut self, state: &mut State, i: u64) -> Step<ObjId> {
        let width = self.ledger.width();
        let most = LENGTH + 1;
        let id = InputId::ArgumentString(i as u32);
        let all = self.ledger.input(state, InstId::new(1), id, 8 * most as u32, &format!("argv[{i}]"));
        let b = &mut self.ledger.d.terms;
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
        let (known, total) = (self.ledger.d.terms.bv(width, most), self.ledger.d.terms.as_u64(size));
        if total.is_none_or(|n| n > most) {
            self.memory.partial.insert(o, known);
        }
        for (k, byte) in bytes.into_iter().enumerate().filter(|(k, _)| total.is_none_or(|n| (*k as u64) < n))
        {
            self.put(state, o, k as u64, 1, Val::Int(byte))?;
        }
        Ok(o)
    }
}
