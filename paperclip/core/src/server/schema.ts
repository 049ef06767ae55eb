/** The fields of an agent's configuration that both providers share. */

import type { ConfigFieldSchema } from "@paperclipai/adapter-utils";

import type { Provider } from "../provider.ts";
import { OPERATOR_POLICIES } from "../session/config.ts";

const POLICY_LABELS: Record<string, string> = {
  ask_board: "Ask the board on the task",
  deny: "Refuse",
  fail: "End the run",
  allowlist: "Allow what is listed, ask for the rest",
  wait_for_attach: "Wait for a person at the terminal",
};

export function commonFields(provider: Provider): ConfigFieldSchema[] {
  return [
    {
      key: "operatorPolicy", label: "When the agent needs a person", type: "select", group: "Operator",
      options: OPERATOR_POLICIES.map((value) => ({ value, label: POLICY_LABELS[value] ?? value })),
      hint: "Without a choice: the board is asked where the run has a task, else the run ends.",
    },
    { key: "operatorTimeoutSec", label: "Seconds to wait for an answer", type: "number", default: 3_600, group: "Operator" },
    {
      key: "operatorAllowlist", label: "Allowed without asking", type: "textarea", group: "Operator",
      hint: "One a line, for the policy “allowlist”: a whole command or path with * for anything within it (npm run *), or a kind of dialog (approval_edit).",
    },
    {
      key: "trustWorkspace", label: "Trust the working folder", type: "toggle", default: false, group: "Operator",
      hint: `Answers ${provider.name}'s question whether to trust the folder with yes. Off: a person is asked.`,
    },
    { key: "cwd", label: "Working folder", type: "text", group: "Run", hint: "Absolute. A task's own workspace goes before it." },
    { key: "instructionsFilePath", label: "Instructions file", type: "text", group: "Run", hint: "Markdown that stands at the head of a new session." },
    { key: "timeoutSec", label: "Time limit in seconds", type: "number", default: 0, group: "Run", hint: "0 is none." },
    { key: "graceSec", label: "Seconds to stop in", type: "number", default: 15, group: "Run" },
    { key: "startupTimeoutSec", label: "Seconds to start in", type: "number", default: 90, group: "Run" },
    { key: "stallTimeoutSec", label: "Seconds without a sign of life", type: "number", default: 300, group: "Run" },
    { key: "command", label: "Command", type: "text", default: provider.command, group: "Programs", hint: `Name or path of ${provider.name}.` },
    { key: "extraArgs", label: "Further arguments", type: "textarea", group: "Programs", hint: "One argument a line, as it is: no quotes, no commas between." },
    { key: "shadowCommand", label: "shadow", type: "text", group: "Programs", hint: "Path of the engine, where it is not in PATH." },
    { key: "tmuxCommand", label: "tmux", type: "text", default: "tmux", group: "Programs" },
    { key: "columns", label: "Columns of the terminal", type: "number", default: 140, group: "Programs" },
    { key: "rows", label: "Rows of the terminal", type: "number", default: 48, group: "Programs" },
  ];
}
