// What has the attribute runs after main has returned.
// expect: FALSE(assert)
#include <assert.h>
static int open_files;
__attribute__((destructor)) static void at_end(void) { assert(open_files == 0); } // BUG
int main(void) {
    open_files = 1;
    return 0;
}
