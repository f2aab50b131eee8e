import assert from "node:assert/strict";
import { test } from "node:test";
import { importModules } from "./bundle.mjs";
import { FakeSocket } from "./page.mjs";

const [{ Connection }] = await importModules("app/connection");

const hello = { type: "hello", version: 1, now: Date.now(), account: null };

/** The messages sent over a socket whose command has this type. */
const sentCommands = (socket, type) => socket.sent.filter(({ command }) => command.type === type);
const pause = () => new Promise((resolve) => setTimeout(resolve, 5)); // 5 ms

/** Waits until a new socket was opened in place of `lost` and returns it. */
async function waitForReconnect(lost) {
  while (FakeSocket.all.at(-1) === lost) await pause();
  return FakeSocket.all.at(-1);
}

/** Opens a connection whose server has said hello. */
function openConnection() {
  const connection = new Connection("ws://localhost/api/socket");
  const socket = FakeSocket.all.at(-1);
  socket.receive(hello);
  return { connection, socket };
}

test("a response resolves the request with its id", async () => {
  const { connection, socket } = openConnection();
  const answer = connection.request("M", { type: "try", action: "c3" });
  socket.receive({ type: "ok", id: sentCommands(socket, "try")[0].id, result: { action: "c3" } });
  assert.equal((await answer).result.action, "c3");
});

test("an error response rejects the request with its code and message", async () => {
  const { connection, socket } = openConnection();
  const answer = connection.submit("M", { type: "play", action: "z9" });
  socket.receive({
    type: "error",
    id: sentCommands(socket, "play")[0].id,
    error: { code: "occupied", facts: {}, message: "Taken." },
  });
  await assert.rejects(answer, { code: "occupied", message: "Taken." });
});

test("after a reconnect matches are watched first, then unanswered commands are sent again unchanged", async () => {
  const { connection, socket } = openConnection();
  connection.follow("M", { since: () => 7, receive: () => {}, fail: () => {} });
  const done = connection.submit("M", { type: "play", action: "c3" });
  const first = sentCommands(socket, "play")[0];
  socket.close();
  assert.equal(connection.status, "lost");
  const next = await waitForReconnect(socket);
  next.receive(hello);
  assert.deepEqual(
    next.sent.slice(0, 2).map(({ command }) => command.type),
    ["watch", "play"],
  );
  assert.equal(next.sent[0].command.since, 7);
  assert.deepEqual(sentCommands(next, "play")[0], first);
  next.receive({ type: "ok", id: first.id, result: { number: 8, repeated: true } });
  assert.equal((await done).result.repeated, true);
  await pause();
  assert.equal(sentCommands(next, "play").length, 1);
});

test("commands made while disconnected are sent after reconnecting; chat is not", async () => {
  const { connection, socket } = openConnection();
  socket.close();
  const turn = connection.submit("M", { type: "play", action: "c3" });
  await assert.rejects(connection.request("M", { type: "chat", text: "hello" }), { code: "away" });
  const next = await waitForReconnect(socket);
  next.receive(hello);
  next.receive({ type: "update", match_id: "M", id: sentCommands(next, "play")[0].id, events: [] });
  await turn;
});

test("a stale move requests the current state of the match", async () => {
  const { connection, socket } = openConnection();
  connection.follow("M", { since: () => 3, receive: () => {}, fail: () => {} });
  const turn = connection.submit("M", { type: "play", action: "c3", changes_seen: 1 });
  socket.receive({
    type: "error",
    id: sentCommands(socket, "play")[0].id,
    error: { code: "stale", facts: {}, message: "Changed." },
  });
  await assert.rejects(turn, { code: "stale" });
  assert.equal(sentCommands(socket, "watch").length, 2);
});

test("the server learns when the page is hidden and shown again", () => {
  const { socket } = openConnection();
  for (const hidden of [true, false]) {
    document.hidden = hidden;
    document.dispatchEvent(new Event("visibilitychange"));
    assert.deepEqual(sentCommands(socket, "set_away").at(-1).command, { type: "set_away", away: hidden });
  }
});

test("a server with another protocol version makes the connection outdated", () => {
  const connection = new Connection("ws://localhost/api/socket");
  FakeSocket.all.at(-1).receive({ ...hello, version: 2 });
  assert.equal(connection.status, "outdated");
});
