/* All ranks learn of a failure between ranks: the rank, the place and the call. No rank waits for ever. */
#include "ranks.h"

#include <mpi.h>
#include <unistd.h>

static const vf_box domain = { { 0, 0, 0 }, { 63, 3, 3 } };
static const vf_boundary sides = { .kind = { VF_PERIODIC, 0, 0, VF_PERIODIC, 0, 0 }, .order = 2 };

/* The slab of this rank; they fill the domain. */
static vf_box slab(void)
{
  vf_box box = domain;
  box.lower[0] = 64 / ranks * rank;
  box.upper[0] = 64 / ranks * (rank + 1) - 1;
  return box;
}

static vf_layout *slabs(vf_group *group)
{
  const vf_box box = slab();
  vf_layout *layout = NULL;
  must(vf_layout_create(group, &box, 1, "slabs", &layout));
  return layout;
}

static vf_set *set_on(vf_layout *layout, const char *label)
{
  vf_set *set = NULL;
  must(vf_set_create_on(layout, VF_REAL64, 1, 2, 0, label, &set));
  return set;
}

/* A broken group reports its state at once, and can be destroyed. */
static void expect_broken(vf_group **group, vf_layout **layout, vf_set **set)
{
  const double began = seconds();
  vf_layout *other = NULL;
  const vf_box box = slab();
  refused(vf_group_fence(*group), VF_ERROR_PEER, "the group is broken");
  refused(vf_layout_create(*group, &box, 1, "more", &other), VF_ERROR_PEER, "the group is broken");
  if (set) refused(vf_set_fill_ghosts(*set, NULL, 1, &domain, &sides), VF_ERROR_PEER, "the group is broken");
  if (set) must(vf_view_release(set, true));
  if (layout) must(vf_layout_destroy(layout));
  refused(vf_group_destroy(group), VF_ERROR_PEER, "the group is broken");
  holds(!*group);
  holds(seconds() - began < 0.9);
}

/* Some rank does not make the exchange, so the exchange fails. A rank with all its needed ghosts goes on until it needs
 * the missing rank. */
static vf_status fill_until_it_fails(vf_set *set)
{
  vf_status status = VF_OK;
  for (int times = 0; times <= ranks && !status; times++) status = vf_set_fill_ghosts(set, NULL, 1, &domain, &sides);
  return status;
}

static void a_rank_that_does_not_come(void)
{
  setenv("VF_WAIT", "1", 1);
  vf_group *group = world();
  vf_layout *layout = slabs(group);
  vf_set *phi = set_on(layout, "phi");
  must(vf_set_fill_ghosts(phi, NULL, 1, &domain, &sides));
  const double began = seconds();
  if (rank == 0) sleep(2);
  holds(fill_until_it_fails(phi) == VF_ERROR_PEER);
  if (rank == 0) holds(strstr(vf_last_error(), "gave up: vf_set_fill_ghosts of 'phi' (call "));
  else holds(seconds() - began < 1.9);
  if (rank == 1) {
    holds(strstr(vf_last_error(), "vf_set_fill_ghosts of 'phi' (call "));
    holds(strstr(vf_last_error(), "rank 1 waited 1 seconds (VF_WAIT) for rank 0"));
    holds(strstr(vf_last_error(), "rank 0 is in no call of the group, its last one was vf_set_fill_ghosts of 'phi'"));
  }
  expect_broken(&group, &layout, &phi);
  setenv("VF_WAIT", "300", 1);
}

/* One rank exchanges while another rank gathers. */
static void unequal_calls_are_named(void)
{
  vf_group *group = world();
  vf_layout *layout = slabs(group);
  vf_set *phi = set_on(layout, "phi");
  must(vf_set_fill_ghosts(phi, NULL, 1, &domain, &sides));
  const double began = seconds();
  if (rank == 0) {
    refused(vf_set_fill_ghosts(phi, NULL, 1, &domain, &sides), VF_ERROR_PEER, "vf_layout_create (call ");
    holds(strstr(vf_last_error(), "vf_set_fill_ghosts of 'phi' (call "));
  } else {
    const vf_box box = slab();
    vf_layout *other = NULL;
    refused(vf_layout_create(group, &box, 1, "other", &other), VF_ERROR_PEER, "vf_layout_create (call ");
    holds(strstr(vf_last_error(), "vf_set_fill_ghosts of 'phi' (call "));
  }
  holds(seconds() - began < 100); /* not VF_WAIT */
  expect_broken(&group, &layout, &phi);
}

static void unequal_gathers_are_named(void)
{
  vf_group *group = world();
  const vf_box box = slab();
  const int owner = 0;
  vf_layout *layout = NULL;
  if (rank == 0)
    refused(vf_layout_create(group, &box, 1, "a", &layout), VF_ERROR_PEER, "vf_layout_create_owned (call ");
  else
    refused(vf_layout_create_owned(group, &box, &owner, 1, "a", &layout), VF_ERROR_PEER,
            "rank 0 in vf_layout_create (");
  expect_broken(&group, NULL, NULL);
}

static void unequal_sets_are_named(void)
{
  vf_group *group = world();
  vf_layout *layout = slabs(group);
  vf_set *phi = set_on(layout, "phi"), *rhs = set_on(layout, "rhs");
  must(vf_set_fill_ghosts(phi, NULL, 1, &domain, &sides));
  must(vf_set_fill_ghosts(rhs, NULL, 1, &domain, &sides));
  holds(fill_until_it_fails(rank == 0 ? phi : rhs) == VF_ERROR_PEER);
  holds(strstr(vf_last_error(), "phi") && strstr(vf_last_error(), "rhs"));
  must(vf_view_release(&rhs, true));
  expect_broken(&group, &layout, &phi);
}

/* A call refused on all ranks leaves the group usable. */
static void unequal_arguments_are_named(void)
{
  vf_group *group = world();
  const vf_box box = slab();
  const int owner = rank % 2;
  vf_layout *layout = NULL;
  refused(vf_layout_create(group, &box, 1, rank == 0 ? "a" : "b", &layout), VF_ERROR_PEER, "its arguments on rank");
  refused(vf_layout_create_owned(group, &domain, &owner, 1, "a", &layout), VF_ERROR_PEER, "its arguments on rank");
  layout = slabs(group);
  vf_set *phi = set_on(layout, "phi");
  refused(vf_set_fill_ghosts(phi, NULL, rank == 0 ? 1 : 2, &domain, &sides), VF_ERROR_PEER, "its arguments on rank");
  must(vf_set_fill_ghosts(phi, NULL, 1, &domain, &sides));
  must(vf_view_release(&phi, true));
  must(vf_layout_destroy(&layout));
  must(vf_group_destroy(&group));
}

static void unequal_sets_on_a_layout_are_named(void)
{
  vf_group *group = world();
  vf_layout *layout = slabs(group);
  vf_set *phi = NULL;
  must(vf_set_create_on(layout, rank == 0 ? VF_REAL32 : VF_REAL64, 1, 1, 0, "phi", &phi));
  refused(vf_set_fill_ghosts(phi, NULL, 1, &domain, &sides), VF_ERROR_PEER, "type, components or boxes");
  must(vf_view_release(&phi, true));
  must(vf_set_create_on(layout, rank == 0 ? VF_INT64 : VF_REAL64, 1, 1, 0, "phi", &phi));
  refused(vf_set_fill_ghosts(phi, NULL, 1, &domain, &sides), VF_ERROR_PEER, "type, components or boxes");
  must(vf_view_release(&phi, true));
  must(vf_set_create_on(layout, VF_REAL64, rank == 0 ? 2 : 1, 1, 0, "phi", &phi));
  refused(vf_set_fill_ghosts(phi, NULL, 1, &domain, &sides), VF_ERROR_PEER, "type, components or boxes");
  must(vf_view_release(&phi, true));
  must(vf_layout_destroy(&layout));
  must(vf_group_destroy(&group));
}

static void a_failure_of_one_is_told_to_all(void)
{
  vf_group *group = world();
  vf_layout *layout = NULL;
  vf_set *phi = NULL;
  vf_box box = slab();
  if (rank == 1) box.upper[0] = 2147483647;
  const vf_status status = vf_layout_create(group, &box, 1, "slabs", &layout);
  holds(status == (rank == 1 ? VF_ERROR_BOX : VF_ERROR_PEER));
  holds(strstr(vf_last_error(), "layout 'slabs': box"));
  holds(rank == 1 || strstr(vf_last_error(), "failed on rank 1"));
  layout = slabs(group);
  must(vf_set_create_on(layout, VF_REAL64, 1, rank == 1 ? 1 : 2, 0, "phi", &phi));
  const vf_status filled = vf_set_fill_ghosts(phi, NULL, 2, &domain, &sides);
  holds(filled == (rank == 1 ? VF_ERROR_BOX : VF_ERROR_PEER));
  holds(strstr(vf_last_error(), "with 2 ghost layers needs more than its view"));
  must(vf_set_fill_ghosts(phi, NULL, 1, &domain, &sides));
  must(vf_view_release(&phi, true));
  must(vf_layout_destroy(&layout));
  must(vf_group_destroy(&group));
}

static void overlapping_boxes_of_two_ranks_are_refused(void)
{
  vf_group *group = world();
  vf_layout *layout = NULL;
  vf_set *phi = NULL;
  vf_box box = slab();
  if (rank == 0) box.upper[0]++;
  must(vf_layout_create(group, &box, 1, "slabs", &layout));
  must(vf_set_create_on(layout, VF_REAL64, 1, 1, 0, "phi", &phi));
  const vf_status status = vf_set_fill_ghosts(phi, NULL, 1, &domain, &sides);
  holds(status == (rank < 2 ? VF_ERROR_BOX : VF_ERROR_PEER));
  holds(strstr(vf_last_error(), "overlap"));
  must(vf_view_release(&phi, true));
  must(vf_layout_destroy(&layout));
  must(vf_group_destroy(&group));
}

static void an_exchange_that_is_begun_is_ended_first(void)
{
  vf_group *group = world();
  vf_layout *layout = slabs(group), *other = NULL;
  vf_set *phi = set_on(layout, "phi"), *rhs = set_on(layout, "rhs");
  refused(vf_set_fill_ghosts_end(phi), VF_ERROR_STATE, "no exchange is begun");
  must(vf_set_fill_ghosts_begin(phi, NULL, 1, &domain, &sides));
  refused(vf_set_fill_ghosts_begin(phi, NULL, 1, &domain, &sides), VF_ERROR_STATE, "an exchange of 'phi' is begun");
  refused(vf_set_fill_ghosts(rhs, NULL, 1, &domain, &sides), VF_ERROR_STATE, "an exchange of 'phi' is begun");
  refused(vf_set_fill_ghosts_end(rhs), VF_ERROR_STATE, "no exchange is begun");
  refused(vf_group_fence(group), VF_ERROR_STATE, "is begun");
  refused(vf_view_release(&phi, true), VF_ERROR_STATE, "an exchange of its ghosts is begun");
  const vf_box box = slab();
  must(vf_layout_create(group, &box, 1, "meanwhile", &other)); /* other collective calls may come between */
  must(vf_set_fill_ghosts_end(phi));
  must(vf_group_fence(group));
  must(vf_view_release(&phi, true));
  must(vf_view_release(&rhs, true));
  must(vf_layout_destroy(&layout));
  must(vf_layout_destroy(&other));
  must(vf_group_destroy(&group));
}

static void what_a_group_has_goes_before_it(void)
{
  vf_group *group = world(), *gone = group;
  vf_layout *layout = slabs(group), *released = layout;
  vf_set *phi = set_on(layout, "phi");
  refused(vf_group_destroy(&group), VF_ERROR_STATE, "1 of its layouts");
  must(vf_layout_destroy(&layout));
  refused(vf_layout_size(released, NULL, NULL), VF_ERROR_STATE, "the layout was destroyed");
  must(vf_set_fill_ghosts(phi, NULL, 1, &domain, &sides)); /* a set keeps its layout */
  refused(vf_group_destroy(&group), VF_ERROR_STATE, "1 of its layouts");
  must(vf_view_release(&phi, true));
  must(vf_group_destroy(&group));
  refused(vf_group_fence(gone), VF_ERROR_STATE, "the group was destroyed");
  refused(vf_group_size(NULL, NULL, NULL), VF_ERROR_NULL, "the group is not set");
}

static void a_context_that_closes_takes_its_groups_along(void)
{
  vf_group *group = world();
  vf_layout *layout = slabs(group);
  vf_set *phi = set_on(layout, "phi");
  must(vf_set_fill_ghosts(phi, NULL, 1, &domain, &sides));
  must(vf_finalize());
  refused(vf_group_fence(group), VF_ERROR_STATE, "the context of the group was closed");
  must(vf_layout_destroy(&layout));
  refused(vf_group_destroy(&group), VF_ERROR_STATE, "the context of the group was closed");
  holds(!group);
}

static void settings_that_mean_nothing_are_refused(void)
{
  vf_group *group = NULL;
  const int comm = MPI_Comm_c2f(MPI_COMM_WORLD);
  setenv("VF_TRANSPORT", "pigeons", 1);
  refused(vf_group_create_mpi(comm, NULL, &group), VF_ERROR_ARGUMENT, "VF_TRANSPORT is 'pigeons'");
  setenv("VF_TRANSPORT", "staged,pigeons", 1);
  refused(vf_group_create_mpi(comm, NULL, &group), VF_ERROR_ARGUMENT, "VF_TRANSPORT is 'staged,pigeons'");
  setenv("VF_TRANSPORT", "staged,", 1);
  refused(vf_group_create_mpi(comm, NULL, &group), VF_ERROR_ARGUMENT, "VF_TRANSPORT is 'staged,'");
  setenv("VF_TRANSPORT", rank == 0 ? "staged" : "shared", 1);
  refused(vf_group_create_mpi(comm, NULL, &group), VF_ERROR_PEER, "its arguments on rank");
  setenv("VF_TRANSPORT", "device", 1);
  refused(vf_group_create_mpi(comm, NULL, &group), VF_ERROR_STATE, "VF_MPI_DEVICE is not 1");
  unsetenv("VF_TRANSPORT");
  setenv("VF_WAIT", "soon", 1);
  refused(vf_group_create_mpi(comm, NULL, &group), VF_ERROR_ARGUMENT, "VF_WAIT is 'soon'");
  setenv("VF_WAIT", "300", 1);
  refused(vf_group_create_mpi(MPI_Comm_c2f(MPI_COMM_NULL), NULL, &group), VF_ERROR_ARGUMENT, "no communicator");
  must(vf_group_create_mpi(comm, NULL, &group));
  must(vf_group_destroy(&group));
}

static void use_after_mpi_finalize(void)
{
  vf_group *group = world(), *other = world();
  vf_layout *layout = slabs(group), *more = NULL;
  vf_set *phi = set_on(layout, "phi");
  must(vf_group_destroy(&other));
  MPI_Finalize();
  const vf_box box = slab();
  refused(vf_set_fill_ghosts(phi, NULL, 1, &domain, &sides), VF_ERROR_STATE, "MPI_Finalize was called");
  refused(vf_layout_create(group, &box, 1, "more", &more), VF_ERROR_STATE, "MPI_Finalize was called");
  refused(vf_group_create_mpi(0, NULL, &other), VF_ERROR_STATE, "MPI_Finalize was called");
  refused(vf_group_destroy(&group), VF_ERROR_STATE, "MPI_Finalize was called");
  holds(!group);
  must(vf_view_release(&phi, true));
  must(vf_layout_destroy(&layout));
}

static const claim_entry claims[] = {
  claim(a_rank_that_does_not_come),
  claim(unequal_calls_are_named),
  claim(unequal_gathers_are_named),
  claim(unequal_sets_are_named),
  claim(unequal_arguments_are_named),
  claim(unequal_sets_on_a_layout_are_named),
  claim(a_failure_of_one_is_told_to_all),
  claim(overlapping_boxes_of_two_ranks_are_refused),
  claim(an_exchange_that_is_begun_is_ended_first),
  claim(what_a_group_has_goes_before_it),
  claim(a_context_that_closes_takes_its_groups_along),
  claim(settings_that_mean_nothing_are_refused),
  claim(use_after_mpi_finalize),
};
RUN(claims)
