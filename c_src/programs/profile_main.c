/* usage: vf_profile [OPTION]... FILE
 * Joins the profiles of all ranks of a run into a single report. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>

#include "../profile/page_data.h"
#include "profile_ranks.h"

static const char usage[] =
    "usage: vf_profile [OPTION]... FILE\n"
    "Joins the profiles that the ranks of a run wrote with VF_PROFILE=FILE, a name that ends in .json: the seconds of "
    "all\n"
    "ranks together, the rank with the most seconds, and its surplus over the mean, for kernels, copies, loops and "
    "waits.\n"
    "FILE is the file of rank 0; the files of the other ranks have numbers, such as profile.3.json for profile.json.\n"
    "\n"
    "  --json   print the tables as JSON, with the seconds of each rank\n"
    "  --html   print a page for a browser: these tables, and the page of the rank with the longest run\n"
    "  --help   print this\n"
    "\n"
    "Exit status: 0, or 2 after an error.\n";

enum { MOST_LINES = 12 };

static void print_head(const char *what, const char *count)
{
  printf("\n  %-36s %9s %11s %11s %6s %10s\n", what, count, "together", "largest", "rank", "imbalance");
}

static void print_table(const rank_table *table, const char *what, const char *count)
{
  if (!table->count) return;
  print_head(what, count);
  for (int r = 0; r < table->count && r < MOST_LINES; r++) {
    const rank_row *row = &table->rows[r];
    printf("  %-36s ", row->name);
    if (count[0]) printf("%9.0f", row->count);
    else printf("%9s", "");
    printf(" %9.3f s %9.3f s %6d %8.0f %%\n", row->together, row->by_rank[row->largest], row->largest,
           100 * row->imbalance);
  }
  if (table->count > MOST_LINES) printf("  and %d more\n", table->count - MOST_LINES);
}

static void print_ranks(const rank_profiles *profiles)
{
  const rank_table *totals = &profiles->totals;
  printf("\n  %6s", "rank");
  for (int t = 0; t < totals->count; t++) printf("  %s", totals->rows[t].name);
  printf("\n");
  for (int rank = 0; rank < profiles->ranks; rank++) {
    printf("  %6d", rank);
    for (int t = 0; t < totals->count; t++) {
      const int width = snprintf(NULL, 0, "%s", totals->rows[t].name);
      printf("  %*.3f", width, totals->rows[t].by_rank[rank]);
    }
    printf("\n");
  }
}

static void print_steps(const rank_profiles *profiles)
{
  const rank_table *steps = &profiles->steps;
  if (steps->count) printf("\n  next steps, by the time that each saves on the rank with the most\n");
  for (int s = 0; s < steps->count && s < MOST_LINES; s++) {
    const rank_row *row = &steps->rows[s];
    printf("  %2d. %7.3f s  %s: rank %d; on %.0f of %d ranks\n", s + 1, row->by_rank[row->largest], row->name,
           row->largest, row->count, profiles->ranks);
  }
  if (steps->count > MOST_LINES) printf("  and %d more\n", steps->count - MOST_LINES);
}

static void print_text(const rank_profiles *profiles)
{
  const rank_row *run = &profiles->totals.rows[0];
  printf("viewfab profile of %d rank%s: the longest run takes %.3f s, on rank %d\n", profiles->ranks,
         profiles->ranks > 1 ? "s" : "", run->by_rank[run->largest], run->largest);
  print_table(&profiles->totals, "seconds", "");
  print_ranks(profiles);
  print_table(&profiles->kernels, "kernel", "launches");
  print_table(&profiles->waits, "waits for ranks in", "waits");
  print_table(&profiles->copies, "copies of", "copies");
  print_steps(profiles);
}

static bool add_table(cJSON *object, const char *name, const rank_table *table, int ranks)
{
  cJSON *list = cJSON_AddArrayToObject(object, name);
  for (int r = 0; list && r < table->count; r++) {
    const rank_row *row = &table->rows[r];
    cJSON *item = cJSON_CreateObject(), *by_rank = cJSON_CreateDoubleArray(row->by_rank, ranks);
    if (!item || !by_rank || !cJSON_AddItemToArray(list, item) || !cJSON_AddStringToObject(item, "name", row->name) ||
        !cJSON_AddNumberToObject(item, "count", row->count) ||
        !cJSON_AddNumberToObject(item, "together", row->together) ||
        !cJSON_AddNumberToObject(item, "largest", row->by_rank[row->largest]) ||
        !cJSON_AddNumberToObject(item, "rank", row->largest) ||
        !cJSON_AddNumberToObject(item, "imbalance", row->imbalance) || !cJSON_AddItemToObject(item, "by_rank", by_rank))
      return false;
  }
  return list != NULL;
}

/* NULL: no memory. */
static cJSON *all_tables(const rank_profiles *profiles)
{
  const int ranks = profiles->ranks;
  cJSON *object = cJSON_CreateObject();
  const bool fits =
      object && cJSON_AddNumberToObject(object, "ranks", ranks) &&
      add_table(object, "totals", &profiles->totals, ranks) &&
      add_table(object, "kernels", &profiles->kernels, ranks) && add_table(object, "waits", &profiles->waits, ranks) &&
      add_table(object, "copies", &profiles->copies, ranks) && add_table(object, "next", &profiles->steps, ranks);
  if (fits) return object;
  cJSON_Delete(object);
  return NULL;
}

static bool print_json(const rank_profiles *profiles)
{
  cJSON *object = all_tables(profiles);
  char *text = object ? cJSON_Print(object) : NULL;
  if (text) printf("%s\n", text);
  cJSON_free(text);
  cJSON_Delete(object);
  return text != NULL;
}

static void put(void *to, const char *part, size_t length) { fwrite(part, 1, length, to); }

/* The page of the rank with the longest run, with the tables of all ranks. */
static bool print_page(const rank_profiles *profiles)
{
  cJSON *file = profiles->files[profiles->totals.rows[0].largest], *object = all_tables(profiles);
  const bool fits = object && cJSON_AddItemToObject(file, "ranks", object);
  char *text = fits ? cJSON_PrintUnformatted(file) : NULL;
  if (text) vfi_profile_page_put(text, put, stdout);
  if (!fits) cJSON_Delete(object);
  cJSON_free(text);
  return text != NULL;
}

int main(int argc, char **argv)
{
  static const struct option names[] = { { "json", no_argument, NULL, 'j' },
                                         { "html", no_argument, NULL, 'p' },
                                         { "help", no_argument, NULL, 'h' },
                                         { NULL, 0, NULL, 0 } };
  typedef bool print_as(const rank_profiles *profiles);
  print_as *print = NULL;
  for (int option; (option = getopt_long(argc, argv, "", names, NULL)) != -1;) {
    if (option == 'h') {
      printf("%s", usage);
      return 0;
    }
    if (option != 'j' && option != 'p') return 2;
    print = option == 'j' ? print_json : print_page;
  }
  if (argc - optind != 1) {
    fprintf(stderr, "vf_profile: give one FILE, the profile of rank 0\n%s", usage);
    return 2;
  }
  rank_profiles profiles;
  bool done = rank_profiles_read(&profiles, argv[optind]);
  if (done && (!rank_profiles_join(&profiles) || (print && !print(&profiles)))) {
    fprintf(stderr, "vf_profile: no memory\n");
    done = false;
  }
  if (done && !print) print_text(&profiles);
  rank_profiles_free(&profiles);
  if (done && fflush(stdout)) {
    fprintf(stderr, "vf_profile: the report cannot be written\n");
    done = false;
  }
  return done ? 0 : 2;
}
