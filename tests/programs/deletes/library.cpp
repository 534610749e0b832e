// What the library allocates and the program's own code frees, and the other way round.
// expect: TRUE
#include <cassert>
#include <list>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>
struct Shape {
    virtual ~Shape() = default;
    virtual int area() const = 0;
};
struct Square : Shape {
    int side = 2;
    int area() const override { return side * side; }
};
int main() {
    std::unique_ptr<Shape> one(new Square);
    std::shared_ptr<Shape> two = std::make_shared<Square>();
    std::shared_ptr<void> three(new Square);
    std::vector<std::unique_ptr<Shape>> all;
    all.push_back(std::make_unique<Square>());
    std::string text("a text that is too long for the room inside of a string");
    text += text;
    std::string copy = std::to_string(12345) + text.substr(3);
    std::map<int, std::string> names{{1, copy}};
    std::list<int> numbers{1, 2};
    try {
        throw std::runtime_error(text);
    } catch (const std::exception &e) {
        assert(std::string(e.what()) == text);
    }
    assert(one->area() + two->area() + all[0]->area() == 12);
}
