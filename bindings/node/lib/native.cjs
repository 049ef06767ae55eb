"use strict";
// Loads the native part: the one that was built here, or the one of this platform's package.
const { existsSync } = require("node:fs");
const { join } = require("node:path");

const own = join(__dirname, "../shadow.node");
const platform = `${process.platform}-${process.arch}`;

function load() {
  if (existsSync(own)) return require(own);
  try {
    return require(`@shadow-tui/${platform}/shadow.node`);
  } catch (error) {
    throw new Error(`shadow-tui has no native part for ${platform}: ${error.message}`, { cause: error });
  }
}

/** The base of all errors of shadow, except wrong arguments. */
class ShadowError extends Error {
  constructor(message, options) {
    super(message, options);
    this.name = new.target.name;
  }
}
/** The input cannot be read: it is too large, or it is no recording. */
class InputError extends ShadowError {}
/** shadow has an error. Please report it. */
class InternalError extends ShadowError {}

const KINDS = { ERR_SHADOW_USAGE: RangeError, ERR_SHADOW_INPUT: InputError, ERR_SHADOW_INTERNAL: InternalError };

/** Runs a call of the native part, and throws the error of its kind. */
function call(work) {
  try {
    return work();
  } catch (error) {
    const Kind = KINDS[error.code];
    throw Kind ? new Kind(error.message) : new TypeError(error.message);
  }
}

module.exports = { native: load(), call, platform, ShadowError, InputError, InternalError };
