/* The words of templates for GPUs. Kernels have an array as the pointer x with its strides, as loops of the host have. The
 * stride of the second index has 32 bits. */
#include <stdio.h>
#include <string.h>

#include "columns.h"

/* ---- Facts of a kernel that choose its loops ---- */

/* Neighbours along the directions with at least so many. */
static int reach_of(const vfi_kernel_description *kernel, int least)
{
  int sum = 0;
  for (int a = 0; a < kernel->argument_count; a++)
    for (int d = 0; d < 3 && is_array(&kernel->arguments[a]); d++) {
      const int reach = kernel->arguments[a].reach.below[d] + kernel->arguments[a].reach.above[d];
      if (reach >= least) sum += reach;
    }
  return sum;
}

static int all_reach(const vfi_kernel_description *kernel) { return reach_of(kernel, 0); }

/* A single neighbour along a direction does not count: cells around a node and nodes around a cell need few registers. */
static bool needs_many_registers(const vfi_kernel_description *kernel) { return reach_of(kernel, 2) > 5; }

static int array_count(const vfi_kernel_description *kernel)
{
  int count = 0;
  for (int a = 0; a < kernel->argument_count; a++) count += is_array(&kernel->arguments[a]);
  return count;
}

/* The array has an index along each direction of the points; a profile along some of the directions has not. Arrays at cells that
 * data choose do not count: their loads wait for the choice, and more points of a thread then mean more loads at once. */
static bool is_full(const vfi_kernel_description *kernel, const vfi_argument_description *argument)
{
  bool follows[3] = { false, false, false };
  for (int d = 0; d < 3; d++)
    if ((unsigned)argument->map.at[d].axis < 3) follows[argument->map.at[d].axis] = true;
  for (int d = 0; d < kernel->rank; d++)
    if (!follows[d]) return false;
  return !argument->map.remote;
}

static int full_array_count(const vfi_kernel_description *kernel)
{
  int count = 0;
  for (int a = 0; a < kernel->argument_count; a++)
    count += is_array(&kernel->arguments[a]) && is_full(kernel, &kernel->arguments[a]);
  return count;
}

static bool has_lines(const vfi_kernel_description *kernel) { return kernel->lines->name != NULL; }

/* Two rows for a thread of a volume, on NVIDIA. Neighbours in j are then loaded once for two points, and their loads limit
 * kernels with few other reads. With more rows or more arrays fewer threads have room. */
static bool has_two_rows(const vfi_kernel_description *kernel)
{
  return kernel->rank == 3 && !vfi_is_coloured(kernel) && all_reach(kernel) > 0 && !has_lines(kernel) &&
         full_array_count(kernel) < 4;
}

/* A thread has a column of points. In a plane, neighbours in a row have more in common than neighbours in a column, and
 * threads with one point need fewest registers. But with few arrays more points of a thread mean more simultaneous loads. */
static bool has_columns(const vfi_kernel_description *kernel)
{
  return kernel->rank == 3 || full_array_count(kernel) < 4;
}

/* Points of a thread with simultaneous loads, for points that need few registers. With lines, neighbours along the column
 * have most of their reads in common. If a thread tests once for all its points that they are in the box, compilers load and
 * add these values once for all simultaneous points. AMD's compiler spills with more points. A plane has as many, unless its
 * points have many arrays: several points at once then spill, as with more than a dozen arrays in a volume. */
static int points_at_once(const vfi_kernel_description *kernel, bool on_amd)
{
  if (vfi_is_coloured(kernel)) return 1;
  if (has_lines(kernel)) return on_amd ? 2 : 4;
  if (all_reach(kernel) > 0 && array_count(kernel) > 12) return 1;
  if (on_amd && array_count(kernel) > 24) return 1;
  return all_reach(kernel) > 0 && kernel->rank == 3 ? 2 : 4;
}

/* Points of a thread whose places are computed before the first of them runs, in a kernel with results; and turns of the loop
 * over such points that the compiler unrolls. Loads of several points of a thread run at once: the fewer arrays, the more
 * points. With more than two arrays the compiler would then keep fewer loads in flight. */
static int rounds_at_once(const vfi_kernel_description *kernel)
{
  return array_count(kernel) < 3 && all_reach(kernel) <= 0 ? 8 : 1;
}
static int unrolled_rounds(const vfi_kernel_description *kernel)
{
  return all_reach(kernel) > 0 ? 2 : array_count(kernel) < 3 ? 1 : 4;
}

/* Blocks of a multiprocessor: more registers a thread cost more than they bring. Without a limit AMD's compiler takes only
 * the registers that it needs. With a limit it spills to memory: points of long formulas need more than the 128 registers
 * that four blocks leave. */
static int blocks_together(const vfi_kernel_description *kernel)
{
  if (has_columns(kernel)) return 4;
  return needs_many_registers(kernel) ? 5 : 6;
}

bool device_condition_holds(const char *condition, const vfi_kernel_description *kernel)
{
  if (!strcmp(condition, "two_rows")) return has_two_rows(kernel);
  if (!strcmp(condition, "depth") || !strcmp(condition, "at_once")) return has_columns(kernel);
  if (!strcmp(condition, "safe")) return kernel->safe_in_place;
  if (!strcmp(condition, "by_box")) return kernel->values_by_box;
  if (!strcmp(condition, "one_layer")) return !kernel->ghosts.depth;
  if (!strcmp(condition, "only_faces")) return kernel->ghosts.parts <= VF_PART_FACES;
  if (!strcmp(condition, "hip")) return device_in_hand() && !strcmp(device_in_hand(), "hip");
  if (!strcmp(condition, "hip_or_table"))
    return device_condition_holds("hip", kernel) || kernel->remote_forms & 1u << VF_REMOTE_TABLE;
  return false;
}

/* ---- Words ---- */

/* A number for AMD and a number for NVIDIA. */
static void put_by_vendor(int amd, int nvidia)
{
  if (amd == nvidia) put("%d", nvidia);
  else put("VF_ON_AMD ? %d : %d", amd, nvidia);
}

/* With a limit nvcc takes all registers below it; without a limit nvcc takes 32 if 32 are enough. */
static void put_lone_blocks(const vfi_kernel_description *kernel)
{
  if (needs_many_registers(kernel)) put(", VF_ON_AMD ? 1 : %d", blocks_together(kernel));
}

static void put_rows_fit(const vfi_kernel_description *kernel)
{
  for (int a = 0; a < kernel->argument_count; a++)
    if (is_array(&kernel->arguments[a]) && !kernel->arguments[a].map.remote)
      put("  if (!vfi_row_fits(vfi_the_launch, %d)) return (int)%sErrorInvalidValue;\n", a, device_in_hand());
}

static void put_used_arrays(const vfi_kernel_description *kernel, const char *real)
{
  put("  const vfi_used_array vfi_used[] = {\n");
  for (int a = 0; a < kernel->argument_count; a++) {
    const vfi_argument_description *argument = &kernel->arguments[a];
    if (is_array(argument))
      put("    { %d, sizeof(%s), %s },\n", a, element_in_c(argument->type, real),
          argument->intent == VF_ARGUMENT_READ ? "false" : "true");
  }
  put("  };\n");
}

static int argument_room(const vfi_kernel_description *kernel)
{
  return kernel->argument_count ? kernel->argument_count : 1;
}

const char *device_template(const vfi_kernel_description *kernel)
{
  const vfi_points_traits *points = points_of(kernel);
  if (points->runs == VF_RUNS_SWEEPS) return "columns_gpu.cu.in";
  if (points->runs == VF_RUNS_PHASES) return "teams_gpu.cu.in";
  if (points->runs == VF_RUNS_WINDOWS) return "tiles_gpu.cu.in";
  if (points->around) return "ghosts_gpu.cu.in";
  return kernel->result_count ? "results_gpu.cu.in" : "points_gpu.cu.in";
}

bool put_device_word(const char *word, const vfi_kernel_description *kernel, const char *real)
{
  static const char *const templates = " device_point device_column device_round device_launcher ";
  if (!device_in_hand()) return false;
  if (!strcmp(word, "gpu")) put("%s", device_in_hand());
  else if (strstr(templates, filled(" %s ", word))) fill_template(filled("%s.cu.in", word), kernel, real);
  else if (!strcmp(word, "loops")) fill_template(device_template(kernel), kernel, real);
  else if (!strcmp(word, "form")) put("%s", kernel->remote_forms ? "<vfi_form>" : "");
  else if (!strcmp(word, "form_template"))
    put("%s", kernel->remote_forms ? "template <vfi_remote_form vfi_form> " : "");
  else if (!strcmp(word, "at_once")) put_by_vendor(points_at_once(kernel, true), points_at_once(kernel, false));
  else if (!strcmp(word, "rounds_at_once")) put("%d", rounds_at_once(kernel));
  else if (!strcmp(word, "unrolled_rounds")) put("%d", unrolled_rounds(kernel));
  else if (!strcmp(word, "blocks")) put_by_vendor(1, blocks_together(kernel));
  else if (!strcmp(word, "lone_blocks")) put_lone_blocks(kernel);
  else if (!strcmp(word, "rows_fit")) put_rows_fit(kernel);
  else if (!strcmp(word, "ghost_pieces")) put("%s", kernel->ghosts.parts <= VF_PART_FACES ? "6" : "VF_HALO_PIECES - 1");
  else if (!strcmp(word, "used_arrays")) put_used_arrays(kernel, real);
  else if (!strcmp(word, "array_count")) put("%d", array_count(kernel));
  else if (!strcmp(word, "argument_room")) put("%d", argument_room(kernel));
  else if (!strcmp(word, "is_coloured")) put("%s", vfi_is_coloured(kernel) ? "true" : "false");
  else if (!strcmp(word, "in_columns")) put("%s", has_columns(kernel) ? "true" : "false");
  else if (!strcmp(word, "rows")) put("%s", has_two_rows(kernel) ? "vfi_rows" : "1");
  else return put_device_parameter_word(word, kernel, real);
  return true;
}
