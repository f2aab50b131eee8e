#include "player.hpp"
#include "twixt.hpp"

#include "../../bind_player.hpp"

TABLIER_PLAYER(twixt, tablier::twixt::State, tablier::twixt::Player);
