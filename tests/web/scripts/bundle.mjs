/** Bundles modules of the client for Node.js, which cannot import them as they are. */

import { rmSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import esbuild from "esbuild";

const root = resolve(import.meta.dirname, "../../..");

/** Imports modules by their paths below `web/`, without suffix. They share what they import. */
export async function importModules(...paths) {
  const exports = paths.map((path, index) => `export * as module${index} from "./${path}";`);
  const outfile = resolve(root, `build/scripts-${process.pid}.mjs`);
  await esbuild.build({
    absWorkingDir: root,
    stdin: { contents: exports.join("\n"), resolveDir: resolve(root, "web") },
    outfile,
    tsconfig: resolve(root, "tsconfig.json"),
    bundle: true,
    format: "esm",
    target: "es2022",
    sourcemap: "inline",
    logLevel: "warning",
  });
  try {
    const bundle = await import(pathToFileURL(outfile).href);
    return paths.map((_, index) => bundle[`module${index}`]);
  } finally {
    rmSync(outfile);
  }
}
