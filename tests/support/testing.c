#include "testing.h"

#include <stdio.h>

int open_device(void **state)
{
  (void)state;
  must(vf_init(NULL));
  return 0;
}

int close_device(void **state)
{
  (void)state;
  must(vf_finalize());
  return 0;
}

const char *device_memory(void)
{
  const char *device = getenv("VF_DEVICE"), *memory = getenv("VF_HOST_MEMORY");
  if (device && *device && strcmp(device, "host")) return "gpu";
  return memory && strcmp(memory, "alias") ? memory : "alias";
}

int run_claims(int argc, char **argv, const char *subject, const struct CMUnitTest *tests, size_t count)
{
  if (argc > 1) {
    size_t c = 0;
    while (c < count && strcmp(tests[c].name, argv[1])) c++;
    if (c == count) {
      fprintf(stderr, "%s: there is no such claim: %s\n", subject, argv[1]);
      return 1;
    }
    cmocka_set_test_filter(argv[1]);
  }
  return _cmocka_run_group_tests(subject, tests, count, NULL, NULL);
}
