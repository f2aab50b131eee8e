#include "kwintie.hpp"
#include "likeness.hpp"
#include "question.hpp"

#include "../../solve/bind_solver.hpp"

TABLIER_SOLVER(kwintie, tablier::kwintie::State, tablier::kwintie::Question);
