// Input from streams of C++: numbers that fit or fail, text, states, places, exceptions.
#include <iostream>
#include <sstream>
#include <iomanip>
#include <string>
#include <limits>
using namespace std;
static void state(ios &s) { cout << s.good() << s.eof() << s.fail() << s.bad() << ' '; }
template <class T> void p(const char *text, ios_base::fmtflags base = ios::dec) {
    istringstream i(text); i.setf(base, ios::basefield);
    T v = T(); i >> v; cout << '[' << text << "] " << v << ' '; state(i); i.clear(); cout << i.peek() << '\n';
}
template <class T> void ints() {
    for (auto t : {"0", "12", "-12", "+7", "  99 ", "abc", "", "   ", "-", "+", "-x", "0x1f", "0X1G", "0x", "017", "08", "00012", "99999", "-99999", "70000", "-70000",
        "2147483647", "2147483648", "-2147483648", "-2147483649", "4294967295", "4294967296", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
        "18446744073709551615", "18446744073709551616", "-1", "1.5", "1,000", "12ab", "1e5", "--5", "0-"})
        for (auto b : {ios::dec, ios::hex, ios::oct, ios_base::fmtflags(0)}) p<T>(t, b);
}
int main() {
    ints<short>(); ints<unsigned short>(); ints<int>(); ints<unsigned>(); ints<long>(); ints<unsigned long>(); ints<long long>(); ints<unsigned long long>(); ints<bool>();
    for (auto t : {"1.5", "-2.25e3", "1e", "1e+", ".5", "5.", ".", "-", "1.2.3", "inf", "nan", "0x1p3", "1e400", "-1e400", "1e-400", "00.5", "1e5x", "+3", "", "  7", "1E5", "e5", "123456789012345678901234567890", "0000", "-0"}) { p<double>(t); p<float>(t); }
    for (auto t : {"true", "false", "tru", "truex", "fals", "1", "yes", "", "t", "true "}) {
        istringstream i(t); bool b = true; i >> boolalpha >> b; cout << t << b << ' '; state(i); i.clear(); cout << i.peek() << '\n';
    }
    { istringstream i("a b\tc\n d"); char c; while (i >> c) cout << c; state(i); cout << '\n'; }
    { istringstream i("a b"); char c; i >> noskipws >> c >> c; cout << '<' << c << ">\n"; }
    { istringstream i("line one\nline two\n\nlast"); string s; while (getline(i, s)) { cout << s << '|'; state(i); } state(i); cout << '\n'; }
    { istringstream i("a;b;;c"); string s; while (getline(i, s, ';')) cout << s << '|'; cout << '\n'; }
    { istringstream i("hello world"); char b[6]; i.getline(b, 6); cout << b << ' ' << i.gcount(); state(i); i.clear(); i.getline(b, 6); cout << b << i.gcount(); state(i); cout << '\n'; }
    { istringstream i("hello\nx"); char b[6]; i.getline(b, 6); cout << b << ' ' << i.gcount(); state(i); i.get(b, 6); cout << b << i.gcount(); state(i); cout << '\n'; }
    { istringstream i("hello world"); char b[20]; i.get(b, 20, 'w'); cout << b << i.gcount() << (char)i.get(); state(i); i.read(b, 3); b[i.gcount()] = 0; cout << b << i.gcount(); state(i); i.read(b, 10); cout << i.gcount(); state(i); cout << '\n'; }
    { istringstream i("abcdef"); i.ignore(2); cout << i.gcount() << (char)i.peek(); i.ignore(10, 'e'); cout << i.gcount() << (char)i.peek(); i.ignore(10); cout << i.gcount(); state(i); cout << '\n'; }
    { istringstream i("abc"); i.ignore(3); cout << i.gcount(); state(i); i.ignore(); state(i); cout << '\n'; }
    { istringstream i("abc"); i.ignore(numeric_limits<streamsize>::max(), 'b'); cout << i.gcount() << (char)i.get(); state(i); i.ignore(numeric_limits<streamsize>::max()); cout << i.gcount(); state(i); cout << '\n'; }
    { istringstream i("abc"); char c = i.get(); i.putback(c); i.putback('z'); state(i); i.clear(); cout << (char)i.get() << i.tellg(); i.unget(); cout << (char)i.get(); i.seekg(2); cout << (char)i.get() << i.get(); state(i); cout << i.tellg() << '\n'; }
    { stringstream i("abc"); i.get(); i.putback('q'); cout << i.str(); state(i); cout << '\n'; }
    { istringstream i("word1 word2"); char b[20]; i >> setw(4) >> b; cout << b << i.width(); string s; i >> setw(2) >> s; cout << ' ' << s << i.width() << '\n'; }
    { istringstream i("   x"); i >> ws; cout << (char)i.peek(); i.get(); i >> ws; state(i); cout << '\n'; }
    { istringstream i("abc"); char b[5]; cout << i.readsome(b, 2) << i.readsome(b, 5) << i.readsome(b, 5); state(i); cout << '\n'; }
    { istringstream i("1 2 x"); i.exceptions(ios::failbit); int n; try { while (true) { i >> n; cout << n; } } catch (const ios_base::failure &e) { cout << e.what() << e.code().value() << e.code().category().name(); } state(i); cout << '\n'; }
    { istringstream i(""); try { i.exceptions(ios::eofbit); i.get(); } catch (const exception &e) { cout << e.what(); } cout << '\n'; }
    { ostream o(nullptr); state(o); o << 5; state(o); try { o.exceptions(ios::badbit); } catch (const ios::failure &e) { cout << e.what(); } cout << '\n'; }
    { istringstream i("10 20"); int a, b; if (i >> a >> b) cout << a + b; if (!(i >> a)) cout << "end" << a; cout << '\n'; }
    { istringstream i("abc def"); string s, t; i >> s >> t; cout << s << t; state(i); cout << '\n'; }
    { istringstream i("0x1a"); void *v; i >> v; cout << v << '\n'; }
    { stringstream s; s << 1 << ' ' << 2.5 << ' ' << "z"; int a; double d; string z; s >> a >> d >> z; cout << a << d << z << '\n'; }
    { istringstream i("ab"); ostringstream o; i.get(*o.rdbuf()); cout << o.str() << i.gcount(); state(i); cout << '\n'; }
    { istringstream i("copy"); ostringstream o; i >> o.rdbuf(); cout << o.str(); state(i); cout << '\n'; }
    { istringstream i("12abc"); int n; string s; i >> n >> s; cout << n << s << '\n'; }
    { istringstream i("5"); i.setstate(ios::failbit); int n = 3; i >> n; cout << n << !i << '\n'; i.clear(); i >> n; cout << n << '\n'; }
}
