/* Files, shared by the models of stdio.h. */
#ifndef BMC_STDIO_H
#define BMC_STDIO_H
#include "bmc.h"

/* At least as large as glibc's, whose macros may look inside. */
typedef struct _IO_FILE FILE;
struct _IO_FILE {
    FILE *next, *previous;
    long other[28];
};

/* An invalid read unless `file` is a FILE. */
static inline void __bmc_check_file(FILE *file) { __bmc_check_read(file, sizeof *file); }

#endif
