/* A copy from process to process, in place of the C library's function for Open MPI. Like a network the copy passes by the
 * protection of pages on both sides, and a test sees old values. The system's own function refuses shut pages; Open MPI then
 * copies with faults, and viewfab serves faults. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/uio.h>
#include <unistd.h>

static ssize_t copy(int from, size_t at, int to, size_t place, size_t bytes)
{
  char *part = malloc(bytes);
  ssize_t done = part ? pread(from, part, bytes, (off_t)at) : -1;
  if (done > 0) done = pwrite(to, part, (size_t)done, (off_t)place);
  free(part);
  return done;
}

/* Open MPI gives one piece of each side. */
ssize_t process_vm_readv(pid_t process, const struct iovec *to, unsigned long pieces, const struct iovec *from,
                         unsigned long from_pieces, unsigned long flags)
{
  char name[64];
  snprintf(name, sizeof name, "/proc/%d/mem", (int)process);
  const int other = open(name, O_RDONLY | O_CLOEXEC), own = open("/proc/self/mem", O_RDWR | O_CLOEXEC);
  ssize_t done = -1;
  if (other >= 0 && own >= 0 && pieces == 1 && from_pieces == 1 && !flags)
    done = copy(other, (size_t)from->iov_base, own, (size_t)to->iov_base,
                from->iov_len < to->iov_len ? from->iov_len : to->iov_len);
  if (other >= 0) close(other);
  if (own >= 0) close(own);
  return done;
}
