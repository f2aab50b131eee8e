import assert from "node:assert/strict";
import { test } from "node:test";
import { importModules } from "./bundle.mjs";
import "./page.mjs";

const [{ MatchState, pliesAfter }, { formatAction }, { resultTexts }, { translate }] = await importModules(
  "app/match/match_state",
  "app/match/notation",
  "app/match/result",
  "app/texts",
);

const connection = { request: () => Promise.reject(new Error("away")), submit: () => Promise.resolve(), now: () => 0 };
const view = (events) => ({
  events,
  changes: events,
  state: { seats: 2, sides: [0, 1] },
  players: ["Ada", "Bo"],
  gone: [],
  offers: [],
});
const action = (number, seat, text) => ({ number, kind: "action", seat, action: text });
const created = { number: 1, kind: "create", edition: "game:edition" };

/** A match, and the changes that it reports. */
function createMatch(options) {
  const match = new MatchState("M", connection, options);
  const changes = [];
  match.onChange((change) => changes.push(change), new AbortController().signal);
  return { match, changes };
}

test("each event adds one move, even if it is received twice", () => {
  const { match, changes } = createMatch();
  match.receive({ type: "match", events: [created, action(2, 0, "c3")], view: view(2), info: {} });
  match.receive({ type: "update", events: [action(3, 1, "d3")], view: view(3) });
  match.receive({ type: "match", events: [action(3, 1, "d3"), action(4, 0, "a1")], view: view(4), info: {} });
  assert.deepEqual(
    match.plies.map(({ text }) => text),
    ["c3", "d3", "a1"],
  );
  assert.deepEqual(
    changes.map(({ events }) => events.length),
    [2, 1, 1],
  );
  assert.equal(match.since(), 4);
});

test("an update older than the current view is ignored", () => {
  const { match, changes } = createMatch();
  match.receive({ type: "match", events: [action(1, 0, "c3"), action(2, 1, "d3")], view: view(2), info: {} });
  match.receive({ type: "update", events: [action(1, 0, "c3")], view: view(1) });
  assert.equal(match.shared.events, 2);
  assert.equal(changes.length, 1);
});

test("messages wait in order until the gate is open", async () => {
  let open;
  const { match, changes } = createMatch({
    gate: ({ events }) => (events?.[0]?.number === 2 ? new Promise((resolve) => (open = resolve)) : null),
  });
  match.receive({ type: "match", events: [created], view: view(1), info: {} });
  match.receive({ type: "update", events: [action(2, 0, "c3")], view: view(2) });
  match.receive({ type: "chat", chat: { id: 1, text: "hello" } });
  match.receive({ type: "update", events: [action(3, 1, "d3")], view: view(3) });
  assert.equal(match.since(), 1);
  assert.equal(changes.length, 1);
  open();
  await new Promise((resolve) => setTimeout(resolve));
  assert.deepEqual(
    changes.map(({ kind }) => kind),
    ["all", "update", "chat", "update"],
  );
  assert.equal(match.since(), 3);
});

test("an accepted takeback removes moves; resigning adds one only with more than two seats", () => {
  const plies = [action(1, 0, "a"), action(2, 1, "b"), action(3, 2, "c")].reduce(
    (plies, event) => pliesAfter(plies, event, 3),
    [],
  );
  assert.equal(pliesAfter(plies, { kind: "accept", offer_type: "takeback", accepted: true, plies_kept: 1 }, 3).length, 1);
  assert.equal(pliesAfter(plies, { kind: "accept", offer_type: "takeback" }, 3).length, 3);
  assert.equal(pliesAfter(plies, { kind: "resign", seat: 0 }, 3).at(-1).left, true);
  assert.equal(pliesAfter(plies, { kind: "resign", seat: 0 }, 2).length, 3);
});

test("the position of a viewer has the legal actions and the scene of that viewer", () => {
  const { match } = createMatch();
  match.receive({ type: "match", events: [created], view: { ...view(1), state: { seats: 2, scene: 1, legal: [] } }, info: {} });
  assert.deepEqual([match.view.scene, match.view.legal, match.mayAct], [1, [], false]);
  const viewer = { seats: [0], takeback_seats: [], to_act: 0, legal: ["c3"], scene: 2 };
  match.receive({ type: "update", events: [], view: { ...view(1), state: { seats: 2, scene: 1, legal: [] } }, viewer });
  assert.deepEqual([match.view.scene, match.view.legal, match.mayAct], [2, ["c3"], true]);
});

test("actions are written with arrows or as words", () => {
  const texts = (key) => ({ turn_swap: "swaps" })[key] ?? key;
  assert.equal(formatAction(texts, "swap"), "swaps");
  assert.equal(formatAction(texts, "d2:1-d4"), "d2:1→d4");
  assert.equal(formatAction(texts, "e5>d5>c5!"), "e5→d5→c5!");
});

test("a result has the reason of the winning side, with the options of the game as facts", () => {
  const own = {
    end_joined_1: "{winner} joins left and right.",
    end_points: "{winner} has {points} points.",
    white: "White",
    black: "Black",
  };
  const t = (key, facts) => translate(own, key, facts) ?? key;
  const facts = {
    t,
    players: ["Ada", "Bo"],
    sides: ["White", "Black"],
    sideOfSeat: [1, 0],
    options: { points: 5 },
    moves: 7,
    ownSeats: [],
  };
  assert.equal(resultTexts({ ...facts, result: { winner: 0, reason: "joined" } }).reason, "Black joins left and right.");
  assert.equal(resultTexts({ ...facts, result: { winner: 1, reason: "points" } }).reason, "White has 5 points.");
  assert.equal(resultTexts({ ...facts, result: { reason: "unheard_of", draw: true } }).reason, "");
});

test("texts fill in facts and choose the plural form by count", () => {
  const texts = { hello: "Hello {name}", turns_one: "{count} turn", turns_other: "{count} turns" };
  assert.equal(translate(texts, "hello", { name: "<b>" }), "Hello <b>");
  assert.equal(translate(texts, "turns", { count: 1 }), "1 turn");
  assert.equal(translate(texts, "turns", { count: 5 }), "5 turns");
  assert.equal(translate(texts, "nothing"), undefined);
});
