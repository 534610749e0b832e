#ifdef CHECKED
#define before checked
#else
#pragma CPROVER check push
#pragma CPROVER check disable "unsigned-overflow"
#endif
static unsigned before(unsigned x) {
    return x - 1; // BUG
}
#ifdef CHECKED
#undef before
#else
#pragma CPROVER check pop
#endif
