// Expressions have C's meaning by the types of variables.
// reduce: full
// flags: --ltl F{small<0}&G{large>=0}
// expect: TRUE
// flags: --ltl F{large>small}
// expect: FALSE(ltl)
// flags: --ltl F{byte+1==256}&G{byte>=0}
// expect: TRUE
// flags: --ltl F{p!=NULL}&F(!{p})
// expect: TRUE
// flags: --ltl F{table[1].low==-2}&F{table[1].wide==0x100000000}
// expect: TRUE
// flags: --ltl F{colour==GREEN}&F{letter=='x'&&byte/5==51}
// expect: TRUE
// flags: --ltl G{rows[1][2]==0}
// expect: FALSE(ltl)
// flags: --ltl G{(byte<<2)%3>=0&&(small?small:1)&&~small>=-1}
// expect: TRUE
// flags: --ltl F{table[1].bits==5&&table[1].low-1<0}
// expect: TRUE
// flags: --ltl F{undefined==1}
// expect: UNKNOWN(unsupported: a value that is not defined decides)
// flags: --ltl F{1/(small+1)==7}
// expect: UNKNOWN(unsupported: C does not define)
// flags: --ltl F{nothing==1}
// expect: ERROR(--ltl: column 3: the program has no global variable nothing)
// flags: --ltl G{byte==1}|{small==}
// expect: ERROR(--ltl: column 20: a value is expected here, not the end)
// flags: --ltl F{table[2].low}
// expect: ERROR(--ltl: column 8: the index is outside of the array)
// flags: --ltl F{table[0].high}
// expect: ERROR(column 11: there is no member high)
// flags: --ltl F{p&&p->low==-2}|F{p==table}
// expect: TRUE
// flags: --ltl F{p*2}
// expect: ERROR(pointers are compared and moved only)
// flags: --ltl F{small++}
// expect: ERROR(an operator is expected here, not '++')
// flags: --ltl F{main(1)}
// expect: ERROR(the program has no global variable main)
// flags: --ltl F{small(1)}
// expect: ERROR(calls nothing)
// flags: --ltl F{sizeof(byte_t)==1&&sizeof(table)/sizeof*table==2&&sizeof(long*)==8&&sizeof(1L)==8}
// expect: TRUE
// flags: --ltl F{(byte_t)small==255&&(long)small==-1&&(byte_t)(byte+1)==0}
// expect: TRUE
// flags: --ltl F{(_Bool)(byte&4)==1&&'\xff'==-1&&'\\'==92&&'\101'=='A'}
// expect: TRUE
// flags: --ltl F{narrow.thirty==0xfffffffeu&&~narrow.thirty==1&&-narrow.thirty==2u}
// expect: TRUE
// flags: --ltl F{narrow.thirty-0xffffffff<0}
// expect: FALSE(ltl)
// flags: --ltl F{two.inner==3&&two.wide==3}
// expect: TRUE
// flags: --ltl F{(small?1<<31:0)!=0}
// expect: UNKNOWN(unsupported: C does not define the value of the proposition (small?1<<31:0)!=0: an overflow)
// flags: --ltl F{small&&(-2147483647-1)%small}
// expect: UNKNOWN(unsupported: C does not define)
// flags: --ltl F{real>0}
// expect: ERROR(floating-point)
// flags: --ltl F{undefined==1}|F{small==-1}
// expect: TRUE
// flags: --ltl F({rows[1][2]==1}&{undefined==1})
// expect: UNKNOWN(unsupported: a value that is not defined decides)
// flags: --ltl F{other&&*other==1}
// expect: UNKNOWN(unsupported: a value that is not defined decides)
// flags: --ltl F{own==1}
// expect: ERROR(every thread has its own)
// flags: --ltl F{table[0]}
// expect: ERROR(a structure is no value)
// flags: --ltl G{table}
// expect: TRUE
// flags: --ltl F(byte
// expect: ERROR(is never closed)
struct entry {
    unsigned bits : 3;
    signed low : 4;
    long wide;
};

enum colours { RED, GREEN };

static int small, undefined;
static unsigned large;
static unsigned char byte;
static char letter;
static enum colours colour;
static struct entry table[2], *p;
static int rows[2][3];
static double real;
static struct { unsigned long thirty : 32; } narrow;
typedef unsigned char byte_t;
static byte_t unused;
static struct { union { int inner; long wide; }; } two;
extern int outside;
int *other;
static _Thread_local int own;

int main(void) {
    small = -1;
    large = 1;
    byte = 255;
    letter = 'x';
    colour = GREEN;
    table[1].low = -2;
    table[1].bits = 5;
    table[1].wide = 1L << 32;
    p = table;
    rows[1][2] = 1;
    real = own + unused;
    narrow.thirty = 0xfffffffe;
    two.inner = 3;
    other = &outside;
    int never;
    undefined = never;
}
