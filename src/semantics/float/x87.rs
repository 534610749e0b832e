//! x87's extended format converted to one without an explicit leading bit, so that the code for IEEE 754's interchange
//! formats handles it as well.

use super::Domain;
use super::bitwise::Format;

/// Sign, exponent and fraction of x87's format without the leading bit.
pub(super) const IMPLICIT: Format = Format { width: 79, fraction: 63 };

/// Position of the explicit leading bit.
const LEADING: u32 = 63;

/// Removes the leading bit. Encodings that the processor does not support are read as in [`super::fold`]: a subnormal
/// value whose leading bit is set is the normal value of the same magnitude; any other leading bit that contradicts the
/// exponent makes a NaN.
pub(super) fn enter<D: Domain>(d: &mut D, a: &D::Bv) -> D::Bv {
    let width = IMPLICIT.exponent_bits();
    let sign = d.extract(a, 79, 79);
    let exponent = d.extract(a, 78, LEADING + 1);
    let leading = d.extract(a, LEADING, LEADING);
    let fraction = d.extract(a, LEADING - 1, 0);
    let leading = d.bv_to_bool(&leading);
    let (zero, one, ones) = (d.int(width, 0), d.int(width, 1), d.ones(width));
    let low = d.eq(&exponent, &zero);
    let with_leading = d.ite(&low, &one, &exponent);
    let without = d.ite(&low, &zero, &ones);
    let exponent = d.ite(&leading, &with_leading, &without);
    // The fraction of an infinity is zero.
    let none = d.int(LEADING, 0);
    let some = d.int(LEADING, 1);
    let empty = d.eq(&fraction, &none);
    let missing = {
        let (absent, above) = (d.not(&leading), d.not(&low));
        d.and(&absent, &above)
    };
    let bare = d.and(&missing, &empty);
    let fraction = d.ite(&bare, &some, &fraction);
    let high = d.concat(&sign, &exponent);
    d.concat(&high, &fraction)
}

/// Converts the value to x87's format.
pub(super) fn leave<D: Domain>(d: &mut D, a: &D::Bv) -> D::Bv {
    let high = d.extract(a, IMPLICIT.width - 1, LEADING);
    let exponent = d.extract(a, IMPLICIT.width - 2, LEADING);
    let fraction = d.extract(a, LEADING - 1, 0);
    let zero = d.int(IMPLICIT.exponent_bits(), 0);
    let low = d.eq(&exponent, &zero);
    let leading = d.not(&low);
    let leading = d.bool_to_bv(&leading);
    let rest = d.concat(&leading, &fraction);
    d.concat(&high, &rest)
}
