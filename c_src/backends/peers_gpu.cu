// The shared means of processes with a GPU each, for CUDA and HIP alike. CUDA's virtual memory and its operations of
// streams on memory are functions of the driver. These functions are looked up at their first use, so that programs
// start on machines without a driver.
#include <viewfab/kit/gpu_names.h>

#include <cstring>
#include <ctime>
#include <pthread.h>
#include <sched.h>

#include "peers.h"

#ifndef VIEWFAB_GPU_HIP
#include <cuda.h>
#include <cudaTypedefs.h>
#endif

#define VF_PASTE_(a, b) a##b
#define VF_PASTE(a, b) VF_PASTE_(a, b)

namespace {

using vfi_stream = VF_GPU(Stream_t);

int result_of(VF_GPU(Error_t) error)
{
  if (error != VF_GPU(Success)) (void)VF_GPU(GetLastError)();
  return (int)error;
}

// The place of the GPU in the host. Processes see the same place for any list of visible devices.
int identity(int ordinal, char *text, size_t size)
{
  char place[32] = "";
  const int code = result_of(VF_GPU(DeviceGetPCIBusId)(place, sizeof place, ordinal));
  if (size) {
    strncpy(text, place, size - 1);
    text[size - 1] = 0;
  }
  return code;
}

// Order by a kernel of one thread, for streams without this ability.
__global__ void flag_by_kernel(const vfi_peer_flag one)
{
  volatile uint64_t *const flag = one.flag;
  __threadfence_system();
  if (!one.waits) *flag = one.number;
  while (one.waits && *flag < one.number) continue;
  __threadfence_system();
}

int by_kernel(void *queue, const vfi_peer_flag *one)
{
  flag_by_kernel<<<1, 1, 0, (vfi_stream)queue>>>(*one);
  return result_of(VF_GPU(GetLastError)());
}

#ifdef VIEWFAB_GPU_HIP

// HIP's waits of streams need memory of a kind that cannot be shared.
bool spins() { return true; }
int flag(void *queue, const vfi_peer_flag *one) { return by_kernel(queue, one); }

#else

// The driver's functions, all of them or none.
struct driver_calls {
  PFN_cuDeviceGetAttribute_v2000 attribute;
  PFN_cuMemGetAllocationGranularity_v10020 granularity;
  PFN_cuMemCreate_v10020 create;
  PFN_cuMemExportToShareableHandle_v10020 give;
  PFN_cuMemImportFromShareableHandle_v10020 take;
  PFN_cuMemRelease_v10020 release;
  PFN_cuMemAddressReserve_v10020 reserve;
  PFN_cuMemMap_v10020 map;
  PFN_cuMemSetAccess_v10020 access;
  PFN_cuMemUnmap_v10020 unmap;
  PFN_cuMemAddressFree_v10020 free;
  PFN_cuStreamWriteValue64_v11070 write;
  PFN_cuStreamWaitValue64_v11070 wait;
  int code; // of looking them up
};

int find(const char *name, int version, void *function)
{
  cudaDriverEntryPointQueryResult found = cudaDriverEntryPointSymbolNotFound;
#if CUDART_VERSION >= 12050
  const int code = result_of(
      cudaGetDriverEntryPointByVersion(name, (void **)function, (unsigned)version, cudaEnableDefault, &found));
#else
  (void)version;
  const int code = result_of(cudaGetDriverEntryPoint(name, (void **)function, cudaEnableDefault, &found));
#endif
  return code ? code : found == cudaDriverEntryPointSuccess ? 0 : (int)cudaErrorNotSupported;
}

driver_calls look_up()
{
  driver_calls calls;
  memset(&calls, 0, sizeof calls);
  const struct {
    const char *name;
    int version;
    void *function;
  } wanted[] = {
    { "cuDeviceGetAttribute", 2000, &calls.attribute },
    { "cuMemGetAllocationGranularity", 10020, &calls.granularity },
    { "cuMemCreate", 10020, &calls.create },
    { "cuMemExportToShareableHandle", 10020, &calls.give },
    { "cuMemImportFromShareableHandle", 10020, &calls.take },
    { "cuMemRelease", 10020, &calls.release },
    { "cuMemAddressReserve", 10020, &calls.reserve },
    { "cuMemMap", 10020, &calls.map },
    { "cuMemSetAccess", 10020, &calls.access },
    { "cuMemUnmap", 10020, &calls.unmap },
    { "cuMemAddressFree", 10020, &calls.free },
    { "cuStreamWriteValue64", 11070, &calls.write },
    { "cuStreamWaitValue64", 11070, &calls.wait },
  };
  for (const auto &call : wanted)
    if (!calls.code) calls.code = find(call.name, call.version, call.function);
  return calls;
}

// Code 0: the driver has them.
const driver_calls &driver()
{
  static const driver_calls calls = look_up();
  return calls;
}

// Driver and runtime number their errors alike.
int place_of(CUmemAllocationProp *place)
{
  int ordinal = 0;
  const int code = driver().code ? driver().code : result_of(cudaGetDevice(&ordinal));
  memset(place, 0, sizeof *place);
  place->type = CU_MEM_ALLOCATION_TYPE_PINNED;
  place->location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  place->location.id = ordinal;
  place->requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
  return code;
}

int attribute(CUdevice_attribute which, int *value)
{
  int ordinal = 0;
  const int code = driver().code ? driver().code : result_of(cudaGetDevice(&ordinal));
  return code ? code : (int)driver().attribute(value, which, (CUdevice)ordinal);
}

int granularity(size_t *bytes)
{
  CUmemAllocationProp place;
  int has = 0;
  int code = attribute(CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED, &has);
  if (!code && !has) code = (int)cudaErrorNotSupported;
  if (!code) code = place_of(&place);
  return code ? code : (int)driver().granularity(bytes, &place, CU_MEM_ALLOC_GRANULARITY_RECOMMENDED);
}

int memory_create(size_t bytes, uint64_t *memory)
{
  CUmemAllocationProp place;
  CUmemGenericAllocationHandle made = 0;
  int code = place_of(&place);
  if (!code) code = (int)driver().create(&made, bytes, &place, 0);
  *memory = (uint64_t)made;
  return code;
}

int memory_export(uint64_t memory, int *descriptor)
{
  return (int)driver().give(descriptor, (CUmemGenericAllocationHandle)memory, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR,
                            0);
}

int memory_import(int descriptor, uint64_t *memory)
{
  if (driver().code) return driver().code;
  CUmemGenericAllocationHandle made = 0;
  const CUresult result = driver().take(&made, (void *)(uintptr_t)descriptor, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR);
  *memory = (uint64_t)made;
  return (int)result;
}

int memory_release(uint64_t memory) { return (int)driver().release((CUmemGenericAllocationHandle)memory); }

int range_reserve(size_t bytes, size_t alignment, void **address)
{
  if (driver().code) return driver().code;
  CUdeviceptr at = 0;
  const CUresult result = driver().reserve(&at, bytes, alignment, 0, 0);
  *address = (void *)at;
  return (int)result;
}

int range_map(void *address, size_t bytes, uint64_t memory)
{
  CUmemAllocationProp place;
  int code = place_of(&place);
  if (!code) code = (int)driver().map((CUdeviceptr)address, bytes, 0, (CUmemGenericAllocationHandle)memory, 0);
  if (code) return code;
  CUmemAccessDesc access;
  memset(&access, 0, sizeof access);
  access.location = place.location;
  access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
  code = (int)driver().access((CUdeviceptr)address, bytes, &access, 1);
  if (code) (void)driver().unmap((CUdeviceptr)address, bytes);
  return code;
}

int range_unmap(void *address, size_t bytes) { return (int)driver().unmap((CUdeviceptr)address, bytes); }
int range_release(void *address, size_t bytes) { return (int)driver().free((CUdeviceptr)address, bytes); }

// Streams with their own waits leave the device to others meanwhile.
bool spins()
{
  int can = 0;
  return attribute(CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS, &can) || !can;
}

bool streams_can()
{
  static const bool can = !spins();
  return can;
}

// A call for each operation: a batch of a write and a wait holds the stream a microsecond longer.
int flag(void *queue, const vfi_peer_flag *one)
{
  if (!streams_can()) return by_kernel(queue, one);
  const auto at = (CUdeviceptr)one->flag;
  return one->waits ? (int)driver().wait((CUstream)queue, at, one->number, CU_STREAM_WAIT_VALUE_GEQ)
                    : (int)driver().write((CUstream)queue, at, one->number, CU_STREAM_WRITE_VALUE_DEFAULT);
}

#endif

int clear(void *address, size_t bytes, void *queue)
{
  return result_of(VF_GPU(MemsetAsync)(address, 0, bytes, (vfi_stream)queue));
}

int handle_get(void *block, vfi_peer_handle *handle)
{
  static_assert(sizeof(VF_GPU(IpcMemHandle_t)) == sizeof *handle, "the handle has another size");
  VF_GPU(IpcMemHandle_t) native;
  const int code = result_of(VF_GPU(IpcGetMemHandle)(&native, block));
  if (!code) memcpy(handle, &native, sizeof *handle);
  return code;
}

int handle_open(const vfi_peer_handle *handle, void **block)
{
  VF_GPU(IpcMemHandle_t) native;
  memcpy(&native, handle, sizeof native);
  return result_of(VF_GPU(IpcOpenMemHandle)(block, native, VF_GPU(IpcMemLazyEnablePeerAccess)));
}

int handle_close(void *block) { return result_of(VF_GPU(IpcCloseMemHandle)(block)); }

int host_register(void *host, size_t bytes, void **device)
{
  int code = result_of(VF_GPU(HostRegister)(host, bytes, VF_GPU(HostRegisterMapped)));
  if (code) return code;
  code = result_of(VF_GPU(HostGetDevicePointer)(device, host, 0));
  if (code) (void)result_of(VF_GPU(HostUnregister)(host));
  return code;
}

int host_unregister(void *host) { return result_of(VF_GPU(HostUnregister)(host)); }

// Guards, read by whoever waits. A guard may look at its flags by the back end: readers come in twice.
vfi_peer_guard *guards;
pthread_rwlock_t guards_lock = PTHREAD_RWLOCK_INITIALIZER;

void guard(vfi_peer_guard *one, bool on)
{
  pthread_rwlock_wrlock(&guards_lock);
  vfi_peer_guard **at = &guards;
  while (*at && *at != one) at = &(*at)->next;
  if (on && !*at) {
    one->next = guards;
    guards = one;
  } else if (!on && *at) *at = one->next;
  pthread_rwlock_unlock(&guards_lock);
}

double seconds_now()
{
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// A guard of the queue that may keep the queue waiting. Without a queue: such a guard of any queue.
vfi_peer_guard *waiting_guard(void *queue)
{
  vfi_peer_guard *one = guards;
  while (one && ((queue && one->queue != queue) || one->queued == one->passed)) one = one->next;
  return one;
}

// Asks until the query is over. The next call reports an error of the query.
template <typename Query> int wait_guarded(void *queue, Query query)
{
  int code = 0;
  pthread_rwlock_rdlock(&guards_lock);
  vfi_peer_guard *one = waiting_guard(queue);
  if (one) {
    const uint64_t queued = one->queued;
    const double began = seconds_now();
    double asked = began;
    while (!code && query() == VF_GPU(ErrorNotReady)) {
      const double now = seconds_now();
      if (now - began > 1e-3) sched_yield();
      if (now - asked < 0.1) continue;
      asked = now;
      code = one->late(one->data, began);
    }
    (void)VF_GPU(GetLastError)();
    if (!code && queue) one->passed = queued;
  }
  pthread_rwlock_unlock(&guards_lock);
  return code;
}

} // namespace

extern "C" const vf_peer_table *VF_PASTE(vfi_peers_, VF_GPU_NAME)(void)
{
  // clang-format off
  static const vf_peer_table table = {
    identity,
#ifdef VIEWFAB_GPU_HIP // the headers of HIP 5 have no virtual memory
    nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
#else
    granularity, memory_create, memory_export, memory_import, memory_release, range_reserve, range_map, range_unmap,
    range_release,
#endif
    clear, handle_get, handle_open, handle_close, host_register, host_unregister, spins, flag, guard,
  };
  // clang-format on
  return &table;
}

// 0: the queue is empty or waits for nobody. For an event: the queue has passed the event.
extern "C" int VF_PASTE(vfi_peers_pass_, VF_GPU_NAME)(void *queue)
{
  return wait_guarded(queue, [queue] { return VF_GPU(StreamQuery)((vfi_stream)queue); });
}
extern "C" int VF_PASTE(vfi_peers_pass_event_, VF_GPU_NAME)(void *event)
{
  return wait_guarded(nullptr, [event] { return VF_GPU(EventQuery)((VF_GPU(Event_t))event); });
}
