/* The words of templates for kernels with lines. The values of line r are computed in the array r_values: along a row
 * before the bodies of the row, or around a point in the function of the point. A body has the parameter r. */
#include <stdio.h>
#include <string.h>

#include "loops.h"

/* Bytes of all lines of a part of a row, which stay in the first-level cache; and elements of a cache line, at which
 * the lines begin. */
enum { BYTES_OF_A_PART = 16384, CACHE_LINE = 64 };

static int line_bytes(const vfi_line_description *line, const char *real)
{
  const char *const type = element_in_c(line->type, real);
  return !strcmp(type, "double") || !strcmp(type, "int64_t") ? 8 : 4;
}

/* The least and the largest reach of the lines of a kernel. */
typedef struct line_reach {
  int least_below, most_below, least_above, most_above;
} line_reach;

static line_reach reach_of(const vfi_kernel_description *kernel)
{
  line_reach reach = { kernel->lines->below, kernel->lines->below, kernel->lines->above, kernel->lines->above };
  for (const vfi_line_description *line = kernel->lines; line->name; line++) {
    if (line->below < reach.least_below) reach.least_below = line->below;
    if (line->below > reach.most_below) reach.most_below = line->below;
    if (line->above < reach.least_above) reach.least_above = line->above;
    if (line->above > reach.most_above) reach.most_above = line->above;
  }
  return reach;
}

/* Elements of a line before the first point of a part; the points of all lines begin at a cache line. */
static int line_offset(const line_reach *reach)
{
  const int beyond = reach->most_below - reach->least_below;
  return reach->least_below + (beyond + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;
}

static int part_length(const vfi_kernel_description *kernel, const char *real)
{
  int bytes = 0;
  for (const vfi_line_description *line = kernel->lines; line->name; line++) bytes += line_bytes(line, real);
  return BYTES_OF_A_PART / bytes;
}

/* The values of the lines around point i. */
static void put_around(const vfi_kernel_description *kernel, const char *real)
{
  for (const vfi_line_description *line = kernel->lines; line->name; line++) {
    char i[64];
    const int count = line->below + line->above + 1;
    put("  %s %s_values[%d];\n%s\n", element_in_c(line->type, real), line->name, count,
        device_in_hand() ? "#pragma unroll" : "#pragma GCC unroll 16");
    put("  for (int vfi_x = 0; vfi_x < %d; vfi_x++)\n    %s_values[vfi_x] = vfi_line_%s(", count, line->name,
        line->name);
    snprintf(i, sizeof i, "i - %d + vfi_x", line->below);
    put_line_call_arguments(kernel, real, i, true);
    put(");\n");
  }
}

bool has_lines_around(const vfi_kernel_description *kernel)
{
  return kernel->lines->name &&
         (device_in_hand() || vfi_is_coloured(kernel) || kernel->result_count || kernel->checks_bounds);
}

static void put_types(const vfi_kernel_description *kernel, const char *real)
{
  int number = 0;
  for (const vfi_line_description *line = kernel->lines; line->name; line++) {
    put("typedef %s vfi_type_of_%s;\nenum { vfi_below_of_%s = %d, vfi_above_of_%s = %d", element_in_c(line->type, real),
        line->name, line->name, line->below, line->name, line->above);
    if (kernel->checks_bounds) put(", vfi_number_of_%s = %d", line->name, ++number);
    put(" };\n");
  }
}

static void put_line_parameters(const vfi_kernel_description *kernel, const char *real)
{
  for (const vfi_line_description *line = kernel->lines; line->name; line++) {
    char text[128];
    snprintf(text, sizeof text, "VF_UNUSED const %s *const %s", element_in_c(line->type, real), line->name);
    put_item(", ", " \\\n    ", text);
  }
  put_item(", ", " \\\n    ", "VF_UNUSED const int vfi_point");
  if (!has_lines_around(kernel)) put_item(", ", " \\\n    ", "VF_UNUSED const int vfi_first_of_lines");
  if (kernel->checks_bounds) put_item(", ", " \\\n    ", "VF_UNUSED const vfi_guard *const vfi_lines_guard");
}

static void put_line_arguments(const vfi_kernel_description *kernel)
{
  for (const vfi_line_description *line = kernel->lines; line->name; line++) {
    char text[96];
    snprintf(text, sizeof text, "%s_values", line->name);
    put_item(", ", "\n            ", text);
  }
  put(", i%s%s", has_lines_around(kernel) ? "" : ", vfi_first_of_lines",
      kernel->checks_bounds ? ", vfi_lines_guard" : "");
}

static void put_room(const vfi_kernel_description *kernel, const char *real)
{
  const line_reach reach = reach_of(kernel);
  const int room = part_length(kernel, real) + line_offset(&reach) + reach.most_above + CACHE_LINE;
  for (const vfi_line_description *line = kernel->lines; line->name; line++)
    put("  %s %s_values[%d] __attribute__((aligned(%d)));\n", element_in_c(line->type, real), line->name, room,
        CACHE_LINE);
}

/* The statement that computes a line at point vfi_x. */
static void put_value_of_line(const vfi_kernel_description *kernel, const char *real, const vfi_line_description *line)
{
  put("          %s_values[vfi_x - vfi_first_of_lines] = vfi_line_%s(", line->name, line->name);
  put_line_call_arguments(kernel, real, "vfi_x", false);
  put(");\n");
}

/* The points that all lines have, in one loop as in the originals, and then the further points of each line. */
static void put_filling(const vfi_kernel_description *kernel, const char *real)
{
  const line_reach reach = reach_of(kernel);
  put("#pragma omp simd\n        for (int vfi_x = vfi_first - %d; vfi_x <= vfi_last + %d; vfi_x++) {\n",
      reach.least_below, reach.least_above);
  for (const vfi_line_description *line = kernel->lines; line->name; line++) put_value_of_line(kernel, real, line);
  put("        }\n");
  for (const vfi_line_description *line = kernel->lines; line->name; line++) {
    if (line->below > reach.least_below) {
      put("        for (int vfi_x = vfi_first - %d; vfi_x < vfi_first - %d; vfi_x++)\n", line->below,
          reach.least_below);
      put_value_of_line(kernel, real, line);
    }
    if (line->above > reach.least_above) {
      put("        for (int vfi_x = vfi_last + %d; vfi_x <= vfi_last + %d; vfi_x++)\n", reach.least_above + 1,
          line->above);
      put_value_of_line(kernel, real, line);
    }
  }
}

bool put_line_word(const char *word, const vfi_kernel_description *kernel, const char *real)
{
  if (!kernel->lines->name) return !strncmp(word, "line", 4); /* of a body without lines: nothing */
  const line_reach reach = reach_of(kernel);
  if (!strcmp(word, "line_types")) put_types(kernel, real);
  else if (!strcmp(word, "line_parameters")) put_line_parameters(kernel, real);
  else if (!strcmp(word, "line_arguments")) put_line_arguments(kernel);
  else if (!strcmp(word, "lines_around")) put_around(kernel, real);
  else if (!strcmp(word, "line_room")) put_room(kernel, real);
  else if (!strcmp(word, "line_filling")) put_filling(kernel, real);
  else if (!strcmp(word, "line_part")) put("%d", part_length(kernel, real));
  else if (!strcmp(word, "line_offset")) put("%d", line_offset(&reach));
  else return false;
  return true;
}
