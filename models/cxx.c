/* C++'s operators new and delete, under the names that the Itanium ABI gives them. */
#include "bmc.h"

/* Standard C++ answers exhausted memory with an exception. */
static void *allocate(size_t size) {
    void *p = malloc(size != 0 ? size : 1);
    if (p == NULL) __bmc_unsupported("std::bad_alloc");
    return p;
}

#define NEW(name)                                                   \
    MODEL void *name(size_t size) { return allocate(size); }        \
    MODEL void *name##RKSt9nothrow_t(size_t size, const void *tag) { \
        (void)tag;                                                  \
        return malloc(size != 0 ? size : 1);                        \
    }

#ifdef __LP64__
NEW(_Znwm)
NEW(_Znam)
#define SIZED(name) name##m
#else
NEW(_Znwj)
NEW(_Znaj)
#define SIZED(name) name##j
#endif

#define DELETE(name, sized)                                   \
    MODEL void name(void *p) { free(p); }                     \
    MODEL void sized(void *p, size_t size) {                  \
        (void)size;                                           \
        free(p);                                              \
    }                                                         \
    MODEL void name##RKSt9nothrow_t(void *p, const void *tag) { \
        (void)tag;                                            \
        free(p);                                              \
    }

DELETE(_ZdlPv, SIZED(_ZdlPv))
DELETE(_ZdaPv, SIZED(_ZdaPv))
