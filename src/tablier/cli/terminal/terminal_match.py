"""A match in the terminal: prompts, the commands that players type, offers between players at one keyboard."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from random import SystemRandom

from tablier import match as matches
from tablier.cli.analysis_text import format_summary, format_value
from tablier.cli.colour import paint
from tablier.core.errors import BadFile, BadNotation, RulesError
from tablier.core.i18n import N_, ngettext
from tablier.core.i18n import gettext as _
from tablier.core.messages import explain, format_message
from tablier.match import Match
from tablier.match.events import OfferType

from . import saves
from .engines import Engines
from .menu import Ask, Write

HELP: Mapping[str, str] = {
    "?": N_("the legal actions; with letters behind it, those that begin so"),
    "hint": N_("what the strongest engine would play"),
    "eval": N_("who is ahead, and what the best actions are worth"),
    "show": N_("the board again"),
    "tell": N_("the board in words"),
    "moves": N_("what was played"),
    "undo": N_("take your last turn back, if the others agree"),
    "draw": N_("offer a draw"),
    "resign": N_("give up"),
    "leave": N_("go home; with more than two the others play on"),
    "abort": N_("end the match without a result, if the others agree"),
    "save": N_("keep the game in a file of your own: save FILE"),
    "quit": N_("stop here; the game is kept"),
    "help": N_("this list"),
}
MAX_LISTED_ACTIONS = 60  # of `?`
MAX_CANDIDATES = 5  # of `eval`


def now_ms() -> int:
    """Milliseconds since the epoch."""
    return int(time.time() * 1000)


class Quit(Exception):
    """A player typed `quit`; the match is saved."""


class TerminalMatch:
    """Plays a match and its rematches.

    In plain mode, for screen readers, every event is one line, and the board is described in sentences at the start and on
    request.
    """

    def __init__(
        self, match: Match, file: Path, *, ask: Ask, write: Write, plain: bool, colour: bool, engines: Engines | None = None
    ) -> None:
        self.match = match
        self.engines = engines or Engines({})
        self.file = file
        self.ask = ask
        self.write = write
        self.plain = plain
        self.colour = colour

    def play(self) -> None:
        """Play to the end, then rematches. Raises `Quit` if a player stops."""
        while True:
            self._save_and_set(self.match)
            if self.plain:
                self.show()
            while self.match.result is None:
                self._turn()
            if not self.plain:
                self.show()
            self._print_result()
            if self.engines.plays_every_seat(self.match) or not self._confirm(_("Another one?")):
                return
            self.match = matches.start_rematch(self.match, now=now_ms(), rng=SystemRandom())
            self.file = saves.new_file(self.match)

    # output

    def show(self) -> None:
        """Print the board, as a drawing or in sentences."""
        state = self.match.state
        self.write("")
        self.write("\n".join(state.game.describe(state)) if self.plain else paint(state.game.render(state), colour=self.colour))

    def name(self, seat: int) -> str:
        """Return a player's name with the side."""
        state = self.match.state
        sides = state.game.edition(state.edition_name).sides
        return f"{self.match.players[seat]} ({_(sides[state.side(seat)])})"

    def _print_error(self, error: RulesError) -> None:
        self.write(explain(error, self.match.state.game))
        if isinstance(error, BadNotation):
            self._print_notation()

    def _print_notation(self) -> None:
        self.write(_("How to type a turn: {notation}").format(notation=_(self.match.state.game.notation)))

    def _print_result(self) -> None:
        result = self.match.result
        assert result is not None
        winner = None if result.winner is None else self.name(result.winner)
        self.write(format_message(result.reason, {"winner": winner}, self.match.state.game.messages))
        if self.match.terms.round > 1 or any(wins or draws for wins, draws in self.match.score):
            for player, (wins, draws) in zip(self.match.joined, self.match.score, strict=True):
                won = ngettext("{count} win", "{count} wins", wins).format(count=wins)
                drawn = ngettext("{count} draw", "{count} draws", draws).format(count=draws)
                self.write(f"  {player}: {won}, {drawn}")

    # input

    def _turn(self) -> None:
        to_act = self.match.to_act
        if to_act is not None and self.engines.plays_seat(self.match, to_act):
            self._engine_turn(to_act)
            return
        if not self.plain:
            self.show()
        shown = self.match.changes
        while self.match.result is None and self.match.changes == shown:
            seat = self.match.to_act
            assert seat is not None
            text = self.ask(f"{self.name(seat)}:").strip()
            try:
                self._execute(seat, text)
            except RulesError as error:
                self._print_error(error)

    def _engine_turn(self, seat: int) -> None:
        if self.engines.plays_every_seat(self.match) and not self.plain:
            self.show()
        action = self.engines.choose(self.match)
        self._print_turn(seat, action)
        self._save_and_set(matches.play_action(self.match, seat, action, now_ms()))

    def _print_turn(self, seat: int, action: str) -> None:
        self.write(_("{name} plays {action}").format(name=self.name(seat), action=action))

    def _execute(self, seat: int, text: str) -> None:
        word, _blank, rest = text.partition(" ")
        if text.startswith("?"):
            self._print_legal_actions(text[1:].strip())
        elif word in HELP:
            commands: Mapping[str, Callable[[int, str], None]] = {
                "hint": lambda _seat, _rest: self._print_hint(),
                "eval": lambda _seat, _rest: self._print_analysis(),
                "show": lambda _seat, _rest: self.show(),
                "tell": lambda _seat, _rest: self.write("\n".join(self.match.state.game.describe(self.match.state))),
                "moves": lambda _seat, _rest: self._print_moves(),
                "undo": lambda seat, _rest: self._offer(self._takeback_seat(seat), "takeback"),
                "draw": lambda seat, _rest: self._offer(seat, "draw"),
                "abort": lambda seat, _rest: self._offer(seat, "abort"),
                "resign": lambda seat, _rest: self._resign(seat),
                "leave": lambda seat, _rest: self._leave(seat),
                "save": lambda _seat, rest: self._save_copy(rest),
                "quit": lambda _seat, _rest: self._quit(),
                "help": lambda _seat, _rest: self._print_help(),
            }
            commands[word](seat, rest.strip())
        elif text:
            played = matches.play_action(self.match, seat, text, now_ms())
            if self.plain:  # otherwise the drawing shows it
                self._print_turn(seat, played.texts()[-1])
            self._save_and_set(played)

    def _save_and_set(self, match: Match) -> None:
        """Save the match, then make it the current one."""
        saves.save(match, self.file)
        self.match = match

    def _confirm(self, question: str) -> bool:
        return self.ask(f"{question} [{_('y/n')}]").strip().lower() in (_("y"), _("yes"), "y", "yes")

    def _takeback_seat(self, seat: int) -> int:
        """Return the seat that takes back: the player who has just moved types `undo` at the next player's prompt."""
        last = self.match.plies.last.seat if self.match.length else None
        return seat if last is None or self.engines.plays_seat(self.match, last) else last

    def _offer(self, seat: int, offer_type: OfferType) -> None:
        offered = matches.make_offer(self.match, seat, offer_type, now_ms())
        questions = {
            "takeback": _("{asked}: may {asker} take the last turn back?"),
            "draw": _("{asked}: {asker} offers a draw. Do you accept?"),
            "abort": _("{asked}: {asker} wants to end without a result. Do you agree?"),
        }
        if offered.offers.of(offer_type) is None:  # no consent is needed
            self._save_and_set(offered)
            return
        for other in sorted(offered.required_seats(offer_type) - {seat}):
            question = questions[offer_type].format(asked=self.match.players[other], asker=self.match.players[seat])
            if self.engines.plays_seat(self.match, other):
                accepted = offer_type != "draw" or self.engines.accepts_draw(self.match)
            else:
                accepted = self._confirm(question)
            if not accepted:
                self._save_and_set(matches.decline_offer(offered, other, offer_type, now_ms()))
                self.write(_("Declined."))
                return
            offered = matches.accept_offer(offered, other, offer_type, now_ms())
        self._save_and_set(offered)
        if self.plain and offer_type == "takeback":
            self.write(_("The last turn was taken back."))

    def _resign(self, seat: int) -> None:
        if self._confirm(_("{name}: give up?").format(name=self.match.players[seat])):
            self._save_and_set(matches.resign(self.match, seat, now_ms()))

    def _leave(self, seat: int) -> None:
        if self._confirm(_("{name}: go home?").format(name=self.match.players[seat])):
            self._save_and_set(matches.leave(self.match, seat, now_ms()))

    def _print_legal_actions(self, prefix: str) -> None:
        actions = [action for action in self.match.state.legal_actions() if action.startswith(prefix)]
        rest = len(actions) - MAX_LISTED_ACTIONS
        if self.plain or rest <= 0:
            self.write(" ".join(actions) if actions else _("Nothing begins so."))
        else:
            self.write(" ".join(actions[:MAX_LISTED_ACTIONS]))
            self.write(
                ngettext(
                    "… and {count} more: ? with letters behind it shows fewer.",
                    "… and {count} more: ? with letters behind it shows fewer.",
                    rest,
                ).format(count=rest)
            )

    def _print_hint(self) -> None:
        analysis = self.engines.analyse(self.match)
        self.write(_("Try {action}: {worth}").format(action=analysis.best.action, worth=format_value(analysis.best)))

    def _print_analysis(self) -> None:
        analysis = self.engines.analyse(self.match)
        seat = self.match.to_act
        assert seat is not None
        self.write(f"{self.name(seat)}: {format_value(analysis.best)}")
        for candidate in analysis.candidates[:MAX_CANDIDATES]:
            self.write(f"  {candidate.action}: {format_value(candidate)}")
        self.write(_("expected: {line}").format(line=" ".join(analysis.pv)))
        self.write(format_summary(analysis))

    def _print_moves(self) -> None:
        texts = self.match.texts()
        self.write(" ".join(f"{number}.{text}" for number, text in enumerate(texts, start=1)) or _("Nothing yet."))

    def _save_copy(self, name: str) -> None:
        if not name:
            raise BadFile("save_where")
        saves.save(self.match, Path(name))
        self.write(_("Saved as {file}.").format(file=name))

    def _quit(self) -> None:
        raise Quit

    def _print_help(self) -> None:
        self._print_notation()
        self.write(_("Or one of these words:"))
        for word, meaning in HELP.items():
            self.write(f"  {word:<8}{_(meaning)}")
