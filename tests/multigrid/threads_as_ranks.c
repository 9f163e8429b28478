#define _GNU_SOURCE
#include "threads_as_ranks.h"

#include <pthread.h>
#include <string.h>

#include <viewfab/viewfab.h>

enum { MOST = 16 };

typedef struct mail {
  const void *data;
  size_t bytes;
  const vfi_parcel *out;
  int out_count;
} mail;

static struct meeting {
  pthread_barrier_t barrier;
  mail of[MOST];
  long bytes, swaps;
} meeting;

typedef struct thread {
  vfi_wire wire;
  int rank;
  void (*work)(const vfi_wire *wire, void *data);
  void *data;
} thread;

static void meet(void) { pthread_barrier_wait(&meeting.barrier); }

static vf_status gather(void *state, const char *call, const void *mine, size_t bytes, void *all)
{
  const thread *me = state;
  (void)call;
  meeting.of[me->rank] = (mail){ .data = mine, .bytes = bytes };
  meet();
  for (int r = 0; r < me->wire.ranks; r++) memcpy((char *)all + (size_t)r * bytes, meeting.of[r].data, bytes);
  meet();
  return VF_OK;
}

static vf_status agree(void *state, const char *call, vf_status status)
{
  const thread *me = state;
  vf_status all[MOST];
  gather(state, call, &status, sizeof status, all);
  for (int r = 0; r < me->wire.ranks && !status; r++)
    if (all[r]) status = VF_ERROR_PEER;
  return status;
}

static vf_status swap(void *state, const vfi_engine *engine, const char *call, const vfi_parcel *out, int out_count,
                      const vfi_parcel *in, int in_count)
{
  const thread *me = state;
  (void)engine;
  (void)call;
  meeting.of[me->rank] = (mail){ .out = out, .out_count = out_count };
  meet();
  int next[MOST] = { 0 };
  long bytes = 0;
  for (int p = 0; p < in_count; p++) {
    const mail *from = &meeting.of[in[p].rank];
    int *at = &next[in[p].rank];
    while (*at < from->out_count && from->out[*at].rank != me->rank) ++*at;
    if (*at == from->out_count || from->out[*at].bytes != in[p].bytes)
      return VF_ERROR_PEER; /* the others hang: a test fails */
    memcpy(in[p].at, from->out[(*at)++].at, in[p].bytes);
    bytes += (long)in[p].bytes;
  }
  meet();
  __atomic_fetch_add(&meeting.bytes, bytes, __ATOMIC_RELAXED);
  if (me->rank == 0) meeting.swaps++;
  return VF_OK;
}

static void *start(void *data)
{
  thread *me = data;
  me->work(&me->wire, me->data);
  return NULL;
}

void threads_as_ranks(int ranks, void (*work)(const vfi_wire *wire, void *data), void *data)
{
  thread threads[MOST];
  pthread_t ids[MOST];
  pthread_barrier_init(&meeting.barrier, NULL, (unsigned)ranks);
  meeting.bytes = meeting.swaps = 0;
  for (int r = 0; r < ranks; r++) {
    threads[r] = (thread){ .rank = r, .work = work, .data = data };
    threads[r].wire = (vfi_wire){ r, ranks, &threads[r], gather, agree, swap, NULL, NULL };
    pthread_create(&ids[r], NULL, start, &threads[r]);
  }
  for (int r = 0; r < ranks; r++) pthread_join(ids[r], NULL);
  pthread_barrier_destroy(&meeting.barrier);
}

long threads_bytes(void) { return meeting.bytes; }
long threads_swaps(void) { return meeting.swaps; }
