//! Kinds of checks.

/// Declares [`Check`] with its names, in one table.
macro_rules! checks {
    ($($variant:ident, $name:literal, $words:literal;)*) => {
        /// A kind of violation. Every obligation has one; a verdict `FALSE(kind)` names it.
        #[repr(u8)]
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum Check {
            $(#[doc = concat!("`", $name, "`: ", $words, ".")] $variant,)*
        }

        impl Check {
            /// Every kind, in declaration order.
            pub const ALL: &'static [Check] = &[$(Check::$variant,)*];

            /// Name of the kind, as in `FALSE(kind)` and `--check`.
            pub fn name(self) -> &'static str {
                match self { $(Check::$variant => $name,)* }
            }

            /// Description of the violation, without a full stop.
            pub fn words(self) -> &'static str {
                match self { $(Check::$variant => $words,)* }
            }
        }
    };
}

checks! {
    Assert, "assert", "an assertion fails";
    ReachError, "reach-error", "the error function is called";
    InvalidRead, "invalid-read", "a read outside of every object";
    InvalidWrite, "invalid-write", "a write outside of every writable object";
    NullDeref, "null-dereference", "an access through a null pointer";
    UseAfterFree, "use-after-free", "an access to an object that has been freed";
    UseAfterReturn, "use-after-return", "an access to a variable whose lifetime has ended";
    DoubleFree, "double-free", "an object is freed twice";
    InvalidFree, "invalid-free", "free of a pointer that is not the start of a heap object";
    Overlap, "overlap", "a copy between ranges that overlap";
    Misaligned, "misaligned", "an access to an address that is not aligned for its type";
    NonnullArg, "null-argument", "a null pointer where the callee declares that it never takes or returns one";
    InvalidCall, "invalid-call", "a call through a pointer that is not a function of the called type";
    CallMismatch, "call-mismatch", "a function is called with other arguments or for another result than it has";
    ArgumentMismatch, "argument-mismatch", "a variable argument is read as another type than it was passed, or is not there";
    Leak, "memory-leak", "a heap object that nothing points to any more";
    LeakAtExit, "memory-not-freed", "a heap object that is not freed when the program ends";
    SignedOverflow, "signed-overflow", "a signed operation whose result its type cannot represent";
    UnsignedOverflow, "unsigned-overflow", "an unsigned operation wraps around";
    DivisionByZero, "division-by-zero", "a division by zero";
    DivisionOverflow, "division-overflow", "the least integer is divided by -1";
    Shift, "over-shift", "a shift by a negative amount or by the width of the type or more";
    ShiftBase, "shift-base", "a left shift of a negative value, or one that loses bits of a signed value";
    ArrayBounds, "array-bounds", "an index outside of the array's declared bounds";
    NegativeVla, "negative-vla", "a variable-length array whose length is not positive";
    PointerOverflow, "pointer-overflow", "pointer arithmetic leaves the address space";
    PointerCompare, "pointer-compare", "the order of pointers to different objects is asked for";
    InvalidValue, "invalid-value", "a value that its type or the called builtin does not admit";
    FloatCast, "float-cast", "a floating-point value converted to a type that cannot represent it";
    Conversion, "conversion", "an implicit conversion changes the value";
    Uninit, "uninitialised", "an uninitialised value decides what happens";
    Unreachable, "unreachable", "a place that the program declares unreachable is reached";
    MissingReturn, "missing-return", "a function that must return a value ends without one";
    Trap, "trap", "the program traps";
    Poison, "poison", "an instruction whose flags promise what does not hold";
    UncaughtException, "uncaught-exception", "an exception is thrown that nothing catches";
    Terminate, "terminate", "std::terminate is called";
    Race, "race", "two threads access a location at once, one of them writing";
    Deadlock, "deadlock", "threads wait for each other forever";
    Ltl, "ltl", "a run violates the property";
    ThreadMisuse, "thread-misuse", "a call that the thread library leaves undefined";
    Termination, "termination", "a run does not end";
}

impl Check {
    /// The kind with that [`Check::name`].
    pub fn by_name(name: &str) -> Option<Check> {
        Check::ALL.iter().copied().find(|c| c.name() == name)
    }
}

impl std::fmt::Display for Check {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}
