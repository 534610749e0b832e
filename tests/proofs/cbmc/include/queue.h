#ifndef QUEUE_H
#define QUEUE_H

struct queue {
    unsigned count;
    int items[CAPACITY];
};

/* 0, or -1 where there is no space. */
int push(struct queue *q, int item);
unsigned pop(struct queue *q);
unsigned fill(struct queue *q, unsigned count);

#endif
