/* getopt and getopt_long as glibc has them, where POSIXLY_CORRECT is not set: arguments that are no options come to the end. */
#include "stdio.h"

MODEL char *optarg;
MODEL int optind = 1, opterr = 1, optopt = '?';

struct option {
    const char *name;
    int has_argument;
    int *flag;
    int value;
};

/* What becomes of arguments that are no options: they come to the end, the first one ends the options, or each of them is
 * returned as the argument of an option 1. */
enum order { PERMUTED, UP_TO_FIRST, IN_PLACE };

/* Between calls: what is left of the argument that is read; and the arguments that are no options and were passed over,
 * from `first_passed` up to `passed_end`. */
static char *rest;
static int first_passed, passed_end, begun;
static enum order order;

/* Only an executed program shows it. */
static void complain(char *const *argv, const char *what, const char *option, size_t length, const char *after) {
    if (!__bmc_executes()) return;
    __bmc_put(stderr, argv[0], __bmc_strlen(argv[0]));
    __bmc_put(stderr, what, __bmc_strlen(what));
    __bmc_put(stderr, option, length);
    __bmc_put(stderr, after, __bmc_strlen(after));
}

/* Puts the arguments between `passed_end` and `optind` before those that were passed over. */
static void exchange(char **argv) {
    for (; passed_end < optind; passed_end++, first_passed++) {
        char *moved = argv[passed_end];
        for (int i = passed_end; i > first_passed; i--) argv[i] = argv[i - 1];
        argv[first_passed] = moved;
    }
}

static int is_option(const char *argument) { return argument[0] == '-' && argument[1] != 0; }

/* The place of an option in the format, or null. */
static const char *find_option(const char *format, char c) {
    if (c == 0 || c == ':' || c == ';') return NULL;
    for (; *format != 0; format++)
        if (*format == c) return format;
    return NULL;
}

/* Finds the next argument that is an option: 0, or what the call returns. */
static int next_argument(int argc, char **argv) {
    if (passed_end > optind) passed_end = optind;
    if (first_passed > optind) first_passed = optind;
    if (order == PERMUTED) {
        if (first_passed != passed_end && passed_end != optind)
            exchange(argv);
        else if (passed_end != optind)
            first_passed = optind;
        while (optind < argc && !is_option(argv[optind])) optind++;
        passed_end = optind;
    }
    if (optind != argc && argv[optind][0] == '-' && argv[optind][1] == '-' && argv[optind][2] == 0) {
        optind++;
        if (first_passed != passed_end && passed_end != optind)
            exchange(argv);
        else if (first_passed == passed_end)
            first_passed = optind;
        passed_end = optind = argc;
    }
    if (optind == argc) {
        if (first_passed != passed_end) optind = first_passed;
        return -1;
    }
    if (is_option(argv[optind])) return 0;
    if (order == UP_TO_FIRST) return -1;
    optarg = argv[optind++];
    return 1;
}

/* `rest` is behind the dashes. */
static int long_option(int argc, char **argv, const char *format, const struct option *options, int *place, int shows) {
    size_t length = 0;
    while (rest[length] != 0 && rest[length] != '=') length++;
    const char *name = rest, *end = rest + length;
    int found = -1, is_ambiguous = 0;
    for (int i = 0; options[i].name != NULL; i++) {
        if (compare(options[i].name, name, length, 0) != 0) continue;
        if (options[i].name[length] == 0) {
            found = i;
            is_ambiguous = 0;
            break;
        }
        if (found < 0)
            found = i;
        else if (options[found].has_argument != options[i].has_argument || options[found].flag != options[i].flag ||
                 options[found].value != options[i].value)
            is_ambiguous = 1;
    }
    rest = NULL;
    optind++;
    if (found < 0 || is_ambiguous) {
        if (shows && is_ambiguous) complain(argv, ": option '--", name, __bmc_strlen(name), "' is ambiguous\n");
        if (shows && !is_ambiguous) complain(argv, ": unrecognized option '--", name, __bmc_strlen(name), "'\n");
        optopt = 0;
        return '?';
    }
    const struct option *o = &options[found];
    size_t whole = __bmc_strlen(o->name);
    if (*end != 0 && !o->has_argument) {
        if (shows) complain(argv, ": option '--", o->name, whole, "' doesn't allow an argument\n");
        optopt = o->value;
        return '?';
    }
    if (*end != 0) {
        optarg = (char *)end + 1;
    } else if (o->has_argument == 1) {
        if (optind >= argc) {
            if (shows) complain(argv, ": option '--", o->name, whole, "' requires an argument\n");
            optopt = o->value;
            return format[0] == ':' ? ':' : '?';
        }
        optarg = argv[optind++];
    }
    if (place != NULL) *place = found;
    if (o->flag == NULL) return o->value;
    *o->flag = o->value;
    return 0;
}

static int short_option(int argc, char **argv, const char *format, int shows) {
    char c = *rest++;
    const char *at = find_option(format, c);
    if (*rest == 0) optind++;
    if (at == NULL) {
        if (shows) complain(argv, ": invalid option -- '", &c, 1, "'\n");
        optopt = c;
        return '?';
    }
    if (at[0] == 'W' && at[1] == ';') __bmc_unsupported("-W in the format of getopt");
    if (at[1] != ':') return c;
    if (*rest != 0) {
        optarg = rest;
        optind++;
    } else if (at[2] != ':' && optind == argc) {
        if (shows) complain(argv, ": option requires an argument -- '", &c, 1, "'\n");
        optopt = c;
        c = format[0] == ':' ? ':' : '?';
    } else if (at[2] != ':') {
        optarg = argv[optind++];
    }
    rest = NULL;
    return c;
}

static int next_option(int argc, char **argv, const char *format, const struct option *options, int *place) {
    if (argc < 1) return -1;
    /* Other threads must not use these meanwhile. */
    __bmc_writes(&optarg, sizeof optarg);
    __bmc_writes(&optind, sizeof optind);
    __bmc_writes(&optopt, sizeof optopt);
    optarg = NULL;
    if (optind == 0 || !begun) {
        if (optind == 0) optind = 1;
        first_passed = passed_end = optind;
        rest = NULL;
        if (!begun) optopt = 0;
        order = format[0] == '-' ? IN_PLACE : format[0] == '+' ? UP_TO_FIRST : PERMUTED;
        begun = 1;
    }
    if (format[0] == '-' || format[0] == '+') format++;
    int shows = format[0] != ':' && opterr;
    if (rest == NULL || *rest == 0) {
        int result = next_argument(argc, argv);
        if (result != 0) return result;
        rest = argv[optind] + 1;
        if (options != NULL && *rest == '-') {
            rest++;
            return long_option(argc, argv, format, options, place, shows);
        }
    }
    return short_option(argc, argv, format, shows);
}

MODEL int getopt(int argc, char *const *argv, const char *format) {
    return next_option(argc, (char **)argv, format, NULL, NULL);
}

MODEL int __posix_getopt(int argc, char *const *argv, const char *format) {
    (void)argc, (void)argv, (void)format;
    __bmc_unsupported("getopt that stops at the first argument which is no option");
}

MODEL int getopt_long(int argc, char *const *argv, const char *format, const struct option *options, int *place) {
    return next_option(argc, (char **)argv, format, options, place);
}

MODEL int getopt_long_only(int argc, char *const *argv, const char *format, const struct option *options, int *place) {
    (void)argc, (void)argv, (void)format, (void)options, (void)place;
    __bmc_unsupported("getopt_long_only");
}
