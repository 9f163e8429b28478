#define VF_KERNEL sixty_arguments
#define VF_SUMMARY \
  "A physics step of a weather model, as far as its list of arguments goes: 60 arguments, and each counts"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                       \
  READ(real, u, same, reach(below(0), above(1, 0, 0)), "wind")         \
  READ(real, v, same, reach(below(0), above(0, 1, 0)), "wind")         \
  READ(real, w, "wind")                                                \
  READ(real, t, "field of the state")                                  \
  READ(real, qv, "field of the state")                                 \
  READ(real, qc, "field of the state")                                 \
  READ(real, qr, "field of the state")                                 \
  READ(real, qi, "field of the state")                                 \
  READ(real, qs, "field of the state")                                 \
  READ(real, qg, "field of the state")                                 \
  READ(real, ph, "field of the state")                                 \
  READ(real, al, "field of the state")                                 \
  READ(real, alt, "field of the state")                                \
  READ(real, p, "field of the state")                                  \
  READ(real, pb, "field of the state")                                 \
  READ(real, rho, "field of the state")                                \
  READ(real, mut, "field of the state")                                \
  READ(real, muu, "field of the state")                                \
  READ(real, muv, "field of the state")                                \
  READ(real, tke, "field of the state")                                \
  READ(real, km, "field of the state")                                 \
  READ(real, kh, "field of the state")                                 \
  READ(real, dif, "field of the state")                                \
  READ(real, c1h, along(k), reach(0), "profile")                       \
  READ(real, c2h, along(k), reach(0), "profile")                       \
  READ(real, dn, along(k), reach(0), "profile")                        \
  READ(real, dnw, along(k), reach(0), "profile")                       \
  READ(real, fnm, along(k), reach(0), "profile")                       \
  READ(real, fnp, along(k), reach(0), "profile")                       \
  READ(real, msft, along(i, j), reach(0), "plane")                     \
  READ(real, msfu, along(i, j), reach(0), "plane")                     \
  READ(real, msfv, along(i, j), reach(0), "plane")                     \
  READ(real, ht, along(i, j), reach(0), "plane")                       \
  READ(real, lat, along(i, j), reach(0), "plane")                      \
  READ(int, xland, along(i, j), reach(0), "1 over land, 2 over water") \
  UPDATE(real, t_new, "stepped field")                                 \
  UPDATE(real, qv_new, "stepped field")                                \
  UPDATE(real, qc_new, "stepped field")                                \
  UPDATE(real, qr_new, "stepped field")                                \
  WRITE(real, ru, "tendency")                                          \
  WRITE(real, rv, "tendency")                                          \
  WRITE(real, rw, "tendency")                                          \
  WRITE(real, rt, "tendency")                                          \
  WRITE(real, rq, "tendency")                                          \
  WRITE(real, heat, "tendency")                                        \
  WRITE(real, rain, "tendency")                                        \
  WRITE(real, snow, "tendency")                                        \
  VALUE(real, dt, "number")                                            \
  VALUE(real, rdx, "number")                                           \
  VALUE(real, rdy, "number")                                           \
  VALUE(real, g, "number")                                             \
  VALUE(real, cp, "number")                                            \
  VALUE(real, rd, "number")                                            \
  VALUE(real, p00, "number")                                           \
  VALUE(real, t00, "number")                                           \
  VALUE(real, kdif, "number")                                          \
  VALUE(real, rad, "number")                                           \
  VALUE(option(explicit_step, damped = 2), scheme, "of the step")      \
  VALUE(logical, moist, "true: water counts")                          \
  VALUE(reals(4), weights, "of the species")

VF_BODY(i, j, k, n)
{
  const real divergence = (VF_AT(u, i + 1, j, k, n) * VF_AT(msfu, i, j) - VF_AT(u, i, j, k, n)) * rdx +
                          (VF_AT(v, i, j + 1, k, n) * VF_AT(msfv, i, j) - VF_AT(v, i, j, k, n)) * rdy;
  const real water = weights.at[0] * VF_AT(qc, i, j, k, n) + weights.at[1] * VF_AT(qr, i, j, k, n) +
                     weights.at[2] * VF_AT(qi, i, j, k, n) +
                     weights.at[3] * (VF_AT(qs, i, j, k, n) - VF_AT(qg, i, j, k, n));
  const real mass = VF_AT(c1h, k) * VF_AT(mut, i, j, k, n) + VF_AT(c2h, k);
  const real pressure = (VF_AT(p, i, j, k, n) + VF_AT(pb, i, j, k, n)) / p00;
  const real exchange = VF_AT(km, i, j, k, n) - 2 * VF_AT(kh, i, j, k, n) + kdif * VF_AT(dif, i, j, k, n);
  const real lift = VF_AT(fnm, k) * VF_AT(al, i, j, k, n) - VF_AT(fnp, k) * VF_AT(alt, i, j, k, n);
  const real heating = (VF_AT(t, i, j, k, n) - t00) * pressure + rd / cp * VF_AT(dnw, k);
  VF_AT(ru, i, j, k, n) = mass * VF_AT(u, i, j, k, n) - VF_AT(muu, i, j, k, n) * divergence;
  VF_AT(rv, i, j, k, n) = mass * VF_AT(v, i, j, k, n) - VF_AT(muv, i, j, k, n) * divergence;
  VF_AT(rw, i, j, k, n) = mass * VF_AT(w, i, j, k, n) + g * lift * VF_AT(dn, k);
  VF_AT(rt, i, j, k, n) = heating;
  VF_AT(rq, i, j, k, n) = moist ? VF_AT(qv, i, j, k, n) - water : VF_AT(qv, i, j, k, n);
  VF_AT(heat, i, j, k, n) = rad * VF_AT(lat, i, j) + VF_AT(tke, i, j, k, n) * exchange;
  VF_AT(rain, i, j, k, n) = VF_AT(rho, i, j, k, n) * VF_AT(qr, i, j, k, n) * VF_AT(msft, i, j);
  VF_AT(snow, i, j, k, n) = VF_AT(xland, i, j) == 1 ? VF_AT(qs, i, j, k, n) : VF_AT(ph, i, j, k, n) - VF_AT(ht, i, j);
  VF_AT(t_new, i, j, k, n) += dt * heating;
  VF_AT(qv_new, i, j, k, n) -= dt * water;
  VF_AT(qc_new, i, j, k, n) += scheme == vf_sixty_arguments_damped ? dt * exchange : dt * divergence;
  VF_AT(qr_new, i, j, k, n) = VF_AT(qr_new, i, j, k, n) * pressure + lift;
}
