//! Explains kinds of violations to people who see one in another tool.

use crate::property::Check;

/// What there is to know about a kind.
pub struct Explained {
    /// Why it is wrong and what may follow.
    pub why: &'static str,
    /// What to look at.
    pub look: &'static str,
    /// Its number in the Common Weakness Enumeration, if it has one.
    pub cwe: Option<u32>,
}

/// What there is to know about a kind.
pub fn explained(check: Check) -> Explained {
    let (why, look, cwe) = match check {
        Check::Assert => (
            "An assertion states what the programmer takes for granted; here it does not hold, so the code after it works on wrong ground.",
            "Compare the operands of the assertion with the values that the steps before gave them.",
            Some(617),
        ),
        Check::ReachError => (
            "The program calls the function that marks an error.",
            "Look at the branches that lead to the call, and at the inputs that decide them.",
            Some(617),
        ),
        Check::InvalidRead => (
            "The bytes that are read belong to no object: the value is anything, and the access may end the program.",
            "Compare the address with the object's size; an index or a length that nobody checks is the usual cause.",
            Some(125),
        ),
        Check::InvalidWrite => (
            "The bytes that are written belong to no object, or to one that is constant: what lies there is destroyed, or the program ends.",
            "Compare the address with the object's size; an index or a length that nobody checks is the usual cause.",
            Some(787),
        ),
        Check::NullDeref => (
            "There is no object at a null pointer; on most systems the access ends the program.",
            "Find the step that made the pointer null: a failed allocation, a search without result, the end of a list.",
            Some(476),
        ),
        Check::UseAfterFree => (
            "The object has been freed: its bytes may be another object's by now.",
            "Find the step that frees the object, and who else keeps a pointer to it.",
            Some(416),
        ),
        Check::UseAfterReturn => (
            "The variable's block or function has ended, and its memory is used for others.",
            "Find the step that lets a pointer to the local variable out of its block.",
            Some(562),
        ),
        Check::DoubleFree => (
            "Freeing an object twice destroys what the allocator knows of its memory.",
            "Decide who owns the object; a pointer that is set to null after free can be freed again without harm.",
            Some(415),
        ),
        Check::InvalidFree => (
            "Only a pointer that an allocation returned can be freed, by the partner of that allocation.",
            "Look at where the pointer comes from: the inside of an object, a local variable, another allocator.",
            Some(590),
        ),
        Check::Overlap => (
            "A copy by memcpy or strcpy leaves undefined what happens to bytes that are source and target at once.",
            "Use memmove, or copy to another object.",
            Some(475),
        ),
        Check::Misaligned => (
            "The type's objects lie at multiples of its alignment only; processors may refuse other accesses.",
            "Copy the bytes by memcpy instead of casting the pointer.",
            Some(188),
        ),
        Check::NonnullArg => (
            "The callee declares that the pointer is never null, and relies on it.",
            "Check the pointer before the call.",
            Some(476),
        ),
        Check::InvalidCall => (
            "A function is called through a pointer that is none, or with a type that is not the function's.",
            "Find the step that set the pointer, and compare the types.",
            Some(843),
        ),
        Check::CallMismatch => (
            "The call passes another number of arguments, or arguments or a result of other machine types, than the function has.",
            "Compare the declaration, or the type of the pointer, with the definition.",
            Some(628),
        ),
        Check::ArgumentMismatch => (
            "Arguments without a declared type have the promoted type that the call passes, and must be read as that type.",
            "Compare the types of va_arg with the call; a null pointer or a size needs a cast there.",
            Some(686),
        ),
        Check::UncaughtException => (
            "Nothing catches the exception, or it leaves a function that promises to throw none. The program is terminated.",
            "Catch it on the way out, or take `noexcept` away.",
            Some(248),
        ),
        Check::Terminate => (
            "std::terminate is called, by the program or by the library, and ends it.",
            "Look for what the library forbids: a joinable thread that is destroyed, an exception during unwinding.",
            Some(248),
        ),
        Check::Leak => (
            "The last pointer to a heap object is lost, so that nobody can free it.",
            "Find the step that overwrites the pointer, or the return that loses it.",
            Some(401),
        ),
        Check::LeakAtExit => (
            "A heap object is still allocated when the program ends.",
            "Free it on every way out of the program.",
            Some(401),
        ),
        Check::SignedOverflow => (
            "C leaves undefined what happens when a signed result does not fit its type; compilers rely on its absence.",
            "Check the operands before the operation, or compute with a wider or an unsigned type.",
            Some(190),
        ),
        Check::UnsignedOverflow => (
            "The result wraps around. C allows it; it is reported because it was asked for.",
            "Check the operands before the operation.",
            Some(190),
        ),
        Check::DivisionByZero => (
            "C leaves a division by zero undefined; most processors end the program.",
            "Check the divisor.",
            Some(369),
        ),
        Check::DivisionOverflow => (
            "The quotient of the least integer and -1 does not fit the type; many processors end the program.",
            "Check for both operands before the division.",
            Some(190),
        ),
        Check::Shift => (
            "C leaves a shift by a negative amount, or by the width of the type or more, undefined.",
            "Check the amount.",
            Some(1335),
        ),
        Check::ShiftBase => (
            "A left shift of a negative value, or one that loses bits, is undefined for signed types.",
            "Shift an unsigned value.",
            Some(190),
        ),
        Check::ArrayBounds => (
            "The index is outside of the bounds that the array was declared with, even if an object lies there.",
            "Check the index against the declared bound.",
            Some(129),
        ),
        Check::NegativeVla => (
            "The length of a variable-length array has to be positive.",
            "Check the length before the declaration.",
            Some(1284),
        ),
        Check::PointerOverflow => (
            "Pointer arithmetic that leaves the address space is undefined; comparisons of the result go wrong.",
            "Compare lengths instead of pointers.",
            Some(823),
        ),
        Check::PointerCompare => (
            "C orders pointers into one object only; where objects lie is the system's, so that the answer may be any.",
            "Compare indices, or compare the pointers as numbers where any order will do.",
            None,
        ),
        Check::InvalidValue => (
            "The value is none that its type has, or that the called function admits.",
            "Find the step that wrote the bytes.",
            Some(704),
        ),
        Check::FloatCast => (
            "The floating-point value lies outside of the integer type's range.",
            "Check the range before the conversion.",
            Some(681),
        ),
        Check::Conversion => (
            "An implicit conversion changes the value. C allows it; it is reported because it was asked for.",
            "Check the range, or convert explicitly.",
            Some(681),
        ),
        Check::Uninit => (
            "What the program does depends on bytes that were never set.",
            "Initialise the object, or find the way on which its assignment is left out.",
            Some(457),
        ),
        Check::Unreachable => (
            "The compiler was promised that this place is never reached.",
            "Handle the case, or find why it happens.",
            Some(561),
        ),
        Check::MissingReturn => (
            "The caller goes on with a value that nobody returned.",
            "Return a value on every way.",
            Some(394),
        ),
        Check::Trap => ("The program ends itself by a trap.", "Look at the condition before it.", Some(617)),
        Check::Poison => (
            "A flag of the instruction promises what does not hold, so its result may be anything.",
            "Look at the operation in the source that the instruction was made of.",
            None,
        ),
        Check::Race => (
            "Without order between the two accesses the value that is read may be neither of those written.",
            "Protect both accesses by the same lock, or make both atomic.",
            Some(362),
        ),
        Check::Deadlock => (
            "The threads can never go on.",
            "Take locks in the same order everywhere; see that who waits is woken.",
            Some(833),
        ),
        Check::Ltl => (
            "The run, which ends in a cycle, does not satisfy the formula or is accepted by the automaton.",
            "Look at how the propositions change in the cycle.",
            None,
        ),
        Check::Termination => (
            "The run never ends.",
            "Look at what the condition of the loop depends on, and whether the loop changes it.",
            Some(835),
        ),
        Check::ThreadMisuse => (
            "The thread library leaves undefined what this call does in this state.",
            "Look at who holds, has destroyed or has joined what is passed.",
            Some(667),
        ),
    };
    Explained { why, look, cwe }
}
