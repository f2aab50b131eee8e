#include "twixt.hpp"

#include "../../bind.hpp"

TABLIER_GAME(twixt, tablier::twixt::State);
