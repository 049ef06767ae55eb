/** Bundles each package into what Paperclip loads: modules without dependencies, and the page's parser as CommonJS. */

import { copyFileSync, rmSync } from "node:fs";
import { join } from "node:path";

import { build } from "esbuild";

const root = join(import.meta.dirname, "..");
const common = { bundle: true, logLevel: "warning", target: "es2023", legalComments: "none" };

/** Bundled CommonJS of a dependency may call `require`, which a module has not. */
const banner = { js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);' };

async function bundle(name, entries) {
  const folder = join(root, name);
  rmSync(join(folder, "dist"), { recursive: true, force: true });
  for (const [source, output, isPage] of entries) {
    const place = { entryPoints: [join(folder, "src", source)], outfile: join(folder, "dist", output) };
    await build(isPage ? { ...common, ...place, platform: "neutral", format: "cjs" } : { ...common, ...place, platform: "node", format: "esm", banner });
  }
  for (const licence of ["LICENSE-MIT", "LICENSE-APACHE"]) copyFileSync(join(root, "..", licence), join(folder, licence));
}

const whole = [
  ["index.ts", "index.js"],
  ["server/index.ts", "server.js"],
  ["ui/index.ts", "ui.js"],
  ["cli/index.ts", "cli.js"],
  ["ui-parser.ts", "ui-parser.cjs", true],
];
await bundle("claude", whole);
await bundle("codex", whole);
await bundle("claude-local", [["index.ts", "index.js"]]);
