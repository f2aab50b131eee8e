#include "player.hpp"

#include "../../bind_player.hpp"

TABLIER_PLAYER(twisty, tablier::twisty::State, tablier::twisty::Player);
