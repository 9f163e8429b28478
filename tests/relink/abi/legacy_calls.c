/* The use of the legacy symbols by the C++ part of a legacy code. The code declares the symbols itself, and calls them
 * with pointers into its arrays. One pointer is to the second component of an array. */
#include <math.h>
#include <stdio.h>

#if defined(SECOND_UNDERSCORE)
#define bl_avgdown bl_avgdown__
#define bl_avgdown_faces bl_avgdown_faces__
#elif !defined(NO_UNDERSCORE)
#define bl_avgdown bl_avgdown_
#define bl_avgdown_faces bl_avgdown_faces_
#endif
#if !defined(NO_UNDERSCORE)
#define average3dgen average3dgen_
#define interp3dgen interp3dgen_
#define adotx3dsim adotx3dsim_
#endif

#define BOUNDS const int *, const int *, const int *, const int *, const int *, const int *

extern void average3dgen(double *, BOUNDS, const double *, BOUNDS, const int *, const int *, const int *);
extern void interp3dgen(double *, BOUNDS, const double *, BOUNDS, const int *, const int *, const int *);
extern void adotx3dsim(double *, BOUNDS, const double *, BOUNDS, const int *, const int *, const int *, const double *);
extern void bl_avgdown(const int *, const int *, const double *, BOUNDS, double *, BOUNDS, const int *, const int *);
extern void bl_avgdown_faces(const int *, const int *, const double *, BOUNDS, double *, BOUNDS, const int *,
                             const int *, const int *);
extern void fort_fab_copy(const int *, const int *, double *, const int *, const int *, const double *, const int *,
                          const int *, const int *, const int *);
extern void fort_fab_saxpy(const int *, const int *, double *, const int *, const int *, const double *, const double *,
                           const int *, const int *, const int *, const int *);
extern void fort_fab_copytomem(const int *, const int *, double *, const double *, const int *, const int *,
                               const int *);
extern double fort_fab_norm(const int *, const int *, const double *, const int *, const int *, const int *,
                            const int *);
extern double fort_fab_sum(const int *, const int *, const double *, const int *, const int *, const int *);
extern double fort_fab_dot(const int *, const int *, const double *, const int *, const int *, const double *,
                           const int *, const int *, const int *, const int *);

#define SIX(lo, hi) &(lo)[0], &(lo)[1], &(lo)[2], &(hi)[0], &(hi)[1], &(hi)[2]

static int wrong = 0;

/* A NaN is wrong. */
static void expect(const char *name, double got, double right)
{
  printf("%-24s %14.8f %14.8f\n", name, got, right);
  if (fabs(got - right) <= 1e-12 * (1 + fabs(right))) return;
  printf("%s is wrong\n", name);
  wrong++;
}

enum { FINE = 6, COARSE = 5, COMPONENTS = 2 };

/* Two components on -2..3 in each direction, coarse cells -1..1 inside of -2..2. */
static double fine[COMPONENTS][FINE][FINE][FINE], coarse[COMPONENTS][COARSE][COARSE][COARSE];
static const int fine_lo[3] = { -2, -2, -2 }, fine_hi[3] = { 3, 3, 3 };
static const int coarse_lo[3] = { -2, -2, -2 }, coarse_hi[3] = { 2, 2, 2 };
static const int lo[3] = { -1, -1, -1 }, hi[3] = { 1, 1, 1 }, one = 1, two = 2, zero = 0;

static void fill(void)
{
  for (int n = 0; n < COMPONENTS; n++) {
    for (int k = 0; k < FINE; k++)
      for (int j = 0; j < FINE; j++)
        for (int i = 0; i < FINE; i++) fine[n][k][j][i] = (i - 2) + 10 * (j - 2) + 100 * (k - 2) + 1000 * n;
    for (int k = 0; k < COARSE; k++)
      for (int j = 0; j < COARSE; j++)
        for (int i = 0; i < COARSE; i++) coarse[n][k][j][i] = -7;
  }
}

static void levels(void)
{
  fill();
  average3dgen(coarse[1][0][0], SIX(coarse_lo, coarse_hi), fine[1][0][0], SIX(fine_lo, fine_hi), lo, hi, &one);
  expect("average", coarse[1][3][2][1], 2 * (-1 + 10 * 0 + 100 * 1) + 55.5 + 1000);
  expect("ghost", coarse[1][0][2][1], -7);
  expect("the other component", coarse[0][3][2][1], -7);
  interp3dgen(fine[1][0][0], SIX(fine_lo, fine_hi), coarse[1][0][0], SIX(coarse_lo, coarse_hi), lo, hi, &one);
  expect("interp", fine[1][4][2][0], -2 + 200 + 1000 + coarse[1][3][2][1]);

  const int ratio[3] = { 2, 2, 2 };
  fill();
  bl_avgdown(lo, hi, fine[0][0][0], SIX(fine_lo, fine_hi), coarse[0][0][0], SIX(coarse_lo, coarse_hi), ratio, &two);
  expect("avgdown", coarse[1][3][2][1], 2 * (-1 + 100) + 55.5 + 1000);
  bl_avgdown_faces(lo, hi, fine[0][0][0], SIX(fine_lo, fine_hi), coarse[0][0][0], SIX(coarse_lo, coarse_hi), ratio,
                   &zero, &two);
  expect("avgdown_faces", coarse[1][3][2][1], 2 * (-1 + 100) + 55 + 1000);
}

static void operators(void)
{
  const double h = 0.5;
  fill();
  fine[0][2][2][2] += 1; /* apart from this element the field is linear */
  adotx3dsim(coarse[0][0][0], SIX(coarse_lo, coarse_hi), fine[0][0][0], SIX(fine_lo, fine_hi), lo, hi, &one, &h);
  expect("adotx", coarse[0][2][2][2], -24);
  expect("adotx beside it", coarse[0][2][2][1], 4);
}

static void arrays(void)
{
  const int shifted[3] = { 0, -1, -1 }, zeros[3] = { 0, 0, 0 };
  const double a = 0.5;
  double packed[COMPONENTS * 27 + 1];
  fill();
  expect("sum", fort_fab_sum(lo, hi, coarse[0][0][0], coarse_lo, coarse_hi, &two), -7 * 54);
  expect("norm 0", fort_fab_norm(lo, hi, coarse[0][0][0], coarse_lo, coarse_hi, &two, &zero), 7);
  expect("norm 1", fort_fab_norm(lo, hi, coarse[0][0][0], coarse_lo, coarse_hi, &two, &one), 7 * 54);
  expect("dot",
         fort_fab_dot(zeros, zeros, coarse[0][0][0], coarse_lo, coarse_hi, fine[0][0][0], fine_lo, fine_hi, lo, &two),
         -7 * (-111.0 - 111 + 1000));
  fort_fab_copy(lo, hi, coarse[0][0][0], coarse_lo, coarse_hi, fine[0][0][0], fine_lo, fine_hi, shifted, &two);
  expect("copy", coarse[1][3][2][1], 0 + 100 + 1000);
  fort_fab_saxpy(lo, hi, coarse[0][0][0], coarse_lo, coarse_hi, &a, fine[0][0][0], fine_lo, fine_hi, lo, &two);
  expect("saxpy", coarse[1][3][2][1], 1100 + 0.5 * (-1 + 100 + 1000));
  packed[COMPONENTS * 27] = 3;
  fort_fab_copytomem(lo, hi, packed, coarse[0][0][0], coarse_lo, coarse_hi, &two);
  expect("copytomem", packed[27 + 2 * 9 + 1 * 3 + 0], coarse[1][3][2][1]);
  expect("behind it", packed[COMPONENTS * 27], 3);
}

int main(void)
{
  levels();
  operators();
  arrays();
  if (wrong) return 1;
  puts("all results are right");
  return 0;
}
