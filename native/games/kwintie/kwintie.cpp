#include "kwintie.hpp"

#include "../../bind.hpp"

TABLIER_GAME(kwintie, tablier::kwintie::State);
