/* Two queues of kernels beside the own queue of the default context, and three arrays. */
#ifndef VIEWFAB_TESTS_TWO_QUEUES_H
#define VIEWFAB_TESTS_TWO_QUEUES_H

#include <viewfab/queues.h>

#include "two_arrays.h"

static double c[CELLS];
static vf_view *c_v;
static vf_queue *first, *second;

static inline void open_two(void)
{
  begin(1, 2);
  set(c, 3);
  c_v = wrapped_line(c, CELLS, "c");
  must(vf_queue_create(NULL, "first", &first));
  must(vf_queue_create(NULL, "second", &second));
}

static inline void close_two(void)
{
  must(vf_queue_destroy(first));
  must(vf_queue_destroy(second));
  must(vf_view_release(&c_v, true));
  end();
}

static inline void fill_in(vf_queue *queue, vf_view *view, double value)
{
  must(vf_queue_begin(queue));
  fill(view, value);
  must(vf_queue_end(queue));
}

static inline void copy_in(vf_queue *queue, vf_view *from, vf_view *to)
{
  must(vf_queue_begin(queue));
  copy(from, to);
  must(vf_queue_end(queue));
}

static inline void expect_on_host(vf_view *view, const double *host, double value)
{
  must(vf_view_to_host(view, VF_READ));
  expect(host, value);
}

#endif
