#include "rounding.h"

#include <math.h>

#include "../original_rerun.h"

vf_tolerance vfi_tolerance_for(const vfi_ledger *ledger, vf_type type)
{
  const double epsilon = vfi_type_traits_of(type).epsilon;
  if (ledger->settings.tolerant) return ledger->settings.tolerance;
  return (vf_tolerance){ .ulp = 4, .scaled = 16 * epsilon };
}

vf_tolerance vfi_tolerance_of(const vfi_ledger *ledger, const vfi_checked *checked)
{
  return vfi_tolerance_for(ledger, checked->type);
}

/* Up or down by the parity of a hash of the place: reproducible, and without a pattern for a stencil to see. */
static bool upwards(int64_t element, int pattern)
{
  const uint64_t mixed = ((uint64_t)element + 1 + (uint64_t)pattern * 0xd1b54a32d192ed03u) * 0x9e3779b97f4a7c15u;
  return (mixed ^ (mixed >> 29)) >> 40 & 1;
}

/* Bits of a finite number other than 0, some more or some less, are the bits of a number near it. */
static uint64_t moved(uint64_t magnitude, uint64_t infinity, uint64_t step, bool up)
{
  if (!magnitude || magnitude >= infinity) return magnitude;
  if (magnitude <= step) up = true;
  if (magnitude + step >= infinity) up = false;
  return up ? magnitude + step : magnitude - step;
}

static void disturb(char *memory, int64_t first, int64_t count, vf_type type, vfi_disturbance by)
{
  if (type == VF_REAL64) {
    const uint64_t sign = (uint64_t)1 << 63, step = by.to_the_cap ? (uint64_t)1 << 32 : 1;
    uint64_t *words = (uint64_t *)memory;
    for (int64_t e = first; e < first + count; e++)
      words[e] = (words[e] & sign) | moved(words[e] & ~sign, 0x7ff0000000000000u, step, upwards(e, by.pattern));
  } else if (type == VF_REAL32) {
    const uint32_t sign = (uint32_t)1 << 31, step = by.to_the_cap ? (uint32_t)1 << 13 : 1;
    uint32_t *words = (uint32_t *)memory;
    for (int64_t e = first; e < first + count; e++)
      words[e] = (words[e] & sign) | (uint32_t)moved(words[e] & ~sign, 0x7f800000u, step, upwards(e, by.pattern));
  }
}

void vfi_rounding_disturb(char *memory, size_t bytes, vf_type type, vfi_disturbance by)
{
  disturb(memory, 0, (int64_t)(bytes / vfi_type_size(type)), type, by);
}

static void disturb_image(const vfi_image *image, char *memory, vfi_disturbance by)
{
  const vfi_window *window = &image->window;
  const vf_type type = image->array->type;
  if (!window->runs) disturb(memory, 0, (int64_t)(image->array->bytes / image->size), type, by);
  for (int64_t r = 0; window->runs && r < window->count; r++)
    disturb(memory, window->runs[r].begin, window->runs[r].count, type, by);
}

/* Runs the original on disturbed inputs; NULL: on the true inputs. Give the rerun back in either case. */
static vf_status run_on(vfi_images *images, const vfi_ledger *ledger, const vfi_disturbance *by, vfi_rerun *rerun)
{
  vf_status status = vfi_rerun_take(images, true, rerun);
  for (int i = 0; i < images->count && !status && by; i++) disturb_image(&images->at[i], rerun->copies[i], *by);
  return status ? status : vfi_rerun_run(images, ledger, rerun);
}

typedef void (*on_element)(vfi_slack *slack, int64_t element, double original, double changed);

/* For each owned element of an image. */
static void each_owned(const vfi_images *images, const vfi_image *image, const vfi_rerun *rerun, vfi_slack *slack,
                       on_element visit)
{
  const vfi_states states = vfi_image_states(image);
  const vf_layout *layout = &image->layout;
  const vf_type type = image->array->type;
  const char *changed = rerun->copies[image - images->at] + layout->begin;
  vfi_workspace *workspace = states.workspace;
  const int64_t pieces = vfi_workspace_pieces(workspace, &image->window, layout, image->size);
  for (int64_t p = 0; p < pieces; p++) {
    const vfi_window_piece piece = vfi_workspace_piece(workspace, &image->window, layout, p);
    const int64_t row[3] = { piece.row % layout->extent[1], piece.row / layout->extent[1] % layout->extent[2],
                             piece.row / layout->extent[1] / layout->extent[2] };
    vfi_ownership_row(images->call, images->checked, images->list, layout, row, workspace->marks);
    for (int64_t i = piece.first, e = piece.row * layout->extent[0] + i; i < piece.last; i++, e++)
      if (workspace->marks[i])
        visit(slack, e, vfi_element_value(type, states.original, e), vfi_element_value(type, changed, e));
  }
}

static vf_status measure(vfi_images *images, const vfi_ledger *ledger, const vfi_image *image, vfi_disturbance by,
                         vfi_slack *slack)
{
  vfi_rerun rerun;
  const vf_status status = run_on(images, ledger, &by, &rerun);
  if (!status) each_owned(images, image, &rerun, slack, by.to_the_cap ? vfi_slack_cap : vfi_slack_add);
  vfi_rerun_give(images, &rerun);
  return status;
}

vf_status vfi_rounding_measure(vfi_images *images, const vfi_ledger *ledger, const vfi_image *image, int pattern,
                               vfi_slack *slack)
{
  vf_status status = measure(images, ledger, image, (vfi_disturbance){ .pattern = pattern }, slack);
  if (!status)
    status = measure(images, ledger, image, (vfi_disturbance){ .pattern = pattern, .to_the_cap = true }, slack);
  if (!status) vfi_slack_settle(slack);
  return status;
}

vf_status vfi_rounding_of_number(vfi_images *images, const vfi_ledger *ledger, int number, double result,
                                 double *change, double *by_cap)
{
  double *const changes[2] = { change, by_cap };
  for (int cap = 0; cap < 2; cap++) {
    vfi_rerun rerun;
    const vf_status status = run_on(images, ledger, &(vfi_disturbance){ .to_the_cap = cap }, &rerun);
    *changes[cap] = status ? 0 : fabs(rerun.results.values[number] - result);
    vfi_rerun_give(images, &rerun);
    if (status) return status;
  }
  return VF_OK;
}

vf_status vfi_rounding_on_changed(vfi_images *images, const vfi_ledger *ledger, const vfi_image *image,
                                  const vf_tolerance *tolerance, vfi_comparison *found)
{
  vfi_rerun rerun;
  vf_status status = run_on(images, ledger, NULL, &rerun);
  if (!status) status = vfi_rerun_compare(images, image, &rerun, tolerance, found);
  vfi_rerun_give(images, &rerun);
  return status;
}

vf_status vfi_rounding_number_on_changed(vfi_images *images, const vfi_ledger *ledger, int number, double *result)
{
  vfi_rerun rerun;
  const vf_status status = run_on(images, ledger, NULL, &rerun);
  if (!status) *result = rerun.results.values[number];
  vfi_rerun_give(images, &rerun);
  return status;
}

vf_status vfi_rounding_varies(vfi_images *images, const vfi_ledger *ledger, const vfi_image *image, int number,
                              double result, bool *varies)
{
  vfi_rerun rerun;
  const vf_tolerance tolerance = vfi_tolerance_of(ledger, images->checked);
  vf_status status = run_on(images, ledger, NULL, &rerun);
  if (!status && !image) {
    vfi_tally tally = { 0 };
    *varies = !vfi_compare_results(rerun.results.values[number], result, &tolerance, 0, &tally);
  } else if (!status) {
    vfi_states states = vfi_image_states(image);
    vfi_comparison found;
    states.port = rerun.copies[image - images->at] + image->layout.begin;
    states.before = states.original; /* only owned elements count here */
    status = vfi_compare(images->call, images->checked, images->list, &image->layout, &states, &tolerance, 0, &found);
    *varies = found.failed > 0;
  }
  vfi_rerun_give(images, &rerun);
  return status;
}
