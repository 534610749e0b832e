//! What the thread library is made of: sections that nobody interrupts, threads that begin and end.

use super::Interp;
use crate::engine::bmc::ledger::{
    Kind, PointKind, PointOrder, Step, Stop, SyncAction, SyncUse, Thread, ThreadPoint, Wait, WaitsFor,
};
use crate::engine::bmc::memory::{blank, order_of};
use crate::engine::bmc::state::{
    Activation, Frame, InputId, Locals, Notes, ObjId, ObjInfo, Origin, Point, Ptr, State, ThreadState, Val,
    mix,
};
use crate::ilr::{Sort, Term};
use crate::program::{BlockId, Const, FuncId, GlobalId, InstId, InstKind, LocId, Ordering, Value};
use crate::property::Check;
use smallvec::SmallVec;
use std::rc::Rc;

/// Checks of ends of all threads, and of bits that nobody has written, which are not made beside other threads.
const UNCHECKED: [Check; 2] = [Check::Uninit, Check::Termination];

/// Most places where threads are created, of those that are followed each on its own.
const MOST_MODULAR: usize = 32;

impl Interp<'_> {
    /// The running activation may not be interrupted from here on, or may.
    pub fn set_atomic(&mut self, state: &mut State, atomic: bool) {
        state.top().entry.atomic = atomic;
        self.settle_section(state);
    }

    /// Begins or ends a section, as the running activation may be interrupted.
    pub fn settle_section(&mut self, state: &mut State) {
        if state.frame.entry.atomic {
            self.memory.begin_section(&mut self.ledger, state);
        } else {
            self.memory.end_section(&mut self.ledger, state);
        }
    }

    /// An object of the thread library, all zeros.
    pub fn library_object(&mut self, state: &mut State, id: InstId, size: Term) -> Step<Val> {
        let info = ObjInfo {
            origin: Origin::Library,
            size,
            size_const: self.ledger.d.terms.as_u64(size),
            constant: false,
            loc: None,
            key: state.frame.key(id, InputId::Allocation),
        };
        let zero = self.ledger.zero_base();
        let o = self.memory.new_object(&mut self.ledger, state, info, zero);
        Ok(Val::Ptr(self.memory.object_ptr(&mut self.ledger, o)?))
    }

    /// A thread begins with a function. What it finds in memory that threads do not share is what its creator leaves there.
    pub fn start_thread(
        &mut self,
        state: &mut State,
        id: InstId,
        function: &Ptr,
        thread: Val,
        loc: Option<LocId>,
    ) -> Step<()> {
        let Some(Origin::Code(func)) =
            function.single().map(|c| self.memory.space.info(c.obj).origin.clone())
        else {
            return Err(Stop::Unsupported("a thread that begins with one of several functions".to_owned()));
        };
        let object = match &thread {
            Val::Ptr(p) => p.single().map(|c| c.obj),
            _ => None,
        };
        if self.ledger.threads.list.is_empty() {
            self.ledger.threads.list.push(Thread { created: None, ends: Vec::new(), object: None });
        }
        self.refuse_beside_threads(state)?;
        self.become_concurrent(state, loc);
        self.settle_section(state);
        let point = match &state.thread.section {
            Some(section) => section.point,
            None => self.ledger.point(state),
        };
        self.ledger.fence(point, state.path.term());
        let visits = self.ledger.threads.visits.len();
        let number = self.ledger.threads.list.len();
        if self.ledger.modular().is_some() {
            if number > MOST_MODULAR {
                return Err(Stop::Unsupported("many places where threads are created".to_owned()));
            }
            if self.ledger.is_repeated(state) {
                self.ledger.threads.accesses.modular.several.insert(number);
            }
        }
        let created = Some((state.thread.number, point, visits));
        self.ledger.threads.list.push(Thread { created, ends: Vec::new(), object });
        let info = self.info(func);
        let registers = self.ledger.program.func(func).insts.len();
        let frame = Frame {
            func,
            info,
            parent: None,
            entry: Activation {
                ctx: mix(state.frame.key(id, InputId::Activation), func.index() as u128),
                depth: 0,
                args: Rc::new([thread]),
                varargs: None,
                path: state.path.term(),
                recursion: 0,
                from_call: false,
                atomic: false,
            },
            regs: vec![None; registers],
            block: BlockId::new(0),
            at: 0,
            iterations: SmallVec::new(),
            locals: Locals::default(),
            notes: Notes::default(),
        };
        let mut child = State {
            path: state.path.clone(),
            frame: Rc::new(frame),
            memory: state.memory.clone(),
            heap: state.heap,
            events: state.events,
            ending: false,
            thread: ThreadState { number, joined: state.thread.joined.clone(), ..ThreadState::default() },
        };
        child.enter_loops(BlockId::new(0));
        let made = self.make_thread_locals(&mut child, func)?;
        child.thread.concurrent = true;
        for o in made {
            self.ledger.note_summary(&child, o);
            self.memory.start_sharing(&mut self.ledger, &child, o);
        }
        self.started.push(child);
        Ok(())
    }

    /// The thread-local variables of a new thread. Those of the library are seen by their thread alone, so one object serves all;
    /// the others are objects of their own, which are returned.
    fn make_thread_locals(&mut self, state: &mut State, func: FuncId) -> Step<Vec<ObjId>> {
        let program = self.ledger.program;
        let mut made = Vec::new();
        for (i, g) in program.globals.iter().enumerate() {
            let Some(init) = g.init.filter(|_| g.thread_local) else { continue };
            let zero = self.ledger.zero_base();
            let mut o = self.memory.globals[i];
            if !g.model {
                let ObjInfo { size, size_const, constant, loc, .. } = *self.memory.space.info(o);
                let origin = Origin::Stack { func, ty: g.ty };
                let key = mix(state.frame.entry.ctx, i as u128);
                let info = ObjInfo { origin, size, size_const, constant, loc, key };
                o = self.memory.new_object(&mut self.ledger, state, info, zero);
                self.ledger.threads.objects.locals.insert((state.thread.number, GlobalId::new(i)), o);
                made.push(o);
            } else if let Some(object) = state.memory.get_mut(o) {
                object.content = blank(zero);
            }
            self.initialise(state, o, 0, init, g.ty)?;
        }
        Ok(made)
    }

    /// The thread-local variable of the thread of a state, where a value is the address of one.
    pub fn thread_local(&mut self, state: &State, v: Value) -> Step<Option<Val>> {
        let Value::Const(c) = v else { return Ok(None) };
        let Const::Global(g) = *self.ledger.program.constant(c) else { return Ok(None) };
        let own = self.ledger.threads.objects.locals.get(&(state.thread.number, g)).copied();
        own.map(|o| Ok(Val::Ptr(self.memory.object_ptr(&mut self.ledger, o)?))).transpose()
    }

    /// What cannot be said of programs with threads.
    fn refuse_beside_threads(&self, state: &State) -> Step<()> {
        if state.thread.concurrent {
            return Ok(());
        }
        let program = self.ledger.program;
        if program.globals.iter().any(|g| g.thread_local && !g.model && g.init.is_none()) {
            return Err(Stop::Unsupported("thread-local variables that are only declared".to_owned()));
        }
        if self.memory.has_areas() {
            return Err(Stop::Unsupported("threads with --memory flat".to_owned()));
        }
        Ok(())
    }

    /// From here on there may be other threads, beside which some checks are not made.
    pub fn become_concurrent(&mut self, state: &mut State, loc: Option<LocId>) {
        if state.thread.concurrent {
            return;
        }
        let cond = state.path.term();
        for check in UNCHECKED {
            if self.ledger.options.checks.contains(check) {
                let what = format!("--check {} with threads", check.name());
                self.ledger.oblige(state, Kind::Unsupported(what), cond, loc);
            }
        }
        self.memory.become_concurrent(&mut self.ledger, state);
        self.memory.note_heap(&mut self.ledger, state);
    }

    /// The thread waits, and goes on only where it may wake. Alone it waits for ever.
    pub fn wait(&mut self, state: &State, how: WaitsFor, needed: &Ptr) -> Step<()> {
        let checks = self.ledger.options.checks;
        let checked = [Check::Deadlock, Check::Leak].iter().any(|&check| checks.contains(check));
        let told = how != WaitsFor::Some && !self.ledger.must_end();
        if !state.thread.concurrent {
            let tt = self.ledger.d.terms.tt();
            self.ledger.violate(state, None, Check::Deadlock, tt)?;
            self.memory.given_up(&mut self.ledger, state)?;
        } else if let (true, true, Some(section)) = (checked, told, &state.thread.section) {
            self.note_wait(state, section.point, how, needed.clone());
        } else if !checks.contains(Check::Deadlock) && !self.ledger.must_end() {
            self.memory.endless_beside(&mut self.ledger, state);
        } else {
            let what = "whether threads wait for each other forever".to_owned();
            let cond = state.path.term();
            self.ledger.oblige(state, Kind::Unsupported(what), cond, None);
        }
        if how == WaitsFor::Signal { Ok(()) } else { Err(Stop::End) }
    }

    /// The thread goes on and on with an iteration that changes nothing, which it began after a symbolic event.
    pub fn spins(&mut self, state: &State, since: u64) {
        if !self.ledger.follows_variables() {
            return;
        }
        let mut points = self.ledger.threads.points.iter();
        let own = |p: &ThreadPoint| p.thread == state.thread.number && p.events > since;
        let Some(point) = points.position(own) else {
            return self.memory.endless_beside(&mut self.ledger, state);
        };
        let needed = Ptr::null(&mut self.ledger.d.terms, self.memory.space.width);
        self.note_wait(state, point, WaitsFor::Spins, needed);
    }

    fn note_wait(&mut self, state: &State, point: Point, how: WaitsFor, needed: Ptr) {
        let selected = format!("waits!{}", self.ledger.threads.waits.len());
        let selected = self.ledger.d.terms.var(&selected, Sort::Bool);
        let (when, place) = (state.path.term(), self.ledger.place(state, None));
        self.ledger.threads.waits.push(Wait { point, when, needed, how, selected, place });
    }

    /// When a pointer leads to what the library keeps of a thread.
    pub fn is_thread(&mut self, p: &Ptr) -> Term {
        let mut any = self.ledger.d.terms.ff();
        for c in &p.cases {
            let kept = match self.memory.space.info(c.obj).origin {
                Origin::Library => true,
                Origin::Global(g) => self.ledger.program.global(g).model,
                _ => false,
            };
            let zero = self.ledger.d.terms.bv(self.memory.space.width, 0);
            let b = &mut self.ledger.d.terms;
            if kept {
                let start = b.eq(c.off, zero);
                let here = b.and(c.cond, start);
                any = b.or(any, here);
            }
        }
        any
    }

    /// Notes what a thread does with what others wait for.
    pub fn use_sync(&mut self, state: &mut State, what: SyncAction, object: Ptr, mutex: Ptr) -> Step<()> {
        match what {
            SyncAction::Locks | SyncAction::Unlocks | SyncAction::Joins if !state.thread.concurrent => {
                return Ok(());
            }
            SyncAction::Locks => return self.memory.take_lock(&mut self.ledger, state, (&object, &mutex)),
            SyncAction::Unlocks => return self.memory.give_back_lock(&mut self.ledger, state, &object),
            SyncAction::Joins => {
                self.ledger.note_join(state, &object);
                return Ok(());
            }
            _ => {}
        }
        let Some(section) = state.thread.section.as_ref().filter(|_| state.thread.concurrent) else {
            if !state.thread.concurrent && matches!(what, SyncAction::Holds | SyncAction::Releases) {
                let when = state.path.term();
                self.ledger.threads.objects.held_before.push((when, what, object));
            }
            return Ok(());
        };
        if what == SyncAction::Waits && self.ledger.options.assumptions.no_spurious_wakeups {
            // Which signal ends a wait is not followed.
            return Err(Stop::Unsupported("waits that end only after a signal".to_owned()));
        }
        let (point, when, place) = (section.point, state.path.term(), self.ledger.place(state, None));
        self.ledger.threads.syncs.push(SyncUse { point, when, what, object, mutex, place });
        Ok(())
    }

    /// Whether a call is misuse of the thread library depends on what other threads do.
    pub fn unknown_misuse(&mut self, state: &State) {
        if state.thread.concurrent && self.ledger.options.checks.contains(Check::ThreadMisuse) {
            let what = "whether a condition variable is misused".to_owned();
            let cond = state.path.term();
            self.ledger.oblige(state, Kind::Unsupported(what), cond, None);
        }
    }

    /// Whether something of the program runs when it ends.
    pub fn runs_at_exit(&self) -> bool {
        let program = self.ledger.program;
        !program.destructors.is_empty() || program.registers_ends()
    }

    /// The thread of a state ends.
    pub fn end_thread(&mut self, state: &mut State) -> Stop {
        if state.thread.number == 0 && self.runs_at_exit() {
            // They run when the last thread ends.
            return Stop::Unsupported("exit handlers behind the end of the first thread".to_owned());
        }
        let number = state.thread.number;
        let own = self
            .ledger
            .threads
            .objects
            .locals
            .range((number, GlobalId::new(0))..(number + 1, GlobalId::new(0)));
        for o in own.map(|(_, &o)| o).collect::<Vec<_>>() {
            self.memory.end_object(&mut self.ledger, state, o);
        }
        if let Some(section) = &state.thread.section {
            let end = (section.point, state.path.term());
            self.ledger.threads.list[state.thread.number].ends.push(end);
            self.ledger.threads.points[end.0].order =
                PointOrder { kind: PointKind::Library, release: true, always: true, ..PointOrder::default() };
        }
        self.memory.end_section(&mut self.ledger, state);
        self.memory.note_held(&mut self.ledger, state);
        if state.thread.number == 0
            && let Err(stop) = self.memory.ends_beside(&mut self.ledger, state, true, true)
        {
            return stop;
        }
        Stop::End
    }

    /// Notes what an instruction means to other threads; true where it is a section by itself.
    pub fn meets_threads(&mut self, state: &mut State, kind: &InstKind, loc: Option<LocId>) -> Step<bool> {
        if !state.thread.concurrent {
            return Ok(false);
        }
        self.ledger.threads.accesses.current = None;
        let atomic = match kind {
            InstKind::Load { ptr, atomic, .. } | InstKind::Store { ptr, atomic, .. } => {
                atomic.map(|order| (*ptr, [order; 2]))
            }
            InstKind::CmpXchg { ptr, orders, .. } => Some((*ptr, *orders)),
            InstKind::AtomicRmw { ptr, order, .. } => Some((*ptr, [*order; 2])),
            InstKind::Call { .. } | InstKind::Ret(_) => None,
            InstKind::Fence(order) => {
                self.memory.meets_fence(&mut self.ledger, state, *order);
                return Ok(false);
            }
            _ => return Ok(false),
        };
        self.ledger.note_thread_visit(state);
        if let Some((ptr, orders)) = atomic.filter(|_| !self.ledger.program.func(state.frame.func).model) {
            let p = self.operand(state, ptr)?;
            let p = self.memory.pointer(&mut self.ledger, state, p)?;
            let path = state.path.term();
            for c in &p.cases {
                let off = self.ledger.d.terms.as_u64(c.off);
                self.ledger.threads.orders.places.insert((c.obj, off));
                if orders.contains(&Ordering::Monotonic) {
                    let ff = self.ledger.d.terms.ff();
                    let (when, _) = self.ledger.threads.orders.relaxed.entry(c.obj).or_insert((ff, loc));
                    *when = self.ledger.d.terms.or(*when, path);
                }
            }
            if orders.iter().any(|&order| order != Ordering::SeqCst) {
                let weak = self.ledger.threads.orders.weak;
                let when = weak.map_or(path, |(when, _)| self.ledger.d.terms.or(when, path));
                self.ledger.threads.orders.weak = Some((when, weak.map_or(loc, |(_, loc)| loc)));
            }
        }
        let section = matches!(kind, InstKind::CmpXchg { .. } | InstKind::AtomicRmw { .. });
        if section {
            let begins = state.thread.section.is_none();
            self.memory.begin_section(&mut self.ledger, state);
            if let Some(section) = state.thread.section.as_ref().filter(|_| begins) {
                self.ledger.threads.points[section.point].order = order_of(kind);
            }
            self.memory.fence(&mut self.ledger, state);
        }
        Ok(section)
    }
}
