// Assembly beside functions is not interpreted. A run that calls a function of it, or that it may change otherwise, has no answer.
// expect: TRUE
// flags: -D CALLED
// expect: UNKNOWN(unsupported: module-level assembly)
// flags: -D CALLED --stub bump=mine
// expect: TRUE
// flags: -D CALLED --stub bump=wrong
// expect: FALSE(assert)
// flags: -D POINTED
// expect: UNKNOWN(unsupported: module-level assembly)
// flags: -D NOT_REACHED
// expect: TRUE
// flags: -D RENAMED
// expect: UNKNOWN(unsupported: module-level assembly)
// flags: -D VARIABLE
// expect: UNKNOWN(unsupported: module-level assembly)
// flags: -D STARTS
// expect: UNKNOWN(unsupported: module-level assembly)
// flags: -D BOUNDS
// expect: UNKNOWN(unsupported: module-level assembly)
// flags: -D MACRO
// expect: UNKNOWN(unsupported: module-level assembly)
// flags: -D VERSION
// expect: UNKNOWN(unsupported: module-level assembly)
extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);
int counter;
int mine(int x) { return x; }
int wrong(int x) { return ++counter; }

// Nothing of this has an effect.
__asm__("");
__asm__(".ident \"# bump: ret\"\n\t.file \"other.c\"; # bump: ret\n");
__asm__(".section .note.GNU-stack,\"\",@progbits\n.previous");
__asm__(".pushsection .gnu.warning.gets\n.string \"gets is dangerous; gets:\"\n.popsection\n.text");
__asm__(".globl mine\n.hidden wrong\n.type mine, @function\n.size mine, .-mine");
__asm__(".globl not_named\nnot_named: /* bump: */ incl counter(%rip)\n\tret // bump:\n");

#if defined CALLED || defined POINTED || defined NOT_REACHED
int bump(int);
__asm__(".text\n.globl bump\n.type bump,@function\nbump: incl counter(%rip)\n movl $0,%eax\n ret\n");
#endif
#ifdef RENAMED
int bump(int);
__asm__(".globl bump\n.set bump, wrong");
#endif
#ifdef VARIABLE
extern int number;
__asm__(".data\n.globl number\nnumber: .long 5\n.text");
#endif
#ifdef STARTS
__attribute__((used)) static void start(void) { counter = 1; }
__asm__(".section .init_array,\"aw\"\n.quad start\n.text");
#endif
#ifdef BOUNDS
extern const char __start_list[], __stop_list[];
__asm__(".section list,\"a\"\n.byte 1\n.text");
#endif
#ifdef MACRO
__asm__(".macro start\n .globl counter\n.endm\nstart");
#endif
#ifdef VERSION
int old_mine(int);
__asm__(".symver old_mine, mine@V1");
#endif

int main(void) {
#ifdef CALLED
    bump(0);
#elif defined POINTED
    int (*volatile pointer)(int) = bump;
    pointer(0);
#elif defined NOT_REACHED
    if (counter == 7) bump(0);
#elif defined RENAMED
    bump(0);
#elif defined VARIABLE
    __VERIFIER_assert(number == 6);
#elif defined BOUNDS
    __VERIFIER_assert(__start_list == __stop_list);
#elif defined VERSION
    __VERIFIER_assert(old_mine(2) == 2);
#endif
    __VERIFIER_assert(counter == 0); // BUG
    return 0;
}
