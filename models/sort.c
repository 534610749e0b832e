/* qsort and bsearch. */
#include "bmc.h"

typedef int comparison(const void *, const void *);
typedef int comparison_with(const void *, const void *, void *);

/* By memcpy, which keeps pointers what they are. */
static void swap(char *a, char *b, size_t size) {
    char kept[64];
    for (size_t done = 0; done < size;) {
        size_t part = size - done < sizeof kept ? size - done : sizeof kept;
        memcpy(kept, a + done, part);
        memcpy(a + done, b + done, part);
        memcpy(b + done, kept, part);
        done += part;
    }
}

/* Whether two neighbours change places, by how they compare. The standard leaves open how equal elements come. Where nobody
 * chooses they keep their order, as glibc's merge sort has it. */
static int are_swapped(int order) { return order > 0 || (order == 0 && __bmc_any_in(0, 1)); }

/* Insertion by neighbours: every index is the same on all paths, and equal elements come in any order. */
#define SORT(compared)                                                    \
    char *base = array;                                                   \
    for (size_t i = 1; i < count; i++) {                                  \
        for (size_t j = i; j > 0; j--) {                                  \
            char *left = base + (j - 1) * size, *right = base + j * size; \
            if (!are_swapped(compared)) break;                            \
            swap(left, right, size);                                      \
        }                                                                 \
    }

MODEL void qsort(void *array, size_t count, size_t size, comparison *compare) { SORT(compare(left, right)) }

MODEL void qsort_r(void *array, size_t count, size_t size, comparison_with *compare, void *argument) {
    SORT(compare(left, right, argument))
}

MODEL void *bsearch(const void *key, const void *array, size_t count, size_t size, comparison *compare) {
    const char *base = array, *found = NULL;
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const char *at = base + middle * size;
        int order = compare(key, at);
        /* The standard leaves open which of equal elements it is. Where nobody chooses it is the first one met, as in glibc. */
        if (order == 0) {
            found = at;
            order = __bmc_any_in(-1, 1);
            if (order == 0) break;
        }
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return (void *)found;
}

MODEL void *lfind(const void *key, const void *array, size_t *count, size_t size, comparison *compare) {
    const char *base = array;
    for (size_t i = 0; i < *count; i++)
        if (compare(key, base + i * size) == 0) return (void *)(base + i * size);
    return NULL;
}
