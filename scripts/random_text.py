"""Texts of random programs, for the scripts beside this file."""
import os
import shutil
import subprocess
import tempfile

OWN_PRELUDE = """\
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static unsigned checksum = 1;
static void mix(unsigned x) { checksum = (checksum << 5 | checksum >> 27) ^ x; checksum *= 2654435761u; }
#ifdef EXPECTED
static void finish(void) { assert(checksum RELATION EXPECTED); }
#else
static void finish(void) { printf("checksum = %X\\n", checksum); }
#endif
#if defined EXPECTED && defined SYMBOLIC
unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);
static unsigned input(unsigned c) { unsigned x = __VERIFIER_nondet_uint(); __VERIFIER_assume(x == c); return x; }
#else
static unsigned input(unsigned c) { return c; }
#endif
"""

# Takes the place of csmith's own platform header, whose end function prints the checksum.
CSMITH_PRELUDE = """\
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#define PLATFORM_GENERIC_H
static void platform_main_begin(void) {}
static void platform_main_end(uint32_t crc, int flag) {
    (void)flag;
#ifdef EXPECTED
    assert(crc RELATION EXPECTED);
#else
    printf("checksum = %X\\n", crc);
#endif
}
"""

CSMITH_OPTIONS = ["--no-argc", "--no-volatiles", "--no-volatile-pointers", "--no-float", "--quiet", "--concise",
                  "--max-funcs", "3", "--max-block-size", "3", "--max-block-depth", "3", "--max-expr-complexity", "5",
                  "--max-array-dim", "2", "--max-array-len-per-dim", "5", "--max-struct-fields", "5"]
CSMITH_HEADERS = "/usr/include/csmith"


def have_csmith():
    """Installs csmith when it is missing and we may."""
    def present():
        return shutil.which("csmith") and os.path.exists(os.path.join(CSMITH_HEADERS, "csmith.h"))
    if not present() and os.geteuid() == 0 and shutil.which("apt-get"):
        subprocess.run(["apt-get", "install", "-y", "csmith", "libcsmith-dev"], stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, check=False)
    return bool(present())


def csmith_text(seed, large=False):
    """The program of that seed; large: of csmith's own size and with volatile objects."""
    options = ["--no-argc", "--quiet", "--concise"] if large else CSMITH_OPTIONS
    options = options + ([] if seed % 2 else ["--no-bitfields"])
    with tempfile.TemporaryDirectory() as directory:  # it leaves a file behind where it runs
        result = subprocess.run(["csmith", "--seed", str(seed), *options], capture_output=True, text=True, timeout=20,
                                check=True, cwd=directory)
    return CSMITH_PRELUDE + result.stdout
