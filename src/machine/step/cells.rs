//! The symbolic values of a state, one by one: the cells of its data.

use std::sync::Arc;

use crate::ilr::Term;
use crate::machine::state::{Node, ObjId, Reg, TermPiece};
use crate::machine::step::Machine;
use crate::semantics::{Domain, Scalar};

impl Machine<'_, '_> {
    /// The terms of all symbolic values outside of the running activation: those of control, then those in some nodes, in their
    /// order. A node's come in the order in which its canonical form lists them.
    pub fn cells(&mut self, nodes: impl Iterator<Item = ObjId>) -> Vec<Term> {
        let mut cells: Vec<Term> =
            self.control.pending.iter().flat_map(|p| &p.1).filter_map(Reg::term).collect();
        let mut pieces = Vec::new();
        for id in nodes {
            match self.memory.node(id) {
                Some(Node::Live(object)) if !object.pieces.is_empty() => {
                    pieces.clear();
                    pieces.extend(object.pieces.values().copied());
                    for &piece in &pieces {
                        let cell = self.piece(piece);
                        cells.push(cell);
                    }
                }
                Some(Node::Frame(frame)) => cells.extend(frame.registers().filter_map(Reg::term)),
                _ => {}
            }
        }
        cells
    }

    /// Puts other terms in their places, which mean the same; a constant makes a value a known one.
    pub fn set_cells(&mut self, nodes: impl Iterator<Item = ObjId>, cells: &[Term]) {
        let mut next = cells.iter().copied();
        if self.control.pending.iter().any(|p| p.1.iter().any(|r| r.term().is_some())) {
            let mut pending = self.control.pending.to_vec();
            for reg in pending.iter_mut().flat_map(|p| &mut p.1) {
                self.set_cell(reg, &mut next);
            }
            self.control.pending = Arc::new(pending);
        }
        for id in nodes {
            match self.memory.node(id) {
                Some(Node::Live(object)) if !object.pieces.is_empty() => self.set_pieces(id, &mut next),
                Some(Node::Frame(frame)) if frame.registers().any(|reg| reg.term().is_some()) => {
                    let Some(frame) = self.memory.take(id) else { continue };
                    let mut frame = Arc::unwrap_or_clone(frame);
                    frame.parked.cached.forget();
                    let kept = frame.parked.kept.iter_mut().map(|(_, reg)| reg);
                    for reg in frame.regs.iter_mut().chain(kept) {
                        self.set_cell(reg, &mut next);
                    }
                    self.memory.park_at(id, frame);
                }
                _ => {}
            }
        }
        debug_assert!(next.next().is_none(), "a place for each cell");
    }

    fn set_cell(&mut self, reg: &mut Reg, next: &mut impl Iterator<Item = Term>) {
        if reg.term().is_none() {
            return;
        }
        let Some(term) = next.next() else { return };
        let place = Reg { shade: None, ..reg.clone() };
        *reg = match self.terms().as_const(&term) {
            None => place.with_term(term),
            Some(value) if reg.object == ObjId::NONE => Reg::of(Scalar::of(&value)),
            Some(value) => {
                let address = place.value.low().wrapping_add(Scalar::of(&value).low());
                Reg::pointer(place.width(), address, place.object)
            }
        };
    }

    fn set_pieces(&mut self, id: ObjId, next: &mut impl Iterator<Item = Term>) {
        let Some(object) = self.memory.get(id) else { return };
        let all: Vec<(u32, TermPiece)> = object.pieces.iter().map(|(&at, &piece)| (at, piece)).collect();
        for (at, piece) in all {
            let Some(term) = next.next() else { return };
            if piece.term == term && piece.low == 0 {
                continue;
            }
            let target = self.memory.get(id).and_then(|object| object.pointers.get(&at).copied());
            let place = match target {
                Some(target) => {
                    let start = self.memory.load(id, at as usize, piece.bytes, 8 * piece.bytes);
                    Reg { object: target, ..Reg::of(start.value) }
                }
                None => Reg::int(8 * piece.bytes, 0),
            };
            let mut reg = place.with_term(term);
            if self.terms().as_const(&term).is_some() {
                self.set_cell(&mut reg, &mut std::iter::once(term));
            }
            self.memory.store(id, at as usize, piece.bytes, &reg);
        }
    }
}
