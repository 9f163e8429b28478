/* NCCL itself, on GPUs. nccl.c tests the transport with a stand-in on hosts. */
#include "ranks.h"

#include <cuda_runtime.h>
#include <mpi.h>

#include "../../c_src/mpi/nccl_table.h"

/* The table. Without NCCL the program ends as skipped. */
static const vf_queued_messages *table(void)
{
  const vf_queued_messages *nccl = vfi_nccl_messages();
  const char *obstacle = nccl->obstacle();
  if (!obstacle) return nccl;
  printf("%s\n", obstacle);
  MPI_Finalize();
  exit(77);
}

/* Waits until nothing is under way. Returns the state, which is still pending after ten seconds. */
static int settled(const vf_queued_messages *nccl, void *wire, int code)
{
  const double began = seconds();
  while (code == VF_QUEUED_PENDING && seconds() - began < 10) code = nccl->state(wire);
  if (code == 0 && wire)
    while ((code = nccl->state(wire)) == VF_QUEUED_PENDING && seconds() - began < 10) continue;
  return code;
}

static void one_rank_sends_to_itself(void)
{
  enum { NUMBERS = 100000 };
  const vf_queued_messages *nccl = table();
  static int numbers[NUMBERS], back[NUMBERS];
  unsigned char id[VF_QUEUED_ID_BYTES];
  void *wire = NULL, *out = NULL, *in = NULL, *queue = NULL;
  must(vf_init("cuda"));
  must(vf_context_queue(NULL, &queue));
  for (int n = 0; n < NUMBERS; n++) numbers[n] = 3 * n + 1;
  holds(!cudaMalloc(&out, sizeof numbers) && !cudaMalloc(&in, sizeof numbers));
  holds(!cudaMemcpy(out, numbers, sizeof numbers, cudaMemcpyHostToDevice) && !cudaMemset(in, 0, sizeof numbers));
  holds(!cudaDeviceSynchronize());
  const double began = seconds();
  holds(nccl->make_id(id) == 0);
  const int code = nccl->begin(id, 0, 1, &wire);
  holds(wire && settled(nccl, wire, code) == 0);
  printf("a communicator of one rank took %.3f s\n", seconds() - began);
  holds(settled(nccl, NULL, nccl->open(wire)) == 0);
  holds(settled(nccl, NULL, nccl->send(wire, out, sizeof numbers, 0, queue)) == 0);
  holds(settled(nccl, NULL, nccl->receive(wire, in, sizeof numbers, 0, queue)) == 0);
  holds(settled(nccl, wire, nccl->close(wire)) == 0);
  must(vf_context_wait(NULL));
  holds(!cudaMemcpy(back, in, sizeof back, cudaMemcpyDeviceToHost) && !memcmp(back, numbers, sizeof back));
  holds(settled(nccl, wire, nccl->end(wire)) == 0 && nccl->release(wire) == 0);
  holds(!cudaFree(out) && !cudaFree(in));
}

/* The transport does not even try two ranks on the same GPU. */
static void two_ranks_on_one_gpu_are_refused(void)
{
  if (ranks < 2) return;
  const vf_queued_messages *nccl = table();
  unsigned char id[VF_QUEUED_ID_BYTES] = "";
  void *wire = NULL;
  char text[512] = "";
  must(vf_init("cuda:0"));
  if (rank == 0) holds(nccl->make_id(id) == 0);
  MPI_Bcast(id, sizeof id, MPI_BYTE, 0, MPI_COMM_WORLD);
  const int code = nccl->begin(id, rank, ranks, &wire), came = wire ? settled(nccl, wire, code) : code;
  holds(came != 0 && came != VF_QUEUED_PENDING);
  nccl->error_text(wire, came, text, sizeof text);
  printf("rank %d: %s\n", rank, text);
  if (wire) nccl->abort(wire);
  MPI_Barrier(MPI_COMM_WORLD);
}

static void a_shared_gpu_leaves_pairs_to_the_next_way(void)
{
  setenv("VF_TRANSPORT", "nccl,staged", 1);
  must(vf_init("cuda:0"));
  vf_group *group = world();
  for (int r = 0; r < ranks; r++) {
    const char *name = NULL, *why = NULL;
    if (r == rank) continue;
    must(vf_group_transport(group, r, &name, &why));
    holds(!strcmp(name, "staged") && strstr(why, "nccl: ") && strstr(why, "share one GPU, which NCCL refuses"));
    printf("rank %d reaches rank %d by %s (%s)\n", rank, r, name, why);
  }
  must(vf_group_fence(group));
  must(vf_group_destroy(&group));
  unsetenv("VF_TRANSPORT");
}

/* Without a setting in the environment, ranks of two hosts choose the transport; within a host the ways through
 * memory come first. */
static void ranks_of_two_hosts_have_it_by_choice(void)
{
  unsetenv("VF_TRANSPORT");
  vf_group *group = world();
  for (int r = 0; r < ranks; r++) {
    const char *name = NULL, *why = NULL;
    if (r == rank) continue;
    must(vf_group_transport(group, r, &name, &why));
    const bool apart = strstr(why, "runs on another host") != NULL;
    printf("rank %d reaches rank %d by %s (%s)\n", rank, r, name, why);
    holds(apart == !strcmp(name, "nccl"));
  }
  must(vf_group_fence(group));
  must(vf_context_wait(NULL));
  must(vf_group_destroy(&group));
}

static const claim_entry claims[] = {
  claim(one_rank_sends_to_itself),
  claim(two_ranks_on_one_gpu_are_refused),
  claim(a_shared_gpu_leaves_pairs_to_the_next_way),
  claim(ranks_of_two_hosts_have_it_by_choice),
};
RUN(claims)
