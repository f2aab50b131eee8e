// TwixT: the twin of the Python rules for plain turns and `swap`, with unlimited pegs and links, whatever links stand.
#pragma once
#include "observation.hpp"
#include "state.hpp"
#include "position_text.hpp"
