/** The command line's side of the adapter. */

import type { CLIAdapterModule } from "@paperclipai/adapter-utils";

import { type } from "../identity.ts";
import { formatStdoutEvent } from "./format-event.ts";

export { formatStdoutEvent };
export const cliAdapter: CLIAdapterModule = { type, formatStdoutEvent };
