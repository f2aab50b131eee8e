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
from tablier.match.events import OFFER_TYPES, FlagFell, OfferAccepted, OfferDeclined, OfferMade
from tablier.records.record import Record
from tests.match.pebbles import NAMES

CLOCKS = [None, Increment(5_000, 500), Increment(1_000), Days(1)]
GAMES = [
    *(("pebbles:heap", {"players": seats, "heap": heap}) for seats in (2, 3, 4) for heap in (6, 40)),
    ("mixtour:gerhards", {}),
    ("kwintie:kwinty", {"width": 4, "height": 4, "line": 3, "fours": "no"}),
    ("twixt:dujardin", {"size": 6}),
    *(("twisty:djeco", {"players": seats, "seed": 7, "turn_limit": 9}) for seats in (2, 3, 4)),
]
SEATS = st.integers(-1, 4)
OFFER_TYPE = st.sampled_from(OFFER_TYPES)
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
        self.match = begin(edition, NAMES[:seats], now=self.now, rng=Random(seed), options=options, clock=clock)

    def ask(self, request, *given, passing, **named):
        """Asks for something: it either changes the match by at least one event or is refused and changes nothing."""
        before = self.match
        self.now = max(0, self.now + passing)
        try:
            self.match = request(before, *given, now=self.now, **named)
        except RulesError as error:
            assert error.code and self.match is before
            return
        assert self.match.number == before.number + len(self.match.events_since(before.number)) > before.number
        self.check_change(before)

    def check_change(self, before):
        after = self.match
        assert after.at >= before.at and after.changes >= before.changes
        if before.result:
            assert after.result == before.result and after.state == before.state
            assert all(
                isinstance(event, (OfferMade, OfferAccepted, OfferDeclined)) for event in after.events_since(before.number)
            )
        if after.changes > before.changes or (after.result and not before.result):
            assert not after.offers.pending
        for event in after.events_since(before.number):
            if isinstance(event, FlagFell):
                assert before.deadline is not None and event.at >= before.deadline

    @rule(data=st.data(), passing=PASSING, lag_ms=st.integers(0, 200))
    def whose_turn_it_is_plays(self, data, passing, lag_ms):
        legal = self.match.state.legal_actions()
        if legal:
            text = data.draw(st.sampled_from(legal))
            self.ask(matches.play_action, self.match.state.to_act, text, passing=passing, lag_ms=lag_ms)

    @rule(seat=SEATS, text=st.sampled_from(["take1", "ask1", "drop", "c3", "c3-c4", "swap", "", "pass"]), passing=PASSING)
    def somebody_plays_something(self, seat, text, passing):
        self.ask(matches.play_action, seat, text, passing=passing)

    @rule(seat=SEATS, offer_type=OFFER_TYPE, passing=PASSING)
    def offers(self, seat, offer_type, passing):
        self.ask(matches.make_offer, seat, offer_type, passing=passing)

    @rule(seat=SEATS, offer_type=OFFER_TYPE, passing=PASSING)
    def accepts(self, seat, offer_type, passing):
        self.ask(matches.accept_offer, seat, offer_type, passing=passing)

    @rule(offer_type=OFFER_TYPE)
    def everybody_agrees(self, offer_type):
        for seat in range(self.match.state.seats):
            self.ask(matches.accept_offer, seat, offer_type, passing=0)

    @rule(seat=SEATS, offer_type=OFFER_TYPE, passing=PASSING)
    def declines(self, seat, offer_type, passing):
        self.ask(matches.decline_offer, seat, offer_type, passing=passing)

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

    @rule(passing=PASSING, grace_ms=st.integers(0, 5_000))
    def is_resumed(self, passing, grace_ms):
        self.ask(matches.resume, passing=passing, grace_ms=grace_ms)

    @invariant()
    def clocks_are_sound(self):
        match = self.match
        if match.terms.clock is None:
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
        assert match.to_act is None or match.to_act in match.present()
        for offer in match.offers.pending:
            assert offer.seat in offer.agreed and not match.required_seats(offer.offer_type) <= offer.agreed

    @invariant()
    def the_view_is_sound(self):
        view = matches.view(self.match, 0, self.now)
        assert (view["events"], view["changes"]) == (self.match.number, self.match.changes)

    def teardown(self):
        if not hasattr(self, "match"):
            return
        assert fold_all(self.match.events.items()) == self.match
        record = Record.from_json(Record.from_match(self.match).to_json())
        assert record == Record.from_match(self.match) and record.line.result == self.match.result
        assert record.states()[-1] == self.match.state and len(record.states()) == self.match.changes + 1
        assert fold_all(record.events) == self.match
        again = Record.from_transcript(record.transcript())
        assert again.line.texts() == record.line.texts() and again.states()[-1] == self.match.state


TestTable = Table.TestCase
TestTable.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)


@pytest.mark.parametrize(("edition", "options"), GAMES)
def test_whole_random_matches_replay(edition, options):
    for seed in range(3):
        rng = Random(seed)
        seats = options.get("players", 2)
        match = begin(edition, NAMES[:seats], now=0, rng=rng, options=options, clock=Increment(3_600_000, 1_000))
        while match.result is None:
            to_act, now = match.state.to_act, match.at + rng.randrange(3_000)
            if rng.random() < 0.1 and match.takeback(to_act) is not None:
                match = matches.make_offer(match, to_act, "takeback", now)
                for seat in match.present():
                    match = match if seat == to_act else matches.accept_offer(match, seat, "takeback", now)
            elif seats > 2 and rng.random() < 0.02:
                match = matches.leave(match, rng.choice(match.present()), now)
            else:
                match = matches.play_action(match, to_act, rng.choice(match.state.legal_actions()), now)
        record = Record.from_json(Record.from_match(match, {"event": "test"}).to_json())
        assert fold_all(record.events) == match and record.facts == {"event": "test"}
        assert [str(state) for state in record.states()][-1] == str(match.state)
