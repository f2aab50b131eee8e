// The native twin of TwixT: plain turns and `swap` with unlimited pegs and links. Positions with any links can be loaded.
#pragma once
#include "observation.hpp"
#include "state.hpp"
#include "position_text.hpp"
