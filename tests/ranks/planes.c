/* Fields of two directions over ranks; some ranks do not have a box. */
#include "ranks.h"

/* A rank without a box does not have a view to tell the number of the field's directions. */
static void planes_of_rank_2_wrapped_on_a_rank_without_boxes(void)
{
  vf_group *group = world();
  vf_layout *layout = NULL;
  const vf_box halves[2] = { { { 0, -2, 1 }, { 3, 2, 1 } }, { { 4, -2, 1 }, { 6, 2, 1 } } };
  const vf_box domain = { { 0, -2, 1 }, { 6, 2, 1 } };
  const int owners[2] = { 0, ranks > 2 ? 2 : 0 };
  const vf_boundary sides = { .order = 2, .kind = { 0, VF_PERIODIC, VF_PERIODIC, 0, VF_PERIODIC, VF_PERIODIC } };
  int own = 0, number = 0;
  vf_view *views[2] = { NULL, NULL };
  vf_set *set = NULL;
  must(vf_layout_create_owned(group, halves, owners, 2, "halves", &layout));
  must(vf_layout_size(layout, &own, NULL));
  for (int place = 0; place < own; place++) {
    must(vf_layout_own(layout, place, &number));
    const int64_t extents[2] = { halves[number].upper[0] - halves[number].lower[0] + 5, 9 };
    const int lower[2] = { halves[number].lower[0] - 2, -4 };
    void *array = NULL;
    must(vf_view_create(NULL, VF_REAL64, 2, extents, lower, "u", &views[place]));
    must(vf_view_host_address(views[place], &array));
    for (int64_t e = 0; e < extents[0] * extents[1]; e++) ((double *)array)[e] = (double)(100 * (number + 1) + e);
  }
  must(vf_set_wrap_on(layout, views, "u", &set));
  must(vf_set_fill_ghosts(set, NULL, 2, &domain, &sides)); /* more layers than the period in z, a direction this field
                                                            * does not have */
  must(vf_view_to_host(set, VF_READ));
  for (int place = 0; place < own; place++) {
    void *array = NULL;
    must(vf_layout_own(layout, place, &number));
    must(vf_view_host_address(views[place], &array));
    /* (4, -1) of the second box in the ghost of the first box, and (3, 2) of the first box, across the period, in the
     * second box. */
    if (number == 0) holds(((double *)array)[6 + 8 * 3] == 200 + 2 + 7 * 3);
    else holds(((double *)array)[1 + 7 * 1] == 100 + 5 + 8 * 6);
  }
  must(vf_view_release(&set, true));
  for (int place = 0; place < own; place++) must(vf_view_release(&views[place], true));
  must(vf_layout_destroy(&layout));
  must(vf_group_destroy(&group));
}

/* Walls are for reals. A rank without a box does not know the type, and would wait for the other ranks. */
static void what_one_rank_finds_is_told_to_all(void)
{
  vf_group *group = world();
  vf_layout *layout = NULL;
  const vf_box box = { { 0, 0, 1 }, { 3, 2, 1 } };
  const int owner = ranks - 1, lower[2] = { -1, -1 };
  const int64_t extents[2] = { 6, 5 };
  const vf_boundary sides = { .order = 2, .kind = { VF_NEUMANN } };
  vf_view *view = NULL;
  vf_set *set = NULL;
  must(vf_layout_create_owned(group, &box, &owner, 1, "one", &layout));
  if (rank == owner) must(vf_view_create(NULL, VF_INT32, 2, extents, lower, "mask", &view));
  must(vf_set_wrap_on(layout, &view, "mask", &set));
  const double began = seconds();
  if (rank == owner) refused(vf_set_fill_ghosts(set, NULL, 1, &box, &sides), VF_ERROR_KIND, "'mask' is int32");
  else refused(vf_set_fill_ghosts(set, NULL, 1, &box, &sides), VF_ERROR_PEER, "'mask' is int32");
  holds(seconds() - began < 5);
  must(vf_view_release(&set, true));
  if (view) must(vf_view_release(&view, true));
  must(vf_layout_destroy(&layout));
  must(vf_group_destroy(&group));
}

/* A code that fills one layer and two layers in turn makes both plans once, because making a plan is a collective call.
 * With more than four depths plans are made again. */
static void plans_of_several_depths_are_kept(void)
{
  vf_group *group = world();
  vf_layout *layout = NULL;
  vf_set *set = NULL;
  vf_group_figures before, after;
  const vf_box box = { { 8 * rank, 0, 1 }, { 8 * rank + 7, 6, 1 } }, domain = { { 0, 0, 1 }, { 8 * ranks - 1, 6, 1 } };
  const vf_boundary sides = { .order = 2 };
  must(vf_layout_create(group, &box, 1, "slabs", &layout));
  must(vf_set_create_on_by_direction(layout, VF_REAL64, 2, 1, (const int[3]){ 5, 5, 0 }, 0, "u", &set));
  for (int layers = 1; layers <= 4; layers++) must(vf_set_fill_ghosts(set, NULL, layers, &domain, &sides));
  must(vf_group_figures_get(group, &before));
  for (int turn = 0; turn < 8; turn++) must(vf_set_fill_ghosts(set, NULL, 1 + turn % 4, &domain, &sides));
  must(vf_group_figures_get(group, &after));
  holds(after.collective_calls == before.collective_calls);
  must(vf_set_fill_ghosts(set, NULL, 5, &domain, &sides)); /* replaces the plan of one layer */
  must(vf_group_figures_get(group, &before));
  holds(before.collective_calls > after.collective_calls);
  for (int layers = 2; layers <= 5; layers++) must(vf_set_fill_ghosts(set, NULL, layers, &domain, &sides));
  must(vf_group_figures_get(group, &after));
  holds(after.collective_calls == before.collective_calls);
  must(vf_set_fill_ghosts(set, NULL, 1, &domain, &sides));
  must(vf_group_figures_get(group, &after));
  holds(after.collective_calls > before.collective_calls);
  must(vf_view_release(&set, true));
  must(vf_layout_destroy(&layout));
  must(vf_group_destroy(&group));
}

static const claim_entry claims[] = {
  claim(planes_of_rank_2_wrapped_on_a_rank_without_boxes),
  claim(what_one_rank_finds_is_told_to_all),
  claim(plans_of_several_depths_are_kept),
};
RUN(claims)
