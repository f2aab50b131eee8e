// Twisty, a game by Faouzi Boughida, for engines: the twin of src/tablier/games/twisty. To be read in this order.
#pragma once
#include "board.hpp"     // cells and sets of cells
#include "rules.hpp"     // options
#include "row.hpp"       // a seat's cards
#include "paths.hpp"     // where one turn can lead
#include "table.hpp"     // all that lies there, and its key
#include "deal.hpp"      // the deal of a seed
#include "state.hpp"     // a position, played and taken back
#include "validate.hpp"     // which positions there are
#include "position_text.hpp"      // actions and positions as texts
#include "observation.hpp"  // observations
