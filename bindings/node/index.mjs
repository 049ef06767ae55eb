export {
  parse, Payload, Session, replay,
  TailRegexExtractAssociator, SentinelAssociator, JsonBlockAssociator,
  watch, pane, Pane, Turn,
  ShadowError, InputError, InternalError, Refused, Failed, Gone,
} from "./index.cjs";
