#include "rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_tied(const double *diagonal, double tied, int i, int j, double value)
{
  return i != j && value * value > tied * tied * fabs(diagonal[i] * diagonal[j]);
}

/* True if an unknown is tied to others, and none of these has a group. */
static bool may_found(const vfi_operator_rows *m, const double *diagonal, double tied, const int *group, int i)
{
  int room[VF_FINEST_ROW];
  bool is_any = false;
  double values[VF_FINEST_ROW];
  const int *column;
  const double *value;
  const int count = vfi_row_of(m, i, room, values, &column, &value);
  for (int e = 0; e < count; e++) {
    if (!is_tied(diagonal, tied, i, column[e], value[e])) continue;
    if (group[column[e]] >= 0) return false;
    is_any = true;
  }
  return is_any;
}

static void found_group(const vfi_operator_rows *m, const double *diagonal, double tied, int *group, int i,
                        int number_of)
{
  int room[VF_FINEST_ROW];
  double values[VF_FINEST_ROW];
  const int *column;
  const double *value;
  const int count = vfi_row_of(m, i, room, values, &column, &value);
  group[i] = number_of;
  for (int e = 0; e < count; e++)
    if (is_tied(diagonal, tied, i, column[e], value[e]) && group[column[e]] < 0) group[column[e]] = number_of;
}

/* The group of the neighbour with the strongest tie to an unknown, among the neighbours with a group in `of`. */
static int strongest(const vfi_operator_rows *m, const double *diagonal, double tied, const int *of, int i)
{
  int room[VF_FINEST_ROW], best = -1;
  double values[VF_FINEST_ROW], most = 0;
  const int *column;
  const double *value;
  const int count = vfi_row_of(m, i, room, values, &column, &value);
  for (int e = 0; e < count; e++) {
    const int j = column[e];
    if (!is_tied(diagonal, tied, i, j, value[e]) || of[j] < 0 || !(fabs(value[e]) > most)) continue;
    most = fabs(value[e]);
    best = of[j];
  }
  return best;
}

double vfi_part_with_groups(const vfi_operator_rows *m, const int *group, int i)
{
  int room[VF_FINEST_ROW];
  double values[VF_FINEST_ROW], all = 0, with = 0;
  const int *column;
  const double *value;
  const int count = vfi_row_of(m, i, room, values, &column, &value);
  for (int e = 0; e < count; e++) {
    if (column[e] == i) continue;
    all += fabs(value[e]);
    if (group[column[e]] >= 0) with += fabs(value[e]);
  }
  return all > 0 ? with / all : 1;
}

/* Numbers groups in the order of their first unknowns, so neighbouring groups have neighbouring numbers. */
static bool number_groups(int *group, int rows, int groups)
{
  int *number_of = malloc(((size_t)groups + 1) * sizeof *number_of), next = 0;
  if (!number_of) return false;
  for (int g = 0; g < groups; g++) number_of[g] = -1;
  for (int i = 0; i < rows; i++) {
    if (group[i] < 0) continue;
    int *const of_group = &number_of[group[i]];
    if (*of_group < 0) *of_group = next++;
    group[i] = *of_group;
  }
  free(number_of);
  return true;
}

/* An unknown is not tied by links that are weaker than this part of its strongest link. */
static const double part_of_strongest = 0.2;

/* Sets the size with which the links of each unknown are compared: the diagonal of the unknown, or its strongest link times
 * part_of_strongest over tied: the larger of the two. */
static bool measure_unknowns(const vfi_operator_rows *m, const double *diagonal, double tied, double *size)
{
  if (!size) return false;
#pragma omp parallel for schedule(static)
  for (int i = 0; i < m->rows; i++) {
    int room[VF_FINEST_ROW];
    double values[VF_FINEST_ROW], most = 0;
    const int *column;
    const double *value;
    const int count = vfi_row_of(m, i, room, values, &column, &value);
    for (int e = 0; e < count; e++)
      if (column[e] != i) most = fmax(most, fabs(value[e]));
    size[i] = fmax(fabs(diagonal[i]), part_of_strongest / tied * most);
  }
  return true;
}

int vfi_group_unknowns(const vfi_operator_rows *m, const double *diagonal, double tied, int *group)
{
  int groups = 0;
  int *joins = malloc((size_t)m->rows * sizeof *joins);
  double *size = malloc((size_t)m->rows * sizeof *size);
  if (!joins || !measure_unknowns(m, diagonal, tied, size)) {
    free(joins);
    free(size);
    return -1;
  }
  for (int i = 0; i < m->rows; i++) group[i] = -1;
  for (int i = 0; i < m->rows; i++)
    if (group[i] < 0 && may_found(m, size, tied, group, i)) found_group(m, size, tied, group, i, groups++);
#pragma omp parallel for schedule(static)
  for (int i = 0; i < m->rows; i++) joins[i] = group[i] < 0 ? strongest(m, size, tied, group, i) : group[i];
  memcpy(group, joins, (size_t)m->rows * sizeof *joins);
  free(joins);
  free(size);
  /* An unknown without a group takes the values of its neighbours if most of its links lead to
   * groups; else it founds a group. */
  for (int i = 0; i < m->rows; i++)
    if (group[i] < 0 && !(vfi_part_with_groups(m, group, i) >= 0.5)) group[i] = groups++;
  return number_groups(group, m->rows, groups) ? groups : -1;
}
