/* Calls of MPI on wrapped arrays under VF_COHERENCE=auto, without one sync: MPI sends the newest values, and received values
 * reach the next kernel. Messages are long, so that another process copies them, and no access faults. */
#include "ranks.h"

#include <mpi.h>
#include <viewfab_kernels.h>

enum { PART = 30011, STALE = -1, SEED = 7 };

/* A line of parts, one for each rank; old values on the host. */
typedef struct field {
  double *values;
  int64_t length;
  vf_view *view;
  vf_box all;
} field;

static void fill(const field *f, int first, int last, double value)
{
  const vf_box box = { { first + 1, 1, 1 }, { last, 1, 1 } };
  if (first < last) must(vf_fill_value(&box, f->view, value));
}

static field filled(int64_t length, double value)
{
  field made = { .values = malloc((size_t)length * sizeof(double)), .length = length };
  holds(made.values);
  for (int64_t n = 0; n < length; n++) made.values[n] = STALE;
  made.all = (vf_box){ { 1, 1, 1 }, { (int)length, 1, 1 } };
  must(vf_view_wrap(NULL, made.values, VF_REAL64, 1, &length, NULL, "field", VF_WRAP_DISTINCT, &made.view));
  must(vf_fill_value(&made.all, made.view, value));
  return made;
}

/* Each part r has the value first + r * step on the device. */
static field in_parts(double first, double step)
{
  const field made = filled((int64_t)ranks * PART, first);
  for (int r = 0; r < ranks; r++) fill(&made, r * PART, (r + 1) * PART, first + r * step);
  return made;
}

/* Elements [first, last) by steps, at the values that the device goes on with. */
static void expect(const field *f, int first, int last, int step, double value)
{
  for (int n = first; n < last; n += step)
    if (f->values[n] != value) give_up(__FILE__, __LINE__, "element %d is %g, not %g", n, f->values[n], value);
}

/* A kernel must see what MPI has written. */
static void add(const field *f, double value) { must(vf_add_constant(&f->all, f->view, value)); }

static void expect_parts(const field *f, double first, double step)
{
  add(f, 1000);
  for (int r = 0; r < ranks; r++) expect(f, r * PART, (r + 1) * PART, 1, 1000 + first + r * step);
}

static void drop(field *f)
{
  must(vf_view_release(&f->view, true));
  free(f->values);
}

static int before(void) { return (rank + ranks - 1) % ranks; }
static int behind(void) { return (rank + 1) % ranks; }

/* ---- Files ---- */

/* Each rank writes its part by another value for each way, and reads the part of the rank before. */
static void files_get_and_give_the_newest_values(void)
{
  static const char name[] = "served_calls.part";
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

/* Parts of different sizes in reversed places. */
static void gathers_of_lists_have_the_newest_values(void)
{
  int counts[8], places[8], each[8], own_places[8];
  holds(ranks <= 8);
  for (int r = 0; r < ranks; r++) {
    counts[r] = PART - r;
    places[r] = (ranks - 1 - r) * PART;
    each[r] = PART - rank;
    own_places[r] = r * PART;
  }
  field own = filled(PART, 10 + rank), all = in_parts(SEED, 0), other = in_parts(SEED, 0);
  MPI_Allgatherv(own.values, counts[rank], MPI_DOUBLE, all.values, counts, places, MPI_DOUBLE, MPI_COMM_WORLD);
  add(&all, 1);
  for (int r = 0; r < ranks; r++) {
    expect(&all, places[r], places[r] + counts[r], 1, 11 + r);
    expect(&all, places[r] + counts[r], places[r] + PART, 1, SEED + 1);
  }
  MPI_Scatterv(all.values, counts, places, MPI_DOUBLE, own.values, counts[rank], MPI_DOUBLE, 0, MPI_COMM_WORLD);
  add(&own, 1);
  expect(&own, 0, counts[rank], 1, 12 + rank);
  MPI_Gatherv(own.values, counts[rank], MPI_DOUBLE, all.values, counts, places, MPI_DOUBLE, 1, MPI_COMM_WORLD);
  add(&all, 1);
  for (int r = 0; r < ranks; r++) expect(&all, places[r], places[r] + counts[r], 1, rank == 1 ? 13 + r : 12 + r);
  for (int r = 0; r < ranks; r++) fill(&all, r * PART, (r + 1) * PART, 100 * rank + r);
  MPI_Alltoallv(all.values, counts, own_places, MPI_DOUBLE, other.values, each, own_places, MPI_DOUBLE, MPI_COMM_WORLD);
  add(&other, 1);
  for (int r = 0; r < ranks; r++) expect(&other, r * PART, r * PART + each[r], 1, 1 + 100 * r + rank);
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

/* ---- Nonblocking calls -------------------------------------------------------------------------------------------- */

/* Between the start and the end kernels change other elements of the same pages. */
static void a_kernel_may_change_other_elements_meanwhile(void)
{
  field x = filled(3 * PART, 10 + rank), y = filled(3 * PART, SEED);
  MPI_Request requests[2];
  MPI_Irecv(y.values + PART, PART, MPI_DOUBLE, before(), 1, MPI_COMM_WORLD, &requests[0]);
  fill(&y, 0, PART, 40);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Isend(x.values + PART, PART, MPI_DOUBLE, behind(), 1, MPI_COMM_WORLD, &requests[1]);
  fill(&x, 2 * PART, 3 * PART, 50);
  fill(&y, 2 * PART, 3 * PART, 60);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  holds(requests[0] == MPI_REQUEST_NULL && requests[1] == MPI_REQUEST_NULL);
  add(&y, 100);
  add(&x, 100);
  expect(&y, 0, PART, 1, 140);
  expect(&y, PART, 2 * PART, 1, 110 + before());
  expect(&y, 2 * PART, 3 * PART, 1, 160);
  expect(&x, 0, 2 * PART, 1, 110 + rank);
  expect(&x, 2 * PART, 3 * PART, 1, 150);
  drop(&x);
  drop(&y);
}

/* Every third element of the middle; kernels change elements between them, and the rest, meanwhile. */
static void strided_elements_keep_their_neighbours(void)
{
  enum { ELEMENTS = PART / 3 };
  field x = filled(3 * PART, 10 + rank), y = filled(3 * PART, SEED);
  MPI_Datatype third;
  MPI_Request requests[2];
  MPI_Type_vector(ELEMENTS, 1, 3, MPI_DOUBLE, &third);
  MPI_Type_commit(&third);
  MPI_Irecv(y.values + PART, 1, third, before(), 1, MPI_COMM_WORLD, &requests[0]);
  MPI_Isend(x.values + PART, 1, third, behind(), 1, MPI_COMM_WORLD, &requests[1]);
  MPI_Type_free(&third); /* allowed: MPI keeps the type until the end */
  fill(&y, 0, PART, 70);
  for (int n = PART + 1; n < 2 * PART; n += 3000) fill(&y, n, n + 1, 80);
  fill(&y, 2 * PART, 3 * PART, 70);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  add(&y, 100);
  expect(&y, PART, PART + 3 * ELEMENTS, 3, 110 + before());
  expect(&y, 0, PART, 1, 170);
  expect(&y, PART + 1, 2 * PART, 3000, 180);
  expect(&y, PART + 2, 2 * PART, 3, 100 + SEED);
  expect(&y, 2 * PART, 3 * PART, 1, 170);
  drop(&x);
  drop(&y);
}

/* A message that is shorter than the place for it. */
static void a_short_message_leaves_the_rest(void)
{
  field x = filled(PART, 10 + rank), y = filled(2 * PART, SEED);
  MPI_Request request;
  MPI_Status status;
  int count = 0;
  MPI_Irecv(y.values, 2 * PART, MPI_DOUBLE, before(), 1, MPI_COMM_WORLD, &request);
  MPI_Send(x.values, PART, MPI_DOUBLE, behind(), 1, MPI_COMM_WORLD);
  MPI_Wait(&request, &status);
  MPI_Get_count(&status, MPI_DOUBLE, &count);
  holds(count == PART);
  add(&y, 100);
  expect(&y, 0, PART, 1, 110 + before());
  expect(&y, PART, 2 * PART, 1, 100 + SEED);
  drop(&x);
  drop(&y);
}

/* The list of the requests has a null request and one of memory without a view before the requests of views. */
static void requests_of_other_memory_stand_before_those_of_views(void)
{
  field x = filled(PART, 10 + rank), y = filled(PART, SEED);
  int sent = rank, received = -1;
  MPI_Request requests[5] = { MPI_REQUEST_NULL };
  MPI_Irecv(&received, 1, MPI_INT, before(), 2, MPI_COMM_WORLD, &requests[1]);
  MPI_Isend(&sent, 1, MPI_INT, behind(), 2, MPI_COMM_WORLD, &requests[2]);
  MPI_Irecv(y.values, PART, MPI_DOUBLE, before(), 1, MPI_COMM_WORLD, &requests[3]);
  MPI_Isend(x.values, PART, MPI_DOUBLE, behind(), 1, MPI_COMM_WORLD, &requests[4]);
  MPI_Waitall(5, requests, MPI_STATUSES_IGNORE);
  holds(received == before());
  add(&y, 100);
  expect(&y, 0, PART, 1, 110 + before());
  drop(&x);
  drop(&y);
}

typedef void ending(int count, MPI_Request *requests);

static void by_wait(int count, MPI_Request *requests)
{
  for (int r = 0; r < count; r++) MPI_Wait(&requests[r], MPI_STATUS_IGNORE);
}

static void by_waitany(int count, MPI_Request *requests)
{
  int place = 0;
  while (place != MPI_UNDEFINED) MPI_Waitany(count, requests, &place, MPI_STATUS_IGNORE);
}

static void by_waitsome(int count, MPI_Request *requests)
{
  int done = 0, places[2];
  while (done != MPI_UNDEFINED) MPI_Waitsome(count, requests, &done, places, MPI_STATUSES_IGNORE);
}

static void by_test(int count, MPI_Request *requests)
{
  for (int r = 0, done; r < count; r++)
    for (done = 0; !done;) MPI_Test(&requests[r], &done, MPI_STATUS_IGNORE);
}

static void by_testall(int count, MPI_Request *requests)
{
  for (int done = 0; !done;) MPI_Testall(count, requests, &done, MPI_STATUSES_IGNORE);
}

static void by_testany(int count, MPI_Request *requests)
{
  for (int place = 0, done = 0; !done || place != MPI_UNDEFINED;)
    MPI_Testany(count, requests, &place, &done, MPI_STATUS_IGNORE);
}

static void by_testsome(int count, MPI_Request *requests)
{
  for (int done = 0, places[2]; done != MPI_UNDEFINED;)
    MPI_Testsome(count, requests, &done, places, MPI_STATUSES_IGNORE);
}

static void by_status(int count, MPI_Request *requests)
{
  for (int r = 0, done; r < count; r++)
    for (done = 0; !done;) MPI_Request_get_status(requests[r], &done, MPI_STATUS_IGNORE);
}

static ending *const endings[] = { by_wait,    by_waitany, by_waitsome, by_test,
                                   by_testall, by_testany, by_testsome, by_status };

static void every_way_to_complete_brings_the_values(void)
{
  field x = filled(PART, 10 + rank), y = filled(PART, SEED);
  for (size_t e = 0; e < sizeof endings / sizeof endings[0]; e++) {
    MPI_Request requests[2];
    MPI_Irecv(y.values, PART, MPI_DOUBLE, before(), (int)e, MPI_COMM_WORLD, &requests[0]);
    MPI_Issend(x.values, PART, MPI_DOUBLE, behind(), (int)e, MPI_COMM_WORLD, &requests[1]);
    endings[e](2, requests);
    add(&y, 100);
    expect(&y, 0, PART, 1, 110 + before());
    fill(&y, 0, PART, SEED);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    expect(&y, 0, PART, 1, SEED);
  }
  drop(&x);
  drop(&y);
}

static void persistent_requests_have_the_values_of_each_start(void)
{
  field x = filled(PART, 0), y = filled(PART, SEED);
  MPI_Request requests[2];
  MPI_Recv_init(y.values, PART, MPI_DOUBLE, before(), 1, MPI_COMM_WORLD, &requests[0]);
  MPI_Send_init(x.values, PART, MPI_DOUBLE, behind(), 1, MPI_COMM_WORLD, &requests[1]);
  for (int turn = 0; turn < 4; turn++) {
    fill(&x, 0, PART, 10 * turn + rank);
    if (turn % 2) MPI_Startall(2, requests);
    else MPI_Start(&requests[0]), MPI_Start(&requests[1]);
    if (turn < 2) MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    else MPI_Wait(&requests[0], MPI_STATUS_IGNORE), MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
    add(&y, 100);
    expect(&y, 0, PART, 1, 100 + 10 * turn + before());
  }
  MPI_Request_free(&requests[0]);
  MPI_Request_free(&requests[1]);
  holds(requests[0] == MPI_REQUEST_NULL && requests[1] == MPI_REQUEST_NULL);
  drop(&x);
  drop(&y);
}

/* The sender forgets the request, and writes the array once the receiver has told it so. */
static void a_freed_request_sends_the_values_of_its_start(void)
{
  field x = filled(PART, 10 + rank), y = filled(PART, SEED);
  MPI_Request request;
  MPI_Isend(x.values, PART, MPI_DOUBLE, behind(), 1, MPI_COMM_WORLD, &request);
  MPI_Request_free(&request);
  holds(request == MPI_REQUEST_NULL);
  MPI_Recv(y.values, PART, MPI_DOUBLE, before(), 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD);
  fill(&x, 0, PART, 50);
  add(&y, 100);
  expect(&y, 0, PART, 1, 110 + before());
  MPI_Irecv(y.values, PART, MPI_DOUBLE, before(), 2, MPI_COMM_WORLD, &request);
  MPI_Send(x.values, PART, MPI_DOUBLE, behind(), 2, MPI_COMM_WORLD);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  expect(&y, 0, PART, 1, 50);
  drop(&x);
  drop(&y);
}

static void waited(MPI_Request *request, const field *meanwhile)
{
  add(meanwhile, 0); /* shuts the pages */
  MPI_Wait(request, MPI_STATUS_IGNORE);
}

static void nonblocking_collectives_have_the_newest_values(void)
{
  const double sum = ranks * (ranks - 1) / 2.0;
  field x = filled(PART, 10 + rank), y = filled(PART, SEED);
  MPI_Request q;
  MPI_Ibcast(x.values, PART, MPI_DOUBLE, ranks - 1, MPI_COMM_WORLD, &q);
  waited(&q, &x);
  add(&x, 1);
  expect(&x, 0, PART, 1, 10 + ranks);
  fill(&x, 0, PART, rank);
  MPI_Iallreduce(x.values, y.values, PART, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &q);
  waited(&q, &y);
  add(&y, 1);
  expect(&y, 0, PART, 1, sum + 1);
  fill(&y, 0, PART, SEED);
  MPI_Ireduce(x.values, y.values, PART, MPI_DOUBLE, MPI_SUM, 1, MPI_COMM_WORLD, &q);
  waited(&q, &y);
  add(&y, 1);
  expect(&y, 0, PART, 1, rank == 1 ? sum + 1 : SEED + 1);
  MPI_Iallreduce(MPI_IN_PLACE, x.values, PART, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &q);
  waited(&q, &x);
  add(&x, 1);
  expect(&x, 0, PART, 1, sum + 1);
  drop(&x);
  drop(&y);
}

static void nonblocking_gathers_have_the_newest_values(void)
{
  field own = filled(PART, 10 + rank), all = in_parts(SEED, 1), other = in_parts(SEED, 0);
  MPI_Request q;
  MPI_Igather(own.values, PART, MPI_DOUBLE, all.values, PART, MPI_DOUBLE, 1, MPI_COMM_WORLD, &q);
  waited(&q, &all);
  expect_parts(&all, rank == 1 ? 10 : SEED, 1);
  MPI_Iallgather(own.values, PART, MPI_DOUBLE, all.values, PART, MPI_DOUBLE, MPI_COMM_WORLD, &q);
  waited(&q, &all);
  expect_parts(&all, 10, 1);
  for (int r = 0; r < ranks; r++) fill(&all, r * PART, (r + 1) * PART, 30 + 10 * rank + r);
  MPI_Iscatter(all.values, PART, MPI_DOUBLE, own.values, PART, MPI_DOUBLE, 1, MPI_COMM_WORLD, &q);
  waited(&q, &own);
  add(&own, 1);
  expect(&own, 0, PART, 1, 41 + rank);
  MPI_Ialltoall(all.values, PART, MPI_DOUBLE, other.values, PART, MPI_DOUBLE, MPI_COMM_WORLD, &q);
  waited(&q, &other);
  expect_parts(&other, 30 + rank, 10);
  drop(&other);
  drop(&own);
  drop(&all);
}

static void nonblocking_gathers_of_lists_have_the_newest_values(void)
{
  int counts[8], places[8], each[8], own_places[8];
  holds(ranks <= 8);
  for (int r = 0; r < ranks; r++) {
    counts[r] = PART - r;
    places[r] = (ranks - 1 - r) * PART;
    each[r] = PART - rank;
    own_places[r] = r * PART;
  }
  field own = filled(PART, 10 + rank), all = in_parts(SEED, 0), other = in_parts(SEED, 0);
  MPI_Request q;
  MPI_Iallgatherv(own.values, counts[rank], MPI_DOUBLE, all.values, counts, places, MPI_DOUBLE, MPI_COMM_WORLD, &q);
  waited(&q, &all);
  add(&all, 1);
  for (int r = 0; r < ranks; r++) {
    expect(&all, places[r], places[r] + counts[r], 1, 11 + r);
    expect(&all, places[r] + counts[r], places[r] + PART, 1, SEED + 1);
  }
  MPI_Iscatterv(all.values, counts, places, MPI_DOUBLE, own.values, counts[rank], MPI_DOUBLE, 0, MPI_COMM_WORLD, &q);
  waited(&q, &own);
  add(&own, 1);
  expect(&own, 0, counts[rank], 1, 12 + rank);
  MPI_Igatherv(own.values, counts[rank], MPI_DOUBLE, all.values, counts, places, MPI_DOUBLE, 1, MPI_COMM_WORLD, &q);
  waited(&q, &all);
  add(&all, 1);
  for (int r = 0; r < ranks; r++) expect(&all, places[r], places[r] + counts[r], 1, rank == 1 ? 13 + r : 12 + r);
  for (int r = 0; r < ranks; r++) fill(&all, r * PART, (r + 1) * PART, 100 * rank + r);
  MPI_Ialltoallv(all.values, counts, own_places, MPI_DOUBLE, other.values, each, own_places, MPI_DOUBLE, MPI_COMM_WORLD,
                 &q);
  waited(&q, &other);
  add(&other, 1);
  for (int r = 0; r < ranks; r++) expect(&other, r * PART, r * PART + each[r], 1, 1 + 100 * r + rank);
  drop(&other);
  drop(&own);
  drop(&all);
}

/* ---- Nonblocking calls on files ---- */

enum { FILE_STARTS = 5, SHARED_POINTER = 4 };

static void start_a_write(int way, MPI_File file, MPI_Offset at, const field *x, MPI_Request *request)
{
  switch (way) {
    case 0: holds(!MPI_File_iwrite(file, x->values, PART, MPI_DOUBLE, request)); break;
    case 1: holds(!MPI_File_iwrite_all(file, x->values, PART, MPI_DOUBLE, request)); break;
    case 2: holds(!MPI_File_iwrite_at(file, at, x->values, PART, MPI_DOUBLE, request)); break;
    case 3: holds(!MPI_File_iwrite_at_all(file, at, x->values, PART, MPI_DOUBLE, request)); break;
    default: holds(!MPI_File_iwrite_shared(file, x->values, PART, MPI_DOUBLE, request));
  }
}

static void start_a_read(int way, MPI_File file, MPI_Offset at, const field *y, MPI_Request *request)
{
  switch (way) {
    case 0: holds(!MPI_File_iread(file, y->values, PART, MPI_DOUBLE, request)); break;
    case 1: holds(!MPI_File_iread_all(file, y->values, PART, MPI_DOUBLE, request)); break;
    case 2: holds(!MPI_File_iread_at(file, at, y->values, PART, MPI_DOUBLE, request)); break;
    case 3: holds(!MPI_File_iread_at_all(file, at, y->values, PART, MPI_DOUBLE, request)); break;
    default: holds(!MPI_File_iread_shared(file, y->values, PART, MPI_DOUBLE, request));
  }
}

/* Between the start and the end kernels change other elements of the same pages. */
static void files_without_a_wait_get_and_give_the_newest_values(void)
{
  static const char name[] = "served_starts.part";
  const MPI_Offset part = PART * sizeof(double), own = rank * part, other = before() * part;
  field x = filled(2 * PART, 0), y = filled(2 * PART, SEED);
  for (int way = 0; way < FILE_STARTS; way++) {
    MPI_File file;
    MPI_Request request;
    const double value =
        100 * way + (way == SHARED_POINTER ? 0 : rank); /* a shared pointer has any order of the ranks */
    fill(&x, 0, 2 * PART, value);
    holds(!MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file));
    holds(!MPI_File_seek(file, own, MPI_SEEK_SET));
    start_a_write(way, file, own, &x, &request);
    fill(&x, PART, 2 * PART, value + 5);
    holds(!MPI_Wait(&request, MPI_STATUS_IGNORE));
    holds(!MPI_File_sync(file));
    MPI_Barrier(MPI_COMM_WORLD);
    holds(!MPI_File_sync(file));
    holds(!MPI_File_seek(file, other, MPI_SEEK_SET));
    holds(!MPI_File_seek_shared(file, 0, MPI_SEEK_SET));
    start_a_read(way, file, other, &y, &request);
    fill(&y, PART, 2 * PART, way);
    holds(!MPI_Wait(&request, MPI_STATUS_IGNORE));
    add(&y, 1);
    expect(&y, 0, PART, 1, 100 * way + (way == SHARED_POINTER ? 0 : before()) + 1);
    expect(&y, PART, 2 * PART, 1, way + 1);
    expect(&x, 0, PART, 1, value);
    expect(&x, PART, 2 * PART, 1, value + 5);
    holds(!MPI_File_close(&file));
  }
  if (rank == 0) remove(name);
  drop(&x);
  drop(&y);
}

static void nonblocking_scans_have_the_newest_values(void)
{
  const double below = rank * (rank - 1) / 2.0;
  field x = filled(PART, rank), y = filled(PART, SEED);
  MPI_Request q;
  MPI_Iscan(x.values, y.values, PART, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &q);
  MPI_Wait(&q, MPI_STATUS_IGNORE);
  add(&y, 1);
  expect(&y, 0, PART, 1, below + rank + 1);
  MPI_Iexscan(x.values, y.values, PART, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &q);
  MPI_Wait(&q, MPI_STATUS_IGNORE);
  add(&y, 1);
  if (rank) expect(&y, 0, PART, 1, below + 1); /* no value is defined on the first rank */
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
  claim(a_kernel_may_change_other_elements_meanwhile),
  claim(strided_elements_keep_their_neighbours),
  claim(a_short_message_leaves_the_rest),
  claim(requests_of_other_memory_stand_before_those_of_views),
  claim(every_way_to_complete_brings_the_values),
  claim(persistent_requests_have_the_values_of_each_start),
  claim(a_freed_request_sends_the_values_of_its_start),
  claim(nonblocking_collectives_have_the_newest_values),
  claim(nonblocking_gathers_have_the_newest_values),
  claim(nonblocking_gathers_of_lists_have_the_newest_values),
  claim(files_without_a_wait_get_and_give_the_newest_values),
  claim(nonblocking_scans_have_the_newest_values),
};
RUN(claims)
