/* Blocking calls of MPI on wrapped arrays under VF_COHERENCE=auto, without one sync: MPI sends the newest values, and received values
 * reach the next kernel. */
#include "served.h"

/* ---- Files ---- */

/* Each rank writes its part by another value for each way, and reads the part of the rank before. */
static void files_get_and_give_the_newest_values(void)
{
  const char *const name = own_file("served_calls");
  const MPI_Offset part = PART * sizeof(double), own = rank * part, other = before() * part;
  field x = filled(PART, 0), y = filled(PART, SEED);
  for (int way = 0; way < 6; way++) {
    MPI_File file;
    fill(&x, 0, PART, 100 * way + rank);
    fill(&y, 0, PART, SEED);
    holds(!MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file));
    holds(!MPI_File_seek(file, own, MPI_SEEK_SET));
    const bool pointer = way == 2 || way == 3; /* one pointer of all ranks: shared is in the order of the calls */
    if (way == 0) holds(!MPI_File_write(file, x.values, PART, MPI_DOUBLE, MPI_STATUS_IGNORE));
    if (way == 1) holds(!MPI_File_write_all(file, x.values, PART, MPI_DOUBLE, MPI_STATUS_IGNORE));
    if (way == 2)
      for (int r = 0; r < ranks; r++, MPI_Barrier(MPI_COMM_WORLD))
        if (r == rank) holds(!MPI_File_write_shared(file, x.values, PART, MPI_DOUBLE, MPI_STATUS_IGNORE));
    if (way == 3) holds(!MPI_File_write_ordered(file, x.values, PART, MPI_DOUBLE, MPI_STATUS_IGNORE));
    if (way == 4) holds(!MPI_File_write_at(file, own, x.values, PART, MPI_DOUBLE, MPI_STATUS_IGNORE));
    if (way == 5) holds(!MPI_File_write_at_all(file, own, x.values, PART, MPI_DOUBLE, MPI_STATUS_IGNORE));
    holds(!MPI_File_sync(file));
    MPI_Barrier(MPI_COMM_WORLD);
    holds(!MPI_File_sync(file));
    holds(!MPI_File_seek(file, other, MPI_SEEK_SET));
    if (pointer) holds(!MPI_File_seek_shared(file, 0, MPI_SEEK_SET));
    if (way == 0) holds(!MPI_File_read(file, y.values, PART, MPI_DOUBLE, MPI_STATUS_IGNORE));
    if (way == 1) holds(!MPI_File_read_all(file, y.values, PART, MPI_DOUBLE, MPI_STATUS_IGNORE));
    if (way == 2)
      for (int r = 0; r < ranks; r++, MPI_Barrier(MPI_COMM_WORLD))
        if (r == rank) holds(!MPI_File_read_shared(file, y.values, PART, MPI_DOUBLE, MPI_STATUS_IGNORE));
    if (way == 3) holds(!MPI_File_read_ordered(file, y.values, PART, MPI_DOUBLE, MPI_STATUS_IGNORE));
    if (way == 4) holds(!MPI_File_read_at(file, other, y.values, PART, MPI_DOUBLE, MPI_STATUS_IGNORE));
    if (way == 5) holds(!MPI_File_read_at_all(file, other, y.values, PART, MPI_DOUBLE, MPI_STATUS_IGNORE));
    add(&y, 1);
    expect(&y, 0, PART, 1, 100 * way + (pointer ? rank : before()) + 1);
    holds(!MPI_File_close(&file));
  }
  if (rank == 0) remove(name);
  drop(&x);
  drop(&y);
}

/* ---- Blocking calls ----------------------------------------------------------------------------------------------- */

static void messages_have_the_newest_values(void)
{
  field x = filled(PART, 10 + rank), y = filled(PART, SEED);
  if (rank % 2 == 0) {
    MPI_Send(x.values, PART, MPI_DOUBLE, behind(), 1, MPI_COMM_WORLD);
    MPI_Recv(y.values, PART, MPI_DOUBLE, before(), 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else {
    MPI_Recv(y.values, PART, MPI_DOUBLE, before(), 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(x.values, PART, MPI_DOUBLE, behind(), 1, MPI_COMM_WORLD);
  }
  add(&y, 100);
  expect(&y, 0, PART, 1, 110 + before());
  MPI_Sendrecv(y.values, PART, MPI_DOUBLE, behind(), 2, x.values, PART, MPI_DOUBLE, before(), 2, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  add(&x, 1000);
  expect(&x, 0, PART, 1, 1110 + (rank + 2 * ranks - 2) % ranks);
  fill(&x, 0, PART, 20 + rank);
  MPI_Sendrecv_replace(x.values, PART, MPI_DOUBLE, behind(), 3, before(), 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  add(&x, 1);
  expect(&x, 0, PART, 1, 21 + before());
  drop(&x);
  drop(&y);
}

static void a_message_of_a_part_leaves_the_rest_on_the_device(void)
{
  field x = filled(4 * PART, 10 + rank), y = filled(4 * PART, SEED);
  MPI_Sendrecv(x.values + PART, PART, MPI_DOUBLE, behind(), 2, y.values + 2 * PART, PART, MPI_DOUBLE, before(), 2,
               MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  add(&y, 100);
  expect(&y, 0, 2 * PART, 1, 100 + SEED);
  expect(&y, 2 * PART, 3 * PART, 1, 110 + before());
  expect(&y, 3 * PART, 4 * PART, 1, 100 + SEED);
  drop(&x);
  drop(&y);
}

static void collectives_have_the_newest_values(void)
{
  const double sum = ranks * (ranks - 1) / 2.0;
  field x = filled(PART, 10 + rank), y = filled(PART, SEED);
  MPI_Bcast(x.values, PART, MPI_DOUBLE, ranks - 1, MPI_COMM_WORLD);
  add(&x, 1);
  expect(&x, 0, PART, 1, 10 + ranks);
  fill(&x, 0, PART, rank);
  MPI_Allreduce(x.values, y.values, PART, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  add(&y, 1);
  expect(&y, 0, PART, 1, sum + 1);
  fill(&y, 0, PART, SEED);
  MPI_Reduce(x.values, y.values, PART, MPI_DOUBLE, MPI_SUM, 1, MPI_COMM_WORLD);
  add(&y, 1);
  expect(&y, 0, PART, 1, rank == 1 ? sum + 1 : SEED + 1);
  MPI_Allreduce(MPI_IN_PLACE, x.values, PART, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  add(&x, 1);
  expect(&x, 0, PART, 1, sum + 1);
  drop(&x);
  drop(&y);
}

static void gathers_have_the_newest_values(void)
{
  field own = filled(PART, 10 + rank), all = in_parts(SEED, 1);
  MPI_Gather(own.values, PART, MPI_DOUBLE, all.values, PART, MPI_DOUBLE, 1, MPI_COMM_WORLD);
  expect_parts(&all, rank == 1 ? 10 : SEED, 1);
  MPI_Allgather(own.values, PART, MPI_DOUBLE, all.values, PART, MPI_DOUBLE, MPI_COMM_WORLD);
  expect_parts(&all, 10, 1);
  for (int r = 0; r < ranks; r++) fill(&all, r * PART, (r + 1) * PART, 30 + 10 * rank + r);
  MPI_Scatter(all.values, PART, MPI_DOUBLE, own.values, PART, MPI_DOUBLE, 1, MPI_COMM_WORLD);
  add(&own, 1);
  expect(&own, 0, PART, 1, 41 + rank);
  field other = in_parts(SEED, 0);
  MPI_Alltoall(all.values, PART, MPI_DOUBLE, other.values, PART, MPI_DOUBLE, MPI_COMM_WORLD);
  expect_parts(&other, 30 + rank, 10);
  drop(&other);
  drop(&own);
  drop(&all);
}

static void gathers_of_lists_have_the_newest_values(void)
{
  part_lists lists = reversed_parts();
  field own = filled(PART, 10 + rank), all = in_parts(SEED, 0), other = in_parts(SEED, 0);
  MPI_Allgatherv(own.values, lists.counts[rank], MPI_DOUBLE, all.values, lists.counts, lists.places, MPI_DOUBLE,
                 MPI_COMM_WORLD);
  add(&all, 1);
  for (int r = 0; r < ranks; r++) {
    expect(&all, lists.places[r], lists.places[r] + lists.counts[r], 1, 11 + r);
    expect(&all, lists.places[r] + lists.counts[r], lists.places[r] + PART, 1, SEED + 1);
  }
  MPI_Scatterv(all.values, lists.counts, lists.places, MPI_DOUBLE, own.values, lists.counts[rank], MPI_DOUBLE, 0,
               MPI_COMM_WORLD);
  add(&own, 1);
  expect(&own, 0, lists.counts[rank], 1, 12 + rank);
  MPI_Gatherv(own.values, lists.counts[rank], MPI_DOUBLE, all.values, lists.counts, lists.places, MPI_DOUBLE, 1,
              MPI_COMM_WORLD);
  add(&all, 1);
  for (int r = 0; r < ranks; r++)
    expect(&all, lists.places[r], lists.places[r] + lists.counts[r], 1, rank == 1 ? 13 + r : 12 + r);
  for (int r = 0; r < ranks; r++) fill(&all, r * PART, (r + 1) * PART, 100 * rank + r);
  MPI_Alltoallv(all.values, lists.counts, lists.own_places, MPI_DOUBLE, other.values, lists.each, lists.own_places,
                MPI_DOUBLE, MPI_COMM_WORLD);
  add(&other, 1);
  for (int r = 0; r < ranks; r++) expect(&other, r * PART, r * PART + lists.each[r], 1, 1 + 100 * r + rank);
  drop(&other);
  drop(&own);
  drop(&all);
}

static void start_a_send(int way, const field *x, MPI_Request *request)
{
  *request = MPI_REQUEST_NULL;
  switch (way) {
    case 0: MPI_Bsend(x->values, PART, MPI_DOUBLE, behind(), way, MPI_COMM_WORLD); break;
    case 1: MPI_Ssend(x->values, PART, MPI_DOUBLE, behind(), way, MPI_COMM_WORLD); break;
    case 2: MPI_Rsend(x->values, PART, MPI_DOUBLE, behind(), way, MPI_COMM_WORLD); break;
    case 3: MPI_Ibsend(x->values, PART, MPI_DOUBLE, behind(), way, MPI_COMM_WORLD, request); break;
    case 4: MPI_Irsend(x->values, PART, MPI_DOUBLE, behind(), way, MPI_COMM_WORLD, request); break;
    case 5: MPI_Bsend_init(x->values, PART, MPI_DOUBLE, behind(), way, MPI_COMM_WORLD, request); break;
    case 6: MPI_Ssend_init(x->values, PART, MPI_DOUBLE, behind(), way, MPI_COMM_WORLD, request); break;
    case 7: MPI_Rsend_init(x->values, PART, MPI_DOUBLE, behind(), way, MPI_COMM_WORLD, request); break;
    default: holds(false);
  }
  if (way >= 5) MPI_Start(request);
}

static void every_way_to_send_has_the_newest_values(void)
{
  enum { WAYS = 8, ROOM = PART * (int)sizeof(double) + MPI_BSEND_OVERHEAD };
  void *room = malloc(ROOM), *old;
  int size = 0;
  holds(room);
  MPI_Buffer_attach(room, ROOM);
  field x = filled(PART, 0), y = filled(PART, SEED);
  for (int way = 0; way < WAYS; way++) {
    MPI_Request received, sent;
    fill(&x, 0, PART, 10 * way + rank);
    MPI_Irecv(y.values, PART, MPI_DOUBLE, before(), way, MPI_COMM_WORLD, &received);
    MPI_Barrier(MPI_COMM_WORLD); /* a ready send needs the receive */
    start_a_send(way, &x, &sent);
    MPI_Wait(&received, MPI_STATUS_IGNORE);
    MPI_Wait(&sent, MPI_STATUS_IGNORE);
    if (way >= 5) MPI_Request_free(&sent);
    add(&y, 100);
    expect(&y, 0, PART, 1, 100 + 10 * way + before());
  }
  MPI_Buffer_detach(&old, &size);
  free(room);
  drop(&x);
  drop(&y);
}

static void a_matched_message_reaches_the_next_kernel(void)
{
  field x = filled(PART, 10 + rank), y = filled(PART, SEED);
  MPI_Message message;
  MPI_Request request;
  MPI_Isend(x.values, PART, MPI_DOUBLE, behind(), 1, MPI_COMM_WORLD, &request);
  MPI_Mprobe(before(), 1, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
  MPI_Mrecv(y.values, PART, MPI_DOUBLE, &message, MPI_STATUS_IGNORE);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  add(&y, 100);
  expect(&y, 0, PART, 1, 110 + before());
  drop(&x);
  drop(&y);
}

static void scans_have_the_newest_values(void)
{
  const double below = rank * (rank - 1) / 2.0, sum = ranks * (ranks - 1) / 2.0;
  field x = filled(PART, rank), y = filled(PART, SEED), all = in_parts(rank, 100);
  int counts[8];
  holds(ranks <= 8);
  for (int r = 0; r < ranks; r++) counts[r] = PART;
  MPI_Scan(x.values, y.values, PART, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  add(&y, 1);
  expect(&y, 0, PART, 1, below + rank + 1);
  MPI_Exscan(x.values, y.values, PART, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  add(&y, 1);
  if (rank) expect(&y, 0, PART, 1, below + 1); /* no value is defined on the first rank */
  MPI_Reduce_scatter(all.values, y.values, counts, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  add(&y, 1);
  expect(&y, 0, PART, 1, sum + 100 * rank * ranks + 1);
  fill(&y, 0, PART, SEED);
  MPI_Reduce_scatter_block(all.values, y.values, PART, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  add(&y, 1);
  expect(&y, 0, PART, 1, sum + 100 * rank * ranks + 1);
  drop(&all);
  drop(&x);
  drop(&y);
}

static void an_exchange_of_types_has_the_newest_values(void)
{
  int counts[8], places[8];
  MPI_Datatype types[8];
  holds(ranks <= 8);
  for (int r = 0; r < ranks; r++) {
    counts[r] = PART - 1;
    places[r] = r * PART * (int)sizeof(double);
    types[r] = MPI_DOUBLE;
  }
  field x = in_parts(100 * rank, 1), y = in_parts(SEED, 0);
  MPI_Alltoallw(x.values, counts, places, types, y.values, counts, places, types, MPI_COMM_WORLD);
  add(&y, 1);
  for (int r = 0; r < ranks; r++) {
    expect(&y, r * PART, (r + 1) * PART - 1, 1, 100 * r + rank + 1);
    expect(&y, (r + 1) * PART - 1, (r + 1) * PART, 1, SEED + 1);
  }
  drop(&x);
  drop(&y);
}

static const claim_entry claims[] = {
  claim(messages_have_the_newest_values),
  claim(a_message_of_a_part_leaves_the_rest_on_the_device),
  claim(collectives_have_the_newest_values),
  claim(gathers_have_the_newest_values),
  claim(gathers_of_lists_have_the_newest_values),
  claim(files_get_and_give_the_newest_values),
  claim(every_way_to_send_has_the_newest_values),
  claim(a_matched_message_reaches_the_next_kernel),
  claim(scans_have_the_newest_values),
  claim(an_exchange_of_types_has_the_newest_values),
};
RUN(claims)
