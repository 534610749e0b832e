//! Hash functions. Tables use the upper 38 bits of a hash, so these must depend on the whole input.

const K: [u64; 4] =
    [0x9e37_79b9_7f4a_7c15, 0xd6e8_feb8_6659_fd93, 0xa076_1d64_78bd_642f, 0xe703_7ed1_a0b4_28db];

/// The two halves of the 128-bit product, combined.
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

/// Hash of one word.
pub(super) fn word(w: u64) -> u64 {
    fold(w ^ K[0], K[1]).wrapping_mul(K[2])
}

/// Hash of a word and a number.
pub(super) fn word_and(w: u64, n: u32) -> u64 {
    fold(fold(w ^ K[0], K[1]) ^ u64::from(n), K[2]).wrapping_mul(K[3])
}

/// Loads up to eight bytes as a word, padded with zeros.
pub(super) fn load(bytes: &[u8]) -> u64 {
    match bytes.first_chunk() {
        Some(all) => u64::from_le_bytes(*all),
        None => bytes.iter().rev().fold(0, |w, b| w << 8 | u64::from(*b)),
    }
}

/// Hash of a byte string.
pub(super) fn bytes(string: &[u8]) -> u64 {
    let mut hash = K[3] ^ string.len() as u64;
    let (words, rest) = string.as_chunks::<8>();
    for w in words {
        hash = fold(hash ^ u64::from_le_bytes(*w), K[1]).wrapping_add(K[0]);
    }
    if !rest.is_empty() {
        hash = fold(hash ^ load(rest), K[1]);
    }
    fold(hash ^ K[2], K[0]).wrapping_mul(K[3])
}

/// A 128-bit hash of a sequence of numbers, by the construction of MurmurHash3 (A. Appleby, x64, 128 bits).
pub(super) fn wide(numbers: impl ExactSizeIterator<Item = u32>) -> (u64, u64) {
    const C: [u64; 2] = [0x87c3_7b91_1142_53d5, 0x4cf5_ad43_2745_937f];
    let finish = |mut h: u64| {
        h = (h ^ h >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
        h = (h ^ h >> 33).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
        h ^ h >> 33
    };
    let len = numbers.len() as u64;
    let (mut a, mut b) = (K[0], K[2]);
    let mut numbers = numbers.map(u64::from);
    while let Some(first) = numbers.next() {
        let mut next = || numbers.next().unwrap_or(0);
        let (x, y) = (first | next() << 32, next() | next() << 32);
        a ^= x.wrapping_mul(C[0]).rotate_left(31).wrapping_mul(C[1]);
        a = a.rotate_left(27).wrapping_add(b).wrapping_mul(5).wrapping_add(0x52dc_e729);
        b ^= y.wrapping_mul(C[1]).rotate_left(33).wrapping_mul(C[0]);
        b = b.rotate_left(31).wrapping_add(a).wrapping_mul(5).wrapping_add(0x3849_5ab5);
    }
    a ^= len;
    b ^= len;
    a = a.wrapping_add(b);
    b = b.wrapping_add(a);
    (a, b) = (finish(a), finish(b));
    a = a.wrapping_add(b);
    (a, b.wrapping_add(a))
}
