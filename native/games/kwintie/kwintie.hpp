// The native twin of Kwintie, in reading order.
#pragma once
#include "board.hpp"          // bitboards and their lines
#include "rules.hpp"          // options
#include "column_tops.hpp"    // where the next piece may be placed
#include "state.hpp"          // positions, play and undo
#include "symmetry.hpp"       // positions from cubes, mirror images
#include "position_text.hpp"  // texts of actions and positions
#include "observation.hpp"    // planes for training

namespace tablier::kwintie {

static_assert(tablier::Position<State> && std::is_trivially_copyable_v<State>);

}  // namespace tablier::kwintie
