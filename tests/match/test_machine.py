"""Random commands of random seats at random times keep the invariants of a match (a Hypothesis state machine)."""

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
from tests.examples import examples
from tests.match.pebbles import NAMES

CLOCKS = [None, Increment(5_000, 500), Increment(1_000), Days(1)]
GAMES = [
    *(("pebbles:heap", {"players": seats, "heap": heap}) for seats in (2, 3, 4) for heap in (6, 40)),
    ("mixtour:gerhards", {}),
    ("kwintie:kwinty", {"width": 4, "height": 4, "line": 3, "fours": "no"}),
    ("twixt:dujardin", {"size": 6}),
    *(("twisty:djeco", {"players": seats, "seed": 7, "turn_limit": 9}) for seats in (2, 3, 4)),
]
SEATS = st.integers(-1, 4)  # also seats that do not exist
OFFER_TYPE = st.sampled_from(OFFER_TYPES)
PAUSE_MS = st.one_of(st.integers(0, 3_000), st.integers(0, 2 * DAY), st.integers(-50, 0))  # system time may run back


class MatchMachine(RuleBasedStateMachine):
    """Players who submit commands without regard to the rules of a match."""

    match: Match
    now: int

    @initialize(game=st.sampled_from(GAMES), clock=st.sampled_from(CLOCKS), seed=st.integers(0, 99))
    def start_match(self, game, clock, seed):
        edition, options = game
        seats = options.get("players", 2)
        self.now = 1_000_000
        self.match = begin(edition, NAMES[:seats], now=self.now, rng=Random(seed), options=options, clock=clock)

    def submit(self, command, *arguments, pause_ms, **named):
        """Submit a command: it either adds at least one event, or raises an error and changes nothing."""
        before = self.match
        self.now = max(0, self.now + pause_ms)
        try:
            self.match = command(before, *arguments, now=self.now, **named)
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

    @rule(data=st.data(), pause_ms=PAUSE_MS, lag_ms=st.integers(0, 200))
    def play_legal_action(self, data, pause_ms, lag_ms):
        legal = self.match.state.legal_actions()
        if legal:
            text = data.draw(st.sampled_from(legal))
            self.submit(matches.play_action, self.match.state.to_act, text, pause_ms=pause_ms, lag_ms=lag_ms)

    @rule(seat=SEATS, text=st.sampled_from(["take1", "ask1", "drop", "c3", "c3-c4", "swap", "", "pass"]), pause_ms=PAUSE_MS)
    def play_any_text(self, seat, text, pause_ms):
        self.submit(matches.play_action, seat, text, pause_ms=pause_ms)

    @rule(seat=SEATS, offer_type=OFFER_TYPE, pause_ms=PAUSE_MS)
    def make_offer(self, seat, offer_type, pause_ms):
        self.submit(matches.make_offer, seat, offer_type, pause_ms=pause_ms)

    @rule(seat=SEATS, offer_type=OFFER_TYPE, pause_ms=PAUSE_MS)
    def accept_offer(self, seat, offer_type, pause_ms):
        self.submit(matches.accept_offer, seat, offer_type, pause_ms=pause_ms)

    @rule(offer_type=OFFER_TYPE)
    def accept_by_all(self, offer_type):
        for seat in range(self.match.state.seats):
            self.submit(matches.accept_offer, seat, offer_type, pause_ms=0)

    @rule(seat=SEATS, offer_type=OFFER_TYPE, pause_ms=PAUSE_MS)
    def decline_offer(self, seat, offer_type, pause_ms):
        self.submit(matches.decline_offer, seat, offer_type, pause_ms=pause_ms)

    @rule(seat=SEATS, command=st.sampled_from([matches.resign, matches.leave]), pause_ms=PAUSE_MS)
    def resign_or_leave(self, seat, command, pause_ms):
        self.submit(command, seat, pause_ms=pause_ms)

    @rule(pause_ms=PAUSE_MS)
    def try_flag(self, pause_ms):
        self.submit(matches.flag, pause_ms=pause_ms)

    @rule(seat=SEATS, to=SEATS, time_ms=st.integers(-5, 5_000), pause_ms=PAUSE_MS)
    def give_time(self, seat, to, time_ms, pause_ms):
        self.submit(matches.give_time, seat, to, time_ms, pause_ms=pause_ms)

    @rule(pause_ms=PAUSE_MS)
    def adjourn(self, pause_ms):
        self.submit(matches.adjourn, pause_ms=pause_ms)

    @rule(pause_ms=PAUSE_MS, grace_ms=st.integers(0, 5_000))
    def resume(self, pause_ms, grace_ms):
        self.submit(matches.resume, pause_ms=pause_ms, grace_ms=grace_ms)

    @invariant()
    def check_clocks(self):
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
    def check_status(self):
        match = self.match
        assert (match.status == "over") == (match.result is not None)
        assert match.result is not None or match.state.outcome is None
        assert match.to_act is None or match.to_act in match.present_seats()
        for offer in match.offers.pending:
            assert offer.seat in offer.agreed and not match.required_seats(offer.offer_type) <= offer.agreed

    @invariant()
    def check_view(self):
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


TestMatchMachine = MatchMachine.TestCase
TestMatchMachine.settings = settings(max_examples=examples(60), stateful_step_count=40, deadline=None)


@pytest.mark.parametrize(("edition", "options"), GAMES)
def test_whole_random_matches_replay(edition, options):
    for seed in range(3):
        rng = Random(seed)
        seats = options.get("players", 2)
        match = begin(edition, NAMES[:seats], now=0, rng=rng, options=options, clock=Increment(3_600_000, 1_000))
        while match.result is None:
            to_act, now = match.state.to_act, match.at + rng.randrange(3_000)
            if rng.random() < 0.1 and match.plies_after_takeback(to_act) is not None:
                match = matches.make_offer(match, to_act, "takeback", now)
                for seat in match.present_seats():
                    match = match if seat == to_act else matches.accept_offer(match, seat, "takeback", now)
            elif seats > 2 and rng.random() < 0.02:
                match = matches.leave(match, rng.choice(match.present_seats()), now)
            else:
                match = matches.play_action(match, to_act, rng.choice(match.state.legal_actions()), now)
        record = Record.from_json(Record.from_match(match, {"event": "test"}).to_json())
        assert fold_all(record.events) == match and record.facts == {"event": "test"}
        assert [str(state) for state in record.states()][-1] == str(match.state)
