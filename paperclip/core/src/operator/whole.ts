/**
 * Whether all that a dialog asks about is known: nobody says yes to the rest from here.
 *
 * The screen shows what fits. The CLI writes each call of a tool into its transcript about when it asks, so a command that
 * the screen cuts can be whole there. A call counts only as the one that is asked about where nothing else can be: it is
 * the only one that waits, no other agent of the session can ask, and every visible row stands at its beginning or its end.
 */

import type { Block } from "../host/engine.ts";
import type { TranscriptFacts } from "../transcript/reader.ts";

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
}

/**
 * The command that a dialog is about, as the CLI has written it down; null where that is not proven. `cutMark` is the row that
 * the CLI draws where it cuts.
 */
export function callOf(block: Block, calls: Calls, cutMark: RegExp | null): WholeCall | null {
  const [call, ...others] = calls.pending;
  if (!call || others.length > 0 || calls.hasOtherAgents || block.askedBy !== null) return null;
  if (call.command === null || !hasSubject(block) || block.kind === "plan") return null;
  const drawn = (block.subject ?? "").split("\n").filter((row) => block.subjectWhole === true || !cutMark?.test(row.trim()));
  const rows = drawn.map(letters).filter((row) => row !== "");
  const isFound = block.subjectWhole === true ? rows.join("") === letters(call.command) : standIn(rows, letters(call.command));
  return isFound && rows.length > 0 ? { id: call.id, text: call.command } : null;
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

/** A dialog of which the transcript has the whole: that is what is shown, matched and held to. */
export function completed(block: Block, call: WholeCall): Block {
  return { ...block, subject: call.text, subjectWhole: true, call: { id: call.id, isCut: block.subjectWhole !== true } };
}
