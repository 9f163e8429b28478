/* Translation unit: NVSHMEM as the symmetric heap of a program. The unit is in the program itself and not in a library,
 * because host functions of NVSHMEM set data of its kernels. */
#include <viewfab/symmetric_heap.h>

#include <cuda_runtime.h>
#include <nvshmem.h>
#include <nvshmemx.h>

#include <cstdio>
#include <cstring>

namespace {

static_assert(sizeof(nvshmemx_uniqueid_t) <= VF_SYMMETRIC_ID_BYTES, "identifiers of NVSHMEM have more bytes");

int make_id(void *id)
{
  nvshmemx_uniqueid_t made = NVSHMEMX_UNIQUEID_INITIALIZER;
  const int code = nvshmemx_get_uniqueid(&made);
  memcpy(id, &made, sizeof made);
  return code;
}

/* The work of nvshmemx_init_attr, except that a failure does not end the process. */
int start(const void *id, int rank, int ranks)
{
  static nvshmemx_uniqueid_t given;
  nvshmemx_init_attr_t attributes = NVSHMEMX_INIT_ATTR_INITIALIZER;
  const nvshmemi_version_t version = { NVSHMEM_VENDOR_MAJOR_VERSION, NVSHMEM_VENDOR_MINOR_VERSION,
                                       NVSHMEM_VENDOR_PATCH_VERSION };
  int provided = 0;
  memcpy(&given, id, sizeof given);
  const int code = nvshmemx_set_attr_uniqueid_args(rank, ranks, &given, &attributes);
  if (code) return code;
  nvshmemx_init_init_attr_ver_only(attributes);
  return nvshmemi_init_thread(NVSHMEM_THREAD_SERIALIZED, &provided, NVSHMEMX_INIT_WITH_UNIQUEID, &attributes, version);
}

void *allocate(size_t bytes) { return nvshmem_malloc(bytes); }
void release(void *memory) { nvshmem_free(memory); }
void *reach(void *memory, int rank) { return nvshmem_ptr(memory, rank); }

int quiet(void *queue)
{
  nvshmemx_quiet_on_stream((cudaStream_t)queue);
  return 0;
}

void error_text(int code, char *text, size_t size)
{
  snprintf(text, size, "status %d; NVSHMEM_DEBUG=WARN says more", code);
}

const vf_symmetric_heap heap = { "NVSHMEM", "cuda", make_id, start, allocate, release, reach, quiet, error_text };

struct offer {
  offer() { vf_symmetric_heap_offer(&heap); }
} const at_the_start;

} // namespace

extern "C" const int vfi_nvshmem_heap;
extern "C" const int vfi_nvshmem_heap = 1;
