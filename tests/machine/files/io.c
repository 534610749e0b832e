/* Standard input and files, through streams and descriptors. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void streams(void) {
    char line[32], word[16];
    printf("%d\n", ungetc(getchar(), stdin));
    printf("%s", fgets(line, 6, stdin));
    printf("|%s", fgets(line, sizeof line, stdin));
    int a, b, count;
    unsigned c;
    printf("%d ", scanf("%d%d %x %15s%n", &a, &b, &c, word, &count));
    printf("%d %d %u %s %d\n", a, b, c, word, count);
    double d[4];
    float f;
    printf("%d ", scanf("%lf %f %lf %lf", &d[0], &f, &d[1], &d[2]));
    printf("%g %g %g %g\n", d[0], f, d[1], d[2]);
    printf("%d %d\n", scanf("%d", &a), a);
    char *long_line = NULL;
    size_t room = 0;
    printf("%d ", (int)getline(&long_line, &room, stdin));
    printf("%s\n", long_line);
    printf("%d %d %d\n", (int)getline(&long_line, &room, stdin), feof(stdin) != 0, getchar());
    free(long_line);
}

static void files(void) {
    FILE *f = fopen("absent", "r");
    printf("%d %d\n", f == NULL, errno == ENOENT);
    f = fopen("a.txt", "w+");
    printf("%d\n", fprintf(f, "%d lines of %s\n%5.2f\n", 2, "text", 1.005));
    printf("%ld ", ftell(f));
    rewind(f);
    int n;
    char s[20];
    printf("%d ", fscanf(f, "%d lines of %19s", &n, s));
    printf("%d %s %ld\n", n, s, ftell(f));
    fseek(f, -3, SEEK_END);
    printf("%c%c%c%d\n", fgetc(f), fgetc(f), fgetc(f), fgetc(f));
    fseek(f, 2, SEEK_SET);
    fputs("LINES", f);
    fclose(f);
    f = fopen("a.txt", "a");
    fwrite("more\n", 1, 5, f);
    fclose(f);
    f = fopen("a.txt", "rb");
    char all[64];
    size_t got = fread(all, 3, 20, f);
    printf("%d %d %d\n", (int)got, feof(f) != 0, fputc('x', f));
    fclose(f);
}

static void descriptors(void) {
    int fd = open("b.bin", O_RDWR | O_CREAT | O_TRUNC, 0644);
    printf("%d ", (int)write(fd, "\1\2\3\4\5", 5));
    printf("%d ", (int)lseek(fd, 1, SEEK_SET));
    unsigned char b[8] = {0};
    int other = open("b.bin", O_RDONLY);
    printf("%d %d ", (int)read(fd, b, 2), (int)read(other, b + 2, 6));
    for (int i = 0; i < 8; i++) printf("%d", b[i]);
    printf(" %d", (int)write(other, "x", 1));
    printf(" %d %d %d\n", errno == EBADF, close(fd), close(fd));
    close(other);
    printf("%d %d\n", open("b.bin", O_WRONLY | O_CREAT | O_EXCL, 0600), errno == EEXIST);
    FILE *f = fopen("c.txt", "w");
    fclose(f);
    printf("%d %d %d %d\n", rename("c.txt", "d.txt"), remove("c.txt"), errno == ENOENT, unlink("d.txt"));
    dprintf(1, "%s %d\n", "by descriptor", 1);
}

int main(void) {
    setvbuf(stdout, NULL, _IONBF, 0);
    streams();
    files();
    descriptors();
    return 3;
}
