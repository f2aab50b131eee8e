#include "kwintie.hpp"
#include "equivalence.hpp"
#include "proof_goal.hpp"

#include "../../solve/bind_solver.hpp"

TABLIER_SOLVER(kwintie, tablier::kwintie::State, tablier::kwintie::ProofGoal);
