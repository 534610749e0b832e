/* stdio.h without formatted input and output (printf.c, scanf.c). Writing succeeds, and what is written is forgotten;
 * any input can come. Where an operating system is there, files are its own, without buffers. */
#include "stdio.h"

static FILE input, output = {.writable = 1, .descriptor = 1}, errors = {.writable = 1, .descriptor = 2};
MODEL FILE *stdin = &input;
MODEL FILE *stdout = &output;
MODEL FILE *stderr = &errors;

MODEL _Atomic int __bmc_gives_back;

/* So many characters can be given back. */
#define MOST_GIVEN_BACK 3

/* The next character is the file's own. */
static void drop_given_back(FILE *file) {
    if (__bmc_is_given_back(file)) file->given_back = 0;
}

static int count_given_back(FILE *file) {
    int count = 0;
    for (int i = 0; i < MOST_GIVEN_BACK; i++) count += file->given_back >> i * GIVEN_BACK_BITS != 0;
    return count;
}

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

/* Threads do this one after the other. */
static void list_file(FILE *file) {
    __bmc_atomic_begin();
    file->previous = NULL;
    file->next = open_files;
    if (open_files != NULL) open_files->previous = file;
    open_files = file;
}

static void unlist_file(FILE *file) {
    __bmc_atomic_begin();
    if (file->previous != NULL)
        file->previous->next = file->next;
    else
        open_files = file->next;
    if (file->next != NULL) file->next->previous = file->previous;
}

/* A file for a descriptor, which is -1 where files have none. Where threads run it is the library's own, which orders
 * what they do with it (C11 7.21.2p7). */
static FILE *file_of(int descriptor, int writable) {
    FILE *file = __bmc_executes() ? __bmc_obj_make(sizeof *file) : malloc(sizeof *file);
    if (file == NULL) return NULL;
    file->writable = writable;
    file->ended = 0;
    file->failed = 0;
    file->descriptor = descriptor;
    file->given_back = 0;
    file->buffer = NULL;
    list_file(file);
    return file;
}

static FILE *new_file(int writable) {
    FILE *file = __VERIFIER_nondet_bool() ? file_of(-1, writable) : NULL;
    if (file == NULL) __bmc_set_errno(__bmc_any_in(1, 133));
    return file;
}

/* Flags of Linux on x86. */
#define WRITE_ONLY 01
#define READ_WRITE 02
#define CREATE 0100
#define EXCLUSIVE 0200
#define TRUNCATE 01000
#define APPEND 02000

/* The descriptor of a file opened in a mode, or -1. */
static int open_descriptor(const char *name, const char *mode) {
    int plus = 0, exclusive = 0;
    size_t length = __bmc_strlen(mode);
    for (size_t i = 1; i < length; i++) {
        plus |= mode[i] == '+';
        exclusive |= mode[i] == 'x';
    }
    int flags;
    switch (mode[0]) {
    case 'r': flags = 0; break;
    case 'w': flags = CREATE | TRUNCATE; break;
    case 'a': flags = CREATE | APPEND; break;
    default: __bmc_set_errno(EINVAL); return -1;
    }
    flags |= plus ? READ_WRITE : mode[0] == 'r' ? 0 : WRITE_ONLY;
    if (exclusive) flags |= EXCLUSIVE;
    return (int)__bmc_result(__bmc_sys_open(name, flags, 0666));
}

static FILE *open_file(const char *name, const char *mode) {
    __bmc_strlen(name);
    __bmc_optional_cancellation_point();
    if (__bmc_system()) {
        int descriptor = open_descriptor(name, mode);
        return descriptor < 0 ? NULL : file_of(descriptor, writes(mode));
    }
    return new_file(writes(mode));
}

MODEL FILE *fopen(const char *restrict name, const char *restrict mode) { return open_file(name, mode); }
MODEL FILE *fopen64(const char *restrict name, const char *restrict mode) { return open_file(name, mode); }

MODEL FILE *popen(const char *command, const char *mode) {
    __bmc_strlen(command);
    if (__bmc_system()) __bmc_unsupported("a command run by popen");
    return new_file(writes(mode));
}

MODEL FILE *fdopen(int fd, const char *mode) {
    return __bmc_system() ? file_of(fd, writes(mode)) : new_file(writes(mode));
}

MODEL FILE *fmemopen(void *restrict buffer, size_t size, const char *restrict mode) {
    (void)buffer, (void)size, (void)mode;
    __bmc_unsupported("fmemopen");
}

MODEL FILE *tmpfile(void) {
    if (__bmc_system()) __bmc_unsupported("tmpfile");
    return new_file(1);
}

MODEL FILE *freopen(const char *restrict name, const char *restrict mode, FILE *restrict file) {
    if (name != NULL) __bmc_strlen(name);
    __bmc_use_file(file);
    file->writable = writes(mode);
    file->ended = 0;
    file->failed = 0;
    drop_given_back(file);
    if (__bmc_system()) {
        if (name == NULL) __bmc_unsupported("freopen without a name");
        __bmc_sys_close(file->descriptor);
        file->descriptor = open_descriptor(name, mode);
        return file->descriptor < 0 ? NULL : file;
    }
    return __VERIFIER_nondet_bool() ? file : NULL;
}

static int close_file(FILE *file) {
    __bmc_use_file(file);
    int result = 0;
    if (__bmc_system()) result = (int)__bmc_result(__bmc_sys_close(file->descriptor));
    if (file != &input && file != &output && file != &errors) {
        unlist_file(file);
        if (__bmc_executes())
            __bmc_obj_free(file);
        else
            free(file);
    }
    return result;
}

/* What was written last may not have reached the file. */
static int fclose_result(int result) { return __bmc_system() ? result : __bmc_any_in(EOF, 0); }

MODEL int fclose(FILE *file) { return fclose_result(close_file(file)); }

MODEL int pclose(FILE *file) {
    close_file(file);
    return __VERIFIER_nondet_int();
}

/* ---- State ---- */

/* Functions that lock no file race with all others that use it. */
static FILE *unlocked(FILE *file) {
    __bmc_check_file(file);
    __bmc_writes(file, sizeof *file);
    return file;
}

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
MODEL int feof_unlocked(FILE *file) { return at_end(unlocked(file)); }
MODEL int ferror(FILE *file) { return has_failed(file); }
MODEL int ferror_unlocked(FILE *file) { return has_failed(unlocked(file)); }
MODEL void clearerr(FILE *file) { clear(file); }
MODEL void clearerr_unlocked(FILE *file) { clear(unlocked(file)); }

MODEL int fileno(FILE *file) {
    __bmc_check_file(file);
    if (file == &input) return 0;
    if (file == &output) return 1;
    if (file == &errors) return 2;
    if (__bmc_system()) return file->descriptor;
    return __bmc_any_in(-1, INT_MAX);
}

MODEL int fflush(FILE *file) {
    if (file != NULL) __bmc_check_file(file);
    __bmc_optional_cancellation_point();
    /* POSIX: a file that can be read from any place loses the character that was given back; C leaves it open. */
    if (file != NULL && !__bmc_system() && __bmc_is_given_back(file) && __bmc_any_in(0, 1)) file->given_back = 0;
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

static int seek(FILE *file, long long offset, int from) {
    __bmc_use_file(file);
    int result;
    if (__bmc_system()) {
        if (from == 1) offset -= count_given_back(file);
        result = (int)(__bmc_result(__bmc_sys_seek(file->descriptor, offset, from)) < 0 ? -1 : 0);
    } else {
        result = __bmc_any_in(-1, 0);
    }
    if (result == 0) {
        file->ended = 0;
        drop_given_back(file);
    }
    return result;
}

static long tell(FILE *file) {
    __bmc_use_file(file);
    if (__bmc_system())
        return (long)__bmc_result(__bmc_sys_seek(file->descriptor, 0, 1)) - count_given_back(file);
    long at = __VERIFIER_nondet_long();
    __bmc_assume(at >= -1);
    return at;
}

static void to_start(FILE *file) {
    if (__bmc_system())
        seek(file, 0, 0);
    else
        __bmc_use_file(file);
    clear(file);
    drop_given_back(file);
}

MODEL void rewind(FILE *file) { to_start(file); }
MODEL int fseek(FILE *file, long offset, int from) { return seek(file, offset, from); }
MODEL int fseeko(FILE *file, long offset, int from) { return seek(file, offset, from); }
MODEL long ftell(FILE *file) { return tell(file); }
MODEL long ftello(FILE *file) { return tell(file); }

/* The size of glibc's fpos_t. */
MODEL int fgetpos(FILE *restrict file, void *restrict position) {
    size_t size = sizeof(void *) == 8 ? 16 : 12;
    __bmc_use_file(file);
    __bmc_check_write(position, size);
    if (__bmc_system()) {
        long at = tell(file);
        memset(position, 0, size);
        memcpy(position, &at, sizeof at);
        return at < 0 ? -1 : 0;
    }
    __bmc_havoc(position, size);
    return __bmc_any_in(-1, 0);
}

MODEL int fsetpos(FILE *file, const void *position) {
    __bmc_check_read(position, sizeof(void *) == 8 ? 16 : 12);
    long at = 0;
    if (__bmc_system()) memcpy(&at, position, sizeof at);
    return seek(file, at, 0);
}

/* ---- Output ---- */

static int put_character_to(int c, FILE *file) {
    if (!__bmc_can_write(file)) return EOF;
    unsigned char byte = (unsigned char)c;
    return __bmc_put(file, &byte, 1) ? byte : EOF;
}

static int put_string_to(const char *s, FILE *file) {
    size_t length = __bmc_strlen(s);
    if (!__bmc_can_write(file)) return EOF;
    if (!__bmc_put(file, s, length)) return EOF;
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
MODEL int fputc_unlocked(int c, FILE *file) { return put_character_to(c, unlocked(file)); }
MODEL int putc_unlocked(int c, FILE *file) { return put_character_to(c, unlocked(file)); }
MODEL int __overflow(FILE *file, int c) { return put_character_to(c, file); }
MODEL int putchar(int c) { return put_character_to(c, stdout); }
MODEL int putchar_unlocked(int c) { return put_character_to(c, unlocked(stdout)); }
MODEL int puts(const char *s) { return put_line(s); }
MODEL int fputs(const char *restrict s, FILE *restrict file) { return put_string_to(s, file); }
MODEL int fputs_unlocked(const char *restrict s, FILE *restrict file) { return put_string_to(s, unlocked(file)); }

MODEL void perror(const char *s) {
    if (s != NULL) __bmc_strlen(s);
    __bmc_optional_cancellation_point();
}

/* Bytes of `count` elements; a product that does not fit is more than any object has. */
static size_t total(size_t size, size_t count) {
    return size != 0 && count > SIZE_MAX / size ? SIZE_MAX : size * count;
}

MODEL size_t fwrite(const void *restrict from, size_t size, size_t count, FILE *restrict file) {
    if (size == 0 || count == 0) return 0;
    __bmc_check_read(from, total(size, count));
    __bmc_reads(from, total(size, count));
    if (!__bmc_can_write(file)) return 0;
    return __bmc_put(file, from, size * count) ? count : 0;
}

MODEL ssize_t write(int fd, const void *from, size_t size) {
    (void)fd;
    if (size != 0) {
        __bmc_check_read(from, size);
        __bmc_reads(from, size);
    }
    __bmc_cancellation_point();
    if (__bmc_executes()) return size == 0 ? 0 : (ssize_t)__bmc_result(__bmc_output(fd, from, size));
    ssize_t done = (ssize_t)__VERIFIER_nondet_size_t();
    __bmc_assume(done >= -1 && (done < 0 || (size_t)done <= size));
    return done;
}

/* ---- Input ---- */

int __bmc_peek_file(FILE *file) {
    if (__bmc_is_given_back(file)) return __bmc_peek_back(file);
    unsigned char byte;
    long long count = __bmc_result(__bmc_sys_read(file->descriptor, &byte, 1));
    if (count <= 0) {
        if (count == 0)
            file->ended = 1;
        else
            file->failed = 1;
        return EOF;
    }
    file->given_back = byte + 1;
    return byte;
}

static int take_character(FILE *file) {
    int c = __bmc_peek_file(file);
    __bmc_take_back(file);
    return c;
}

static int get_character(FILE *file) {
    __bmc_use_file(file);
    if (__bmc_system()) return take_character(file);
    int c = __bmc_is_given_back(file) ? __bmc_take_back(file) : EOF;
    if (c != EOF || file->ended) return c;
    c = __bmc_any_in(EOF, 255);
    if (c == EOF) __bmc_no_input(file);
    return c;
}

MODEL int fgetc(FILE *file) { return get_character(file); }
MODEL int getc(FILE *file) { return get_character(file); }
MODEL int _IO_getc(FILE *file) { return get_character(file); }
MODEL int fgetc_unlocked(FILE *file) { return get_character(unlocked(file)); }
MODEL int getc_unlocked(FILE *file) { return get_character(unlocked(file)); }
MODEL int __uflow(FILE *file) { return get_character(file); }
MODEL int getchar(void) { return get_character(stdin); }
MODEL int getchar_unlocked(void) { return get_character(unlocked(stdin)); }

MODEL int ungetc(int c, FILE *file) {
    __bmc_use_file(file);
    if (c == EOF) return EOF;
    __bmc_atomic_begin();
    int before = file->given_back;
    /* The standard promises room for one character; another one may be refused. */
    if (before != 0 && !__bmc_system() && __bmc_any_in(0, 1)) return EOF;
    if (count_given_back(file) == MOST_GIVEN_BACK) __bmc_unsupported("more than 3 characters given back");
    __bmc_gives_back = 1;
    file->ended = 0;
    file->given_back = before << GIVEN_BACK_BITS | ((unsigned char)c + 1);
    return (unsigned char)c;
}

/* Takes what was given back, at most `most` characters and none behind `last`: how many. */
static size_t take_given_back(char *to, size_t most, int last, FILE *file) {
    size_t count = 0;
    while (count < MOST_GIVEN_BACK && count < most && __bmc_is_given_back(file)) {
        int c = __bmc_take_back(file);
        if (c == EOF) break;
        to[count++] = (char)c;
        if (c == last) break;
    }
    return count;
}

/* Whether there is no line: the input has ended, or reading fails, which it can behind characters that were `taken` back. */
static int no_line(size_t taken, FILE *file) {
    if (file->ended) return 1;
    if (!__VERIFIER_nondet_bool()) return 0;
    if (taken > 0)
        file->failed = 1;
    else
        __bmc_no_input(file);
    return 1;
}

/* Any line of less than `size` bytes, if there is one. Bytes after its end may be anything, too. */
static int any_line(char *to, size_t size, FILE *file) {
    size_t taken = take_given_back(to, size - 1, '\n', file);
    if (taken > 0 && (taken == size - 1 || to[taken - 1] == '\n')) {
        to[taken] = 0;
        return 1;
    }
    if (no_line(taken, file)) return 0;
    __bmc_havoc(to + taken, size - 1 - taken);
    to[size - 1] = 0;
    /* The input may end with a line that is shorter and has no new-line. */
    int ends = __VERIFIER_nondet_bool(), over = 0;
    if (size <= 256) {
        char c = to[taken];
        for (size_t i = taken; i + 1 < size; i++) {
            char next = to[i + 1];
            over |= c == 0;
            /* A new-line ends the line. */
            __bmc_assume((c != '\n') | ((next == 0) & (over | !ends)));
            c = next;
        }
        __bmc_assume(over | !ends);
    } else if (ends) {
        /* The formula would be large for little. */
        __bmc_guess();
    }
    if (ends) file->ended = 1;
    return 1;
}

static char *get_line(char *to, int size, FILE *file) {
    __bmc_use_file(file);
    if (size <= 0) return NULL;
    __bmc_check_write(to, (size_t)size);
    if (__bmc_system()) {
        size_t count = 0;
        for (int c = 0; count + 1 < (size_t)size && c != '\n'; count++) {
            c = take_character(file);
            if (c == EOF) break;
            to[count] = (char)c;
        }
        if ((count == 0 && size > 1) || file->failed) return NULL;
        to[count] = 0;
        return to;
    }
    return any_line(to, (size_t)size, file) ? to : NULL;
}

MODEL char *fgets(char *restrict to, int size, FILE *restrict file) { return get_line(to, size, file); }
MODEL char *fgets_unlocked(char *restrict to, int size, FILE *restrict file) {
    return get_line(to, size, unlocked(file));
}

MODEL char *__fgets_chk(char *restrict to, size_t room, int size, FILE *restrict file) {
    if (size > 0 && (size_t)size > room) {
        __bmc_check_write(to, (size_t)size);
        __bmc_end_path();
    }
    return get_line(to, size, file);
}

/* A line longer than the object is possible, and then an invalid write. */
MODEL char *gets(char *to) {
    if (__bmc_system()) {
        size_t count = 0;
        for (int c = take_character(stdin); c != '\n'; c = take_character(stdin)) {
            if (c == EOF && count == 0) return NULL;
            if (c == EOF) break;
            to[count++] = (char)c;
        }
        to[count] = 0;
        return to;
    }
    size_t room = __bmc_room(to);
    if (room == 0 ? no_line(0, stdin) : !any_line(to, room, stdin)) return NULL;
    if (room == 0 || __VERIFIER_nondet_bool()) {
        __bmc_check_write(to, room + 1);
        __bmc_end_path();
    }
    return to;
}

/* As many bytes as there are, up to `size`. */
static size_t read_bytes(char *to, size_t size, FILE *file) {
    size_t done = take_given_back(to, size, EOF, file);
    while (done < size) {
        long long count = __bmc_result(__bmc_sys_read(file->descriptor, to + done, size - done));
        if (count == 0) file->ended = 1;
        if (count < 0) file->failed = 1;
        if (count <= 0) break;
        done += (size_t)count;
    }
    return done;
}

static size_t read_items(void *to, size_t size, size_t count, FILE *file) {
    __bmc_use_file(file);
    if (size == 0 || count == 0) return 0;
    size_t bytes = total(size, count);
    __bmc_check_write(to, bytes);
    if (__bmc_system()) return read_bytes(to, bytes, file) / size;
    if (file->ended) return 0;
    size_t taken = take_given_back(to, bytes, EOF, file), done = __VERIFIER_nondet_size_t();
    __bmc_assume(done >= taken / size && done <= count);
    if (done != 0 || taken != 0) __bmc_havoc((char *)to + taken, bytes - taken);
    if (done < count) __bmc_no_input(file);
    return done;
}

MODEL size_t fread(void *restrict to, size_t size, size_t count, FILE *restrict file) {
    return read_items(to, size, count, file);
}

MODEL size_t __fread_chk(void *restrict to, size_t room, size_t size, size_t count, FILE *restrict file) {
    if (size != 0 && count != 0 && total(size, count) > room) {
        __bmc_check_write(to, total(size, count));
        __bmc_end_path();
    }
    return read_items(to, size, count, file);
}

static ssize_t read_descriptor(int fd, void *to, size_t size) {
    (void)fd;
    if (size != 0) __bmc_check_write(to, size);
    __bmc_cancellation_point();
    if (__bmc_system()) return size == 0 ? 0 : (ssize_t)__bmc_result(__bmc_sys_read(fd, to, size));
    ssize_t done = (ssize_t)__VERIFIER_nondet_size_t();
    __bmc_assume(done >= -1 && (done < 0 || (size_t)done <= size));
    if (done > 0) __bmc_havoc(to, size);
    return done;
}

MODEL ssize_t read(int fd, void *to, size_t size) { return read_descriptor(fd, to, size); }

MODEL ssize_t __read_chk(int fd, void *to, size_t size, size_t room) {
    if (size > room) {
        __bmc_check_write(to, size);
        __bmc_end_path();
    }
    return read_descriptor(fd, to, size);
}

/* Up to the separator, which is kept, or to the end. */
static ssize_t read_long_line(char **line, size_t *size, int separator, FILE *file) {
    size_t count = 0;
    if (*line == NULL) *size = 0;
    for (;;) {
        int c = take_character(file);
        if (c == EOF) break;
        if (count + 2 > *size) {
            size_t room = *size < 60 ? 120 : 2 * *size;
            char *larger = realloc(*line, room);
            if (larger == NULL) return -1;
            *line = larger;
            *size = room;
        }
        (*line)[count++] = (char)c;
        if (c == (unsigned char)separator) break;
    }
    if (count == 0) return -1;
    (*line)[count] = 0;
    return (ssize_t)count;
}

/* Lines of up to so many characters are any; of longer ones little is known. */
#define EXACT_LINE 60
/* At most this is allocated for them. */
#define LINE_ROOM 120

/* It begins with these characters. The line moves, as if the memory had never sufficed. */
static ssize_t any_longer_line(char **line, size_t *size, const char *begin, size_t begin_size, FILE *file) {
    __bmc_guess();
    size_t count = __VERIFIER_nondet_size_t(), room = __VERIFIER_nondet_size_t();
    __bmc_assume(count > EXACT_LINE && count < room && room <= SIZE_MAX / 2);
    char *larger = __bmc_given(room);
    if (larger == NULL) return -1;
    free(*line);
    *line = larger;
    *size = room;
    for (size_t i = 0; i < begin_size; i++) larger[i] = begin[i];
    if (__VERIFIER_nondet_bool()) file->ended = 1;
    larger[count] = 0;
    return (ssize_t)count;
}

static ssize_t any_long_line(char **line, size_t *size, char separator, FILE *file) {
    char text[EXACT_LINE + 1];
    size_t taken = take_given_back(text, EXACT_LINE, (unsigned char)separator, file);
    if (taken == 0 || text[taken - 1] != separator) {
        if (no_line(taken, file)) return -1;
        if (__VERIFIER_nondet_bool()) return any_longer_line(line, size, text, taken, file);
    }
    size_t count = (size_t)__bmc_any_in(1, EXACT_LINE);
    __bmc_assume(count >= taken);
    __bmc_havoc(text + taken, EXACT_LINE - taken);
    /* The separator ends the line, and so does the end of the input. */
    for (size_t i = 0; i + 1 < EXACT_LINE; i++) __bmc_assume(i + 1 >= count || text[i] != separator);
    if (text[count - 1] != separator) file->ended = 1;
    text[count] = 0;
    if (*line == NULL || *size <= count) {
        size_t room = (size_t)__bmc_any_in(2, LINE_ROOM);
        __bmc_assume(room > count);
        char *larger = realloc(*line, room);
        if (larger == NULL) return -1;
        *line = larger;
        *size = room;
    }
    memcpy(*line, text, count + 1);
    return (ssize_t)count;
}

static ssize_t get_long_line(char **line, size_t *size, int separator, FILE *file) {
    __bmc_use_file(file);
    if (__bmc_system()) return read_long_line(line, size, separator, file);
    return any_long_line(line, size, (char)separator, file);
}

MODEL ssize_t getdelim(char **restrict line, size_t *restrict size, int separator, FILE *restrict file) {
    return get_long_line(line, size, separator, file);
}

MODEL ssize_t __getdelim(char **restrict line, size_t *restrict size, int separator, FILE *restrict file) {
    return get_long_line(line, size, separator, file);
}

MODEL ssize_t getline(char **restrict line, size_t *restrict size, FILE *restrict file) {
    return get_long_line(line, size, '\n', file);
}

/* ---- Names and descriptors ---- */

static int on_name(const char *name) {
    __bmc_strlen(name);
    __bmc_optional_cancellation_point();
    if (__bmc_system()) __bmc_unsupported("the file system, but for reading, writing, removing and renaming files");
    return __bmc_any_in(-1, 0);
}

static int remove_name(const char *name) {
    if (!__bmc_system()) return on_name(name);
    __bmc_strlen(name);
    __bmc_optional_cancellation_point();
    return (int)__bmc_result(__bmc_sys_remove(name));
}

MODEL int remove(const char *name) { return remove_name(name); }
MODEL int unlink(const char *name) { return remove_name(name); }
MODEL int rmdir(const char *name) { return on_name(name); }
MODEL int chdir(const char *name) { return on_name(name); }
MODEL int mkdir(const char *name, unsigned mode) { return (void)mode, on_name(name); }
MODEL int access(const char *name, int mode) { return (void)mode, on_name(name); }

MODEL int rename(const char *from, const char *to) {
    __bmc_strlen(to);
    if (!__bmc_system()) return on_name(from);
    __bmc_strlen(from);
    __bmc_optional_cancellation_point();
    return (int)__bmc_result(__bmc_sys_rename(from, to));
}

MODEL long lseek(int fd, long offset, int from) {
    if (__bmc_system()) return (long)__bmc_result(__bmc_sys_seek(fd, offset, from));
    long at = __VERIFIER_nondet_long();
    __bmc_assume(at >= -1);
    return at;
}

MODEL int close(int fd) {
    __bmc_cancellation_point();
    if (__bmc_system()) return (int)__bmc_result(__bmc_sys_close(fd));
    return __bmc_any_in(-1, 0);
}

MODEL int open(const char *name, int flags, ...) {
    __bmc_strlen(name);
    __bmc_cancellation_point();
    if (__bmc_system()) {
        unsigned mode = 0;
        if (flags & CREATE) {
            __builtin_va_list list;
            __builtin_va_start(list, flags);
            mode = __builtin_va_arg(list, unsigned);
            __builtin_va_end(list);
        }
        if (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__) __bmc_unsupported("flags of files on this target");
        return (int)__bmc_result(__bmc_sys_open(name, flags, mode));
    }
    return __bmc_any_in(-1, INT_MAX);
}
