// Harnesses for functions of bzip2's library; docs/tutorial-project.md runs them.
#include <assert.h>
#include <string.h>

#include "bzlib_private.h"

extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);

// BZ2_indexIntoF finds the column in which a position lies.
void column(void)
{
    Int32 starts[257], position = __VERIFIER_nondet_int();
    for (int i = 0; i <= 256; i++) {
        starts[i] = __VERIFIER_nondet_int();
        __VERIFIER_assume(i == 0 ? starts[i] == 0 : starts[i - 1] <= starts[i]);
    }
    __VERIFIER_assume(0 <= position && position < starts[256]);
    Int32 found = BZ2_indexIntoF(position, starts);
    assert(0 <= found && found < 256);
    assert(starts[found] <= position && position < starts[found + 1]);
}

// BZ2_hbMakeCodeLengths gives each of four symbols a length, so that a prefix code with these lengths exists and wastes nothing.
void lengths(void)
{
    UChar length[4];
    Int32 frequency[4];
    for (int i = 0; i < 4; i++) {
        frequency[i] = __VERIFIER_nondet_int();
        __VERIFIER_assume(0 <= frequency[i]);
#ifdef MOST
        __VERIFIER_assume(frequency[i] <= MOST);
#endif
    }
    BZ2_hbMakeCodeLengths(length, frequency, 4, 17);
    int sum = 0;
    for (int i = 0; i < 4; i++) {
        assert(1 <= length[i] && length[i] <= 17);
        sum += 1 << (17 - length[i]);
    }
    assert(sum == 1 << 17);
}

// BZ2_hbAssignCodes: no code is the beginning of another one.
void codes(void)
{
    UChar length[4];
    Int32 code[4];
    int sum = 0;
    for (int i = 0; i < 4; i++) {
        length[i] = __VERIFIER_nondet_uchar();
        __VERIFIER_assume(1 <= length[i] && length[i] <= 17);
        sum += 1 << (17 - length[i]);
    }
    __VERIFIER_assume(sum <= 1 << 17);
    BZ2_hbAssignCodes(code, length, 1, 17, 4);
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    __VERIFIER_assume(0 <= a && a < 4 && 0 <= b && b < 4 && a != b && length[a] <= length[b]);
    assert(code[a] != code[b] >> (length[b] - length[a]));
}

// BZ2_hbCreateDecodeTables, with arrays as large as its callers have.
void tables(void)
{
    UChar length[3];
    Int32 limit[BZ_MAX_CODE_LEN], base[BZ_MAX_CODE_LEN], perm[3];
    int shortest = 255, longest = 0;
    for (int i = 0; i < 3; i++) {
        length[i] = __VERIFIER_nondet_uchar();
#ifdef MOST
        __VERIFIER_assume(1 <= length[i] && length[i] <= MOST);
#endif
        if (length[i] < shortest)
            shortest = length[i];
        if (length[i] > longest)
            longest = length[i];
    }
    BZ2_hbCreateDecodeTables(limit, base, perm, length, shortest, longest, 3);
    int i = __VERIFIER_nondet_int();
    __VERIFIER_assume(0 <= i && i < 3);
    assert(0 <= perm[i] && perm[i] < 3);
}

// BZ2_bzDecompressInit and BZ2_bzDecompressEnd, with any options; malloc may fail.
void begin_and_end(void)
{
    bz_stream stream;
    memset(&stream, 0, sizeof stream);
    if (BZ2_bzDecompressInit(&stream, __VERIFIER_nondet_int(), __VERIFIER_nondet_int()) == BZ_OK)
        assert(BZ2_bzDecompressEnd(&stream) == BZ_OK);
}
