/* qsort and bsearch. */
#include "bmc.h"

typedef int comparison(const void *, const void *);
typedef int comparison_with(const void *, const void *, void *);

/* Words that may stand anywhere: whole elements are moved at once, so that a pointer stays one. */
typedef uint32_t __attribute__((aligned(1), may_alias)) word4;
typedef uint64_t __attribute__((aligned(1), may_alias)) word8;
typedef void *__attribute__((aligned(1), may_alias)) pointer;

static void swap(char *a, char *b, size_t size) {
    if (size == sizeof(pointer)) {
        void *kept = *(pointer *)a;
        *(pointer *)a = *(pointer *)b;
        *(pointer *)b = kept;
    } else if (size == 4) {
        uint32_t kept = *(word4 *)a;
        *(word4 *)a = *(word4 *)b;
        *(word4 *)b = kept;
    } else if (size == 8) {
        uint64_t kept = *(word8 *)a;
        *(word8 *)a = *(word8 *)b;
        *(word8 *)b = kept;
    } else {
        char kept[64];
        for (size_t done = 0; done < size;) {
            size_t part = size - done < sizeof kept ? size - done : sizeof kept;
            memcpy(kept, a + done, part);
            memcpy(a + done, b + done, part);
            memcpy(b + done, kept, part);
            done += part;
        }
    }
}

/* Insertion by neighbours: stable, as glibc's merge sort is, and every index is the same on all paths. The standard
 * leaves the order of equal elements open; here they keep theirs. */
#define SORT(compared)                                                  \
    char *base = array;                                                 \
    for (size_t i = 1; i < count; i++) {                                \
        for (size_t j = i; j > 0; j--) {                                \
            char *left = base + (j - 1) * size, *right = base + j * size; \
            if ((compared) <= 0) break;                                 \
            swap(left, right, size);                                    \
        }                                                               \
    }

MODEL void qsort(void *array, size_t count, size_t size, comparison *compare) { SORT(compare(left, right)) }

MODEL void qsort_r(void *array, size_t count, size_t size, comparison_with *compare, void *argument) {
    SORT(compare(left, right, argument))
}

MODEL void *bsearch(const void *key, const void *array, size_t count, size_t size, comparison *compare) {
    const char *base = array;
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const char *at = base + middle * size;
        int order = compare(key, at);
        if (order == 0) return (void *)at;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

MODEL void *lfind(const void *key, const void *array, size_t *count, size_t size, comparison *compare) {
    const char *base = array;
    for (size_t i = 0; i < *count; i++)
        if (compare(key, base + i * size) == 0) return (void *)(base + i * size);
    return NULL;
}
