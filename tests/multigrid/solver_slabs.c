/* A solver over ranks has the bits of a solver on a single device. The ranks are threads here. */
#include "slab_threads.h"

#include <math.h>

#include "../../c_src/multigrid/ranks/ranks.h"

enum { SOLVES = 240, SHOWN = 8, RANKS = 3 };

static const char *differs(uint64_t seed, int ranks, slab_outcome *outcomes, random_problem *on_ranks)
{
  int owners[RANDOM_BOXES];
  random_problem one = slab_draw(seed);
  *on_ranks = slab_draw(seed);
  random_make(&one);
  random_make(on_ranks);
  slab_owners(seed, ranks, on_ranks, owners);
  const char *wrong = slab_compare(on_ranks, &one, owners, ranks, outcomes);
  random_free(&one);
  return wrong;
}

static void show(const random_problem *p, int ranks, const char *wrong, const slab_outcome *outcomes)
{
  char text[RANDOM_TEXT];
  print_message("%d ranks, agglomerate %d: %s differs: %s\n", ranks, (int)p->options.agglomerate_cells, wrong,
                random_text(p, text));
  for (int r = 0; r <= ranks; r++) {
    const slab_outcome *o = &outcomes[r];
    print_message("   %s %d: status %d, residuals %.17g %.17g .. %.17g %s\n", r < ranks ? "rank" : "alone, not", r,
                  o->status, o->residuals[0], o->residuals[1], o->report.residual, o->text);
  }
}

static void solves_over_ranks_have_the_bits_of_one_device(void **state)
{
  (void)state;
  const char *given = getenv("VF_TEST_SEED"), *counted = getenv("VF_TEST_SOLVES");
  const uint64_t seed = given ? strtoull(given, NULL, 10) : 515;
  const int solves = counted ? atoi(counted) : SOLVES;
  int broken = 0, talked = 0, changed = 0;
  for (int n = 0; n < solves; n++) {
    static slab_outcome outcomes[SLAB_MOST_RANKS + 1];
    random_problem p;
    const int ranks = 2 + n % 4;
    const char *wrong = differs(seed + (uint64_t)n, ranks, outcomes, &p);
    talked += threads_swaps() > 8;
    changed +=
        threads_swaps() > 40 && p.options.method == VF_METHOD_AUTO && outcomes[ranks].report.method == VF_METHOD_ROBUST;
    if (wrong && broken++ < SHOWN) show(&p, ranks, wrong, outcomes);
    random_free(&p);
  }
  print_message("%d of %d solves with levels that were cut; %d solves came to the robust method\n", talked, solves,
                changed);
  if (broken) fail_msg("%d of %d solves", broken, solves);
  if (talked * 2 < solves) fail_msg("only %d of %d solves had levels that were cut", talked, solves);
  if (changed == 0 && solves >= SOLVES) fail_msg("no solve came to the robust method");
}

/* Faces with any coefficients between 1 and 10^6: too hard for cycles and conjugate gradients. */
static void put_jumps(random_problem *p)
{
  vf_view *const views[3] = { p->of_bx[0], p->of_by[0], p->of_bz[0] };
  for (int d = 0; d < 3; d++) {
    int64_t faces = 1;
    void *address = NULL;
    for (int e = 0; e < 3; e++) faces *= p->n[e] + (e == d);
    must(vf_view_to_host(views[d], VF_WRITE));
    must(vf_view_host_address(views[d], &address));
    for (int64_t f = 0; f < faces; f++) ((double *)address)[f] = exp(random_between(p, 0, 1) * log(1e6));
  }
}

/* A problem whose levels are cut over ranks, and that needs the robust method. */
static random_problem problem_with_jumps(int method)
{
  random_problem p = random_cells(14, 16, 34, VF_DIRICHLET, true);
  p.options.agglomerate_cells = 0;
  p.options.method = method;
  p.options.relative = 1e-8;
  random_make(&p);
  put_jumps(&p);
  return p;
}

/* Solves on RANKS ranks and on one device. Returns the common outcome. */
static const slab_outcome *must_be_alike(random_problem *p, random_problem *one)
{
  static slab_outcome outcomes[RANKS + 1];
  const char *wrong = slab_compare(p, one, (int[RANDOM_BOXES]){ 1 }, RANKS, outcomes);
  if (wrong || outcomes[0].status) fail_msg("%s differs; %s", wrong ? wrong : "nothing", outcomes[0].text);
  return &outcomes[RANKS];
}

static void the_default_solves_jumps_over_ranks_with_slabs_by_the_robust_method(void **state)
{
  (void)state;
  random_problem p = problem_with_jumps(VF_METHOD_AUTO), one = problem_with_jumps(VF_METHOD_AUTO);
  const slab_outcome *outcome = must_be_alike(&p, &one);
  if (threads_swaps() < 100) fail_msg("%ld swaps: no level was cut", threads_swaps());
  assert_int_equal(outcome->report.method, VF_METHOD_ROBUST);
  assert_int_equal(outcome->heard, outcome->report.cycles + 1);
  random_free(&p);
  random_free(&one);
}

/* A ring of planes in z, with coefficients that are 10 times larger in one direction: some directions are halved before
 * others. */
static random_problem ring(int strong)
{
  random_problem p = random_cells(12, 16, 32, VF_DIRICHLET, true);
  p.sides.kind[2] = p.sides.kind[5] = VF_PERIODIC;
  p.options.agglomerate_cells = 0;
  random_make(&p);
  vf_view *const views[3] = { p.of_bx[0], p.of_by[0], p.of_bz[0] };
  int64_t faces = 1;
  void *address = NULL;
  for (int d = 0; d < 3; d++) faces *= p.n[d] + (d == strong);
  must(vf_view_to_host(views[strong], VF_WRITE));
  must(vf_view_host_address(views[strong], &address));
  for (int64_t f = 0; f < faces; f++) ((double *)address)[f] = 10;
  return p;
}

static void coefficients_that_make_directions_wait_over_a_ring_of_slabs_are_solved(void **state)
{
  (void)state;
  for (int strong = 0; strong < 3; strong++) {
    random_problem p = ring(strong), one = ring(strong);
    must_be_alike(&p, &one);
    random_free(&p);
    random_free(&one);
  }
}

/* Planes first .. last - 1 of bx are factor[i] factor[j] factor[k], and all other planes are 1. */
static void must_be_multiplied(const vfi_level *level, const double *factor, int first, int last)
{
  const vf_field *bx = &level->bx;
  for (int k = 0; k < level->n[2]; k++)
    for (int j = 0; j < level->n[1]; j++)
      for (int i = 0; i < level->n[0]; i++)
        assert_true(bx->at[i + j * bx->row + k * bx->plane] ==
                    (k >= first && k < last ? factor[i] * factor[j] * factor[k] : 1));
}

/* `at` of a field is the place of element (0, 0, 0), which a slab of higher planes does not have. A whole level's field can
 * begin at this place. */
static void a_whole_level_with_the_address_of_a_slab_is_multiplied_whole(void **state)
{
  (void)state;
  enum { CELLS = 2, PLANES = 4, WHOLE_PLANES = 3 };
  const double factor[PLANES] = { 2, 3, 5, 7 };
  double memory[CELLS * CELLS * PLANES];
  for (int e = 0; e < CELLS * CELLS * PLANES; e++) memory[e] = 1;
  const vf_field field = { .at = memory, .row = CELLS, .plane = (ptrdiff_t)CELLS * CELLS };
  vfi_slab slab = { .n = PLANES, .first = 2, .last = PLANES };
  const vfi_level cut = { .n = { CELLS, CELLS, PLANES }, .bx = field, .slab = &slab };
  const vfi_level whole = { .n = { CELLS, CELLS, WHOLE_PLANES }, .bx = field };
  vfi_ranks ranks = { .cut = 1 };
  vfi_engine engine = { .state = &ranks };
  must(vfi_engine_open(NULL, &ranks.inner));
  vfi_ranks_fill_vectors(&ranks.table);
  assert_int_equal(ranks.table.multiply(&engine, &whole, whole.bx, factor, factor, factor), 0);
  must_be_multiplied(&whole, factor, 0, WHOLE_PLANES);
  for (int e = 0; e < CELLS * CELLS * PLANES; e++) memory[e] = 1;
  assert_int_equal(ranks.table.multiply(&engine, &cut, cut.bx, factor, factor, factor), 0);
  must_be_multiplied(&cut, factor, slab.first, slab.last);
  must(vfi_engine_close(&ranks.inner));
}

static const struct CMUnitTest tests[] = {
  claim(a_whole_level_with_the_address_of_a_slab_is_multiplied_whole),
  claim(solves_over_ranks_have_the_bits_of_one_device),
  claim(the_default_solves_jumps_over_ranks_with_slabs_by_the_robust_method),
  claim(coefficients_that_make_directions_wait_over_a_ring_of_slabs_are_solved),
};
RUN("solver_slabs", tests)
