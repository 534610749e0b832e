/* Nothing else in the program has a word of CBMC. */
#pragma CPROVER check push
#pragma CPROVER check disable "unsigned-overflow"
static unsigned before(unsigned x) {
    return x - 1;
}
#pragma CPROVER check pop
