#include "shared_names.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const char prefix[] = "viewfab-";

/* A name that no other process has, on any host: a number of the kernel's. */
static void choose_name(char name[VF_SHARED_NAME])
{
  static unsigned long long made;
  unsigned long long words[2] = { 0, 0 };
  const int source = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
  if (source < 0 || read(source, words, sizeof words) != (ssize_t)sizeof words) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    words[0] = (unsigned long long)now.tv_sec * 1000000000u + (unsigned long long)now.tv_nsec;
    words[1] = (unsigned long long)getpid();
  }
  if (source >= 0) close(source);
  snprintf(name, VF_SHARED_NAME, "/%s%016llx%016llx-%llu", prefix, words[0], words[1], made++);
}

/* A sweep may have found the object before the lock. */
static bool has_name(int descriptor)
{
  struct stat about;
  return !fstat(descriptor, &about) && about.st_nlink > 0;
}

int vfi_shared_make(char name[VF_SHARED_NAME])
{
  for (;;) {
    choose_name(name);
    const int descriptor = shm_open(name, O_RDWR | O_CREAT | O_EXCL, S_IRUSR | S_IWUSR);
    if (descriptor < 0 || flock(descriptor, LOCK_EX) || has_name(descriptor)) {
      if (descriptor < 0) name[0] = 0;
      return descriptor;
    }
    close(descriptor);
  }
}

static void sweep(const char *entry)
{
  char name[VF_SHARED_NAME + 1];
  struct stat about;
  if (snprintf(name, sizeof name, "/%s", entry) >= (int)sizeof name) return;
  const int descriptor = shm_open(name, O_RDWR, 0);
  if (descriptor < 0) return;
  if (!fstat(descriptor, &about) && S_ISREG(about.st_mode) && about.st_uid == geteuid() &&
      !flock(descriptor, LOCK_EX | LOCK_NB))
    shm_unlink(name);
  close(descriptor);
}

void vfi_shared_sweep(void)
{
  DIR *objects = opendir("/dev/shm"); /* place of the objects in the system */
  for (struct dirent *entry; objects && (entry = readdir(objects));)
    if (!strncmp(entry->d_name, prefix, sizeof prefix - 1)) sweep(entry->d_name);
  if (objects) closedir(objects);
}
