/**
 * What the options of a dialog mean: which one refuses, which allows, which are ticked. Of an approval and a plan the
 * engine tells which refuse; its words only narrow what is chosen without a person, and never allow anything.
 */

import type { Block, BlockOption } from "../host/engine.ts";
import { cellsOf, legible } from "../log/legible.ts";
import { approvesUnseen, hasSubject } from "./whole.ts";

const REFUSES = /^(?:no\b|deny|decline|reject|refuse|don.?t\b|cancel|skip|exit|quit|keep planning|chat about this)/i;
const APPROVES = /^(?:yes|allow|approve|accept|proceed|run)\b/i;
const SUBMITS = /^(?:submit|done|continue|next|confirm)\b/i;

/** The option that refuses; -1 where none does, and Escape has to. */
export function refusalIndex(block: Block): number {
  if (hasSubject(block)) return block.options.findIndex((option) => option.refuses);
  const cancels = block.options.findIndex((option) => option.role === "cancel");
  return cancels >= 0 ? cancels : block.options.findIndex((option) => REFUSES.test(option.label));
}

/** Whether an option refuses. */
export function isRefusal(block: Block, index: number): boolean {
  const option = block.options[index];
  if (option === undefined || hasSubject(block)) return option?.refuses === true;
  return option.role === "cancel" || REFUSES.test(option.label);
}

/** The option that allows it this once; -1 where none does, or where not all is known that it would allow. */
export function approvalIndex(block: Block): number {
  if (!hasSubject(block)) return -1;
  return block.options.findIndex((option, index) => {
    const allows = !option.refuses && !option.freeText && APPROVES.test(option.label) && !isLasting(option.label);
    return allows && !approvesUnseen(block, index);
  });
}

function isLasting(label: string): boolean {
  return /don.?t ask|always|all edits|this session|during this|for commands that start/i.test(label);
}

/** Whether an option is ticked rather than chosen. */
export function isToggle(option: BlockOption): boolean {
  return !option.freeText && (option.role === "toggle" || (option.role === null && option.checked !== null));
}

/** The option that sends the ticks off; -1 where none does. */
export function submitIndex(block: Block): number {
  const named = block.options.findIndex((option) => option.role === "submit");
  return named >= 0 ? named : block.options.findIndex((option) => SUBMITS.test(option.label) && !isToggle(option));
}

/** Whether a dialog is answered by ticks, which an option of its own sends off. */
export function isTicked(block: Block): boolean {
  return block.options.some(isToggle) && submitIndex(block) >= 0;
}

/** Cells that a dialog's frame and marks take of a row, and some more. */
const MARGIN = 12;

/** Whether a subject on the screen may stand on more than one row: the row's end may be a line's. */
export function mayBeRows(block: Block, columns: number): boolean {
  const subject = block.subject ?? "";
  return subject.includes("\n") || cellsOf(subject) > columns - MARGIN;
}

/**
 * Whether a dialog is on a list of what is allowed: its kind by name, or each line of its whole subject by a pattern with
 * `*`. A subject on the screen that may stand on more than one row is on none; one from the transcript has its own lines.
 */
export function isAllowed(block: Block, { allowlist, columns }: { allowlist: string[]; columns: number }): boolean {
  if (block.subjectWhole !== true) return false;
  if (allowlist.includes(block.kind)) return true;
  const subject = block.subject ?? "";
  if (legible(subject) !== subject || (block.call === null && mayBeRows(block, columns))) return false;
  const lines = subject.split("\n").map((line) => line.replace(/^[ \t]+|[ \t]+$/g, "")).filter((line) => line !== "");
  const isListed = (line: string): boolean => allowlist.some((pattern) => patternOf(pattern).test(line));
  return lines.length > 0 && lines.every(isListed);
}

/** A star stands for anything but what would begin another command. */
function patternOf(pattern: string): RegExp {
  const parts = pattern.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join("[^;&|<>$`\\n]*")}$`);
}

/** What a dialog is about, in a few words. */
export function headline(block: Block): string {
  const kinds: Record<string, string> = {
    approval_command: "wants to run a command",
    approval_edit: "wants to change a file",
    approval_other: "asks for permission",
    question: "has a question",
    plan: "has a plan to approve",
    trust: "asks whether to trust the folder",
    setup: "asks for a setting at start",
  };
  return kinds[block.kind] ?? "waits for a person";
}
