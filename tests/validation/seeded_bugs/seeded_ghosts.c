/* Bugs in a port that fills ghosts: distances, faces, and NaN in ghosts outside the call. */
#include "seeding.h"

#include <math.h>

static situation filling(vf_boundary sides)
{
  situation s = call_of(&vf_fill_ghosts_kernel, original_fill_ghosts);
  s.labels[0] = "phi";
  s.values[1].boundary = sides;
  return s;
}

static const int all_dirichlet[6] = {
  VF_DIRICHLET, VF_DIRICHLET, VF_DIRICHLET, VF_DIRICHLET, VF_DIRICHLET, VF_DIRICHLET
};

static situation walls_at(double x_low, double x_high)
{
  vf_boundary sides = { .order = 3, .distance = { x_low, 0, 0, x_high, 0, 0 } };
  memcpy(sides.kind, all_dirichlet, sizeof sides.kind);
  return filling(sides);
}

static void integer_distance_is_named(void **state)
{
  (void)state;
  const situation both = walls_at(1.5, 0.25), one = walls_at(0, 0.5);
  named(&both, &vf_integer_distance_kernel,
        "fill_ghosts:", "agrees with the original when sides%distance is cut to an integer");
  named(&one, &vf_integer_distance_kernel, "agrees with the original when sides%distance is cut to an integer");
}

static void integer_distance_is_harmless_for_whole_distances(void **state)
{
  (void)state;
  const situation none = walls_at(0, 0), one = walls_at(1, 0), two = walls_at(0, 2);
  silent(&none, &vf_integer_distance_kernel);
  silent(&one, &vf_integer_distance_kernel);
  silent(&two, &vf_integer_distance_kernel);
}

/* With these kinds, no other exchange of two faces gives the same ghosts. */
static const vf_boundary mixed = {
  .kind = { VF_DIRICHLET, VF_NEUMANN, VF_REFLECT_ODD, VF_NEUMANN, VF_NEUMANN, VF_DIRICHLET }, .order = 3
};

static void swapped_faces_are_named(void **state)
{
  (void)state;
  const situation s = filling(mixed);
  named(&s, &vf_swapped_faces_kernel, "agrees with the original when faces x low and x high are swapped");
}

static void swapped_faces_are_harmless_where_they_are_alike(void **state)
{
  (void)state;
  vf_boundary sides = mixed;
  sides.kind[3] = VF_DIRICHLET;
  situation s = filling(sides);
  silent(&s, &vf_swapped_faces_kernel);
  s.values[1].boundary.kind[0] = s.values[1].boundary.kind[3] = VF_PERIODIC;
  silent(&s, &vf_swapped_faces_kernel);
}

/* The distances need real64. They differ in a single direction or in all directions. */
static void swapped_walls_are_named_with_their_direction(void **state)
{
  (void)state;
  static const struct {
    vf_boundary sides;
    const char *words;
  } cases[] = {
    { { .kind = { VF_DIRICHLET, VF_NEUMANN, VF_NEUMANN, VF_DIRICHLET, VF_NEUMANN, VF_NEUMANN },
        .order = 3,
        .distance = { 0.1, 0, 0, 0.3, 0, 0 } },
      "agrees with the original when faces x low and x high are swapped" },
    { { .kind = { VF_NEUMANN, VF_DIRICHLET, VF_NEUMANN, VF_NEUMANN, VF_DIRICHLET, VF_NEUMANN },
        .order = 3,
        .distance = { 0, 0.7, 0, 0, 0.1, 0 } },
      "agrees with the original when faces y low and y high are swapped" },
    { { .kind = { VF_NEUMANN, VF_NEUMANN, VF_DIRICHLET, VF_NEUMANN, VF_NEUMANN, VF_DIRICHLET },
        .order = 3,
        .distance = { 0, 0, 0.3, 0, 0, 0.1 } },
      "agrees with the original when faces z low and z high are swapped" },
    { { .kind = { VF_DIRICHLET, VF_DIRICHLET, VF_NEUMANN, VF_NEUMANN, VF_DIRICHLET, VF_REFLECT_ODD },
        .order = 3,
        .distance = { 0.1, 0.2, 0, 0, 0.3, 0 } },
      "agrees with the original when low and high faces are swapped" },
  };
  for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
    const situation s = filling(cases[c].sides);
    named(&s, &vf_swapped_walls_kernel, cases[c].words);
  }
}

static void missing_ghosts_are_named_with_their_face(void **state)
{
  (void)state;
  const situation s = filling(mixed);
  named(&s, &vf_missing_ghosts_kernel, "the port leaves 35 ghosts of 'phi' on face z high as they were");
}

static void missing_ghosts_are_harmless_on_an_unfilled_face(void **state)
{
  (void)state;
  vf_boundary sides = mixed;
  sides.kind[5] = VF_UNFILLED;
  const situation s = filling(sides);
  silent(&s, &vf_missing_ghosts_kernel);
}

/* Spoils ghosts beside the box in more than one direction, or more than a cell away. */
static void spoil_beyond_faces(const situation *s, const vf_original_array *arrays)
{
  const vf_original_array *x = &arrays[0];
  for (int n = 0; n < x->components; n++)
    for (int k = x->lower[2]; k <= x->upper[2]; k++)
      for (int j = x->lower[1]; j <= x->upper[1]; j++)
        for (int i = x->lower[0]; i <= x->upper[0]; i++) {
          const int cell[3] = { i, j, k };
          int away = 0;
          for (int d = 0; d < 3; d++) {
            if (cell[d] < s->box.lower[d]) away += s->box.lower[d] - cell[d];
            if (cell[d] > s->box.upper[d]) away += cell[d] - s->box.upper[d];
          }
          if (away > 1) *element(x, i, j, k, n) = NAN;
        }
}

static void nan_in_untouched_ghosts_is_no_failure(void **state)
{
  (void)state;
  situation s = call_of(&vf_gsrb_poisson_kernel, original_gsrb_poisson), fill = filling(mixed);
  s.values[2].number = 0.5;
  s.prepare = spoil_beyond_faces;
  fill.prepare = spoil_beyond_faces;
  silent(&s, NULL);
  silent(&fill, NULL);
}

static void bugs_are_named_with_nan_in_untouched_ghosts(void **state)
{
  (void)state;
  situation s = filling(mixed);
  s.prepare = spoil_beyond_faces;
  named(&s, &vf_swapped_faces_kernel, "agrees with the original when faces x low and x high are swapped");
  named(&s, &vf_missing_ghosts_kernel, "leaves 35 ghosts of 'phi' on face z high as they were");
}

static const struct CMUnitTest tests[] = {
  claim(integer_distance_is_named),
  claim(integer_distance_is_harmless_for_whole_distances),
  claim(swapped_faces_are_named),
  claim(swapped_faces_are_harmless_where_they_are_alike),
  claim(swapped_walls_are_named_with_their_direction),
  claim(missing_ghosts_are_named_with_their_face),
  claim(missing_ghosts_are_harmless_on_an_unfilled_face),
  claim(nan_in_untouched_ghosts_is_no_failure),
  claim(bugs_are_named_with_nan_in_untouched_ghosts),
};
RUN("seeded_ghosts", tests)
