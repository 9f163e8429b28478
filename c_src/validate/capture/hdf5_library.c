/* VF_HDF5_NAME is the file name of the library behind viewfab's build, VF_HDF5_FOUND its place during the build. */
#define _GNU_SOURCE /* RTLD_DEFAULT */
#include "hdf5_library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "../../core/error.h"
#include "../../core/text.h"

vfi_hdf5_library vfi_hdf5;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool loaded;

/* Takes the functions from an open library. An obstacle is added to the text. */
static bool take(void *from, const char *file, vfi_text *text)
{
  unsigned major = 0, minor = 0, release = 0;
  vfi_hdf5_library found;
#define FIND(member, symbol)                           \
  {                                                    \
    void *address = dlsym(from, symbol);               \
    if (!address) {                                    \
      vfi_text_add(text, "; %s has no " symbol, file); \
      return false;                                    \
    }                                                  \
    memcpy(&found.member, &address, sizeof address);   \
  }
#define FIND_CALL(name) FIND(name, "H5" #name)
#define FIND_ID(name) FIND(name, "H5" #name "_g")
  VF_HDF5_CALLS(FIND_CALL)
  VF_HDF5_IDS(FIND_ID)
#undef FIND
#undef FIND_CALL
#undef FIND_ID
  /* Another minor version has other types. */
  if (found.get_libversion(&major, &minor, &release) < 0 || major != H5_VERS_MAJOR || minor != H5_VERS_MINOR) {
    vfi_text_add(text, "; %s has version %u.%u.%u, and viewfab was built for HDF5 %d.%d", file, major, minor, release,
                 H5_VERS_MAJOR, H5_VERS_MINOR);
    return false;
  }
  if (found.open() < 0) {
    vfi_text_add(text, "; %s does not start", file);
    return false;
  }
  vfi_hdf5 = found;
  return true;
}

static bool load_file(const char *file, vfi_text *text)
{
  void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char *why = dlerror();
    vfi_text_add(text, "; %s", why ? why : file);
    return false;
  }
  if (take(library, file, text)) return true;
  dlclose(library);
  return false;
}

/* A second HDF5 would call functions of the program's own library. */
static bool load(vfi_text *text)
{
  const char *named = getenv("VF_HDF5_LIBRARY");
  if (dlsym(RTLD_DEFAULT, "H5open")) return take(RTLD_DEFAULT, "the HDF5 of this program", text);
  if (named && *named) return load_file(named, text);
  return load_file(VF_HDF5_NAME, text) || load_file(VF_HDF5_FOUND, text);
}

vf_status vfi_hdf5_load(void)
{
  enum { SIZE = 800 };
  char buffer[SIZE] = "";
  vfi_text text = { .buffer = buffer, .size = sizeof buffer };
  pthread_mutex_lock(&lock);
  if (!loaded) loaded = load(&text);
  const bool there = loaded;
  pthread_mutex_unlock(&lock);
  if (there) return VF_OK;
  return vfi_fail(VF_ERROR_STATE, "HDF5, which captures need, cannot be loaded (VF_HDF5_LIBRARY names its file)%s",
                  buffer);
}
