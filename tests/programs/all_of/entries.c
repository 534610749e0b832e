// The entry function lies in the project.
// flags: --all-of build --entry tool.c:main
// expect: TRUE
// flags: --all-of build --entry lib/table.c:next
// expect: FALSE(signed-overflow)
// flags: --all-of build --entry full
// expect: UNKNOWN(unsupported: argument 1 of full)
// flags: --all-of build --entry parse
// expect: ERROR(--entry: `parse` is one of lib/tool.c:parse, lib/other_tool.c:parse; say FILE:parse)
// flags: --all-of build --entry broken
// expect: ERROR(lib/broken.c:3:10: 'does_not_exist.h' file not found)
// flags: --all-of build --entry nobody
// expect: ERROR(function `nobody` is not defined)
// flags: --all-of build --check-contract lib/checked.c:more
// expect: TRUE
// flags: --all-of build --check-contract __CPROVER_file_local_checked_c_more
// expect: TRUE
// flags: --all-of build --check-contract more
// expect: TRUE
// flags: --all-of build --check-contract lib/table.c:more
// expect: ERROR(--check-contract: `more` has no contract)
// flags: --all-of nowhere
// expect: ERROR(nowhere: No such file)
// flags: --all-of build --entry harness
// expect: TRUE
#include "lib/lib.h"

extern void __VERIFIER_assert(int);
int __CPROVER_file_local_tool_c_parse(void);

void harness(void)
{
    __VERIFIER_assert(__CPROVER_file_local_tool_c_parse() == 1);
}
