// Binary search without the mistake of find.c.
#include "find.h"

int find(const int *sorted, int count, int key) {
    int low = 0, high = count; // key is in sorted[low..high) if it is there at all
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (sorted[middle] == key)
            return middle;
        if (sorted[middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    return -1;
}
