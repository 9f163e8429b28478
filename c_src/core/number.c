#include "number.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

const char *vf_read_whole(const char *text, int64_t least, int64_t most, int64_t *number)
{
  char *end = NULL;
  if (!is_digit(*text)) return NULL;
  errno = 0;
  const long long value = strtoll(text, &end, 10);
  if (errno || value < least || value > most) return NULL;
  *number = value;
  return end;
}

const char *vf_read_list(const char *text, char sign, int least, int count, int *numbers)
{
  for (int n = 0; n < count; n++) {
    int64_t number = 0;
    if (n && *text++ != sign) return NULL;
    text = vf_read_whole(text, least, INT_MAX, &number);
    if (!text) return NULL;
    numbers[n] = (int)number;
  }
  return text;
}

const char *vf_read_real(const char *text, double *number)
{
  char *end = NULL;
  if (!is_digit(*text) && !(*text == '.' && is_digit(text[1]))) return NULL;
  if (*text == '0' && (text[1] == 'x' || text[1] == 'X')) return NULL;
  errno = 0;
  const double value = strtod(text, &end);
  if (errno || !isfinite(value)) return NULL;
  *number = value;
  return end;
}

bool vf_is_whole(const char *text, int64_t least, int64_t most, int64_t *number)
{
  const char *end = vf_read_whole(text, least, most, number);
  return end && !*end;
}

bool vf_is_real(const char *text, double *number)
{
  const char *end = vf_read_real(text, number);
  return end && !*end;
}
