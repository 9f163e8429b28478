/* NCCL. Its library has 200 MB: it is loaded when it is wanted, so that programs whose ranks need none neither load it nor have to
 * have it. Communicators do not block: what is begun goes on in a thread of NCCL, and errors come back by the state. */
#include "nccl_table.h"

#include <dlfcn.h>
#include <nccl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* VF_NCCL_FOUND is where the build found the library; it is tried where the system finds none. */

/* The device whose memory the library sends; tests have a stand-in for the host. */
#ifndef VF_NCCL_DEVICE
#define VF_NCCL_DEVICE "cuda"
#endif

/* What is used of it; NCCL 2.14 has all of them. */
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
  X(GetLastError)

/* With the types that the header has. */
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
#define FIND(name)                                                                                            \
  if (!why_not[0]) {                                                                                          \
    void *found = dlsym(library, "nccl" #name);                                                               \
    memcpy(&nccl.name, &found, sizeof found);                                                                 \
    if (!found)                                                                                               \
      snprintf(why_not, sizeof why_not, "%.150s has no nccl" #name ": NCCL 2.14 or later is needed", wanted); \
  }
  CALLS(FIND)
#undef FIND
  /* A library of another main version has other types; an older one may know less than the configuration that it is given. */
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

static int begin(const void *id, int rank, int ranks, void **wire)
{
  ncclUniqueId given;
  ncclComm_t made = NULL;
  ncclConfig_t config = NCCL_CONFIG_INITIALIZER;
  config.blocking = 0;
  memcpy(&given, id, sizeof given);
  const ncclResult_t result = nccl.CommInitRankConfig(&made, ranks, given, rank, &config);
  const int code = code_of(result);
  *wire = code && code != VF_QUEUED_PENDING ? NULL : made;
  if (made && !*wire) nccl.CommAbort(made);
  return code;
}

static int state(void *wire)
{
  ncclResult_t now = ncclSuccess;
  const ncclResult_t result = nccl.CommGetAsyncError(wire, &now);
  return code_of(result == ncclSuccess ? now : result);
}

static int open_exchange(void *wire)
{
  (void)wire;
  return code_of(nccl.GroupStart());
}

static int send(void *wire, const void *data, size_t bytes, int rank, void *queue)
{
  return code_of(nccl.Send(data, bytes, ncclInt8, rank, wire, queue));
}

static int receive(void *wire, void *data, size_t bytes, int rank, void *queue)
{
  return code_of(nccl.Recv(data, bytes, ncclInt8, rank, wire, queue));
}

static int close_exchange(void *wire)
{
  (void)wire;
  return code_of(nccl.GroupEnd());
}

static int end(void *wire) { return code_of(nccl.CommFinalize(wire)); }
static int release(void *wire) { return code_of(nccl.CommDestroy(wire)); }
static int abort_all(void *wire) { return code_of(nccl.CommAbort(wire)); }

static void error_text(void *wire, int code, char *text, size_t size)
{
  const char *more = nccl.GetLastError(wire);
  snprintf(text, size, "%s%s%s", nccl.GetErrorString((ncclResult_t)code), more && *more ? "; " : "", more ? more : "");
}

const vf_queued_messages *vf_nccl_messages(void)
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
                                            .end = end,
                                            .release = release,
                                            .abort = abort_all,
                                            .error_text = error_text };
  return &table;
}
