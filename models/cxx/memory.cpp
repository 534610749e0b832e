/* Polymorphic memory resources that keep memory; those that do not are in cxxutility.c. */
#include "base.h"
#include <algorithm>
#include <memory_resource>
#include <mutex>

namespace std::pmr {

/* ---- monotonic_buffer_resource ---- */

/* At the end of each buffer. */
class monotonic_buffer_resource::_Chunk {
public:
    _Chunk *next;
    void *buffer;
    size_t size, alignment;
};

monotonic_buffer_resource::~monotonic_buffer_resource() { release(); }

void monotonic_buffer_resource::_M_new_buffer(size_t bytes, size_t alignment) {
    constexpr size_t unit = alignof(max_align_t);
    size_t wanted = std::max(bytes, _M_next_bufsiz);
    size_t room = (wanted + unit - 1) / unit * unit;
    if (room < wanted || room > (size_t)PTRDIFF_MAX - sizeof(_Chunk)) throw std::bad_alloc();
    size_t aligned = std::max(alignment, unit);
    void *buffer = _M_upstream->allocate(room + sizeof(_Chunk), aligned);
    _M_head = ::new ((char *)buffer + room) _Chunk{_M_head, buffer, room + sizeof(_Chunk), aligned};
    _M_current_buf = buffer;
    _M_avail = room;
    _M_next_bufsiz = _M_next_bufsiz + _M_next_bufsiz / 2;
}

void monotonic_buffer_resource::_M_release_buffers() noexcept {
    _Chunk *chunk = _M_head;
    _M_head = nullptr;
    while (chunk != nullptr) {
        _Chunk last = *chunk;
        _M_upstream->deallocate(last.buffer, last.size, last.alignment);
        chunk = last.next;
    }
}

/* ---- Pools ---- */

/* A block that is in use. Nothing is kept in pools: each block comes from the resource upstream and goes back there. Who looks at
 * that resource, or at its end, would see another number of blocks than with libstdc++, so it has to be the one of `new`. */
struct __pool_resource::_BigBlock {
    void *start;
    size_t size, alignment;
};

static size_t rounded(size_t asked, size_t least, size_t most, size_t unit) {
    return std::min(most, std::max(least, (asked + unit - 1) / unit * unit));
}

/* As libstdc++ makes them of those that are asked for. */
static pool_options rounded(pool_options asked) {
    constexpr size_t most_blocks = 524287, largest = 4194304;
    size_t blocks = asked.max_blocks_per_chunk, block = asked.largest_required_pool_block;
    asked.max_blocks_per_chunk = blocks == 0 ? 16384 : blocks > most_blocks ? most_blocks : rounded(blocks, 4, most_blocks, 4);
    asked.largest_required_pool_block = block == 0 ? 4096 : block > largest ? largest : rounded(block, 64, largest, 8);
    return asked;
}

__pool_resource::__pool_resource(const pool_options &options, memory_resource *upstream)
    : _M_opts(rounded(options)), _M_unpooled(upstream), _M_npools(1) {
    if (upstream != new_delete_resource()) __bmc_unsupported("a pool of memory on top of another resource than that of new");
}

__pool_resource::~__pool_resource() { release(); }

void *__pool_resource::allocate(size_t bytes, size_t alignment) {
    _M_unpooled.emplace_back();
    try {
        _M_unpooled.back() = {resource()->allocate(bytes, alignment), bytes, alignment};
    } catch (...) {
        _M_unpooled.pop_back();
        throw;
    }
    return _M_unpooled.back().start;
}

void __pool_resource::deallocate(void *block, size_t bytes, size_t alignment) {
    auto found = _M_unpooled.begin();
    while (found != _M_unpooled.end() && found->start != block) ++found;
    /* What is not there is refused by whoever frees it. */
    if (found != _M_unpooled.end()) _M_unpooled.erase(found);
    resource()->deallocate(block, bytes, alignment);
}

void __pool_resource::release() noexcept {
    for (auto &block : _M_unpooled) resource()->deallocate(block.start, block.size, block.alignment);
    pmr::vector<_BigBlock>(resource()).swap(_M_unpooled);
}

unsynchronized_pool_resource::unsynchronized_pool_resource(const pool_options &options, memory_resource *upstream)
    : _M_impl(options, upstream) {}
unsynchronized_pool_resource::~unsynchronized_pool_resource() {}
void unsynchronized_pool_resource::release() { _M_impl.release(); }
void *unsynchronized_pool_resource::do_allocate(size_t bytes, size_t alignment) {
    return _M_impl.allocate(bytes, alignment);
}
void unsynchronized_pool_resource::do_deallocate(void *block, size_t bytes, size_t alignment) {
    _M_impl.deallocate(block, bytes, alignment);
}

synchronized_pool_resource::synchronized_pool_resource(const pool_options &options, memory_resource *upstream)
    : _M_impl(options, upstream), _M_key() {}
synchronized_pool_resource::~synchronized_pool_resource() {}
void synchronized_pool_resource::release() {
    std::lock_guard<std::shared_mutex> alone(_M_mx);
    _M_impl.release();
}
void *synchronized_pool_resource::do_allocate(size_t bytes, size_t alignment) {
    std::lock_guard<std::shared_mutex> alone(_M_mx);
    return _M_impl.allocate(bytes, alignment);
}
void synchronized_pool_resource::do_deallocate(void *block, size_t bytes, size_t alignment) {
    std::lock_guard<std::shared_mutex> alone(_M_mx);
    _M_impl.deallocate(block, bytes, alignment);
}

} // namespace std::pmr
