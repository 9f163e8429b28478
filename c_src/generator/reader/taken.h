/* Names that no argument and no result of a kernel may have, whatever is generated for the kernel. */
#ifndef VIEWFAB_GENERATOR_TAKEN_H
#define VIEWFAB_GENERATOR_TAKEN_H

/* Parameters of the body, besides those that the kinds of points add. */
static const char *const of_the_body[] = { "i", "j", "k", "n", "direction", "face", "box" };

static const char *const taken_by_c[] = { "auto",    "break",  "case",     "char",   "const",    "continue", "default",
                                          "do",      "double", "else",     "enum",   "extern",   "float",    "for",
                                          "goto",    "if",     "inline",   "int",    "long",     "register", "restrict",
                                          "return",  "short",  "signed",   "sizeof", "static",   "struct",   "switch",
                                          "typedef", "union",  "unsigned", "void",   "volatile", "while" };

#endif
