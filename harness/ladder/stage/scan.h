// The name by which files of readers may include the track.
#pragma once
#include "tracks/scan.h"
