#ifndef LIB_H
#define LIB_H

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define NAME(x) JOIN(PREFIX, x)
#define renamed lib_renamed

struct queue { int items[8]; int count; };

int push(struct queue *q, int item);
void log_line(int level);
extern int log_level;
extern int lines;
long now(void);
int apply(int which, int x);
int lib_pasted(int x);
int renamed(int x);
int generated(int x);
int old_style(int a, int b);
int hooked(void);
int hook(void);
int started(void);
int broken(void);
int doubled(int x);
void usage(void);
int tool(void);
int other_tool(void);

static inline int limit(void)
{
#ifdef LIMIT
    return LIMIT;
#else
    return 0;
#endif
}

#endif
