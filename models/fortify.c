/* The checked variants that headers choose under _FORTIFY_SOURCE. The last argument is the size of the destination;
 * the C library stops the program when it does not suffice, which here is an invalid write. */
#include "bmc.h"

char *strcpy(char *restrict to, const char *restrict from);
char *stpcpy(char *restrict to, const char *restrict from);
char *strcat(char *restrict to, const char *restrict from);
char *strncpy(char *restrict to, const char *restrict from, size_t n);
char *strncat(char *restrict to, const char *restrict from, size_t n);
void *mempcpy(void *restrict to, const void *restrict from, size_t n);

static void must_hold(void *to, size_t size, size_t needed) {
    if (needed <= size) return;
    __bmc_check_write(to, needed);
    __bmc_end_path();
}

MODEL void *__memcpy_chk(void *restrict to, const void *restrict from, size_t n, size_t size) {
    must_hold(to, size, n);
    return memcpy(to, from, n);
}

MODEL void *__memmove_chk(void *to, const void *from, size_t n, size_t size) {
    must_hold(to, size, n);
    return memmove(to, from, n);
}

MODEL void *__memset_chk(void *to, int byte, size_t n, size_t size) {
    must_hold(to, size, n);
    return memset(to, byte, n);
}

MODEL void *__mempcpy_chk(void *restrict to, const void *restrict from, size_t n, size_t size) {
    must_hold(to, size, n);
    return mempcpy(to, from, n);
}

MODEL char *__strcpy_chk(char *restrict to, const char *restrict from, size_t size) {
    must_hold(to, size, __bmc_strlen(from) + 1);
    return strcpy(to, from);
}

MODEL char *__stpcpy_chk(char *restrict to, const char *restrict from, size_t size) {
    must_hold(to, size, __bmc_strlen(from) + 1);
    return stpcpy(to, from);
}

MODEL char *__strcat_chk(char *restrict to, const char *restrict from, size_t size) {
    must_hold(to, size, __bmc_strlen(to) + __bmc_strlen(from) + 1);
    return strcat(to, from);
}

MODEL char *__strncpy_chk(char *restrict to, const char *restrict from, size_t n, size_t size) {
    must_hold(to, size, n);
    return strncpy(to, from, n);
}

MODEL char *__strncat_chk(char *restrict to, const char *restrict from, size_t n, size_t size) {
    must_hold(to, size, __bmc_strlen(to) + __bmc_strnlen(from, n) + 1);
    return strncat(to, from, n);
}
