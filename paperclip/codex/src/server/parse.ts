/** Reading what Codex wrote down: all of it is untrusted, and none of it is run. */

export { isUnknownSessionError as isCodexUnknownSessionError } from "@shadow-tui/paperclip-core";
export { CodexTranscript } from "./transcript.ts";
