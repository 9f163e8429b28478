#include "testing.h"
static void nothing(void **state) { (void)state; }
static const struct CMUnitTest tests[] = {
  claim(nothing),
};
RUN("random_states", tests)
