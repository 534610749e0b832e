/* stdio.h without formatted input and output (printf.c, scanf.c). Writing succeeds, and what is written is forgotten;
 * any input can come. */
#include "stdio.h"

static FILE input, output = {.writable = 1, .descriptor = 1}, errors = {.writable = 1, .descriptor = 2};
MODEL FILE *stdin = &input;
MODEL FILE *stdout = &output;
MODEL FILE *stderr = &errors;

/* ---- Opening and closing ---- */

/* The C library knows all open files, so one that the program forgets is no leak as SV-COMP means it. */
static FILE *open_files;

/* Whether a file opened in this mode can be written. */
static int writes(const char *mode) {
    size_t length = __bmc_strlen(mode);
    for (size_t i = 1; i < length; i++)
        if (mode[i] == '+') return 1;
    return mode[0] != 'r';
}

static FILE *new_file(int writable) {
    FILE *file = __VERIFIER_nondet_bool() ? malloc(sizeof *file) : NULL;
    if (file == NULL) {
        __bmc_set_errno(__bmc_any_in(1, 133));
        return NULL;
    }
    file->writable = writable;
    file->ended = 0;
    file->failed = 0;
    file->descriptor = -1;
    file->previous = NULL;
    file->next = open_files;
    if (open_files != NULL) open_files->previous = file;
    open_files = file;
    return file;
}

static FILE *open_file(const char *name, const char *mode) {
    __bmc_strlen(name);
    return new_file(writes(mode));
}

MODEL FILE *fopen(const char *restrict name, const char *restrict mode) { return open_file(name, mode); }
MODEL FILE *fopen64(const char *restrict name, const char *restrict mode) { return open_file(name, mode); }
MODEL FILE *popen(const char *command, const char *mode) { return open_file(command, mode); }
MODEL FILE *fdopen(int fd, const char *mode) { return (void)fd, new_file(writes(mode)); }

MODEL FILE *fmemopen(void *restrict buffer, size_t size, const char *restrict mode) {
    (void)buffer, (void)size;
    if (writes(mode)) __bmc_unsupported("fmemopen for writing");
    return new_file(0);
}

MODEL FILE *tmpfile(void) { return new_file(1); }

MODEL FILE *freopen(const char *restrict name, const char *restrict mode, FILE *restrict file) {
    if (name != NULL) __bmc_strlen(name);
    __bmc_check_file(file);
    file->writable = writes(mode);
    file->ended = 0;
    file->failed = 0;
    return __VERIFIER_nondet_bool() ? file : NULL;
}

static void close_file(FILE *file) {
    __bmc_check_file(file);
    if (file != &input && file != &output && file != &errors) {
        if (file->previous != NULL)
            file->previous->next = file->next;
        else
            open_files = file->next;
        if (file->next != NULL) file->next->previous = file->previous;
        free(file);
    }
}

MODEL int fclose(FILE *file) {
    close_file(file);
    return __bmc_any_in(EOF, 0);
}

MODEL int pclose(FILE *file) {
    close_file(file);
    return __VERIFIER_nondet_int();
}

/* ---- State ---- */

static int at_end(FILE *file) {
    __bmc_check_file(file);
    return file->ended;
}

static int has_failed(FILE *file) {
    __bmc_check_file(file);
    return file->failed;
}

static void clear(FILE *file) {
    __bmc_check_file(file);
    file->ended = 0;
    file->failed = 0;
}

MODEL int feof(FILE *file) { return at_end(file); }
MODEL int feof_unlocked(FILE *file) { return at_end(file); }
MODEL int ferror(FILE *file) { return has_failed(file); }
MODEL int ferror_unlocked(FILE *file) { return has_failed(file); }
MODEL void clearerr(FILE *file) { clear(file); }
MODEL void clearerr_unlocked(FILE *file) { clear(file); }
MODEL void rewind(FILE *file) { clear(file); }

MODEL int fileno(FILE *file) {
    __bmc_check_file(file);
    if (file == &input) return 0;
    if (file == &output) return 1;
    if (file == &errors) return 2;
    return __bmc_any_in(-1, INT_MAX);
}

MODEL int fflush(FILE *file) {
    if (file != NULL) __bmc_check_file(file);
    return __bmc_any_in(EOF, 0);
}

MODEL int setvbuf(FILE *restrict file, char *restrict buffer, int mode, size_t size) {
    (void)buffer, (void)mode, (void)size;
    __bmc_check_file(file);
    return __VERIFIER_nondet_int();
}

MODEL void setbuf(FILE *restrict file, char *restrict buffer) {
    (void)buffer;
    __bmc_check_file(file);
}

MODEL void setlinebuf(FILE *file) { __bmc_check_file(file); }

static int seek(FILE *file) {
    __bmc_check_file(file);
    int result = __bmc_any_in(-1, 0);
    if (result == 0) file->ended = 0;
    return result;
}

static long tell(FILE *file) {
    __bmc_check_file(file);
    long at = __VERIFIER_nondet_long();
    __bmc_assume(at >= -1);
    return at;
}

MODEL int fseek(FILE *file, long offset, int from) { return (void)offset, (void)from, seek(file); }
MODEL int fseeko(FILE *file, long offset, int from) { return (void)offset, (void)from, seek(file); }
MODEL long ftell(FILE *file) { return tell(file); }
MODEL long ftello(FILE *file) { return tell(file); }

/* The size of glibc's fpos_t. */
MODEL int fgetpos(FILE *restrict file, void *restrict position) {
    size_t size = sizeof(void *) == 8 ? 16 : 12;
    __bmc_check_file(file);
    __bmc_check_write(position, size);
    __bmc_havoc(position, size);
    return __bmc_any_in(-1, 0);
}

MODEL int fsetpos(FILE *file, const void *position) {
    __bmc_check_read(position, sizeof(void *) == 8 ? 16 : 12);
    return seek(file);
}

/* ---- Output ---- */

static int put_character_to(int c, FILE *file) {
    if (!__bmc_can_write(file)) return EOF;
    unsigned char byte = (unsigned char)c;
    __bmc_put(file, &byte, 1);
    return byte;
}

static int put_string_to(const char *s, FILE *file) {
    size_t length = __bmc_strlen(s);
    if (!__bmc_can_write(file)) return EOF;
    __bmc_put(file, s, length);
    return __bmc_any_in(0, INT_MAX);
}

static int put_line(const char *s) {
    int result = put_string_to(s, stdout);
    __bmc_put(stdout, "\n", 1);
    return result;
}

MODEL int fputc(int c, FILE *file) { return put_character_to(c, file); }
MODEL int putc(int c, FILE *file) { return put_character_to(c, file); }
MODEL int _IO_putc(int c, FILE *file) { return put_character_to(c, file); }
MODEL int fputc_unlocked(int c, FILE *file) { return put_character_to(c, file); }
MODEL int putc_unlocked(int c, FILE *file) { return put_character_to(c, file); }
MODEL int __overflow(FILE *file, int c) { return put_character_to(c, file); }
MODEL int putchar(int c) { return put_character_to(c, stdout); }
MODEL int putchar_unlocked(int c) { return put_character_to(c, stdout); }
MODEL int puts(const char *s) { return put_line(s); }
MODEL int fputs(const char *restrict s, FILE *restrict file) { return put_string_to(s, file); }
MODEL int fputs_unlocked(const char *restrict s, FILE *restrict file) { return put_string_to(s, file); }

MODEL void perror(const char *s) {
    if (s != NULL) __bmc_strlen(s);
}

/* Bytes of `count` elements; a product that does not fit is more than any object has. */
static size_t total(size_t size, size_t count) {
    return size != 0 && count > SIZE_MAX / size ? SIZE_MAX : size * count;
}

MODEL size_t fwrite(const void *restrict from, size_t size, size_t count, FILE *restrict file) {
    if (size == 0 || count == 0) return 0;
    __bmc_check_read(from, total(size, count));
    if (!__bmc_can_write(file)) return 0;
    __bmc_put(file, from, size * count);
    return count;
}

MODEL ssize_t write(int fd, const void *from, size_t size) {
    (void)fd;
    if (size != 0) __bmc_check_read(from, size);
    if (__bmc_executes()) {
        if (size != 0) __bmc_output(fd, from, size);
        return (ssize_t)size;
    }
    ssize_t done = (ssize_t)__VERIFIER_nondet_size_t();
    __bmc_assume(done >= -1 && (done < 0 || (size_t)done <= size));
    return done;
}

/* ---- Input ---- */

static int get_character(FILE *file) {
    __bmc_check_file(file);
    int c = __bmc_any_in(EOF, 255);
    if (c == EOF) __bmc_no_input(file);
    return c;
}

MODEL int fgetc(FILE *file) { return get_character(file); }
MODEL int getc(FILE *file) { return get_character(file); }
MODEL int _IO_getc(FILE *file) { return get_character(file); }
MODEL int fgetc_unlocked(FILE *file) { return get_character(file); }
MODEL int getc_unlocked(FILE *file) { return get_character(file); }
MODEL int __uflow(FILE *file) { return get_character(file); }
MODEL int getchar(void) { return get_character(stdin); }
MODEL int getchar_unlocked(void) { return get_character(stdin); }

MODEL int ungetc(int c, FILE *file) {
    __bmc_check_file(file);
    if (c == EOF) return EOF;
    file->ended = 0;
    return __VERIFIER_nondet_bool() ? (unsigned char)c : EOF;
}

/* Any line of less than `size` bytes. Bytes after the end of the line may be anything, too. */
static void any_line(char *to, size_t size) {
    __bmc_havoc(to, size - 1);
    to[size - 1] = 0;
    /* A new-line ends the input. For long buffers the formula would be large for little. */
    if (size <= 256)
        for (size_t i = 0; i + 1 < size; i++) __bmc_assume(to[i] != '\n' || to[i + 1] == 0);
}

static char *get_line(char *to, int size, FILE *file) {
    __bmc_check_file(file);
    if (size <= 0) return NULL;
    __bmc_check_write(to, (size_t)size);
    if (__VERIFIER_nondet_bool()) {
        __bmc_no_input(file);
        return NULL;
    }
    any_line(to, (size_t)size);
    return to;
}

MODEL char *fgets(char *restrict to, int size, FILE *restrict file) { return get_line(to, size, file); }
MODEL char *fgets_unlocked(char *restrict to, int size, FILE *restrict file) { return get_line(to, size, file); }

MODEL char *__fgets_chk(char *restrict to, size_t room, int size, FILE *restrict file) {
    if (size > 0 && (size_t)size > room) {
        __bmc_check_write(to, (size_t)size);
        __bmc_end_path();
    }
    return get_line(to, size, file);
}

/* A line longer than the object is possible, and then an invalid write. */
MODEL char *gets(char *to) {
    if (__VERIFIER_nondet_bool()) {
        __bmc_no_input(stdin);
        return NULL;
    }
    size_t room = __bmc_room(to);
    if (room == 0 || __VERIFIER_nondet_bool()) {
        __bmc_check_write(to, room + 1);
        __bmc_end_path();
    }
    any_line(to, room);
    return to;
}

MODEL size_t fread(void *restrict to, size_t size, size_t count, FILE *restrict file) {
    __bmc_check_file(file);
    if (size == 0 || count == 0) return 0;
    size_t bytes = total(size, count), done = __VERIFIER_nondet_size_t();
    __bmc_check_write(to, bytes);
    __bmc_assume(done <= count);
    if (done != 0) __bmc_havoc(to, bytes);
    if (done < count) __bmc_no_input(file);
    return done;
}

MODEL ssize_t read(int fd, void *to, size_t size) {
    (void)fd;
    if (size != 0) __bmc_check_write(to, size);
    ssize_t done = (ssize_t)__VERIFIER_nondet_size_t();
    __bmc_assume(done >= -1 && (done < 0 || (size_t)done <= size));
    if (done > 0) __bmc_havoc(to, size);
    return done;
}

static ssize_t get_long_line(char **line, size_t *size, FILE *file) {
    __bmc_check_file(file);
    size_t room = *line == NULL ? 0 : *size, needed = __VERIFIER_nondet_size_t();
    if (__VERIFIER_nondet_bool()) {
        __bmc_no_input(file);
        return -1;
    }
    __bmc_assume(needed >= 2 && needed <= SIZE_MAX / 2);
    if (needed > room) {
        char *larger = realloc(*line, needed);
        if (larger == NULL) return -1;
        *line = larger;
        *size = needed;
    }
    __bmc_check_write(*line, needed);
    __bmc_havoc(*line, needed - 1);
    (*line)[needed - 1] = 0;
    return (ssize_t)(needed - 1);
}

MODEL ssize_t getdelim(char **restrict line, size_t *restrict size, int separator, FILE *restrict file) {
    return (void)separator, get_long_line(line, size, file);
}

MODEL ssize_t __getdelim(char **restrict line, size_t *restrict size, int separator, FILE *restrict file) {
    return (void)separator, get_long_line(line, size, file);
}

MODEL ssize_t getline(char **restrict line, size_t *restrict size, FILE *restrict file) {
    return get_long_line(line, size, file);
}

/* ---- Names and descriptors ---- */

static int on_name(const char *name) {
    __bmc_strlen(name);
    return __bmc_any_in(-1, 0);
}

MODEL int remove(const char *name) { return on_name(name); }
MODEL int unlink(const char *name) { return on_name(name); }
MODEL int rmdir(const char *name) { return on_name(name); }
MODEL int chdir(const char *name) { return on_name(name); }
MODEL int mkdir(const char *name, unsigned mode) { return (void)mode, on_name(name); }
MODEL int access(const char *name, int mode) { return (void)mode, on_name(name); }

MODEL int rename(const char *from, const char *to) {
    __bmc_strlen(to);
    return on_name(from);
}

MODEL long lseek(int fd, long offset, int from) {
    (void)fd, (void)offset, (void)from;
    long at = __VERIFIER_nondet_long();
    __bmc_assume(at >= -1);
    return at;
}

MODEL int close(int fd) {
    (void)fd;
    return __bmc_any_in(-1, 0);
}

MODEL int open(const char *name, int flags, ...) {
    (void)flags;
    __bmc_strlen(name);
    return __bmc_any_in(-1, INT_MAX);
}
