/* The words of templates for kernels over tiles. Element j of scratch s is s[j]; carried value c is the parameter c_carried
 * of a phase; the result r of a point is vfi_given_r until all phases of the point are done. */
#include <stdio.h>
#include <string.h>

#include "columns.h"

#define EACH(values, value) \
  for (const vfi_column_value_description *value = columns_of(kernel)->values; value->name; value++)

/* ---- Scratch ---- */

/* Parameters for scratch.
 *   pointee  "const " in phases that only read scratch */
static void put_scratch_parameters(const vfi_kernel_description *kernel, const char *real, const char *pointee,
                                   const char *unused, const char *broken)
{
  char text[128];
  EACH(scratch, value)
  {
    snprintf(text, sizeof text, "%s%s%s *const %s", unused, pointee, element_in_c(value->type, real), value->name);
    put_item(", ", broken, text);
    if (!kernel->checks_bounds) continue;
    snprintf(text, sizeof text, "%sconst vfi_tile_guard *const vfi_guard_of_%s", unused, value->name);
    put_item(", ", broken, text);
  }
}

static void put_scratch_arguments(const vfi_kernel_description *kernel, const char *guard, const char *broken)
{
  EACH(scratch, value)
  {
    put_item(", ", broken, value->name);
    if (kernel->checks_bounds) put_item(", ", broken, filled(guard, value->name));
  }
}

/* The scratch of a tile in a pool. */
static void put_scratch(const vfi_kernel_description *kernel, const char *real)
{
  int number = 0;
  EACH(scratch, value)
  {
    const char *const type = element_in_c(value->type, real);
    put("  %s *const %s = (%s *)vfi_pool - (vfi_begin - vfi_tile_side(%s));\n", type, value->name, type, value->text);
    put("  vfi_pool += vfi_tile_room(vfi_end - vfi_begin, %s, sizeof(%s));\n", value->text, type);
    if (kernel->checks_bounds)
      put("  const vfi_tile_guard vfi_guard_of_%s = { (int)vfi_begin - vfi_tile_side(%s), (int)vfi_end - 1 + "
          "vfi_tile_side(%s), %d, "
          "%s, vfi_record };\n",
          value->name, value->text, value->text, ++number, device_in_hand() ? "vfi_here" : "&vfi_here");
  }
}

static void put_scratch_bytes(const vfi_kernel_description *kernel, const char *real)
{
  put("0");
  EACH(scratch, value)
  put(" + vfi_tile_room(vfi_points, %s, sizeof(%s))", value->text, element_in_c(value->type, real));
}

/* ---- Phases ---- */

static void put_carried_parameters(const vfi_kernel_description *kernel, const char *real)
{
  char text[128];
  EACH(carried, value)
  {
    snprintf(text, sizeof text, "VF_UNUSED %s *const %s_carried", element_in_c(value->type, real), value->name);
    put_item(", ", " \\\n    ", text);
  }
}

/* The results of points side by side. */
static void put_given_parameters(const vfi_kernel_description *kernel)
{
  for (int r = 0; r < kernel->result_count; r++)
    put_item(", ", "\n    ",
             filled(kernel->results[r].placed ? "vfi_best *const vfi_given_%s" : "double *const vfi_given_%s",
                    kernel->results[r].name));
}

static void put_given_arguments(const vfi_kernel_description *kernel, const char *pattern)
{
  for (int r = 0; r < kernel->result_count; r++) put_item(", ", "\n    ", filled(pattern, kernel->results[r].name));
}

static void put_given_start(const vfi_kernel_description *kernel)
{
  for (int r = 0; r < kernel->result_count; r++) {
    const vfi_result_description *result = &kernel->results[r];
    put("    for (int vfi_x = 0; vfi_x < vfi_count; vfi_x++) ");
    if (result->placed)
      put("vfi_given_%s[vfi_x] = (vfi_best){ vfi_reduction_start(%s), -1 };\n", result->name, result_operation(result));
    else put("vfi_given_%s[vfi_x] = vfi_reduction_start(%s);\n", result->name, result_operation(result));
  }
}

/* Adds the results of points to their lanes, point after point. */
static void put_given_taken(const vfi_kernel_description *kernel)
{
  for (int r = 0; r < kernel->result_count; r++) {
    const vfi_result_description *result = &kernel->results[r];
    put("    for (int vfi_x = 0; vfi_x < vfi_count; vfi_x++)\n      vfi_lanes_of_%s[vfi_lane + vfi_x] = ",
        result->name);
    if (result->placed) put("vfi_given_%s[vfi_x].value;\n", result->name);
    else
      put("vfi_reduction_combine(%s, vfi_lanes_of_%s[vfi_lane + vfi_x], vfi_given_%s[vfi_x]);\n",
          result_operation(result), result->name, result->name);
  }
}

static void put_given_declared(const vfi_kernel_description *kernel)
{
  for (int r = 0; r < kernel->result_count; r++)
    put("  %s vfi_given_%s[VF_LANES];\n", kernel->results[r].placed ? "vfi_best" : "double", kernel->results[r].name);
}

/* The guards of a phase at a point, in a build with checked bounds. */
static void put_guards(const vfi_kernel_description *kernel, const char *point, bool of_halo)
{
  if (!kernel->checks_bounds) return;
  put("    VF_UNUSED const int vfi_at[3] = { %s, box.lower[1], box.lower[2] };\n    *vfi_here = %s;\n", point, point);
  put_guards_of_point(kernel, of_halo);
}

static void put_halo_phases(const vfi_kernel_description *kernel, const char *real)
{
  for (const vfi_phase_description *phase = columns_of(kernel)->phases; phase->name; phase++) {
    if (phase->work != VF_WORK_HALO) continue;
    put("  const int vfi_end_of_%s = vfi_halo_to(vfi_last, %s);\n%s", phase->name, phase->top,
        kernel->checks_bounds ? "" : "#pragma omp simd\n");
    put("  for (int j = vfi_halo_from(vfi_first, %s); j <= vfi_end_of_%s; j++) {\n", phase->top, phase->name);
    put_guards(kernel, "j", true);
    put("    vfi_halo_%s(j, n, box", phase->name);
    put_scratch_arguments(kernel, "vfi_guard_of_%s", "\n        ");
    put_arguments(kernel, real, kernel->checks_bounds ? &from_point : &from_parameters, OF_LINES, "\n        ");
    put(");\n  }\n");
  }
}

/* The loop over points side by side, and the call of a phase at each point. */
static void put_point_loop(const vfi_kernel_description *kernel, const char *real, const vfi_phase_description *phase)
{
  const bool is_tile = phase->work == VF_WORK_TILE;
  static const char *const broken = "\n        ";
  if (!kernel->checks_bounds && !(is_tile && kernel->result_count)) put("#pragma omp simd\n");
  put("  for (int vfi_lane = 0; vfi_lane < vfi_lanes; vfi_lane++) {\n    const int i = vfi_first + vfi_lane;\n");
  put_guards(kernel, "i", false);
  put("    vfi_%s_%s(i, %sn, box", is_tile ? "tile" : "window", phase->name, is_tile ? "" : "i + vfi_offset, ");
  put_scratch_arguments(kernel, "vfi_guard_of_%s", broken);
  put_arguments(kernel, real, kernel->checks_bounds ? &from_point : &from_parameters, ALL_ARGUMENTS, broken);
  EACH(carried, value) put_item(", ", broken, filled("&%s_of_lanes[vfi_lane]", value->name));
  if (is_tile) put_given_arguments(kernel, "&vfi_given_%s[vfi_lane]");
  put(");\n  }\n");
}

/* ---- GPUs: a thread has vfi_lanes neighbouring points from vfi_point on ---- */

static void put_halo_phases_of_block(const vfi_kernel_description *kernel, const char *real)
{
  for (const vfi_phase_description *phase = columns_of(kernel)->phases; phase->name; phase++) {
    if (phase->work != VF_WORK_HALO) continue;
    put("  for (int j = vfi_halo_from(vfi_first, %s) + (int)threadIdx.x, vfi_to = vfi_halo_to(vfi_last, %s); j <= "
        "vfi_to;\n"
        "       j += VF_TILE_THREADS) {\n",
        phase->top, phase->top);
    put_guards(kernel, "j", true);
    put("    vfi_halo_%s(j, n, box", phase->name);
    put_scratch_arguments(kernel, "&vfi_guard_of_%s", "\n        ");
    put_arguments(kernel, real, kernel->checks_bounds ? &from_point : &from_parameters, OF_LINES, "\n        ");
    put(");\n  }\n  __syncthreads();\n");
  }
}

/* A phase at point i; j is the point of a window. */
static void put_phase_of_point(const vfi_kernel_description *kernel, const char *real,
                               const vfi_phase_description *phase, const char *j)
{
  const bool is_tile = phase->work == VF_WORK_TILE;
  static const char *const broken = "\n          ";
  if (kernel->checks_bounds) {
    put("    {\n    const int i = vfi_point + vfi_lane;\n");
    put_guards(kernel, "i", false);
  }
  put("    vfi_%s_%s(vfi_point + vfi_lane, ", is_tile ? "tile" : "window", phase->name);
  if (!is_tile) put("%s, ", j);
  put("n, box");
  put_scratch_arguments(kernel, "vfi_guard_of_%s", broken);
  put_arguments(kernel, real, kernel->checks_bounds ? &from_point : &from_parameters, ALL_ARGUMENTS, broken);
  EACH(carried, value) put_item(", ", broken, filled("&%s_of_lanes[vfi_lane]", value->name));
  if (is_tile) put_given_arguments(kernel, "&vfi_given_%s[vfi_lane]");
  if (is_tile && kernel->result_count) put(", 0");
  put(");\n");
  if (kernel->checks_bounds) put("    }\n");
}

/* First the elements of the first points alone, then the common elements of all points, then the elements of the last points.
 * An empty window ends at its point, because no index may be before the point. */
static void put_window_of_thread(const vfi_kernel_description *kernel, const char *real,
                                 const vfi_phase_description *phase)
{
  static const char *const each_lane = "#pragma unroll\n  for (int vfi_lane = %s; vfi_lane %s; vfi_lane++)\n";
  put("  { /* %s */\n  const int vfi_around = vfi_window_around(%s), vfi_from = vfi_point - vfi_around;\n", phase->name,
      phase->top);
  put("  const int vfi_to = vfi_around < 0 ? vfi_point : vfi_point + vfi_around;\n"
      "  if (vfi_lanes > 1 && vfi_to - vfi_from < vfi_lanes - 1) {\n");
  put(each_lane, "0", "< vfi_lanes");
  put("#pragma unroll 1\n  for (int j = vfi_from; j <= vfi_to; j++)\n");
  put_phase_of_point(kernel, real, phase, "j + vfi_lane");
  put("  } else {\n#pragma unroll\n  for (int vfi_before = 0; vfi_before < vfi_lanes - 1; vfi_before++)\n");
  put(each_lane, "0", "<= vfi_before");
  put_phase_of_point(kernel, real, phase, "vfi_from + vfi_before");
  put("#pragma unroll 8\n  for (int j = vfi_from + vfi_lanes - 1; j <= vfi_to; j++)\n");
  put(each_lane, "0", "< vfi_lanes");
  put_phase_of_point(kernel, real, phase, "j");
  put("#pragma unroll\n  for (int vfi_behind = 1; vfi_behind < vfi_lanes; vfi_behind++)\n");
  put(each_lane, "vfi_behind", "< vfi_lanes");
  put_phase_of_point(kernel, real, phase, "vfi_to + vfi_behind");
  put("  }\n  }\n");
}

static void put_phases_of_thread(const vfi_kernel_description *kernel, const char *real)
{
  for (const vfi_phase_description *phase = columns_of(kernel)->phases; phase->name; phase++) {
    if (phase->work == VF_WORK_WINDOW) put_window_of_thread(kernel, real, phase);
    if (phase->work != VF_WORK_TILE) continue;
    put("#pragma unroll\n  for (int vfi_lane = 0; vfi_lane < vfi_lanes; vfi_lane++)\n");
    put_phase_of_point(kernel, real, phase, NULL);
  }
}

static void put_carried_of_thread(const vfi_kernel_description *kernel, const char *real)
{
  if (!columns_of(kernel)->carried->name) return;
  EACH(carried, value) put("  %s %s_of_lanes[vfi_lanes];\n", element_in_c(value->type, real), value->name);
  put("#pragma unroll\n  for (int vfi_lane = 0; vfi_lane < vfi_lanes; vfi_lane++) {\n");
  EACH(carried, value)
  put("    %s_of_lanes[vfi_lane] = (%s)(%s);\n", value->name, element_in_c(value->type, real), value->text);
  put("  }\n");
}

/* The results of a point lie apart until all its phases are done: points give results in the order of the tree. */
static void put_given_of_thread(const vfi_kernel_description *kernel)
{
  for (int r = 0; r < kernel->result_count; r++)
    put("  %s vfi_given_%s[vfi_lanes];\n", kernel->results[r].placed ? "vfi_best" : "double", kernel->results[r].name);
  put("#pragma unroll\n  for (int vfi_lane = 0; vfi_lane < vfi_lanes; vfi_lane++) {\n");
  for (int r = 0; r < kernel->result_count; r++) {
    const vfi_result_description *result = &kernel->results[r];
    put("    vfi_given_%s[vfi_lane]%s = vfi_reduction_start(%s);\n", result->name, result->placed ? ".value" : "",
        result_operation(result));
    if (result->placed) put("    vfi_given_%s[vfi_lane].round = -1;\n", result->name);
  }
  put("  }\n");
}

static void put_given_values(const vfi_kernel_description *kernel)
{
  put("#pragma unroll\n  for (int vfi_lane = 0; vfi_lane < vfi_lanes; vfi_lane++) {\n");
  for (int r = 0; r < kernel->result_count; r++)
    put("    vfi_values[%d * (size_t)vfi_value_count + (unsigned)(vfi_point + vfi_lane - vfi_first_value)] = "
        "vfi_given_%s[vfi_lane]%s;\n",
        r, kernel->results[r].name, kernel->results[r].placed ? ".value" : "");
  put("  }\n");
}

static void put_values_taken(const vfi_kernel_description *kernel)
{
  for (int r = 0; r < kernel->result_count; r++)
    put("  vfi_give_%s(&vfi_of_%s, vfi_values[%d * (size_t)vfi_value_count + (unsigned)vfi_value], vfi_round);\n",
        kernel->results[r].name, kernel->results[r].name, r);
}

static bool put_device_tile_word(const char *word, const vfi_kernel_description *kernel, const char *real)
{
  if (!device_in_hand()) return false;
  if (!strcmp(word, "halo_phases")) put_halo_phases_of_block(kernel, real);
  else if (!strcmp(word, "point_phases")) put_phases_of_thread(kernel, real);
  else if (!strcmp(word, "carried_by_lanes")) put_carried_of_thread(kernel, real);
  else if (!strcmp(word, "given_declared")) put_given_of_thread(kernel);
  else if (!strcmp(word, "given_put")) put_given_values(kernel);
  else if (!strcmp(word, "values_taken")) put_values_taken(kernel);
  else if (!strcmp(word, "result_count")) put("%d", kernel->result_count);
  else if (!strcmp(word, "value_arguments")) {
    if (kernel->result_count) put(", vfi_values, vfi_first_value, vfi_value_count");
  } else if (!strcmp(word, "here")) put("%s", kernel->checks_bounds ? "vfi_here" : "NULL");
  else if (!strcmp(word, "record")) put("%s", kernel->checks_bounds ? "vfi_record" : "NULL");
  else return false;
  return true;
}

static void put_point_phases(const vfi_kernel_description *kernel, const char *real)
{
  for (const vfi_phase_description *phase = columns_of(kernel)->phases; phase->name; phase++) {
    if (phase->work == VF_WORK_HALO) continue;
    if (phase->work == VF_WORK_WINDOW)
      put("  for (int vfi_side = vfi_window_around(%s), vfi_offset = -vfi_side; vfi_offset <= vfi_side; vfi_offset++) "
          "{\n",
          phase->top);
    put_point_loop(kernel, real, phase);
    if (phase->work == VF_WORK_WINDOW) put("  }\n");
  }
}

/* The widest halo of scratch, and the widest halo of scratch and phases, which may go further. */
static void put_widest(const vfi_kernel_description *kernel)
{
  put("  int vfi_widest = 0;\n");
  EACH(scratch, value) put("  if (%s > vfi_widest) vfi_widest = %s;\n", value->text, value->text);
  put("  int vfi_around = vfi_widest;\n");
  for (const vfi_phase_description *phase = columns_of(kernel)->phases; phase->name; phase++)
    if (phase->work != VF_WORK_TILE) put("  if ((%s) > vfi_around) vfi_around = (%s);\n", phase->top, phase->top);
}

bool put_tile_word(const char *word, const vfi_kernel_description *kernel, const char *real)
{
  const parameter_form of_phase = { "VF_UNUSED ", "*const ", " \\\n    ", ALL_ARGUMENTS, false };
  const parameter_form of_halo = { "VF_UNUSED ", "*const ", " \\\n    ", OF_LINES, false };
  const parameter_form of_fill = { "VF_UNUSED ", "*const restrict ", "\n    ", OF_LINES, true };
  static const char *const broken = "\n    ", *const broken_word = " \\\n    ";
  if (points_of(kernel)->runs != VF_RUNS_WINDOWS) return false;
  if (put_device_tile_word(word, kernel, real)) return true;
  if (!strcmp(word, "halo_phase")) {
    put_scratch_parameters(kernel, real, "", "VF_UNUSED ", broken_word);
    put_parameters(kernel, real, &of_halo);
  } else if (!strcmp(word, "point_phase")) {
    put_scratch_parameters(kernel, real, "const ", "VF_UNUSED ", broken_word);
    put_parameters(kernel, real, &of_phase);
    put_carried_parameters(kernel, real);
  } else if (!strcmp(word, "tile_scratch")) put_scratch(kernel, real);
  else if (!strcmp(word, "fill_parameters")) put_parameters(kernel, real, &of_fill);
  else if (!strcmp(word, "fill_arguments")) put_arguments(kernel, real, &from_parameters, OF_LINES, "\n        ");
  else if (!strcmp(word, "tile_bytes")) put_scratch_bytes(kernel, real);
  else if (!strcmp(word, "scratch_parameters")) put_scratch_parameters(kernel, real, "", "VF_UNUSED ", broken);
  else if (!strcmp(word, "scratch_arguments")) put_scratch_arguments(kernel, "vfi_guard_of_%s", "\n        ");
  else if (!strcmp(word, "own_scratch_arguments")) put_scratch_arguments(kernel, "&vfi_guard_of_%s", "\n        ");
  else if (!strcmp(word, "halo_phases")) put_halo_phases(kernel, real);
  else if (!strcmp(word, "point_phases")) put_point_phases(kernel, real);
  else if (!strcmp(word, "given_lane_parameters")) put_given_parameters(kernel);
  else if (!strcmp(word, "given_lane_arguments")) put_given_arguments(kernel, "vfi_given_%s");
  else if (!strcmp(word, "given_declared")) put_given_declared(kernel);
  else if (!strcmp(word, "given_start")) put_given_start(kernel);
  else if (!strcmp(word, "given_taken")) put_given_taken(kernel);
  else if (!strcmp(word, "carried_by_lanes")) put_carried(kernel, real);
  else if (!strcmp(word, "widest")) put_widest(kernel);
  else return false;
  return true;
}
