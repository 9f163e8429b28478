/* Messages go over MPI when the code asks for the state. So nothing is done when a call returns, as in non-blocking
 * NCCL. Each communicator has tags of its own, so a message left by an aborted communicator is never taken for
 * another. */
#include "nccl.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 64, FIRST_TAG = 20000 };

typedef struct message {
  MPI_Request request;
  char *data;
  int bytes;
  bool comes;
} message;

struct stand_in_comm {
  int ranks, rank, tag;
  message messages[MOST];
  int count;
  bool grouped, queued; /* messages are being collected; they are on their way */
  bool joining, ended;
  ncclUniqueId id, ids[MOST];
  ncclResult_t failed;
};

stand_in_control stand_in;
static struct stand_in_comm *open_group; /* with messages in the open group */
static bool group_is_open;
static int communicators;
static char last_text[128];

static ncclResult_t misuse(const char *text)
{
  stand_in.misused++;
  snprintf(last_text, sizeof last_text, "%s", text);
  fprintf(stderr, "NCCL's stand-in: %s\n", text);
  return ncclInvalidUsage;
}

static bool is_to_fail(const char *call) { return stand_in.fails && !strcmp(stand_in.fails, call); }

static ncclResult_t fail(const char *call)
{
  snprintf(last_text, sizeof last_text, "%s was told to fail", call);
  return ncclSystemError;
}

ncclResult_t ncclGetVersion(int *version)
{
  *version = is_to_fail("ncclGetVersion") ? 12800 : 22800;
  return ncclSuccess;
}

ncclResult_t ncclGetUniqueId(ncclUniqueId *id)
{
  if (is_to_fail("ncclGetUniqueId")) return fail("ncclGetUniqueId");
  memset(id, 0, sizeof *id);
  snprintf(id->internal, sizeof id->internal, "communicator %d of a stand-in", communicators + 1);
  return ncclSuccess;
}

static ncclResult_t add(ncclComm_t comm, char *data, size_t bytes, int rank, bool comes)
{
  if (comm->count == MOST || rank < 0 || rank >= comm->ranks) return misuse("a rank out of range");
  message *m = &comm->messages[comm->count++];
  *m = (message){ .request = MPI_REQUEST_NULL, .data = data, .bytes = (int)bytes, .comes = comes };
  if (comes) MPI_Irecv(data, m->bytes, MPI_BYTE, rank, comm->tag, MPI_COMM_WORLD, &m->request);
  else MPI_Isend(data, m->bytes, MPI_BYTE, rank, comm->tag, MPI_COMM_WORLD, &m->request);
  return ncclSuccess;
}

ncclResult_t ncclCommInitRankConfig(ncclComm_t *made, int ranks, ncclUniqueId id, int rank, ncclConfig_t *config)
{
  communicators++;
  if (config->blocking) return misuse("a communicator that blocks");
  if (is_to_fail("ncclCommInitRankConfig")) return fail("ncclCommInitRankConfig");
  ncclComm_t comm = calloc(1, sizeof *comm);
  *comm = (struct stand_in_comm){ .ranks = ranks, .rank = rank, .tag = FIRST_TAG + communicators, .id = id };
  for (int r = 0; r < ranks; r++) {
    add(comm, comm->id.internal, sizeof id, r, false);
    add(comm, comm->ids[r].internal, sizeof id, r, true);
  }
  comm->joining = comm->queued = true;
  stand_in.made++;
  *made = comm;
  return ncclInProgress;
}

static void finish(ncclComm_t comm)
{
  for (int r = 0; r < comm->ranks && comm->joining; r++)
    if (memcmp(&comm->ids[r], &comm->id, sizeof comm->id)) comm->failed = misuse("identifiers that differ");
  if (comm->joining) stand_in.joined++;
  for (int m = 0; m < comm->count && stand_in.corrupts && !comm->joining; m++)
    if (comm->messages[m].comes) comm->messages[m].data[0] ^= 0x55;
  if (is_to_fail("later") && !comm->joining) comm->failed = ncclRemoteError;
  comm->joining = comm->queued = false;
  comm->count = 0;
}

ncclResult_t ncclCommGetAsyncError(ncclComm_t comm, ncclResult_t *now)
{
  bool all = true;
  for (int m = 0; m < comm->count && comm->queued && !comm->failed; m++) {
    MPI_Status status;
    int done = 1, bytes = 0;
    message *at = &comm->messages[m];
    if (at->request == MPI_REQUEST_NULL) continue;
    MPI_Test(&at->request, &done, &status);
    all = all && done;
    if (!done || !at->comes) continue;
    MPI_Get_count(&status, MPI_BYTE, &bytes);
    if (bytes != at->bytes) comm->failed = misuse("a message of another size than is expected");
  }
  if (comm->queued && all && !comm->failed && !stand_in.silent) finish(comm);
  *now = comm->failed ? comm->failed : comm->queued ? ncclInProgress : ncclSuccess;
  return ncclSuccess;
}

static void forget(ncclComm_t comm)
{
  for (int m = 0; m < comm->count; m++) {
    if (comm->messages[m].request == MPI_REQUEST_NULL) continue;
    MPI_Cancel(&comm->messages[m].request);
    MPI_Request_free(&comm->messages[m].request);
  }
  if (open_group == comm) open_group = NULL;
  free(comm);
}

ncclResult_t ncclCommFinalize(ncclComm_t comm)
{
  if (comm->queued || comm->ended) return misuse("the end of what is not done");
  comm->ended = true;
  stand_in.finalized++;
  return ncclInProgress;
}

ncclResult_t ncclCommDestroy(ncclComm_t comm)
{
  if (!comm->ended) return misuse("a communicator that was not finalized");
  stand_in.destroyed++;
  forget(comm);
  return ncclSuccess;
}

ncclResult_t ncclCommAbort(ncclComm_t comm)
{
  stand_in.aborted++;
  forget(comm);
  return ncclSuccess;
}

ncclResult_t ncclGroupStart(void)
{
  if (group_is_open) return misuse("a group within a group");
  if (is_to_fail("ncclGroupStart")) return fail("ncclGroupStart");
  group_is_open = true;
  open_group = NULL;
  return ncclSuccess;
}

static ncclResult_t collect(ncclComm_t comm, char *data, size_t count, int rank, bool comes)
{
  const char *call = comes ? "ncclRecv" : "ncclSend";
  if (!group_is_open) return misuse("a message outside of a group");
  if (!data || !count) return misuse("a message of nothing");
  if (comm->queued || comm->ended) return misuse("a message while others are on their way");
  if (is_to_fail(call)) return fail(call);
  open_group = comm;
  if (comes) stand_in.receives++;
  else stand_in.sends++;
  return add(comm, data, count, rank, comes);
}

ncclResult_t ncclSend(const void *data, size_t count, ncclDataType_t type, int rank, ncclComm_t comm, void *queue)
{
  (void)type;
  (void)queue;
  return collect(comm, (char *)data, count, rank, false);
}

ncclResult_t ncclRecv(void *data, size_t count, ncclDataType_t type, int rank, ncclComm_t comm, void *queue)
{
  (void)type;
  (void)queue;
  return collect(comm, data, count, rank, true);
}

ncclResult_t ncclGroupEnd(void)
{
  if (!group_is_open) return misuse("the end of no group");
  group_is_open = false;
  if (is_to_fail("ncclGroupEnd")) return fail("ncclGroupEnd");
  if (open_group) open_group->queued = true;
  stand_in.exchanges++;
  return ncclInProgress;
}

const char *ncclGetErrorString(ncclResult_t result)
{
  return result == ncclSystemError    ? "a failure of the system"
         : result == ncclRemoteError  ? "a failure elsewhere"
         : result == ncclInvalidUsage ? "invalid usage"
                                      : "another failure";
}

const char *ncclGetLastError(ncclComm_t comm)
{
  (void)comm;
  return last_text;
}
