#include "player.hpp"

#include "../../bind_player.hpp"

TABLIER_PLAYER(mixtour, tablier::mixtour::State, tablier::mixtour::Player);
