// Classes: virtual functions, several bases, templates, new and delete, constructors and destructors of globals.
#include <cstdio>
#include <new>

struct noisy {
    const char *name;
    explicit noisy(const char *n) : name(n) { std::printf("+%s ", name); }
    ~noisy() { std::printf("-%s ", name); }
};
static noisy global("global");

struct shape {
    virtual ~shape() { std::printf("~shape "); }
    virtual int area() const = 0;
};
struct named {
    int id = 3;
    virtual int number() const { return id; }
};
struct square : shape, named {
    int side;
    explicit square(int s) : side(s) {}
    ~square() override { std::printf("~square "); }
    int area() const override { return side * side; }
    int number() const override { return id + side; }
};
template <typename T, unsigned N> struct stack {
    T items[N];
    unsigned count = 0;
    void push(T x) { items[count++] = x; }
    T pop() { return items[--count]; }
};
struct counter {
    static int alive;
    counter() { alive++; }
    counter(const counter &) { alive++; }
    ~counter() { alive--; }
};
int counter::alive = 0;

int main() {
    shape *s = new square(5);
    named *n = static_cast<square *>(s);
    std::printf("%d %d\n", s->area(), n->number());
    delete s;
    stack<long, 4> st;
    for (long i = 1; i < 5; i++) st.push(i * i);
    std::printf("\n%ld %ld\n", st.pop(), st.pop());
    {
        counter a, b = a;
        counter *many = new counter[3];
        std::printf("%d ", counter::alive);
        delete[] many;
        noisy local("local");
    }
    std::printf("%d\n", counter::alive);
    auto add = [n = 10](int x) { return x + n; };
    static noisy once("static");
    return add(1);
}
