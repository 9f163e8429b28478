/* Refuses words of Fortran that C lacks, or reads in another way, at their line: 1.d-3 is 1 - 3 for gcc, abs cuts a number to
 * a whole one, a /= b divides. */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "reader.h"

/* A function of Fortran, and its replacement in kernel files. */
typedef struct fortran_function {
  const char *names; /* in small letters, each ends with a blank */
  const char *instead;
  enum { C_HAS_ANOTHER, C_HAS_NONE, C_HAS_IT } c; /* for the first name; C has none of the others */
} fortran_function;

static const fortran_function functions[] = {
  { "abs dabs iabs ", "VF_ABS(x); C's abs cuts a number to a whole one, but not on every GPU", C_HAS_ANOTHER },
  { "gamma ", "tgamma(x); C's gamma is its logarithm", C_HAS_ANOTHER },
  { "int idint ifix ", "VF_INT(x)", C_HAS_ANOTHER },
  { "real sngl ", "(real)x", C_HAS_ANOTHER },
  { "float ", "(real)x", C_HAS_ANOTHER },
  { "double dble dfloat ", "(double)x", C_HAS_ANOTHER },
  { "max dmax1 amax1 max0 max1 amax0 ", "VF_MAX(a, b) with two numbers", C_HAS_NONE },
  { "min dmin1 amin1 min0 min1 amin0 ", "VF_MIN(a, b) with two numbers", C_HAS_NONE },
  { "mod dmod amod ", "VF_MOD(a, p) for real numbers, a % p for integers", C_HAS_NONE },
  { "modulo ", "VF_MODULO(a, p) for real numbers", C_HAS_NONE },
  { "sign dsign isign ", "VF_SIGN(a, b)", C_HAS_NONE },
  { "dim ddim idim ", "VF_MAX(a - b, 0)", C_HAS_NONE },
  { "nint idnint ", "VF_NINT(x)", C_HAS_NONE },
  { "aint dint ", "VF_AINT(x)", C_HAS_NONE },
  { "anint dnint ", "VF_ANINT(x)", C_HAS_NONE },
  { "ceiling ", "VF_CEILING(x)", C_HAS_NONE },
  { "merge ", "mask ? a : b", C_HAS_NONE },
  { "iand ", "a & b", C_HAS_NONE },
  { "ior ", "a | b", C_HAS_NONE },
  { "ieor ", "a ^ b", C_HAS_NONE },
  { "not ", "~a", C_HAS_NONE },
  { "btest ", "(a >> n) & 1", C_HAS_NONE },
  { "log_gamma ", "lgamma(x)", C_HAS_NONE },
  { "sqrt dsqrt ", "VF_SQRT(x)", C_HAS_IT },
  { "exp dexp ", "VF_EXP(x)", C_HAS_IT },
  { "log dlog alog ", "VF_LOG(x)", C_HAS_IT },
  { "log10 dlog10 alog10 ", "VF_LOG10(x)", C_HAS_IT },
  { "sin dsin ", "VF_SIN(x)", C_HAS_IT },
  { "cos dcos ", "VF_COS(x)", C_HAS_IT },
  { "tan dtan ", "VF_TAN(x)", C_HAS_IT },
  { "asin dasin ", "VF_ASIN(x)", C_HAS_IT },
  { "acos dacos ", "VF_ACOS(x)", C_HAS_IT },
  { "atan datan ", "VF_ATAN(x)", C_HAS_IT },
  { "sinh dsinh ", "VF_SINH(x)", C_HAS_IT },
  { "cosh dcosh ", "VF_COSH(x)", C_HAS_IT },
  { "tanh dtanh ", "VF_TANH(x)", C_HAS_IT },
  { "floor ", "VF_FLOOR(x)", C_HAS_IT },
  { "atan2 datan2 ", "VF_ATAN2(y, x)", C_HAS_IT },
};

/* True if `name` is among the names of a row of the table; `first`: it is the first, letter by letter. */
static bool has_name(const char *names, const char *name, bool *first)
{
  const size_t length = strlen(name);
  for (const char *at = names; *at; at = strchr(at, ' ') + 1)
    if (!strncasecmp(at, name, length) && at[length] == ' ') {
      *first = at == names && !strncmp(at, name, length);
      return true;
    }
  return false;
}

/* max(a, b) */
static void check_call(const token *t)
{
  const token *list = list_of(t);
  if (t > first_token() && (is_mark(t - 1, '.') || is_mark(t - 1, '>'))) return;
  if (is_mark(t + 2, '*') || is_defined_name(t) || (list && is_parameter(list, t->text)) || is_defined(t->text)) return;
  for (size_t f = 0; f < sizeof functions / sizeof *functions; f++) {
    bool as_c_writes_it;
    if (!has_name(functions[f].names, t->text, &as_c_writes_it)) continue;
    if (functions[f].c == C_HAS_IT && as_c_writes_it) return;
    if (includes_others() && !(functions[f].c == C_HAS_ANOTHER && as_c_writes_it))
      return; /* an included file may define it */
    refuse_at_the_end(t->line, "%s(...) is no function of kernel files; write %s", t->text, functions[f].instead);
    return;
  }
}

/* u(i, j, k) of an argument u */
static void check_element(const token *t)
{
  if (t->directive || !strncmp(t->text, "VF_", 3)) return;
  const token *item = declaration_of(t->text);
  if (!item || is_defined(t->text)) return;
  if (is_name(item, "VALUE"))
    refuse_at_the_end(t->line, "%s(...): C has no array by parentheses; a number of the value is %s.at[0], the first",
                      t->text, t->text);
  refuse_at_the_end(t->line, "%s(...): C has no array by parentheses; write the element as VF_AT(%s, i, ...)", t->text,
                    t->text);
}

/* x**2 */
static void check_power(const token *t)
{
  static const char *const types[] = { "real", "float", "double", "int", "int64_t", "bool", "char", "void", "const" };
  if (t == first_token() || !is_mark(t, '*') || !is_mark(t + 1, '*') || !t[1].touches) return;
  bool power =
      is_mark(t - 1, ')') || t[-1].kind == TOKEN_NUMBER || t[2].kind == TOKEN_NUMBER || t[-1].kind == TOKEN_NAME;
  for (size_t w = 0; w < sizeof types / sizeof *types; w++) power = power && !is_name(t - 1, types[w]);
  if (power)
    refuse_at_the_end(t->line, "** is no operator of C; write x * x for a square, VF_POW(x, y) for other powers");
}

/* True if a = there is an assignment, not a part of ==, /=, <= or >=. */
static bool assigns(const token *t)
{
  return is_mark(t, '=') && !(is_mark(t + 1, '=') && t[1].touches) && !(t->touches && strchr("=!<>/", t[-1].text[0]));
}

/* a /= b in a condition, an argument or behind an assignment: C divides a. A statement a /= b; is left alone. */
static void check_unequal(const token *t)
{
  if (t->directive || !is_mark(t, '/') || !is_mark(t + 1, '=') || !t[1].touches) return;
  bool compares = false;
  int depth = 0;
  for (const token *at = t - 1; at >= first_token() && !at->directive && !compares; at--) {
    depth += is_mark(at, ')') - is_mark(at, '(');
    if (depth < 0) {
      compares = at == first_token() || !is_name(at - 1, "for");
      break;
    }
    if (depth) continue;
    if (is_mark(at, ';') || is_mark(at, '{') || is_mark(at, '}')) break;
    compares = is_name(at, "return") || is_mark(at, '?') || is_mark(at, '&') || is_mark(at, '|') || assigns(at);
  }
  if (compares) refuse_at_the_end(t->line, "a /= b divides a by b in C; write a != b to compare");
}

static const struct {
  const char *word, *instead;
} operators[] = { { "and", "&&" }, { "or", "||" },     { "not", "!" },      { "eqv", "==" }, { "neqv", "!=" },
                  { "eq", "==" },  { "ne", "!=" },     { "lt", "<" },       { "le", "<=" },  { "gt", ">" },
                  { "ge", ">=" },  { "true", "true" }, { "false", "false" } };

static void check_operator(int line, const char *word, size_t length)
{
  for (size_t o = 0; o < sizeof operators / sizeof *operators; o++)
    if (strlen(operators[o].word) == length && !strncasecmp(word, operators[o].word, length))
      refuse_at_the_end(line, ".%s. is no operator of C; write %s", operators[o].word, operators[o].instead);
}

/* a .and. b; the scanner reads 1.and.b as a number */
static void check_operators(const token *t)
{
  if (is_mark(t, '.') && t[1].kind == TOKEN_NAME && t[1].touches && is_mark(t + 2, '.'))
    check_operator(t->line, t[1].text, strlen(t[1].text));
  if (t->kind != TOKEN_NUMBER) return;
  for (const char *dot = strchr(t->text, '.'); dot; dot = strchr(dot + 1, '.')) {
    size_t length = 0;
    while (isalpha((unsigned char)dot[1 + length])) length++;
    if (dot[1 + length] == '.') check_operator(t->line, dot + 1, length);
  }
}

/* 1.0d0, 1.d-3, 1.0_real64. The scanner ends a number before the sign of a d exponent. */
static void check_number(const token *t)
{
  if (t->kind != TOKEN_NUMBER || !strncasecmp(t->text, "0x", 2)) return;
  const size_t digits = strcspn(t->text, "dD_");
  if (!t->text[digits]) return;
  const bool has_exponent = t->text[digits] != '_';
  const bool has_sign = has_exponent && !t->text[digits + 1] && (is_mark(t + 1, '-') || is_mark(t + 1, '+'));
  const char *sign = has_sign ? t[1].text : "", *power = has_sign       ? t[2].text
                                                         : has_exponent ? t->text + digits + 1
                                                                        : "";
  refuse_at_the_end(t->line,
                    "%s%s%s is no number of C, which has neither d exponents nor kinds; write (real)%.*s%s%s%s",
                    t->text, sign, has_sign ? power : "", (int)digits, t->text, has_exponent ? "e" : "", sign, power);
}

/* ! a comment, and a line that ends with & */
static void check_line(const token *t)
{
  if (t->directive || t == first_token()) return;
  const token *before = t - 1;
  const bool ended = is_mark(before, ';') || is_mark(before, '{') || is_mark(before, '}');
  if (is_mark(t, '!') && ended) refuse_at_the_end(t->line, "! begins no comment in C; write // before the comment");
  if (is_mark(t, '&') && t[1].line > t->line && !is_mark(before, '&'))
    refuse_at_the_end(t->line, "a line of C needs no & at its end; a statement ends with its semicolon");
}

/* if (...) then, end if, do i = 1, n, call s(x) */
static void check_statement(const token *t)
{
  if (t->directive || t->kind != TOKEN_NAME) return;
  if (is_name(t, "then") && t > first_token() && is_mark(t - 1, ')'))
    refuse_at_the_end(t->line, "C has no then; write if (...) { ... }");
  if (is_name(t, "elseif") && is_mark(t + 1, '('))
    refuse_at_the_end(t->line, "C has no elseif; write else if (...) { ... }");
  const bool ends_by_two = is_name(t, "end") && (is_name(t + 1, "if") || is_name(t + 1, "do"));
  if (ends_by_two || is_name(t, "endif") || is_name(t, "enddo"))
    refuse_at_the_end(t->line, "C has no %s; a block is { ... }", ends_by_two ? "end" : t->text);
  if (is_name(t, "do") && t[1].kind == TOKEN_NAME && is_mark(t + 2, '='))
    refuse_at_the_end(t->line, "C has no such loop; write for (int %s = 1; %s <= n; %s++) { ... }", t[1].text,
                      t[1].text, t[1].text);
  const bool alone = is_mark(t + 1, ';') || t[1].line > t->line;
  if (alone && (is_name(t, "cycle") || is_name(t, "exit")))
    refuse_at_the_end(t->line, "C has no %s; write %s;", t->text, is_name(t, "exit") ? "break" : "continue");
  if (is_name(t, "call") && t[1].kind == TOKEN_NAME)
    refuse_at_the_end(t->line, "C has no call; write %s(...);", t[1].text);
}

void check_fortran(const token *t)
{
  if (t->kind == TOKEN_NAME && is_mark(t + 1, '(')) {
    check_call(t);
    check_element(t);
  }
  check_power(t);
  check_unequal(t);
  check_operators(t);
  check_number(t);
  check_line(t);
  check_statement(t);
}
