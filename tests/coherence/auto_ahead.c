/* VF_COHERENCE=auto: a host that goes through an array is served several pieces at a time. Arrays whose pieces were copied
 * often get large pages, and are page-locked. The tests look into viewfab, so they need it as a static library. */
#include "auto.h"

#include "../../c_src/coherence/fetch.h"
#include "../../c_src/coherence/pages.h"
#include "../../c_src/coherence/table.h"

enum { PIECES = 128, CELLS = PIECES * (256 << 10) / (int)sizeof(double) };

/* CELLS values, which begin with a piece. All are 3 on the device, and old on the host. */
static device_line whole_pieces(vfi_watch **watch)
{
  device_line made = { .all = line(1, CELLS) };
  made.values = aligned_alloc(256 << 10, CELLS * sizeof *made.values);
  assert_non_null(made.values);
  for (int c = 0; c < CELLS; c++) made.values[c] = 0;
  made.view = wrapped_line(made.values, CELLS, "values");
  must(vf_fill_value(&made.all, made.view, 3));
  if (!separate()) skip();
  *watch = vfi_table_enter((const char *)made.values);
  assert_non_null(*watch);
  assert_int_equal((*watch)->pieces, PIECES);
  vfi_table_leave(*watch);
  return made;
}

static size_t pieces_in(const vfi_watch *watch, vfi_piece state)
{
  size_t count = 0;
  for (int p = 0; p < PIECES; p++) count += atomic_load(&watch->state[p]) == state;
  return count;
}

static const int each = CELLS / PIECES; /* values of a piece */

/* 1, 2, 4, ... 64 pieces, and the last piece. */
static void a_host_that_reads_on_is_served_twice_as_much_each_time(void **state)
{
  (void)state;
  vfi_watch *watch;
  device_line array = whole_pieces(&watch);
  assert_int_equal(wrong_values(array.values, CELLS, 3, 0), 0);
  assert_int_equal(atomic_load(&watch->served), 8);
  assert_int_equal(pieces_in(watch, VF_PIECE_CLEAN), PIECES);
  drop(&array);
}

static void a_host_that_writes_on_is_served_so_too_and_all_reaches_the_device(void **state)
{
  (void)state;
  vfi_watch *watch;
  device_line array = whole_pieces(&watch);
  enum { LEFT = 9 }; /* pieces at the end */
  for (int c = 0; c < CELLS - LEFT * each; c++) array.values[c] = 5;
  assert_int_equal(atomic_load(&watch->served), 7);
  assert_int_equal(pieces_in(watch, VF_PIECE_DIRTY), PIECES - 1);
  must(vf_add_constant(&array.all, array.view, 1));
  assert_int_equal(wrong_values(array.values, CELLS - LEFT * each, 6, 0), 0);
  assert_int_equal(wrong_values(array.values + CELLS - LEFT * each, LEFT * each, 4, 0), 0);
  drop(&array);
}

/* Pieces apart from each other bring no others. */
static void a_host_that_touches_single_pieces_gets_these_alone(void **state)
{
  (void)state;
  vfi_watch *watch;
  device_line array = whole_pieces(&watch);
  for (int p = 0; p < PIECES; p += 2) must_be(array.values[p * each + p], 3);
  assert_int_equal(pieces_in(watch, VF_PIECE_CLEAN), PIECES / 2);
  assert_int_equal(pieces_in(watch, VF_PIECE_STALE), PIECES / 2);
  drop(&array);
}

/* Pieces that were served before are not served again, and values in them stay. */
static void what_the_host_has_written_ahead_stays(void **state)
{
  (void)state;
  vfi_watch *watch;
  device_line array = whole_pieces(&watch);
  for (int p = 9; p < PIECES; p += 10) array.values[p * each] = p;
  for (int c = 0; c < CELLS; c++) {
    const int p = c / each;
    must_be(array.values[c], p % 10 == 9 && c % each == 0 ? p : 3);
  }
  assert_int_equal(pieces_in(watch, VF_PIECE_DIRTY), PIECES / 10);
  drop(&array);
}

/* ---- Page locks. On mirror memory a lock is noted, no more. ---- */

static vf_backend locking;
static int locks;

static int note_lock(void *host, size_t length)
{
  locks += host != NULL && length > 0;
  return 0;
}

static int note_unlock(void *host)
{
  locks -= host != NULL;
  return 0;
}

/* Pieces in all states are locked at once, and each keeps its protection and its values. */
static void arrays_whose_pieces_move_often_are_locked(void **state)
{
  (void)state;
  vfi_watch *watch;
  vf_context *context = NULL;
  must(vf_context_default(&context));
  const vf_backend *real = context->backend;
  if (!on_gpu()) {
    locking = *real;
    locking.lock = note_lock;
    locking.unlock = note_unlock;
    context->backend = &locking;
  }
  device_line array = whole_pieces(&watch);
  for (int round = 0; round < 3; round++) {
    assert_int_equal(wrong_values(array.values, CELLS, 3 + round, 0), 0);
    for (int c = 0; c < CELLS / 4; c++) array.values[c] = 3 + round;
    must(vf_add_constant(&array.all, array.view, 1));
  }
  assert_int_equal(watch->large_pages, VF_LARGE_PAGES_TRIED);
  assert_non_null(watch->array->locked);
  assert_int_equal(locks, !on_gpu());
  assert_int_equal(wrong_values(array.values, CELLS, 6, 0), 0);
  drop(&array);
  assert_int_equal(locks, 0);
  context->backend = real;
}

/* Kilobytes of the system's large pages in the region of an address. */
static long large_kilobytes(const void *address)
{
  FILE *regions = fopen("/proc/self/smaps", "r");
  assert_non_null(regions);
  char line[512];
  unsigned long from, to;
  long kilobytes, found = 0;
  bool within = false;
  while (fgets(line, sizeof line, regions)) {
    if (sscanf(line, "%lx-%lx ", &from, &to) == 2) within = (uintptr_t)address >= from && (uintptr_t)address < to;
    else if (within && sscanf(line, "AnonHugePages: %ld", &kilobytes) == 1) found = kilobytes;
  }
  fclose(regions);
  return found;
}

/* The system may have no large pages, or may refuse to make them; then pieces stay small. */
static bool system_makes_large_pages(void)
{
  char *memory = aligned_alloc(VF_LARGE_PAGE, VF_LARGE_PAGE);
  assert_non_null(memory);
  for (int b = 0; b < VF_LARGE_PAGE; b += 512) memory[b] = 1;
  const bool does = vfi_pages_enlarge(memory, VF_LARGE_PAGE) && large_kilobytes(memory) >= VF_LARGE_PAGE >> 10;
  free(memory);
  return does;
}

static void arrays_whose_pieces_move_often_get_large_pages_and_pieces(void **state)
{
  (void)state;
  if (!system_makes_large_pages()) skip();
  vfi_watch *watch;
  device_line array = whole_pieces(&watch);
  assert_int_equal(wrong_values(array.values, CELLS, 3, 0), 0);
  must(vf_add_constant(&array.all, array.view, 1));
  const size_t whole = CELLS * sizeof(double) / VF_LARGE_PAGE; /* and less, if the memory begins within one */
  assert_in_range(watch->pieces, whole, whole + 1);
  assert_in_range(large_kilobytes(array.values), (whole - 1) * (VF_LARGE_PAGE >> 10), whole * (VF_LARGE_PAGE >> 10));
  must_be(array.values[CELLS / 2], 4);
  assert_int_equal(atomic_load(&watch->served), 1);
  array.values[CELLS / 2] = 7;
  must(vf_add_constant(&array.all, array.view, 1));
  must_be(array.values[CELLS / 2], 8);
  array.values[CELLS / 2] = 5;
  assert_int_equal(wrong_values(array.values, CELLS, 5, 0), 0);
  drop(&array);
}

static const char *lock_ends[2];
static int copies_over_ends;

static void note_copy(const char *host, size_t bytes)
{
  for (int e = 0; e < 2; e++) copies_over_ends += host < lock_ends[e] && host + bytes > lock_ends[e];
}

static int copy_up(void *device, const void *host, size_t bytes, void *queue)
{
  (void)queue;
  note_copy(host, bytes);
  memcpy(device, host, bytes);
  return 0;
}

static int copy_down(void *host, const void *device, size_t bytes, void *queue)
{
  (void)queue;
  note_copy(host, bytes);
  memcpy(host, device, bytes);
  return 0;
}

/* The runtimes of GPUs refuse a copy from memory that is page-locked in part. */
static void copies_end_where_the_page_lock_begins_and_ends(void **state)
{
  (void)state;
  vf_context *context = NULL;
  must(vf_context_default(&context));
  if (on_gpu()) skip();
  vf_backend copying = *context->backend;
  vf_context other = *context;
  char host[100], device[100];
  copying.copy_to_device = copy_up;
  copying.copy_to_host = copy_down;
  other.backend = &copying;
  const vfi_array array = {
    .context = &other, .host = host, .device = device, .bytes = 100, .locked = host + 30, .locked_bytes = 40
  };
  lock_ends[0] = host + 30;
  lock_ends[1] = host + 70;
  for (int c = 0; c < 100; c++) host[c] = (char)c;
  assert_int_equal(vfi_fetch_to_device(&array, 0, 100, host), 0);
  memset(host, 0, sizeof host);
  assert_int_equal(vfi_fetch_from_device(&array, 20, 70, host + 20), 0);
  for (int c = 0; c < 100; c++) assert_int_equal(host[c], c >= 20 && c < 90 ? c : 0);
  assert_int_equal(copies_over_ends, 0);
}

int main(int argc, char **argv)
{
  const struct CMUnitTest tests[] = {
    auto_claim(a_host_that_reads_on_is_served_twice_as_much_each_time),
    auto_claim(a_host_that_writes_on_is_served_so_too_and_all_reaches_the_device),
    auto_claim(a_host_that_touches_single_pieces_gets_these_alone),
    auto_claim(what_the_host_has_written_ahead_stays),
    auto_claim(arrays_whose_pieces_move_often_are_locked),
    auto_claim(copies_end_where_the_page_lock_begins_and_ends),
    auto_claim(arrays_whose_pieces_move_often_get_large_pages_and_pieces),
  };
  return run_claims(argc, argv, "auto_ahead", tests, sizeof tests / sizeof tests[0]);
}
