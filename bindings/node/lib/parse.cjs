"use strict";
// One screen: its state at once, the rest when it is asked for.
const { native, call } = require("./native.cjs");

const AXES = ["availability", "business_state", "input_mode", "ui_context", "ui_context_base"];
const PARTS = ["schema_version", "dialog_projection", "projection_slices", "parser_metadata", "mode_diagnostics", "lifecycle"];

/** An object whose fields are worked out when one is asked for. */
function lazy(target, names, load) {
  for (const name of names) {
    Object.defineProperty(target, name, { enumerable: true, configurable: true, get: () => load()[name] });
  }
}

class Payload {
  #reading;
  #whole;

  constructor(reading) {
    this.#reading = reading;
    this.submit_ready = reading.submitReady();
    this.safe_to_type = reading.safeToType();
    const values = reading.axes();
    const surface = Object.fromEntries(AXES.map((axis, index) => [axis, values[index]]));
    const whole = () => (this.#whole ??= JSON.parse(this.json()));
    // Any other field of the assessment comes from the whole payload.
    const fields = () => whole().surface_assessment;
    this.surface_assessment = new Proxy(surface, {
      get: (known, name) => (name in known ? known[name] : fields()[name]),
      has: (known, name) => name in known || name in fields(),
      ownKeys: () => Reflect.ownKeys(fields()),
      getOwnPropertyDescriptor: (_, name) => {
        const value = fields()[name];
        return value === undefined ? undefined : { value, enumerable: true, configurable: true, writable: true };
      },
    });
    lazy(this, PARTS, whole);
  }

  json() {
    return call(() => this.#reading.line());
  }

  toJSON() {
    return JSON.parse(this.json());
  }
}

const NAMES = {
  provider: "provider",
  cols: "cols",
  rows: "rows",
  cursor: "cursor",
  cursorVisible: "cursor_visible",
  alternate: "alternate",
  title: "title",
  cliVersion: "cli_version",
  foreground: "foreground",
  process: "process",
  programStatus: "program_status",
  progress: "progress",
  notifications: "notifications",
};

function parse(text, options = {}) {
  const given = {};
  for (const [name, value] of Object.entries(options)) {
    if (!(name in NAMES)) throw new TypeError(`parse has no option ${JSON.stringify(name)}`);
    if (value !== undefined && value !== null) given[NAMES[name]] = value;
  }
  return new Payload(call(() => new native.Reading(text, JSON.stringify(given))));
}

module.exports = { parse, Payload };
