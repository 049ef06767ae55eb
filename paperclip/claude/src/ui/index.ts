/** The page's side of the adapter. */

export { buildClaudeTuiConfig } from "./build-config.ts";
export { parseStdoutLine } from "./parse-stdout.ts";
