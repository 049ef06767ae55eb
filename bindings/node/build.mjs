// Builds the native part with cargo and puts it here, as `shadow.node`.
//
// usage: npm run build [-- --profile PROFILE]
import { spawnSync } from "node:child_process";
import { copyFileSync, rmSync } from "node:fs";
import { join } from "node:path";

const here = import.meta.dirname;
const at = process.argv.indexOf("--profile");
const profile = at > 0 ? process.argv[at + 1] : "release";
const arguments_ = ["build", "--locked", "--package", "shadow-node", "--profile", profile, "--message-format", "json-render-diagnostics"];
const options = { cwd: here, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"], maxBuffer: 1 << 28 };
const { status, stdout } = spawnSync("cargo", arguments_, options);
if (status !== 0) process.exit(status ?? 1);
const lines = stdout.split("\n").filter(Boolean).map(line => JSON.parse(line));
const built = lines.findLast(it => it.target?.name === "shadow_node" && it.filenames);
// A file that is loaded must not change: the new one takes its name.
rmSync(join(here, "shadow.node"), { force: true });
copyFileSync(built.filenames[0], join(here, "shadow.node"));
