import assert from "node:assert/strict";
import { test } from "node:test";
import { importModules } from "./bundle.mjs";
import "./page.mjs";

const [{ Match, followed }, { spoken }] = await importModules("app/table/match", "app/texts");

const view = (events) => ({ events, state: { seats: 2, sides: [0, 1] }, players: ["Ada", "Bo"], gone: [] });
const action = (number, seat, text) => ({ number, kind: "action", seat, action: text });

test("each event adds one turn, even if it is received twice", () => {
  const eventCounts = [];
  const match = new Match("M", (news) => eventCounts.push(news.events.length));
  match.told({
    type: "match",
    events: [{ number: 1, kind: "create", edition: "game:edition" }, action(2, 0, "c3")],
    view: view(2),
    info: {},
  });
  match.told({ type: "update", events: [action(3, 1, "d3")], view: view(3) });
  match.told({ type: "match", events: [action(3, 1, "d3"), action(4, 0, "a1")], view: view(4), info: {} });
  assert.deepEqual(
    match.turns.map(({ text }) => text),
    ["c3", "d3", "a1"],
  );
  assert.deepEqual(eventCounts, [2, 1, 1]);
  assert.equal(match.since(), 4);
});

test("an update older than the current view is ignored", () => {
  const match = new Match("M", () => {});
  match.told({ type: "match", events: [action(1, 0, "c3"), action(2, 1, "d3")], view: view(2), info: {} });
  match.told({ type: "update", events: [action(1, 0, "c3")], view: view(1) });
  assert.equal(match.view.events, 2);
});

test("an accepted takeback removes turns; resigning adds a turn only with more than two seats", () => {
  const turns = [action(1, 0, "a"), action(2, 1, "b"), action(3, 2, "c")].reduce(
    (turns, event) => followed(turns, event, 3),
    [],
  );
  assert.equal(followed(turns, { kind: "accept", offer_type: "takeback", accepted: true, plies_kept: 1 }, 3).length, 1);
  assert.equal(followed(turns, { kind: "accept", offer_type: "takeback" }, 3).length, 3);
  assert.equal(followed(turns, { kind: "resign", seat: 0 }, 3).at(-1).left, true);
  assert.equal(followed(turns, { kind: "resign", seat: 0 }, 2).length, 3);
});

test("texts fill in facts and choose the plural form by count", () => {
  const texts = { hello: "Hello {name}", turns_one: "{count} turn", turns_other: "{count} turns" };
  assert.equal(spoken(texts, "hello", { name: "<b>" }), "Hello <b>");
  assert.equal(spoken(texts, "turns", { count: 1 }), "1 turn");
  assert.equal(spoken(texts, "turns", { count: 5 }), "5 turns");
  assert.equal(spoken(texts, "nothing"), undefined);
});
