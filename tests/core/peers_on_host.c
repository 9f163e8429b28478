/* The transports of GPUs with common memory, with the host in the place of each GPU. Two processes exchange ghosts, wait in vain, or
 * lack memory. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "message_table.h"

#include <dirent.h>

#include <viewfab/layout.h>
#include <viewfab_kernels.h>

#include "../failures/failing_memory.h"
#include "context.h"
#include "host_peers.h"

enum { NX = 5, NY = 4, NZ = 3, STEPS = 150 };
static vf_backend backend;

#define check(condition)                                                                        \
  do {                                                                                          \
    if (!(condition)) {                                                                         \
      fprintf(stderr, "rank %d: %s does not hold: %s\n", t->rank, #condition, vf_last_error()); \
      return false;                                                                             \
    }                                                                                           \
  } while (0)

static vf_box slab(int rank) { return (vf_box){ { NX * rank, -1, 2 }, { NX * rank + NX - 1, NY - 2, NZ + 1 } }; }
static const vf_box domain = { { 0, -1, 2 }, { 2 * NX - 1, NY - 2, NZ + 1 } };
static const vf_boundary sides = { .kind = { VF_PERIODIC, VF_NEUMANN, VF_NEUMANN, VF_PERIODIC, VF_NEUMANN, VF_NEUMANN },
                                   .order = 1 };

typedef struct scene {
  vf_group *group;
  vf_layout *layout;
  vf_set *phi;
  vf_messages messages;
} scene;

static bool open_device_with_peers(table *t, vf_messages *messages)
{
  vf_context *context = NULL;
  check(!vf_finalize() && !vf_init(NULL) && !vf_context_default(&context));
  backend = *context->backend;
  backend.peers = &peers;
  context->backend = &backend;
  *messages = messages_of(t, false);
  return true;
}

static bool open_scene(table *t, const char *gives, scene *s)
{
  const char *name = NULL, *why = NULL;
  const vf_box box = slab(t->rank);
  if (!open_device_with_peers(t, &s->messages)) return false;
  check(!vf_group_create(&s->messages, NULL, &s->group));
  check(!vf_group_transport(s->group, 1 - t->rank, &name, &why) && strstr(why, gives));
  check(!vf_layout_create(s->group, &box, 1, "slabs", &s->layout));
  check(!vf_set_create_on(s->layout, VF_REAL64, 2, 2, 0, "phi", &s->phi));
  return true;
}

static int64_t element(int i, int j, int k, int c)
{
  return i + 2 + (NX + 4) * (j + 2 + (NY + 4) * (k + 2 + (int64_t)(NZ + 4) * c));
}

static double value(int step, int x, int j, int k, int c) { return step * 1000 + 100 * c + x + 0.25 * j + 0.0625 * k; }

/* Writes values, fills ghosts, and looks at the ghosts of the other process on both sides. */
static bool exchange(table *t, const scene *s, int step, int layers)
{
  vf_view *view = NULL;
  void *address = NULL;
  check(!vf_set_view(s->phi, 0, NULL, &view) && !vf_view_to_host(view, VF_UPDATE));
  check(!vf_view_host_address(view, &address));
  double *host = address;
  for (int c = 0; c < 2; c++)
    for (int k = 0; k < NZ; k++)
      for (int j = 0; j < NY; j++)
        for (int i = 0; i < NX; i++) host[element(i, j, k, c)] = value(step, NX * t->rank + i, j, k, c);
  check(!vf_set_fill_ghosts(s->phi, NULL, layers, &domain, &sides));
  check(!vf_view_to_host(view, VF_READ));
  for (int c = 0; c < 2; c++)
    for (int k = 0; k < NZ; k++)
      for (int j = 0; j < NY; j++)
        for (int g = 1; g <= layers; g++) {
          const int left = (NX * t->rank - g + 2 * NX) % (2 * NX), right = (NX * t->rank + NX - 1 + g) % (2 * NX);
          check(host[element(-g, j, k, c)] == value(step, left, j, k, c));
          check(host[element(NX - 1 + g, j, k, c)] == value(step, right, j, k, c));
        }
  return true;
}

static bool close_scene(table *t, scene *s, vf_status ends)
{
  check(!vf_view_release(&s->phi, true));
  check(!vf_layout_destroy(&s->layout));
  check(vf_group_destroy(&s->group) == ends);
  check(!guards && mapped == 0 && registered == 0);
  check(!vf_finalize());
  return true;
}

static bool exchange_often(table *t, const char *gives)
{
  scene s = { 0 };
  double sum = 0;
  if (!open_scene(t, gives, &s)) return false;
  for (int step = 1; step <= STEPS; step++)
    if (!exchange(t, &s, step, step % 3 == 2 ? 2 : 1)) return false;
  check(!vf_group_fence(s.group));
  const vf_box box = slab(t->rank);
  check(!vf_fill_value_boxes(&box, 1, s.phi, 1 + t->rank));
  check(!vf_dot_layout(s.layout, s.phi, s.phi, &sum, NULL));
  check(sum == 2 * NX * NY * NZ * 5);
  return close_scene(t, &s, VF_OK);
}

/* Process 0 makes one exchange less, and ends its group. */
static bool wait_in_vain(table *t, const char *gives)
{
  scene s = { 0 };
  if (!open_scene(t, gives, &s)) return false;
  if (!exchange(t, &s, 1, 1)) return false;
  if (t->rank == 0) {
    check(!vf_finalize());
    check(!vf_layout_destroy(&s.layout));
    check(vf_group_destroy(&s.group) == VF_ERROR_STATE);
    return true;
  }
  const double began = now();
  check(vf_set_fill_ghosts(s.phi, NULL, 1, &domain, &sides) == VF_ERROR_PEER);
  check(strstr(vf_last_error(), "rank 1 waits for rank 0 in vain"));
  check(now() - began < 15); /* VF_WAIT is 20 */
  return close_scene(t, &s, VF_ERROR_PEER);
}

/* Process 1 dies in its second exchange, before its data are there: process 0 waits for a flag. */
static bool lose_the_other(table *t, const char *gives)
{
  scene s = { 0 };
  setenv("VF_WAIT", "1", 1); /* before its parent waits, the system still shows a dead child */
  if (!open_scene(t, gives, &s)) return false;
  if (!exchange(t, &s, 1, 1)) return false;
  if (t->rank == 1) last_number = 1;
  const double began = now();
  vf_status status = VF_OK;
  for (int times = 0; times < 2 && !status; times++) status = vf_set_fill_ghosts(s.phi, NULL, 1, &domain, &sides);
  check(status == VF_ERROR_PEER);
  check(strstr(vf_last_error(), "exchange 2 with rank 1"));
  check(strstr(vf_last_error(), "rank 0 waited 1 seconds (VF_WAIT) for rank 1"));
  check(now() - began < 15);
  return close_scene(t, &s, VF_ERROR_PEER);
}

/* The processes exchange different sets. */
static bool mistake_the_set(table *t, const char *gives)
{
  scene s = { 0 };
  vf_set *rho = NULL;
  if (!open_scene(t, gives, &s)) return false;
  check(!vf_set_create_on(s.layout, VF_REAL64, 2, 2, 0, "rho", &rho));
  if (!exchange(t, &s, 1, 1)) return false;
  check(!vf_set_fill_ghosts(rho, NULL, 1, &domain, &sides));
  vf_status status = VF_OK;
  for (int times = 0; times < 4 && !status; times++)
    status = vf_set_fill_ghosts(t->rank ? rho : s.phi, NULL, 1, &domain, &sides);
  check(status == VF_ERROR_PEER);
  check(strstr(vf_last_error(), "phi") && strstr(vf_last_error(), "rho"));
  check(!vf_view_release(&rho, true));
  return close_scene(t, &s, VF_ERROR_PEER);
}

static int failing;         /* the number of the failing allocation */
static bool *has_failed_at; /* shared by both processes: process 0 had so many allocations */

static int open_descriptors(void)
{
  DIR *list = opendir("/proc/self/fd");
  int count = 0;
  while (list && readdir(list)) count++;
  if (list) closedir(list);
  return count;
}

/* An allocation of process 0 fails while a group is made: the call fails on both, or on none. */
static bool fail_an_allocation(table *t, const char *gives)
{
  vf_group *group = NULL;
  vf_messages messages;
  (void)gives;
  if (!open_device_with_peers(t, &messages)) return false;
  const int before = open_descriptors();
  memory_fails_at(t->rank == 0 ? failing : 0);
  const vf_status status = vf_group_create(&messages, NULL, &group);
  if (t->rank == 0) *has_failed_at = memory_has_failed();
  memory_fails_at(0);
  if (status) {
    check(status == (t->rank ? VF_ERROR_PEER : VF_ERROR_MEMORY) && !group);
    check(strstr(vf_last_error(), "memory"));
    check(!guards && mapped == 0 && registered == 0);
    check(open_descriptors() == before);
    check(!vf_group_create(&messages, NULL, &group));
  }
  check(!vf_group_destroy(&group));
  check(!guards && mapped == 0 && registered == 0);
  check(!vf_finalize());
  return true;
}

/* Does the work on both processes. */
static void on_both(const char *transport, const char *gives, bool (*work)(table *t, const char *gives))
{
  post_office *office = mmap(NULL, sizeof *office, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  assert_true(office != MAP_FAILED);
  setenv("VF_TRANSPORT", transport, 1);
  fflush(NULL); /* the child would write the output again */
  table t = { .office = office };
  const pid_t child = fork();
  assert_true(child >= 0);
  t.rank = child ? 0 : 1;
  const bool good = work(&t, gives);
  if (!child) exit(good ? 0 : 1);
  int ended = 0;
  assert_int_equal(waitpid(child, &ended, 0), child);
  assert_true(WIFEXITED(ended) && WEXITSTATUS(ended) == 0);
  assert_true(good);
  assert_int_equal(munmap(office, sizeof *office), 0);
}

static const char flat[] = "flat: memory of its GPU, beside that of all others";
static const char shared[] = "shared: memory of the host that both GPUs read and write";

static void ghosts_arrive_in_memory_side_by_side(void **state)
{
  (void)state;
  on_both("flat", flat, exchange_often);
}

static void ghosts_arrive_in_registered_memory(void **state)
{
  (void)state;
  on_both("shared", shared, exchange_often);
}

static void wait_in_vain_for_memory_side_by_side_is_told(void **state)
{
  (void)state;
  on_both("flat", flat, wait_in_vain);
}

static void wait_in_vain_for_registered_memory_is_told(void **state)
{
  (void)state;
  on_both("shared", shared, wait_in_vain);
}

static void process_that_ends_is_told_over_memory_side_by_side(void **state)
{
  (void)state;
  on_both("flat", flat, lose_the_other);
}

static void process_that_ends_is_told_over_registered_memory(void **state)
{
  (void)state;
  on_both("shared", shared, lose_the_other);
}

static void exchange_of_another_set_is_told_over_memory_side_by_side(void **state)
{
  (void)state;
  on_both("flat", flat, mistake_the_set);
}

static void exchange_of_another_set_is_told_over_registered_memory(void **state)
{
  (void)state;
  on_both("shared", shared, mistake_the_set);
}

static void each_failed_allocation_is_told(const char *transport)
{
  has_failed_at = mmap(NULL, sizeof *has_failed_at, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  assert_true(has_failed_at != MAP_FAILED);
  *has_failed_at = true;
  for (failing = 1; *has_failed_at; failing++) on_both(transport, "", fail_an_allocation);
  print_message("%s: %d allocations\n", transport, failing - 2);
  assert_true(failing > 20);
  assert_int_equal(munmap(has_failed_at, sizeof *has_failed_at), 0);
}

static void each_failed_allocation_is_told_over_memory_side_by_side(void **state)
{
  (void)state;
  each_failed_allocation_is_told("flat");
}

static void each_failed_allocation_is_told_over_registered_memory(void **state)
{
  (void)state;
  each_failed_allocation_is_told("shared");
}

static int prepare(void **state)
{
  (void)state;
  return setenv("VF_WAIT", "20", 1);
}

static int restore(void **state)
{
  (void)state;
  return unsetenv("VF_TRANSPORT") || unsetenv("VF_WAIT");
}

#define alone(function) cmocka_unit_test_setup_teardown(function, prepare, restore)
static const struct CMUnitTest tests[] = {
  alone(ghosts_arrive_in_memory_side_by_side),
  alone(ghosts_arrive_in_registered_memory),
  alone(wait_in_vain_for_memory_side_by_side_is_told),
  alone(wait_in_vain_for_registered_memory_is_told),
  alone(process_that_ends_is_told_over_memory_side_by_side),
  alone(process_that_ends_is_told_over_registered_memory),
  alone(exchange_of_another_set_is_told_over_memory_side_by_side),
  alone(exchange_of_another_set_is_told_over_registered_memory),
  alone(each_failed_allocation_is_told_over_memory_side_by_side),
  alone(each_failed_allocation_is_told_over_registered_memory),
};
RUN("peers_on_host", tests)
