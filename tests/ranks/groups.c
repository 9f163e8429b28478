/* The descriptions of groups and layouts. */
#include "ranks.h"

#include <mpi.h>

#include <viewfab/report.h>

static const vf_box domain = { { -5, 0, 3 }, { 26, 12, 14 } };

static void a_group_has_the_ranks_of_its_communicator(void)
{
  vf_group *group = world();
  vf_context *context = NULL, *own = NULL;
  int mine = -1, all = -1;
  must(vf_group_size(group, &mine, &all));
  holds(mine == rank && all == ranks);
  must(vf_group_context(group, &context));
  must(vf_context_default(&own));
  holds(context == own);
  must(vf_group_destroy(&group));
  holds(!group);
}

static void ranks_of_one_host_share_memory(void)
{
  vf_group *group = world();
  for (int r = 0; r < ranks; r++) {
    const char *name = NULL, *why = NULL;
    must(vf_group_transport(group, r, &name, &why));
    holds(!strcmp(name, r == rank ? "self" : "shared"));
    holds(strstr(why, r == rank ? "this process" : "shared memory of the host"));
  }
  refused(vf_group_transport(group, ranks, NULL, NULL), VF_ERROR_ARGUMENT, "rank");
  must(vf_group_destroy(&group));
}

static void the_report_names_ways_and_reasons(void)
{
  setenv("VF_TRANSPORT", "staged", 1);
  vf_group *group = world();
  char text[8192], words[64];
  for (int when = 0; when < 2; when++) { /* while the group exists, and after its end */
    must(vf_report_text(text, sizeof text, NULL));
    snprintf(words, sizeof words, "group of %d ranks, this is rank %d", ranks, rank);
    holds(strstr(text, words));
    holds(strstr(text, "staged (staged: messages from host memory)"));
    holds(strstr(text, "self (self: this process)"));
    must(vf_report_json(text, sizeof text, NULL));
    holds(strstr(text, "\"transport\": \"staged\""));
    if (when == 0) must(vf_group_destroy(&group));
  }
  unsetenv("VF_TRANSPORT");
}

static void figures_count_what_was_exchanged(void)
{
  vf_group *group = world();
  vf_layout *layout = NULL;
  vf_set *phi = NULL;
  vf_group_figures before, after;
  vf_box boxes[4];
  int owners[4];
  const vf_boundary sides = { .kind = { 0 }, .order = 2 };
  for (int b = 0; b < ranks; b++) {
    boxes[b] = (vf_box){ { 0, 0, 4 * b }, { 9, 4, 4 * b + 3 } };
    owners[b] = b;
  }
  const vf_box whole = { { 0, 0, 0 }, { 9, 4, 4 * ranks - 1 } };
  must(vf_layout_create_owned(group, boxes, owners, ranks, "slabs", &layout));
  must(vf_set_create_on(layout, VF_REAL64, 3, 1, 0, "phi", &phi));
  must(vf_group_figures_get(group, &before));
  must(vf_set_fill_ghosts(phi, NULL, 1, &whole, &sides));
  must(vf_set_fill_ghosts(phi, NULL, 1, &whole, &sides));
  must(vf_group_fence(group));
  must(vf_group_figures_get(group, &after));
  const int neighbours = (rank > 0) + (rank < ranks - 1);
  holds(after.exchanges == before.exchanges + 3);
  holds(after.sent_bytes == before.sent_bytes + 2 * neighbours * 10 * 5 * 3 * 8);
  holds(after.buffer_bytes >= neighbours * 2 * 10 * 5 * 3 * 8);
  holds(after.create_seconds > 0 && after.exchange_seconds > before.exchange_seconds);
  holds(after.collective_calls > before.collective_calls);
  must(vf_view_release(&phi, true));
  must(vf_layout_destroy(&layout));
  must(vf_group_destroy(&group));
}

/* An exchange with neighbours is two launches. Without neighbours no launch is counted. */
static void an_exchange_is_two_launches(void)
{
  vf_group *group = world();
  vf_layout *layout = NULL;
  vf_set *phi = NULL;
  vf_counters counters;
  const vf_box box = { { 4 * rank, 0, 0 }, { 4 * rank + 3, 3, 3 } }, whole = { { 0, 0, 0 }, { 4 * ranks - 1, 3, 3 } };
  const vf_boundary sides = { .kind = { VF_PERIODIC, 0, 0, VF_PERIODIC, 0, 0 }, .order = 2 };
  must(vf_layout_create(group, &box, 1, "slabs", &layout));
  must(vf_set_create_on(layout, VF_REAL64, 1, 1, 0, "phi", &phi));
  must(vf_set_fill_ghosts(phi, NULL, 1, &whole, &sides));
  must(vf_counters_reset(NULL));
  must(vf_set_fill_ghosts(phi, NULL, 1, &whole, &sides));
  must(vf_counters_get(NULL, &counters));
  holds(counters.launches == (ranks > 1 ? 2 : 1));
  must(vf_view_release(&phi, true));
  must(vf_layout_destroy(&layout));
  must(vf_group_destroy(&group));
}

static void a_layout_is_the_same_on_all_ranks(void)
{
  vf_group *group = world(), *of_layout = NULL;
  vf_layout *layout = NULL, *of_set = NULL;
  vf_set *phi = NULL;
  vf_box own[3], box;
  int mine = 0, all = 0, number = 0, owner = 0;
  const int count = rank % 3; /* no box, one box, two boxes, no box */
  for (int b = 0; b < count; b++) own[b] = (vf_box){ { 10 * rank, 10 * b, 0 }, { 10 * rank + 1, 10 * b + 1, 1 } };
  must(vf_layout_create(group, own, count, "own", &layout));
  must(vf_layout_size(layout, &mine, &all));
  holds(mine == count);
  for (int r = 0; r < ranks; r++)
    for (int b = 0; b < r % 3; b++, number++) {
      must(vf_layout_box(layout, number, &box, &owner));
      holds(owner == r && box.lower[0] == 10 * r && box.lower[1] == 10 * b);
    }
  holds(number == all);
  for (int place = 0; place < count; place++) {
    must(vf_layout_own(layout, place, &number));
    must(vf_layout_box(layout, number, &box, &owner));
    holds(owner == rank && box.lower[1] == 10 * place);
  }
  refused(vf_layout_box(layout, all, &box, NULL), VF_ERROR_ARGUMENT, "number");
  refused(vf_layout_own(layout, count, &number), VF_ERROR_ARGUMENT, "place");
  must(vf_layout_group(layout, &of_layout));
  holds(of_layout == group);
  must(vf_set_create_on(layout, VF_INT32, 1, 0, 0, "phi", &phi));
  must(vf_set_layout(phi, &of_set));
  holds(of_set == layout);
  must(vf_view_release(&phi, true));
  must(vf_layout_destroy(&layout));
  must(vf_group_destroy(&group));
}

static int64_t cells(const vf_box *box)
{
  int64_t number = 1;
  for (int d = 0; d < 3; d++) number *= box->upper[d] - box->lower[d] + 1;
  return number;
}

/* Every cell once; ranks in order; shares differ by a box at most. */
static void distribute_cuts_a_domain(void)
{
  enum { ROOM = 1000 };
  static vf_box boxes[ROOM];
  static int owners[ROOM];
  const int size[3] = { 4, 5, 3 };
  for (int parts = 1; parts < 12; parts++) {
    int count = 0;
    int64_t all = 0, share[12] = { 0 };
    must(vf_layout_distribute(&domain, size, parts, NULL, NULL, &count));
    holds(count == 8 * 3 * 4);
    must(vf_layout_distribute(&domain, size, parts, boxes, owners, &count));
    for (int b = 0; b < count; b++) {
      all += cells(&boxes[b]);
      share[owners[b]] += cells(&boxes[b]);
      holds(b == 0 || owners[b] >= owners[b - 1]);
      for (int d = 0; d < 3; d++)
        holds(boxes[b].lower[d] >= domain.lower[d] && boxes[b].upper[d] <= domain.upper[d] &&
              (boxes[b].lower[d] - domain.lower[d]) % size[d] == 0);
    }
    holds(all == cells(&domain));
    for (int r = 0; r < parts; r++) holds(share[r] <= all / parts + 4 * 5 * 3 && share[r] >= all / parts - 4 * 5 * 3);
  }
  /* Z order: the second box is the neighbour in x, the third box the neighbour in y. */
  holds(boxes[1].lower[0] == domain.lower[0] + 4 && boxes[1].lower[1] == domain.lower[1]);
  holds(boxes[2].lower[0] == domain.lower[0] && boxes[2].lower[1] == domain.lower[1] + 5);
  int little = 3;
  refused(vf_layout_distribute(&domain, size, 2, boxes, owners, &little), VF_ERROR_ARGUMENT, "room for 3 boxes");
  refused(vf_layout_distribute(&domain, size, 0, boxes, owners, &little), VF_ERROR_ARGUMENT, "0 ranks");
}

static void a_group_of_one_needs_no_messages(void)
{
  vf_group *group = NULL;
  vf_layout *layout = NULL;
  vf_set *phi = NULL;
  const vf_box box = { { 0, 0, 0 }, { 3, 3, 3 } };
  const vf_boundary sides = { .kind = { VF_PERIODIC, VF_PERIODIC, VF_PERIODIC, VF_PERIODIC, VF_PERIODIC,
                                        VF_PERIODIC } };
  vf_boundary all = sides;
  all.order = 1;
  must(vf_group_create_alone(NULL, &group));
  must(vf_layout_create(group, &box, 1, "one", &layout));
  must(vf_set_create_on(layout, VF_REAL64, 1, 1, 0, "phi", &phi));
  must(vf_set_fill_ghosts_begin(phi, NULL, 1, &box, &all));
  must(vf_set_fill_ghosts_end(phi));
  must(vf_group_fence(group));
  must(vf_view_release(&phi, true));
  must(vf_layout_destroy(&layout));
  must(vf_group_destroy(&group));
}

/* Two groups of the same processes do not mix their exchanges. */
static void groups_are_apart(void)
{
  vf_group *first = world(), *second = world();
  const vf_box box = { { 4 * rank, 0, 0 }, { 4 * rank + 3, 3, 3 } }, whole = { { 0, 0, 0 }, { 4 * ranks - 1, 3, 3 } };
  const vf_boundary sides = { .kind = { VF_PERIODIC, 0, 0, VF_PERIODIC, 0, 0 }, .order = 2 };
  vf_group *groups[2] = { first, second };
  vf_layout *layouts[2];
  vf_set *sets[2];
  for (int g = 0; g < 2; g++) {
    must(vf_layout_create(groups[g], &box, 1, "slabs", &layouts[g]));
    must(vf_set_create_on(layouts[g], VF_REAL64, 1, 1, 0, "phi", &sets[g]));
  }
  must(vf_set_fill_ghosts_begin(sets[0], NULL, 1, &whole, &sides));
  must(vf_set_fill_ghosts_begin(sets[1], NULL, 1, &whole, &sides));
  must(vf_set_fill_ghosts_end(sets[0]));
  must(vf_set_fill_ghosts_end(sets[1]));
  for (int g = 0; g < 2; g++) {
    must(vf_view_release(&sets[g], true));
    must(vf_layout_destroy(&layouts[g]));
    must(vf_group_destroy(&groups[g]));
  }
}

static const claim_entry claims[] = {
  claim(a_group_has_the_ranks_of_its_communicator),
  claim(ranks_of_one_host_share_memory),
  claim(the_report_names_ways_and_reasons),
  claim(figures_count_what_was_exchanged),
  claim(an_exchange_is_two_launches),
  claim(a_layout_is_the_same_on_all_ranks),
  claim(distribute_cuts_a_domain),
  claim(a_group_of_one_needs_no_messages),
  claim(groups_are_apart),
};
RUN(claims)
