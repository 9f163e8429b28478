/* A vector over all ranks and a matrix whose columns are any of its elements, known to all by a formula. */
#ifndef VIEWFAB_TESTS_REMOTE_SCENE_H
#define VIEWFAB_TESTS_REMOTE_SCENE_H

#include <viewfab/remote.h>

#include "a_group.h"
#ifdef HANDLES_ON_GPUS
#include "nvshmem_kernels_kernels.h"
#else
#include "remote_kernels_kernels.h"
#endif
#include "viewfab_kernels.h"

enum { ENTRIES = 27, MOST_ROWS = 700 };

typedef struct scene {
  vf_group *group;
  int rank, ranks, rows;
  int64_t total, first;
  vf_remote *x, *count;
  vf_view *x_view, *count_view;
  double values[ENTRIES][MOST_ROWS], y[MOST_ROWS], expected[MOST_ROWS];
  int columns[ENTRIES][MOST_ROWS];
  int64_t wide[ENTRIES][MOST_ROWS];
  vf_view *values_view, *columns_view, *wide_view, *y_view;
  vf_box box;
} scene;

extern scene s;

/* Elements of the part of a rank, and the element with a global index from 0. */
int rows_of(int rank);
double x_of(int64_t global);

/* The target of each element in a put: so many elements further on, around the end. */
int64_t moved(int64_t global);

vf_view *wrap(void *host, vf_type type, int rank, int64_t rows, int64_t entries, const char *label);

/* Writes the own part on the host. */
void fill_own(double (*value)(int64_t));

/* Makes the scene, with arrays reached in a given form ("": the best form), and ends it. */
void make_scene(const char *form);
void end_scene(void);

/* y is the product, bit by bit. */
void expect_product(void);

#endif
