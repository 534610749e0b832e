/* stdio.h without formatted input and output (printf.c, scanf.c). Writing succeeds, and what is written is forgotten;
 * any input can come. */
#include "stdio.h"

static FILE input, output, errors;
MODEL FILE *stdin = &input;
MODEL FILE *stdout = &output;
MODEL FILE *stderr = &errors;

/* ---- Opening and closing ---- */

/* The C library knows all open files, so one that the program forgets is no leak as SV-COMP means it. */
static FILE *open_files;

static FILE *new_file(void) {
    FILE *file = __VERIFIER_nondet_bool() ? malloc(sizeof *file) : NULL;
    if (file == NULL) {
        __bmc_set_errno(__bmc_any_in(1, 133));
        return NULL;
    }
    file->previous = NULL;
    file->next = open_files;
    if (open_files != NULL) open_files->previous = file;
    open_files = file;
    return file;
}

MODEL FILE *fopen(const char *restrict name, const char *restrict mode) {
    __bmc_strlen(name);
    __bmc_strlen(mode);
    return new_file();
}

MODEL FILE *fopen64(const char *restrict name, const char *restrict mode) { return fopen(name, mode); }

MODEL FILE *fdopen(int fd, const char *mode) {
    (void)fd;
    __bmc_strlen(mode);
    return new_file();
}

MODEL FILE *popen(const char *command, const char *mode) {
    __bmc_strlen(command);
    __bmc_strlen(mode);
    return new_file();
}

MODEL FILE *tmpfile(void) { return new_file(); }

MODEL FILE *freopen(const char *restrict name, const char *restrict mode, FILE *restrict file) {
    if (name != NULL) __bmc_strlen(name);
    __bmc_strlen(mode);
    __bmc_check_file(file);
    return __VERIFIER_nondet_bool() ? file : NULL;
}

MODEL int fclose(FILE *file) {
    __bmc_check_file(file);
    if (file != &input && file != &output && file != &errors) {
        if (file->previous != NULL)
            file->previous->next = file->next;
        else
            open_files = file->next;
        if (file->next != NULL) file->next->previous = file->previous;
        free(file);
    }
    return __bmc_any_in(EOF, 0);
}

MODEL int pclose(FILE *file) {
    fclose(file);
    return __VERIFIER_nondet_int();
}

/* ---- State ---- */

MODEL int feof(FILE *file) {
    __bmc_check_file(file);
    return __VERIFIER_nondet_int();
}

MODEL int ferror(FILE *file) {
    __bmc_check_file(file);
    return __VERIFIER_nondet_int();
}

MODEL void clearerr(FILE *file) { __bmc_check_file(file); }

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
    return __bmc_any_in(-1, 0);
}

MODEL int fseek(FILE *file, long offset, int from) { return (void)offset, (void)from, seek(file); }
MODEL int fseeko(FILE *file, long offset, int from) { return (void)offset, (void)from, seek(file); }
MODEL void rewind(FILE *file) { __bmc_check_file(file); }

MODEL long ftell(FILE *file) {
    __bmc_check_file(file);
    long at = __VERIFIER_nondet_long();
    __bmc_assume(at >= -1);
    return at;
}

MODEL long ftello(FILE *file) { return ftell(file); }

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

MODEL int fputc(int c, FILE *file) {
    __bmc_check_file(file);
    return (unsigned char)c;
}

MODEL int putc(int c, FILE *file) { return fputc(c, file); }
MODEL int _IO_putc(int c, FILE *file) { return fputc(c, file); }
MODEL int fputc_unlocked(int c, FILE *file) { return fputc(c, file); }
MODEL int putc_unlocked(int c, FILE *file) { return fputc(c, file); }
MODEL int __overflow(FILE *file, int c) { return fputc(c, file); }
MODEL int putchar(int c) { return (unsigned char)c; }
MODEL int putchar_unlocked(int c) { return putchar(c); }

MODEL int puts(const char *s) {
    __bmc_strlen(s);
    return __bmc_any_in(0, INT_MAX);
}

MODEL int fputs(const char *restrict s, FILE *restrict file) {
    __bmc_check_file(file);
    return puts(s);
}

MODEL int fputs_unlocked(const char *restrict s, FILE *restrict file) { return fputs(s, file); }

MODEL void perror(const char *s) {
    if (s != NULL) __bmc_strlen(s);
}

/* Bytes of `count` elements; a product that does not fit is more than any object has. */
static size_t total(size_t size, size_t count) {
    return size != 0 && count > SIZE_MAX / size ? SIZE_MAX : size * count;
}

MODEL size_t fwrite(const void *restrict from, size_t size, size_t count, FILE *restrict file) {
    __bmc_check_file(file);
    if (size == 0 || count == 0) return 0;
    __bmc_check_read(from, total(size, count));
    return count;
}

MODEL ssize_t write(int fd, const void *from, size_t size) {
    (void)fd;
    if (size != 0) __bmc_check_read(from, size);
    ssize_t done = (ssize_t)__VERIFIER_nondet_size_t();
    __bmc_assume(done >= -1 && (done < 0 || (size_t)done <= size));
    return done;
}

/* ---- Input ---- */

MODEL int fgetc(FILE *file) {
    __bmc_check_file(file);
    return __bmc_any_in(EOF, 255);
}

MODEL int getc(FILE *file) { return fgetc(file); }
MODEL int _IO_getc(FILE *file) { return fgetc(file); }
MODEL int fgetc_unlocked(FILE *file) { return fgetc(file); }
MODEL int getc_unlocked(FILE *file) { return fgetc(file); }
MODEL int __uflow(FILE *file) { return fgetc(file); }
MODEL int getchar(void) { return __bmc_any_in(EOF, 255); }
MODEL int getchar_unlocked(void) { return getchar(); }

MODEL int ungetc(int c, FILE *file) {
    __bmc_check_file(file);
    if (c == EOF) return EOF;
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

MODEL char *fgets(char *restrict to, int size, FILE *restrict file) {
    __bmc_check_file(file);
    if (size <= 0) return NULL;
    __bmc_check_write(to, (size_t)size);
    if (__VERIFIER_nondet_bool()) return NULL;
    any_line(to, (size_t)size);
    return to;
}

MODEL char *fgets_unlocked(char *restrict to, int size, FILE *restrict file) { return fgets(to, size, file); }

MODEL char *__fgets_chk(char *restrict to, size_t room, int size, FILE *restrict file) {
    if (size > 0 && (size_t)size > room) {
        __bmc_check_write(to, (size_t)size);
        __bmc_end_path();
    }
    return fgets(to, size, file);
}

/* A line longer than the object is possible, and then an invalid write. */
MODEL char *gets(char *to) {
    if (__VERIFIER_nondet_bool()) return NULL;
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

MODEL ssize_t getdelim(char **restrict line, size_t *restrict size, int separator, FILE *restrict file) {
    (void)separator;
    __bmc_check_file(file);
    size_t room = *line == NULL ? 0 : *size, needed = __VERIFIER_nondet_size_t();
    if (__VERIFIER_nondet_bool()) return -1;
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

MODEL ssize_t getline(char **restrict line, size_t *restrict size, FILE *restrict file) {
    return getdelim(line, size, '\n', file);
}

MODEL ssize_t __getdelim(char **restrict line, size_t *restrict size, int separator, FILE *restrict file) {
    return getdelim(line, size, separator, file);
}

/* ---- Names ---- */

MODEL int remove(const char *name) {
    __bmc_strlen(name);
    return __bmc_any_in(-1, 0);
}

MODEL int unlink(const char *name) { return remove(name); }

MODEL int rename(const char *from, const char *to) {
    __bmc_strlen(to);
    return remove(from);
}

MODEL int access(const char *name, int mode) {
    (void)mode;
    return remove(name);
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
