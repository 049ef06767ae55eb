"use strict";
// Associators: they find the answer in what a dialog says.
const { native, call } = require("./native.cjs");

class Associates {
  #native;

  constructor(make) {
    this.#native = call(make);
  }

  associate(where) {
    if (typeof where === "string") return call(() => this.#native.associateText(where));
    const projection = where.dialog_projection ?? where;
    return call(() => this.#native.associate(JSON.stringify(projection)));
  }
}

class TailRegexExtractAssociator extends Associates {
  constructor(pattern, { tailChars = 4000, last = false, acrossWraps = false, after = "default", prompt } = {}) {
    super(() => native.Associator.pattern(pattern, tailChars, last, acrossWraps, after, prompt));
  }
}

class SentinelAssociator extends Associates {
  constructor(begin, end, { after = "default", prompt } = {}) {
    super(() => native.Associator.sentinel(begin, end, after, prompt));
  }
}

class JsonBlockAssociator extends Associates {
  constructor(keys = [], { tailChars = 4000, after = "default", prompt } = {}) {
    super(() => native.Associator.json(keys, tailChars, after, prompt));
  }
}

module.exports = { TailRegexExtractAssociator, SentinelAssociator, JsonBlockAssociator };
