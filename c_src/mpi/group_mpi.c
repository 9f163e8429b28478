/* Groups of MPI processes: the table of messages over a copy of a communicator. */
#include <viewfab/group_mpi.h>

#include <limits.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../core/error.h"
#ifdef VIEWFAB_NCCL
#include "nccl_table.h"
#endif

typedef struct state {
  MPI_Comm communicator;
} state;

/* What is pending: a request, and lists that MPI reads until it is done. */
typedef struct pending {
  MPI_Request request;
  int *counts; /* NULL: none */
} pending;

static const char *obstacle(void *data)
{
  int flag = 0;
  (void)data;
  if (MPI_Initialized(&flag) || !flag) return "MPI_Init was not called";
  if (MPI_Finalized(&flag) || flag) return "MPI_Finalize was called";
  return NULL;
}

static pending *new_pending(size_t ints)
{
  pending *p = malloc(sizeof *p);
  if (!p) return NULL;
  *p = (pending){ .request = MPI_REQUEST_NULL, .counts = ints ? malloc(ints * sizeof(int)) : NULL };
  if (!ints || p->counts) return p;
  free(p);
  return NULL;
}

static int begun(int code, pending *p, void **request)
{
  if (!code) {
    *request = p;
    return 0;
  }
  free(p->counts);
  free(p);
  return code;
}

static int gather(void *data, const void *mine, size_t bytes, void *all, void **request)
{
  const state *s = data;
  if (bytes > INT_MAX) return MPI_ERR_COUNT;
  pending *p = new_pending(0);
  if (!p) return MPI_ERR_NO_MEM;
  const int count = (int)bytes;
  return begun(MPI_Iallgather(mine, count, MPI_BYTE, all, count, MPI_BYTE, s->communicator, &p->request), p, request);
}

static int gather_lists(void *data, const void *mine, size_t bytes, void *all, const size_t *sizes, void **request)
{
  const state *s = data;
  int ranks = 0;
  size_t total = 0;
  int code = MPI_Comm_size(s->communicator, &ranks);
  if (code) return code;
  pending *p = new_pending(2 * (size_t)ranks);
  if (!p) return MPI_ERR_NO_MEM;
  for (int r = 0; r < ranks && !code; r++) {
    code = total > INT_MAX || sizes[r] > INT_MAX ? MPI_ERR_COUNT : 0;
    p->counts[r] = (int)sizes[r];
    p->counts[ranks + r] = (int)total;
    total += sizes[r];
  }
  if (!code)
    code = MPI_Iallgatherv(mine, (int)bytes, MPI_BYTE, all, p->counts, p->counts + ranks, MPI_BYTE, s->communicator,
                           &p->request);
  return begun(code, p, request);
}

static int send(void *data, const void *from, size_t bytes, int rank, int tag, void **request)
{
  const state *s = data;
  if (bytes > INT_MAX) return MPI_ERR_COUNT;
  pending *p = new_pending(0);
  if (!p) return MPI_ERR_NO_MEM;
  return begun(MPI_Isend(from, (int)bytes, MPI_BYTE, rank, tag, s->communicator, &p->request), p, request);
}

static int receive(void *data, void *to, size_t bytes, int rank, int tag, void **request)
{
  const state *s = data;
  const int room = bytes > INT_MAX ? INT_MAX : (int)bytes;
  pending *p = new_pending(0);
  if (!p) return MPI_ERR_NO_MEM;
  return begun(MPI_Irecv(to, room, MPI_BYTE, rank, tag, s->communicator, &p->request), p, request);
}

static int test(void *data, void **request, bool *done)
{
  pending *p = *request;
  int flag = 0;
  (void)data;
  const int code = MPI_Test(&p->request, &flag, MPI_STATUS_IGNORE);
  *done = !code && flag;
  if (!code && !flag) return 0;
  free(p->counts);
  free(p);
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

static int end(void *data)
{
  state *s = data;
  const int code = obstacle(NULL) ? 0 : MPI_Comm_free(&s->communicator);
  free(s);
  return code;
}

static vf_status failure(vf_status status, const char *what, int code)
{
  char text[512], reason[256] = "";
  if (code) error_text(NULL, code, reason, sizeof reason);
  snprintf(text, sizeof text, "vf_group_create_mpi: %s%s%s", what, code ? ": " : "", reason);
  return (vf_status)vf_error_report(status, text);
}

/* A copy of the communicator whose errors come back. MPI_Comm_dup would wait for ever for a process that does not call it. */
static vf_status copy(MPI_Comm from, MPI_Comm *to)
{
  double wait = 0;
  (void)vf_messages_wait(&wait); /* a wrong setting is refused once the ranks can agree on that */
  const double began = MPI_Wtime();
  MPI_Request request;
  int done = 0, code = MPI_Comm_idup(from, to, &request);
  while (!code && !done) {
    code = MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    if (!done && wait > 0 && MPI_Wtime() - began > wait) {
      char text[128];
      snprintf(text, sizeof text, "not all processes of the communicator called it within %g seconds (VF_WAIT)", wait);
      return failure(VF_ERROR_PEER, text, 0);
    }
  }
  if (!code) code = MPI_Comm_set_errhandler(*to, MPI_ERRORS_RETURN);
  return code ? failure(VF_ERROR_PEER, "copying the communicator", code) : VF_OK;
}

vf_status vf_group_create_mpi(int communicator, vf_context *context, vf_group **group)
{
  if (!group) return failure(VF_ERROR_NULL, "group is NULL", 0);
  *group = NULL;
  const char *why = obstacle(NULL);
  if (why) return failure(VF_ERROR_STATE, why, 0);
  const MPI_Comm given = MPI_Comm_f2c((MPI_Fint)communicator);
  int between = 0;
  if (given == MPI_COMM_NULL) return failure(VF_ERROR_ARGUMENT, "there is no communicator", 0);
  const int code = MPI_Comm_test_inter(given, &between);
  if (code) return failure(VF_ERROR_ARGUMENT, "the communicator", code);
  if (between) return failure(VF_ERROR_ARGUMENT, "the communicator is one between two groups of processes", 0);
  state *s = malloc(sizeof *s);
  if (!s) return failure(VF_ERROR_MEMORY, "no host memory", 0);
  const vf_status status = copy(given, &s->communicator);
  if (status) return status; /* the copy may still come */
  vf_messages messages = { .name = "MPI",
                           .state = s,
                           .obstacle = obstacle,
                           .gather = gather,
                           .gather_lists = gather_lists,
                           .send = send,
                           .receive = receive,
                           .test = test,
                           .error_text = error_text,
                           .end = end };
#ifdef VIEWFAB_NCCL
  messages.queued = vf_nccl_messages();
#endif
  MPI_Comm_rank(s->communicator, &messages.rank);
  MPI_Comm_size(s->communicator, &messages.ranks);
  return vf_group_create(&messages, context, group);
}
