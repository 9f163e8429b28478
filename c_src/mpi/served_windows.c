/* Calls on windows, and split calls on files, on watched arrays. Other ranks access the memory of a window at any time, so such memory
 * is exposed as long as the window lives. The memory of the own rank in such a call has to stay as it is until a later call; MPI gets
 * memory of viewfab in its place, as in nonblocking calls. */
#include <mpi.h>
#include <stdint.h>

#include "areas.h"
#include "served_windows.h"
#include "transfers.h"
#include "windows.h"

#define HERE __builtin_return_address(0)

static vfi_area of(const void *base, MPI_Aint count, MPI_Datatype type) { return vfi_area_of(base, count, type); }

static vfi_transfer_owner on_window(MPI_Win window, int target)
{
  return (vfi_transfer_owner){ .sort = VFI_OF_WINDOW, .of.window = window, .target = target };
}

static vfi_transfer_owner on_file(MPI_File file)
{
  return (vfi_transfer_owner){ .sort = VFI_OF_FILE, .of.file = file };
}

/* ---- Accesses of the memory of other ranks ---- */

/* X(name, parameters, what is sent, what is compared, what is received, arguments with S, C and R in place of these)
 *   p l m d w   target: rank, place, count, type; the window */
#define TARGET_PARAMETERS int p, MPI_Aint l, int m, MPI_Datatype d
#define TARGET_ARGUMENTS p, l, m, d
#define OWN(area) area.base, (int)area.count, area.type
#define NONE vfi_area_none()
/* MPI_NO_OP reads no own memory. */
#define UNLESS_NO_OP(o, area) ((o) == MPI_NO_OP ? NONE : (area))
#define PLACE(given, area) ((area).type == MPI_DATATYPE_NULL ? (void *)(given) : (area).base)
#define ACCESSES(X)                                                                                                 \
  X(Put, (const void *b, int n, MPI_Datatype t, TARGET_PARAMETERS, MPI_Win w), of(b, n, t), NONE, NONE,             \
    (OWN(S), TARGET_ARGUMENTS, w))                                                                                  \
  X(Get, (void *b, int n, MPI_Datatype t, TARGET_PARAMETERS, MPI_Win w), NONE, NONE, of(b, n, t),                   \
    (OWN(R), TARGET_ARGUMENTS, w))                                                                                  \
  X(Accumulate, (const void *b, int n, MPI_Datatype t, TARGET_PARAMETERS, MPI_Op o, MPI_Win w), of(b, n, t), NONE,  \
    NONE, (OWN(S), TARGET_ARGUMENTS, o, w))                                                                         \
  X(Get_accumulate,                                                                                                 \
    (const void *b, int n, MPI_Datatype t, void *r, int k, MPI_Datatype u, TARGET_PARAMETERS, MPI_Op o, MPI_Win w), \
    UNLESS_NO_OP(o, of(b, n, t)), NONE, of(r, k, u), (PLACE(b, S), n, t, OWN(R), TARGET_ARGUMENTS, o, w))           \
  X(Fetch_and_op, (const void *b, void *r, MPI_Datatype t, int p, MPI_Aint l, MPI_Op o, MPI_Win w),                 \
    UNLESS_NO_OP(o, of(b, 1, t)), NONE, of(r, 1, t), (PLACE(b, S), R.base, t, p, l, o, w))                          \
  X(Compare_and_swap, (const void *b, const void *c, void *r, MPI_Datatype t, int p, MPI_Aint l, MPI_Win w),        \
    of(b, 1, t), of(c, 1, t), of(r, 1, t), (S.base, C.base, R.base, t, p, l, w))
#define REQUESTED(X)                                                                                               \
  X(Rput, (const void *b, int n, MPI_Datatype t, TARGET_PARAMETERS, MPI_Win w, MPI_Request *q), of(b, n, t), NONE, \
    NONE, (OWN(S), TARGET_ARGUMENTS, w, q))                                                                        \
  X(Rget, (void *b, int n, MPI_Datatype t, TARGET_PARAMETERS, MPI_Win w, MPI_Request *q), NONE, NONE, of(b, n, t), \
    (OWN(R), TARGET_ARGUMENTS, w, q))                                                                              \
  X(Raccumulate, (const void *b, int n, MPI_Datatype t, TARGET_PARAMETERS, MPI_Op o, MPI_Win w, MPI_Request *q),   \
    of(b, n, t), NONE, NONE, (OWN(S), TARGET_ARGUMENTS, o, w, q))                                                  \
  X(Rget_accumulate,                                                                                               \
    (const void *b, int n, MPI_Datatype t, void *r, int k, MPI_Datatype u, TARGET_PARAMETERS, MPI_Op o, MPI_Win w, \
     MPI_Request *q),                                                                                              \
    UNLESS_NO_OP(o, of(b, n, t)), NONE, of(r, k, u), (PLACE(b, S), n, t, OWN(R), TARGET_ARGUMENTS, o, w, q))

/* The types stay: those of both ranks have to fit. */
#define PREPARE(sent_area, compared_area, received_area)                                       \
  vfi_area S = sent_area, C = compared_area, R = received_area, nothing = NONE;                \
  vfi_transfer *transfer, *compared = NULL;                                                    \
  int code = vfi_transfer_prepare(&transfer, &S, &R, VFI_COLLECTIVE, MPI_COMM_SELF, HERE);     \
  if (!code && C.type != MPI_DATATYPE_NULL)                                                    \
    code = vfi_transfer_prepare(&compared, &C, &nothing, VFI_COLLECTIVE, MPI_COMM_SELF, HERE); \
  if (code) return transfer ? vfi_transfer_started(transfer, code, NULL) : code;               \
  (void)S, (void)C, (void)R

#define ACCESS_CALL(prefix, name, parameters, sent, compares, received, arguments) \
  static int(*real_##prefix##name) parameters;                                     \
  static int in_place_of_##prefix##name parameters                                 \
  {                                                                                \
    PREPARE(sent, compares, received);                                             \
    const vfi_transfer_owner owner = on_window(w, p);                              \
    code = real_##prefix##name arguments;                                          \
    if (compared) vfi_transfer_started_for(compared, code, &owner);                \
    return transfer ? vfi_transfer_started_for(transfer, code, &owner) : code;     \
  }
#define REQUESTED_CALL(prefix, name, parameters, sent, compares, received, arguments) \
  static int(*real_##prefix##name) parameters;                                        \
  static int in_place_of_##prefix##name parameters                                    \
  {                                                                                   \
    PREPARE(sent, compares, received);                                                \
    code = real_##prefix##name arguments;                                             \
    return transfer ? vfi_transfer_started(transfer, code, q) : code;                 \
  }

/* ---- Calls that complete accesses ---- */

/* X(name, parameters, arguments, other rank, all other ranks) */
#define COMPLETING(X)                                      \
  X(Win_fence, (int a, MPI_Win w), (a, w), 0, true)        \
  X(Win_complete, (MPI_Win w), (w), 0, true)               \
  X(Win_unlock, (int p, MPI_Win w), (p, w), p, false)      \
  X(Win_unlock_all, (MPI_Win w), (w), 0, true)             \
  X(Win_flush, (int p, MPI_Win w), (p, w), p, false)       \
  X(Win_flush_all, (MPI_Win w), (w), 0, true)              \
  X(Win_flush_local, (int p, MPI_Win w), (p, w), p, false) \
  X(Win_flush_local_all, (MPI_Win w), (w), 0, true)
#define COMPLETING_CALL(prefix, name, parameters, arguments, target, every) \
  static int(*real_##prefix##name) parameters;                              \
  static int in_place_of_##prefix##name parameters                          \
  {                                                                         \
    const vfi_transfer_owner owner = on_window(w, target);                  \
    const int code = real_##prefix##name arguments;                         \
    if (!code) vfi_transfers_end(&owner, every);                            \
    return code;                                                            \
  }

/* ---- Windows ---- */

static int no_memory(MPI_Comm comm)
{
  PMPI_Comm_call_errhandler(comm, MPI_ERR_NO_MEM);
  return MPI_ERR_NO_MEM;
}

/* The memory is MPI's; the call has given its address. The program may wrap the memory later. */
static int gives(int code, const MPI_Win *window, void *base, MPI_Aint bytes)
{
  void *memory;
  if (code) return code;
  memory = *(void **)base;
  return vfi_window_exposes(memory, bytes, NULL) ? MPI_ERR_NO_MEM : vfi_window_has(code, window, memory, bytes, true);
}

/* Memory of another rank of this node. */
static int shows(int code, MPI_Win window, const MPI_Aint *bytes, void *base)
{
  return code || !*(void **)base ? code : gives(code, &window, base, *bytes);
}

#define WINDOW_CALLS(prefix)                                                                                           \
  static int (*real_##prefix##Win_create)(void *, MPI_Aint, int, MPI_Info, MPI_Comm, MPI_Win *);                       \
  static int in_place_of_##prefix##Win_create(void *b, MPI_Aint n, int u, MPI_Info i, MPI_Comm c, MPI_Win *w)          \
  {                                                                                                                    \
    if (vfi_window_exposes(b, n, HERE)) return no_memory(c);                                                           \
    return vfi_window_has(real_##prefix##Win_create(b, n, u, i, c, w), w, b, n, false);                                \
  }                                                                                                                    \
  static int (*real_##prefix##Win_allocate)(MPI_Aint, int, MPI_Info, MPI_Comm, void *, MPI_Win *);                     \
  static int in_place_of_##prefix##Win_allocate(MPI_Aint n, int u, MPI_Info i, MPI_Comm c, void *b, MPI_Win *w)        \
  {                                                                                                                    \
    return gives(real_##prefix##Win_allocate(n, u, i, c, b, w), w, b, n);                                              \
  }                                                                                                                    \
  static int (*real_##prefix##Win_allocate_shared)(MPI_Aint, int, MPI_Info, MPI_Comm, void *, MPI_Win *);              \
  static int in_place_of_##prefix##Win_allocate_shared(MPI_Aint n, int u, MPI_Info i, MPI_Comm c, void *b, MPI_Win *w) \
  {                                                                                                                    \
    return gives(real_##prefix##Win_allocate_shared(n, u, i, c, b, w), w, b, n);                                       \
  }                                                                                                                    \
  static int (*real_##prefix##Win_shared_query)(MPI_Win, int, MPI_Aint *, int *, void *);                              \
  static int in_place_of_##prefix##Win_shared_query(MPI_Win w, int r, MPI_Aint *n, int *u, void *b)                    \
  {                                                                                                                    \
    return shows(real_##prefix##Win_shared_query(w, r, n, u, b), w, n, b);                                             \
  }                                                                                                                    \
  static int (*real_##prefix##Win_attach)(MPI_Win, void *, MPI_Aint);                                                  \
  static int in_place_of_##prefix##Win_attach(MPI_Win w, void *b, MPI_Aint n)                                          \
  {                                                                                                                    \
    if (vfi_window_exposes(b, n, HERE)) return no_memory(MPI_COMM_SELF);                                               \
    return vfi_window_has(real_##prefix##Win_attach(w, b, n), &w, b, n, false);                                        \
  }                                                                                                                    \
  static int (*real_##prefix##Win_detach)(MPI_Win, const void *);                                                      \
  static int in_place_of_##prefix##Win_detach(MPI_Win w, const void *b)                                                \
  {                                                                                                                    \
    const int code = real_##prefix##Win_detach(w, b);                                                                  \
    if (!code) vfi_window_ends(w, b);                                                                                  \
    return code;                                                                                                       \
  }                                                                                                                    \
  static int (*real_##prefix##Win_free)(MPI_Win *);                                                                    \
  static int in_place_of_##prefix##Win_free(MPI_Win *w)                                                                \
  {                                                                                                                    \
    const vfi_transfer_owner owner = on_window(*w, 0);                                                                 \
    const int code = real_##prefix##Win_free(w);                                                                       \
    if (!code) vfi_transfers_end(&owner, true);                                                                        \
    if (!code) vfi_window_ends(owner.of.window, NULL);                                                                 \
    return code;                                                                                                       \
  }

/* ---- Split calls on files ---- */

#define SPLIT_OF(X, way, b_type, sent, received, area)                                                           \
  X(File_##way##_all, (MPI_File f, b_type b, int n, MPI_Datatype t), sent, received, (f, OWN(area)), b_type)     \
  X(File_##way##_ordered, (MPI_File f, b_type b, int n, MPI_Datatype t), sent, received, (f, OWN(area)), b_type) \
  X(File_##way##_at_all, (MPI_File f, MPI_Offset o, b_type b, int n, MPI_Datatype t), sent, received,            \
    (f, o, OWN(area)), b_type)
#define SPLIT(X)                                         \
  SPLIT_OF(X, write, const void *, of(b, n, t), NONE, S) \
  SPLIT_OF(X, read, void *, NONE, of(b, n, t), R)
#define SPLIT_CALL(prefix, name, parameters, sent, received, arguments, b_type)             \
  static int(*real_##prefix##name##_begin) parameters;                                      \
  static int in_place_of_##prefix##name##_begin parameters                                  \
  {                                                                                         \
    vfi_area S = sent, R = received;                                                        \
    vfi_transfer *transfer;                                                                 \
    const vfi_transfer_owner owner = on_file(f);                                            \
    int code = vfi_transfer_prepare(&transfer, &S, &R, VFI_MESSAGE, MPI_COMM_SELF, HERE);   \
    if (code) return code;                                                                  \
    (void)S, (void)R;                                                                       \
    code = real_##prefix##name##_begin arguments;                                           \
    return transfer ? vfi_transfer_started_for(transfer, code, &owner) : code;              \
  }                                                                                         \
  static int (*real_##prefix##name##_end)(MPI_File f, b_type b, MPI_Status * e);            \
  static int in_place_of_##prefix##name##_end(MPI_File f, b_type b, MPI_Status *e)          \
  {                                                                                         \
    const vfi_transfer_owner owner = on_file(f);                                            \
    void *given = vfi_transfer_memory(&owner);                                              \
    const int code = real_##prefix##name##_end(f, given ? given : (void *)(uintptr_t)b, e); \
    vfi_transfers_end(&owner, true);                                                        \
    return code;                                                                            \
  }

#define BOTH_ACCESSES(...) ACCESS_CALL(MPI_, __VA_ARGS__) ACCESS_CALL(PMPI_, __VA_ARGS__)
#define BOTH_REQUESTED(...) REQUESTED_CALL(MPI_, __VA_ARGS__) REQUESTED_CALL(PMPI_, __VA_ARGS__)
#define BOTH_COMPLETING(...) COMPLETING_CALL(MPI_, __VA_ARGS__) COMPLETING_CALL(PMPI_, __VA_ARGS__)
#define BOTH_SPLIT(...) SPLIT_CALL(MPI_, __VA_ARGS__) SPLIT_CALL(PMPI_, __VA_ARGS__)
ACCESSES(BOTH_ACCESSES)
REQUESTED(BOTH_REQUESTED)
COMPLETING(BOTH_COMPLETING)
SPLIT(BOTH_SPLIT)
WINDOW_CALLS(MPI_)
WINDOW_CALLS(PMPI_)

#define ENTRY(prefix, name) { #prefix #name, (void **)&real_##prefix##name, (void *)in_place_of_##prefix##name },
#define ENTRIES(name, ...) ENTRY(MPI_, name) ENTRY(PMPI_, name)
#define SPLIT_ENTRIES(name, ...) ENTRIES(name##_begin) ENTRIES(name##_end)

const vfi_led_call vfi_served_windows[] = { ACCESSES(ENTRIES) REQUESTED(ENTRIES) COMPLETING(ENTRIES)
                                                SPLIT(SPLIT_ENTRIES) ENTRIES(Win_create) ENTRIES(Win_allocate)
                                                    ENTRIES(Win_allocate_shared) ENTRIES(Win_shared_query)
                                                        ENTRIES(Win_attach) ENTRIES(Win_detach) ENTRIES(Win_free) };

const int vfi_served_windows_count = sizeof vfi_served_windows / sizeof vfi_served_windows[0];
