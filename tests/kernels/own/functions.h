/* Each function of the kit that Fortran has too, for arguments valid in both. */
#define VF_KERNEL functions
#define VF_SUMMARY "y = the function that is asked for, of a and b"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)   \
  READ(real, a, same, reach(0), "first argument")  \
  READ(real, b, same, reach(0), "second argument") \
  WRITE(real, y, same, reach(0), "result")         \
  VALUE(int, which, "number of the function")

VF_INLINE real function_of_one(const int which, const real a)
{
  const real positive = VF_ABS(a) + (real)0.25;
  switch (which) {
    case 1: return VF_EXP(a);
    case 2: return VF_LOG(positive);
    case 3: return VF_LOG10(positive);
    case 4: return VF_SIN(3 * a);
    case 5: return VF_COS(3 * a);
    case 6: return VF_TAN(a);
    case 7: return VF_ASIN(a / 4);
    case 8: return VF_ACOS(a / 4);
    case 9: return VF_ATAN(a);
    case 10: return VF_SINH(a);
    case 11: return VF_COSH(a);
    case 12: return VF_TANH(a);
    case 13: return VF_ERF(a);
    case 14: return VF_ERFC(a);
    case 15: return VF_SQRT(positive);
    case 16: return VF_AINT(3 * a);
    case 17: return VF_ANINT(3 * a);
    case 18: return (real)VF_INT(3 * a);
    case 19: return (real)VF_NINT(3 * a);
    case 20: return (real)VF_FLOOR(3 * a);
    case 21: return (real)VF_CEILING(3 * a);
    default: return VF_ABS(a);
  }
}

VF_INLINE real function_of_two(const int which, const real a, const real b)
{
  const real other = VF_SIGN(VF_ABS(b) + (real)0.25, b);
  switch (which) {
    case 23: return VF_POW(VF_ABS(a) + (real)0.25, b);
    case 24: return VF_ATAN2(a, b);
    case 25: return VF_HYPOT(a, b);
    case 26: return VF_MOD(3 * a, other);
    case 27: return VF_MODULO(3 * a, other) + 0; /* the sign of a zero differs between compilers */
    case 28: return VF_SIGN(a, b);
    case 29: return VF_MAX(a, b);
    default: return VF_MIN(a, b);
  }
}

VF_BODY(i, j, k, n)
{
  const real one = VF_AT(a, i, j, k, n), two = VF_AT(b, i, j, k, n);
  VF_AT(y, i, j, k, n) = which < 23 ? function_of_one(which, one) : function_of_two(which, one, two);
}
