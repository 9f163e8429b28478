/* Shapes on a benchmark's command line. */
#ifndef VIEWFAB_BENCHMARKS_SHAPE_H
#define VIEWFAB_BENCHMARKS_SHAPE_H

#include <stdio.h>
#include <stdlib.h>

/* Reads a number of cells, of a cube, or three of them such as 96x96x25, into cells[3]. Ends the program if the text is
 * neither. */
static inline void read_shape(const char *text, int cells[3])
{
  const int found = sscanf(text, "%dx%dx%d", &cells[0], &cells[1], &cells[2]);
  if (found == 1) cells[1] = cells[2] = cells[0];
  if ((found == 1 || found == 3) && cells[0] > 0 && cells[1] > 0 && cells[2] > 0) return;
  fprintf(stderr, "benchmark: %s is no shape, as 96 or 96x96x25 are\n", text);
  exit(2);
}

#endif
