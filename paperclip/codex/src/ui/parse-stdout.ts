/** A line of the log as entries of the page. */

export { parseStdoutLine } from "@shadow-tui/paperclip-core/ui";
