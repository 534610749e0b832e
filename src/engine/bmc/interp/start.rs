//! The start of a program: its globals, and the entry function's activation.

use super::Interp;
use crate::engine::bmc::ledger::Step;
use crate::engine::bmc::memory::OPEN_SIZE;
use crate::engine::bmc::state::{Activation, Frame, Locals, Memory, Notes, Path, ThreadState};
use crate::engine::bmc::state::{Base, Named, ObjInfo, Origin, State, mix};
use crate::program::BlockId;
use crate::program::{FuncId, GlobalId};
use crate::property::Check;
use crate::semantics::is_standard_cxx;
use smallvec::SmallVec;
use std::rc::Rc;

impl Interp<'_> {
    /// The state at the start of the program, and whether it can go on.
    pub fn start(&mut self) -> (State, Step<()>) {
        let path = Path::root(&self.ledger.d.terms);
        let entry = self.ledger.options.entry;
        let f = self.ledger.program.func(entry);
        let info = self.info(entry);
        let frame = Frame {
            func: entry,
            info,
            parent: None,
            entry: Activation {
                ctx: mix(0x5eed, entry.index() as u128),
                depth: 0,
                args: Rc::new([]),
                varargs: None,
                path: path.term(),
                recursion: 0,
                from_call: false,
                atomic: false,
            },
            regs: vec![None; f.insts.len()],
            block: BlockId::new(0),
            at: 0,
            iterations: SmallVec::new(),
            locals: Locals::default(),
            notes: Notes::default(),
        };
        let mut state = State {
            path,
            frame: Rc::new(frame),
            memory: Memory::default(),
            heap: None,
            events: 0,
            ending: false,
            thread: ThreadState::default(),
        };
        self.memory.start(&mut self.ledger, &mut state);
        let started = self.make_globals(&mut state).and_then(|()| {
            state.top().entry.args = self.entry_arguments(&mut state)?;
            state.enter_loops(BlockId::new(0));
            Ok(())
        });
        (state, started)
    }

    /// Gives the lowest frame to a function that runs at the program's end.
    pub fn replace_frame(&mut self, state: &mut State, func: FuncId) {
        let info = self.info(func);
        let registers = self.ledger.program.func(func).insts.len();
        let top = state.top();
        top.func = func;
        top.info = info;
        top.regs = vec![None; registers];
        top.entry.args = Rc::new([]);
        top.notes.vars.clear();
        top.entry.varargs = None;
        top.block = BlockId::new(0);
        top.at = 0;
        top.entry.ctx = mix(0xe0d, func.index() as u128);
        top.iterations.clear();
        top.notes.poison.clear();
        state.enter_loops(BlockId::new(0));
    }

    /// Makes the objects of global variables and functions, with their initial content.
    pub fn make_globals(&mut self, state: &mut State) -> Step<()> {
        let program = self.ledger.program;
        let width = self.ledger.width();
        let named = Named::new(program);
        for (i, g) in program.globals.iter().enumerate() {
            let size = program.types.layout(g.ty).alloc_size;
            // Of the C++ library's objects nothing is known.
            let outside = g.init.is_none() && is_standard_cxx(&g.name);
            let size = if outside { OPEN_SIZE } else { size };
            let term = self.ledger.d.terms.bv(width, size);
            let info = ObjInfo {
                origin: if outside { Origin::Outside } else { Origin::Global(GlobalId::new(i)) },
                size: term,
                size_const: Some(size),
                // What is only declared may be defined without `const` elsewhere.
                constant: g.constant && g.init.is_some(),
                loc: None,
                key: mix(0x610b, i as u128),
            };
            let base = if g.init.is_some() { self.ledger.zero_base() } else { Base::Undef(0) };
            let o = self.memory.new_object(&mut self.ledger, state, info, base);
            self.memory.space.align(o, g.align);
            if g.init.is_none() && !outside {
                self.memory.declared.insert(o);
            }
            if program.extent_is_unknown(g) {
                self.memory.space.set_open_ended(o);
            }
            if let Some(region) = g.region {
                self.memory.space.put_device(o, region);
            } else if !named.globals[i] {
                self.memory.space.hide(o);
            }
            self.memory.globals.push(o);
        }
        for i in 0..program.functions.len() {
            let zero = self.ledger.d.terms.bv(width, 0);
            let info = ObjInfo {
                origin: Origin::Code(FuncId::new(i)),
                size: zero,
                size_const: Some(0),
                constant: true,
                loc: None,
                key: mix(0xc0de, i as u128),
            };
            let base = self.ledger.zero_base();
            let o = self.memory.new_object(&mut self.ledger, state, info, base);
            if !named.functions[i] {
                self.memory.space.hide(o);
            }
            self.memory.functions.push(o);
        }
        for (i, g) in program.globals.iter().enumerate() {
            if let Some(init) = g.init {
                self.memory.zero(&mut self.ledger, state, self.memory.globals[i])?;
                self.initialise(state, self.memory.globals[i], 0, init, g.ty)?;
            } else if self.memory.has_areas() && self.ledger.options.checks.contains(Check::Uninit) {
                // Bytes of its own, which are not those that the program has to write.
                self.memory.blank(&mut self.ledger, state, self.memory.globals[i], 1)?;
            }
        }
        Ok(())
    }
}
