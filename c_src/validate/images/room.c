#include "room.h"

#include <stdlib.h>

#ifdef _OPENMP
#include <omp.h>
#endif

#include "../../core/error.h"
#include "../compare/compare.h"

static int most_threads(void)
{
#ifdef _OPENMP
  return omp_get_max_threads();
#else
  return 1;
#endif
}

int vf_room_thread(void)
{
#ifdef _OPENMP
  return omp_get_thread_num();
#else
  return 0;
#endif
}

static int64_t rows_of(const vf_layout *layout) { return layout->extent[1] * layout->extent[2] * layout->extent[3]; }

/* Memory for need elements: the present memory, or else new memory. */
static void *grown(void *memory, int64_t *have, int64_t need, size_t size)
{
  if (memory && *have >= need) return memory;
  free(memory);
  memory = malloc((size_t)(need + 1) * size);
  *have = memory ? need : 0;
  return memory;
}

vf_status vf_room_take(vf_room *room, const vf_window *window, const vf_layout *layout, size_t size)
{
  const int64_t pieces = window->runs ? vf_window_pieces(window, layout, size, NULL) : 0;
  const int64_t longest = layout->extent[0] > room->longest ? layout->extent[0] : room->longest;
  if (!room->threads) room->threads = most_threads();
  int64_t parts = room->threads, marks = room->longest * room->threads;
  room->parts = grown(room->parts, &parts, room->threads, sizeof *room->parts);
  room->marks = grown(room->marks, &marks, longest * room->threads, 1);
  room->pieces = grown(room->pieces, &room->piece_count, pieces, sizeof *room->pieces);
  room->dirty = grown(room->dirty, &room->dirty_count, window->runs ? pieces : rows_of(layout), 1);
  room->longest = room->marks ? longest : 0;
  if (room->parts && room->marks && room->pieces && room->dirty) return VF_OK;
  return vf_fail(VF_ERROR_MEMORY, "no host memory to compare the results of a checked call");
}

void vf_room_give(vf_room *room)
{
  free(room->pieces);
  free(room->dirty);
  free(room->marks);
  free(room->parts);
  *room = (vf_room){ 0 };
}

int64_t vf_room_pieces(vf_room *room, const vf_window *window, const vf_layout *layout, size_t size)
{
  return window->runs ? vf_window_pieces(window, layout, size, room->pieces) : rows_of(layout);
}
