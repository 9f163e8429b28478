#define VF_REAL float
#include "walls_host.h"
