/** Reading what Claude Code wrote down: all of it is untrusted, and none of it is run. */

export { isUnknownSessionError as isClaudeUnknownSessionError } from "@shadow-tui/paperclip-core";
export { ClaudeTranscript } from "./transcript.ts";
