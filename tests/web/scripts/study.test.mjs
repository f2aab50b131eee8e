import assert from "node:assert/strict";
import { test } from "node:test";
import { importModules } from "./bundle.mjs";
import "./page.mjs";

const [{ Tree }, { parseFragment, toFragment }, { heatCandidates, listCandidates }] = await importModules(
  "app/study/tree",
  "app/study/url",
  "app/study/analysis_panel",
);

const actions = (nodes) => nodes.map(({ action }) => action);
const treeOf = (...moves) => {
  const tree = new Tree();
  moves.forEach((action, index) => tree.play(action, index % 2));
  return tree;
};

test("a line has the turns up to the current position and those that follow", () => {
  const tree = treeOf("a", "b", "c");
  tree.goTo(tree.nodeAt(1));
  assert.deepEqual(actions(tree.path()), ["a"]);
  assert.deepEqual(actions(tree.line()), ["a", "b", "c"]);
  assert.equal(tree.nodeAt(0), tree.root);
  assert.equal(tree.nodeAt(99).action, "c");
});

test("another turn starts a variation; the first line is kept as an alternative", () => {
  const tree = treeOf("a", "b", "c");
  tree.goTo(tree.nodeAt(1));
  tree.play("d", 1);
  assert.deepEqual(actions(tree.line()), ["a", "d"]);
  assert.deepEqual(actions(tree.siblings()), ["b", "d"]);
  tree.goTo(tree.siblings()[0]);
  assert.deepEqual(actions(tree.line()), ["a", "b", "c"]);
});

test("repeating an existing turn adds no variation", () => {
  const tree = treeOf("a", "b", "c");
  tree.goTo(tree.nodeAt(1));
  tree.play("b", 1);
  assert.equal(tree.siblings().length, 1);
  assert.deepEqual(actions(tree.line()), ["a", "b", "c"]);
});

test("deleting a turn deletes the turns after it and shows the other line", () => {
  const tree = treeOf("a", "b", "c");
  tree.goTo(tree.nodeAt(1));
  tree.play("d", 1);
  tree.cut();
  assert.deepEqual(actions(tree.line()), ["a", "b", "c"]);
  assert.equal(tree.current.action, "a");
  tree.cut();
  assert.deepEqual(actions(tree.line()), []);
  tree.cut();
  assert.equal(tree.current, tree.root);
});

test("an address contains a line and the number of turns shown", () => {
  const line = { edition: "twixt:kosmos", start: "twixt:kosmos|a b&c#d|+", actions: ["c3", "swap", "d5+c3-d5", "^a1,-b2"] };
  assert.deepEqual(parseFragment(toFragment(line, 2)), { line, ply: 2 });
  assert.deepEqual(parseFragment(toFragment(line, 4)), { line, ply: 4 });
  assert.equal(toFragment(line, 4).includes("at="), false);
  assert.equal(parseFragment(""), null);
  assert.equal(parseFragment("#main"), null);
});

const candidate = (action, expectedScore, proof = null, plies = 0) => ({ action, expectedScore, proof, plies });

test("the best candidates are listed by whole per cent, proven wins first and proven losses last", () => {
  const found = [candidate("a", 0.503), candidate("b", 0.5), candidate("c", 0.514), candidate("d", 0, "loss", 4)];
  assert.deepEqual(actions(listCandidates(found)), ["c", "a", "b", "d"]);
  const won = [candidate("a", 1, "win", 5), candidate("b", 0.99), candidate("c", 1, "win", 3)];
  assert.deepEqual(actions(listCandidates(won)), ["c", "a", "b"]);
  const lost = [candidate("a", 0, "loss", 2), candidate("b", 0, "loss", 6)];
  assert.deepEqual(actions(listCandidates(lost)), ["b", "a"]);
  const many = Array.from({ length: 9 }, (_, index) => candidate(String(index), 0.5));
  assert.equal(listCandidates(many).length, 5);
});

test("proven losses are not drawn, unless all moves lose: then those that resist longest", () => {
  assert.deepEqual(actions(heatCandidates([candidate("a", 0.6), candidate("b", 0, "loss", 2)])), ["a"]);
  assert.deepEqual(actions(heatCandidates([candidate("a", 0, "loss", 6), candidate("b", 0, "loss", 2)])), ["a"]);
  assert.deepEqual(heatCandidates([candidate("a", 0, "loss", 2), candidate("b", 0, "loss", 2)]), []);
  assert.deepEqual(heatCandidates([]), []);
});
