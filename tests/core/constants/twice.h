/* A guard is allowed in a header of macros alone. */
#ifndef WEIGHTS_TWICE
#define WEIGHTS_TWICE 2
#endif
