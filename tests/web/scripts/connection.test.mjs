import assert from "node:assert/strict";
import { test } from "node:test";
import { FakeSocket } from "./page.mjs";

const { Connection } = await import("../../../src/tablier/web/app/connection.js");

const hello = { type: "hello", version: 1, now: Date.now(), account: null };
const asked = (socket, what) => socket.sent.filter(({ command }) => command.type === what);
const rest = () => new Promise((done) => setTimeout(done, 5));

/** The socket that a connection opens after one was lost. */
async function after(connection, lost) {
  while (!connection.socket || connection.socket === lost) await rest();
  return connection.socket;
}

function connected() {
  const connection = new Connection("ws://localhost/api/socket");
  const socket = FakeSocket.all.at(-1);
  socket.hear(hello);
  return { connection, socket };
}

test("an answer finds its question", async () => {
  const { connection, socket } = connected();
  const answer = connection.ask("M", { type: "try", action: "c3" });
  socket.hear({ type: "ok", id: asked(socket, "try")[0].id, result: { action: "c3" } });
  assert.equal((await answer).result.action, "c3");
});

test("a refusal has its code and its sentence", async () => {
  const { connection, socket } = connected();
  const answer = connection.submit("M", { type: "play", action: "z9" });
  socket.hear({ type: "error", id: asked(socket, "play")[0].id, error: { code: "occupied", facts: {}, message: "Taken." } });
  await assert.rejects(answer, { code: "occupied", message: "Taken." });
});

test("after a gap the truth is asked for first, then what had no answer is sent again as it was", async () => {
  const { connection, socket } = connected();
  connection.follow("M", { since: () => 7, told: () => {}, failed: () => {} });
  const done = connection.submit("M", { type: "play", action: "c3" });
  const first = asked(socket, "play")[0];
  socket.close();
  assert.equal(connection.condition, "lost");
  const next = await after(connection, socket);
  next.hear(hello);
  assert.deepEqual(next.sent.slice(0, 2).map(({ command }) => command.type), ["watch", "play"]);
  assert.equal(next.sent[0].command.since, 7);
  assert.deepEqual(asked(next, "play")[0], first);
  next.hear({ type: "ok", id: first.id, result: { number: 8, repeated: true } });
  assert.equal((await done).result.repeated, true);
  await rest();
  assert.equal(asked(next, "play").length, 1);
});

test("commands made while disconnected are sent after reconnecting; chat is not", async () => {
  const { connection, socket } = connected();
  socket.close();
  const turn = connection.submit("M", { type: "play", action: "c3" });
  await assert.rejects(connection.ask("M", { type: "chat", text: "hello" }), { code: "away" });
  const next = await after(connection, socket);
  next.hear(hello);
  next.hear({ type: "update", match_id: "M", id: asked(next, "play")[0].id, events: [] });
  await turn;
});

test("a stale turn brings the match as it stands", async () => {
  const { connection, socket } = connected();
  connection.follow("M", { since: () => 3, told: () => {}, failed: () => {} });
  const turn = connection.submit("M", { type: "play", action: "c3", changes_seen: 1 });
  socket.hear({ type: "error", id: asked(socket, "play")[0].id, error: { code: "stale", facts: {}, message: "Changed." } });
  await assert.rejects(turn, { code: "stale" });
  assert.equal(asked(socket, "watch").length, 2);
});

test("the server learns when the page is hidden and shown again", () => {
  const { socket } = connected();
  for (const hidden of [true, false]) {
    document.hidden = hidden;
    document.dispatchEvent(new Event("visibilitychange"));
    assert.deepEqual(asked(socket, "set_away").at(-1).command, { type: "set_away", away: hidden });
  }
});

test("a server of another kind is not spoken to", () => {
  const connection = new Connection("ws://localhost/api/socket");
  FakeSocket.all.at(-1).hear({ ...hello, version: 2 });
  assert.equal(connection.condition, "outdated");
});
