/* Bugs in ports of fill_halo, which copies ghosts from their images: signs, centring, layers, edges. */
#include "seeding.h"

enum { N = VF_NEUMANN, O = VF_REFLECT_ODD, P = VF_PERIODIC, U = VF_UNFILLED };

static situation filling(const int kinds[6], int layers, int nodal_x, int nodal_y, int nodal_z)
{
  situation s = call_of(&vf_fill_halo_kernel, original_fill_halo);
  s.labels[0] = "xvel";
  s.values[1].integer = layers;
  s.values[2].boundary = (vf_boundary){ .order = 2 };
  memcpy(s.values[2].boundary.kind, kinds, 6 * sizeof(int));
  s.values[3].integers[0] = nodal_x;
  s.values[3].integers[1] = nodal_y;
  s.values[3].integers[2] = nodal_z;
  return s;
}

static const int walls[6] = { O, N, N, O, N, N };

/* The shipped kernel passes for walls, periodic faces and unfilled faces, with any number of layers, on cells and on
 * nodes. */
static void right_ports_pass(void **state)
{
  (void)state;
  static const int kinds[][6] = {
    { O, N, N, O, N, N }, { P, P, P, P, P, P }, { P, U, O, P, N, U }, { U, U, U, U, U, U }
  };
  for (size_t c = 0; c < sizeof kinds / sizeof kinds[0]; c++)
    for (int layers = 0; layers <= 2; layers++) {
      const situation cells = filling(kinds[c], layers, 0, 0, 0), nodes = filling(kinds[c], layers, 1, 1, 0);
      silent(&cells, NULL);
      silent(&nodes, NULL);
    }
}

/* A velocity changes its sign at a wall and a density keeps it. Ports often exchange the two; the report names the
 * faces. */
static void sign_of_a_wall_is_named_with_its_faces(void **state)
{
  (void)state;
  static const int low[6] = { O, O, N, N, N, N };
  const situation both = filling(walls, 2, 1, 1, 0), one = filling(low, 1, 0, 0, 0);
  named(&both, &vf_even_in_x_kernel,
        "agrees with the original when faces x low and x high reflect with the other sign");
  named(&one, &vf_even_in_x_kernel, "agrees with the original when face x low reflects with the other sign");
}

/* The port fills faces without edges and corners. Stencils with diagonal neighbours would read old values there. */
static void edges_that_are_left_out_are_named(void **state)
{
  (void)state;
  const situation s = filling(walls, 2, 0, 0, 0);
  named(&s, &vf_edges_left_out_kernel,
        "ghosts of 'xvel' on faces x low, y low, z low, x high, y high and z high as they were");
}

/* Cells are mirrored about the face, nodes about the node on the wall. The wrong port agrees on cells and differs on
 * nodes. */
static void wrong_images_are_told_with_their_place_beside_the_box(void **state)
{
  (void)state;
  const situation s = filling(walls, 1, 1, 1, 0), cells = filling(walls, 1, 0, 0, 0);
  silent(&cells, &vf_mirrored_about_cells_kernel);
  named(&s, &vf_mirrored_about_cells_kernel, "'xvel' differs in", "ghosts, worst at", ", 1 beyond y low: port");
}

/* The original fills an additional layer, or faces left unfilled by the call. */
static void one_layer_more(const vf_original_call *call, void *user)
{
  vf_original_call all = *call;
  vf_value values[4];
  memcpy(values, call->values, sizeof values);
  values[1].integer += 1;
  all.values = values;
  original_fill_halo(&all, user);
}

static void filled_below_y(const vf_original_call *call, void *user)
{
  vf_original_call all = *call;
  vf_value values[4];
  memcpy(values, call->values, sizeof values);
  values[2].boundary.kind[1] = N;
  all.values = values;
  original_fill_halo(&all, user);
}

static void told(situation *s, vf_original original, const char *words)
{
  s->original = original;
  char *report = report_of(s, NULL);
  assert_false(vf_report_passed(NULL));
  expect_line(report, "fill_halo", (const char *const[]){ "that the port leaves alone", words, NULL });
  free(report);
}

/* The call asks for fewer layers or faces than the original fills. The report says how many layers the kernel fills, or
 * names the face. */
static void layers_and_faces_that_the_call_leaves_alone_are_named(void **state)
{
  (void)state;
  static const int open[6] = { N, U, N, N, N, N };
  situation deeper = filling(walls, 1, 0, 0, 0), two = filling(walls, 2, 1, 1, 0), unfilled = filling(open, 2, 0, 0, 0);
  told(&deeper, one_layer_more,
       "in up to 2 layers of ghosts beside x low, y low, z low, x high, y high and z high, of "
       "which the kernel fills one");
  two.margin = 3;
  told(&two, one_layer_more, "in up to 3 layers of ghosts beside");
  told(&two, one_layer_more, "of which the kernel fills 2");
  told(&unfilled, filled_below_y, "all beside y low, which the call leaves unfilled");
}

static const struct CMUnitTest tests[] = {
  claim(right_ports_pass),
  claim(sign_of_a_wall_is_named_with_its_faces),
  claim(edges_that_are_left_out_are_named),
  claim(wrong_images_are_told_with_their_place_beside_the_box),
  claim(layers_and_faces_that_the_call_leaves_alone_are_named),
};
RUN("seeded_halos", tests)
