#include "kept_view.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../core/error.h"
#include "../core/new_file.h"

/* Copies of the variables; NULL where nothing is asked for. */
static char *wanted, *file;

static void forget(void)
{
  free(wanted);
  free(file);
  wanted = file = NULL;
}

vf_status vf_kept_view_settings(void)
{
  forget();
  const char *label = getenv("VF_KEEP_VIEW"), *name = getenv("VF_KEEP_VIEW_FILE");
  const bool labelled = label && *label, named = name && *name;
  if (!labelled && !named) return VF_OK;
  if (!labelled || !named)
    return vf_fail(VF_ERROR_ARGUMENT, "%s is set, but not %s", labelled ? "VF_KEEP_VIEW" : "VF_KEEP_VIEW_FILE",
                   labelled ? "VF_KEEP_VIEW_FILE" : "VF_KEEP_VIEW");
  wanted = strdup(label);
  file = strdup(name);
  if (!wanted || !file) {
    forget();
    return vf_fail(VF_ERROR_MEMORY, "no host memory for the settings of VF_KEEP_VIEW");
  }
  return VF_OK;
}

/* false where the stream failed. */
static bool write_header(FILE *stream, const vf_record *record)
{
  bool good = fprintf(stream, "%s %s %d", VF_KEPT_VIEW_MAGIC, vf_type_name(record->array->type), record->rank) > 0;
  for (int d = 0; d < record->rank; d++)
    good = good && fprintf(stream, " %" PRId64 " %" PRId64, record->lower[d], record->upper[d]) > 0;
  return good && fputc('\n', stream) != EOF;
}

/* In pieces, so that a large array needs no second one. */
static vf_status write_values(FILE *stream, const vf_record *record, bool *written)
{
  enum { PIECE = 1 << 20 };
  char *piece = malloc(PIECE);
  if (!piece) return vf_fail(VF_ERROR_MEMORY, "no host memory to keep '%s' in a file", record->label);
  const size_t bytes = (size_t)vf_record_elements(record) * vf_type_size(record->array->type);
  vf_status status = VF_OK;
  for (size_t done = 0; done < bytes && !status && *written; done += PIECE) {
    const size_t length = bytes - done < PIECE ? bytes - done : PIECE;
    status = vf_array_peek(record->array, record->offset + done, length, piece);
    if (!status) *written = fwrite(piece, 1, length, stream) == length;
  }
  free(piece);
  return status;
}

vf_status vf_kept_view_write(const vf_record *record)
{
  /* labels are cut where a record keeps them */
  if (!wanted || strncmp(record->label, wanted, VF_LABEL_LENGTH - 1)) return VF_OK;
  vf_new_file kept;
  FILE *stream = NULL;
  const char *reason = vf_new_file_open(&kept, file, &stream);
  bool written = !reason && write_header(stream, record);
  vf_status status = written ? write_values(stream, record, &written) : VF_OK;
  if (!reason && !written) reason = strerror(errno);
  if (stream && fclose(stream) && !reason) reason = strerror(errno);
  if (!reason && !status) reason = vf_new_file_finish(&kept);
  else vf_new_file_drop(&kept);
  if (status || !reason) return status;
  return vf_fail(VF_ERROR_STATE, "'%s' cannot be kept in the file '%s' (VF_KEEP_VIEW_FILE): %s", record->label, file,
                 reason);
}
