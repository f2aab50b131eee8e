/**
 * Builds the web client: `node web/build.mjs [--watch]`.
 *
 * Reads `web/` and the boards of the games in `src/tablier/games/`, and writes `src/tablier/static/`:
 *
 * - scripts and style sheets with a hash of their content in their names, so that browsers may cache them for ever;
 * - `board-api.js`, the interface of boards at a fixed address, for the boards of other packages;
 * - `service_worker.js`, `index.html`, `texts.en.json` and the icons;
 * - every text file again as `.br` and `.gz`;
 * - `manifest.json`, from which the server knows the names and the imports of all files.
 *
 * Two builds of the same sources give the same bytes.
 */

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, extname, join, relative, resolve } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import esbuild from "esbuild";

const root = resolve(import.meta.dirname, "..");
const output = join(root, "src/tablier/static");
const draft = join(root, "build/static"); // written first, so that a failed build leaves the former files
const COMPRESSED = new Set([".js", ".css", ".svg", ".json", ".html"]);
const GAMES = "src/tablier/games";
const BOARD_API = "board-api";

const watch = process.argv.includes("--watch");

/** The files of a folder with one of the suffixes, in a fixed order. */
const list = (folder, ...suffixes) =>
  readdirSync(join(root, folder))
    .filter((name) => suffixes.includes(extname(name)))
    .sort()
    .map((name) => `${folder}/${name}`);

/** The files of this name in the folders of the games. */
const gameFiles = (name) =>
  readdirSync(join(root, GAMES))
    .sort()
    .map((game) => `${GAMES}/${game}/${name}`)
    .filter((path) => existsSync(join(root, path)));

const hash = (content) => createHash("sha256").update(content).digest("hex").slice(0, 10);

const gameName = (path) => basename(dirname(path));

/** Entry points as esbuild wants them. Dynamic imports become files of their own without being listed here. */
function entryPoints() {
  return [
    { in: "web/app/main.ts", out: "main" },
    { in: "web/board/api.ts", out: BOARD_API },
    ...list("web/style", ".css").filter((path) => basename(path) !== "tokens.css").map((path) => ({ in: path, out: `style/${basename(path, ".css")}` })),
    ...gameFiles("board.ts").map((path) => ({ in: path, out: `games/${gameName(path)}/board` })),
    ...gameFiles("board.css").map((path) => ({ in: path, out: `games/${gameName(path)}/board` })),
  ];
}

/** @returns {import("esbuild").BuildOptions} */
const common = {
  absWorkingDir: root,
  bundle: true,
  format: "esm",
  target: "es2022",
  minify: true,
  legalComments: "eof",
  write: false,
  metafile: true,
  logLevel: "warning",
  loader: { ".svg": "dataurl" }, // small icons in style sheets
  tsconfig: join(root, "tsconfig.json"),
};

/** Builds everything once. */
async function build() {
  const [client, worker] = await Promise.all([
    esbuild.build({
      ...common,
      entryPoints: entryPoints(),
      outdir: draft,
      splitting: true,
      entryNames: "[dir]/[name]-[hash]",
      chunkNames: "chunks/[name]-[hash]",
    }),
    esbuild.build({ ...common, entryPoints: [{ in: "web/service_worker.ts", out: "service_worker" }], outdir: draft, format: "iife" }),
  ]);
  rmSync(draft, { recursive: true, force: true });
  for (const { path, contents } of [...client.outputFiles, ...worker.outputFiles]) write(relative(draft, path), contents);
  const manifest = describe(client.metafile);
  const api = manifest.scripts["web/board/api.ts"];
  write(`${BOARD_API}.js`, readFileSync(join(draft, api.file)));
  for (const path of list("web/icons", ".svg", ".png")) {
    const content = readFileSync(join(root, path));
    const name = `icons/${basename(path, extname(path))}-${hash(content)}${extname(path)}`;
    manifest.icons[basename(path)] = name;
    write(name, content);
  }
  for (const name of ["index.html", "texts.en.json"]) write(name, readFileSync(join(root, "web", name)));
  write("manifest.json", `${JSON.stringify(manifest, null, 1)}\n`);
  rmSync(output, { recursive: true, force: true });
  mkdirSync(dirname(output), { recursive: true });
  renameSync(draft, output);
}

/** Writes a file, and its compressed forms where they are smaller. */
function write(name, content) {
  const path = join(draft, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  if (!COMPRESSED.has(extname(name))) return;
  const bytes = Buffer.from(content);
  const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: watch ? 4 : 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } });
  const gzip = gzipSync(bytes, { level: 9 });
  if (brotli.length < bytes.length) writeFileSync(`${path}.br`, brotli);
  if (gzip.length < bytes.length) writeFileSync(`${path}.gz`, gzip);
}

/** The names of the files by their sources, with the scripts that each script imports at once, directly or not. */
function describe(metafile) {
  const manifest = { scripts: {}, styles: {}, boards: {}, icons: {} };
  const name = (path) => relative(draft, join(root, path)).replaceAll("\\", "/");
  const imports = (path, known = new Set()) => {
    for (const { path: imported, kind } of metafile.outputs[path].imports) {
      if (kind !== "import-statement" || known.has(imported)) continue;
      known.add(imported);
      imports(imported, known);
    }
    return known;
  };
  for (const path of Object.keys(metafile.outputs).sort()) {
    const { entryPoint } = metafile.outputs[path];
    if (!entryPoint) continue;
    const game = entryPoint.startsWith(`${GAMES}/`) ? gameName(entryPoint) : null;
    if (path.endsWith(".css")) {
      if (game) manifest.boards[game] = { ...manifest.boards[game], style: name(path) };
      else manifest.styles[basename(entryPoint, ".css")] = name(path);
      continue;
    }
    const entry = { file: name(path), imports: [...imports(path)].map(name).sort() };
    if (game && /board\.ts$/.test(entryPoint)) manifest.boards[game] = { ...manifest.boards[game], script: entry.file, imports: entry.imports };
    else manifest.scripts[entryPoint] = entry;
  }
  return manifest;
}

await build();

if (watch) {
  const { watch: observe } = await import("node:fs");
  let timer;
  const rebuild = () => {
    clearTimeout(timer);
    timer = setTimeout(() => build().then(() => console.log("built"), (error) => console.error(error.message)), 50);
  };
  for (const folder of ["web", "src/tablier/games"]) {
    observe(join(root, folder), { recursive: true }, (_, file) => file && /\.(ts|css|html|json|svg|png)$/.test(file) && rebuild());
  }
  console.log("watching web/ and the boards of the games");
}
