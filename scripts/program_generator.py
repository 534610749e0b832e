"""Random C programs with a checksum and without undefined behaviour.

A program is a few units, each about one part of the language, that fold what they compute into the checksum.
Undefined behaviour is avoided by construction, unless shifts and conversions that C leaves undefined and processors do not
are asked for: arithmetic is unsigned or cannot overflow, divisors are odd, shift
amounts are masked, indices are reduced, everything is initialised and every pointer used is valid.

The generated text calls `input(c)` for its constants, `mix(x)` to fold a value into the checksum, and ends with
`finish()`; the caller provides these.
"""
import random

OPERATORS = ["+", "-", "*", "&", "|", "^"]
COMPARISONS = ["<", "<=", ">", ">=", "==", "!="]
INTEGER_TYPES = ["unsigned", "int", "short", "unsigned short", "signed char", "unsigned char", "long long",
                 "unsigned long long"]


class Generator:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.text = []
        self.units = 0

    # ---- Pieces ----

    def number(self, high=100):
        """A constant; one in three goes through `input`, which may hide its value."""
        r = self.random
        value = r.choice([r.randrange(high), r.randrange(high), r.randrange(4), r.getrandbits(32)])
        return f"input({value}u)" if r.random() < 1 / 3 else f"{value}u"

    def small(self, low, high):
        return self.random.randint(low, high)

    def expression(self, names, depth=2):
        """An unsigned expression over unsigned names."""
        r = self.random
        if depth == 0 or r.random() < 0.2:
            return r.choice(names) if names and r.random() < 0.7 else self.number()
        left, right = self.expression(names, depth - 1), self.expression(names, depth - 1)
        return r.choice([
            lambda: f"({left} {r.choice(OPERATORS)} {right})",
            lambda: f"({left} {r.choice(OPERATORS)} {right})",
            lambda: f"({left} / ({right} | 1u))",
            lambda: f"({left} % ({right} | 1u))",
            lambda: f"({left} {r.choice(['<<', '>>'])} ({right} & 31u))",
            lambda: f"({left} {r.choice(COMPARISONS)} {right} ? {self.expression(names, depth - 1)} : ~{right})",
            lambda: f"(unsigned)((int){left} {r.choice(COMPARISONS)} (int){right})",
            lambda: f"(unsigned)({r.choice(['signed char', 'short', 'unsigned char', 'unsigned short'])}){left}",
            lambda: f"(unsigned)(((unsigned long long){left} * {right}) >> {r.randrange(33)})",
            lambda: f"(unsigned)((long long)(int){left} {r.choice(['+', '-', '*'])} (int){right})",
        ])()

    def unit(self, prefix):
        self.units += 1
        return f"{prefix}_{self.units}"

    def function(self, declarations, name, body):
        """Adds a unit: declarations, and a function `void name(void)` with this body."""
        self.text.append(declarations.strip("\n"))
        self.text.append(f"static void {name}(void) {{\n{body.strip(chr(10))}\n}}\n")

    # ---- Units ----

    def arithmetic(self):
        name, r = self.unit("arithmetic"), self.random
        lines = [f"    unsigned a = {self.number()}, b = {self.number()}, c = {self.number()};"]
        for _ in range(self.small(2, 5)):
            target = r.choice("abc")
            if r.random() < 0.3:
                lines.append(f"    for (unsigned i = 0; i < {self.small(1, 6)}u; i++) "
                             f"{target} = {self.expression(['a', 'b', 'c', 'i'])};")
            elif r.random() < 0.4:
                lines.append(f"    if ({self.expression(['a', 'b', 'c'])} {r.choice(COMPARISONS)} "
                             f"{self.expression(['a', 'b', 'c'])}) {target} {r.choice(OPERATORS)}= "
                             f"{self.expression(['a', 'b', 'c'])};")
            else:
                lines.append(f"    {target} = {self.expression(['a', 'b', 'c'], 3)};")
        wide = r.choice(INTEGER_TYPES)
        lines.append(f"    {wide} d = ({wide})a;\n    mix((unsigned)d); mix(a); mix(b); mix(c);")
        self.function("", name, "\n".join(lines))
        return name

    def structs(self):
        name, r = self.unit("structs"), self.random
        fields = [(f"f{i}", r.choice(INTEGER_TYPES)) for i in range(self.small(1, 6))]
        members = "\n".join(f"    {kind} {field};" for field, kind in fields)
        length = self.small(1, 4)
        packed = r.choice(["", "", " __attribute__((packed))"])
        steps = "\n".join(f"    s.{f} = ({k})({self.expression(['(unsigned)s.' + f, 'x'])});" for f, k in fields)
        total = " + ".join(f"(unsigned)s.{f}" for f, _ in fields)
        self.function(f"""
struct {name}_inner {{
{members}
}}{packed};
struct {name}_outer {{ unsigned tag; struct {name}_inner in; struct {name}_inner many[{length}]; }};
static struct {name}_outer {name}_global = {{ {self.number(50).replace('input(', '(')}, {{ 1 }}, {{ {{ 2 }} }} }};
static struct {name}_inner {name}_step(struct {name}_inner s, unsigned x) {{
{steps}
    return s;
}}
static unsigned {name}_sum(const struct {name}_outer *o) {{
    unsigned sum = o->tag;
    struct {name}_inner s = o->in;
    sum += {total};
    for (int i = 0; i < {length}; i++) {{ s = o->many[i]; sum = sum * 31u + ({total}); }}
    return sum;
}}
""", name, f"""
    struct {name}_outer o = {name}_global, copy, *p = &{name}_global;
    for (unsigned i = 0; i < {self.small(1, 5)}u; i++) {{
        o.in = {name}_step(o.in, {self.expression(['i', 'o.tag'])});
        o.many[i % {length}u] = {name}_step(p->in, i);
        p->tag ^= o.tag + i;
    }}
    copy = o;
    memcpy(p, &copy, sizeof copy);
    mix({name}_sum(p)); mix({name}_sum(&o)); mix((unsigned)sizeof(struct {name}_outer));
    mix((unsigned)((char *)&o.many[{length - 1}] - (char *)&o));
""")
        return name

    def linked_list(self):
        name, r = self.unit("list"), self.random
        count = self.small(1, 7)
        operations = r.sample([
            "    { struct N *prev = 0; while (head) { struct N *n = head->next; head->next = prev; prev = head; "
            "head = n; } head = prev; }",
            "    for (struct N **q = &head; *q;) { if ((*q)->value % 3u == 1u) { struct N *dead = *q; *q = dead->next; "
            "free(dead); } else q = &(*q)->next; }",
            "    for (struct N *n = head; n; n = n->next) n->value = " + self.expression(["n->value"]) + ";",
            "    for (struct N *n = head; n && n->next; n = n->next) if (n->value > n->next->value) { unsigned t = "
            "n->value; n->value = n->next->value; n->next->value = t; }",
            "    { struct N *n = malloc(sizeof *n); n->value = " + self.number() + "; n->next = head; head = n; }",
        ], self.small(1, 4))
        body = "\n".join(operations).replace("struct N", f"struct {name}_node")
        self.function(f"struct {name}_node {{ unsigned value; struct {name}_node *next; }};", name, f"""
    struct {name}_node *head = 0;
    for (unsigned i = 0; i < {count}u; i++) {{
        struct {name}_node *n = malloc(sizeof *n), **at = &head;
        n->value = {self.expression(['i'])};
        while (*at && (*at)->value < n->value) at = &(*at)->next;
        n->next = *at;
        *at = n;
    }}
{body}
    while (head) {{ struct {name}_node *n = head; head = n->next; mix(n->value); free(n); }}
""")
        return name

    def tree(self):
        name = self.unit("tree")
        self.function(f"""
struct {name} {{ unsigned key; struct {name} *child[2]; }};
static struct {name} *{name}_insert(struct {name} *t, unsigned key) {{
    if (!t) {{ t = calloc(1, sizeof *t); t->key = key; }}
    else if (t->key != key) t->child[key > t->key] = {name}_insert(t->child[key > t->key], key);
    return t;
}}
static unsigned {name}_walk(struct {name} *t, unsigned depth) {{
    if (!t) return depth;
    unsigned left = {name}_walk(t->child[0], depth + 1), right;
    mix(t->key);
    right = {name}_walk(t->child[1], depth + 1);
    free(t);
    return left > right ? left : right;
}}
""", name, f"""
    struct {name} *root = 0;
    unsigned key = {self.number()};
    for (unsigned i = 0; i < {self.small(1, 7)}u; i++) {{
        key = {self.expression(['key', 'i'])} % 97u;
        root = {name}_insert(root, key);
    }}
    mix({name}_walk(root, 0));
""")
        return name

    def strings(self):
        name, r = self.unit("strings"), self.random
        words = ["alpha", "be", "", "c", "delta 42", "0x1F", "-17rest", "zz top", "a,b;c"]
        steps = r.sample([
            f'    strcpy(a, "{r.choice(words)}");',
            f'    strncat(a, "{r.choice(words)}", {self.small(0, 6)});',
            f'    strncpy(b, a, {self.small(1, 12)}); b[{self.small(1, 12)}] = 0;',
            "    memmove(a + 1, a, strlen(a) + 1); a[0] = 'M';",
            f'    mix(strcmp(a, "{r.choice(words)}") < 0); mix(strcmp(a, b) == 0);',
            f"    {{ char *at = strchr(a, {r.choice([0, 97, 101, 113, 52])}); "
            "mix(at ? (unsigned)(at - a) : 999u); }",
            f'    {{ char *at = strstr(a, "{r.choice(words)}"); mix(at ? (unsigned)(at - a) : 998u); }}',
            f'    mix((unsigned)strtol("{r.choice(words)}", 0, {r.choice([0, 10, 16])}));',
            f'    mix((unsigned)snprintf(b, sizeof b, "%d:%s:%x", (int){self.number()}, "{r.choice(words)}", '
            f'{self.number()}));',
            "    for (char *p = a; *p; p++) if (*p >= 'a' && *p <= 'z') *p = (char)(*p - 32);",
            "    { size_t n = strlen(a); for (size_t i = 0; i < n / 2; i++) { char t = a[i]; a[i] = a[n - 1 - i]; "
            "a[n - 1 - i] = t; } }",
            f'    mix((unsigned)strspn(a, "abelpth")); mix((unsigned)strcspn(a, "{r.choice(words)}"));',
            "    { char *d = strdup(a); mix((unsigned)strlen(d)); strcpy(b, d); free(d); }",
            f"    mix((unsigned)memcmp(a, b, {self.small(1, 20)}) == 0u);",
        ], self.small(2, 6))
        self.function("", name, f"""
    char a[64] = "{r.choice(words)}", b[64] = {{ 0 }};
    memset(a + 40, '#', 8);
""" + "\n".join(steps) + """
    for (unsigned i = 0; a[i]; i++) mix((unsigned char)a[i]);
    mix((unsigned)strlen(b)); mix((unsigned char)b[0]); mix((unsigned char)a[41]);
""")
        return name

    def function_pointers(self):
        name, r = self.unit("pointers"), self.random
        count = self.small(2, 4)
        functions = "\n".join(
            f"static unsigned {name}_f{i}(unsigned x, unsigned y) {{ return {self.expression(['x', 'y'])}; }}"
            for i in range(count))
        table = ", ".join(f"{name}_f{i}" for i in range(count))
        self.function(f"""
typedef unsigned {name}_t(unsigned, unsigned);
{functions}
static {name}_t *const {name}_table[{count}] = {{ {table} }};
struct {name}_object {{ {name}_t *call; unsigned state; }};
static unsigned {name}_apply({name}_t *f, unsigned x, unsigned y) {{ return f(x, y); }}
""", name, f"""
    struct {name}_object o = {{ {name}_table[{r.randrange(count)}], {self.number()} }};
    for (unsigned i = 0; i < {self.small(1, 5)}u; i++) {{
        o.state = o.call(o.state, i);
        o.call = {name}_table[o.state % {count}u];
        mix({name}_apply({name}_table[i % {count}u], i, o.state));
    }}
    mix(o.state); mix(o.call == {name}_f0);
""")
        return name

    def recursion(self):
        name, r = self.unit("recursion"), self.random
        kind = r.randrange(4)
        if kind == 0:
            declarations = f"""
static unsigned {name}_f(unsigned n, unsigned acc) {{
    if (n == 0) return acc;
    if (n % 3u == 0) return {name}_f(n - 1, {self.expression(['acc', 'n'])});
    return {name}_f(n - 1, acc + n) ^ n;
}}"""
            call = f"{name}_f({self.small(1, 12)}u, {self.number()})"
        elif kind == 1:
            declarations = f"static unsigned {name}_f(unsigned n) {{ return n < 2 ? n : {name}_f(n - 1) + " \
                           f"{name}_f(n - 2); }}"
            call = f"{name}_f({self.small(2, 8)}u)"
        elif kind == 2:
            declarations = f"""
static unsigned {name}_odd(unsigned n, unsigned x);
static unsigned {name}_even(unsigned n, unsigned x) {{
    return n ? {name}_odd(n - 1, {self.expression(['x', 'n'])}) : x;
}}
static unsigned {name}_odd(unsigned n, unsigned x) {{
    return n ? {name}_even(n - 1, {self.expression(['x', 'n'])}) : ~x;
}}
"""
            call = f"{name}_even({self.small(1, 9)}u, {self.number()})"
        else:
            declarations = f"""
static void {name}_move(unsigned n, unsigned from, unsigned to, unsigned *peg) {{
    if (!n) return;
    unsigned other = 3u - from - to;
    {name}_move(n - 1, from, other, peg);
    peg[from]--; peg[to]++; mix(peg[to] * 3u + to);
    {name}_move(n - 1, other, to, peg);
}}"""
            size = self.small(1, 4)
            self.function(declarations, name,
                          f"    unsigned peg[3] = {{ {size}u, 0, 0 }};\n    {name}_move({size}u, 0, 2, peg);\n"
                          "    mix(peg[2]);")
            return name
        self.function(declarations, name, f"    mix({call});")
        return name

    def unions(self):
        name, r = self.unit("unions"), self.random
        self.function(f"""
union {name} {{ unsigned word; unsigned char byte[4]; unsigned short half[2]; unsigned long long wide; struct {{
    unsigned char low; signed char next; short high; }} parts; }};
""", name, f"""
    union {name} u;
    u.wide = 0x{r.getrandbits(64):x}ull;
    u.word = {self.number()};
    mix(u.byte[{r.randrange(4)}]);
    u.byte[{r.randrange(4)}] = (unsigned char){self.expression(['u.word'])};
    u.half[{r.randrange(2)}] ^= (unsigned short){self.number()};
    mix(u.word); mix((unsigned)(int)u.parts.high); mix((unsigned)(int)u.parts.next);
    u.parts.low++;
    mix(u.word); mix((unsigned)(u.wide >> {r.randrange(33)}));
""")
        return name

    def bit_fields(self):
        name, r = self.unit("bits"), self.random
        fields = []
        for i in range(self.small(2, 6)):
            kind = r.choice(["unsigned", "signed", "unsigned", "unsigned char", "unsigned long long"])
            widest = {"unsigned char": 8, "unsigned long long": 40}.get(kind, 32)
            fields.append((f"b{i}", kind, self.small(1, widest)))
        members = " ".join(f"{k} {f} : {w};" for f, k, w in fields)
        steps = []
        for _ in range(self.small(3, 8)):
            f, k, w = r.choice(fields)
            steps.append(f"    s.{f} = {'(int)' if k == 'signed' else ''}{self.expression(['x', f'(unsigned)s.{f}'])}; "
                         f"x = x * 7u + (unsigned)s.{f};")
        mixes = " ".join(f"mix((unsigned)s.{f});" for f, _, _ in fields)
        self.function(f"struct {name} {{ {members} }};", name, f"""
    struct {name} s = {{ 0 }}, t;
    unsigned x = {self.number()};
""" + "\n".join(steps) + f"""
    t = s;
    s = t;
    {mixes}
    mix(x); mix((unsigned)sizeof s);
""")
        return name

    def switches(self):
        name, r = self.unit("switch"), self.random
        cases = []
        for value in sorted(r.sample(range(12), self.small(2, 6))):
            ending = r.choice(["break;", "break;", "/* falls through */"])
            cases.append(f"        case {value}: x = {self.expression(['x', 'i'])}; {ending}")
        if r.random() < 0.6:
            cases.insert(r.randrange(len(cases) + 1), f"        default: x += {self.number()}; break;")
        self.function("", name, f"""
    unsigned x = {self.number()};
    for (unsigned i = 0; i < {self.small(1, 8)}u; i++) {{
        switch ((x ^ i) % {self.small(4, 14)}u) {{
""" + "\n".join(cases) + """
        }
        mix(x);
    }
""")
        return name

    def gotos(self):
        name, r = self.unit("goto"), self.random
        into = r.random() < 0.5
        self.function("", name, f"""
    unsigned x = {self.number()}, fuel = {self.small(3, 12)}u;
    {'if (x % 2u) goto middle;' if into else ''}
top:
    if (fuel-- == 0) goto out;
    x = {self.expression(['x', 'fuel'])};
    if (x % 5u == 0) goto top;
middle:
    if (fuel == 0) goto out;
    x ^= {self.number()};
    {{ static void *const place[] = {{ &&top, &&out, &&third }}; if (x % 7u < 3u) goto *place[x % 7u]; }}
third:
    x += 3u;
    if (x % 3u != 0 && fuel) {{ fuel--; goto middle; }}
    goto top;
out:
    mix(x); mix(fuel);
""")
        return name

    def arrays(self):
        name, r = self.unit("arrays"), self.random
        n = self.small(2, 7)
        kind = r.choice(INTEGER_TYPES[:6])
        self.function(f"""
static int {name}_compare(const void *a, const void *b) {{
    unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;
    return x < y ? -1 : x > y;
}}
static const {kind} {name}_table[{n}] = {{ {', '.join(str(r.randrange(100)) for _ in range(n))} }};
""", name, f"""
    unsigned a[{n}], *p = a, *const end = a + {n}, grid[3][{n}];
    for (unsigned i = 0; i < {n}u; i++) a[i] = {self.expression(['i', f'(unsigned){name}_table[i]'])};
    {r.choice([f'qsort(a, {n}, sizeof a[0], {name}_compare);', ''])}
    for (; p < end; p++) *p += (unsigned)(end - p);
    for (unsigned i = 0; i < 3u; i++) for (unsigned j = 0; j < {n}u; j++) grid[i][j] = a[(i + j) % {n}u] * (i + 1u);
    unsigned vla[1u + a[0] % 5u], length = (unsigned)(sizeof vla / sizeof *vla);
    for (unsigned i = 0; i < length; i++) vla[i] = grid[i % 3u][i % {n}u];
    unsigned *heap = malloc(sizeof *heap);
    *heap = vla[length - 1];
    for (unsigned i = 1; i < {self.small(2, 5)}u; i++) {{
        heap = realloc(heap, (i + 1u) * sizeof *heap);
        heap[i] = {self.expression(['heap[i - 1u]', 'i'])};
        mix(heap[i]);
    }}
    free(heap);
    for (unsigned i = 0; i < {n}u; i++) mix(*(i + a));
    mix(grid[2][{r.randrange(n)}]);
""")
        return name

    def variadic(self):
        name = self.unit("variadic")
        kinds = [self.random.choice(["i", "l", "p"]) for _ in range(self.small(1, 5))]
        values = {"i": lambda: f"(int){self.number()}", "l": lambda: f"(long long){self.number()}",
                  "p": lambda: "&local"}
        arguments = ", ".join(values[k]() for k in kinds)
        self.function(f"""
static unsigned {name}_sum(const char *kinds, ...) {{
    unsigned sum = 0;
    va_list list;
    va_start(list, kinds);
    for (; *kinds; kinds++) {{
        if (*kinds == 'i') sum = sum * 3u + (unsigned)va_arg(list, int);
        else if (*kinds == 'l') sum = sum * 5u + (unsigned)va_arg(list, long long);
        else sum = sum * 7u + *va_arg(list, unsigned *);
    }}
    va_end(list);
    return sum;
}}""", name, f"""
    unsigned local = {self.number()};
    mix({name}_sum("{''.join(kinds)}", {arguments}));
""")
        return name

    def static_state(self):
        name = self.unit("state")
        self.function(f"""
static unsigned {name}_next(unsigned x) {{
    static unsigned calls = 3, history[4];
    history[calls % 4u] += x;
    calls++;
    return calls * {self.number()} + history[(calls + 1u) % 4u];
}}
static unsigned **{name}_alias(unsigned **p, unsigned *q) {{ if ({name}_next(*q) % 2u) *p = q; return p; }}
""", name, f"""
    unsigned a = {self.number()}, b = {self.number()}, *p = &a;
    for (unsigned i = 0; i < {self.small(1, 5)}u; i++) {{
        **{name}_alias(&p, i % 2u ? &a : &b) += i + 1u;
        mix({name}_next(*p));
    }}
    mix(a); mix(b); mix(p == &b);
""")
        return name

    def undefined(self):
        """Shifts by too much and conversions that do not fit, as the processor computes them. Compilers that do not
        optimise see no constant in them."""
        name, r = self.unit("undefined"), self.random
        left, amount = r.choice(INTEGER_TYPES), r.choice(INTEGER_TYPES)
        real, whole = r.choice(["float", "double", "long double"]), r.choice(INTEGER_TYPES)
        values = [r.choice(["0.5", "-1.0", "300.7", "-40000.25", "2147483648.0", "4294967296.5", "-3e9", "9e18", "1e19",
                            "2e19", "-1e20", "1e30", "0.0 / zero", "1.0 / zero", "-1.0 / zero"]) for _ in range(3)]
        self.function(f"""
static unsigned {name}_shift({left} a, {amount} n) {{ return (unsigned)((a {r.choice(['<<', '>>'])} n) >> {r.randrange(9)}); }}
static unsigned {name}_convert({real} x) {{ {whole} n = ({whole})x; return (unsigned)n ^ (unsigned)((unsigned long long)n >> 32); }}
""", name, f"""
    double zero = 0.0, values[] = {{ {', '.join(values)} }};
    for (unsigned i = 0; i < 3; i++) mix({name}_convert(({real})values[i]));
    for (unsigned n = {self.number()}, i = 0; i < {self.small(1, 20)}u; i++, n = n * 5u + {self.number()}) {{
        mix({name}_shift(({left})({self.number()} - n), ({amount})n));
        mix({name}_shift(({left}){self.number()}, ({amount})(n % 140u)));
    }}
""")
        return name

    def program(self, undefined):
        kinds = [self.arithmetic, self.structs, self.linked_list, self.tree, self.strings, self.function_pointers,
                 self.recursion, self.unions, self.bit_fields, self.switches, self.gotos, self.arrays, self.variadic,
                 self.static_state]
        if undefined:
            kinds = [self.undefined, self.undefined, self.arithmetic, self.structs, self.unions]
        calls = [self.random.choice(kinds)() for _ in range(self.small(2, 4))]
        body = "\n".join(f"    {call}();" for call in calls)
        text = "\n".join(line for line in self.text if line)
        return f"{text}\nint main(void) {{\n{body}\n    finish();\n    return 0;\n}}\n"


def generate(seed, undefined=False):
    """The text of program number `seed`, without its prelude; with operations that C leaves undefined if asked for."""
    return Generator(seed).program(undefined)
