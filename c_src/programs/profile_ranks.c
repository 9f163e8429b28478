#include "profile_ranks.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The text of a file, with its end; NULL: errno says why. */
static char *read_text(const char *file)
{
  FILE *stream = fopen(file, "r");
  if (!stream) return NULL;
  size_t size = 1 << 16, used = 0;
  char *text = malloc(size);
  while (text) {
    used += fread(text + used, 1, size - used - 1, stream);
    if (used + 1 < size) break;
    char *larger = realloc(text, 2 * size);
    if (!larger) free(text);
    text = larger;
    size *= 2;
  }
  const bool failed = ferror(stream);
  if (text) text[used] = 0;
  fclose(stream);
  if (text && failed) {
    free(text);
    errno = EIO;
    return NULL;
  }
  return text;
}

static void name_of_rank(char *name, size_t size, const char *file, int rank)
{
  const char *slash = strrchr(file, '/'), *dot = strrchr(slash ? slash : file, '.');
  const int stem = (int)(dot ? (size_t)(dot - file) : strlen(file));
  if (rank) snprintf(name, size, "%.*s.%d%s", stem, file, rank, file + stem);
  else snprintf(name, size, "%s", file);
}

static double number_in(const cJSON *object, const char *member)
{
  const cJSON *item = cJSON_GetObjectItem(object, member);
  return cJSON_IsNumber(item) ? item->valuedouble : 0;
}

static const char *text_in(const cJSON *object, const char *member)
{
  const char *text = cJSON_GetStringValue(cJSON_GetObjectItem(object, member));
  return text ? text : "";
}

/* Reads a rank's file. ranks: the number that the file has to name; 0: any. */
static bool read_rank(rank_profiles *profiles, const char *base, int rank, int ranks)
{
  char file[4096];
  name_of_rank(file, sizeof file, base, rank);
  char *text = read_text(file);
  if (!text) {
    fprintf(stderr, "vf_profile: the profile of rank %d, %s: %s\n", rank, file, strerror(errno));
    return false;
  }
  profiles->files[rank] = cJSON_Parse(text);
  free(text);
  const cJSON *profile = cJSON_GetObjectItem(profiles->files[rank], "viewfab");
  profiles->of_rank[rank] = (cJSON *)profile;
  if (!cJSON_IsObject(profile) || !cJSON_GetObjectItem(profile, "ranks")) {
    fprintf(stderr, "vf_profile: %s is no profile of viewfab as JSON\n", file);
    return false;
  }
  const double named = number_in(profile, "ranks"), own = number_in(profile, "rank");
  if (own == rank && named >= 1 && named <= 1 << 20 && (!ranks || named == ranks)) return true;
  fprintf(stderr, "vf_profile: %s is of rank %.0f of %.0f, and should be of rank %d", file, own, named, rank);
  if (ranks) fprintf(stderr, " of %d", ranks);
  fprintf(stderr, "\n");
  return false;
}

bool rank_profiles_read(rank_profiles *profiles, const char *file)
{
  cJSON *first[2] = { NULL, NULL };
  *profiles = (rank_profiles){ .ranks = 1, .files = &first[0], .of_rank = &first[1] };
  const bool read = read_rank(profiles, file, 0, 0);
  const int ranks = read ? (int)number_in(first[1], "ranks") : 0;
  profiles->files = profiles->of_rank = NULL;
  if (read) profiles->files = calloc(2 * (size_t)ranks, sizeof *profiles->files);
  if (!profiles->files) {
    if (read) fprintf(stderr, "vf_profile: no memory\n");
    cJSON_Delete(first[0]);
    return false;
  }
  profiles->ranks = ranks;
  profiles->of_rank = profiles->files + ranks;
  profiles->files[0] = first[0];
  profiles->of_rank[0] = first[1];
  for (int rank = 1; rank < ranks; rank++)
    if (!read_rank(profiles, file, rank, ranks)) return false;
  return true;
}

/* The row of a name, made at its first use; NULL: no memory. */
static rank_row *row_of(rank_table *table, const char *name, int ranks)
{
  for (int r = 0; r < table->count; r++)
    if (!strcmp(table->rows[r].name, name)) return &table->rows[r];
  rank_row *larger = realloc(table->rows, (size_t)(table->count + 1) * sizeof *larger);
  if (!larger) return NULL;
  table->rows = larger;
  rank_row *row = &table->rows[table->count];
  *row = (rank_row){ .name = strdup(name), .by_rank = calloc((size_t)ranks, sizeof *row->by_rank) };
  if (row->name && row->by_rank) {
    table->count++;
    return row;
  }
  free(row->name);
  free(row->by_rank);
  return NULL;
}

static bool add(rank_table *table, int ranks, const char *name, int rank, double count, double seconds)
{
  rank_row *row = row_of(table, name, ranks);
  if (!row) return false;
  row->count += count;
  row->by_rank[rank] += seconds;
  return true;
}

static void name_step(char *name, size_t size, const cJSON *item)
{
  char place[300] = "";
  const char *file = text_in(item, "file"), *slash = strrchr(file, '/'), *array = text_in(item, "array");
  if (file[0]) snprintf(place, sizeof place, " (%.200s:%.0f)", slash ? slash + 1 : file, number_in(item, "line"));
  const char *what = cJSON_IsTrue(cJSON_GetObjectItem(item, "behind")) ? "the loops behind " : "";
  snprintf(name, size, "%s %s%s%s%s%s", text_in(item, "step"), what, text_in(item, "name"), place, array[0] ? ", " : "",
           array);
}

/* "port smooth (cycle.f90:96)", "read look (solver.f90:12), phi", "phi to the host". */
static void name_row(char *name, size_t size, const char *list, const cJSON *item)
{
  if (!strcmp(list, "kernels")) snprintf(name, size, "%s", text_in(item, "name"));
  else if (!strcmp(list, "waits")) snprintf(name, size, "%s", text_in(item, "call"));
  else if (!strcmp(list, "copies")) snprintf(name, size, "%s to the %s", text_in(item, "array"), text_in(item, "to"));
  else name_step(name, size, item);
}

/* count: the member with a number of launches and the like; NULL: 1 for each row. */
static bool add_list(rank_profiles *profiles, rank_table *table, const char *list, const char *count,
                     const char *seconds)
{
  for (int rank = 0; rank < profiles->ranks; rank++) {
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, cJSON_GetObjectItem(profiles->of_rank[rank], list))
    {
      char name[1024];
      name_row(name, sizeof name, list, item);
      if (!add(table, profiles->ranks, name, rank, count ? number_in(item, count) : 1, number_in(item, seconds)))
        return false;
    }
  }
  return true;
}

static void sum_up(rank_table *table, int ranks)
{
  for (int r = 0; r < table->count; r++) {
    rank_row *row = &table->rows[r];
    for (int rank = 0; rank < ranks; rank++) {
      row->together += row->by_rank[rank];
      if (row->by_rank[rank] > row->by_rank[row->largest]) row->largest = rank;
    }
    if (row->together > 0) row->imbalance = row->by_rank[row->largest] * ranks / row->together - 1;
  }
}

static int by_most(const void *p, const void *q)
{
  const rank_row *a = p, *b = q;
  const double most = a->by_rank[a->largest], other = b->by_rank[b->largest];
  return (most < other) - (most > other);
}

bool rank_profiles_join(rank_profiles *profiles)
{
  static const char *const totals[][2] = { { "run", "seconds" },
                                           { "kernels", "kernel_seconds" },
                                           { "copies to the device", "to_device_seconds" },
                                           { "copies to the host", "to_host_seconds" },
                                           { "loops behind requests", "loop_seconds" },
                                           { "waits for ranks", "wait_seconds" } };
  bool fits = true;
  for (size_t t = 0; t < sizeof totals / sizeof totals[0]; t++)
    for (int rank = 0; rank < profiles->ranks && fits; rank++)
      fits = add(&profiles->totals, profiles->ranks, totals[t][0], rank, 0,
                 number_in(profiles->of_rank[rank], totals[t][1]));
  fits = fits && add_list(profiles, &profiles->kernels, "kernels", "launches", "seconds") &&
         add_list(profiles, &profiles->waits, "waits", "waits", "seconds") &&
         add_list(profiles, &profiles->copies, "copies", "copies", "seconds") &&
         add_list(profiles, &profiles->steps, "next", NULL, "saves");
  if (!fits) return false;
  rank_table *const tables[] = { &profiles->kernels, &profiles->waits, &profiles->copies, &profiles->steps };
  sum_up(&profiles->totals, profiles->ranks);
  for (size_t t = 0; t < sizeof tables / sizeof tables[0]; t++) {
    sum_up(tables[t], profiles->ranks);
    if (tables[t]->count) qsort(tables[t]->rows, (size_t)tables[t]->count, sizeof *tables[t]->rows, by_most);
  }
  return true;
}

static void free_table(rank_table *table)
{
  for (int r = 0; r < table->count; r++) {
    free(table->rows[r].name);
    free(table->rows[r].by_rank);
  }
  free(table->rows);
}

void rank_profiles_free(rank_profiles *profiles)
{
  free_table(&profiles->totals);
  free_table(&profiles->kernels);
  free_table(&profiles->waits);
  free_table(&profiles->copies);
  free_table(&profiles->steps);
  for (int rank = 0; profiles->files && rank < profiles->ranks; rank++) cJSON_Delete(profiles->files[rank]);
  free(profiles->files);
}
