/* Included by the generated units of kernels over columns and teams for a GPU. */
#ifndef VIEWFAB_KIT_GPU_COLUMNS_H
#define VIEWFAB_KIT_GPU_COLUMNS_H

#include <viewfab/kit/plain_columns.h>

enum { VF_COLUMN_THREADS = 128, VF_LEVELS_OF_A_TEAM = 32 };

/* Species of a team whose block has phases of its own, one after the other: there are only as many teams as keep the device
 * busy for a few turns.
 *   teams     number of teams with one species
 *   resident  teams that run at once */
static inline int vfi_species_of_group(int species, int64_t teams, int64_t resident)
{
  enum { TURNS = 4 };
  const int64_t groups = (TURNS * resident + teams - 1) / teams;
  return groups < species ? (int)((species + groups - 1) / groups) : 1;
}

#endif
