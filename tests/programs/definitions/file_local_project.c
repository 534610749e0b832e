// part of file_local_stub.c
static int hidden(void) { return 4; }
int shown(void) { return hidden(); }
