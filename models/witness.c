/* The automaton of a witness that is followed: the number of its segment. The program's sources call this where waypoints
 * are (`src/witness/instrument.rs`). */
#include "bmc.h"

static unsigned __bmc_segment;

MODEL unsigned __bmc_waypoint(void) { return __bmc_segment; }

/* What was inserted at a waypoint ends here (`src/cli/inserted.rs`). */
MODEL void __bmc_waypoint_end(void) {}

/* The waypoint that ends the segment is met; `passed` tells whether its requirement holds, which runs that are followed
 * strictly have in common. Whether the value that it names may be put in the place of the one that was returned. */
MODEL int __bmc_passes(int strict, int passed) {
    if (strict) __bmc_assume(passed);
    if (!passed) return 0;
    __bmc_segment = __bmc_segment + 1;
    return strict;
}

/* A waypoint to avoid is met. */
MODEL void __bmc_avoids(int passed) { __bmc_assume(!passed); }

/* An invariant of a correctness witness (`src/witness/invariants.rs`). */
MODEL void __bmc_invariant(int holds) { __bmc_assert(holds, "an invariant of the witness"); }
