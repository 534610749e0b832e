//! A set of distinct byte strings.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::arena::{Arena, Slots};
use super::budget::{Budget, Full};
use super::table::{Index, View};
use super::{LeafId, hash};

/// Number of words that a thread claims at once.
const BATCH: u32 = 512;
/// Records with more words are claimed one by one.
const SMALL: u32 = 64;

/// A set of byte strings. The id of a string is the position of its record. A record starts with a word that holds the
/// length and the first four bytes; the other bytes follow, eight to a word. So there is room for 32 GiB.
#[derive(Debug)]
pub(super) struct Leaves {
    index: Index,
    words: Arena<AtomicU64>,
}

/// One thread's state for adding strings.
#[derive(Debug)]
pub(super) struct LeafWriter {
    view: View,
    slots: Slots,
}

/// First word of a string's record, and the remaining bytes.
fn head(bytes: &[u8]) -> Result<(u64, &[u8]), Full> {
    let len = u32::try_from(bytes.len()).map_err(|_| Full::Ids)?;
    let (first, rest) = bytes.split_at(bytes.len().min(4));
    Ok((u64::from(len) | hash::load(first) << 32, rest))
}

impl Leaves {
    /// No leaves, within a budget.
    pub(super) fn new(budget: &Arc<Budget>) -> Result<Leaves, Full> {
        Ok(Leaves { index: Index::new(budget)?, words: Arena::new(budget) })
    }

    /// A writer for one thread.
    pub(super) fn writer(&self) -> LeafWriter {
        LeafWriter { view: self.index.view(), slots: Slots::default() }
    }

    /// Must be called when a writer is no longer used.
    pub(super) fn retire(&self, writer: &mut LeafWriter) {
        self.index.retire(&mut writer.view);
        self.words.return_slots(&mut writer.slots);
    }

    /// Number of used cells of the table and of all cells.
    pub(super) fn load(&self) -> (usize, usize) {
        self.index.load()
    }

    /// Id of a string, and whether it is new.
    pub(super) fn intern(&self, writer: &mut LeafWriter, bytes: &[u8]) -> Result<(LeafId, bool), Full> {
        let (first, rest) = head(bytes)?;
        let size = 1 + rest.len().div_ceil(8) as u32;
        let LeafWriter { view, slots } = writer;
        let mut claimed = None;
        let found = self.index.find_or_insert(
            view,
            hash::bytes(bytes),
            |id| self.is(id, first, rest),
            || {
                let id = if size <= SMALL {
                    self.words.slot(slots, size, BATCH)?
                } else {
                    claimed.insert(self.words.claim(size, size)?).start
                };
                self.words.at(id).store(first, Relaxed);
                self.for_pieces(id, rest.len(), |words, done| {
                    for (word, chunk) in words.iter().zip(rest[done..].chunks(8)) {
                        word.store(hash::load(chunk), Relaxed);
                    }
                    true
                });
                Ok(id)
            },
        );
        match (&found, claimed) {
            (Ok((_, true)), None) => slots.consume(size),
            (Ok((_, true)), Some(_)) | (_, None) => {}
            (_, Some(unused)) => self.words.give_back(unused),
        }
        found.map(|(id, new)| (LeafId(id), new))
    }

    /// Calls `visit` with the words after the first one of a record, piece by piece, and the number of bytes in earlier
    /// pieces, as long as it returns true. Returns whether it always did.
    fn for_pieces(&self, id: u32, bytes: usize, mut visit: impl FnMut(&[AtomicU64], usize) -> bool) -> bool {
        let mut done = 0;
        self.words.pieces(id + 1, bytes.div_ceil(8) as u32).all(|words| {
            let before = done;
            done += words.len() * 8;
            visit(words, before)
        })
    }

    /// Whether a record is that of the string with this first word and remaining bytes.
    #[inline]
    fn is(&self, id: u32, first: u64, rest: &[u8]) -> bool {
        self.words.at(id).load(Relaxed) == first
            && (rest.is_empty()
                || self.for_pieces(id, rest.len(), |words, done| {
                    let mut chunks = rest[done..].chunks(8);
                    words.iter().zip(&mut chunks).all(|(w, c)| w.load(Relaxed) == hash::load(c))
                }))
    }

    /// Replaces `bytes` by a string.
    pub(super) fn read(&self, leaf: LeafId, bytes: &mut Vec<u8>) {
        let first = self.words.at(leaf.0).load(Relaxed);
        let len = first as u32 as usize;
        bytes.clear();
        bytes.extend_from_slice(&((first >> 32) as u32).to_le_bytes());
        self.for_pieces(leaf.0, len.saturating_sub(4), |words, _| {
            for word in words {
                bytes.extend_from_slice(&word.load(Relaxed).to_le_bytes());
            }
            true
        });
        bytes.truncate(len);
    }
}
