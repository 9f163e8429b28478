#include "findings.h"

#include <stdio.h>
#include <string.h>

#include "../../core/error.h"
#include "../../core/text.h"
#include "compare.h"

const char *vfi_piece_place(char text[VF_PIECE_PLACE], const vfi_routine_piece *piece, int64_t element)
{
  int64_t index[4];
  if (piece->axes.rank) return vfi_axes_text(text, &piece->axes, piece->first + element);
  vfi_text out = { .buffer = text, .size = VF_PIECE_PLACE };
  vfi_piece_index(piece, element, index);
  const int rank = piece->rank < 3 ? piece->rank : 3;
  for (int d = 0; d < rank; d++) vfi_text_add(&out, "%s%lld", d ? ", " : "(", (long long)(index[d] + piece->lower[d]));
  vfi_text_add(&out, ")");
  if (piece->extent[3] > 1) vfi_text_add(&out, " component %lld", (long long)(index[3] + piece->lower[3]));
  return text;
}

static void begin_clause(vfi_text *text) { vfi_text_add(text, "%s", text->used ? "; " : ""); }

static void add_range(vfi_text *text, const vfi_routine_piece *piece, const vfi_extent *extent)
{
  const int rank = piece->rank < 3 ? piece->rank : 3;
  if (piece->axes.rank) {
    vfi_text_add(text, "points %lld:%lld of blocks %lld:%lld", (long long)extent->lower[0], (long long)extent->upper[0],
                 (long long)extent->lower[2], (long long)extent->upper[2]);
    return;
  }
  for (int d = 0; d < rank; d++)
    vfi_text_add(text, "%s%lld:%lld", d ? ", " : "(", (long long)extent->lower[d], (long long)extent->upper[d]);
  vfi_text_add(text, ")");
}

/* " at x low, edges and corners" */
static void add_faces(vfi_text *text, const int64_t zones[VF_ZONES])
{
  bool any = false;
  for (int f = 0; f <= 6; f++) {
    if (!zones[VF_ZONE_FACES + f]) continue;
    vfi_text_add(text, "%s%s", any ? ", " : " at ", f < 6 ? vfi_face_names[f] : "edges and corners");
    any = true;
  }
}

/* "all in ghosts of the boxes (0:7, 0:7, 0:7) at x low, y high". These are the port's boxes, and may be wrong too. */
static bool add_ghosts(const vfi_routine_piece *piece, const vfi_piece_result *result, const vfi_routine_array *image,
                       vfi_text *text)
{
  const int64_t failed = result->tally.failed, inside = result->zones[VF_ZONE_CELLS];
  if (failed == inside) return false;
  begin_clause(text);
  if (inside) vfi_text_add(text, "%lld of them", (long long)(failed - inside));
  else vfi_text_add(text, "all");
  vfi_text_add(text, piece->axes.rank ? " outside the columns that kernels of the port had, "
                                      : " in ghosts of the boxes that kernels of the port had, ");
  add_range(text, piece, image->ghost_cells.known ? &image->ghost_cells : &image->cells);
  if (piece->axes.rank) return true;
  vfi_text_add(text, ",");
  add_faces(text, result->zones);
  return true;
}

/* "all at i = 7" */
static void add_layer(const vfi_routine_piece *piece, const vfi_piece_result *result, vfi_text *text)
{
  for (int d = 0; d < 3 && !piece->axes.rank; d++) {
    if (piece->extent[d] < 2 || result->low[d] != result->high[d] || result->tally.failed < 2) continue;
    begin_clause(text);
    vfi_text_add(text, "all at %c = %lld", "ijk"[d], (long long)(result->low[d] + piece->lower[d]));
    return;
  }
}

static bool lies_outside(const vfi_routine_piece *piece, const vfi_piece_result *result, const vfi_extent *extent)
{
  for (int d = 0; d < 3; d++)
    if (result->low[d] + piece->lower[d] < extent->lower[d] || result->high[d] + piece->lower[d] > extent->upper[d])
      return true;
  return false;
}

static void add_changes(const vfi_routine_piece *piece, const vfi_piece_result *result, vfi_text *text)
{
  if (result->left_alone) {
    begin_clause(text);
    vfi_text_add(text, "%lld changed by the original and left as they were by the port", (long long)result->left_alone);
    if (!piece->axes.rank && !result->left_zones[VF_ZONE_CELLS] && result->left_alone != result->tally.failed) {
      vfi_text_add(text, ", all in ghosts");
      add_faces(text, result->left_zones);
    }
  }
  if (result->only_port) {
    begin_clause(text);
    vfi_text_add(text, "%lld changed by the port and left as they were by the original", (long long)result->only_port);
  }
}

static void add_writers(const vfi_routine_run *run, const vfi_routine_piece *piece, const vfi_piece_result *result,
                        bool ghosts, vfi_text *text)
{
  const vfi_routine_array *image = &run->arrays[piece->array];
  const int64_t writes = image->writes - image->writes_before;
  const bool all_known = writes == image->kernel_writes;
  begin_clause(text);
  if (!writes) {
    vfi_text_add(text, "no kernel of the port wrote it");
    return;
  }
  for (int w = 0; w < image->writer_count; w++)
    vfi_text_add(text, "%s%s (%d call%s)", w ? ", " : "written by ", image->writers[w].name, image->writers[w].calls,
                 image->writers[w].calls > 1 ? "s" : "");
  const char *others = run->composite ? run->composite : "other means than kernels";
  if (!all_known) vfi_text_add(text, "%s%s", image->writer_count ? ", and by " : "written by ", others);
  if (image->touched.known && !ghosts && all_known && lies_outside(piece, result, &image->touched)) {
    vfi_text_add(text, piece->axes.rank ? ", in " : ", in boxes that span ");
    add_range(text, piece, &image->touched);
  }
  if (ghosts && !image->ghosts_filled && all_known) vfi_text_add(text, ", none of which fills ghosts");
}

static void add_exchanged(const vfi_routine_run *run, int wrong, vfi_text *text)
{
  const int other = vfi_routine_exchanged(run, wrong);
  if (other < 0) return;
  begin_clause(text);
  vfi_text_add(text, "the port has there what the original has in '%s': arguments in another order?",
               run->pieces[other].label);
}

/* True if the port leaves alone ghosts, nearly without other elements. In cells the port may by chance give the former
 * value. */
static bool in_ghosts(const vfi_piece_result *result)
{
  return 4 * result->left_zones[VF_ZONE_CELLS] < result->left_alone;
}

bool vfi_routine_call_missing(const vfi_routine_run *run, int p)
{
  const vfi_piece_result *result = &run->results[p];
  const vfi_routine_array *image = &run->arrays[run->pieces[p].array];
  const bool missing = in_ghosts(result) ? !image->ghosts_filled : !image->first_write;
  return result->left_alone && missing && image->writes - image->writes_before == image->kernel_writes;
}

/* Names the reader of values without a write by the port, and the call before. */
static void add_missing(const vfi_routine_run *run, int p, vfi_text *text)
{
  const vfi_routine_array *image = &run->arrays[run->pieces[p].array];
  const bool ghosts = in_ghosts(&run->results[p]);
  if (!vfi_routine_call_missing(run, p)) return;
  int reader = 0;
  while (reader < image->use_count && !image->uses[reader].reads) reader++;
  const char *before = "vf_check_begin";
  for (int u = 0; u < reader; u++)
    if (image->uses[u].writes) before = image->uses[u].name;
  const bool read = reader < image->use_count;
  begin_clause(text);
  vfi_text_add(text, "no call %s between %s and %s%s; the original does", ghosts ? "filled ghosts" : "wrote it", before,
               read ? image->uses[reader].name : "vf_check_end", read ? ", which reads it" : "");
}

static void add_stale(const vfi_routine_run *run, vfi_text *text)
{
  for (int s = 0; s < run->stranger_count; s++) {
    if (!run->strangers[s].stale) continue;
    begin_clause(text);
    vfi_text_add(text,
                 "the port reads '%s' (kernel %s), an array outside the list of vf_check_begin: the host, and so the "
                 "original, has old values",
                 run->strangers[s].label, run->strangers[s].kernel);
  }
}

static void add_old_copy(const vfi_routine_run *run, int p, vfi_text *text)
{
  const vfi_routine_piece *from = vfi_routine_old_copy(run, p);
  if (!from) return;
  begin_clause(text);
  vfi_text_add(text, "it holds the host's values of '%s', old since %s: the host read them before to_host", from->label,
               vfi_routine_old_since(run, from));
}

bool vfi_routine_cause(const vfi_routine_run *run, int p, char buffer[VF_FINDING_TEXT])
{
  const vfi_routine_piece *piece = &run->pieces[p];
  const vfi_piece_result *result = &run->results[p];
  vfi_text text = { .buffer = buffer, .size = VF_FINDING_TEXT - VF_LABEL_LENGTH - VF_NAME_LENGTH - 16 };
  buffer[0] = 0;
  const bool ghosts = add_ghosts(piece, result, &run->arrays[piece->array], &text);
  add_layer(piece, result, &text);
  add_changes(piece, result, &text);
  add_exchanged(run, p, &text);
  add_old_copy(run, p, &text);
  add_writers(run, piece, result, ghosts, &text);
  add_missing(run, p, &text);
  add_stale(run, &text);
  return text.used > 0;
}
