/** What the adapter is called, and when to choose it. */

import { claude } from "./provider.ts";

export const type = "claude_tui";
export const label = "Claude Code (terminal)";
export const models = claude.models;

export const agentConfigurationDoc = `# claude_tui: Claude Code in its real terminal

Use when:
- the agent is to work as Claude Code does for a person: with its approvals, on its subscription, in this machine's folders
- a person should be able to look in and type while it works (\`tmux … attach\`, printed in each run's log)
- approvals, questions and plans are to go to the board, on the task, and be answered there
- sign-in, trust, limits and stalls are to be told by name instead of as a silent failure

Don't use when:
- the agent runs in a sandbox or over SSH: terminals are run on the server's own machine only
- nothing must ever wait for a person and a headless run is enough: claude_local is lighter
- the server runs on Windows

Anti-pattern: an unattended nightly task with operatorPolicy "ask_board" and nobody who reads the board. It waits for operatorTimeoutSec and fails. Give it "deny" or an allowlist instead.

Fields:
- cwd (string): absolute working folder; a task's own workspace goes before it
- model (string), effort (low, medium, high, xhigh, max): as Claude Code takes them; empty is what it is set to
- permissionMode (default, acceptEdits, plan, auto): what Claude Code asks about
- operatorPolicy (ask_board, deny, fail, allowlist, wait_for_attach): what is done when it asks; ask_board where the run has a task, else fail
- operatorTimeoutSec (number, 3600): how long an answer may take
- operatorAllowlist (text): one a line, a whole command or path with * within it, or a kind such as approval_edit
- trustWorkspace (boolean, false): answers the question whether to trust the folder with yes
- instructionsFilePath, promptTemplate, bootstrapPromptTemplate (string): what is said, with {{agent.name}}, {{runId}} and the like
- env (object): variables of the CLI; no PAPERCLIP_ ones
- command (string, "claude"), extraArgs (a list, or a text with one argument a line), shadowCommand, tmuxCommand (string): programs
- timeoutSec (number, 0 is none), graceSec (15), startupTimeoutSec (90), stallTimeoutSec (300)
- columns (140), rows (48): size of the terminal
- dangerouslySkipPermissions (boolean, false): DANGEROUS, nothing is asked about any more

Needs: the commands \`shadow\`, \`tmux\` 3.2 or newer, \`claude\` 2.1.200 or newer, signed in as the server's user.`;
