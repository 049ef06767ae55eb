/** What the packages for the providers stand on. */

export type { TuiEvent, RunUsage } from "./log/event.ts";
export { fittingJson, plain } from "./log/event.ts";
export type { LogFormat } from "./log/sink.ts";
export type { KnownAnswer, Launch, Link, MountedSkills, Provider, SkillToMount } from "./provider.ts";
export { SESSION_ID, withExtra } from "./provider.ts";
export type { Block } from "./host/engine.ts";
export { compareVersions } from "./host/engine.ts";
export type { NewFile, PendingCall, TranscriptError, TranscriptFacts, TranscriptReader } from "./transcript/reader.ts";
export { answered, called, countOf, jsonObject, linesIn, noFacts, objectOf, objectsOf, outputText, stringOf, toolLine } from "./transcript/reader.ts";
export { Tail } from "./transcript/tail.ts";
export { isUnknownSessionError, readSession, sessionCodec } from "./session/codec.ts";
export { urlIn } from "./session/ending.ts";
export { parseReset } from "./session/reset.ts";
export { createAdapter } from "./server/adapter.ts";
export { commonFields } from "./server/schema.ts";
export { execute } from "./server/execute.ts";
export { testEnvironment } from "./server/test-environment.ts";
export { usageWindows } from "./server/usage.ts";
