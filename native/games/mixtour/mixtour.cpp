#include "state.hpp"

#include "../../bind.hpp"

TABLIER_GAME(mixtour, tablier::mixtour::State);
