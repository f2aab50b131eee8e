"""The table: a match in progress, the people around it, and what they type."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from random import SystemRandom

from tablier import match as matches
from tablier.cli.analysis_text import summary, worth
from tablier.cli.colour import paint
from tablier.core.errors import BadFile, BadNotation, RulesError
from tablier.core.i18n import N_, ngettext
from tablier.core.i18n import gettext as _
from tablier.core.messages import explain, format_message
from tablier.match import Match
from tablier.match.events import OfferType

from . import saves
from .engines import Engines
from .menu import Ask, Tell

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
MOST_HINTS = 60
MOST_JUDGED = 5


def now() -> int:
    """Milliseconds since the epoch."""
    return int(time.time() * 1000)


class Quit(Exception):
    """Somebody wants to stop; the game is kept."""


class Table:
    """Plays one match after another until nobody wants another one.

    Plain, for ears: every event is a line, and the board comes in sentences at the beginning and whenever somebody asks.
    """

    def __init__(
        self, match: Match, file: Path, *, ask: Ask, tell: Tell, plain: bool, colour: bool, engines: Engines | None = None
    ) -> None:
        self.match = match
        self.engines = engines or Engines({})
        self.file = file
        self.ask = ask
        self.tell = tell
        self.plain = plain
        self.colour = colour

    def play(self) -> None:
        """The match to its end, and rematches; `Quit` when somebody stops."""
        while True:
            self._keep(self.match)
            if self.plain:
                self.show()
            while self.match.result is None:
                self._turn()
            if not self.plain:
                self.show()
            self._say_result()
            if self.engines.only(self.match) or not self._agreed(_("Another one?")):
                return
            self.match = matches.rematch(self.match, now=now(), rng=SystemRandom())
            self.file = saves.fresh_file(self.match)

    # telling

    def show(self) -> None:
        """The board as this person wants it."""
        state = self.match.state
        self.tell("")
        self.tell("\n".join(state.game.describe(state)) if self.plain else paint(state.game.render(state), colour=self.colour))

    def name(self, seat: int) -> str:
        """A player and the side it plays, where sides have names."""
        state = self.match.state
        sides = state.game.edition(state.edition_name).sides
        return f"{self.match.players[seat]} ({_(sides[state.side(seat)])})"

    def _complain(self, error: RulesError) -> None:
        self.tell(explain(error, self.match.state.game))
        if isinstance(error, BadNotation):
            self._notation()

    def _notation(self) -> None:
        self.tell(_("How to type a turn: {notation}").format(notation=_(self.match.state.game.notation)))

    def _say_result(self) -> None:
        result = self.match.result
        assert result is not None
        winner = None if result.winner is None else self.name(result.winner)
        self.tell(format_message(result.reason, {"winner": winner}, self.match.state.game.messages))
        if self.match.terms.round > 1 or any(wins or draws for wins, draws in self.match.score):
            for player, (wins, draws) in zip(self.match.joined, self.match.score, strict=True):
                won = ngettext("{count} win", "{count} wins", wins).format(count=wins)
                drawn = ngettext("{count} draw", "{count} draws", draws).format(count=draws)
                self.tell(f"  {player}: {won}, {drawn}")

    # asking

    def _turn(self) -> None:
        to_act = self.match.to_act
        if to_act is not None and self.engines.sits(self.match, to_act):
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
                self._obey(seat, text)
            except RulesError as error:
                self._complain(error)

    def _engine_turn(self, seat: int) -> None:
        if self.engines.only(self.match) and not self.plain:
            self.show()
        action = self.engines.choose(self.match)
        self._tell_turn(seat, action)
        self._keep(matches.play_action(self.match, seat, action, now()))

    def _tell_turn(self, seat: int, action: str) -> None:
        self.tell(_("{name} plays {action}").format(name=self.name(seat), action=action))

    def _obey(self, seat: int, text: str) -> None:
        word, _blank, rest = text.partition(" ")
        if text.startswith("?"):
            self._list(text[1:].strip())
        elif word in HELP:
            known: Mapping[str, Callable[[int, str], None]] = {
                "hint": lambda _seat, _rest: self._advise(),
                "eval": lambda _seat, _rest: self._judge(),
                "show": lambda _seat, _rest: self.show(),
                "tell": lambda _seat, _rest: self.tell("\n".join(self.match.state.game.describe(self.match.state))),
                "moves": lambda _seat, _rest: self._moves(),
                "undo": lambda seat, _rest: self._offer(self._who(seat), "takeback"),
                "draw": lambda seat, _rest: self._offer(seat, "draw"),
                "abort": lambda seat, _rest: self._offer(seat, "abort"),
                "resign": lambda seat, _rest: self._resign(seat),
                "leave": lambda seat, _rest: self._leave(seat),
                "save": lambda _seat, rest: self._save(rest),
                "quit": lambda _seat, _rest: self._quit(),
                "help": lambda _seat, _rest: self._help(),
            }
            known[word](seat, rest.strip())
        elif text:
            played = matches.play_action(self.match, seat, text, now())
            if self.plain:  # a drawing would show it
                self._tell_turn(seat, played.texts()[-1])
            self._keep(played)

    def _keep(self, match: Match) -> None:
        """The match goes on only once it is on disk."""
        saves.save(match, self.file)
        self.match = match

    def _agreed(self, question: str) -> bool:
        return self.ask(f"{question} [{_('y/n')}]").strip().lower() in (_("y"), _("yes"), "y", "yes")

    def _who(self, seat: int) -> int:
        """Whose turn is to be taken back: the person who has just moved asks at the next one's prompt."""
        steps = self.match.plies
        last = steps.last.seat if self.match.length else None
        return seat if last is None or self.engines.sits(self.match, last) else last

    def _offer(self, seat: int, what: OfferType) -> None:
        offered = matches.make_offer(self.match, seat, what, now())
        questions = {
            "takeback": _("{asked}: may {asker} take the last turn back?"),
            "draw": _("{asked}: {asker} offers a draw. Do you accept?"),
            "abort": _("{asked}: {asker} wants to end without a result. Do you agree?"),
        }
        if offered.offers.of(what) is None:  # nobody had to be asked
            self._keep(offered)
            return
        for other in sorted(offered.required_seats(what) - {seat}):
            question = questions[what].format(asked=self.match.players[other], asker=self.match.players[seat])
            if self.engines.sits(self.match, other):
                agreed = what != "draw" or self.engines.takes_draw(self.match)
            else:
                agreed = self._agreed(question)
            if not agreed:
                self._keep(matches.decline_offer(offered, other, what, now()))
                self.tell(_("Declined."))
                return
            offered = matches.accept_offer(offered, other, what, now())
        self._keep(offered)
        if self.plain and what == "takeback":
            self.tell(_("The last turn was taken back."))

    def _resign(self, seat: int) -> None:
        if self._agreed(_("{name}: give up?").format(name=self.match.players[seat])):
            self._keep(matches.resign(self.match, seat, now()))

    def _leave(self, seat: int) -> None:
        if self._agreed(_("{name}: go home?").format(name=self.match.players[seat])):
            self._keep(matches.leave(self.match, seat, now()))

    def _list(self, prefix: str) -> None:
        found = [action for action in self.match.state.legal_actions() if action.startswith(prefix)]
        rest = len(found) - MOST_HINTS
        if self.plain or rest <= 0:
            self.tell(" ".join(found) if found else _("Nothing begins so."))
        else:
            self.tell(" ".join(found[:MOST_HINTS]))
            self.tell(
                ngettext(
                    "… and {count} more: ? with letters behind it shows fewer.",
                    "… and {count} more: ? with letters behind it shows fewer.",
                    rest,
                ).format(count=rest)
            )

    def _advise(self) -> None:
        seen = self.engines.judge(self.match)
        self.tell(_("Try {action}: {worth}").format(action=seen.best.action, worth=worth(seen.best)))

    def _judge(self) -> None:
        seen = self.engines.judge(self.match)
        seat = self.match.to_act
        assert seat is not None
        self.tell(f"{self.name(seat)}: {worth(seen.best)}")
        for one in seen.candidates[:MOST_JUDGED]:
            self.tell(f"  {one.action}: {worth(one)}")
        self.tell(_("expected: {line}").format(line=" ".join(seen.pv)))
        self.tell(summary(seen))

    def _moves(self) -> None:
        texts = self.match.texts()
        self.tell(" ".join(f"{number}.{text}" for number, text in enumerate(texts, start=1)) or _("Nothing yet."))

    def _save(self, name: str) -> None:
        if not name:
            raise BadFile("save_where")
        saves.save(self.match, Path(name))
        self.tell(_("Saved as {file}.").format(file=name))

    def _quit(self) -> None:
        raise Quit

    def _help(self) -> None:
        self._notation()
        self.tell(_("Or one of these words:"))
        for word, meaning in HELP.items():
            self.tell(f"  {word:<8}{_(meaning)}")
