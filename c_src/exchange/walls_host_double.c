#define VF_REAL double
#include "walls.h"
