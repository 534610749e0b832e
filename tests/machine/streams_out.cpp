// Output to streams of C++: numbers in all formats, fields, manipulators, streams of strings.
#include <iostream>
#include <sstream>
#include <iomanip>
#include <limits>
#include <string>
#include <bitset>
using namespace std;
template <class T> void all(T v) {
    ios_base::fmtflags bases[] = {ios::dec, ios::hex, ios::oct};
    ios_base::fmtflags adj[] = {ios::left, ios::right, ios::internal, ios_base::fmtflags(0)};
    for (auto b : bases) for (auto a : adj) for (int up = 0; up < 2; up++) for (int sb = 0; sb < 2; sb++) for (int sp = 0; sp < 2; sp++) {
        ostringstream o;
        o.setf(b, ios::basefield); o.setf(a, ios::adjustfield);
        if (up) o << uppercase; if (sb) o << showbase; if (sp) o << showpos;
        o << setfill('_') << setw(12) << v << '|' << v;
        cout << o.str() << '\n';
    }
}
int main() {
    all<short>(-5); all<short>(17); all<int>(0); all<int>(-123456); all<unsigned>(4000000000u); all<unsigned short>(65535);
    all<long>(numeric_limits<long>::min()); all<long long>(987654321012345LL); all<unsigned long>(~0ul); all<bool>(true); all<bool>(false);
    all<char>('x'); all<signed char>('y'); all<unsigned char>('z');
    all<const char*>("text"); all<string>("str");
    cout << boolalpha << true << setw(7) << false << noboolalpha << true << '\n';
    double ds[] = {0, -0.0, 1, -1.5, 3.14159265358979, 1e10, 1e-10, 123456789, 0.1, 1e100, 5e-324, 1.7976931348623157e308, 99999.95, 1.0/0.0, -1.0/0.0};
    for (double d : ds) for (int p : {0, 1, 3, 6, 17, -1}) {
        for (int k = 0; k < 4; k++) {
            ostringstream o; o << setprecision(p);
            if (k == 1) o << fixed; if (k == 2) o << scientific; if (k == 3) o << hexfloat;
            o << d << ' ' << showpos << setw(14) << setfill('#') << internal << d << ' ' << uppercase << d << ' ' << showpoint << noshowpos << left << setw(20) << d << '|';
            cout << o.str() << '\n';
        }
    }
    cout << 1.5f << ' ' << 2.5L << ' ' << 100000.f << ' ' << 1e6f << '\n';
    cout << (void*)nullptr << ' ' << nullptr << '\n';
    cout << bitset<8>(37) << '\n';
    cout << quoted("a \"b\" \\ c") << '\n';
    string q; istringstream qs("\"x \\\" y\" rest"); qs >> quoted(q); cout << q << '\n';
    cout.put('c').write("hello", 3); cout << endl << flush << ends << '\n';
    cout.fill('-'); cout.width(5); cout << 7 << cout.fill() << cout.width() << '\n';
    stringstream ss; ss << "ab" << 12; ss.seekp(1); ss << 'X'; cout << ss.str() << ' ' << ss.tellp() << ' ' << ss.tellg() << '\n';
    string w; ss >> w; cout << w << ss.eof() << ss.fail() << ss.tellg() << '\n';
    ss.clear(); ss.str("new one"); ss >> w; cout << w << '\n'; ss.seekg(0, ios::end); cout << ss.tellg() << '\n';
    ostringstream ap("base", ios::ate); ap << "+more"; cout << ap.str() << '\n';
    cout << setbase(16) << 255 << setbase(10) << 255 << resetiosflags(ios::dec) << setiosflags(ios::oct) << 8 << dec << '\n';
    ostringstream big; for (int i = 0; i < 300; i++) big << i << ','; cout << big.str().size() << big.str().substr(500, 20) << '\n';
    ostringstream mv; mv << "moved"; ostringstream m2(std::move(mv)); m2 << 1; cout << m2.str() << '\n';
    stringstream a, b; a << "A"; b << "B"; a.swap(b); cout << a.str() << b.str() << '\n';
    cerr << "err" << 1 << endl; clog << "log\n";
    stringbuf sb; sb.sputn("xyz", 3); cout << sb.str() << sb.in_avail() << (char)sb.sbumpc() << sb.sgetc() << '\n';
    istringstream src("copy me"); cout << src.rdbuf() << '\n';
    auto old = cout.rdbuf(); ostringstream cap; cout.rdbuf(cap.rdbuf()); cout << "captured " << 5; cout.rdbuf(old); cout << cap.str() << '\n';
    ios fmt(nullptr); fmt.copyfmt(cout); cout << hex << 255; cout.copyfmt(fmt); cout << 255 << '\n';
    int idx = ios_base::xalloc(); cout.iword(idx) = 5; cout.pword(idx + 20) = &idx; cout << cout.iword(idx) << (cout.pword(idx + 20) == &idx) << '\n';
}
