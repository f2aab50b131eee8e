/**
 * Builds the web client: `node web/build.mjs [--watch] [--outdir FOLDER]`.
 *
 * Reads `web/` and the boards of the games in `src/tablier/games/`, and writes `src/tablier/static/`:
 *
 * - scripts and style sheets with a hash of their content in their names, so that browsers may cache them for ever;
 * - `board-api.js`, the interface of boards at a fixed address, for the boards of other packages;
 * - the icons;
 * - every text file of the above again as `.br` and `.gz`;
 * - `index.html`, `texts.en.json` and `service_worker.js`, which the server completes;
 * - `manifest.json`, from which the server knows the names and the imports of all files.
 *
 * Two builds of the same sources give the same bytes. With `--watch`, prints `watching` after the first build, builds again
 * after every change, and ends when the standard input is closed.
 */

import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  watch as watchFiles,
  writeFileSync,
} from "node:fs";
import { basename, dirname, extname, join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import esbuild from "esbuild";

const GAMES = "src/tablier/games";
const BOARD_API = "board-api";
const COMPRESSED = new Set([".js", ".css", ".svg"]);
const SOURCES = /\.(js|ts|css|html|json|svg|png)$/; // a change of one of these starts a build with `--watch`
const REBUILD_DELAY_MS = 50; // an editor may write several files at once

const { values: options } = parseArgs({ options: { watch: { type: "boolean" }, outdir: { type: "string" } } });
const root = resolve(import.meta.dirname, "..");
const output = options.outdir ? resolve(options.outdir) : join(root, "src/tablier/static");
const draft = `${output}.${process.pid}`; // written first, so that a failed build leaves the former files

/** The files of a folder with one of the suffixes, in a fixed order. */
const listFiles = (folder, ...suffixes) =>
  readdirSync(join(root, folder))
    .filter((name) => suffixes.includes(extname(name)))
    .sort()
    .map((name) => `${folder}/${name}`);

/** The files of this name in the folders of the games. */
const listGameFiles = (name) =>
  readdirSync(join(root, GAMES))
    .sort()
    .map((game) => `${GAMES}/${game}/${name}`)
    .filter((path) => existsSync(join(root, path)));

const hash = (content) => createHash("sha256").update(content).digest("hex").slice(0, 10);

const gameName = (path) => basename(dirname(path));

const withoutSuffix = (path) => path.slice(0, path.length - extname(path).length);

/** Entry points as esbuild wants them. Dynamic imports become files of their own without being listed here. */
function entryPoints() {
  const styles = listFiles("web/style", ".css").filter((path) => basename(path) !== "tokens.css"); // part of base.css
  return [
    { in: "web/app/main.ts", out: "main" },
    { in: "web/board/api.ts", out: BOARD_API },
    ...styles.map((path) => ({ in: path, out: `style/${basename(path, ".css")}` })),
    ...["board.ts", "board.css"].flatMap(listGameFiles).map((path) => ({ in: path, out: `games/${gameName(path)}/board` })),
  ];
}

/** @type {import("esbuild").BuildOptions} */
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
  logOverride: { "css-syntax-error": "error" },
  outdir: "static", // nothing is written there; paths in the metafile are relative to it
  loader: { ".svg": "dataurl" }, // small icons in style sheets
  tsconfig: join(root, "tsconfig.json"),
};

/** Builds everything once. Throws if a source has an error, which esbuild has printed then. */
async function build() {
  const [client, worker] = await Promise.all([
    esbuild.build({
      ...common,
      entryPoints: entryPoints(),
      splitting: true,
      entryNames: "[dir]/[name]-[hash]",
      chunkNames: "chunks/[name]-[hash]",
    }),
    esbuild.build({
      ...common,
      entryPoints: [{ in: "web/service_worker.ts", out: "service_worker" }],
      format: "iife",
    }),
  ]);
  rmSync(draft, { recursive: true, force: true });
  const manifest = describeOutputs(client.metafile);
  const api = manifest.scripts["web/board/api"];
  for (const { path, contents } of client.outputFiles) {
    const name = relative(join(root, common.outdir), path).replaceAll("\\", "/");
    writeCompressed(name === api.file ? `${BOARD_API}.js` : name, contents);
  }
  api.file = `${BOARD_API}.js`;
  for (const path of listFiles("web/icons", ".svg", ".png")) {
    const content = readFileSync(join(root, path));
    const name = `icons/${basename(path, extname(path))}-${hash(content)}${extname(path)}`;
    manifest.icons[basename(path)] = name;
    writeCompressed(name, content);
  }
  for (const name of ["index.html", "texts.en.json"]) writeOutput(name, readFileSync(join(root, "web", name)));
  writeOutput("service_worker.js", worker.outputFiles[0].contents);
  writeOutput("manifest.json", `${JSON.stringify(manifest, null, 1)}\n`);
  publish();
}

function writeOutput(name, content) {
  const path = join(draft, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

/** Writes a file, and its compressed forms where they are smaller. */
function writeCompressed(name, content) {
  const path = writeOutput(name, content);
  if (!COMPRESSED.has(extname(name))) return;
  const bytes = Buffer.from(content);
  const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }); // best quality
  const gzip = gzipSync(bytes, { level: 9 });
  if (brotli.length < bytes.length) writeFileSync(`${path}.br`, brotli);
  if (gzip.length < bytes.length) writeFileSync(`${path}.gz`, gzip);
}

/** Replaces the former files by the new ones. */
function publish() {
  const former = `${draft}.former`;
  if (existsSync(output)) renameSync(output, former);
  renameSync(draft, output);
  rmSync(former, { recursive: true, force: true });
}

/**
 * The names of the files by their sources, with the scripts that each script imports at once, directly or not. A source has no
 * suffix here, because the server need not know in which language it is written.
 */
function describeOutputs(metafile) {
  const manifest = { scripts: {}, styles: {}, boards: {}, icons: {} };
  const name = (path) => relative(common.outdir, path).replaceAll("\\", "/");
  const collectImports = (path, collected = new Set()) => {
    for (const { path: imported, kind } of metafile.outputs[path].imports) {
      if (kind !== "import-statement" || collected.has(imported)) continue;
      collected.add(imported);
      collectImports(imported, collected);
    }
    return collected;
  };
  const outputs = Object.entries(metafile.outputs).filter(([, { entryPoint }]) => entryPoint);
  outputs.sort(([, one], [, two]) => (one.entryPoint < two.entryPoint ? -1 : 1));
  for (const [path, { entryPoint }] of outputs) {
    const game = entryPoint.startsWith(`${GAMES}/`) ? gameName(entryPoint) : null;
    if (path.endsWith(".css")) {
      if (game) manifest.boards[game] = { ...manifest.boards[game], style: name(path) };
      else manifest.styles[basename(entryPoint, ".css")] = name(path);
      continue;
    }
    const imports = [...collectImports(path)].map(name).sort();
    if (game && basename(entryPoint) === "board.ts")
      manifest.boards[game] = { ...manifest.boards[game], script: name(path), imports };
    else manifest.scripts[withoutSuffix(entryPoint)] = { file: name(path), imports };
  }
  return manifest;
}

/** Builds once, and again after every change of a source, one build at a time. */
async function watchSources() {
  let watchers = [];
  let timer;
  let lastBuild = Promise.resolve();
  const build = () => {
    const former = watchers; // folders may have been added or replaced
    watchers = listFolders("web", GAMES).map((folder) => watchFiles(folder, (_, file) => isSource(file) && scheduleBuild()));
    for (const watcher of former) watcher.close();
    lastBuild = lastBuild.then(buildAndReport);
    return lastBuild;
  };
  const scheduleBuild = () => {
    clearTimeout(timer);
    timer = setTimeout(build, REBUILD_DELAY_MS);
  };
  process.stdin.on("end", () => process.exit()).resume(); // the process that started this one has ended
  await build();
  console.log("watching");
}

/** Folders with all folders below them. One watcher for a whole tree misses changes after a file was replaced (Node.js 20). */
const listFolders = (...folders) =>
  folders.flatMap((folder) => [
    join(root, folder),
    ...readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name)),
  ]);

/** True for a file that the build may read, and for a folder. */
const isSource = (name) => !name || SOURCES.test(name) || !extname(name);

async function buildAndReport() {
  const start = performance.now();
  try {
    await build();
    console.error(`built the web client in ${Math.round(performance.now() - start)} ms`);
  } catch (error) {
    if (!error.errors) console.error(error); // errors of sources were printed by esbuild
  }
}

if (options.watch) {
  await watchSources();
} else {
  try {
    await build();
  } catch (error) {
    if (!error.errors) throw error;
    process.exitCode = 1;
  }
}
