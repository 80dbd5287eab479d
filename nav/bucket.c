#include "nav/bucket.h"

#include <stdlib.h>
#include <string.h>

_Static_assert(sizeof(struct bucket) == BUCKET_BYTES, "a bucket is one cache line");

struct bucket *bucket_array(size_t count)
{
    assert(count > 0);
    if (count > SIZE_MAX / sizeof(struct bucket))
        return NULL;
    struct bucket *buckets = aligned_alloc(BUCKET_BYTES, count * sizeof *buckets);
    if (buckets)
        memset(buckets, 0, count * sizeof *buckets);
    return buckets;
}
