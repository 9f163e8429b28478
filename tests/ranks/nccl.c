/* The transport nccl over a stand-in of its library: the order of its calls, and the effect of failures. */
#include "ranks.h"

#include <mpi.h>

#include <viewfab/report.h>

#include <nccl.h>

static const vf_box domain = { { 0, 0, 0 }, { 63, 3, 3 } };
static const vf_boundary sides = { .kind = { VF_PERIODIC, 0, 0, VF_PERIODIC, 0, 0 }, .order = 2 };

static vf_layout *slabs(vf_group *group)
{
  vf_layout *layout = NULL;
  vf_box box = domain;
  box.lower[0] = 64 / ranks * rank;
  box.upper[0] = 64 / ranks * (rank + 1) - 1;
  must(vf_layout_create(group, &box, 1, "slabs", &layout));
  return layout;
}

static vf_set *set_on(vf_layout *layout, const char *label)
{
  vf_set *set = NULL;
  must(vf_set_create_on(layout, VF_REAL64, 1, 1, 0, label, &set));
  return set;
}

static vf_group *group_by(const char *transports)
{
  memset(&stand_in, 0, sizeof stand_in);
  setenv("VF_TRANSPORT", transports, 1);
  return world();
}

/* All other ranks are reached in the same way, and the reason has the given words. */
static void expect_way(vf_group *group, const char *name, const char *words)
{
  for (int r = 0; r < ranks; r++) {
    const char *way = NULL, *why = NULL;
    if (r == rank) continue;
    must(vf_group_transport(group, r, &way, &why));
    if (strcmp(way, name) || !strstr(why, words)) give_up(__FILE__, __LINE__, "%s: %s", way, why);
  }
}

static int neighbours(void) { return ranks == 2 ? 1 : 2; }

static void it_comes_behind_peer_memory_and_before_messages_of_hosts(void)
{
  vf_group *group = group_by("");
  expect_way(group, "nccl", "flat: rank 0 is on host");
  expect_way(group, "nccl", "nccl: messages from GPU to GPU");
  must(vf_group_destroy(&group));
  group = group_by("shared,nccl"); /* the order of the ways counts, not the order in the list */
  expect_way(group, "nccl", "nccl: messages from GPU to GPU");
  must(vf_group_destroy(&group));
  holds(stand_in.misused == 0);
}

static void messages_of_an_exchange_are_queued_together(void)
{
  vf_group *group = group_by("nccl");
  vf_layout *layout = slabs(group);
  vf_set *phi = set_on(layout, "phi");
  holds(stand_in.joined == 1 && stand_in.exchanges == 1); /* the trial */
  must(vf_set_fill_ghosts(phi, NULL, 1, &domain, &sides));
  const int exchanges = stand_in.exchanges, sends = stand_in.sends, receives = stand_in.receives;
  must(vf_set_fill_ghosts(phi, NULL, 1, &domain, &sides));
  holds(stand_in.exchanges == exchanges + 1);
  holds(stand_in.sends == sends + neighbours() && stand_in.receives == receives + neighbours());
  must(vf_group_fence(group)); /* tokens, with all */
  holds(stand_in.exchanges == exchanges + 2);
  holds(stand_in.sends == sends + neighbours() + ranks - 1);
  must(vf_view_release(&phi, true));
  must(vf_layout_destroy(&layout));
  must(vf_group_destroy(&group));
  holds(stand_in.misused == 0 && stand_in.finalized == 1 && stand_in.destroyed == 1 && stand_in.aborted == 0);
}

/* The hosts must agree on an exchange before they queue it: queued exchanges of different sizes would never end. */
static void unequal_exchanges_are_named_before_they_are_queued(void)
{
  vf_group *group = group_by("nccl");
  vf_layout *layout = slabs(group);
  vf_set *phi = set_on(layout, "phi"), *rhs = set_on(layout, "rhs");
  must(vf_set_fill_ghosts(phi, NULL, 1, &domain, &sides));
  must(vf_set_fill_ghosts(rhs, NULL, 1, &domain, &sides));
  const int exchanges = stand_in.exchanges;
  vf_status status = VF_OK;
  for (int times = 0; times <= ranks && !status; times++)
    status = vf_set_fill_ghosts(rank == 0 ? phi : rhs, NULL, 1, &domain, &sides);
  holds(status == VF_ERROR_PEER);
  holds(strstr(vf_last_error(), "phi") && strstr(vf_last_error(), "rhs"));
  if (rank == 0) holds(stand_in.exchanges == exchanges);
  must(vf_view_release(&phi, true));
  must(vf_view_release(&rhs, true));
  must(vf_layout_destroy(&layout));
  refused(vf_group_destroy(&group), VF_ERROR_PEER, "the group is broken");
  holds(stand_in.misused == 0 && stand_in.aborted == 1 && stand_in.destroyed == 0);
}

/* Fills ghosts until a call fails, while something is wrong with the last rank. */
static void fail_in_an_exchange(const char *fails, bool silent, const char *words)
{
  setenv("VF_WAIT", "2", 1);
  MPI_Barrier(MPI_COMM_WORLD); /* the failure before took a different time on each rank */
  vf_group *group = group_by("nccl");
  vf_layout *layout = slabs(group);
  vf_set *phi = set_on(layout, "phi");
  must(vf_set_fill_ghosts(phi, NULL, 1, &domain, &sides));
  if (rank == ranks - 1) {
    stand_in.fails = fails;
    stand_in.silent = silent;
  }
  const double began = seconds();
  vf_status status = VF_OK;
  for (int times = 0; times <= ranks && !status; times++) status = vf_set_fill_ghosts(phi, NULL, 1, &domain, &sides);
  holds(status == VF_ERROR_PEER && seconds() - began < 12);
  if (rank == ranks - 1 && !strstr(vf_last_error(), words)) give_up(__FILE__, __LINE__, "%s", vf_last_error());
  holds(stand_in.aborted == 1);
  refused(vf_group_fence(group), VF_ERROR_PEER, "the group is broken");
  must(vf_view_release(&phi, true));
  must(vf_layout_destroy(&layout));
  refused(vf_group_destroy(&group), VF_ERROR_PEER, "the group is broken");
  holds(stand_in.aborted == 1 && stand_in.destroyed == 0 && stand_in.misused == 0);
  stand_in.fails = NULL;
  setenv("VF_WAIT", "300", 1);
}

static void a_call_that_fails_ends_the_group(void)
{
  static const char *const calls[] = { "ncclGroupStart", "ncclSend", "ncclRecv", "ncclGroupEnd" };
  for (size_t c = 0; c < sizeof calls / sizeof calls[0]; c++) fail_in_an_exchange(calls[c], false, calls[c]);
}

static void an_error_that_comes_later_ends_the_group(void)
{
  fail_in_an_exchange("later", false, "NCCL: a failure elsewhere");
}

static void what_never_ends_is_aborted(void) { fail_in_an_exchange(NULL, true, "waited 2 seconds (VF_WAIT)"); }

/* The group is made all the same, without the transport, and has the reason. */
static void fall_back(const char *fails, bool corrupts, bool of_all, const char *words)
{
  setenv("VF_WAIT", "4", 1);
  MPI_Barrier(MPI_COMM_WORLD);
  memset(&stand_in, 0, sizeof stand_in);
  if (of_all || rank == ranks - 1) {
    stand_in.fails = fails;
    stand_in.corrupts = corrupts;
  }
  setenv("VF_TRANSPORT", "nccl,staged", 1);
  vf_group *group = world();
  expect_way(group, "staged", words);
  vf_layout *layout = slabs(group);
  vf_set *phi = set_on(layout, "phi");
  must(vf_set_fill_ghosts(phi, NULL, 1, &domain, &sides));
  must(vf_view_release(&phi, true));
  must(vf_layout_destroy(&layout));
  must(vf_group_destroy(&group));
  holds(stand_in.misused == 0 && stand_in.made == stand_in.destroyed + stand_in.aborted);
  stand_in.fails = NULL;
  setenv("VF_WAIT", "300", 1);
}

static void a_refusal_leaves_pairs_to_the_next_way(void)
{
  char words[64];
  snprintf(words, sizeof words, "rank %d: NCCL: a failure of the system", ranks - 1);
  fall_back("ncclGetUniqueId", false, true, "ncclGetUniqueId was told to fail");
  fall_back("ncclCommInitRankConfig", false, true, "ncclCommInitRankConfig was told to fail");
  fall_back("ncclCommInitRankConfig", false, false, rank == ranks - 1 ? "was told to fail" : "took longer than half");
  fall_back("ncclSend", false, true, "ncclSend was told to fail");
  fall_back("later", false, true, "a failure elsewhere");
}

static void a_trial_holds_what_arrives_against_what_was_sent(void)
{
  fall_back(NULL, true, true, "nccl: the sent data did not arrive");
}

static void without_the_library_the_report_says_so(void)
{
  char library[1024];
  snprintf(library, sizeof library, "%s", getenv("VF_NCCL_LIBRARY"));
  setenv("VF_NCCL_LIBRARY", "/nowhere/libnccl.so", 1);
  vf_group *group = group_by("nccl,staged");
  expect_way(group, "staged", "nccl: NCCL cannot be loaded: /nowhere/libnccl.so");
  char text[8192];
  must(vf_report_text(text, sizeof text, NULL));
  holds(strstr(text, "nccl: NCCL cannot be loaded"));
  must(vf_group_destroy(&group));
  setenv("VF_TRANSPORT", "nccl", 1);
  refused(vf_group_create_mpi(MPI_Comm_c2f(MPI_COMM_WORLD), NULL, &group), VF_ERROR_STATE, "NCCL cannot be loaded");
  setenv("VF_NCCL_LIBRARY", library, 1);
}

static const claim_entry claims[] = {
  claim(without_the_library_the_report_says_so), /* before the other claims load the library */
  claim(it_comes_behind_peer_memory_and_before_messages_of_hosts),
  claim(messages_of_an_exchange_are_queued_together),
  claim(unequal_exchanges_are_named_before_they_are_queued),
  claim(a_call_that_fails_ends_the_group),
  claim(an_error_that_comes_later_ends_the_group),
  claim(what_never_ends_is_aborted),
  claim(a_refusal_leaves_pairs_to_the_next_way),
  claim(a_trial_holds_what_arrives_against_what_was_sent),
};
RUN(claims)
