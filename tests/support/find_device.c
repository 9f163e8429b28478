/* usage: find_device PROGRAM [ARGUMENT]...
 * Runs a test program. If the device named by VF_DEVICE is absent, ends with 77, which CTest shows as skipped. With
 * VF_TEST_GPU_REQUIRED set an absent device is a failure. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <viewfab/viewfab.h>

int main(int argc, char **argv)
{
  enum { SKIPPED = 77, FAILED = 1 };
  if (argc < 2) {
    fputs("usage: find_device PROGRAM [ARGUMENT]...\n", stderr);
    return FAILED;
  }
  if (vf_init(NULL)) {
    const int absent = strstr(vf_last_error(), "is present") != NULL && !getenv("VF_TEST_GPU_REQUIRED");
    fprintf(stderr, "%s%s\n", absent ? "skipped: " : "", vf_last_error());
    return absent ? SKIPPED : FAILED;
  }
  execvp(argv[1], argv + 1);
  perror(argv[1]);
  return FAILED;
}
