/* What the models of the C++ library in cxx/ need of those in C. */
#include "stdio.h"

int __bmc_write_standard(int descriptor, const void *from, size_t size) {
    return __bmc_put(descriptor == 1 ? stdout : stderr, from, size);
}

int __bmc_take_input(FILE *from) { return get_character(from); }

int __bmc_look_at_input(FILE *from) {
    if (__bmc_system()) return __bmc_peek_file(from);
    if (__bmc_is_given_back(from)) return __bmc_peek_back(from);
    int c = get_character(from);
    if (c != EOF) {
        __bmc_gives_back = 1;
        from->given_back = c + 1;
    }
    return c;
}

int __bmc_input_is_fresh(FILE *from) { return !__bmc_system() && !__bmc_is_given_back(from); }

int __bmc_has_single_input(FILE *from) {
    return !__bmc_is_given_back(from) || from->given_back >> GIVEN_BACK_BITS == 0;
}

int __bmc_input_has_ended(FILE *from) { return from->ended; }

/* The C++ library gives back as many as glibc lets it. */
int __bmc_give_back_input(FILE *to, int c) {
    __bmc_atomic_begin();
    if (count_given_back(to) == MOST_GIVEN_BACK) __bmc_unsupported("more than 3 characters given back");
    __bmc_gives_back = 1;
    to->ended = 0;
    to->given_back = to->given_back << GIVEN_BACK_BITS | ((unsigned char)c + 1);
    return 1;
}

int __bmc_print_to(char *to, size_t size, const char *f, ...) { WITH_ARGUMENTS(f, to_string(to, size, f, &arguments)); }

/* ---- Files of stream buffers ---- */

FILE *__bmc_open_file(const char *name, const char *mode) { return open_file(name, mode); }

int __bmc_close_file(FILE *file) { return fclose_result(close_file(file)); }

/* A buffer has a file for one direction alone. */
void __bmc_own_file(FILE *file, const void *buffer) { file->buffer = buffer; }

FILE *__bmc_file_of(const void *buffer) {
    if (open_files == NULL) return NULL;
    __bmc_atomic_begin();
    for (FILE *file = open_files; file != NULL; file = file->next)
        if (file->buffer == buffer) return file;
    return NULL;
}

int __bmc_is_writable(FILE *file) { return file->writable; }

/* Whether the last reading met an error; it is forgotten, and so is the end of the file, which may have grown. */
int __bmc_forget_end(FILE *file) {
    int failed = file->failed;
    clear(file);
    return failed;
}

int __bmc_write_file(FILE *file, const void *from, size_t size) {
    return __bmc_can_write(file) && __bmc_put(file, from, size);
}

int __bmc_flush_file(void) { return __bmc_executes() ? 0 : __bmc_any_in(EOF, 0); }

/* The place behind it, or -1. */
long long __bmc_seek_file(FILE *file, long long offset, int from) {
    if (seek(file, offset, from) < 0) return -1;
    if (from == 0 && offset >= 0) return offset;
    return tell(file);
}

long long __bmc_tell_file(FILE *file) { return tell(file); }
