#include "diagnosis.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../../core/error.h"
#include "../../core/region.h"
#include "../../core/text.h"
#include "../original_rerun.h"
#include "findings.h"

typedef struct suspect {
  vfi_images *images;
  const vfi_image *image;
  const vfi_comparison *found;
  const vf_tolerance *tolerance;
  vfi_ledger *ledger;
  const vfi_kernel_description *kernel;
  const char *name; /* label of the array */
} suspect;

static void note(const suspect *suspect, const char *text)
{
  vfi_ledger_note(suspect->ledger, VF_FINDING_CAUSE, suspect->image->layout.argument, "%s", text);
}

/* ---- Causes from the places of the differences ---- */

/* The face of the call's box to which all failed elements belong, counted as in vf_boundary, and their index in its
 * direction; -1 without such a face. */
static int face_of(const suspect *suspect, int64_t *index)
{
  const vfi_images *images = suspect->images;
  const vf_layout *layout = &suspect->image->layout;
  if (images->list->count != 1) return -1;
  const vfi_use use = vfi_checked_use(images->call, images->checked, layout->argument, 0);
  const vf_box region = vfi_region_mapped(&use, &images->list->boxes[0]);
  int face = -1;
  for (int d = 0; d < layout->component; d++) {
    const int axis = suspect->kernel->arguments[layout->argument].map.at[d].axis;
    const int64_t low = suspect->found->low[d] + layout->lower[d], high = suspect->found->high[d] + layout->lower[d];
    if (axis == VF_AXIS_ANY || low != high || region.lower[d] == region.upper[d]) continue;
    if (low != region.lower[d] && low != region.upper[d]) continue;
    if (face >= 0) return -1;
    face = low == region.lower[d] ? axis : axis + 3;
    *index = low;
  }
  return face;
}

/* Loops that end early leave a face unchanged; a face with other wrong values has another cause. */
static bool one_face(const suspect *suspect)
{
  char text[256];
  int64_t index = 0;
  const int face = vfi_layers_around(suspect->kernel) ? -1 : face_of(suspect, &index);
  if (face < 0 || suspect->found->left_alone.count < suspect->found->failed) return false;
  snprintf(text, sizeof text,
           "'%s' differs only on the %s %c face of the box (%c = %lld): off by one at %s? The port does nothing there.",
           suspect->name, face < 3 ? "low" : "high", "xyz"[face % 3], "ijk"[face % 3], (long long)index,
           face < 3 ? "lo" : "hi");
  note(suspect, text);
  return true;
}

/* The faces with ghosts that the port leaves alone and the original changes. */
static unsigned faces_left_out(const suspect *suspect, const vf_box *region)
{
  const vf_layout *layout = &suspect->image->layout;
  const vfi_states states = vfi_image_states(suspect->image);
  const int64_t *low = suspect->found->low, *high = suspect->found->high;
  unsigned seen = 0;
  for (int64_t n = low[3]; n <= high[3]; n++)
    for (int64_t k = low[2]; k <= high[2]; k++)
      for (int64_t j = low[1]; j <= high[1]; j++)
        for (int64_t i = low[0]; i <= high[0]; i++) {
          const int64_t element = ((n * layout->extent[2] + k) * layout->extent[1] + j) * layout->extent[0] + i;
          const size_t size = suspect->image->size, at = (size_t)element * size;
          int64_t index[4];
          if (memcmp(states.port + at, states.before + at, size) ||
              !memcmp(states.port + at, states.original + at, size))
            continue;
          vfi_layout_index(layout, element, index);
          for (int d = 0; d < layout->component; d++) {
            if (index[d] < region->lower[d]) seen |= 1u << d;
            if (index[d] > region->upper[d]) seen |= 1u << (d + 3);
          }
        }
  return seen;
}

static bool ghosts_left_out(const suspect *suspect)
{
  const vfi_images *images = suspect->images;
  char text[256], words[VF_FACES_TEXT];
  if (!vfi_layers_around(suspect->kernel) || images->list->count != 1) return false;
  if (suspect->found->left_alone.count < suspect->found->failed) return false;
  const vfi_use use = vfi_checked_use(images->call, images->checked, suspect->image->layout.argument, 0);
  const vf_box region = vfi_region_mapped(&use, &images->list->boxes[0]);
  const unsigned seen = faces_left_out(suspect, &region);
  snprintf(text, sizeof text, "the port leaves %lld ghosts of '%s' on face%s %s as they were",
           (long long)suspect->found->failed, suspect->name, seen & (seen - 1) ? "s" : "", vfi_faces_text(words, seen));
  note(suspect, text);
  return true;
}

/* True if the differing values of component n are the original's values of component m. */
static bool holds_component(const suspect *suspect, int64_t n, int64_t m)
{
  const vf_layout *layout = &suspect->image->layout;
  const vfi_states states = vfi_image_states(suspect->image);
  const size_t size = suspect->image->size;
  int64_t differing = 0, component = 1;
  for (int d = 0; d < layout->component; d++) component *= layout->extent[d];
  for (int64_t e = 0; e < component; e++) {
    const char *port = states.port + (size_t)(e + n * component) * size;
    if (!memcmp(port, states.original + (size_t)(e + n * component) * size, size)) continue;
    if (memcmp(port, states.original + (size_t)(e + m * component) * size, size)) return false;
    differing++;
  }
  return differing > 1; /* a single value may be equal by chance */
}

static bool other_component(const suspect *suspect)
{
  const vf_layout *layout = &suspect->image->layout;
  char text[256];
  const int c = layout->component;
  for (int64_t n = suspect->found->low[c]; n <= suspect->found->high[c]; n++)
    for (int64_t m = 0; m < layout->extent[c]; m++) {
      if (m == n || !holds_component(suspect, n, m)) continue;
      snprintf(text, sizeof text, "component %lld of '%s' holds what the original has in component %lld",
               (long long)(n + layout->lower[c]), suspect->name, (long long)(m + layout->lower[c]));
      note(suspect, text);
      return true;
    }
  return false;
}

/* ---- Results of the original with other values ---- */

static vf_status agrees(const suspect *suspect, vfi_rerun *rerun, bool *agrees)
{
  vfi_comparison found;
  const vf_status ran = vfi_rerun_run(suspect->images, suspect->ledger, rerun);
  if (ran) return ran;
  *agrees = true;
  for (int i = 0; i < suspect->images->count && *agrees; i++) {
    const vfi_image *image = &suspect->images->at[i];
    if (!image->written) continue;
    const vf_status status = vfi_rerun_compare(suspect->images, image, rerun, suspect->tolerance, &found);
    if (status) return status;
    *agrees = found.failed == 0;
  }
  return VF_OK;
}

/* Runs the original with one value replaced, and notes text if the result agrees with the port. */
static vf_status try_value(const suspect *suspect, int argument, const vf_value *value, const char *text, bool *fits)
{
  vfi_rerun rerun;
  vf_status status = vfi_rerun_take(suspect->images, false, &rerun);
  rerun.values[argument] = *value;
  if (!status) status = agrees(suspect, &rerun, fits);
  vfi_rerun_give(suspect->images, &rerun);
  if (!status && *fits) note(suspect, text);
  return status;
}

/* Cuts the numbers of a value to integers. Returns true if a number changes. */
static bool cut(const vfi_argument_description *argument, vf_value *value)
{
  const bool sides = argument->type == VF_ARGUMENT_BOUNDARY;
  double *numbers = sides ? value->boundary.distance : value->numbers;
  const int count = sides ? 6 : argument->count;
  bool changed = false;
  for (int n = 0; n < count; n++) {
    changed = changed || (isfinite(numbers[n]) && trunc(numbers[n]) != numbers[n]);
    numbers[n] = trunc(numbers[n]);
  }
  return changed;
}

static vf_status integers(const suspect *suspect, bool *fits)
{
  char text[256];
  for (int a = 0; a < suspect->kernel->argument_count && !*fits; a++) {
    const vfi_argument_description *argument = &suspect->kernel->arguments[a];
    if (argument->intent != VF_ARGUMENT_VALUE) continue;
    if (vfi_value_traits_of(argument->type)->numbers != VF_NUMBERS_REAL && argument->type != VF_ARGUMENT_BOUNDARY)
      continue;
    vf_value value = suspect->images->call->arguments[a].value;
    if (!cut(argument, &value)) continue;
    snprintf(text, sizeof text,
             "'%s' agrees with the original when %s%s is cut to an integer: an integer in place of a "
             "real?",
             suspect->name, argument->name, argument->type == VF_ARGUMENT_BOUNDARY ? "%distance" : "");
    const vf_status status = try_value(suspect, a, &value, text, fits);
    if (status) return status;
  }
  return VF_OK;
}

static void swap_faces(vf_boundary *sides, int one, int other)
{
  const int kind = sides->kind[one];
  const double distance = sides->distance[one];
  sides->kind[one] = sides->kind[other];
  sides->distance[one] = sides->distance[other];
  sides->kind[other] = kind;
  sides->distance[other] = distance;
}

/* Exchanges of faces: low and high of each direction, of all directions, and two directions; then the same for the
 * kinds alone, the distances staying where they are. */
enum { EXCHANGES = 7 };

static void exchange(vf_boundary *sides, int which, char *text, size_t size, const char *name)
{
  const vf_boundary given = *sides;
  const bool only_kinds = which >= EXCHANGES;
  which %= EXCHANGES;
  if (which < 3) {
    swap_faces(sides, which, which + 3);
    snprintf(text, size, "'%s' agrees with the original when faces %s and %s are swapped", name, vfi_face_names[which],
             vfi_face_names[which + 3]);
  } else if (which == 3) {
    for (int d = 0; d < 3; d++) swap_faces(sides, d, d + 3);
    snprintf(text, size, "'%s' agrees with the original when low and high faces are swapped", name);
  } else {
    const int d = which == 6 ? 1 : 0, e = which == 4 ? 1 : 2;
    swap_faces(sides, d, e);
    swap_faces(sides, d + 3, e + 3);
    snprintf(text, size, "'%s' agrees with the original when the faces of %c and %c are swapped", name, "xyz"[d],
             "xyz"[e]);
  }
  if (only_kinds) memcpy(sides->distance, given.distance, sizeof sides->distance);
}

static vf_status swapped(const suspect *suspect, bool *fits)
{
  char text[256];
  for (int a = 0; a < suspect->kernel->argument_count; a++) {
    if (suspect->kernel->arguments[a].type != VF_ARGUMENT_BOUNDARY) continue;
    for (int which = 0; which < 2 * EXCHANGES && !*fits; which++) {
      vf_value value = suspect->images->call->arguments[a].value;
      exchange(&value.boundary, which, text, sizeof text, suspect->name);
      if (!memcmp(&value.boundary, &suspect->images->call->arguments[a].value.boundary, sizeof value.boundary))
        continue;
      const vf_status status = try_value(suspect, a, &value, text, fits);
      if (status) return status;
    }
  }
  return VF_OK;
}

/* Gives the faces the other sign of reflection. Returns the reflecting faces among them. */
static unsigned reflect(vf_boundary *sides, unsigned chosen)
{
  unsigned changed = 0;
  for (int face = 0; face < 6; face++) {
    int *kind = &sides->kind[face];
    if (!(chosen >> face & 1) || (*kind != VF_NEUMANN && *kind != VF_REFLECT_ODD)) continue;
    *kind = *kind == VF_NEUMANN ? VF_REFLECT_ODD : VF_NEUMANN;
    changed |= 1u << face;
  }
  return changed;
}

/* One face by itself, the two of a direction, all of them. */
static vf_status reflected(const suspect *suspect, bool *fits)
{
  static const unsigned choices[] = { 1, 2, 4, 8, 16, 32, 9, 18, 36, 63 };
  char text[256], words[VF_FACES_TEXT];
  for (int a = 0; a < suspect->kernel->argument_count; a++) {
    if (suspect->kernel->arguments[a].type != VF_ARGUMENT_BOUNDARY) continue;
    for (size_t c = 0; c < sizeof choices / sizeof choices[0] && !*fits; c++) {
      vf_value value = suspect->images->call->arguments[a].value;
      const unsigned changed = reflect(&value.boundary, choices[c]);
      if (!changed || (choices[c] & (choices[c] - 1) && !(changed & (changed - 1)))) continue;
      snprintf(text, sizeof text, "'%s' agrees with the original when face%s %s reflect%s with the other sign",
               suspect->name, changed & (changed - 1) ? "s" : "", vfi_faces_text(words, changed),
               changed & (changed - 1) ? "" : "s");
      const vf_status status = try_value(suspect, a, &value, text, fits);
      if (status) return status;
    }
  }
  return VF_OK;
}

/* ---- Causes from the sizes of the differences ---- */

/* Many small differences, none larger than the loss of the array's largest values in real32. */
static bool single_precision(const suspect *suspect)
{
  const vfi_comparison *found = suspect->found;
  const double scaled = found->worst.error / found->magnitude;
  if (suspect->image->array->type != VF_REAL64 || found->nan.count || !(found->magnitude > 0)) return false;
  if (found->failed * 4 < found->compared || !(scaled < 0x1p-18) || !(scaled > 0x1p-34)) return false;
  char text[256];
  snprintf(
      text, sizeof text,
      "differences of '%s' are of the size of real32 rounding (up to %.1e of its largest value): float in place of "
      "double?",
      suspect->name, scaled);
  note(suspect, text);
  return true;
}

vf_status vfi_diagnose(vfi_images *images, const vfi_image *image, const vfi_comparison *found,
                       const vf_tolerance *tolerance, vfi_ledger *ledger)
{
  const suspect suspect = { .images = images,
                            .image = image,
                            .found = found,
                            .tolerance = tolerance,
                            .ledger = ledger,
                            .kernel = &images->call->kernel->description,
                            .name = vfi_checked_record(images->checked, image->layout.argument, 0)->label };
  bool fits = false;
  if (found->other_colour.count || found->failed == found->nan.count) return VF_OK;
  vf_status status = vfi_unannounced_diagnose(images, image->layout.argument, ledger, &fits);
  if (status || fits) return status == VF_ERROR_MEMORY ? VF_OK : status;
  const bool columns = vfi_is_over_columns(suspect.kernel);
  char text[VF_CAUSE_TEXT];
  if (columns && vfi_column_cause(text, images, image, found, tolerance)) {
    note(&suspect, text);
    return VF_OK;
  }
  if (!columns && (one_face(&suspect) || ghosts_left_out(&suspect) || other_component(&suspect))) return VF_OK;
  status = integers(&suspect, &fits);
  if (!status && !fits) status = swapped(&suspect, &fits);
  if (!status && !fits) status = reflected(&suspect, &fits);
  if (!status && !fits) status = vfi_reads_diagnose(images, image, found, tolerance, ledger, suspect.name, &fits);
  if (!status && !fits && columns && vfi_column_carried(text, images, image, found, tolerance)) {
    note(&suspect, text);
    fits = true;
  }
  if (!status && !fits) single_precision(&suspect);
  /* A search that fails finds no cause; the difference is noted. */
  return status == VF_ERROR_MEMORY ? VF_OK : status;
}
