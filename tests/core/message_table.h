/* A table of messages (messages.h) between two processes, a test and its child, by shared memory. A chosen call fails. */
#ifndef VIEWFAB_TESTS_MESSAGE_TABLE_H
#define VIEWFAB_TESTS_MESSAGE_TABLE_H

#include "testing.h"

#include <stdatomic.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <viewfab/group.h>

enum { ROOM = 1 << 17, PENDING = 16 };

typedef struct letter_box {
  atomic_int sent, taken; /* messages so far */
  unsigned char letter[ROOM];
} letter_box;

/* Memory of both processes. */
typedef struct post_office {
  atomic_int gathers[2];              /* begun by a rank so far */
  unsigned char gathered[2][2][ROOM]; /* [number of the gather modulo 2][rank] */
  letter_box boxes[2][2];             /* [from][to] */
} post_office;

typedef enum kind { NONE, GATHER, SEND, SENT, RECEIVE } kind;

typedef struct request {
  kind kind;
  int number, rank;
  size_t sizes[2]; /* of a gather: bytes of each rank */
  const void *from;
  unsigned char *to;
  size_t bytes;
} request;

typedef struct table {
  post_office *office;
  int rank, gathers;
  int able;     /* answer to the question about device memory */
  bool damages; /* changes a byte of each message */
  int fails_at; /* the number of the failing call, among begins and ends of gathers and messages; 0: none */
  int calls;
  request requests[PENDING];
} table;

enum { REFUSED = 7 };

static inline bool fails(table *t) { return ++t->calls == t->fails_at; }

static inline int begin(table *t, const request *wanted, void **out)
{
  if (fails(t)) return REFUSED;
  for (int r = 0; r < PENDING; r++)
    if (!t->requests[r].kind) {
      t->requests[r] = *wanted;
      *out = &t->requests[r];
      return 0;
    }
  return 1;
}

static inline const char *obstacle(void *state) { return state ? NULL : "there is no table"; }

static inline int gather_lists(void *state, const void *mine, size_t bytes, void *all, const size_t *sizes, void **out)
{
  table *t = state;
  const request wanted = { .kind = GATHER, .number = t->gathers + 1, .sizes = { sizes[0], sizes[1] }, .to = all };
  const int code = bytes > ROOM ? 1 : begin(t, &wanted, out);
  if (code) return code;
  memcpy(t->office->gathered[wanted.number % 2][t->rank], mine, bytes);
  atomic_store(&t->office->gathers[t->rank], ++t->gathers);
  return 0;
}

static inline int gather(void *state, const void *mine, size_t bytes, void *all, void **out)
{
  const size_t sizes[2] = { bytes, bytes };
  return gather_lists(state, mine, bytes, all, sizes, out);
}

static inline bool gathered(table *t, const request *r)
{
  post_office *office = t->office;
  if (atomic_load(&office->gathers[1 - t->rank]) < r->number) return false;
  memcpy(r->to, office->gathered[r->number % 2][0], r->sizes[0]);
  memcpy(r->to + r->sizes[0], office->gathered[r->number % 2][1], r->sizes[1]);
  return true;
}

static inline bool sent(table *t, const request *r)
{
  letter_box *box = &t->office->boxes[t->rank][r->rank];
  if (atomic_load(&box->sent) != atomic_load(&box->taken)) return false;
  memcpy(box->letter, r->from, r->bytes);
  if (t->damages && r->bytes) box->letter[r->bytes / 2] ^= 1;
  atomic_fetch_add(&box->sent, 1);
  return true;
}

static inline bool received(table *t, const request *r)
{
  letter_box *box = &t->office->boxes[r->rank][t->rank];
  if (atomic_load(&box->sent) == atomic_load(&box->taken)) return false;
  memcpy(r->to, box->letter, r->bytes);
  atomic_fetch_add(&box->taken, 1);
  return true;
}

/* Messages leave in each test, because a process may wait for an answer first. */
static inline void post(table *t)
{
  for (int r = 0; r < PENDING; r++)
    if (t->requests[r].kind == SEND && sent(t, &t->requests[r])) t->requests[r].kind = SENT;
}

static inline int test(void *state, void **pending, bool *done)
{
  table *t = state;
  request *r = *pending;
  post(t);
  *done = r->kind == GATHER ? gathered(t, r) : r->kind == RECEIVE ? received(t, r) : r->kind == SENT;
  if (!*done) return 0;
  r->kind = NONE;
  *pending = NULL;
  return fails(t) ? REFUSED : 0;
}

static inline int send(void *state, const void *data, size_t bytes, int rank, int tag, void **out)
{
  (void)tag; /* messages between two processes arrive in the order of the sends */
  const request wanted = { .kind = SEND, .rank = rank, .from = data, .bytes = bytes };
  return bytes > ROOM ? 1 : begin(state, &wanted, out);
}

static inline int receive(void *state, void *data, size_t bytes, int rank, int tag, void **out)
{
  (void)tag;
  const request wanted = { .kind = RECEIVE, .rank = rank, .to = data, .bytes = bytes };
  return bytes > ROOM ? 1 : begin(state, &wanted, out);
}

static inline void error_text(void *state, int code, char *text, size_t size)
{
  (void)state;
  snprintf(text, size, "error %d", code);
}

static inline int takes_device_memory(void *state, const char *device)
{
  (void)device;
  return ((table *)state)->able;
}

static inline int end(void *state)
{
  (void)state; /* of the test */
  return 0;
}

static inline vf_messages messages_of(table *t, bool asks)
{
  return (vf_messages){ .name = "shared memory",
                        .rank = t->rank,
                        .ranks = 2,
                        .state = t,
                        .obstacle = obstacle,
                        .gather = gather,
                        .gather_lists = gather_lists,
                        .send = send,
                        .receive = receive,
                        .test = test,
                        .error_text = error_text,
                        .end = end,
                        .takes_device_memory = asks ? takes_device_memory : NULL };
}

#endif
