// Options of a program are read as glibc reads them.
// expect: TRUE
// flags: -D LONG
// expect: TRUE
#define _GNU_SOURCE
#include <assert.h>
#include <getopt.h>
#include <string.h>
int main(void) {
#ifdef LONG
    char *arguments[] = {"p", "--al", "x", "--beta=3", "--beta", "4", "--", "-a", NULL};
    struct option options[] = {{"alpha", no_argument, NULL, 'a'}, {"beta", required_argument, NULL, 'b'}, {NULL, 0, NULL, 0}};
    int place = -1;
    assert(getopt_long(8, arguments, "ab:", options, &place) == 'a' && place == 0 && optarg == NULL);
    assert(getopt_long(8, arguments, "ab:", options, &place) == 'b' && place == 1 && strcmp(optarg, "3") == 0);
    assert(getopt_long(8, arguments, "ab:", options, &place) == 'b' && strcmp(optarg, "4") == 0);
    assert(getopt_long(8, arguments, "ab:", options, &place) == -1 && optind == 6);
    assert(strcmp(arguments[6], "x") == 0 && strcmp(arguments[7], "-a") == 0);
#else
    char *arguments[] = {"p", "-ab", "1", "file", "-c2", "-z", "-b", NULL};
    assert(getopt(7, arguments, ":ab:c::") == 'a' && optind == 1);
    assert(getopt(7, arguments, ":ab:c::") == 'b' && strcmp(optarg, "1") == 0 && optind == 3);
    assert(getopt(7, arguments, ":ab:c::") == 'c' && strcmp(optarg, "2") == 0);
    assert(getopt(7, arguments, ":ab:c::") == '?' && optopt == 'z');
    assert(getopt(7, arguments, ":ab:c::") == ':' && optopt == 'b');
    assert(getopt(7, arguments, ":ab:c::") == -1 && optind == 6 && strcmp(arguments[6], "file") == 0);
#endif
    return 0;
}
