// The name under which readers' files may include the track.
#pragma once
#include "tracks/pack.h"
