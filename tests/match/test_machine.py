"""Random requests by random seats at random times never break what a match promises."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from tablier import match as matches
from tablier.core.errors import RulesError
from tablier.match import DAY, Days, Increment, Match, begin, fold_all
from tablier.match.events import WHATS
from tablier.records.record import Record
from tests.match.table import NAMES

CLOCKS = [None, Increment(5_000, 500), Increment(1_000), Days(1)]
GAMES = [
    *(("pebbles:heap", {"players": seats, "heap": heap}) for seats in (2, 3, 4) for heap in (6, 40)),
    ("mixtour:gerhards", {}),
    ("kwintie:kwinty", {"width": 4, "height": 4, "line": 3, "fours": "no"}),
    ("twixt:dujardin", {"size": 6}),
    *(("twisty:djeco", {"players": seats, "seed": 7, "turn_limit": 9}) for seats in (2, 3, 4)),
]
SEATS = st.integers(-1, 4)
WHAT = st.sampled_from(WHATS)
PASSING = st.one_of(st.integers(0, 3_000), st.integers(0, 2 * DAY), st.integers(-50, 0))


class Table(RuleBasedStateMachine):
    """People at a table, who do not know the rules of matches."""

    match: Match
    now: int

    @initialize(game=st.sampled_from(GAMES), clock=st.sampled_from(CLOCKS), seed=st.integers(0, 99))
    def sit_down(self, game, clock, seed):
        edition, options = game
        seats = options.get("players", 2)
        self.now = 1_000_000
        self.match = begin(edition, NAMES[:seats], now=self.now, random=Random(seed), options=options, clock=clock)

    def ask(self, request, *given, passing, **named):
        """Asks for something: it either changes the match by at least one event or is refused and changes nothing."""
        before = self.match
        self.now = max(0, self.now + passing)
        try:
            self.match = request(before, *given, now=self.now, **named)
        except RulesError as error:
            assert error.code and self.match is before
            return
        assert self.match.number == before.number + len(self.match.since(before.number)) > before.number
        self.check_change(before)

    def check_change(self, before):
        after = self.match
        assert after.at >= before.at and after.changes >= before.changes
        if before.result:
            assert after.result == before.result and after.state == before.state
            assert all(event.kind in ("offer", "accept", "decline") for event in after.since(before.number))
        if after.changes > before.changes or (after.result and not before.result):
            assert not after.offers.pending
        for event in after.since(before.number):
            if event.kind == "flag":
                assert before.deadline is not None and event.at >= before.deadline

    @rule(data=st.data(), passing=PASSING, lag=st.integers(0, 200))
    def whose_turn_it_is_plays(self, data, passing, lag):
        legal = self.match.state.legal_actions()
        if legal:
            text = data.draw(st.sampled_from(legal))
            self.ask(matches.act, self.match.state.to_act, text, passing=passing, lag=lag)

    @rule(seat=SEATS, text=st.sampled_from(["take1", "ask1", "drop", "c3", "c3-c4", "swap", "", "pass"]), passing=PASSING)
    def somebody_plays_something(self, seat, text, passing):
        self.ask(matches.act, seat, text, passing=passing)

    @rule(seat=SEATS, what=WHAT, passing=PASSING)
    def offers(self, seat, what, passing):
        self.ask(matches.offer, seat, what, passing=passing)

    @rule(seat=SEATS, what=WHAT, passing=PASSING)
    def accepts(self, seat, what, passing):
        self.ask(matches.accept, seat, what, passing=passing)

    @rule(what=WHAT)
    def everybody_agrees(self, what):
        for seat in range(self.match.state.seats):
            self.ask(matches.accept, seat, what, passing=0)

    @rule(seat=SEATS, what=WHAT, passing=PASSING)
    def declines(self, seat, what, passing):
        self.ask(matches.decline, seat, what, passing=passing)

    @rule(seat=SEATS, request=st.sampled_from([matches.resign, matches.leave]), passing=PASSING)
    def goes(self, seat, request, passing):
        self.ask(request, seat, passing=passing)

    @rule(passing=PASSING)
    def the_flag_is_tried(self, passing):
        self.ask(matches.flag, passing=passing)

    @rule(seat=SEATS, to=SEATS, given=st.integers(-5, 5_000), passing=PASSING)
    def gives_time(self, seat, to, given, passing):
        self.ask(matches.give_time, seat, to, given, passing=passing)

    @rule(passing=PASSING)
    def is_adjourned(self, passing):
        self.ask(matches.adjourn, passing=passing)

    @rule(passing=PASSING, grace=st.integers(0, 5_000))
    def is_resumed(self, passing, grace):
        self.ask(matches.resume, passing=passing, grace=grace)

    @invariant()
    def clocks_are_sound(self):
        match = self.match
        if match.create.clock is None:
            assert match.deadline is None and match.ticking is None
            return
        assert all(time >= 0 for time in match.clocks.left)
        if match.deadline is not None:
            assert match.ticking == match.to_act == match.state.to_act
            assert match.remaining(match.ticking, match.deadline - 1) > 0
            assert match.remaining(match.ticking, match.deadline) == 0

    @invariant()
    def the_status_is_sound(self):
        match = self.match
        assert (match.status == "over") == (match.result is not None)
        assert match.result is not None or match.state.outcome is None
        assert match.to_act is None or match.to_act in match.line.present()
        for offer in match.offers.pending:
            assert offer.seat in offer.agreed and not match.needed(offer.what) <= offer.agreed

    @invariant()
    def the_view_is_sound(self):
        view = self.match.view(0, self.now)
        assert (view["events"], view["changes"]) == (self.match.number, self.match.changes)

    def teardown(self):
        if not hasattr(self, "match"):
            return
        assert fold_all(self.match.events.items()) == self.match
        record = Record.from_json(self.match.record().to_json())
        assert record == self.match.record() and record.result == self.match.result
        assert record.states()[-1] == self.match.state and len(record.states()) == self.match.changes + 1
        assert Match.of(record) == self.match
        again = Record.of(record.transcript())
        assert again.line.texts() == record.line.texts() and again.states()[-1] == self.match.state


TestTable = Table.TestCase
TestTable.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)


@pytest.mark.parametrize(("edition", "options"), GAMES)
def test_whole_random_matches_replay(edition, options):
    for seed in range(3):
        rng = Random(seed)
        seats = options.get("players", 2)
        match = begin(edition, NAMES[:seats], now=0, random=rng, options=options, clock=Increment(3_600_000, 1_000))
        while match.result is None:
            to_act, now = match.state.to_act, match.at + rng.randrange(3_000)
            if rng.random() < 0.1 and match.line.takeback(to_act) is not None:
                match = matches.offer(match, to_act, "takeback", now)
                for seat in match.line.present():
                    match = match if seat == to_act else matches.accept(match, seat, "takeback", now)
            elif seats > 2 and rng.random() < 0.02:
                match = matches.leave(match, rng.choice(match.line.present()), now)
            else:
                match = matches.act(match, to_act, rng.choice(match.state.legal_actions()), now)
        record = Record.from_json(match.record({"event": "test"}).to_json())
        assert Match.of(record) == match and record.facts == {"event": "test"}
        assert [str(state) for state in record.states()][-1] == str(match.state)
