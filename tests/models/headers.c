#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <assert.h>
#include <limits.h>
#include <stdint.h>
#include <pthread.h>
#include <errno.h>
#include <ctype.h>
#include <wchar.h>
#include <math.h>
#include <unistd.h>
#include <time.h>
#include <setjmp.h>
#include <signal.h>
/* What programs include; see tests/models.rs. */
int main(void) { return 0; }
