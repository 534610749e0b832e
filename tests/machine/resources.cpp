// What a buffer of std::pmr asks of the resource upstream.
#include <cstdio>
#include <memory_resource>

static struct Telling : std::pmr::memory_resource {
    void *do_allocate(std::size_t size, std::size_t alignment) override {
        std::printf("%zu/%zu ", size, alignment);
        return std::pmr::new_delete_resource()->allocate(size, alignment);
    }
    void do_deallocate(void *block, std::size_t size, std::size_t alignment) override {
        std::printf("-%zu/%zu ", size, alignment);
        std::pmr::new_delete_resource()->deallocate(block, size, alignment);
    }
    bool do_is_equal(const std::pmr::memory_resource &other) const noexcept override { return this == &other; }
} telling;

int main() {
    for (std::size_t first : {1, 5, 16, 17, 48, 49, 64, 100, 1024}) {
        std::pmr::monotonic_buffer_resource buffer(first, &telling);
        for (std::size_t size : {1, 30, 100, 7, 1000, 3, 5000, 1}) (void)buffer.allocate(size, size % 3 ? 1 : 32);
        buffer.release();
        (void)buffer.allocate(1, 1);
        std::puts("");
    }
    {
        std::pmr::monotonic_buffer_resource buffer(&telling);
        for (int i = 0; i < 40; i++) (void)buffer.allocate(1000, 8);
    }
    std::pmr::monotonic_buffer_resource buffer(&telling);
    try {
        (void)buffer.allocate(-1, 8);
    } catch (const std::bad_alloc &) {
        std::puts("bad_alloc");
    }
}
