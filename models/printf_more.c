/* The printf family on top of printf.c: the names that headers choose under _FORTIFY_SOURCE, and wide characters. */

/* ---- The checked variants of _FORTIFY_SOURCE ---- */

MODEL int __vprintf_chk(int flag, const char *restrict f, va_list list) {
    (void)flag;
    WITH_LIST(list, print(stdout, f, &arguments));
}

MODEL int __printf_chk(int flag, const char *restrict f, ...) {
    (void)flag;
    WITH_ARGUMENTS(f, print(stdout, f, &arguments));
}

MODEL int __vfprintf_chk(FILE *restrict file, int flag, const char *restrict f, va_list list) {
    (void)flag;
    WITH_LIST(list, print(file, f, &arguments));
}

MODEL int __fprintf_chk(FILE *restrict file, int flag, const char *restrict f, ...) {
    (void)flag;
    WITH_ARGUMENTS(f, print(file, f, &arguments));
}

/* The C library stops a program whose output does not fit; here that is an invalid write. */
static int to_known_room(char *to, size_t size, size_t room, const char *f, struct arguments *arguments) {
    int bounded = size != SIZE_MAX;
    if (bounded && size > room) {
        __bmc_check_write(to, size);
        __bmc_end_path();
    }
    int length = to_string(to, bounded || room == SIZE_MAX ? size : room, f, arguments);
    if (!bounded && length >= 0 && (size_t)length >= room) {
        __bmc_check_write(to, (size_t)length + 1);
        __bmc_end_path();
    }
    return length;
}

MODEL int __vasprintf_chk(char **restrict place, int flag, const char *restrict f, va_list list) {
    (void)flag;
    WITH_LIST(list, to_new_string(place, f, &arguments));
}

MODEL int __asprintf_chk(char **restrict place, int flag, const char *restrict f, ...) {
    (void)flag;
    WITH_ARGUMENTS(f, to_new_string(place, f, &arguments));
}

MODEL int __vdprintf_chk(int fd, int flag, const char *restrict f, va_list list) {
    (void)flag;
    WITH_LIST(list, print_to(fd, f, &arguments));
}

MODEL int __dprintf_chk(int fd, int flag, const char *restrict f, ...) {
    (void)flag;
    WITH_ARGUMENTS(f, print_to(fd, f, &arguments));
}

MODEL int __vsprintf_chk(char *restrict to, int flag, size_t room, const char *restrict f, va_list list) {
    (void)flag;
    WITH_LIST(list, to_known_room(to, SIZE_MAX, room, f, &arguments));
}

MODEL int __sprintf_chk(char *restrict to, int flag, size_t room, const char *restrict f, ...) {
    (void)flag;
    WITH_ARGUMENTS(f, to_known_room(to, SIZE_MAX, room, f, &arguments));
}

MODEL int __vsnprintf_chk(char *restrict to, size_t size, int flag, size_t room, const char *restrict f,
                          va_list list) {
    (void)flag;
    WITH_LIST(list, to_known_room(to, size, room, f, &arguments));
}

MODEL int __snprintf_chk(char *restrict to, size_t size, int flag, size_t room, const char *restrict f, ...) {
    (void)flag;
    WITH_ARGUMENTS(f, to_known_room(to, size, room, f, &arguments));
}

/* ---- Wide formats: their text is taken over as narrow, which conversions are anyway ---- */

#define NARROWED(wide)                                                                  \
    size_t length = __bmc_wcslen(wide);                                                 \
    char f[length + 1];                                                                 \
    for (size_t i = 0; i <= length; i++) {                                              \
        if (wide[i] < 0 || wide[i] > 127) __bmc_unsupported("a wide format beyond ASCII"); \
        f[i] = (char)wide[i];                                                           \
    }

static int print_wide(FILE *file, const wchar_t *wide, struct arguments *arguments) {
    NARROWED(wide)
    return print(file, f, arguments);
}

static int to_wide_string(wchar_t *buffer, size_t size, const wchar_t *wide, struct arguments *arguments) {
    NARROWED(wide)
    if (size == 0) return -1;
    struct sink to = {NULL, buffer, size - 1, 0, NULL, __bmc_walk(buffer)};
    __bmc_beside(&to.walk, wide, (length + 1) * sizeof *wide);
    int result = format(&to, f, arguments);
    end(&to);
    return to.written < size ? result : -1;
}

MODEL int vwprintf(const wchar_t *restrict f, va_list list) { WITH_LIST(list, print_wide(stdout, f, &arguments)); }
MODEL int wprintf(const wchar_t *restrict f, ...) { WITH_ARGUMENTS(f, print_wide(stdout, f, &arguments)); }

MODEL int fwprintf(FILE *restrict file, const wchar_t *restrict f, ...) {
    __bmc_use_file(file);
    WITH_ARGUMENTS(f, print_wide(file, f, &arguments));
}

MODEL int vswprintf(wchar_t *restrict to, size_t size, const wchar_t *restrict f, va_list list) {
    WITH_LIST(list, to_wide_string(to, size, f, &arguments));
}

MODEL int swprintf(wchar_t *restrict to, size_t size, const wchar_t *restrict f, ...) {
    WITH_ARGUMENTS(f, to_wide_string(to, size, f, &arguments));
}
