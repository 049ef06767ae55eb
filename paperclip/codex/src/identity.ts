/** What the adapter is called, and when to choose it. */

import { codex } from "./provider.ts";

export const type = "codex_tui";
export const label = "Codex (terminal)";
export const models = codex.models;

export const agentConfigurationDoc = `# codex_tui: the Codex CLI in its real terminal

Use when:
- the agent is to work as Codex does for a person: with its sandbox and approvals, on its subscription, in this machine's folders
- a person should be able to look in and type while it works (\`tmux … attach\`, printed in each run's log)
- approvals and questions are to go to the board, on the task, and be answered there
- sign-in, trust, limits and stalls are to be told by name instead of as a silent failure

Don't use when:
- the agent runs in a sandbox or over SSH: terminals are run on the server's own machine only
- nothing must ever wait for a person and a headless run is enough: codex_local is lighter
- the server runs on Windows

Anti-pattern: approvalPolicy "never" with sandbox "danger-full-access" to get rid of questions. Every command then runs anywhere. Keep the sandbox, and list what may be done in operatorAllowlist.

Fields:
- cwd (string): absolute working folder; a task's own workspace goes before it
- model (string), effort (minimal, low, medium, high, xhigh): as Codex takes them; empty is what it is set to
- sandbox (read-only, workspace-write, danger-full-access; the last one DANGEROUS), approvalPolicy (on-request, untrusted, never)
- search (boolean, false): web search
- operatorPolicy (ask_board, deny, fail, allowlist, wait_for_attach): what is done when it asks; ask_board where the run has a task, else fail
- operatorTimeoutSec (number, 3600): how long an answer may take
- operatorAllowlist (text): one a line, a whole command or path with * within it, or a kind such as approval_edit
- trustWorkspace (boolean, false): answers the question whether to trust the folder with yes
- instructionsFilePath, promptTemplate, bootstrapPromptTemplate (string): what is said, with {{agent.name}}, {{runId}} and the like
- env (object): variables of the CLI; no PAPERCLIP_ ones
- command (string, "codex"), extraArgs (a list, or a text with one argument a line), shadowCommand, tmuxCommand (string): programs
- timeoutSec (number, 0 is none), graceSec (15), startupTimeoutSec (90), stallTimeoutSec (300)
- columns (140), rows (48): size of the terminal
- dangerouslyBypassApprovalsAndSandbox (boolean, false): DANGEROUS, nothing is asked about and nothing is fenced in

Needs: the commands \`shadow\`, \`tmux\` 3.2 or newer, \`codex\` 0.142.5 or newer, signed in as the server's user.`;
