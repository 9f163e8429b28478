/* Nonblocking calls of MPI on wrapped arrays under VF_COHERENCE=auto, without one sync: MPI sends the values of the start, and the end of
 * the request brings the received values to the next kernel. */
#include "served.h"

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
  part_lists lists = reversed_parts();
  field own = filled(PART, 10 + rank), all = in_parts(SEED, 0), other = in_parts(SEED, 0);
  MPI_Request q;
  MPI_Iallgatherv(own.values, lists.counts[rank], MPI_DOUBLE, all.values, lists.counts, lists.places, MPI_DOUBLE,
                  MPI_COMM_WORLD, &q);
  waited(&q, &all);
  add(&all, 1);
  for (int r = 0; r < ranks; r++) {
    expect(&all, lists.places[r], lists.places[r] + lists.counts[r], 1, 11 + r);
    expect(&all, lists.places[r] + lists.counts[r], lists.places[r] + PART, 1, SEED + 1);
  }
  MPI_Iscatterv(all.values, lists.counts, lists.places, MPI_DOUBLE, own.values, lists.counts[rank], MPI_DOUBLE, 0,
                MPI_COMM_WORLD, &q);
  waited(&q, &own);
  add(&own, 1);
  expect(&own, 0, lists.counts[rank], 1, 12 + rank);
  MPI_Igatherv(own.values, lists.counts[rank], MPI_DOUBLE, all.values, lists.counts, lists.places, MPI_DOUBLE, 1,
               MPI_COMM_WORLD, &q);
  waited(&q, &all);
  add(&all, 1);
  for (int r = 0; r < ranks; r++)
    expect(&all, lists.places[r], lists.places[r] + lists.counts[r], 1, rank == 1 ? 13 + r : 12 + r);
  for (int r = 0; r < ranks; r++) fill(&all, r * PART, (r + 1) * PART, 100 * rank + r);
  MPI_Ialltoallv(all.values, lists.counts, lists.own_places, MPI_DOUBLE, other.values, lists.each, lists.own_places,
                 MPI_DOUBLE, MPI_COMM_WORLD, &q);
  waited(&q, &other);
  add(&other, 1);
  for (int r = 0; r < ranks; r++) expect(&other, r * PART, r * PART + lists.each[r], 1, 1 + 100 * r + rank);
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
  const char *const name = own_file("served_starts");
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
