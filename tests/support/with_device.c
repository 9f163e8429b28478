/* usage: with_device PROGRAM [ARGUMENT]...
 * Does the same as find_device, beside it. If the system does not have a file of a GPU's driver, it ends at once: a
 * thousand tests need not load the libraries of GPUs to find this out. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int driver_present(void)
{
  static const char *const files[] = { "/dev/nvidiactl", "/dev/nvidia0", "/dev/kfd",       "/dev/dxg",
                                       "/dev/nvmap",     "/dev/nvgpu",   "/dev/nvidia-uvm" };
  for (size_t f = 0; f < sizeof files / sizeof *files; f++)
    if (!access(files[f], F_OK)) return 1;
  return 0;
}

int main(int argc, char **argv)
{
  enum { SKIPPED = 77, FAILED = 1 };
  char path[4096] = "";
  if (argc < 2) {
    fputs("usage: with_device PROGRAM [ARGUMENT]...\n", stderr);
    return FAILED;
  }
  if (!driver_present() && !getenv("VF_TEST_GPU_REQUIRED")) {
    fputs("skipped: no driver of a GPU is present\n", stderr);
    return SKIPPED;
  }
  const ssize_t length = readlink("/proc/self/exe", path, sizeof path - sizeof "find_device");
  char *const name = length > 0 ? strrchr(path, '/') : NULL;
  if (name) {
    strcpy(name + 1, "find_device");
    execv(path, argv);
  }
  perror("with_device: find_device");
  return FAILED;
}
