// Static functions are named with their files; another file may have one of the same name.
// with: use_files_other.c
// flags: --use-contract use_files.c:level
// expect: TRUE
// flags: --use-contract use_files.c:level -D MORE
// expect: FALSE(assert)
// flags: --use-contract __CPROVER_file_local_use_files_c_level -D MORE
// expect: FALSE(assert)
// flags: --use-contract level
// expect: ERROR(--use-contract: `level` is one of)
// flags: --use-contract use_files_other.c:level
// expect: TRUE
// flags: --use-contract shared
// expect: TRUE
// flags: --use-contract shared -D MORE
// expect: TRUE
// flags: --use-contract shared -D MOST
// expect: FALSE(assert)
#include "use_files.h"
#include <assert.h>
static int level(int x)
    __CPROVER_requires(is_level(&x))
    __CPROVER_ensures(__CPROVER_return_value > x);
static int level(int x) { return x + 1; }
int main(void) {
#ifdef MORE
    assert(level(1) == 2); // BUG
#else
    assert(level(1) >= 2);
#endif
    assert(other(5) == 4);
    int x = 1;
#ifdef MOST
    assert(shared(&x) == 2); // BUG
#else
    assert(shared(&x) >= 2);
#endif
    return 0;
}
