/* The own memory of one-sided accesses and of split calls on files under VF_COHERENCE=auto, without one sync. */
#include "served.h"

/* A kernel changes other elements of the same pages, and the sent elements, before the access is complete. */
static void own_memory_of_accesses_has_the_values_of_the_call(void)
{
  double *plain = calloc(4 * PART, sizeof *plain);
  holds(plain);
  MPI_Win window;
  holds(!MPI_Win_create(plain, 4 * PART * sizeof *plain, sizeof *plain, MPI_INFO_NULL, MPI_COMM_WORLD, &window));
  field x = filled(3 * PART, 20 + rank), y = filled(3 * PART, SEED);
  holds(!MPI_Win_lock_all(0, window));
  holds(!put(&x, PART, behind(), 0, PART, window));
  fill(&x, PART, 2 * PART, 30 + rank);
  fill(&x, 2 * PART, 3 * PART, 40);
  holds(!MPI_Win_flush_local(behind(), window));
  holds(!MPI_Win_flush(behind(), window));
  MPI_Barrier(MPI_COMM_WORLD);
  holds(!MPI_Win_sync(window));
  for (int n = 0; n < PART; n++) holds(plain[n] == 20 + before());
  MPI_Barrier(MPI_COMM_WORLD);
  holds(!MPI_Accumulate(x.values + PART, PART, MPI_DOUBLE, behind(), 0, PART, MPI_DOUBLE, MPI_SUM, window));
  holds(!MPI_Win_flush_all(window));
  MPI_Barrier(MPI_COMM_WORLD);
  for (int n = 0; n < PART; n++) holds(plain[n] == 50 + 2 * before());
  MPI_Barrier(MPI_COMM_WORLD);
  holds(!get(&y, PART, behind(), 0, PART, window));
  fill(&y, 0, PART, 60);
  holds(!MPI_Win_flush_local_all(window));
  add(&y, 1);
  expect(&y, 0, PART, 1, 61);
  expect(&y, PART, 2 * PART, 1, 51 + 2 * rank);
  expect(&y, 2 * PART, 3 * PART, 1, SEED + 1);
  MPI_Barrier(MPI_COMM_WORLD);
  fill(&x, 0, PART, 1000);
  holds(!MPI_Get_accumulate(x.values, PART, MPI_DOUBLE, y.values, PART, MPI_DOUBLE, behind(), 0, PART, MPI_DOUBLE,
                            MPI_SUM, window));
  fill(&y, PART, 2 * PART, 70);
  holds(!MPI_Win_unlock_all(window));
  add(&y, 1);
  expect(&y, 0, PART, 1, 51 + 2 * rank);
  expect(&y, PART, 2 * PART, 1, 71);
  MPI_Barrier(MPI_COMM_WORLD);
  for (int n = 0; n < PART; n++) holds(plain[n] == 1050 + 2 * before());
  MPI_Win_free(&window);
  free(plain);
  drop(&x);
  drop(&y);
}

static void single_elements_have_the_newest_values(void)
{
  field x = filled(PART, 5), y = filled(PART, SEED);
  double *numbers = calloc(4, sizeof *numbers);
  holds(numbers);
  MPI_Win window;
  holds(!MPI_Win_create(numbers, 4 * sizeof *numbers, sizeof *numbers, MPI_INFO_NULL, MPI_COMM_WORLD, &window));
  numbers[1] = 100;
  MPI_Barrier(MPI_COMM_WORLD);
  holds(!MPI_Win_lock_all(0, window));
  holds(!MPI_Fetch_and_op(x.values + 2000, y.values + 3000, MPI_DOUBLE, behind(), 1, MPI_SUM, window));
  fill(&x, 0, PART, 6);
  fill(&y, 0, 3000, 8);
  holds(!MPI_Win_flush(behind(), window));
  MPI_Barrier(MPI_COMM_WORLD);
  holds(numbers[1] == 105);
  add(&y, 1);
  holds(y.values[2999] == 9 && y.values[3000] == 101 && y.values[3001] == SEED + 1);
  MPI_Barrier(MPI_COMM_WORLD);
  holds(!MPI_Fetch_and_op(NULL, y.values + 4000, MPI_DOUBLE, behind(), 1, MPI_NO_OP, window));
  holds(!MPI_Win_unlock_all(window));
  add(&y, 1);
  holds(y.values[4000] == 106);
  MPI_Win_free(&window);
  drop(&x);
  drop(&y);
  free(numbers);
}

static void an_exchanged_element_has_the_newest_values(void)
{
  const int64_t length = PART;
  int *cells = calloc(4, sizeof *cells), *own = malloc(3 * PART * sizeof *own);
  holds(cells && own);
  vf_view *views[3];
  for (int n = 0; n < 3 * PART; n++) own[n] = STALE;
  for (int v = 0; v < 3; v++) {
    must(vf_view_wrap(NULL, own + v * PART, VF_INT32, 1, &length, NULL, "integers", VF_WRAP_DISTINCT, &views[v]));
    must(vf_view_to_host(views[v], VF_UPDATE));
  }
  for (int n = 0; n < PART; n++) {
    own[n] = 11;
    own[PART + n] = 4;
  }
  MPI_Win window;
  holds(!MPI_Win_create(cells, 4 * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &window));
  cells[2] = 4;
  for (int v = 0; v < 3; v++) must(vf_view_to_device(views[v], VF_UPDATE));
  MPI_Barrier(MPI_COMM_WORLD);
  holds(!MPI_Win_lock_all(0, window));
  holds(!MPI_Compare_and_swap(own + 7, own + PART + 3000, own + 2 * PART + 5000, MPI_INT, behind(), 2, window));
  for (int v = 0; v < 3; v++) must(vf_view_to_device(views[v], VF_UPDATE));
  holds(!MPI_Win_unlock_all(window));
  MPI_Barrier(MPI_COMM_WORLD);
  holds(cells[2] == 11);
  must(vf_view_to_device(views[2], VF_UPDATE));
  holds(own[2 * PART + 5000] == 4 && own[2 * PART + 5001] == STALE);
  for (int v = 0; v < 3; v++) must(vf_view_release(&views[v], true));
  MPI_Win_free(&window);
  free(cells);
  free(own);
}

static void requests_of_windows_have_the_newest_values(void)
{
  double *plain = calloc(2 * PART, sizeof *plain);
  holds(plain);
  MPI_Win window;
  MPI_Request request;
  holds(!MPI_Win_create(plain, 2 * PART * sizeof *plain, sizeof *plain, MPI_INFO_NULL, MPI_COMM_WORLD, &window));
  field x = filled(2 * PART, 20 + rank), y = filled(2 * PART, SEED);
  holds(!MPI_Win_lock_all(0, window));
  holds(!MPI_Rput(x.values, PART, MPI_DOUBLE, behind(), 0, PART, MPI_DOUBLE, window, &request));
  fill(&x, 0, 2 * PART, 30 + rank);
  holds(!MPI_Wait(&request, MPI_STATUS_IGNORE));
  holds(!MPI_Win_flush(behind(), window));
  MPI_Barrier(MPI_COMM_WORLD);
  for (int n = 0; n < PART; n++) holds(plain[n] == 20 + before());
  MPI_Barrier(MPI_COMM_WORLD);
  holds(!MPI_Raccumulate(x.values, PART, MPI_DOUBLE, behind(), 0, PART, MPI_DOUBLE, MPI_SUM, window, &request));
  holds(!MPI_Wait(&request, MPI_STATUS_IGNORE));
  holds(!MPI_Win_flush(behind(), window));
  MPI_Barrier(MPI_COMM_WORLD);
  holds(!MPI_Rget(y.values, PART, MPI_DOUBLE, behind(), 0, PART, MPI_DOUBLE, window, &request));
  fill(&y, PART, 2 * PART, 60);
  holds(!MPI_Wait(&request, MPI_STATUS_IGNORE));
  add(&y, 1);
  expect(&y, 0, PART, 1, 51 + 2 * rank);
  expect(&y, PART, 2 * PART, 1, 61);
  MPI_Barrier(MPI_COMM_WORLD);
  holds(!MPI_Rget_accumulate(x.values, PART, MPI_DOUBLE, y.values, PART, MPI_DOUBLE, behind(), 0, PART, MPI_DOUBLE,
                             MPI_SUM, window, &request));
  fill(&y, PART, 2 * PART, 70);
  holds(!MPI_Wait(&request, MPI_STATUS_IGNORE));
  add(&y, 1);
  expect(&y, 0, PART, 1, 51 + 2 * rank);
  holds(!MPI_Win_unlock_all(window));
  MPI_Barrier(MPI_COMM_WORLD);
  for (int n = 0; n < PART; n++) holds(plain[n] == 80 + 3 * before());
  MPI_Win_free(&window);
  free(plain);
  drop(&x);
  drop(&y);
}

/* ---- Split calls on files ---- */

enum { SPLIT_WAYS = 3, ORDERED = 1 };

static void split_calls_get_and_give_the_newest_values(void)
{
  const char *const name = own_file("served_split");
  const MPI_Offset part = PART * sizeof(double), own = rank * part, other = before() * part;
  field x = filled(2 * PART, 0), y = filled(2 * PART, SEED);
  for (int way = 0; way < SPLIT_WAYS; way++) {
    MPI_File file;
    const double value = 100 * way + rank;
    fill(&x, 0, 2 * PART, value);
    holds(!MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file));
    holds(!MPI_File_seek(file, own, MPI_SEEK_SET));
    if (way == 0) holds(!MPI_File_write_all_begin(file, x.values, PART, MPI_DOUBLE));
    if (way == ORDERED) holds(!MPI_File_write_ordered_begin(file, x.values, PART, MPI_DOUBLE));
    if (way == 2) holds(!MPI_File_write_at_all_begin(file, own, x.values, PART, MPI_DOUBLE));
    fill(&x, PART, 2 * PART, value + 5);
    if (way == 0) holds(!MPI_File_write_all_end(file, x.values, MPI_STATUS_IGNORE));
    if (way == ORDERED) holds(!MPI_File_write_ordered_end(file, x.values, MPI_STATUS_IGNORE));
    if (way == 2) holds(!MPI_File_write_at_all_end(file, x.values, MPI_STATUS_IGNORE));
    holds(!MPI_File_sync(file));
    MPI_Barrier(MPI_COMM_WORLD);
    holds(!MPI_File_sync(file));
    holds(!MPI_File_seek(file, other, MPI_SEEK_SET));
    holds(!MPI_File_seek_shared(file, 0, MPI_SEEK_SET));
    if (way == 0) holds(!MPI_File_read_all_begin(file, y.values, PART, MPI_DOUBLE));
    if (way == ORDERED) holds(!MPI_File_read_ordered_begin(file, y.values, PART, MPI_DOUBLE));
    if (way == 2) holds(!MPI_File_read_at_all_begin(file, other, y.values, PART, MPI_DOUBLE));
    fill(&y, PART, 2 * PART, way);
    if (way == 0) holds(!MPI_File_read_all_end(file, y.values, MPI_STATUS_IGNORE));
    if (way == ORDERED) holds(!MPI_File_read_ordered_end(file, y.values, MPI_STATUS_IGNORE));
    if (way == 2) holds(!MPI_File_read_at_all_end(file, y.values, MPI_STATUS_IGNORE));
    add(&y, 1);
    expect(&y, 0, PART, 1, 100 * way + (way == ORDERED ? rank : before()) + 1);
    expect(&y, PART, 2 * PART, 1, way + 1);
    expect(&x, PART, 2 * PART, 1, value + 5);
    holds(!MPI_File_close(&file));
  }
  if (rank == 0) remove(name);
  drop(&x);
  drop(&y);
}

static const claim_entry claims[] = {
  claim(own_memory_of_accesses_has_the_values_of_the_call), claim(single_elements_have_the_newest_values),
  claim(an_exchanged_element_has_the_newest_values),        claim(requests_of_windows_have_the_newest_values),
  claim(split_calls_get_and_give_the_newest_values),
};
RUN(claims)
