/* Each begin and each end of a gather or a message between two processes fails once. */
#include "message_table.h"

#include <viewfab/layout.h>
#include <viewfab_kernels.h>

/* Work of a group: layouts, two exchanges of ghosts, a sum, a fence. Stops at the first error, and releases everything. */
static vf_status work_of_group(table *t)
{
  const vf_messages messages = messages_of(t, false);
  const vf_box box = { { 5 * t->rank, 0, -1 }, { 5 * t->rank + 4, 3, 1 } }, domain = { { 0, 0, -1 }, { 9, 3, 1 } };
  const vf_boundary sides = { .kind = { VF_PERIODIC, VF_NEUMANN, VF_NEUMANN, VF_PERIODIC, VF_NEUMANN, VF_NEUMANN },
                              .order = 1 };
  vf_group *group = NULL;
  vf_layout *layout = NULL;
  vf_set *phi = NULL;
  double sum = 0;
  vf_status status = vf_group_create(&messages, NULL, &group);
  if (status) return status;
  status = vf_layout_create(group, &box, 1, "slabs", &layout);
  if (!status) status = vf_set_create_on(layout, VF_REAL64, 1, 1, 0, "phi", &phi);
  if (!status) status = vf_fill_value_boxes(&box, 1, phi, 1 + t->rank);
  for (int times = 0; times < 2 && !status; times++) status = vf_set_fill_ghosts(phi, NULL, 1, &domain, &sides);
  if (!status) status = vf_dot_layout(layout, phi, phi, &sum, NULL);
  if (!status && sum != 60 + 4 * 60) status = VF_ERROR_MISMATCH;
  if (!status) status = vf_group_fence(group);
  if (phi) must(vf_view_release(&phi, true));
  if (layout) must(vf_layout_destroy(&layout));
  const vf_status ended = vf_group_destroy(&group);
  return status ? status : ended;
}

/* A failing message of one process ends the work of that process with an error, and the other process does not wait for ever.
 * Returns true if the work has so many messages.
 *   told  the error of the message is in the text; a process whose trial of device memory fails goes on without the trial */
static bool fail_message(int n, bool told)
{
  post_office *office = mmap(NULL, sizeof *office, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  assert_true(office != MAP_FAILED);
  table t = { .office = office };
  const pid_t child = fork();
  assert_true(child >= 0);
  t.rank = child ? 0 : 1;
  if (child) t.fails_at = n;
  const vf_status status = work_of_group(&t);
  if (!child) exit((int)status);
  int ended = 0;
  assert_int_equal(waitpid(child, &ended, 0), child);
  if (!WIFEXITED(ended)) fail_msg("message %d: the other process was ended by signal %d", n, WTERMSIG(ended));
  const bool failed = t.calls >= n;
  if (failed && !status) fail_msg("message %d failed, and no call told of it", n);
  if (failed && told && !strstr(vf_last_error(), "broken") && !strstr(vf_last_error(), "error 7"))
    fail_msg("message %d: '%s' does not tell the error", n, vf_last_error());
  if (!failed) assert_int_equal(status, VF_OK);
  if (!failed) assert_int_equal(WEXITSTATUS(ended), VF_OK);
  assert_int_equal(munmap(office, sizeof *office), 0);
  return failed;
}

static void each_failed_message_is_told(const char *transport, bool told)
{
  int n = 1;
  fflush(NULL); /* the child would write the output again */
  while (fail_message(n, told)) n++;
  print_message("%s: %d messages\n", transport, n - 1);
  assert_true(n > 20);
}

static void each_failed_message_from_host_memory_is_told(void **state)
{
  (void)state;
  setenv("VF_TRANSPORT", "staged", 1);
  each_failed_message_is_told("staged", true);
}

static void each_failed_message_from_device_memory_is_told(void **state)
{
  (void)state;
  setenv("VF_TRANSPORT", "device", 1);
  each_failed_message_is_told("device", false);
}

static void each_failed_message_beside_shared_memory_is_told(void **state)
{
  (void)state;
  setenv("VF_TRANSPORT", "shared", 1);
  each_failed_message_is_told("shared", true);
}

static int prepare(void **state)
{
  (void)state;
  return setenv("VF_MPI_DEVICE", "1", 1) || setenv("VF_WAIT", "1", 1);
}

static int restore(void **state)
{
  (void)state;
  return unsetenv("VF_TRANSPORT") || unsetenv("VF_MPI_DEVICE") || unsetenv("VF_WAIT");
}

#define alone(function) cmocka_unit_test_setup_teardown(function, prepare, restore)
static const struct CMUnitTest tests[] = {
  alone(each_failed_message_from_host_memory_is_told),
  alone(each_failed_message_from_device_memory_is_told),
  alone(each_failed_message_beside_shared_memory_is_told),
};
RUN("failing_messages", tests)
