// What the library's rules of conversion do not follow is open, and never a handler that is passed by.
// flags: -DMEMBER
// expect: UNKNOWN(unsupported: a handler of a pointer to a member)
// flags: -DDEEP
// expect: TRUE
// flags: -DDECLARED
// expect: UNKNOWN
// flags: --memory flat
// expect: UNKNOWN(unsupported: an object of the library in flat memory)
#include <cassert>
/* Its information is where its functions are. */
struct declared {
    virtual ~declared();
};
struct S {
    int a;
};
int main() {
    int x = 5, *p = &x, **q = &p, ***r = &q, seen = 0;
    try {
#if defined MEMBER
        throw nullptr;
#elif defined DEEP
        throw r;
#else
        throw S{5};
#endif
#if defined MEMBER
    } catch (int S::*) {
        seen = 5;
#elif defined DEEP
    } catch (int *const *const *c) {
        seen = ***c;
#elif defined DECLARED
    } catch (declared &) {
#endif
    } catch (S &s) {
        seen = s.a;
    } catch (...) {
    }
    assert(seen == 5);
    (void)r;
}
