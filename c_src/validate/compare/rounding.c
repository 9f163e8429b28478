#include "rounding.h"

#include <math.h>

#include "../original_rerun.h"

vf_tolerance vf_tolerance_for(const vf_ledger *ledger, vf_type type)
{
  const double epsilon = vf_type_traits_of(type).epsilon;
  if (ledger->settings.tolerant) return ledger->settings.tolerance;
  return (vf_tolerance){ .ulp = 4, .scaled = 16 * epsilon };
}

vf_tolerance vf_tolerance_of(const vf_ledger *ledger, const vf_checked *checked)
{
  return vf_tolerance_for(ledger, checked->type);
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

static void disturb(char *memory, int64_t first, int64_t count, vf_type type, vf_disturbance by)
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

void vf_rounding_disturb(char *memory, size_t bytes, vf_type type, vf_disturbance by)
{
  disturb(memory, 0, (int64_t)(bytes / vf_type_size(type)), type, by);
}

static void disturb_image(const vf_image *image, char *memory, vf_disturbance by)
{
  const vf_window *window = &image->window;
  const vf_type type = image->array->type;
  if (!window->runs) disturb(memory, 0, (int64_t)(image->array->bytes / image->size), type, by);
  for (int64_t r = 0; window->runs && r < window->count; r++)
    disturb(memory, window->runs[r].begin, window->runs[r].count, type, by);
}

/* Runs the original on disturbed inputs; NULL: on the true inputs. Give the rerun back in either case. */
static vf_status run_on(vf_images *images, const vf_ledger *ledger, const vf_disturbance *by, vf_rerun *rerun)
{
  vf_status status = vf_rerun_take(images, true, rerun);
  for (int i = 0; i < images->count && !status && by; i++) disturb_image(&images->at[i], rerun->copies[i], *by);
  return status ? status : vf_rerun_run(images, ledger, rerun);
}

typedef void (*on_element)(vf_slack *slack, int64_t element, double original, double changed);

/* For each owned element of an image. */
static void each_owned(const vf_images *images, const vf_image *image, const vf_rerun *rerun, vf_slack *slack,
                       on_element visit)
{
  const vf_states states = vf_image_states(image);
  const vf_layout *layout = &image->layout;
  const vf_type type = image->array->type;
  const char *changed = rerun->copies[image - images->at] + layout->begin;
  vf_room *room = states.room;
  const int64_t pieces = vf_room_pieces(room, &image->window, layout, image->size);
  for (int64_t p = 0; p < pieces; p++) {
    const vf_window_piece piece = vf_room_piece(room, &image->window, layout, p);
    const int64_t row[3] = { piece.row % layout->extent[1], piece.row / layout->extent[1] % layout->extent[2],
                             piece.row / layout->extent[1] / layout->extent[2] };
    vf_ownership_row(images->call, images->checked, images->list, layout, row, room->marks);
    for (int64_t i = piece.first, e = piece.row * layout->extent[0] + i; i < piece.last; i++, e++)
      if (room->marks[i])
        visit(slack, e, vf_element_value(type, states.original, e), vf_element_value(type, changed, e));
  }
}

static vf_status measure(vf_images *images, const vf_ledger *ledger, const vf_image *image, vf_disturbance by,
                         vf_slack *slack)
{
  vf_rerun rerun;
  const vf_status status = run_on(images, ledger, &by, &rerun);
  if (!status) each_owned(images, image, &rerun, slack, by.to_the_cap ? vf_slack_cap : vf_slack_add);
  vf_rerun_give(images, &rerun);
  return status;
}

vf_status vf_rounding_measure(vf_images *images, const vf_ledger *ledger, const vf_image *image, int pattern,
                              vf_slack *slack)
{
  vf_status status = measure(images, ledger, image, (vf_disturbance){ .pattern = pattern }, slack);
  if (!status)
    status = measure(images, ledger, image, (vf_disturbance){ .pattern = pattern, .to_the_cap = true }, slack);
  if (!status) vf_slack_settle(slack);
  return status;
}

vf_status vf_rounding_of_number(vf_images *images, const vf_ledger *ledger, int number, double result, double *change,
                                double *by_cap)
{
  double *const changes[2] = { change, by_cap };
  for (int cap = 0; cap < 2; cap++) {
    vf_rerun rerun;
    const vf_status status = run_on(images, ledger, &(vf_disturbance){ .to_the_cap = cap }, &rerun);
    *changes[cap] = status ? 0 : fabs(rerun.results.values[number] - result);
    vf_rerun_give(images, &rerun);
    if (status) return status;
  }
  return VF_OK;
}

vf_status vf_rounding_on_changed(vf_images *images, const vf_ledger *ledger, const vf_image *image,
                                 const vf_tolerance *tolerance, vf_comparison *found)
{
  vf_rerun rerun;
  vf_status status = run_on(images, ledger, NULL, &rerun);
  if (!status) status = vf_rerun_compare(images, image, &rerun, tolerance, found);
  vf_rerun_give(images, &rerun);
  return status;
}

vf_status vf_rounding_number_on_changed(vf_images *images, const vf_ledger *ledger, int number, double *result)
{
  vf_rerun rerun;
  const vf_status status = run_on(images, ledger, NULL, &rerun);
  if (!status) *result = rerun.results.values[number];
  vf_rerun_give(images, &rerun);
  return status;
}

vf_status vf_rounding_varies(vf_images *images, const vf_ledger *ledger, const vf_image *image, int number,
                             double result, bool *varies)
{
  vf_rerun rerun;
  const vf_tolerance tolerance = vf_tolerance_of(ledger, images->checked);
  vf_status status = run_on(images, ledger, NULL, &rerun);
  if (!status && !image) {
    vf_tally tally = { 0 };
    *varies = !vf_compare_results(rerun.results.values[number], result, &tolerance, 0, &tally);
  } else if (!status) {
    vf_states states = vf_image_states(image);
    vf_comparison found;
    states.port = rerun.copies[image - images->at] + image->layout.begin;
    states.before = states.original; /* only owned elements count here */
    status = vf_compare(images->call, images->checked, images->list, &image->layout, &states, &tolerance, 0, &found);
    *varies = found.failed > 0;
  }
  vf_rerun_give(images, &rerun);
  return status;
}
