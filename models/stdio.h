/* Files, shared by the models of stdio.h. */
#ifndef BMC_STDIO_H
#define BMC_STDIO_H
#include "bmc.h"

/* At least as large as glibc's, whose macros may look inside. */
typedef struct _IO_FILE FILE;
struct _IO_FILE {
    FILE *next, *previous;
    int writable, ended, failed, descriptor;
    long other[26];
};

/* An invalid read unless `file` is a FILE. */
static inline void __bmc_check_file(FILE *file) { __bmc_check_read(file, sizeof *file); }

/* Writing succeeds but to a file opened for reading only. */
static inline int __bmc_can_write(FILE *file) {
    __bmc_check_file(file);
    if (!file->writable) file->failed = 1;
    return file->writable;
}

/* Bytes that can be read are written to a file. */
static inline void __bmc_put(FILE *file, const void *from, size_t size) {
    if (__bmc_executes() && file->descriptor > 0) __bmc_output(file->descriptor, from, size);
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
