//! Why memory gives no value.

/// Why an access cannot be represented.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unrepresentable {
    /// No more addresses for objects.
    AddressSpace,
    /// An unaligned access to a large object at a symbolic offset.
    Shape,
    /// An integer of unknown origin used as an address among too many objects.
    Wild,
}

impl Unrepresentable {
    /// For the reason of an unknown verdict.
    pub fn words(self) -> &'static str {
        match self {
            Unrepresentable::AddressSpace => "address space used up",
            Unrepresentable::Shape => "unaligned symbolic access to a large object",
            Unrepresentable::Wild => "integer of unknown origin used as an address",
        }
    }
}

/// What an access yields, or why it cannot be represented.
pub(super) type Result<T> = std::result::Result<T, Unrepresentable>;
