/** What Paperclip's page uses of an adapter. */

export { buildConfig } from "./build-config.ts";
export { parseStdoutLine } from "./parse-line.ts";
