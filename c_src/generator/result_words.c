/* The words of templates for kernels with results. Result number r of a kernel has 256 lanes in vfi_lanes_of_<name>;
 * a result with a place has its best value so far in vfi_best_of_<name>. */
#include <stdio.h>
#include <string.h>

#include "loops.h"

const char *result_operation(const vfi_result_description *result)
{
  static const char *const names[] = { "VF_REDUCTION_NONE"
#define NAME(NAME, ...) , "VF_REDUCTION_" #NAME
                                       VF_REDUCTION_LIST(NAME)
#undef NAME
  };
  return names[result->reduction];
}

/* Results in bodies: a function for each, VF_GIVE calls the function by the name of the result. */
static void put_functions(const vfi_kernel_description *kernel)
{
  const char *const round = device_in_hand() ? ", VF_UNUSED const int round" : "";
  for (int r = 0; r < kernel->result_count; r++) {
    const vfi_result_description *result = &kernel->results[r];
    if (result->placed)
      put("VF_INLINE void vfi_give_%s(vfi_best *const best, const double value%s)\n"
          "{\n  vfi_give_extremum(best, %s, value, %s);\n}\n",
          result->name, round, result_operation(result), device_in_hand() ? "round" : "0");
    else
      put("VF_INLINE void vfi_give_%s(double *const lane, const double value%s)\n"
          "{\n  *lane = vfi_reduction_combine(%s, *lane, value);\n}\n",
          result->name, round, result_operation(result));
  }
}

static void put_parameters_of_results(const vfi_kernel_description *kernel, const char *broken)
{
  if (vfi_is_reduction(kernel)) return; /* a term returns its result */
  for (int r = 0; r < kernel->result_count; r++) {
    char text[128];
    snprintf(text, sizeof text, "VF_UNUSED %s *const vfi_of_%s", kernel->results[r].placed ? "vfi_best" : "double",
             kernel->results[r].name);
    put_item(", ", broken, text);
  }
  if (device_in_hand() && kernel->result_count) put_item(", ", broken, "VF_UNUSED const int vfi_round");
}

static void put_arguments_of_results(const vfi_kernel_description *kernel)
{
  for (int r = 0; r < kernel->result_count && !vfi_is_reduction(kernel); r++)
    put_item(", ", "\n    ", filled("vfi_of_%s", kernel->results[r].name));
  if (device_in_hand() && kernel->result_count && !vfi_is_reduction(kernel)) put(", vfi_round");
}

static void put_lanes(const vfi_kernel_description *kernel)
{
  for (int r = 0; r < kernel->result_count; r++) {
    const vfi_result_description *result = &kernel->results[r];
    put("  double vfi_lanes_of_%s[VF_REDUCTION_LANES];\n", result->name);
    if (result->placed)
      put("  vfi_extremum vfi_best_of_%s = { vfi_reduction_start(%s), VF_NO_PLACE "
          "};\n",
          result->name, result_operation(result));
    else put("  vfi_lanes_start(%s, vfi_lanes_of_%s);\n", result_operation(result), result->name);
  }
}

/* The statements of one point: its values go to the lanes. */
static void put_point(const vfi_kernel_description *kernel, const char *real)
{
  static const char *const lane = "[vfi_lane + vfi_x]";
  if (vfi_is_reduction(kernel)) {
    put("        vfi_lanes_of_result%s = vfi_reduction_combine(%s, "
        "vfi_lanes_of_result%s,\n          (double)vf_%s_point(",
        lane, result_operation(&kernel->results[0]), lane, kernel->name);
    put_point_arguments(kernel, real);
    put("));\n");
    return;
  }
  for (int r = 0; r < kernel->result_count; r++) {
    const vfi_result_description *result = &kernel->results[r];
    if (result->placed)
      put("        vfi_best vfi_of_%s = { vfi_reduction_start(%s), -1 };\n", result->name, result_operation(result));
    else put("        double vfi_of_%s = vfi_lanes_of_%s%s;\n", result->name, result->name, lane);
  }
  put("        vf_%s_point(", kernel->name);
  put_point_arguments(kernel, real);
  for (int r = 0; r < kernel->result_count; r++) {
    char text[96];
    snprintf(text, sizeof text, "&vfi_of_%s", kernel->results[r].name);
    put_item(", ", "\n          ", text);
  }
  put(");\n");
  for (int r = 0; r < kernel->result_count; r++)
    put("        vfi_lanes_of_%s%s = vfi_of_%s%s;\n", kernel->results[r].name, lane, kernel->results[r].name,
        kernel->results[r].placed ? ".value" : "");
}

static void put_extrema(const vfi_kernel_description *kernel)
{
  for (int r = 0; r < kernel->result_count; r++)
    if (kernel->results[r].placed)
      put("      vfi_take_first(%s, &vfi_lanes_of_%s[vfi_lane], vfi_from, vfi_to, "
          "vfi_cell - vfi_begin, %d, &vfi_best_of_%s);\n",
          result_operation(&kernel->results[r]), kernel->results[r].name, points_of(kernel)->step,
          kernel->results[r].name);
}

/* The row of a tile: the values of all results, then the places. */
static void put_row(const vfi_kernel_description *kernel)
{
  int place = kernel->result_count;
  for (int r = 0; r < kernel->result_count; r++) {
    const vfi_result_description *result = &kernel->results[r];
    if (!result->placed) {
      put("  vfi_row[%d].value = vfi_reduction_lanes(%s, vfi_lanes_of_%s);\n", r, result_operation(result),
          result->name);
      continue;
    }
    put("  vfi_row[%d].value = vfi_best_of_%s.value;\n", r, result->name);
    put("  vfi_row[%d].place = vfi_place_in_tile(vfi_number, "
        "vfi_best_of_%s.cell);\n",
        place++, result->name);
  }
}

static int row_length(const vfi_kernel_description *kernel)
{
  int length = kernel->result_count;
  for (int r = 0; r < kernel->result_count; r++) length += kernel->results[r].placed;
  return length;
}

/* ---- GPUs: the block of a tile has a thread for each lane. Result r of a thread is vfi_of_r, and the lanes of all threads
 * are vfi_lanes_of_r; the lanes of a result with a place have cells of the tile in vfi_cells_of_r ---- */

static void put_results_of_thread(const vfi_kernel_description *kernel)
{
  for (int r = 0; r < kernel->result_count; r++) {
    const vfi_result_description *result = &kernel->results[r];
    if (result->placed)
      put("  vfi_best vfi_of_%s = { vfi_reduction_start(%s), -1 };\n", result->name, result_operation(result));
    else put("  double vfi_of_%s = vfi_reduction_start(%s);\n", result->name, result_operation(result));
  }
}

static void put_shared_lanes(const vfi_kernel_description *kernel)
{
  for (int r = 0; r < kernel->result_count; r++) {
    put("  __shared__ double vfi_lanes_of_%s[VF_REDUCTION_LANES];\n", kernel->results[r].name);
    if (kernel->results[r].placed)
      put("  __shared__ int vfi_cells_of_%s[VF_REDUCTION_LANES];\n", kernel->results[r].name);
  }
}

static void put_point_of_thread(const vfi_kernel_description *kernel, const char *real)
{
  if (vfi_is_reduction(kernel)) {
    put("  vfi_of_result = vfi_reduction_combine(%s, vfi_of_result, (double)vf_%s_point(",
        result_operation(&kernel->results[0]), kernel->name);
    put_point_arguments(kernel, real);
    put("));\n");
    return;
  }
  put("  vf_%s_point(", kernel->name);
  put_point_arguments(kernel, real);
  for (int r = 0; r < kernel->result_count; r++)
    put_item(", ", "\n          ", filled("&vfi_of_%s", kernel->results[r].name));
  put(", vfi_round);\n");
}

/* The results of all threads, for the tree. */
static void put_sharing(const vfi_kernel_description *kernel)
{
  for (int r = 0; r < kernel->result_count; r++) {
    const char *const name = kernel->results[r].name;
    put("  vfi_lanes_of_%s[vfi_lane] = vfi_of_%s%s;\n", name, name, kernel->results[r].placed ? ".value" : "");
    if (kernel->results[r].placed)
      put("  vfi_cells_of_%s[vfi_lane] = vfi_cell_of_round(vfi_of_%s.round, vfi_lane);\n", name, name);
  }
}

/* The row of a tile: each result has 32 threads of the block. */
static void put_row_of_block(const vfi_kernel_description *kernel)
{
  int place = kernel->result_count;
  for (int r = 0; r < kernel->result_count; r++) {
    const vfi_result_description *result = &kernel->results[r];
    put("  if (vfi_lane / 32 == %d)", r % 8);
    if (result->placed)
      put(" vfi_reduce_placed(%s, vfi_lanes_of_%s, vfi_cells_of_%s, vfi_number, &vfi_row[%d], &vfi_row[%d]);\n",
          result_operation(result), result->name, result->name, r, place++);
    else put(" vfi_reduce_lanes(%s, vfi_lanes_of_%s, &vfi_row[%d]);\n", result_operation(result), result->name, r);
  }
}

static bool put_device_result_word(const char *word, const vfi_kernel_description *kernel, const char *real)
{
  if (!strcmp(word, "results_of_thread")) put_results_of_thread(kernel);
  else if (!strcmp(word, "shared_lanes")) put_shared_lanes(kernel);
  else if (!strcmp(word, "point_of_thread")) put_point_of_thread(kernel, real);
  else if (!strcmp(word, "sharing")) put_sharing(kernel);
  else if (!strcmp(word, "row_of_block")) put_row_of_block(kernel);
  else return false;
  return true;
}

bool put_result_word(const char *word, const vfi_kernel_description *kernel, const char *real)
{
  if (!strcmp(word, "given_functions")) put_functions(kernel);
  else if (!strcmp(word, "given_parameters")) put_parameters_of_results(kernel, " \\\n    ");
  else if (!strcmp(word, "given_function_parameters")) put_parameters_of_results(kernel, "\n    ");
  else if (!strcmp(word, "given_arguments")) put_arguments_of_results(kernel);
  else if (!strcmp(word, "given_round")) put("%s", device_in_hand() ? ", vfi_round" : "");
  else if (!strcmp(word, "given_point")) put_point(kernel, real);
  else if (!strcmp(word, "lanes")) put_lanes(kernel);
  else if (!strcmp(word, "extrema")) put_extrema(kernel);
  else if (!strcmp(word, "row")) put_row(kernel);
  else if (!strcmp(word, "row_length")) put("%d", row_length(kernel));
  else return put_device_result_word(word, kernel, real);
  return true;
}
