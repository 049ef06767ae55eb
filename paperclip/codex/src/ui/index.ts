/** The page's side of the adapter. */

export { buildCodexTuiConfig } from "./build-config.ts";
export { parseStdoutLine } from "./parse-stdout.ts";
