//! Invariants of what threads share, as instances of candidate invariants (`memory/modular.rs`).

use super::{Induction, Instance, Moment, Place, ScalarSlot, Spot};
use crate::engine::bmc::ledger::{Ledger, SharedMoment};
use crate::ilr::{Sort, Term};

/// The places where such invariants are to hold: one for each lock, and one for what has none.
pub fn invariants_of_threads(induction: &mut Induction, l: &mut Ledger<'_>) {
    let Some(modular) = l.modular().cloned() else { return };
    for (lock, moments) in std::mem::take(&mut l.threads.accesses.modular.moments) {
        let scalars = modular.scalars.iter().filter(|(_, of)| **of == lock).map(|(scalar, _)| *scalar);
        let scalars: Vec<_> = scalars.collect();
        let entered = l.d.terms.or_all(moments.entries.iter().map(|moment| moment.path));
        let mut instance = Instance::new(l.options.entry, Spot::Shared, entered);
        for (i, &(object, off, size)) in scalars.iter().enumerate() {
            let head = l.havocked("shared", Sort::Bv(8 * size));
            let mut entry: Option<Term> = None;
            for moment in &moments.entries {
                let value = moment.values[i];
                entry = Some(entry.map_or(value, |rest| l.d.terms.ite(moment.path, value, rest)));
            }
            let Some(entry) = entry else {
                induction.fail("threads that share what nobody has begun to share");
                return;
            };
            let place = Place::Cell { object, off, size };
            instance.slots.push(ScalarSlot { place, object: None, entry, head });
        }
        let moment = |m: SharedMoment| Moment::new(m.path, m.values);
        instance.uses = moments.uses.into_iter().map(moment).collect();
        instance.backs = moments.backs.into_iter().map(moment).collect();
        induction.shared.push(instance);
    }
}
