/* Texts with every character that has a meaning in C, in Fortran, in Markdown or in a format. */
#define VF_KERNEL any_text
#define VF_SUMMARY " says \"word\" and 'word'\n word 100%s of %d it,\tword with C:\\word\\\r\nword /* word */ word // word | word \\\n"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                                          \
  WRITE(real, x, same, reach(0), "word\nword = 1\n\nend module\n*/ word | word ** / word & word !$omp word \\")           \
  VALUE(real, y, "\xc3\xa9t\xc3\xa9 word \xe2\x82\xac %n\n#error word\nwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww" \
                 "wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww\n")

VF_BODY(i, j, k, n) { VF_AT(x, i, j, k, n) = y; }
