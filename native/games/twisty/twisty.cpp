#include "twisty.hpp"

#include "../../bind.hpp"

TABLIER_GAME(twisty, tablier::twisty::State);
