/* Missing ranks, and ranks in another call, while other ranks wait for them in an exchange: in the call on hosts, in
 * the queue on GPUs. */
#include "ranks.h"

#include <mpi.h>
#include <unistd.h>

typedef struct fixture {
  vf_group *group;
  vf_layout *layout;
  vf_box domain;
  vf_set *phi, *rho;
} fixture;

static const vf_boundary sides = { .order = 1 };

/* A slab for each rank. Both sets have exchanged once, so their plans are made. */
static fixture made(const char *wait)
{
  fixture f = { .domain = { { 0, 0, 0 }, { 4 * ranks - 1, 7, 7 } } };
  const vf_box own = { { 4 * rank, 0, 0 }, { 4 * rank + 3, 7, 7 } };
  setenv("VF_WAIT", wait, 1);
  f.group = world();
  must(vf_layout_create(f.group, &own, 1, "slabs", &f.layout));
  must(vf_set_create_on(f.layout, VF_REAL64, 1, 1, 0, "phi", &f.phi));
  must(vf_set_create_on(f.layout, VF_REAL64, 1, 1, 0, "rho", &f.rho));
  must(vf_set_fill_ghosts(f.phi, NULL, 1, &f.domain, &sides));
  must(vf_set_fill_ghosts(f.rho, NULL, 1, &f.domain, &sides));
  must(vf_context_wait(NULL));
  return f;
}

static void released(fixture *f)
{
  must(vf_view_release(&f->phi, true));
  must(vf_view_release(&f->rho, true));
  must(vf_layout_destroy(&f->layout));
  (void)vf_group_destroy(&f->group); /* broken groups end by themselves */
}

/* Exchanges, and waits for everything in the queue. */
static vf_status exchanged(const fixture *f, vf_set *set)
{
  const vf_status status = vf_set_fill_ghosts(set, NULL, 1, &f->domain, &sides);
  return status ? status : vf_context_wait(NULL);
}

static void who_does_not_come_is_named(void)
{
  fixture f = made("1.5");
  char text[600] = "";
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    const double began = seconds();
    const vf_status status = exchanged(&f, f.phi);
    snprintf(text, sizeof text, "%s", vf_last_error());
    if (status != VF_ERROR_PEER) give_up(__FILE__, __LINE__, "the exchange gave %d: %s", (int)status, text);
    holds(seconds() - began > 1.4 && seconds() - began < 10);
    if (!strstr(text, "rank 0 waited 1.5 seconds (VF_WAIT) for rank 1") || !strstr(text, "phi"))
      give_up(__FILE__, __LINE__, "the text is: %s", text);
    must(vf_context_wait(NULL)); /* the queue goes on */
    refused(exchanged(&f, f.phi), VF_ERROR_PEER, "the group is broken");
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) {
    const double began = seconds();
    const vf_status status = exchanged(&f, f.phi);
    /* Rank 0 sent its first message before it gave up, so this rank finds the message. */
    if (status && status != VF_ERROR_PEER) give_up(__FILE__, __LINE__, "%d: %s", (int)status, vf_last_error());
    if (!status) refused(exchanged(&f, f.phi), VF_ERROR_PEER, "");
    holds(seconds() - began < 5);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  released(&f);
}

/* A full queue would keep the host in a launch, so the host waits before the launch. */
static void who_runs_ahead_is_stopped(void)
{
  fixture f = made("1.5");
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    const double began = seconds();
    vf_status status = VF_OK;
    for (int turn = 0; turn < 5000 && !status; turn++) status = vf_set_fill_ghosts(f.phi, NULL, 1, &f.domain, &sides);
    if (!status) status = vf_context_wait(NULL);
    if (status != VF_ERROR_PEER) give_up(__FILE__, __LINE__, "%d: %s", (int)status, vf_last_error());
    holds(seconds() - began > 1.4 && seconds() - began < 10);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  released(&f);
}

/* Both have their plans already: nothing but the exchange itself can tell. */
static void sets_that_differ_are_named(void)
{
  fixture f = made("3");
  MPI_Barrier(MPI_COMM_WORLD);
  vf_status status = VF_OK;
  for (int turn = 0; turn < 4; turn++) {
    if (!status) status = exchanged(&f, rank == 0 ? f.phi : f.rho);
    if (status && !strstr(vf_last_error(), "phi")) give_up(__FILE__, __LINE__, "the text is: %s", vf_last_error());
    MPI_Barrier(MPI_COMM_WORLD);
  }
  if (status != VF_ERROR_PEER) give_up(__FILE__, __LINE__, "the exchanges gave %d", (int)status);
  released(&f);
}

static const claim_entry claims[] = {
  claim(who_does_not_come_is_named),
  claim(who_runs_ahead_is_stopped),
  claim(sets_that_differ_are_named),
};
RUN(claims)
