/* A program whose originals are gone. */
#include "legacy.h"

int original_calls;
