/* Groups of MPI processes: the table of messages over a copy of a communicator. */
#include <viewfab/group_mpi.h>

#include <limits.h>
#include <mpi.h>
#ifdef OPEN_MPI
#include <mpi-ext.h>
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../core/error.h"
#ifdef VIEWFAB_NCCL
#include "nccl_table.h"
#endif

/* The pending messages. There is room from the beginning for the largest number of messages of a group: a message
 * without memory could not even tell the other ranks. */
typedef struct pending {
  MPI_Request request;
  struct pending *next; /* next free entry */
} pending;

typedef struct state {
  MPI_Comm communicator;
  int ranks;
  int own, least;  /* values that ranks tell each other before they have a group, see agree */
  pending *places; /* [PLACES(ranks)] */
  pending *free;
  int *counts; /* [2 * ranks] lists that MPI reads during a gather of pieces of different sizes; used once at a time */
} state;

/* Each rank has a note and data in both directions, in at most two exchanges; besides, there is one call of all ranks. */
#define PLACES(ranks) (8 * (size_t)(ranks) + 2)

static const char *obstacle(void *data)
{
  int flag = 0;
  (void)data;
  if (MPI_Initialized(&flag) || !flag) return "MPI_Init was not called";
  if (MPI_Finalized(&flag) || flag) return "MPI_Finalize was called";
  return NULL;
}

static bool make_places(state *s)
{
  s->places = calloc(PLACES(s->ranks), sizeof *s->places);
  s->counts = calloc(2 * (size_t)s->ranks, sizeof *s->counts);
  if (!s->places || !s->counts) return false;
  for (size_t p = 0; p < PLACES(s->ranks); p++) {
    s->places[p].next = s->free;
    s->free = &s->places[p];
  }
  return true;
}

static pending *new_pending(state *s)
{
  pending *p = s->free;
  if (p) s->free = p->next;
  if (p) p->request = MPI_REQUEST_NULL;
  return p;
}

static void end_pending(state *s, pending *p)
{
  p->next = s->free;
  s->free = p;
}

static int begun(state *s, int code, pending *p, void **request)
{
  if (code) end_pending(s, p);
  else *request = p;
  return code;
}

static int gather(void *data, const void *mine, size_t bytes, void *all, void **request)
{
  state *s = data;
  if (bytes > INT_MAX) return MPI_ERR_COUNT;
  pending *p = new_pending(s);
  if (!p) return MPI_ERR_NO_MEM;
  const int count = (int)bytes;
  return begun(s, MPI_Iallgather(mine, count, MPI_BYTE, all, count, MPI_BYTE, s->communicator, &p->request), p,
               request);
}

static int gather_lists(void *data, const void *mine, size_t bytes, void *all, const size_t *sizes, void **request)
{
  state *s = data;
  size_t total = 0;
  int code = 0;
  pending *p = new_pending(s);
  if (!p) return MPI_ERR_NO_MEM;
  for (int r = 0; r < s->ranks && !code; r++) {
    code = total > INT_MAX || sizes[r] > INT_MAX ? MPI_ERR_COUNT : 0;
    s->counts[r] = (int)sizes[r];
    s->counts[s->ranks + r] = (int)total;
    total += sizes[r];
  }
  if (!code)
    code = MPI_Iallgatherv(mine, (int)bytes, MPI_BYTE, all, s->counts, s->counts + s->ranks, MPI_BYTE, s->communicator,
                           &p->request);
  return begun(s, code, p, request);
}

static int send(void *data, const void *from, size_t bytes, int rank, int tag, void **request)
{
  state *s = data;
  if (bytes > INT_MAX) return MPI_ERR_COUNT;
  pending *p = new_pending(s);
  if (!p) return MPI_ERR_NO_MEM;
  return begun(s, MPI_Isend(from, (int)bytes, MPI_BYTE, rank, tag, s->communicator, &p->request), p, request);
}

static int receive(void *data, void *to, size_t bytes, int rank, int tag, void **request)
{
  state *s = data;
  const int room = bytes > INT_MAX ? INT_MAX : (int)bytes;
  pending *p = new_pending(s);
  if (!p) return MPI_ERR_NO_MEM;
  return begun(s, MPI_Irecv(to, room, MPI_BYTE, rank, tag, s->communicator, &p->request), p, request);
}

static int test(void *data, void **request, bool *done)
{
  pending *p = *request;
  int flag = 0;
  const int code = MPI_Test(&p->request, &flag, MPI_STATUS_IGNORE);
  *done = !code && flag;
  if (!code && !flag) return 0;
  end_pending(data, p);
  *request = NULL;
  return code;
}

static void error_text(void *data, int code, char *text, size_t size)
{
  char whole[MPI_MAX_ERROR_STRING + 1] = "";
  int length = 0;
  (void)data;
  if (code == MPI_ERR_COUNT) snprintf(text, size, "more than 2 GiB in one message");
  else if (MPI_Error_string(code, whole, &length)) snprintf(text, size, "error %d", code);
  else snprintf(text, size, "%s", whole);
}

/* Open MPI and MPICH each have a function of their own. Other libraries have none. */
static int takes_device_memory(void *data, const char *device)
{
  (void)data;
  const bool cuda = !strcmp(device, "cuda"), hip = !strcmp(device, "hip");
#if defined(OMPI_HAVE_MPI_EXT_CUDA) && OMPI_HAVE_MPI_EXT_CUDA
  if (cuda) return MPIX_Query_cuda_support() ? 1 : -1;
#endif
#if defined(OMPI_HAVE_MPI_EXT_ROCM) && OMPI_HAVE_MPI_EXT_ROCM
  if (hip) return MPIX_Query_rocm_support() ? 1 : -1;
#endif
#if defined(MPIX_GPU_SUPPORT_CUDA) && defined(MPIX_GPU_SUPPORT_HIP)
  int able = 0;
  if ((cuda || hip) && !MPIX_GPU_query_support(cuda ? MPIX_GPU_SUPPORT_CUDA : MPIX_GPU_SUPPORT_HIP, &able))
    return able ? 1 : -1;
#endif
  (void)cuda;
  (void)hip;
  return 0;
}

static int end(void *data)
{
  state *s = data;
  const int code = obstacle(NULL) ? 0 : MPI_Comm_free(&s->communicator);
  free(s->places);
  free(s->counts);
  free(s);
  return code;
}

static vf_status failure(vf_status status, const char *what, int code)
{
  char text[512], reason[256] = "";
  if (code) error_text(NULL, code, reason, sizeof reason);
  snprintf(text, sizeof text, "vf_group_create_mpi: %s%s%s", what, code ? ": " : "", reason);
  return (vf_status)vfi_error_report(status, text);
}

/* For ranks without a communicator of the group. */
static vf_status wait_for_all(MPI_Request *request, const char *what)
{
  double wait = 0;
  (void)vf_messages_wait(&wait); /* a wrong setting is refused once the ranks can agree on the refusal */
  const double began = MPI_Wtime();
  int done = 0, code = 0;
  while (!code && !done) {
    code = MPI_Test(request, &done, MPI_STATUS_IGNORE);
    if (!done && wait > 0 && MPI_Wtime() - began > wait) {
      char text[128];
      snprintf(text, sizeof text, "not all processes of the communicator called it within %g seconds (VF_WAIT)", wait);
      return failure(VF_ERROR_PEER, text, 0);
    }
  }
  return code ? failure(VF_ERROR_PEER, what, code) : VF_OK;
}

/* A copy of the communicator with returned errors. MPI_Comm_dup would wait for ever for a process that does not call
 * it. */
static vf_status copy(MPI_Comm from, MPI_Comm *to)
{
  static const char what[] = "copying the communicator";
  MPI_Request request;
  int code = MPI_Comm_idup(from, to, &request);
  if (code) return failure(VF_ERROR_PEER, what, code);
  const vf_status status = wait_for_all(&request, what);
  if (status) return status;
  code = MPI_Comm_set_errhandler(*to, MPI_ERRORS_RETURN);
  return code ? failure(VF_ERROR_PEER, what, code) : VF_OK;
}

typedef enum refusal { NONE, NO_MEMORY, NO_GROUP, REFUSALS } refusal;
static const char *const reasons[] = { "", "no host memory", "group is NULL" };
static const vf_status statuses[] = { VF_OK, VF_ERROR_MEMORY, VF_ERROR_NULL };

/* Ranks tell each other why they cannot go on. */
static vf_status agree(state *s, int rank, refusal own)
{
  MPI_Request request;
  s->own = own ? rank * REFUSALS + (int)own : INT_MAX;
  s->least = INT_MAX;
  const int code = MPI_Iallreduce(&s->own, &s->least, 1, MPI_INT, MPI_MIN, s->communicator, &request);
  if (code) return failure(VF_ERROR_PEER, "the first message", code);
  const vf_status status = wait_for_all(&request, "the first message");
  if (status) return status;
  if (own) return failure(statuses[own], reasons[own], 0);
  if (s->least == INT_MAX) return VF_OK;
  char text[96];
  snprintf(text, sizeof text, "it failed on rank %d: %s", s->least / REFUSALS, reasons[s->least % REFUSALS]);
  return failure(VF_ERROR_PEER, text, 0);
}

static vf_messages table_of(state *s, int rank)
{
  vf_messages messages = { .name = "MPI",
                           .rank = rank,
                           .ranks = s->ranks,
                           .state = s,
                           .obstacle = obstacle,
                           .gather = gather,
                           .gather_lists = gather_lists,
                           .send = send,
                           .receive = receive,
                           .test = test,
                           .error_text = error_text,
                           .takes_device_memory = takes_device_memory,
                           .end = end };
#ifdef VIEWFAB_NCCL
  messages.queued = vfi_nccl_messages();
#endif
  return messages;
}

/* A rank that refuses takes part until the other ranks know: they would wait in the copy, and pair with the next copy.
 * An unfinished copy may still be written, so its memory stays. */
static vf_status create(MPI_Comm given, vf_context *context, vf_group **group)
{
  static state spare; /* of a process without memory */
  state *own = calloc(1, sizeof *own), *s = own ? own : &spare;
  int rank = 0;
  vf_status status = copy(given, &s->communicator);
  // cppcheck-suppress memleak
  if (status) return status;
  MPI_Comm_rank(s->communicator, &rank);
  MPI_Comm_size(s->communicator, &s->ranks);
  status = agree(s, rank, !group ? NO_GROUP : !own || !make_places(own) ? NO_MEMORY : NONE);
  if (status && s->least != INT_MAX) {
    if (own) end(own);
    else MPI_Comm_free(&spare.communicator);
  }
  if (status) return status;
  const vf_messages messages = table_of(own, rank);
  return vf_group_create(&messages, context, group);
}

vf_status vf_group_create_mpi(int communicator, vf_context *context, vf_group **group)
{
  if (group) *group = NULL;
  const char *why = obstacle(NULL);
  if (why) return failure(VF_ERROR_STATE, why, 0);
  const MPI_Comm given = MPI_Comm_f2c((MPI_Fint)communicator);
  int between = 0;
  if (given == MPI_COMM_NULL) return failure(VF_ERROR_ARGUMENT, "there is no communicator", 0);
  const int code = MPI_Comm_test_inter(given, &between);
  if (code) return failure(VF_ERROR_ARGUMENT, "the communicator", code);
  if (between) return failure(VF_ERROR_ARGUMENT, "the communicator is one between two groups of processes", 0);
  return create(given, context, group);
}
