/* A build with VIEWFAB_BOUNDS checks the number of each element of a remote array against the parts of all ranks. A run
 * makes a single mistake, because on a GPU the trap ends the context. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <viewfab/remote.h>

#include <test_bounds_remote_kernels.h>

enum { ROWS = 5, ENTRIES = 2 };

static int failed(const char *what)
{
  fprintf(stderr, "%s: %s\n", what, vf_last_error());
  return 1;
}

/* Returns a wrong number for an element; words: the report's text about it. */
static int64_t wrong_number(const char *which, int64_t stride, char words[96])
{
  strcpy(words, ": rank 0, offset 5, and rank 0 has 5 elements, from offset 0");
  if (!strcmp(which, "beyond")) return ROWS;
  snprintf(words, 96, ": rank 1, offset 2, and the last rank is 0");
  if (!strcmp(which, "rank")) return stride + 2;
  strcpy(words, ", which is negative");
  return -3;
}

static int run(const char *which, vf_view *x, int64_t stride)
{
  static double values[ENTRIES][ROWS], y[ROWS];
  static int columns[ENTRIES][ROWS];
  vf_view *values_view, *columns_view, *y_view;
  const int64_t extents[2] = { ROWS, ENTRIES };
  const vf_box box = { { 1, 1, 1 }, { ROWS, 1, 1 } };
  char words[96], expected[256];
  const bool puts_it = strstr(which, "put") == which, right = strstr(which, "right") != NULL;
  const int64_t wrong = wrong_number(puts_it ? "beyond" : which, stride, words);
  for (int i = 0; i < ROWS; i++) columns[0][i] = i;
  if (!right) columns[0][2] = (int)wrong;
  if (vf_view_wrap(NULL, values, VF_REAL64, 2, extents, NULL, "values", VF_WRAP_DISTINCT, &values_view) ||
      vf_view_wrap(NULL, columns, VF_INT32, puts_it ? 1 : 2, extents, NULL, "columns", VF_WRAP_DISTINCT, &columns_view) ||
      vf_view_wrap(NULL, y, VF_REAL64, 1, extents, NULL, "y", VF_WRAP_DISTINCT, &y_view))
    return failed("wrap");
  const vf_status status = puts_it ? vf_put_to(&box, columns_view, y_view, x)
                                   : vf_ell_product(&box, values_view, columns_view, x, y_view, ENTRIES);
  if (right) return status ? failed("numbers of elements") : 0;
  snprintf(expected, sizeof expected, "kernel %s, at point (3), named element %lld of 'p' (argument x)%s",
           puts_it ? "put_to" : "ell_product", (long long)wrong, words);
  puts(vf_last_error());
  if (status != VF_ERROR_BOUNDS) return failed("no error of bounds");
  return strstr(vf_last_error(), expected) ? 0 : failed(expected);
}

int main(int count, char **arguments)
{
  vf_group *group = NULL;
  vf_remote *x = NULL;
  vf_view *view = NULL;
  int64_t stride = 0;
  if (count < 2 || vf_init(NULL) || vf_group_create_alone(NULL, &group) ||
      vf_remote_create(group, VF_REAL64, ROWS, "p", &x) || vf_remote_view(x, &view) ||
      vf_remote_size(x, NULL, NULL, &stride, NULL))
    return failed("preparing");
  return run(arguments[1], view, stride);
}
