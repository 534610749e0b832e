struct queue;

int __CPROVER_file_local_queue_c_grow(struct queue *q)
{
    return -1;
}
