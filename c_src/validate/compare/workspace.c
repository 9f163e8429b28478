#include "compare.h"

#include <stdlib.h>

#ifdef _OPENMP
#include <omp.h>
#endif

#include "../../core/error.h"

static int most_threads(void)
{
#ifdef _OPENMP
  return omp_get_max_threads();
#else
  return 1;
#endif
}

int vfi_workspace_thread(void)
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

vf_status vfi_workspace_take(vfi_workspace *workspace, const vfi_window *window, const vf_layout *layout, size_t size)
{
  const int64_t pieces = window->runs ? vfi_window_pieces(window, layout, size, NULL) : 0;
  const int64_t longest = layout->extent[0] > workspace->longest ? layout->extent[0] : workspace->longest;
  if (!workspace->threads) workspace->threads = most_threads();
  int64_t parts = workspace->threads, marks = workspace->longest * workspace->threads;
  workspace->parts = grown(workspace->parts, &parts, workspace->threads, sizeof *workspace->parts);
  workspace->marks = grown(workspace->marks, &marks, longest * workspace->threads, 1);
  workspace->pieces = grown(workspace->pieces, &workspace->piece_count, pieces, sizeof *workspace->pieces);
  workspace->dirty = grown(workspace->dirty, &workspace->dirty_count, window->runs ? pieces : rows_of(layout), 1);
  workspace->longest = workspace->marks ? longest : 0;
  if (workspace->parts && workspace->marks && workspace->pieces && workspace->dirty) return VF_OK;
  return vfi_fail(VF_ERROR_MEMORY, "no host memory to compare the results of a checked call");
}

void vfi_workspace_give(vfi_workspace *workspace)
{
  free(workspace->pieces);
  free(workspace->dirty);
  free(workspace->marks);
  free(workspace->parts);
  *workspace = (vfi_workspace){ 0 };
}

int64_t vfi_workspace_pieces(vfi_workspace *workspace, const vfi_window *window, const vf_layout *layout, size_t size)
{
  return window->runs ? vfi_window_pieces(window, layout, size, workspace->pieces) : rows_of(layout);
}
