// TwixT: the twin of the Python rules for plain turns and `swap`, with unlimited pegs and links, whatever links stand.
#pragma once
#include "learning.hpp"
#include "state.hpp"
#include "text.hpp"
