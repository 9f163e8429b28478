/* Numbers of elements of remote arrays. */
#include "../core/error.h"
#include "remote.h"

static int64_t number_of(const vf_remote *remote, int rank, int64_t offset)
{
  return ((int64_t)rank << remote->part.span.shift) + offset;
}

static bool fits(const vf_remote *remote)
{
  return (int64_t)remote->group->ranks << remote->part.span.shift <= (int64_t)INT32_MAX + 1;
}

vf_status vf_remote_size(const vf_remote *remote, int64_t *total, int64_t *first, int64_t *stride, bool *in_32_bits)
{
  const vf_status status = vfi_remote_live(remote, "vf_remote_size");
  if (status) return status;
  if (total) *total = remote->begins[remote->group->ranks];
  if (first) *first = remote->begins[remote->group->rank];
  if (stride) *stride = (int64_t)1 << remote->part.span.shift;
  if (in_32_bits) *in_32_bits = fits(remote);
  return VF_OK;
}

vf_status vf_remote_number(const vf_remote *remote, int rank, int64_t offset, int64_t *number)
{
  vf_status status = vfi_remote_live(remote, "vf_remote_number");
  if (!status && !number) status = vfi_fail(VF_ERROR_NULL, "vf_remote_number: number is NULL");
  if (status) return status;
  if (rank < 0 || rank >= remote->group->ranks || offset < 0 || offset >= remote->part.lengths[rank])
    return vfi_fail(VF_ERROR_ARGUMENT, "vf_remote_number: '%s' has no element with offset %lld on rank %d%s",
                    remote->label, (long long)offset, rank,
                    rank < 0 || rank >= remote->group->ranks ? ", and no such rank" : "");
  *number = number_of(remote, rank, offset);
  return VF_OK;
}

/* The rank of an existing global index. Most indices are on the own rank, or on the rank of the index before. */
static int rank_of(const vf_remote *remote, int64_t global, int before)
{
  const int64_t *begins = remote->begins;
  if (global >= begins[before] && global < begins[before + 1]) return before;
  int low = 0, high = remote->group->ranks - 1;
  while (low < high) {
    const int middle = (low + high + 1) / 2;
    if (begins[middle] <= global) low = middle;
    else high = middle - 1;
  }
  return low;
}

static int64_t index_at(const void *indices, vf_type type, int64_t place)
{
  return type == VF_INT32 ? ((const int32_t *)indices)[place] : ((const int64_t *)indices)[place];
}

/* Numbers count from the base in the text as far as there are integers for them. */
static int64_t counted(int64_t base, int64_t number)
{
  int64_t sum;
  if (!__builtin_add_overflow(base, number, &sum)) return sum;
  return number < 0 ? INT64_MIN : INT64_MAX;
}

static vf_status refuse(const vf_remote *remote, int64_t index, int64_t place, int64_t base)
{
  const int64_t total = remote->begins[remote->group->ranks];
  return vfi_fail(VF_ERROR_ARGUMENT,
                  "vf_remote_numbers: '%s': index %lld, at place %lld of the list, is none of %lld:%lld", remote->label,
                  (long long)index, (long long)counted(base, place), (long long)base,
                  (long long)counted(base, total - 1));
}

static vf_status check_indices(const vf_remote *remote, const void *indices, vf_type type, int64_t count, int64_t base)
{
  const int64_t total = remote->begins[remote->group->ranks];
  if (type != VF_INT32 && type != VF_INT64)
    return vfi_fail(VF_ERROR_KIND, "vf_remote_numbers: '%s': type %d; indices are int32 or int64", remote->label,
                    (int)type);
  if (count < 0)
    return vfi_fail(VF_ERROR_ARGUMENT, "vf_remote_numbers: '%s': %lld indices", remote->label, (long long)count);
  if (count && !indices) return vfi_fail(VF_ERROR_NULL, "vf_remote_numbers: '%s': indices is NULL", remote->label);
  if (type == VF_INT32 && !fits(remote))
    return vfi_fail(
        VF_ERROR_ARGUMENT,
        "vf_remote_numbers: '%s': %d ranks with a stride of %lld have numbers beyond 32 bits; let indices be int64",
        remote->label, remote->group->ranks, (long long)1 << remote->part.span.shift);
  for (int64_t place = 0; place < count; place++) {
    const int64_t index = index_at(indices, type, place);
    int64_t global; /* an index too far from the base for an integer is no element */
    if (__builtin_sub_overflow(index, base, &global) || global < 0 || global >= total)
      return refuse(remote, index, place, base);
  }
  return VF_OK;
}

vf_status vf_remote_numbers(const vf_remote *remote, void *indices, vf_type type, int64_t count, int64_t base)
{
  vf_status status = vfi_remote_live(remote, "vf_remote_numbers");
  if (!status) status = check_indices(remote, indices, type, count, base);
  int rank = status ? 0 : remote->group->rank;
  for (int64_t place = 0; place < count && !status; place++) {
    const int64_t global = index_at(indices, type, place) - base;
    rank = rank_of(remote, global, rank);
    const int64_t number = number_of(remote, rank, global - remote->begins[rank]);
    if (type == VF_INT32) ((int32_t *)indices)[place] = (int32_t)number;
    else ((int64_t *)indices)[place] = number;
  }
  return status;
}
