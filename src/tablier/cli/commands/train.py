"""`tablier train`: fit the weights of a game's player by self-play."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

from tablier.cli.argparser import integer_at_least
from tablier.cli.files import check_writable, write_text
from tablier.core.i18n import format_decimal
from tablier.core.i18n import gettext as _
from tablier.core.registry import find
from tablier.engine.train.export import quantize, weights_header
from tablier.engine.train.training import Generation, has_network, train


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("game", metavar=_("GAME"), help=_("whose player"))
    parser.add_argument("file", metavar=_("FILE"), nargs="?", help=_("a C++ header to write the weights to; else stdout"))
    parser.add_argument("--generations", metavar="N", type=integer_at_least(1), default=8, help=_("how often to play and fit"))
    parser.add_argument("--games", metavar="N", type=integer_at_least(1), default=4000, help=_("how many games each time"))
    parser.add_argument("--nodes", metavar="N", type=integer_at_least(1), default=400, help=_("positions to look at a move"))
    parser.add_argument(
        "--seed", metavar="N", type=integer_at_least(0), default=1, help=_("the same seed fits the same weights")
    )


def run(args: Namespace) -> int:
    game, _edition = find(args.game)
    target = args.file or "-"
    check_writable(target)
    parameters = {"generations": args.generations, "games": args.games, "nodes": args.nodes, "seed": args.seed}
    weights = train(game, **parameters, on_generation=_report_generation)
    command = " ".join([f"tablier train {game.name}", *(f"--{name} {value}" for name, value in parameters.items())])
    network = has_network(game)
    write_text(target, weights_header(game.name, quantize(weights, network=network), command, network=network))
    return 0


def _report_generation(generation: Generation) -> None:
    message = _("generation {number}: {positions} positions, log-loss {loss}, before {before}")
    fit = generation.fit
    facts = {"loss": format_decimal(fit.loss, 4), "before": format_decimal(fit.loss_before, 4)}
    message = message.format(number=generation.number, positions=format_decimal(generation.positions), **facts)
    print(message, file=sys.stderr, flush=True)
