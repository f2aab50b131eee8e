// Kwintie, a game by Fred Horn, for engines: the twin of src/tablier/games/kwintie. To be read in this order.
#pragma once
#include "board.hpp"     // sets of cubes and their lines
#include "rules.hpp"     // options
#include "column_tops.hpp"      // where the next piece may be put
#include "tables.hpp"    // keys, and drawing lots
#include "state.hpp"     // a position, played and taken back
#include "symmetry.hpp"      // positions from cubes, and mirror images
#include "position_text.hpp"      // actions and positions as texts
#include "observation.hpp"  // observations

namespace tablier::kwintie {

static_assert(tablier::Position<State> && std::is_trivially_copyable_v<State>);

}  // namespace tablier::kwintie
