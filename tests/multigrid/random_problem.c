#include "random_problem.h"

#include <math.h>
#include <stdio.h>

uint64_t random_bits(random_problem *p)
{
  uint64_t x = p->state += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

double random_between(random_problem *p, double low, double high)
{
  return low + (high - low) * (double)(random_bits(p) >> 11) * 0x1p-53;
}

static int pick(random_problem *p, int count) { return (int)(random_bits(p) % (uint64_t)count); }

int64_t random_elements(const random_problem *p) { return (int64_t)(p->n[0] + 2) * (p->n[1] + 2) * (p->n[2] + 2); }

int64_t random_at(const random_problem *p, int i, int j, int k)
{
  return i + 1 + (int64_t)(p->n[0] + 2) * (j + 1 + (int64_t)(p->n[1] + 2) * (k + 1));
}

/* Small problems come often: a cell, a row, a plane of cells. */
static void draw_extents(random_problem *p)
{
  const int tiny[][3] = { { 1, 1, 1 }, { 2, 2, 1 }, { 3, 1, 1 }, { 1, 4, 1 }, { 2, 2, 2 }, { 5, 1, 3 } };
  const int shape = pick(p, 16);
  for (int d = 0; d < 3; d++) {
    const double u = random_between(p, 0, 1);
    p->n[d] = shape < 4 ? 4 << pick(p, 3) : 1 + (int)(24 * u * u);
    p->lower[d] = pick(p, 11) - 5;
  }
  if (shape == 15) memcpy(p->n, tiny[pick(p, 6)], sizeof p->n);
}

static void draw_faces(random_problem *p)
{
  const int kinds[3] = { VF_DIRICHLET, VF_NEUMANN, VF_REFLECT_ODD }, orders[6] = { 2, 2, 1, 3, 4, -1 };
  const int of_all = pick(p, 4); /* 0: all faces alike; 1: faces that leave phi's level free */
  const int one = kinds[pick(p, 3)];
  p->sides.order = orders[pick(p, 6)];
  for (int d = 0; d < 3; d++) {
    const bool periodic = pick(p, of_all ? 4 : 8) == 0;
    for (int face = d; face < 6; face += 3) {
      p->sides.kind[face] = periodic ? VF_PERIODIC : of_all == 0 ? one : of_all == 1 ? VF_NEUMANN : kinds[pick(p, 3)];
      p->sides.distance[face] = pick(p, 4) ? 0 : random_between(p, 0, 1);
    }
  }
  for (int face = 0; face < 6; face++) p->walls = p->walls || p->sides.kind[face] == VF_DIRICHLET;
  p->walls = p->walls && pick(p, 2);
}

static void draw_options(random_problem *p)
{
  vf_multigrid_options *o = &p->options;
  *o = vf_multigrid_defaults();
  o->method = pick(p, 3) == 0 ? VF_METHOD_CONJUGATE_GRADIENTS : VF_METHOD_CYCLES;
  o->start = pick(p, 2) ? VF_START_FULL : 1 + pick(p, 2);
  o->cycle = pick(p, 4) ? VF_CYCLE_V : VF_CYCLE_F;
  const double relative[6] = { 1e-10, 1e-10, 1e-10, 1e-6, 1e-12, 1e-13 };
  o->relative = relative[pick(p, 6)];
  p->usual = o->relative >= 1e-10;
  if (pick(p, 3)) return;
  p->usual = false;
  o->pre = pick(p, 4);
  o->post = pick(p, 3) + (o->pre == 0);
  o->bottom = pick(p, 3);
  o->omega = pick(p, 2) ? 1 : random_between(p, 0.8, 1.5);
  o->omega_near = random_between(p, 0.9, 1.6);
}

random_problem random_draw(uint64_t seed)
{
  random_problem p = { .seed = seed, .state = seed, .alpha = 0, .beta = 1 };
  draw_extents(&p);
  draw_faces(&p);
  draw_options(&p);
  p.variable = pick(&p, 2);
  const double width = exp2(-pick(&p, 6));
  for (int d = 0; d < 3; d++) p.h[d] = p.variable ? width * random_between(&p, 0.8, 1.25) : width;
  if (p.variable) {
    p.rough = (roughness)pick(&p, 3);
    p.alpha = pick(&p, 2) ? exp(random_between(&p, -4, 4)) : 0;
    p.beta = pick(&p, 2) ? exp(random_between(&p, -2, 2)) : 1;
  }
  p.phi_type = pick(&p, 4) ? VF_REAL64 : VF_REAL32;
  p.rhs_type = pick(&p, 6) ? VF_REAL64 : VF_REAL32;
  p.rhs_is = (rhs_kind)pick(&p, p.rhs_type == VF_REAL32 ? 3 : p.phi_type == VF_REAL32 ? RHS_LARGE : RHS_KINDS);
  p.guess_is = (guess_kind)pick(&p, GUESS_KINDS);
  p.usual = p.usual && (p.guess_is <= GUESS_NOISE || p.options.start != VF_START_GUESS);
  p.massless = pick(&p, 6) == 0;
  for (int d = 0; d < 3; d++) p.parts[d] = p.n[d] > 2 && pick(&p, 3) == 0 ? 2 : 1;
  return p;
}

random_problem random_cells(int n0, int n1, int n2, int kind, bool variable)
{
  random_problem p = {
    .seed = 7, .state = 7, .variable = variable, .beta = 1, .massless = true, .sides = { .order = 2 }
  };
  const int n[3] = { n0, n1, n2 };
  for (int d = 0; d < 3; d++) {
    p.n[d] = n[d];
    p.lower[d] = 3 * d - 2;
    p.h[d] = 1.0 / 16;
    p.parts[d] = 1;
    p.sides.kind[d] = p.sides.kind[d + 3] = kind;
  }
  p.phi_type = p.rhs_type = VF_REAL64;
  p.options = vf_multigrid_defaults();
  return p;
}

static double *array_of(const random_problem *p)
{
  double *x = calloc((size_t)random_elements(p), sizeof *x);
  if (!x) fail_msg("no memory");
  return x;
}

static double coefficient(random_problem *p, int64_t e)
{
  if (p->rough == CONSTANT_ONES) return 1;
  if (p->rough == SMOOTH_COEFFICIENTS) return 1.5 + sin(0.01 * (double)e);
  return exp(random_between(p, 0, log(p->rough == ROUGH_COEFFICIENTS ? 100 : 1000)));
}

static void fill_coefficients(random_problem *p)
{
  bool held = false;
  for (int64_t e = 0; e < random_elements(p); e++) {
    p->a[e] = p->massless ? 0 : random_between(p, 0.5, 1.5);
    p->bx[e] = coefficient(p, e);
    p->by[e] = coefficient(p, e);
    p->bz[e] = coefficient(p, e);
  }
  /* The first and the last face of a periodic direction are the same face. */
  const int n[3] = { p->n[0], p->n[1], p->n[2] };
  for (int k = 0; k < n[2]; k++)
    for (int j = 0; j < n[1]; j++)
      for (int i = 0; i < n[0]; i++) {
        if (i == 0 && p->sides.kind[0] == VF_PERIODIC) p->bx[random_at(p, n[0], j, k)] = p->bx[random_at(p, 0, j, k)];
        if (j == 0 && p->sides.kind[1] == VF_PERIODIC) p->by[random_at(p, i, n[1], k)] = p->by[random_at(p, i, 0, k)];
        if (k == 0 && p->sides.kind[2] == VF_PERIODIC) p->bz[random_at(p, i, j, n[2])] = p->bz[random_at(p, i, j, 0)];
      }
  for (int face = 0; face < 6; face++)
    held = held || p->sides.kind[face] == VF_DIRICHLET || p->sides.kind[face] == VF_REFLECT_ODD;
  p->singular = !held && (!p->variable || p->alpha == 0 || p->massless);
}

static void fill_right_hand_side(random_problem *p)
{
  p->scale = p->rhs_is == RHS_LARGE ? 1e160 : p->rhs_is == RHS_SMALL ? 1e-160 : 1;
  const int64_t one = random_at(p, p->n[0] / 2, p->n[1] / 2, p->n[2] / 2);
  for (int64_t e = 0; e < random_elements(p); e++) {
    double value = p->scale * random_between(p, -1, 1) + (p->rhs_is == RHS_NOISE_ON_1E6 ? 1e6 : 0);
    if (p->rhs_is == RHS_SMOOTH) value = cos(0.02 * (double)e);
    if (p->rhs_is == RHS_ONE_CELL) value = e == one;
    if (p->rhs_is == RHS_CONSTANT) value = 0.1;
    if (p->rhs_is == RHS_ZERO) value = 0;
    p->rhs[e] = p->rhs_type == VF_REAL32 ? (double)(float)value : value;
    p->wall[e] = p->scale * random_between(p, -1, 1);
  }
}

static void fill_guess(random_problem *p)
{
  const double sizes[GUESS_KINDS] = { 0, 1, 1e12, 1e12 };
  for (int64_t e = 0; e < random_elements(p); e++) {
    const double noise = random_between(p, -1, 1);
    const double value = p->scale * sizes[p->guess_is] * (p->guess_is == GUESS_HUGE_CONSTANT ? 1 : noise);
    p->guess[e] = p->phi_type == VF_REAL32 ? (double)(float)value : value;
  }
}

/* A box's part of an array, with ghost layers, and an extra element in direction face (-1: none). Its label has the
 * number of the box. */
static vf_view *view_of(const random_problem *p, const vf_box *box, const double *from, vf_type type, int ghosts,
                        int face, const char *label)
{
  char numbered[16];
  snprintf(numbered, sizeof numbered, "%s %d", label, (int)(box - p->boxes));
  vf_view *view = NULL;
  int64_t extents[3];
  int lower[3];
  for (int d = 0; d < 3; d++) {
    extents[d] = box->upper[d] - box->lower[d] + 1 + 2 * ghosts + (face == d);
    lower[d] = box->lower[d] - ghosts;
  }
  must(vf_view_create(NULL, type, 3, extents, lower, numbered, &view));
  must(vf_view_to_host(view, VF_WRITE));
  void *at = NULL;
  must(vf_view_host_address(view, &at));
  int64_t e = 0;
  for (int k = 0; k < extents[2]; k++)
    for (int j = 0; j < extents[1]; j++)
      for (int i = 0; i < extents[0]; i++, e++) {
        const double value =
            from[random_at(p, i + lower[0] - p->lower[0], j + lower[1] - p->lower[1], k + lower[2] - p->lower[2])];
        if (type == VF_REAL64) ((double *)at)[e] = value;
        else ((float *)at)[e] = (float)value;
      }
  return view;
}

static void make_boxes(random_problem *p)
{
  const int *parts = p->parts;
  p->box_count = parts[0] * parts[1] * parts[2];
  for (int b = 0; b < p->box_count; b++) {
    const int part[3] = { b % parts[0], b / parts[0] % parts[1], b / parts[0] / parts[1] };
    for (int d = 0; d < 3; d++) {
      p->boxes[b].lower[d] = p->lower[d] + p->n[d] * part[d] / parts[d];
      p->boxes[b].upper[d] = p->lower[d] + p->n[d] * (part[d] + 1) / parts[d] - 1;
    }
    p->of_phi[b] = view_of(p, &p->boxes[b], p->guess, p->phi_type, 1, -1, "phi");
    p->of_rhs[b] = view_of(p, &p->boxes[b], p->rhs, p->rhs_type, 0, -1, "rhs");
    if (p->walls) p->of_wall[b] = view_of(p, &p->boxes[b], p->wall, VF_REAL64, 1, -1, "wall");
    if (!p->variable) continue;
    p->of_a[b] = view_of(p, &p->boxes[b], p->a, VF_REAL64, 0, -1, "a");
    p->of_bx[b] = view_of(p, &p->boxes[b], p->bx, VF_REAL64, 0, 0, "bx");
    p->of_by[b] = view_of(p, &p->boxes[b], p->by, VF_REAL64, 0, 1, "by");
    p->of_bz[b] = view_of(p, &p->boxes[b], p->bz, VF_REAL64, 0, 2, "bz");
  }
}

static double **array_number(random_problem *p, int number)
{
  double **const arrays[] = { &p->a, &p->bx, &p->by, &p->bz, &p->rhs, &p->wall, &p->guess, &p->phi };
  return arrays[number];
}

void random_make(random_problem *p)
{
  for (int number = 0; number < 8; number++) *array_number(p, number) = array_of(p);
  fill_coefficients(p);
  fill_right_hand_side(p);
  fill_guess(p);
  make_boxes(p);
}

void random_free(random_problem *p)
{
  vf_view **const lists[7] = { p->of_phi, p->of_rhs, p->of_wall, p->of_a, p->of_bx, p->of_by, p->of_bz };
  for (int f = 0; f < 7; f++)
    for (int b = 0; b < p->box_count; b++) must(vf_view_release(&lists[f][b], true));
  for (int number = 0; number < 8; number++) free(*array_number(p, number));
}

vf_status random_solver(random_problem *p, vf_multigrid **solver)
{
  if (!p->variable)
    return vf_multigrid_create(
        &(vf_multigrid_problem){
            .boxes = p->boxes, .box_count = p->box_count, .h = { p->h[0], p->h[1], p->h[2] }, .sides = &p->sides },
        &p->options, solver);
  return vf_multigrid_create(&(vf_multigrid_problem){ .boxes = p->boxes,
                                                      .box_count = p->box_count,
                                                      .h = { p->h[0], p->h[1], p->h[2] },
                                                      .sides = &p->sides,
                                                      .alpha = p->alpha,
                                                      .beta = p->beta,
                                                      .a = p->of_a,
                                                      .bx = p->of_bx,
                                                      .by = p->of_by,
                                                      .bz = p->of_bz },
                             &p->options, solver);
}

vf_status random_attempt(random_problem *p, vf_multigrid_report *report)
{
  vf_multigrid *solver = NULL;
  must(random_solver(p, &solver));
  const vf_status status = vf_multigrid_solve(solver, p->of_phi, p->of_rhs, p->walls ? p->of_wall : NULL, report);
  must(vf_multigrid_destroy(&solver)); /* the text of a failure stays */
  return status;
}

/* Numbers of all views of phi in turn, ghosts included; cells go to p->phi. Returns how many differ from the guess. */
static int64_t compare(random_problem *p, bool ghosts_only)
{
  int64_t differ = 0;
  for (int b = 0; b < p->box_count; b++) {
    const vf_box *box = &p->boxes[b];
    void *at = NULL;
    must(vf_view_to_host(p->of_phi[b], VF_READ));
    must(vf_view_host_address(p->of_phi[b], &at));
    int64_t e = 0;
    for (int k = box->lower[2] - 1; k <= box->upper[2] + 1; k++)
      for (int j = box->lower[1] - 1; j <= box->upper[1] + 1; j++)
        for (int i = box->lower[0] - 1; i <= box->upper[0] + 1; i++, e++) {
          const double value = p->phi_type == VF_REAL64 ? ((double *)at)[e] : (double)((float *)at)[e];
          const int64_t place = random_at(p, i - p->lower[0], j - p->lower[1], k - p->lower[2]);
          const bool cell = i >= box->lower[0] && i <= box->upper[0] && j >= box->lower[1] && j <= box->upper[1] &&
                            k >= box->lower[2] && k <= box->upper[2];
          if (cell) p->phi[place] = value;
          if (!(cell && ghosts_only) && memcmp(&value, &p->guess[place], sizeof value)) differ++;
        }
  }
  return differ;
}

bool random_fetch(random_problem *p) { return compare(p, true) == 0; }

bool random_untouched(random_problem *p) { return compare(p, false) == 0; }

const char *random_text(const random_problem *p, char text[RANDOM_TEXT])
{
  const vf_multigrid_options *o = &p->options;
  static const char *const rhs[] = { "noise", "smooth", "one cell",      "noise + 1e6",
                                     "0.1",   "0",      "noise * 1e160", "noise * 1e-160" };
  static const char *const guesses[] = { "0", "noise", "noise * 1e12", "1e12" };
  char faces[7];
  for (int f = 0; f < 6; f++) faces[f] = "PDNR"[p->sides.kind[f] - VF_PERIODIC];
  faces[6] = 0;
  snprintf(text, RANDOM_TEXT,
           "seed %llu: %dx%dx%d in %d boxes, %s, faces %s order %d distances %.2f %.2f %.2f %.2f %.2f %.2f%s, alpha %g "
           "beta %g h %g %g %g, rhs %s, guess %s, method %d start %d cycle %d pre %d post %d bottom %d omega %g %g "
           "relative %g, phi real%d rhs real%d%s",
           (unsigned long long)p->seed, p->n[0], p->n[1], p->n[2], p->box_count,
           !p->variable                      ? "constant"
           : p->rough == CONSTANT_ONES       ? "variable, ones"
           : p->rough == SMOOTH_COEFFICIENTS ? "variable, smooth"
           : p->rough == ROUGH_COEFFICIENTS  ? "variable, rough"
                                             : "variable, rougher",
           faces, p->sides.order, p->sides.distance[0], p->sides.distance[1], p->sides.distance[2],
           p->sides.distance[3], p->sides.distance[4], p->sides.distance[5], p->walls ? " with values" : "", p->alpha,
           p->beta, p->h[0], p->h[1], p->h[2], rhs[p->rhs_is], guesses[p->guess_is], o->method, o->start, o->cycle,
           o->pre, o->post, o->bottom, o->omega, o->omega_near, o->relative, p->phi_type == VF_REAL32 ? 32 : 64,
           p->rhs_type == VF_REAL32 ? 32 : 64, p->singular ? ", singular" : "");
  return text;
}
