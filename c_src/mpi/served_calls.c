/* Calls of MPI on arrays that VF_COHERENCE=auto or VF_CHECK=coherence watches. Between two processes the network, or the
 * other process, reads and writes memory without a fault. So while arrays are watched, calls of MPI arrive here first, by both of
 * their names: MPI's Fortran layers call the second name. */
#include <mpi.h>
#include <stdint.h>

#include "../coherence/led_calls.h"
#include "areas.h"
#include "served_windows.h"
#include "transfers.h"

#define HERE __builtin_return_address(0)
#define READS(area) read_by(area, HERE)
#define WRITES(area) written_by(area, HERE)

static void read_by(vfi_area area, void *from) { vfi_area_fit(&area, false, from); }
static void written_by(vfi_area area, void *from) { vfi_area_fit(&area, true, from); }

static vfi_area of(const void *base, MPI_Aint count, MPI_Datatype type) { return vfi_area_of(base, count, type); }

/* The same count for each rank. */
static vfi_area of_all(const void *base, int count, MPI_Datatype type, MPI_Comm comm)
{
  return vfi_area_of(base, (MPI_Aint)count * vfi_area_ranks(comm), type);
}

static vfi_area of_each(const void *base, const int *counts, const int *places, MPI_Datatype type, MPI_Comm comm)
{
  return vfi_area_of_ranks(base, counts, places, type, comm);
}

static vfi_area if_root(vfi_area area, int root, MPI_Comm comm)
{
  return vfi_area_at_root(root, comm) ? area : vfi_area_none();
}

static vfi_area unless_root(vfi_area area, int root, MPI_Comm comm)
{
  return root == MPI_PROC_NULL || vfi_area_at_root(root, comm) ? vfi_area_none() : area;
}

static MPI_Aint sum(const int *counts, MPI_Comm comm)
{
  MPI_Aint all = 0;
  const int ranks = vfi_area_ranks(comm);
  for (int r = 0; r < ranks; r++) all += counts[r];
  return all;
}

static int own_count(const int *counts, MPI_Comm comm)
{
  int rank = 0;
  PMPI_Comm_rank(comm, &rank);
  return counts[rank];
}

static void fit_each(const void *base, const int *counts, const int *places, const MPI_Datatype *types, MPI_Comm comm,
                     bool write, void *from)
{
  const int ranks = base == MPI_IN_PLACE ? 0 : vfi_area_ranks(comm);
  for (int r = 0; r < ranks; r++) {
    const vfi_area area = vfi_area_of((const char *)base + places[r], counts[r], types[r]);
    vfi_area_fit(&area, write, from);
  }
}

/* X(name, parameters, arguments, statements that make the memory fit)
 *   b n t   buffer, count, type; s and r in front: of a send, of a receive; k d: lists of counts and places */
#define SEND_PARAMETERS (const void *b, int n, MPI_Datatype t, int to, int tag, MPI_Comm c)
#define SEND_ARGUMENTS (b, n, t, to, tag, c)
#define FILE_CALLS(X, way, b_type, FIT)                                                                                \
  X(File_##way, (MPI_File f, b_type b, int n, MPI_Datatype t, MPI_Status *e), (f, b, n, t, e), FIT(of(b, n, t)))       \
  X(File_##way##_all, (MPI_File f, b_type b, int n, MPI_Datatype t, MPI_Status *e), (f, b, n, t, e), FIT(of(b, n, t))) \
  X(File_##way##_shared, (MPI_File f, b_type b, int n, MPI_Datatype t, MPI_Status *e), (f, b, n, t, e),                \
    FIT(of(b, n, t)))                                                                                                  \
  X(File_##way##_ordered, (MPI_File f, b_type b, int n, MPI_Datatype t, MPI_Status *e), (f, b, n, t, e),               \
    FIT(of(b, n, t)))                                                                                                  \
  X(File_##way##_at, (MPI_File f, MPI_Offset o, b_type b, int n, MPI_Datatype t, MPI_Status *e), (f, o, b, n, t, e),   \
    FIT(of(b, n, t)))                                                                                                  \
  X(File_##way##_at_all, (MPI_File f, MPI_Offset o, b_type b, int n, MPI_Datatype t, MPI_Status *e),                   \
    (f, o, b, n, t, e), FIT(of(b, n, t)))
#define FILES(X) FILE_CALLS(X, write, const void *, READS) FILE_CALLS(X, read, void *, WRITES)
#define BLOCKING(X)                                                                                                    \
  X(Send, SEND_PARAMETERS, SEND_ARGUMENTS, READS(of(b, n, t)))                                                         \
  X(Bsend, SEND_PARAMETERS, SEND_ARGUMENTS, READS(of(b, n, t)))                                                        \
  X(Ssend, SEND_PARAMETERS, SEND_ARGUMENTS, READS(of(b, n, t)))                                                        \
  X(Rsend, SEND_PARAMETERS, SEND_ARGUMENTS, READS(of(b, n, t)))                                                        \
  X(Recv, (void *b, int n, MPI_Datatype t, int of_rank, int tag, MPI_Comm c, MPI_Status *e),                           \
    (b, n, t, of_rank, tag, c, e), WRITES(of(b, n, t)))                                                                \
  X(Mrecv, (void *b, int n, MPI_Datatype t, MPI_Message *m, MPI_Status *e), (b, n, t, m, e), WRITES(of(b, n, t)))      \
  X(Sendrecv,                                                                                                          \
    (const void *s, int sn, MPI_Datatype st, int to, int stag, void *r, int rn, MPI_Datatype rt, int of_rank,          \
     int rtag, MPI_Comm c, MPI_Status *e),                                                                             \
    (s, sn, st, to, stag, r, rn, rt, of_rank, rtag, c, e), READS(of(s, sn, st));                                       \
    WRITES(of(r, rn, rt)))                                                                                             \
  X(Sendrecv_replace,                                                                                                  \
    (void *b, int n, MPI_Datatype t, int to, int stag, int of_rank, int rtag, MPI_Comm c, MPI_Status *e),              \
    (b, n, t, to, stag, of_rank, rtag, c, e), WRITES(of(b, n, t)))                                                     \
  X(Bcast, (void *b, int n, MPI_Datatype t, int root, MPI_Comm c), (b, n, t, root, c),                                 \
    READS(if_root(of(b, n, t), root, c));                                                                              \
    WRITES(unless_root(of(b, n, t), root, c)))                                                                         \
  X(Reduce, (const void *s, void *r, int n, MPI_Datatype t, MPI_Op o, int root, MPI_Comm c), (s, r, n, t, o, root, c), \
    if (root != MPI_PROC_NULL && root != MPI_ROOT) READS(of(s, n, t));                                                 \
    WRITES(if_root(of(r, n, t), root, c)))                                                                             \
  X(Allreduce, (const void *s, void *r, int n, MPI_Datatype t, MPI_Op o, MPI_Comm c), (s, r, n, t, o, c),              \
    READS(of(s, n, t));                                                                                                \
    WRITES(of(r, n, t)))                                                                                               \
  X(Scan, (const void *s, void *r, int n, MPI_Datatype t, MPI_Op o, MPI_Comm c), (s, r, n, t, o, c),                   \
    READS(of(s, n, t));                                                                                                \
    WRITES(of(r, n, t)))                                                                                               \
  X(Exscan, (const void *s, void *r, int n, MPI_Datatype t, MPI_Op o, MPI_Comm c), (s, r, n, t, o, c),                 \
    READS(of(s, n, t));                                                                                                \
    WRITES(of(r, n, t)))                                                                                               \
  X(Reduce_scatter, (const void *s, void *r, const int *k, MPI_Datatype t, MPI_Op o, MPI_Comm c), (s, r, k, t, o, c),  \
    READS(of(s, sum(k, c), t));                                                                                        \
    WRITES(of(r, s == MPI_IN_PLACE ? sum(k, c) : own_count(k, c), t)))                                                 \
  X(Reduce_scatter_block, (const void *s, void *r, int n, MPI_Datatype t, MPI_Op o, MPI_Comm c), (s, r, n, t, o, c),   \
    READS(of_all(s, n, t, c));                                                                                         \
    WRITES(s == MPI_IN_PLACE ? of_all(r, n, t, c) : of(r, n, t)))                                                      \
  X(Gather, (const void *s, int sn, MPI_Datatype st, void *r, int rn, MPI_Datatype rt, int root, MPI_Comm c),          \
    (s, sn, st, r, rn, rt, root, c), READS(of(s, sn, st));                                                             \
    WRITES(if_root(of_all(r, rn, rt, c), root, c)))                                                                    \
  X(Gatherv,                                                                                                           \
    (const void *s, int sn, MPI_Datatype st, void *r, const int *k, const int *d, MPI_Datatype rt, int root,           \
     MPI_Comm c),                                                                                                      \
    (s, sn, st, r, k, d, rt, root, c), READS(of(s, sn, st));                                                           \
    WRITES(if_root(of_each(r, k, d, rt, c), root, c)))                                                                 \
  X(Scatter, (const void *s, int sn, MPI_Datatype st, void *r, int rn, MPI_Datatype rt, int root, MPI_Comm c),         \
    (s, sn, st, r, rn, rt, root, c), READS(if_root(of_all(s, sn, st, c), root, c));                                    \
    WRITES(of(r, rn, rt)))                                                                                             \
  X(Scatterv,                                                                                                          \
    (const void *s, const int *k, const int *d, MPI_Datatype st, void *r, int rn, MPI_Datatype rt, int root,           \
     MPI_Comm c),                                                                                                      \
    (s, k, d, st, r, rn, rt, root, c), READS(if_root(of_each(s, k, d, st, c), root, c));                               \
    WRITES(of(r, rn, rt)))                                                                                             \
  X(Allgather, (const void *s, int sn, MPI_Datatype st, void *r, int rn, MPI_Datatype rt, MPI_Comm c),                 \
    (s, sn, st, r, rn, rt, c), READS(of(s, sn, st));                                                                   \
    WRITES(of_all(r, rn, rt, c)))                                                                                      \
  X(Allgatherv,                                                                                                        \
    (const void *s, int sn, MPI_Datatype st, void *r, const int *k, const int *d, MPI_Datatype rt, MPI_Comm c),        \
    (s, sn, st, r, k, d, rt, c), READS(of(s, sn, st));                                                                 \
    WRITES(of_each(r, k, d, rt, c)))                                                                                   \
  X(Alltoall, (const void *s, int sn, MPI_Datatype st, void *r, int rn, MPI_Datatype rt, MPI_Comm c),                  \
    (s, sn, st, r, rn, rt, c), READS(of_all(s, sn, st, c));                                                            \
    WRITES(of_all(r, rn, rt, c)))                                                                                      \
  X(Alltoallv,                                                                                                         \
    (const void *s, const int *sk, const int *sd, MPI_Datatype st, void *r, const int *k, const int *d,                \
     MPI_Datatype rt, MPI_Comm c),                                                                                     \
    (s, sk, sd, st, r, k, d, rt, c), READS(of_each(s, sk, sd, st, c));                                                 \
    WRITES(of_each(r, k, d, rt, c)))                                                                                   \
  X(Alltoallw,                                                                                                         \
    (const void *s, const int *sk, const int *sd, const MPI_Datatype *st, void *r, const int *k, const int *d,         \
     const MPI_Datatype *rt, MPI_Comm c),                                                                              \
    (s, sk, sd, st, r, k, d, rt, c), fit_each(s, sk, sd, st, c, false, HERE);                                          \
    fit_each(r, k, d, rt, c, true, HERE))                                                                              \
  X(Start, (MPI_Request * q), (q), vfi_transfer_restart(*q, HERE))                                                     \
  X(Startall, (int n, MPI_Request *q), (n, q), for (int i = 0; i < n; i++) vfi_transfer_restart(q[i], HERE))

/* X(name, kind, communicator, parameters, what is sent, what is received, arguments with the memory in place of both, S and R) */
#define ISEND_PARAMETERS (const void *b, int n, MPI_Datatype t, int to, int tag, MPI_Comm c, MPI_Request *q)
#define ISEND_ARGUMENTS (S.base, (int)S.count, S.type, to, tag, c, q)
#define IRECV_PARAMETERS (void *b, int n, MPI_Datatype t, int of_rank, int tag, MPI_Comm c, MPI_Request *q)
#define IRECV_ARGUMENTS (R.base, (int)R.count, R.type, of_rank, tag, c, q)
#define NONE vfi_area_none()
#define NONBLOCKING(X)                                                                                                 \
  X(Isend, VFI_MESSAGE, c, ISEND_PARAMETERS, of(b, n, t), NONE, ISEND_ARGUMENTS)                                       \
  X(Ibsend, VFI_MESSAGE, c, ISEND_PARAMETERS, of(b, n, t), NONE, ISEND_ARGUMENTS)                                      \
  X(Issend, VFI_MESSAGE, c, ISEND_PARAMETERS, of(b, n, t), NONE, ISEND_ARGUMENTS)                                      \
  X(Irsend, VFI_MESSAGE, c, ISEND_PARAMETERS, of(b, n, t), NONE, ISEND_ARGUMENTS)                                      \
  X(Irecv, VFI_MESSAGE, c, IRECV_PARAMETERS, NONE, of(b, n, t), IRECV_ARGUMENTS)                                       \
  X(Send_init, VFI_PERSISTENT, c, ISEND_PARAMETERS, of(b, n, t), NONE, ISEND_ARGUMENTS)                                \
  X(Bsend_init, VFI_PERSISTENT, c, ISEND_PARAMETERS, of(b, n, t), NONE, ISEND_ARGUMENTS)                               \
  X(Ssend_init, VFI_PERSISTENT, c, ISEND_PARAMETERS, of(b, n, t), NONE, ISEND_ARGUMENTS)                               \
  X(Rsend_init, VFI_PERSISTENT, c, ISEND_PARAMETERS, of(b, n, t), NONE, ISEND_ARGUMENTS)                               \
  X(Recv_init, VFI_PERSISTENT, c, IRECV_PARAMETERS, NONE, of(b, n, t), IRECV_ARGUMENTS)                                \
  X(Ibcast, VFI_COLLECTIVE, c, (void *b, int n, MPI_Datatype t, int root, MPI_Comm c, MPI_Request *q),                 \
    if_root(of(b, n, t), root, c), unless_root(of(b, n, t), root, c),                                                  \
    (vfi_area_at_root(root, c) ? S.base : R.base, n, t, root, c, q))                                                   \
  X(Ireduce, VFI_COLLECTIVE, c,                                                                                        \
    (const void *s, void *r, int n, MPI_Datatype t, MPI_Op o, int root, MPI_Comm c, MPI_Request *q),                   \
    root == MPI_PROC_NULL || root == MPI_ROOT ? NONE : of(s, n, t), if_root(of(r, n, t), root, c),                     \
    (PLACE(s, S), PLACE(r, R), n, t, o, root, c, q))                                                                   \
  X(Iallreduce, VFI_COLLECTIVE, c,                                                                                     \
    (const void *s, void *r, int n, MPI_Datatype t, MPI_Op o, MPI_Comm c, MPI_Request *q), of(s, n, t), of(r, n, t),   \
    (PLACE(s, S), PLACE(r, R), n, t, o, c, q))                                                                         \
  X(Iscan, VFI_COLLECTIVE, c, (const void *s, void *r, int n, MPI_Datatype t, MPI_Op o, MPI_Comm c, MPI_Request *q),   \
    of(s, n, t), of(r, n, t), (PLACE(s, S), PLACE(r, R), n, t, o, c, q))                                               \
  X(Iexscan, VFI_COLLECTIVE, c, (const void *s, void *r, int n, MPI_Datatype t, MPI_Op o, MPI_Comm c, MPI_Request *q), \
    of(s, n, t), of(r, n, t), (PLACE(s, S), PLACE(r, R), n, t, o, c, q))                                               \
  X(Igather, VFI_COLLECTIVE, c,                                                                                        \
    (const void *s, int sn, MPI_Datatype st, void *r, int rn, MPI_Datatype rt, int root, MPI_Comm c, MPI_Request *q),  \
    of(s, sn, st), if_root(of_all(r, rn, rt, c), root, c), (PLACE(s, S), sn, st, PLACE(r, R), rn, rt, root, c, q))     \
  X(Igatherv, VFI_COLLECTIVE, c,                                                                                       \
    (const void *s, int sn, MPI_Datatype st, void *r, const int *k, const int *d, MPI_Datatype rt, int root,           \
     MPI_Comm c, MPI_Request *q),                                                                                      \
    of(s, sn, st), if_root(of_each(r, k, d, rt, c), root, c),                                                          \
    (PLACE(s, S), sn, st, PLACE(r, R), k, d, rt, root, c, q))                                                          \
  X(Iscatter, VFI_COLLECTIVE, c,                                                                                       \
    (const void *s, int sn, MPI_Datatype st, void *r, int rn, MPI_Datatype rt, int root, MPI_Comm c, MPI_Request *q),  \
    if_root(of_all(s, sn, st, c), root, c), of(r, rn, rt), (PLACE(s, S), sn, st, PLACE(r, R), rn, rt, root, c, q))     \
  X(Iscatterv, VFI_COLLECTIVE, c,                                                                                      \
    (const void *s, const int *k, const int *d, MPI_Datatype st, void *r, int rn, MPI_Datatype rt, int root,           \
     MPI_Comm c, MPI_Request *q),                                                                                      \
    if_root(of_each(s, k, d, st, c), root, c), of(r, rn, rt),                                                          \
    (PLACE(s, S), k, d, st, PLACE(r, R), rn, rt, root, c, q))                                                          \
  X(Iallgather, VFI_COLLECTIVE, c,                                                                                     \
    (const void *s, int sn, MPI_Datatype st, void *r, int rn, MPI_Datatype rt, MPI_Comm c, MPI_Request *q),            \
    of(s, sn, st), of_all(r, rn, rt, c), (PLACE(s, S), sn, st, PLACE(r, R), rn, rt, c, q))                             \
  X(Iallgatherv, VFI_COLLECTIVE, c,                                                                                    \
    (const void *s, int sn, MPI_Datatype st, void *r, const int *k, const int *d, MPI_Datatype rt, MPI_Comm c,         \
     MPI_Request *q),                                                                                                  \
    of(s, sn, st), of_each(r, k, d, rt, c), (PLACE(s, S), sn, st, PLACE(r, R), k, d, rt, c, q))                        \
  X(Ialltoall, VFI_COLLECTIVE, c,                                                                                      \
    (const void *s, int sn, MPI_Datatype st, void *r, int rn, MPI_Datatype rt, MPI_Comm c, MPI_Request *q),            \
    of_all(s, sn, st, c), of_all(r, rn, rt, c), (PLACE(s, S), sn, st, PLACE(r, R), rn, rt, c, q))                      \
  X(Ialltoallv, VFI_COLLECTIVE, c,                                                                                     \
    (const void *s, const int *sk, const int *sd, MPI_Datatype st, void *r, const int *k, const int *d,                \
     MPI_Datatype rt, MPI_Comm c, MPI_Request *q),                                                                     \
    of_each(s, sk, sd, st, c), of_each(r, k, d, rt, c), (PLACE(s, S), sk, sd, st, PLACE(r, R), k, d, rt, c, q))

#define FILE_STARTS(X, way, b_type, s, r, AREA)                                                                      \
  X(File_i##way, VFI_MESSAGE, MPI_COMM_SELF, (MPI_File f, b_type b, int n, MPI_Datatype t, MPI_Request *q), s, r,    \
    (f, AREA.base, (int)AREA.count, AREA.type, q))                                                                   \
  X(File_i##way##_all, VFI_MESSAGE, MPI_COMM_SELF, (MPI_File f, b_type b, int n, MPI_Datatype t, MPI_Request *q), s, \
    r, (f, AREA.base, (int)AREA.count, AREA.type, q))                                                                \
  X(File_i##way##_shared, VFI_MESSAGE, MPI_COMM_SELF, (MPI_File f, b_type b, int n, MPI_Datatype t, MPI_Request *q), \
    s, r, (f, AREA.base, (int)AREA.count, AREA.type, q))                                                             \
  X(File_i##way##_at, VFI_MESSAGE, MPI_COMM_SELF,                                                                    \
    (MPI_File f, MPI_Offset o, b_type b, int n, MPI_Datatype t, MPI_Request *q), s, r,                               \
    (f, o, AREA.base, (int)AREA.count, AREA.type, q))                                                                \
  X(File_i##way##_at_all, VFI_MESSAGE, MPI_COMM_SELF,                                                                \
    (MPI_File f, MPI_Offset o, b_type b, int n, MPI_Datatype t, MPI_Request *q), s, r,                               \
    (f, o, AREA.base, (int)AREA.count, AREA.type, q))
#define FILES_NONBLOCKING(X)                                \
  FILE_STARTS(X, write, const void *, of(b, n, t), NONE, S) \
  FILE_STARTS(X, read, void *, NONE, of(b, n, t), R)

/* MPI_IN_PLACE, and buffers that do not count on this rank, stay as they are. */
#define PLACE(given, area) ((area).type == MPI_DATATYPE_NULL ? (void *)(given) : (area).base)

/* X(name, parameters, arguments, requests of the call: their number, their list; how many of them a successful call has
 * completed, and their places in the list) */
#define COMPLETING(X)                                                                                                 \
  X(Wait, (MPI_Request * q, MPI_Status * e), (q, e), 1, q, 1, NULL)                                                   \
  X(Waitall, (int n, MPI_Request *q, MPI_Status *e), (n, q, e), n, q, n, NULL)                                        \
  X(Waitany, (int n, MPI_Request *q, int *i, MPI_Status *e), (n, q, i, e), n, q, *i != MPI_UNDEFINED, i)              \
  X(Waitsome, (int n, MPI_Request *q, int *k, int *i, MPI_Status *e), (n, q, k, i, e), n, q, some(*k), i)             \
  X(Test, (MPI_Request * q, int *f, MPI_Status *e), (q, f, e), 1, q, *f, NULL)                                        \
  X(Testall, (int n, MPI_Request *q, int *f, MPI_Status *e), (n, q, f, e), n, q, *f, NULL)                            \
  X(Testany, (int n, MPI_Request *q, int *i, int *f, MPI_Status *e), (n, q, i, f, e), n, q, *f &&*i != MPI_UNDEFINED, \
    i)                                                                                                                \
  X(Testsome, (int n, MPI_Request *q, int *k, int *i, MPI_Status *e), (n, q, k, i, e), n, q, some(*k), i)

static int some(int count) { return count == MPI_UNDEFINED ? 0 : count; }

#define BLOCKING_CALL(prefix, name, parameters, arguments, fit) \
  static int(*real_##prefix##name) parameters;                  \
  static int in_place_of_##prefix##name parameters              \
  {                                                             \
    fit;                                                        \
    return real_##prefix##name arguments;                       \
  }
#define NONBLOCKING_CALL(prefix, name, kind, comm, parameters, sent, received, arguments) \
  static int(*real_##prefix##name) parameters;                                            \
  static int in_place_of_##prefix##name parameters                                        \
  {                                                                                       \
    vfi_area S = sent, R = received;                                                      \
    vfi_transfer *transfer;                                                               \
    int code = vfi_transfer_prepare(&transfer, &S, &R, kind, comm, HERE);                 \
    if (code) return code;                                                                \
    (void)S, (void)R;                                                                     \
    code = real_##prefix##name arguments;                                                 \
    return transfer ? vfi_transfer_started(transfer, code, q) : code;                     \
  }
#define COMPLETING_CALL(prefix, name, parameters, arguments, count, list, done, places) \
  static int(*real_##prefix##name) parameters;                                          \
  static int in_place_of_##prefix##name parameters                                      \
  {                                                                                     \
    vfi_transfer *taken = vfi_transfers_take(count, list);                              \
    const int code = real_##prefix##name arguments;                                     \
    if (taken) vfi_transfers_settle(taken, list, code ? 0 : (done), places);            \
    return code;                                                                        \
  }
#define BOTH_BLOCKING(...) BLOCKING_CALL(MPI_, __VA_ARGS__) BLOCKING_CALL(PMPI_, __VA_ARGS__)
#define BOTH_NONBLOCKING(...) NONBLOCKING_CALL(MPI_, __VA_ARGS__) NONBLOCKING_CALL(PMPI_, __VA_ARGS__)
#define BOTH_COMPLETING(...) COMPLETING_CALL(MPI_, __VA_ARGS__) COMPLETING_CALL(PMPI_, __VA_ARGS__)
BLOCKING(BOTH_BLOCKING)
FILES(BOTH_BLOCKING)
NONBLOCKING(BOTH_NONBLOCKING)
FILES_NONBLOCKING(BOTH_NONBLOCKING)
COMPLETING(BOTH_COMPLETING)

#define REQUEST_CALLS(prefix)                                                               \
  static int (*real_##prefix##Request_free)(MPI_Request *);                                 \
  static int in_place_of_##prefix##Request_free(MPI_Request *q)                             \
  {                                                                                         \
    return vfi_transfer_is_freed(q) ? MPI_SUCCESS : real_##prefix##Request_free(q);         \
  }                                                                                         \
  static int (*real_##prefix##Request_get_status)(MPI_Request, int *, MPI_Status *);        \
  static int in_place_of_##prefix##Request_get_status(MPI_Request q, int *f, MPI_Status *e) \
  {                                                                                         \
    const int code = real_##prefix##Request_get_status(q, f, e);                            \
    if (!code && *f) vfi_transfer_deliver(q);                                               \
    return code;                                                                            \
  }
REQUEST_CALLS(MPI_)
REQUEST_CALLS(PMPI_)

/* ---- The table ---------------------------------------------------------------------------------------------------- */

#define ENTRY(prefix, name) { #prefix #name, (void **)&real_##prefix##name, (void *)in_place_of_##prefix##name },
#define ENTRIES(name, ...) ENTRY(MPI_, name) ENTRY(PMPI_, name)

static const vfi_led_call calls[] = { BLOCKING(ENTRIES) FILES(ENTRIES) NONBLOCKING(ENTRIES) FILES_NONBLOCKING(ENTRIES)
                                          COMPLETING(ENTRIES) ENTRIES(Request_free) ENTRIES(Request_get_status) };

/* The linker takes this file from an archive because of this name, see CMakeLists.txt. */
const int vfi_mpi_serves_calls = sizeof calls / sizeof calls[0];

__attribute__((constructor)) static void offer(void)
{
  enum { MOST = 512 };
  static vfi_led_call all[MOST];
  int count = 0;
  for (int c = 0; c < vfi_mpi_serves_calls && count < MOST; c++) all[count++] = calls[c];
  for (int c = 0; c < vfi_served_windows_count && count < MOST; c++) all[count++] = vfi_served_windows[c];
  vfi_led_calls_offer(all, count);
}
