/* Polymorphic memory resources that keep memory; those that do not are in cxxutility.c. */
#include "base.h"
#include <algorithm>
#include <memory_resource>
#include <mutex>

namespace std::pmr {

/* ---- monotonic_buffer_resource ---- */

/* Who sees what is asked of the resource upstream sees the sizes of libstdc++, which is copied in them. */
constexpr std::size_t unit = 64;

/* At the end of each buffer. Its size is a multiple of `unit`; in the lower bits stands the alignment's exponent. */
class monotonic_buffer_resource::_Chunk {
public:
    size_t size_and_exponent;
    _Chunk *next;
};

monotonic_buffer_resource::~monotonic_buffer_resource() { release(); }

void monotonic_buffer_resource::_M_new_buffer(size_t bytes, size_t alignment) {
    size_t wanted = std::max(bytes, _M_next_bufsiz);
    size_t size = (wanted + sizeof(_Chunk) + unit - 1) / unit * unit;
    size_t aligned = std::max(alignment, alignof(max_align_t));
    /* Nobody has that much; how the resource says so is its own affair. */
    if (size < wanted) size = -1, aligned = ~(SIZE_MAX >> 1);
    void *buffer = _M_upstream->allocate(size, aligned);
    if (size % unit != 0) __bmc_unsupported("a resource that gives more memory than there is");
    void *end = (char *)buffer + size - sizeof(_Chunk);
    _M_head = ::new (end) _Chunk{size + (size_t)__builtin_ctzll(aligned), _M_head};
    _M_current_buf = buffer;
    _M_avail = size - sizeof(_Chunk);
    _M_next_bufsiz *= _S_growth_factor;
}

void monotonic_buffer_resource::_M_release_buffers() noexcept {
    _Chunk *chunk = _M_head;
    _M_head = nullptr;
    while (chunk != nullptr) {
        size_t size = chunk->size_and_exponent / unit * unit, exponent = chunk->size_and_exponent % unit;
        void *buffer = (char *)(chunk + 1) - size;
        chunk = chunk->next;
        _M_upstream->deallocate(buffer, size, (size_t)1 << exponent);
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
