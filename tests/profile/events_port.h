/* The port whose profile the test of timed events reads. On the host a device of the test stands in for a GPU: each timed event is a
 * step behind the event before, so all times are known. */
#ifndef VIEWFAB_TESTS_EVENTS_PORT_H
#define VIEWFAB_TESTS_EVENTS_PORT_H

enum { FEW = 500, MANY = 3000, PAUSED = 1100, LONG_RUN = 200000, WORKS = 7, SLAB_CELLS = 1024 };
static const double step = 0.25, short_step = 1e-5; /* seconds */

/* few: launches that fit into the list. paused: more, with a pause behind each. long: very many, without pauses. open: without the
 * end of the context. late: long launches, then a copy of few bytes. short: many short launches on arrays of two sizes. copies: many
 * copies of few bytes. work: exchanges and smooths. queues: kernels in two queues. slabs: a call that is cut. refused, both: copies of
 * an array whose pages the system does not lock, and of another one. 0, or the number of a failed demand. */
int run_port(const char *what);

#endif
