// Virtual calls, references, an array of objects on the heap; the last square is drawn beyond the canvas.
struct Canvas {
    char cells[4];
};

struct Shape {
    Canvas &canvas;
    explicit Shape(Canvas &c) : canvas(c) {}
    virtual void draw() const = 0;
    virtual ~Shape() {}
};

struct Square : Shape {
    int at;
    Square(Canvas &c, int where) : Shape(c), at(where) {}
    void draw() const override { canvas.cells[at] = '#'; }
};

int main() {
    Canvas *canvas = new Canvas();
    Square first(*canvas, 1), second(*canvas, 4);
    const Shape *all[2] = {&first, &second};
    for (const Shape *shape : all)
        shape->draw();
    delete canvas;
    return 0;
}
