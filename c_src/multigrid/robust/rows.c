#include "rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double number(const vf_field *x, const int at[3])
{
  return x->at[vf_field_place(x, at[0]) + at[1] * x->row + at[2] * x->plane];
}

/* Walls and reflections are in the diagonal. */
static int finest_row(const vf_finest_rows *m, int row, int column[VF_FINEST_ROW], double value[VF_FINEST_ROW])
{
  const int cell[3] = { row % m->n[0], row / m->n[0] % m->n[1], row / m->n[0] / m->n[1] };
  const int step[3] = { 1, m->n[0], m->n[0] * m->n[1] };
  int count = 1;
  column[0] = row;
  value[0] = m->alpha * number(&m->a, cell);
  for (int d = 0; d < 3; d++)
    for (int high = 0; high < 2; high++) {
      int face[3] = { cell[0], cell[1], cell[2] };
      face[d] += high;
      const double link = m->over[d] * number(&m->b[d], face);
      const bool end = cell[d] == (high ? m->n[d] - 1 : 0);
      if (end && (!m->periodic[d] || m->n[d] == 1)) {
        value[0] += link * (1 - m->ghost[d + 3 * high]);
        continue;
      }
      value[0] += link;
      column[count] = row + (high ? step[d] : -step[d]) * (end ? 1 - m->n[d] : 1);
      value[count++] = -link;
    }
  return count;
}

int vf_row_of(const vf_operator_rows *m, int row, int room[VF_FINEST_ROW], double values[VF_FINEST_ROW],
              const int **column, const double **value)
{
  if (m->finest) {
    *column = room;
    *value = values;
    return finest_row(m->finest, row, room, values);
  }
  *column = m->lists.column + m->lists.start[row];
  *value = m->lists.value + m->lists.start[row];
  return (int)(m->lists.start[row + 1] - m->lists.start[row]);
}

void vf_row_lists_free(vf_row_lists *lists)
{
  free(lists->start);
  free(lists->column);
  free(lists->value);
  *lists = (vf_row_lists){ 0 };
}

static bool is_tied(const double *diagonal, double tied, int i, int j, double value)
{
  return i != j && value * value > tied * tied * fabs(diagonal[i] * diagonal[j]);
}

/* Whether an unknown is tied to others, of which none has a group. */
static bool may_found(const vf_operator_rows *m, const double *diagonal, double tied, const int *group, int i)
{
  int room[VF_FINEST_ROW];
  bool is_any = false;
  double values[VF_FINEST_ROW];
  const int *column;
  const double *value;
  const int count = vf_row_of(m, i, room, values, &column, &value);
  for (int e = 0; e < count; e++) {
    if (!is_tied(diagonal, tied, i, column[e], value[e])) continue;
    if (group[column[e]] >= 0) return false;
    is_any = true;
  }
  return is_any;
}

static void found_group(const vf_operator_rows *m, const double *diagonal, double tied, int *group, int i,
                        int number_of)
{
  int room[VF_FINEST_ROW];
  double values[VF_FINEST_ROW];
  const int *column;
  const double *value;
  const int count = vf_row_of(m, i, room, values, &column, &value);
  group[i] = number_of;
  for (int e = 0; e < count; e++)
    if (is_tied(diagonal, tied, i, column[e], value[e]) && group[column[e]] < 0) group[column[e]] = number_of;
}

/* The group of the neighbour that an unknown is tied to most, of those with a group in `of`. */
static int strongest(const vf_operator_rows *m, const double *diagonal, double tied, const int *of, int i)
{
  int room[VF_FINEST_ROW], best = -1;
  double values[VF_FINEST_ROW], most = 0;
  const int *column;
  const double *value;
  const int count = vf_row_of(m, i, room, values, &column, &value);
  for (int e = 0; e < count; e++) {
    const int j = column[e];
    if (!is_tied(diagonal, tied, i, j, value[e]) || of[j] < 0 || !(fabs(value[e]) > most)) continue;
    most = fabs(value[e]);
    best = of[j];
  }
  return best;
}

/* Of the links of an unknown, the part to those that have groups. */
static double part_with_groups(const vf_operator_rows *m, const int *group, int i)
{
  int room[VF_FINEST_ROW];
  double values[VF_FINEST_ROW], all = 0, with = 0;
  const int *column;
  const double *value;
  const int count = vf_row_of(m, i, room, values, &column, &value);
  for (int e = 0; e < count; e++) {
    if (column[e] == i) continue;
    all += fabs(value[e]);
    if (group[column[e]] >= 0) with += fabs(value[e]);
  }
  return all > 0 ? with / all : 1;
}

/* Numbers groups in the order of their first unknowns, so that those that are near each other have numbers that are. */
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

int vf_group_unknowns(const vf_operator_rows *m, const double *diagonal, double tied, int *group)
{
  int groups = 0;
  int *joins = malloc((size_t)m->rows * sizeof *joins);
  if (!joins) return -1;
  for (int i = 0; i < m->rows; i++) group[i] = -1;
  for (int i = 0; i < m->rows; i++)
    if (group[i] < 0 && may_found(m, diagonal, tied, group, i)) found_group(m, diagonal, tied, group, i, groups++);
#pragma omp parallel for schedule(static)
  for (int i = 0; i < m->rows; i++) joins[i] = group[i] < 0 ? strongest(m, diagonal, tied, group, i) : group[i];
  memcpy(group, joins, (size_t)m->rows * sizeof *joins);
  free(joins);
  /* Others take what their neighbours have, if most of these have groups. */
  for (int i = 0; i < m->rows; i++)
    if (group[i] < 0 && !(part_with_groups(m, group, i) >= 0.5)) group[i] = groups++;
  return number_groups(group, m->rows, groups) ? groups : -1;
}

enum { LONGEST_UP = 64 };
static const double small_part = 0.1; /* of the largest in a list */

/* Adds to the element of a column in a list of count ones. */
static int add_to(int *column, double *value, int count, int at, double term)
{
  for (int e = 0; e < count; e++)
    if (column[e] == at) {
      value[e] += term;
      return count;
    }
  if (count == LONGEST_UP) return count;
  column[count] = at;
  value[count] = term;
  return count + 1;
}

/* Lists would grow from level to level: small parts are left out, and the largest one takes them, so that the sum stays.
 * Factors for all that is left would be without bounds where parts of both signs nearly cancel. */
static int without_small(int *column, double *value, int count)
{
  double most = 0, left_out = 0;
  int kept = 0, largest = 0;
  for (int e = 0; e < count; e++) most = fmax(most, fabs(value[e]));
  for (int e = 0; e < count; e++) {
    if (fabs(value[e]) < small_part * most) {
      left_out += value[e];
      continue;
    }
    if (fabs(value[e]) == most) largest = kept;
    column[kept] = column[e];
    value[kept++] = value[e];
  }
  if (kept > 0) value[largest] += left_out;
  return kept;
}

static int up_row(const vf_operator_rows *m, const double *diagonal, const int *group, double length, int i, int *to,
                  double *part)
{
  int room[VF_FINEST_ROW], found = 0;
  double values[VF_FINEST_ROW];
  const int *column;
  const double *value;
  const int count = vf_row_of(m, i, room, values, &column, &value);
  if (group[i] >= 0) found = add_to(to, part, found, group[i], 1);
  else length = 1 / part_with_groups(m, group, i);
  for (int e = 0; e < count && diagonal[i] != 0; e++)
    if (group[column[e]] >= 0) found = add_to(to, part, found, group[column[e]], -length / diagonal[i] * value[e]);
  return without_small(to, part, found);
}

static bool allocate_rows(vf_row_lists *lists, int rows, int64_t elements)
{
  lists->rows = rows;
  lists->column = malloc((size_t)(elements + 1) * sizeof *lists->column);
  lists->value = malloc((size_t)(elements + 1) * sizeof *lists->value);
  return lists->column && lists->value;
}

/* Rows of lists that are made at once, by one thread. */
typedef struct part {
  int first, last;
  int64_t count, room;
  int *column;
  double *value;
} part;

enum { PARTS = 64, LEAST_ROWS = 512 };

static bool grow(part *p, int64_t least)
{
  if (least <= p->room) return true;
  const int64_t room = least + p->room;
  int *column = realloc(p->column, (size_t)room * sizeof *column);
  if (column) p->column = column;
  double *value = realloc(p->value, (size_t)room * sizeof *value);
  if (value) p->value = value;
  if (column && value) p->room = room;
  return column && value;
}

/* Lists from parts, each of which `make` fills; lengths: of all rows. The parts do not depend on the number of threads. */
static bool rows_of_parts(int rows, bool (*make)(part *p, int64_t *lengths, const void *data), const void *data,
                          vf_row_lists *lists)
{
  const int parts = rows / LEAST_ROWS < 1 ? 1 : rows / LEAST_ROWS > PARTS ? PARTS : rows / LEAST_ROWS;
  part all[PARTS] = { 0 };
  bool good = true;
  *lists = (vf_row_lists){ .rows = rows, .start = calloc((size_t)rows + 1, sizeof *lists->start) };
  if (!lists->start) return false;
#pragma omp parallel for schedule(dynamic, 1)
  for (int p = 0; p < parts; p++) {
    all[p].first = (int)((int64_t)rows * p / parts);
    all[p].last = (int)((int64_t)rows * (p + 1) / parts);
    if (!make(&all[p], lists->start + 1, data)) {
#pragma omp atomic write
      good = false;
    }
  }
  for (int row = 0; row < rows; row++) lists->start[row + 1] += lists->start[row];
  good = good && allocate_rows(lists, rows, lists->start[rows]);
#pragma omp parallel for schedule(dynamic, 1)
  for (int p = 0; p < parts; p++) {
    if (good && all[p].count > 0) {
      memcpy(lists->column + lists->start[all[p].first], all[p].column, (size_t)all[p].count * sizeof(int));
      memcpy(lists->value + lists->start[all[p].first], all[p].value, (size_t)all[p].count * sizeof(double));
    }
    free(all[p].column);
    free(all[p].value);
  }
  return good;
}

typedef struct interpolated {
  const vf_operator_rows *m;
  const double *diagonal;
  const int *group;
  double length;
} interpolated;

static bool interpolation_part(part *p, int64_t *lengths, const void *data)
{
  const interpolated *of = data;
  for (int i = p->first; i < p->last; i++) {
    if (!grow(p, p->count + LONGEST_UP)) return false;
    lengths[i] = up_row(of->m, of->diagonal, of->group, of->length, i, p->column + p->count, p->value + p->count);
    p->count += lengths[i];
  }
  return true;
}

bool vf_interpolation_rows(const vf_operator_rows *m, const double *diagonal, const int *group, double length,
                           vf_row_lists *up)
{
  return rows_of_parts(m->rows, interpolation_part, &(interpolated){ m, diagonal, group, length }, up);
}

/* Each part of the columns is looked for in all rows, so that elements of a column stay in the order of rows. */
bool vf_transposed_rows(const vf_row_lists *from, int columns, vf_row_lists *to)
{
  enum { COLUMN_PARTS = 16 };
  const int64_t elements = from->start[from->rows];
  *to = (vf_row_lists){ .start = calloc((size_t)columns + 2, sizeof *to->start) };
  if (!to->start || !allocate_rows(to, columns, elements)) return false;
  int64_t *const next = to->start + 1;
#pragma omp parallel for schedule(static, 1)
  for (int p = 0; p < COLUMN_PARTS; p++) {
    const int low = (int)((int64_t)columns * p / COLUMN_PARTS), high = (int)((int64_t)columns * (p + 1) / COLUMN_PARTS);
    for (int64_t e = 0; e < elements; e++)
      if (from->column[e] >= low && from->column[e] < high) next[from->column[e] + 1]++;
  }
  for (int c = 0; c < columns; c++) next[c + 1] += next[c];
#pragma omp parallel for schedule(static, 1)
  for (int p = 0; p < COLUMN_PARTS; p++) {
    const int low = (int)((int64_t)columns * p / COLUMN_PARTS), high = (int)((int64_t)columns * (p + 1) / COLUMN_PARTS);
    for (int i = 0; i < from->rows; i++)
      for (int64_t e = from->start[i]; e < from->start[i + 1]; e++) {
        if (from->column[e] < low || from->column[e] >= high) continue;
        const int64_t at = next[from->column[e]]++;
        to->column[at] = i;
        to->value[at] = from->value[e];
      }
  }
  return true;
}

typedef struct multiplied {
  const vf_row_lists *down;
  const vf_operator_rows *m;
  const vf_row_lists *up;
  int columns;
} multiplied;

static bool product_part(part *p, int64_t *lengths, const void *data)
{
  const multiplied *of = data;
  const vf_row_lists *down = of->down, *up = of->up;
  /* of a column in the row that is made, if not less than its start */
  int64_t *place = malloc((size_t)of->columns * sizeof *place);
  if (!place) return false;
  for (int c = 0; c < of->columns; c++) place[c] = -1;
  bool good = true;
  for (int row = p->first; row < p->last && good; row++) {
    const int64_t begin = p->count;
    for (int64_t e = down->start[row]; e < down->start[row + 1] && good; e++) {
      int room[VF_FINEST_ROW];
      double values[VF_FINEST_ROW];
      const int *column;
      const double *value;
      const int count = vf_row_of(of->m, down->column[e], room, values, &column, &value);
      for (int f = 0; f < count && good; f++) {
        const int64_t from = up->start[column[f]], to = up->start[column[f] + 1];
        const double term = down->value[e] * value[f];
        good = grow(p, p->count + (to - from));
        for (int64_t g = from; g < to && good; g++) {
          const int c = up->column[g];
          if (place[c] < begin) {
            place[c] = p->count++;
            p->column[place[c]] = c;
            p->value[place[c]] = 0;
          }
          p->value[place[c]] += term * up->value[g];
        }
      }
    }
    lengths[row] = p->count - begin;
  }
  free(place);
  return good;
}

bool vf_product_rows(const vf_row_lists *down, const vf_operator_rows *m, const vf_row_lists *up, int columns,
                     vf_row_lists *product)
{
  return rows_of_parts(down->rows, product_part, &(multiplied){ down, m, up, columns }, product);
}

/* y = m x over the diagonal; returns the largest of the sums of sizes in rows over it, which no eigenvalue exceeds. */
static double over_diagonal(const vf_operator_rows *m, const double *diagonal, const double *x, double *y)
{
  double most = 0;
#pragma omp parallel for schedule(static) reduction(max : most)
  for (int i = 0; i < m->rows; i++) {
    int room[VF_FINEST_ROW];
    double values[VF_FINEST_ROW], sum = 0, sizes = 0;
    const int *column;
    const double *value;
    const int count = vf_row_of(m, i, room, values, &column, &value);
    for (int e = 0; e < count; e++) {
      sum += value[e] * x[column[e]];
      sizes += fabs(value[e]);
    }
    y[i] = diagonal[i] != 0 ? sum / diagonal[i] : 0;
    if (diagonal[i] != 0) most = fmax(most, sizes / fabs(diagonal[i]));
  }
  return most;
}

/* Powers of m over its diagonal, in the product of vectors that has the diagonal as weights. */
double vf_largest_eigenvalue(const vf_operator_rows *m, const double *diagonal, double *vectors)
{
  enum { TURNS = 20 };
  double *x = vectors, *y = vectors + m->rows, found = 0, most = 0;
  for (int i = 0; i < m->rows; i++) x[i] = ((uint32_t)i * 2654435761u >> 8) * 0x1p-24 - 0.5;
  for (int turn = 0; turn < TURNS; turn++) {
    double products = 0, squares = 0, largest = 0;
    most = over_diagonal(m, diagonal, x, y);
    if (m->finest) return most;
    for (int i = 0; i < m->rows; i++) {
      products += diagonal[i] * x[i] * y[i];
      squares += diagonal[i] * x[i] * x[i];
      largest = fmax(largest, fabs(y[i]));
    }
    if (!(largest > 0)) return 1;
    found = products / squares;
    for (int i = 0; i < m->rows; i++) x[i] = y[i] / largest;
  }
  return fmin(most, 1.1 * found);
}
