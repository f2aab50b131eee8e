#include "mixtour.hpp"

#include "../../bind.hpp"

TABLIER_GAME(mixtour, tablier::mixtour::State);
