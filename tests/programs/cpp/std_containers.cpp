// list, set, map, string; output is discarded.
// flags: --bound 30 --check default,memcleanup
// expect: TRUE
// flags: --bound 30 -m32
// expect: TRUE
#include <cassert>
#include <iostream>
#include <list>
#include <map>
#include <set>
#include <string>
extern "C" int __VERIFIER_nondet_int(void);
int main() {
    std::list<int> l{1, 2, 3};
    l.reverse();
    l.push_front(4);
    l.remove(2);
    assert(l.front() == 4 && l.back() == 1 && l.size() == 3);
    std::set<int> s{5, 2, 8, 1, 9, 3};
    s.erase(5);
    s.erase(1);
    s.erase(9);
    int last = 0;
    for (int x : s) {
        assert(x > last);
        last = x;
    }
    assert(s.size() == 3 && last == 8 && *s.rbegin() == 8);
    int n = __VERIFIER_nondet_int();
    std::set<int> t{1, n};
    assert(t.size() == (n == 1 ? 1 : 2) && *t.begin() <= 1);
    std::map<std::string, int> m;
    m["b"] = 1;
    m["a"] = 2;
    assert(m.begin()->second == 2 && m.find("c") == m.end());
    std::string text("hello");
    text += " world, how are you";
    assert(text.size() == 24 && text.find("world") == 6 && text[0] == 'h');
    std::cout << text << ": " << m["b"] << ' ' << n << std::endl;
}
