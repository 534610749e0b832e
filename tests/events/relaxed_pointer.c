// Who gets a pointer without an order does not know that the object has been made.
// flags: --engine bmc --check memory
// expect: UNKNOWN(unsupported: weaker memory order than sequential consistency)
// flags: --engine bmc --check memory -D ORDER=memory_order_acquire
// expect: TRUE
// flags: --engine bmc --check assert
// expect: TRUE
#include "../threads/atomic/relaxed_pointer.c"
