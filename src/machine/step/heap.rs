//! Heap objects: allocation, its failure, and `free`.

use crate::machine::environment::script::Ask;
use crate::machine::state::{Allocator, Mode, Origin, Reg, compute};
use crate::machine::step::{Machine, Step};
use crate::property::Check;
use crate::semantics::NO_MEMORY;

/// Whether what belongs to an allocator ends an object of this origin.
fn is_freed(origin: Origin, by: Allocator) -> bool {
    origin == Origin::Heap(by) || by == Allocator::Malloc && origin == Origin::Heap(Allocator::Caller)
}

impl Machine<'_, '_> {
    /// Whether an allocation fails.
    fn fails(&mut self) -> Step<bool> {
        let what = "whether allocation fails";
        let site = self.site();
        let Some(script) = &mut self.environment.script else { return Ok(self.choose(what, 2)? == 1) };
        let fails = script.value(site, Ask::Fails, 1);
        self.environment.asked.push((what.to_owned(), fails.zext(32)));
        Ok(!fails.is_zero())
    }

    /// A heap object of that size.
    pub(in crate::machine) fn allocate(&mut self, size: &Reg, fill: Option<u8>, by: Allocator) -> Step<Reg> {
        let size = self.exact(size)?;
        self.counts_objects()?;
        let fails = self.environment.malloc_may_fail && self.fails()?;
        self.allocated(size, fill, by, fails)
    }

    /// The same where memory is not short.
    pub(super) fn allocate_surely(&mut self, size: &Reg, fill: Option<u8>, by: Allocator) -> Step<Reg> {
        let size = self.exact(size)?;
        self.counts_objects()?;
        self.allocated(size, fill, by, false)
    }

    fn allocated(&mut self, size: u64, fill: Option<u8>, by: Allocator, fails: bool) -> Step<Reg> {
        if fails || size > self.image.program.target.max_object {
            if let Some(errno) = self.image.program.errno() {
                let own = self.thread_local_place(errno);
                if let Some((id, at)) = self.memory.resolve(&own) {
                    self.memory.store(id, at as usize, 4, &Reg::int(32, NO_MEMORY));
                }
            }
            return Ok(compute::nowhere(self.memory.width));
        }
        let id = self.make(size, fill, Origin::Heap(by))?;
        Ok(self.memory.start(id))
    }

    /// Ends a heap object of that allocator, and of that size where one is stated.
    pub(super) fn free(&mut self, p: &Reg, by: Allocator, size: Option<u64>) -> Step<()> {
        let p = &self.known(p)?;
        self.decisive(p)?;
        if !p.object.is_one() && p.value.is_zero() {
            return Ok(());
        }
        self.findings.culprit = p.object;
        let place = self.resolve(p)?;
        match place {
            Some((id, 0)) if self.memory.origin(id).is_some_and(|origin| is_freed(origin, by)) => {
                self.visible(id, Mode::Write)?;
                let has = self.memory.get(id).map(|o| o.bytes.len() as u64);
                if size.is_some() && size != has {
                    self.violate(Check::InvalidFree)?;
                }
                self.counts_objects()?;
                self.note_end(id);
                self.memory.end(id);
                Ok(())
            }
            Some(_) => self.undefined(Check::InvalidFree),
            None => {
                let ended = matches!(self.memory.origin(p.object), Some(Origin::Heap(_)));
                self.undefined(if ended { Check::DoubleFree } else { Check::InvalidFree })
            }
        }
    }

    pub(super) fn realloc(&mut self, p: &Reg, size: &Reg) -> Step<Reg> {
        let p = &self.known(p)?;
        // First what has to be told: an object is made only once.
        let size = &Reg::int(64, self.exact(size)?);
        if !p.object.is_one() && p.value.is_zero() {
            return self.allocate(size, None, Allocator::Malloc);
        }
        let old = self.resolve(p)?.map(|(id, _)| id);
        if let Some(id) = old {
            self.visible(id, Mode::Write)?;
        }
        let old = old.and_then(|id| self.memory.get(id)).map_or(0, |o| o.bytes.len());
        if let (true, Some((id, 0))) = (self.environment.asks, self.memory.resolve(p)) {
            self.same_copy((id, 0), size.value.low().min(old as u64) as usize)?;
        }
        let new = self.allocate(size, None, Allocator::Malloc)?;
        if new.value.is_zero() {
            return Ok(new);
        }
        let kept = size.value.low().min(old as u64);
        if let Some((from, 0)) = self.memory.resolve(p) {
            self.memory.copy((new.object, 0), (from, 0), kept as usize);
        }
        self.free(p, Allocator::Malloc, None)?;
        Ok(new)
    }
}
