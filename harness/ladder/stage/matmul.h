// The name under which readers' files may include the track.
#pragma once
#include "tracks/matmul.h"
