/*
 * Memory for the module, in the place of the C library's, which takes as much
 * code as a game. The engine asks seldom, and for few things: buffers and steps
 * that double, sheets, brains. So blocks have powers of two as sizes, and one
 * that is given back waits for the next of its size.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { SMALLEST = 6, SIZES = 32, PAGE = 65536 };

struct block {
    _Alignas(max_align_t) struct block *next; /* of its size, while it waits */
    int size;                                 /* a power of two */
};

extern char __heap_base; /* the linker's */

static struct block *waiting[SIZES];
static uintptr_t top;

static struct block *carve(int size)
{
    uintptr_t from = top ? top : (uintptr_t)&__heap_base;
    uintptr_t have = (uintptr_t)__builtin_wasm_memory_size(0) * PAGE, need;

    from = (from + sizeof(struct block) - 1) & ~(sizeof(struct block) - 1);
    need = from + ((uintptr_t)1 << size);
    if (need < from ||
        (need > have && __builtin_wasm_memory_grow(0, (need - have + PAGE - 1) /
                                                          PAGE) == SIZE_MAX))
        return NULL;
    top = need;
    return (struct block *)from;
}

static void *take(size_t bytes)
{
    struct block *block;
    int size = SMALLEST;

    while (size < SIZES && (size_t)1 << size < bytes + sizeof *block)
        size++;
    if (size == SIZES || bytes > SIZE_MAX / 2)
        return NULL;
    block = waiting[size];
    if (block)
        waiting[size] = block->next;
    else
        block = carve(size);
    if (!block)
        return NULL;
    block->size = size;
    return block + 1;
}

void *malloc(size_t bytes)
{
    return take(bytes);
}

void *calloc(size_t count, size_t each)
{
    void *new = each &&count > SIZE_MAX / each ? NULL : take(count * each);

    return new ? memset(new, 0, count * each) : NULL;
}

void free(void *old)
{
    struct block *block = (struct block *)old - 1;

    if (!old)
        return;
    block->next = waiting[block->size];
    waiting[block->size] = block;
}

void *realloc(void *old, size_t bytes)
{
    struct block *block = (struct block *)old - 1;
    size_t room = old ? ((size_t)1 << block->size) - sizeof *block : 0;
    void *new;

    if (old && bytes <= room)
        return old;
    new = take(bytes);
    if (new &&old) {
        memcpy(new, old, room);
        free(old);
    }
    return new;
}
