#include "capture.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../core/error.h"
#include "../../core/text.h"
#ifdef VIEWFAB_HDF5
#include "hdf5_library.h"
#endif

static const char grammar[] = "it is a list of <kernel>:call=<N> or <kernel>:call=<N>-<M>, with calls counted from 1, "
                              "such as relax:call=17,update:call=1-3";

typedef struct item {
  size_t length; /* of the kernel's name at the beginning of the item */
  int64_t first, last;
} item;

typedef struct request {
  bool set;    /* VF_CAPTURE has a value */
  bool named;  /* true if the request names the kernel */
  bool wanted; /* with this call */
} request;

/* Returns the text behind the item; NULL without an item. */
static const char *read_item(const char *text, item *found)
{
  static const char call[] = ":call=";
  found->length = strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_");
  const char *end = text + found->length;
  if (found->length == 0 || !strncmp(text, "vf_", 3) || strncmp(end, call, sizeof call - 1) != 0) return NULL;
  end = vfi_read_whole(end + sizeof call - 1, 1, INT64_MAX, &found->first);
  if (!end) return NULL;
  found->last = found->first;
  if (*end == '-') end = vfi_read_whole(end + 1, 1, INT64_MAX, &found->last);
  if (!end || found->last < found->first || (*end && *end != ',')) return NULL;
  return end;
}

/* Refuses a single file name for several requested calls. */
static vf_status check_file(const char *setting, int64_t calls)
{
  const char *file = getenv("VF_CAPTURE_FILE");
  if (file && *file && calls > 1)
    return vfi_fail(VF_ERROR_ARGUMENT, "VF_CAPTURE_FILE=%s names one file, but VF_CAPTURE=%s asks for several calls",
                    file, setting);
  return VF_OK;
}

/* Reads VF_CAPTURE, a list such as "gsrb_poisson:call=17,average:call=1-3", for one call of a kernel.
 *   number  of the call, from 1
 * Errors: VF_ERROR_ARGUMENT, with a text that quotes the unreadable part. */
static vf_status read_setting(const char *kernel, int64_t number, request *request)
{
  const char *setting = getenv("VF_CAPTURE");
  *request = (struct request){ .set = setting && *setting };
  if (!request->set) return VF_OK;
  int64_t calls = 0;
  for (const char *text = setting;;) {
    item found;
    const char *end = read_item(text, &found);
    if (!end) {
      const int length = (int)strcspn(text, ",");
      return vfi_fail(VF_ERROR_ARGUMENT, "VF_CAPTURE=%s: '%.*s' cannot be read; %s%s", setting, length, text, grammar,
                      strncmp(text, "vf_", 3) ? "" : "; kernels are named without vf_");
    }
    calls += found.last > found.first ? 2 : 1;
    if (found.length == strlen(kernel) && !strncmp(text, kernel, found.length)) {
      request->named = true;
      if (number >= found.first && number <= found.last) request->wanted = true;
    }
    if (!*end) break;
    text = end + 1;
  }
  return check_file(setting, calls);
}

bool vfi_capture_setting_item(int n, vfi_capture_item *wanted)
{
  const char *text = getenv("VF_CAPTURE");
  item found;
  for (int i = 0; text && *text; i++) {
    const char *end = read_item(text, &found);
    if (!end) return false;
    if (i == n) {
      *wanted = (vfi_capture_item){ .first = found.first, .last = found.last };
      snprintf(wanted->kernel, sizeof wanted->kernel, "%.*s", (int)found.length, text);
      return true;
    }
    text = *end ? end + 1 : end;
  }
  return false;
}

vf_status vfi_capture_setting_file(const char *kernel, int64_t number, char name[FILENAME_MAX])
{
  const char *folder = getenv("VF_CAPTURE_FOLDER"), *file = getenv("VF_CAPTURE_FILE");
  const bool has_folder = folder && *folder && !(file && *file == '/');
  const char *slash = has_folder ? "/" : "";
  if (!has_folder) folder = "";
  const int length = file && *file
                         ? snprintf(name, FILENAME_MAX, "%s%s%s", folder, slash, file)
                         : snprintf(name, FILENAME_MAX, "%s%sviewfab_%s_%" PRId64 ".h5", folder, slash, kernel, number);
  if (length < 0 || length >= FILENAME_MAX)
    return vfi_fail(VF_ERROR_ARGUMENT, "VF_CAPTURE_FOLDER=%.200s...: the file name of a capture is too long", folder);
  return VF_OK;
}

/* Tests if captures can be written at all. */
static vf_status be_able(void)
{
#ifdef VIEWFAB_HDF5
  char why[900];
  const vf_status status = vfi_hdf5_load();
  if (!status) return VF_OK;
  snprintf(why, sizeof why, "%s", vf_last_error());
  return vfi_fail(status, "VF_CAPTURE=%s: %s", getenv("VF_CAPTURE"), why);
#else
  return vfi_fail(VF_ERROR_STATE,
                  "VF_CAPTURE=%s: viewfab was built without HDF5, which captures need (VIEWFAB_HDF5=ON)",
                  getenv("VF_CAPTURE"));
#endif
}

vf_status vfi_capture_named(const char *kernel, bool *named)
{
  request request;
  vf_status status = read_setting(kernel, 0, &request);
  if (!status && request.set) status = be_able();
  *named = !status && request.named;
  return status;
}

bool vfi_capture_wanted(const char *kernel, int64_t number)
{
  request request;
  return !read_setting(kernel, number, &request) && request.wanted;
}

#ifndef VIEWFAB_HDF5
vf_status vfi_capture_begin(const vfi_call *call, const vfi_checked *checked, int64_t number, vfi_capture **capture)
{
  (void)call;
  (void)checked;
  (void)number;
  *capture = NULL;
  return be_able();
}

vf_status vfi_capture_end(vfi_capture *capture, bool ran, const vfi_results *results)
{
  (void)results;
  (void)capture;
  (void)ran;
  return VF_OK;
}
#endif
