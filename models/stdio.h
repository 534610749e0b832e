/* Files, shared by the models of stdio.h. */
#ifndef BMC_STDIO_H
#define BMC_STDIO_H
#include "bmc.h"

/* At least as large as glibc's, whose macros may look inside. */
typedef struct _IO_FILE FILE;
struct _IO_FILE {
    FILE *next, *previous;
    /* Each operation locks its stream, so that threads may use one together (C11 7.21.2p7). */
    _Atomic int writable, failed, descriptor;
    /* The input has ended, and nothing was given back since: nothing more is read (C11 7.21.7.1p2). */
    _Atomic int ended;
    /* The characters that were given back, nine bits each: the next one lowest, and each of them plus 1. Where there is an
     * operating system, the last one may have been looked at only. */
    _Atomic int given_back;
    /* The stream buffer of C++ that it belongs to. */
    const void *buffer;
    long other[25];
};

/* An invalid read unless `file` is a FILE. */
static inline void __bmc_check_file(FILE *file) { __bmc_check_read(file, sizeof *file); }

/* The same in a function at which a thread that is cancelled may end. */
static inline void __bmc_use_file(FILE *file) {
    __bmc_check_file(file);
    __bmc_optional_cancellation_point();
}

/* Writing succeeds but to a file opened for reading only. */
static inline int __bmc_can_write(FILE *file) {
    __bmc_check_file(file);
    if (!file->writable) file->failed = 1;
    return file->writable;
}

/* What a call of the operating system means: -1 with the error set for an error. */
static inline long long __bmc_result(long long result) {
    if (result < 0) __bmc_set_errno((int)-result);
    return result < 0 ? -1 : result;
}

/* Bytes that can be read are written to a file; whether that was possible. */
static inline int __bmc_put(FILE *file, const void *from, size_t size) {
    __bmc_optional_cancellation_point();
    if (!__bmc_executes() || file->descriptor <= 0 || __bmc_result(__bmc_output(file->descriptor, from, size)) >= 0)
        return 1;
    file->failed = 1;
    return 0;
}

/* The next character of a file of the operating system, not taken; EOF at the end or after an error. */
int __bmc_peek_file(FILE *file);

/* Whether the program has called ungetc. Streams of programs without it have nothing given back, which is known at once. */
extern _Atomic int __bmc_gives_back;

/* Whether the next character is one that was given back. */
static inline int __bmc_is_given_back(FILE *file) {
    return (__bmc_system() || __bmc_gives_back) && file->given_back != 0;
}

#define GIVEN_BACK_BITS 9

/* The next character that was given back, or EOF; it stays. */
static inline int __bmc_peek_back(FILE *file) { return (file->given_back & ((1 << GIVEN_BACK_BITS) - 1)) - 1; }

/* Takes it. */
static inline int __bmc_take_back(FILE *file) {
    __bmc_atomic_begin();
    int c = __bmc_peek_back(file);
    file->given_back = file->given_back >> GIVEN_BACK_BITS;
    return c;
}

/* The input ended, or reading failed. */
static inline void __bmc_no_input(FILE *file) {
    if (__VERIFIER_nondet_bool())
        file->ended = 1;
    else
        file->failed = 1;
}

extern FILE *stdin, *stdout, *stderr;

#endif
