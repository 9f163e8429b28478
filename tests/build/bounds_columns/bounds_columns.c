/* A build with VIEWFAB_BOUNDS checks each access of a kernel over columns or teams against its declaration. It also
 * finds instances of a phase that use results of other instances. A run makes a single mistake, because on a GPU the
 * trap ends the context. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <viewfab/backend.h>

extern vf_kernel vf_column_accesses_kernel, vf_team_accesses_kernel, vf_levels_apart_kernel, vf_neighbour_accesses_kernel;

/* The call works on points 2:4 of the points -1:6, in blocks 5, 6, 7. */
enum { LEVELS = 5, FIRST_BLOCK = 5 };
static const vf_columns few = { .first_point = 2, .last_point = 4, .first_block = FIRST_BLOCK, .last_block = FIRST_BLOCK + 2 };
/* A single body is wrong. */
static const vf_columns one = { .first_point = 2, .last_point = 4, .first_block = FIRST_BLOCK + 1, .last_block = FIRST_BLOCK + 1 };
/* Enough for threads: a last block of three points. */
enum { MANY_BLOCKS = 600 };
static const vf_columns many = { .first_point = -1, .last_point = 6, .first_block = FIRST_BLOCK,
                                 .last_block = FIRST_BLOCK + MANY_BLOCKS - 1, .columns = 8 * MANY_BLOCKS - 5 };

static bool in_float; /* the type of all arrays */

static int failed(const char *what)
{
  fprintf(stderr, "%s: %s\n", what, vf_last_error());
  return 1;
}

static int extent_of(char axis, int levels, int parts)
{
  switch (axis) {
    case 'i': return 8;
    case 'k': return levels;
    case 's': return 2;
    case 'e': return MANY_BLOCKS;
    case 'd':
    case 'q': return 3;
    default: return parts;
  }
}

/* An array by the letters of its axes: i from -1, k from 0, e from FIRST_BLOCK, others from 1. All its numbers
 * differ. */
static vf_view *wrapped(const char *axes, int levels, int parts, const char *label)
{
  int64_t extents[VF_MAX_AXES], count = 1;
  int lower[VF_MAX_AXES], rank = 0;
  for (const char *at = axes; *at; at++) {
    if (*at == ' ') continue;
    extents[rank] = extent_of(*at, levels, parts);
    lower[rank] = *at == 'i' ? -1 : *at == 'k' ? 0 : *at == 'e' ? FIRST_BLOCK : 1;
    count *= extents[rank++];
  }
  double *numbers = malloc((size_t)count * sizeof *numbers);
  float *const floats = (float *)numbers;
  if (!numbers) return NULL;
  for (int64_t n = 0; n < count; n++) {
    const int value = 16 + (int)(n * 37 % 1009);
    if (in_float) floats[n] = (float)value / 16;
    else numbers[n] = (double)value / 16;
  }
  vf_view *view = NULL;
  if (vf_view_wrap_axes(NULL, numbers, in_float ? VF_REAL32 : VF_REAL64, rank, extents, lower, axes, label, VF_WRAP_DISTINCT, &view)) {
    failed(label);
    exit(1);
  }
  return view;
}

static vf_status call(vf_kernel *kernel, const vf_columns *columns, vf_view *const *views, int count, int mistake)
{
  vfi_argument arguments[VF_MAX_ARGUMENTS] = { { 0 } };
  for (int a = 0; a < count; a++) arguments[a].view = views[a];
  arguments[count].value.integer = mistake;
  const vfi_call packed = { .kernel = kernel, .columns = columns, .arguments = arguments };
  return vfi_dispatch(&packed);
}

static vf_status sweep(const vf_columns *columns, int mistake)
{
  vf_view *const views[] = { wrapped("i k e", LEVELS, 0, "thickness"),
                             wrapped("i k e", LEVELS + 1, 0, "p half"),
                             wrapped("i e", 0, 0, "orography"),
                             wrapped("i c e", 0, 4, "metric"),
                             wrapped("i c k e", LEVELS, 2, "wind"),
                             wrapped("i k q e", LEVELS, 0, "aerosol"),
                             wrapped("i k s e", LEVELS, 0, "humidity"),
                             wrapped("k", LEVELS, 0, "sigma"),
                             wrapped("k", LEVELS + 1, 0, "hybrid"),
                             wrapped("c d", 0, 2, "basis"),
                             wrapped("i k s e", LEVELS, 0, "temperature"),
                             wrapped("i k s e", LEVELS + 1, 0, "fluxes") };
  return call(&vf_column_accesses_kernel, columns, views, 12, mistake);
}

static vf_status phases(const vf_columns *columns, int mistake)
{
  vf_view *const views[] = { wrapped("i k e", LEVELS, 0, "thickness"),     wrapped("c d", 0, 2, "basis"),
                             wrapped("i k s e", LEVELS, 0, "temperature"), wrapped("k s e", LEVELS, 0, "bounds"),
                             wrapped("i k s e", LEVELS + 1, 0, "fluxes"),  wrapped("i s e", 0, 0, "totals") };
  return call(&vf_team_accesses_kernel, columns, views, 6, mistake);
}

static vf_status apart(const vf_columns *columns, int wrong)
{
  vf_view *const views[] = { wrapped("i k e", LEVELS, 0, "thickness"), wrapped("i k e", LEVELS, 0, "temperature") };
  return call(&vf_levels_apart_kernel, columns, views, 2, wrong);
}

/* Levels 1:3 of arrays with levels 0:4, and points and blocks with neighbours. */
static vf_status beside(const vf_columns *columns, int mistake)
{
  vf_columns inner = *columns;
  inner.levels_said = true;
  inner.first_level = 1;
  inner.last_level = 3;
  if (inner.columns > 0) {
    inner = (vf_columns){ .first_point = 0, .last_point = 4, .first_block = FIRST_BLOCK + 1, .last_block = FIRST_BLOCK + MANY_BLOCKS - 2,
                          .first_level = 1, .last_level = 3, .levels_said = true };
  } else if (inner.first_block == FIRST_BLOCK) {
    inner.first_block++;
  }
  vf_view *const views[] = { wrapped("i k e", LEVELS, 0, "values"), wrapped("i e", 0, 0, "orography"),
                             wrapped("i k e", LEVELS, 0, "sums") };
  return call(&vf_neighbour_accesses_kernel, &inner, views, 3, mistake);
}

/* The text after "kernel <kernel>, sweep | phase ". */
static const char *const of_sweep[] = {
  "",
  "work, at point 3, level 2 of block 6 and species 1, accessed point 3, level 3 of 'thickness' (argument dp), element (i "
  "3, k 2, e 6). With levels, reach(below(1), above(0)) the sweep has points 3:3, levels 1:2 there; it would need reach(1)",
  "accessed point 4, level 2 of 'thickness' (argument dp), element (i 4, k 1, e 6). With levels, reach(below(1), "
  "above(0)) the sweep has points 3:3, levels 1:2 there; it would need reach(below(0, 1, 0), above(1, 0, 0))",
  "work, at point 3, level 1 of block 6 and species 1, accessed point 3, level 0 of 'thickness' (argument dp). With "
  "levels it has points 2:4, levels 1:5 in this call",
  "accessed point 3, half level 4 of 'p half' (argument ph), element (i 3, k 3, e 6). With half_levels, reach(0) the "
  "sweep has points 3:3, half levels 2:3 there; it would need reach(below(0), above(1))",
  "accessed point 2 of 'orography' (argument phis), element (i 2, e 6). With surface, reach(0) the sweep has points 3:3 "
  "there; it would need reach(below(1, 0, 0), above(0, 0, 0))",
  "accessed point 3, part 5 of 'metric' (argument metric). With parts(4) it has points 2:4, parts 1:4 in this call",
  "accessed point 3, level 2, part 0 of 'wind' (argument wind). With levels_parts(2) it has points 2:4, levels 1:5, "
  "parts 1:2 in this call",
  "accessed point 3, level 2, species 4 of 'aerosol' (argument tracers). With levels_species(3) it has points 2:4, "
  "levels 1:5, species 1:3 in this call",
  "of block 6 and species 2, accessed point 3, level 3 of 'humidity' (argument q), element (i 3, k 2, s 2, e 6). With "
  "species(levels), reach(0) the sweep has points 3:3, levels 2:2 there; it would need reach(below(0), above(1))",
  "accessed level 4 of 'sigma' (argument sigma), element (k 3). With profile, reach(1) the sweep has levels 1:3 there; it "
  "would need reach(below(1), above(2))",
  "accessed half level 1 of 'hybrid' (argument hyai), element (k 0). With half_profile, reach(0) the sweep has half "
  "levels 2:3 there; it would need reach(below(1), above(0))",
  "accessed number (3, 1) of 'basis' (argument numbers). With table(2, 3) it has 2 x 3 numbers",
  "wrote point 3, level 1 of 'temperature' (argument t), element (i 3, k 0, s 1, e 6). The body owns points 3:3, levels "
  "2:2 there and writes nothing else",
  "accessed point 3, half level 4 of 'fluxes' (argument fx), element (i 3, k 3, s 1, e 6). With species(half_levels), "
  "reach(0) the sweep has points 3:3, half levels 2:3 there; it would need reach(below(0), above(1))",
  "accessed level 6 of temporary kept. It has levels 1:5 in this call",
  "accessed half level 0 of temporary half. It has half levels 1:6 in this call",
  "back, at point 3, level 4 of block 6 and species 1, accessed point 3, level 2 of 'thickness' (argument dp), element (i "
  "3, k 1, e 6). With levels, reach(below(1), above(0)) the sweep has points 3:3, levels 3:4 there; it would need "
  "reach(below(2), above(0))",
  "accessed half level 2, species 4 of temporary each. It has half levels 1:6, species 1:3 in this call",
  "accessed half level 7, species 1 of temporary each. It has half levels 1:6, species 1:3 in this call",
  "accessed species 3 of temporary visits. It has species 1:2 in this call",
  "accessed species 0 of temporary visits. It has species 1:2 in this call",
};

static const char *const of_phases[] = {
  "",
  "first, at point 3, level 2 of block 6 and species 1, accessed point 3, level 6 of 'thickness' (argument dp). With "
  "levels it has points 2:4, levels 1:5 in this call",
  "accessed point 5, level 2 of 'thickness' (argument dp), element (i 5, k 1, e 6). With levels it has points 2:4, levels "
  "1:5 in this call",
  "first, at point 3, level 2 of block 6 and species 2, wrote point 3, level 1 of 'temperature' (argument t), element (i "
  "3, k 0, s 2, e 6). The body owns points 3:3, levels 2:2 there and writes nothing else",
  "accessed point 3, level 6 of scratch x. It has points 2:4, levels 1:5 in this call",
  "first, at point 3, level 2 of block 6 and species 1, read point 2, level 2 of scratch x, which the same phase writes "
  "at point 2, level 2: the bodies of a phase run at the same time",
  "first, at point 2, level 2 of block 6 and species 1, wrote point 2 of scratch p, which the same phase also writes at "
  "point 2, level 1",
  "wrote point 2 of 'totals' (argument total), element (i 2, s 1, e 6), which the same phase also writes at point 2, "
  "level 1",
  "first, at point 3, level 2 of block 6 and species 1, read point 2, level 2 of 'temperature' (argument t), element (i "
  "2, k 1, s 1, e 6), which the same phase writes at point 2, level 2",
  "first, at point 3, level 2 of block 6 and species 1, read point 3, level 2 of scratch x before anything wrote it in "
  "this block",
  "first, at point 3, level 2 of block 6 and species 1, read point 3, level 2 of scratch x before anything wrote it in "
  "this block",
  "accessed number (1, 4) of 'basis' (argument numbers). With table(2, 3) it has 2 x 3 numbers",
  "last, at point 3, level 2 of block 6 and species 1, read point 3, half level 3 of scratch h before anything wrote it",
  "across, at level 2 of block 6 and species 1, wrote level 3 of 'bounds' (argument low), element (k 2, s 1, e 6). The "
  "body owns levels 2:2 there and writes nothing else",
  "across, at level 2 of block 6 and species 1, read level 1 of scratch l, which the same phase writes at level 1",
  "through, at point 3 of block 6 and species 1, wrote point 4 of 'totals' (argument total), element (i 4, s 1, e 6). The "
  "body owns points 3:3 there and writes nothing else",
  "through, at point 3 of block 6 and species 1, read point 2 of scratch p, which the same phase writes at point 2",
  "fall, at point 3, level 2 of block 6 and species 1, wrote point 2, half level 2 of 'fluxes' (argument flux), element "
  "(i 2, k 1, s 1, e 6). The body owns points 3:3, half levels 1:6 there and writes nothing else",
  "wrote point 2, level 5 of scratch x, which the same phase reads at point 3, level 1",
  "last, at point 4, level 2 of block 6 and species 1, wrote point 4, level 2 of scratch x, which the same phase reads at "
  "point 3, level 2",
};

static const char *const of_apart[] = {
  "",
  "sum, at level 2 of block 6, accessed point 2, level 1 of scratch x. VF_INDEPENDENT_LEVELS 1 says that each level goes "
  "through all phases by itself",
};

static const char *const of_beside[] = {
  "",
  "work, at point 3, level 2 of block 6, accessed point 1, level 2 of 'values' (argument x), element (i 1, k 2, e 6). With "
  "levels, reach(below(1, 1, 0), above(2, 1, 1)) the sweep has points 2:5, levels 1:3, blocks 6:7 there; it would need "
  "reach(below(2, 1, 0), above(2, 1, 1))",
  "accessed point 3, level 2, block 5 of 'values' (argument x), element (i 3, k 2, e 5). With levels, reach(below(1, 1, 0), "
  "above(2, 1, 1)) the sweep has points 2:5, levels 1:3, blocks 6:7 there; it would need reach(below(1, 1, 1), above(2, 1, 1))",
  "accessed point 4 of 'orography' (argument ground), element (i 4, e 6). With surface, reach(0, 0, 1) the sweep has "
  "points 3:3, blocks 5:7 there; it would need reach(below(0, 0, 1), above(1, 0, 1))",
  "accessed point 3, level -1 of 'values' (argument x). With levels it has points 1:6, levels 0:4, blocks 6:7 in this call",
  "accessed point 3, level 5 of 'sums' (argument y). With levels it has points 2:4, levels 1:4 in this call",
  "wrote point 3, level 3 of 'sums' (argument y), element (i 3, k 3, e 6). The body owns points 3:3, levels 2:2 there and "
  "writes nothing else",
  "accessed point 3, level 2, block 8 of 'values' (argument x), element (i 3, k 2, e 8). With levels, reach(below(1, 1, 0), "
  "above(2, 1, 1)) the sweep has points 2:5, levels 1:3, blocks 6:7 there; it would need reach(below(1, 1, 0), above(2, 1, 2))",
};

typedef struct kind {
  const char *word;
  vf_status (*run)(const vf_columns *, int);
  const char *const *texts;
  int count;
} kind;

/* bounds_columns sweep | phases | apart | beside [<number of a mistake> [threads | float]] */
int main(int count, char **words)
{
  static const kind kinds[] = { { "sweep", sweep, of_sweep, sizeof of_sweep / sizeof of_sweep[0] },
                                { "phases", phases, of_phases, sizeof of_phases / sizeof of_phases[0] },
                                { "beside", beside, of_beside, sizeof of_beside / sizeof of_beside[0] },
                                { "apart", apart, of_apart, sizeof of_apart / sizeof of_apart[0] } };
  const int mistake = count > 2 ? atoi(words[2]) : 0;
  in_float = count > 3 && !strcmp(words[3], "float");
  const bool in_threads = count > 3 && !in_float;
  for (size_t t = 0; count > 1 && t < sizeof kinds / sizeof kinds[0]; t++) {
    const kind *asked = &kinds[t];
    if (strcmp(words[1], asked->word) || mistake < 0 || mistake >= asked->count) continue;
    if (!mistake) return asked->run(&few, 0) || asked->run(&many, 0) ? failed(asked->word) : 0;
    const vf_status status = asked->run(in_threads ? &many : &one, mistake);
    puts(vf_last_error());
    if (status != VF_ERROR_BOUNDS) return failed("no error of bounds");
    return in_threads || strstr(vf_last_error(), asked->texts[mistake]) ? 0 : failed(asked->texts[mistake]);
  }
  return failed("no such mistake");
}
