#define VF_REAL float
#include "walls.h"
