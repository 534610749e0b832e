//! What threads share that are followed each on its own, found in passes: a pass notes what threads use, and the next one knows it.

use super::MemoryModel;
use super::offsets::stride;
use crate::engine::bmc::ledger::{How, Ledger, LockKey, Modular, Parts, PointerTargets, Shared, Use, When};
use crate::engine::bmc::state::{Base, Content, ObjId, Origin, Val};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

/// Most scalars that invariants are about.
const MOST_SCALARS: usize = 40;

/// What following each thread on its own has come to.
pub enum ModularClosing {
    /// Everything that threads share was known.
    Closed,
    /// More is known now.
    Open(Shared),
    /// Nothing can be concluded.
    Failed(String),
}

impl MemoryModel {
    /// Looks whether everything was known, where each thread was followed on its own.
    pub fn close_modular(&mut self, l: &mut Ledger<'_>) -> ModularClosing {
        let Some(known) = l.options.learned.shared.clone() else {
            return ModularClosing::Failed("threads are not followed".to_owned());
        };
        l.count_guessed();
        if l.more_than_interleavings().is_some() || self.handed_over_relaxed(l, &known).is_some() {
            return ModularClosing::Failed("weaker memory order than sequential consistency".to_owned());
        }
        if let Some(why) = &l.threads.accesses.modular.failed {
            return ModularClosing::Failed(why.clone());
        }
        let targets = self.modular_targets(l, &known);
        if !self.are_whole(l, &targets) {
            return ModularClosing::Failed("parts of pointers in memory that threads share".to_owned());
        }
        let led_to: Vec<ObjId> =
            targets.values().flatten().filter_map(|(key, _)| self.space.of_key(*key)).collect();
        if led_to.iter().any(|o| l.threads.accesses.modular.summaries.contains(o)) {
            return ModularClosing::Failed("a pointer to one of many objects in shared memory".to_owned());
        }
        let mut parts = (*known.parts).clone();
        for (o, of_object) in self.conflicts(l) {
            let known = parts.entry(self.space.info(o).key).or_default();
            of_object.into_iter().for_each(|range| known.add(range));
        }
        if self.ends_elsewhere(l) {
            return ModularClosing::Failed("an object that a thread ends and another one uses".to_owned());
        }
        let modular = self.scalars_of_invariants(l, &parts);
        let ordering = self.ordering_locks(l);
        let notes = &l.threads.accesses.modular;
        let is_written = |lock: &LockKey| {
            let written =
                self.space.of_key(lock.0).and_then(|o| notes.uses.get(&o)).map(|uses| &uses.written);
            written.is_some_and(|written| written.meets(&(lock.1..lock.2)))
        };
        if modular.scalars.values().flatten().chain(ordering.iter().flatten()).any(is_written) {
            return ModularClosing::Failed(
                "a lock that is changed by a thread that does not hold it".to_owned(),
            );
        }
        let mut objects = (*known.objects).clone();
        objects.extend(self.known_objects(l, &known, led_to));
        let mut next = Shared {
            parts: Arc::new(parts),
            targets: Arc::new(targets),
            objects: Arc::new(objects),
            ended: Arc::new(self.ended(l, &known)),
            scalars: Arc::new(self.scalars_of_blocks(l, &known.scalars)),
            modular: Some(Arc::new(modular)),
            ..known.clone()
        };
        if next == known {
            let mut numbers = (*known.numbers).clone();
            numbers.extend(&l.threads.accesses.unknown.used);
            next.numbers = Arc::new(numbers);
        }
        if let (true, Err(o)) = (next == known, ordering) {
            let of = match self.space.info(o).origin {
                Origin::Global(g) => l.program.global(g).name.as_str(),
                _ => "an object",
            };
            let why = format!("accesses to {of} that have no lock in common and no order");
            return ModularClosing::Failed(why);
        }
        if next == known { ModularClosing::Closed } else { ModularClosing::Open(next) }
    }

    /// Where pointers in shared memory may lead, by all writes to it and what was there before.
    fn modular_targets(&self, l: &Ledger<'_>, known: &Shared) -> BTreeMap<u128, PointerTargets> {
        let mut targets = (*known.targets).clone();
        let null = self.space.info(ObjId::NULL).key;
        let mut add = |o: ObjId, value: &Val| {
            let key = self.space.info(o).key;
            match value {
                Val::Ptr(p) => {
                    let all = p.cases.iter().map(|c| (self.space.info(c.obj).key, l.d.terms.as_u64(c.off)));
                    targets.entry(key).or_default().extend(all);
                }
                Val::Int(t) if l.d.terms.width(*t) == self.space.width => {
                    targets.entry(key).or_default().insert((null, l.d.terms.as_u64(*t)));
                }
                Val::Int(_) | Val::Agg(_) => {}
            }
        };
        for write in &l.threads.accesses.writes {
            add(write.object, &write.value);
        }
        for start in &l.threads.accesses.starts {
            if let Content::Cells { cells, .. } = &start.content.content {
                cells.values().for_each(|cell| add(start.object, &cell.val));
            }
        }
        for start in &l.threads.accesses.starts {
            let rest = match &start.content.content {
                Content::Cells { base: Base::Fill(byte), .. } => {
                    l.d.terms.as_u64(*byte).filter(|byte| *byte == 0)
                }
                _ => None,
            };
            targets.entry(self.space.info(start.object).key).or_default().insert((null, rest));
        }
        // Numbers alone are numbers.
        targets.retain(|_, all| all.iter().any(|target| target.0 != null));
        targets
    }

    /// Whether accesses to objects that hold pointers meet each other only where they are of the same scalar: parts of pointers, and
    /// pointers made of parts, are no targets.
    fn are_whole(&self, l: &mut Ledger<'_>, targets: &BTreeMap<u128, PointerTargets>) -> bool {
        let (accesses, b) = (&l.threads.accesses, &mut l.d.terms);
        let word = u64::from(self.space.width / 8);
        let mut by_object: BTreeMap<ObjId, BTreeSet<(Option<u64>, u32)>> = BTreeMap::new();
        for access in accesses.reads.iter().chain(&accesses.writes) {
            if targets.contains_key(&self.space.info(access.object).key) {
                let at = b.as_u64(access.offset);
                if at.is_none() {
                    let (step, first) = stride(b, access.offset);
                    if !step.is_multiple_of(word) || !first.is_multiple_of(word) {
                        return false;
                    }
                }
                by_object.entry(access.object).or_default().insert((at, access.size));
            }
        }
        by_object.values().all(|scalars| {
            if scalars.iter().any(|scalar| scalar.0.is_none()) {
                let is_word = |&(at, size): &(Option<u64>, u32)| {
                    u64::from(size) == word && at.is_none_or(|at| at.is_multiple_of(word))
                };
                return scalars.iter().all(is_word);
            }
            let places = scalars.iter().filter_map(|&(at, size)| Some((at?, u64::from(size))));
            let places: Vec<(u64, u64)> = places.collect();
            places.windows(2).all(|pair| pair[0].0 + pair[0].1 <= pair[1].0)
        })
    }

    /// Whether what a thread did up to some visits was done before another one was created, all that they stand for included.
    fn is_surely_before(&self, l: &Ledger<'_>, first: (usize, usize), other: usize) -> bool {
        let several = &l.threads.accesses.modular.several;
        let mut thread = other;
        while let Some((by, ..)) = l.threads.list[thread].created {
            if several.contains(&thread) {
                return false;
            }
            thread = by;
        }
        !several.contains(&first.0) && l.threads.is_before(first, other)
    }

    /// Whether two uses of an object may be by different threads, neither of them known to be first. Each is given by its thread and
    /// after how many visits at the latest.
    fn may_conflict(&self, l: &Ledger<'_>, object: ObjId, x: (usize, usize), y: (usize, usize)) -> bool {
        let notes = &l.threads.accesses.modular;
        let own = notes.summaries.contains(&object);
        if own && x.0 != y.0 {
            // Each is met by the threads that its maker has given it to.
            return !l.threads.is_before(x, y.0) && !l.threads.is_before(y, x.0);
        }
        if x.0 != y.0 {
            return !self.is_surely_before(l, x, y.0) && !self.is_surely_before(l, y, x.0);
        }
        notes.several.contains(&x.0) && !own
    }

    /// The parts of objects that several threads use, one of them writing.
    fn conflicts(&self, l: &Ledger<'_>) -> BTreeMap<ObjId, Vec<Range<u64>>> {
        let mut by_object: BTreeMap<ObjId, Vec<(&Use, When)>> = BTreeMap::new();
        for (used, when) in &l.threads.objects.uses {
            if matches!(used.how, How::Reads | How::Writes) {
                by_object.entry(used.object).or_default().push((used, *when));
            }
        }
        let mut found: BTreeMap<ObjId, Vec<Range<u64>>> = BTreeMap::new();
        let of = |used: &(&Use, When)| (used.0.thread, used.1.visits);
        for (o, uses) in by_object {
            for (i, x) in uses.iter().enumerate() {
                for y in &uses[i..] {
                    let writes = x.0.how == How::Writes || y.0.how == How::Writes;
                    let meet = x.0.range.start < y.0.range.end && y.0.range.start < x.0.range.end;
                    if writes && meet && self.may_conflict(l, o, of(x), of(y)) {
                        found.entry(o).or_default().extend([x.0.range.clone(), y.0.range.clone()]);
                    }
                }
            }
        }
        found
    }

    /// Whether a thread may end an object, or begin it again, that another one uses.
    fn ends_elsewhere(&self, l: &Ledger<'_>) -> bool {
        let uses = &l.threads.objects.uses;
        let mut ends = uses.iter().filter(|(used, _)| matches!(used.how, How::Ends | How::Renews));
        ends.any(|end| {
            let mut others = uses.iter().filter(|(used, _)| used.object == end.0.object);
            let of = |used: (&Use, &When)| (used.0.thread, used.1.visits);
            others.any(|other| self.may_conflict(l, end.0.object, of(end), of(other)))
        })
    }

    /// The locks that keep accesses of several threads from racing; or an object to which some may race, as they have no lock in
    /// common and neither the creation of a thread nor `pthread_join` orders them. Nothing else counts as an order: what a thread may
    /// do is followed for all that it could learn of others.
    fn ordering_locks(&self, l: &Ledger<'_>) -> Result<BTreeSet<LockKey>, ObjId> {
        let mut ordering = BTreeSet::new();
        for (&o, accesses) in &l.threads.accesses.modular.accesses {
            for (i, (x, x_visits)) in accesses.iter().enumerate() {
                for (y, y_visits) in accesses.iter().skip(i) {
                    let meet = x.bytes.0 < y.bytes.1 && y.bytes.0 < x.bytes.1;
                    let conflict = meet && (x.write || y.write) && !(x.atomic && y.atomic);
                    let joined = x.joined.contains(&y.thread) || y.joined.contains(&x.thread);
                    if !conflict
                        || joined
                        || !self.may_conflict(l, o, (x.thread, *x_visits), (y.thread, *y_visits))
                    {
                        continue;
                    }
                    match x.locks.intersection(&y.locks).next() {
                        Some(lock) => ordering.insert(self.key_of(*lock)),
                        None => return Err(o),
                    };
                }
            }
        }
        Ok(ordering)
    }

    /// The scalars that invariants are about, with their locks.
    fn scalars_of_invariants(&self, l: &Ledger<'_>, parts: &BTreeMap<u128, Parts>) -> Modular {
        let notes = &l.threads.accesses.modular;
        let mut scalars = BTreeMap::new();
        for (o, uses) in notes.uses.iter().filter(|(_, uses)| !uses.other) {
            let info = self.space.info(*o);
            let is_plain = self.is_variable(l, *o);
            let apart = uses.scalars.keys().zip(uses.scalars.keys().skip(1));
            let apart = apart.into_iter().all(|(x, y)| x.0 + u64::from(x.1) <= y.0);
            let Some(shared) = parts.get(&info.key).filter(|_| is_plain && apart) else { continue };
            for (&(off, size), locks) in &uses.scalars {
                let is_shared = shared.holds(&(off..off + u64::from(size)));
                if is_shared && self.holds_numbers(l, *o, off, size) {
                    let lock = locks.iter().flatten().next().map(|lock| self.key_of(*lock));
                    scalars.insert((info.key, off, size), lock);
                }
            }
        }
        if scalars.len() > MOST_SCALARS {
            scalars.clear();
        }
        Modular { scalars }
    }

    /// Whether no pointer was written to a scalar.
    fn holds_numbers(&self, l: &Ledger<'_>, o: ObjId, off: u64, size: u32) -> bool {
        let writes = l.threads.accesses.writes.iter().filter(|write| write.object == o);
        let mut here =
            writes.filter(|w| l.d.terms.as_u64(w.offset).is_none_or(|at| at == off && w.size == size));
        let starts = l.threads.accesses.starts.iter().filter(|start| start.object == o);
        let mut first = starts.filter_map(|start| match &start.content.content {
            Content::Cells { cells, .. } => cells.get(&off),
            Content::Array { .. } => None,
        });
        here.all(|w| matches!(w.value, Val::Int(_))) && first.all(|cell| matches!(cell.val, Val::Int(_)))
    }
}
