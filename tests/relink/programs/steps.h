/* Steps of the code on a coarse array of 4^3 cells and a fine array of 8^3 cells. */
#ifndef STEPS_H
#define STEPS_H

enum { COARSE = 64, FINE = 512 };

void step_average(double *coarse, double *fine);
void step_interp(double *fine, double *coarse); /* adds to fine */
void step_fill(double *fine, double value);
double step_sum(double *coarse);

#endif
