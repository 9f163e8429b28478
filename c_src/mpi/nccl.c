/* NCCL. Its library has 200 MB. The library is loaded at its first use, so programs that do not use NCCL neither load
 * nor need the library. Communicators do not block: a thread of NCCL goes on with a begun operation, and errors come
 * back by the state. */
#include "nccl_table.h"

#include <dlfcn.h>
#include <nccl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* VF_NCCL_FOUND is the path of the library from the build; this path is tried if the system finds no library. */

/* The device whose memory the library sends; tests have a stand-in for the host. */
#ifndef VF_NCCL_DEVICE
#define VF_NCCL_DEVICE "cuda"
#endif

/* Communicators that share links with another communicator. */
#if defined(NCCL_VERSION_CODE) && NCCL_VERSION_CODE >= 21800
#define HASTENS
#define NEWER_CALLS(X) X(CommSplit)
#else
#define NEWER_CALLS(X)
#endif

/* The used functions; NCCL 2.14 has all of them but the newer functions. */
#define CALLS(X)        \
  X(GetVersion)         \
  X(GetUniqueId)        \
  X(CommInitRankConfig) \
  X(CommGetAsyncError)  \
  X(CommFinalize)       \
  X(CommDestroy)        \
  X(CommAbort)          \
  X(GroupStart)         \
  X(GroupEnd)           \
  X(Send)               \
  X(Recv)               \
  X(GetErrorString)     \
  X(GetLastError)       \
  NEWER_CALLS(X)

/* The functions, with the types of the header. */
static struct {
#define MEMBER(name) __typeof__(&nccl##name) name;
  CALLS(MEMBER)
#undef MEMBER
} nccl;

static void *library;
static char why_not[256];

_Static_assert(sizeof(ncclUniqueId) <= VF_QUEUED_ID_BYTES, "identifiers of NCCL have more bytes");

static void load(void)
{
  const char *path = getenv("VF_NCCL_LIBRARY");
  const char *wanted = path && *path ? path : "libnccl.so.2";
  int version = 0;
  library = dlopen(wanted, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char *text = dlerror();
    snprintf(why_not, sizeof why_not, "NCCL cannot be loaded: %.200s", text ? text : wanted);
  }
#ifdef VF_NCCL_FOUND
  if (!library && !(path && *path)) library = dlopen(VF_NCCL_FOUND, RTLD_NOW | RTLD_LOCAL);
#endif
  if (!library) return;
  why_not[0] = 0;
#define FIND(name)                                                                                                \
  if (!why_not[0]) {                                                                                              \
    void *found = dlsym(library, "nccl" #name);                                                                   \
    memcpy(&nccl.name, &found, sizeof found);                                                                     \
    if (!found) snprintf(why_not, sizeof why_not, "%.150s has no nccl" #name ", a newer NCCL is needed", wanted); \
  }
  CALLS(FIND)
#undef FIND
  /* A library of another main version has other types; an older library may not know the whole configuration. */
  if (!why_not[0] && (nccl.GetVersion(&version) != ncclSuccess || version / 10000 != NCCL_MAJOR))
    snprintf(why_not, sizeof why_not, "%.150s has version %d, and viewfab was built for NCCL %d", wanted, version,
             NCCL_MAJOR);
}

static const char *obstacle(void)
{
  if (!library) load();
  return why_not[0] ? why_not : NULL;
}

static int code_of(ncclResult_t result) { return result == ncclInProgress ? VF_QUEUED_PENDING : (int)result; }

static int make_id(void *id)
{
  ncclUniqueId made;
  const ncclResult_t result = nccl.GetUniqueId(&made);
  if (result == ncclSuccess) memcpy(id, &made, sizeof made);
  return code_of(result);
}

/* A communicator that does not block starts a thread for each exchange, and the thread takes longer than the exchange.
 * So this communicator hands its links, once they exist, to a blocking communicator. Calls of the blocking communicator
 * then wait for nobody. */
typedef struct wire {
  int rank;
  ncclComm_t now, first; /* the communicator in use; its source, NULL: none */
  ncclComm_t next;       /* the communicator that is being made */
} wire;

static int begin(const void *id, int rank, int ranks, void **made)
{
  ncclUniqueId given;
  ncclConfig_t config = NCCL_CONFIG_INITIALIZER;
  wire *w = calloc(1, sizeof *w);
  *made = NULL;
  if (!w) return ncclSystemError;
  config.blocking = 0;
  w->rank = rank;
  memcpy(&given, id, sizeof given);
  const ncclResult_t result = nccl.CommInitRankConfig(&w->now, ranks, given, rank, &config);
  const int code = code_of(result);
  if (!code || code == VF_QUEUED_PENDING) {
    *made = w;
    return code;
  }
  if (w->now) nccl.CommAbort(w->now);
  free(w);
  return code;
}

static int state(void *data)
{
  wire *w = data;
  ncclResult_t now = ncclSuccess;
  const ncclResult_t result = nccl.CommGetAsyncError(w->now, &now);
  const int code = code_of(result == ncclSuccess ? now : result);
  if (code == 0 && w->next) {
    w->first = w->now;
    w->now = w->next;
    w->next = NULL;
  }
  return code;
}

#ifdef HASTENS
static int hasten(void *data)
{
  wire *w = data;
  ncclConfig_t config = NCCL_CONFIG_INITIALIZER;
  config.blocking = 1;
  config.splitShare = 1;
  return code_of(nccl.CommSplit(w->now, 0, w->rank, &w->next, &config));
}
#endif

static int open_exchange(void *data)
{
  (void)data;
  return code_of(nccl.GroupStart());
}

static int send(void *data, const void *bytes, size_t count, int rank, void *queue)
{
  const wire *w = data;
  return code_of(nccl.Send(bytes, count, ncclInt8, rank, w->now, queue));
}

static int receive(void *data, void *bytes, size_t count, int rank, void *queue)
{
  const wire *w = data;
  return code_of(nccl.Recv(bytes, count, ncclInt8, rank, w->now, queue));
}

static int close_exchange(void *data)
{
  (void)data;
  return code_of(nccl.GroupEnd());
}

static int end(void *data)
{
  wire *w = data;
  if (w->first) {
    ncclResult_t result = nccl.CommFinalize(w->now);
    if (result == ncclSuccess) result = nccl.CommDestroy(w->now);
    if (result != ncclSuccess) return code_of(result);
    w->now = w->first;
    w->first = NULL;
  }
  return code_of(nccl.CommFinalize(w->now));
}

static int release(void *data)
{
  wire *w = data;
  const int code = code_of(nccl.CommDestroy(w->now));
  free(w);
  return code;
}

static int abort_all(void *data)
{
  wire *w = data;
  int code = code_of(nccl.CommAbort(w->now));
  if (w->first) {
    const int other = code_of(nccl.CommAbort(w->first));
    if (!code) code = other;
  }
  free(w);
  return code;
}

static void error_text(void *data, int code, char *text, size_t size)
{
  const wire *w = data;
  const char *more = nccl.GetLastError(w ? w->now : NULL);
  snprintf(text, size, "%s%s%s", nccl.GetErrorString((ncclResult_t)code), more && *more ? "; " : "", more ? more : "");
}

const vf_queued_messages *vfi_nccl_messages(void)
{
  static const vf_queued_messages table = { .name = "NCCL",
                                            .device = VF_NCCL_DEVICE,
                                            .obstacle = obstacle,
                                            .make_id = make_id,
                                            .begin = begin,
                                            .state = state,
                                            .open = open_exchange,
                                            .send = send,
                                            .receive = receive,
                                            .close = close_exchange,
#ifdef HASTENS
                                            .hasten = hasten,
#endif
                                            .end = end,
                                            .release = release,
                                            .abort = abort_all,
                                            .error_text = error_text };
  return &table;
}
