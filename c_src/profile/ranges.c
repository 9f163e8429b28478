#include "ranges.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../core/hooks.h"

/* Newer toolkits have no library of NVTX. Functions of the header find the viewer themselves, and do nothing without a
 * viewer. */
#ifdef VIEWFAB_NVTX_HEADER
#include <nvtx3/nvToolsExt.h>
#endif

typedef int (*push_function)(const char *name);
typedef int (*pop_function)(void);

static struct {
  push_function push;
  pop_function pop;
} library;

/* Ranges of the thread: a range that began before the setting was read has no end in the viewer. */
static _Thread_local int open_ranges;

/* The newer library of AMD has the functions of the older library. */
static const char *const files_of_nvtx[] = { "libnvToolsExt.so.1", NULL };
static const char *const files_of_roctx[] = { "libroctx64.so", "libroctx64.so.4", "librocprofiler-sdk-roctx.so", NULL };

static bool take(void *loaded, const char *push, const char *pop)
{
  void *found[2] = { dlsym(loaded, push), dlsym(loaded, pop) };
  if (!found[0] || !found[1]) return false;
  memcpy(&library.push, &found[0], sizeof library.push);
  memcpy(&library.pop, &found[1], sizeof library.pop);
  return true;
}

/* False: the build found no header. */
static bool take_header(void)
{
#ifdef VIEWFAB_NVTX_HEADER
  library.push = nvtxRangePushA;
  library.pop = nvtxRangePop;
  return true;
#else
  return false;
#endif
}

/* The reason of the first file counts: it has the name that the guide tells. */
static bool load(const char *const *files, char *why, size_t size)
{
  why[0] = 0;
  for (; *files; files++) {
    void *loaded = dlopen(*files, RTLD_NOW | RTLD_LOCAL);
    const char *reason = loaded ? NULL : dlerror();
    if (loaded && (take(loaded, "nvtxRangePushA", "nvtxRangePop") || take(loaded, "roctxRangePushA", "roctxRangePop")))
      return true;
    if (loaded) dlclose(loaded);
    if (why[0]) continue;
    if (loaded) snprintf(why, size, "%s has neither nvtxRangePushA nor roctxRangePushA", *files);
    else snprintf(why, size, "%s", reason ? reason : *files);
  }
  return false;
}

void vfi_ranges_settings(void)
{
  static bool read;
  const char *wanted = getenv("VF_PROFILE_RANGES");
  if (read || !wanted || !*wanted) return;
  read = true;
  const char *const file[] = { wanted, NULL };
  const char *const *files = file;
  if (!strcmp(wanted, "nvtx")) files = files_of_nvtx;
  if (!strcmp(wanted, "roctx")) files = files_of_roctx;
  char why[512];
  vfi_ranging = load(files, why, sizeof why) || (files == files_of_nvtx && take_header());
  if (!vfi_ranging) fprintf(stderr, "viewfab: VF_PROFILE_RANGES=%s gives no ranges: %s\n", wanted, why);
}

void vfi_range_begins(const char *name)
{
  library.push(name);
  open_ranges++;
}

void vfi_range_ends(void)
{
  if (!open_ranges) return;
  open_ranges--;
  library.pop();
}

void vfi_range_of_copy(const vfi_array *array)
{
  char name[VF_LABEL_LENGTH + 40];
  snprintf(name, sizeof name, "copy of %s to the %s", array->label[0] ? array->label : "an array",
           array->copy == VF_COPY_TO_DEVICE ? "device" : "host");
  vfi_range_begins(name);
}
