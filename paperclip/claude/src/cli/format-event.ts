/** A line of the log on a terminal. */

export { formatStdoutEvent } from "@shadow-tui/paperclip-core/cli";
