/* The profiles of all ranks of a run, joined into tables: each row has a number for each rank. */
#ifndef VIEWFAB_PROGRAMS_PROFILE_RANKS_H
#define VIEWFAB_PROGRAMS_PROFILE_RANKS_H

#include <cjson/cJSON.h>
#include <stdbool.h>

typedef struct rank_row {
  char *name;
  double count;     /* launches, waits or copies of all ranks; steps: ranks with the step */
  double *by_rank;  /* [ranks] seconds */
  double together;  /* their sum */
  int largest;      /* the rank with the most seconds */
  double imbalance; /* the most seconds by the mean of all ranks, minus 1; 0 without seconds */
} rank_row;

typedef struct rank_table {
  rank_row *rows;
  int count;
} rank_table;

typedef struct rank_profiles {
  int ranks;
  cJSON **of_rank; /* [ranks] the member "viewfab" of each file */
  cJSON **files;   /* [ranks] */
  rank_table totals, kernels, waits, copies, steps;
} rank_profiles;

/* Reads the profile of rank 0 from a file, and those of all other ranks from the files with their numbers: profile.3.json
 * for profile.json. False: a text on standard error says why. */
bool rank_profiles_read(rank_profiles *profiles, const char *file);

/* Fills the tables, each in the order of its most seconds, except the totals. False: no memory. */
bool rank_profiles_join(rank_profiles *profiles);

void rank_profiles_free(rank_profiles *profiles);

#endif
