/* All models as one translation unit, so that no linker is needed to build them. What a program does not use is
 * dropped when it is read. */
#include "ctype.c"
#include "cxx.c"
#include "cxxlib.c"
#include "number.c"
#include "printf.c"
#include "scanf.c"
#include "sort.c"
#include "stdio.c"
#include "stdlib.c"
#include "string.c"
#include "system.c"
#include "wchar.c"
