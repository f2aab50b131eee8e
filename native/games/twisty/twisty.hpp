// Twisty, by Faouzi Boughida: the twin of src/tablier/games/twisty. The headers in order of dependency.
#pragma once
#include "bitboard.hpp"       // cells and sets of cells
#include "rules.hpp"          // options and action codes
#include "paths.hpp"          // the paths of one turn
#include "board.hpp"          // the data of a position
#include "deal.hpp"           // the deal of a seed
#include "state.hpp"          // the rules of play
#include "validate.hpp"       // reachable positions
#include "position_text.hpp"  // texts of actions and positions
#include "observation.hpp"    // byte planes for learning
