#!/usr/bin/env node
// Starts the binary that npm installed for this platform.
"use strict";
const { spawnSync } = require("node:child_process");

const name = `@shadow-tui/${process.platform}-${process.arch}`;
let binary;
try {
  binary = require.resolve(`${name}/bin/shadow`);
} catch {
  console.error(`shadow: npm has not installed ${name}: install without --omit=optional, or see docs/install.md for other platforms`);
  process.exit(1);
}

const words = process.argv.slice(2);
// The binary takes this process' place, so that signals and the terminal are its own (Node 22.15 and later).
if (process.execve) process.execve(binary, ["shadow", ...words], process.env);

const ended = spawnSync(binary, words, { stdio: "inherit" });
if (ended.error) {
  console.error(`shadow: ${binary}: ${ended.error.message}`);
  process.exit(1);
}
if (ended.signal) process.kill(process.pid, ended.signal);
process.exit(ended.status ?? 1);
