// What is said of a pane, in words: the same as a line of `shadow top`.

/** Needs in their order, the most urgent first, each with the mark that tells it without colour. */
export const NEEDS = { blocked: "!", failed: "x", stalled: "~", idle: ">", unknown: "?", working: "*", gone: "-", other: "." };

const ORDER = Object.keys(NEEDS);

/** Who needs a person first, the longest first. */
export function urgency(a, b) {
  return ORDER.indexOf(a.need) - ORDER.indexOf(b.need) || a.since - b.since || (a.key < b.key ? -1 : 1);
}

/** `42s`, `7m12`, `3h05`. */
export function duration(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (n) => String(n).padStart(2, "0");
  if (whole < 60) return `${whole}s`;
  if (whole < 3600) return `${Math.floor(whole / 60)}m${two(whole % 60)}`;
  return `${Math.floor(whole / 3600)}h${two(Math.floor((whole % 3600) / 60))}`;
}

/** `12:03:59`, in the person's own time. */
export const clock = (epoch) => new Date(epoch * 1000).toLocaleTimeString();

export const words = (name) => name.replaceAll("_", " ");

/** Whether an agent is there, or was. */
const holdsAgent = (pane) => pane.availability !== "unsupported";

/** `claude 2.1.330`; `-` where no agent is. */
export const agent = (pane) => (holdsAgent(pane) ? [pane.provider, pane.version].filter(Boolean).join(" ") : "-");

/** Where a pane is: its place in tmux, or its name if it is on another machine. */
export const called = (pane) => pane.placed.there ?? pane.placed.place;

/** Activity with elapsed time, tokens and retry. */
export function activity(it) {
  const parts = [words(it.kind)];
  if (it.elapsed_seconds !== null) parts.push(duration(it.elapsed_seconds));
  if (it.tokens !== null) parts.push(`${it.tokens} tokens`);
  if (it.retry) {
    parts.push(`attempt ${it.retry.attempt ?? "?"}/${it.retry.of ?? "?"}`);
    if (it.retry.in_seconds !== null) parts.push(`in ${duration(it.retry.in_seconds)}`);
  }
  return parts.join(" ");
}

/** The question of a dialog, or the next best that tells what it wants. */
export const question = (block) => block.question ?? block.title ?? words(block.kind);

export const isDraft = (pane) => ["draft", "collapsed_paste"].includes(pane.composer?.content);

/** The messages that wait behind the turn, as far as the screen shows them. */
export const queued = (pane) =>
  pane.pending_messages.map((it) => `“${it.text}${it.complete ? "" : "…"}”`).join(", ");

/** What is to be said of a pane, part by part. */
export function details(pane) {
  const parts = [];
  if (!holdsAgent(pane)) parts.push(`no agent: ${pane.placed.command}`);
  if (pane.operator_block) parts.push([oneLine(question(pane.operator_block)), inLine(pane.operator_block.subject ?? "")].filter(Boolean).join(" "));
  if (pane.activity) parts.push(activity(pane.activity));
  if (pane.failure) parts.push(`${words(pane.failure.kind)}: ${pane.failure.text}`);
  if (pane.background) parts.push(`${pane.background.count} in the background`);
  if (pane.pending_input === "yes") parts.push(queued(pane) ? `queued ${queued(pane)}` : "messages queued");
  if (isDraft(pane)) parts.push(pane.composer.text ? `draft “${pane.composer.text}”` : "draft");
  return parts.map(oneLine).filter(Boolean);
}

const ROW_END = "⏎";

/** The rows of a text in one line: a mark stands where a row ends, as `shadow` shows it everywhere else. */
export function inLine(text) {
  const own = `<U+${ROW_END.codePointAt(0).toString(16).toUpperCase()}>`;
  const rows = text.split("\n").map((row) => row.trimEnd().replaceAll(ROW_END, own));
  return rows.join(` ${ROW_END} `);
}

export const oneLine = (text) => text.replace(/\s+/g, " ").trim();

/** Whether a filter's words all stand in a pane. */
export function matches(pane, filter) {
  if (!filter) return true;
  const text = [pane.need, pane.placed.place, pane.placed.there ?? "", pane.placed.pane, agent(pane), ...details(pane), pane.placed.title ?? ""];
  const whole = text.join(" ").toLowerCase();
  return filter.toLowerCase().split(/\s+/).every((word) => whole.includes(word));
}

/** Why a prompt sent now would not be one; nothing where it would. */
export function notSendable(pane) {
  if (pane.placed.flags.length) return `the pane is ${pane.placed.flags.map(words).join(", ")}`;
  if (pane.takes_a_prompt) return null;
  if (pane.operator_block) return "a dialog waits";
  if (pane.need === "working") return "a turn runs";
  if (pane.need === "gone") return "the CLI has ended";
  if (pane.pending_input === "yes") return "messages are queued";
  if (isDraft(pane)) return "a draft stands in the composer";
  return "it would not be a prompt";
}
