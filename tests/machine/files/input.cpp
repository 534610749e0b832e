// Numbers, words and lines from the standard input of C++, between those that C reads.
#include <iostream>
#include <cstdio>
#include <string>
using namespace std;
int main() {
    int n; double d; char c; string s; char b[8];
    cin >> n >> d >> c; cout << n << ' ' << d << ' ' << c << '\n';
    cin >> s; cout << s << cin.peek() << '\n';
    cin.ignore(100, '\n'); getline(cin, s); cout << s << '|' << cin.gcount() << '\n';
    cin.getline(b, 8); cout << b << '|' << cin.gcount() << cin.fail() << '\n'; cin.clear();
    cin.get(b, 8, '!'); cout << b << '|' << cin.gcount() << (char)cin.peek() << '\n';
    c = cin.get(); cin.putback(c); cout << (char)cin.get() << '\n'; cin.unget(); cout << (char)cin.get() << '\n';
    cin.read(b, 4); cout << string(b, cin.gcount()) << '\n';
    while (cin >> n) cout << n << ','; cout << cin.eof() << cin.fail() << n << '\n'; cin.clear(); cin >> s; cout << s << '\n';
    int x; scanf("%d", &x); cout << x << '\n';
    while (cin >> s) cout << s << ';'; cout << cin.eof() << '\n';
}
