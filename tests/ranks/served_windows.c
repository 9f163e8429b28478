/* Arrays in windows of MPI under VF_COHERENCE=auto, without one sync: other ranks read the newest values, and their writes reach the next
 * kernel. */
#include "served.h"

static MPI_Win window_of(const field *f)
{
  MPI_Win window;
  holds(!MPI_Win_create(f->values, (MPI_Aint)(f->length * (int64_t)sizeof(double)), sizeof(double), MPI_INFO_NULL,
                        MPI_COMM_WORLD, &window));
  return window;
}

/* Runs first: viewfab does not know the memory yet. */
static void a_window_older_than_viewfab_has_the_newest_values(void)
{
  const int64_t length = PART;
  field u = { .values = malloc(PART * sizeof(double)), .length = length, .all = { { 1, 1, 1 }, { PART, 1, 1 } } };
  holds(u.values);
  for (int n = 0; n < PART; n++) u.values[n] = STALE;
  MPI_Win window = window_of(&u);
  must(vf_view_wrap(NULL, u.values, VF_REAL64, 1, &length, NULL, "field", VF_WRAP_DISTINCT, &u.view));
  field x = filled(PART, 20 + rank);
  fill(&u, 0, PART, 10 + rank);
  holds(!MPI_Win_fence(0, window));
  holds(!get(&x, 0, behind(), 0, PART / 2, window));
  holds(!put(&x, PART / 2, behind(), PART / 2, PART / 2, window));
  holds(!MPI_Win_fence(0, window));
  add(&x, 1);
  add(&u, 1);
  expect(&x, 0, PART / 2, 1, 11 + behind());
  expect(&u, 0, PART / 2, 1, 11 + rank);
  expect(&u, PART / 2, PART - 1, 1, 21 + before());
  MPI_Win_free(&window);
  drop(&u);
  drop(&x);
}

/* Kernels change the window's array between the fences, and each rank puts into the first part of the rank behind. */
static void a_window_with_fences_has_the_newest_values(void)
{
  field u = filled(3 * PART, 10 + rank), x = filled(PART, 0), y = filled(PART, SEED);
  MPI_Win window = window_of(&u);
  for (int turn = 0; turn < 4; turn++) {
    fill(&x, 0, PART, 100 * turn + rank);
    fill(&u, PART, 3 * PART, 20 * turn + rank);
    holds(!MPI_Win_fence(0, window));
    holds(!put(&x, 0, behind(), 0, PART, window));
    holds(!get(&y, 0, before(), PART, PART, window));
    holds(!MPI_Win_fence(0, window));
    add(&u, 0.5);
    add(&y, 0.25);
    expect(&u, 0, PART, 1, 100 * turn + before() + 0.5);
    expect(&u, PART, 3 * PART, 1, 20 * turn + rank + 0.5);
    expect(&y, 0, PART, 1, 20 * turn + before() + 0.25);
    u.values[2 * PART] = 7;
    holds(!MPI_Win_fence(0, window));
    double seen;
    holds(!MPI_Get(&seen, 1, MPI_DOUBLE, before(), 2 * PART, 1, MPI_DOUBLE, window));
    holds(!MPI_Win_fence(0, window));
    holds(seen == 7);
  }
  MPI_Win_free(&window);
  drop(&u);
  drop(&x);
  drop(&y);
}

/* The target calls nothing of the window. */
static void a_target_that_calls_nothing_has_and_gives_the_newest_values(void)
{
  field u = filled(2 * PART, 10 + rank), x = filled(PART, 20 + rank), y = filled(PART, SEED);
  MPI_Win window = window_of(&u);
  for (int turn = 0; turn < 3; turn++) {
    fill(&u, 0, PART, 100 * turn + rank);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
      holds(!MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, window));
      holds(!get(&y, 0, 1, 0, PART, window));
      holds(!put(&x, 0, 1, PART, PART, window));
      holds(!MPI_Win_unlock(1, window));
      add(&y, 1);
      expect(&y, 0, PART, 1, 100 * turn + 2);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    add(&u, 1000);
    expect(&u, 0, PART, 1, 100 * turn + rank + 1000);
    expect(&u, PART, 2 * PART, 1, rank == 1 ? 1020 : 1010 + rank + 1000 * turn);
    if (rank == 1) fill(&u, PART, 2 * PART, SEED);
    add(&x, 0);
  }
  MPI_Win_free(&window);
  drop(&u);
  drop(&x);
  drop(&y);
}

static void epochs_of_groups_have_the_newest_values(void)
{
  field u = filled(PART, 10 + rank), x = filled(PART, 20 + rank);
  MPI_Win window = window_of(&u);
  MPI_Group all, from, to;
  const int source = before(), target = behind();
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, 1, &source, &from);
  MPI_Group_incl(all, 1, &target, &to);
  fill(&x, 0, PART, 30 + rank);
  holds(!MPI_Win_post(from, 0, window));
  holds(!MPI_Win_start(to, 0, window));
  holds(!put(&x, 0, target, 0, PART, window));
  fill(&x, 0, PART, SEED); /* the put has its values */
  holds(!MPI_Win_complete(window));
  holds(!MPI_Win_wait(window));
  add(&u, 1);
  expect(&u, 0, PART, 1, 31 + source);
  expect(&x, 0, PART, 1, SEED);
  MPI_Group_free(&all);
  MPI_Group_free(&from);
  MPI_Group_free(&to);
  MPI_Win_free(&window);
  drop(&u);
  drop(&x);
}

/* Each has its memory from MPI, and wraps the memory with the window there. */
static void memory_of_a_window_may_be_wrapped_later(void)
{
  for (int shared = 0; shared < 2; shared++) {
    const int64_t length = PART;
    const vf_box all = { { 1, 1, 1 }, { PART, 1, 1 } };
    double *values = NULL;
    MPI_Win window;
    vf_view *view = NULL;
    field x = filled(PART, 20 + rank);
    holds(!(shared ? MPI_Win_allocate_shared : MPI_Win_allocate)(PART * sizeof(double), sizeof(double), MPI_INFO_NULL,
                                                                 MPI_COMM_WORLD, &values, &window));
    for (int n = 0; n < PART; n++) values[n] = STALE;
    must(vf_view_wrap(NULL, values, VF_REAL64, 1, &length, NULL, "window", VF_WRAP_DISTINCT, &view));
    must(vf_fill_value(&all, view, 10 + rank));
    holds(!MPI_Win_fence(0, window));
    double seen = 0;
    holds(!MPI_Get(&seen, 1, MPI_DOUBLE, behind(), PART / 2, 1, MPI_DOUBLE, window));
    holds(!MPI_Win_fence(0, window));
    holds(seen == 10 + behind());
    holds(!put(&x, 0, behind(), 0, PART, window));
    holds(!MPI_Win_fence(0, window));
    must(vf_add_constant(&all, view, 1));
    for (int n = 0; n < PART; n++) holds(values[n] == 21 + before());
    if (shared) { /* by a plain access of another process */
      MPI_Aint bytes;
      int unit;
      double *of_next;
      holds(!MPI_Win_shared_query(window, behind(), &bytes, &unit, &of_next));
      MPI_Barrier(MPI_COMM_WORLD);
      holds(of_next[7] == 21 + rank);
      MPI_Barrier(MPI_COMM_WORLD);
      of_next[7] = 3;
      MPI_Barrier(MPI_COMM_WORLD);
      must(vf_add_constant(&all, view, 1));
      holds(values[7] == 4 && values[8] == 22 + before());
    }
    must(vf_view_release(&view, true));
    MPI_Win_free(&window);
    drop(&x);
  }
}

/* Only the attached array is open. */
static void attached_memory_has_the_newest_values(void)
{
  field u = filled(PART, 10 + rank), x = filled(PART, 20 + rank);
  MPI_Win window;
  MPI_Aint own, place;
  holds(!MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &window));
  holds(!MPI_Win_attach(window, u.values, PART * sizeof(double)));
  MPI_Get_address(u.values, &own);
  MPI_Sendrecv(&own, 1, MPI_AINT, before(), 1, &place, 1, MPI_AINT, behind(), 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  add(&u, 1);
  MPI_Barrier(MPI_COMM_WORLD);
  holds(!MPI_Win_lock_all(0, window));
  holds(!put(&x, 0, behind(), place, PART / 2, window));
  holds(!MPI_Win_flush(behind(), window));
  holds(!get(&x, PART / 2, behind(), place + (PART - 9) * (MPI_Aint)sizeof(double), 9, window));
  holds(!MPI_Win_unlock_all(window));
  MPI_Barrier(MPI_COMM_WORLD);
  add(&u, 1);
  add(&x, 1);
  expect(&u, 0, PART / 2, 1, 21 + before());
  expect(&u, PART / 2, PART, 1, 12 + rank);
  expect(&x, PART / 2, PART / 2 + 9, 1, 12 + behind());
  MPI_Barrier(MPI_COMM_WORLD);
  holds(!MPI_Win_detach(window, u.values));
  MPI_Win_free(&window);
  drop(&u);
  drop(&x);
}

/* Behind the window a kernel copies nothing to the host, and host and device keep each other's writes. */
static void an_array_is_watched_by_pages_again_without_its_window(void)
{
  field u = filled(PART, 10 + rank);
  MPI_Win first = window_of(&u), second = window_of(&u);
  vf_counters before_it, behind_it;
  vf_context *context;
  must(vf_context_default(&context));
  add(&u, 1);
  u.values[5] = 1;
  MPI_Win_free(&first);
  must(vf_counters_get(NULL, &before_it));
  add(&u, 1);
  must(vf_counters_get(NULL, &behind_it));
  const bool apart = behind_it.bytes_to_host > 0;
  if (apart) holds(behind_it.bytes_to_host - before_it.bytes_to_host >= PART * (int64_t)sizeof(double));
  u.values[6] = 2;
  MPI_Win_free(&second);
  must(vf_counters_get(NULL, &before_it));
  add(&u, 1);
  must(vf_counters_get(NULL, &behind_it));
  holds(behind_it.bytes_to_host - before_it.bytes_to_host < 3 * 4096);
  holds(behind_it.bytes_to_device == before_it.bytes_to_device);
  holds(u.values[5] == 3 && u.values[6] == 3 && u.values[7] == 13 + rank && u.values[PART - 1] == 13 + rank);
  u.values[7] = 9;
  add(&u, 1);
  holds(u.values[7] == 10 && u.values[PART / 2] == 14 + rank);
  drop(&u);
}

static const claim_entry claims[] = {
  claim(a_window_older_than_viewfab_has_the_newest_values),
  claim(a_window_with_fences_has_the_newest_values),
  claim(a_target_that_calls_nothing_has_and_gives_the_newest_values),
  claim(epochs_of_groups_have_the_newest_values),
  claim(memory_of_a_window_may_be_wrapped_later),
  claim(attached_memory_has_the_newest_values),
  claim(an_array_is_watched_by_pages_again_without_its_window),
};
RUN(claims)
