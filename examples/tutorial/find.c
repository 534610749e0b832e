// Binary search with a mistake: the loop goes on for one comparison too many.
#include "find.h"

int find(const int *sorted, int count, int key) {
    int low = 0, high = count; // key is in sorted[low..high) if it is there at all
    while (low <= high) {      // `<` would be right
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
