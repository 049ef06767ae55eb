/**
 * Whether all that a dialog asks about is known: nobody says yes to the rest from here.
 *
 * The screen shows what fits. The CLI writes each call of a tool into its transcript about when it asks, so a command, a
 * new file or a plan that the screen cuts can be whole there. A change of a file cannot: the rows around it, and the numbers
 * of its lines, are the file's and not the call's. A call counts only as the one that is asked about where nothing else can be: it is
 * the only one that waits, no other agent of the session can ask, and every visible row stands at its beginning or its end.
 */

import type { Block } from "../host/engine.ts";
import type { NewFile, PendingCall, TranscriptFacts } from "../transcript/reader.ts";

/** Whether a dialog asks to approve something, so that a yes to it allows what its subject says. */
export function hasSubject(block: Block): boolean {
  return /^approval_(?:command|edit|other)$|^plan$/.test(block.kind);
}

/** Whether the option at a place would approve what is not known whole. Every yes asks this first; no is always free. */
export function approvesUnseen(block: Block, index: number): boolean {
  return hasSubject(block) && block.subjectWhole !== true && block.options[index]?.refuses !== true;
}

/** What of a transcript says which call a dialog is about. */
export type Calls = Pick<TranscriptFacts, "pending" | "hasOtherAgents">;

/** The call of a tool that a dialog is about, with its whole text. */
export interface WholeCall {
  id: string;
  text: string;
  /** The text, and what the CLI draws below it where nothing tells the two apart: what a screen is held against. */
  drawn: string;
}

/**
 * What a dialog is about, as the CLI has written it down: a command, a new file, a plan; null where that is not proven.
 * `cutMark` is the row that the CLI draws where it cuts.
 */
export function callOf(block: Block, calls: Calls, cutMark: RegExp | null): WholeCall | null {
  const [call, ...others] = calls.pending;
  if (!call || others.length > 0 || calls.hasOtherAgents || block.askedBy !== null || !hasSubject(block)) return null;
  const seen = (block.subject ?? "").split("\n").filter((row) => block.subjectWhole === true || !cutMark?.test(row.trim()));
  const text = textOf(block, call, seen);
  if (text === null) return null;
  const shown = block.kind === "plan" ? words : letters;
  const rows = seen.map(shown).filter((row) => row !== "");
  const isShownBy = (all: string): boolean => (block.subjectWhole === true ? rows.join("") === shown(all) : standIn(rows, shown(all)));
  // In plain text whose heading is off the screen, nothing tells a command's last row from what is said of the command.
  const isNoted = text === call.command && call.note !== undefined && block.subjectWhole !== true;
  const drawn = [text, ...(isNoted ? [`${text}\n${call.note}`] : [])].find(isShownBy);
  return drawn !== undefined && rows.length > 0 ? { id: call.id, text, drawn } : null;
}

/** The text of a call of the kind that a dialog asks about, as the CLI would draw all of it. */
function textOf(block: Block, call: PendingCall, rows: string[]): string | null {
  if (block.kind === "plan") return call.plan ?? null;
  return block.kind === "approval_edit" && call.file ? fileOf(block, call.file, rows) : call.command;
}

/** A new file: its path as the screen shows it, or whole where that is off the screen, and its lines with their numbers. */
function fileOf(block: Block, { path, lines, sign }: NewFile, rows: string[]): string | null {
  const head = rows.find((row) => row.trim() !== "")?.trim() ?? "";
  const shown = sign === "+" ? /^Added (.+) \(\+(\d+) -0\)$/.exec(head) : /^(.+)$/.exec(head);
  const isHead = shown !== null && isPathOf(shown[1] ?? "", path) && (shown[2] === undefined || Number(shown[2]) === lines.length);
  // Without its row the path stands in the question alone, and there by its last part.
  const isAsked = sign === "" && (block.question ?? "").split(/[\s?]+/).includes(path.split("/").at(-1) ?? "");
  if (!isHead && !isAsked) return null;
  return [isHead ? head : path, ...lines.map((line, at) => ` ${at + 1} ${sign}${line}`)].join("\n");
}

/** Whether a CLI shows a path so: as it is, or from the working folder or the home on. */
function isPathOf(shown: string, path: string): boolean {
  return shown !== "" && (shown === path || path.endsWith(`/${shown.replace(/^~\//, "")}`));
}

/** Whether rows are the beginning and the end of a text, in their order, with one gap at most. */
function standIn(rows: string[], text: string): boolean {
  if (rows.join("").length > text.length) return false;
  for (let cut = 0; cut <= rows.length; cut += 1) {
    const [head, tail] = [rows.slice(0, cut).join(""), rows.slice(cut).join("")];
    if (text.startsWith(head) && text.endsWith(tail)) return true;
    if (!text.startsWith(head)) return false;
  }
  return false;
}

/** What of a text a terminal draws in any case: blanks, tabs and row ends are drawn as there is room. */
function letters(text: string): string {
  return text.replace(/[\s\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, "");
}

/** What of a plan a CLI draws in any case: its marks of Markdown are drawn as it likes. What is nothing else is left as it is. */
function words(text: string): string {
  return letters(text).replace(/[^\p{L}\p{N}]/gu, "") || letters(text);
}

/** A dialog of which the transcript has the whole: that is what is shown, matched and held to. */
export function completed(block: Block, call: WholeCall): Block {
  return { ...block, subject: call.text, subjectWhole: true, call: { id: call.id, drawn: call.drawn, shown: { subject: block.subject, subjectWhole: block.subjectWhole } } };
}
