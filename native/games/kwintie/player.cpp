#include "kwintie.hpp"
#include "player.hpp"

#include "../../bind_player.hpp"

TABLIER_PLAYER(kwintie, tablier::kwintie::State, tablier::kwintie::Player);
