/* What Numba's code calls that no C library has. */
#include <stdint.h>

/* Another shape for an array in C order, without a copy. One in another order is refused, as by Numba where
   it would have to copy. */
int numba_attempt_nocopy_reshape(int64_t nd, const int64_t *dims, const int64_t *strides, int64_t newnd,
                                 const int64_t *newdims, int64_t *newstrides, int64_t itemsize, int is_f_order)
{
    int64_t step = itemsize;
    for (int64_t k = nd - 1; k >= 0; k--) {
        if (dims[k] != 1 && strides[k] != step)
            return 0;
        step *= dims[k];
    }
    step = itemsize;
    for (int64_t k = newnd - 1; k >= 0; k--) {
        newstrides[k] = step;
        step *= newdims[k];
    }
    return !is_f_order;
}
