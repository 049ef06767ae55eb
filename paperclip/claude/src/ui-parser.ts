/** What the page evaluates in a worker: the parser alone, bundled as CommonJS. */

export { parseStdoutLine } from "./ui/parse-stdout.ts";
