#include "scene.h"

scene s;

int rows_of(int rank) { return MOST_ROWS - 100 - 37 * rank; }

static unsigned mix(unsigned a, unsigned b)
{
  unsigned h = a * 2654435761u ^ (b + 0x9e3779b9u) * 2246822519u;
  h ^= h >> 15;
  return h * 3266489917u ^ h >> 13;
}

double x_of(int64_t global) { return (double)(mix((unsigned)global, 1) % 20001u) / 1000 - 10; }
static double value_of(int64_t row, int c) { return (double)(mix((unsigned)row, (unsigned)c + 2) % 10007u) / 500 - 10; }
static int64_t column_of(int64_t row, int c)
{
  return (int64_t)(mix((unsigned)row, (unsigned)c + 99) % (unsigned)s.total);
}

vf_view *wrap(void *host, vf_type type, int rank, int64_t rows, int64_t entries, const char *label)
{
  vf_view *view = NULL;
  const int64_t extents[2] = { rows, entries };
  must(vf_view_wrap(NULL, host, type, rank, extents, NULL, label, VF_WRAP_DISTINCT, &view));
  return view;
}

void fill_own(double (*value)(int64_t))
{
  void *host = NULL;
  must(vf_view_to_host(s.x_view, VF_WRITE));
  must(vf_view_host_address(s.x_view, &host));
  for (int i = 0; i < s.rows; i++) ((double *)host)[i] = value(s.first + i);
}

void make_scene(const char *form)
{
  memset(&s, 0, sizeof s);
  setenv("VF_REMOTE_FORM", form, 1);
  s.group = make_group();
  must(vf_group_size(s.group, &s.rank, &s.ranks));
  s.rows = rows_of(s.rank);
  must(vf_remote_create(s.group, VF_REAL64, s.rows, "x", &s.x));
  must(vf_remote_create(s.group, VF_INT32, s.rows, "count", &s.count));
  must(vf_remote_view(s.x, &s.x_view));
  must(vf_remote_view(s.count, &s.count_view));
  must(vf_remote_size(s.x, &s.total, &s.first, NULL, NULL));
  for (int i = 0; i < s.rows; i++) {
    s.expected[i] = 0;
    for (int c = 0; c < ENTRIES; c++) {
      s.values[c][i] = value_of(s.first + i, c);
      s.wide[c][i] = column_of(s.first + i, c);
      s.columns[c][i] = (int)s.wide[c][i];
      s.expected[i] += s.values[c][i] * x_of(s.wide[c][i]);
    }
  }
  for (int c = 0; c < ENTRIES; c++) {
    must(vf_remote_numbers(s.x, s.columns[c], VF_INT32, s.rows, 0));
    must(vf_remote_numbers(s.x, s.wide[c], VF_INT64, s.rows, 0));
  }
  /* the columns of these arrays lie MOST_ROWS apart */
  s.values_view = wrap(s.values, VF_REAL64, 2, MOST_ROWS, ENTRIES, "values");
  s.columns_view = wrap(s.columns, VF_INT32, 2, MOST_ROWS, ENTRIES, "columns");
  s.wide_view = wrap(s.wide, VF_INT64, 2, MOST_ROWS, ENTRIES, "wide");
  s.y_view = wrap(s.y, VF_REAL64, 1, MOST_ROWS, 1, "y");
  s.box = (vf_box){ { 1, 1, 1 }, { s.rows, 1, 1 } };
  fill_own(x_of);
}

void end_scene(void)
{
  vf_view *views[] = { s.values_view, s.columns_view, s.wide_view, s.y_view };
  must(vf_views_release(views, 4, true));
  must(vf_remote_release(&s.x));
  must(vf_remote_release(&s.count));
  assert_null(s.x);
  must(vf_group_destroy(&s.group));
  unsetenv("VF_REMOTE_FORM");
}

void expect_product(void)
{
  must(vf_view_to_host(s.y_view, VF_READ));
  for (int i = 0; i < s.rows; i++)
    if (memcmp(&s.y[i], &s.expected[i], sizeof(double)))
      fail_msg("rank %d, row %d: %.17g, not %.17g", s.rank, i, s.y[i], s.expected[i]);
}

int64_t moved(int64_t global) { return (global + 41) % s.total; }
