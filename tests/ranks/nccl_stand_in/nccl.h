/* A stand-in of NCCL for tests without GPUs: the functions that viewfab calls, for memory of the host and over MPI. It
 * is not NCCL. */
#ifndef NCCL_STAND_IN_H
#define NCCL_STAND_IN_H

#include <stdbool.h>
#include <stddef.h>

#define NCCL_MAJOR 2

typedef struct stand_in_comm *ncclComm_t;
typedef struct ncclUniqueId {
  char internal[128];
} ncclUniqueId;
typedef enum ncclResult_t {
  ncclSuccess = 0,
  ncclSystemError = 2,
  ncclInvalidArgument = 4,
  ncclInvalidUsage = 5,
  ncclRemoteError = 6,
  ncclInProgress = 7
} ncclResult_t;
typedef enum ncclDataType_t { ncclInt8 = 0 } ncclDataType_t;
typedef struct ncclConfig_t {
  int blocking;
} ncclConfig_t;
#define NCCL_CONFIG_INITIALIZER \
  {                             \
    1                           \
  }

ncclResult_t ncclGetVersion(int *version);
ncclResult_t ncclGetUniqueId(ncclUniqueId *id);
ncclResult_t ncclCommInitRankConfig(ncclComm_t *comm, int ranks, ncclUniqueId id, int rank, ncclConfig_t *config);
ncclResult_t ncclCommGetAsyncError(ncclComm_t comm, ncclResult_t *now);
ncclResult_t ncclCommFinalize(ncclComm_t comm);
ncclResult_t ncclCommDestroy(ncclComm_t comm);
ncclResult_t ncclCommAbort(ncclComm_t comm);
ncclResult_t ncclGroupStart(void);
ncclResult_t ncclGroupEnd(void);
ncclResult_t ncclSend(const void *data, size_t count, ncclDataType_t type, int rank, ncclComm_t comm, void *queue);
ncclResult_t ncclRecv(void *data, size_t count, ncclDataType_t type, int rank, ncclComm_t comm, void *queue);
const char *ncclGetErrorString(ncclResult_t result);
const char *ncclGetLastError(ncclComm_t comm);

/* ---- Of the stand-in alone ------------------------------------------------------------------------------ */

/* The failures on this rank, and the calls made. Misuse is a use that NCCL does not allow; such a call fails too. */
typedef struct stand_in_control {
  const char *fails; /* name of the failing call, "ncclSend"; "later": the state after the next exchange; NULL: none */
  bool silent;       /* begun messages never end */
  bool corrupts;     /* messages arrive with other bits */
  int made, joined, exchanges, sends, receives, finalized, destroyed, aborted, misused;
} stand_in_control;
extern stand_in_control stand_in;

#endif
