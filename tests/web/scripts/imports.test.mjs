import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import { test } from "node:test";
import esbuild from "esbuild";

const root = resolve(import.meta.dirname, "../../..");
const games = "src/tablier/games";
const boards = readdirSync(resolve(root, games), { recursive: true }).filter((name) => /^\w+\/board\.ts$/.test(name));

/** The modules that each module of the client and of the boards imports at once. */
async function readImports() {
  const { metafile } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: ["web/app/main.ts", "web/board/api.ts", ...boards.map((name) => `${games}/${name}`)],
    tsconfig: resolve(root, "tsconfig.json"),
    bundle: true,
    splitting: true,
    format: "esm",
    outdir: "static",
    write: false,
    metafile: true,
    logLevel: "warning",
  });
  const imported = ({ imports }) => imports.filter(({ kind, external }) => kind === "import-statement" && !external);
  const own = Object.entries(metafile.inputs).filter(([path]) => !path.startsWith("node_modules/"));
  return new Map(own.map(([path, input]) => [path, imported(input).map(({ path }) => path)]));
}

/** A cycle of imports, as a list of modules from one to itself; null if there is none. */
function findCycle(imports) {
  const done = new Set();
  const visit = (path, trail) => {
    if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path];
    if (done.has(path)) return null;
    for (const next of imports.get(path) ?? []) {
      const cycle = visit(next, [...trail, path]);
      if (cycle) return cycle;
    }
    done.add(path);
    return null;
  };
  for (const path of imports.keys()) {
    const cycle = visit(path, []);
    if (cycle) return cycle;
  }
  return null;
}

test("a cycle of imports is found", () => {
  const imports = new Map(Object.entries({ a: ["b", "c"], b: ["d"], c: ["d"], d: [] }));
  assert.equal(findCycle(imports), null);
  assert.deepEqual(findCycle(new Map([...imports, ["d", ["b"]]])), ["b", "d", "b"]);
});

test("modules have no import cycles, and boards import nothing of the pages", async () => {
  const imports = await readImports();
  assert.ok(imports.size > 50);
  assert.equal(findCycle(imports), null);
  for (const [path, imported] of imports) {
    if (!path.startsWith("web/app/"))
      assert.deepEqual(
        imported.filter((name) => name.startsWith("web/app/")),
        [],
        path,
      );
    if (!path.startsWith(games))
      assert.deepEqual(
        imported.filter((name) => name.startsWith(games)),
        [],
        path,
      );
  }
});
