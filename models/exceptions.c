/* Exceptions of C++ (Itanium C++ ABI, "Exception Handling"). Behind a call that may throw, the program looks at
 * `__bmc_in_flight`, and asks here where the exception lands (src/analysis/exceptions). */
#include "bmc.h"

/* What stands before an object that is thrown. */
struct exception {
    const struct type *type;
    void (*destructor)(void *);
    /* The next one among those that are handled. */
    struct exception *next;
    /* Handlers that are in progress; less than 0 where it was thrown again since. */
    int handlers;
    /* Which clause catches it, and what the handler gets. */
    int selector;
    void *adjusted;
    /* How many refer to it: handlers as long as there are any, and `std::exception_ptr`. */
    size_t references;
    /* What is thrown. It stands behind another exception where an `std::exception_ptr` throws it again. Null where a thread ends
     * (unwinding.c). */
    void *object;
    /* The clause that does not list it, for std::unexpected. */
    const struct clause *filter;
} __attribute__((aligned(16)));

/* A clause of a landing pad. `what` is above 0 where it catches a type, null for all; 0 at the end where all others land, too; the
 * least value at the end where they do not; otherwise -1 - n for a filter whose n types follow. */
struct clause {
    const struct type *type;
    ptrdiff_t what;
};

/* A handler of unexpected exceptions runs: what may leave it, and how many activations there were. */
struct unexpected {
    struct unexpected *next;
    const struct clause *filter;
    unsigned depth;
};

/* The exception of the thread that flies. */
__thread struct exception *__bmc_in_flight;
/* The exceptions that are handled, the last one first, and how many were thrown and not caught yet. */
static __thread struct exception *caught;
static __thread unsigned uncaught;
/* The clause that the last exception has landed at. */
static __thread int landed_selector;

static __thread struct unexpected *unexpected;
/* How many activations there were when a model began to catch all; 0 where none does. */
static __thread unsigned catching;

/* Of the exception that an object was made for. */
static struct exception *header(void *object) { return (struct exception *)object - 1; }
static void *thrown(struct exception *e) { return e->object; }
static int is_end_of_thread(const struct exception *e) { return e->object == NULL; }

/* ---- What is caught ---- */

static int is_pointer(const struct type *type) {
    return kind(type) == (_ZTVN10__cxxabiv119__pointer_type_infoE + 2);
}
static int is_derived(const struct type *type) {
    return kind(type) == (_ZTVN10__cxxabiv120__si_class_type_infoE + 2)
        || kind(type) == (_ZTVN10__cxxabiv121__vmi_class_type_infoE + 2);
}

/* Objects of a type that an object of another one has as public bases. */
struct bases {
    const struct type *wanted;
    const char *found;
    int count, is_public;
};

static void find_bases(struct bases *s, const char *object, const struct type *type, int is_public) {
    if (is_type(type, s->wanted)) {
        if (s->count == 0 || s->found != object) s->count++;
        s->found = object;
        s->is_public |= is_public;
        return;
    }
    if (kind(type) == (_ZTVN10__cxxabiv120__si_class_type_infoE + 2)) {
        find_bases(s, object, ((const struct single *)type)->base, is_public);
    } else if (kind(type) == (_ZTVN10__cxxabiv121__vmi_class_type_infoE + 2)) {
        const struct several *all = (const struct several *)type;
        for (unsigned i = 0; i < all->count; i++) {
            const struct base *b = &all->bases[i];
            find_bases(s, object + base_offset(object, b), b->type, is_public && (b->offset_and_flags & 2) != 0);
        }
    }
}

/* The one public base of a type in an object; null if there is none or several. */
static const char *public_base(const char *object, const struct type *type, const struct type *wanted) {
    if (!is_derived(type)) return NULL;
    struct bases s = {wanted, NULL, 0, 0};
    find_bases(&s, object, type, 1);
    return s.count == 1 && s.is_public ? s.found : NULL;
}

/* Whether a pointer converts to another one in a handler (C++, [except.handle]). `*p` becomes what the handler gets. */
static int converts(const struct pointer *to, const struct pointer *from, const char **p) {
    if ((from->flags & 7) & ~(to->flags & 7)) return 0;
    if (is_type(to->target, from->target)) return 1;
    if (to->target == &_ZTIv)
        return kind(from->target) != (_ZTVN10__cxxabiv120__function_type_infoE + 2);
    if (is_pointer(to->target) && is_pointer(from->target)) {
        /* Further qualifiers need const on the way. */
        const struct pointer *inner = (const struct pointer *)to->target, *other = (const struct pointer *)from->target;
        if (is_pointer(inner->target) && is_pointer(other->target) && !is_type(inner->target, other->target))
            __bmc_unsupported("a handler of a pointer to a pointer to a pointer");
        return (to->flags & 1) && !((other->flags & 7) & ~(inner->flags & 7)) && is_type(inner->target, other->target);
    }
    if (*p == NULL) {
        /* A null pointer converts if the types do, which an object would tell. */
        if (is_derived(from->target)) __bmc_unsupported("a thrown null pointer to an object with base classes");
        return 0;
    }
    const char *base = public_base(*p, from->target, to->target);
    if (base != NULL) *p = base;
    return base != NULL;
}

static int catches(const struct type *type, struct exception *e, void **adjusted) {
    const char *object = thrown(e);
    int pointer = is_pointer(e->type);
    if (pointer) object = *(const char *const *)object;
    if (type == NULL || is_type(type, e->type)) {
        *adjusted = (void *)object;
        return 1;
    }
    if (is_pointer(type)) {
        if (e->type == &_ZTIDn) {
            *adjusted = NULL;
            return 1;
        }
        if (!pointer || !converts((const struct pointer *)type, (const struct pointer *)e->type, &object)) return 0;
    } else if (kind(type) == (_ZTVN10__cxxabiv129__pointer_to_member_type_infoE + 2)) {
        /* Null pointers and qualifications convert. */
        if (kind(e->type) == kind(type) || e->type == &_ZTIDn)
            __bmc_unsupported("a handler of a pointer to a member of another type");
        return 0;
    } else {
        object = pointer ? NULL : public_base(object, e->type, type);
        if (object == NULL) return 0;
    }
    *adjusted = (void *)object;
    return 1;
}

/* Whether the types of a filter have the exception's among them. */
static int lists(const struct clause *filter, struct exception *e) {
    ptrdiff_t count = -1 - filter->what;
    /* libstdc++ asks no more. */
    if (is_end_of_thread(e)) return count > 0;
    int listed = 0;
    void *unused;
    for (ptrdiff_t i = 1; i <= count && !listed; i++) listed = catches(filter[i].type, e, &unused);
    return listed;
}

/* Whether an exception lands at these clauses, by a handler (1), or where all do (2). */
static int lands(const struct clause *clause, struct exception *e) {
    for (;; clause++) {
        if (clause->what > 0) {
            if (catches(clause->type, e, &e->adjusted)) {
                e->selector = (int)clause->what;
                return 1;
            }
        } else if (clause->what == 0 || clause->what == PTRDIFF_MIN) {
            e->selector = 0;
            return clause->what == 0 ? 2 : 0;
        } else {
            if (!lists(clause, e)) {
                e->selector = -1;
                e->adjusted = thrown(e);
                e->filter = clause;
                return 1;
            }
            clause += -1 - clause->what;
        }
    }
}

/* ---- The end ---- */

/* Null where it is the library's own. */
static void (*terminate_handler)(void);
static void (*unexpected_handler)(void);

/* Why the program's handler runs in this thread, and how many activations there were then. */
enum end { GOES_ON, UNCAUGHT, TERMINATES };
static __thread enum end ending;
static __thread unsigned ending_depth;

/* Runs the handler of the signal that `abort` sends, once there is one (signals.c). */
static void (*abort_handler)(void);

static NORETURN void end_by_abort(void) {
    if (abort_handler != NULL) abort_handler();
    __bmc_abort();
}

static NORETURN void violate(enum end why) {
    if (why == UNCAUGHT)
        __bmc_uncaught();
    else
        __bmc_terminates();
    end_by_abort();
}

/* The program's handler may end it in an orderly way, but neither return nor throw. */
static NORETURN void terminate(enum end why) {
    if (terminate_handler != NULL && ending == GOES_ON) {
        ending = why;
        ending_depth = __bmc_activations();
        terminate_handler();
    }
    violate(ending != GOES_ON ? ending : why);
}

/* In place of `abort` where the program has set a handler of its end, which is not orderly then, or of signals. */
NORETURN void __bmc_handler_aborts(void) {
    if (ending != GOES_ON) violate(ending);
    end_by_abort();
}

/* What leaves a function that promises to throw nothing ends here, in place of __clang_call_terminate. */
NORETURN void __bmc_exception_escapes(struct exception *e) { terminate(is_end_of_thread(e) ? TERMINATES : UNCAUGHT); }

MODEL NORETURN void _ZSt9terminatev(void) { terminate(TERMINATES); }

/* The library's own handlers, for programs that call them. */
static void by_default(void) { violate(ending != GOES_ON ? ending : TERMINATES); }
static void unexpected_by_default(void) { terminate(UNCAUGHT); }

MODEL void (*_ZSt13get_terminatev(void))(void) { return terminate_handler != NULL ? terminate_handler : by_default; }

MODEL void (*_ZSt13set_terminatePFvvE(void (*handler)(void)))(void) {
    __bmc_atomic_begin();
    void (*before)(void) = terminate_handler;
    terminate_handler = handler;
    return before != NULL ? before : by_default;
}

MODEL void (*_ZSt14get_unexpectedv(void))(void) {
    return unexpected_handler != NULL ? unexpected_handler : unexpected_by_default;
}

MODEL void (*_ZSt14set_unexpectedPFvvE(void (*handler)(void)))(void) {
    __bmc_atomic_begin();
    void (*before)(void) = unexpected_handler;
    unexpected_handler = handler;
    return before != NULL ? before : unexpected_by_default;
}

/* ---- The flight ---- */

static void *make(size_t size) {
    struct exception *e = __bmc_obj_make(sizeof(struct exception) + size);
    e->object = e + 1;
    return e->object;
}

/* How many refer to an exception, with one more or less: other threads may do so, too. */
static size_t refer(struct exception *e, int change) {
    __bmc_atomic_begin();
    return e->references += (size_t)change;
}

/* Nobody handles it any more. */
static void release(struct exception *e) {
    struct exception *first = header(e->object);
    if (first != e) {
        __bmc_obj_free(e);
        e = first;
    }
    if (refer(e, -1) > 0) return;
    if (e->destructor != NULL) e->destructor(e->object);
    __bmc_obj_free(e);
}

/* Calls a function and goes on where an exception leaves it, which is in flight then: the pass knows it by its name. */
void __bmc_attempt(void (*function)(void)) { function(); }

static struct exception *take_flying(void) {
    struct exception *e = __bmc_in_flight;
    __bmc_in_flight = NULL;
    return e;
}

static struct exception *make_bad_exception(void);

/* What leaves a handler of unexpected exceptions in place of `e`: only what may leave its function ([except.unexpected]). */
static struct exception *let_through(const struct clause *filter, struct exception *e) {
    if (lists(filter, e)) return e;
    struct exception *bad = make_bad_exception();
    if (!lists(filter, bad)) terminate(UNCAUGHT);
    /* One that was thrown again is ended by its handler. */
    if (e->handlers < 0)
        e->handlers = -e->handlers;
    else
        release(e);
    return bad;
}

/* An exception begins to fly. Without a handler the program ends where it is (C++, [except.terminate]). */
void __bmc_exception_flies(struct exception *e) {
    unsigned count = __bmc_activations();
    const struct unexpected *u = unexpected;
    int handled = 0;
    /* Nothing leaves a handler of the program's end. */
    for (unsigned n = 0; n < count - ending_depth && !handled; n++) {
        const struct clause *clauses = __bmc_clauses(n);
        handled = catching == count - n || (clauses != NULL && lands(clauses, e) == 1);
        if (!handled && u != NULL && u->depth == count - n) {
            e = let_through(u->filter, e);
            u = u->next;
        }
    }
    if (!handled) terminate(UNCAUGHT);
    __bmc_in_flight = e;
}

int __bmc_exception_select(const struct clause *clauses) { return lands(clauses, __bmc_in_flight); }

void *__bmc_exception_landed(void) {
    struct exception *e = take_flying();
    landed_selector = e->selector;
    return e;
}

int __bmc_exception_selector(void) { return landed_selector; }

/* Flies on. */
void __bmc_exception_resume(struct exception *e) { __bmc_in_flight = e; }

/* ---- What programs call ---- */

MODEL void *__cxa_allocate_exception(size_t size) { return make(size); }

MODEL void __cxa_free_exception(void *object) { __bmc_obj_free(header(object)); }

/* It flies for the first time, or once more behind an `std::exception_ptr`. */
static void fly(struct exception *e) {
    e->references = 1;
    uncaught++;
    __bmc_exception_flies(e);
}

static struct exception *set_thrown(void *object, const struct type *type, void (*destructor)(void *)) {
    struct exception *e = header(object);
    e->type = type;
    e->destructor = destructor;
    return e;
}

static void throw_object(void *object, const struct type *type, void (*destructor)(void *)) {
    fly(set_thrown(object, type, destructor));
}

MODEL void __cxa_throw(void *object, const struct type *type, void (*destructor)(void *)) {
    throw_object(object, type, destructor);
}

MODEL void *__cxa_get_exception_ptr(struct exception *e) { return e->adjusted; }

static void *begin_catch(struct exception *e) {
    if (is_end_of_thread(e)) {
        /* The ABI has no list of what is not C++'s own. */
        if (caught != NULL) terminate(TERMINATES);
        caught = e;
        return NULL;
    }
    e->handlers = (e->handlers < 0 ? -e->handlers : e->handlers) + 1;
    if (caught != e) {
        e->next = caught;
        caught = e;
    }
    uncaught--;
    return e->adjusted;
}

static void end_catch(void) {
    struct exception *e = caught;
    if (e == NULL) return;
    if (is_end_of_thread(e)) {
        /* A handler has ended in another way than by throwing it again. The C library aborts, and calls no handler of that. */
        violate(TERMINATES);
    }
    if (e->handlers < 0) {
        /* It flies again: the last handler only forgets it. */
        if (++e->handlers == 0) caught = e->next;
    } else if (--e->handlers == 0) {
        caught = e->next;
        release(e);
    }
}

MODEL void *__cxa_begin_catch(struct exception *e) { return begin_catch(e); }
MODEL void __cxa_end_catch(void) { end_catch(); }

MODEL void __cxa_rethrow(void) {
    struct exception *e = caught;
    if (e == NULL) terminate(TERMINATES);
    uncaught++;
    if (is_end_of_thread(e)) {
        caught = NULL;
        __bmc_exception_resume(e);
        return;
    }
    e->handlers = -e->handlers;
    __bmc_exception_flies(e);
}

/* An exception that a function does not list leaves it. */
MODEL void __cxa_call_unexpected(struct exception *e) {
    const struct clause *filter = e->filter;
    if (is_end_of_thread(e)) __bmc_unsupported("the end of a thread that leaves a function with an exception specification");
    begin_catch(e);
    if (unexpected_handler == NULL) terminate(UNCAUGHT);
    struct unexpected *u = __bmc_obj_make(sizeof *u);
    u->filter = filter;
    u->depth = __bmc_activations();
    u->next = unexpected;
    unexpected = u;
    __bmc_attempt(unexpected_handler);
    struct exception *other = take_flying();
    /* The handler has returned. */
    if (other == NULL) terminate(UNCAUGHT);
    if (is_end_of_thread(other)) __bmc_unsupported("the end of a thread by a handler of unexpected exceptions");
    unexpected = u->next;
    __bmc_obj_free(u);
    end_catch();
    __bmc_exception_resume(other);
}

MODEL void _ZSt10unexpectedv(void) {
    if (unexpected_handler != NULL) unexpected_handler();
    terminate(UNCAUGHT);
}

MODEL int _ZSt19uncaught_exceptionsv(void) { return (int)uncaught; }
MODEL _Bool _ZSt18uncaught_exceptionv(void) { return uncaught > 0; }
MODEL const struct type *__cxa_current_exception_type(void) {
    if (caught != NULL && is_end_of_thread(caught)) __bmc_unsupported("the type of what ends a thread");
    return caught == NULL ? NULL : caught->type;
}

/* ---- std::exception_ptr: the object that was thrown, or null ---- */

MODEL void _ZNSt15__exception_ptr13exception_ptrC1EPv(void **self, void *object) {
    *self = object;
    if (object != NULL) refer(header(object), 1);
}

MODEL void _ZNSt15__exception_ptr13exception_ptr9_M_addrefEv(void **self) {
    if (*self != NULL) refer(header(*self), 1);
}

static void drop_pointer(void **self) {
    void *object = *self;
    *self = NULL;
    if (object != NULL) release(header(object));
}

MODEL void _ZNSt15__exception_ptr13exception_ptr10_M_releaseEv(void **self) { drop_pointer(self); }

MODEL const struct type *_ZNKSt15__exception_ptr13exception_ptr20__cxa_exception_typeEv(void *const *self) {
    return header(*self)->type;
}

/* Results that are objects go where the first argument says. */
static void set_current(void **result) {
    *result = caught == NULL ? NULL : caught->object;
    if (*result != NULL) refer(header(*result), 1);
}

MODEL void _ZSt17current_exceptionv(void **result) { set_current(result); }

/* Each flight has an exception of its own: threads may throw one object at the same time. */
static void fly_again(void *object) {
    if (object == NULL) terminate(TERMINATES);
    refer(header(object), 1);
    struct exception *e = __bmc_obj_make(sizeof *e);
    e->type = header(object)->type;
    e->object = object;
    fly(e);
}

MODEL void _ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE(void *const *of) { fly_again(*of); }

/* An exception that does not fly, for std::make_exception_ptr. */
MODEL void *__cxa_init_primary_exception(void *object, const struct type *type, void (*destructor)(void *)) {
    return set_thrown(object, type, destructor);
}
