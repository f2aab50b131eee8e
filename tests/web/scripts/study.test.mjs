import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.mjs";

const { Tree } = await import("../../../src/tablier/web/app/study/tree.js");
const { readFrom, writtenAs } = await import("../../../src/tablier/web/app/study/address.js");

const texts = (steps) => steps.map(({ text }) => text);
const played = (...turns) => {
  const tree = new Tree();
  turns.forEach((text, index) => tree.play(text, index % 2));
  return tree;
};

test("a line is what led here and how it goes on", () => {
  const tree = played("a", "b", "c");
  tree.go(tree.at(1));
  assert.deepEqual(texts(tree.path()), ["a"]);
  assert.deepEqual(texts(tree.line()), ["a", "b", "c"]);
  assert.equal(tree.at(0), tree.root);
  assert.equal(tree.at(99).text, "c");
});

test("another turn begins another line; the first one waits beside it", () => {
  const tree = played("a", "b", "c");
  tree.go(tree.at(1));
  tree.play("d", 1);
  assert.deepEqual(texts(tree.line()), ["a", "d"]);
  assert.deepEqual(texts(tree.instead()), ["b", "d"]);
  tree.go(tree.instead()[0]);
  assert.deepEqual(texts(tree.line()), ["a", "b", "c"]);
});

test("a turn that was tried before is the same one", () => {
  const tree = played("a", "b", "c");
  tree.go(tree.at(1));
  tree.play("b", 1);
  assert.equal(tree.instead().length, 1);
  assert.deepEqual(texts(tree.line()), ["a", "b", "c"]);
});

test("a turn that is taken away takes along what follows it, and the other line is shown", () => {
  const tree = played("a", "b", "c");
  tree.go(tree.at(1));
  tree.play("d", 1);
  tree.cut();
  assert.deepEqual(texts(tree.line()), ["a", "b", "c"]);
  assert.equal(tree.now.text, "a");
  tree.cut();
  assert.deepEqual(texts(tree.line()), []);
  tree.cut();
  assert.equal(tree.now, tree.root);
});

test("an address holds a line, and how much of it is shown", () => {
  const line = { edition: "twixt:kosmos", start: "twixt:kosmos|a b&c#d|+", actions: ["c3", "swap", "d5+c3-d5", "^a1,-b2"] };
  assert.deepEqual(readFrom(writtenAs(line, 2)), { line, at: 2 });
  assert.deepEqual(readFrom(writtenAs(line, 4)), { line, at: 4 });
  assert.equal(writtenAs(line, 4).includes("at="), false);
  assert.equal(readFrom(""), null);
  assert.equal(readFrom("#main"), null);
});
