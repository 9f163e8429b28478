#include "new_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ANY_MODE = -1 };

/* NULL if the name is free for use. *mode: the permissions of the existing file; ANY_MODE: there is none. */
static const char *obstacle(const char *path, int *mode)
{
  struct stat found;
  *mode = ANY_MODE;
  if (lstat(path, &found)) return errno == ENOENT ? NULL : strerror(errno);
  *mode = (int)(found.st_mode & (S_IRWXU | S_IRWXG | S_IRWXO));
  switch (found.st_mode & S_IFMT) {
    case S_IFREG: return NULL;
    case S_IFLNK: return "it is a symbolic link, and only new and regular files are written";
    case S_IFIFO: return "it is a FIFO, and only new and regular files are written";
    case S_IFDIR: return "it is a folder";
    default: return "it is a device or a socket, and only new and regular files are written";
  }
}

/* Returns the descriptor of the part, or -1 with a reason. */
static int make_part(vfi_new_file *file, const char *path, const char **reason)
{
  enum { ATTEMPTS = 100 };
  int mode;
  file->part[0] = 0;
  *reason = "the name is too long";
  if (snprintf(file->path, sizeof file->path, "%s", path) >= (int)sizeof file->path) return -1;
  *reason = obstacle(path, &mode);
  if (*reason) return -1;
  /* A reader without access to the replaced file has no access to the part; its writer may open the part again. */
  const mode_t permissions = mode == ANY_MODE ? 0666 : (mode_t)mode | S_IWUSR;
  /* Each process has its own name, and never the name of an existing file: the rest of a killed process may have the
   * name.
   */
  for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
    *reason = "the name is too long";
    if (snprintf(file->part, sizeof file->part, "%s.%ld-%d.part", path, (long)getpid(), attempt) >=
        (int)sizeof file->part)
      break;
    const int descriptor = open(file->part, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, permissions);
    if (descriptor >= 0) return descriptor;
    *reason = strerror(errno);
    if (errno != EEXIST) break;
  }
  file->part[0] = 0;
  return -1;
}

const char *vfi_new_file_begin(vfi_new_file *file, const char *path)
{
  const char *reason = NULL;
  const int descriptor = make_part(file, path, &reason);
  if (descriptor < 0) return reason;
  close(descriptor);
  return NULL;
}

const char *vfi_new_file_open(vfi_new_file *file, const char *path, FILE **stream)
{
  const char *reason = NULL;
  const int descriptor = make_part(file, path, &reason);
  *stream = NULL;
  if (descriptor < 0) return reason;
  *stream = fdopen(descriptor, "wb");
  if (*stream) return NULL;
  reason = strerror(errno);
  close(descriptor);
  vfi_new_file_drop(file);
  return reason;
}

const char *vfi_new_file_finish(vfi_new_file *file)
{
  /* checks the name again: another program may have made a file there meanwhile */
  int mode;
  const char *reason = obstacle(file->path, &mode);
  if (!reason && mode != ANY_MODE && chmod(file->part, (mode_t)mode)) reason = strerror(errno);
  if (!reason && rename(file->part, file->path)) reason = strerror(errno);
  if (reason) vfi_new_file_drop(file);
  file->part[0] = 0;
  return reason;
}

void vfi_new_file_drop(vfi_new_file *file)
{
  if (file->part[0]) unlink(file->part);
  file->part[0] = 0;
}

static const char *write_stream(FILE *stream, const char *text)
{
  return fputs(text, stream) == EOF || fflush(stream) ? strerror(errno) : NULL;
}

static const char *write_file(const char *name, const char *text)
{
  vfi_new_file file;
  FILE *stream = NULL;
  const char *reason = vfi_new_file_open(&file, name, &stream);
  if (reason) return reason;
  reason = write_stream(stream, text);
  if (fclose(stream) && !reason) reason = strerror(errno);
  if (!reason) return vfi_new_file_finish(&file);
  vfi_new_file_drop(&file);
  return reason;
}

const char *vfi_text_write(const char *name, const char *text)
{
  return strcmp(name, "-") ? write_file(name, text) : write_stream(stdout, text);
}

const char *vfi_rank_file(char *buffer, size_t size, const char *name, int rank)
{
  const char *slash = strrchr(name, '/'), *dot = strrchr(slash ? slash : name, '.');
  const size_t stem = dot ? (size_t)(dot - name) : strlen(name);
  if (!rank || !strcmp(name, "-") || strlen(name) + 16 > size) return name;
  snprintf(buffer, size, "%.*s.%d%s", (int)stem, name, rank, name + stem);
  return buffer;
}
