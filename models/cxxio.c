/* What the models of the C++ library in cxx/ need of those in C. */
#include "bmc.h"

int __bmc_write_standard(int descriptor, const void *from, size_t size) {
    return __bmc_put(descriptor == 1 ? stdout : stderr, from, size);
}

int __bmc_take_input(void) { return get_character(stdin); }

int __bmc_look_at_input(void) {
    if (__bmc_system()) return __bmc_peek_file(stdin);
    if (__bmc_is_given_back(stdin)) return __bmc_peek_back(stdin);
    int c = get_character(stdin);
    if (c != EOF) {
        __bmc_gives_back = 1;
        stdin->given_back = c + 1;
    }
    return c;
}

int __bmc_input_is_fresh(void) { return !__bmc_system() && !__bmc_is_given_back(stdin); }

int __bmc_has_single_input(void) { return !__bmc_is_given_back(stdin) || stdin->given_back >> GIVEN_BACK_BITS == 0; }

int __bmc_input_has_ended(void) { return stdin->ended; }

/* The C++ library gives back as many as glibc lets it. */
int __bmc_give_back_input(int c) {
    __bmc_atomic_begin();
    if (count_given_back(stdin) == MOST_GIVEN_BACK) __bmc_unsupported("more than 3 characters given back");
    __bmc_gives_back = 1;
    stdin->ended = 0;
    stdin->given_back = stdin->given_back << GIVEN_BACK_BITS | ((unsigned char)c + 1);
    return 1;
}

int __bmc_print_to(char *to, size_t size, const char *f, ...) { WITH_ARGUMENTS(f, to_string(to, size, f, &arguments)); }
