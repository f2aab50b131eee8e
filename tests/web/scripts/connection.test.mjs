import assert from "node:assert/strict";
import { test } from "node:test";
import { FakeSocket } from "./page.mjs";

const { Connection } = await import("../../../src/tablier/web/app/connection.js");

const hello = { type: "hello", version: 1, now: Date.now(), account: null };
const commandsOf = (socket, type) => socket.sent.filter(({ command }) => command.type === type);
const pause = () => new Promise((done) => setTimeout(done, 5));

/** Returns the socket that a connection opens after losing one. */
async function after(connection, lost) {
  while (!connection.socket || connection.socket === lost) await pause();
  return connection.socket;
}

function connected() {
  const connection = new Connection("ws://localhost/api/socket");
  const socket = FakeSocket.all.at(-1);
  socket.hear(hello);
  return { connection, socket };
}

test("a response resolves its request", async () => {
  const { connection, socket } = connected();
  const answer = connection.ask("M", { type: "try", action: "c3" });
  socket.hear({ type: "ok", id: commandsOf(socket, "try")[0].id, result: { action: "c3" } });
  assert.equal((await answer).result.action, "c3");
});

test("a refusal has a code and a message", async () => {
  const { connection, socket } = connected();
  const answer = connection.submit("M", { type: "play", action: "z9" });
  socket.hear({ type: "error", id: commandsOf(socket, "play")[0].id, error: { code: "occupied", facts: {}, message: "Taken." } });
  await assert.rejects(answer, { code: "occupied", message: "Taken." });
});

test("after a reconnect the match is requested first, then unanswered commands are sent again unchanged", async () => {
  const { connection, socket } = connected();
  connection.follow("M", { since: () => 7, told: () => {}, failed: () => {} });
  const done = connection.submit("M", { type: "play", action: "c3" });
  const first = commandsOf(socket, "play")[0];
  socket.close();
  assert.equal(connection.condition, "lost");
  const next = await after(connection, socket);
  next.hear(hello);
  assert.deepEqual(next.sent.slice(0, 2).map(({ command }) => command.type), ["watch", "play"]);
  assert.equal(next.sent[0].command.since, 7);
  assert.deepEqual(commandsOf(next, "play")[0], first);
  next.hear({ type: "ok", id: first.id, result: { number: 8, repeated: true } });
  assert.equal((await done).result.repeated, true);
  await pause();
  assert.equal(commandsOf(next, "play").length, 1);
});

test("commands sent while disconnected are delivered after a reconnect; chat is not", async () => {
  const { connection, socket } = connected();
  socket.close();
  const turn = connection.submit("M", { type: "play", action: "c3" });
  await assert.rejects(connection.ask("M", { type: "chat", text: "hello" }), { code: "away" });
  const next = await after(connection, socket);
  next.hear(hello);
  next.hear({ type: "update", match_id: "M", id: commandsOf(next, "play")[0].id, events: [] });
  await turn;
});

test("a stale turn requests the current match", async () => {
  const { connection, socket } = connected();
  connection.follow("M", { since: () => 3, told: () => {}, failed: () => {} });
  const turn = connection.submit("M", { type: "play", action: "c3", changes_seen: 1 });
  socket.hear({ type: "error", id: commandsOf(socket, "play")[0].id, error: { code: "stale", facts: {}, message: "Changed." } });
  await assert.rejects(turn, { code: "stale" });
  assert.equal(commandsOf(socket, "watch").length, 2);
});

test("the server learns when the page is hidden and shown again", () => {
  const { socket } = connected();
  for (const hidden of [true, false]) {
    document.hidden = hidden;
    document.dispatchEvent(new Event("visibilitychange"));
    assert.deepEqual(commandsOf(socket, "set_away").at(-1).command, { type: "set_away", away: hidden });
  }
});

test("a server of another protocol version is refused", () => {
  const connection = new Connection("ws://localhost/api/socket");
  FakeSocket.all.at(-1).hear({ ...hello, version: 2 });
  assert.equal(connection.condition, "outdated");
});
