#include "seal.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "../../core/error.h"
#include "hdf5_library.h"

static const char mark[] = "viewfab capture\n";
enum { MARK = sizeof mark - 1, BLOCK = 1 << 16 };

static uint64_t word_at(const unsigned char *bytes, size_t count)
{
  uint64_t word = 0;
  for (size_t b = 0; b < count; b++) word |= (uint64_t)bytes[b] << 8 * b;
  return word;
}

/* Fowler, Noll and Vo's hash over words of 8 bytes: each step can be undone, so the hash notices each change of a
 * word. */
static vf_status add_up(FILE *file, const char *path, int64_t *bytes, uint64_t *sum)
{
  static const uint64_t prime = 0x100000001b3u;
  unsigned char block[BLOCK];
  size_t count;
  *sum = 0xcbf29ce484222325u;
  *bytes = VF_CAPTURE_SEAL_BYTES;
  if (fseek(file, VF_CAPTURE_SEAL_BYTES, SEEK_SET)) return vfi_fail(VF_ERROR_STATE, "%s: %s", path, strerror(errno));
  while ((count = fread(block, 1, sizeof block, file)) > 0) {
    for (size_t b = 0; b < count; b += 8) {
      *sum = (*sum ^ word_at(block + b, count - b < 8 ? count - b : 8)) * prime;
      *sum ^= *sum >> 32;
    }
    *bytes += (int64_t)count;
  }
  return ferror(file) ? vfi_fail(VF_ERROR_STATE, "%s cannot be read: %s", path, strerror(errno)) : VF_OK;
}

static void write_text(char seal[VF_CAPTURE_SEAL_BYTES], int64_t bytes, uint64_t sum)
{
  memset(seal, 0, VF_CAPTURE_SEAL_BYTES);
  snprintf(seal, VF_CAPTURE_SEAL_BYTES, "%sformat %d\nbytes %" PRId64 "\nsum %016" PRIx64 "\n", mark, VF_CAPTURE_FORMAT,
           bytes, sum);
}

vf_status vfi_capture_seal(const char *path)
{
  FILE *file = fopen(path, "r+b");
  if (!file) return vfi_fail(VF_ERROR_STATE, "capture %s: %s", path, strerror(errno));
  int64_t bytes = 0;
  uint64_t sum = 0;
  vf_status status = add_up(file, path, &bytes, &sum);
  char seal[VF_CAPTURE_SEAL_BYTES];
  write_text(seal, bytes, sum);
  const bool written = !status && !fseek(file, 0, SEEK_SET) && fwrite(seal, sizeof seal, 1, file) == 1;
  const bool closed = fclose(file) == 0;
  if (!status && !(written && closed))
    status = vfi_fail(VF_ERROR_STATE, "capture %s cannot be written: %s", path, strerror(errno));
  return status;
}

static vf_status refuse_foreign(const char *path)
{
  const htri_t hdf5 = vfi_hdf5.Fis_hdf5(path);
  if (hdf5 > 0)
    return vfi_fail(VF_ERROR_ARGUMENT, "%s is an HDF5 file, but no viewfab capture, or one that was never completed",
                    path);
  return vfi_fail(VF_ERROR_ARGUMENT, "%s is neither a viewfab capture nor an HDF5 file at all", path);
}

static vf_status check(FILE *file, const char *path)
{
  char seal[VF_CAPTURE_SEAL_BYTES + 1] = { 0 };
  const size_t count = fread(seal, 1, VF_CAPTURE_SEAL_BYTES, file);
  if (ferror(file)) return vfi_fail(VF_ERROR_ARGUMENT, "%s cannot be read: %s", path, strerror(errno));
  if (count == 0) return vfi_fail(VF_ERROR_ARGUMENT, "%s is empty: the capture is cut off", path);
  if (memcmp(seal, mark, count < MARK ? count : MARK) != 0) return refuse_foreign(path);
  if (count < VF_CAPTURE_SEAL_BYTES)
    return vfi_fail(VF_ERROR_ARGUMENT, "%s is cut off: only %zu bytes of the capture are there", path, count);

  int format = 0;
  int64_t bytes = 0, found = 0;
  uint64_t sum = 0, added = 0;
  if (sscanf(seal + MARK, "format %9d\n", &format) == 1 && format > VF_CAPTURE_FORMAT)
    return vfi_fail(VF_ERROR_ARGUMENT,
                    "%s has format %d, which is newer than this viewfab (%d.%d.%d): it reads format %d", path, format,
                    VF_VERSION_MAJOR, VF_VERSION_MINOR, VF_VERSION_PATCH, VF_CAPTURE_FORMAT);
  char same[VF_CAPTURE_SEAL_BYTES];
  if (format == VF_CAPTURE_FORMAT)
    sscanf(seal + MARK, "format %*d\nbytes %18" SCNd64 "\nsum %16" SCNx64 "\n", &bytes, &sum);
  write_text(same, bytes, sum);
  if (memcmp(seal, same, sizeof same) != 0)
    return vfi_fail(VF_ERROR_ARGUMENT, "%s is damaged: its first %d bytes cannot be understood", path,
                    VF_CAPTURE_SEAL_BYTES);
  const vf_status status = add_up(file, path, &found, &added);
  if (status) return status;
  if (found < bytes)
    return vfi_fail(VF_ERROR_ARGUMENT, "%s is cut off: %" PRId64 " of its %" PRId64 " bytes are there", path, found,
                    bytes);
  if (found > bytes || sum != added)
    return vfi_fail(VF_ERROR_ARGUMENT, "%s is damaged: its bytes differ from the written bytes", path);
  return VF_OK;
}

vf_status vfi_capture_seal_check(const char *path)
{
  FILE *file = fopen(path, "rb");
  if (!file) return vfi_fail(VF_ERROR_ARGUMENT, "%s cannot be opened: %s", path, strerror(errno));
  const vf_status status = check(file, path);
  fclose(file);
  return status;
}
