//! Which heap objects something still points to.

use std::collections::BTreeMap;

use super::eval::Eval;
use super::memory::{Content, Origin};
use super::state::State;
use super::value::{ObjId, Ptr, Val};
use crate::ilr::{Op, Term};

impl Eval<'_> {
    /// Per object, when it can be reached from globals and the frames that are left.
    pub(super) fn reachable(&mut self, state: &State) -> BTreeMap<ObjId, Term> {
        let mut reach: BTreeMap<ObjId, Term> = BTreeMap::new();
        let mut work: Vec<ObjId> = Vec::new();
        let tt = self.d.terms.tt();
        for i in 1..state.memory.len() {
            let o = ObjId::new(i);
            let root = matches!(
                self.space.info(o).origin,
                Origin::Global(_) | Origin::Stack { .. } | Origin::Argument
            );
            if let (true, Some(object)) = (root, state.memory.get(o)) {
                reach.insert(o, object.live);
                work.push(o);
            }
        }
        let mut frame = Some(&state.frame);
        while let Some(f) = frame {
            for v in f.regs.iter().flatten().chain(f.args.iter()) {
                self.reach_value(v, tt, &mut reach, &mut work);
            }
            frame = f.parent.as_ref();
        }
        // Conditions grow along chains; each object is taken up again only so often.
        let mut visits: BTreeMap<ObjId, u32> = BTreeMap::new();
        while let Some(o) = work.pop() {
            let count = visits.entry(o).or_insert(0);
            *count += 1;
            if *count > 64 {
                continue;
            }
            let from = reach[&o];
            let Some(object) = state.memory.get(o) else { continue };
            match object.content.clone() {
                Content::Cells { cells, .. } => {
                    for cell in cells.values() {
                        self.reach_value(&cell.val, from, &mut reach, &mut work);
                    }
                }
                Content::Array { term, .. } => {
                    // Addresses in an array term: any object whose address has been looked at.
                    let _ = term;
                    let seen: Vec<ObjId> = self.space.addresses().map(|(o, _)| o).collect();
                    for o in seen {
                        self.reach_object(o, from, &mut reach, &mut work);
                    }
                }
            }
        }
        reach
    }

    fn reach_value(&mut self, v: &Val, from: Term, reach: &mut BTreeMap<ObjId, Term>, work: &mut Vec<ObjId>) {
        match v {
            Val::Ptr(Ptr { cases }) => {
                for c in cases {
                    let cond = self.d.terms.and(from, c.cond);
                    self.reach_object(c.obj, cond, reach, work);
                }
            }
            Val::Agg(parts) => {
                for p in parts.iter() {
                    self.reach_value(p, from, reach, work);
                }
            }
            Val::Int(t) => {
                // An integer may hold an address, whole or in part.
                if self.d.terms.op(*t) != Op::Const && self.space.addresses().nth(1).is_some() {
                    let seen: Vec<ObjId> = self.space.addresses().map(|(o, _)| o).collect();
                    for o in seen {
                        self.reach_object(o, from, reach, work);
                    }
                }
            }
        }
    }

    fn reach_object(
        &mut self,
        o: ObjId,
        cond: Term,
        reach: &mut BTreeMap<ObjId, Term>,
        work: &mut Vec<ObjId>,
    ) {
        if o == ObjId::NULL || self.d.terms.as_bool(cond) == Some(false) {
            return;
        }
        let old = reach.get(&o).copied().unwrap_or(self.d.terms.ff());
        let new = self.d.terms.or(old, cond);
        if new != old {
            reach.insert(o, new);
            work.push(o);
        }
    }
}
