import assert from "node:assert/strict";
import { test } from "node:test";
import { importModules } from "./bundle.mjs";
import "./page.mjs";

const [{ Tree }, { readFrom, writtenAs }] = await importModules("app/study/tree", "app/study/address");

const texts = (steps) => steps.map(({ text }) => text);
const treeOf = (...turns) => {
  const tree = new Tree();
  turns.forEach((text, index) => tree.play(text, index % 2));
  return tree;
};

test("a line has the turns up to the current position and those that follow", () => {
  const tree = treeOf("a", "b", "c");
  tree.go(tree.at(1));
  assert.deepEqual(texts(tree.path()), ["a"]);
  assert.deepEqual(texts(tree.line()), ["a", "b", "c"]);
  assert.equal(tree.at(0), tree.root);
  assert.equal(tree.at(99).text, "c");
});

test("another turn starts a variation; the first line is kept as an alternative", () => {
  const tree = treeOf("a", "b", "c");
  tree.go(tree.at(1));
  tree.play("d", 1);
  assert.deepEqual(texts(tree.line()), ["a", "d"]);
  assert.deepEqual(texts(tree.instead()), ["b", "d"]);
  tree.go(tree.instead()[0]);
  assert.deepEqual(texts(tree.line()), ["a", "b", "c"]);
});

test("repeating an existing turn adds no variation", () => {
  const tree = treeOf("a", "b", "c");
  tree.go(tree.at(1));
  tree.play("b", 1);
  assert.equal(tree.instead().length, 1);
  assert.deepEqual(texts(tree.line()), ["a", "b", "c"]);
});

test("deleting a turn deletes the turns after it and shows the other line", () => {
  const tree = treeOf("a", "b", "c");
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

test("an address contains a line and the number of turns shown", () => {
  const line = { edition: "twixt:kosmos", start: "twixt:kosmos|a b&c#d|+", actions: ["c3", "swap", "d5+c3-d5", "^a1,-b2"] };
  assert.deepEqual(readFrom(writtenAs(line, 2)), { line, at: 2 });
  assert.deepEqual(readFrom(writtenAs(line, 4)), { line, at: 4 });
  assert.equal(writtenAs(line, 4).includes("at="), false);
  assert.equal(readFrom(""), null);
  assert.equal(readFrom("#main"), null);
});
