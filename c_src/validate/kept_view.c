#include "kept_view.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../core/error.h"
#include "../core/text.h"
#include "../core/new_file.h"

/* Copies of the variables; NULL without a request. */
static char *wanted, *file;

static void forget(void)
{
  free(wanted);
  free(file);
  wanted = file = NULL;
}

vf_status vfi_kept_view_settings(void)
{
  forget();
  const char *label = getenv("VF_KEEP_VIEW"), *name = getenv("VF_KEEP_VIEW_FILE");
  const bool labelled = label && *label, named = name && *name;
  if (!labelled && !named) return VF_OK;
  if (!labelled || !named)
    return vfi_fail(VF_ERROR_ARGUMENT, "%s is set, but not %s", labelled ? "VF_KEEP_VIEW" : "VF_KEEP_VIEW_FILE",
                    labelled ? "VF_KEEP_VIEW_FILE" : "VF_KEEP_VIEW");
  wanted = malloc(VF_LABEL_LENGTH);
  file = strdup(name);
  if (wanted) vfi_text_copy_label(wanted, VF_LABEL_LENGTH, label); /* as in a view */
  if (!wanted || !file) {
    forget();
    return vfi_fail(VF_ERROR_MEMORY, "no host memory for the settings of VF_KEEP_VIEW");
  }
  return VF_OK;
}

/* false if the stream failed. */
static bool write_header(FILE *stream, const vfi_record *record)
{
  int64_t lower[VF_MAX_AXES], upper[VF_MAX_AXES];
  const int rank = vfi_record_bounds(record, lower, upper);
  bool good = fprintf(stream, "%s %s %d", VF_KEPT_VIEW_MAGIC, vfi_type_name(record->array->type), rank) > 0;
  for (int d = 0; d < rank; d++) good = good && fprintf(stream, " %" PRId64 " %" PRId64, lower[d], upper[d]) > 0;
  return good && fputc('\n', stream) != EOF;
}

enum { PIECE = 1 << 20 };

/* Writes in pieces, so that a large array needs no copy. */
static vf_status write_bytes(FILE *stream, const vfi_record *record, size_t begin, size_t bytes, char *piece,
                             bool *written)
{
  vf_status status = VF_OK;
  for (size_t done = 0; done < bytes && !status && *written; done += PIECE) {
    const size_t length = bytes - done < PIECE ? bytes - done : PIECE;
    status = vfi_array_peek(record->array, begin + done, length, piece);
    if (!status) *written = fwrite(piece, 1, length, stream) == length;
  }
  return status;
}

/* Writes the values; directions without gaps between them are written together. */
static vf_status write_values(FILE *stream, const vfi_record *record, bool *written)
{
  const size_t size = vfi_type_size(record->array->type);
  int64_t together = vfi_record_extent(record, 0), index[VF_MAX_RANK] = { 0 };
  int first = 1;
  while (first < VF_MAX_RANK && record->pitch[first - 1] == vfi_record_extent(record, first - 1))
    together *= vfi_record_extent(record, first++);
  const int64_t pieces = together ? vfi_record_elements(record) / together : 0;
  char *piece = malloc(PIECE);
  if (!piece) return vfi_fail(VF_ERROR_MEMORY, "no host memory to keep '%s' in a file", record->label);
  vf_status status = VF_OK;
  for (int64_t p = 0; p < pieces && !status && *written; p++) {
    int64_t begin = 0;
    for (int d = first; d < VF_MAX_RANK; d++) begin += index[d] * vfi_record_stride(record, d);
    status =
        write_bytes(stream, record, record->offset + (size_t)begin * size, (size_t)together * size, piece, written);
    for (int d = first; d < VF_MAX_RANK && ++index[d] == vfi_record_extent(record, d); d++) index[d] = 0;
  }
  free(piece);
  return status;
}

vf_status vfi_kept_view_write(const vfi_record *record)
{
  /* labels are cut where a record keeps them */
  if (!wanted || strcmp(record->label, wanted)) return VF_OK;
  vfi_new_file kept;
  FILE *stream = NULL;
  const char *reason = vfi_new_file_open(&kept, file, &stream);
  bool written = !reason && write_header(stream, record);
  vf_status status = written ? write_values(stream, record, &written) : VF_OK;
  if (!reason && !written) reason = strerror(errno);
  if (stream && fclose(stream) && !reason) reason = strerror(errno);
  if (!reason && !status) reason = vfi_new_file_finish(&kept);
  else vfi_new_file_drop(&kept);
  if (status || !reason) return status;
  return vfi_fail(VF_ERROR_STATE, "'%s' cannot be kept in the file '%s' (VF_KEEP_VIEW_FILE): %s", record->label, file,
                  reason);
}
