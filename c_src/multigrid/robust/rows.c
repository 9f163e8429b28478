#include "rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double number(const vf_field *x, const int at[3])
{
  return x->at[vfi_field_place(x, at[0]) + at[1] * x->row + at[2] * x->plane];
}

/* The diagonal contains walls and reflections. */
static int finest_row(const vfi_finest_rows *m, int row, int column[VF_FINEST_ROW], double value[VF_FINEST_ROW])
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

int vfi_row_of(const vfi_operator_rows *m, int row, int room[VF_FINEST_ROW], double values[VF_FINEST_ROW],
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

void vfi_row_lists_free(vfi_row_lists *lists)
{
  free(lists->start);
  free(lists->column);
  free(lists->value);
  *lists = (vfi_row_lists){ 0 };
}

enum { LONGEST_UP = 64 };
static const double small_part = 0.1; /* of the largest part in a list */

/* Adds a term to the element of a column in a list of `count` elements; returns the new count. */
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

/* Lists would grow from level to level. The function leaves small parts out and adds them to the largest part, so the
 * sum stays. Factors for all remaining parts would have no bound if parts of both signs nearly cancel. */
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

static int up_row(const vfi_operator_rows *m, const double *diagonal, const int *group, double length, int i, int *to,
                  double *part)
{
  int room[VF_FINEST_ROW], found = 0;
  double values[VF_FINEST_ROW];
  const int *column;
  const double *value;
  const int count = vfi_row_of(m, i, room, values, &column, &value);
  if (group[i] >= 0) found = add_to(to, part, found, group[i], 1);
  else length = 1 / vfi_part_with_groups(m, group, i);
  /* A neighbour of no group counts as the unknown's own group: the sum of the parts stays, so that a constant on a strong
   * inclusion stays one. */
  for (int e = 0; e < count && diagonal[i] != 0; e++) {
    const int of = group[column[e]] >= 0 ? group[column[e]] : group[i];
    if (of >= 0) found = add_to(to, part, found, of, -length / diagonal[i] * value[e]);
  }
  return without_small(to, part, found);
}

static bool allocate_rows(vfi_row_lists *lists, int rows, int64_t elements)
{
  lists->rows = rows;
  lists->column = malloc((size_t)(elements + 1) * sizeof *lists->column);
  lists->value = malloc((size_t)(elements + 1) * sizeof *lists->value);
  return lists->column && lists->value;
}

/* Rows of lists that one thread makes together. */
typedef struct row_block {
  int first, last;
  int64_t count, room;
  int *column;
  double *value;
} row_block;

enum { BLOCKS = 64, LEAST_ROWS = 512 };

static bool grow(row_block *p, int64_t least)
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

/* Joins blocks to lists; `make` fills each block, lengths has a number for each row. The blocks do not depend on the
 * number of threads. */
static bool rows_of_blocks(int rows, bool (*make)(row_block *p, int64_t *lengths, const void *data), const void *data,
                           vfi_row_lists *lists)
{
  const int blocks = rows / LEAST_ROWS < 1 ? 1 : rows / LEAST_ROWS > BLOCKS ? BLOCKS : rows / LEAST_ROWS;
  row_block all[BLOCKS] = { 0 };
  bool good = true;
  *lists = (vfi_row_lists){ .rows = rows, .start = calloc((size_t)rows + 1, sizeof *lists->start) };
  if (!lists->start) return false;
#pragma omp parallel for schedule(dynamic, 1)
  for (int p = 0; p < blocks; p++) {
    all[p].first = (int)((int64_t)rows * p / blocks);
    all[p].last = (int)((int64_t)rows * (p + 1) / blocks);
    if (!make(&all[p], lists->start + 1, data)) {
#pragma omp atomic write
      good = false;
    }
  }
  for (int row = 0; row < rows; row++) lists->start[row + 1] += lists->start[row];
  good = good && allocate_rows(lists, rows, lists->start[rows]);
#pragma omp parallel for schedule(dynamic, 1)
  for (int p = 0; p < blocks; p++) {
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
  const vfi_operator_rows *m;
  const double *diagonal;
  const int *group;
  double length;
} interpolated;

static bool interpolation_block(row_block *p, int64_t *lengths, const void *data)
{
  const interpolated *of = data;
  for (int i = p->first; i < p->last; i++) {
    if (!grow(p, p->count + LONGEST_UP)) return false;
    lengths[i] = up_row(of->m, of->diagonal, of->group, of->length, i, p->column + p->count, p->value + p->count);
    p->count += lengths[i];
  }
  return true;
}

bool vfi_interpolation_rows(const vfi_operator_rows *m, const double *diagonal, const int *group, double length,
                            vfi_row_lists *up)
{
  return rows_of_blocks(m->rows, interpolation_block, &(interpolated){ m, diagonal, group, length }, up);
}

/* A thread looks for its part of the columns in all rows, so elements of a column stay in the order of rows. */
bool vfi_transposed_rows(const vfi_row_lists *from, int columns, vfi_row_lists *to)
{
  enum { COLUMN_PARTS = 16 };
  const int64_t elements = from->start[from->rows];
  *to = (vfi_row_lists){ .start = calloc((size_t)columns + 2, sizeof *to->start) };
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
  const vfi_row_lists *down;
  const vfi_operator_rows *m;
  const vfi_row_lists *up;
  int columns;
} multiplied;

static bool product_block(row_block *p, int64_t *lengths, const void *data)
{
  const multiplied *of = data;
  const vfi_row_lists *down = of->down, *up = of->up;
  /* place of a column in the new row, valid from the row's beginning on */
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
      const int count = vfi_row_of(of->m, down->column[e], room, values, &column, &value);
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

bool vfi_product_rows(const vfi_row_lists *down, const vfi_operator_rows *m, const vfi_row_lists *up, int columns,
                      vfi_row_lists *product)
{
  return rows_of_blocks(down->rows, product_block, &(multiplied){ down, m, up, columns }, product);
}

/* y = m x over the diagonal. Returns the largest sum of absolute values in a row over the diagonal;
 * no eigenvalue is larger. */
static double over_diagonal(const vfi_operator_rows *m, const double *diagonal, const double *x, double *y)
{
  double most = 0;
#pragma omp parallel for schedule(static) reduction(max : most)
  for (int i = 0; i < m->rows; i++) {
    int room[VF_FINEST_ROW];
    double values[VF_FINEST_ROW], sum = 0, sizes = 0;
    const int *column;
    const double *value;
    const int count = vfi_row_of(m, i, room, values, &column, &value);
    for (int e = 0; e < count; e++) {
      sum += value[e] * x[column[e]];
      sizes += fabs(value[e]);
    }
    y[i] = diagonal[i] != 0 ? sum / diagonal[i] : 0;
    if (diagonal[i] != 0) most = fmax(most, sizes / fabs(diagonal[i]));
  }
  return most;
}

/* Power iteration of m over its diagonal, with the diagonal as weights of the scalar product. */
double vfi_largest_eigenvalue(const vfi_operator_rows *m, const double *diagonal, double *vectors)
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
