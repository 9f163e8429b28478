/* A program with a launcher of its own fills the table of messages (messages.h) itself, and viewfab asks the table about device
 * memory. The two processes here, this one and a child, share memory. */
#include "message_table.h"

/* Makes and destroys a group of both processes. The status and the text of the last error are this process's. */
static vf_status make_group(table *t, bool asks)
{
  const vf_messages messages = messages_of(t, asks);
  vf_group *group = NULL;
  vf_status status = vf_group_create(&messages, NULL, &group);
  if (!status) status = vf_group_destroy(&group);
  return status;
}

/* make_group on both processes. The child has to end with the status of this process. */
static vf_status on_both(int able, bool asks, bool damages, int *letters)
{
  post_office *office = mmap(NULL, sizeof *office, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  assert_true(office != MAP_FAILED);
  table t = { .office = office, .able = able, .damages = damages };
  const pid_t child = fork();
  assert_true(child >= 0);
  t.rank = child ? 0 : 1;
  const vf_status status = make_group(&t, asks);
  if (!child) _exit((int)status);
  int ended = 0;
  assert_int_equal(waitpid(child, &ended, 0), child);
  assert_true(WIFEXITED(ended));
  assert_int_equal(WEXITSTATUS(ended), status);
  *letters = 0;
  for (int from = 0; from < 2; from++)
    for (int to = 0; to < 2; to++) *letters += atomic_load(&office->boxes[from][to].sent);
  assert_int_equal(munmap(office, sizeof *office), 0);
  return status;
}

static int prepare(void **state)
{
  (void)state;
  return setenv("VF_TRANSPORT", "device", 1) || setenv("VF_MPI_DEVICE", "1", 1) || setenv("VF_WAIT", "20", 1);
}

static int restore(void **state)
{
  (void)state;
  return unsetenv("VF_TRANSPORT") || unsetenv("VF_MPI_DEVICE") || unsetenv("VF_WAIT");
}

static void table_of_a_program_makes_a_group(void **state)
{
  (void)state;
  int letters = 0;
  unsetenv("VF_MPI_DEVICE");
  setenv("VF_TRANSPORT", "staged", 1);
  must(on_both(0, false, false, &letters));
}

static void table_that_denies_device_memory_gets_no_message(void **state)
{
  (void)state;
  int letters = 0;
  refused(on_both(-1, true, false, &letters), VF_ERROR_STATE, "takes no device memory, by its own word");
  assert_int_equal(letters, 0);
}

static void table_that_does_not_know_is_tried(void **state)
{
  (void)state;
  int letters = 0;
  must(on_both(0, true, false, &letters));
  assert_int_equal(letters, 4); /* each process to itself and to the other one */
  must(on_both(0, false, false, &letters));
  assert_int_equal(letters, 4);
}

static void claim_of_device_memory_is_tried_too(void **state)
{
  (void)state;
  int letters = 0;
  refused(on_both(1, true, true, &letters), VF_ERROR_STATE, "messages from device memory arrive with other contents");
  assert_int_equal(letters, 2);
  must(on_both(1, true, false, &letters));
}

static void without_the_users_word_device_memory_is_not_tried(void **state)
{
  (void)state;
  int letters = 0;
  unsetenv("VF_MPI_DEVICE");
  refused(on_both(1, true, false, &letters), VF_ERROR_STATE, "VF_MPI_DEVICE is not 1");
  assert_int_equal(letters, 0);
}

static void table_without_a_function_is_refused(void **state)
{
  (void)state;
  table t = { .able = 0 };
  vf_group *group = NULL;
  vf_messages whole = messages_of(&t, true);
  enum { FUNCTIONS = 6 };
  for (int f = 0; f < FUNCTIONS; f++) {
    vf_messages messages = whole;
    if (f == 0) messages.gather = NULL;
    if (f == 1) messages.gather_lists = NULL;
    if (f == 2) messages.send = NULL;
    if (f == 3) messages.receive = NULL;
    if (f == 4) messages.test = NULL;
    if (f == 5) messages.error_text = NULL;
    refused(vf_group_create(&messages, NULL, &group), VF_ERROR_NULL, "a function of messages is NULL");
    assert_null(group);
  }
}

#define alone(function) cmocka_unit_test_setup_teardown(function, prepare, restore)
static const struct CMUnitTest tests[] = {
  alone(table_of_a_program_makes_a_group),
  alone(table_that_denies_device_memory_gets_no_message),
  alone(table_that_does_not_know_is_tried),
  alone(claim_of_device_memory_is_tried_too),
  alone(without_the_users_word_device_memory_is_not_tried),
  cmocka_unit_test(table_without_a_function_is_refused),
};
RUN("own_messages", tests)
